"""What is followed to know what a seat has seen: a run, finished or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from judge.engine.kernel.state import Game
from judge.engine.kernel.tracer import Entry
from judge.fixture.load import Fixture


class Followed(Protocol):
    """A run to be followed: its fixture, the position it began with and where it stands, and its trace."""

    @property
    def fixture(self) -> Fixture:
        """What was played."""

    @property
    def start(self) -> Game:
        """The position at the start."""

    @property
    def game(self) -> Game:
        """The position now."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Every line of the trace."""
