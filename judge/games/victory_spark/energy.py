"""Energy rested to pay for cards and abilities (2.2.2, 7.4.1.3, 7.4.1.4).

Code because a word of costs is: whether it can be paid beside other costs, and who chooses what pays.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from judge.engine.flow.feasibility import claim
from judge.engine.flow.offers import bans
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events
from judge.engine.kernel.state import Card, Condition, Decision, Ref
from judge.engine.kernel.view import Vars, View
from judge.engine.language.joint_costs import left
from judge.games.victory_spark.registry import rules
from judge.text.plain import Scope

RESTED = {"orientation": "rest"}


def standing(view: View, seat: str, zone: str) -> list[Card]:
    """The cards of a zone that stand."""
    return [card for card in view.zone(seat, zone) if card.mark("orientation") == "stand"]


def payers(view: View, ctx: Scope) -> list[Card]:
    """The energies that can be rested to pay: they stand (7.4.1.4), and no text forbids resting them."""
    cards = [card for card in standing(view, ctx["me"], "energy") if left(ctx, card.object)]
    return [card for card in cards if not bans(view, partial(rested, ctx, card.object, ""))]


def rested(ctx: Mapping[str, object], ref: Ref, rule: str) -> Event:
    """The event of an energy that is rested to pay."""
    payer = {**{key: ctx.get(key) or "" for key in ("me", "self", "ability")}, "because": "cost"}
    return event(payer, "mark", "pay", rule, card=ref, marks=RESTED)


def level_cost(view: View, card: Card) -> int:
    """As many energies as the card's level; a level below zero asks for nothing (1.3.4)."""
    return max(0, int(view.value(card, "level") or 0))


def energy_cond(view: View, ctx: Mapping[str, object], n: int, needs: dict[str, int], rule: str) -> Condition:
    """The condition that enough energy stands, beside other costs. If there would be enough with the rested
    energy, the reason says that rested energy cannot pay.
    """
    need, have, seat = claim(needs, "energy", n), len(payers(view, ctx)), str(ctx["me"])
    lying = len(standing(view, seat, "energy")) < need <= len(view.zone(seat, "energy"))
    return Condition("7.4.1.4" if lying else rule, have >= need, "cost.energy", {"need": need, "have": have})


def can_pay(
    view: View, args: Mapping[str, object], ctx: Mapping[str, object], needs: dict[str, int]
) -> Condition:
    """Energy inside the cost of an ability."""
    return energy_cond(view, ctx, view.number(args["energy"], ctx), needs, "7.4.1.3.1")


@rules.word("energy", "amount", without=("as",), cites=("7.4.1.3", "7.4.1.3.1", "7.4.1.4"), possible=can_pay)
def pay(view: View, v: Vars) -> Outcome:
    """Rest so much energy of one's choice."""
    n, pool = view.number(v["energy"], v), payers(view, v.vars)
    if n <= 0 or len(pool) < n:
        return None
    rule = str(v.args.get("rule") or "7.4.1.3.1")
    if v.flag("trial"):  # they lie face down: no other part of a cost can tell one from another (3.4.2)
        pool = pool[:n]
    chosen = view.pick(v, "paying", v["me"], pool, n, n, rule, "ask.pay")
    if isinstance(chosen, Decision):
        return chosen
    return [events([rested(v.vars, ref, rule) for ref in chosen])]
