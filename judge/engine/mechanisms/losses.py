"""Losing by what lies in a zone: too many cards, or none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event
from judge.engine.kernel.state import SEATS
from judge.engine.kernel.view import View
from judge.engine.language.shared import words

if TYPE_CHECKING:
    from judge.tables.upkeep import Loss


@words.due("losses")
def losses(view: View) -> Iterator[Event]:
    """Every player for whom a row of the book's table holds loses, all of them at once."""
    table = view.book.tables["losing"]
    found = [(seat, row) for seat in SEATS for row in table["by"] if met(view, row, seat)]
    losers = tuple(dict.fromkeys(seat for seat, _ in found))
    if losers:
        row = found[0][1]
        rule = table["both"] if len(losers) > 1 else row["rule"]
        also = (*table["also"], *(one["rule"] for one in table["by"] if any(one is by for _, by in found)))
        about = {"losers": losers, "seat": losers[0], "why": row["zone"], "also": also}
        yield event({}, "end-game", "defeat", rule, **about)


def met(view: View, row: Loss, seat: str) -> bool:
    """Has a player as many cards in the zone as lose, or none where that does?"""
    n = view.count(seat, row["zone"])
    return n >= row["at_least"] if "at_least" in row else not n
