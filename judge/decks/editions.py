"""Deck rules by the day of the event: which edition of them is in force,
of those that a rulebook tells apart.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from judge.rulebook.checked import load_checked
from judge.rulebook.shelf import find

if TYPE_CHECKING:
    from judge.tables.decks import EditionRow


class Edition(NamedTuple):
    """Deck rules that hold from a day on, which may be another day in each series of events."""

    id: str
    title: str
    since: Mapping[str, str]  # by series, casefolded: 2017-07-20
    usual: str  # the series whose day counts where none of these is played
    changes: tuple[Mapping[str, object], ...]

    def begins(self, series: str) -> str:
        """The first day of it in a series, "TCG Traditional" by the first of its words that is there."""
        known = (self.since[word] for word in series.casefold().split() if word in self.since)
        return next(known, self.since[self.usual])


@functools.lru_cache(maxsize=16)
def load_editions(game: str) -> tuple[Edition, ...]:
    """The editions of a game's deck rules that came after its rulebook's own, oldest first;
    most have none.
    """
    found = load_checked(str(find(game))).editions
    return tuple(_edition(row) for row in found["edition"]) if found is not None else ()


def _edition(row: EditionRow) -> Edition:
    since = {series.casefold(): str(day) for series, day in row["since"].items()}
    return Edition(row["id"], row["title"], since, row["usual"].casefold(), tuple(row["change"]))


def in_force(game: str, date: str, series: str) -> Sequence[Edition]:
    """The editions that had begun on a day, oldest first; none without a day."""
    return [one for one in load_editions(game) if date and one.begins(series) <= date]
