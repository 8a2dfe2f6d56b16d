"""Links: the steps of abilities that wait, which are activations that become links of a window until the
links resolve, the last first, and abilities that wait for their card to be revealed or for a situation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine import trace
from judge.engine.flow.feasibility import feasible
from judge.engine.flow.snapshots import snapshot
from judge.engine.flow.triggers import instances, state_waits
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import AGAIN, END, call, event, events, goto, move_event, put_vars
from judge.engine.kernel.state import Card, Instruction, Ref, Waiting
from judge.engine.kernel.variables import WANTED
from judge.engine.kernel.view import Vars, View
from judge.engine.language.joint_costs import payment
from judge.engine.language.limits import use_key, used_up, uses
from judge.engine.mechanisms.steps import steps
from judge.engine.words.shuffles import shuffled
from judge.errors import OutOfPlace


def ability_of(view: View, v: Vars) -> Ability | None:
    """The ability that is activated; None for a card without one."""
    return view.table.abilities.get(v.get("ability") or "")


def once(view: View, ability: Ability | None, ref: str, card: str) -> list[Instruction]:
    """The instruction that records one more use of a limited ability."""
    if ability is None or not ability.once:
        return []
    key = use_key(view.game, ability, ref, card)
    n = uses(view.game, key) + 1
    return [events([event({}, "remember", "once", view.book.cites["once"], key=key, value=n)])]


@steps.step("first-link", takes=("procedure",), needs=("procedure",))
def first_link(view: View, v: Vars) -> Outcome:
    """Begins the activation that opens a chain. The chain's window will be one level above the frame of this
    step.
    """
    return [call(v.args["procedure"], window=len(view.game.agenda) + 1, **v["first"])]


@steps.step("choose-targets")
def choose_targets(view: View, v: Vars) -> Outcome:
    """Makes the choices that the ability needs. If the cost then moves a chosen card, the choice does not
    follow it. Chosen cards are targets if the book says that choosing for an effect is targeting.
    """
    targets = view.ability(v["ability"]).data.get("targets", ())
    settled = tuple(do.args["choose"] for do in targets if do.verb == "choose")
    if not targets or "because" in v.vars:
        return [*targets, put_vars(settled=settled)]
    aims = next(iter(view.book.tables["targeting"]), "")
    return [put_vars(because=aims), *targets, put_vars(settled=settled, because="")]


@steps.step("pay-cost")
def pay_cost(view: View, v: Vars) -> Outcome:
    """All of the ability's cost is paid, by the article of this step."""
    return [put_vars(rule=v["rule_here"]), *paying(view, ability_of(view, v))]


def paying(view: View, ability: Ability | None) -> Sequence[Instruction]:
    """The instructions that pay an ability's cost."""
    return payment(view.book, ability.cost) if ability is not None else ()


@steps.step("begin-link")
def begin_link(view: View, v: Vars) -> Outcome:
    """Remembers which card is activated, even if it becomes another object, and pays the ability's cost."""
    card, ability = view.present(v.object("self")), ability_of(view, v)
    rule = ability.rule if ability is not None else v["rule_here"]
    return [put_vars(holder=card.id, rule=rule), *paying(view, ability)]


PASSING = ("because", "entry", "kinds", "placed", "rule")  # what only the activation itself needs


def held(v: Vars) -> dict[str, object]:
    """The values of an activation's procedure that its link keeps."""
    return {key: value for key, value in v.vars.items() if key not in PASSING}


def waits(v: Vars, ref: Ref, holder: str, kept: Mapping[str, object], **more: object) -> Event:
    """The event by which an activation becomes a waiting link."""
    ctx = {"me": v["me"], "self": ref, "ability": v.get("ability")}
    return event(ctx, "wait", "link", v["rule_here"], holder=holder, status="link", vars=kept, **more)


@steps.step("build-up")
def build_up(view: View, v: Vars) -> Outcome:
    """Adds the announced activation to the list as a waiting link, with all variables of its procedure."""
    return [events([waits(v, v.object("self"), v["holder"], held(v))])]


@steps.step("add-link")
def add_link(view: View, v: Vars) -> Outcome:
    """Adds the activation to the list as a link, and counts it as a use if the ability has a limit."""
    card = view.game.cards[v["holder"]]
    kept = {key: v.vars[key] for key in ("window", "me", "way", "it", "below") if key in v.vars} | {
        "self": card.object
    }
    if card.place in view.book.works["default"]:
        kept["last"] = snapshot(view, card)  # what it is like counts for its effect when it has left by then
    return told_link(view, v, card, kept, v.get("way") == "card")


