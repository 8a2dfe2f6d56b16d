"""Last Chance, before the first turn (last-chance.*).

Code because it is offered with no card, which no row of a table is.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.proposals import call
from judge.engine.view import Vars, View
from judge.games.tdg.registry import rules
from judge.state import Cond, Option, Seat


@rules.offer("last-chance", "last-chance.when", "last-chance.effect", "last-chance.cost", "last-chance.once")
def last_chance(game: View, v: Vars, seat: Seat) -> Iterator[Option]:
    """Once, before the first turn: a new hand for a PV."""
    fresh = Cond("last-chance.once", not game.did(seat, "last-chance"), "used")
    yield Option("last-chance", (), (call("last-chance", me=seat),), (fresh,))
