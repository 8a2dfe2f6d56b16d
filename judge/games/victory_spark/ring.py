"""The ring always holds one card (3.3.1.3): it is refilled at once, or after the play or ability.

Code because it acts in the middle of anything, but not of a play or of the use of an ability.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from judge.engine.book import Outcome
from judge.engine.proposals import events, move_event
from judge.engine.view import Vars, View
from judge.games.victory_spark.registry import rules
from judge.state import Do, Record

# Procedures that are finished first.
USES = ("play", "activate", "resolve-ability", "resolve-cancel", "cancel")


def refills(game: View, rule: str) -> Iterator[dict[str, Any]]:
    """The top card of the deck of each player whose ring is empty."""
    for seat in game.seats("any"):
        deck = game.zone(seat, "deck")
        if deck and not game.count(seat, "ring"):
            yield move_event(game, {"me": seat, "because": "rules"}, deck[0].object, "ring", "refill", rule)


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
    """After a play or the use of an ability, only if the ring is empty."""
    return [events(list(refills(game, "3.3.1.3.2")))]
