"""Steps before the first turn that games share: placing, shuffling, who begins, the first hands."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.book import Outcome
from judge.engine.proposals import event, events, move_event
from judge.engine.steps import steps
from judge.engine.turns import figure
from judge.engine.view import Vars, View
from judge.state import SEATS, Ask, Choice, Do, Ref, opponent


@steps.step("place", takes=("each", "to", "picks", "apart"))
def place(game: View, v: Vars) -> Outcome:
    """Each player places the cards that fit, or picks so many of them;
    all players' at once, or `apart`: every card as a move of its own.
    """
    batch = []
    for seat in SEATS:
        refs = to_place(game, v, seat)
        if isinstance(refs, Ask):
            return refs
        batch += [move_event(game, {"me": seat}, ref, v.args["to"], "place", v["rule_here"]) for ref in refs]
    return [events([one]) for one in batch] if v.args.get("apart") else [events(batch)]


def to_place(game: View, v: Vars, seat: str) -> Ask | Sequence[Ref]:
    """The cards that a player places, or the question which."""
    cards, to, n = game.cards(v.args["each"], {"me": seat}), v.args["to"], v.args.get("picks")
    if n is None:
        return [card.object for card in cards]
    return game.pick(v, f"{to}-{seat}", seat, cards, n, n, v["rule_here"], f"ask.{to}")


@steps.step("shuffle", takes=("zone", "each"))
def shuffle(game: View, v: Vars) -> Outcome:
    """Each player shuffles a zone; with `each`, one who has such cards, which are placed in it first."""
    rule, zone = v["rule_here"], v.args["zone"]
    found: list[Do] = []
    for seat in SEATS:
        cards = game.cards(v.args["each"], {"me": seat}) if "each" in v.args else ()
        if cards:
            found.append(
                events([move_event(game, {"me": seat}, one.object, zone, "place", rule) for one in cards])
            )
        if cards or "each" not in v.args:
            found.append(Do("shuffle", {"shuffle": zone, "of": seat, "rule": rule}))
    return found


@steps.step("first-player", takes=("chance",))
def first_player(game: View, v: Vars) -> Outcome:
    """Chance decides who plays first, by the article `chance`, and nobody's will."""
    if "first" not in v.answers:
        choices = tuple(Choice(("first", seat), seat) for seat in SEATS)
        return Ask("chance", "chance", v.args["chance"], "first", choices, prompt="ask.first")
    return [leading(v, v.answers["first"])]


@steps.step("begin")
def begin(game: View, v: Vars) -> Outcome:
    """The first player begins."""
    return [leading(v, game.active)]


def leading(v: Vars, seat: str) -> Do:
    """A player is the one whose turn it is."""
    return events([event({}, "lead", "lead", v["rule_here"], seat=seat)])


@steps.step("first-hands", takes=("n", "cite"))
def first_hands(game: View, v: Vars) -> Outcome:
    """Each player draws so many cards, a figure or a literal of the rulebook; whoever plays first, first."""
    n = figure(game, v.args["n"])
    cited = {"rule": v.args["cite"]} if "cite" in v.args else {}
    seats = (game.active, opponent(game.active))
    return [Do("draw-one", {"of": seat, **cited}) for seat in seats for _ in range(n)]
