"""Shared search: spreads a search over processes, with exactly the result of a search in one process, and
compares ends with the facts that are looked for.

Each process searches the positions that its share of the first decisions leads to, and writes down what
every answer led to, by the path to it. The merging process makes the whole search again in its own order,
looking up what was written down; what no process has written down for that path it works out itself. So the
result does not depend on the number of processes.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from judge.decks.processes import processes
from judge.engine.effects.reader import Reader
from judge.engine.flow.keys import position_key
from judge.engine.kernel.state import CHANCE, Game
from judge.engine.kernel.table import Table
from judge.fixture import facts
from judge.fixture.load import Fixture, check
from judge.play.first_act import search_of, start_of
from judge.play.outcomes import End, Outcomes, Reached, Step
from judge.play.question import Question
from judge.play.run import Run
from judge.play.search import Pause
from judge.text.rows import NamedTuple
from judge.text.source import parse_source, read_source


# --- the facts that an end is looked for by ------------------------------------------------------------
class Wanted:
    """The facts that are looked for; without any, no end is looked for."""

    def __init__(self, table: Table, find: Sequence[Mapping[str, object]]) -> None:
        self.table = table
        self.find = find

    def met(self, end: End) -> bool:
        """Has an end all the facts?"""
        if end.game is None:
            return end.met
        view = Reader(self.table, end.game)
        return bool(self.find) and all(fact.ok for want in self.find for fact in facts.facts(view, want))


SHARES: Final = 4  # positions for each hand, at which the search is split
Path = tuple[int, ...]


class Opening(NamedTuple):
    """What a fixture was opened by, so that another process opens the same."""

    file: str
    rulebook: str = ""
    readings: tuple[tuple[str, str], ...] = ()
    overlays: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    text: str = ""  # of the file, where that has been read already: it may have come through a pipe

    def fixture(self) -> Fixture:
        """The fixture. Raises BadInput."""
        source = parse_source(self.text, self.file) if self.text else read_source(self.file)
        return check(source, self.rulebook, dict(self.readings), self.overlays, self.modules)


class Answers(NamedTuple):
    """The results of the answers to one decision, the articles by which it is cut off, and whether chance
    fell as the script says.
    """

    steps: tuple[Step, ...]
    wide: tuple[str, ...]
    chance: bool


class Share(NamedTuple):
    """One process's part of the work: its number, and how many parts there are."""

    opening: Opening
    question: Question
    at: int
    of: int


def steady(table: Table) -> Callable[[Game], tuple[object, ...]]:
    """Keys of positions that are the same in every process."""

    def key(game: Game) -> tuple[object, ...]:
        return (hashlib.blake2b(repr(position_key(table, game)).encode(), digest_size=16).digest(),)

    return key


# --- what a hand does --------------------------------------------------------------------------------
class Scribe(Outcomes):
    """A search of a share, which writes down what every answer leads to."""

    def __init__(self, fixture: Fixture, limit: int, begun: Run) -> None:
        super().__init__(fixture, limit, begun)
        self.key = steady(self.table)
        self.written: dict[Path, Answers] = {}
        self.met: Callable[[End], bool] = lambda _: False

    def write(self, frontier: list[Reached], share: Share) -> dict[Path, Answers]:
        """Searches until everything has been examined, the limit is reached, or a wanted end has been found.
        The first decisions are taken by every process.
        """
        together = True
        while frontier and not self.cut:
            before = len(self.found)
            self.walk(frontier)
            for key, end in self.later_ends.items():
                self.found.setdefault(key, end)
            if any(map(self.met, islice(self.found.values(), before, None))):
                break
            frontier = self.next_ones()
            if together and len(frontier) >= SHARES * share.of:
                frontier, together = frontier[share.at :: share.of], False
        return self.written

    def steps(self, reached: Reached) -> Iterator[Step]:
        """What each answer leads to, written down whole before any of it is taken."""
        wide, chance, heard = self.wide, self.chance, self.heard
        self.wide, self.chance = set(), False
        steps = list(self.heard_steps(reached))
        told = tuple(map(self.sent, steps))
        self.written[reached.path] = Answers(told, tuple(sorted(self.wide)), self.chance)
        self.wide, self.chance, self.heard = wide | self.wide, chance or self.chance, heard
        yield from steps

    def heard_steps(self, reached: Reached) -> Iterator[Step]:
        """What each answer leads to, with the readings that it applied."""
        self.heard = {}
        for step in super().steps(reached):
            yield step._replace(readings=tuple(self.heard))
            self.heard = {}

    def sent(self, step: Step) -> Step:
        """A step as it is sent: for an end what is told of it, for a position only its key."""
        if not step.over or step.pause is None:
            return step._replace(pause=None)
        end = End(self.telling(step.pause.game), None, step.pause.game)
        return step._replace(pause=None, told=end.told, met=self.met(end))


def written_by(share: Share) -> dict[Path, Answers]:
    """The results that one process writes down. Raises BadInput where the fixture can no longer be opened."""
    search = search_of(share.opening.fixture(), share.question, Scribe)
    search.met = Wanted(search.table, share.question.find).met
    # of what is cut off each hand needs its part only; where shares overlap, some more
    search.limit = math.ceil(search.limit * (share.of + 1) / (2 * share.of))
    _, start, _ = start_of(search, share.question)
    return search.write([start], share) if isinstance(start, Reached) else {}


# --- what is made of it ------------------------------------------------------------------------------
class Merged(Outcomes):
    """A search that looks up written results and works out the rest."""

    def __init__(self, fixture: Fixture, limit: int, begun: Run) -> None:
        super().__init__(fixture, limit, begun)
        self.key = steady(self.table)
        self.written: Mapping[Path, Answers] = {}
        self.start: Pause | None = None

    def look(self, start: Reached | End, enough: Callable[[End], bool]) -> End | None:
        """Look at every position, as any search does."""
        self.start = start.pause if isinstance(start, Reached) else None
        return super().look(start, enough)

    def steps(self, reached: Reached) -> Iterator[Step]:
        """What each answer leads to."""
        answers = self.written.get(reached.path)
        if answers is None:
            yield from super().steps(reached._replace(pause=reached.pause or self.replayed(reached.path)))
            return
        self.wide.update(answers.wide)
        self.chance = self.chance or answers.chance
        yield from answers.steps

    def replayed(self, path: Path) -> Pause:
        """The position at the end of a path, come to again."""
        pause, silent = self.start, (self.wide.copy(), self.chance, self.ear)
        assert pause is not None
        self.ear = None
        for at in path:
            ask = pause.game.ask
            assert ask is not None
            value = self.tried(pause, ask)[at]
            game = pause.game.copy()
            self.away = pause.away
            self.goes_on(game, (value,))
            pause = Pause(game, pause.fallen + (ask.seat == CHANCE), self.away)
        self.wide, self.chance, self.ear = silent
        return pause


def spread(opening: Opening, question: Question, jobs: int) -> dict[Path, Answers]:
    """The results of a search that several processes write down. Raises BadInput where one cannot open the
    fixture.
    """
    shares = [Share(opening, question, at, jobs) for at in range(jobs)]
    written: dict[Path, Answers] = {}
    with processes(jobs) as pool:
        for answers in pool.map(written_by, shares):
            written.update(answers)
    return written
