"""Replays: plays the script of a fixture under the other possibilities of a reading, and tells what stays
the same and what does not.

The results of a ruling are compared: its claims, the winner, its facts, and the next decision. A reading
that opens one window more, or one less, only shifts a `pass` or an `end`; such a line is added or left out
before anything is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from judge.engine.effects.reader import Reader
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.state import Decision, Game
from judge.errors import BadInput
from judge.fixture import facts
from judge.fixture.load import Fixture
from judge.fixture.script import gives_up, read_answer
from judge.play.claim import Claim
from judge.play.prompts import asked_first, describe_ask
from judge.play.run import Mark, Place, Run, place
from judge.text.rows import NamedTuple
from judge.text.said import Said

WAYS = ((False, False), (False, True), (True, True))  # strict, completed: see `Replay`
STRICTLY = ((True, True),)  # another version may open many windows more: lines stay where they stood
MOST = 8  # passes that a replay adds
VERSION = "version"  # what stands in the place of a reading where another version was tried


NOWHERE = Said("no-position", "the game cannot be in this position there")


class Ending(NamedTuple):
    """The results at the end of a run: its facts, its claims, the winner, and the next decision."""

    facts: tuple[facts.Fact, ...]
    claims: tuple[Claim, ...]
    winner: str
    next: tuple[str, ...]


class Other(NamedTuple):
    """A touched reading, and the results of the script under another possibility of it."""

    reading: str
    taken: str
    other: str
    same: bool
    facts: tuple[facts.Fact, ...] = ()
    claims: tuple[Claim, ...] = ()
    winner: str | None = None
    next: tuple[str, ...] | None = None
    parts: str = ""
    turned: tuple[int, ...] = ()  # the claims of the ruling, by number, to which there is another answer


class Course(NamedTuple):
    """The course of the script under the possibility taken: where each line answered, where it ended, and
    with which results.
    """

    places: Mapping[int, Place]
    end: Place
    ending: Ending


class Passing(Run):
    """A run that may add passes to its script."""

    added = 0

    def add_pass(self) -> None:
        """Pass for the player who is asked."""
        self.gave_up = len(self.game.agenda) == self.home.depth + 1
        self.engine.answer(PASS)
        self.last_turn = self.game.turn
        self.added += 1


class Replay(Passing):
    """A run of the same script under another possibility, which may add and leave out passes."""

    def __init__(
        self, fixture: Fixture, until: str, course: Course, strict: bool = False, completed: bool = True,
        traced: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(fixture, traced or any(line.kind == "claim" for line in fixture.lines), until)
        self.course = course
        self.strict = strict  # lines are kept for where they answered under the possibility taken
        self.completed = completed  # passes are added after the last line too
        self.parted = ""

    def take_line(self) -> None:
        """Gives the next line to the waiting decision; passes where the script lacks a pass, or leaves out a
        pass that is too much.
        """
        line, ask = self.lines[self.at], self.game.ask
        assert ask is not None
        moved = place(self.game) != self.course.places.get(self.at)
        fits = line.seat == ask.seat and not read_answer(self.engine.view, ask, line.words).error
        if gives_up(line) and moved and (place(self.game) == self.following() or not (fits or passable(ask))):
            self.at += 1
        elif moved and passable(ask) and self.added < MOST and (self.strict or not fits):
            self.parted = self.parted or parting(self)
            self.add_pass()
        else:
            super().take_line()
            self.parted = self.parted if moved and gives_up(line) else ""

    def following(self) -> Place:
        """The place at which the next line that is no pass answered, or at which the script ended."""
        later = (
            at
            for at in range(self.at + 1, len(self.lines))
            if at in self.course.places and not gives_up(self.lines[at])
        )
        return next((self.course.places[at] for at in later), self.course.end)

    def completes(self) -> bool:
        """Go on after the last line with a pass, towards the decision at which the script ended."""
        ask = self.game.ask
        if (
            ask is None
            or not self.completed
            or not passable(ask)
            or self.added >= MOST
            or place(self.game) == self.course.end
        ):
            return False
        self.add_pass()
        return True


def passable(ask: Decision) -> bool:
    """May the asked player do nothing?"""
    return ask.kind == "act" and any(choice.value == PASS for choice in ask.choices)


def ending(played: Run) -> Ending:
    """The results at the end of a run."""
    game = played.game
    answered = tuple(facts.facts(Reader(played.table, game), played.fixture.model.expect))
    return Ending(answered, tuple(played.claims), won(game), asked(game))


def won(game: Game) -> str:
    """Who has won; empty while nobody has and the game goes on."""
    if game.result is None or game.result.winner:
        return "" if game.result is None else game.result.winner
    return "undecided" if game.result.gap else "draw"


def asked(game: Game) -> tuple[str, ...]:
    """Who is asked next, and the words that may answer; nothing where nobody is."""
    if game.ask is None or game.result is not None:
        return ()
    return (game.ask.seat, *sorted(" ".join(choice.words) for choice in game.ask.choices))


def course_of(played: Run) -> Course:
    """The course of a run under the possibility taken."""
    return Course(played.places, place(played.game), ending(played))


# --- the possibilities ----------------------------------------------------------------------------
def before(played: Run, reading: str) -> Mark | None:
    """The last decision before a reading was first applied; up to there every possibility plays the same."""
    first = played.tracer.readings[reading] if played.tracer is not None else 0
    return next((mark for mark in reversed(played.marks) if mark.told <= first), None)


def touched_by(played: Run) -> tuple[str, ...]:
    """The readings that were applied in a run, in the rulebook's order."""
    assert played.tracer is not None
    return tuple(name for name in played.fixture.book.readings if name in played.tracer.readings)


