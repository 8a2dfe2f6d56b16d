"""Battles: attacks, combos, the abandoned battle and the Damage Step (7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from judge.engine.effects.provenance import tell_overridden, tell_permanents
from judge.engine.flow.offers import unbarred, unhindered
from judge.engine.flow.surcharges import surcharged
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import call, event, events, goto, move_event, put_vars
from judge.engine.kernel.registry import OWN_CARD, THEIR_CARD
from judge.engine.kernel.state import Card, Condition, Option, opponent
from judge.engine.kernel.view import Vars, View
from judge.engine.mechanisms.comparison import Result, result_of
from judge.games.dbs import registry
from judge.games.dbs.costs import energy, payable
from judge.games.dbs.registry import rules


@rules.offer("attack", "7-1", most=2, places=(OWN_CARD, THEIR_CARD))
def attack(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """The Leader and Battle cards may attack the other Leader or a Battle card in Inertie mode."""
    targets = fighters(view, opponent(seat))
    for card in fighters(view, seat):
        ready = Condition("7-1", card.mark("mode") == "action", "attack.ready", {"card": card.id})
        kept = kept_ready(view, card)
        for target in targets if ready.ok or view.tracing else ():
            aim = aimable(view, card, target)
            if aim.ok or view.tracing:
                do = call("battle", attacker=card.object, target=target.object)
                attacks = partial(attacking, card, target)
                bans = (*unbarred(view, attacks), *unbarred(view, partial(attacked, card, target)))
                conds = (ready, aim, *kept, *bans)
                yield surcharged(view, Option("attack", (card.id, target.id), (do,), conds), attacks)


def fighters(view: View, seat: str) -> list[Card]:
    """The Leader, then the Battle cards in the Battle Zone."""
    battle = [card for card in view.zone(seat, "battle") if view.type(card) == "battle"]
    return [*view.zone(seat, "leader"), *battle]


def kept_ready(view: View, card: Card) -> list[Condition]:
    """The conditions that a card can be turned to Inertie mode, with which its attack begins."""
    return [*unhindered(view, partial(turned, card))]


def turned(card: Card) -> Event:
    """The event of an attacking card that is turned to Inertie mode."""
    return event({}, "mark", "mark", "7-1", card=card.object, marks={"mode": "inertie"}, begins=True)


def aimable(view: View, card: Card, target: Card) -> Condition:
    """The condition that a card may be attacked: a Leader always, a Battle card in Inertie mode, or in
    Action mode where a text allows it.
    """
    if exposed(target):
        return Condition("7-1", True, "attack.target", {"target": target.id})
    if view.permits(card, "attack-action-mode"):
        return Condition("1-3-1", True, "attack.allowed", {"target": target.id})
    return Condition("7-1", False, "attack.target", {"target": target.id})


def exposed(target: Card) -> bool:
    """Can the card be attacked: is it a Leader, or in Inertie mode?"""
    return target.place == "leader" or target.mark("mode") == "inertie"


def attacked(card: Card, target: Card) -> Event:
    """The event of being attacked, which a text may forbid."""
    by, more = {"me": card.seat, "self": card.object}, {"card": target.object, "attacker": card.object}
    return event(by, "signal", "attacked", "7-1-1", **more)


def attacking(card: Card, target: Card) -> Event:
    """The event of an attack, which a text may forbid or charge for."""
    by = {"me": card.seat, "self": card.object}
    return event(by, "signal", "attack", "7-1", card=card.object, target=target.object)


@rules.step("7-1-1")
def attack_signals(view: View, v: Vars) -> Outcome:
    """Abilities that trigger on an attack or on being attacked, and [Bloqueur], become pending."""
    attacker, target = v.object("attacker"), v.object("target")
    seat = {"seat": view.active}
    card, aim = view.card(attacker), view.card(target)
    if card is not None and aim is not None and not exposed(aim):
        tell_overridden(view, card, "attack-action-mode", "1-3-1", "7-1")
    return [
        put_vars(first=target),
        events([
            event({}, "signal", "attack", "7-1-1", card=attacker, target=target, **seat),
            event({}, "signal", "attacked", "7-1-1", card=target, attacker=attacker, **seat),
            event({}, "signal", "defending", "7-1-1", card=target, attacker=attacker, **seat),
        ])
    ]  # fmt: skip


@rules.step("7-1-4", jumps=["7-1-4-1"])
def abandon(view: View, v: Vars) -> Outcome:
    """Leave the battle when it was negated, or when its attacker or its defender is no longer in play."""
    gone = not fights(view, v.object("attacker")) or not fights(view, v.object("target"))
    why = "battle.negated" if v.flag("negated") else "battle.no-card"
    if gone or v.flag("negated"):
        return [goto("7-1-4-1", why, "7-1-4")]
    if v.get("rule_here"):  # as a step, whatever its number is in this version: as a guard it has none
        view.note(registry.GO_ON, "7-1-4")
    return None


def fights(view: View, ref: str) -> bool:
    """Is the object still in the Leader Zone or the Battle Zone?"""
    card = view.card(ref)
    return card is not None and card.place in ("leader", "battle") and not card.on


PAID = (
    "-1"  # what stands behind the article of a combo in that of its payment: 7-2-1-2-1-1 and its three twins
)


# --- combos: 7-2-1-2-1, 7-2-1-2-2 and their twins of the Defence Step ------------------------------
@rules.offer("combo", "7-2-1-2", "7-2-1-2-1", "7-2-1-2-2", "7-3-1-2-1", "7-3-1-2-2", "3-7-3-1")
def combo(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Combos with Battle cards of the hand, or with those in Action mode on the field, except for the card
    that fights.
    """
    frame = view.running("battle")
    fighting = frame.vars["attacker" if seat == view.active else "target"] if frame else ""
    step = "7-2-1-2" if seat == view.active else "7-3-1-2"
    for card in (*view.zone(seat, "battle"), *view.zone(seat, "hand")):
        if view.known(card) and (view.tracing or view.value(card, "combo_power") is not None):
            rule = f"{step}-2" if card.place == "hand" else f"{step}-1"
            cost = max(0, view.value(card, "combo_cost") or 0)
            do = call("combo", card=card.object, me=seat, cost=cost, rule=rule)
            yield Option("combo", (card.id,), (do,), combo_conds(view, seat, card, rule, fighting))


