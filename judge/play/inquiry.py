"""Inquiry: may an act be done, and when? It is tried wherever a script asks its player, or could."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from judge.engine import trace
from judge.engine.flow.engine import Engine
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import Game
from judge.engine.kernel.tracer import Entry
from judge.errors import BadInput, Problem
from judge.explain.explainer import Explainer
from judge.fixture.load import Fixture
from judge.fixture.script import Line
from judge.play.claim import Claim
from judge.play.claims import ACT, asked, at_offer, in_loop, unlisted, with_instead
from judge.play.moments import ELSEWHERE, LOCKED, UNBEGUN, Since, offer_aside, offers_gone_by, offers_since
from judge.play.reasons import within
from judge.play.replays import Course, Replay, course_of, possibilities, touched_by
from judge.play.rest_of_turn import chooses_here, not_yet
from judge.play.run import Run
from judge.text.rows import NamedTuple
from judge.views.known_run import KnownRun, cannot_tell
from judge.views.true_run import TrueRun

WAITING = (LOCKED, ELSEWHERE, UNBEGUN)


class Moment(NamedTuple):
    """An act at one moment: the answer, the script line before it and how many had been played by then, the
    window or step in which it is, all steps around it, and whether it is where the script has ended.
    """

    claim: Claim
    after: str
    lines: int
    title: str
    article: str
    steps: tuple[str, ...]
    now: bool
    game: Game  # as it stands at the decision that was put to somebody next
    told: Sequence[Entry]  # since the line before it, up to that decision

    @property
    def waits(self) -> bool:
        """Must its player only wait there for the other one?"""
        return self.claim.cond is not None and self.claim.cond.message_key in WAITING


class Otherwise(NamedTuple):
    """The answer under another possibility of a reading; `parts` says that the script does not fit there
    before the moment.
    """

    reading: str
    taken: str
    other: str
    kind: str
    moments: tuple[Moment, ...]
    parts: str = ""
    here: Moment | None = None


class Inquiry(NamedTuple):
    """An act with its answers at every moment that was examined, in the order of the script. `here` is the
    moment asked about: the end of the script where none is named, otherwise the last one meant.
    """

    fixture: Fixture
    line: Line
    moments: tuple[Moment, ...]
    game: Game
    entries: tuple[Entry, ...]
    acts: dict[int, str]
    touched: tuple[str, ...]
    others: tuple[Otherwise, ...]
    here: Moment | None = None

    @property
    def kind(self) -> str:
        """``yes``, ``no``, ``not-yet``, ``cannot-tell``, ``depends`` on when, ``undecided`` by a book."""
        return kind_of(self.moments, self.game)

    @property
    def deciding(self) -> tuple[Otherwise, ...]:
        """The other possibilities under which the answer is different."""
        return tuple(other for other in self.others if differs(self, other))

    @property
    def open_here(self) -> bool:
        """Is the answer at the moment asked about different under another possibility?"""
        moment = self.here
        others = [otherwise.here for otherwise in self.others if otherwise.here is not None]
        return moment is not None and any(other.claim.allowed != moment.claim.allowed for other in others)


def telling(moments: Sequence[Moment]) -> list[Moment]:
    """The moments that answer. Those at which a player must only wait count only if there are no others."""
    return [moment for moment in moments if not moment.waits] or list(moments)


def kind_of(moments: Sequence[Moment], game: Game) -> str:
    """The answer that several moments give together; "depends" where they differ."""
    if not any(moment.claim.rules or moment.claim.allowed for moment in moments) and left_open(game):
        return "undecided"
    verdicts = {moment.claim.allowed for moment in telling(moments)}
    if len(verdicts) > 1:
        return "depends"
    if all(moment.claim.as_read == "cannot-tell" for moment in moments) and moments:
        return "cannot-tell"
    return (
        "yes"
        if True in verdicts
        else "no"
        if all(moment.claim.later is None for moment in moments)
        else "not-yet"
    )


def left_open(game: Game) -> bool:
    """Does the game end because the book does not say how it goes on?"""
    return game.result is not None and bool(game.result.gap)


def differs(inquiry: Inquiry, other: Otherwise) -> bool:
    """Is the answer different there, as a whole or at a moment that both have?"""
    if other.parts and not other.moments:
        return False
    if inquiry.kind != other.kind:
        return True
    theirs = {(moment.lines, moment.article): moment.claim.allowed for moment in telling(inquiry.moments)}
    own = {(moment.lines, moment.article): moment.claim.allowed for moment in telling(other.moments)}
    return any(theirs[key] != own[key] for key in theirs.keys() & own.keys())


# --- listening ------------------------------------------------------------------------------------
class Attentive(Run):
    """A run that tries an act wherever its player is asked, or would be."""

    def __init__(self, line: Line, *run: Any, **more: Any) -> None:
        super().__init__(*run, **more)
        self.tried = line._replace(kind="claim", claim="may", rule="")
        self.heard: list[Moment] = []
        self.nowhere: list[Moment] = []  # how it is refused where no window knows of it

    def settle_claims(self, final: bool = False) -> None:
        """Examines every moment since the last line before that line is answered."""
        self.listen(final)
        super().settle_claims(final)

    def listen(self, final: bool) -> None:
        """Examines the act at the moments since the last line."""
        at = self.since
        claims, elsewhere = list(answers(at, self.tried)), list(refusals(at, self.tried, final))
        game, heard = self.game.copy(), at.entries
        self.heard.extend(self.moment(claim, final, game, heard) for claim in claims)
        self.nowhere.extend(self.moment(refusal, final, game, heard) for refusal in elsewhere)

    def moment(self, claim: Claim, final: bool, game: Game, told: Sequence[Entry]) -> Moment:
        """A moment; its place among the steps is looked for once it is asked about."""
        answered = [n for n in range(self.at) if self.is_told(self.lines[n])]
        lines = answered[-1] + 1 if answered else 0
        after = self.lines[answered[-1]].text if answered else ""
        now = final and claim.at >= self.last_offer(claim.seat)
        return Moment(claim._replace(after=after), after, lines, "", "", (), now, game, told)

    def placed(self, moment: Moment) -> Moment:
        """A moment with its place among the steps that the whole run has told."""
        assert self.tracer is not None
        under = [*below(self.table.book, self.start)]
        title, article, steps = place(self.tracer.entries, moment.claim.at, under)
        return moment._replace(title=title, article=article, steps=steps)

    def lines_before(self, after: int) -> int:
        """The number of script lines up to the last one before this that answers something."""
        numbers = (at + 1 for at, line in enumerate(self.lines) if self.is_told(line))
        return max((n for n in numbers if n <= after), default=0)

    def last_offer(self, seat: str) -> int:
        """Where in the trace a player was offered something last."""
        assert self.tracer is not None
        entries = self.tracer.entries
        asked = self.game.ask is not None and self.game.ask.seat == seat
        places = (n for n in range(len(entries) - 1, -1, -1) if entries[n].kind is trace.OFFER and asked)
        return next(places, len(entries))


class AskingTrue(Attentive, TrueRun):
    """An attentive run of the true world, beside which a player's world is played."""


