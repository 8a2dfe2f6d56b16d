"""Which cards make up a list of cards that is asked for, each another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.engine.view import View
from judge.state import Card


def assigned(game: View, slots: Sequence[Mapping[str, Any]], cards: Sequence[Card], ctx: Mapping[str, Any]) -> bool:
    """Can each selector be met by another of the cards, none left over?"""
    if not slots:
        return not cards
    return any(
        game.matches(card, slots[0], ctx) and assigned(game, slots[1:], [*cards[:at], *cards[at + 1 :]], ctx)
        for at, card in enumerate(cards)
    )
