"""The facts that an end is looked for by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine.effects.reader import Reader
from judge.engine.kernel.table import Table
from judge.fixture import facts
from judge.play.outcomes import End


class Wanted:
    """The facts that are looked for; an end meets none when none is."""

    def __init__(self, table: Table, find: Sequence[Mapping[str, object]]) -> None:
        self.table = table
        self.find = find

    def met(self, end: End) -> bool:
        """Has an end all the facts?"""
        if end.game is None:
            return end.met
        view = Reader(self.table, end.game)
        return bool(self.find) and all(one.ok for want in self.find for one in facts.facts(view, want))
