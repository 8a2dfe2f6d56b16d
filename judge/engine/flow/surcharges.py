"""What texts lay on an act beside its own cost: "your opponent must pay 500 LP to attack".

It is paid by whoever acts, before the act and anything that it or the payment sets off; where the whole of it
and of the act's own cost cannot be paid, there is no act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from judge.engine.flow.feasibility import feasible
from judge.engine.flow.offers import giver
from judge.engine.flow.replacements import Candidate
from judge.engine.flow.watchers import unseen_conditions, watchers
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import EMPTY, Cond, Do, Option
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.language.unseen import hanging
from judge.text.plain import Context, Fields, Plain

KIND = "surcharge"


def surcharged(
    view: View,
    option: Option,
    proposed: Callable[[], Event],
    cost: Sequence[Do] = (),
    ctx: Mapping[str, object] = EMPTY,
) -> Option:
    """The option with what texts lay on such an act: paid before it, and needed beside its own cost."""
    if not view.table.watched_by[KIND]:
        return option
    event = proposed()
    found = [*watchers(view, KIND, event)]
    if not found:
        return option
    due = [due_by(one, event) for one in found]
    paying = {**ctx, "me": event["who"], "because": "cost"}
    conds = chain(option.conds, payable(view, found, due, cost, paying))
    return option._replace(do=(*due, *option.do), conds=conds)


def lies_on(view: View, event: Event) -> bool:
    """Does any text lay a cost on such an act?"""
    return any(True for _ in watchers(view, KIND, event))


def due_by(one: Candidate, event: Event) -> Do:
    """The instruction to pay what one text lays on an act."""
    by = giver(one.ability.id, one.card.id)
    about = {"me": event["who"], "it": event.get("card", ""), "by": by}
    return Do(KIND, {**about, "ability": one.ability.id, "self": one.card.object})


def payable(
    view: View, found: Sequence[Candidate], due: Sequence[Do], cost: Sequence[Do], paying: Context
) -> Iterator[Cond]:
    """The condition that each of them can be paid, all together and beside the act's own cost."""
    together = view.book.trial(view, (*cost, *due), paying, "whole") is None
    for one, do in zip(found, due, strict=True):
        alone = feasible(view, one.ability.cost, payment(do.args), strict=True)
        ok = alone and (together or do is not due[-1])
        told = {"by": do.args["by"], "ability": one.ability.id}
        cond = Cond(one.ability.rule, ok, f"{KIND}.together" if alone else KIND, told)
        yield hanging(cond, unseen_conditions(view, one.ability, one.card)) if view.tracing else cond


def payment(args: Mapping[str, Plain]) -> dict[str, object]:
    """The values with which one of them is paid."""
    return {**{key: args[key] for key in ("me", "self", "it", "ability")}, "because": "cost"}


def can_pay(view: View, args: Fields, ctx: Context, needs: dict[str, int]) -> Cond:
    """Can it be paid as things stand?"""
    cost = view.ability(args["ability"]).cost
    return Cond("", feasible(view, cost, payment(args), strict=True), "cost.whole")


@words.verb(KIND, inner=True, possible=can_pay)
def surcharge(view: View, v: Vars) -> Outcome:
    """Pay what a text lays on an act."""
    args, ability = v.args, view.ability(v.args["ability"])
    view.note(KIND, ability.rule, card=args["by"], seat=args["me"])
    return [Do("within", {"vars": payment(args), "do": ability.cost, "rule": ability.rule})]
