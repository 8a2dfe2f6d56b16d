"""The lines of a trace as they are told, each with the moment at which it has happened."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.page.parts import Step
from judge.page.steps import steps
from judge.speech.sentences import Teller
from judge.stepping.kept_run import Moment


class Told(NamedTuple):
    """A line, and the moment of a run after it."""

    step: Step
    moment: int


def told_lines(teller: Teller, moments: Sequence[Moment], every: bool) -> Iterator[Told]:
    """The lines that the reader may read, in their order."""
    rows, _, by_line = steps(teller, every)
    places = teller.traced_at()
    last: dict[str, int] = {}
    for line, step in by_line.items():
        last[step.id] = max(places[line], last.get(step.id, -1))
    ends = [one.told for one in moments]
    latest = 0
    for step in rows:
        latest = max(latest, moment_after(ends, last.get(step.id, -1)))
        yield Told(step, latest)


def moment_after(ends: Sequence[int], entry: int) -> int:
    """The first moment by which a line of the trace had been told."""
    return min(bisect_left(ends, entry + 1), len(ends) - 1)
