"""CONTRIBUTING's "Add a game", tried: a game made up for it, with bids that both players make in secret."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bench.random_play import any_answer
from judge.cli.app import app
from judge.engine.flow.engine import Engine
from judge.fixture.load import load_fixture
from judge.play.ruling import run

HOME = Path(__file__).parent.parent
BAZAAR = HOME / "tests" / "bazaar"
MODULES = ("bazaar_game",)
FIXTURES = sorted((BAZAAR / "fixtures").glob("*.toml"))
SECTION = (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("Add a game\n")[2]


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The module of the game can be imported, as when its author runs judge."""
    monkeypatch.syspath_prepend(str(BAZAAR))
    monkeypatch.chdir(HOME)


@pytest.mark.parametrize("fixture", FIXTURES, ids=[one.stem for one in FIXTURES])
def test_holds(fixture: Path) -> None:
    """Its rulings."""
    assert run(load_fixture(fixture, str(BAZAAR / "rulebook"), modules=MODULES)).verdict == "holds"


def commands() -> list[str]:
    """The commands that the section gives."""
    return re.findall(r"`(PYTHONPATH=tests/bazaar judge [^`<…]+)`", SECTION)


@pytest.mark.parametrize("command", commands())
def test_the_commands_of_the_section_run(command: str) -> None:
    """As a newcomer types them."""
    assert typed(command)[0] == 0, typed(command)


def test_a_module_that_is_not_found_is_named() -> None:
    """Also where the rulebook was checked and kept before: without its folder, Python does not find it."""
    for command in commands():
        assert typed(command)[0] == 0
        code, told = typed(command.removeprefix("PYTHONPATH=tests/bazaar "))
        assert (code, "the module 'bazaar_game' cannot be imported" in told) == (2, True), told


def typed(command: str) -> tuple[int, str]:
    """What a command that is typed into a shell gives: its exit code, and what it prints."""
    line = command.replace("judge ", f"{sys.executable} -m judge ", 1)
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_there_are_such_commands() -> None:
    """The pattern above must not stop matching in silence."""
    assert len(commands()) == 2


def test_the_module_is_not_imported_unasked() -> None:
    """A rulebook cannot bring Python that nobody has allowed."""
    result = CliRunner().invoke(app, ["lint", str(BAZAAR / "rulebook")])
    assert result.exit_code == 2
    assert "nobody has allowed" in result.output


@pytest.mark.parametrize("seed", range(5))
def test_it_plays_whole_games_at_random(seed: int) -> None:
    """Every decision answered by chance, until somebody has three wares or the piles are empty."""
    fixture = load_fixture(
        BAZAAR / "fixtures" / "three-wares-win.toml", str(BAZAAR / "rulebook"), modules=MODULES
    )
    chance, engine = random.Random(seed), Engine(fixture.table, fixture.start.copy())
    for _ in range(60):
        engine.run()
        if engine.game.ask is None:
            break
        engine.answer(any_answer(engine, engine.game.ask, chance))
    assert engine.game.result is not None
