"""Choices that are found by their words are those that the words fit, in the same order."""

from __future__ import annotations

import itertools

from judge.engine.flow.engine import Engine
from judge.fixture.load import parse_fixture
from judge.fixture.script import fits
from judge.play.moments import FEW, Wordings

BOARD = """
game = "dbs"
A = { battle = ["hero", "A.b"], leader = "x.y" }
B = { battle = ["foe"] }
[cards]
hero = { activated = { name = "go", do = [{ draw = 1 }] } }
"A.b" = {}
"x.y" = { type = "leader" }
foe = { activated = { do = [{ draw = 1 }] } }
"""
WORDS = [
    "attack",
    "hero",
    "hero.go",
    "A.b",
    "b",
    "B.foe",
    "foe",
    "x",
    "x.y",
    "x.y.z",
    "B.leader",
    "lb",
    "A",
    "y",
]


def test_rows_are_found_by_what_may_be_written_for_their_words() -> None:
    """By name, by seat and name, by zone, by ability, by what stands before and behind a dot."""
    fixture = parse_fixture(BOARD)
    view = Engine(fixture.table, fixture.start.copy()).view
    rows = [*itertools.product(WORDS, repeat=1), *itertools.product(WORDS, repeat=2)]
    several = Wordings(rows)
    for said in [
        (),
        *rows,
        ("attack", "hero", "foe"),
        *((one, one) for one in ("B.hero", "A.hero", "foe.activated")),
    ]:
        expected = [at for at, words in enumerate(rows) if fits(said, words, view)]
        assert several.fitting(said, view) == expected, said
    assert several.asked > FEW
