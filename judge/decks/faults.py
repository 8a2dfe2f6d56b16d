"""A fault of a limit: its words, its place, its cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.decks.counts import grouped, total
from judge.decks.deck import Deck
from judge.decks.items import Item, number_and_name
from judge.decks.limits import Limit, Limits
from judge.decks.report import Concerned, Fault, Unchecked
from judge.decks.speech import of_book, phrased
from judge.decks.unsaid import why_unknown


class Found(NamedTuple):
    """What one limit found."""

    faults: tuple[Fault, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    short: int = 0  # how many cards are missing


def blank(limit: Limit, items: Sequence[Item], limits: Limits) -> tuple[Unchecked, ...]:
    """That a limit could not be checked, for want of data of some cards."""
    if not items:
        return ()
    why = why_unknown(limit, items, limits)
    return (Unchecked(limit.code, limit.rule, phrased("join.colon", a=limit.demand, b=why), why),)


def fault(
    limit: Limit, deck: Deck, severity: str, message: str, found: int, concerned: Iterable[Item],
    place: tuple[int, int], also: tuple[str, ...],
) -> Fault:  # fmt: skip
    """A fault of a limit."""
    return Fault(limit.code, limit.rule, severity, message, found, limit.allowed, concern(concerned),
                 deck.file, *place, also=also)  # fmt: skip


def crossing(items: Iterable[Item], most: int) -> tuple[int, int]:
    """Where the first card stands that is one too many, in the order of the file."""
    seen, place = 0, (1, 1)
    for item in sorted(items, key=lambda one: (one.line.line, one.line.column)):
        seen += item.line.count
        place = (item.line.line, item.line.column)
        if seen > most:
            break
    return place


def concern(items: Iterable[Item]) -> tuple[Concerned, ...]:
    """The cards of some lines, each once, with all its lines."""
    return tuple(map(concerned, grouped(items, lambda one: one.key).values()))


def concerned(group: Sequence[Item]) -> Concerned:
    """One card, with the lines that have it."""
    lines = tuple(dict.fromkeys(one.line.line for one in group))
    return Concerned(*number_and_name(group[0]), total(group), lines)


def given(limits: Limits) -> str:
    """What cards are told apart by, in words."""
    words = [str(one).replace("_", " ") for one in limits.identity["by"] if one != "counts_as"]
    return of_book(f"the {' and '.join(words)}")
