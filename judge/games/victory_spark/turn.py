"""Turns and their phases (6.1 to 6.4, 6.8)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.book import Outcome
from judge.engine.processing import due
from judge.engine.proposals import call, event, events, goto, move_event
from judge.engine.view import Vars, View
from judge.games.victory_spark.registry import rules
from judge.state import Ask, Cond, Option, Waiting

RISES = {"rest": "stand", "reverse": "rest"}


@rules.step("6.2.1.3")
def stand(game: View, v: Vars) -> Outcome:
    """Rested cards of the turn player stand, reversed ones are rested, all at once."""
    cards = game.cards({"zone": ["bench", "energy"], "of": "me"}, {"me": game.active})
    turned = [(card, RISES.get(str(card.mark("orientation")), "")) for card in cards]
    marks = [(card, {"orientation": to}) for card, to in turned if to]
    batch = [event({}, "mark", "mark", "6.2.1.3", card=card.object, marks=new) for card, new in marks]
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
        move = events([move_event(game, {"me": seat}, card.object, "energy", "move", "6.4.1.2")])
        yield Option("charge", (card.id,), (move,), (Cond("6.4.1.2", True, ""),))


def unmet(game: View) -> list[Waiting]:
    """What effects have left for the end of the turn and has not been triggered."""
    return [one for one in game.game.waiting if one.status == "later" and one.vars["moment"] == "turn-end"]


@rules.step("7.5.8")
def timed(game: View, v: Vars) -> Outcome:
    """What effects have left for the end of the turn is triggered now, each once."""
    left = unmet(game)
    if not left:
        return None
    batch = [event({}, "leave", "leave", "7.5.8", entries=tuple(one.id for one in left))]
    for one in left:
        ctx = {"me": one.master, "self": one.source, "ability": one.ability}
        batch.append(event(ctx, "wait", "pending", "7.5.8", holder=one.card, status="pending", vars=one.vars))
    return [events(batch)]


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
    return [
        events([move_event(game, ctx, ref, "waiting-room", "to-waiting-room", "6.8.1.2") for ref in chosen])
    ]


@rules.step("6.8.1.5", jumps=["6.8.1.1"])
def turn_over(game: View, v: Vars) -> Outcome:
    """The turn passes once the hand is small enough and nothing is due, else the phase is done again."""
    if game.count(game.active, "hand") > game.param("hand-limit") or unmet(game) or due(game, v):
        return [goto("6.8.1.1", "end.again", "6.8.1.5")]
    return [events([event({}, "pass-turn", "pass-turn", "6.8.1.5", seat=game.active)])]
