"""Activating and resolving abilities, [Contre] among them (8-5, 8-6, 10-5, 10-10, 10-11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from judge.engine import trace
from judge.engine.flow.feasibility import conditions, tried
from judge.engine.flow.offers import activated, bans, unbarred, word
from judge.engine.flow.surcharges import lain_on, surcharged
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import (
    AGAIN,
    END,
    call,
    event,
    events,
    move_event,
    name,
    put_vars,
)
from judge.engine.kernel.state import EMPTY, Card, Condition, Instruction, Option
from judge.engine.kernel.view import Vars, View
from judge.engine.language.limits import shared_key, use_key, uses
from judge.engine.language.ordering import order_matters
from judge.engine.mechanisms.links import entry_of, off_list, vanishing
from judge.engine.words.choices import ask_may
from judge.engine.words.lasting_effects import touch_row
from judge.games.dbs import registry
from judge.games.dbs.costs import card_cost, payable
from judge.games.dbs.instead import card_energy, kept_secret, payable_somehow, planned_energy, shown
from judge.games.dbs.registry import rules

OPEN = ("leader", "battle", "combo")  # where a card lies in sight and can be made invalid


def charged(view: View, card: Card) -> bool:
    """Must the card's own energy cost be paid too? It must for cards of the hand whose ability names no
    other cost.
    """
    return card.place == "hand" and view.type(card) == "extra"


@rules.offer("activate", "8-1-3", "8-5-2-2-1", "6-3-1-2-2", "7-2-1-2-3", "7-3-1-2-3")
def activate(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """[Activation] abilities of one's cards. For an Extra card of the hand, its energy is paid as well."""
    yield from activated(view, v, seat, energy_conds, whole_cost, laid_on)


def laid_on(view: View, option: Option, card: Card, ability: Ability) -> Option:
    """The option to activate an ability, with the surcharges that texts demand."""
    ctx = {"self": card.object, "ability": ability.id}
    return surcharged(
        view,
        option,
        lambda: used_event(card.seat, card.object, ability),
        whole_cost(view, card, ability) if view.table.watched_by["surcharge"] else (),
        ctx,
    )


def whole_cost(view: View, card: Card, ability: Ability) -> list[Instruction]:
    """Everything that activating an ability costs, in the order in which it is paid (8-5-2-2, 8-5-2-2-1)."""
    due = charged(view, card) or ability.kind == "counter"
    return [*ability.cost, *([planned_energy(view, card, "8-5-2-2-1")] if due else [])]


def energy_conds(view: View, card: Card, ability: Ability, needs: dict[str, int]) -> list[Condition]:
    """The conditions about the season, and about the energy for an Extra card of the hand, paid beside the
    ability's own cost.
    """
    seasons = view.book.keywords.get(ability.keyword, EMPTY).get("seasons")
    rule = season(view)
    conds = [
        Condition(seasons[SEASONS.index(rule)] if seasons else rule, True, "season"),
        *per_turn(view, card, ability),
        *unbarred(view, lambda: used_event(card.seat, card.object, ability)),
        *kept_secret(view, card, "8-5-2-1"),
    ]
    if charged(view, card):
        ctx = {"me": card.seat, "self": card.object, "ability": ability.id}
        paid = payable(view, card_cost(view, card), ctx, needs, "8-5-2-2-1")
        conds += payable_somehow(view, card, ability.cost, ctx, paid)
    return conds


def used_event(seat: str, ref: str, ability: Ability) -> Event:
    """The event of an activation, for abilities that may forbid it."""
    return event({"me": seat, "ability": ability.id}, "signal", "activated", "8-5-2-3", card=ref)


def per_turn(view: View, card: Card, ability: Ability) -> list[Condition]:
    """The condition that no keyword that shares a limit with this one has used it up this turn (10-15-5,
    10-25-4, 10-26-1).
    """
    row = view.book.keywords.get(ability.keyword, EMPTY).get("per_turn")
    if row is None:
        return []
    told = row["more"] if raised(view, card.seat, row["more"]["has"]) else row
    used = uses(view.game, shared_key(card.seat, row["name"]))
    return [Condition(told["rule"], used < told["n"], "per-turn", {"n": told["n"]})]


