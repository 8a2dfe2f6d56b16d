"""`judge init`: a repository that holds by the lines that CI runs, and fails where a rule is changed."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from judge.release import VERSION
from judge.rulebook.shelf import games

if TYPE_CHECKING:
    from tests.cli.conftest import Call

HOME = Path(__file__).parent.parent.parent
ALWAYS = {
    "README.md", "check.sh", "changes.sh", "requirements.txt", "pytest.ini", ".gitignore", ".gitattributes",
    ".github/workflows/rulings.yml", ".pre-commit-config.yaml",
}  # fmt: skip
RULING = "a-combo-that-only-draws-level-does-not-save-the-leader"
WINDOW = '  { rule = "7-1-2", do = "window"'  # how the line of the counter window of an attack begins
HOUSE = 'why = "No counters"\n[[change]]\nstep = "battle.7-1-2"\nremove = true\n'
Shell = Callable[..., tuple[int, str, str]]


def shell_in(club: Path, programs: Path, **environment: str) -> Shell:
    """What carries out a line of a shell in the club, the programs of a folder before all others: it gives
    the exit code, and what is printed.
    """
    kept = {key: one for key, one in os.environ.items() if not key.startswith(("GITHUB_", "PYTEST_"))}
    kept |= {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "JUDGE_CACHE": ".judge-cache"}
    kept |= {"GITHUB_BASE_REF": "main", "GITHUB_STEP_SUMMARY": str(club.parent / "summary.md"), **environment}

    def run(line: str) -> tuple[int, str, str]:
        found = subprocess.run(
            ["sh", "-ec", line], cwd=club, env=kept, capture_output=True, encoding="utf-8", check=False,
            timeout=600,
        )  # fmt: skip
        return found.returncode, found.stdout, found.stderr

    return run


@pytest.fixture
def shell(club: Path) -> Shell:
    """A shell in the club with the `judge` that is tried."""
    command = club.parent / "bin" / "judge"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m judge "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return shell_in(club, command.parent, PYTHONPATH=str(HOME))


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Where it is made."""
    return tmp_path / "club"


def written(folder: Path) -> set[str]:
    """The files of a folder, the repository's own left out."""
    found = (one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file())
    return {one for one in found if not one.startswith((".git/", ".judge-cache/"))}


def commit(shell: Shell) -> None:
    """All that is there, as the branch that a pull request goes to."""
    own = "-c user.name=a -c user.email=a@example.org -c commit.gpgsign=false"
    code, _, err = shell(f"git init -q -b main && git add -A && git {own} commit -qm first")
    assert (code, err) == (0, "")
    shell("git update-ref refs/remotes/origin/main main")


def workflow(club: Path) -> list[str]:
    """What CI runs, in its order, without what installs judge."""
    text = (club / ".github" / "workflows" / "rulings.yml").read_text(encoding="utf-8")
    install, *lines = re.findall(r"^ +(?:- )?run: (.+)$", text, re.MULTILINE)
    assert install == "pip install -r requirements.txt"
    return lines


