"""Zones that always hold a card: an empty one is filled, at once or when what goes on is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from judge.engine.book import Outcome
from judge.engine.proposals import events, named_move
from judge.engine.steps import steps
from judge.engine.view import Vars, View
from judge.engine.vocabulary import words
from judge.state import Do, Record

if TYPE_CHECKING:
    from judge.tables.keeping import Filled


@words.interrupt("refilled", "move")
def refill_at_once(game: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """A zone that a card has left is filled, unless something goes on that is finished first."""
    left = {one.before.place for one in records if one.before is not None}
    rows = [row for row in game.book.tables["filled"] if game.book.moves[row["move"]]["to"] in left]
    free = [row for row in rows if not any(game.running(one) for one in row["finished"])]
    found = [one for row in free for one in filling(game, row, row["rule"])]
    return [events(found)] if found else None


def filling(game: View, row: Filled, rule: str) -> Iterator[dict[str, Any]]:
    """The top card that each player puts into the zone where it is empty."""
    spec = game.book.moves[row["move"]]
    for seat in game.seats("any"):
        pile = game.zone(seat, spec["from"])
        if pile and not game.count(seat, spec["to"]):
            yield named_move(game, {"me": seat, "because": "rules"}, pile[0].object, row["move"], rule)


@steps.step("fill", takes=("param",))
def fill(game: View, v: Vars) -> Outcome:
    """Such zones are filled now; with `param` only where that literal says so."""
    found = [one for row in game.book.tables["filled"] for one in filling(game, row, v["rule_here"])]
    wanted = "param" not in v.args or (found and game.param(v.args["param"]))
    return [events(found)] if found and wanted else None
