"""Ways of playing a ruling that only tests need:
pausing at every tick, replacing the game, looking at steps.
"""

from __future__ import annotations

import copy
import functools
import inspect
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from judge.engine.effects.reader import Reader
from judge.engine.flow.engine import Engine
from judge.engine.flow.keys import position_key
from judge.engine.kernel.state import Frame, Game
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Entry
from judge.engine.kernel.view import Tracer, View
from judge.errors import BadInput, Problem
from judge.explain.explainer import Explainer
from judge.fixture.facts import Fact, facts
from judge.fixture.load import Fixture, load_fixture, parse_fixture
from judge.pauses.saved import load_position, save_game
from judge.play.ruling import Ruling, run
from judge.play.run import Run

Hook = Callable[["Watched"], None]

MODULES = ("toy_game",)  # the Python of the toy game is none of judge's own: it is allowed by name


@functools.lru_cache(maxsize=256)
def loaded(path: Path) -> Fixture:
    """A fixture read once for all tests: nothing that runs it may change it,
    and a test holds that to be so.
    """
    return load_fixture(path)


def problems(text: str) -> list[Problem]:
    """What is wrong with a fixture, nothing where it is read."""
    try:
        parse_fixture(text)
    except BadInput as error:
        return list(error.problems)
    return []


def fields(one: object) -> dict[str, Any]:
    """Every attribute of an object, whether its class is compiled or not."""
    if hasattr(one, "__dict__"):
        return dict(vars(one))
    names = [
        name
        for name in dir(type(one))
        if inspect.isgetsetdescriptor(getattr(type(one), name)) and name[:2] != "__"
    ]
    return {name: getattr(one, name) for name in names}


class Watched:
    """An engine that is looked at after every tick.

    It plays exactly as the plain one does, which may be a compiled one.
    """

    def __init__(self, engine: Engine, after: Hook | None = None) -> None:
        self.engine = engine
        self.after = after

    def __getattr__(self, name: str) -> Any:
        return getattr(self.engine, name)

    @property
    def game(self) -> Game:
        """The game that is played; a hook may put another in its place."""
        return self.engine.game

    @game.setter
    def game(self, game: Game) -> None:
        self.engine.game = game

    def run(self, stop: Callable[[Frame], bool] | None = None) -> None:
        """The plain loop, with a look after each tick; the game may be another one by then."""
        self.engine.stopped = False
        while (
            self.game.ask is None
            and self.game.result is None
            and self.game.agenda
            and not self.engine.stopped
        ):
            self.engine.tick(stop)
            if self.after is not None:
                self.after(self)


def started(fixture: Fixture, after: Hook | None = None, traced: bool = False) -> Run:
    """A run that is watched, ready to play."""
    run = Run(fixture, traced=traced)
    watch(run, run.game, Explainer() if traced else None, after)
    run.tracer = run.engine.tracer
    return run


def watch(run: Run, game: Game, tracer: Tracer | None, after: Hook | None = None) -> None:
    """Give a run another game, and an engine that is watched."""
    run.game, run.engine = game, Watched(Engine(run.table, game, tracer), after)  # type: ignore[assignment]


def swap(run: Run, game: Game) -> None:
    """Put another game in the place of the one that a run is playing, between two ticks."""
    run.game = run.engine.game = run.engine.view.game = game


def resumed(run: Run, game: Game) -> Run:
    """The same run at the same place in its script, on another game, silent."""
    new = copy.copy(run)
    new.tracer = None
    new.claims, new.acts, new.waiting = [], {}, list(run.waiting)
    watch(new, game, None)
    return new


def through_json(game: Game) -> Game:
    """The game after being written to a file and read again."""
    return load_position(json.loads(json.dumps(save_game(game))))


def key(table: Table, game: Game) -> Any:
    """The key of the position, without the decision that waits in it."""
    if game.ask is None:
        return position_key(table, game)
    bare = game.copy()
    bare.ask = None
    return position_key(table, bare)


def ending(run: Run) -> tuple[Any, list[Fact]]:
    """Where a finished run stands, and the facts that its fixture asks for."""
    expect: Mapping[str, Any] = run.fixture.model.expect
    found = list(facts(Reader(run.table, run.game), expect))
    return position_key(run.table, run.game), found


# --- small boards written in the test ------------------------------------------------------------
def dispute(text: str) -> Fixture:
    """A dbs fixture out of a test: the game and the heading are understood."""
    return parse_fixture('game = "dbs"\n' + text, "dispute.toml")


def ruled(text: str) -> Ruling:
    """The ruling of such a fixture."""
    return run(dispute(text), readings=False)


def view_of(text: str) -> View:
    """The position it starts from, to be looked at or changed by verbs."""
    fixture = dispute(text)
    return Reader(fixture.table, fixture.start.copy())


def notes(ruling: Ruling, kind: str) -> list[Entry]:
    """The lines of a trace of one kind."""
    return [entry for entry in ruling.entries if entry.kind.name == kind]
