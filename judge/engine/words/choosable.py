"""Choosable cards: which cards may be chosen, alone and together with others, where all must differ or make
up a sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain, combinations
from math import inf

from judge.engine import trace
from judge.engine.flow.feasibility import SPARES
from judge.engine.flow.listeners import watchers
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event
from judge.engine.kernel.picks import alike, combine, passing
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import Vars, View
from judge.engine.language.conditions import bounded
from judge.engine.language.joint_costs import left
from judge.engine.language.shared import words
from judge.engine.language.traits import names, overlap
from judge.text.plain import Fields, Json, Scope

CHOICES = ("choose", "targeted")  # what a text forbids that keeps a card from being chosen


# --- which cards may be chosen, and what is told of one that may not -----------------------------------
def choosable(view: View, v: Vars, card: Card) -> bool:
    """May the ability choose this card for what it does with it?"""
    return not (
        unsuited(view, v, card)
        or undergoes_same(view, v, card)
        or doomed(view, v, card)
        or protected(view, v, card)
    )


def unsuited(view: View, v: Vars, card: Card) -> bool:
    """Is there something to be done with the chosen card that cannot be done with this one?"""
    for word in v.args.get("for", ()):
        cond = view.book.suits[word](view, card, v)
        if not cond.ok:
            texts = (str(cond.values["ability"]),) if "ability" in cond.values else ()
            tell_refused(view, v, card, cond.rule, texts=texts)
            return True
    return False


def undergoes_same(view: View, v: Vars, card: Card) -> bool:
    """Is the card already undergoing the event that is being replaced, or paying the same cost?"""
    if card.object not in v.get("befallen", ()):
        return False
    if not left(v.vars, card.object):  # it pays already
        tell_refused(view, v, card, str(view.book.cites.get("cost", "")))
        return True
    rule, *usual = view.ruled("replaced-once", str(view.book.cites.get("may-replace", "")))
    tell_refused(view, v, card, rule, usual=tuple(usual))
    return True


def doomed(view: View, v: Vars, card: Card) -> bool:
    """Will what is under way already remove the card?"""
    if not any(card.object in frame.vars.get("doomed", ()) for frame in view.game.agenda):
        return False
    tell_refused(view, v, card, str(view.book.cites.get("doomed", "")))
    return True


def protected(view: View, v: Vars, card: Card) -> bool:
    """Does a text forbid to choose the card?"""
    if view.table.watched.isdisjoint(CHOICES):
        return False
    choice = choice_of(view, v, card)
    ignored = [view.book.keyword(word) for word in names(v.args.get("ignores", ()))]
    bans = list(watchers(view, "forbid", choice))
    blocker = next((ban for ban in bans if ban.ability.keyword not in ignored), None)
    if not bans:
        if view.tracer is not None:
            view.tracer.chosen(view, card, choice)
    elif blocker is None:
        rule = str(view.book.cites.get("ignored", bans[0].ability.rule))
        if not v.answers:  # told where it is asked
            view.note(trace.IGNORED, rule, card=card.id, word=bans[0].ability.keyword)
    else:
        view.note(trace.NOT_CHOOSABLE, blocker.ability.rule, card=card.id, ability=blocker.ability.id,
                  by=blocker.card.id)  # fmt: skip
    return blocker is not None


def choice_of(view: View, v: Mapping[str, object], card: Card) -> Event:
    """The event, asked for only, that a card is chosen; that it is targeted too, where choosing it for this
    purpose is targeting.
    """
    ways = ("targeted",) if v.get("because") in view.book.tables["targeting"] else ()
    return event(v, "choose", card=card.object, ways=ways)


def tell_refused(view: View, v: Vars, card: Card, rule: str, **more: object) -> None:
    """Tells that a card may not be chosen, and under which article."""
    view.note(trace.NOT_CHOOSABLE, rule, card=card.id, ability=str(v.get("ability") or ""), **more)


JOINT = "joint"  # the test of cards that are chosen together
KEYS = {"different": "attribute", "total": "totals"}  # of an instruction that chooses, with their kinds


def asked_of_all(view: View, args: Fields, ctx: Scope) -> dict[str, object]:
    """What an instruction asks of the chosen cards together, with its numbers worked out; empty where it
    asks nothing.
    """
    demands = {key: args[key] for key in KEYS if key in args}
    if "total" in demands:
        demands["total"] = {
            attr: {bound: view.number(n, ctx) for bound, n in bounds.items()}
            for attr, bounds in demands["total"].items()
        }
    return demands


def any_number(args: Mapping[str, object]) -> bool:
    """May any number of cards be chosen, as long as they make a sum?"""
    return "total" in args and "n" not in args


@words.check(JOINT)
def fit_together(view: View, chosen: Sequence[Json], data: Fields) -> bool:
    """Do the chosen cards fit together and, where that is asked, leave the rest of the payment possible?"""
    cards = [card for card in (view.card(ref) for ref in chosen) if card is not None]
    sums = data.get("total", {}).items()
    return not chosen or (
        ("different" not in data or differ(view, cards, data["different"]))
        and all(bounded(summed(view, cards, attr), bounds, view, {}, least=None) for attr, bounds in sums)
        and ("into" not in data or view.book.checks[SPARES](view, chosen, data))
    )


def differ(view: View, cards: Sequence[Card], attr: str) -> bool:
    """Do no two cards share a value of an attribute? A card without any differs from all."""
    values = [view.value(card, attr) for card in cards]
    return None not in values and not any(overlap(value, other) for value, other in combinations(values, 2))


def summed(view: View, cards: Sequence[Card], attr: str) -> int:
    """The sum of an attribute over some cards."""
    return sum(int(view.value(card, attr) or 0) for card in cards)


def most_together(view: View, pool: Sequence[Card], least: int, most: int, data: Fields) -> tuple[int, int]:
    """The smallest and the largest number of cards that can be chosen and fit together: as asked for or as
    near to it as possible; 0 where no choice fits.
    """
    groups = alike(view, pool)
    sets = chain.from_iterable(combine(groups, n, n) for n in sizes(view, pool, most, data.get("total", {})))
    n = len(next(passing(view, sets, JOINT, data), ()))
    return min(least, n), n


def sizes(
    view: View, pool: Sequence[Card], most: int, sums: Mapping[str, Mapping[str, int]]
) -> Iterator[int]:
    """The possible numbers of cards that can make these sums, the largest first: the lowest values must not
    make too much, nor the highest too little.
    """
    rows = [(reach(view, pool, attr), bounds) for attr, bounds in sums.items()]
    for n in range(min(most, len(pool)), 0, -1):
        if all(low[n] <= highest(bounds) and high[n] >= lowest(bounds) for (low, high), bounds in rows):
            yield n


def reach(view: View, pool: Sequence[Card], attr: str) -> tuple[list[int], list[int]]:
    """The lowest and the highest sums of 0, 1, 2 … of some cards."""
    values = sorted(summed(view, [card], attr) for card in pool)
    return list(accumulate(values, initial=0)), list(accumulate(reversed(values), initial=0))


def highest(bounds: Mapping[str, int]) -> float:
    """The greatest sum within the bounds."""
    return bounds.get("exactly", bounds.get("at_most", inf))


def lowest(bounds: Mapping[str, int]) -> float:
    """The least sum within the bounds."""
    return bounds.get("exactly", bounds.get("at_least", -inf))
