"""Whether cards may lie as a pause that was changed says: by the limits that boards have, on slots, with the
marks that cards have there.

A text may bring a card where it never lies by itself: of a pause that is as it was saved nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.board.limits import check_board
from judge.board.position import Path
from judge.engine.effects.reader import Reader
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS, Card, Game
from judge.engine.kernel.table import Table
from judge.engine.layout.slots import SLOT, slots_of
from judge.pauses.shape import TOP, Place, Shape


class Laid:
    """The cards of a pause where they lie, as the checks of a board read them."""

    def __init__(self, shape: Shape, table: Table, game: Game) -> None:
        self.shape = shape
        self.book: Book = table.book
        self.table = table
        self.game = game
        self.view = Reader(table, game)
        self.placed: Mapping[str, Path] = {id_: ["pause", "cards", id_] for id_ in game.cards}

    def problem(self, path: Path, message: str, **more: str) -> None:
        """Note a problem at a place; a zone is one of the pause."""
        where = path if path[0] == "pause" else ["pause", "zones", ".".join(map(str, path))]
        self.shape.problems.append(self.shape.source.problem(where, message, **more))


def check_fitting(shape: Shape, table: Table, game: Game) -> None:
    """Every card by itself, the slots, and the limits that boards have."""
    for card in game.cards.values():
        check_face(shape, table, card)
        check_place(shape, table.book, card)
    for seat in SEATS:
        for zone in table.book.zones:
            check_slots(shape, table.book, game, f"{seat}.{zone}")
    check_board(Laid(shape, table, game), attached=False)


def check_face(shape: Shape, table: Table, card: Card) -> None:
    """A card shows a face that it has, in a game in which faces are turned."""
    faces = table.prints[card.print].faces
    if table.book.tables["faces"] and card.face not in faces:
        shape.wrong((place_of(card), "face"), f"{card.id} has no such face", card.face, " or ".join(faces))


def check_place(shape: Shape, book: Book, card: Card) -> None:
    """A card has a slot where its zone has them, and no mark that cards of its zone do not have."""
    slot, slots = card.mark(SLOT), slots_of(book, card.place) if card.zone and not card.on else ()
    place = (place_of(card), "marks")
    if slots and slot not in slots:
        shape.wrong(place, f"{card.id} needs the slot that it lies on", slot or "none", " or ".join(slots))
    elif not slots and slot is not None:
        shape.wrong(place, f"{card.id} lies on no slot", str(slot), "none")
    bare = (
        bool(card.zone) and card.place != book.tables["unplaced"] and "arrive" not in book.zones[card.place]
    )
    for name, _ in card.marks if bare else ():
        if name in book.tables["mark"] and name not in book.tables["kept"]:
            shape.wrong(place, f"a card in the zone {card.place} has no {name}", name)


def check_slots(shape: Shape, book: Book, game: Game, zone: str) -> None:
    """No two cards of a zone lie on a slot, unless one that comes later takes the place of the other."""
    seen: dict[object, str] = {}
    for id_ in (
        game.zones.get(zone, ())
        if slots_of(book, zone[2:]) and "overlaps" not in book.zones[zone[2:]]
        else ()
    ):
        slot = game.cards[id_].mark(SLOT)
        if slot in seen:
            message = f"{id_} and {seen[slot]} lie on {slot}"
            shape.wrong((place_of(game.cards[id_]), "marks"), message, slot, "one card on a slot")
        seen[slot] = id_


def place_of(card: Card) -> Place:
    """The place of a card."""
    return ((TOP, "cards"), card.id)
