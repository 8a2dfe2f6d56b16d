"""How cards leave the Field by the rules: once used, where another takes their place, by a negated Summon."""

from __future__ import annotations

from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import events, move_event
from judge.engine.kernel.state import Card, Instruction, Ref
from judge.engine.kernel.view import View
from judge.games.ygo.cards import used_rule


def away(view: View, card: Card) -> Event:
    """The move of a used card to the Graveyard."""
    return move_event(view, {"me": card.seat}, card.object, "graveyard", "spent", used_rule(view, card))


def displaced(view: View, seat: str) -> list[Instruction]:
    """The instructions that remove a Field Spell before the player gets another one (zone.field.replace)."""
    ctx = {"me": seat, "because": "rules"}
    gone = [move_event(view, ctx, card.object, "graveyard", "displaced") for card in view.zone(seat, "field")]
    return [events(gone)] if gone else []


def sent(view: View, me: str, ref: Ref, rule: str = "trap.counter") -> Event:
    """The event that a card goes to the Graveyard because its Summon was negated."""
    return move_event(view, {"me": me}, ref, "graveyard", "send", rule)
