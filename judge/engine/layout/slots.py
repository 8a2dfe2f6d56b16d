"""Slots: the places within a zone. Each card of such a zone has its slot as one of its marks, and no two
cards share one.

A zone that lies `beneath` others has their slots too: its cards are under whatever lies on the same slot.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS, Card
from judge.engine.kernel.view import View
from judge.errors import NotImplementedYet

SLOT = "slot"


def slots_of(book: Book, zone: str) -> tuple[str, ...]:
    """The slots of a zone in their order; none for a zone whose cards lie anywhere in it."""
    return book.slots.get(zone, ())


def zone_of(book: Book, slot: str) -> str:
    """The zone that has this slot; the one on top, where several share it; ``""`` for none."""
    return next((name for name, spec in book.zones.items() if slot in spec.get("slots", ())), "")


def on_slot(view: View, seat: str, zone: str, slot: str) -> Card | None:
    """The card of a zone that lies on a slot."""
    return next((card for card in view.zone(seat, zone) if card.mark(SLOT) == slot), None)


def free_slots(view: View, seat: str, zone: str, leaving: Collection[str] = ()) -> list[str]:
    """The slots of a zone that are free, once some cards have left it."""
    taken = {card.mark(SLOT) for card in view.zone(seat, zone) if card.object not in leaving}
    return [slot for slot in slots_of(view.book, zone) if slot not in taken]


def open_slots(view: View, seat: str, zone: str, given: Collection[str] = ()) -> list[str]:
    """The slots to which a card may come when others of its batch are `given` theirs: the free ones. Where
    cards may lie on one another for a while, any slot that is not given; once all are given, every slot.
    """
    if "overlaps" not in view.book.zones[zone]:
        return [slot for slot in free_slots(view, seat, zone) if slot not in given]
    slots = slots_of(view.book, zone)
    return [slot for slot in slots if slot not in given] or list(slots)


def different(view: View, seat: str, zone: str, slots: Collection[str]) -> list[str]:
    """The slots that differ as a choice. Where all slots are `alike`, only the cards on and beneath them
    tell them apart, so one free slot stands for all.
    """
    if not view.book.zones[zone].get("alike"):
        return list(slots)
    by_cards: dict[tuple[str, ...], str] = {}
    for slot in slots:
        cards = [*beneath(view, seat, zone, slot), *lying(view, seat, zone, slot)]
        by_cards.setdefault(tuple(card.id for card in cards), slot)
    return list(by_cards.values())


def lying(view: View, seat: str, zone: str, slot: str) -> list[Card]:
    """The cards of a zone that lie on a slot."""
    return [card for card in view.zone(seat, zone) if card.mark(SLOT) == slot]


def beneath(view: View, seat: str, zone: str, slot: str) -> list[Card]:
    """The cards beneath a slot of a zone."""
    under = [name for name, spec in view.book.zones.items() if zone in spec.get("beneath", ())]
    return [card for name in under for card in view.zone(seat, name) if card.mark(SLOT) == slot]


def above(view: View, card: Card | None) -> list[Card]:
    """The cards on the slot beneath which a card lies, or the one card that lies on it."""
    if card is None or not card.zone:
        return []
    if card.on:
        return [view.game.cards[card.on]]
    over = view.book.zones[card.place].get("beneath", ())
    return [top for zone in over for top in view.zone(card.seat, zone) if top.mark(SLOT) == card.mark(SLOT)]


def slotted(view: View, card: Card, zone: str, marks: Mapping[str, object]) -> dict[str, object]:
    """The marks of a card that arrives, with a slot: the one that it was given, unless another card lies
    there and may not share it, otherwise the first free one. Raises NotImplementedYet where cards may share
    slots, none is free and nobody was asked.
    """
    all_marks = dict(marks)
    if not slots_of(view.book, zone[2:]) or "beneath" in view.book.zones[zone[2:]]:
        return all_marks
    if SLOT in all_marks and "overlaps" in view.book.zones[zone[2:]]:
        return all_marks
    free = free_slots(view, zone[:1], zone[2:], (card.object,))
    if not free and "overlaps" in view.book.zones[zone[2:]]:
        raise NotImplementedYet("a slot for what comes instead to a zone whose slots are all taken")
    if all_marks.get(SLOT) not in free and free:
        all_marks[SLOT] = free[0]
    return all_marks


def opposite(view: View, card: Card) -> Card | None:
    """The card on the other side that lies on the same slot of its zone."""
    other = SEATS[1 - SEATS.index(card.seat)]
    return on_slot(view, other, card.place, str(card.mark(SLOT)))
