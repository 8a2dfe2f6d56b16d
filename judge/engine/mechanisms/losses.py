"""Losing by what lies in a zone: too many cards, or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event, events
from judge.engine.kernel.state import SEATS, Do, Record
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
        why = tuple(dict.fromkeys(by["zone"] for _, by in found))
        about = {"losers": losers, "seat": losers[0], "why": row["zone"]}
        about |= {"reasons": why} if len(losers) + len(why) > 2 else {}
        yield event({}, "end-game", "defeat", rule, **about)


def met(view: View, row: Loss, seat: str) -> bool:
    """Has a player as many cards in the zone as lose, or none where that does?"""
    n = view.count(seat, row["zone"])
    return n >= row["at_least"] if "at_least" in row else not n


@words.interrupt("emptied", "move")
def emptied(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """Whoever has no card any more in a zone where that loses does at once, in the middle of anything."""
    left = {one.before.zone for one in records if one.before is not None}
    empty = sorted(zone for zone in left if not view.game.zones.get(zone))
    table = view.book.tables["losing"]
    rows = {row["zone"]: row for row in table["by"] if "at_least" not in row} if empty else {}
    empty = [zone for zone in empty if zone[2:] in rows]
    if not empty or any(view.running(one) for one in table["spared"]):
        return None
    losers = tuple(seat for seat in SEATS if any(zone[0] == seat for zone in empty))
    rule = table["both"] if len(losers) > 1 else rows[empty[0][2:]]["rule"]
    return [events([event({}, "end-game", "defeat", rule, losers=losers, seat=losers[0], why=empty[0])])]
