"""Absences: tells why an ability did not do something, by what stopped it, what it waited for, and events
that came near.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from judge.engine import trace
from judge.engine.effects import pattern_match as matching
from judge.engine.effects.muted import Muted, muted
from judge.engine.effects.reader import Reader
from judge.engine.effects.validity import STANDING, placed
from judge.engine.flow.offers import word
from judge.engine.flow.option_conditions import asked
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import AppliedEvent, Card, Condition, Frame, Game, Option
from judge.engine.kernel.tracer import Entry
from judge.engine.kernel.view import View
from judge.engine.trace.kinds import Role
from judge.errors import BadInput
from judge.explain.explainer import Explainer
from judge.fixture.load import Fixture
from judge.fixture.queries import Query
from judge.play.reasons import deciding
from judge.play.replays import Replay, course_of, possibilities, touched_by
from judge.play.run import Mark, Run
from judge.play.what_if import MOST, Swap, swapped, swaps_at
from judge.text.plain import Fields, Scope
from judge.text.rows import NamedTuple
from judge.views.known_run import KnownRun
from judge.views.true_run import TrueRun

# --- events of a kind that an ability waits for, and what about them is not as its text has it ---------
UNSEEN: Final = "unseen"


class Near(NamedTuple):
    """An event of a kind that an ability waits for, and the first detail that does not fit: `subject`, a
    detail by its key, `when`, or `zone` where the ability does not work where its card lies; "" where
    everything fits.
    """

    at: int
    misses: str


def came_near(view: View, record: AppliedEvent, card: Card, abilities: Sequence[Ability]) -> Iterator[str]:
    """For each ability of a card, the detail in which an event of its kind does not fit."""
    sight = matching.of_record(view, record)
    ctx = {"me": card.seat, "self": card.object, "event": record}
    for ability in abilities:
        for on in ability.on:
            if any(name in on.get("events", ()) for name in sight.names):
                yield misses(view, on, sight, ctx, card.id) or idle(view, ability, card, ctx)


def misses(view: View, on: Fields, sight: matching.Sight, ctx: Scope, source: str) -> str:
    """The detail in which an event does not fit a pattern."""
    if not matching.fits_subject(view, on["subject"], sight, ctx, source):
        return "subject"
    for key, want in on["mods"].items():
        if not matching.fits_detail(view, key, want, sight, ctx, source):
            return str(key)
    return ""


def idle(view: View, ability: Ability, card: Card, ctx: Mapping[str, object]) -> str:
    """The reason why an ability whose pattern fits does not hear now; "" where there is none."""
    if ability not in view.borne(card):
        return "ability"
    works = view.works(card, ability) or view.holds(ability.validity, ctx)
    if not (works and placed(view, card, ability)):
        return "zone"
    return "" if view.holds(ability.when, ctx) else "when"


def unmet_of(view: View, ability: Ability, card: Card) -> Iterator[Condition]:
    """The conditions of an ability that fail."""
    ctx = {"me": card.seat, "self": card.object}
    asks = (asked(view, ability.rule, when, ctx) for when in (ability.validity, ability.when))
    return (cond for cond in asks if not cond.ok)


OTHERS: Final = (trace.UNAFFECTED,)  # of those the kinds of lines that name another card's ability
BOOKS: Final = ("signal", "wait", "leave", "remember", "link", "announce", "show")
APPLIES: Final = (trace.REPLACED, trace.FORBIDDEN, trace.UNAFFECTED)  # what abilities do that are no events


WAITING: Final = "waiting"
DONE: Final = ("did", "holds")


class Order(NamedTuple):
    """The waiting abilities taken in another order, and the lines that tell what the ability does then."""

    swap: Swap
    game: Game
    entries: tuple[Entry, ...]
    acts: dict[int, str]
    at: tuple[int, ...]


class Absence(NamedTuple):
    """The fate of an ability. `kind`: did, holds, stopped, refused, declined, waiting, unheard, unsure,
    unmet, muted, away, unseen, still or none, where the card has no ability. `at` are the lines of the trace
    that say so, `cond` is what refuses its use, `muted` what keeps it from working, `options` the ones that
    were offered and not taken. `each` has the fate of each of several abilities, where they differ.
    """

    fixture: Fixture
    query: Query
    kind: str
    at: tuple[int, ...]
    cond: Condition | None
    options: tuple[Option, ...]
    abilities: tuple[Ability, ...]
    near: tuple[Near, ...]
    game: Game
    entries: tuple[Entry, ...]
    acts: dict[int, str]
    order: Order | None = None
    others: tuple[tuple[str, str, str], ...] = ()  # readings, other possibilities, the kind there
    muted: Muted | None = None
    each: tuple[Absence, ...] = ()


class ListeningRun(Run):
    """A run that examines every event as some abilities would hear it."""

    keeps_marks = True

    def __init__(self, query: Query, *run: Any, **more: Any) -> None:
        super().__init__(*run, **more)
        self.query = query
        self.near: list[Near] = []
        self.examined = 0  # so many lines of the trace

    def stop(self, frame: Frame) -> bool:
        """As any run; what has been told since the last step is examined."""
        self.overheard()
        return super().stop(frame)

    def overheard(self) -> None:
        """Examines the events told since the last look that are of a kind for which the abilities wait."""
        assert self.tracer is not None
        entries = self.tracer.entries
        for at in range(self.examined, len(entries)):
            if entries[at].kind is trace.EVENT:
                self.near.extend(self.looked_at(at, entries[at].data["record"]))
        self.examined = len(entries)

    def looked_at(self, at: int, record: AppliedEvent) -> Iterator[Near]:
        """The near misses of an event: for each ability of its kind, the detail in which it does not fit."""
        card = self.game.cards.get(self.query.card)
        if card is not None:
            known = self.table.abilities
            abilities = [known[ability] for ability in self.query.abilities if ability in known]
            missed = came_near(self.engine.view, record, card, abilities)
            yield from (Near(at, miss) for miss in missed)


class TrueListeningRun(ListeningRun, TrueRun):
    """A listening run of the true world, beside which a player's world is played."""


