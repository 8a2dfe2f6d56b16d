"""A deck against a list of points: what its cards cost together, and what they may."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from judge.decks.counts import grouped, total
from judge.decks.deck import Deck
from judge.decks.faults import concern
from judge.decks.items import Item
from judge.decks.limit_list import KeyedList, entry_key, keys_of
from judge.decks.limits import Limits
from judge.decks.report import Concerned, Fault
from judge.decks.speech import phrased

Cost = tuple[Sequence[Item], int]  # the copies of one card, and what each of them costs


def overspent(deck: Deck, items: Sequence[Item], limits: Limits, one: KeyedList) -> Iterator[Fault]:
    """The fault of a deck whose cards cost more than the list's cap, every part counted."""
    costs = [cost for cost in costs_of(items, limits, one) if cost[1]]
    spent = sum(points * total(group) for group, points in costs)
    cap = one.limit_list.cap
    if spent > cap:
        concerned = tuple(priced(group, points) for group, points in costs)
        place = crossing(costs, cap)
        message = phrased("finding.points", number=spent, list=one.limit_list.name)
        rule, also = str(limits.lists.get("points", "")), ()
        allowed = phrased("bound.at-most", number=cap)
        yield Fault("points", rule, "error", message, spent, allowed, concerned, deck.file, *place, also=also)


def costs_of(items: Sequence[Item], limits: Limits, one: KeyedList) -> Iterator[Cost]:
    """The copies of each card of the deck, and what the list asks for one;
    nothing for a card that it does not name.
    """
    for group in grouped(items, partial(entry_key, limits=limits, whitelist=False)).values():
        keys = (key for item in group for key in keys_of(item, limits, False))
        yield group, max((one.counts[key] for key in keys if key in one.counts), default=0)


def priced(group: Sequence[Item], points: int) -> Concerned:
    """A card that costs something, its points beside its name."""
    found = concern(group)[0]
    return found._replace(name=phrased("finding.priced", card=found.name or found.card, number=points))


def crossing(costs: Sequence[Cost], cap: int) -> tuple[int, int]:
    """Where in the file the points that may be spent are used up."""
    priced_lines = ((item.line, points) for group, points in costs for item in group)
    rows = sorted((line.line, line.column, points * line.count) for line, points in priced_lines)
    spent = 0
    for line, column, cost in rows:
        spent += cost
        if spent > cap:
            return line, column
    return 1, 1