class AskingFor(Attentive, KnownRun):
    """An attentive run in the world that a player knows; the act is tried in the true world as well."""

    true: AskingTrue

    def __init__(self, line: Line, fixture: Fixture, viewer: str) -> None:
        super().__init__(line, fixture, viewer, true=AskingTrue(line, fixture, viewer))


class AskingAgain(Attentive, Replay):
    """An attentive run under another possibility of a reading, with passes added and left out."""


def answers(at: Since, line: Line) -> Iterator[Claim]:
    """The answers to the act at every moment since the last line: in windows of its player, in those where
    the other one is asked, and as an answer to the waiting decision.
    """
    offers = list(offers_since(at, line.seat, (trace.OFFER, trace.LOCKED)))
    for offer in offers:
        claim = at_offer(at, line, offer)
        if claim is not None:
            yield claim
    aside = offer_aside(at, line.seat)
    if aside is not None and not any(offer.at >= aside.at - 1 for offer in offers):
        claim = at_offer(at, line, aside)
        if claim is not None:
            yield claim
    for missed in offers_gone_by(at, line):
        claim = at_offer(at, line, missed)
        if claim is not None:
            yield claim
    question = in_loop(at, line) or asked(at, line)
    if question is not None:
        yield question


def refusals(at: Since, line: Line, final: bool) -> Iterator[Claim]:
    """The refusals of an act that no window examines: at every moment since the last line at which its
    player is asked, also where another of these moments knows the act.
    """
    aside = offer_aside(at, line.seat)
    offers = [*offers_since(at, line.seat), *(() if aside is None else (aside,))]
    for offer in offers:
        yield unlisted(at, line, (offer,))
    if chooses_here(at, line.seat) or (final and not offers):
        yield unlisted(at, line, ())


