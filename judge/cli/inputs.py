"""Input files: lists what a command reads, so that it never overwrites one of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from judge.cli.options import check_written
from judge.errors import BadInput, Problem

if TYPE_CHECKING:
    from judge.cli.options import RunOptions
    from judge.fixture.load import Fixture
    from judge.text.source import Source


PIPED: Final = "-"  # a file that is what is piped in
STDIN: Final = "<stdin>"  # what it is called


def given(file: str) -> Source:
    """The text of a fixture, read from a file or from standard input. Raises BadInput."""
    from judge.text.source import read_piped, read_source

    return read_piped(sys.stdin.buffer, STDIN) if file == PIPED else read_source(file)


def called(file: str) -> str:
    """The name of a file as messages show it."""
    return STDIN if file == PIPED else file


def check_over(option: str, path: str, read: Iterable[str]) -> Iterator[Problem]:
    """The problem that an output file is one of the inputs. The inputs are looked up only where there is
    something to overwrite.
    """
    if path and os.path.lexists(path):
        yield from check_written(option, path, read)


def of_run(options: RunOptions) -> Iterator[str]:
    """The files that the fixtures of a run are read from."""
    yield from of_rulings(options.files, options.rulebook, options.overlays)


def of_fixture(fixture: Fixture) -> Iterator[str]:
    """The files that a fixture was read from."""
    yield from of_rulings([fixture.file], fixture.book.folder, fixture.book.overlays)


def of_rulings(paths: Iterable[str], rulebook: str, overlays: Sequence[str]) -> Iterator[str]:
    """The files that rulings are read from: their own, those of their cards, the rulebooks with their
    overlays, and the catalogue.
    """
    from judge.cards.file import default_path

    yield from overlays
    names = {rulebook}
    for path in paths:
        if path == PIPED:  # it is read once, by who plays it
            continue
        yield path
        named, cards = named_by(path)
        yield from cards
        if not rulebook:
            names.add(named)
    for name in sorted(names - {""}):
        yield from of_rulebook(name)
    yield default_path()


def named_by(path: str) -> tuple[str, list[str]]:
    """The game of a ruling, and the files of its cards; both empty for one that cannot be read."""
    from judge.fixture.library import files_of_cards
    from judge.text.source import read_source

    try:
        source = read_source(path)
    except BadInput:
        return "", []
    game = source.data.get("game")
    return game if isinstance(game, str) else "", files_of_cards(source)


def of_rulebook(name: str) -> list[str]:
    """Every file of a rulebook and its layers; none where there is no such rulebook, as that is told
    elsewhere.
    """
    from judge.rulebook.shelf import find, layers

    try:
        return [file for folder in layers(str(find(name))) for file in of_folder(str(folder))]
    except BadInput:
        return []


def of_folder(folder: str) -> list[str]:
    """Every file below a folder, in order."""
    return sorted(str(path) for path in Path(folder).rglob("*") if path.is_file())
