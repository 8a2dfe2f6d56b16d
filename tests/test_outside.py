"""What befalls a game from outside: a script tells it, a rulebook knows it by name."""

from __future__ import annotations

import pytest

from judge.errors import BadInput
from judge.fixture.load import parse_fixture
from judge.play.run import Run

BOARD = """\
game = "{game}"
script = ["judge: {said}"]
"""


def played(game: str, said: str) -> Run:
    """A run of a dispute whose script tells only this."""
    run = Run(parse_fixture(BOARD.format(game=game, said=said)))
    run.play()
    return run


def test_what_is_told_is_remembered() -> None:
    """At any time, and for the steps that ask for it."""
    assert played("tdg", "clock").game.memory["outside:clock"] == 1


@pytest.mark.parametrize(("game", "said"), [("tdg", "rain"), ("tdg", "clock 0"), ("dbs", "clock")])
def test_what_a_rulebook_does_not_know_is_refused(game: str, said: str) -> None:
    """With the line that says it."""
    with pytest.raises(BadInput) as refused:
        played(game, said)
    (problem,) = refused.value.problems
    assert problem.message == "nothing of that name happens to this game"
    assert problem.line == 2
