"""Causes: tells why a fact is as it is, from its last change back to a player's last choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from judge.board.position import find_card
from judge.citing.ranks import reason
from judge.engine import trace
from judge.engine.effects.provenance import tell_made
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import AppliedEvent, Card, Frame, Game
from judge.engine.kernel.tracer import Entry
from judge.engine.kernel.view import View
from judge.engine.layout.slots import SLOT
from judge.engine.trace.kinds import Role
from judge.errors import BadInput
from judge.explain.explainer import Explainer
from judge.fixture.load import Fixture
from judge.fixture.queries import Query, value_of
from judge.play.inquiry import left_open
from judge.play.replays import Course, Replay, course_of, possibilities, touched_by
from judge.play.run import Run
from judge.play.what_if import MOST, Swap, swapped, swaps
from judge.text.rows import NamedTuple
from judge.views.known_run import KnownRun

ATTACKS = ("battle", "attack")  # what is abandoned, by the first word of why


def counts(view: View, entry: Entry, fact: Mapping[str, object]) -> bool:
    """Does a line tell how a card's value is counted, which leaves the value itself unchanged?"""
    name, inner = next(iter(fact.items()))
    attr = str(next(iter(inner))) if isinstance(inner, dict) else ""
    told = attr in view.book.attributes and entry.kind.name in view.book.tables["counted_lines"]
    about = entry.data.get("card") == name
    return told and about and str(entry.data.get("stat", attr)).lower() == attr


def keeps(view: View, entry: Entry, fact: Mapping[str, object]) -> bool:
    """Does a line tell why a fact's subject was not changed: was it forbidden, or had it no effect?"""
    name, inner = next(iter(fact.items()))
    what = str(next(iter(inner))) if isinstance(inner, dict) else ""
    if entry.kind is trace.FORBIDDEN:
        event = entry.data["event"]
        if name not in ("A", "B"):
            return bool(not what and entry.data.get("affected") == name)
        own = str(event.get("seat", "")) == name and event.get("score") == what
        return own or f"{name}.{what}" in (event.get("zone"), f"{event.get('seat')}.{event.get('to')}")
    summary = view.book.tables["summary"]
    if name in ("A", "B") and what in (*summary.get("zones", ()), *summary.get("scores", ())):
        abandoned = str(entry.data.get("because", "")).partition(".")[0] in ATTACKS
        return Role.FOUGHT in entry.kind.roles or (entry.kind is trace.GOTO and abandoned)
    marked = not what or what in view.book.tables["mark"]
    return Role.SPARED in entry.kind.roles and marked and entry.data.get("card") == name


MOST_LINES = 12  # of a chain
CHANGING = ("move", "mark", "create", "flip", "gain", "control")  # verbs of events that change what a card is
ENDS = ("expire", "effects-end")  # verbs of events by which lasting effects end


class Turned(NamedTuple):
    """Another answer to a decision, and the value that the fact would then have."""

    swap: Swap
    value: object


class Cause(NamedTuple):
    """A fact and its value before the last change; the lines of the trace that led to that change, from the
    last back; the lines that tell how the value is made up; and a decision that would have changed the fact,
    if one of those tried does. `printed` is the value without these. `stood` are the lines by which it has
    stayed unchanged since then, the last first.
    """

    fixture: Fixture
    query: Query
    now: object
    was: object
    changed: bool
    chain: tuple[int, ...]
    game: Game
    entries: tuple[Entry, ...]
    acts: dict[int, str]
    turned: Turned | None
    tried: int
    others: tuple[tuple[str, str, object], ...] = ()  # readings, their other possibilities, the values there
    made: tuple[Entry, ...] = ()
    printed: object = None
    stood: tuple[int, ...] = ()

    @property
    def kind(self) -> str:
        """``undecided`` where the question is how the game ends and the book leaves that open."""
        return "undecided" if left_open(self.game) and "result" in self.query.fact else "fact"


class Seen(NamedTuple):
    """A value of a fact: how much had been told before it came about, when it was seen, and the cards whose
    static abilities contribute to it.
    """

    since: int
    told: int
    value: object
    makers: frozenset[str]


