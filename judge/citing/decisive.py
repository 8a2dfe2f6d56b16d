"""Articles that decide a line of the trace in which another one acts: rows `[[decides]]` of a rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from judge.citing.lines import Lines


class Decisive(NamedTuple):
    """An article and the first line that it decides."""

    article: str
    at: int


def decisive(lines: Lines) -> Iterator[Decisive]:
    """The articles that the rulebook says decide something here, each at the first such line."""
    seen: set[str] = set()
    for row in lines.table.book.tables["decides"]:
        first = next(iter(lines.find(row["line"])), None)
        if first is not None and row["article"] not in seen:
            seen.add(row["article"])
            yield Decisive(row["article"], first.at)
