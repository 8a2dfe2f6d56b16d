"""What somebody meets first: help, `new`, `schema`, the version, completion."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import judge as package
from judge.cli.arguments import complete_game
from judge.rulebook.load import is_playable
from judge.rulebook.shelf import games, rulebooks_folder

HOME = Path(__file__).parent.parent.parent
READ_ONLY = [game for game in games() if not is_playable(str(rulebooks_folder() / game))]
# What would make `judge run` wait: other people's packages, and what of ours only other commands need.
UNNEEDED = (
    *(
        "typer",
        "rich",
        "pydantic",
        "platformdirs",
        "tomli_w",
        "asyncio",
        "hashlib",
        "threading",
        "unicodedata",
    ),
    *("judge.tables", "judge.rulebook.lint", "judge.cli.atomic_write", "judge.text.folded_words"),
)
COMMANDS = ["run", "rule", "rules", "new", "schema"]


def test_a_starter_fixture_runs_unedited(process: Any, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(process("new", "dbs").out, encoding="utf-8")
    called = process("run", "mine.toml", cwd=tmp_path)
    assert (called.code, called.err) == (0, "")


@pytest.mark.parametrize(
    "game", [one for one in games() if (rulebooks_folder() / one / "new.toml").is_file()]
)
def test_every_starter_fixture_holds_and_explains_itself(judge: Any, game: str, tmp_path: Path) -> None:
    text = judge("new", game).out
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")
    called = judge("run", mine)
    assert called.code == 0, called
    lines = text.splitlines()
    assert len(lines) <= 70
    assert sum("#" in line for line in lines) >= len(lines) / 3
    assert {"game", "title", "articles", "script", "A", "B", "cards", "expect"} <= set(tomllib.loads(text))


def test_a_game_without_a_starter_fixture(judge: Any, tmp_path: Path) -> None:
    (tmp_path / "rulebook.toml").write_text('id = "toy"\n', encoding="utf-8")
    called = judge("new", tmp_path)
    assert (called.code, called.out) == (4, "")
    assert "not implemented yet: a starter fixture" in called.err


@pytest.mark.parametrize("game", READ_ONLY)
def test_a_game_that_cannot_be_played_has_no_starter_fixture(judge: Any, game: str) -> None:
    """There is nothing to start from, and the game is named."""
    called = judge("new", game)
    assert (called.code, called.out) == (4, "")
    assert called.err == f"not implemented yet: a starter fixture for {game}\n"


@pytest.mark.parametrize("game", READ_ONLY)
def test_a_fixture_of_a_game_that_cannot_be_played(judge: Any, game: str, tmp_path: Path) -> None:
    """The run stops before the first step, and says which game it is and what there is of it."""
    title = tomllib.loads((rulebooks_folder() / game / "rulebook.toml").read_text(encoding="utf-8"))["title"]
    told = f"not implemented yet: playing {title}: the rulebook holds its articles and deck rules so far"
    mine = tmp_path / "mine.toml"
    mine.write_text(f'game = "{game}"\n[A]\nhand = 1\n', encoding="utf-8")
    called = judge("run", mine)
    assert (called.code, called.out, called.err) == (4, "", f"{mine}: {told}\n")
    found = json.loads(judge("run", mine, "--format", "json").out)
    assert [one["message"] for one in found["problems"]] == [told]


def test_a_rulebook_that_cannot_be_played_instead(judge: Any, dispute: Path, tmp_path: Path) -> None:
    """A dispute cannot be tried by a book of articles and deck rules alone; its own plays it still."""
    folder = tmp_path / "tdg"
    shutil.copytree(rulebooks_folder() / "tdg", folder)
    book = folder / "rulebook.toml"
    book.write_text("playable = false\n" + book.read_text(encoding="utf-8"), encoding="utf-8")
    called = judge("run", dispute, "--rulebook", folder)
    assert (called.code, called.out) == (4, "")
    assert "playing Trésors de Geek" in called.err
    assert judge("run", dispute).code == 0


def test_what_is_wrong_with_a_fixture_comes_before_what_cannot_be_played(judge: Any, tmp_path: Path) -> None:
    """A key that no fixture has is bad input in every game."""
    mine = tmp_path / "mine.toml"
    mine.write_text('game = "ygo"\nscirpt = []\n', encoding="utf-8")
    called = judge("run", mine)
    assert called.code == 2
    assert "did you mean script?" in called.err


def test_the_schema_of_fixtures(judge: Any) -> None:
    called = judge("schema")
    assert called.code == 0
    found = json.loads(called.out)
    assert found["additionalProperties"] is False
    assert {"game", "script", "cards", "expect"} <= set(found["properties"])
    assert found["properties"]["script"]["description"]
    assert judge("schema", "fixture").out == called.out


def test_the_schema_of_nothing_else(judge: Any) -> None:
    called = judge("schema", "fixtur")
    assert called.code == 2
    assert "did you mean fixture?" in called.err


def test_the_version(process: Any) -> None:
    assert process("--version").out == f"judge {package.__version__}\n"


def test_the_first_page_has_every_command_and_where_to_start(judge: Any) -> None:
    called = judge("--help")
    assert called.code == 0
    assert all(f"\n  {command} " in called.out for command in COMMANDS)
    assert "judge new dbs > mine.toml" in called.out
    assert "Exit codes" in called.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_by_example(judge: Any, command: str) -> None:
    called = judge(command, "--help")
    assert called.code == 0
    examples = called.out.partition("Example")[2]
    assert f"\n    judge {command}" in examples


def test_no_arguments_print_the_first_page(process: Any) -> None:
    called = process()
    assert "Usage: judge" in called.out + called.err
    assert "Traceback" not in called.err


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("judge ru", "rules"),
        ("judge rule d", "dbs"),
        ("judge rule dbs 7-1-4-", "7-1-4-1"),
        ("judge run --", "--until"),
    ],
)
def test_the_shell_completes(words: str, offered: str) -> None:
    env = {
        **os.environ,
        "PYTHONPATH": str(HOME),
        "_JUDGE_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    result = subprocess.run(
        [sys.executable, "-m", "judge"], capture_output=True, text=True, env=env, check=False
    )
    assert offered in result.stdout.split()


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "more", [{}, {"COMP_WORDS": "judge r"}, {"COMP_WORDS": "judge r", "COMP_CWORD": "x"}]
)
@pytest.mark.parametrize("words", [(), ("run", "mine.toml")])
def test_a_shell_that_asks_badly_is_told_nothing(words: tuple[str, ...], more: dict[str, str]) -> None:
    """It would stand in the middle of what is typed."""
    env = {**os.environ, "PYTHONPATH": str(HOME), "_JUDGE_COMPLETE": "complete_bash", **more}
    found = subprocess.run(
        [sys.executable, "-m", "judge", *words], capture_output=True, text=True, env=env, check=False
    )
    assert (found.returncode, found.stdout, found.stderr) == (1, "", "")


def test_games_that_are_no_word_are_not_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell would take one for two."""
    for name in ("dbs copy", "dbs\ncopy", "dbscopy"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rulebook.toml").touch()
    monkeypatch.setenv("JUDGE_RULEBOOKS", str(tmp_path))
    assert complete_game("dbs") == ["dbs", "dbscopy"]


def test_a_shells_settings_are_left_to_whoever_has_them(tmp_path: Path) -> None:
    """There is no option that writes them anew; the script is printed, to be added."""
    settings = tmp_path / ".bashrc"
    settings.write_bytes(b"# caf\xe9\r\n")
    env = {**os.environ, "PYTHONPATH": str(HOME), "HOME": str(tmp_path), "SHELL": "/bin/bash"}
    call = [sys.executable, "-m", "judge"]
    found = subprocess.run(
        [*call, "--install-completion"], capture_output=True, text=True, env=env, check=False
    )
    assert (found.returncode, "--install-completion" in found.stderr) == (2, True)
    assert (settings.read_bytes(), [one.name for one in tmp_path.iterdir()]) == (
        b"# caf\xe9\r\n",
        [".bashrc"],
    )
    told = subprocess.run([*call, "--help"], capture_output=True, text=True, env=env, check=False).stdout
    assert ("--install-completion" in told, "--show-completion" in told) == (False, True)


def test_a_run_loads_nothing_that_it_does_not_need(dispute: Path) -> None:
    """A second run of the same fixture is measured: the first may check a rulebook and fill the caches."""
    code = (
        "import sys; from judge.cli import main; sys.argv = ['judge', 'run', sys.argv[1]]; code = main(); "
        f"print(code, [one for one in {UNNEEDED} if one in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": str(HOME)}
    command = [sys.executable, "-c", code, str(dispute)]
    for _ in range(2):
        result = subprocess.run(
            command, capture_output=True, text=True, encoding="utf-8", env=env, check=False
        )
    assert result.stdout.splitlines()[-1] == "0 []", result
