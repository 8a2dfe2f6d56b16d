"""Which cards a player who searches loses track of on the way to an end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import NamedTuple

from judge.engine.kernel.state import Game
from judge.engine.kernel.tracer import Entry
from judge.sight.facts import Finished
from judge.sight.sight import Sight


class Heard(NamedTuple):
    """What was told up to a decision of a search, and what was told before it."""

    before: Heard | None
    entries: tuple[Entry, ...]


class Tracks:
    """What a player has seen where a search begins, to be followed on from there."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.sight.veiled = {}  # nothing of what was told before is read here
        self.followed = frozenset(sight.named() | sight.aloud)

    def lost(self, game: Game, heard: Heard | None) -> frozenset[str]:
        """The cards that the player followed at the start, and of which it cannot tell at an end where they
        are.
        """
        before = self.sight.ruling
        there = Finished(before.fixture, before.start, game, tuple(all_heard(heard)))
        sight = deepcopy(self.sight, {id(before): there})
        sight.follow()
        return self.followed - sight.named() - sight.aloud


def all_heard(heard: Heard | None) -> Sequence[Entry]:
    """Everything that was told, in order."""
    return [entry for part in [*parts(heard)][::-1] for entry in part]


def parts(heard: Heard | None) -> Iterator[tuple[Entry, ...]]:
    """What was told between decisions, the last first."""
    while heard is not None:
        heard, entries = heard
        yield entries
