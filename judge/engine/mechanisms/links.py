"""Steps of abilities that wait: of an activation that becomes a link of a window and waits there until the
links resolve, the last first; of what waits for its card to be revealed, or for a situation.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.flow.feasibility import feasible
from judge.engine.flow.snapshots import snapshot
from judge.engine.flow.triggers import instances, state_waits
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.proposals import AGAIN, call, event, events, put_vars
from judge.engine.kernel.state import Do, Waiting
from judge.engine.kernel.view import Vars, View
from judge.engine.language.joint_costs import payment
from judge.engine.language.limits import use_key, used_up, uses
from judge.engine.mechanisms.steps import steps
from judge.engine.words.shuffles import shuffled


def ability_of(view: View, v: Vars) -> Ability | None:
    """The ability that is activated; None for a card that has none of its own."""
    return view.table.abilities.get(v.get("ability") or "")


def once(view: View, ability: Ability | None, ref: str, card: str) -> list[Do]:
    """The note of one more use of an ability that is limited."""
    if ability is None or not ability.once:
        return []
    key = use_key(view.game, ability, ref, card)
    n = uses(view.game, key) + 1
    return [events([event({}, "remember", "once", view.book.cites["once"], key=key, value=n)])]


@steps.step("first-link", takes=("procedure",))
def first_link(view: View, v: Vars) -> Outcome:
    """The activation that opens a chain: its window will stand where this step's frame stands, one higher."""
    return [call(v.args["procedure"], window=len(view.game.agenda) + 1, **v["first"])]


@steps.step("choose-targets")
def choose_targets(view: View, v: Vars) -> Outcome:
    """The choices that the ability needs are made now; the cost does not carry along what it moves."""
    targets = view.table.abilities[v["ability"]].data.get("targets", ())
    return [*targets, put_vars(settled=tuple(do.args["choose"] for do in targets if do.verb == "choose"))]


@steps.step("pay-cost")
def pay_cost(view: View, v: Vars) -> Outcome:
    """All of the ability's cost is paid, by the article of this step."""
    return [put_vars(rule=v["rule_here"]), *paying(view, ability_of(view, v))]


def paying(view: View, ability: Ability | None) -> Sequence[Do]:
    """The instructions that pay what an ability costs."""
    return payment(view.book, ability.cost) if ability is not None else ()


@steps.step("begin-link")
def begin_link(view: View, v: Vars) -> Outcome:
    """Which card it is, whatever becomes of its number; the cost of the ability is paid."""
    card, ability = view.card(v.object("self")), ability_of(view, v)
    assert card is not None
    rule = ability.rule if ability is not None else v["rule_here"]
    return [put_vars(holder=card.id, rule=rule), *paying(view, ability)]


@steps.step("add-link")
def add_link(view: View, v: Vars) -> Outcome:
    """The activation is a link now; a limit on it is used up."""
    card, ability = view.game.cards[v["holder"]], ability_of(view, v)
    kept = {key: v.vars[key] for key in ("window", "me", "way", "it", "below") if key in v.vars} | {
        "self": card.object
    }
    if card.place in view.book.works["default"]:
        kept["last"] = snapshot(view, card)  # what it is like counts for its effect when it has left by then
    n = 1 + sum(one.vars.get("window") == v["window"] for one in view.game.waiting)
    ctx = {"me": v["me"], "self": card.object, "ability": ability.id if ability is not None else ""}
    rule = ability.rule if ability is not None and v.get("way") != "card" else v["rule_here"]
    said = event(ctx, "signal", "activated", rule, card=card.object, n=n)
    link = event(ctx, "wait", "link", v["rule_here"], holder=card.id, status="link", vars=kept, n=n)
    return [*once(view, ability, v.object("self"), v["holder"]), events([said]), events([link])]


def entry_of(view: View, v: Vars) -> Waiting:
    """The link that resolves."""
    return next(one for one in view.game.waiting if one.id == v["entry"])


@steps.step("resolve-link")
def resolve_link(view: View, v: Vars) -> Outcome:
    """The link leaves the list and its effect is carried out as it is written; a negated one does nothing."""
    entry, rule = entry_of(view, v), str(v["rule_here"])
    me, way = entry.master, entry.vars.get("way", "")
    left = [off_list(entry, rule), put_vars(self=entry.vars["self"], me=me, way=way)]
    if entry.status == "negated":
        view.note("negated", rule, card=entry.card)
        return [*left, put_vars(negated=True)]
    if not view.same(entry.vars["self"]) and view.param("links-need-cards"):
        by, *also = view.ruled("links-need-cards", rule)
        view.note("no-effect", by, card=entry.card, also=tuple(also))
        return left
    view.note("resolves", rule, card=entry.card, seat=me)
    ability = view.table.abilities.get(entry.ability)
    return left if ability is None else [*left, carried_out(entry, ability, whole(view, ability))]


