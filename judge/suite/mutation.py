"""Mutation testing of a rulebook: each mutant is played, ruling by ruling, until one notices it."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from judge.engine.kernel.book import Book
from judge.errors import BadInput, NotImplementedYet
from judge.fixture.envelope import FixtureModel
from judge.fixture.load import check_by, check_keys
from judge.play.ruling import Unfit, run
from judge.render.records import records
from judge.rulebook.checked import Checked
from judge.suite.examined import kept_trace
from judge.suite.found import Found
from judge.suite.mutants import Endless, Mutant, Opened, Original, Steps
from judge.suite.played import wanted
from judge.text.rows import NamedTuple
from judge.text.source import Source, read_source

LIMIT: Final = 20_000  # steps of one ruling
# How a mutant was noticed.
WAYS: Final = {
    "load": "the rulebook does not load",
    "door": "a ruling is refused at the door",
    "facts": "a ruling holds no more",
    "trace": "a ruling goes another way",
    "stops": "a ruling stops",
    "endless": "a ruling does not end",
    "": "no ruling notices",
}


class Asked(NamedTuple):
    """A rulebook, the rulings by which its mutants are tried, and the steps that each may take."""

    folder: str
    overlays: tuple[str, ...]
    modules: tuple[str, ...]
    rulings: tuple[Found, ...]
    limit: int = LIMIT


class Tried(NamedTuple):
    """The result of a mutant: how and by which ruling it was noticed, and how many were played; and the
    tracebacks of rulings that break even on the unchanged rulebook, each where it was first met.
    """

    mutant: Mutant
    way: str
    ruling: str = ""
    played: int = 0
    bugs: tuple[tuple[str, str], ...] = ()  # by the names of rulings


class TomlValue(NamedTuple):
    """A ruling's file, read once."""

    id: str
    source: Source
    model: FixtureModel
    trace: str  # as it is kept beside it, "" where none is

    @property
    def opened(self) -> Opened:
        """The version and the readings that it is played by."""
        return self.model.version, tuple(sorted(self.model.readings.items()))

    def names(self, articles: Sequence[str]) -> int:
        """How near a ruling is to articles: 0 where it cites one, 1 where its trace names one, else 2."""
        if not set(articles).isdisjoint(self.model.articles):
            return 0
        return 1 if any(f"{article} " in self.trace for article in articles) else 2


class Trials:
    """The rulings of one rulebook, the trace of each under the unchanged rulebook, and what they notice."""

    def __init__(self, asked: Asked) -> None:
        self.original = Original.of(asked.folder, asked.overlays, asked.modules)
        self.steps = Steps(asked.limit)
        self.rulings = [ruling for ruling in map(written, asked.rulings) if ruling is not None]
        self.books: dict[Opened, Book] = {}  # of the rulebook as it stands
        self.before: dict[str, str] = {}
        self.bugs: dict[str, str] = {}  # that have not been told yet

    def tried(self, mutant: Mutant) -> Tried:
        """The result of a mutant; the rulings that cite its articles are played first."""
        trial = self.noticing(mutant)
        bugs, self.bugs = self.bugs, {}
        return trial._replace(bugs=tuple(bugs.items()))

    def noticing(self, mutant: Mutant) -> Tried:
        """The result of a mutant, without the tracebacks."""
        books: dict[Opened, Book] = {}
        try:
            checked = self.original.changed(mutant)
            books["", ()] = self.original.book(checked, ("", ()), self.steps)
        except MemoryError:  # which is no fault that the rulings notice
            raise
        except Exception:  # whatever keeps it from loading has been noticed
            return Tried(mutant, "load")
        played = 0
        for ruling in self.nearest(mutant):
            before = self.as_it_stands(ruling)
            if before:
                played += 1
                way = self.noticed(ruling, checked, books, before)
                if way:
                    return Tried(mutant, way, ruling.id, played)
        return Tried(mutant, "", "", played)

    def nearest(self, mutant: Mutant) -> list[TomlValue]:
        """The rulings in the order in which they are tried: those that cite the articles, those whose kept
        trace names one, the others; each group in an order that mixes chapters.
        """
        return sorted(self.rulings, key=lambda ruling: (ruling.names(mutant.articles), digest(ruling.id)))

    def as_it_stands(self, ruling: TomlValue) -> str:
        """The trace of a ruling under the unchanged rulebook; "" for one that does not hold there."""
        if ruling.id not in self.before:
            try:
                holds, trace = self.play(ruling, self.original.checked, self.books)
                self.before[ruling.id] = trace if holds else ""
            except (BadInput, NotImplementedYet, Endless):
                self.before[ruling.id] = ""
            except MemoryError:
                raise
            except Exception:  # of ours: it costs this ruling, and is told
                self.before[ruling.id] = ""
                self.bugs[ruling.id] = traceback.format_exc()
        return self.before[ruling.id]

    def noticed(self, ruling: TomlValue, checked: Checked, books: dict[Opened, Book], before: str) -> str:
        """How a ruling notices the change of the rulebook; "" where it does not."""
        try:
            holds, trace = self.play(ruling, checked, books)
        except Unfit:
            return "facts"
        except BadInput:
            return "door"
        except Endless:
            return "endless"
        except MemoryError:
            raise
        except Exception:  # a fault of the tables may break whatever reads them
            return "stops"
        return "" if holds and trace == before else "trace" if holds else "facts"

    def play(self, ruling: TomlValue, checked: Checked, books: dict[Opened, Book]) -> tuple[bool, str]:
        """Whether a ruling holds by these tables, and its trace. Raises whatever they cause."""
        if ruling.opened not in books:
            books[ruling.opened] = self.original.book(checked, ruling.opened, self.steps)
        self.steps.done = 0
        played = run(check_by(ruling.source, ruling.model, books[ruling.opened]), readings=False)
        return played.verdict == wanted(played), records(played)


def digest(text: str) -> bytes:
    """A hash for mixing, the same every time."""
    return sha256(text.encode("utf-8", "surrogateescape")).digest()


def written(ruling: Found) -> TomlValue | None:
    """A ruling's file, read; None for one without the keys of a ruling."""
    try:
        source = read_source(ruling.path)
        return TomlValue(ruling.id, source, check_keys(source), kept_trace(ruling.path) or "")
    except BadInput:
        return None


@functools.lru_cache(maxsize=1)
def trials(asked: Asked) -> Trials:
    """The rulings that this process tries mutants by."""
    return Trials(asked)


def try_batch(batch: Sequence[Mutant], asked: Asked) -> list[Tried]:
    """The results of some mutants: the work of one process."""
    return [trials(asked).tried(mutant) for mutant in batch]
