"""The outcomes of a position with, for each, a shortest line of decisions that comes to it.

The positions are looked at in the order of how many decisions lead to them, so the first line that comes to
an end is a shortest one. Forced answers are no decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from judge.engine.effects.reader import Reader
from judge.engine.flow.answers import ORDERS, answers
from judge.engine.kernel.state import CHANCE, Ask, Game
from judge.fixture.load import Fixture
from judge.play.endings import Item, told_of
from judge.play.run import Run
from judge.play.script_lines import Said, said
from judge.play.search import LIMIT, PILED, Pause, Search

WIDE = 60  # answers to one decision that are tried: numbers and sets of cards may be many more

Trail = tuple["Trail | None", Said]  # the last line said, and the trail before it
Key = tuple[object, ...]


class Reached(NamedTuple):
    """A position that was come to: the game, and the trail of lines to it."""

    pause: Pause
    trail: Trail | None


class End(NamedTuple):
    """A way that the game ended: what a reader is told of it, the trail to it, the position."""

    told: tuple[Item, ...]
    trail: Trail | None
    game: Game

    @property
    def lines(self) -> list[Said]:
        """Every line to it, in order."""
        return list(lines_of(self.trail))[::-1]


def lines_of(trail: Trail | None) -> Iterator[Said]:
    """The lines of a trail, the last first."""
    while trail is not None:
        trail, line = trail
        yield line


class Outcomes(Search):
    """Looks for the outcomes of one fixture and for the lines to them."""

    def __init__(self, fixture: Fixture, limit: int = LIMIT, begun: Run | None = None) -> None:
        super().__init__(fixture, limit, begun)
        self.found: dict[Key, End] = {}
        self.cut = False  # was the limit met?
        self.piled = False  # was a line given up that goes round without end?
        self.chance = False  # did chance fall as the script says?
        self.wide: set[str] = set()  # decisions of which not every answer was tried, by their articles
        self.later: dict[Key, Reached] = {}
        self.later_ends: dict[Key, End] = {}

    def first(self) -> Reached | End:
        """Where the search begins: the first decision, or the end when there is none."""
        start = self.run.game
        if self.goes_on(start):
            return Reached(Pause(start, 0, self.away), None)
        return End(told_of(self.table, start), None, start)

    def look(self, start: Reached | End, enough: Callable[[End], bool]) -> End | None:
        """Look at every position that can be come to, those nearest first.

        Gives the first end that is enough and looks no further then; None where there is none.
        """
        if isinstance(start, End):
            self.found[self.key(start.game)] = start
            return start if enough(start) else None
        here = [start]
        while here:
            before = len(self.found)
            self.walk(here)
            for key, end in self.later_ends.items():
                self.found.setdefault(key, end)
            best = next((one for one in islice(self.found.values(), before, None) if enough(one)), None)
            if best is not None or self.cut:
                return best
            here = self.next_ones()
        return None

    def next_ones(self) -> list[Reached]:
        """The positions that one decision more leads to, but for those that fewer have led to."""
        fresh = [one for key, one in self.later.items() if key not in self.seen]
        self.seen.update(self.later)
        self.later, self.later_ends = {}, {}
        return fresh

    def walk(self, here: list[Reached]) -> None:
        """Answer every decision of some positions that are equally near; what quiet answers lead to is as
        near and joins them.
        """
        for one in here:
            ask = one.pause.game.ask
            assert ask is not None
            values = self.tried(one.pause, ask)
            for value in values:
                if self.looked >= self.limit:
                    self.cut = True
                    return
                self.looked += 1
                self.try_out(one, ask, value, len(values) == 1, here)

    def try_out(self, one: Reached, ask: Ask, value: object, forced: bool, here: list[Reached]) -> None:
        """One answer to one decision."""
        game, fallen = one.pause.game.copy(), one.pause.fallen + (ask.seat == CHANCE)
        line = said(Reader(self.table, one.pause.game), ask, value, forced)
        self.away = one.pause.away
        goes_on = self.goes_on(game, (value,))
        if not goes_on:
            ends, key = (self.found if line.quiet else self.later_ends), self.key(game)
            if key not in self.found and key not in ends:
                ends[key] = End(told_of(self.table, game), (one.trail, line), game)
        elif len(game.effects) > PILED:
            self.piled = True
        else:
            reached = Reached(Pause(game, fallen, self.away), (one.trail, line))
            self.note(reached, (self.key(game), fallen), line.quiet, here)

    def note(self, reached: Reached, key: Key, quiet: bool, here: list[Reached]) -> None:
        """Keep a position to go on from, unless it has been come to as soon."""
        if key in self.seen:
            return
        if quiet:
            self.seen.add(key)
            here.append(reached)
        else:
            self.later.setdefault(key, reached)

    def tried(self, pause: Pause, ask: Ask) -> list[object]:
        """The answers that are tried: all, or the first of very many."""
        view = Reader(self.table, pause.game)
        scripted = self.scripted(view, ask, pause.fallen)
        if scripted is not None:
            self.chance = True
            return list(scripted)
        found = list(islice(answers(view, ask), WIDE + 1))
        if len(found) > WIDE or bounded(ask):
            self.wide.add(ask.rule)
        return found[:WIDE]


def bounded(ask: Ask) -> bool:
    """Are there more answers to a decision than a search tries?"""
    if ask.kind == "number":
        return ask.most < 0
    ways = 1
    for n in range(len(ask.choices) - ask.least + 1, len(ask.choices) + 1):
        ways *= n
    return ask.kind in ("order", "shuffle") and ways > ORDERS


class Way(NamedTuple):
    """Ends that a reader is told the same of: a shortest line to one of them, how many they are."""

    end: End
    positions: int


def ways(found: Mapping[Key, End]) -> list[Way]:
    """The ends that are alike together, those with the shortest lines first."""
    groups: dict[tuple[Item, ...], list[End]] = {}
    for end in found.values():
        groups.setdefault(end.told, []).append(end)
    return [Way(ends[0], len(ends)) for ends in groups.values()]
