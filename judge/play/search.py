"""Every outcome that a fixture's position can come to, by copying paused games, and which cards the searching
player loses track of on the way.

Every decision of the players is free, chance falls as the script has it, and each line is followed until
control is back at the step named by `at`, or at `until`. Outcomes are distinct when their position keys
differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy

from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.flow.answers import answers
from judge.engine.flow.engine import Engine
from judge.engine.flow.keys import PositionKeys
from judge.engine.kernel.state import CHANCE, AppliedEvent, Decision, Frame, Game
from judge.engine.kernel.tracer import Entry, Tracer
from judge.engine.kernel.view import View
from judge.fixture.load import Fixture
from judge.fixture.script import read_answer
from judge.play.run import Run
from judge.sight.facts import Finished
from judge.sight.sight import Sight
from judge.text.rows import NamedTuple


# --- which cards a player who searches loses track of on the way to an end -----------------------------
class HeardLines(NamedTuple):
    """What was told up to a decision of a search, and what was told before it; `loses`: could a player have
    lost track of a card on the way?
    """

    before: HeardLines | None
    entries: tuple[Entry, ...]
    loses: bool


class Tracks:
    """What a player has seen where a search begins, to be followed on from there."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.sight.veiled = {}  # nothing of what was told before is read here
        self.followed = frozenset(sight.named() | sight.aloud)

    def hears(self, before: HeardLines | None, entries: tuple[Entry, ...]) -> HeardLines:
        """What was told so far, with what is told now."""
        loses = before is not None and before.loses
        return HeardLines(before, entries, loses or any(map(self.could_lose, entries)))

    def could_lose(self, entry: Entry) -> bool:
        """Could a player lose track of a card at a line: is one chosen or taken unseen, or does one of those
        that it follows move where it may not look?
        """
        if entry.kind is trace.EVENT:
            return entry.data["record"].verb == "shuffle" or self.goes_unseen(entry.data["record"])
        if entry.kind is trace.ANSWER:
            return entry.data["ask"].kind in ("pick", "order")
        return entry.kind is trace.ACT and self.sight.unnamed(entry)

    def goes_unseen(self, record: AppliedEvent) -> bool:
        """Does a card move out of those that lie in no order where the player may not look, or one that it
        follows into or out of such a place?
        """
        if record.verb != "move":
            return False
        left = record.before.zone if record.before is not None else ""
        if record.card in self.followed:
            return not (self.sight.sees(left) and self.sight.sees(zone_of(record)))
        return not self.sight.sees(left) and not self.sight.ruling.fixture.book.zones[left[2:]].get("ordered")

    def lost(self, game: Game, heard: HeardLines | None) -> frozenset[str]:
        """The cards that the player followed at the start, and of which it cannot tell at an end where they
        are.
        """
        if heard is None or not heard.loses:
            return frozenset()
        before = self.sight.ruling
        there = Finished(before.fixture, before.start, game, tuple(all_heard(heard)))
        sight = deepcopy(self.sight, {id(before): there})
        sight.follow()
        return self.followed - sight.named() - sight.aloud


def zone_of(record: AppliedEvent) -> str:
    """Where the card of an event has come to lie."""
    return record.after.zone if record.after is not None else ""


def all_heard(heard: HeardLines | None) -> Sequence[Entry]:
    """Everything that was told, in order."""
    return [entry for part in [*parts(heard)][::-1] for entry in part]


def parts(heard: HeardLines | None) -> Iterator[tuple[Entry, ...]]:
    """What was told between decisions, the last first."""
    while heard is not None:
        yield heard.entries
        heard = heard.before


LIMIT = 20_000  # positions, those that are come to again counted again
# effects: a line on which so many have piled up goes round without end, and so has no number of outcomes
PILED = 150


class Pause(NamedTuple):
    """A decision that is waited for, how many results of chance have fallen on the way, whether the step
    named by `at` was left, and what was told on the way, where a player asks.
    """

    game: Game
    fallen: int
    away: bool
    told: HeardLines | None = None


