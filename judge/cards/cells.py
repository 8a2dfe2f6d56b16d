"""A table as text: its cells and where each begins.

Separators, quotes and line ends as spreadsheets write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from judge.cards.bounds import COLUMNS

LINE_END: Final = r"\r\n|\n|\r"  # as spreadsheets of any system write it
_BETWEEN: Final = (",", ";", "\t", "|")


class Cell(NamedTuple):
    """One cell: its text, and where it begins, in characters from the start."""

    text: str
    at: int


class Broken(Exception):
    """What spoils the rest, such as a quote: where it stands, and what is wrong with it."""

    def __init__(self, at: int, message: str, expected: str) -> None:
        super().__init__(at, message, expected)
        self.at, self.message, self.expected = at, message, expected


def separator_of(text: str) -> str:
    """What parts the cells: the sign that the first line has most often, outside quotes."""
    line = re.sub(r'"[^"]*"', "", text.lstrip("\r\n").split("\n", 1)[0])
    return max(_BETWEEN, key=lambda one: (line.count(one), -_BETWEEN.index(one)))


def rows_of(text: str, separator: str) -> Iterator[list[Cell]]:
    """Every row that is not empty. Raises Broken at a quote that is not closed, or has text behind it, and at
    a cell more than any table has.
    """
    between = re.escape(separator)
    cell = re.compile(
        rf'(?:"((?:[^"]|"")*+)"|([^{between}\r\n"][^{between}\r\n]*+|))({between}|\r\n|\n|\r|\Z)'
    )
    at = 0
    row: list[Cell] = []
    while at < len(text) or row:
        found = cell.match(text, at)
        if found is None:
            raise _broken(text, at)
        quoted = found[1]
        if len(row) == COLUMNS:
            raise Broken(at, "too many columns", f"at most {COLUMNS} cells in a row")
        row.append(Cell(found[2] if quoted is None else quoted.replace('""', '"'), at))
        at = found.end()
        if found[3] != separator:
            if any(one.text.strip() for one in row):
                yield row
            row = []


def _broken(text: str, at: int) -> Broken:
    closed = re.compile(r'"(?:[^"]|"")*+"').match(text, at)
    if closed:
        return Broken(closed.end(), "text behind a closing quote", "the end of the cell")
    return Broken(at, "a quote that is not closed", "a closing quote")
