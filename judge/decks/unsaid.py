"""What the card data leave open of some cards, and so why a limit could not be checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from judge.decks.counts import grouped, total, within
from judge.decks.items import Item, label
from judge.decks.limits import Limit, Limits
from judge.decks.selection import Truth, unsaid
from judge.decks.speech import cards as so_many
from judge.decks.speech import joined, of_attribute, phrased

_NAMED: Final = 3  # cards that are told by name


def why_unknown(limit: Limit, items: Sequence[Item], limits: Limits) -> str:
    """Of how many cards nothing is known, and which attributes of which others the data do not say."""
    groups = grouped(items, lambda one: tuple(left_open(limit, one, limits)))
    return joined("join.comma", [of_group(attributes, group) for attributes, group in groups.items()])


def of_group(attributes: Sequence[str], items: Sequence[Item]) -> str:
    """The same of cards of which the same is not known; of no attribute, nothing is known of them."""
    count = so_many(total(items))
    if not attributes:
        return phrased("unchecked.nothing", cards=count)
    told = joined("join.and", [phrased("unchecked.quoted", word=of_attribute(one)) for one in attributes])
    return phrased("unchecked.attribute", attribute=told, cards=count, names=named(items))


def left_open(limit: Limit, item: Item, limits: Limits) -> Iterator[str]:
    """The attributes that would say whether a limit counts a card; none where nothing is known of it."""
    if item.card is None:
        return
    wanted = [limit.where]
    if within(item, limit.parts, limits) is Truth.UNKNOWN:
        wanted += [part.takes for part in limits.parts if not part.apart]
    yield from dict.fromkeys(one for where in wanted if where for one in unsaid(where, item.card))


def named(items: Iterable[Item]) -> str:
    """The first few of some cards by name, and how many more there are."""
    names = list(dict.fromkeys(map(label, items)))
    told = ", ".join(names[:_NAMED])
    more = len(names) - _NAMED
    return phrased("report.more", named=told, number=more) if more > 0 else told
