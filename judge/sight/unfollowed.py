"""What a seat cannot follow of the cards that it knows: which of several the other player takes, and in which
order that player lays them where it may not look.
"""

from __future__ import annotations

from collections.abc import Iterable

from judge.engine import trace
from judge.engine.kernel.state import CHANCE, AppliedEvent, Decision
from judge.engine.kernel.tracer import Entry
from judge.sight.followed import Followed
from judge.sight.seen import Seen

_SPOKEN = ("may", "number", "chance")  # decisions that are said aloud; others would tell what a hand holds


class Unfollowed(Seen):
    """Follows decisions that are made unseen, and forgets where the cards among which they are made lie."""

    def __init__(self, ruling: Followed, seat: str) -> None:
        super().__init__(ruling, seat)
        self.laid: set[str] = set()  # cards that the other player has put into an order
        # cards that lie somewhere among those of their zone: none has left it since that this one could be
        self.within: set[str] = set()

    def public(self, ask: Decision) -> bool:
        """Is a decision made in the open: said aloud, or among nothing but what the seat has seen?

        Not what a window offers, nor an order.
        """
        if ask.kind in _SPOKEN or ask.prompt == "ask.act":
            return ask.kind in _SPOKEN
        named = {self.card_of(word) for choice in ask.choices for word in choice.words} - {""}
        if not named <= self.known or (named and ask.kind == "order"):
            return False
        return len(named) < 2 or all(self.sees(self.places.get(card, "")) for card in named - self.held_up)

    def first_shown(self, at: int, cards: set[str]) -> dict[str, bool | None]:
        """Of each card, whether it is seen at the first event after a line that says so; None where none
        does.
        """
        firsts: dict[str, bool | None] = dict.fromkeys(sorted(cards))
        for later in self.ruling.entries[at + 1 :] if cards else ():
            record = later.data["record"] if later.kind is trace.EVENT else None
            if record is not None and firsts.get(record.card, False) is None and self.tells(record):
                firsts[record.card] = self.shows(record)
        return firsts

    def decided(self, at: int, entry: Entry) -> None:
        """Of cards that lie where the seat may not look, among which one is taken unseen or which are put
        into an order, it cannot tell any more which is which; nor of those that are laid there in an order.
        """
        ask = entry.data["ask"]
        if ask.kind not in ("pick", "order") or not self.unseen_choice(ask):
            return
        among = {self.card_of(word) for choice in ask.choices for word in choice.words} - {""}
        if len(among) < 2:
            return
        if ask.kind == "order":
            self.laid |= among
        if ask.kind == "order" or not self.comes_to_light(at, entry):
            self.mingle({one for one in among - self.held_up if not self.sees(self.places.get(one, ""))})

    def mingle(self, cards: set[str]) -> None:
        """Which of several cards is which, the seat cannot tell any more; only that they lie there."""
        self.within |= self.known & self.printed & cards
        self.known -= self.printed & cards
        self.aloud -= cards

    def unseen_choice(self, ask: Decision) -> bool:
        """Does the other player, or chance, choose among what this seat does not see?"""
        return bool(self.seat) and (ask.seat == CHANCE or (self.other(ask.seat) and not self.public(ask)))

    def comes_to_light(self, at: int, entry: Entry) -> bool:
        """Are the cards that are chosen at a line seen by what is done with them next?"""
        value = entry.data["value"]
        chosen = {self.card_of(str(one)) for one in value} - {""} if isinstance(value, tuple) else set()
        return all(self.first_shown(at, chosen).values())

    def watch(self, record: AppliedEvent) -> None:
        """Once a card has left unseen, any of those within its zone may be the one; so after a shuffle."""
        seen = self.shows(record) or record.card in self.held_up
        super().watch(record)
        zone = str(record.args["zone"]) if record.verb == "shuffle" else ""
        if record.verb == "move":
            self.within.discard(record.card)
            left = record.before is not None and record.before.zone != self.places[record.card]
            zone = record.before.zone if record.before is not None and left and not seen else ""
        self.within -= {one for one in self.within if self.places[one] == zone}

    def forget_laid(self, entry: Entry) -> None:
        """A card was seen when it went where the seat may not look; in which order those lie that were put
        into one is not seen.
        """
        record = entry.data["record"] if entry.kind is trace.EVENT else None
        if record is None or record.verb != "move" or record.card not in self.laid:
            return
        self.laid.discard(record.card)
        if not self.sees(self.places.get(record.card, "")):
            self.mingle({record.card})


def named_by(entry: Entry) -> Iterable[str]:
    """The words of a line that name cards on account of what happens to them next."""
    if entry.kind is trace.ACT:
        return tuple(entry.data["option"].args)
    if trace.Role.FORESHOWS in entry.kind.roles:
        return tuple(str(entry.data.get(key, "")) for key in ("card", "affected"))
    value = entry.data["value"] if entry.kind is trace.ANSWER and entry.data["ask"].seat == CHANCE else ()
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, tuple) else ()
