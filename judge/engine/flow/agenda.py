"""Agenda: the stack of running procedures, the instructions on it, and the guards that send a procedure on
to another step.

Instructions about the agenda itself need only this module; `judge/engine/flow/engine.py` runs the agenda.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.kernel.book import Procedure
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import (
    EMPTY,
    HELD_SINCE,
    STEPS,
    UNDER_WAY,
    Decision,
    Frame,
    Game,
    Instruction,
    within,
)
from judge.engine.kernel.table import Table
from judge.engine.kernel.view import Tracer, Vars, View
from judge.errors import NotImplementedYet


# The guard of a procedure: asked before each of some steps, it may send the procedure on elsewhere.
def sent_on(view: View, procedure: Procedure, frame: Frame) -> Sequence[Instruction]:
    """The instructions of a procedure's guard at the present step; none outside the steps that it guards."""
    guard = procedure.guard
    place = procedure.places[frame.step]
    if not procedure.places[guard["from"]] <= place <= procedure.places[guard["until"]]:
        return ()
    outcome: Sequence[Instruction] = guard["function"](view, Vars(frame.vars, EMPTY, EMPTY)) or ()
    for reading in guard["touches"] if outcome else ():
        view.touch(reading)
    return outcome


class Agenda(ABC):
    """The frames of one game on one table. `ticks` counts the instructions and steps done."""

    def __init__(
        self, table: Table, game: Game, tracer: Tracer | None = None, remembers: bool = True
    ) -> None:
        self.table = table
        self.game = game
        self.tracer = tracer
        self.view = Reader(table, game, tracer)
        self.ticks = 0
        self.most = STEPS  # ticks at which the engine stops, however the game goes on
        self.held = 0  # how much has been held against each other since then
        self.stopped = False
        self.remembers = (
            remembers and "loop-one" in table.book.cites
        )  # a search merges positions and needs no memory

    def set_off(self) -> None:
        """Runs on as long as a game may run without a decision."""
        self.stopped = False
        self.most = self.ticks + STEPS
        self.held = 0

    def tally(self) -> None:
        """Counts one tick. Raises NotImplementedYet where there were too many without a decision, or where
        they have looked at too much.
        """
        self.ticks += 1
        if self.table.held_against:
            self.held += self.table.held_against
            self.table.held_against = 0
            within(self.held, HELD_SINCE, "so much held against each other, step by step, without a decision")
        if self.ticks > self.most:
            within(STEPS + 1, STEPS, "a game that goes on without a decision")

    def goes_on(self) -> bool:
        """Is there something left that happens without a decision?"""
        game = self.game
        return bool(game.agenda) and game.ask is None and game.result is None and not self.stopped

    def rest(self, frame: Frame) -> Frame:
        """The top frame without the head of its queue."""
        left = Frame(frame.procedure, frame.step, True, frame.vars, frame.queue[1:], EMPTY)
        self.game.agenda[-1] = left
        return left

    def push(self, procedure: str, vars: dict[str, object], queue: Sequence[Instruction] = ()) -> None:
        """Put a procedure, or a bare sequence of instructions, on top of the agenda. Raises NotImplementedYet
        where too many are under way, as when one calls itself.
        """
        if len(self.game.agenda) >= UNDER_WAY:
            name = self.deepest()
            within(UNDER_WAY + 1, UNDER_WAY, f"so many procedures under way, one in another, as of {name!r}")
        if procedure == "seq":
            self.game.agenda.append(Frame("seq", "", True, vars, tuple(queue), EMPTY))
            return
        definition = self.table.book.procedures.get(procedure)
        if definition is None:
            raise NotImplementedYet(f"the procedure {procedure!r}")
        self.game.agenda.append(Frame(procedure, definition.steps[0].id, False, vars, tuple(queue), EMPTY))

    def deepest(self) -> str:
        """The procedure that most frames of the agenda run."""
        names = [frame.procedure for frame in self.game.agenda]
        return max((name for name in names if name != "seq"), key=names.count, default="seq")

    def queue(self, dos: Sequence[Instruction]) -> None:
        """Gives the top frame instructions."""
        self.game.agenda[-1] = self.game.agenda[-1]._replace(queue=tuple(dos))

    def unwind(self, procedure: str) -> None:
        """Drop every frame above the innermost running frame of a procedure."""
        while self.game.agenda and self.game.agenda[-1].procedure != procedure:
            dropped = self.game.agenda.pop()
            self.view.note(trace.DROPPED, "", procedure=dropped.procedure, step=dropped.step)

    # --- what it takes an engine to do ---------------------------------------------------------
    @abstractmethod
    def answer(self, value: object) -> None:
        """Give the waiting decision its answer. The caller has checked that it is one of the choices."""

    @abstractmethod
    def ask(self, ask: Decision) -> None:
        """Stop for a decision, unless it belongs to a loop that goes round by itself."""

    @abstractmethod
    def stop_for(self, ask: Decision) -> None:
        """The game waits for this decision."""

    @abstractmethod
    def submit(self, batch: Sequence[Event], into: str, below: bool = False) -> None:
        """Apply events at once, or settle them first when something could forbid or replace them."""

    @abstractmethod
    def apply(self, batch: Sequence[Event], into: str, below: bool) -> None:
        """Change the game by a batch of events, record it, and let the rules and abilities hear of it."""
