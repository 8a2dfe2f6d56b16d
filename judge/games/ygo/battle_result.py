"""The result of a battle: who is destroyed, who takes damage, what follows (battle.*, ds.*)."""

from __future__ import annotations

from typing import Final

from judge.engine import trace
from judge.engine.effects.continuous import statics_on
from judge.engine.effects.scopes import touches
from judge.engine.flow.pipeline import forbidden
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import AGAIN, call, event, events, goto, put_vars
from judge.engine.kernel.state import Card, Frame, Instruction
from judge.engine.kernel.view import Vars, View
from judge.engine.mechanisms.comparison import Result, destructions, loss_of, result_of
from judge.engine.words.targets import tell_nothing
from judge.games.ygo import registry
from judge.games.ygo.battle import able, battles, fighters, frame_of_attack, tell_end
from judge.games.ygo.cards import printed_type, stay_rule
from judge.games.ygo.registry import rules

# Texts that have the damage of an attack calculated at once: "change the attack target to this card and
# proceed to damage calculation" (rules-vs-effects).
TEXT: Final = "rules-vs-effects"
TURNED_UP: Final = "ds.facedown"
CALCULATION: Final = "damage-step.to-calculation"


@rules.word("calculate-damage", "cards", without=("as",), cites=(TEXT, "gl.effect"))
def calculate_damage(view: View, v: Vars) -> Outcome:
    """Makes this monster the target of the current attack, whoever controls it. Its damage is calculated
    once the Chain has resolved.
    """
    attacker = still_attacking(view)
    cards = [card for card in view.cards(view.refs(v["calculate-damage"], v), v) if card.place == "monster"]
    if attacker is None or not cards or cards[0].object == attacker.object:
        tell_nothing(view, v, v["calculate-damage"], "calculate-damage")
        return None
    target = cards[0]
    view.note(registry.TO_CALCULATE, v.args.get("rule") or TEXT, card=attacker.id, target=target.id)
    fixed = {"target": target.object, "sides": (attacker.seat, target.seat), "calculates": True}
    return [Instruction("put", {"procedure": "attack", "vars": fixed, "rule": v.args.get("rule") or TEXT})]


def still_attacking(view: View) -> Card | None:
    """The monster of the current attack, if its damage calculation can still be reached."""
    attack, step = view.running("attack"), view.running("damage-step")
    over = step is not None and bool(step.vars.get("calculated"))
    if attack is None or attack.vars.get("negated") or over:
        return None
    attacker = view.card(attack.vars["attacker"])
    return attacker if attacker is not None and able(view, attacker) else None


@rules.step("attack-calculates", jumps=["replay.cause"])
def leave_declaration(view: View, v: Vars) -> Outcome:
    """Ends the window after the declaration of an attack whose damage is to be calculated."""
    attack = view.running("attack")
    if attack is None or attack.step == "replay.cause" or not v.flag("calculates"):
        return None
    return [goto("replay.cause", "to-damage-step", TEXT)]


@rules.step("step-calculates", jumps=[TURNED_UP, CALCULATION])
def leave_damage_step(view: View, v: Vars) -> Outcome:
    """Skips what comes before the damage calculation, except that an attacked monster is turned face-up."""
    attack, step = view.running("attack"), view.running("damage-step")
    if attack is None or step is None or not attack.vars.get("calculates") or step.step == TURNED_UP:
        return None
    if to_be_turned_up(view, attack, step):
        return [goto(TURNED_UP, "to-turn-up", TEXT)]
    return [goto(CALCULATION, "to-calculation", TEXT)]


def to_be_turned_up(view: View, attack: Frame, step: Frame) -> bool:
    """Does the attacked monster still lie face-down, and has the Damage Step not turned it up yet?"""
    places = view.book.procedures["damage-step"].places
    target = view.card(attack.vars["target"])
    return places[step.step] < places[TURNED_UP] and target is not None and view.face_down(target)


@rules.step("battle.compare")
def calculate(view: View, v: Vars) -> Outcome:
    """Damage calculation: from here on nothing may be activated (ds.limits.until-calc)."""
    attacker, target, _ = fighters(view)
    if attacker is None or not battles(view):
        tell_end(view, "battle.compare", str(frame_of_attack(view).vars["attacker"]))
        return [put_vars(calculated=True)]
    result = result_of(view, attacker, target)
    if view.tracing:
        tell(view, attacker, target, result)
    battled, batch = signal("battled", attacker, target), blows(view, attacker, target, result)
    over = put_vars(calculated=True, compared=True, fought=sides_of(attacker, target))
    if late(view, result):
        going = [blow for blow in batch if blow["verb"] == "move" and forbidden(view, blow) is None]
        now = [blow for blow in batch if blow not in going]  # what is forbidden is told as that, and is over
        doomed = tuple(blow["card"] for blow in going)
        return [over, put_vars(doomed=doomed, blows=tuple(going)), events([*now, battled])]
    return [over, events([*batch, battled])]


