"""Faults of limits: how a fault, or a limit that could not be checked, is put into words, where it stands in
the file, and which cards it concerns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from judge.decks.deck import Deck
from judge.decks.items import Item, grouped, label, number_and_name, total, within
from judge.decks.limits import Limit, Limits
from judge.decks.report import Concerned, Fault, Unchecked
from judge.decks.selection import Truth, unsaid
from judge.decks.speech import cards as so_many
from judge.decks.speech import joined, of_attribute, phrased
from judge.text.rows import NamedTuple

_NAMED: Final = 3  # cards that are named; of more only the number is given


def why_unknown(limit: Limit, items: Sequence[Item], limits: Limits) -> str:
    """Why a limit could not be checked: how many cards are unknown, and which attributes the card data lack
    for which others.
    """
    groups = grouped(items, lambda item: tuple(left_open(limit, item, limits)))
    return joined("join.comma", [of_group(attributes, group) for attributes, group in groups.items()])


def of_group(attributes: Sequence[str], items: Sequence[Item]) -> str:
    """The reason why a limit could not be checked, for cards that lack the same attributes; without
    attributes, for unknown cards.
    """
    count = so_many(total(items))
    if not attributes:
        return phrased("unchecked.nothing", cards=count)
    told = joined("join.and", [phrased("unchecked.quoted", word=of_attribute(attr)) for attr in attributes])
    return phrased("unchecked.attribute", attribute=told, cards=count, names=named(items))


def left_open(limit: Limit, item: Item, limits: Limits) -> Iterator[str]:
    """The attributes that a card lacks and that would decide whether a limit counts it; none for a card that
    is not known.
    """
    if item.card is None:
        return
    wanted = [limit.where]
    if within(item, limit.parts, limits) is Truth.UNKNOWN:
        wanted += [part.takes for part in limits.parts if not part.apart]
    yield from dict.fromkeys(attribute for where in wanted if where for attribute in unsaid(where, item.card))


def named(items: Iterable[Item]) -> str:
    """The first few of some cards by name, and how many more there are."""
    names = list(dict.fromkeys(map(label, items)))
    told = ", ".join(names[:_NAMED])
    more = len(names) - _NAMED
    return phrased("report.more", named=told, number=more) if more > 0 else told


class Found(NamedTuple):
    """The result of checking one limit."""

    faults: tuple[Fault, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    short: int = 0  # how many cards are missing


def blank(limit: Limit, items: Sequence[Item], limits: Limits) -> tuple[Unchecked, ...]:
    """The note that a limit could not be checked, for want of data on these cards; none without cards."""
    if not items:
        return ()
    why = why_unknown(limit, items, limits)
    return (Unchecked(limit.code, limit.rule, phrased("join.colon", a=limit.demand, b=why), why),)


def fault(
    limit: Limit, deck: Deck, severity: str, message: str, count: int, concerned: Iterable[Item],
    place: tuple[int, int], also: tuple[str, ...],
) -> Fault:  # fmt: skip
    """A fault of a limit."""
    return Fault(limit.code, limit.rule, severity, message, count, limit.allowed, concern(concerned),
                 deck.file, *place, also=also)  # fmt: skip


def crossing(items: Iterable[Item], most: int) -> tuple[int, int]:
    """The place of the first card, in the order of the file, that is one too many."""
    seen, place = 0, (1, 1)
    for item in sorted(items, key=lambda entry: (entry.line.line, entry.line.column)):
        seen += item.line.count
        place = (item.line.line, item.line.column)
        if seen > most:
            break
    return place


def concern(items: Iterable[Item]) -> tuple[Concerned, ...]:
    """The cards of some lines, each once, with all its lines."""
    return tuple(map(concerned, grouped(items, lambda item: item.key).values()))


def concerned(group: Sequence[Item]) -> Concerned:
    """One card, with the lines that have it."""
    lines = tuple(dict.fromkeys(item.line.line for item in group))
    return Concerned(*number_and_name(group[0]), total(group), lines)
