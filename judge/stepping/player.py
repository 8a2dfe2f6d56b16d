"""Stepping as a player: walks through a ruling as one player sees it; nothing that is shown depends on what
only the other player sees.

How a run comes from one line to the next may depend on that: on whether the other player was asked, for
example. So there is one stop for each line that the player may read, and one for each of the player's own
decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine.kernel.state import Frame
from judge.fixture.load import Fixture
from judge.fixture.script import Line
from judge.play.reasons import within
from judge.speech.catalogue import fill
from judge.stepping.decision import NoAnswer
from judge.stepping.kept_run import KeptRun, Moment, Told, with_lines
from judge.stepping.session import Session
from judge.text.folded_words import fold
from judge.views.known_run import KnownRun


class KeptKnownRun(KnownRun, KeptRun):
    """A run of the world that a player knows, with all its moments."""

    def step(self, frame: Frame) -> None:
        """Keeps where the run stands before a step."""
        self.catch_up()
        self.keep()


class PlayerSession(Session):
    """A session for the player at `seat`. Nothing can be chosen: the outcome might reveal hidden information.

    Raises NotImplementedYet, and BadInput where a saved pause that was changed cannot be played on.
    """

    def __init__(self, fixture: Fixture, seat: str, lang: str = "en", every: bool = False) -> None:
        self.seat = seat
        self.asking: frozenset[int] = frozenset()
        super().__init__(fixture, lang, every)

    def begun(self, fixture: Fixture) -> KeptRun:
        """The run as the player is told of it."""
        run = KeptKnownRun(with_lines(fixture, fixture.lines), self.seat)
        run.play_kept()
        self.moments = run.moments
        return run

    def show(self, run: KeptRun, at: int) -> None:
        """Shows a stop of a run."""
        run.moments = self.moments
        super().show(run, 0)
        stops = list(stops_for(self.seat, self.moments, self.lines))
        ends = [moment for moment, _ in stops]
        if not stops[-1][1]:
            ends[-1] = len(self.moments) - 1  # what comes after the last line tells the player nothing
        run.moments = [self.moments[end] for end in ends]
        lines = [n for n, (_, decision) in enumerate(stops) if n and not decision]
        self.lines = tuple(line._replace(moment=n) for line, n in zip(self.lines, lines, strict=True))
        self.asking = frozenset(n for n, (_, decision) in enumerate(stops) if decision)
        self.at = min(at, self.last)

    @property
    def asks(self) -> bool:
        """Is this the player's decision?"""
        return self.at in self.asking

    def decisions(self) -> Iterator[int]:
        """The stops at which the player decides."""
        yield from sorted(self.asking)

    def places(self, words: str) -> Iterator[int]:
        """The stops after a line by that article, or else with these words."""
        by = [line.moment for line in self.lines if any(within(rule, words) for rule in line.step.articles)]
        yield from by or (line.moment for line in self.lines if fold(words) in fold(line.step.text))

    def latest(self) -> Iterator[str]:
        """The articles of the last line that has some, else that of the step at which the script begins: how
        far the game is between two lines may depend on hidden information.
        """
        told = (line.step.articles for line in reversed(self.lines) if line.moment <= self.at)
        yield from next(filter(None, told), ()) or self.at_hand(self.fixture.start)

    def misfit(self) -> str:
        """Why the next line cannot be played; the reason only for the player's own."""
        run, misfit = self.run, self.run.misfit
        assert misfit is not None
        if misfit.refusal is None:
            return self.words["misfit"]
        return super().misfit() if run.more() else self.words["refused"]

    def choose(self, words: Sequence[str]) -> Line:
        """Raises NoAnswer: nothing can be chosen here."""
        raise NoAnswer(fill(self.words["only-seen"], {"seat": self.seat}))

    def play_on(self) -> bool:
        """False: the session ends where the player's run ends."""
        return False


def stops_for(seat: str, moments: Sequence[Moment], lines: Sequence[Told]) -> Iterator[tuple[int, bool]]:
    """The moments of these stops in order, each with whether it is a decision: the start, every line, every
    decision of the player.
    """
    asked = [at for at, moment in enumerate(moments) if moment.asked == seat]
    yield 0, False
    for line in lines:
        while asked and asked[0] < line.moment:
            yield asked.pop(0), True
        yield line.moment, False
    yield from ((at, True) for at in asked)