def told_link(
    view: View, v: Vars, card: Card, kept: Mapping[str, object], plain: bool, ways: tuple[str, ...] = ()
) -> list[Instruction]:
    """The instructions by which an activation becomes a link and is told, by the article of its ability, or
    of its step if it is `plain`; they also use up a limit on it. `ways` are what it is called besides.
    """
    ability = ability_of(view, v)
    window = v["window"]
    n = 1 + sum([entry.vars.get("window") == window for entry in view.game.waiting])
    ctx = {"me": v["me"], "self": card.object, "ability": ability.id if ability is not None else ""}
    rule = v["rule_here"] if plain or ability is None else ability.rule
    signal = event(
        ctx, "signal", "activated", rule, card=card.object, n=n, **({"ways": ways} if ways else {})
    )
    link = waits(v, card.object, card.id, kept, n=n)
    return [*once(view, ability, v.object("self"), v["holder"]), events([signal]), events([link])]


def entry_of(view: View, v: Vars) -> Waiting:
    """The link that resolves. Raises OutOfPlace where none does."""
    entry = v["entry"]  # most often the last
    for link in reversed(view.game.waiting):
        if link.id == entry:
            return link
    raise OutOfPlace("what waits")


@steps.step("resolve-link")
def resolve_link(view: View, v: Vars) -> Outcome:
    """Takes the link off the list and carries out its effect as written. A negated link does nothing."""
    entry, rule = entry_of(view, v), str(v["rule_here"])
    me, way = entry.master, entry.vars.get("way", "")
    left = [off_list(entry, rule), put_vars(self=entry.vars["self"], me=me, way=way)]
    if entry.status == "negated":
        tell_negated(view, entry, rule)
        return [*left, put_vars(negated=True)]
    if not view.same(entry.vars["self"]) and view.param("links-need-cards"):
        by, *usual = view.ruled("links-need-cards", rule)
        view.note(trace.NO_EFFECT, by, card=entry.card, usual=tuple(usual))
        return left
    view.note(trace.RESOLVES, rule, card=entry.card, seat=me)
    ability = view.table.abilities.get(entry.ability)
    return left if ability is None else [*left, carried_out(entry, ability, whole(view, ability))]


@steps.step("negated-link", takes=("step",))
def negated_link(view: View, v: Vars) -> Outcome:
    """Takes a negated link off the list without effect. Its procedure goes on at a step, or ends."""
    entry, rule = entry_of(view, v), str(v["rule_here"])
    if entry.status != "negated":
        return None
    tell_negated(view, entry, rule)
    return [off_list(entry, rule), put_vars(gone=entry, negated=True), going_on(v)]


def tell_negated(view: View, entry: Waiting, rule: str) -> None:
    """Tells that a negated link does nothing, and that its cost is lost where the book says so."""
    view.note(trace.NEGATED, rule, card=entry.card)
    kept = str(view.book.cites.get("paid-in-vain", ""))
    if kept and entry.ability and view.table.abilities[entry.ability].cost:
        view.note(trace.PAID_IN_VAIN, kept, card=entry.card)


def going_on(v: Vars) -> Instruction:
    """The instruction with which the procedure of a negated link goes on."""
    return goto(v.args["step"]) if "step" in v.args else END


@steps.step("use-up", takes=("from", "to"), needs=("from", "to"))
def use_up(view: View, v: Vars) -> Outcome:
    """Moves the card of the activation, or of the resolving link, to the zone for used cards, if it is still
    in the zone that it was used in.
    """
    entry = entry_of(view, v) if "entry" in v.vars else None
    ref, me = (v.object("self"), v["me"]) if entry is None else (entry.source, entry.master)
    card = view.card(ref)
    if card is None or card.place != v.args["from"]:
        return None
    return [events([move_event(view, {"me": me}, ref, v.args["to"], "move", v["rule_here"])])]


def off_list(entry: Waiting, rule: str) -> Instruction:
    """The instruction that takes an entry off the waiting list."""
    return no_longer(rule, entry.id)


def no_longer(rule: str, *ids: str) -> Instruction:
    """The instruction that takes entries off the waiting list by their names."""
    return events([event({}, "leave", "leave", rule, entries=ids)])


