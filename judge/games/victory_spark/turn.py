"""What abilities have left for the end of the turn (6.8, 7.5.8); the phases themselves are all data.

Code because it is not carried out then, as in other games, but becomes an ability of the resolution area.
"""

from __future__ import annotations

from typing import Any

from judge.engine.book import Outcome
from judge.engine.proposals import event, events
from judge.engine.steps import left_for
from judge.engine.view import Vars, View
from judge.games.victory_spark.cancels import TIMED
from judge.games.victory_spark.registry import rules
from judge.state import Waiting


@rules.step("7.5.8")
def timed(game: View, v: Vars) -> Outcome:
    """Abilities made for the end of the turn go to the resolution area once, when it has come."""
    left = left_for(game, "turn-end")
    if not left:
        return None
    gone = event({}, "leave", "leave", "7.5.8", entries=tuple(one.id for one in left))
    return [events([gone]), events([area_event(one) for one in left])]


def area_event(entry: Waiting) -> dict[str, Any]:
    """What was left goes to the area as an auto ability of its own."""
    ctx = {"me": entry.master, "self": entry.source, "ability": entry.ability}
    kept = {key: value for key, value in entry.vars.items() if key not in ("moment", "do")}
    kept[TIMED] = entry.vars["do"]
    return event(ctx, "wait", "pending", "7.5.8", holder=entry.card, status="pending", vars=kept)
