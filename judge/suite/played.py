"""Plays many rulings, in several processes, in order, and keeps of each what another run is compared by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, TypeAlias, TypeVar

from judge.decks.batch import hands, in_order
from judge.errors import NO_MEMORY, BadInput, NotImplementedYet, Problem
from judge.fixture.load import Fixture, load_fixture
from judge.migration import judged
from judge.page.not_known import unread
from judge.page.opened import failing, show
from judge.play.ruling import Ruling, Unfit, run
from judge.render.records import records
from judge.render.text import render
from judge.speech.sentences import Teller
from judge.suite.found import Found
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple
from judge.text.source import KeyPath


# --- failures, each with its place in the fixture ------------------------------------------------------
class Failure(NamedTuple):
    """A claim, a fact, an order, an article or a line that does not hold, as a sentence with its place."""

    kind: str  # claim, fact, order, article, line or refused
    line: int
    column: int
    text: str


def failures(ruling: Ruling, teller: Teller) -> tuple[Failure, ...]:
    """All failures of a ruling, a line that the rules refuse first."""
    places = (*places_of(ruling),)
    faults = [placed(ruling, *place, text) for place, text in zip(places, failing(teller), strict=True)]
    if ruling.refusal is not None:
        lines = [line.text for line in ruling.fixture.lines]
        at = lines.index(ruling.refusal.line) if ruling.refusal.line in lines else 0
        text = f"{ruling.refusal.line}: {ruling.refusal.why}"
        faults.insert(0, placed(ruling, "refused", ("script", at), text))
    return tuple(faults)


def places_of(ruling: Ruling) -> Iterator[tuple[str, KeyPath]]:
    """The kind and place of each failure, in the order of the page."""
    at_line = {id(claim): at for at, claim in judged(ruling).items()}
    for claim in ruling.claims:
        if not claim.ok:
            yield "claim", ("script", at_line.get(id(claim), 0))
    for fact in ruling.facts:
        if not fact.ok:
            yield "fact", ("expect", *keys(fact.path, ruling.fixture.model.expect))
    wanted = ruling.fixture.model.expect.get("order", ())
    if ruling.order < len(wanted):
        yield "order", ("expect", "order", ruling.order)
    for article in ruling.missing:
        yield "article", ("articles", ruling.fixture.model.articles.index(article))
    for line in ruling.surplus if not ruling.lenient else ():
        yield "line", ("script", next(at for at, other in enumerate(ruling.fixture.lines) if other is line))


def keys(path: str, expect: Json) -> Iterator[str]:
    """The keys that lead to a fact in the file; a part of the fact's path that the file leaves out (the seat
    of a shared zone) is left out.
    """
    parts = path.split(".")
    while parts and isinstance(expect, dict):
        for size in range(len(parts), 0, -1):
            key = ".".join(parts[:size])
            if key in expect:
                yield key
                expect, parts = expect[key], parts[size:]
                break
        else:
            parts = parts[1:]


def placed(ruling: Ruling, kind: str, path: KeyPath, text: str) -> Failure:
    """A failure at a key of the fixture."""
    return Failure(kind, *ruling.fixture.source.position(path), text)


# --- one ruling's errors cost no other ruling anything -------------------------------------------------
Result: TypeAlias = Literal["holds", "fails", "undecided", "bad input", "not implemented", "bug"]
Done = TypeVar("Done")


class Failed(NamedTuple):
    """Work that failed: the result and problems, and the traceback of a bug of ours."""

    result: Result
    problems: tuple[Problem, ...]
    bug: str = ""


def attempt(path: str, work: Callable[[], Done], line: int = 0) -> Done | Failed:
    """The result of work on the ruling of a file, or why there is none. Raises nothing.

    What concerns the whole file is told of its first line where `line` is 1, as annotations need one.
    """
    try:
        return work()
    except BadInput as error:
        return Failed("bad input", tuple(error.problems))
    except NotImplementedYet as error:
        return Failed("not implemented", (Problem(path, line, line, "", "", str(error)),))
    except MemoryError:
        return Failed("bad input", (Problem(path, line, line, "", "", NO_MEMORY),))
    except Exception as error:  # a bug of ours: told in full, and it costs the other files nothing
        from traceback import format_exc

        what = f"a bug of ours: {type(error).__name__}: {error}"
        return Failed("bug", (Problem(path, line, line, "", "", what),), format_exc())


# --- playing rulings -----------------------------------------------------------------------------------
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
    """A reading that a ruling touches, and whether another possibility of it gives the same."""

    name: str
    taken: str
    other: str
    same: bool


class Played(NamedTuple):
    """The result of playing a ruling. One that could not be played has its problems and nothing else; one
    whose script does not fit has both: it was read, and it does not hold by these rules.
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


