"""The moments of the Damage Step that texts name: at its start, before, in and after the damage calculation,
at its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import AGAIN, call, event, events, put_vars
from judge.engine.kernel.state import Ref
from judge.engine.kernel.view import Vars, View
from judge.games.ygo.battle import battles, frame_of_attack
from judge.games.ygo.chain import set_off, since
from judge.games.ygo.registry import rules

AHEAD: Final = ("damage-step-start", "before-calculation", "calculation")  # while there is a battle to come
OVER: Final = ("after-calculation", "damage-step-end")  # of a battle that was fought
for name in (*AHEAD, *OVER):
    rules.only_heeded(name)


@rules.step("moment-of-battle", takes=("signal",), needs=("signal",))
def moment_of_battle(view: View, v: Vars) -> Outcome:
    """A moment of the Damage Step is heard by the monsters of the battle. What it sets off makes a Chain of
    its own, what was set off before waits for its own moment; after the calculation it is one Chain with
    Flip effects (ds.flip.resolve).
    """
    name = str(v.args["signal"])
    if v.get("moment") == name:
        waits = any(since(entry, v["moment_began"]) for entry in set_off(view))
        return [call("chain", after=v["moment_began"]), AGAIN] if waits else None
    if name not in view.table.heard or not reached(view, v, name):
        return None
    instruction = events([*signals(view, name, v["rule_here"])])
    if name == "after-calculation":
        return [instruction]
    return [put_vars(moment=name, moment_began=view.moment), instruction, AGAIN]


def reached(view: View, v: Vars, name: str) -> bool:
    """Does the moment belong to a battle that is still to come or that has been fought?"""
    return battles(view) if name in AHEAD else v.flag("compared")


def signals(view: View, name: str, rule: str) -> Iterator[Event]:
    """The moment as the attacking and the attacked monster hear it, wherever they are by then."""
    frame = frame_of_attack(view)
    attacker, target = str(frame.vars["attacker"]), str(frame.vars.get("target") or "")
    yield from signal(view, name, rule, attacker, target)
    if target:
        yield from signal(view, name, rule, target, attacker)


def signal(view: View, name: str, rule: str, ref: Ref, foe: Ref) -> Iterator[Event]:
    """The moment as one monster of the battle hears it."""
    now, other = current(view, ref), current(view, foe) if foe else ""
    if now:
        seat = view.game.cards[view.game.objects[ref]].seat
        yield event({}, "signal", name, rule, card=now, target=other, seat=seat)


def current(view: View, ref: Ref) -> Ref:
    """The present object of a card that fought as this one."""
    id_ = view.game.objects.get(ref)
    return view.game.cards[id_].object if id_ is not None and id_ in view.game.cards else ""