class Watched(Run):
    """A run that checks one fact before every step."""

    keeps_marks = True

    def __init__(self, fact: Mapping[str, object], *run: Any, **more: Any) -> None:
        super().__init__(*run, **more)
        self.fact = fact
        self.seen: list[Seen] = []
        self.told = 0
        self.look()

    def look(self) -> None:
        """Keeps the value if it has changed, with the lines between which it changed."""
        assert self.tracer is not None
        value = value_of(self.engine.view, self.fact)
        told = len(self.tracer.entries)
        if not self.seen or self.seen[-1].value != value:
            makers = frozenset(entry.data.get("by", "") for entry in made(self.engine.view, self.fact))
            self.seen.append(Seen(self.told, told, value, makers))
        self.told = told

    def stop(self, frame: Frame) -> bool:
        """As any run; the fact is checked on the way."""
        self.look()
        return super().stop(frame)


class WatchedFor(Watched, KnownRun):
    """A watched run in the world that a player knows."""

    looks_at_steps = True


def cause_of(fixture: Fixture, query: Query, readings: bool = True, seat: str = "") -> Cause:
    """The cause of a fact; with `seat`, as that player is told of it, without other readings and decisions.
    Raises BadInput where the script does not fit.
    """
    run = watched(fixture, query, seat)
    assert run.tracer is not None
    entries = tuple(run.tracer.entries)
    now, changed = run.seen[-1].value, len(run.seen) > 1
    was = run.seen[-2].value if changed else now
    last = last_change(run, entries) if changed else len(entries)
    chain = tuple(islice(dict.fromkeys(back(run, entries, last)), MOST_LINES)) if changed else ()
    turned, tried = (None, 0) if seat else turning(run, query, last)
    others = tuple(under_others(run, query, now)) if readings and not seat else ()
    cause = Cause(
        fixture, query, now, was, changed, chain, run.game, entries, run.acts, turned, tried, others
    )
    view = Reader(run.table, run.game)
    since, still = range(len(entries) - 1, last if changed else -1, -1), was is None or not changed
    stood = tuple(
        n
        for n in since
        if (still and keeps(view, entries[n], query.fact)) or counts(view, entries[n], query.fact)
    )
    return cause._replace(made=tuple(made(view, query.fact)), printed=printed(view, query.fact), stood=stood)


def watched(fixture: Fixture, query: Query, seat: str) -> Watched:
    """The script, played to its end or to a line that the rules refuse; with `seat`, as that player is told
    of it. Raises BadInput.
    """
    run: Watched = WatchedFor(query.fact, fixture, seat) if seat else Watched(query.fact, fixture)
    run.play_out()
    run.look()
    return run


def made(view: View, fact: Mapping[str, object]) -> list[Entry]:
    """The lines that tell how the value of a fact about a card is made up; none for another fact."""
    card, attr = valued(view, fact)
    if card is None:
        return []
    tracer = Explainer()
    tell_made(Reader(view.table, view.game, tracer), card, attr)
    return [entry for entry in tracer.entries if Role.MADE in entry.kind.roles]


def printed(view: View, fact: Mapping[str, object]) -> object:
    """The printed value of a fact about a card."""
    card, attr = valued(view, fact)
    return view.printed(card, attr) if card is not None else None


def valued(view: View, fact: Mapping[str, object]) -> tuple[Card | None, str]:
    """The card and its attribute, where the fact is about one."""
    name, inner = next(iter(fact.items()))
    attr = str(next(iter(inner))) if isinstance(inner, dict) else ""
    return (find_card(view.game, name) if attr in view.book.attributes else None), attr


def last_change(run: Watched, entries: Sequence[Entry]) -> int:
    """The line of the trace that changed the fact last: one about the fact itself, otherwise one about a
    card whose static ability contributes or contributed to it.
    """
    before, last = run.seen[-2:]
    rows = range(min(last.told, len(entries)) - 1, last.since - 1, -1)
    makers = before.makers ^ last.makers
    lines = [n for n in rows if concerns(entries[n], run.fact)]
    lines = lines or [n for n in rows if of_card(entries[n]) in makers]
    lines = lines or [n for n in rows if of_card(entries[n])]
    return lines[0] if lines else min(max(before.told, last.told - 1), len(entries) - 1)


