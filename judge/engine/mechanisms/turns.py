"""Turns: steps that games share, such as the draw, which the first turn lacks, the hand limit, and what is
repeated until nothing is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.flow.pipeline import forbidden, tell_forbidden
from judge.engine.flow.state_rules import due
from judge.engine.flow.triggers import COUNTED, heard
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import AGAIN, call, event, events, goto, move_event, named_move
from judge.engine.kernel.state import SEATS, Choice, Decision, Instruction, Ref, opponent
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
    pairs = ((move, forbidden(view, move)) for move in made)
    told = {ban.ability.id: (attempt, ban) for attempt, ban in pairs if ban is not None}
    for barred, ban in told.values():
        tell_forbidden(view, barred, ban)


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
        yield any(entry.vars.get(COUNTED) != view.game.turn for entry in left_for(view, args["moment"]))
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


# --- Steps before the first turn that games share: placing, shuffling, who begins, the first hands.
@steps.step(
    "place", takes=("each", "to", "into", "picks", "apart", "cite"), needs=("into or each", "into or to")
)
def place(view: View, v: Vars) -> Outcome:
    """Lets each player place the cards that fit, or choose so many of them, in one zone or in several
    (`into`). The cards of all players are placed at once, or each by a move of its own (`apart`).
    """
    batch = []
    for seat in SEATS:
        by_zone: dict[str, Sequence[Ref]] = {}
        for to, sel in (v.args["into"] if "into" in v.args else {v.args["to"]: v.args["each"]}).items():
            refs = to_place(view, v, seat, to, sel, {"me": seat, **by_zone})
            if isinstance(refs, Decision):
                return refs
            by_zone[to] = refs
        batch += [placed(view, v, seat, ref, to) for to, refs in by_zone.items() for ref in refs]
    return [events([move]) for move in batch] if v.args.get("apart") else [events(batch)]


def to_place(
    view: View, v: Vars, seat: str, to: str, sel: object, ctx: Mapping[str, object]
) -> Decision | Sequence[Ref]:
    """The cards that a player places in a zone, or the decision which."""
    cards = view.cards(sel, ctx)
    n, rule = v.args.get("picks"), str(v.args.get("cite", v["rule_here"]))
    if n is None:
        return [card.object for card in cards]
    return view.pick(v, f"{to}-{seat}", seat, cards, n, n, rule, f"ask.{to}")


def placed(view: View, v: Vars, seat: str, ref: Ref, to: str) -> Event:
    """The event by which a card is placed."""
    return move_event(view, {"me": seat}, ref, to, "place", v["rule_here"])


@steps.step("shuffle", takes=("zone", "each"), needs=("zone",))
def shuffle(view: View, v: Vars) -> Outcome:
    """Lets each player shuffle a zone. With `each`, only players who have cards that fit: these cards are
    put into the zone first.
    """
    rule, zone = v["rule_here"], v.args["zone"]
    instructions: list[Instruction] = []
    for seat in SEATS:
        cards = view.cards(v.args["each"], {"me": seat}) if "each" in v.args else ()
        if cards:
            instructions.append(
                events([move_event(view, {"me": seat}, card.object, zone, "place", rule) for card in cards])
            )
        if cards or "each" not in v.args:
            instructions.append(Instruction("shuffle", {"shuffle": zone, "of": seat, "rule": rule}))
    return instructions


@steps.step(
    "first-player", takes=("chance", "won", "words"), needs=("chance", "won with words", "words with won")
)
def first_player(view: View, v: Vars) -> Outcome:
    """Decides at random who plays first, under the article `chance`. With `words`, the player who has `won`
    chooses instead which of two words holds: to be first, or second.
    """
    won = str(v.args.get("won", "first"))
    if won not in v.answers:
        return drawn(v.args["chance"], won)
    if "words" in v.args and "first" not in v.answers:
        return chosen(v.answers[won], v["rule_here"], v.args["words"])
    return [leading(v, v.answers["first"])]


def drawn(rule: str, into: str) -> Decision:
    """The decision which player it is, which chance answers."""
    choices = tuple(Choice((into, seat), seat) for seat in SEATS)
    return Decision("chance", "chance", rule, into, choices, prompt=f"ask.{into}")


def chosen(seat: str, rule: str, words: Sequence[str]) -> Decision:
    """A player's decision whether to be first or second."""
    choices = (Choice((words[0],), seat), Choice((words[1],), opponent(seat)))
    return Decision(seat, "act", rule, "first", choices, prompt="ask.first")


@steps.step("begin")
def begin(view: View, v: Vars) -> Outcome:
    """The first player begins."""
    return [leading(v, view.active)]


def leading(v: Vars, seat: str) -> Instruction:
    """The instruction that makes a player the active player."""
    return events([event({}, "lead", "lead", v["rule_here"], seat=seat)])


@steps.step("first-hands", takes=("n", "cite"), needs=("n",))
def first_hands(view: View, v: Vars) -> Outcome:
    """Lets each player draw a number of cards (a figure or a literal of the rulebook), the first player
    first.
    """
    n = figure(view, v.args["n"])
    cited = {"rule": v.args["cite"]} if "cite" in v.args else {}
    seats = (view.active, opponent(view.active))
    return [Instruction("draw-one", {"of": seat, **cited}) for seat in seats for _ in range(n)]
