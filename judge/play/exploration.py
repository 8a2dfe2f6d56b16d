"""Exploration: answers a question about every outcome of a position, and tells who wins by the ways that
begin with an act.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from judge.engine.kernel.state import SEATS, UNKNOWN, Frame, Game
from judge.errors import BadInput
from judge.fixture.load import Fixture
from judge.play.first_act import Refusal, begin, foreseen, search_of, start_of
from judge.play.outcomes import End, Item, Outcomes, Way, told_of, ways
from judge.play.question import Question
from judge.play.replays import Course, Replay, course_of, possibilities
from judge.play.run import Run, following
from judge.play.script_lines import Said
from judge.play.shared_search import Merged, Opening, Wanted, spread
from judge.text.rows import NamedTuple
from judge.views.veil import is_nameless


# --- who wins by the ways that begin with an act, and whether that hangs on a reading ------------------
class Foresight(NamedTuple):
    """The result of a search: why the act is not allowed, or how many of the ways that begin with it each
    player wins, and whether all of them were examined.
    """

    refused: Refusal | None
    results: Mapping[str, int]
    whole: bool

    @property
    def known(self) -> bool:
        """Is it answered, with nothing left to examine?"""
        return self.refused is not None or self.whole


class Elsewhere(NamedTuple):
    """The foresight under another possibility of a reading; `found` is None where the script does not lead
    to where the question begins, and `parts` says why.
    """

    reading: str
    taken: str
    other: str
    found: Foresight | None
    parts: str = ""


def foresight(refused: Refusal | None, every: Sequence[Way], whole: bool) -> Foresight:
    """The foresight from the ways that were found."""
    return Foresight(refused, Counter(str(way.end.told[0].value) for way in every), whole)


def decides(own: Foresight, theirs: Elsewhere) -> bool:
    """Does the other possibility change whether the act is allowed, or who may win? False where a search was
    cut off.
    """
    other = theirs.found
    if other is None or not (own.known and other.known):
        return False
    return (own.refused is None, set(own.results)) != (other.refused is None, set(other.results))


def foresee(search: Outcomes, question: Question) -> Foresight:
    """Examines every way that begins with the act."""
    _, first, refused = begin(search, question, search.first())
    if refused is None:
        search.look(first, lambda _: False)
    whole = not (search.cut or search.piled or search.wide)
    return foresight(refused, ways(search.found), whole)


def touched(search: Outcomes, refused: Refusal | None) -> list[str]:
    """The readings that were applied on the way to where the question begins, in its ways, or where the act
    was refused.
    """
    heard = set(search.heard)
    heard.update(search.run.tracer.readings if search.run.tracer is not None else ())
    heard.update(refused.ruling.touched if refused is not None else ())
    return [name for name in search.table.book.readings if name in heard]


def elsewhere(
    fixture: Fixture, question: Question, readings: Collection[str], begun: Run,
    follow: Callable[[Run], Outcomes],
) -> Iterator[Elsewhere]:  # fmt: skip
    """The same question under every other possibility of some readings; `follow` plays a run to where the
    question begins.
    """
    course = course_of(begun)
    for name, value, other in possibilities(fixture, readings):
        bare = Elsewhere(name, fixture.book.readings[name], value, None)
        yield under_another(other, question, bare, course, follow)


def under_another(
    other: Fixture, question: Question, bare: Elsewhere, course: Course, follow: Callable[[Run], Outcomes]
) -> Elsewhere:
    """The same question under one other possibility; passes are added on the way and left out."""
    try:
        search = follow(Replay(other, question.until, course))
    except BadInput as error:
        return bare._replace(parts=str(error.problems[0].message))
    return bare._replace(found=foresee(search, question))


def after_lines(question: Question) -> Callable[[Run], Outcomes]:
    """A function that follows a script up to a number of lines."""

    def follow(run: Run) -> Outcomes:
        return Outcomes(run.fixture, question.limit, following(run, question.after))

    return follow


class Goal(NamedTuple):
    """The moment up to which lines are followed: until a step is about to run, until control is back at it,
    or to the end of what it belongs to.
    """

    kind: str  # until, back, end
    step: str
    article: str
    procedure: str


class Bounds(NamedTuple):
    """What a search examined, and what it left out."""

    looked: int
    cut: bool  # the limit was met
    piled: bool  # a line that goes round without end was given up
    chance: bool  # chance fell as the script has it
    wide: tuple[str, ...]  # decisions of which not every answer was tried, by article
    unseen: Mapping[str, int]  # cards that nobody has named, by player
    telling: bool  # the script tells on its way what a search does not know
    veiled: bool = False  # there are cards that the player who asks has not seen

    @property
    def whole(self) -> bool:
        """Was everything examined?"""
        return not (self.cut or self.piled or self.wide)


class PlayedWay(NamedTuple):
    """The way that the script takes, from 0; or why it takes none: nobody asked, it stops at a decision, it
    does not fit, or its way was not found.
    """

    at: int | None
    why: str = ""  # unasked, open, unfit, unfound


class Explored(NamedTuple):
    """A question with its answer."""

    fixture: Fixture
    query: Question
    goal: Goal
    start: Game
    told: tuple[Item, ...]  # what is told of the start
    before: tuple[Said, ...]  # the lines that lead to where it begins, and the first act with what it took
    refused: Refusal | None
    ways: tuple[Way, ...]
    positions: int
    played: PlayedWay
    found: End | None
    bounds: Bounds
    others: tuple[Elsewhere, ...] = ()  # of a question that begins with an act, under other readings

    @property
    def foresight(self) -> Foresight:
        """Who wins by the ways, or why the act that they begin with may not be done."""
        return foresight(self.refused, self.ways, self.bounds.whole)


def explore(fixture: Fixture, question: Question, jobs: int = 1, opening: Opening | None = None) -> Explored:
    """Every way that a fixture can end, or the one that is looked for; with several `jobs`, in that many
    processes, which open the fixture by its `opening`. Raises BadInput where the script does not lead to
    where the question begins.
    """
    search = search_of(fixture, question, Merged if jobs > 1 else Outcomes)
    begun = search.run
    told, start = search.telling(begun.game), begun.game.copy()
    before, first, refused = start_of(search, question)
    if isinstance(search, Merged) and opening is not None and refused is None:
        search.written = spread(opening, question, jobs)
    wanted = search.look(first, Wanted(search.table, question.find).met) if refused is None else None
    every = tuple(ways(search.found))
    played = played_way(fixture, question, every)
    lines = tuple(Said(line.text, True) for line in fixture.lines[: begun.at] if line.kind != "claim")
    explored = Explored(
        fixture, question, goal_of(begun), start, told, (*lines, *before), refused,
        every, len(search.found), played, wanted, bounds_of(search, begun),
    )  # fmt: skip
    if not foreseen(question) or question.seat:
        return explored
    readings = touched(search, refused)
    others = elsewhere(fixture, question, readings, begun, after_lines(question))
    return explored._replace(others=tuple(others))


class Played(Run):
    """The script as it was played, up to where a search ends its lines."""

    def stop(self, frame: Frame) -> bool:
        """Does a line of the search end here?"""
        if not self.begun:
            self.begun = True
            return False
        self.away = self.away or self.home.left(self.game, frame)
        return frame.step == self.until if self.until else self.home.back(self.game, frame, self.away)

    def left_over(self) -> None:
        """Ignores lines beyond the end of the search."""


def played_way(fixture: Fixture, question: Question, every: Sequence[Way]) -> PlayedWay:
    """Which of the ways the script takes."""
    if question.first is not None or question.find or question.seat or not fixture.lines:
        return PlayedWay(None, "unasked")
    run = Played(fixture, traced=False, until=question.until)
    try:
        run.play()
    except BadInput:
        return PlayedWay(None, "unfit")
    if run.game.ask is not None and not run.engine.stopped:
        return PlayedWay(None, "open")
    told = told_of(run.table, run.game)
    at = next((at for at, way in enumerate(every) if way.end.told == told), None)
    return PlayedWay(at, "" if at is not None else "unfound")


def goal_of(run: Run) -> Goal:
    """Up to where the lines of a run are followed."""
    frame, book = run.home.frame, run.table.book
    step = run.until or frame.step
    kind = "until" if run.until else "end" if run.home.endless else "back"
    article = next(
        (row.rule for each in book.procedures.values() for row in each.steps if row.id == step), ""
    )
    return Goal(kind, step, article, frame.procedure)


def bounds_of(search: Outcomes, run: Run) -> Bounds:
    """What a search examined, and what it did not."""
    telling = any(line.kind in ("know", "outside") for line in run.lines[run.at :])
    unseen = dict(unseen_cards(search))
    return Bounds(
        search.looked,
        search.cut,
        search.piled,
        search.chance,
        tuple(sorted(search.wide)),
        unseen,
        telling,
        bool(search.run.viewer) and any(map(is_nameless, run.game.cards)),
    )


def unseen_cards(search: Outcomes) -> Iterator[tuple[str, int]]:
    """How many unnamed cards each player's hidden zones hold, where there are any."""
    game, book = search.run.game, search.table.book
    for seat in SEATS:
        n = sum(
            search.table.prints[card.print].key == UNKNOWN
            for card in game.cards.values()
            if card.seat == seat and book.zones[card.place]["seen"] == "owner"
        )
        if n:
            yield seat, n
