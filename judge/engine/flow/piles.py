"""What a pile of cards does not allow: it never goes round in a ring, and nothing is laid into its midst."""

from __future__ import annotations

from judge.engine import trace
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View


def top_of(view: View, card: Card) -> Card:
    """The card on top of the pile that a card lies in: the card itself where nothing covers it."""
    while card.on:
        card = view.game.cards[card.on]
    return card


def unpiled(view: View, event: Event) -> bool:
    """Would a card lie beneath itself, or on top of one that another covers?"""
    card = view.card(event["card"]) if "under" in event or "onto" in event else None
    if card is None:
        return False
    return ringed(view, card, event) if "under" in event else covered(view, card, event)


def ringed(view: View, card: Card, event: Event) -> bool:
    """Does the card beneath which one would go lie in that one's own pile?"""
    host = view.card(event["under"])
    if host is None or top_of(view, host).id != card.id:
        return False
    view.note(trace.RINGED, str(view.book.tables["pile"]["under"]), card=card.id, host=host.id)
    return True


def covered(view: View, card: Card, event: Event) -> bool:
    """Does a card onto which one would go lie beneath another?"""
    hosts = [view.card(ref) for ref in event["onto"]]
    host = next((one for one in hosts if one is not None and one.on), None)
    if host is None:
        return False
    view.note(trace.NOT_ON_TOP, str(view.book.tables["pile"].get("other", "")), card=card.id, host=host.id)
    return True
