"""Happenings: the names that a rulebook has for what happens to cards, whatever caused it: sent, left,
summoned.

A row of `[happening]` names moves by where they come from and go to, or gathers events of other names. A row
of `[did]` says which of them are remembered of a card, and of its player, until the turn passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine.kernel.book import Book
from judge.engine.kernel.event import place_of
from judge.engine.kernel.state import AppliedEvent
from judge.engine.kernel.view import View


def of_record(book: Book, record: AppliedEvent) -> tuple[str, ...]:
    """Every name of an event that happened. Where its card lies matters only for a move."""
    if record.verb != "move":
        return book.names_of(record.name, record.verb, "", "")
    called = book.names_of(record.name, "move", place_of(record.before), place_of(record.after))
    return (*called, *record.args["ways"]) if "ways" in record.args and not record.quiet else called


def did_key(word: str, whose: str) -> str:
    """The memory key for what a card (by its object) or a player (by the seat) did this turn."""
    return f"turn:did:{word}:{whose}"


def did(view: View, whose: str, word: str) -> bool:
    """Has a card or a player done this in the running turn?"""
    return did_key(word, whose) in view.game.memory


def times(view: View, whose: str, word: str) -> int:
    """How often a card or a player has done this in the running turn."""
    return int(view.game.memory.get(did_key(word, whose), 0))


def remembered(book: Book, records: Sequence[AppliedEvent]) -> Iterator[str]:
    """The keys of what a batch makes true for the rest of the turn."""
    for record in records:
        names = of_record(book, record)
        if record.quiet or book.did.keys().isdisjoint(names):
            continue
        cause = record.args.get("because")
        for word in dict.fromkeys(word for name in names for word in book.did.get(name, ())):
            if cause in book.tables["did"][word].get("because", (cause,)):
                yield did_key(word, record.ref if record.after is None else record.after.object)
                yield did_key(word, str(record.args.get("who") or record.seat))
