"""A run that keeps every position, so that stepping back costs nothing, and the trace's lines with their
positions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

from judge.engine.flow.engine import Engine
from judge.engine.kernel.state import Frame, Game
from judge.engine.kernel.view import Tracer
from judge.errors import NotImplementedYet
from judge.fixture.load import Fixture
from judge.fixture.script import Line
from judge.page.parts import Step
from judge.page.steps import steps
from judge.pauses.validate import answerable
from judge.play.claim import Claim
from judge.play.refusals import Misfit
from judge.play.run import Run
from judge.speech.sentences import Teller
from judge.text.rows import NamedTuple


class Moment(NamedTuple):
    """One moment of a run: the position, how much of the trace was told, and how much of the script was
    taken.
    """

    told: int
    at: int
    game: Game
    begun: bool
    away: bool
    gave_up: bool
    last_turn: int
    mark: int
    claims: tuple[Claim, ...]
    waiting: tuple[Line, ...]

    @property
    def asked(self) -> str:
        """The player who has to decide here; "" where nobody has."""
        ask = self.game.ask
        return ask.seat if ask is not None and self.game.result is None else ""


class KeptRun(Run):
    """A run of a script with all its moments, one for each time that something was told.

    It stops where `judge run` does, also before a line that does not fit and before what is not implemented:
    both are kept for who wants to know. `onward` goes past where control is back at `at`.
    """

    onward = False

    def __init__(self, fixture: Fixture, *how: Any, **more: Any) -> None:
        super().__init__(fixture, *how, **more)
        self.moments: list[Moment] = []
        self.misfit: Misfit | None = None
        self.gap = ""  # what is not implemented
        self.unpeeked = -1  # how much had been told before the end looked at what is offered there

    @property
    def trace(self) -> Tracer:
        """The trace so far."""
        assert self.tracer is not None
        return self.tracer

    def play_kept(self) -> None:
        """Plays the script to its end, or as far as possible. Raises BadInput only for a pause that was
        changed by hand.
        """
        with answerable(self.fixture.source, self.game):
            try:
                self.play()
            except Misfit as misfit:
                self.misfit = misfit
            except NotImplementedYet as error:
                self.gap = str(error)
        self.keep()

    def resume(self, earlier: KeptRun, at: int) -> None:
        """Continues from a moment of another run of the same script, with the trace up to there; the lines of
        this script must be the same up to there.
        """
        moment = earlier.moments[at]
        tracer = self.trace
        tracer.entries = earlier.trace.entries[: moment.told]
        tracer.readings = {name: told for name, told in earlier.trace.readings.items() if told <= moment.told}
        self.game = moment.game.copy()
        self.engine = Engine(self.table, self.game, tracer)
        self.at, self.mark, self.begun, self.away = moment.at, moment.mark, moment.begun, moment.away
        self.gave_up, self.last_turn = moment.gave_up, moment.last_turn
        self.claims, self.waiting = list(moment.claims), list(moment.waiting)
        self.acts = {told: line for told, line in earlier.acts.items() if told < moment.told}
        self.moments = earlier.moments[: at + 1]

    # --- what is kept --------------------------------------------------------------------------
    def advance(self) -> None:
        """Plays to the next decision, or to where the run stops, keeping every position on the way."""
        self.go_on()

    def go_on(self) -> None:
        """Plays on, keeping the position from which it began."""
        self.keep()
        super().go_on()

    def tick(self) -> None:
        """Does the next thing that nobody has to decide, and keeps the position after it."""
        super().tick()
        self.keep()

    def keep(self) -> None:
        """Keeps the present position; where nothing was told since the last one, in its place."""
        moment = self.moment()
        while self.moments and self.moments[-1].told > moment.told:  # what was told was taken back
            self.moments.pop()
        if self.moments and self.moments[-1].told == moment.told:
            self.moments[-1] = moment
        else:
            self.moments.append(moment)

    def moment(self) -> Moment:
        """Where the run stands."""
        return Moment(
            len(self.trace.entries),
            self.at,
            self.game.copy(),
            self.begun,
            self.away,
            self.gave_up,
            self.last_turn,
            self.mark,
            tuple(self.claims),
            tuple(self.waiting),
        )

    # --- where it stops ------------------------------------------------------------------------
    def back(self, frame: Frame) -> bool:
        """Does what any run does, unless it plays to the next decision."""
        return not self.onward and super().back(frame)

    def peek(self) -> None:
        """Does what any run does; the pending look is forgotten when play goes on from here."""
        self.unpeeked = len(self.trace.entries)
        super().peek()


def with_lines(fixture: Fixture, lines: Sequence[Line]) -> Fixture:
    """The same fixture with another script, without a place to stop."""
    whole = fixture.up_to("", 0)
    return Fixture(whole.source, whole.model, whole.book, whole.table, whole.start, list(lines), whole.notes)


# --- lines with their moments --------------------------------------------------------------------------
class Told(NamedTuple):
    """A line, and the moment after it."""

    step: Step
    moment: int


def told_lines(teller: Teller, moments: Sequence[Moment], every: bool) -> Iterator[Told]:
    """The lines that the viewer may read, in order."""
    rows, _, by_line = steps(teller, every)
    last: dict[str, int] = {}
    for line, step in by_line.items():
        last[step.id] = max(line, last.get(step.id, -1))
    ends = [moment.told for moment in moments]
    latest = 0
    for step in rows:
        latest = max(latest, moment_after(ends, last.get(step.id, -1)))
        yield Told(step, latest)


def moment_after(ends: Sequence[int], entry: int) -> int:
    """The first moment at which a line of the trace has been told."""
    return min(bisect_left(ends, entry + 1), len(ends) - 1)
