"""A dispute that comes through a pipe: `judge run -`, and the questions about it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from judge.cli.app import app

DISPUTE = """
game = "dbs"
script = ["A: attack raider", "B: may counter halt"]
A = { battle = ["raider"] }
B = { hand = ["halt"] }
[cards]
raider = { power = 15000 }
halt = { type = "extra", contre = { against = "attack" } }
[expect]
raider = { mode = "inertie" }
"""


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No catalogue of this user, and a folder where nothing lies."""
    monkeypatch.setenv("JUDGE_CARDS", str(tmp_path / "none.sqlite"))
    monkeypatch.setenv("JUDGE_LANG", "en")
    monkeypatch.chdir(tmp_path)


def called(*args: str, text: str | bytes = DISPUTE) -> Any:
    """A command with something piped into it."""
    return CliRunner().invoke(app, [*args], input=text, prog_name="judge")


def test_a_piped_dispute_is_ruled_on_as_that_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(DISPUTE, encoding="utf-8")
    piped, read = called("run", "-"), called("run", "mine.toml")
    assert (piped.exit_code, piped.stdout, piped.stderr) == (0, read.stdout, "")
    assert "YES: B may counter with halt." in piped.stdout
    found = json.loads(called("run", "-", "--format", "json").stdout)
    assert found["fixture"] == "<stdin>"


@pytest.mark.parametrize(
    ("old", "new", "code", "told"),
    [
        ('mode = "inertie"', 'mode = "action"', 1, ""),
        ("power = 15000", "powr = 15000", 2, "<stdin>:7:12: "),
        ('game = "dbs"', 'game = "dbs', 2, "<stdin>:2:"),
    ],
)
def test_its_exit_codes_and_messages_are_those_of_a_file(old: str, new: str, code: int, told: str) -> None:
    found = called("run", "-", text=DISPUTE.replace(old, new))
    assert found.exit_code == code
    assert told in found.stderr


@pytest.mark.parametrize(("text", "told"), [(b"\xff\xfe", "UTF-16"), (b" " * 1_000_001, "too large")])
def test_what_is_no_text_is_told_as_that(text: bytes, told: str) -> None:
    found = called("run", "-", text=text)
    assert found.exit_code == 2
    assert found.stderr.startswith("<stdin>:")
    assert told in found.stderr


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("why", "-", "B.life"), "B"),
        (("why-not", "-", "B: counter halt"), "YES"),
        (("explore", "-"), "raider"),
        (("explore", "-", "--jobs", "2"), "raider"),
        (("minimise", "-"), "halt"),
    ],
)
def test_questions_are_asked_of_it_too(args: tuple[str, ...], told: str) -> None:
    found = called(*args)
    assert found.exit_code == 0
    assert told in found.stdout


def test_cards_of_it_lie_below_the_working_folder(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('game = "dbs"\n[cards.X-1]\nname = "Raider"\npower = 15000\n')
    text = 'library = ["club.toml"]\n' + DISPUTE.replace("{ power = 15000 }", '"Raider"')
    assert called("run", "-", text=text).exit_code == 0
    wrong = called("run", "-", text=text.replace("club", "clib"))
    assert wrong.exit_code == 2
    assert "clib.toml: no such file (did you mean club.toml?)" in wrong.stderr


def test_standard_input_is_given_once_and_beside_files(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(DISPUTE, encoding="utf-8")
    twice = called("run", "-", "-")
    assert (twice.exit_code, twice.stdout) == (2, "")
    assert "- is given twice" in twice.stderr
    both = called("run", "mine.toml", "-")
    assert both.exit_code == 0
    assert "<stdin>" in both.stdout


def test_a_dispute_that_is_walked_through_comes_from_a_file() -> None:
    """Its keys come from standard input."""
    found = called("step", "-")
    assert found.exit_code == 2
    assert "the keys come from standard input" in found.stderr
