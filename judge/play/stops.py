"""Stops of a run: it ends when control is back at the step named by `at` and nothing is left there that
happens without a decision.
"""

from __future__ import annotations

from judge.engine.effects.reader import Reader
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.instructions import END
from judge.engine.kernel.state import Decision, Frame, Game
from judge.engine.kernel.view import Vars
from judge.fixture.load import Fixture


class Home:
    """The step named by `at`, and the depth of its frame."""

    def __init__(self, fixture: Fixture, game: Game) -> None:
        self.table = fixture.table
        self.endless = not fixture.lines  # a script without lines goes to the end of the phase or the battle
        self.frame, self.depth = home_of(fixture, game)

    def left(self, game: Game, frame: Frame) -> bool:
        """Has the procedure of the step gone on to another step, or ended? What the step calls lies
        above it.
        """
        depth = len(game.agenda)
        return depth < self.depth or (depth == self.depth and not self.at_home(frame))

    def at_home(self, frame: Frame) -> bool:
        """Does a frame stand at the step?"""
        return frame.procedure == self.frame.procedure and frame.step == self.frame.step

    def back(self, game: Game, frame: Frame, away: bool) -> bool:
        """Is control back at the step, or past it when the script is empty? `away` says that it was
        elsewhere since.
        """
        depth = len(game.agenda)
        if frame.answers or game.loop is not None:
            return False
        if self.endless:
            return depth < self.depth and not waits(game)
        if depth == self.depth and self.at_home(frame):
            return not waits(game) and (away or not self.proposed(game, frame))
        return depth == self.depth + 1 and self.at_home(game.agenda[-2]) and self.reoffers(game, frame)

    def reoffers(self, game: Game, frame: Frame) -> bool:
        """Has the window of the step carried out the chosen act, so that it asks again or closes?"""
        row = self.table.book.windows.get(frame.procedure[7:])
        if row is None or frame.vars.get("stage") != "offer" or not frame.vars.get("acted"):
            return False
        if frame.vars.get("passes", 0) >= row.passes:
            return False
        outcome = self.proposed(game, frame)
        return type(outcome) is Decision or outcome == [END]

    def asks(self, game: Game, frame: Frame) -> bool:
        """Does the step that is about to run ask somebody?"""
        return type(self.proposed(game, frame)) is Decision

    def proposed(self, game: Game, frame: Frame) -> Outcome:
        """What the step that is about to run would do, without a tracer."""
        procedure = self.table.book.procedures[frame.procedure]
        step = procedure.steps[procedure.places[frame.step]]
        return step.function(Reader(self.table, game), Vars(frame.vars, step.args, frame.answers))


def waits(game: Game) -> bool:
    """Are any abilities pending? They belong to the last act."""
    return any(entry.status == "pending" for entry in game.waiting)


def home_of(fixture: Fixture, game: Game) -> tuple[Frame, int]:
    """The frame that stands at the step named by `at`, and how deep it lies."""
    at = fixture.model.at if isinstance(fixture.model.at, str) else fixture.model.at.get("step", "")
    for depth in range(len(game.agenda), 0, -1):
        if game.agenda[depth - 1].step == at:
            return game.agenda[depth - 1], depth
    return (game.agenda[-1] if game.agenda else Frame("", "")), len(game.agenda)
