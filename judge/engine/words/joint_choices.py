"""Cards that are chosen together: all different in an attribute, or of a sum within bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain, combinations
from math import inf

from judge.engine.flow.feasibility import SPARES
from judge.engine.kernel.picks import alike, combine, passing
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View
from judge.engine.language.conditions import bounded
from judge.engine.language.shared import words
from judge.engine.language.traits import overlap
from judge.text.plain import Context, Fields, Plain

JOINT = "joint"  # the test of cards that are chosen together
KEYS = {"different": "attribute", "total": "totals"}  # of an instruction that chooses, with their kinds


def asked_of_all(view: View, args: Fields, ctx: Context) -> dict[str, object]:
    """What an instruction asks of the cards together, its numbers worked out; where it does, if at all."""
    found = {key: args[key] for key in KEYS if key in args}
    if "total" in found:
        found["total"] = {
            attr: {bound: view.number(n, ctx) for bound, n in bounds.items()}
            for attr, bounds in found["total"].items()
        }
    return found


def any_number(args: Mapping[str, object]) -> bool:
    """May any number of cards be chosen, so that they make a sum?"""
    return "total" in args and "n" not in args


@words.check(JOINT)
def fit_together(view: View, chosen: Sequence[Plain], data: Fields) -> bool:
    """Do chosen cards fit together, and leave what else is to be paid possible, where that is asked?"""
    cards = [card for card in (view.card(ref) for ref in chosen) if card is not None]
    sums = data.get("total", {}).items()
    return not chosen or (
        ("different" not in data or differ(view, cards, data["different"]))
        and all(bounded(summed(view, cards, attr), bounds, view, {}, least=None) for attr, bounds in sums)
        and ("into" not in data or view.book.checks[SPARES](view, chosen, data))
    )


def differ(view: View, cards: Sequence[Card], attr: str) -> bool:
    """Have cards nothing of an attribute in common? One without any is different from none."""
    values = [view.value(card, attr) for card in cards]
    return None not in values and not any(overlap(one, other) for one, other in combinations(values, 2))


def summed(view: View, cards: Sequence[Card], attr: str) -> int:
    """What cards have of an attribute together."""
    return sum(int(view.value(card, attr) or 0) for card in cards)


def most_together(view: View, pool: Sequence[Card], least: int, most: int, data: Fields) -> tuple[int, int]:
    """How few and how many of some cards can be chosen that fit together: as many as were asked for, or as
    near to that as can be; none at all where no choice fits.
    """
    groups = alike(view, pool)
    sets = chain.from_iterable(combine(groups, n, n) for n in sizes(view, pool, most, data.get("total", {})))
    n = len(next(passing(view, sets, JOINT, data), ()))
    return min(least, n), n


def sizes(
    view: View, pool: Sequence[Card], most: int, sums: Mapping[str, Mapping[str, int]]
) -> Iterator[int]:
    """How many of some cards it may be that make these sums, the most first: so many that the least ones do
    not make too much together, nor the greatest too little.
    """
    rows = [(reach(view, pool, attr), bounds) for attr, bounds in sums.items()]
    for n in range(min(most, len(pool)), 0, -1):
        if all(low[n] <= highest(bounds) and high[n] >= lowest(bounds) for (low, high), bounds in rows):
            yield n


def reach(view: View, pool: Sequence[Card], attr: str) -> tuple[list[int], list[int]]:
    """The least and the greatest sum of 0, 1, 2 … of some cards."""
    values = sorted(summed(view, [card], attr) for card in pool)
    return list(accumulate(values, initial=0)), list(accumulate(reversed(values), initial=0))


def highest(bounds: Mapping[str, int]) -> float:
    """The greatest sum within bounds."""
    return bounds.get("exactly", bounds.get("at_most", inf))


def lowest(bounds: Mapping[str, int]) -> float:
    """The least sum within bounds."""
    return bounds.get("exactly", bounds.get("at_least", -inf))
