"""Abilities that are invalid: there all the same in some games, and nothing comes of them."""

from __future__ import annotations

from judge.engine.effects.sources import as_printed
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card, Waiting
from judge.engine.kernel.view import View


def taken(view: View, card: Card, ability: Ability) -> bool:
    """Is an ability of a card invalid, or gone with the others that the card had?"""
    if unmet(view, ability, card.seat, card.object):
        return True
    return not as_printed(view) and all(one.id != ability.id for one in view.abilities(card))


def tell_stays(view: View, card: Card, ability: Ability) -> None:
    """Tell that an ability is there although it is invalid: that rests on what the rulebook has of such."""
    if view.tracing and view.book.invalid_stays and taken(view, card, ability):
        view.param("negated-activates")


def unmet(view: View, ability: Ability, seat: str, ref: str) -> bool:
    """Is an ability that is there invalid by a condition of its own?"""
    if ability.validity is None or not view.book.invalid_stays:
        return False
    return not view.holds(ability.validity, {"me": seat, "self": ref})


def hushed(view: View, entry: Waiting, ability: Ability) -> bool:
    """Are the abilities of its card invalid, or has it lost them, while it still lies where they work?"""
    if unmet(view, ability, entry.master, entry.source):
        return True
    card = view.card(str(entry.vars.get("self", "")))
    if card is None or card.on or not {card.place, "any"} & set(ability.zones):
        return False
    return taken(view, card, ability)
