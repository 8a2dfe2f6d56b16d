"""The mat: the zones of both players face to face, with the cards in them that the viewer may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import EMPTY, SEATS, UNKNOWN, Card, Game
from judge.engine.layout.attachments import guests_of
from judge.engine.layout.face_down import lies_down
from judge.engine.layout.slots import SLOT, slots_of
from judge.speech.notes import MINUS
from judge.speech.sentences import Teller
from judge.text.rows import NamedTuple

COUNTER = "counter:"
NOBODY_SAID = "?"  # which card it is, to the reader


class CardSeen(NamedTuple):
    """A card on the mat: its name, its numbers, its unusual states, and the cards beneath it or attached to
    it.
    """

    name: str
    numbers: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    attached: tuple[str, ...] = ()
    slot: str = ""


class Unseen(NamedTuple):
    """A number of unnamed cards that lie next to each other."""

    n: int


class Place(NamedTuple):
    """A zone of a player with its cards, top first; in a pile they lie on each other."""

    seat: str
    zone: str
    name: str
    cards: tuple[CardSeen | Unseen, ...]
    pile: bool = False

    @property
    def held(self) -> int:
        """The number of cards in it."""
        return sum(card.n if isinstance(card, Unseen) else 1 for card in self.cards)


class Half(NamedTuple):
    """The half of a player, from the top of the mat to its bottom."""

    seat: str
    scores: tuple[tuple[str, int], ...]
    rows: tuple[tuple[Place, ...], ...]


class Mat(NamedTuple):
    """B's half, turned round, the zones between, and A's half; with the words for them."""

    above: Half
    middle: tuple[Place, ...]
    below: Half
    words: Mapping[str, str]


def mat_of(teller: Teller) -> Mat:
    """The mat of a position, as far as its viewer may see it."""
    table = teller.book.tables["mat"]
    eye = Eye(teller)
    rows = [*table["rows"]]
    named = {zone for row in rows for zone in row} | set(table["middle"])
    rest = [zone for zone in teller.book.zones if zone not in named]
    middle = (place for zone in table["middle"] for place in eye.shared(zone))
    return Mat(
        eye.half("B", [row[::-1] for row in reversed(rows)], rest, turned=True),
        tuple(spot for spot in middle if spot.held),
        eye.half("A", rows, rest, turned=False),
        teller.words["step"],
    )


class Eye:
    """Looks at a position for one viewer."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.book = teller.book
        self.game: Game = teller.ruling.game
        self.view = Reader(teller.ruling.table, self.game)
        self.numbers: Sequence[str] = self.book.tables["mat"]["numbers"]

    def half(self, seat: str, rows: Sequence[Sequence[str]], rest: Sequence[str], turned: bool) -> Half:
        """The half of a player; zones without a place on the mat are farthest from the middle, and only where
        cards lie in them.
        """
        placed = [tuple(self.place(seat, zone) for zone in row if self.is_there(seat, zone)) for row in rows]
        others = tuple(self.place(seat, zone) for zone in rest if self.held(seat, zone))
        placed = [others, *placed] if turned else [*placed, others]
        return Half(seat, tuple(self.scores(seat)), tuple(row for row in placed if row))

    def is_there(self, seat: str, zone: str) -> bool:
        """Is a zone to be shown? One outside of the game only where cards lie in it."""
        return bool(self.held(seat, zone)) or not self.book.zones[zone].get("outside")

    def held(self, seat: str, zone: str) -> Sequence[str]:
        """The cards of a zone, top first."""
        return self.game.zones.get(f"{seat}.{zone}", ())

    def shared(self, zone: str) -> Iterator[Place]:
        """A zone of both players."""
        yield from (self.place(seat, zone) for seat in SEATS)

    def scores(self, seat: str) -> Iterator[tuple[str, int]]:
        """The scores of a player."""
        for name in self.book.tables["score"]:
            value = self.game.scores.get(f"{seat}.{name}")
            if value is not None:
                yield self.teller.words["score"].get(name, name), value

    def place(self, seat: str, zone: str) -> Place:
        """A zone with its cards, in the order of its slots if it has slots."""
        told = self.book.zones[zone].get("counted", True) or self.teller.sees(f"{seat}.{zone}")
        cards = [self.game.cards[id_] for id_ in self.held(seat, zone)] if told else []
        slots = slots_of(self.book, zone)
        if slots:
            order = {slot: at for at, slot in enumerate(slots)}
            cards.sort(key=lambda card: order.get(str(card.mark(SLOT)), len(order)))
        if not self.is_pile(zone):
            cards.sort(key=lambda card: not self.is_shown(card))
        return Place(seat, zone, self.zone_name(zone), tuple(self.seen(cards)), self.is_pile(zone))

    def is_pile(self, zone: str) -> bool:
        """Does the order of its cards matter?"""
        row = self.book.zones[zone]
        return bool(row.get("ordered")) or "at" in row

    def seen(self, cards: Sequence[Card]) -> Iterator[CardSeen | Unseen]:
        """The cards of a zone; consecutive unseen ones as a number."""
        for shown, some in groupby(cards, self.is_shown):
            if shown:
                yield from map(self.card, some)
            else:
                yield Unseen(len(list(some)))

    def zone_name(self, zone: str) -> str:
        """The name of a zone on the mat."""
        name = self.teller.bare(self.teller.words["zone"].get(zone, zone))
        return f"{name[:1].upper()}{name[1:]}"

    def is_shown(self, card: Card) -> bool:
        """Is a card shown by itself: one that is named, or whose state everybody sees?"""
        if not self.teller.sees(card.zone):
            return False
        return card.print != UNKNOWN or bool(card.marks and self.open_zone(card))

    def names(self, card: Card) -> bool:
        """Can the viewer name it?"""
        return card.print != UNKNOWN

    def open_zone(self, card: Card) -> bool:
        """Is a card in a zone where everybody sees each card's place, and that is no pile?"""
        row = self.book.zones.get(card.place, EMPTY)
        return row.get("seen") == "all" and "at" not in row

    def card(self, card: Card) -> CardSeen:
        """A card as it lies."""
        slot = str(card.mark(SLOT) or "")
        return CardSeen(
            self.teller.card(card.id) if self.names(card) else NOBODY_SAID,
            tuple(self.values(card)) if self.open_zone(card) and self.names(card) else (),
            tuple(self.states(card)),
            tuple(map(self.teller.card, card.under)),
            tuple(self.attached(card)),
            self.teller.words["mark"].get(slot, slot),
        )

    def attached(self, card: Card) -> Iterator[str]:
        """The cards attached to a card."""
        for ref in guests_of(self.view, card.object):
            guest = self.view.card(ref)
            if guest is not None:
                yield self.teller.card(guest.id)

    def values(self, card: Card) -> Iterator[str]:
        """The present numbers of a card that the rulebook wants told."""
        present = (self.view.value(card, attr) for attr in self.numbers)
        yield from (str(number).replace("-", MINUS) for number in present if type(number) is int)

    def states(self, card: Card) -> Iterator[str]:
        """The states of a card that are not the usual ones in its zone, and its counters."""
        usual = self.book.zones.get(card.place, EMPTY).get("arrive", EMPTY)
        kinds = self.book.tables["mark"]
        for name, value in card.marks:
            counted = name.startswith(COUNTER) or kinds.get(name) == "int"
            if counted and value:
                counter = name.removeprefix(COUNTER)
                yield f"{self.teller.words['mark'].get(counter, counter)} {value}"
            elif type(kinds.get(name)) is list and name != SLOT and usual.get(name) != value:
                yield self.state(card, name, value)
        if card.face != "front":
            yield self.teller.words["face"].get(card.face, card.face)

    def state(self, card: Card, name: str, value: object) -> str:
        """A state of a card in a word."""
        if self.book.down == (name, value) and lies_down(self.book, card):
            return self.teller.words["mark"].get(str(value), "face-down")
        return self.teller.words["mark"].get(str(value), str(value))
