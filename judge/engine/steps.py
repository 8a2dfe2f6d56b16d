"""Steps that all games share: a line of TOML names one and gives it literal arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.engine.book import Outcome
from judge.engine.instructions import words
from judge.engine.proposals import call, event, events, goto, move_event, put_vars
from judge.engine.traits import names
from judge.engine.view import Vars, View
from judge.state import Do, Waiting

steps = words  # one registry for everything that all games share

WINDOW = ("name", "seat", "pass", "mode", "offers", "of", "actor", "kinds", "about", "again", "again_rule")
SIGNAL = ("signal", "card", "target", "attacker", "once", "seat")


@steps.step("window", takes=WINDOW)
def window(game: View, v: Vars) -> Outcome:
    """Open the window of this name. `actor`, `seat` and `kinds` may be words or variables;
    `again` is the step of this procedure at which it goes on once somebody has acted, by `again_rule`.
    """
    actor = seat_of(game, v, str(v.get("actor", "active")))
    passed: dict[str, Any] = {"of": v.get("of", ""), "actor": actor}
    acts = acts_of(v, actor)
    if acts:
        passed["acts"] = acts
    if "seat" in v.args:
        passed["seat"] = seat_of(game, v, v.args["seat"])
    if "pass" in v.args:
        passed["passing"] = v.args["pass"]
    passed |= {key: v.args[key] for key in ("mode", "again", "again_rule") if key in v.args}
    if "offers" in v.args:
        passed["offers"] = tuple(v.args["offers"])
    return [call("window:" + v.args["name"], **passed)]


def acts_of(v: Vars, actor: str) -> tuple[dict[str, Any], ...]:
    """What a window answers: the acts of these kinds, by whom, and about which card."""
    kinds = v.args.get("kinds")
    kinds = v.vars.get(kinds[1:], ()) if isinstance(kinds, str) else kinds
    if not kinds:
        return ()
    about = v.vars.get(str(v.args.get("about", "self"))) or v.vars.get("card") or ""
    return ({"seat": actor, "kinds": tuple(kinds), "about": about},)


def seat_of(game: View, v: Mapping[str, Any], word: str) -> str:
    """The seat behind a word, or behind the word or seat that a ``$variable`` holds."""
    found = game.seats(str(v[word[1:]])) if word.startswith("$") else game.seats(word, str(v.get("me", "")))
    return found[0]


@steps.step("signal", takes=SIGNAL)
def signal(game: View, v: Vars) -> Outcome:
    """Let moments be heard; `card` and `target` name variables,
    `once` a span in which each ability hears it once.
    """
    extra: dict[str, Any] = {
        key: v.get(v.args[key]) for key in ("card", "target", "attacker") if key in v.args
    }
    if "once" in v.args:
        extra["span"] = v.args["once"]
    rule, seat = v["rule_here"], seat_of(game, v, str(v.args.get("seat", "active")))
    return [events([event({}, "signal", name, rule, seat=seat, **extra) for name in names(v.args["signal"])])]


@steps.step("check", takes=SIGNAL)
def check(game: View, v: Vars) -> Outcome:
    """A check timing: signals are heard first when given."""
    heard = signal(game, v) if "signal" in v.args else ()
    return [*(heard if isinstance(heard, list) else ()), call(game.book.tables["check_timing"])]


@steps.step("call", takes=("procedure", "vars"))
def call_step(game: View, v: Vars) -> Outcome:
    """Run another procedure."""
    return [call(v.args["procedure"], **v.args.get("vars", {}))]


@steps.step("goto", takes=("step",))
def goto_step(game: View, v: Vars) -> Outcome:
    """Go on at another step."""
    return [goto(v.args["step"])]


@steps.step("mark-all", takes=("each", "marks"))
def mark_all(game: View, v: Vars) -> Outcome:
    """Set a mark of every card that fits, at once."""
    marks, rule = v.args["marks"], v["rule_here"]
    fitting = game.cards(v.args["each"], {"me": game.active})
    cards = [card for card in fitting if any(card.mark(key) != value for key, value in marks.items())]
    return [events([event({}, "mark", "mark", rule, card=card.object, marks=marks) for card in cards])]


@steps.step("mark-one", takes=("which", "marks", "begins"))
def mark_one(game: View, v: Vars) -> Outcome:
    """Set a mark of the card in a variable; `begins` where an act begins with it."""
    begins = {"begins": True} if v.args.get("begins") else {}
    ref, marks = v.object(v.args["which"]), v.args["marks"]
    return [events([event({}, "mark", "mark", v["rule_here"], card=ref, marks=marks, **begins)])]


@steps.step("move-all", takes=("each", "to"))
def move_all(game: View, v: Vars) -> Outcome:
    """Move every card that fits, at once."""
    cards = game.cards(v.args["each"], {"me": game.active})
    to, rule = v.args["to"], v["rule_here"]
    return [events([move_event(game, {}, card.object, to, "move", rule) for card in cards])]


@steps.step("expire", takes=("until",))
def expire(game: View, v: Vars) -> Outcome:
    """End what lasts until now."""
    rule, moments = v["rule_here"], names(v.args["until"])
    return [events([event({}, "expire", "expire", rule, until=until)]) for until in moments]


@steps.step("pass-turn")
def pass_turn(game: View, v: Vars) -> Outcome:
    """The turn passes."""
    return [events([event({}, "pass-turn", "pass-turn", v["rule_here"], seat=game.active)])]


@steps.step("delayed", takes=("moment",))
def delayed(game: View, v: Vars) -> Outcome:
    """Carry out what was left for this moment, the active player's first, the oldest first."""
    moment, left = v.args["moment"], (one for one in game.game.waiting if one.status == "later")
    due = [one for one in left if one.vars["moment"] == moment]
    if not due:
        return None
    due.sort(key=lambda one: one.master != game.active)
    gone = event({}, "leave", "leave", v["rule_here"], entries=tuple(one.id for one in due))
    return [events([gone]), *(carried_out(one) for one in due)]


def carried_out(entry: Waiting) -> Do:
    """The instructions of an entry, in the context that it kept."""
    kept = {key: value for key, value in entry.vars.items() if key not in ("moment", "do")}
    vars = {**kept, "ability": entry.ability, "because": "effect"}
    return Do("within", {"vars": vars, "do": entry.vars["do"], "rule": entry.vars.get("rule", "")})


@steps.step("say")
def say(game: View, v: Vars) -> Outcome:
    """A step that only says that the book is here."""
    game.note("said", v["rule_here"])
    return None


@steps.step("set", takes=("vars",))
def set_step(game: View, v: Vars) -> Outcome:
    """Set variables of this procedure to literals."""
    return [put_vars(**v.args["vars"])]


@steps.step("do", takes=("seat",))
def do_step(game: View, v: Vars) -> Outcome:
    """Carry out instructions of the ability vocabulary,
    for a player (`seat`) and the card of the procedure if it has one.
    """
    me = seat_of(game, v, str(v.args["seat"])) if "seat" in v.args else str(v.get("me") or game.active)
    vars = {"me": me, "self": v.object("self"), "negated": v.flag("negated"), "because": "rules"}
    return [Do("within", {"vars": vars, "do": v.args["do"], "rule": v["rule_here"]})]