def combo_conds(view: View, seat: str, card: Card, rule: str, fighting: str) -> Iterator[Condition]:
    """The conditions of a combo: a card in Action mode that does not fight, with a printed combo cost and
    combo power.
    """
    if card.place != "hand":
        yield Condition(rule, card.object != fighting, "combo.fighting", {"card": card.id})
        ready = card.mark("mode") == "action" or view.permits(card, "combo-inertie") is not None
        yield Condition(rule, ready, "combo.ready", {"card": card.id})
    cost, power = view.value(card, "combo_cost"), view.value(card, "combo_power")
    able = view.type(card) == "battle" and cost is not None and power is not None
    yield Condition("3-7-3-1", able, "combo.values", {"card": card.id})
    if able:
        yield from payable(view, {"energy": max(0, cost)}, {"me": seat}, {}, rule + PAID)
    yield from unbarred(view, lambda: move_event(view, {"me": seat}, card.object, "combo", "combo", rule))


@rules.step("combo-pay")
def pay_combo(view: View, v: Vars) -> Outcome:
    """Rest the energy that the combo costs."""
    card = view.card(v.object("card"))
    if card is not None and card.place == "battle" and card.mark("mode") != "action":
        tell_overridden(view, card, "combo-inertie", "1-3-1", v["rule"])
    return [energy({"energy": v["cost"]}, v["rule"] + PAID)]


@rules.step("combo-move")
def move_combo(view: View, v: Vars) -> Outcome:
    """The card goes to the Combo Zone."""
    return [events([move_event(view, {"me": v["me"]}, v.object("card"), "combo", "combo", v["rule"])])]


# --- the Damage Step: 7-4 ------------------------------------------------------------------------
@rules.step("combo-sum", takes=("which",), needs=("which",))
def combo_sum(view: View, v: Vars) -> Outcome:
    """A player's combo power is added to the card that fights for them: one power change for the battle,
    out of every card in the Combo Zone.
    """
    ref, rule = v.object(v.args["which"]), v["rule_here"]
    seat = view.active if v.args["which"] == "attacker" else opponent(view.active)
    total = sum(int(view.value(card, "combo_power") or 0) for card in view.zone(seat, "combo"))
    if not total:
        return None
    ctx = {"me": seat, "because": "rules"}
    change = {"to": (ref,), "makes": "add", "attr": "power", "value": total, "until": "combo"}
    return [events([event(ctx, "gain", "add", rule, **change)])]


