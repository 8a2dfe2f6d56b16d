"""What a reader is told of how a position ended: who won, counts, scores, where named cards are, values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from judge.engine.effects.reader import Reader
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS, UNKNOWN, Card, Game
from judge.engine.kernel.table import Table
from judge.fixture.facts import ending

COUNTER = "counter:"
BENEATH = "beneath "  # of where a card lies that lies beneath another one


class Item(NamedTuple):
    """One thing that is told of an end: its kind, whose or which card's, of what, and how it is."""

    kind: str  # result, count, score, place, state, value
    of: str
    attr: str
    value: object

    @property
    def key(self) -> tuple[str, str, str]:
        """What is told, without how it is."""
        return (self.kind, self.of, self.attr)


def told_of(table: Table, game: Game) -> tuple[Item, ...]:
    """Everything that is told of a position, in a fixed order."""
    return (*figures(table.book, game), *places(table, game), *looks(table, game))


def figures(book: Book, game: Game) -> Iterator[Item]:
    """Who won, and the counts and scores that the rulebook sums up by."""
    yield Item("result", "", "", ending(game))
    summary = book.tables["summary"]
    for zone in summary.get("zones", ()):
        yield from (Item("count", seat, zone, len(game.zones.get(f"{seat}.{zone}", ()))) for seat in SEATS)
    for score in summary.get("scores", ()):
        yield from (Item("score", seat, score, game.scores.get(f"{seat}.{score}", 0)) for seat in SEATS)


def places(table: Table, game: Game) -> Iterator[Item]:
    """Where every card is that has a name."""
    for card in game.cards.values():
        if named(table, card):
            yield Item("place", card.id, "", f"{BENEATH}{card.on}" if card.on else card.zone)


def looks(table: Table, game: Game) -> Iterator[Item]:
    """States, counters and numbers of the named cards that lie open."""
    view, book = Reader(table, game), table.book
    stateful = [name for name, states in book.tables["mark"].items() if isinstance(states, list)]
    numbers = [name for name, row in book.attributes.items() if row.get("type") == "int"]
    for card in game.cards.values():
        if not card.zone or card.on or not named(table, card) or book.zones[card.place]["seen"] != "all":
            continue
        for name, value in card.marks:
            if name in stateful or (name.startswith(COUNTER) and value):
                yield Item("state", card.id, name, value)
        for name in numbers:
            value = view.value(card, name)
            if value is not None:
                yield Item("value", card.id, name, value)


def named(table: Table, card: Card) -> bool:
    """Does a card have a name that a reader knows?"""
    return table.prints[card.print].key != UNKNOWN
