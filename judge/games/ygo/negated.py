"""Effects that are negated: activated all the same, and nothing happens as they resolve;
and cards that have none.
"""

from __future__ import annotations

from judge.engine.book import Ability
from judge.engine.sources import as_printed
from judge.engine.view import View
from judge.state import Card, Waiting


def taken(game: View, card: Card, ability: Ability) -> bool:
    """Is an effect of a card negated, or gone with the others that the card had?"""
    return not as_printed(game) and all(one.id != ability.id for one in game.abilities(card))


def hushed(game: View, entry: Waiting, ability: Ability) -> bool:
    """Are the effects of its card negated, or has it lost them, while it still lies where they work?"""
    card = game.card(str(entry.vars.get("self", "")))
    if card is None or card.on or not {card.place, "any"} & set(ability.zones):
        return False
    return taken(game, card, ability)


def why_hushed(game: View, entry: Waiting, ability: Ability) -> str:
    """Is the effect negated, which the card still has, or has it none any more?"""
    if entry.vars.get("way") == "effect":
        game.param("negated-activates")
    has_it = any(one.id == ability.id for one in game.borne(game.game.cards[entry.card]))
    return "no-effect" if has_it else "stripped"
