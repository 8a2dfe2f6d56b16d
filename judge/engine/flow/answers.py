"""Answers: lists every answer a decision admits, for searches, for trying out costs and for random play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations

from judge.engine.kernel.picks import subsets
from judge.engine.kernel.state import Decision
from judge.engine.kernel.view import View

ORDERS = 6  # of a decision that has more orders than this, so many are tried


def answers(view: View, ask: Decision) -> Iterator[object]:
    """Every answer that a decision admits, interchangeable cards counted once, orders up to a bound."""
    if ask.kind in ("act", "may", "chance"):
        yield from (choice.value for choice in ask.choices)
    elif ask.kind == "number":
        yield from range(ask.least, (ask.most if ask.most >= 0 else ask.least + 2) + 1)
    elif ask.kind in ("order", "shuffle"):
        yield from islice(permutations((choice.value for choice in ask.choices), ask.least), ORDERS)
    else:
        cards = [card for card in (view.card(choice.value) for choice in ask.choices) if card is not None]
        if len(cards) < len(ask.choices):  # links of a window, not cards
            yield from ((choice.value,) for choice in ask.choices)
        else:
            yield from subsets(view, cards, ask.least, ask.most, ask.check, ask.data)
