"""Zones that always hold a card: an empty one is filled, at once or when what goes on is done,
by the top card of another zone or as a procedure says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import call, events, named_move
from judge.engine.kernel.state import Do, Record
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.mechanisms.steps import steps

if TYPE_CHECKING:
    from judge.tables.upkeep import Filled


@words.interrupt("refilled", "move")
def refill_at_once(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """A zone that a card has left is filled, unless something goes on that is finished first."""
    left = {one.before.place for one in records if one.before is not None}
    rows = [row for row in view.book.tables["filled"] if kept(view, row) in left]
    free = [row for row in rows if not any(view.running(one) for one in row["finished"])]
    found = [one for row in free for one in filling(view, row, row["rule"])]
    calls = [one for row in free for one in searching(view, row)]
    return [*([events(found)] if found else ()), *calls] or None


def kept(view: View, row: Filled) -> str:
    """The zone that is never empty."""
    return str(view.book.moves[row["move"]]["to"]) if "move" in row else row["zone"]


def filling(view: View, row: Filled, rule: str) -> Iterator[Event]:
    """The top card that each player puts into the zone where it is empty."""
    if "move" not in row:
        return
    spec = view.book.moves[row["move"]]
    for seat in view.seats("any"):
        pile = view.zone(seat, spec["from"])
        if pile and not view.count(seat, spec["to"]):
            yield named_move(view, {"me": seat, "because": "rules"}, pile[0].object, row["move"], rule)


def searching(view: View, row: Filled) -> Iterator[Do]:
    """The procedure by which each player fills the zone where it is empty."""
    if "procedure" in row:
        empty = [seat for seat in view.seats("any") if not view.count(seat, kept(view, row))]
        yield from (call(row["procedure"], me=seat) for seat in empty)


@steps.step("fill", takes=("param",))
def fill(view: View, v: Vars) -> Outcome:
    """Such zones are filled now; with `param` only where that literal says so."""
    found = [one for row in view.book.tables["filled"] for one in filling(view, row, v["rule_here"])]
    wanted = "param" not in v.args or (found and view.param(v.args["param"]))
    return [events(found)] if found and wanted else None
