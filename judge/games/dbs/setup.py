"""Setting up a game (5-2)."""

from __future__ import annotations

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import call
from judge.engine.kernel.view import Vars, View
from judge.games.dbs.registry import rules


@rules.step("5-2-1-3")
def leaders_checked(view: View, v: Vars) -> Outcome:
    """The check timing of the placed Leaders.

    No player is active yet: whose abilities come first where both have some is a reading.
    """
    both = len({entry.master for entry in view.game.waiting if entry.status == "pending"}) > 1
    turned = both and view.param("setup-first") != "active"
    return [call("window:check-turned" if turned else "window:check")]