class PlayerListeningRun(ListeningRun, KnownRun):
    """A listening run in the world that a player knows; the true world is listened to as well."""

    true: TrueListeningRun
    looks_at_steps = True

    def __init__(self, query: Query, fixture: Fixture, viewer: str) -> None:
        super().__init__(query, fixture, viewer, true=TrueListeningRun(query, fixture, viewer))


class ReplayListeningRun(ListeningRun, Replay):
    """A listening run under another possibility of a reading, with passes added and left out."""


def absence_of(fixture: Fixture, query: Query, readings: bool = True, seat: str = "") -> Absence:
    """The fate of an ability; with `seat`, as that player is told of it, without other readings and other
    orders. Raises BadInput where the script does not fit.
    """
    absence = whole(fixture, query, readings, seat)
    if len(query.abilities) < 2:
        return absence
    apart = [query._replace(abilities=(ability,)) for ability in query.abilities]
    each = tuple(whole(fixture, single, readings, seat) for single in apart)
    doubtful = next((fate for fate in each if fate.kind == UNSEEN), None)
    if doubtful is not None:  # which abilities the card has besides may hang on unseen cards too
        return doubtful._replace(query=query)
    told = {(fate.kind, fate.at, fate.muted) for fate in each}
    return absence if len(told) < 2 else absence._replace(each=each)


def whole(fixture: Fixture, query: Query, readings: bool, seat: str) -> Absence:
    """The fate of all abilities that a question means, taken together."""
    if seat:
        known = PlayerListeningRun(query, fixture, seat)
        known.play_out()
        absence = looked_up(known)
        agreed = absence.kind == looked_up(known.true).kind
        return absence if agreed else absence._replace(kind=UNSEEN)
    run = ListeningRun(query, fixture)
    run.play_out()
    absence = looked_up(run)
    if absence.kind == "stopped":
        absence = absence._replace(order=other_order(run, absence))
    return absence._replace(others=tuple(under_others(run, absence))) if readings else absence


