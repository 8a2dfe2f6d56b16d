"""Steps that all games share: a line of TOML names one and gives it literal arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects.provenance import tell_value
from judge.engine.flow.triggers import COUNTED, NTH, TIMED, TURN, heard
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import END, call, event, events, goto, move_event, named_move, put_vars
from judge.engine.kernel.state import EMPTY, AppliedEvent, Card, Decision, Instruction, Waiting
from judge.engine.kernel.view import Vars, View
from judge.engine.language.limits import COMING, used_until
from judge.engine.language.shared import words
from judge.engine.language.traits import names
from judge.engine.words.choices import ask_may
from judge.text.plain import Json

steps = words  # one registry for everything that all games share

WINDOW = ("name", "seat", "pass", "mode", "offers", "of", "actor", "kinds", "about", "again", "again_rule")
SIGNAL = ("signal", "card", "target", "attacker", "each", "once", "first", "seat", "if")


@steps.step("window", takes=WINDOW, needs=("name",))
def window(view: View, v: Vars) -> Outcome:
    """Opens the window of this name. `actor`, `seat` and `kinds` may be words or variables. If somebody acts
    in the window, the procedure goes on at its step `again`, under the article `again_rule`.
    """
    actor = seat_of(view, v, str(v.get("actor", "active")))
    passed: dict[str, object] = {"of": v.get("of", ""), "actor": actor}
    acts = acts_of(v, actor)
    if acts:
        passed["acts"] = acts
    if "seat" in v.args:
        passed["seat"] = seat_of(view, v, v.args["seat"])
    if "pass" in v.args:
        passed["passing"] = v.args["pass"]
    passed |= {key: v.args[key] for key in ("mode", "again", "again_rule") if key in v.args}
    if "offers" in v.args:
        passed["offers"] = tuple(v.args["offers"])
    return [call("window:" + v.args["name"], **passed)]


def acts_of(v: Vars, actor: str) -> tuple[dict[str, Json], ...]:
    """The acts that a window answers: of these kinds, by whom, and about which card."""
    kinds = v.args.get("kinds")
    kinds = v.vars.get(kinds[1:], ()) if isinstance(kinds, str) else kinds
    if not kinds:
        return ()
    about = v.vars.get(str(v.args.get("about", "self"))) or v.vars.get("card") or ""
    return ({"seat": actor, "kinds": tuple(kinds), "about": about},)


def seat_of(view: View, v: Mapping[str, object], word: str) -> str:
    """The seat that a word names, or a ``$variable`` that holds a word or a seat."""
    return seats_of(view, v, word)[0]


def seats_of(view: View, v: Mapping[str, object], word: str) -> Sequence[str]:
    """The seats that such a word names, which may be both."""
    return view.seats(str(v[word[1:]])) if word.startswith("$") else view.seats(word, str(v.get("me", "")))


@steps.step("signal", takes=SIGNAL, needs=("signal",))
def signal(view: View, v: Vars) -> Outcome:
    """Signals moments to abilities that listen. `card` and `target` name variables; with `each`, every card
    that fits gets a signal of its own.

    `once` is a span in which each ability hears the signal once, `first` a span in which it is given once;
    with `if` it is given only where that value is set.
    """
    instructions: list[Instruction] = []
    if "if" in v.args and not v.get(v.args["if"]):
        return None
    if "first" in v.args:
        key = f"{v.args['first']}:said:{v['rule_here']}"
        if view.game.memory.get(key):
            return None
        instructions.append(events([event({}, "remember", rule=v["rule_here"], key=key, value=1)]))
    return [*instructions, events(list(signals(view, v))), *met(view, v)]


def signals(view: View, v: Vars) -> Iterator[Event]:
    """The signals that a step sends."""
    named = ("card", "target", "attacker")
    more: dict[str, object] = {key: v.get(v.args[key]) for key in named if key in v.args}
    if "once" in v.args:
        more["span"] = v.args["once"]
    for name in names(v.args["signal"]):
        for fields in whose(view, v):
            yield event({}, "signal", name, v["rule_here"], **fields, **more)


def whose(view: View, v: Vars) -> list[dict[str, Json]]:
    """The player whom the signal concerns, or the cards, one signal each."""
    if "each" not in v.args:
        return [{"seat": seat_of(view, v, str(v.args.get("seat", "active")))}]
    return [{"card": card.object} for card in view.cards(v.args["each"], {"me": view.active})]


def met(view: View, v: Vars) -> list[Instruction]:
    """The instructions that record which abilities have heard signals that each hears once in a span."""
    if "once" not in v.args:
        return []
    span, rule = v.args["once"], v["rule_here"]
    batch = []
    for wait in heard(view, moments(view, v, span)):
        key = f"{span}:met:{wait['hearer']}:{wait['ability']}"
        batch.append(event({}, "remember", "met", rule, key=key, value=1))
    return [events(batch)] if batch else []


def moments(view: View, v: Vars, span: str) -> list[AppliedEvent]:
    """The signals of a step as those abilities would hear them that hear each once in a span."""
    rule, args = v["rule_here"], {"span": span}
    seat = seat_of(view, v, str(v.args.get("seat", "active")))
    return [
        AppliedEvent("signal", name, rule, "", "", seat, args, None, None, None)
        for name in names(v.args["signal"])
    ]


@steps.step("check", takes=SIGNAL)
def check(view: View, v: Vars) -> Outcome:
    """Gives the signals that are named, then calls a check timing; it calls none where they are not given."""
    sent = signal(view, v) if "signal" in v.args else []
    return [*sent, call(view.book.tables["check_timing"])] if isinstance(sent, list) else None


@steps.step("call", takes=("procedure", "vars"), needs=("procedure",))
def call_step(view: View, v: Vars) -> Outcome:
    """Run another procedure."""
    return [call(v.args["procedure"], **v.args.get("vars", {}))]


@steps.step("goto", takes=("step",), needs=("step",))
def goto_step(view: View, v: Vars) -> Outcome:
    """Go on at another step."""
    return [goto(v.args["step"])]


@steps.step("mark-all", takes=("each", "marks", "heard"), needs=("each", "marks"))
def mark_all(view: View, v: Vars) -> Outcome:
    """Sets a mark of every card that fits, at once. Abilities can listen to some new states by a word."""
    return [events(list(marked(view, v)))]


def marked(view: View, v: Vars) -> Iterator[Event]:
    """The events that change the cards that fit and are not yet in the state."""
    words: Mapping[str, str] = v.args.get("heard", EMPTY)
    for card in view.cards(v.args["each"], {"me": view.active}):
        new = taken(card, v.args["marks"])
        if any(card.mark(key) != new[key] for key in new):
            name = next((words[state] for state in new.values() if state in words), "mark")
            yield event({}, "mark", name, v["rule_here"], card=card.object, marks=new)


def taken(card: Card, marks: Mapping[str, object]) -> dict[str, Json]:
    """The states that a card takes: the given one, or the one that a table gives for it."""
    states = {key: to.get(card.mark(key)) if isinstance(to, Mapping) else to for key, to in marks.items()}
    return {key: to for key, to in states.items() if to is not None}


@steps.step("mark-one", takes=("which", "marks", "begins"), needs=("which", "marks"))
def mark_one(view: View, v: Vars) -> Outcome:
    """Sets a mark of the card in a variable. With `begins`, an act begins with this change."""
    begins = {"begins": True} if v.args.get("begins") else {}
    ref, marks = v.object(v.args["which"]), v.args["marks"]
    return [events([event({}, "mark", "mark", v["rule_here"], card=ref, marks=marks, **begins)])]


@steps.step("move-all", takes=("each", "to", "word", "because", "tells"), needs=("each", "to or word"))
def move_all(view: View, v: Vars) -> Outcome:
    """Move every card that fits, at once: to a zone, or by one of the book's moves (`word`), which `because`
    of something else than the rules is the player's of this procedure. Why they fit, a value `tells`.
    """
    args, rule = v.args, v["rule_here"]
    cards = view.cards(args["each"], {"me": view.active})
    ctx = {"me": v.get("me"), "because": args["because"]} if "because" in args else {}
    for card in cards if "tells" in args else ():
        tell_value(view, card, args["tells"])
    word = args.get("word", "move")
    to = view.book.moves[word]["to"] if "word" in args else args["to"]
    return [events([move_event(view, ctx, card.object, to, word, rule) for card in cards])]


@steps.step("run-down", takes=("each", "counts", "procedure"), needs=("each", "counts", "procedure"))
def run_down(view: View, v: Vars) -> Outcome:
    """Lowers a mark that counts turns (`counts`) by one on every card that fits and has any left. For each
    card on which it reaches zero the procedure is run, one card after the other.
    """
    args, rule, fitting = v.args, v["rule_here"], view.cards(v.args["each"], {"me": view.active})
    left = [(card, int(card.mark(args["counts"]) or 0) - 1) for card in fitting]
    batch = [
        event({}, "mark", "mark", rule, card=card.object, marks={args["counts"]: n})
        for card, n in left
        if n >= 0
    ]
    over = [call(args["procedure"], self=card.object, me=card.seat) for card, n in left if n == 0]
    return [events(batch), *over]


@steps.step("expire", takes=("until", "each", "marks"), needs=("until", "each with marks", "marks with each"))
def expire(view: View, v: Vars) -> Outcome:
    """Ends what lasts until now, and resets limits that are counted until now. If the step says so, cards
    that fit get marks at the same time.
    """
    rule, moments = v["rule_here"], names(v.args["until"])
    used = [key for until in moments for key in used_until(view.game, until)]
    free = [event({}, "remember", "once", rule, key=key, value=0) for key in used]
    ended = [[event({}, "expire", "expire", rule, until=until)] for until in moments]
    ended[0] += free
    ended[-1] += marked(view, v) if "marks" in v.args else ()
    return [events(batch) for batch in ended]


@steps.step("pass-turn")
def pass_turn(view: View, v: Vars) -> Outcome:
    """The turn passes: to the other player, unless a text has given somebody another turn first."""
    coming = view.game.memory.get(COMING, ())
    if len(coming) > 1:
        name, rule = "further-turn", view.book.cites["another-turn"]
    else:
        name, rule = "pass-turn", v["rule_here"]
    ahead = {"next": coming[0]} if coming else {}
    return [events([event({}, "pass-turn", name, rule, seat=view.active, **ahead)])]


@steps.step("delayed", takes=("moment", "waits", "per_turn"), needs=("moment",))
def delayed(view: View, v: Vars) -> Outcome:
    """Carries out what was left for this moment: the active player's first, the oldest first. With `waits`
    it becomes pending instead, as an ability of its own. For what was left for a later occurrence of the
    moment, this one is counted.
    """
    rule, waits = v["rule_here"], v.args.get("waits")
    again = view.game.turn if v.args.get("per_turn") else -1  # a moment that may come again in one turn
    entries = [entry for entry in left_for(view, v.args["moment"]) if entry.vars.get(COUNTED) != again]
    due = [entry for entry in entries if entry.vars.get(NTH, 1) <= 1]
    if not waits:
        due.sort(key=lambda waiting: waiting.master != view.active)
    gone = [events([event({}, "leave", "leave", rule, entries=tuple(entry.id for entry in entries))])]
    counted = [one_fewer(entry, rule, view.game.turn) for entry in entries if entry not in due]
    if not due:
        return [*gone, events(counted)] if counted else None
    more = [events(counted)] if counted else []
    if waits:
        return [*gone, *more, events([waiting_on(entry, rule) for entry in due])]
    return [*gone, *more, *(carried_out(entry) for entry in due)]


def one_fewer(entry: Waiting, rule: str, turn: int) -> Event:
    """The event by which an entry waits for one moment fewer."""
    ctx = {"me": entry.master, "self": entry.source, "ability": entry.ability}
    vars = {**entry.vars, NTH: entry.vars[NTH] - 1, COUNTED: turn}
    return event(ctx, "wait", "later", rule, holder=entry.card, status="later", vars=vars)


def waiting_on(entry: Waiting, rule: str) -> Event:
    """The event by which instructions left for a moment become pending as an ability of their own."""
    ctx = {"me": entry.master, "self": entry.source, "ability": entry.ability}
    vars = {**kept_of(entry), TIMED: entry.vars["do"]}
    return event(ctx, "wait", "pending", rule, holder=entry.card, status="pending", vars=vars)


def kept_of(entry: Waiting) -> dict[str, object]:
    """The context that an entry kept for its instructions."""
    own = ("moment", "do", NTH, TURN, COUNTED)
    return {key: value for key, value in entry.vars.items() if key not in own}


def left_for(view: View, moment: str) -> list[Waiting]:
    """The entries whose instructions were left for a moment that comes in this player's turn."""
    later = [wait for wait in view.game.waiting if wait.status == "later" and wait.vars["moment"] == moment]
    return [wait for wait in later if wait.vars.get(TURN, view.active) == view.active]


