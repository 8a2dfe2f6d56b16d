"""Steps before the first turn that games share: placing, shuffling, who begins, the first hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event, events, move_event
from judge.engine.kernel.state import SEATS, Choice, Decision, Instruction, Ref, opponent
from judge.engine.kernel.view import Vars, View
from judge.engine.mechanisms.steps import steps
from judge.engine.mechanisms.turns import figure


@steps.step(
    "place", takes=("each", "to", "into", "picks", "apart", "cite"), needs=("into or each", "into or to")
)
def place(view: View, v: Vars) -> Outcome:
    """Lets each player place the cards that fit, or choose so many of them, in one zone or in several
    (`into`). The cards of all players are placed at once, or each by a move of its own (`apart`).
    """
    batch = []
    for seat in SEATS:
        found: dict[str, Sequence[Ref]] = {}
        for to, sel in (v.args["into"] if "into" in v.args else {v.args["to"]: v.args["each"]}).items():
            refs = to_place(view, v, seat, to, sel, {"me": seat, **found})
            if isinstance(refs, Decision):
                return refs
            found[to] = refs
        batch += [placed(view, v, seat, ref, to) for to, refs in found.items() for ref in refs]
    return [events([one]) for one in batch] if v.args.get("apart") else [events(batch)]


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
    found: list[Instruction] = []
    for seat in SEATS:
        cards = view.cards(v.args["each"], {"me": seat}) if "each" in v.args else ()
        if cards:
            found.append(
                events([move_event(view, {"me": seat}, card.object, zone, "place", rule) for card in cards])
            )
        if cards or "each" not in v.args:
            found.append(Instruction("shuffle", {"shuffle": zone, "of": seat, "rule": rule}))
    return found


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
