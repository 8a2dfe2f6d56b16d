"""Abilities that are invalid: there all the same in some games, and nothing comes of them."""

from __future__ import annotations

from judge.engine.book import Ability
from judge.engine.sources import as_printed
from judge.engine.view import View
from judge.state import Card, Waiting


def taken(game: View, card: Card, ability: Ability) -> bool:
    """Is an ability of a card invalid, or gone with the others that the card had?"""
    return not as_printed(game) and all(one.id != ability.id for one in game.abilities(card))


def hushed(game: View, entry: Waiting, ability: Ability) -> bool:
    """Are the abilities of its card invalid, or has it lost them, while it still lies where they work?"""
    card = game.card(str(entry.vars.get("self", "")))
    if card is None or card.on or not {card.place, "any"} & set(ability.zones):
        return False
    return taken(game, card, ability)
