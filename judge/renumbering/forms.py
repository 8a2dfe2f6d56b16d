"""The files of a rulebook, each with the form that its tables have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from judge.rulebook.lint import beside_tables
from judge.rulebook.shelf import FILES, overlays_of
from judge.tables.overlays import Version
from judge.tables.rulebook import Tables
from judge.text.source import Source, read_source


def forms(folder: str) -> dict[Path, object]:
    """Every file of a rulebook that has tables, whether it is there or not."""
    own = {Path(folder, f"{name}.toml"): Tables for name in FILES}
    return {**own, **beside_tables(folder), **dict.fromkeys(overlays_of(folder).values(), Version)}


def forms_of(folder: str) -> Iterator[tuple[Source, object]]:
    """Those that are there, read. Raises BadInput for one that cannot be."""
    for path, form in forms(folder).items():
        if path.is_file():
            yield read_source(path), form
