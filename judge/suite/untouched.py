"""What a rulebook leaves open and no ruling touches on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from judge.errors import Problem
from judge.rulebook.lint.sheets import read_sheets
from judge.suite.played import Played

PLAYED: Final = ("holds", "fails", "undecided")


def untouched(folder: str, rulings: Sequence[Played], decided: Collection[str] = ()) -> Iterator[Problem]:
    """A note for each reading, and each question of which one side only can be played, on which none of these
    rulings touches; of readings that are `decided` none.
    """
    sheets = read_sheets(folder, [])
    played = [one for one in rulings if one.result in PLAYED]
    readings = {*decided, *(reading.name for one in played for reading in one.readings)}
    questions = {name for one in played for name in one.questions}
    for table, found in (("reading", readings), ("question", questions)):
        for name in sheets.tables.get(table, {}):  # type: ignore[attr-defined]  # a rulebook without a fault
            if name not in found:
                message = f"no ruling touches on the {table} {name} ({len(played)} played)"
                yield sheets.problem((table, name), message, {})._replace(severity="note")
