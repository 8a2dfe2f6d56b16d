"""How many outcomes each ruling's position has is pinned: a changed rule shows here even where no script
goes.

A pin changes only for a reason that stands in the book: read what is reached now and was not, or no longer
is.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from extent import SOAK

from bench import name_of, rulings
from bench.outcomes import limit_of, pinned
from judge.fixture.load import load_fixture
from judge.play.search import Search

PINS = pinned()
# positions by which a ruling with too many outcomes has not ended; all of them are counted by `make soak`
FEW = 250 if SOAK else 100


def test_every_ruling_is_pinned() -> None:
    """None left out, none left over; the large ones are at most one in six."""
    assert sorted(PINS) == sorted(name_of(one) for one in rulings())
    assert sum(isinstance(one, str) for one in PINS.values()) * 6 <= len(PINS)


@pytest.mark.sample(14)
def test_outcomes(ruling: Path) -> None:
    """Every decision of the players free: as many different ends as are pinned."""
    pin = PINS[name_of(ruling)]
    large = pin == f">{limit_of(name_of(ruling))}"
    limit = limit_of(name_of(ruling))
    search = Search(load_fixture(ruling), min(FEW, limit) if large else limit)
    assert search.outcomes() == (None if large else pin)
