"""The guard of a procedure: asked before each of some steps, it may send the procedure on elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.kernel.book import Procedure
from judge.engine.kernel.state import EMPTY, Do, Frame
from judge.engine.kernel.view import Vars, View


def sent_on(view: View, procedure: Procedure, frame: Frame) -> Sequence[Do]:
    """What the guard has done where the procedure stands; nothing outside the steps that it guards."""
    guard = procedure.guard
    here = procedure.places[frame.step]
    if not procedure.places[guard["from"]] <= here <= procedure.places[guard["until"]]:
        return ()
    outcome: Sequence[Do] = guard["function"](view, Vars(frame.vars, EMPTY, EMPTY)) or ()
    for reading in guard["touches"] if outcome else ():
        view.touch(reading)
    return outcome
