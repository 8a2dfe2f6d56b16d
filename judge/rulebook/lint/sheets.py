"""Sheets: reads the files of a rulebook, puts them together, and remembers the file of each table."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from judge.errors import BadInput, Problem
from judge.rulebook.shelf import FILES
from judge.tables.hints import Path as Place
from judge.text.rows import NamedTuple
from judge.text.source import Source, parse_source, read_text


class Sheets(NamedTuple):
    """The tables of a rulebook's own files together, and the file of each."""

    folder: str
    tables: dict[str, object]
    sources: dict[str, Source]

    def problem(self, path: Place, message: str, details: Mapping[str, str]) -> Problem:
        """A problem placed in the file in which its table stands; in the first where none has it."""
        source = self.sources.get(str(path[0])) if path else next(iter(self.sources.values()), None)
        if source is None:
            return Problem(self.folder, 0, 0, ".".join(map(str, path)), "", message, **details)
        return source.problem(path, message, **details)


def read_sheets(folder: str, problems: list[Problem]) -> Sheets:
    """Every file of a rulebook's own tables. Files that cannot be read, and tables that occur in two files,
    are problems.
    """
    sheets = Sheets(folder, {}, {})
    for source, _ in read_all(dict.fromkeys(Path(folder, f"{name}.toml") for name in FILES), problems):
        for key, value in source.data.items():
            if key in sheets.sources:
                problems.append(
                    source.problem(
                        [key], f"[{key}] stands in {Path(sheets.sources[key].file).name} too", found=key
                    )
                )
            else:
                sheets.tables[key], sheets.sources[key] = value, source
    return sheets


def read_all(forms: Mapping[Path, object], problems: list[Problem]) -> list[tuple[Source, object]]:
    """The files that exist, each with its form; those that cannot be read become problems."""
    sources = []
    for path, form in forms.items():
        if path.exists():
            try:
                sources.append((read_once(path), form))
            except BadInput as error:
                problems.extend(error.problems)
    return sources


def read_once(path: Path) -> Source:
    """A file of a rulebook. Raises BadInput where it cannot be read."""
    text = read_text(path)
    try:
        return Source(str(path), text, parsed(text).data)
    except BadInput:
        return parse_source(text, str(path))  # which tells the places in this file


# A rulebook and a changed copy of it, which `judge diff` compares, have most of their files in common.
@functools.lru_cache(maxsize=128)
def parsed(text: str) -> Source:
    """A TOML text, wherever it stands; nobody changes its data. Raises BadInput."""
    return parse_source(text, "")