@rules.step("7-4-1-4", jumps=["7-4-1-4-1", "7-4-1-4-2", "7-4-1-5"])
def compare(view: View, v: Vars) -> Outcome:
    """The powers are compared: the book's row says with which step the battle goes on."""
    attacker, target = view.card(v.object("attacker")), view.card(v.object("target"))
    if attacker is None or target is None:
        left = attacker or target
        view.note(registry.GONE, "7-4-1-4", what="battle", card=left.id if left is not None else "")
        return [goto("7-4-1-5")]
    result = result_of(view, attacker, target)
    tell_comparison(view, attacker, target, result)
    return [goto(result.step)]


def tell_comparison(view: View, attacker: Card, target: Card, result: Result) -> None:
    """Records the powers that are compared, and before them what they are made up of."""
    for card in (attacker, target):
        tell_permanents(view, card, "power")
    values = {"power": view.value(attacker, "power"), "against": view.value(target, "power")}
    form = "fails" if result.step == "7-4-1-5" else "wins"
    about = {"attacker": attacker.id, "target": target.id, **values, "form": form}
    view.note(registry.COMPARE, "7-4-1-4", **about, **({"below": True} if result.below else {}))


@rules.step("7-4-1-4-1-1")
def inflict(view: View, v: Vars) -> Outcome:
    """The attacking card inflicts one damage."""
    rule, seat = "7-4-1-4-1-1", opponent(view.active)
    ctx = {"me": view.active, "self": v.object("attacker"), "because": "attack", "rule": rule}
    told = {"seat": seat, "n": 1, "procedure": view.book.tables["damage"]["procedure"]}
    new = event(ctx, "announce", "damage", rule, **told)
    return [put_vars(life=view.count(seat, "life")), events([new], "inflicted")]


@rules.step("7-4-1-4-1-2", jumps=["7-4-1-5"])
def inflicted(view: View, v: Vars) -> Outcome:
    """Abilities that trigger on inflicted damage become pending, if any damage was inflicted."""
    if not v.get("inflicted") or view.count(opponent(view.active), "life") == v.get("life", -1):
        return [goto("7-4-1-5")]
    sides = {"card": v.object("attacker"), "target": v.object("target")}
    signal = event({}, "signal", "inflicted", "7-4-1-4-1-2", **sides)
    return [events([signal]), call("window:check"), goto("7-4-1-5")]


@rules.step("7-4-1-4-2")
def knock_out(view: View, v: Vars) -> Outcome:
    """The defending Battle card is KO'd to its owner's Drop Zone."""
    ctx = {"me": view.active, "self": v.object("attacker"), "because": "battle-result"}
    return [events([move_event(view, ctx, v.object("target"), "drop", "ko", "7-4-1-4-2")], "ko")]


# --- the end of the battle: 7-4-1-6 to 7-4-1-10 ------------------------------------------------------
@rules.step("7-4-1-6")
def drop_combos(view: View, v: Vars) -> Outcome:
    """Puts the cards of the Combo Zones into their owners' Drop Zones. Cards that were comboed by their own
    owner are remembered for 7-4-1-8-1.
    """
    cards = view.cards({"zone": "combo", "of": "each"}, {"me": view.active})
    batch = [move_event(view, {}, card.object, "drop", "move", v["rule_here"]) for card in cards]
    own = tuple(card.id for card in cards if card.owner == card.seat)
    return [put_vars(combos=own), events(batch, "dropped")]


@rules.step("battle-end", takes=("abandoned",))
def battle_ends(view: View, v: Vars) -> Outcome:
    """Abilities that trigger at the end of a battle, or of one with their card comboed, become pending."""
    signals = [event({}, "signal", "battle-end", v["rule_here"], seat=view.active)]
    combos = comboed(view, v)
    if combos and (not v.args.get("abandoned") or view.param("abandoned-combo-end")):
        name, rule = "combo-end", "7-4-1-8-1"
        signals += [event({}, "signal", name, rule, card=card.object, seat=card.seat) for card in combos]
    return [events(signals), call("window:check")]


rules.only_heeded("combo-end")


def comboed(view: View, v: Vars) -> list[Card]:
    """The cards that this battle's combos have put into the Drop Zone, where an ability may wait for its end
    on their account.
    """
    if "combo-end" not in view.table.heard:
        return []
    cards = [card for card in map(view.card, v.get("dropped", ())) if card is not None]
    return [card for card in cards if card.place == "drop" and card.id in v["combos"]]
