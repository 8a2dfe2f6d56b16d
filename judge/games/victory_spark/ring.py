"""Cards that an effect puts into the ring: by one reading they have their spark too.

Code because a move by the rules is told from one by an effect.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.kernel.proposals import event, events
from judge.engine.kernel.state import Do, Record
from judge.engine.kernel.view import View
from judge.games.victory_spark.registry import rules

REFILL = "refill"


@rules.interrupt("7.1.1.2.5", "move")
def effect_spark(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """By one reading a card has its spark too that an effect puts from the deck into the ring (11.2 says: the
    rules). From where in the deck it came is not told by its move.
    """
    moved = [one for one in records if one.name != REFILL and from_deck(one)]
    cards = [one.after for one in moved if one.after is not None and view.has(one.after, "spark")]
    if not cards or not view.param("effect-sparks"):
        return None
    return [events([event({}, "signal", "effect-spark", "7.1.1.2.5", card=card.object) for card in cards])]


def from_deck(record: Record) -> bool:
    """Did a card go from the deck into the ring?"""
    before, after = record.before, record.after
    return before is not None and after is not None and (before.place, after.place) == ("deck", "ring")
