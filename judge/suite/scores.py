"""How many of the mutants of a rulebook rulings notice."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from judge.suite.mutants import Mutant
from judge.suite.mutation import WAYS, Tried


class Score(NamedTuple):
    """The mutants of one rulebook that were tried, of so many, by so many rulings, by which seed."""

    game: str
    version: str
    tried: tuple[Tried, ...]
    every: int
    rulings: int
    seed: str

    @property
    def unnoticed(self) -> tuple[Mutant, ...]:
        """Those that no ruling notices."""
        return tuple(one.mutant for one in self.tried if not one.way)

    @property
    def share(self) -> float:
        """How many of a hundred were noticed; 100 of none."""
        return 100 * (1 - len(self.unnoticed) / len(self.tried)) if self.tried else 100.0

    @property
    def ways(self) -> dict[str, int]:
        """How many were noticed in which way."""
        found = Counter(one.way for one in self.tried)
        return {way: found[way] for way in WAYS if found[way]}
