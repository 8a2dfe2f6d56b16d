"""The traces that a call writes or takes away: none is a file that it reads, nor that of two rulings."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from judge.cli.inputs import of_rulings
from judge.errors import Problem
from judge.suite.examined import linked, trace_path

if TYPE_CHECKING:
    from judge.cli.options import RunOptions
    from judge.suite.played import Playing

Identity: TypeAlias = str | tuple[int, int]


class Keeper:
    """Says of traces why they may not be written or taken away. What is read is looked up once, and only
    where there is something to lose.
    """

    def __init__(self, rulings: Sequence[str], by: RunOptions | Playing) -> None:
        self.rulings = rulings
        self.by = by
        self._read: dict[Identity, str] | None = None
        self._rulings: dict[str, list[str]] = {}  # by the place of their trace

    def refused(self, written: Iterable[str], gone: Iterable[str] = ()) -> Iterator[Problem]:
        """What is wrong with the traces to be written and those to be taken away."""
        yield from filter(None, map(self.against_writing, written))
        for trace in gone:
            if self.reads(trace):
                yield fault(
                    trace, "this is read, and would be taken away as the trace of a ruling that is gone"
                )

    def against_writing(self, trace: str) -> Problem | None:
        """Why a trace may not be written; None where it may."""
        link = linked(trace)
        if link is not None:
            return link
        several = self.rulings_of(trace)
        if len(several) > 1:
            message = "this would be the trace of more than one ruling, and overwrite itself"
            return fault(trace, message, "rulings with names of their own", ", ".join(several))
        read = self.reads(trace)
        message = "a trace would overwrite this file, which is read"
        return fault(trace, message, "nothing but the trace by this name", read) if read else None

    def rulings_of(self, trace: str) -> list[str]:
        """The rulings whose trace lies there."""
        if not self._rulings:
            for one in self.rulings:
                self._rulings.setdefault(os.path.realpath(trace_path(one)), []).append(one)
        return self._rulings.get(os.path.realpath(trace), [])

    def reads(self, path: str) -> str:
        """By which path the call reads a file; "" where it does not, or there is none."""
        if not os.path.lexists(path):
            return ""
        if self._read is None:
            read = of_rulings(self.rulings, self.by.rulebook, self.by.overlays)
            self._read = {_identity(one): one for one in read}
        return self._read.get(_identity(path), "")


def fault(trace: str, message: str, expected: str = "a file that is not read", found: str = "") -> Problem:
    """What is wrong with a trace."""
    return Problem(trace, 0, 0, "", "", message, expected, found)


def _identity(path: str) -> Identity:
    """What two paths of one file have in common."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):  # it is not there, or no file has such a name
        return os.path.abspath(path)
    return found.st_dev, found.st_ino
