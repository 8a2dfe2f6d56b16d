"""`pytest rulings/`: the plugin that comes with judge, in runs of its own; and the hook for pre-commit."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.cli.app import app

HOME = Path(__file__).parent.parent
HALT = "a-countered-counter-lets-the-attack-go-on"
EARLY = "a-card-not-yet-played-cannot-be-chosen"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A repository of its own with two rulings and a deck, and what pytest is told there."""
    (tmp_path / "rulings").mkdir()
    for name in (HALT, EARLY):
        for ending in (".toml", ".trace"):
            shutil.copy(
                HOME / "fixtures" / "dbs" / "counter-window" / f"{name}{ending}", tmp_path / "rulings"
            )
    (tmp_path / "rulings" / "deck.toml").write_text('game = "dbs"\n[main]\nwolf = 4\n', encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\njudge_rulebook = book\n", encoding="utf-8")
    shutil.copytree(HOME / "rulebooks" / "dbs", tmp_path / "book")
    return tmp_path


def run(club: Path, *options: str, **environment: str) -> tuple[int, str]:
    """The exit code of pytest there, and what it prints."""
    kept = {key: one for key, one in os.environ.items() if key not in ("CI", "PYTEST_ADDOPTS")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:syrupy",
         "-p", "no:judge", "-p", "judge.pytest_plugin", "rulings", *options],
        cwd=club, env={**kept, "PYTHONPATH": str(HOME), **environment},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_rulings_are_tests(club: Path) -> None:
    """A fact that is not so fails at its line; a trace that is not kept yet warns; a deck is no test."""
    ruling, trace = club / "rulings" / f"{HALT}.toml", club / "rulings" / f"{EARLY}.trace"
    right = trace.read_bytes()
    ruling.write_text(ruling.read_text(encoding="utf-8").replace("life = 2,", "life = 5,"), encoding="utf-8")
    trace.unlink()
    code, out = run(club)
    assert (code, re.findall(r"\d failed|\d passed|\d warning", out)) == (
        1,
        ["1 failed", "1 passed", "1 warning"],
    )
    assert f"rulings/{HALT}.toml:18:7\n    B.life: expected 5, found 2" in out
    assert "Traceback" not in out
    code, out = run(club, "--judge-update")
    assert (code, trace.read_bytes()) == (1, right)


def test_the_rulebook_of_the_configuration_is_played_and_ci_writes_nothing(club: Path) -> None:
    """The counter window taken away in the club's own copy: what rests on it fails."""
    code, out = run(club, "--judge-update", CI="true")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "with CI set nothing is written" in out
    book = club / "book" / "procedures.toml"
    rows = book.read_text(encoding="utf-8").split("\n")
    left = [row for row in rows if 'rule = "7-1-2", do = "window"' not in row]
    assert len(left) == len(rows) - 1
    book.write_text("\n".join(left), encoding="utf-8")
    code, out = run(club)
    assert code == 1
    assert f"FAILED rulings/{HALT}.toml::{HALT}" in out


def test_pytest_finds_it_by_its_entry_point() -> None:
    """The module that pyproject.toml names is there, and this project's own runs leave it out."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    (module,) = project["project"]["entry-points"]["pytest11"].values()
    assert (HOME / f"{module.replace('.', '/')}.py").is_file()
    (name,) = project["project"]["entry-points"]["pytest11"]
    options = project["tool"]["pytest"]["ini_options"]["addopts"]
    assert options[options.index("-p") + 1] == f"no:{name}"


def test_the_hook_is_a_command_that_there_is(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As pre-commit would call it: the entry with its arguments, in the repository."""
    text = (HOME / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    found = dict(re.findall(r"^  ?-? ?(\w+): (.+)$", text, re.M))
    command, *words = found["entry"].split()
    assert command == "judge"
    monkeypatch.chdir(club)
    called = CliRunner().invoke(app, [*words, *found["args"].strip("[]").split(", ")])
    assert (called.exit_code, called.output) == (0, "2 rulings: 2 hold\n")
    assert re.search(found["files"], "rulings/x.toml")
    assert not re.search(found["files"], "README.md")
