"""`pytest rulings/`: the plugin that comes with judge, in runs of its own; and the hook for pre-commit."""

from __future__ import annotations

import json
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
from judge.rulebook.checked import cache_folder, content_key, kept_text, load_checked
from judge.suite.cache import digest_of

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
    # Whoever has played there before has the rulebook checked.
    load_checked(str(tmp_path / "book"))
    kept = cache_folder() / f"{content_key(str(tmp_path / 'book'), ())}.json"
    (tmp_path / ".cache").mkdir()
    shutil.copy(kept, tmp_path / ".cache")
    return tmp_path


def run(club: Path, *options: str, **environment: str) -> tuple[int, str]:
    """The exit code of pytest there, and what it prints."""
    outside = ("CI", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT")
    kept = {key: one for key, one in os.environ.items() if key not in outside}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:judge",
         "-p", "judge.pytest_plugin", *(options or ["rulings"])],
        cwd=club, env={**kept, "PYTHONPATH": str(HOME), "JUDGE_CACHE": str(club / ".cache"), **environment},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def edit(path: Path, old: str, new: str) -> None:
    """One place of a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def drop_the_counter_window(club: Path) -> None:
    """From the club's own copy of the rulebook."""
    book = club / "book" / "procedures.toml"
    rows = book.read_text(encoding="utf-8").split("\n")
    left = [row for row in rows if 'rule = "7-1-2", do = "window"' not in row]
    assert len(left) == len(rows) - 1
    book.write_text("\n".join(left), encoding="utf-8")


def counted(out: str) -> list[str]:
    """How many tests came out how, and snapshots."""
    return re.findall(r"\d+ (?:failed|passed|warning|error|unused snapshot|snapshots? \w+)", out)


def test_rulings_are_tests(club: Path) -> None:
    """A fact that is not so fails at its line; a trace that is not kept yet warns; a deck is no test."""
    trace = club / "rulings" / f"{EARLY}.trace"
    right = trace.read_bytes()
    edit(club / "rulings" / f"{HALT}.toml", "life = 2,", "life = 5,")
    trace.unlink()
    code, out = run(club)
    assert (code, counted(out)) == (1, ["1 failed", "1 passed", "1 warning"])
    assert f"rulings/{HALT}.toml:18:7\n    B.life: expected 5, found 2" in out
    assert "Traceback" not in out
    code, out = run(club, "rulings", "--snapshot-update")
    assert (code, trace.read_bytes()) == (1, right)
    assert counted(out) == ["1 snapshot generated", "1 failed", "1 passed"]


@pytest.mark.soak
def test_a_changed_trace_is_told_by_its_first_record_and_updated(club: Path) -> None:
    """Old and new record, and no more; a ruling that fails keeps its trace though it is not compared."""
    trace, other = (club / "rulings" / f"{one}.trace" for one in (HALT, EARLY))
    right, kept = trace.read_bytes(), other.read_bytes()
    edit(trace, "question counter-paid", "question counter-unpaid")
    edit(club / "rulings" / f"{EARLY}.toml", 'drop = ["smash"]', 'hand = ["smash"]')
    code, out = run(club)
    assert (code, counted(out)) == (1, ["1 snapshot failed", "2 failed"])
    assert f"rulings/{HALT}.trace:5\n    - question counter-unpaid\n    + question counter-paid\n" in out
    code, out = run(club, "rulings", "--snapshot-update")
    assert (code, counted(out)) == (1, ["1 snapshot updated", "1 failed", "1 passed"])
    assert (trace.read_bytes(), other.read_bytes()) == (right, kept)


@pytest.mark.soak
def test_nothing_is_written_through_a_link(club: Path) -> None:
    """It may lead anywhere; that is told in a line."""
    trace, elsewhere = club / "rulings" / f"{HALT}.trace", club / "elsewhere"
    elsewhere.write_text("mine\n", encoding="utf-8")
    trace.unlink()
    trace.symlink_to(elsewhere)
    code, out = run(club, "rulings", "--snapshot-update")
    assert (code, elsewhere.read_text(encoding="utf-8")) == (1, "mine\n")
    assert f"{HALT}.trace\n    is a link (expected a file beside its ruling, or none)\n" in out
    assert "Traceback" not in out


@pytest.mark.soak
@pytest.mark.parametrize("setting", ["judge_overlays", "judge_rulebook"])
@pytest.mark.parametrize("spread", [(), ("-n", "2")])
def test_what_is_configured_and_not_there_is_told(club: Path, setting: str, spread: tuple[str, ...]) -> None:
    """Also where rulings that hold without it are kept."""
    config = club / "pytest.ini"
    text = config.read_text(encoding="utf-8").replace("judge_rulebook = book\n", "")
    config.write_text(text, encoding="utf-8")
    assert run(club)[0] == 0
    config.write_text(f"{text}{setting} = nosuch.toml\n", encoding="utf-8")
    code, out = run(club, "rulings", *spread)
    assert code == (pytest.ExitCode.TESTS_FAILED if spread else pytest.ExitCode.USAGE_ERROR)
    assert f"{setting}: there is no " in out
    assert "nosuch.toml" in out
    assert "Traceback" not in out