class Search:
    """Looks for the outcomes of one fixture."""

    def __init__(self, fixture: Fixture, limit: int = LIMIT, begun: Run | None = None) -> None:
        """`begun` is a run of the script that was followed to where the search begins."""
        self.run = begun or Run(fixture, traced=False)
        self.table = fixture.table
        self.limit = limit
        self.key: Callable[[Game], tuple[object, ...]] = PositionKeys(fixture.table)
        left = fixture.lines[self.run.at :]
        self.results = [line.words for line in left if line.seat == CHANCE and line.kind == "answer"]
        self.begun = self.run.begun
        self.away = self.run.away
        self.looked = 0
        self.seen: set[object] = set()
        self.ends: set[object] = set()
        self.ear: Tracer | None = None
        self.heard: dict[str, None] = {}  # the readings that were applied, where anybody listens
        self.tracks: Tracks | None = None  # of a player who asks
        self.told: HeardLines | None = None  # what was told to where a line was followed last

    def listen(self) -> None:
        """Hear which readings are applied on any line."""
        self.ear = Tracer()

    def outcomes(self) -> int | None:
        """How many outcomes there are; None when more positions than the limit would have to be looked at,
        or without end.
        """
        start = self.run.game
        waiting = [Pause(start, 0, self.away)] if self.follow(start) else []
        while waiting:
            pause = waiting.pop()
            for value in self.values(pause):
                game = pause.game.copy()
                fallen = pause.fallen + (game.ask is not None and game.ask.seat == CHANCE)
                self.looked += 1
                self.away = pause.away
                if self.follow(game, (value,)) and self.fresh(game, fallen):
                    waiting.append(Pause(game, fallen, self.away))
                if self.looked > self.limit or len(game.effects) > PILED:
                    return None
        return len(self.ends)

    def fresh(self, game: Game, fallen: int) -> bool:
        """Has this position not been looked at yet?"""
        key = (self.key(game), fallen)
        known = key in self.seen
        self.seen.add(key)
        return not known

    def follow(self, game: Game, answer: tuple[object, ...] = ()) -> bool:
        """Follow a line to its next decision; False where it ends, and its end is kept."""
        goes_on = self.goes_on(game, answer)
        if not goes_on:
            self.ends.add(self.key(game))
        return goes_on

    def goes_on(self, game: Game, answer: tuple[object, ...] = ()) -> bool:
        """Play a line to its next decision; False where it ends."""
        engine = Engine(self.table, game, self.ear, remembers=False)
        if answer:
            engine.answer(answer[0])
        engine.run(lambda frame: self.stops(game, frame))
        if self.ear is not None:
            self.heard.update(dict.fromkeys(self.ear.readings))
            if self.tracks is not None:
                self.told = self.tracks.hears(self.told, tuple(self.ear.entries))
            self.ear.entries.clear()
            self.ear.readings.clear()
        return game.ask is not None and game.result is None and not engine.stopped

    def stops(self, game: Game, frame: Frame) -> bool:
        """Is control back where the fixture began, or where it says to stop?

        The step named by `at` always runs first.
        """
        if not self.begun:
            self.begun = True
            return False
        self.away = self.away or self.run.home.left(game, frame)
        return frame.step == self.run.until if self.run.until else self.run.home.back(game, frame, self.away)

    def values(self, pause: Pause) -> Iterator[object]:
        """The answers to a decision: all that there are, or what the script says of chance."""
        ask = pause.game.ask
        assert ask is not None
        view = Reader(self.table, pause.game)
        scripted = self.scripted(view, ask, pause.fallen)
        yield from answers(view, ask) if scripted is None else scripted

    def scripted(self, view: View, ask: Decision, fallen: int) -> tuple[object, ...] | None:
        """What the script says that chance did, if it says so."""
        if ask.seat != CHANCE or fallen >= len(self.results):
            return None
        answer = read_answer(view, ask, self.results[fallen])
        return None if answer.error else (answer.value,)