class Below(NamedTuple):
    """A frame in which a run starts: the article of its step, its window if it is one, and all names of the
    step.
    """

    step: str
    title: str
    names: tuple[str, ...]


def below(book: Book, start: Game) -> Iterator[Below]:
    """The frames in which a run starts, the outermost first; the trace has no lines for them."""
    for frame in start.agenda:
        procedure = book.procedures.get(frame.procedure)
        step = procedure.steps[procedure.places[frame.step]] if procedure is not None else None
        row = book.windows.get(frame.procedure.removeprefix("window:"))
        names = (step.id, step.rule) if step is not None else ()
        if row is not None and frame.procedure.startswith("window:"):
            yield Below("", row.title, names)
        else:
            yield Below(step.rule or step.id if step is not None else "", "", names)


def place(entries: Sequence[Entry], at: int, under: Sequence[Below]) -> tuple[str, str, tuple[str, ...]]:
    """The window at a line of the trace, the step that it belongs to, and all steps around it by articles and
    by names, those `under` it included in which the run starts.
    """
    entries = entries[: at + 1]
    own = entries[-1].depth if entries else len(under)
    depth, title = own + 1, ""
    steps: list[str] = []
    ids: list[str] = []
    for entry in reversed(entries):
        if entry.kind is trace.WINDOW and entry.depth == own and not title and not steps:
            title = str(entry.data["title"])
        if entry.kind is not trace.STEP or entry.depth >= depth:
            continue
        depth = entry.depth
        ids += [entry.step, entry.rule]
        if not entry.procedure.startswith("window:"):
            steps.append(entry.rule or entry.step)
    left = under[: depth - 1]
    title = title or (left[-1].title if len(left) == own and left else "")
    steps += [lower.step for lower in reversed(left) if lower.step]
    ids += [name for lower in reversed(left) for name in lower.names]
    return title, next(iter(steps), ""), tuple(dict.fromkeys(filter(None, (*steps, *ids))))


# --- asking ---------------------------------------------------------------------------------------
def inquire(
    fixture: Fixture, line: Line, after: int | None = None, step: str = "", readings: bool = True,
    seat: str = "",
) -> Inquiry:  # fmt: skip
    """The answers about an act at every moment; or only after `after` lines of the script (0 for its start),
    or within a `step`. With `seat`, as that player is told of it, and without other readings. Raises
    BadInput where the script does not fit before that, or where the words are no act and no answer.
    """
    run = AskingFor(line, fixture, seat) if seat else Attentive(line, fixture)
    run.play_out()
    assert run.tracer is not None
    entries = tuple(run.tracer.entries)
    moments = with_later(run, chosen(run, after, step))
    if isinstance(run, AskingFor):
        moments = agreed(moments, with_later(run.true, chosen(run.true, after, step)))
    wrong = next((examined.claim.amiss for examined in moments if examined.claim.amiss), "")
    if wrong:
        raise BadInput((Problem("", 0, 0, "", "", wrong, ACT, line.text),))
    moment = asked_about(run, moments, after, step, not seat)
    inquiry = Inquiry(fixture, line, moments, run.game, entries, run.acts, touched_by(run), (), moment)
    if not readings or seat:
        return inquiry
    return inquiry._replace(others=tuple(under_others(inquiry, course_of(run), after, step)))


