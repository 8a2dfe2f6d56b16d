"""What is around a command and not as it should be: links, streams, the working folder, empty values."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench import FIXTURES, HOME

DISPUTE = FIXTURES / "dbs" / "counter-window" / "a-countered-counter-lets-the-attack-go-on.toml"
DECK = FIXTURES / "dbs" / "decks" / "formats" / "ann.txt"
CALL = (sys.executable, "-m", "judge")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HOME)}


def called(*args: str, **kwargs: object) -> subprocess.CompletedProcess[str]:
    """A call of its own process, and what it told."""
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [*CALL, *args], capture_output=True, text=True, env=ENVIRONMENT, check=False, timeout=120, **kwargs
    )


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    """A folder with a file of its own, a link to it, and two links that lead out."""
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    outside.mkdir()
    (folder / "in").mkdir(parents=True)
    (outside / "secret.txt").write_text("1 A secret", encoding="utf-8")
    (outside / "secret.toml").write_bytes(DISPUTE.read_bytes())
    (folder / "there.toml").symlink_to(outside / "secret.toml")
    (folder / "away").symlink_to(outside)
    (folder / "back").symlink_to(folder / "in")
    return folder


def test_a_link_out_of_a_folder_of_decks_is_told_and_not_followed(linked: Path) -> None:
    """One that stays inside is followed; what is named itself is read, wherever it leads."""
    (linked / "in" / "ann.txt").write_bytes(DECK.read_bytes())
    found = called("deck", "check", str(linked), "--game", "dbs", "--no-cards", "--format", "json")
    assert found.returncode == 2
    assert "secret.txt" not in found.stdout + found.stderr
    assert found.stdout.count("this link leads out of the folder") == 2
    assert "ann.txt" in found.stdout
    named = called("deck", "check", str(linked / "away"), "--game", "dbs", "--no-cards")
    assert "secret.txt" in named.stdout


def test_nor_out_of_a_folder_of_rulings(linked: Path) -> None:
    """Whether they are played or rewritten: what lies outside stays as it is."""
    before = (linked.parent / "outside" / "secret.toml").read_bytes()
    (linked / "in" / "mine.toml").write_bytes(DISPUTE.read_bytes())
    for command in ("test", "migrate"):
        found = called(command, str(linked))
        assert found.returncode == 2
        assert "this link leads out of the folder" in found.stdout + found.stderr
    assert (linked.parent / "outside" / "secret.toml").read_bytes() == before


@pytest.mark.parametrize("args", [("test", "."), ("deck", "check", "."), ("migrate", ".")])
def test_a_working_folder_that_is_gone_is_told(args: tuple[str, ...], tmp_path: Path) -> None:
    """In one line."""
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    found = subprocess.run(
        ["sh", "-c", script, "sh", str(gone), sys.executable, "-P", "-m", "judge", *args],
        capture_output=True, text=True, env=ENVIRONMENT, check=False,
    )  # fmt: skip
    assert found.returncode in (1, 2)
    assert "Traceback" not in found.stderr


def test_a_closed_standard_input_is_an_empty_one() -> None:
    """For a deck that is piped in, and for one who is asked."""
    found = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *CALL, "deck", "check", "-", "--game", "dbs", "--no-cards"],
        capture_output=True, text=True, env=ENVIRONMENT, check=False,
    )  # fmt: skip
    assert found.returncode == 2
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize("option", [("--save", ""), ("--save=",), ("--until", "")])
def test_an_option_with_an_empty_value_is_refused(option: tuple[str, ...], tmp_path: Path) -> None:
    """It would otherwise be as if it had not been given."""
    found = called("run", str(DISPUTE), *option, cwd=tmp_path)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == f"{option[0].rstrip('=')} takes a value, found an empty one\n"


STEERING = "\x1b[31m\u202e"


@pytest.mark.parametrize(
    "words",
    [
        ("run", "x", f"--{STEERING}="), ("rules", "dbs", STEERING), ("rules", "dbs", f"--{STEERING}"),
        (STEERING,), ("deck", STEERING), ("lint", STEERING), ("lint", "BOOK"), ("rule", "BOOK", "7-1-4"),
    ],
)  # fmt: skip
def test_no_word_of_the_command_line_steers_the_terminal(words: tuple[str, ...], tmp_path: Path) -> None:
    """It is quoted, and told as codes."""
    shutil.copytree(HOME / "rulebooks" / "dbs", tmp_path / STEERING)
    found = called(*(one.replace("BOOK", f"./{STEERING}") for one in words), cwd=tmp_path)
    told = found.stdout + found.stderr
    assert not re.search("[\x1b\u202e]", told)
    assert "\\u202e" in told


@pytest.mark.parametrize(
    "address",
    ["nonsense", "tcp://", "http://x", "tcp://a:b", "foo://a:1", "inproc://x:1", "ucx://127.0.0.1:1"],
)
def test_an_address_that_is_none_is_refused_at_once(address: str) -> None:
    """No scheduler is looked for."""
    found = called("deck", "check", str(DECK), "--game", "dbs", "--cluster", address)
    assert found.returncode == 2
    assert "--cluster takes the address of a scheduler (expected tcp://HOST:PORT" in found.stderr


@pytest.mark.parametrize("command", ["deck check", "test", "explore", "mutate", "coverage", "diff dbs"])
def test_so_many_processes_as_no_machine_has_are_refused(command: str) -> None:
    """Sixty-four at most."""
    found = called(*command.split(), str(DISPUTE), "--jobs", "65")
    assert found.returncode == 2
    assert "--jobs takes how many processes work (expected 0 (one a core) to 64, found 65)" in found.stderr


@pytest.mark.parametrize("words", [("step", str(DISPUTE)), ("new", "dbs", "--ask")])
def test_an_input_without_a_line_end_is_not_read_for_ever(words: tuple[str, ...], tmp_path: Path) -> None:
    """It is told, and nothing more is asked."""
    with open("/dev/zero", "rb") as endless:
        found = called(*words, stdin=endless, cwd=tmp_path)
    assert found.returncode == 2
    assert "a line of the input is longer than 100,000 characters" in found.stderr
