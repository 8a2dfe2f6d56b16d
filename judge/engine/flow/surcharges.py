"""Surcharges: what texts demand for an act beside the act's own cost: "your opponent must pay 500 LP to
attack".

The acting player pays them before the act and before anything that the act or the payment sets off. Where
surcharges and the act's own cost cannot both be paid in full, the act cannot be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from judge.engine import trace
from judge.engine.flow.feasibility import ACTING, feasible
from judge.engine.flow.listeners import watchers
from judge.engine.flow.offers import giver
from judge.engine.flow.replacements import Candidate
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import EMPTY, Condition, Instruction, Option
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.text.plain import Fields, Scope

KIND = "surcharge"


def surcharged(
    view: View,
    option: Option,
    proposed: Callable[[], Event],
    cost: Sequence[Instruction] = (),
    ctx: Mapping[str, object] = EMPTY,
) -> Option:
    """The option with its surcharges: they are paid before it, and must be payable beside its own cost."""
    due, conds = lain_on(view, proposed, cost, ctx)
    return option._replace(do=(*due, *option.do), conds=chain(option.conds, conds)) if due else option


def lain_on(
    view: View,
    proposed: Callable[[], Event],
    cost: Sequence[Instruction] = (),
    ctx: Mapping[str, object] = EMPTY,
) -> tuple[list[Instruction], Iterator[Condition]]:
    """The instructions that pay an act's surcharges, and the conditions that they can be paid beside the
    act's own cost.
    """
    if not view.table.watched_by[KIND]:
        return [], iter(())
    event = proposed()
    candidates = [*watchers(view, KIND, event)]
    paying = {**ctx, "me": event["who"], "because": "cost"}
    due = laid(candidates, event, own_cost(cost, paying))
    return due, payable(view, candidates, due, cost, paying)


def own_cost(cost: Sequence[Instruction], paying: Mapping[str, object]) -> tuple[Instruction, ...]:
    """The act's own cost, as far as it is still due while its surcharges are paid."""
    return (Instruction("within", {"vars": dict(paying), "do": tuple(cost), "rule": ""}),) if cost else ()


def laid(candidates: Sequence[Candidate], event: Event, owed: tuple[Instruction, ...]) -> list[Instruction]:
    """The instructions that pay an act's surcharges. What is given for one must leave enough for those after
    it and for the act's own cost.
    """
    due: list[Instruction] = []
    for candidate in reversed(candidates):
        due.insert(0, due_by(candidate, event, (*due, *owed)))
    return due


def lies_on(view: View, event: Event) -> bool:
    """Does any text demand a surcharge for such an act?"""
    return any(True for _ in watchers(view, KIND, event))


def laid_on(view: View, event: Event) -> list[Instruction]:
    """The instructions that pay an act's surcharges."""
    return laid([*watchers(view, KIND, event)], event, ())


def unpaid(view: View, event: Event) -> list[Condition]:
    """The conditions of an act's surcharges that the acting player cannot pay; none where all can be paid."""
    _, conds = lain_on(view, lambda: event)
    return [cond for cond in conds if not cond.ok]


def paid_for(view: View, acts: Mapping[str, Event]) -> tuple[list[str], list[Instruction]]:
    """Of several acts done together, those whose surcharges can be paid after those of the acts before, and
    the instructions to pay them. The other acts are told.
    """
    if not view.table.watched_by[KIND]:
        return [*acts], []
    able, due = list[str](), list[Instruction]()
    for ref, event in acts.items():
        more = laid_on(view, event)
        if more and view.book.trial(view, (*due, *more), {"me": event["who"], "because": "cost"}, "whole"):
            rule = view.ability(more[0].args["ability"]).rule
            view.note(trace.UNPAID, rule, card=view.game.objects[ref], by=more[0].args["by"])
        else:
            able.append(ref)
            due += more
    return able, due


def due_by(candidate: Candidate, event: Event, owed: tuple[Instruction, ...]) -> Instruction:
    """The instruction that pays one text's surcharge; `owed` is what must be paid after it."""
    by = giver(candidate.ability.id, candidate.card.id)
    about = {"me": event["who"], "it": event.get("card", ""), "by": by}
    behind = {"owed": owed} if owed else {}
    return Instruction(
        KIND, {**about, "ability": candidate.ability.id, "self": candidate.card.object, **behind}
    )


def payable(
    view: View,
    candidates: Sequence[Candidate],
    due: Sequence[Instruction],
    cost: Sequence[Instruction],
    paying: Mapping[str, object],
) -> Iterator[Condition]:
    """The conditions that the surcharges can be paid, all together and beside the act's own cost."""
    if not candidates:
        return
    together = view.book.trial(view, (*due, *cost), paying, "whole") is None
    for candidate, do in zip(candidates, due, strict=True):
        alone = feasible(view, candidate.ability.cost, payment(do.args), strict=True)
        ok = alone and (together or do is not due[-1])
        told = {"by": do.args["by"], "ability": candidate.ability.id}
        yield Condition(candidate.ability.rule, ok, f"{KIND}.together" if alone else KIND, told)


def payment(args: Mapping[str, object]) -> dict[str, object]:
    """The variables with which one surcharge is paid."""
    about = {key: args[key] for key in ("me", "self", "it", "ability")}
    return {**about, ACTING: args["it"], "because": "cost"}


def can_pay(view: View, args: Fields, ctx: Scope, needs: dict[str, int]) -> Condition:
    """The condition that a surcharge can be paid now."""
    cost = view.ability(args["ability"]).cost
    return Condition("", feasible(view, cost, payment(args), strict=True), "cost.whole")


@words.verb(KIND, inner=True, possible=can_pay)
def surcharge(view: View, v: Vars) -> Outcome:
    """Pays one text's surcharge."""
    args, ability = v.args, view.ability(v.args["ability"])
    view.note(trace.SURCHARGE, ability.rule, card=args["by"], seat=args["me"])
    # tried out on a copy, what is owed behind it is tried after it
    behind = {"trial": True} if v.flag("trial") else {"owed": args["owed"]} if "owed" in args else {}
    return [
        Instruction("within", {"vars": {**payment(args), **behind}, "do": ability.cost, "rule": ability.rule})
    ]