def agreed(known: Iterable[Moment], true: Sequence[Moment]) -> tuple[Moment, ...]:
    """The moments in the player's knowledge at which the true game gives the same answer. If there are none:
    the last moment, marked as one for which the player cannot tell.
    """
    answers = {(moment.lines, moment.article): moment.claim.answer for moment in true}
    every = tuple(known)
    both = tuple(
        moment for moment in every if answers.get((moment.lines, moment.article)) == moment.claim.answer
    )
    return both or tuple(moment._replace(claim=cannot_tell(moment.claim)) for moment in every[-1:])


def chosen(run: Attentive, after: int | None, step: str) -> tuple[Moment, ...]:
    """The moments that are asked about, once each; where no window knows of the act, the last at which its
    player is asked.
    """
    wanted = None if after is None else run.lines_before(after)
    heard: dict[int, Moment] = {}
    for tried in run.heard:
        if wanted in (None, tried.lines):
            heard.setdefault(tried.claim.at, tried)
    moments = tuple(moment for moment in map(run.placed, heard.values()) if is_within(moment, step))
    if moments:
        return moments
    fitting = [unoffered for unoffered in run.nowhere if wanted in (None, unoffered.lines)]
    elsewhere = map(run.placed, reversed(fitting))
    return tuple(islice((unoffered for unoffered in elsewhere if is_within(unoffered, step)), 1))


def asked_about(
    run: Attentive, moments: tuple[Moment, ...], after: int | None, step: str, later: bool
) -> Moment | None:
    """The moment asked about: the end of the script where none is named, otherwise the last of those meant.
    None where its player is not asked anything from the last line on.
    """
    if after is None and not step:
        since = chosen(run, len(run.fixture.lines), "")
        moments = with_later(run, since) if later else since
    moment = next(reversed(telling(moments)), None)
    if moment is None or run.at < len(run.lines) or moment.lines < run.lines_before(len(run.fixture.lines)):
        return moment
    return moment._replace(claim=with_instead(run.since, run.tried, moment.claim))


def with_later(run: Attentive, moments: tuple[Moment, ...]) -> tuple[Moment, ...]:
    """The moments; where none allows the act, the last one tells whether it is offered later in the turn."""
    if not moments or any(moment.claim.allowed for moment in moments):
        return moments
    *before, last = moments
    tracer = Explainer()
    tracer.entries.extend(last.told)
    at = Since(Engine(run.table, last.game, tracer), 0, last.after)
    claim = not_yet(at, run.tried, last.claim)
    return (*before, last._replace(claim=claim._replace(after=last.claim.after)))


def is_within(moment: Moment, step: str) -> bool:
    """Is it a moment within a step, or is none named?"""
    return not step or any(within(around, step) for around in moment.steps)


def under_others(inquiry: Inquiry, course: Course, after: int | None, step: str) -> Iterator[Otherwise]:
    """The same question under every other possibility of the readings that were touched."""
    taken = inquiry.fixture.book.readings
    for name, value, other in possibilities(inquiry.fixture, inquiry.touched):
        run = AskingAgain(inquiry.line, other, "", course, traced=True)
        parts = ""
        try:
            run.play_out()
        except BadInput as error:
            parts = str(error.problems[0].message)
        moments = with_later(run, chosen(run, after, step)) if run.heard or not parts else ()
        moment = None if parts else asked_about(run, moments, after, step, True)
        yield Otherwise(name, taken[name], value, kind_of(moments, run.game), moments, parts, moment)
