"""Monsters that are turned face-down: what lasted on them ends (gl.set.state)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.kernel.instructions import event, events
from judge.engine.kernel.state import AppliedEvent, Card, Instruction
from judge.engine.kernel.view import View
from judge.games.ygo.registry import rules


@rules.interrupt("gl.set.state", "mark")
def set_again(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Sanctioned play: an effect's change ends when its monster is turned face-down, at any duration."""
    cards = [card for card in turned_down(view, records) if changed(view, card)]
    if not cards or not view.param("face-down-ends"):
        return None
    rule, *usual = view.ruled("face-down-ends", "gl.set.state")
    details = {"usual": tuple(usual)}
    return [events([event({}, "expire", "effects-end", rule, card=card.object, **details) for card in cards])]


def changed(view: View, card: Card) -> bool:
    """Is a change by an effect still lasting on the card?"""
    return any(card.object in effect.to for effect in view.game.effects)


def turned_down(view: View, records: Sequence[AppliedEvent]) -> list[Card]:
    """The cards that a batch of events has turned face-down."""
    pairs = ((record.before, record.after) for record in records)
    return [
        after
        for before, after in pairs
        if before is not None and after is not None and view.face_down(after) and not view.face_down(before)
    ]
