"""Knowledge of a player: follows which cards the player can name and track, from the public lines of a run.

A card becomes known where a line shows it: it lies or arrives where the player may look, it is shown, or an
act names it. Track of it is lost where nobody could follow it at a table: out of a hand of several cards,
through a shuffle, or among cards of which the other player takes one unseen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from judge.board.position import find_card
from judge.engine import trace
from judge.engine.kernel.book import RESOLVE, Book
from judge.engine.kernel.state import (
    EMPTY,
    UNKNOWN,
    AppliedEvent,
    Card,
    Decision,
    Game,
    Option,
    Seat,
)
from judge.engine.kernel.tracer import Entry
from judge.engine.layout.face_down import lies_down
from judge.fixture.facts import SEES, Fact, cards_of
from judge.fixture.load import Fixture
from judge.views.veil import Veil


class Knowledge:
    """The knowledge of a seat: the `known` cards, among those that somebody has named."""

    def __init__(self, book: Book, start: Game, seat: Seat) -> None:
        self.book = book
        self.seat = seat
        self.known = {card.id for card in start.cards.values() if self.sees_card(card)}
        self.places = {card.id: card.zone for card in start.cards.values()}
        self.ids = {card.object: card.id for card in start.cards.values()}  # by object number
        # cards that are shown where they lie: everybody follows them till they move
        self.held_up: set[str] = set()
        self.laid: set[str] = set()  # cards that the other player has put into an order
        # cards that the other player, or chance, has taken unseen, and those among which it has
        self.taken: set[str] = set()
        self.among: set[str] = set()

    # --- what a seat may look at -----------------------------------------------------------------
    def sees(self, zone: str) -> bool:
        """May the seat look at the cards of a zone?"""
        if not zone:
            return True
        seen = self.book.zones[zone[2:]]["seen"]
        return bool(seen == "all" or (seen == "owner" and zone[0] == self.seat))

    def sees_card(self, card: Card) -> bool:
        """May the seat look at a card where it lies? A face-down card only if it controls the card."""
        return self.sees(card.zone) and not (self.lies_covered(card) and card.seat != self.seat)

    def lies_covered(self, card: Card) -> bool:
        """Does a card lie face-down where everybody may look?"""
        return lies_down(self.book, card) and self.book.zones.get(card.place, EMPTY).get("seen") == "all"

    def hidden(self, game: Game) -> frozenset[str]:
        """The cards of a game that somebody has named and that the seat does not know."""
        return frozenset(
            card.id for card in game.cards.values() if card.print != UNKNOWN and card.id not in self.known
        )

    # --- what comes to light ---------------------------------------------------------------------
    def shown_by(self, entries: Iterable[Entry], game: Game) -> set[str]:
        """The cards that some lines show to the seat in this position."""
        shown: set[str] = set()
        for entry in entries:
            if entry.kind is trace.EVENT and self.shows(entry.data["record"]):
                shown.add(entry.data["record"].card)
            elif entry.kind is trace.ACT and entry.data["seat"] != self.seat:
                shown.update(self.named_by_act(entry.data["option"], game))
        return shown - {""}

    def shows(self, record: AppliedEvent) -> bool:
        """Does the seat see the card of an event, where it lay or comes to lie, or because it is shown?"""
        if record.verb == "show" and record.args.get("to") in ("each", self.seat):
            return True
        if record.card in self.laid and record.verb == "move" and not self.sees(zone_of(record)):
            return False  # that it goes there is seen, and not where among those that are laid
        if record.name in self.book.tables["announcing"]:
            return True
        return any(card is not None and self.sees_card(card) for card in (record.before, record.after))

    def named_by_act(self, option: Option, game: Game) -> Iterator[str]:
        """The cards an act names openly; not those it lays face-down, or points at and leaves face-down."""
        if option.name in self.book.tables["unnamed_acts"] or option.name == RESOLVE:
            return
        for word in option.args:
            card = self.card_of(word, game)
            if card is None or (option.name in self.book.tables["pointing_acts"] and self.lies_covered(card)):
                continue
            yield card.id

    def card_of(self, word: object, game: Game) -> Card | None:
        """The card that a word or an object number names, itself or an ability of it."""
        name = self.ids.get(str(word), str(word))
        return game.cards.get(name) or game.cards.get(name.rpartition(".")[0])

    # --- following ---------------------------------------------------------------------------------
    def lost_by(self, entries: Iterable[Entry]) -> set[str]:
        """The cards that the seat can no longer tell apart after some lines: those among which one was taken
        unseen, and those put into an order where it may not look.
        """
        lost: set[str] = set()
        for record in (entry.data["record"] for entry in entries if entry.kind is trace.EVENT):
            if record.card in self.taken and self.tells(record) and not self.shows(record):
                lost |= self.among
            if record.card in self.laid and record.verb == "move" and not self.sees(zone_of(record)):
                lost.add(record.card)
        return lost

    def tells(self, record: AppliedEvent) -> bool:
        """Does an event reveal whether its card is seen, because it moves, turns or shows it?"""
        return (
            record.verb in ("show", "move", "mark", "turn") or record.name in self.book.tables["announcing"]
        )

    def follow(self, entries: Sequence[Entry], game: Game) -> None:
        """Updates the knowledge by lines that were told of a game."""
        for entry in entries:
            if entry.kind is trace.EVENT:
                self.watch(entry.data["record"])
            elif entry.kind is trace.ACT:
                self.held_up.clear()
                self.laid.clear()
                self.acted(entry, game)
            elif entry.kind is trace.ANSWER:
                self.decided(entry.data["ask"], entry.data["value"], game)

    def acted(self, entry: Entry, game: Game) -> None:
        """Updates the knowledge by an act of the other player: the seat learns the cards that it names.
        Where the act need not name its cards, the seat loses track of all cards in their zone.
        """
        option: Option = entry.data["option"]
        if entry.data["seat"] == self.seat:
            return
        self.known.update(self.named_by_act(option, game))
        if option.name in self.book.tables["unnamed_acts"]:
            for word in option.args:
                card = self.card_of(word, game)
                if card is not None:
                    self.lose_track(self.places.get(card.id, ""))

    def watch(self, record: AppliedEvent) -> None:
        """Updates the knowledge by an event: the seat sees a card where it lay, where it arrives, and when
        it is shown.
        """
        moves, shown = record.verb == "move", self.shows(record)
        self.known -= self.lost_by([Entry(trace.EVENT, "", 0, "", "", {"record": record})])
        if record.card in self.taken and self.tells(record):
            self.taken, self.among = set(), set()
        if moves and record.before is not None and not shown and record.card not in self.held_up:
            self.lose_track(record.before.zone)
        for card in (record.before, record.after):
            if card is not None:
                self.ids[card.object], self.places[card.id] = card.id, card.zone
        if moves:
            self.held_up.discard(record.card)
        if shown and record.card:
            self.known.add(record.card)
            self.held_up |= {record.card} if record.verb == "show" else set()
        if record.verb == "shuffle" and not self.sees(str(record.args["zone"])):
            self.known -= {id_ for id_, place in self.places.items() if place == record.args["zone"]}

    def lose_track(self, zone: str) -> None:
        """Forgets which cards lie in a hidden zone when a card has left it unseen, as any of them may be that
        card.
        """
        if self.sees(zone) or self.book.zones[zone[2:]].get("ordered"):
            return
        ids = {id_ for id_, place in self.places.items() if place == zone}
        self.known -= ids if len(ids) > 1 else set()

    def decided(self, ask: Decision, value: object, game: Game) -> None:
        """Notes among which cards the other player, or chance, takes some where the seat may not look, and
        which are put into an order.
        """
        self.taken, self.among = set(), set()
        if ask.kind not in ("pick", "order") or ask.seat == self.seat:
            return
        cards = [self.card_of(word, game) for choice in ask.choices for word in choice.words]
        among = {card.id for card in cards if card is not None}
        if ask.kind == "order":
            self.laid |= among
        unseen = {id_ for id_ in among - self.held_up if not self.sees(self.places.get(id_, ""))}
        if len(unseen) < 2:
            return
        if ask.kind == "order":
            self.known -= unseen
        elif isinstance(value, tuple):
            chosen = [self.card_of(name, game) for name in value]
            self.taken, self.among = {card.id for card in chosen if card is not None}, unseen


def zone_of(record: AppliedEvent) -> str:
    """Where the card of an event has come to lie."""
    return record.after.zone if record.after is not None else ""


def known_ends(book: Book, start: Game, end: Game, entries: Sequence[Entry], seat: Seat) -> tuple[Game, Game]:
    """The positions at the start and at the end of a run as a player knows them."""
    knowledge, names = Knowledge(book, start, seat), dict[str, str]()
    before = Veil(book, start, knowledge.hidden(start), (), names).game(start)
    knowledge.follow(entries, end)
    return before, Veil(book, end, knowledge.hidden(end), (), names).game(end)


# --- facts about what a player has seen ----------------------------------------------------------------
def sights(fixture: Fixture, start: Game, end: Game, entries: Sequence[Entry]) -> Iterator[Fact]:
    """Every fact of `[expect]` about what a player has seen, of a run that is over."""
    for seat, wanted in fixture.model.expect.get(SEES, {}).items():
        knowledge = Knowledge(fixture.book, start, seat)
        knowledge.follow(entries, end)
        seen = {id_ for id_ in knowledge.known if end.cards[id_].print != UNKNOWN}
        parts = wanted if isinstance(wanted, Mapping) else {"": wanted}
        for key, value in parts.items():
            path = ".".join(part for part in (SEES, seat, key) if part)
            names = cards_of(value)
            actual = [name for name in names if is_seen(end, name, seen) == (key != "without")]
            yield Fact(path, names, actual)


def is_seen(game: Game, name: str, seen: Collection[str]) -> bool:
    """Is a card among those seen, by its own name or by what it has turned out to be?"""
    card = find_card(game, name)
    if card is not None:
        return card.id in seen
    return any(game.cards[id_].print == name for id_ in seen)
