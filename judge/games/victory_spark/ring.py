"""The ring always holds one card (3.3.1.3): it is refilled at once, or after the play or ability.

Code because it acts in the middle of anything, but not of a play or of the use of an ability.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from judge.engine.book import Outcome
from judge.engine.proposals import event, events, move_event
from judge.engine.view import Vars, View
from judge.games.victory_spark.registry import rules
from judge.state import Do, Record

REFILL = "refill"
# Procedures that are finished first.
USES = ("play", "activate", "resolve-ability", "resolve-cancel", "cancel")


def refills(game: View, rule: str) -> Iterator[dict[str, Any]]:
    """The top card of the deck of each player whose ring is empty."""
    for seat in game.seats("any"):
        deck = game.zone(seat, "deck")
        if deck and not game.count(seat, "ring"):
            yield move_event(game, {"me": seat, "because": "rules"}, deck[0].object, "ring", REFILL, rule)


@rules.interrupt("3.3.1.3.1", "move")
def refill_at_once(game: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """A ring that a card has left is refilled, unless a card is being played or an ability used."""
    left = any(one.before is not None and one.before.place == "ring" for one in records)
    if not left or any(game.running(one) is not None for one in USES):
        return None
    found = list(refills(game, "3.3.1.3.1"))
    return [events(found)] if found else None


@rules.step("refill")
def refill_after(game: View, v: Vars) -> Outcome:
    """After a play or the resolution of an ability, only if the ring is empty."""
    return [events(list(refills(game, "3.3.1.3.2")))]


@rules.step("refill-activated")
def refill_activated(game: View, v: Vars) -> Outcome:
    """After an activation, which is taken for a use of its own: a cost may have emptied the ring."""
    found = list(refills(game, "3.3.1.3.2"))
    return [events(found)] if found and game.param("activation-refills") else None


@rules.interrupt("7.1.1.2.5", "move")
def effect_spark(game: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """By one reading a card has its spark too that an effect puts from the deck into the ring (11.2 says: the
    rules). From where in the deck it came is not told by its move.
    """
    moved = [one for one in records if one.name != REFILL and from_deck(one)]
    cards = [one.after for one in moved if one.after is not None and game.has(one.after, "spark")]
    if not cards or not game.param("effect-sparks"):
        return None
    return [events([event({}, "signal", "effect-spark", "7.1.1.2.5", card=card.object) for card in cards])]


def from_deck(record: Record) -> bool:
    """Did a card go from the deck into the ring?"""
    before, after = record.before, record.after
    return before is not None and after is not None and (before.place, after.place) == ("deck", "ring")
