"""The common base of the grammar's checks: the rulebook, the file, and the other checks by name.

A card holds instructions that hold conditions that hold selectors that hold instructions. Each kind of value
has a module of its own, and reaches the others by `Checker`, which `judge/grammar/cards.py` makes whole.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Mapping

from judge.engine.kernel.book import Book
from judge.errors import Problem, nearest
from judge.grammar.tables import Checks, Path, listed
from judge.text.plain import Fields, Json, Scope
from judge.text.source import Source
from judge.text.toml_text import show

LISTED = 24  # keys that are named where another one was written


class Checker(ABC):
    """Checks what cards say against the grammar and the rulebook's own names."""

    def __init__(self, book: Book, source: Source, cards: Mapping[str, object]) -> None:
        self.book: Book = book
        self.source: Source = source
        self.cards: Fields = cards
        self.marks: Scope = book.tables["mark"]
        self.words: frozenset[str] = said(book)

    # --- tables ------------------------------------------------------------------------------
    def keys(
        self, path: Path, data: object, table: Mapping[str, str], what: str, needed: tuple[str, ...] = ()
    ) -> Checks:
        """Checks that every key of a table is known and has a fitting value, and that none is missing."""
        if not isinstance(data, Mapping):
            yield self.wrong(path, f"{what} must be a table", data)
            return
        for key, value in data.items():
            kind = table.get(key)
            if kind is None:
                message = self.book.not_yet(key) or f"{what} has no key {key!r}"
                known = ", ".join(sorted(table)) if len(table) <= LISTED else ""
                hint = nearest(key, table)
                yield self.source.problem([*path, key], message, expected=known, found=key, hint=hint)
            else:
                yield from self.value([*path, key], value, kind)
        for key in needed:
            if key not in data:
                yield self.source.problem(path, f"{what} needs the key {key!r}", expected=key)

    def wrong(self, path: Path, message: str, value: object, expected: str = "") -> Problem:
        """A placed problem about a value of the wrong kind."""
        return self.source.problem(path, message, expected=expected, found=show(value))

    def one_of(self, path: Path, value: Json, names: Json, what: str, article: str = "") -> Checks:
        """Checks a name, or a list of names, from a closed set; the message may cite an article."""
        if value == []:
            yield self.wrong(path, f"at least one {what} is needed here", value, listed(names))
        for at, name in enumerate(value if isinstance(value, list) else [value]):
            where = [*path, at] if isinstance(value, list) else path
            if not isinstance(name, str) or name not in names:
                hint = nearest(name, names) if isinstance(name, str) else ""
                yield self.source.problem(
                    where,
                    self.book.not_yet(name) or f"there is no {what} {show(name)}",
                    article=article,
                    expected=listed(names),
                    found=show(name),
                    hint=hint,
                )

    # --- what takes the whole grammar to check ------------------------------------------------
    @abstractmethod
    def value(self, path: Path, value: object, kind: str) -> Checks:
        """Checks that the value of a key is of its kind."""

    @abstractmethod
    def card_key(self, path: Path, key: str, value: object) -> Checks:
        """Checks one key of a card: a printed value, an ability, a keyword, or one of the few others."""

    @abstractmethod
    def token(self, path: Path, data: Mapping[str, object]) -> Checks:
        """A token that a text describes: its name and its other printed values."""

    @abstractmethod
    def keyword(self, path: Path, word: str, value: object) -> Checks:
        """A keyword with its parameters."""

    @abstractmethod
    def variables(self, path: Path, data: object, spec: object = None) -> Checks:
        """Checks that every ``$name`` of an ability is stored by its instructions, or by those of the
        keyword that it is in.
        """

    @abstractmethod
    def instruction(self, path: Path, data: object) -> Checks:
        """One instruction: exactly one verb and the keys it takes."""

    @abstractmethod
    def event(self, path: Path, data: object) -> Checks:
        """Checks the events that an ability listens to."""

    @abstractmethod
    def selector(self, path: Path, data: object, more: Mapping[str, str] | None = None) -> Checks:
        """A selector: its own keys, attributes and marks."""

    @abstractmethod
    def condition(self, path: Path, data: object) -> Checks:
        """A condition of the vocabulary."""


@functools.lru_cache(maxsize=64)
def said(book: Book) -> frozenset[str]:
    """The words that cards may use; the others are for the rulebooks' own procedures."""
    return frozenset(name for name, word in book.vocabulary.items() if word.under)