def play_all(rulings: Sequence[Found], playing: Playing = Playing(), jobs: int = 1) -> Iterator[Played]:  # noqa: B008  # it cannot be changed
    """The result of each ruling, in order; the same whatever the number of processes."""
    for _, played in spread(rulings, _BATCH, jobs, play_batch, playing):
        yield from played


def play_batch(rulings: Sequence[Found], playing: Playing) -> list[Played]:
    """The results of some rulings: the work of one process."""
    return [play_one(ruling, playing) for ruling in rulings]


def play_one(ruling: Found, playing: Playing) -> Played:
    """The result of a ruling. Raises nothing: a problem with it costs this file only."""
    done = attempt(ruling.path, lambda: _played(ruling, playing), line=1)
    return Played(*ruling, done.result, done.problems, page=done.bug) if isinstance(done, Failed) else done


def _played(ruling: Found, playing: Playing) -> Played:
    try:
        return _told(ruling, _ruling(ruling.path, playing), playing)
    except Unfit as error:
        return _told(ruling, error.so_far, playing)._replace(result="fails", problems=error.problems)


def _ruling(path: str, playing: Playing) -> Ruling:
    readings = dict(playing.readings)
    return run(load_fixture(path, playing.rulebook, readings, playing.overlays, playing.modules))


def _told(file: Found, ruling: Ruling, playing: Playing) -> Played:
    teller, fixture = Teller(ruling), ruling.fixture
    silent = unread(teller)
    wrong = () if silent and not ruling.unfit else failures(ruling, teller)
    return Played(
        *file,
        _result(ruling, wrong),
        verdict=ruling.verdict,
        game=fixture.book.id,
        version=fixture.book.version,
        title=fixture.model.title,
        line=fixture.source.position(["title"])[0],
        failures=wrong,
        claims=tuple(Claimed(claim.line, claim.allowed, claim.rule, claim.ok) for claim in ruling.claims),
        facts=tuple(
            FactFound(fact.path, show(fact.expected), show(fact.found), fact.ok) for fact in ruling.facts
        ),
        decides=tuple(ruling.ranks.decides),
        acts=tuple(act for act in ruling.ranks.acts if act not in ruling.ranks.decides),
        behind=ruling.ranks.behind,
        readings=tuple(
            ReadingFound(reading.reading, reading.taken, reading.other, reading.same)
            for reading in ruling.others
        ),
        questions=tuple(question.name for question in ruling.questions),
        records=records(ruling),
        page=render(ruling, width=WIDTH) if playing.page else "",
        notes=fixture.notes,
        borrows=_borrows(fixture),
        unread=silent,
    )


def _borrows(fixture: Fixture) -> bool:
    """Does a fixture take cards from elsewhere? The file is looked at, as the model has those cards as if
    they stood in it.
    """
    written: Fields = fixture.source.data
    cards = written.get("cards", {})
    named = any(isinstance(card, str) or "card" in card for card in cards.values())
    return named or bool(written.get("library")) or fixture.model.cards.keys() != cards.keys()


def _result(ruling: Ruling, wrong: Sequence[Failure]) -> Result:
    if wrong:
        return "fails"
    if ruling.verdict == "undecided":
        return "holds" if wanted(ruling) == "undecided" else "undecided"
    return "fails" if ruling.verdict == "unfit" else "holds"


def wanted(ruling: Ruling) -> str:
    """The verdict that a fixture claims: holds; or undecided, where it expects that the book leaves it open.
    A card without its text is no such claim.
    """
    leaves_open = ruling.fixture.model.expect.get("result") == "undecided" and not ruling.unread
    return "undecided" if leaves_open else "holds"


# --- work spread over processes ------------------------------------------------------------------------
Item = TypeVar("Item")
Made = TypeVar("Made")


def spread(
    items: Sequence[Item], size: int, jobs: int, do: Callable[..., list[Made]], *given: object
) -> Iterator[tuple[int, list[Made]]]:
    """Runs `do` on batches of `size` items in several processes; gives the results in order, each with the
    number of its items; the same whatever the number of processes.
    """
    batches = (items[at : at + size] for at in range(0, len(items), size))
    with hands(max(1, min(jobs, -(-len(items) // size))), "") as (executor, count):
        yield from in_order(executor, count, batches, do, *given)
