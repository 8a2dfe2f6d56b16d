"""Steps of what is done so many times, one after the other: the number `n` of their procedure says how often
it is still to be done.
"""

from __future__ import annotations

from judge.engine import trace
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import END, events, goto, named_move, put_vars
from judge.engine.kernel.state import Ask, Do
from judge.engine.kernel.view import Vars, View
from judge.engine.mechanisms.steps import steps
from judge.engine.words.choices import ask_may


@steps.step("times-left", takes=("may",))
def times_left(view: View, v: Vars) -> Outcome:
    """How often it is still to be done, which is told; or its player (`seat`) `may` stop before each time."""
    n, rule = v["n"], v["rule_here"]
    if "may" in v.args:
        return [END] if n <= 0 else wished(view, v, rule)
    if n > 1:
        view.note(trace.TIMES, rule, n=n)
    elif n <= 0:
        view.note(trace.NO_TIMES, n=n)
    return [END] if n <= 0 else None


def wished(view: View, v: Vars, rule: str) -> Outcome:
    """Its player says whether it is done once more."""
    if "more" not in v.answers:
        return ask_may(view, v["seat"], rule, "more", v.args["may"])
    return None if v.answers["more"] else [END]


@steps.step("next-time", takes=("step",), needs=("step",))
def next_time(view: View, v: Vars) -> Outcome:
    """It is done once less, and again from a step as long as it is still to be done."""
    n = v["n"] - 1
    return [put_vars(n=n), goto(v.args["step"])] if n > 0 else [END]


@steps.step("draw-next")
def draw_next(view: View, v: Vars) -> Outcome:
    """A player (`seat`) draws one card."""
    return [Do("draw-one", {"of": v["seat"]})]


@steps.step("take-one", takes=("word",), needs=("word",))
def take_one(view: View, v: Vars) -> Outcome:
    """A player (`seat`) chooses one card, which goes by one of the book's moves, as the doing of whatever has
    brought this about.
    """
    seat, rule, word = v["seat"], v["rule_here"], v.args["word"]
    zone = str(view.book.moves[word]["from"])
    chosen = view.pick(v, zone, seat, view.zone(seat, zone), 1, 1, rule, f"ask.{zone}")
    if isinstance(chosen, Ask):
        return chosen
    return [events([named_move(view, cause_of(v), ref, word) for ref in chosen])]


def cause_of(v: Vars) -> dict[str, str]:
    """The context of what an announced event has brought about: its source, its master, its reason."""
    names = {"self": "by", "me": "who", "ability": "ability", "because": "because", "used": "inherited"}
    return {key: v.get(name) for key, name in names.items()}
