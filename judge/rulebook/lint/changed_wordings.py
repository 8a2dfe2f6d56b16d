"""Changed wordings: checks what the changes of a version, a reading, an edition or an overlay write in the
language of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.engine.kernel.book import Book
from judge.errors import Problem
from judge.rulebook.bindings import readable
from judge.rulebook.lint.texts import Reader, Text, given_at, outside_play, texts_of, worded
from judge.tables.check import filled
from judge.tables.decks import DeckTables
from judge.tables.hints import Path
from judge.tables.references import Fault
from judge.tables.rulebook import Tables
from judge.text.plain import Fields, Json
from judge.text.source import Source


def changed_wordings(whole: Fields, new: Fields, before: Fields, more: Fields) -> Iterator[Fault]:
    """What is wrong with texts of `new` tables that were not there before, by their paths; the tables of the
    deck stand under `deck`, `more` are words that only data of cards have. Forms are right by now.
    """
    if not whole.get("playable", True):
        return
    texts = list(fresh(Tables, without_deck(new), before))
    if texts:
        yield from of_texts(readable(filled(Tables, without_deck(whole))), whole, texts)
    texts = list(fresh(DeckTables, new["deck"], before["deck"])) if new.get("deck") else []
    if texts:
        book = outside_play(filled(Tables, without_deck(whole)), more)
        yield from of_texts(book, whole["deck"], texts)


def fresh(form: object, new: Mapping[str, object], before: Mapping[str, object]) -> Iterator[Text]:
    """The texts of tables that were not in them before, at their place or at another of the same row."""
    old = {path: (value, kind) for path, value, kind in texts_of(form, {key: before.get(key) for key in new})}
    old_texts: list[Any] = []
    for path, value, kind in texts_of(form, new):
        if old.get(path) != (value, kind):
            old_texts = old_texts or [(row_of(place), *text) for place, text in old.items()]
            if (row_of(path), value, kind) not in old_texts:
                yield path, value, kind


def row_of(path: Path) -> Path:
    """The row in which a text stands, which decides what it may name. Rows of a list have no names."""
    return path[:2] if len(path) > 1 and isinstance(path[1], str) else path[:1]


def without_deck(whole: Mapping[str, object]) -> dict[str, Json]:
    """The tables that a game is played by."""
    return {name: table for name, table in whole.items() if name != "deck"}


def of_texts(book: Book, tables: Mapping[str, object], texts: Sequence[Text]) -> Iterator[Fault]:
    """Every fault of some texts."""
    source = Unwritten()
    for path, value, kind in texts:
        for problem in worded(Reader(book, source, given_at(tables, path)), list(path), value, kind):
            yield source.faults[problem]


class Unwritten(Source):
    """A stand-in for the file of tables that exist only after changes: a problem has no place in a text, but
    a path in these tables.
    """

    def __init__(self) -> None:
        super().__init__("", "", {})
        self.faults: dict[Problem, Fault] = {}

    def problem(self, path: Sequence[str | int], message: str, **more: str) -> Problem:
        """A problem; the fault is kept."""
        told = super().problem(path, message, **more)
        self.faults[told] = (
            tuple(path),
            message,
            {key: more.get(key, "") for key in ("expected", "found", "hint")},
        )
        return told
