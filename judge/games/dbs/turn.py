"""Turns, phases, drawing and damage, and the defeat that interrupts anything (1-2, 4-9, 4-10, 6, 9-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine.flow.offers import bans
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import AGAIN, END, call, event, events, goto, move_event, put_vars
from judge.engine.kernel.state import SEATS, Ask, Card, Cond, Do, Option, Record
from judge.engine.kernel.view import Vars, View
from judge.engine.words.choices import ask_may
from judge.games.dbs.costs import card_cost, energy, payable, payment_rule
from judge.games.dbs.declaring import kept_secret, shown
from judge.games.dbs.registry import rules


@rules.interrupt("9-2-1", "move")
def defeat(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """A player whose life or deck has become empty loses at once, in the middle of anything."""
    emptied = {
        record.before.zone for record in records if record.before and record.before.place in ("life", "deck")
    }
    if not emptied or view.running("setup") is not None:
        return None
    empty = sorted(zone for zone in emptied if not view.game.zones.get(zone))
    if not empty:
        return None
    losers = tuple(seat for seat in SEATS if any(zone[0] == seat for zone in empty))
    rule = "1-2-3" if len(losers) > 1 else "9-2-3" if empty[0].endswith("life") else "9-2-4"
    return [events([event({}, "end-game", "defeat", rule, losers=losers, seat=losers[0], why=empty[0])])]


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
    yield from payable(view, card_cost(view, card), {"me": card.seat}, {}, "6-3-1-2-1-1")
    yield from bans(
        view, lambda: move_event(view, {"me": card.seat}, card.object, "battle", "play", "6-3-1-2-1-3")
    )


@rules.step("6-3-1-2-1-1")
def declare_play(view: View, v: Vars) -> Outcome:
    """Reveal the card, rest the energy, declare."""
    card = view.card(v.object("card"))
    assert card is not None
    if not v.flag("shown"):
        return [events([shown(v, card.object, "6-3-1-2-1-1")]), put_vars(shown=True), AGAIN]
    said = event({"me": v["me"]}, "signal", "declare-play", "6-3-1-2-1-1", card=card.object)
    return [energy(card_cost(view, card), payment_rule(view, card, "2-11-1-1", "2-11-1-1-1")), events([said])]


@rules.step("6-3-1-2-1-3")
def enter_play(view: View, v: Vars) -> Outcome:
    """The card enters the Battle Zone, unless its play was negated: then it goes where the reading says."""
    card = view.card(v.object("card"))
    if card is None or card.place != "hand":
        view.note("gone", "4-7-3-6", what="play")
        return [END]
    if v.flag("negated"):
        to = view.param("negated-play")
        return [events([move_event(view, {"me": v["me"]}, card.object, to, "move", "4-7-3-6")]), END]
    return [events([move_event(view, {"me": v["me"]}, card.object, "battle", "play", "6-3-1-2-1-3")])]


# --- drawing up to a number: 4-9-4 ---------------------------------------------------------------
@rules.step("4-9-4-1")
def stop_drawing(view: View, v: Vars) -> Outcome:
    """The player may stop."""
    if v["n"] <= 0:
        return [END]
    if "more" not in v.answers:
        return ask_may(view, v["seat"], "4-9-4-1", "more", "draw")
    return None if v.answers["more"] else [END]


@rules.step("draw-next")
def draw_next(view: View, v: Vars) -> Outcome:
    """One card."""
    return [Do("draw-one", {"of": v["seat"]}), put_vars(n=v["n"] - 1)]


@rules.step("4-9-4-3", jumps=["4-9-4-1"])
def draw_again(view: View, v: Vars) -> Outcome:
    """Until the number is reached."""
    return [END] if v["n"] <= 0 else [goto("4-9-4-1")]


# --- damage: 4-10-2 ------------------------------------------------------------------------------
@rules.step("4-10-2-2")
def damage_left(view: View, v: Vars) -> Outcome:
    """Damage is taken one by one; none is left to take when the number is used up."""
    if v["n"] > 1:
        view.note("times", "4-10-2-2", n=v["n"])
    elif v["n"] <= 0 and not v.flag("taken"):
        view.note("no-times", "1-3-2-2", n=v["n"], also=("4-10-2-2",))
    return [END] if v["n"] <= 0 else None


@rules.step("4-10-2-1", jumps=["4-10-2-2"])
def take_damage(view: View, v: Vars) -> Outcome:
    """The player chooses one of the life cards, which goes to the hand."""
    seat = v["seat"]
    chosen = view.pick(v, "life", seat, view.zone(seat, "life"), 1, 1, "4-10-2-1", "ask.life")
    if isinstance(chosen, Ask):
        return chosen
    cause = {"self": v["by"], "me": v["who"], "ability": v["ability"], "because": v["because"]}
    cause["used"] = v.get("inherited")
    taken = [move_event(view, cause, ref, "hand", "take") for ref in chosen]
    return [events(taken), put_vars(n=v["n"] - 1, taken=True), goto("4-10-2-2")]
