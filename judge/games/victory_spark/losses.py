"""Losses (8.2), which wait for abilities of the resolution area.

Code because whether one waits depends on the cancels that have chosen it; who loses stands in a table.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.kernel.event import Event
from judge.engine.kernel.view import View
from judge.engine.mechanisms.losses import losses as due_losses
from judge.games.victory_spark.cancels import chosen_by_cancels, is_auto
from judge.games.victory_spark.registry import rules


@rules.due("losses-unless-triggered")
def losses(view: View) -> Iterator[Event]:
    """Nobody loses while an auto ability is triggered (8.2.2, 8.2.3), which is told."""
    for one in due_losses(view):
        if not triggered(view):
            yield one
        elif view.tracer is None or view.tracer.entries[-1].kind != "loss-waits":
            by = {row["zone"]: row["rule"] for row in view.book.tables["losing"]["by"]}
            view.note("loss-waits", by[one["why"]], losers=one["losers"])


def triggered(view: View) -> bool:
    """Is an auto ability of either player in the resolution area?"""
    waiting = [one for one in view.game.waiting if is_auto(view, one)]
    autos = {one.id for one in waiting if one.status == "pending"}
    hidden = any(one.status == "unrevealed" for one in waiting)
    locked = autos & chosen_by_cancels(view).keys()
    if autos - locked or (hidden and view.param("unrevealed-count")):
        return True
    return bool(locked) and bool(view.param("locked-count"))