@pytest.mark.soak
@pytest.mark.parametrize("name", [HALT, "house"])
def test_changes_are_no_trace(club: Path, name: str) -> None:
    """Whatever they are called: they are neither written over nor taken away."""
    changes = club / "rulings" / f"{name}.trace"
    changes.write_text('why = "of the house"\n', encoding="utf-8")
    config = club / "pytest.ini"
    text = config.read_text(encoding="utf-8")
    config.write_text(f"{text}judge_overlays = rulings/{changes.name}\n", encoding="utf-8")
    code, out = run(club, "rulings", "--snapshot-update")
    assert (code, changes.read_text(encoding="utf-8")) == (int(name == HALT), 'why = "of the house"\n')
    assert ("a trace would overwrite this file, which is read" in out) == (name == HALT)
    assert "Traceback" not in out


@pytest.mark.soak
def test_a_folder_is_no_trace(club: Path) -> None:
    """It is left alone, whatever it is called."""
    folder = club / "rulings" / "gone.trace"
    folder.mkdir()
    code, out = run(club, "rulings", "--snapshot-update")
    assert (code, counted(out), folder.is_dir()) == (0, ["2 snapshots passed", "2 passed"], True)


@pytest.mark.slow("runs of pytest, one after the other")
@pytest.mark.soak
@pytest.mark.parametrize("spread", [(), ("-n", "2")])
def test_a_trace_that_is_left_over_fails_until_it_is_removed(club: Path, spread: tuple[str, ...]) -> None:
    """As an unused snapshot, also where workers share the rulings; where one ruling is asked for nothing
    goes."""
    left = club / "rulings" / f"{EARLY}.trace"
    (club / "rulings" / f"{EARLY}.toml").unlink()
    code, out = run(club, "rulings", *spread)
    assert (code, counted(out)) == (1, ["1 snapshot passed", "1 snapshot unused", "1 passed"])
    run(club, f"rulings/{HALT}.toml", "--snapshot-update", *spread)
    assert left.is_file()
    code, out = run(club, "rulings", "--snapshot-update", *spread)
    assert (code, counted(out)) == (0, ["1 snapshot passed", "1 unused snapshot", "1 passed"])
    assert not left.exists()
    assert {one.name for one in (club / "rulings").iterdir()} == {
        f"{HALT}.toml",
        f"{HALT}.trace",
        "deck.toml",
    }


@pytest.mark.soak
def test_the_rulebook_of_the_configuration_is_played(club: Path) -> None:
    """The counter window taken away in the club's own copy: what rests on it fails, also over workers."""
    drop_the_counter_window(club)
    for spread in ((), ("-n", "2")):
        code, out = run(club, "rulings", *spread)
        assert code == 1
        assert f"FAILED rulings/{HALT}.toml::{HALT}" in out


@pytest.mark.sample(1)
@pytest.mark.parametrize("spread", [(), ("-n", "2")])
def test_ci_writes_nothing(club: Path, spread: tuple[str, ...]) -> None:
    """Neither a new trace, nor is one removed; the run is refused."""
    left, new = club / "rulings" / "gone.trace", club / "rulings" / f"{HALT}.trace"
    left.write_text("answer\n", encoding="utf-8")
    new.unlink()
    code, out = run(club, "rulings", "--snapshot-update", *spread, CI="true")
    assert code == (pytest.ExitCode.TESTS_FAILED if spread else pytest.ExitCode.USAGE_ERROR)
    assert "with CI set nothing is written" in out
    assert (left.is_file(), new.exists()) == (True, False)


@pytest.mark.soak
def test_without_syrupy_it_says_what_to_install(club: Path) -> None:
    """Its traces could not be compared."""
    code, out = run(club, "rulings", "-p", "no:syrupy")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "pip install 'rules-judge[pytest]'" in out


@pytest.mark.slow("runs of pytest, one after the other")
@pytest.mark.soak
@pytest.mark.parametrize("spread", [(), ("-n", "2")])
def test_what_has_not_changed_is_not_played_again(club: Path, spread: tuple[str, ...]) -> None:
    """What became of every ruling is kept, whoever played it; with `judge_cache = false` nothing is."""
    config = club / "pytest.ini"
    config.write_text(config.read_text(encoding="utf-8") + "judge_cache = false\n", encoding="utf-8")
    run(club, "rulings", *spread)
    assert list((club / ".cache").glob("rulings/*.json")) == []
    edit(config, "judge_cache = false", "judge_cache = true")
    run(club, "rulings", *spread)
    (kept,) = (club / ".cache").glob("rulings/*.json")
    rulings = json.loads(kept.read_bytes())["rulings"]
    assert len(rulings) == 2
    for digest, (mark, text) in rulings.items():  # what is kept is believed, so it is read
        wrong = text.replace('"result":"holds"', '"result":"undecided"')
        assert (mark, wrong != text) == (digest_of(text), True)
        rulings[digest] = [digest_of(wrong), wrong]
    kept.write_text(kept_text(kept.stem, {"rulings": rulings}), encoding="utf-8")
    code, out = run(club, "rulings", *spread)
    assert (code, counted(out)) == (1, ["2 failed"])


def test_pytest_finds_it_by_its_entry_point() -> None:
    """The module that pyproject.toml names is there, and this project's own runs leave it out."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    (module,) = project["project"]["entry-points"]["pytest11"].values()
    assert (HOME / module.replace(".", "/") / "__init__.py").is_file()
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
