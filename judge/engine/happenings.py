"""What befalls cards, by the names that a rulebook has for it whatever did it: sent, left, summoned.

A row of `[happening]` names moves by where they come from and go to, or gathers events of other names. A row
of `[did]` says which of them are remembered of a card, and of its player, until the turn passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from judge.state import Card, Record

if TYPE_CHECKING:
    from judge.engine.book import Book
    from judge.engine.view import View

UNDER = "under"
# the mark of a card that does not count as lying where it lies, and the place from which it goes
UNPLACED = "unplaced"


def place_of(card: Card | None) -> str:
    """Where a card lies as events see it: beneath another card is no place of the zone above."""
    if card is None:
        return ""
    if card.on:
        return UNDER
    return UNPLACED if card.marks and card.mark(UNPLACED) else card.place


def namer(rows: Mapping[str, Mapping[str, Any]]) -> Callable[[str, str, str, str], tuple[str, ...]]:
    """What finds every name of an event, each worked out once:
    its own, its verb's, and those of the rows that it fits.
    """

    found: dict[tuple[str, str, str, str], tuple[str, ...]] = {}

    def names(name: str, verb: str, origin: str = "", goal: str = "") -> tuple[str, ...]:
        key = (name, verb, origin, goal)
        if key not in found:
            own = (name,) if name == verb else (name, verb)
            found[key] = (
                *own,
                *(word for word, row in rows.items() if word != name and fits(row, name, verb, origin, goal)),
            )
        return found[key]

    return names


def fits(row: Mapping[str, Any], name: str, verb: str, origin: str, goal: str) -> bool:
    """Is the event one of a row's: of a name that it lists, and a move between the places that it gives?"""
    if "names" in row and (name not in row["names"] or "to" not in row):
        return name in row["names"]
    if verb != "move" or goal not in row["to"] or origin == goal:
        return False
    return origin in row["from"] if "from" in row else origin not in row.get("not_from", ())


def of_record(book: Book, record: Record) -> tuple[str, ...]:
    """Every name of an event that happened; only of a move it matters where the card lies."""
    if record.verb != "move":
        return book.names_of(record.name, record.verb, "", "")
    return book.names_of(record.name, "move", place_of(record.before), place_of(record.after))


def did_key(word: str, whose: str) -> str:
    """Under which key it is remembered that a card (its object) or a player (the seat) did something this
    turn.
    """
    return f"turn:did:{word}:{whose}"


def did(game: View, whose: str, word: str) -> bool:
    """Has a card or a player done this in the running turn?"""
    return did_key(word, whose) in game.game.memory


def times(game: View, whose: str, word: str) -> int:
    """How often a card or a player has done this in the running turn."""
    return int(game.game.memory.get(did_key(word, whose), 0))


def remembered(book: Book, records: Sequence[Record]) -> Iterator[str]:
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