def carried_out(entry: Waiting, ability: Ability, dos: Sequence[Instruction]) -> Instruction:
    """The instructions of an ability that waited, in the context that its entry kept."""
    vars = {**entry.vars, "because": "effect", "ability": entry.ability, "rule": ability.rule}
    return Instruction("within", {"vars": vars, "do": tuple(dos), "rule": ability.rule})


def whole(view: View, ability: Ability) -> tuple[Instruction, ...]:
    """The instructions of an ability, with the shuffling that the rulebook asks for after it."""
    return shuffled(view, ability.id, ability.do, lambda dos: str(view.book.cites.get("search-shuffle", "")))


@steps.step("resolve-waiting")
def resolve_waiting(view: View, v: Vars) -> Outcome:
    """Carries out a pending ability. One that says "may" is carried out if its player wishes and can."""
    entry = entry_of(view, v)
    ability = view.table.abilities[entry.ability]
    left = off_list(entry, ability.rule)
    if not can_pay(view, entry, ability):
        return [left]
    cost = cost_first(view, ability)
    dos, used = (*cost, *whole(view, ability)), once(view, ability, entry.source, entry.card)
    if not ability.may:
        return [left, *used, carried_out(entry, ability, dos)]
    wanted = Instruction("may", {"may": entry.card, "do": dos, "cost": cost, "as": WANTED})
    noted = Instruction(
        "do", {"do": tuple(used), "if": WANTED}
    )  # what its player does not wish is not used up
    return [left, carried_out(entry, ability, (wanted, noted) if used else (wanted,))]


def can_pay(view: View, entry: Waiting, ability: Ability) -> bool:
    """Can the cost of an ability that waited be paid now? If not, that is told."""
    paying = {**entry.vars, "because": "cost", "ability": ability.id, "rule": ability.rule}
    if not ability.cost:
        return True
    if feasible(view, ability.cost, paying, strict=True):
        return True
    view.note(trace.CANNOT_PAY, card=entry.card, ability=ability.id, conds=())
    return False


def cost_first(view: View, ability: Ability) -> tuple[Instruction, ...]:
    """The instructions that pay for an ability that is carried out after them."""
    return (*payment(view.book, ability.cost), put_vars(because="effect")) if ability.cost else ()


@steps.step("used-up")
def vanish(view: View, v: Vars) -> Outcome:
    """Removes pending abilities whose limit of uses has been reached."""
    return vanishing(view) or None


def vanishing(view: View) -> list[Instruction]:
    """The event by which used-up pending abilities vanish, if there are any."""
    entries = tuple(
        entry.id for entry in view.game.waiting if entry.status == "pending" and worn_out(view, entry)
    )
    rule = str(view.book.cites["vanish"]) if entries else ""
    return [events([event({}, "leave", "vanish", rule, entries=entries)])] if entries else []


def worn_out(view: View, entry: Waiting) -> bool:
    """Has the ability of an entry reached its limit of uses?"""
    ability = view.table.abilities[entry.ability]
    return bool(ability.once) and used_up(view.game, ability, entry.source, entry.card)


@steps.step("waiting", takes=("procedure",), needs=("procedure",))
def waiting(view: View, v: Vars) -> Outcome:
    """Carries out pending abilities by the procedure of the step. If there are none, nothing is recorded."""
    if not any(entry.status in ("pending", "unrevealed") for entry in view.game.waiting):
        return None
    return [call(v.args["procedure"]), AGAIN]


@steps.step("unrevealed")
def unrevealed(view: View, v: Vars) -> Outcome:
    """Removes abilities that were waiting for their card to be revealed."""
    left = [entry for entry in view.game.waiting if entry.status == "unrevealed"]
    rule = v["rule_here"]
    batch = [event({}, "leave", "unrevealed", rule, seat=wait.master, entries=(wait.id,)) for wait in left]
    return [events(batch)] if batch else None


@steps.step("state-again")
def state_again(view: View, v: Vars) -> Outcome:
    """Lets a state trigger that is no longer pending trigger again if its state still holds."""
    again = [
        event({}, "remember", "state", v["rule_here"], key=key, value=False)
        for wait, key, due in state_waits(view)
        if due and view.game.memory.get(key) and not instances(view, wait["ability"], wait["by"])
    ]
    return [events(again)] if again else None