def raised(view: View, seat: str, keyword: str) -> bool:
    """Has the player a card in play whose keyword raises such a limit, and does that keyword work?"""
    cards = view.cards({"zone": ["leader", "battle"], "has": keyword}, {"me": seat})
    owned = ((source, ability) for source in cards for ability in view.abilities(source))
    return any(raiser.keyword == keyword and view.works(source, raiser) for source, raiser in owned)


SEASONS = ("6-3-1-2-2", "7-2-1-2-3", "7-3-1-2-3")


def season(view: View) -> str:
    """The article that lets a player activate abilities at this point of the game."""
    frame = view.running("battle")
    return SEASONS[0 if frame is None else 2 if frame.step == "7-3-1-2" else 1]


# --- 8-5-2: activating ---------------------------------------------------------------------------
@rules.step("8-5-2-1")
def announce(view: View, v: Vars) -> Outcome:
    """Names the ability; a card in the hand is revealed."""
    card = view.present(v.object("self"))
    ability = view.ability(v["ability"])
    state = put_vars(card=card.object, holder=card.id, kinds=("ability", *ability.kinds), rule=ability.rule)
    seen = [events([shown(v, card.object, "8-5-2-1")])] if card.place == "hand" else []
    return [state, *seen]


@rules.step("8-5-2-2")
def pay_ability(view: View, v: Vars) -> Outcome:
    """Pay the ability's cost in written order, all of it."""
    ability = view.ability(v["ability"])
    if sum(do.verb != "choose" for do in ability.cost) > 1:
        view.note(trace.IN_ORDER, str(view.book.cites["cost-order"]))
    if not ability.cost:
        if view.type(view.game.cards[v["holder"]]) != "extra":
            view.note(trace.SAID, "8-1-3-1-1")
        return None
    card = view.card(v.object("self"))
    in_hand = card is not None and card.place == "hand"
    later = whole_cost(view, card, ability)[len(ability.cost) :] if card is not None and in_hand else []
    rule = cited_rule(view, ability, "8-5-2-2")
    return [put_vars(because="cost", rule=rule, owed=tuple(later)), *ability.cost]


@rules.step("8-5-2-2-1")
def pay_card(view: View, v: Vars) -> Outcome:
    """An Extra card, and any [Contre] card, costs its own energy."""
    card = view.card(v.object("self"))
    ability = view.ability(v["ability"])
    settled = [put_vars(owed=())] if v.flag("owed") else []
    if card is None or card.place != "hand" or not (charged(view, card) or ability.kind == "counter"):
        return settled
    # a Battle card's [Contre] costs energy by the keyword's own article
    by = ("8-5-2-2-1", "2-11-1-2-1") if view.type(card) == "extra" else ("10-10-1", "2-11-1-1-1")
    return [*settled, card_energy(view, card, *by)]


@rules.step("8-5-2-3")
def active(view: View, v: Vars) -> Outcome:
    """The ability becomes activated, and counts as a use if it has a limit.

    An [Auto.] that is activated by paying its cost becomes activated once the cost is paid.
    """
    ability = view.ability(v["ability"])
    touch_row(view, ability.keyword)
    kinds = put_vars(kinds=("ability", *(ability.kinds or ("ability",))))
    if by_paying(view, ability):
        return [kinds]
    instruction, *limited = activated_now(view, v, ability)
    return [instruction, kinds, *limited]


def by_paying(view: View, ability: Ability) -> bool:
    """Is it an [Auto.] of a keyword that is activated by doing what it costs (10-4-1, 10-30-1, 10-35-1)?"""
    if ability.kind != "auto":
        return False
    words = (ability.keyword, *ability.data.get("standing", ()))
    if not any(view.book.keywords.get(word, EMPTY).get("by_paying") for word in words):
        return False
    matters = ability.once or "activated" in view.table.heard  # to whoever asks whether it was activated
    return bool(view.param("paying-activates") if matters else view.book.params["paying-activates"])


