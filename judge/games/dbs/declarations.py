"""The beginning of every use of a card in the hand: it is revealed (2-11-1-1, 6-3-1-2-1-1, 8-5-2-1)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.flow.offers import unhindered
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event
from judge.engine.kernel.state import Card, Condition
from judge.engine.kernel.view import View

SHOWING = ("reveal", "show")  # by which names abilities speak of it


def shown(v: Mapping[str, object], ref: str, rule: str) -> Event:
    """The event that a card of the hand is revealed in order to be used."""
    return event({"me": v["me"]}, "show", "reveal", rule, card=ref, to="each", begins=True)


def kept_secret(view: View, card: Card, rule: str) -> list[Condition]:
    """The conditions that a card of the hand can be revealed."""
    if card.place != "hand" or view.table.watched.isdisjoint(SHOWING):
        return []
    return [*unhindered(view, lambda: shown({"me": card.seat}, card.object, rule))]
