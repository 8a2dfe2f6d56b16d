"""Recalled events: which past events the texts on a table ask about; only these are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import FrozenRecord
from judge.text.plain import TomlValue

SPANS = {"happened": "turn", "ever": "game"}  # by the word that asks, since when
ASKING = frozenset(
    ("did", "came", *SPANS)
)  # the words that ask what was done or has happened, or how a card came


def chronicle_key(span: str) -> str:
    """The memory key for the past events of a span."""
    return f"{span}:happened"


def asked_of(value: object, word: str) -> Iterator[object]:
    """The past events that a value asks about under a word, at any depth."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            if key == word:
                yield from one if isinstance(one, (list, tuple)) else (one,)
            else:
                yield from asked_of(one, word)
    elif isinstance(value, (tuple, list, FrozenRecord)):
        for one in value:
            yield from asked_of(one, word)


def event_of(book: Book, on: TomlValue) -> str:
    """The event name of a written pattern."""
    return on if isinstance(on, str) else next(str(key) for key in on if key in book.event_names)


def recalled(book: Book, value: object) -> Iterator[tuple[str, str]]:
    """The spans and names of the past events that a value asks about."""
    for word, span in SPANS.items():
        for one in asked_of(value, word):
            if isinstance(one, str) or (isinstance(one, Mapping) and not book.event_names.isdisjoint(one)):
                yield span, event_of(book, one)


def words_asked(value: object) -> set[str]:
    """The words by which a value asks about the past, at any depth; every ability of a table is read in this
    way.
    """
    found: set[str] = set()
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            found.update(ASKING.intersection(one))
            left += one.values()
        elif isinstance(one, (tuple, list, FrozenRecord)):
            left += one
    return found