def of_card(entry: Entry) -> str:
    """The card that an event moves or changes; "" for another line."""
    record: AppliedEvent | None = entry.data["record"] if entry.kind is trace.EVENT else None
    return record.card if record is not None and record.verb in CHANGING else ""


def concerns(entry: Entry, fact: Mapping[str, object]) -> bool:
    """Does a line tell the change of a fact?"""
    name, inner = next(iter(fact.items()))
    shifts = [(shift["card"], shift["attr"]) for shift in entry.data.get("shifts", ())]
    if isinstance(inner, dict) and any(name == card and attr in inner for card, attr in shifts):
        return True
    if entry.kind is not trace.EVENT:
        return False
    record: AppliedEvent = entry.data["record"]
    if name == "result":
        return record.verb in ("end-game", "concede", "loop")
    if name in ("turn", "active"):
        return record.verb in ("pass-turn", "lead")
    if name in ("A", "B") and isinstance(inner, dict):
        return of_seat(record, name, next(iter(inner)))
    if isinstance(inner, str):  # where a card is
        return record.card == name and lies_elsewhere(record)
    other = record.verb == "gain" and isinstance(inner, dict) and record.args.get("attr") not in inner
    return record.card == name and record.verb in CHANGING and not other


def lies_elsewhere(record: AppliedEvent) -> bool:
    """Does a card lie elsewhere after an event? What else is done to it leaves it where it is, and a player
    need not have seen to which card of its zone it was done.
    """
    was, now = record.before, record.after
    if was is None or now is None:
        return record.verb in ("move", "create")
    return (was.zone, was.on, was.mark(SLOT)) != (now.zone, now.on, now.mark(SLOT))


def of_seat(record: AppliedEvent, seat: str, what: str) -> bool:
    """Does an event change a zone, a slot of one or a score of a player?"""
    cards = (state for state in (record.before, record.after) if state is not None)
    places = [f"{card.zone[:1]}.{what}" if card.mark(SLOT) == what else card.zone for card in cards]
    moved = f"{seat}.{what}" in places and (record.before is None or len(set(places)) > 1 or len(places) < 2)
    return moved or (record.args.get("score") == what and record.args.get("seat") == seat)


def gains(record: AppliedEvent) -> bool:
    """Does a score become larger by an event?"""
    return record.verb == "score" and record.args["n"] * record.args.get("sign", 1) > 0


# --- back to a choice -----------------------------------------------------------------------------
def back(run: Run, entries: Sequence[Entry], last: int) -> Iterator[int]:
    """The lines that led to a fact, from its change back: what ordered it, the comparisons and negations on
    the way with the acts that began them, up to the act that a player chose.
    """
    yield last
    if ended(entries[last]):
        last = begun_effect(entries, last)
        yield last
    led = list(from_here(run, entries, last))
    met = lost_by(run, entries, last) if not led else -1
    if met >= 0:
        led = [met, *from_here(run, entries, met)]
    yield from led


def lost_by(run: Run, entries: Sequence[Entry], last: int) -> int:
    """The line at which the reason came about for which a player has lost: the last change of that zone or
    score before the end; -1 where there is none.
    """
    args = entries[last].data["record"].args if entries[last].kind is trace.EVENT else {}
    summary = run.table.book.tables["summary"]
    names = (str(args.get("why", "")), *summary.get("zones", ()), *summary.get("scores", ()))
    events = [n for n in range(last - 1, -1, -1) if entries[n].kind is trace.EVENT]
    events = [n for n in events if not gains(entries[n].data["record"])]
    places = [(seat, name) for seat in args.get("losers", ()) for name in names]
    return next(
        (n for n in events if any(of_seat(entries[n].data["record"], *place) for place in places)), -1
    )