@pytest.mark.sample(1)
@pytest.mark.parametrize("copied", [False, True], ids=["house", "copy"])
@pytest.mark.parametrize("game", games())
def test_a_new_repository_holds(
    game: str, copied: bool, club: Path, judge: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What its scripts call passes, its trace is kept, and no place of a template is left open."""
    found = judge("init", club, "--game", game, *(["--rulebook"] if copied else []))
    assert (found.code, found.err) == (0, "")
    books = {one for one in written(club) if one.startswith("rulebooks/")}
    (ruling,) = (one for one in written(club) if one.startswith("rulings/") and one.endswith(".toml"))
    trace = f"{ruling.removesuffix('.toml')}.trace"
    assert written(club) - books == ALWAYS | {ruling, trace} | (set() if copied else {"house.toml"})
    original = HOME / "rulebooks" / game
    tables = {one.relative_to(HOME).as_posix() for one in original.rglob("*.toml")}
    assert books == (tables if copied else set())
    for one in written(club) - books:
        text = (club / one).read_text(encoding="utf-8")
        assert not re.search(r"@[A-Z]+@|://", text), one
        assert one not in found.out or one in found.out.splitlines()
    monkeypatch.chdir(club)
    lines = re.findall(r"^judge (.+)$", Path("check.sh").read_text(encoding="utf-8"), re.MULTILINE)
    for line in lines:
        done = judge(*shlex.split(line.replace('"$@"', "--strict").replace(">&2", "")))
        assert (done.code, done.err) == (0, "")
    assert len(lines) == 2
    for asked in re.findall(r"`judge (run .+?|rules .+?)`", Path("README.md").read_text(encoding="utf-8")):
        assert judge(*shlex.split(asked.replace("two words", "player"))).code == 0


@pytest.mark.slow("whole processes, one after the other")
@pytest.mark.soak
def test_what_ci_runs_passes_and_fails_where_a_step_is_gone(club: Path, judge: Call, shell: Shell) -> None:
    """In a copy of the rulebook."""
    judge("init", club, "--rulebook")
    ci_passes_then_fails(club, shell)


@pytest.mark.soak
@pytest.mark.slow("builds and installs a wheel")
def test_what_is_installed_does_the_same(club: Path) -> None:
    """The wheel, with all that it asks for, in an environment of its own; pytest finds the plugin there."""
    wheels, venv = club.parent / "wheels", club.parent / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    subprocess.run([venv / "bin" / "pip", "wheel", "-q", "--no-deps", "-w", wheels, HOME], check=True)
    (wheel,) = wheels.iterdir()
    subprocess.run([venv / "bin" / "pip", "install", "-q", wheel], check=True)
    subprocess.run([venv / "bin" / "judge", "init", club, "--rulebook"], check=True)
    shell = shell_in(club, venv / "bin", PIP_FIND_LINKS=str(wheels))
    assert shell("pip install -r requirements.txt")[0] == 0
    assert shell("pytest")[0] == 0
    ci_passes_then_fails(club, shell)
    assert shell("pytest")[0] == 1


def ci_passes_then_fails(club: Path, shell: Shell) -> None:
    """The counter window dropped from the club's own rulebook: the ruling is named, with its line and where
    it parts, in the log, in the report and in the summary of the pull request.
    """
    commit(shell)
    lines = workflow(club)
    assert len(lines) == 3
    assert [shell(line)[0] for line in lines] == [0, 0, 0]
    table = club / "rulebooks" / "dbs" / "procedures.toml"
    rows = table.read_text(encoding="utf-8").splitlines(keepends=True)
    left = [one for one in rows if not one.startswith(WINDOW)]
    assert len(left) == len(rows) - 1
    table.write_text("".join(left), encoding="utf-8")
    summary = club.parent / "summary.md"
    summary.unlink()
    check, changes, report = (shell(line) for line in lines)
    assert (check[0], changes[0], report[0]) == (1, 1, 1)
    assert f"file=rulings/{RULING}.toml,line=" in check[1]
    told = summary.read_text(encoding="utf-8")
    assert (RULING in told, "7-1-2" in told) == (True, True)
    assert 'failures="1"' in (club / "rulings.xml").read_text(encoding="utf-8")
    assert "rulings.xml" not in shell("git status --short")[1]


@pytest.mark.slow("whole processes, one after the other")
@pytest.mark.soak
def test_house_rules_are_told_until_they_are_accepted(club: Path, judge: Call, shell: Shell) -> None:
    """By the changes laid over the rulebook; the commands that the README of the club gives."""
    judge("init", club)
    commit(shell)
    (club / "house.toml").write_text(HOUSE, encoding="utf-8")
    code, out, _ = shell("sh check.sh")
    assert (code, f"fails     {RULING}\n  rulings/{RULING}.toml:" in out) == (1, True)
    code, out, _ = shell("sh changes.sh main")
    assert code == 1
    assert out.startswith("main:house.toml → house.toml: 1 ruling played by both, 1 changes.")
    assert shell("sh changes.sh main --format json -o diff.json")[0] == 1
    assert shell(f"judge accept --from diff.json {RULING} --reason 'our house'")[0] == 0
    assert shell("sh changes.sh main")[0] == 0
    code, out, err = shell("sh changes.sh")
    assert (code, out, "against which branch" in err) == (2, "", True)


def test_pytest_runs_it_too(club: Path, judge: Call, shell: Shell) -> None:
    """By the configuration that is written: the ruling is found, and by a rule of the house another one."""
    judge("init", club)
    pytest_ = (
        f"{shlex.quote(sys.executable)} -m pytest -q -p no:cacheprovider -p no:judge -p judge.pytest_plugin"
    )
    (club / "house.toml").write_text(HOUSE, encoding="utf-8")
    code, out, _ = shell(pytest_)
    assert (code, f"FAILED rulings/{RULING}.toml::{RULING}" in out) == (1, True)


def test_the_release_is_named(club: Path, judge: Call) -> None:
    """A newer one may tell a ruling otherwise."""
    judge("init", club)
    assert (club / "requirements.txt").read_text(encoding="utf-8") == f"rules-judge[pytest]=={VERSION}\n"


def test_an_empty_folder_with_a_repository_is_filled(
    club: Path, judge: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here, without a name; what to do next needs no `cd` then."""
    (club / ".git").mkdir(parents=True)
    monkeypatch.chdir(club)
    found = judge("init")
    assert (found.code, found.out.splitlines()[-1]) == (0, "Next: sh check.sh")
    assert ".judge" not in " ".join(os.listdir(club))


def test_what_is_in_the_way_is_said_at_once(club: Path, judge: Call) -> None:
    """A folder with something in it, or a file; a game by the nearest name. Nothing is written."""
    club.mkdir()
    (club / "notes.txt").write_text("mine", encoding="utf-8")
    (club / "zoo.txt").write_text("mine", encoding="utf-8")
    found = judge("init", club, "--game", "dsb")
    assert (found.code, found.out) == (2, "")
    full, game = found.err.splitlines()
    expected = "expected an empty folder, or the name of a new one, found notes.txt and 1 more"
    assert full == f"{club}: the folder is not empty ({expected})"
    assert game.startswith("there is no rulebook 'dsb' (")
    assert game.endswith("did you mean dbs?)")
    assert written(club) == {"notes.txt", "zoo.txt"}
    (club / "link").symlink_to("nowhere")
    wrong = {
        "notes.txt": "this cannot be looked into: not a directory",
        "notes.txt/below": "this cannot be looked into: not a directory",
        "link": "this leads nowhere",
        "x" * 300: "this cannot be looked into: file name too long",
    }
    for name, message in wrong.items():
        found = judge("init", club / name)
        assert (found.code, found.err.startswith(f"{club / name}: {message} (expected")) == (2, True)
    assert written(club) == {"notes.txt", "zoo.txt"}


@pytest.mark.parametrize("at", [0, 3])
@pytest.mark.parametrize("there", [False, True])
def test_all_is_written_or_nothing(
    at: int, there: bool, club: Path, judge: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No room while the files are put in their places: what was made goes again, the folder too where it is
    new.
    """
    left = [at]
    replace = os.replace

    def full(part: str, target: str) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device")
        replace(part, target)

    monkeypatch.setattr(os, "replace", full)
    if there:
        club.mkdir()
    found = judge("init", club / "new" if not there else club)
    assert found.code == 2
    assert "cannot be written: no space left on device" in found.err
    assert list(club.iterdir()) == [] if there else not club.exists()
