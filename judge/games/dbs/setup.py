"""Setting up a game (5-2)."""

from __future__ import annotations

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import call, events, move_event, put_vars
from judge.engine.kernel.state import Ask, Do, opponent
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


@rules.step("5-2-1-6-1")
def redraw(view: View, v: Vars) -> Outcome:
    """First player first, each may once return any cards, shuffle, and draw as many."""
    return [call("redraw", me=seat) for seat in (view.active, opponent(view.active))]


@rules.step("redraw-return")
def redraw_return(view: View, v: Vars) -> Outcome:
    """Return any number of cards to the deck and shuffle them in before drawing."""
    seat, rule = v["me"], "5-2-1-6-1"
    hand = view.zone(seat, "hand")
    chosen = view.pick(v, "back", seat, hand, 0, len(hand), rule, "ask.redraw")
    if isinstance(chosen, Ask):
        return chosen
    if not chosen:
        return [put_vars(n=0)]
    back = [move_event(view, {"me": seat}, ref, "deck", "move", rule) for ref in chosen]
    shuffle = Do("shuffle", {"shuffle": "deck", "of": seat, "rule": rule})
    return [events(back), shuffle, put_vars(n=len(chosen))]


@rules.step("redraw-draw")
def redraw_draw(view: View, v: Vars) -> Outcome:
    """Draw as many as were returned."""
    return [Do("draw-one", {"of": "me"}) for _ in range(v["n"])]
