"""Preparing a Duel, and its turns: the draw, the phases, going on to battle, the hand limit (setup.*,
draw-phase.*, battle-phase.*, main2.when, end-phase.*).
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine import trace
from judge.engine.flow.offers import bans, unbarred
from judge.engine.flow.triggers import NTH, TURN
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import AGAIN, END, call, event, events
from judge.engine.kernel.state import SEATS, Choice, Condition, Decision, Instruction, Option, Waiting
from judge.engine.kernel.view import Vars, View
from judge.engine.mechanisms.steps import carried_out, left_for, signal
from judge.engine.mechanisms.turns import chosen, trimmed
from judge.games.ygo import registry
from judge.games.ygo.activation import activate
from judge.games.ygo.cards import printed_type
from judge.games.ygo.registry import rules

FAST = Vars({"mode": "fast", "depth": -1, "of": ""}, {}, {})  # a window for fast effects


@rules.offer("battle", "battle-phase.optional", "battle-phase.first-turn", most=0)
def battle(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """The act of conducting the Battle Phase, which the starting player cannot do in the first turn."""
    yield Option("battle", (), (call("battle-phase"),), battle_conds(view, seat))


def battle_conds(view: View, seat: str) -> list[Condition]:
    """What a Battle Phase needs."""
    allowed = view.game.turn > 1 or bool(view.param("first-battle"))
    return [Condition("battle-phase.first-turn", allowed, "first-turn"), *unbarred(view, lambda: phase(seat))]


def phase(seat: str) -> Event:
    """The Battle Phase as an event that an effect may forbid."""
    return event({"me": seat}, "signal", "battle-phase", "start-step", seat=seat)


@rules.offer("announced", "priority.pass-phase", spoken="activate")
def announced(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Sanctioned play: options that the turn player no longer has after going on to the Battle Phase."""
    by = view.book.article("battle-phase", "window")
    if not view.tracing or not all(cond.ok for cond in battle_conds(view, seat)):
        return
    for option in activate(view, FAST, seat):
        yield option._replace(conds=(Condition(by, False, "announced"), *option.conds))


@rules.step("setup.first-player")
def first_player(view: View, v: Vars) -> Outcome:
    """The winner of a toss chooses whether to play first;
    in later Duels of a Match the loser of the last (setup.loser-chooses).
    """
    match = view.running("match")
    last = match.vars if match is not None else {}
    loser = v.get("loser") or last.get("loser", "")
    if not loser and "toss" not in v.answers:
        return toss("setup.after-draw" if last.get("drawn") else "setup.first-player")
    chooser = str(loser or v.answers["toss"])
    if "first" not in v.answers:
        return chosen(chooser, "setup.loser-chooses" if loser else "setup.first-player", ("first", "second"))
    return [events([event({}, "lead", "lead", "setup.first-player", seat=v.answers["first"])])]


def toss(rule: str) -> Decision:
    """The question who wins the toss; chance answers it."""
    choices = tuple(Choice((seat,), seat) for seat in SEATS)
    return Decision("chance", "chance", rule, "toss", choices, prompt="ask.toss")


def skipped(view: View, moment: str) -> bool:
    """Does a text make the turn player skip the Phase that begins with this moment?"""
    seat = view.active
    conditions = bans(view, lambda: event({"me": seat}, "signal", moment, "turn.structure", seat=seat))
    if conditions:
        view.note(registry.SKIPPED, "rules-vs-effects", seat=seat, **conditions[0].values)
    return bool(conditions)


@rules.step("phase-start", takes=("signal",), needs=("signal",))
def phase_start(view: View, v: Vars) -> Outcome:
    """A Phase begins, unless it is skipped."""
    return [END] if skipped(view, v["signal"]) else signal(view, v)


@rules.step("draw-phase.draw")
def draw(view: View, v: Vars) -> Outcome:
    """The turn player draws; the starting player does not in the first turn (draw-phase.first-turn)."""
    if skipped(view, "draw-phase"):
        return [END]
    if view.game.turn == 1 and not view.param("first-draw"):
        view.note(trace.NO_DRAW, "draw-phase.first-turn", seat=view.active)
        return None
    if not view.count(view.active, "deck"):
        view.note(registry.CANNOT_DRAW, "draw-phase.lose", seat=view.active)
    return [
        Instruction(
            "within",
            {"vars": {"me": view.active, "because": "rules"}, "do": Instruction("draw", {"draw": 1})},
        )
    ]


@rules.step("main2.when")
def main2(view: View, v: Vars) -> Outcome:
    """Main Phase 2 follows a Battle Phase; by another reading one in which a monster attacked."""
    seat = view.active
    if conducted(view, seat) or view.param("main2-always"):
        limited = ("normal-summon", "pendulum-summon")
        return [call("main2", spent=tuple(name for name in limited if view.did(seat, name)))]
    kind, secret = (registry.NO_MAIN2, {"private": seat}) if waits(view) else (trace.SAID, {})
    view.note(kind, "main2.when", seat=seat, **secret)
    return None


def conducted(view: View, seat: str) -> bool:
    """Has the player conducted a Battle Phase; by the other reading, one in which a monster attacked?"""
    return view.did(seat, "battle-phase") and (view.did(seat, "attacked") or not view.param("attack-needed"))


def waits(view: View) -> bool:
    """Has the turn player kept a monster in the hand that could have been Summoned, and a monster that could
    have attacked?
    """
    hand = (card for card in view.zone(view.active, "hand") if view.known(card))
    kept = any(printed_type(view, card) == "monster" for card in hand)
    return kept and not view.did(view.active, "normal-summon") and bool(view.count(view.active, "monster"))


def left_late(view: View) -> list[Waiting]:
    """The effects that were left for this End Phase after the others of it were carried out: the turn
    player's first.
    """
    entries = [entry for entry in left_for(view, "end-phase") if {NTH, TURN}.isdisjoint(entry.vars)]
    return sorted(entries, key=lambda entry: entry.master != view.active)


@rules.step("end-phase.hand-limit")
def hand_limit(view: View, v: Vars) -> Outcome:
    """The turn player discards down to six. Effects triggered by this are resolved and the hand is counted
    again. Effects that were left for this End Phase in the meantime come first.
    """
    if any(entry.status == "pending" for entry in view.game.waiting):
        return [call("chain"), AGAIN]
    late = left_late(view)
    if late and view.param("late-effects"):
        view.cite("late-effects")
        over = event({}, "leave", "leave", "end-phase.effects", entries=tuple(wait.id for wait in late))
        return [events([over]), *map(carried_out, late), AGAIN]
    if view.lifts("hand-limit", view.active):
        view.note(registry.NO_HAND_LIMIT, "rules-vs-effects", seat=view.active)
        return None
    discarding = trimmed(view, v, "hand", int(view.param("hand-limit")), "discard")
    return [*discarding, AGAIN] if isinstance(discarding, list) else discarding