def activated_now(view: View, v: Vars, ability: Ability) -> list[Instruction]:
    """The instructions by which an ability is activated: abilities hear of it, and it counts against its
    limits.
    """
    out = [events([{**used_event(v["me"], v.object("self"), ability), "holder": v["holder"]}])]
    shared = view.book.keywords.get(ability.keyword, EMPTY).get("per_turn")
    if shared is not None:
        out.append(use(view, shared_key(v["me"], shared["name"]), shared["rule"]))
    if ability.once:
        out.append(use(view, use_key(view.game, ability, v.object("self"), v["holder"]), "10-11-1"))
    return out


def use(view: View, key: str, rule: str) -> Instruction:
    """The instruction that records one more use of something limited."""
    return events([event({}, "remember", "once", rule, key=key, value=uses(view.game, key) + 1)])


@rules.step("8-5-2-5-1")
def put_away(view: View, v: Vars) -> Outcome:
    """An Extra card activated from the hand goes to the Drop Zone, then its effect is carried out."""
    holder = view.game.cards[v["holder"]]
    negated = v.flag("negated") or not (v.flag("away") or still_valid(view, v))
    if v.flag("away"):
        return [put_vars(away=False, self=holder.object), *carried(view, v, holder.object)]
    if v.flag("negated"):
        view.note(trace.NEGATED, "4-7-3-6", card=holder.id)
    if holder.place == "battle" and view.type(holder) == "extra":
        view.note(trace.SAID, "10-3-2")
    if holder.place != "hand" or view.type(holder) != "extra" or holder.object != v.object("self"):
        return [*given_back(view, v), END] if negated else None
    keyword = view.ability(v["ability"]).keyword
    if not negated and view.book.keywords.get(keyword, EMPTY).get("stays"):
        return None
    rule = "3-4-1" if negated else "8-5-2-5-1"
    moved = events([move_event(view, {"me": v["me"]}, holder.object, "drop", "move", rule)])
    return [moved, *given_back(view, v), END] if negated else [moved, put_vars(away=True), AGAIN]


def given_back(view: View, v: Vars) -> list[Instruction]:
    """The instructions that give back the use of an ability whose activation is negated: by the other
    reading only an ability that has resolved is used up (10-11-5). One that is activated by paying for it
    was not activated yet.
    """
    ability = view.ability(v["ability"])
    if not (v.flag("negated") and ability.once) or by_paying(view, ability) or view.param("negated-is-used"):
        return []
    key = use_key(view.game, ability, v.object("self"), v["holder"])
    return [events([event({}, "remember", "once", "10-11-5", key=key, value=uses(view.game, key) - 1)])]


def still_valid(view: View, v: Vars) -> bool:
    """Is the ability valid now that it resolves? An invalid ability has no effect (8-3-2, 8-3-3). If its
    card has left, for example as a cost, the ability is still valid.
    """
    card = view.card(v.object("self"))
    ability = view.ability(v["ability"])
    if card is None:
        return True
    if card.place in OPEN and not any(held.id == ability.id for held in view.abilities(card)):
        view.note(trace.NO_EFFECT, "8-3-2", card=card.id)
        return False
    if not view.holds(ability.validity, {"me": card.seat, "self": card.object}):
        attached = ability.data.get("attached", ())
        view.note(trace.NO_EFFECT, next(iter(attached), "8-3-3"), card=card.id)
        return False
    return True


@rules.step("8-5-2-5-2")
def carry_out(view: View, v: Vars) -> Outcome:
    """Carry out the effect in written order."""
    if v.flag("negated"):
        view.note(trace.NEGATED, "4-7-3-6", card=v["holder"])
        return [*(given_back(view, v) or vanishing(view)), END]  # 10-11-5, or 10-11-4
    if v.flag("done"):
        return None
    return carried(view, v, v.object("self"))


def carried(view: View, v: Vars, self_: str) -> list[Instruction]:
    """The instructions of an effect; `self_` is the card that the text calls “this card”."""
    ability = view.ability(v["ability"])
    tell_order(view, ability)
    rule = cited_rule(view, ability, v["rule_here"])
    return [put_vars(because="effect", self=self_, rule=rule, done=True), *ability.do]


def cited_rule(view: View, ability: Ability, rule: str) -> str:
    """The article for what an ability does: that of its keyword, or else that of the step that carries out
    effects.
    """
    return rule if ability.rule in view.book.tables["kind_rules"].values() else ability.rule