def late(view: View, result: Result) -> bool:
    """Do destroyed monsters leave only after the Flip effects? Where none waits, it makes no difference."""
    waits = result.destroyed and any(entry.status == "pending" for entry in view.game.waiting)
    return bool(view.param("late-graves") if waits else view.book.params["late-graves"])


def signal(name: str, card: Card, foe: Card | None) -> Event:
    """The event that a monster has battled: which one, or nothing in a direct attack."""
    target = foe.object if foe is not None else ""
    return event({}, "signal", name, "battle.compare", card=card.object, target=target, seat=card.seat)


def sides_of(attacker: Card, target: Card | None) -> tuple[str, ...]:
    """The ids of the cards of a battle; a card keeps its id when it leaves."""
    return (attacker.id, target.id) if target is not None else ()


rules.only_heeded("fought")


@rules.step("tell-fought")
def tell_fought(view: View, v: Vars) -> Outcome:
    """Records that two monsters have battled, wherever they are by now, for effects that refer to it."""
    if "fought" not in view.table.heard or not v.get("fought"):
        return None
    card, other = (view.game.cards[id_] for id_ in v["fought"])
    return [events([signal("fought", card, other), signal("fought", other, card)])]


@rules.step("late-graves")
def late_graves(view: View, v: Vars) -> Outcome:
    """By the other reading, only now moves the cards that the battle destroyed."""
    batch = [*v.get("blows", ())]
    return [put_vars(doomed=(), blows=()), events(batch)] if batch else None


def tell(view: View, attacker: Card, target: Card | None, result: Result) -> None:
    """Tells what was compared."""
    lent = lenders(view, attacker, "atk") + (lenders(view, target, result.attr) if target is not None else [])
    compared = {
        "attacker": attacker.id,
        "atk": view.value(attacker, "atk") or 0,
        "target": target.id if target is not None else "",
        "against": view.value(target, result.attr) or 0 if target is not None else 0,
        "attr": result.attr.upper(),
    }
    view.note(registry.BATTLE, result.rule, **compared, lent_by=tuple(dict.fromkeys(lent)))


def lenders(view: View, card: Card, attr: str) -> list[str]:
    """The sources that lend a value by their lasting effects: a monster, by its zone, or a kind of card."""
    cards = [source for _, ability, source in statics_on(view, attr) if touches(view, ability, source, card)]
    return [lender(view, giver) for giver in cards if giver.print]  # what is imposed lies on no card


def lender(view: View, card: Card) -> str:
    """The zone of a monster whose value is used, or the article by which another card that changes the value
    stays on the Field.
    """
    return card.place if printed_type(view, card) == "monster" else stay_rule(view, card)


def blows(view: View, attacker: Card, target: Card | None, result: Result) -> list[Event]:
    """The events of a result, all at once: what is destroyed, and who takes damage."""
    batch = destructions(view, attacker, target, result)
    if result.damage:
        batch.append(loss_of(view, attacker, target, result))
    return batch


@rules.step("chain-of-triggers")
@rules.step("ds.flip.resolve")
def flips(view: View, v: Vars) -> Outcome:
    """Flip effects and other triggered effects are activated after the calculation."""
    if not any(entry.status == "pending" for entry in view.game.waiting):
        return None
    if one_has_fallen(view, v) and flip_chooses(view):
        view.note(trace.SAID, "ds.flip.target")  # what was destroyed lies in the Graveyard by now
    return [call("chain"), AGAIN]


def one_has_fallen(view: View, v: Vars) -> bool:
    """Has the battle destroyed one of the two monsters?"""
    fought = [view.game.cards[id_] for id_ in v.get("fought", ())]
    return any(card.place != "monster" or card.object in v.get("doomed", ()) for card in fought)


def flip_chooses(view: View) -> bool:
    """Is a Flip effect pending that chooses targets?"""
    pending = [view.table.abilities[wait.ability] for wait in view.game.waiting if wait.status == "pending"]
    return any(ability.rule == "effect.flip" and ability.data.get("targets") for ability in pending)
