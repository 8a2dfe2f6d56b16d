"""What is around a command and not as it should be: links, streams, the working folder, empty values."""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from bench import FIXTURES, HOME
from judge.cli import failed
from judge.decks.processes import processes
from judge.errors import Problem
from judge.suite.played import Failed, attempt

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


@pytest.mark.soak
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


@pytest.mark.soak
def test_nor_out_of_a_folder_of_rulings(linked: Path) -> None:
    """Whether they are played or rewritten: what lies outside stays as it is."""
    before = (linked.parent / "outside" / "secret.toml").read_bytes()
    (linked / "in" / "mine.toml").write_bytes(DISPUTE.read_bytes())
    for command in ("test", "migrate"):
        found = called(command, str(linked))
        assert found.returncode == 2
        assert "this link leads out of the folder" in found.stdout + found.stderr
    assert (linked.parent / "outside" / "secret.toml").read_bytes() == before


@pytest.mark.sample(1)
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


@pytest.mark.parametrize("option", ["--save", "-o"])
def test_also_where_a_file_should_be_written_there(option: str, tmp_path: Path) -> None:
    """The ruling itself lies elsewhere."""
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    args = [sys.executable, "-P", "-m", "judge", "run", str(DISPUTE), option, "x.toml"]
    found = subprocess.run(
        ["sh", "-c", script, "sh", str(gone), *args],
        capture_output=True, text=True, env=ENVIRONMENT, check=False,
    )  # fmt: skip
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == "x.toml: cannot be written: no such file or directory\n"


@pytest.mark.sample(2)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("args", [("run", "nosuch.toml"), ("bogus",), ("run", "--save="), ("deck", "check")])
@pytest.mark.parametrize("streams", ["2>/dev/full", ">/dev/full 2>&1", "2</dev/null"])
def test_an_exit_code_is_what_it_is_where_nothing_can_be_told(args: tuple[str, ...], streams: str) -> None:
    """Neither a full disk nor a stream that is only read makes bad input into a failing ruling."""
    found = subprocess.run(
        ["sh", "-c", f'exec "$@" {streams}', "sh", *CALL, *args], env=ENVIRONMENT, check=False,
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    assert found.returncode == 2


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM])
def test_a_system_that_gives_no_more_is_told(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Too few files, processes or too little memory is no bug of ours."""
    assert failed(OSError(number, os.strerror(number))) == 2
    told = capsys.readouterr().err
    assert told == f"the system gives no more files, processes or memory: {os.strerror(number).lower()}\n"


def test_too_little_memory_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """As little a bug of ours, of the whole call or of one file."""
    assert failed(MemoryError()) == 2
    assert capsys.readouterr().err == "the system gives no more memory\n"

    def work() -> None:
        raise MemoryError

    problem = Problem("f.toml", 1, 1, "", "", "the system gives no more memory")
    assert attempt("f.toml", work, 1) == Failed("bad input", (problem,))


@pytest.mark.soak
def test_a_second_run_takes_no_more_memory_than_the_first(tmp_path: Path) -> None:
    """What the first has kept may be large, and is asked for by what it is."""
    resource = pytest.importorskip("resource")
    limit = 500_000 << 10

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    environment = {**ENVIRONMENT, "JUDGE_CACHE": str(tmp_path / "cache")}
    for _ in range(2):
        found = subprocess.run(
            [*CALL, "run", str(DISPUTE)], capture_output=True, text=True, env=environment, check=False,
            timeout=120, preexec_fn=bounded,
        )  # fmt: skip
        assert (found.returncode, found.stderr) == (0, "")


def test_processes_that_are_started_in_vain_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would wait for work for ever, and the end of the call for them."""
    real, started = BaseProcess.start, []

    def start(self: BaseProcess) -> None:
        if len(started) == 2:
            raise OSError(errno.EMFILE, "Too many open files")
        started.append(self)
        real(self)

    monkeypatch.setattr(BaseProcess, "start", start)
    with pytest.raises(OSError, match="Too many open files"), processes(3) as pool:
        pool.submit(len, ())
    for one in started:
        one.join()
    assert [one.exitcode for one in started] == [-signal.SIGTERM] * 2


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


@pytest.mark.sample(1)
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


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "address",
    ["nonsense", "tcp://", "http://x", "tcp://a:b", "foo://a:1", "inproc://x:1", "ucx://127.0.0.1:1"],
)
def test_an_address_that_is_none_is_refused_at_once(address: str) -> None:
    """No scheduler is looked for."""
    found = called("deck", "check", str(DECK), "--game", "dbs", "--cluster", address)
    assert found.returncode == 2
    assert "--cluster takes the address of a scheduler (expected tcp://HOST:PORT" in found.stderr


@pytest.mark.sample(1)
@pytest.mark.parametrize("command", ["deck check", "test", "explore", "mutate", "coverage", "diff dbs"])
def test_so_many_processes_as_no_machine_has_are_refused(command: str) -> None:
    """Sixty-four at most."""
    found = called(*command.split(), str(DISPUTE), "--jobs", "65")
    assert found.returncode == 2
    assert "--jobs takes how many processes work (expected 0 (one a core) to 64, found 65)" in found.stderr


@pytest.mark.sample(1)
@pytest.mark.parametrize("words", [("step", str(DISPUTE)), ("new", "dbs", "--ask")])
def test_an_input_without_a_line_end_is_not_read_for_ever(words: tuple[str, ...], tmp_path: Path) -> None:
    """It is told, and nothing more is asked."""
    with open("/dev/zero", "rb") as endless:
        found = called(*words, stdin=endless, cwd=tmp_path)
    assert found.returncode == 2
    assert "a line of the input is longer than 100,000 characters" in found.stderr
