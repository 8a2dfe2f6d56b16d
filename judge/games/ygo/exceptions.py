"""Exceptions beside a rule: the article of a text that lifts it, of a place that it does not count, or of
the Phase before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from judge.engine.kernel.state import Card, Condition
from judge.engine.kernel.view import View
from judge.games.ygo.cards import room

TEXT: Final = Condition("rules-vs-effects", True, "by-text")  # a text allows what the rule before it does not


def outside(view: View, seat: str, rule: str) -> Iterator[Condition]:
    """The article by which a card has a place although the Spell & Trap Zone is full."""
    if not room(view, seat, "spell"):
        yield Condition(rule, True, "room")


def spent_rule(view: View, what: str, usual: str) -> str:
    """The article by which something is done once a turn. In Main Phase 2, where it was done in Main Phase 1
    (main2.limits), it is another article than usual.
    """
    frame = view.running("main2")
    return "main2.limits" if frame is not None and what in frame.vars.get("spent", ()) else usual


def two_texts(view: View, card: Card) -> bool:
    """Does the card have a Pendulum Effect, so that only one of its two texts applies at a time?"""
    faces = view.table.prints[card.print].faces.values()
    return any(ability.data.get("text_box") for face in faces for ability in face.abilities)
