"""Changed decisions: replays a script with one decision answered differently, and keeps the rest as far as
it fits.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.effects.reader import Reader
from judge.engine.flow.answers import answers
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.state import Decision, Frame
from judge.errors import BadInput
from judge.fixture.script import Line, gives_up, read_answer
from judge.play.replays import Passing, passable
from judge.play.run import Mark, Run, place
from judge.play.script_lines import said
from judge.text.rows import NamedTuple

MOST = 60  # replays of one question
PASSES = 8  # that one replay adds


class Swap(NamedTuple):
    """A decision of a script with another answer, as a line would write it."""

    mark: Mark
    line: Line
    value: object
    said: str


class Swapped(Passing):
    """The script from one decision on, which gets another answer. Lines that no longer fit are left out
    where a pass will do; the line that answered that decision is tried at the next one. `parted` says that a
    decision came up which no line answers.
    """

    def __init__(self, played: Run, swap: Swap, traced: bool = False) -> None:
        super().__init__(played.fixture, traced)
        self.partly = True
        self.end = played.game
        self.parted = False
        self.stand(swap.mark)
        rest = self.lines[swap.mark.at + 1 :]
        own = [swap.line] if swap.value != PASS else []
        self.lines = [*self.lines[: swap.mark.at + 1], *own, *rest]
        self.optional = swap.mark.at + 1 if own else -1
        self.gave_up = swap.value == PASS and len(self.game.agenda) == self.home.depth + 1
        self.engine.answer(swap.value)
        self.at = swap.mark.at + 1
        self.last_turn = self.game.turn

    def stop(self, frame: Frame) -> bool:
        """As any run, and where a player has given up at the window of `at`: what follows is no reply."""
        return (self.gave_up and len(self.game.agenda) <= self.home.depth) or super().stop(frame)

    def settle_claims(self, final: bool = False) -> None:
        """Judges no claims: they concern the script as it is."""
        self.waiting = []

    def take_line(self) -> None:
        """Gives the next line if it fits; otherwise passes, or leaves it out."""
        line, ask = self.lines[self.at], self.game.ask
        assert ask is not None
        if line.seat == ask.seat and not read_answer(self.engine.view, ask, line.words).error:
            super().take_line()
        elif self.at == self.optional:
            self.at += 1
        elif passable(ask) and self.added < PASSES:
            self.add_pass()
        else:
            self.parted = self.parted or not self.forgoes(line, ask)
            self.at += 1

    def forgoes(self, line: Line, ask: Decision) -> bool:
        """Is a line left out that has nothing to answer any more: the other player's, or a pass?"""
        return line.seat != ask.seat or gives_up(line)

    def completes(self) -> bool:
        """Close what is open beyond where the script ended."""
        ask, deep = self.game.ask, len(self.game.agenda)
        if ask is None or not passable(ask) or self.added >= PASSES or place(self.game) == place(self.end):
            return False
        if deep <= (len(self.end.agenda) if self.end.ask is not None else self.home.depth + 1):
            return False
        self.add_pass()
        return True

    def left_over(self) -> None:
        """Leaves out lines that nothing asks for any more."""


def swaps(played: Run, before: int) -> Iterator[Swap]:
    """The other legal answers to the decisions told before a line of the trace, from the last one back;
    of each decision the one that does nothing first.
    """
    for mark in reversed([point for point in played.marks if point.told < before]):
        yield from swaps_at(played, mark)


def swaps_at(played: Run, mark: Mark) -> Iterator[Swap]:
    """The other legal answers to one decision."""
    ask, line = mark.game.ask, played.lines[mark.at]
    assert ask is not None
    view = Reader(played.table, mark.game)
    taken = read_answer(view, ask, line.words).value
    others = [answer for answer in answers(view, ask) if answer != taken]
    for value in sorted(others, key=lambda choice: choice not in (PASS, False)):
        yield Swap(mark, line, value, said(view, ask, value, False).text)


def swapped(played: Run, swap: Swap, traced: bool = False) -> Swapped | None:
    """The script with another answer, played; None where it comes to a decision that nothing answers."""
    run = Swapped(played, swap, traced)
    try:
        run.play()
    except BadInput:
        return None
    return None if run.parted else run
