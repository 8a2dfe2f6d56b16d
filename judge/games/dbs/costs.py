"""Energy: what a card or an ability costs and which energy may pay for it (2-11, 8-4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from judge.engine import trace
from judge.engine.effects.continuous import lifting, makers
from judge.engine.effects.provenance import tell_overridden
from judge.engine.effects.scopes import touches
from judge.engine.flow.feasibility import claim, rest_check
from judge.engine.flow.offers import hindrances
from judge.engine.flow.trials import spares
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events_as
from judge.engine.kernel.state import Card, Condition, Decision, Instruction
from judge.engine.kernel.view import Vars, View
from judge.engine.words.lasting_effects import touch_changes
from judge.games.dbs import registry
from judge.games.dbs.registry import rules
from judge.text.plain import Fields, Json, Scope

UNPAID = "energy-cost"  # the rule to pay for a card, which a text may lift
RESTING = ("pay", "mark")  # by which names abilities speak of energy that is rested
# whose colours they are; else those of an ability
COLOURED = {"6-3-1-2-1-1": "2-11-1-1", "8-5-2-2-1": "2-11-1-2", "10-10-1": "10-10-1"}
COLORS = ("red", "blue", "green", "yellow", "black")


def colours_of(args: Fields) -> dict[str, int]:
    """The coloured part of a cost."""
    return {color: int(args[color]) for color in COLORS if args.get(color)}


def ready(view: View, ctx: Scope) -> list[Card]:
    """The energy that can still be rested to pay for something: cards in Action mode (1-3-2-1) that nothing
    prevents from being rested.
    """
    memo, seat = view.game.offer_cache, ctx["me"]
    if ("ready", seat) not in memo:
        memo["ready", seat] = [card for card in view.zone(seat, "energy") if card.mark("mode") == "action"]
    cards: list[Card] = memo["ready", seat]
    if view.table.watched.isdisjoint(RESTING):
        return cards
    return [card for card in cards if not kept_ready(view, ctx, card)]


def kept_ready(view: View, ctx: Mapping[str, object], card: Card) -> list[Condition]:
    """The conditions that nothing keeps an energy from being rested by whoever pays."""
    return hindrances(view, partial(rested, ctx, card.object, ""))


def rested(ctx: Mapping[str, object], ref: str, rule: str) -> Event:
    """The event of an energy that is rested to pay."""
    payer = {**context(ctx), "because": "cost"}
    return event(payer, "mark", "pay", rule, card=ref, marks={"mode": "inertie"}, begins=True)


def lifted(view: View, card: Card) -> list[tuple[Ability, Card]]:
    """The texts by which a card need not be paid for, each with the card that has it."""
    if UNPAID not in view.table.lifted:
        return []
    return [pair for pair in lifting(view, UNPAID) if touches(view, *pair, card)]


def unpaid(view: View, card: Card) -> bool:
    """Does a text say that nothing is paid for the card?"""
    return any(not ability.cost for ability, _ in lifted(view, card))


def card_cost(view: View, card: Card) -> dict[str, int]:
    """A card's energy cost. Negative totals count as nothing (1-3-6); an absent cost is nothing to pay, and
    so is one that a text removes (1-3-1).
    """
    if unpaid(view, card):
        return {"energy": 0}
    total = max(0, int(view.value(card, "cost") or 0))
    colors = {color: n for color, n in (view.value(card, "color_cost") or {}).items() if n > 0}
    return {"energy": total, **colors}


def amount(view: View, cost: Mapping[str, object], ctx: Mapping[str, object]) -> int:
    """How many energies are rested: the total, or the coloured ones when they are more (2-11-1-1-1)."""
    return max(view.number(cost.get("energy", 0), ctx), sum(colours_of(cost).values()))


@rules.check("colors")
def covers(view: View, chosen: Sequence[Json], data: Fields) -> bool:
    """Do the rested cards include the required colours?

    The book says how many requirements one card can meet.
    """
    needs = [color for color, n in data.items() for _ in range(n)]
    if not needs:
        return True
    cards = [card for card in (view.card(ref) for ref in chosen) if card is not None]
    have = [tuple(view.value(card, "color") or ()) for card in cards]
    several = any(len([color for color in colors if color in data]) > 1 for colors in have)
    if several:
        view.note(trace.READS, "2-4-1-2", attr="color")
    if several and view.param("multicolour-pays") > 1:
        return all(sum(color in colors for colors in have) >= n for color, n in data.items())
    return assign(needs, have)


PAYING = "paying"  # the answer with which energy is given


@rules.check("colors-spared")
def covers_and_spares(view: View, chosen: Sequence[object], data: Mapping[str, object]) -> bool:
    """Do the rested cards include the colours asked for, and can the rest of the cost be paid after them?"""
    return covers(view, chosen, data) and spares(view, chosen, {"into": PAYING})


def assign(needs: Sequence[str], have: Sequence[tuple[str, ...]]) -> bool:
    """Can each needed colour have a card of its own?"""
    if not needs:
        return True
    tried = set()
    for at, colors in enumerate(have):
        if needs[0] in colors and colors not in tried:
            tried.add(colors)
            if assign(needs[1:], [*have[:at], *have[at + 1 :]]):
                return True
    return False


def payable(
    view: View, cost: Mapping[str, object], ctx: Mapping[str, object], needs: dict[str, int], rule: str
) -> list[Condition]:
    """The conditions that enough ready energy, and enough of each colour, is there."""
    energy = ready(view, ctx)
    need = claim(needs, "energy", amount(view, cost, ctx))
    colors = colours_of(cost)
    if view.tracing:
        touch_changes(view, view.cards({"zone": ["leader", "battle"], "of": "any"}, ctx), "color_cost")
    values = {"need": need, "have": len(energy), "colors": colors}
    if len(energy) < need and sum(colors.values()) > view.number(cost.get("energy", 0), ctx):
        values["above"] = True  # 2-11-1-1-1: the colours ask for more than the total
    condition = Condition(rule, len(energy) >= need, "cost.energy", values)
    covered = covers(view, [card.object for card in energy], colors)
    if condition.ok and not covered:
        condition = Condition(COLOURED.get(rule, "8-4-2-4"), False, "cost.colour", values)
    return [condition] if condition.ok or not view.tracing else [condition, *held_back(view, ctx)]


def held_back(view: View, ctx: Scope) -> list[Condition]:
    """The conditions that keep the first card in Action mode from being rested, for callers that need any."""
    kept = [card for card in view.zone(ctx["me"], "energy") if card.mark("mode") == "action"]
    return next((conds for conds in (kept_ready(view, ctx, card) for card in kept) if conds), [])


def payment_rule(view: View, card: Card, rule: str, coloured: str) -> str:
    """The article under which a card's energy is paid; there is a separate one for a cost whose coloured
    part is more than its total.
    """
    cost = card_cost(view, card)
    if unpaid(view, card):
        tell_overridden(view, card, UNPAID, "1-3-1", rule)
        return rule
    if view.value(card, "cost") != view.printed(card, "cost"):
        view.note(registry.MODIFIED, "1-3-6", card=card.id, n=cost["energy"])
    if view.value(card, "color_cost") != view.printed(card, "color_cost"):
        texts = (view.table.abilities[maker] for maker in makers(view, card, "color_cost"))
        lifted = next((text.rule for text in texts), "1-3-6")
        view.note(registry.RECOLOURED, lifted, card=card.id, colors=colours_of(cost))
    return coloured if sum(colours_of(cost).values()) > cost["energy"] else rule


def can_pay_energy(
    view: View, args: Mapping[str, object], ctx: Mapping[str, object], needs: dict[str, int]
) -> Condition:
    """The condition that an energy cost inside an ability's cost can be paid."""
    return payable(view, args, ctx, needs, "")[0]


