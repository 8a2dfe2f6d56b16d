"""Many rulings played, in processes, in order: what one needs of each to compare it with another time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from judge.errors import Problem
from judge.fixture.load import Fixture, load_fixture
from judge.page.answer import unread
from judge.page.opened import show
from judge.play.ruling import Ruling, Unfit, run
from judge.render.records import records
from judge.render.text import render
from judge.speech.sentences import Teller
from judge.suite.attempt import Failed, Result, attempt
from judge.suite.failures import Failure, failures
from judge.suite.found import Found
from judge.suite.spread import spread
from judge.text.plain import Fields

WIDTH: Final = 100  # of a printed page
_BATCH: Final = 16  # rulings: sending them must cost little, and all hands stay busy


class Playing(NamedTuple):
    """How rulings are played: by which rulebook, with what laid over it, and whether their pages are kept."""

    rulebook: str = ""
    overlays: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    page: bool = False


class Claimed(NamedTuple):
    """A line that asks or claims whether something is allowed, and the answer with its article."""

    line: str
    allowed: bool
    article: str
    ok: bool


class FactFound(NamedTuple):
    """A fact as it was expected and as it was found, in words."""

    path: str
    expected: str
    found: str
    ok: bool


class ReadingFound(NamedTuple):
    """A reading on which a ruling touches, and whether another possibility of it comes to the same."""

    name: str
    taken: str
    other: str
    same: bool


class Played(NamedTuple):
    """A ruling that was played. One that could not be has its problems and nothing else; one whose script
    does not fit has both: it was read, and it does not hold by these rules.
    """

    id: str
    path: str
    result: Result  # `holds` also where the book leaves it undecided and the fixture says so
    problems: tuple[Problem, ...] = ()
    verdict: str = ""  # that of the ruling: holds, fails, refused, undecided, unfit
    game: str = ""
    version: str = ""
    title: str = ""
    line: int = 1  # where its title stands
    failures: tuple[Failure, ...] = ()
    claims: tuple[Claimed, ...] = ()
    facts: tuple[FactFound, ...] = ()
    decides: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()  # those that act and do not decide
    behind: tuple[str, ...] = ()
    readings: tuple[ReadingFound, ...] = ()
    questions: tuple[str, ...] = ()
    records: str = ""  # the text of its kept trace
    page: str = ""
    notes: tuple[Problem, ...] = ()  # what is to be known of a saved pause
    borrows: bool = False  # it takes cards from elsewhere: what is in its file does not say all
    unread: str = ""  # the cards that are played without their text, in a sentence


def play_all(found: Sequence[Found], playing: Playing = Playing(), jobs: int = 1) -> Iterator[Played]:  # noqa: B008  # it cannot be changed
    """What became of each ruling, in their order; the same whatever the number of processes."""
    for _, played in spread(found, _BATCH, jobs, play_batch, playing):
        yield from played


def play_batch(found: Sequence[Found], playing: Playing) -> list[Played]:
    """What became of some rulings: what one process does."""
    return [play_one(one, playing) for one in found]


def play_one(found: Found, playing: Playing) -> Played:
    """What became of a ruling. Nothing is raised: what is wrong with it costs this file only."""
    done = attempt(found.path, lambda: _played(found, playing), line=1)
    return Played(*found, done.result, done.problems, page=done.bug) if isinstance(done, Failed) else done


def _played(found: Found, playing: Playing) -> Played:
    try:
        return _told(found, _ruling(found.path, playing), playing)
    except Unfit as error:
        return _told(found, error.so_far, playing)._replace(result="fails", problems=error.problems)


def _ruling(path: str, playing: Playing) -> Ruling:
    readings = dict(playing.readings)
    return run(load_fixture(path, playing.rulebook, readings, playing.overlays, playing.modules))


def _told(found: Found, ruling: Ruling, playing: Playing) -> Played:
    teller, fixture = Teller(ruling), ruling.fixture
    silent = unread(teller)
    wrong = () if silent and not ruling.unfit else failures(ruling, teller)
    return Played(
        *found,
        _result(ruling, wrong),
        verdict=ruling.verdict,
        game=fixture.book.id,
        version=fixture.book.version,
        title=fixture.model.title,
        line=fixture.source.position(["title"])[0],
        failures=wrong,
        claims=tuple(Claimed(one.line, one.allowed, one.rule, one.ok) for one in ruling.claims),
        facts=tuple(FactFound(one.path, show(one.expected), show(one.found), one.ok) for one in ruling.facts),
        decides=tuple(ruling.ranks.decides),
        acts=tuple(one for one in ruling.ranks.acts if one not in ruling.ranks.decides),
        behind=ruling.ranks.behind,
        readings=tuple(ReadingFound(one.reading, one.taken, one.other, one.same) for one in ruling.others),
        questions=tuple(one.name for one in ruling.questions),
        records=records(ruling),
        page=render(ruling, width=WIDTH) if playing.page else "",
        notes=fixture.notes,
        borrows=_borrows(fixture),
        unread=silent,
    )


def _borrows(fixture: Fixture) -> bool:
    """As it is written: the model has the cards that were taken whole, as if they stood in the fixture."""
    written: Fields = fixture.source.data
    cards = written.get("cards", {})
    named = any(isinstance(one, str) or "card" in one for one in cards.values())
    return named or bool(written.get("library")) or fixture.model.cards.keys() != cards.keys()


def _result(ruling: Ruling, wrong: Sequence[Failure]) -> Result:
    if wrong:
        return "fails"
    if ruling.verdict == "undecided":
        return "holds" if wanted(ruling) == "undecided" else "undecided"
    return "fails" if ruling.verdict == "unfit" else "holds"


def wanted(ruling: Ruling) -> str:
    """The verdict that a fixture is about:
    it holds, unless its claim is that the book leaves something open, which no text that is not written does.
    """
    leaves_open = ruling.fixture.model.expect.get("result") == "undecided" and not ruling.fixture.unread
    return "undecided" if leaves_open else "holds"
