"""Rulings below paths, each with its id."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.errors import BadInput
from judge.text.source import read_source

RULING = frozenset(("script", "cards", "at", "A", "B"))


def rulings_in(paths: Sequence[str]) -> list[tuple[str, str]]:
    """The rulings, in order, each with its id and its path."""
    return sorted(set(found(paths)))


def found(paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The same as they are found."""
    for path in paths:
        inside = sorted(map(str, Path(path).rglob("*.toml"))) if os.path.isdir(path) else [path]
        for file in inside:
            if file == path or is_ruling(file):
                yield id_of(file), file


def is_ruling(file: str) -> bool:
    """Is it a ruling?"""
    try:
        data = read_source(file).data
    except BadInput:
        return True
    return "game" in data and not RULING.isdisjoint(data) and "deck" not in data


def id_of(file: str) -> str:
    """Its path under `fixtures`."""
    parts = Path(file).with_suffix("").parts
    return "/".join(parts[len(parts) - parts[::-1].index("fixtures") :] if "fixtures" in parts else parts)
