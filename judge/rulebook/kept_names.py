"""Kept names: names of steps and functions in a rulebook's tables, which look like article numbers but are
not renumbered.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping

from judge.tables.declarations import Names
from judge.tables.hints import Path, noted
from judge.tables.rulebook import Tables
from judge.text.plain import Json

Raw = dict[str, Json]


def names_kept(raw: Raw) -> Iterator[tuple[Path, Json]]:
    """The names of steps and of functions in the tables, each with its place: they are no numbers, although
    many are the article's.
    """
    for path, value, note in noted(Tables, {key: table for key, table in raw.items() if key != "procedure"}):
        if isinstance(note, Names) and note.kind in ("named step", "step of a procedure"):
            yield path, copy.deepcopy(value)
    for at, row in enumerate(raw["interrupts"]):
        yield ("interrupts", at, "use"), row if isinstance(row, str) else row["use"]


def keep(raw: Raw, path: Path, name: object, mapping: Mapping[str, str]) -> None:
    """Puts a name back to its place; the keys that lead there may have been renumbered."""
    row: Json = raw
    for part in path[:-1]:
        row = row[mapping.get(part, part) if isinstance(part, str) else part]
    row[path[-1]] = name
