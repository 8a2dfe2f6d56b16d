"""What a seat has seen: which lines of a trace it may read, and which cards it could name at each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from judge.engine.tracing import Entry
from judge.ruling import Ruling
from judge.state import UNKNOWN, Card, Game, Record

HIDDEN = "?"
_SPOKEN = ("may", "number", "chance")  # decisions that are said aloud; others would tell what a hand holds


class Sight:
    """Follows a trace and knows, at every line, what a seat has seen so far; without a seat, everything."""

    def __init__(self, ruling: Ruling, seat: str) -> None:
        self.ruling = ruling
        self.seat = seat
        self.known: set[str] = set()
        self.names: dict[str, str] = {}
        self.prints: dict[str, set[str]] = {}
        for card in ruling.start.cards.values():
            self.meet(card)
            if self.sees_card(card) or card.print == UNKNOWN:
                self.known.add(card.id)

    def lines(self) -> Iterator[Entry]:
        """The lines that the seat may read, each after what it shows has been seen."""
        for entry in self.ruling.entries:
            if entry.kind == "event":
                self.watch(entry.data["record"])
            if not self.secret(entry):
                yield self.veil(entry)

    def watch(self, record: Record) -> None:
        """A card is seen where it lay, where it comes to lie, and when it is shown."""
        for card in (record.before, record.after):
            if card is not None:
                self.meet(card)
                if self.sees_card(card):
                    self.known.add(card.id)
        if record.verb == "show" and record.args.get("to") in ("each", self.seat):
            self.known.add(record.card)

    def meet(self, card: Card) -> None:
        """Remember which card an object number stands for."""
        self.names[card.object] = card.id
        self.prints.setdefault(card.print, set()).add(card.id)

    def sees(self, zone: str) -> bool:
        """May the seat look at the cards of a zone?"""
        if not self.seat or not zone:
            return True
        seen = self.ruling.fixture.book.zones[zone[2:]]["seen"]
        return bool(seen == "all" or (seen == "owner" and zone[0] == self.seat))

    def sees_card(self, card: Card) -> bool:
        """May the seat look at a card where it lies? At a face-down one only who controls it."""
        down = self.ruling.fixture.book.down
        hidden = down is not None and card.mark(down[0]) == down[1] and self.ruling.fixture.book.zones.get(card.place, {}).get("seen") == "all"
        return self.sees(card.zone) and not (hidden and self.seat and card.seat != self.seat)

    def other(self, seat: str) -> bool:
        """Is this a player whose choices the seat may not see?"""
        return bool(self.seat) and seat in ("A", "B") and seat != self.seat

    def secret(self, entry: Entry) -> bool:
        """A line that only the other seat may read: what it was asked and chose, and its passes."""
        if entry.kind in ("forced", "pass", "locked"):
            return self.other(entry.data["seat"])
        if entry.kind == "event" and entry.data["record"].verb == "know":
            return entry.data["record"].card not in self.known or not self.sees(entry.data["record"].after.zone)
        if entry.kind == "event" and entry.data["record"].name == "ready":  # it would tell what lies Set
            return self.other(entry.data["record"].seat)
        if entry.kind in ("ask", "answer"):
            ask = entry.data["ask"]
            return self.other(ask.seat) and ask.kind not in _SPOKEN
        return False

    def veil(self, entry: Entry) -> Entry:
        """The line without the other seat's options, refusals and unseen cards: it was asked, no more."""
        if entry.kind == "offer" and self.other(entry.data["seat"]):
            return entry._replace(data={**entry.data, "legal": [], "refused": [], "unseen": 0, "seats": {}})
        return entry

    def name(self, word: str) -> str:
        """A card's id, object number or ability as the seat may read it; any other word as it is."""
        card = self.names.get(word, word)
        if card in self.ruling.game.cards or card in self.ruling.start.cards:
            return card if self.can_name(card) else HIDDEN
        stem, slash, _ = word.partition("/")
        if slash and stem in self.prints:
            return word if any(self.can_name(one) for one in self.prints[stem]) else HIDDEN
        return word

    def can_name(self, card: str) -> bool:
        """Has the seat seen this card?"""
        return not self.seat or card in self.known


def visible_facts(ruling: Ruling, sight: Sight) -> Iterable[Any]:
    """The expectations that tell the seat nothing about cards it has not seen."""
    return [fact for fact in ruling.facts if not sight.seat or _open(fact.path, fact.expected, ruling, sight)]


def _open(path: str, expected: Any, ruling: Ruling, sight: Sight) -> bool:
    if isinstance(expected, int):
        return True
    if path in ("next", "options", "pending"):
        return ruling.game.ask is None or not sight.other(ruling.game.ask.seat)
    seat, _, rest = path.partition(".")
    zone = rest.partition(".")[0]
    if zone in ruling.fixture.book.zones:
        return sight.sees(f"{seat}.{zone}")
    card = ruling.game.cards.get(zone if seat in ("A", "B") else seat)
    return card is None or sight.sees_card(card)


def visible_state(game: Game, sight: Sight) -> Mapping[str, Any]:
    """The end position as the seat sees it: open cards, and how many lie in the other zones."""
    from judge.saving import plain

    zones: dict[str, Any] = {
        zone: [one if sight.sees_card(game.cards[one]) else HIDDEN for one in ids] if sight.sees(zone) else len(ids)
        for zone, ids in game.zones.items()
    }
    cards = {id_: plain(card) for id_, card in game.cards.items() if sight.sees_card(card)}
    return {
        "cards": cards,
        "zones": zones,
        "scores": dict(game.scores),
        "result": plain(game.result) if game.result else None,
        "active": game.active,
        "turn": game.turn,
    }