def looked_up(run: ListeningRun) -> Absence:
    """The fate of an ability as the trace of a finished run tells it."""
    run.overheard()
    assert run.tracer is not None
    query = run.query
    entries = tuple(run.tracer.entries)
    known = run.table.abilities  # a player may not know some
    abilities = tuple(known[ability] for ability in query.abilities if ability in known)
    absence = Absence(
        run.fixture, query, "still", (), None, (), abilities, tuple(run.near), run.game, entries, run.acts
    )
    if not abilities:
        return absence._replace(kind="none")
    done = tuple(did(entries, query))
    stopped = tuple(n for n, entry in enumerate(entries) if stops(entry, query))
    if stopped:  # only what it was asked for counts then
        done = tuple(n for n in done if matches(entries[n], query.deed))
    if done:
        return absence._replace(kind="did", at=done)
    if stopped:
        return absence._replace(kind="stopped", at=stopped)
    waits = tuple(waited(entries, query))
    kind = "waiting" if waits else "unheard" if hears(abilities) else "still"
    lasts = all(ability.kind in STANDING for ability in abilities)  # what nobody uses
    used = None if lasts else offered(absence, entries)
    if used is not None:
        return used
    heard = bool(waits) or any(miss.misses not in ("zone", "ability") for miss in absence.near)
    silent = None if heard else kept(absence)
    turned = (n for n, entry in enumerate(entries) if entry.kind.roles & {Role.TURNING, Role.STAYS})
    still = tuple(n for n in turned if entries[n].data.get("card") == query.card)
    at = still if kind == "still" else waits
    return silent or lasting(absence) or absence._replace(kind=kind, at=at)


def kept(absence: Absence) -> Absence | None:
    """The fate of abilities that are all kept from working at the end; None where not all are. An ability
    that only works in another place counts where nothing else is to be told.
    """
    view = Reader(absence.fixture.table, absence.game)
    card = absence.game.cards.get(absence.query.card)
    if card is None or not card.zone:
        return None
    why = [muted(view, card, ability) for ability in absence.abilities]
    first = next((reason for reason in why if reason is not None and reason.kind != "place"), None)
    if first is None and all(reason is not None for reason in why) and not hears(absence.abilities):
        return None if card.on else absence._replace(kind="away", muted=why[0])
    return absence._replace(kind="muted", muted=first) if first is not None and None not in why else None


def waited(entries: Sequence[Entry], query: Query) -> Iterator[int]:
    """The lines at which one of the abilities became pending."""
    for n, entry in enumerate(entries):
        record = entry.data["record"] if entry.kind is trace.EVENT else None
        if record is not None and record.verb == "wait" and mine(record.args["ability"], query):
            yield n


def hears(abilities: Sequence[Ability]) -> bool:
    """Does one of them wait for something to happen?"""
    return any(ability.on and ability.kind not in ("replace", "forbid", "surcharge") for ability in abilities)


def lasting(absence: Absence) -> Absence | None:
    """The fate of a static ability: whether it holds at the end."""
    view = Reader(
        absence.fixture.table, absence.game, Explainer()
    )  # what conditions find is told to who listens
    card = absence.game.cards.get(absence.query.card)
    held = [ability for ability in absence.abilities if ability.kind in STANDING]
    if card is None or not held:
        return None
    if any(view.works(card, static) and card.zone for static in held):
        return absence._replace(kind="holds")
    cond = next((cond for static in held for cond in unmet_of(view, static, card)), None)
    return absence._replace(kind="unmet" if cond is not None else "away", cond=cond)


def mine(ability: object, query: Query) -> bool:
    """Is it one of the abilities asked about, or part of one?"""
    return any(str(ability) == wanted or str(ability).startswith(f"{wanted}/") for wanted in query.abilities)


def did(entries: Sequence[Entry], query: Query) -> Iterator[int]:
    """The lines that tell what an ability did."""
    for n, entry in enumerate(entries):
        if entry.kind is trace.EVENT:
            record: AppliedEvent = entry.data["record"]
            if record.verb not in BOOKS and mine(record.args.get("ability", ""), query):
                yield n
        elif (
            entry.kind in APPLIES
            and entry.data.get("card") == query.card
            and mine(entry.data["ability"], query)
        ):
            yield n


def matches(entry: Entry, deed: str) -> bool:
    """Does a line tell of the deed?"""
    if entry.kind is not trace.EVENT:
        return True
    record: AppliedEvent = entry.data["record"]
    return not deed or deed in (record.name, record.verb, record.args.get("makes"))


def stops(entry: Entry, query: Query) -> bool:
    """Does a line tell why the ability has no effect?"""
    data = entry.data
    if entry.kind is trace.EVENT:
        record: AppliedEvent = data["record"]
        return record.verb == "negate" and record.card == query.card
    if entry.kind in (trace.FORBIDDEN, trace.REPLACED):
        return mine(data["event"].get("ability", ""), query) and not mine(data["ability"], query)
    if entry.kind.bearer(data) != query.card:
        return False
    return entry.kind in OTHERS or not data.get("ability") or mine(data["ability"], query)


