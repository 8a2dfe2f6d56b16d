"""What a seat has seen of the cards, as events go by."""

from __future__ import annotations

from judge.engine.kernel.state import EMPTY, SEATS, UNKNOWN, AppliedEvent, Card, Choice, Condition, Decision
from judge.engine.kernel.tracer import LIFTED, RESTS_ON
from judge.engine.language.traits import names
from judge.engine.language.unseen import WANTED
from judge.engine.layout.face_down import lies_down
from judge.sight.followed import Followed
from judge.text.plain import Fields


class Seen:
    """Which cards a seat could name, and where it follows them; without a seat, every card."""

    def __init__(self, ruling: Followed, seat: str) -> None:
        self.ruling = ruling
        self.seat = seat
        self.announcing: frozenset[str] = frozenset(ruling.fixture.book.tables["announcing"])
        self.known: set[str] = set()
        # cards shown where they lie: until the next act everybody follows them
        self.held_up: set[str] = set()
        self.names: dict[str, str] = {}
        self.places: dict[str, str] = {}
        self.lying_down: set[str] = set()  # cards that lie face-down where everybody may look
        # cards that somebody has named: of the others there is nothing to know
        self.printed: set[str] = set()
        self.prints: dict[str, set[str]] = {}
        self.aloud: set[str] = set()  # cards named by an act that lie where they lay then
        self.untold: set[str] = set()  # cards that nobody had named, and that this seat has not seen since
        for card in ruling.start.cards.values():
            self.meet(card)
            if card.print == UNKNOWN:
                self.untold.add(card.id)
            if self.sees_card(card) or card.print == UNKNOWN:
                self.known.add(card.id)

    def choices(self, ask: Decision) -> tuple[Choice, ...]:
        """What can be chosen, as far as the seat can tell."""
        if self.seat and ask.prompt == "ask.declare":
            return self.words_known(ask)
        return self.counted_once(ask) if self.seat and self.by_what_it_is(ask) else tuple(ask.choices)

    def words_known(self, ask: Decision) -> tuple[Choice, ...]:
        """Any word may be declared, but those of cards that the seat has not seen are none that it could
        name.
        """
        attr, table = ask.data["attr"], self.ruling.fixture.table
        seen = [table.prints[name] for name, cards in self.prints.items() if any(map(self.can_name, cards))]
        faces = [face for one in seen for face in one.faces.values()]
        words = {word for face in faces for word in names(face.attrs.get(attr) or ())}
        listed = "words" in table.book.attributes[attr]
        return tuple([one for one in ask.choices if listed or one.value in words])

    def by_what_it_is(self, ask: Decision) -> bool:
        """Does it hang on what an unseen card is whether it can be chosen, or can replace something?"""
        return ask.prompt == "ask.replace" or not self.known.issuperset(ask.data.get(RESTS_ON, ()))

    def most(self, ask: Decision) -> int:
        """How many can be chosen at most, as far as the seat can tell."""
        wanted = int(ask.data.get(WANTED, ask.most))
        return wanted if self.seat and self.by_what_it_is(ask) else ask.most

    def counted_once(self, ask: Decision) -> tuple[Choice, ...]:
        """What can be chosen the same with several unseen cards is there once, after the rest: how many they
        are, and where they lie, tells what they are.
        """
        told: list[Choice] = []
        veiled: dict[tuple[str, ...], Choice] = {}
        for one in ask.choices:
            words = tuple(["" if self.unnamed_word(word) else word for word in one.words])
            if words == tuple(one.words):
                told.append(one)
            else:
                veiled.setdefault(words, one)
        return (*told, *veiled.values())

    def unnamed_word(self, word: str) -> bool:
        """Does a word name a card that the seat has not seen, itself or by an ability of it?"""
        return not self.can_name(self.card_of(word))

    def tells(self, record: AppliedEvent) -> bool:
        """Does an event say whether its card is seen: one that moves, turns or shows it?"""
        return record.verb in ("show", "move", "mark", "turn") or record.name in self.announcing

    def card_of(self, word: str) -> str:
        """The card that a word or an object number names, itself or an ability of it;
        ``""`` for any other word.
        """
        cards, word = self.ruling.game.cards, self.names.get(word, word)
        return next((one for one in (word, word.rpartition(".")[0]) if one in cards), "")

    def watch(self, record: AppliedEvent) -> None:
        """A card is seen where it lay, where it comes to lie, and when it is shown;
        nobody follows it through a shuffle or out of a hand.
        """
        moves, shown = record.verb == "move", self.shows(record)
        if moves and record.before is not None and not shown and record.card not in self.held_up:
            self.lose_track(record.before.zone)
        for card in (record.before, record.after):
            if card is not None:
                self.meet(card)
        if moves:
            self.held_up.discard(record.card)
            self.aloud.discard(record.card)
        if shown:
            self.known.add(record.card)
            self.untold.discard(record.card)
            self.held_up |= {record.card} if record.verb == "show" else set()
        if record.verb == "shuffle" and not self.sees(str(record.args["zone"])):
            self.known -= self.printed_in(str(record.args["zone"]))
            self.aloud -= self.printed_in(str(record.args["zone"]))

    def printed_in(self, zone: str) -> set[str]:
        """The cards of a zone that somebody has named."""
        return {id_ for id_, place in self.places.items() if place == zone and id_ in self.printed}

    def lose_track(self, zone: str) -> None:
        """A card leaves several that the seat may not look at:
        which it was, and which are left, it cannot tell any more.
        """
        if self.sees(zone) or self.ruling.fixture.book.zones[zone[2:]].get("ordered"):
            return
        there = {id_ for id_, place in self.places.items() if place == zone}
        self.known -= there & self.printed if len(there) > 1 else set()
        self.aloud -= there if len(there) > 1 else set()

    def shows(self, record: AppliedEvent) -> bool:
        """Does the seat see the card of an event:
        where it lay, where it comes to lie, or because it is shown?
        """
        held_up = record.verb == "show" and record.args.get("to") in ("each", self.seat)
        if held_up or record.name in self.announcing:
            return True
        return any(card is not None and self.sees_card(card) for card in (record.before, record.after))

    def meet(self, card: Card) -> None:
        """Remember which card an object number stands for, and where it lies."""
        self.names[card.object] = card.id
        self.places[card.id] = card.zone
        (self.lying_down.add if self.is_down(card) else self.lying_down.discard)(card.id)
        if card.print != UNKNOWN:
            self.printed.add(card.id)
        self.prints.setdefault(card.print, set()).add(card.id)

    def sees(self, zone: str) -> bool:
        """May the seat look at the cards of a zone?"""
        if not self.seat or not zone:
            return True
        seen = self.ruling.fixture.book.zones[zone[2:]]["seen"]
        return bool(seen == "all" or (seen == "owner" and zone[0] == self.seat))

    def sees_card(self, card: Card) -> bool:
        """May the seat look at a card where it lies? At a face-down one only who controls it."""
        return self.sees(card.zone) and not (self.is_down(card) and self.seat and card.seat != self.seat)

    def is_down(self, card: Card) -> bool:
        """Does a card lie face-down where everybody may look?"""
        book = self.ruling.fixture.book
        return lies_down(book, card) and book.zones.get(card.place, EMPTY).get("seen") == "all"

    def other(self, seat: str) -> bool:
        """Is this a player whose choices the seat may not see?"""
        return bool(self.seat) and seat in SEATS and seat != self.seat

    def rests(self, values: Fields) -> bool:
        """Do values hang on cards of the other player that the seat has not seen?"""
        unseen = [one for one in values.get(RESTS_ON, ()) if one not in self.known]
        return any(self.other(self.places.get(one, "")[:1]) for one in unseen)

    def hangs(self, cond: Condition) -> bool:
        """Does it hang on such cards whether a condition holds?"""
        return self.rests({RESTS_ON: hung_on(cond)})

    def can_name(self, card: str) -> bool:
        """Has the seat seen this card?"""
        return not self.seat or not card or card in self.known

    def named(self) -> set[str]:
        """The cards that somebody has named, and that the seat has seen and still follows."""
        return (self.known & self.printed) - self.untold


def hung_on(cond: Condition) -> tuple[str, ...]:
    """The cards that not everybody sees and on which hangs whether a condition holds."""
    values: Fields = cond.values
    return (*values.get(RESTS_ON, ()), *values.get(LIFTED, ()))
