"""Weights: cards that count as two where a text allows it, and how many cards make up a number then."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View
from judge.engine.language.shared import words
from judge.text.plain import Fields, Json


def weight(view: View, card: Card, permit: str) -> int:
    """How many cards a card counts as: two, where an `allow` of this name permits it."""
    return 2 if view.permits(card, permit) is not None else 1


def fewest(view: View, pool: Sequence[Card], need: int, permit: str) -> int:
    """The smallest number of cards that makes up the number."""
    weights = sorted((weight(view, card, permit) for card in pool), reverse=True)
    return next((n for n in range(len(weights) + 1) if sum(weights[:n]) >= need), need)


def doubled(view: View, card: Card, permit: str) -> tuple[str, ...]:
    """The ability that lets a card count as two, if there is one."""
    double = view.permits(card, permit)
    return (double.id,) if double is not None else ()


def asked(view: View, pool: Sequence[Card], need: int, permit: str) -> tuple[int, str, dict[str, object]]:
    """The smallest number of cards to choose, and the test for them with its data."""
    least = fewest(view, pool, need, permit)
    return least, "weighed" if least < need else "", {"need": need, "permit": permit}


@words.check("weighed")
def enough(view: View, chosen: Sequence[Json], data: Fields) -> bool:
    """Do the cards make up the number with none to spare?"""
    weights = [weight(view, card, data["permit"]) for card in map(view.card, chosen) if card is not None]
    return sum(weights) - min(weights, default=0) < int(data["need"]) <= sum(weights)
