"""The files that a call reads: whatever it writes, it writes over none of them."""

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
    from judge.suite.played import Playing
    from judge.text.source import Source


PIPED: Final = "-"  # a file that is what is piped in
STDIN: Final = "<stdin>"  # what it is called


def given(file: str) -> Source:
    """The dispute of a file, or of standard input. Raises BadInput."""
    from judge.text.source import read_piped, read_source

    return read_piped(sys.stdin.buffer, STDIN) if file == PIPED else read_source(file)


def called(file: str) -> str:
    """What a file is called in messages."""
    return STDIN if file == PIPED else file


def check_over(option: str, path: str, read: Iterable[str]) -> Iterator[Problem]:
    """A file to write that is one of those that are read. What is read is looked up only where there is
    something to write over.
    """
    if path and os.path.lexists(path):
        yield from check_written(option, path, read)


def of_run(options: RunOptions) -> Iterator[str]:
    """What the fixtures of a run are read from."""
    yield from of_rulings(options.files, options.rulebook, options.overlays)


def of_playing(paths: Iterable[str], playing: Playing) -> Iterator[str]:
    """What rulings are read from that are played in processes."""
    yield from of_rulings(paths, playing.rulebook, playing.overlays)


def of_fixture(fixture: Fixture) -> Iterator[str]:
    """What a fixture was read from."""
    yield from of_rulings([fixture.file], fixture.book.folder, fixture.book.overlays)


def of_rulings(paths: Iterable[str], rulebook: str, overlays: Sequence[str]) -> Iterator[str]:
    """What rulings are read from: their own files, those of their cards, the rulebooks with what is laid over
    them, and the catalogue.
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
    """The game that a ruling names, and the files of its cards; one that cannot be read names none."""
    from judge.fixture.library import files_of_cards
    from judge.text.source import read_source

    try:
        source = read_source(path)
    except BadInput:
        return "", []
    game = source.data.get("game")
    return game if isinstance(game, str) else "", files_of_cards(source)


def of_rulebook(name: str) -> list[str]:
    """Every file of a rulebook and of what is laid over it in folders of one's own; none where it is not
    there, which is told elsewhere.
    """
    from judge.rulebook.shelf import find, layers

    try:
        return [file for folder in layers(str(find(name))) for file in of_folder(str(folder))]
    except BadInput:
        return []


def of_folder(folder: str) -> list[str]:
    """Every file below a folder, in order."""
    return sorted(str(one) for one in Path(folder).rglob("*") if one.is_file())
