"""Whole games decided at random, with what must be true of every position on the way.

A game is given by its number: the same number, the same decisions, the same end.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from judge.engine.flow.answers import answers
from judge.engine.flow.engine import Engine
from judge.engine.kernel.state import Decision, Game
from judge.engine.kernel.table import Table
from judge.engine.kernel.view import Tracer
from judge.fixture.load import load_fixture

HOME = Path(__file__).parent / "play"
MOST = 20_000  # decisions of one game
TRIES = 30  # random picks before all of them are gone through
Look = Callable[[Game], None]


class Endless(RuntimeError):
    """A game that goes on after so many decisions: in some nobody can win any more, and nobody has to."""


def decks(game: str) -> tuple[Table, Game]:
    """The table and the start of a game's decks for random play."""
    fixture = load_fixture(HOME / f"{game}.toml")
    return fixture.table, fixture.start


def play(
    table: Table, start: Game, number: int, look: Look | None = None, tracer: Tracer | None = None
) -> Engine:
    """One whole game by its number; `look` sees every decision. Raises Endless where it does not end."""
    random = Random(number)
    engine = Engine(table, start.copy(), tracer)
    for _ in range(MOST):
        engine.run()
        if look is not None:
            look(engine.game)
        if engine.game.ask is None:
            return engine
        engine.answer(any_answer(engine, engine.game.ask, random))
    raise Endless(f"game {number} does not end")


def any_answer(engine: Engine, ask: Decision, random: Random) -> Any:
    """One of the answers that a decision admits."""
    values = [one.value for one in ask.choices]
    if ask.kind in ("act", "may", "chance"):
        return random.choice(values)
    if ask.kind == "number":
        return random.randint(ask.least, ask.most if ask.most >= 0 else ask.least + 3)
    if ask.kind in ("order", "shuffle"):
        return tuple(random.sample(values, len(values) if ask.kind == "shuffle" else ask.least))
    test = engine.table.book.checks[ask.check] if ask.check else None
    for _ in range(TRIES):
        picked = tuple(random.sample(values, random.randint(ask.least, min(ask.most, len(values)))))
        if test is None or test(engine.view, picked, ask.data):
            return picked
    return random.choice(list(answers(engine.view, ask)))
