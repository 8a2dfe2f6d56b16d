"""What only Bazaar does: bids that nobody sees before both are made, and what they come to."""

from __future__ import annotations

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.instructions import event, events, move_event, put_vars
from judge.engine.kernel.registry import Rules
from judge.engine.kernel.state import SEATS, Decision
from judge.engine.kernel.view import Vars, View

rules = Rules("bazaar")


@rules.step("bid.secret")
def bid(view: View, v: Vars) -> Outcome:
    """Each player names a number of coins; a step that asks is run again with the answer."""
    for seat in SEATS:
        if seat not in v.answers:
            purse = view.game.scores[f"{seat}.coins"]
            return Decision(seat, "number", "bid.secret", seat, (), 0, purse, "ask.bid")
    return [put_vars(bids={seat: v.answers[seat] for seat in SEATS})]


@rules.step("bid.higher")
def award(view: View, v: Vars) -> Outcome:
    """The higher bid pays and takes the ware; after equal bids it is gone."""
    wares = [card for seat in SEATS for card in view.zone(seat, "table")]
    if not wares:
        return None
    ware, bids = wares[0].object, v["bids"]
    if bids["A"] == bids["B"]:
        return [events([move_event(view, {}, ware, "gone", "drop", "bid.tie")])]
    seat = max(SEATS, key=lambda one: bids[one])
    ctx = {"me": seat, "because": "bid"}
    paid = event(ctx, "score", "spend", "bid.higher", seat=seat, score="coins", n=bids[seat], sign=-1)
    return [events([paid, move_event(view, ctx, ware, "stall", "take", "bid.higher", to=f"{seat}.stall")])]


@rules.step("stall.three")
def win(view: View, v: Vars) -> Outcome:
    """Three wares win."""
    winners = [seat for seat in SEATS if view.count(seat, "stall") >= 3]
    if not winners:
        return None
    losers = tuple(seat for seat in SEATS if seat not in winners)
    return [
        events([event({}, "end-game", "defeat", "stall.three", losers=losers, seat=losers[0], why="wares")])
    ]
