"""A page's board as data: the cards in each zone, before and after, as far as the viewer may see them."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import SEATS, Card, Game
from judge.engine.kernel.table import Table
from judge.play.ruling import Ruling
from judge.speech.names import Namer
from judge.text.rows import NamedTuple


class Number(NamedTuple):
    """A number of a card: the printed value and the value now."""

    name: str
    printed: int | None
    now: int


class Lying(NamedTuple):
    """A card in a zone, as the viewer may see it."""

    name: str
    states: tuple[str, ...]
    numbers: tuple[Number, ...]
    under: tuple[str, ...]  # the cards beneath it
    on: str  # the card that it lies beneath


class Zone(NamedTuple):
    """A zone: its cards in order, and the number of those that the viewer cannot identify."""

    key: str
    name: str
    cards: tuple[Lying, ...]
    unseen: int


class Side(NamedTuple):
    """One player's zones, in the rulebook's order, and scores."""

    seat: str
    scores: tuple[tuple[str, int], ...]
    zones: tuple[Zone, ...]


class Boards(NamedTuple):
    """The board at the start and at the end, for one viewer."""

    before: tuple[Side, ...]
    after: tuple[Side, ...]


def boards(ruling: Ruling, seat: str = "", lang: str = "en") -> Boards:
    """The boards of a ruling; for a `seat` without hidden information."""
    ends = ruling.start, ruling.game
    if seat and seat != ruling.viewer:
        from judge.views.knowledge import known_ends  # few pages show what another player knows

        ends = known_ends(ruling.fixture.book, *ends, ruling.entries, seat)
    namer = Namer(ruling, ruling.viewer, lang)
    before, after = (tuple(Surveyor(namer, ruling.table, game).sides()) for game in ends)
    return Boards(before, after)


class Surveyor:
    """Describes one position for one viewer."""

    def __init__(self, namer: Namer, table: Table, game: Game) -> None:
        self.namer = namer
        self.game = game
        self.reader = Reader(table, game)
        self.table = table
        self.numbers = [name for name, row in namer.book.attributes.items() if row["type"] == "int"]

    def sides(self) -> Iterator[Side]:
        """Both players' sides; a shared zone stands on the side of the first player who has cards there."""
        for seat in SEATS:
            keys = [f"{seat}.{name}" for name in self.namer.book.zones]
            zones = tuple(self.zone(key) for key in keys if self.game.zones.get(key))
            scores = tuple((name, self.game.scores.get(f"{seat}.{name}", 0)) for name in self.scored())
            yield Side(seat, scores, zones)

    def scored(self) -> list[str]:
        """The scores that a summary of the game names."""
        return list(self.namer.book.tables["summary"].get("scores", ()))

    def zone(self, key: str) -> Zone:
        """One zone: the cards that the viewer can identify, and the number of the others."""
        cards = [self.game.cards[id_] for id_ in self.game.zones[key]]
        known = [card for card in cards if self.known(card)]
        lying = tuple(self.lying(seen) for seen in known)
        return Zone(key, self.namer.zone(key), lying, len(cards) - len(known))

    def known(self, card: Card) -> bool:
        """Can the viewer identify the card?"""
        return self.table.prints[card.print].key != "?"

    def lying(self, card: Card) -> Lying:
        """One card with its states and numbers."""
        under = tuple(held.id for held in (self.game.cards[name] for name in card.under) if self.known(held))
        return Lying(card.id, tuple(self.states(card)), tuple(self.numbered(card)), under, card.on)

    def states(self, card: Card) -> Iterator[str]:
        """The states and counters of a card in words; its face only if it is not the usual one. Marks that
        the engine keeps for itself have no words and are left out.
        """
        words = self.namer.words["mark"]
        for key, value in card.marks:
            if type(value) is int and value:
                name = key.removeprefix("counter:")
                yield f"{words.get(name, name)} {value}"
            elif value is True and key in words:
                yield words[key]
            elif isinstance(value, str):
                yield words.get(value, value)
        if card.face != "front":
            yield self.namer.words["face"].get(card.face, card.face)

    def numbered(self, card: Card) -> Iterator[Number]:
        """The numbers of a card: present values in public zones, printed values elsewhere."""
        open_zone = self.namer.book.zones[card.place]["seen"] == "all"
        names = self.namer.words.get("attr", {})
        for attr in self.numbers:
            printed = self.reader.printed(card, attr)
            now = self.reader.value(card, attr) if open_zone else printed
            if type(now) is int:
                told = printed if type(printed) is int else None
                yield Number(names.get(attr, attr.replace("_", " ")), told, now)