def carried_out(entry: Waiting) -> Instruction:
    """The instructions of an entry, with the variables that it kept."""
    vars = {**kept_of(entry), "ability": entry.ability, "because": "effect"}
    return Instruction("within", {"vars": vars, "do": entry.vars["do"], "rule": entry.vars.get("rule", "")})


@steps.step("say")
def say(view: View, v: Vars) -> Outcome:
    """Only tell that the book is at this step."""
    view.note(trace.SAID, v["rule_here"])
    return None


@steps.step("set", takes=("vars",), needs=("vars",))
def set_step(view: View, v: Vars) -> Outcome:
    """Set variables of this procedure to literals."""
    return [put_vars(**v.args["vars"])]


@steps.step("over")
def over(view: View, v: Vars) -> Outcome:
    """Ends the procedure, even if further steps follow."""
    return [END]


@steps.step("do", takes=("seat", "when", "kept"), needs=("do",))
def do_step(view: View, v: Vars) -> Outcome:
    """Carries out instructions of the ability vocabulary, for a player for whom `when` holds (`seat`; `any`
    means each player), and with the card of the procedure if it has one. With `kept` they are part of the
    procedure: they use its variables and store theirs in it.
    """
    if v.args.get("kept"):
        return [put_vars(because=v.get("because", "rules"), rule=v["rule_here"]), *v.args["do"]]
    seats = seats_of(view, v, str(v.args["seat"])) if "seat" in v.args else (v.get("me") or view.active,)
    vars = {"self": v.object("self"), "negated": v.flag("negated"), "because": "rules"}
    kept = {"do": v.args["do"], "rule": v["rule_here"]}
    scopes = [{"me": str(seat), **vars} for seat in seats]
    return [
        Instruction("within", {"vars": ctx, **kept}) for ctx in scopes if view.holds(v.args.get("when"), ctx)
    ]


