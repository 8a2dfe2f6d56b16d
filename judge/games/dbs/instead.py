"""Payments for a card: its energy, or what a text names in place of it (1-3-1 over 2-11-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine import trace
from judge.engine.flow.feasibility import ACTING, claim, feasible
from judge.engine.flow.offers import giver, unhindered
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event
from judge.engine.kernel.state import Card, Condition, Instruction
from judge.engine.kernel.view import Vars, View
from judge.engine.words.choices import ask_may
from judge.games.dbs.costs import amount, card_cost, energy, lifted, payable, payment_rule
from judge.games.dbs.registry import rules
from judge.text.plain import Fields, Scope
from judge.text.rows import NamedTuple

# --- The beginning of every use of a card in the hand: it is revealed (2-11-1-1, 6-3-1-2-1-1, 8-5-2-1).
SHOWING = ("reveal", "show")  # by which names abilities speak of it


def shown(v: Mapping[str, object], ref: str, rule: str) -> Event:
    """The event that a card of the hand is revealed in order to be used."""
    return event({"me": v["me"]}, "show", "reveal", rule, card=ref, to="each", begins=True)


def kept_secret(view: View, card: Card, rule: str) -> list[Condition]:
    """The conditions that a card of the hand can be revealed."""
    if card.place != "hand" or view.table.watched.isdisjoint(SHOWING):
        return []
    return [*unhindered(view, lambda: shown({"me": card.seat}, card.object, rule))]


CHOSEN = "card-energy"  # the instruction to pay for a card in one way or another


class Way(NamedTuple):
    """A text that lets something else be paid, and the instruction to pay it."""

    ability: Ability
    by: str  # the card that has it
    do: Instruction


def ways(view: View, card: Card) -> list[Way]:
    """The texts that let something else be paid than a card's energy; none where nothing has to be paid."""
    cards = lifted(view, card)
    if any(not ability.cost for ability, _ in cards):
        return []
    return [way(card, ability, source) for ability, source in cards]


def way(card: Card, ability: Ability, source: Card) -> Way:
    """One of these texts, with its payment; the card that is paid for cannot be part of it."""
    about = {"me": card.seat, "self": source.object, "it": card.object, "ability": ability.id}
    vars = {**about, ACTING: card.object, "because": "cost"}
    do = Instruction("within", {"vars": vars, "do": ability.cost, "rule": ability.rule})
    return Way(ability, giver(ability.id, source.id), do)


def possible(view: View, pay: Way) -> bool:
    """Can a card be paid for in this other way in the present position?"""
    return feasible(view, pay.do.args["do"], pay.do.args["vars"], strict=True)


def payable_somehow(
    view: View, card: Card, own: Sequence[Instruction], ctx: Mapping[str, object], conds: Sequence[Condition]
) -> list[Condition]:
    """The conditions that a card's energy can be paid beside the ability's `own` cost, or, where it cannot,
    something else in its place.
    """
    payments = ways(view, card) if not all(cond.ok for cond in conds) else []
    whole = {**ctx, "because": "cost"}
    for pay in payments:
        if possible(view, pay) and (not own or view.book.trial(view, (*own, pay.do), whole, "whole") is None):
            return [Condition(pay.ability.rule, True, "cost.instead", {"by": pay.by})]
    return [*conds]


def card_energy(view: View, card: Card, rule: str, coloured: str) -> Instruction:
    """The instruction that pays for a card, with its article and the one for a cost whose coloured part is
    more than its total.
    """
    if not ways(view, card):
        return energy(card_cost(view, card), payment_rule(view, card, rule, coloured))
    return Instruction(CHOSEN, {"card": card.object, "rule": rule, "coloured": coloured})


def planned_energy(view: View, card: Card, rule: str) -> Instruction:
    """The instruction to pay for a card in an act that is only considered, so that nothing is told of it."""
    if not ways(view, card):
        return energy(card_cost(view, card), rule)
    return Instruction(CHOSEN, {"card": card.object, "rule": rule, "coloured": rule})


def can_pay(view: View, args: Fields, ctx: Scope, needs: dict[str, int]) -> Condition:
    """The condition that it can be paid in one way or another, beside what else is claimed."""
    card = view.present(args["card"])
    cost = card_cost(view, card)
    conds = payable(view, cost, {**ctx, "me": card.seat}, dict(needs), args["rule"])
    if any(not cond.ok for cond in conds) and any(possible(view, pay) for pay in ways(view, card)):
        return Condition("", True, "cost.instead")
    claim(needs, "energy", amount(view, cost, ctx))
    return conds[0]


@rules.verb(CHOSEN, inner=True, possible=can_pay)
def pay_for_card(view: View, v: Vars) -> Outcome:
    """Pays a card's energy cost, or what a text names instead. The player chooses if both can be paid."""
    card = view.present(v.args["card"])
    left = [option for option in ways(view, card) if possible(view, option)]
    cost = card_cost(view, card)
    paid = all(condition.ok for condition in payable(view, cost, {**v.vars, "me": card.seat}, {}, ""))
    for at, pay in enumerate(left):
        into = f"instead-{at}"
        if (paid or at + 1 < len(left)) and into not in v.answers:
            return ask_may(view, card.seat, pay.ability.rule, into, pay.by)
        if v.answers.get(into, True):
            view.note(trace.OVERRIDDEN, pay.ability.rule, ability=pay.ability.id, article=v.args["rule"])
            return [pay.do]
    return [energy(cost, payment_rule(view, card, v.args["rule"], v.args["coloured"]))]