def tell_order(view: View, ability: Ability) -> None:
    """Tells that the parts of an effect follow the order in which they are written, where another order
    would matter.
    """
    if view.tracing and order_matters(view.book, ability.do):
        view.note(trace.IN_ORDER, str(view.book.cites["in-order"]))


# --- 8-6: [Auto.] --------------------------------------------------------------------------------
@rules.step("8-6-4")
def start_auto(view: View, v: Vars) -> Outcome:
    """Takes the chosen ability from the pending ones."""
    entry = entry_of(view, v)
    ability = view.table.abilities[entry.ability]
    leave = off_list(entry, "8-6-4")
    source = view.card(entry.source)
    proposed = partial(used_event, entry.master, entry.source, ability)
    banned = bans(view, proposed) if source is not None else []
    due, payable_laid = lain_on(view, proposed) if source is not None else ([], iter(()))
    banned += [condition for condition in payable_laid if not condition.ok]
    if banned:
        view.note(trace.CANNOT_PAY, "8-6-4-1", card=entry.card, ability=ability.id, conds=banned)
        return [leave, END]
    if due and "laid" not in v.answers:
        return ask_may(view, entry.master, "8-6-4-1", "laid", word(view, entry.card, ability.id))
    if due and not v.answers["laid"]:
        return [leave, END]
    if source is None or not has_working(view, source, ability):
        view.note(registry.REGARDLESS, "8-6-7", card=entry.card)
    vars = {**entry.vars, "ability": entry.ability, "holder": entry.card, "rule": ability.rule}
    held = source is not None and source.place == "hand"
    seen = [events([shown({"me": entry.master}, entry.source, "8-5-2-1")])] if held else []
    return [leave, *due, *seen, put_vars(**vars, kinds=("ability", *ability.kinds))]


def has_working(view: View, card: Card, ability: Ability) -> bool:
    """Does the card still have this ability, and does it work?"""
    return any(held.id == ability.id and view.works(card, held) for held in view.abilities(card))


@rules.step("8-1-5-2-1")
def pay_auto(view: View, v: Vars) -> Outcome:
    """Pays the cost of an [Auto.] on resolution, if its master wishes; unpaid, it does nothing."""
    ability, rule = view.ability(v["ability"]), "8-1-5-2-1"
    if v.flag("negated") or not (ability.cost or ability.may):
        return None
    unpaid = [call("auto-end", ability=ability.id, self=v.object("self")), END]
    if not can_pay(view, v, ability):
        return unpaid
    if "pay" not in v.answers:
        told = cited_rule(view, ability, rule)
        return ask_may(view, v["me"], told, "pay", word(view, v["holder"], ability.id))
    if not v.answers["pay"]:
        return unpaid
    paid = activated_now(view, v, ability) if by_paying(view, ability) else []
    return [put_vars(because="cost", rule=cited_rule(view, ability, rule)), *ability.cost, *paid]


def can_pay(view: View, v: Vars, ability: Ability) -> bool:
    """Can the cost of an [Auto.] be paid? If not, this is recorded with the reasons."""
    ctx, rule = {**v.vars, "because": "cost"}, "8-4-2-2"
    conds = tried(view, conditions(view, ability.cost, ctx, rule), ability.cost, ctx, rule)
    if all(cond.ok for cond in conds):
        return True
    view.note(trace.CANNOT_PAY, "8-1-5-2-1", card=v["holder"], ability=ability.id, conds=conds)
    return False


# --- negating a [Bloqueur]: 10-4-2 -----------------------------------------------------------------
@rules.verb("unblock", "10-4-2")
def unblock(view: View, v: Vars) -> Outcome:
    """“Negate the [Bloqueur]”: the first target of the attack becomes its target again."""
    frame = view.running("battle")
    first = frame.vars.get("first", "") if frame is not None else ""
    if not first or not view.same(first):
        view.note(trace.NOTHING, "10-4-2", verb="unblock")
        return None
    done = [name(str(v.args["as"]), (first,))] if v.args.get("as") else []
    return [Instruction("put", {"procedure": "battle", "vars": {"target": first}, "rule": "10-4-2"}), *done]
