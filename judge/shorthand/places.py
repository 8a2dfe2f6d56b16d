"""What a line may name behind an act, by its declaration: whose cards of which types, or which words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.engine.kernel.book import Book
from judge.engine.kernel.registry import A_WORD, ANY_CARD, OWN_CARD, THEIR_CARD
from judge.engine.kernel.state import Card
from judge.engine.kernel.table import Table
from judge.engine.layout.slots import slots_of
from judge.rulebook.act_names import offers_of, spoken
from judge.text.plain import Fields, Plain


class Place(NamedTuple):
    """One thing that a line names: a card of its player, of the other one or of either, or a word."""

    kind: str
    types: tuple[str, ...] = ()  # of its card; any where there are none
    words: frozenset[str] = frozenset()  # that it may be besides a card; any where there are none


Named = tuple[str, Card | None]  # a word of a line, with the card that it is or is of


def places_of(book: Book) -> dict[str, list[tuple[Place, ...]]]:
    """By act, what stands behind it: a row for each offer that is called so."""
    found: dict[str, list[tuple[Place, ...]]] = {}
    for offer in sorted(offers_of(book)):
        row = book.tables["action"].get(offer)
        places = of_row(book, row) if row is not None else of_offer(book, offer)
        rows = found.setdefault(spoken(book, offer), [])
        rows.extend([places] if places not in rows else [])
    return found


def of_offer(book: Book, offer: str) -> tuple[Place, ...]:
    """What an offer of a game's own code names."""
    return tuple(
        Place(kind, words=frozenset(book.beside if kind == THEIR_CARD else ())) for kind in book.places[offer]
    )


def of_row(book: Book, row: Fields) -> tuple[Place, ...]:
    """What a row of `[action]` names: its card, and the card, slot, place, way or words beside it."""
    if "each" not in row:
        return ()
    own = Place(OWN_CARD, types_of(book, row["each"]))
    if row.get("to"):
        return own, Place(whose(row["to"]), types_of(book, row["to"]))
    slots = [slot for zone in row["slots"] for slot in slots_of(book, zone)]
    if slots or row["places"] or row["ways"]:
        return own, Place(A_WORD, words=frozenset((*slots, *row["places"], *row["ways"])))
    return own, *(Place(A_WORD, words=frozenset((one,))) for one in row["words"])


def whose(selector: Fields) -> str:
    """Whose cards a selector finds."""
    return {"any": ANY_CARD, "opponent": THEIR_CARD}.get(str(selector.get("of", "")), OWN_CARD)


def types_of(book: Book, selector: Mapping[str, Plain]) -> tuple[str, ...]:
    """The types of cards that a selector finds: those that it says, else those that its zones hold."""
    said = several(selector.get("type", ()))
    zones = several(selector.get("zone", ()))
    if said or not zones or not all(book.zones[one].get("types") for one in zones):
        return said
    return tuple(dict.fromkeys(kind for one in zones for kind in book.zones[one]["types"]))


def several(value: Plain) -> tuple[str, ...]:
    """One word or many as many."""
    return (value,) if isinstance(value, str) else tuple(value)


def fits(table: Table, place: Place, named: Named, seat: str) -> bool:
    """May this stand at a place of a line of a seat, by its side and its type?"""
    card = named[1]
    if card is None or not could(place, named):
        return could(place, named)
    side = {OWN_CARD: card.seat in ("", seat), THEIR_CARD: card.seat != seat}.get(place.kind, True)
    return side and (not place.types or table.prints[card.print].type in ("", *place.types))


def could(place: Place, named: Named) -> bool:
    """Is it a card where a card stands, a word where a word does?"""
    word, card = named
    if place.kind == A_WORD or card is None:
        return card is None and (word in place.words or (place.kind == A_WORD and not place.words))
    return True


def orders(rows: Sequence[tuple[Place, ...]], n: int) -> list[tuple[Place, ...]]:
    """The first n places of each row that has so many, each once."""
    return list(dict.fromkeys(row[:n] for row in rows if len(row) >= n))
