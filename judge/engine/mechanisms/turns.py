"""Turns: steps that games share, such as the draw, which the first turn lacks, the hand limit, and what is
repeated until nothing is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.engine import trace
from judge.engine.flow.alike import COUNTED
from judge.engine.flow.pipeline import forbidden, tell_forbidden
from judge.engine.flow.state_rules import due
from judge.engine.flow.triggers import heard
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import AGAIN, call, event, events, goto, named_move
from judge.engine.kernel.state import Decision, Instruction, opponent
from judge.engine.kernel.view import Vars, View
from judge.engine.language.limits import COMING
from judge.engine.language.shared import words
from judge.engine.language.values import seats
from judge.engine.mechanisms.steps import left_for, moments, seat_of, steps


@steps.step("turn-draw", takes=("procedure",))
def turn_draw(view: View, v: Vars) -> Outcome:
    """The turn player draws, by a procedure where the book has one, but not in the first turn of the game."""
    if view.game.turn == 1:
        view.note(trace.NO_DRAW, v["rule_here"], seat=view.active)
        return None
    if "procedure" in v.args:
        return [call(v.args["procedure"])]
    return [Instruction("within", {"vars": {"me": view.active}, "do": Instruction("draw", {"draw": 1})})]


@words.word(
    "another-turn",
    "one-seat",
    without=("as",),
    stands=lambda tables: "another-turn" in tables.get("cites", {}),
)
def another_turn(view: View, v: Vars) -> Outcome:
    """A player takes another turn after this one, before the turns that would have come."""
    seat = seats(view, v["another-turn"], v["me"])[0]
    coming = view.game.memory.get(COMING, (opponent(view.active),))
    rule = str(v.args.get("rule") or view.book.cites["another-turn"])
    several = COMING in view.game.memory or seat != view.active
    view.note(trace.ANOTHER_TURN, rule, seat=seat, **({"several": True} if several else {}))
    return [events([event(v, "remember", "another-turn", rule, key=COMING, value=(seat, *coming))])]


@steps.step("trim", takes=("zone", "n", "word"), needs=("zone", "n", "word"))
def trim(view: View, v: Vars) -> Outcome:
    """Removes the cards that the turn player has in a zone beyond a limit."""
    return trimmed(view, v, v.args["zone"], figure(view, v.args["n"]), v.args["word"])


def trimmed(view: View, v: Vars, zone: str, most: int, word: str) -> Decision | list[Instruction] | None:
    """The instructions by which the excess cards leave, by one of the book's moves, so that `most` stay; or
    the turn player's decision which. Cards that a text keeps there do not leave.
    """
    seat, rule = view.active, v["rule_here"]
    ctx, over = {"me": seat, "because": "rules"}, len(view.zone(seat, zone)) - most
    made = {card.object: named_move(view, ctx, card.object, word, rule) for card in view.zone(seat, zone)}
    free = [card for card in view.zone(seat, zone) if forbidden(view, made[card.object]) is None]
    if over > len(free):
        tell_kept(view, made.values())
    over = min(over, len(free))
    if over <= 0:
        return None
    chosen = view.pick(v, "trim", seat, free, over, over, rule, "ask.discard")
    if isinstance(chosen, Decision):
        return chosen
    return [events([made[ref] for ref in chosen])]


def tell_kept(view: View, made: Iterable[Event]) -> None:
    """Tells, once each, which texts keep cards from moves that a rule asks for."""
    found = ((one, forbidden(view, one)) for one in made)
    told = {ban.ability.id: (one, ban) for one, ban in found if ban is not None}
    for one, ban in told.values():
        tell_forbidden(view, one, ban)


def figure(view: View, n: int | str) -> int:
    """The number that a step gives, or the value of the rulebook's literal that it names."""
    return n if type(n) is int else int(view.param(str(n)))


@steps.step(
    "again",
    takes=("step", "each", "n", "moment", "signal", "rules"),
    needs=("step", "each or moment or signal or rules", "n with each", "each with n"),
)
def again(view: View, v: Vars) -> Outcome:
    """Goes back to a step while anything is left to do there."""
    return [goto(v.args["step"], "end.again", v["rule_here"])] if any(left_to_do(view, v)) else None


def left_to_do(view: View, v: Vars) -> Iterator[bool]:
    """Is anything left to do: more than `n` cards that fit `each`, something left for `moment`, an ability
    that would hear `signal` and has not heard it this turn, or rule processing (`rules`)?
    """
    args = v.args
    if "each" in args:
        yield len(view.cards(args["each"], {"me": view.active})) > figure(view, args["n"])
    if "moment" in args:
        yield any(one.vars.get(COUNTED) != view.game.turn for one in left_for(view, args["moment"]))
    if "signal" in args:
        yield any(True for _ in heard(view, moments(view, v, "turn")))
    if args.get("rules"):
        yield bool(due(view, v))


@steps.step("one-by-one", takes=("each", "procedure", "seat"), needs=("each", "procedure", "seat"))
def one_by_one(view: View, v: Vars) -> Outcome:
    """Runs the procedure for each card of a player that fits, one after the other in the order that the
    player chooses, until no card fits any more.
    """
    seat, procedure = seat_of(view, v, v.args["seat"]), v.args["procedure"]
    cards = view.cards(v.args["each"], {"me": seat})
    if not cards:
        return None
    picked = view.pick(v, "next", seat, cards, 1, 1, v["rule_here"], f"ask.{procedure}")
    return picked if isinstance(picked, Decision) else [call(procedure, me=seat, self=picked[0]), AGAIN]
