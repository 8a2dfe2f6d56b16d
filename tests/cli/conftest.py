"""A dispute to run, files that are wrong, and three ways of calling `judge`:
in this process, in one of its own, and on a terminal.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from typer.testing import CliRunner

from judge.cli.app import app

if TYPE_CHECKING:
    from terminals import Terminal

HOME = Path(__file__).parent.parent.parent

DISPUTE = """\
game = "dbs"
title = "The attack is halted"
articles = ["7-1-4"]
script = ["A: attack raider B.leader", "B: not counter stowaway by 10-10-3-1", "B: counter halt"]
[A]
battle = ["raider"]
[B]
hand = ["halt", "stowaway"]
energy = 1
[cards.raider]
power = 15000
[cards.halt]
type = "extra"
cost = 1
contre = { against = "attack", do = [{ negate = "attack" }] }
[cards.stowaway]
type = "extra"
contre = { against = "play", do = [{ negate = "play" }] }
[expect]
B.life = 6
raider = { zone = "battle", mode = "inertie" }
"""


class Called(NamedTuple):
    """What a call of `judge` gave."""

    code: int
    out: str
    err: str


Call = Callable[..., Called]


@pytest.fixture
def dispute(tmp_path: Path) -> Path:
    """A ruling that holds."""
    path = tmp_path / "dispute.toml"
    path.write_text(DISPUTE, encoding="utf-8")
    return path


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """The same with a fact that the rulebook does not bear out."""
    path = tmp_path / "wrong.toml"
    path.write_text(DISPUTE.replace("B.life = 6", "B.life = 5"), encoding="utf-8")
    return path


@pytest.fixture
def misspelt(tmp_path: Path) -> Path:
    """The same with two slips of the pen."""
    path = tmp_path / "misspelt.toml"
    text = (
        DISPUTE.replace("script =", "scirpt =").replace('"7-1-4"', '"7-1-44"').replace("[expect]", "[expct]")
    )
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def judge() -> Call:
    """`judge` by the full parser, in this process."""

    def call(*args: object) -> Called:
        result = CliRunner().invoke(app, [str(arg) for arg in args], prog_name="judge")
        return Called(result.exit_code, result.stdout, result.stderr)

    return call


@pytest.fixture
def process() -> Call:
    """`judge` as people call it, in a process of its own."""

    def call(*args: object, cwd: Path | None = None) -> Called:
        command = [sys.executable, "-m", "judge", *map(str, args)]
        env = {**os.environ, "PYTHONPATH": str(HOME)}
        result = subprocess.run(
            command,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=cwd,
            env=env,
            timeout=120,
            check=False,
        )
        return Called(result.returncode, result.stdout, result.stderr)

    return call


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """`judge` on a terminal; calls that have not ended at the end of the test are ended."""
    pytest.importorskip("pty")
    from terminals import Terminal

    opened: list[Terminal] = []

    def call(*args: str, **more: Mapping[str, str]) -> Terminal:
        opened.append(Terminal(*args, **more))
        return opened[-1]

    yield call
    for one in opened:
        one.close()
