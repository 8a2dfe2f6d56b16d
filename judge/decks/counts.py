"""How many cards answer a limit: surely, and at most, when card data leave it open."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from judge.decks.items import Item
from judge.decks.limits import Limit, Limits
from judge.decks.selection import Truth, every, matches

Key = TypeVar("Key", bound=Hashable)


class Tally(NamedTuple):
    """The items that a limit may speak of, and how many cards that makes."""

    sure: tuple[Item, ...]
    unsure: tuple[Item, ...]  # their source only mentions the word
    unknown: tuple[Item, ...]  # no source says
    low: int
    high: int


def tally(limit: Limit, items: Sequence[Item], limits: Limits) -> Tally:
    """The cards in a limit's parts that answer its `where`."""
    found = [(item, answer(limit, item, limits)) for item in items]
    sure, unsure, unknown = (
        tuple(item for item, truth in found if truth is wanted)
        for wanted in (Truth.YES, Truth.UNSURE, Truth.UNKNOWN)
    )
    low, high = _measure(limit, sure), _measure(limit, (*sure, *unsure, *unknown))
    if limit.where is None and not limit.each and len(limit.parts) == 1 and unknown:
        low, high = _squeezed(limit.parts[0], low, high, items, limits)
    return Tally(sure, unsure, unknown, low, high)


def answer(limit: Limit, item: Item, limits: Limits) -> Truth:
    """Whether a limit counts a card."""
    here = within(item, limit.parts, limits)
    return here if here is Truth.NO else every((here, matches(limit.where, item.card)))


def within(item: Item, parts: Sequence[str], limits: Limits) -> Truth:
    """Whether a card is in one of these parts."""
    if item.part:
        return Truth.YES if item.part in parts else Truth.NO
    possible = [one in parts for one in limits.open_parts]
    return Truth.YES if all(possible) else Truth.UNKNOWN if any(possible) else Truth.NO


def _measure(limit: Limit, items: Iterable[Item]) -> int:
    if limit.different:
        return len({one.key for one in items})
    return total(items)


def total(items: Iterable[Item]) -> int:
    """How many cards these lines are."""
    return sum(one.line.count for one in items)


def _squeezed(part: str, low: int, high: int, items: Sequence[Item], limits: Limits) -> tuple[int, int]:
    """Cards under no heading must fit somewhere: what the other parts cannot take is here, what they need is
    not.

    Only for the largest part: of all together too many or too few, it is told once, and there.
    """
    loose = high - low
    least = most = 0
    for other in limits.open_parts:
        if other != part:
            here = total(one for one in items if one.part == other)
            at_least, at_most = bounds(other, limits)
            least += max(0, at_least - here)
            most += max(0, at_most - here)
    largest = max(limits.open_parts, key=lambda one: bounds(one, limits)[0])
    return (low + max(0, loose - most), low + max(0, loose - least)) if part == largest else (low, high)


def grouped(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """The items by what `key` gives of each, in the order in which they come."""
    found: dict[Key, list[Item]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def bounds(part: str, limits: Limits) -> tuple[int, int]:
    """How many cards a part must and may have."""
    sizes = [
        one for one in limits.rows if one.parts == (part,) and not (one.where or one.each or one.different)
    ]
    least = max((one.at_least or 0 for one in sizes), default=0)
    most = min((one.at_most for one in sizes if one.at_most is not None), default=10**9)
    return least, most
