"""A walk over everything that can be decided from a position: no chance, no random, equal positions merged.

It is what a search does and nothing more: copy the paused game, give one answer, run silently to the next
decision, and go no further where an equal position has been before.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from judge.engine.effects.reader import Reader
from judge.engine.flow.answers import answers
from judge.engine.flow.engine import Engine
from judge.engine.flow.keys import PositionKeys
from judge.engine.kernel.state import Game
from judge.engine.kernel.table import Table


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the search for cycles: positions are trees, and reference counts free them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Walk:
    """Walks from one position and counts what it did."""

    def __init__(
        self, table: Table, start: Game, depth: int, merged: bool = True, keeps: bool = False
    ) -> None:
        self.table = table
        self.key = PositionKeys(table)
        self.depth = depth
        self.merged = merged
        self.ticks = 0
        self.decisions = 0
        self.again = 0
        self.seen: dict[Any, int] = {}
        self.keeps = keeps
        self.pauses: list[Game] = []  # the positions looked at, for whoever asks to keep them
        game = start.copy()
        with uncollected():
            self.go_on(game)
            self.visit(game, depth)

    def go_on(self, game: Game) -> Engine:
        """Run silently to the next decision."""
        engine = Engine(self.table, game, remembers=False)
        engine.run()
        self.ticks += engine.ticks
        return engine

    def visit(self, game: Game, depth: int) -> None:
        """Try every answer, unless an equal position was visited with as many decisions left."""
        if game.ask is None or depth == 0:
            return
        if self.merged:
            key = self.key(game)
            if self.seen.get(key, 0) >= depth:
                self.again += 1
                return
            self.seen[key] = depth
        if self.keeps:
            self.pauses.append(game)
        for value in answers(Reader(self.table, game), game.ask):
            after = game.copy()
            engine = Engine(self.table, after, remembers=False)
            engine.answer(value)
            engine.run()
            self.ticks += engine.ticks
            self.decisions += 1
            self.visit(after, depth - 1)
