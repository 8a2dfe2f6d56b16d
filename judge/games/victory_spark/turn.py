"""Turns and their phases (6.1 to 6.4, 6.8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from judge.engine.book import Outcome
from judge.engine.offers import bans
from judge.engine.processing import due
from judge.engine.proposals import call, event, events, goto, move_event
from judge.engine.triggers import heard
from judge.engine.view import Vars, View
from judge.games.victory_spark.cancels import TIMED
from judge.games.victory_spark.leaving import put_away
from judge.games.victory_spark.registry import rules
from judge.state import Ask, Do, Option, Record, Waiting

RISES = {"rest": "stand", "reverse": "rest"}
NAMES = {"stand": "stand", "rest": "mark"}  # only what stood is called rested when it is turned (4.10.1.2)


@rules.step("6.2.1.3")
def stand(game: View, v: Vars) -> Outcome:
    """Rested cards of the turn player stand, reversed ones are rested, all at once."""
    cards = game.cards({"zone": ["bench", "energy"], "of": "me"}, {"me": game.active})
    turned = [(card, RISES.get(str(card.mark("orientation")), "")) for card in cards]
    marks = [(card, {"orientation": to}) for card, to in turned if to]
    batch = [
        event({}, "mark", NAMES[new["orientation"]], "6.2.1.3", card=card.object, marks=new)
        for card, new in marks
    ]
    return [events(batch)]


@rules.step("6.3.1.4")
def draw_phase(game: View, v: Vars) -> Outcome:
    """The draw phase, but for the first turn of the game."""
    if game.game.turn == 1:
        game.note("no-draw", "6.3.1.4", seat=game.active)
        return None
    return [call("draw")]


@rules.offer("charge", "6.4.1.2", "3.4.1")
def charge(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """Every card of the hand, face down."""
    for card in game.zone(seat, "hand"):
        move = move_event(game, {"me": seat}, card.object, "energy", "move", "6.4.1.2")
        yield Option("charge", (card.id,), (events([move]),), bans(game, partial(dict, move)))


ENDS = ("end-start", "turn-end")  # the moments of the end phase


@rules.step("6.8.1.1")
def ends(game: View, v: Vars) -> Outcome:
    """What hears the end of the turn and has not been met this turn is triggered, each ability once a turn;
    so is what has been left for that moment (7.5.8).
    """
    rule, records = "6.8.1.1", end_records(game)
    keys = [f"turn:met:{one['object']}:{one['ability']}" for one in heard(game, records)]
    met = [event({}, "remember", "met", rule, key=key, value=1) for key in keys]
    said = [event({}, "signal", name, rule, seat=game.active, span="turn") for name in ENDS]
    return [events(said), *([events(met)] if met else []), *timed(left_for_end(game))]


def end_records(game: View) -> list[Record]:
    """The moments of the end phase as abilities would hear of them, to ask which would."""
    span = {"span": "turn"}
    return [Record("signal", name, "6.8.1.1", "", "", game.active, span, None, None, None) for name in ENDS]


def left_for_end(game: View) -> list[Waiting]:
    """What abilities have left for the end of the turn."""
    left = (one for one in game.game.waiting if one.status == "later")
    return [one for one in left if one.vars["moment"] == "turn-end"]


def timed(left: list[Waiting]) -> Iterator[Do]:
    """Abilities made for a moment go to the resolution area once, when it has come (7.5.8)."""
    if left:
        yield events([event({}, "leave", "leave", "7.5.8", entries=tuple(one.id for one in left))])
        yield events([area_event(one) for one in left])


def area_event(entry: Waiting) -> dict[str, Any]:
    """What was left goes to the area as an auto ability of its own."""
    ctx = {"me": entry.master, "self": entry.source, "ability": entry.ability}
    kept = {key: value for key, value in entry.vars.items() if key not in ("moment", "do")}
    kept[TIMED] = entry.vars["do"]
    return event(ctx, "wait", "pending", "7.5.8", holder=entry.card, status="pending", vars=kept)


@rules.step("6.8.1.2")
def trim(game: View, v: Vars) -> Outcome:
    """Cards beyond the hand limit go to the waiting room, as the turn player chooses."""
    hand = game.zone(game.active, "hand")
    n = len(hand) - game.param("hand-limit")
    if n <= 0:
        return None
    chosen = game.pick(v, "trim", game.active, hand, n, n, "6.8.1.2", "ask.discard")
    if isinstance(chosen, Ask):
        return chosen
    ctx = {"me": game.active, "because": "rules"}
    return [events([put_away(game, ctx, ref, "6.8.1.2") for ref in chosen])]


@rules.step("6.8.1.5", jumps=["6.8.1.1"])
def turn_over(game: View, v: Vars) -> Outcome:
    """The turn passes once the hand is small enough, every ability has met the end of the turn
    and nothing is due; else the phase is done again.
    """
    many = game.count(game.active, "hand") > game.param("hand-limit")
    if many or left_for_end(game) or any(True for _ in heard(game, end_records(game))) or due(game, v):
        return [goto("6.8.1.1", "end.again", "6.8.1.5")]
    return [*swept(game), events([event({}, "pass-turn", "pass-turn", "6.8.1.5", seat=game.active)])]


def swept(game: View) -> Iterator[Do]:
    """What the last cycle of the turn has made for the turn, and its damage, do not outlast it (6.8.1.3)."""
    yield events([event({}, "expire", "expire", "6.8.1.3", until="turn")])
    field = game.cards({"zone": ["ring", "bench"], "of": "any"}, {"me": game.active})
    hurt = [card.object for card in field if card.mark("damage")]
    yield events([event({}, "mark", "mark", "6.8.1.3", card=ref, marks={"damage": 0}) for ref in hurt])