@rules.word(
    "energy",
    "number",
    dict.fromkeys(("red", "blue", "green", "yellow", "black"), "int"),
    cites=("8-4-2-3", "8-4-2-4"),
    possible=can_pay_energy,
)
def pay_energy(view: View, v: Vars) -> Outcome:
    """Lets the player rest energy of their choice to pay a cost."""
    n = amount(view, v.args, v)
    if n <= 0:
        return None
    if short(view, v, n):  # what is not there is not asked for
        view.note(trace.NOTHING, verb="energy")
        return None
    colors, pool = colours_of(v.args), ready(view, v)
    rule = v.args.get("rule") or ("8-4-2-4" if colors else "8-4-2-3")
    check = "colors-spared" if rest_check(view, v, pool, (n, n), PAYING) else "colors"
    chosen = view.pick(v, PAYING, v["me"], pool, n, n, rule, "ask.pay", check, colors)
    if isinstance(chosen, Decision):
        return chosen
    return [events_as(v, [rested(v, ref, rule) for ref in chosen])]


def short(view: View, v: Vars, n: int) -> bool:
    """Is there too little energy; or, where an effect rests it, too little of a colour?"""
    if len(ready(view, v)) < n:
        return True
    return v.get("because") == "effect" and not all(
        condition.ok for condition in payable(view, v.args, v, {}, "")
    )


def context(v: Mapping[str, object]) -> dict[str, object]:
    """The variables that say who pays and for what."""
    return {key: v.get(key) or "" for key in ("me", "self", "ability")}


def energy(cost: Mapping[str, int], rule: str) -> Instruction:
    """The instruction that pays a card's energy cost."""
    return Instruction("energy", {**cost, "energy": cost.get("energy", 0), "rule": rule})
