"""Search: finds every outcome that a fixture's position can reach, by copying paused games, and the cards
that the searching player loses track of on the way.

Every decision of the players is free, chance falls as the script says, and each line is followed until
control is back at the step named by `at`, or at `until`. Outcomes are distinct when their position keys
differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from judge.engine.effects.reader import Reader
from judge.engine.flow.answers import answers
from judge.engine.flow.engine import Engine
from judge.engine.flow.keys import PositionKeys
from judge.engine.kernel.state import CHANCE, Decision, Frame, Game
from judge.engine.kernel.view import Tracer, View
from judge.explain.explainer import Explainer
from judge.fixture.load import Fixture
from judge.fixture.script import read_answer
from judge.play.run import Run
from judge.text.rows import NamedTuple

LIMIT = 20_000  # positions, those that are come to again counted again
# effects: a line on which so many have piled up goes round without end, and so has no number of outcomes
PILED = 150


class Pause(NamedTuple):
    """A waiting decision, the number of chance results so far, and whether the step `at` was left."""

    game: Game
    fallen: int
    away: bool


class Search:
    """Looks for the outcomes of one fixture."""

    def __init__(self, fixture: Fixture, limit: int = LIMIT, begun: Run | None = None) -> None:
        """`begun` is a run of the script that was followed to where the search begins."""
        self.run = begun or Run(fixture, traced=False)
        self.table = fixture.table
        self.limit = limit
        self.key: Callable[[Game], tuple[object, ...]] = PositionKeys(fixture.table)
        left = fixture.lines[self.run.at :]
        # what chance did is in the script; a player has not seen it
        seen = () if self.run.viewer else left
        self.results = [line.words for line in seen if line.seat == CHANCE and line.kind == "answer"]
        self.begun = self.run.begun
        self.away = self.run.away
        self.looked = 0
        self.seen: set[object] = set()
        self.ends: set[object] = set()
        self.ear: Tracer | None = None
        self.heard: dict[str, None] = {}  # the readings that were applied, where anybody listens

    def listen(self) -> None:
        """Records which readings are applied on any line."""
        self.ear = Explainer()

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
        """Is this position new to the search? From now on it is not."""
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
        """The answers to a decision: all possible ones, or for chance those of the script."""
        ask = pause.game.ask
        assert ask is not None
        view = Reader(self.table, pause.game)
        scripted = self.scripted(view, ask, pause.fallen)
        yield from answers(view, ask) if scripted is None else scripted

    def scripted(self, view: View, ask: Decision, fallen: int) -> tuple[object, ...] | None:
        """The result of chance that the script gives, if it does."""
        if ask.seat != CHANCE or fallen >= len(self.results):
            return None
        answer = read_answer(view, ask, self.results[fallen])
        return None if answer.error else (answer.value,)
