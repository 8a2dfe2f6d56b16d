"""Turns: the draw, the phases, the hand limit (draw-phase.*, main2.when, end-phase.*)."""

from __future__ import annotations

from judge.engine.flow.offers import bans
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import AGAIN, END, call, event
from judge.engine.kernel.state import Do
from judge.engine.kernel.view import Vars, View
from judge.engine.mechanisms.steps import signal
from judge.engine.mechanisms.turns import trimmed
from judge.games.ygo.registry import rules


def skipped(game: View, moment: str) -> bool:
    """Does a text have the turn player skip the Phase that begins with this moment?"""
    seat = game.active
    found = bans(game, lambda: event({"me": seat}, "signal", moment, "turn.structure", seat=seat))
    if found:
        game.note("skipped", "rules-vs-effects", seat=seat, also=found[0].also)
    return bool(found)


@rules.step("phase-start", takes=("signal",))
def phase_start(game: View, v: Vars) -> Outcome:
    """A Phase begins, unless it is skipped."""
    return [END] if skipped(game, v["signal"]) else signal(game, v)


@rules.step("draw-phase.draw")
def draw(game: View, v: Vars) -> Outcome:
    """The turn player draws; the player who starts does not in the very first turn
    (draw-phase.first-turn).
    """
    if skipped(game, "draw-phase"):
        return [END]
    if game.game.turn == 1 and not game.param("first-draw"):
        game.note("no-draw", "draw-phase.first-turn", seat=game.active)
        return None
    if not game.count(game.active, "deck"):
        game.note("said", "draw-phase.lose")
    return [Do("within", {"vars": {"me": game.active, "because": "rules"}, "do": Do("draw", {"draw": 1})})]


@rules.step("main2.when")
def main2(game: View, v: Vars) -> Outcome:
    """Main Phase 2 follows a Battle Phase."""
    if game.did(game.active, "battle-phase") or game.param("main2-always"):
        return [call("main2")]
    game.note("said", "main2.when")
    return None


@rules.step("end-phase.hand-limit")
def hand_limit(game: View, v: Vars) -> Outcome:
    """The turn player discards down to six; what that sets off is met, then the hand is counted again."""
    if any(one.status == "pending" for one in game.game.waiting):
        return [call("chain"), AGAIN]
    if game.lifts("hand-limit", game.active):
        game.note("said", "rules-vs-effects")
        return None
    discarding = trimmed(game, v, "hand", int(game.param("hand-limit")), "discard")
    return [*discarding, AGAIN] if isinstance(discarding, list) else discarding