def from_here(run: Run, entries: Sequence[Entry], last: int) -> Iterator[int]:
    """The earlier lines that led to a line."""
    level, compared = entries[last].depth, named(run, entries[last])
    for at in range(last - 1, -1, -1):
        entry = entries[at]
        level = min(level, entry.depth)
        if entry.kind is trace.ACT and entry.depth <= level:
            yield at
            begun = began(entries, at) if entry.data["forced"] else -1
            if begun >= 0:
                yield begun
                yield from from_here(run, entries, begun)
            return
        if negates(entry) or {row["card"] for row in entry.data.get("shifts", ())} & compared:
            yield at
            yield from by_act(run, entries, at)
        elif entry.depth == level and leads(entry):
            yield at
            compared |= named(run, entry)


def ended(entry: Entry) -> bool:
    """Is it the end of lasting effects?"""
    return entry.kind is trace.EVENT and entry.data["record"].verb in ENDS


def begun_effect(entries: Sequence[Entry], last: int) -> int:
    """The last line before at which values of the same cards changed; the line itself where there is none."""
    cards = {row["card"] for row in entries[last].data.get("shifts", ())}
    rows = range(last - 1, -1, -1)
    lines = (n for n in rows if cards & {row["card"] for row in entries[n].data.get("shifts", ())})
    return next(lines, last)


def leads(entry: Entry) -> bool:
    """Does the line order an event, give a reason, or tell a choice?"""
    if entry.kind is trace.EVENT:
        return entry.data["record"].verb in ("announce", "end-game")
    return entry.kind is trace.ANSWER or (reason(entry) and entry.kind is not trace.NEGATED)


def negates(entry: Entry) -> bool:
    """Does the line negate something?"""
    return entry.kind is trace.EVENT and entry.data["record"].verb == "negate"


def by_act(run: Run, entries: Sequence[Entry], at: int) -> Iterator[int]:
    """The act by which the card was used whose effect a line tells."""
    args = entries[at].data["record"].args if entries[at].kind is trace.EVENT else {}
    source = run.game.objects.get(str(args.get("by", "")), "")
    stem = str(args.get("ability", "")).partition("/")[0]
    rows = range(at - 1, -1, -1)
    mine = {source, stem} - {""}
    acts = (n for n in rows if entries[n].kind is trace.ACT and mine & set(entries[n].data["option"].args))
    yield from islice(acts, 1)


def began(entries: Sequence[Entry], at: int) -> int:
    """The line at which the ability became pending that an act resolves; -1 where there is none."""
    args = entries[at].data["option"].args
    rows = range(at - 1, -1, -1)
    return next((n for n in rows if waits(entries[n]) and entries[n].data["record"].card in args), -1)


def waits(entry: Entry) -> bool:
    """Does an ability become pending by the line?"""
    return entry.kind is trace.EVENT and entry.data["record"].verb == "wait"


def named(run: Run, entry: Entry) -> set[str]:
    """The cards that a line names."""
    return {name for name in entry.data.values() if isinstance(name, str) and name in run.game.cards}


# --- otherwise ------------------------------------------------------------------------------------
def turning(run: Watched, query: Query, last: int) -> tuple[Turned | None, int]:
    """The last decision that would have given the fact another value, and how many answers were tried."""
    tried = 0
    for swap in islice(swaps(run, last), MOST):
        tried += 1
        other = swapped(run, swap)
        if other is None:
            continue
        value = value_of(Reader(other.table, other.game), query.fact)
        if value != run.seen[-1].value:
            return Turned(swap, value), tried
    return None, tried


def under_others(run: Watched, query: Query, now: object) -> Iterator[tuple[str, str, object]]:
    """The possibilities of readings under which the fact has another value."""
    course = course_of(run)
    for name, value, other in possibilities(run.fixture, touched_by(run)):
        outcome = value_under(other, query, course)
        if outcome is not None and outcome[0] != now:
            yield name, value, outcome[0]


def value_under(fixture: Fixture, query: Query, course: Course) -> tuple[object] | None:
    """The value of a fact under other readings; None where the script does not fit there."""
    other = Replay(fixture, "", course)
    try:
        other.play()
    except BadInput:
        return None
    return (value_of(Reader(other.table, other.game), query.fact),)
