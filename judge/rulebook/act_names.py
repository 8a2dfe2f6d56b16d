"""Act names: what players call the acts of a book in a script line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from judge.engine.kernel.book import Book

PASSING: Final = ("pass", "end")
ASKED_ONLY: Final = (
    "resolve",
    "reveal",
)  # acts of no moment of their own: what waits, or is told, calls for them


def acts_of(book: Book) -> set[str]:
    """The acts that players may do in some window of the book, as a script line names them."""
    return {*(spoken(book, offer) for offer in offers_of(book)), *endings(book)}


def offers_of(book: Book) -> set[str]:
    """The offers of the windows of the book."""
    offered = {offer for row in book.windows.values() for offer in row.offers}
    steps = (step for procedure in book.procedures.values() for step in procedure.steps)
    return offered.union(*(step.args.get("offers", ()) for step in steps))


def spoken(book: Book, offer: str) -> str:
    """The name by which players call what an offer offers."""
    row = book.tables["action"].get(offer)
    return str(row.get("name", offer)) if row is not None else book.spoken.get(offer, offer)


def endings(book: Book) -> set[str]:
    """The words by which players do nothing in a window."""
    return {*(row.end for row in book.windows.values()), *PASSING}


def untimed(book: Book) -> Iterator[str]:
    """The acts whose moment the book gives by no article."""
    timed = (*book.tables["timing"], *endings(book), *ASKED_ONLY)
    yield from sorted({spoken(book, offer) for offer in offers_of(book)}.difference(timed))
