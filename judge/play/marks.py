"""Marks in a run: where it stood when a script line answered, so that another run can go on from there."""

from __future__ import annotations

from judge.engine.kernel.state import Game
from judge.fixture.script import Line
from judge.play.claim import Claim
from judge.text.plain import Json
from judge.text.rows import NamedTuple

Place = tuple[Json, ...]


class Mark(NamedTuple):
    """Where a traced run stood when a line answered: how much had been told, the line, the game."""

    told: int
    at: int
    game: Game
    begun: bool
    away: bool
    claims: tuple[Claim, ...]
    waiting: tuple[Line, ...]


def place(game: Game) -> Place:
    """The place of a decision: who is asked, in which window or step and its surroundings, and by whose
    ability. Empty without a decision.
    """
    if game.ask is None:
        return ()
    frames = [(one.procedure, one.step, str(one.vars.get("ability", ""))) for one in game.agenda[-2:]]
    return (game.ask.seat, game.ask.kind, game.turn, *frames)
