"""What grows with a board grows no faster than the board: counted in calls of functions, never timed.

`python -m bench.growth` measures more of it, in seconds and memory.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType

import pytest

from bench import growth_boards as boards
from judge.cli import main
from judge.fixture.load import load_fixture, parse_fixture
from judge.play.ruling import run
from judge.render.json import pieces, ruling_json
from judge.render.text import render

BAR = 2.2


def judged(files: boards.Files) -> str:
    """A ruling from the text to the page."""
    return render(run(parse_fixture(files["board.toml"])))


def calls(files: boards.Files) -> int:
    """How many functions are called for a ruling."""
    n = 0

    def called(frame: FrameType, event: str, arg: object) -> None:
        nonlocal n
        n += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        judged(files)
    finally:
        sys.setprofile(before)
    return n


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("grows", "n", "options"),
    [
        (boards.turns, 40, 2.0),
        (boards.refused, 60, 2.0),
        (boards.claims, 100, 2.0),
        (boards.damage, 200, 2.0),
        (boards.links, 160, 2.0),
        (boards.statics, 60, 2.0),
        (boards.statics_on_selves, 60, 2.0),
        (boards.statics_on_some, 60, 2.0),
        (boards.recalled, 100, 2.0),
        (partial(boards.destroyed, text=boards.INSTEAD), 40, 2.0),
        (partial(boards.destroyed, text=boards.HEARD), 160, 2.0),
        (partial(boards.tokens, text=boards.COMES), 160, 2.0),
        (boards.forbids, 24, 4.0),  # each of as many cards has as many aims
        (boards.answered, 40, 4.0),  # of those that wait one fewer is offered each time
    ],
)
def test_twice_as_much_takes_twice_the_calls(
    grows: Callable[[int], boards.Files], n: int, options: float
) -> None:
    judged(grows(4))  # what is loaded once is not counted
    assert calls(grows(2 * n)) <= BAR * options / 2 * calls(grows(n))


def test_json_is_written_piece_by_piece() -> None:
    """The whole text is never in memory, and is the same."""
    document = ruling_json(run(parse_fixture(boards.turns(20)["board.toml"])))
    whole = json.dumps(document, ensure_ascii=False, indent=2, default=str)
    found = list(pieces(document))
    assert "".join(found) == whole
    assert max(map(len, found)) < len(whole) / 3


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "one", [one for one in boards.DIMENSIONS if "board.toml" in one.command], ids=lambda one: one.name
)
def test_the_largest_board_that_is_measured_is_within_the_bounds(
    one: boards.Dimension, tmp_path: Path
) -> None:
    one.write(tmp_path, one.sizes[-1])
    load_fixture(tmp_path / "board.toml")


@pytest.mark.sample(10)
@pytest.mark.parametrize("one", boards.DIMENSIONS, ids=lambda one: one.name)
def test_every_board_that_is_measured_can_be_played(
    one: boards.Dimension, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one.write(tmp_path, 4)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["judge", *one.command])
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "cache"))
    assert main() in (0, 1)
    assert not capsys.readouterr().err
