"""Questions that the book leaves open, of which only one side can be played: told where they are touched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from judge.citing.lines import Lines


class Touched(NamedTuple):
    """A question on which a ruling touches, and the first line on which it bears."""

    name: str
    at: int


def touched_questions(lines: Lines) -> Iterator[Touched]:
    """The questions that bear on a line of the trace, in the order of the rulebook."""
    for name, row in lines.table.book.tables["question"].items():
        first = min((one.at for line in row["line"] for one in lines.find(line)), default=None)
        if first is not None:
            yield Touched(name, first)