def offered(absence: Absence, entries: Sequence[Entry]) -> Absence | None:
    """The fate of an ability that its player could use: refused at every moment, or offered and not taken."""
    legal: dict[str, Option] = {}
    refused: list[tuple[int, Option]] = []
    plain, waits = plain_words(entries), next(waited(entries, absence.query), len(entries))
    for n, entry in enumerate(entries):
        if entry.kind is trace.OFFER:
            every = (option for option in entry.data["legal"] if speaks_of(option, absence, plain))
            legal.update((usable.key, usable) for usable in every if n > waits or not resolves(usable))
            refused += [(n, option) for option in entry.data["refused"] if speaks_of(option, absence, plain)]
    if legal:
        return absence._replace(kind="declined", options=tuple(legal.values()))
    if not refused:
        return None
    own = [option for _, option in refused]
    cond = deciding(own)
    at = tuple(n for n, option in refused if any(condition is cond for condition in option.conds))[-1:]
    return absence._replace(kind="refused", at=at, cond=cond, options=tuple(own))


def speaks_of(option: Option, absence: Absence, plain: Container[str]) -> bool:
    """Is it an option to use the ability? One that is refused before it says what it would do counts, unless
    its word is one by which cards are played, placed or moved.
    """
    first = option.args[0] if option.args else ""
    name = first if first in absence.game.cards else first.partition(".")[0]
    if name != absence.query.card:
        return False
    if not option.do:
        return option.name not in plain
    if resolves(option) and first in absence.game.cards:
        return True
    if resolves(option):
        view = Reader(absence.fixture.table, absence.game)
        return first in {word(view, name, ability) for ability in absence.query.abilities}
    return any(mine(mention, absence.query) for do in option.do for mention in spoken(do.args))


def resolves(option: Option) -> bool:
    """Is it an option to resolve a pending ability?"""
    return any(mention == WAITING for do in option.do for mention in spoken(do.args))


def spoken(value: object) -> Iterator[str]:
    """The abilities that an instruction names, and `WAITING` for a pending one."""
    for key, inner in value.items() if isinstance(value, Mapping) else ():
        if key == "ability":
            yield str(inner)
        elif key == "entry":
            yield WAITING
        else:
            yield from spoken(inner)


def plain_words(entries: Sequence[Entry]) -> set[str]:
    """The words of options that use no ability."""
    offers = [entry.data for entry in entries if entry.kind is trace.OFFER]
    every = (option for data in offers for option in (*data["legal"], *data["refused"]))
    return {act.name for act in every if act.do and not any(True for do in act.do for _ in spoken(do.args))}


# --- the other order ------------------------------------------------------------------------------
def other_order(run: Run, absence: Absence) -> Order | None:
    """The order of pending abilities in which the ability would have done it; None where there is none."""
    marks = [point for point in run.marks if point.told < absence.at[-1] and orders(absence.entries, point)]
    every = (swap for mark in reversed(marks) for swap in swaps_at(run, mark))
    for swap in islice(every, MOST):
        other = swapped(run, swap, traced=True)
        if other is None or other.tracer is None:
            continue
        entries = tuple(other.tracer.entries)
        at = tuple(n for n in did(entries, absence.query) if matches(entries[n], absence.query.deed))
        if at:
            return Order(swap, other.game, entries, other.acts, at)
    return None


def orders(entries: Sequence[Entry], mark: Mark) -> bool:
    """Is it a decision which of one's pending abilities comes first?"""
    ask = mark.game.ask
    if ask is None or len(ask.choices) < 2:
        return False
    if ask.kind == "order":
        return True
    offer = next((entry for entry in reversed(entries[: mark.told]) if entry.kind is trace.OFFER), None)
    if ask.kind != "act" or offer is None:
        return False
    waiting = [act for act in offer.data["legal"] if any("entry" in do.args.get("vars", {}) for do in act.do)]
    return len(waiting) > 1


def under_others(run: ListeningRun, absence: Absence) -> Iterator[tuple[str, str, str]]:
    """The possibilities of readings under which the ability has another fate."""
    course = course_of(run)
    for name, value, fixture in possibilities(run.fixture, touched_by(run)):
        other = ReplayListeningRun(run.query, fixture, "", course, traced=True)
        try:
            other.play_out()
        except BadInput:
            continue
        kind = looked_up(other).kind
        if (kind in DONE) != (absence.kind in DONE):
            yield name, value, kind
