"""Playing a card of the hand (6-3-1-2-1)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.flow.offers import beside_silent, unbarred
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import AGAIN, END, call, event, events, move_event, put_vars
from judge.engine.kernel.state import Card, Cond, Option
from judge.engine.kernel.view import Vars, View
from judge.games.dbs.costs import card_cost, energy, payable, payment_rule
from judge.games.dbs.declarations import kept_secret, shown
from judge.games.dbs.registry import rules


# --- playing a card from the hand: 6-3-1-2-1 -----------------------------------------------------
@rules.offer("play", "6-3-1-2-1", "6-3-1-2-1-1")
def play(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Battle cards of the hand whose energy cost can be paid."""
    for card in view.zone(seat, "hand"):
        if view.type(card) == "battle":
            do = call("play", card=card.object, me=seat)
            yield Option("play", (card.id,), (do,), play_conds(view, card))


def play_conds(view: View, card: Card) -> Iterator[Cond]:
    """What playing a card of the hand needs: its energy cost, and no prohibition."""
    yield from kept_secret(view, card, "6-3-1-2-1-1")
    paid = payable(view, card_cost(view, card), {"me": card.seat}, {}, "6-3-1-2-1-1")
    yield from beside_silent(view, card, "color_cost", paid, "cost.colour")
    yield from unbarred(
        view, lambda: move_event(view, {"me": card.seat}, card.object, "battle", "play", "6-3-1-2-1-3")
    )


@rules.step("6-3-1-2-1-1")
def declare_play(view: View, v: Vars) -> Outcome:
    """Reveal the card, rest the energy, declare."""
    card = view.present(v.object("card"))
    if not v.flag("shown"):
        return [events([shown(v, card.object, "6-3-1-2-1-1")]), put_vars(shown=True), AGAIN]
    said = event({"me": v["me"]}, "signal", "declare-play", "6-3-1-2-1-1", card=card.object)
    return [energy(card_cost(view, card), payment_rule(view, card, "2-11-1-1", "2-11-1-1-1")), events([said])]


@rules.step("6-3-1-2-1-3")
def enter_play(view: View, v: Vars) -> Outcome:
    """The card enters the Battle Zone, unless its play was negated: then it goes where the reading says."""
    card = view.card(v.object("card"))
    if card is None or card.place != "hand":
        named = view.game.objects.get(v.object("card"), "")
        view.note("gone", "4-7-3-6", what="play", card=named)
        return [END]
    if v.flag("negated"):
        to = view.param("negated-play")
        return [events([move_event(view, {"me": v["me"]}, card.object, to, "move", "4-7-3-6")]), END]
    return [events([move_event(view, {"me": v["me"]}, card.object, "battle", "play", "6-3-1-2-1-3")])]
