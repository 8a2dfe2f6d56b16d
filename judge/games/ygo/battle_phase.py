"""Going on to the Battle Phase (battle-phase.optional, battle-phase.first-turn)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.flow.offers import unbarred
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import call, event
from judge.engine.kernel.state import Cond, Option
from judge.engine.kernel.view import Vars, View
from judge.games.ygo.activation import activate
from judge.games.ygo.registry import rules

FAST = Vars({"mode": "fast", "depth": -1, "of": ""}, {}, {})  # a window for fast effects


@rules.offer("battle", "battle-phase.optional", "battle-phase.first-turn", most=0)
def battle(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """To conduct the Battle Phase, which the player who starts cannot in the first turn."""
    yield Option("battle", (), (call("battle-phase"),), battle_conds(view, seat))


def battle_conds(view: View, seat: str) -> list[Cond]:
    """What a Battle Phase needs."""
    allowed = view.game.turn > 1 or bool(view.param("first-battle"))
    return [Cond("battle-phase.first-turn", allowed, "first-turn"), *unbarred(view, lambda: phase(seat))]


def phase(seat: str) -> Event:
    """The Battle Phase as an event that an effect may forbid."""
    return event({"me": seat}, "signal", "battle-phase", "start-step", seat=seat)


@rules.offer("announced", "priority.pass-phase", spoken="activate")
def announced(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Sanctioned play: what the turn player can no longer activate, who has passed on to the Battle Phase."""
    by = view.book.article("battle-phase", "window")
    if not view.tracing or not all(one.ok for one in battle_conds(view, seat)):
        return
    for one in activate(view, FAST, seat):
        yield one._replace(conds=(Cond(by, False, "announced"), *one.conds))
