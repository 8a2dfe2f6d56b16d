"""Texts that have the damage of an attack calculated at once: "change the attack target to this card and
proceed to damage calculation" (rules-vs-effects).
"""

from __future__ import annotations

from typing import Final

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import goto
from judge.engine.kernel.state import Card, Do, Frame
from judge.engine.kernel.view import Vars, View
from judge.engine.words.affected import tell_nothing
from judge.games.ygo import lines
from judge.games.ygo.battle import able
from judge.games.ygo.registry import rules

TEXT: Final = "rules-vs-effects"
TURNED_UP: Final = "ds.facedown"
CALCULATION: Final = "damage-step.to-calculation"


@rules.word("calculate-damage", "cards", without=("as",), cites=(TEXT, "gl.effect"))
def calculate_damage(view: View, v: Vars) -> Outcome:
    """The attack under way is on this monster from now on, whoever controls it, and its damage is calculated
    once the Chain has resolved.
    """
    attacker = still_attacking(view)
    found = [card for card in view.cards(view.refs(v["calculate-damage"], v), v) if card.place == "monster"]
    if attacker is None or not found or found[0].object == attacker.object:
        tell_nothing(view, v, v["calculate-damage"], "calculate-damage")
        return None
    target = found[0]
    view.note(lines.TO_CALCULATE, v.args.get("rule") or TEXT, card=attacker.id, target=target.id)
    fixed = {"target": target.object, "sides": (attacker.seat, target.seat), "calculates": True}
    return [Do("put", {"procedure": "attack", "vars": fixed, "rule": v.args.get("rule") or TEXT})]


def still_attacking(view: View) -> Card | None:
    """The monster of the attack under way, while that can still come to its damage calculation."""
    attack, step = view.running("attack"), view.running("damage-step")
    over = step is not None and bool(step.vars.get("calculated"))
    if attack is None or attack.vars.get("negated") or over:
        return None
    attacker = view.card(attack.vars["attacker"])
    return attacker if attacker is not None and able(view, attacker) else None


@rules.step("attack-calculates", jumps=["replay.cause"])
def leave_declaration(view: View, v: Vars) -> Outcome:
    """Nobody is asked any more after the declaration of an attack whose damage is to be calculated."""
    attack = view.running("attack")
    if attack is None or attack.step == "replay.cause" or not v.flag("calculates"):
        return None
    return [goto("replay.cause", "to-damage-step", TEXT)]


@rules.step("step-calculates", jumps=[TURNED_UP, CALCULATION])
def leave_damage_step(view: View, v: Vars) -> Outcome:
    """What comes before the damage calculation is passed over, but that an attacked monster is turned up."""
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
