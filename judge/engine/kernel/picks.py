"""Picks: finds the sets of cards that can be chosen; cards that nobody can tell apart count once."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, repeat
from operator import eq, itemgetter

from judge.engine.kernel.references import referred
from judge.engine.kernel.state import (
    Card,
    Ref,
)
from judge.engine.kernel.view import View
from judge.errors import NotImplementedYet


def forced_pick(
    view: View, cards: Sequence[Card], least: int, most: int, check: str, data: Mapping[str, object]
) -> tuple[Ref, ...] | None:
    """The only possible answer to a pick, equal cards counted as one; None if there is a choice."""
    if least != most and cards and not check:
        return None
    if not cards or most <= 0:
        return ()
    if not check:
        return tuple(card.object for card in cards[:most]) if one_choice(view, cards, least) else None
    answers = {}
    for chosen in subsets(view, cards, least, most, check, data):
        answers[chosen] = True
        if len(answers) > 1:
            return None
    return next(iter(answers), None)


def one_choice(view: View, cards: Sequence[Card], n: int) -> bool:
    """Does it make no difference which n of the cards are taken, when nothing else is asked of them?"""
    if len(cards) <= n:
        return True
    if not all_twins(cards):
        return False
    return not view.known(cards[0]) or {card.object for card in cards}.isdisjoint(referred(view.game))


LOOKS = itemgetter(*map(Card._fields.index, ("print", "owner", "zone", "face", "marks", "under")))


def all_twins(cards: Sequence[Card]) -> bool:
    """Are these cards interchangeable, and none of them referred to by its number?

    There may be thousands, so it compares one after the other and builds nothing for each.
    """
    return not cards[0].under and all(map(eq, map(LOOKS, cards), repeat(LOOKS(cards[0]))))


MANY = 100_000  # sets of cards that are looked at for one that will do


def subsets(
    view: View, cards: Sequence[Card], least: int, most: int, check: str, data: Mapping[str, object]
) -> Iterator[tuple[Ref, ...]]:
    """Every different choice of `least` to `most` cards that passes the check; twins count once."""
    yield from passing(view, combine(alike(view, cards), least, min(most, len(cards))), check, data)


def passing(
    view: View, sets: Iterable[tuple[Ref, ...]], check: str, data: Mapping[str, object]
) -> Iterator[tuple[Ref, ...]]:
    """The sets of cards that pass the check. Raises NotImplementedYet where there are too many to look at."""
    test = view.book.checks[check] if check else None
    for at, chosen in enumerate(sets):
        if at == MANY:
            raise NotImplementedYet(f"a choice among so many sets of cards ({check or 'any'})")
        if test is None or test(view, chosen, data):
            yield chosen


def alike(view: View, cards: Sequence[Card]) -> list[list[Ref]]:
    """Groups of cards that nobody can tell apart, in order; a card that something under way refers to stands
    alone.
    """
    groups = grouped(view, cards, ())
    if any(len(group) > 1 for group in groups) and any(view.known(card) for card in cards):
        groups = grouped(view, cards, frozenset(referred(view.game)))
    return groups


def grouped(view: View, cards: Sequence[Card], pinned: Container[Ref]) -> list[list[Ref]]:
    """Groups of twins, in order; `pinned` cards stand alone."""
    groups: dict[tuple[object, ...], list[Ref]] = {}
    for card in cards:
        groups.setdefault(view.interchangeability_key(card, pinned), []).append(card.object)
    return list(groups.values())


def combine(groups: list[list[Ref]], least: int, most: int) -> Iterator[tuple[Ref, ...]]:
    """Selections from groups of twins, in a fixed order: as many as possible of the first groups, then ever
    fewer; each group is taken from its front. None are tried where too few cards are left to reach `least`.
    """
    left = list(accumulate(map(len, reversed(groups)), initial=0))  # so many in the last 0, 1, 2 … groups
    taken: list[tuple[int, int]] = []  # of which group how many
    total, start = 0, 0
    while total <= most:
        if total + left[len(groups) - start] >= least:
            for at in range(start, len(groups)):
                if total == most:
                    break
                taken.append((at, min(len(groups[at]), most - total)))
                total += taken[-1][1]
            if total >= least:
                yield tuple([ref for at, n in taken for ref in groups[at][:n]])
        if not taken:
            return
        at, n = taken.pop()
        taken.extend([(at, n - 1)] if n > 1 else [])
        total, start = total - 1, at + 1
