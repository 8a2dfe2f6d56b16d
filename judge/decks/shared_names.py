"""Cards with several names: the same card as one that has only some of them?

Where the book does not say, it is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from judge.decks.alike import alike
from judge.decks.items import Item
from judge.decks.limits import Limit, Limits
from judge.decks.selection import values_of


def shared(limit: Limit, items: Sequence[Item], limits: Limits) -> Iterator[list[Item]]:
    """Too many cards that bear one name and title together, though no two of them need be the same card.

    Only for a game whose identity says `several`: cards there may have more than one value of what they go
    by.
    """
    if limit.at_most is None or not limits.identity.get("several"):
        return
    bearers: dict[tuple[str, ...], list[Item]] = {}
    for item in items:
        for values in borne(item, limits):
            bearers.setdefault(values, []).append(item)
    groups = {tuple(map(id, group)): group for group in bearers.values()}  # one group for all that they share
    for group in groups.values():
        if len({one.key for one in group}) > 1 and sum(one.line.count for one in group) > limit.at_most:
            yield group


def borne(item: Item, limits: Limits) -> Iterator[tuple[str, ...]]:
    """Each combination of a card's values of what its game's cards go by; none where one is not known."""
    if item.card is not None:
        values = [
            dict.fromkeys(alike(str(one)) for one in values_of(item.card, name))
            for name in limits.identity["by"]
        ]
        yield from product(*values)