def off_list(entry: Waiting, rule: str) -> Do:
    """The instruction that takes an entry off the waiting list."""
    return events([event({}, "leave", "leave", rule, entries=(entry.id,))])


def carried_out(entry: Waiting, ability: Ability, dos: Sequence[Do]) -> Do:
    """The instructions of an ability that waited, in the context that its entry kept."""
    vars = {**entry.vars, "because": "effect", "ability": entry.ability, "rule": ability.rule}
    return Do("within", {"vars": vars, "do": tuple(dos), "rule": ability.rule})


def whole(view: View, ability: Ability) -> tuple[Do, ...]:
    """What an ability does, with the shuffling that the rulebook asks for after it."""
    return shuffled(view, ability.id, ability.do, lambda dos: str(view.book.cites.get("search-shuffle", "")))


@steps.step("resolve-waiting")
def resolve_waiting(view: View, v: Vars) -> Outcome:
    """An ability that heard its moment is carried out; one that says "may" if its player wishes and can."""
    entry = entry_of(view, v)
    ability = view.table.abilities[entry.ability]
    left = off_list(entry, ability.rule)
    if not can_pay(view, entry, ability):
        return [left]
    cost = cost_first(view, ability)
    dos, used = (*cost, *whole(view, ability)), once(view, ability, entry.source, entry.card)
    if not ability.may:
        return [left, *used, carried_out(entry, ability, dos)]
    wanted = Do("may", {"may": entry.card, "do": dos, "cost": cost, "as": "wanted"})
    noted = Do("do", {"do": tuple(used), "if": "wanted"})  # what its player does not wish is not used up
    return [left, carried_out(entry, ability, (wanted, noted) if used else (wanted,))]


def can_pay(view: View, entry: Waiting, ability: Ability) -> bool:
    """Can what an ability that waited costs be paid now? That it cannot is told."""
    paying = {**entry.vars, "because": "cost", "ability": ability.id, "rule": ability.rule}
    if not ability.cost or feasible(view, ability.cost, paying, strict=True):
        return True
    view.note("cannot-pay", str(view.book.cites["cost"]), card=entry.card, ability=ability.id, conds=())
    return False


def cost_first(view: View, ability: Ability) -> tuple[Do, ...]:
    """The instructions that pay for an ability that is carried out after them."""
    return (*payment(view.book, ability.cost), put_vars(because="effect")) if ability.cost else ()


@steps.step("used-up")
def vanish(view: View, v: Vars) -> Outcome:
    """Of abilities that may be used so many times,
    those that wait when they have been used as often vanish.
    """
    entries = tuple(one.id for one in view.game.waiting if one.status == "pending" and worn_out(view, one))
    rule = str(view.book.cites["vanish"]) if entries else ""
    return [events([event({}, "leave", "vanish", rule, entries=entries)])] if entries else None


def worn_out(view: View, entry: Waiting) -> bool:
    """Has the ability of an entry been used as often as its limit allows?"""
    ability = view.table.abilities[entry.ability]
    return bool(ability.once) and used_up(view.game, ability, entry.source, entry.card)


@steps.step("waiting", takes=("procedure",))
def waiting(view: View, v: Vars) -> Outcome:
    """Abilities that wait are carried out now, as the procedure says; with none there is nothing to tell."""
    if not any(one.status in ("pending", "unrevealed") for one in view.game.waiting):
        return None
    return [call(v.args["procedure"]), AGAIN]


@steps.step("unrevealed")
def unrevealed(view: View, v: Vars) -> Outcome:
    """What waited for its card to be revealed waits no more."""
    left = [one for one in view.game.waiting if one.status == "unrevealed"]
    rule = v["rule_here"]
    batch = [event({}, "leave", "unrevealed", rule, seat=one.master, entries=(one.id,)) for one in left]
    return [events(batch)] if batch else None


@steps.step("state-again")
def state_again(view: View, v: Vars) -> Outcome:
    """A state trigger that waits no more is used again if its situation is there still."""
    again = [
        event({}, "remember", "state", v["rule_here"], key=key, value=False)
        for wait, key, due in state_waits(view)
        if due and view.game.memory.get(key) and not instances(view, wait["ability"], wait["by"])
    ]
    return [events(again)] if again else None
