"""Assignment: finds whether different cards can meet the items of a list that is asked for.

An item of the list is a selector; with `more = true` several cards may meet it, and `same = attribute` asks
that the cards of the whole list share that value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View
from judge.text.plain import Fields

Slots = Sequence[Fields]
OF_LISTS = {"more": "flag", "same": "attribute"}  # what an item has beside the keys of a selector


def assigned(view: View, slots: Slots, cards: Sequence[Card], ctx: Mapping[str, object]) -> bool:
    """Can the cards be assigned to the selectors, each to one and none left over?"""
    return met(view, slots, cards, ctx) and alike(view, slots, cards)


def alike(view: View, slots: Slots, cards: Sequence[Card]) -> bool:
    """Do the cards share what the list asks all of them to share?"""
    return all(shared(view, str(slot["same"]), cards) for slot in slots if "same" in slot)


def met(view: View, slots: Slots, cards: Sequence[Card], ctx: Mapping[str, object]) -> bool:
    """Can the cards be assigned to the selectors, whatever they share?"""
    if not slots:
        return not cards
    first, more = slots[0], slots[0].get("more")
    sel = (
        {key: value for key, value in first.items() if key not in OF_LISTS}
        if OF_LISTS.keys() & first.keys()
        else first
    )
    for at, card in enumerate(cards):
        if view.matches(card, sel, ctx):
            rest = [*cards[:at], *cards[at + 1 :]]
            if met(view, slots[1:], rest, ctx) or (more and met(view, slots, rest, ctx)):
                return True
    return False


def shared(view: View, attr: str, cards: Sequence[Card]) -> bool:
    """Do all of them have a value in common?"""
    values = [view.value(card, attr) for card in cards]
    if any(isinstance(value, tuple) for value in values):
        return bool(set.intersection(*(set(value or ()) for value in values)))
    return None not in values and len(set(values)) <= 1


def spans(slots: Slots, cards: Sequence[Card]) -> tuple[int, int]:
    """How many cards a list takes, at least and at most."""
    return len(slots), len(cards) if any(slot.get("more") for slot in slots) else len(slots)
