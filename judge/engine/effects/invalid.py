"""Abilities that are invalid: there all the same in some games, and nothing comes of them."""

from __future__ import annotations

from judge.engine.effects.sources import as_printed
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card, Waiting
from judge.engine.kernel.view import View


def taken(game: View, card: Card, ability: Ability) -> bool:
    """Is an ability of a card invalid, or gone with the others that the card had?"""
    if unmet(game, ability, card.seat, card.object):
        return True
    return not as_printed(game) and all(one.id != ability.id for one in game.abilities(card))


def unmet(game: View, ability: Ability, seat: str, ref: str) -> bool:
    """Is an ability that is there invalid by a condition of its own?"""
    if ability.validity is None or not game.book.invalid_stays:
        return False
    return not game.holds(ability.validity, {"me": seat, "self": ref})


def invalid_by(game: View, ability: Ability, seat: str, ref: str) -> tuple[str, ...]:
    """The further article by which an ability is invalid: that of its own condition, if it is that."""
    rule = str(game.book.cites.get("conditional", ""))
    return (rule,) if rule and unmet(game, ability, seat, ref) else ()


def hushed(game: View, entry: Waiting, ability: Ability) -> bool:
    """Are the abilities of its card invalid, or has it lost them, while it still lies where they work?"""
    if unmet(game, ability, entry.master, entry.source):
        return True
    card = game.card(str(entry.vars.get("self", "")))
    if card is None or card.on or not {card.place, "any"} & set(ability.zones):
        return False
    return taken(game, card, ability)
