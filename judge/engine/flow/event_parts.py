"""What an event of a name may have about it: a card that it befalls, marks, a number, other cards.

Worked out of what is declared once: the atomic changes, the words, and the rows of a rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.flow.changes import ATOMS
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import EMPTY
from judge.text.plain import Fields

CARDS = {"create": "print", "gain": "to"}  # where a change names the cards that it befalls by another key
ROWS = {"move": "move", "mark_word": "mark", "mark_event": "mark"}  # by table, the change of its events


def parts_of(book: Book, event: str) -> frozenset[str]:
    """What events of this name may have: `card`, `marks`, `n`, `target` …"""
    row = book.happenings.get(event, EMPTY)
    found = {*named(book, event)}
    for name in row.get("names", ()):
        found.update(named(book, name))
    return frozenset({*found, *(of_change("move") if "to" in row else ())})


def named(book: Book, event: str) -> Iterator[str]:
    """What a row of the rulebook says of its events; where none has the name, the word that goes by it, and
    the change. One that only a step gives is of a move.
    """
    rows: Fields = book.tables
    tables = [one for one in (*ROWS, "signal", "score_word") if event in rows.get(one, EMPTY)]
    for table in tables:
        if table in ROWS:
            yield from of_change(ROWS[table]) - {"n"}  # of counters, which no row names
        elif table == "signal":
            yield from ("card",) if book.signals[event]["card"] else ()
            yield from book.signals[event]["tells"]
        else:
            yield from of_change("score") - {"card"}
            yield from ("card",) if book.tables["score_word"][event]["card"] else ()
    if not tables:
        yield from book.parts.get(event, ())
        yield from of_change(event) if event in ATOMS else ()
        yield from of_change("move") if event not in book.parts and event not in ATOMS else ()


def of_change(verb: str) -> set[str]:
    """What the event of an atomic change may have."""
    found = {key.lstrip("?") for key in ATOMS[verb].takes}
    return found | {"card"} if CARDS.get(verb) in found else found
