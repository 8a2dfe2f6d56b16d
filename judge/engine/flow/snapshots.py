"""Snapshots: keep the values that a card had before it left a zone whose information is asked for later."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.effects.continuous import moving
from judge.engine.effects.validity import works
from judge.engine.flow.listeners import every_name
from judge.engine.kernel.event import Event
from judge.engine.kernel.references import mentioned
from judge.engine.kernel.state import EMPTY, Card, Ref
from judge.engine.kernel.view import View

CAME = "came"  # among the values of a card: how it came to lie there


def came_key(ref: Ref) -> str:
    """The memory key for how an object came to lie where it lies."""
    return f"{CAME}:{ref}"


def before(view: View, event: Event) -> Mapping[str, object] | None:
    """The computed values of a card about to leave a zone whose information is asked for later,
    if anybody can ask.
    """
    if event["verb"] != "move" or not view.table.abilities:
        return None
    card = view.card(event["card"])
    if card is None or not view.book.zones.get(card.place, EMPTY).get("snapshot"):
        return None
    return snapshot(view, card) if view.tracing or listened(view, event, card) else None


def listened(view: View, event: Event, card: Card) -> bool:
    """May an ability hear this move, or is one of the card's pending? A token may vanish, and a card laid on
    others is elsewhere than its event says.
    """
    if any(entry.source == card.object for entry in view.game.waiting):
        return True
    if view.book.asks_last and mentioned(view.game, card.object):
        return True
    if "onto" in event or view.table.prints[card.print].token:
        return bool(view.table.listeners)
    return not view.table.listeners.keys().isdisjoint(every_name(view, event))


def snapshot(view: View, card: Card) -> dict[str, object]:
    """The card's computed values at this moment, for questions after it has gone."""
    printed, worked_out = view.face(card).attrs, moving(view) | view.book.unread
    values = [
        (attr, view.value(card, attr) if attr in worked_out else printed.get(attr))
        for attr in view.book.attributes
    ]
    seen: dict[str, object] = {attr: have for attr, have in values if have is not None}
    had = view.abilities(card)
    seen["had"] = tuple(ability.id for ability in had)
    seen["abilities"] = tuple(ability.id for ability in view.borne(card) if works(view, card, ability))
    seen["keywords"] = tuple(
        ability.keyword for ability in had if ability.keyword and works(view, card, ability)
    )
    seen["zone"] = card.zone
    if view.table.asks_came:
        seen[CAME] = view.game.memory.get(came_key(card.object))
    return seen