# Steps of what is done so many times, one after the other: the number `n` of their procedure says how often
# it is still to be done.
@steps.step("times-left", takes=("may",))
def times_left(view: View, v: Vars) -> Outcome:
    """Records how often the procedure still has to be repeated, or with `may` lets its player (`seat`) stop
    before each repetition.
    """
    n, rule = v["n"], v["rule_here"]
    if "may" in v.args:
        return [END] if n <= 0 else wished(view, v, rule)
    if n > 1:
        view.note(trace.TIMES, rule, n=n)
    elif n <= 0:
        view.note(trace.NO_TIMES, n=n)
    return [END] if n <= 0 else None


def wished(view: View, v: Vars, rule: str) -> Outcome:
    """The player's decision whether it is done once more."""
    if "more" not in v.answers:
        return ask_may(view, v["seat"], rule, "more", v.args["may"])
    return None if v.answers["more"] else [END]


@steps.step("next-time", takes=("step",), needs=("step",))
def next_time(view: View, v: Vars) -> Outcome:
    """Count one time less, and go on at a step as long as there are more."""
    n = v["n"] - 1
    return [put_vars(n=n), goto(v.args["step"])] if n > 0 else [END]


@steps.step("draw-next")
def draw_next(view: View, v: Vars) -> Outcome:
    """A player (`seat`) draws one card."""
    return [Instruction("draw-one", {"of": v["seat"]})]


@steps.step("take-one", takes=("word",), needs=("word",))
def take_one(view: View, v: Vars) -> Outcome:
    """Lets a player (`seat`) choose one card, which is moved by one of the book's named moves. The cause of
    the move is whatever started the procedure.
    """
    seat, rule, word = v["seat"], v["rule_here"], v.args["word"]
    zone = str(view.book.moves[word]["from"])
    chosen = view.pick(v, zone, seat, view.zone(seat, zone), 1, 1, rule, f"ask.{zone}")
    if isinstance(chosen, Decision):
        return chosen
    return [events([named_move(view, cause_of(v), ref, word) for ref in chosen])]


def cause_of(v: Vars) -> dict[str, str]:
    """The context of what an announced event has caused: its source, its master, its reason."""
    names = {"self": "by", "me": "who", "ability": "ability", "because": "because", "used": "inherited"}
    return {key: v.get(name) for key, name in names.items()}
