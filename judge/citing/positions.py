"""What a card came to on its way from one position to another, and the articles on that."""

from __future__ import annotations

from collections.abc import Iterator

from judge.citing.worded import worded
from judge.engine.kernel.book import Book
from judge.engine.kernel.event_names import place_of
from judge.engine.kernel.state import EMPTY, Card, Record
from judge.engine.layout.face_down import lies_down, losing
from judge.text.plain import Fields


def positions(book: Book, record: Record, data: Fields) -> Iterator[str]:
    """The articles on a card that an event has moved, turned over or marked; `data` is what was seen then."""
    before, after = record.before, record.after
    yield from worded(book, "effects-end") if data.get("breaks") else ()
    if after is None:
        return
    yield from moved(book, record, before, after) if before is not None else ()
    yield from changed(book, record, before, after)
    yield from arrived(book, record, before, after)
    yield from worded(book, "entry-effects") if data.get("scoped") else ()
    for zone in data.get("slots", ()):
        yield from book.zones[zone]["beneath_rules"]


# --- on its way --------------------------------------------
def moved(book: Book, record: Record, before: Card, after: Card) -> Iterator[str]:
    """The articles on a card that goes from one zone to another."""
    if not after.zone or (before.zone == after.zone and before.on == after.on):
        return
    yield from left(book, before, after)
    yield from piled(book, before, after, bool(record.args.get("onto")))
    yield from gone(book, record, before, after)
    usual = book.zones[after.place].get("arrive_rule")
    if usual and "marks" not in record.args and before.place != after.place:
        yield str(usual)


def left(book: Book, before: Card, after: Card) -> Iterator[str]:
    """The articles on leaving a zone, and that a move is not one of those that go by a name."""
    leaves = book.zones[before.place].get("leaves") if before.place != after.place else None
    if leaves and leaves.get("rule"):
        yield str(leaves["rule"])
    rows = (row["other"] for row in book.happenings.values() if "from" in row.get("other", ()))
    origin, goal = place_of(before), place_of(after)
    yield from (str(row["rule"]) for row in rows if origin in row["from"] and goal in row["to"])


def piled(book: Book, before: Card, after: Card, onto: bool) -> Iterator[str]:
    """The articles on piles: a card comes from beneath another, goes with those beneath it, covers others."""
    pile = book.tables["pile"]
    if before.on:
        yield str(pile["silent"])
    if after.under and before.seat != after.seat:
        yield str(pile["control"])
    if after.under:
        yield str(pile["onto"] if onto else pile["one"])


def gone(book: Book, record: Record, before: Card, after: Card) -> Iterator[str]:
    """The articles on going home to one's owner, on a way that another word has, and on one that leads
    elsewhere than its word says.
    """
    if before.owner != before.seat and before.owner == after.seat:
        yield from worded(book, "to-owner")
    for word, spec in book.moves.items():
        other = "otherwise" in spec and word != record.name
        if other and spec["to"] == after.place and before.place == spec["origin"]:
            yield str(spec["otherwise"])
    if book.moves.get(record.name, EMPTY).get("to", after.place) != after.place:
        yield str(book.zones[after.place].get("rule", ""))
    if record.args.get("singly"):
        yield str(book.zones[before.place].get("one_by_one", ""))
    if record.args.get("belongs"):
        yield from book.tables["belongs"]["rules"]


# --- where it lies now -------------------------------------
def changed(book: Book, record: Record, before: Card | None, after: Card) -> Iterator[str]:
    """The articles on a card turned over on its pile, or that loses a mark which brings others."""
    if record.verb == "turn":
        yield str(book.tables["faces"].get(after.face, ""))
    if record.verb == "mark" and after.under and lies_down(book, after):
        yield str(book.tables["pile"]["control"])
    if record.verb == "mark" and before is not None and len(after.marks) < len(before.marks):
        yield from losing(book, after)


def arrived(book: Book, record: Record, before: Card | None, after: Card) -> Iterator[str]:
    """The articles on where a card lies now, or that it lies nowhere, and on what that brings about."""
    stock = book.tables["stock"].get(after.print, EMPTY)
    if after.zone and after.owner != after.seat:
        yield from worded(book, "foreign")
    if not after.zone:
        yield from (str(book.tables.get("token", EMPTY).get("gone", "")), str(stock.get("gone", "")))
    if record.verb == "create":
        yield from stock.get("cites", ())
    if book.unread and before is not None and lies_down(book, before) and not lies_down(book, after):
        yield str(book.tables["face_down"]["rule"])