def possibilities(fixture: Fixture, readings: Iterable[str]) -> Iterator[tuple[str, str, Fixture]]:
    """Each other possibility of some readings: the reading, the possibility, and the fixture under it. One
    under which the position cannot exist is left out.
    """
    for name, value, other in every_possibility(fixture, readings):
        if isinstance(other, Fixture):
            yield name, value, other


def every_possibility(
    fixture: Fixture, readings: Iterable[str]
) -> Iterator[tuple[str, str, Fixture | BadInput]]:
    """Each other possibility of some readings: the reading, the possibility, and the fixture under it, or
    the problems for which its position cannot exist there.
    """
    book = fixture.book
    for name in readings:
        for value in book.tables["reading"][name]["value"]:
            if value != book.readings[name]:
                yield name, value, under_or_not(fixture, {**fixture.readings, name: value})


def under_or_not(fixture: Fixture, readings: Mapping[str, str]) -> Fixture | BadInput:
    """A fixture under other readings, or the problems of its position there."""
    try:
        return fixture.under(readings)
    except BadInput as error:
        return error


def try_others(played: Run, touched: Sequence[str], until: str) -> tuple[Other, ...]:
    """Replays the script under each other possibility of the touched readings: as it is, and where that
    gives another result also with passes added.
    """
    fixture, course = played.fixture, course_of(played)
    others = []
    for name, value, other in every_possibility(fixture, touched):
        bare = Other(name, fixture.book.readings[name], value, same=False)
        if isinstance(other, BadInput):
            others.append(bare._replace(parts=NOWHERE))
            continue
        start = before(played, name) if other.start is fixture.start else None
        others.append(nearest_to(other, start, until, course, bare))
    return tuple(others)


def try_versions(played: Run, until: str) -> tuple[Other, ...]:
    """Replays the script by the other versions with which the rulebook compares: gives those under which an
    answer, the winner or a fact differs, or the script does not fit.
    """
    fixture = played.fixture
    names = [version for version in fixture.book.tables["compared"] if version != fixture.book.version]
    if not names or fixture.book.version not in fixture.book.tables["compared"]:
        return ()
    course = course_of(played)
    tried = (tried_by(fixture, name, until, course) for name in names)
    return tuple(other for other in tried if other is not None and tells(other))


def tells(other: Other) -> bool:
    """Is an answer, a fact or the winner different there, or does the script not fit?"""
    facts = any(fact.path not in ("next", "options") for fact in other.facts)
    return facts or bool(other.claims or other.parts) or other.winner is not None


def tried_by(fixture: Fixture, version: str, until: str, course: Course) -> Other | None:
    """Replay the script by another version; None where that cannot be done."""
    other = fixture.by(version)
    if other is None:
        return None
    bare = Other(VERSION, fixture.book.version, version, same=False)
    nearest = nearest_to(other, None, until, course, bare, STRICTLY)
    places = {claim.line: claim.where for claim in course.ending.claims}
    return nearest._replace(
        claims=tuple(answer for answer in nearest.claims if places.get(answer.line) == answer.where)
    )


def nearest_to(
    other: Fixture, start: Mark | None, until: str, course: Course, bare: Other,
    ways: Sequence[tuple[bool, bool]] = WAYS,
) -> Other:  # fmt: skip
    """The replay that is nearest to the run: with the script as it is, or with passes added."""
    tried: list[Other] = []
    for strict, completed in ways:
        tried.append(compared(Replay(other, until, course, strict, completed), start, bare))
        if tried[-1].same:
            return tried[-1]
    return next((replayed for replayed in tried if not replayed.parts), tried[0])


def compared(replay: Replay, start: Mark | None, bare: Other) -> Other:
    """Plays to the end and compares the results with those of the original run."""
    if start is not None:
        replay.stand(start)
    try:
        replay.play()
    except BadInput:
        bare = bare._replace(parts=replay.parted or parting(replay))
    was, now = replay.course.ending, ending(replay)
    pairs = [
        (n, claim, there)
        for n, claim in enumerate(was.claims)
        if (there := alike(claim, was, now)) is not None
    ]
    told = bare._replace(
        facts=tuple(fact for fact in now.facts if fact not in was.facts),
        claims=tuple(b for _, a, b in pairs if (a.ok, a.as_read) != (b.ok, b.as_read)),
        turned=tuple(n for n, a, b in pairs if a.as_read != b.as_read),
        winner=now.winner if now.winner != was.winner else None,
        next=now.next if now.next != was.next else None,
    )
    return told._replace(same=told == bare and not told.parts)


def alike(claim: Claim, now: Ending, was: Ending) -> Claim | None:
    """The corresponding claim in the other run (the nth with the same words), with its answer there; None
    where it was not answered.
    """
    before = [twin for twin in now.claims if twin.line == claim.line]
    nth = next(n for n, other in enumerate(before) if other is claim)
    return next(islice((twin for twin in was.claims if twin.line == claim.line), nth, None), None)


def parting(played: Run) -> str:
    """Where a replay under another reading no longer fits the script, and what may be done there instead."""
    line = played.lines[min(played.at, len(played.lines) - 1)].text if played.lines else ""
    ask = played.game.ask
    if ask is None:
        return Said("unasked", 'nothing is asked there where "{line}" stands', line=line)
    words = ", ".join(" ".join(choice.words) for choice in ask.choices) or describe_ask(ask)
    if line[:1] == ask.seat:
        return Said("only", '"{line}" is no answer there; possible are: {words}', line=line, words=words)
    return asked_first(ask.seat, words)
