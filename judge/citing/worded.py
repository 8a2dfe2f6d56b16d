"""The articles that a rulebook gives for the engine's own words, in its table `[cites]`."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.kernel.book import Book
from judge.engine.language.traits import names


def worded(book: Book, *seen: str) -> Iterator[str]:
    """The articles for words of the engine; none for one that the rulebook does not have."""
    for word in seen:
        yield from names(book.cites.get(word, ()))
