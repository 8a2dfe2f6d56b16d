"""Places that hold one card, and on which several may come to lie for a time:
all but the last placed leave, and all of them where several were placed last at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event, events, named_move
from judge.engine.kernel.state import SEATS, Card, Do, Record, Ref
from judge.engine.kernel.view import View
from judge.engine.language.shared import words
from judge.engine.layout.slots import SLOT
from judge.text.plain import Fields

TOGETHER = "together:"  # of a card that came to its place at once with others: the last of them


@words.due("overlap")
def overlap(view: View) -> Iterator[Event]:
    """The cards that leave, each zone's by its own article and move."""
    for seat in SEATS:
        for zone, row in view.book.zones.items():
            for cards in by_place(view.zone(seat, zone)) if makes_way(view, row) else ():
                for one in too_many(view, cards):
                    ctx = {"because": "rules"}
                    yield named_move(view, ctx, one.object, row["overlap_goes"], row["overlaps"])


def makes_way(view: View, row: Fields) -> bool:
    """Do cards of a zone make way for those that were placed later?"""
    return "overlaps" in row and ("overlaps_if" not in row or bool(view.param(row["overlaps_if"])))


def by_place(cards: Sequence[Card]) -> list[list[Card]]:
    """The cards of a zone by the slot on which they lie; without slots it is one place."""
    found: dict[object, list[Card]] = {}
    for card in cards:
        found.setdefault(card.mark(SLOT), []).append(card)
    return list(found.values())


def too_many(view: View, cards: list[Card]) -> list[Card]:
    """The cards that leave a place which holds one: object numbers rise in the order of arrival."""
    if len(cards) < 2:
        return []
    newest = max(cards, key=lambda card: int(card.object[1:]))
    last = batch(view, newest)
    placed_last = sum(batch(view, card) == last for card in cards)
    return cards if placed_last > 1 else [card for card in cards if card is not newest]


def batch(view: View, card: Card) -> Ref:
    """The last of the cards with which a card came to its place at once; itself where it came alone."""
    return str(view.game.memory.get(TOGETHER + card.object, card.object))


@words.interrupt("placed-together", "move")
def placed_together(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """Cards that come to one place at once are remembered: none of them is the last placed."""
    places: dict[tuple[str, object], list[Ref]] = {}
    for one in records:
        if one.after is not None and one.after.zone and "overlaps" in view.book.zones[one.after.place]:
            places.setdefault((one.after.zone, one.after.mark(SLOT)), []).append(one.after.object)
    batch = [
        event({}, "remember", rule=view.book.zones[zone[2:]]["overlaps"], key=TOGETHER + ref, value=refs[-1])
        for (zone, _), refs in places.items()
        for ref in refs
        if len(refs) > 1
    ]
    return [events(batch)] if batch else None
