"""Files that are written together: all of them, or all as they were, whatever goes wrong in between."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.cli import atomic_write
from judge.cli.atomic_write import held_signals, put_in_place, write_together
from judge.cli.club import write_all
from judge.cli.output import write_whole

REFUSED = PermissionError(13, "Permission denied")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files, the first a program."""
    for name in ("a", "b"):
        (tmp_path / name).write_text(f"old {name}\n", encoding="utf-8")
    (tmp_path / "a").chmod(0o755)
    return tmp_path


def state(folder: Path) -> dict[str, tuple[str, int]]:
    """Everything in a folder: what it holds, and its mode."""
    return {
        str(one.relative_to(folder)): (one.read_text("utf-8") if one.is_file() else "", one.stat().st_mode)
        for one in folder.rglob("*")
    }


def texts(folder: Path, *names: str) -> dict[str, str]:
    """A new text for each file."""
    return {str(folder / name): f"new {name}" for name in names}


def at_call(
    monkeypatch: pytest.MonkeyPatch, n: int, happens: Callable[[], None], name: str = "replace"
) -> None:
    """Something that happens at one of the calls of a function of the system, before it does anything."""
    real, calls = getattr(os, name), [0]

    def called(*args: str) -> None:
        calls[0] += 1
        if calls[0] == n:
            happens()
        real(*args)

    monkeypatch.setattr(os, name, called)


def fail(error: BaseException = REFUSED) -> Callable[[], None]:
    """What fails."""

    def happens() -> None:
        raise error

    return happens


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_where_one_cannot_be_moved_all_are_as_they_were(
    folder: Path, monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    """Those that were there, with their modes; the new one is not there, nor anything beside them."""
    before = state(folder)
    at_call(monkeypatch, n, fail())
    (problem,) = write_together(texts(folder, "a", "c", "new/d"), str(folder / "new"), [str(folder / "b")])
    path, what = [("a", "written"), ("c", "written"), ("new/d", "written"), ("b", "removed")][n - 1]
    assert problem.text() == f"{folder / path}: cannot be {what}: permission denied; nothing was"
    assert state(folder) == before


@pytest.mark.parametrize("ending", ["", "/", "/."])
def test_otherwise_all_are_new(folder: Path, ending: str) -> None:
    """With the modes that they had, and nothing is left beside them."""
    assert write_together(texts(folder, "a", "new/d"), f"{folder}/new{ending}", [str(folder / "b")]) == []
    assert {name: text for name, (text, _) in state(folder).items()} == {
        "a": "new a\n", "new": "", "new/d": "new new/d\n",
    }  # fmt: skip
    assert (folder / "a").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("kept", ["link", "geteuid"])
def test_also_where_a_file_cannot_be_linked_or_is_another_s(
    folder: Path, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    """It is copied meanwhile."""
    before = state(folder)
    at_call(monkeypatch, 2, fail())
    monkeypatch.setattr(os, kept, (lambda: -1) if kept == "geteuid" else lambda *_: fail()())
    assert len(write_together(texts(folder, "a", "b"))) == 1
    assert state(folder) == before


def test_what_is_in_the_way_is_told_before_anything_is_moved(folder: Path) -> None:
    """A folder of that name."""
    (folder / "c").mkdir()
    before = state(folder)
    (problem,) = write_together(texts(folder, "a", "c"))
    assert "c: cannot be written; nothing was (expected a file" in problem.text()
    assert state(folder) == before


def test_what_cannot_be_put_back_is_told_and_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its old text is the only one that there is."""
    real = os.replace

    def replace(source: str, target: str) -> None:
        if target.endswith("b") or source.endswith(".old"):
            raise REFUSED
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    (problem,) = write_together(texts(folder, "a", "b"))
    assert problem.text().endswith(f"; not as before: {folder / 'a'}")
    (old,) = folder.glob("*.old")
    assert old.read_text(encoding="utf-8") == "old a\n"


SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.fixture
def heard() -> Iterator[list[int]]:
    """The signals that this process is given, which would end it."""
    found: list[int] = []
    before = {one: signal.signal(one, lambda number, frame: found.append(number)) for one in SIGNALS}
    yield found
    for one, handler in before.items():
        signal.signal(one, handler)


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("name", ["fsync", "link", "replace"])
def test_a_signal_in_between_leaves_all_as_they_were(
    folder: Path, monkeypatch: pytest.MonkeyPatch, heard: list[int], number: int, name: str
) -> None:
    """Whether while they are written, kept or moved; it is heard once they are."""
    before, during = state(folder), []

    def comes() -> None:
        signal.raise_signal(number)
        during.extend(heard)

    at_call(monkeypatch, 1, comes, name)
    with pytest.raises(KeyboardInterrupt):
        put_in_place(texts(folder, "a", "b", "c"))
    assert (during, heard) == ([], [number])
    assert state(folder) == before


def test_one_after_the_last_comes_too_late(
    folder: Path, monkeypatch: pytest.MonkeyPatch, heard: list[int]
) -> None:
    """All are new."""
    at_call(monkeypatch, 2, lambda: signal.raise_signal(signal.SIGTERM))
    assert put_in_place(texts(folder, "a", "b")) is None
    assert heard == [signal.SIGTERM]
    assert (folder / "b").read_text(encoding="utf-8") == "new b"


def test_one_file_alone_leaves_no_part_of_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, heard: list[int]
) -> None:
    """As `-o` and `--save` write it."""
    before = state(folder)
    at_call(monkeypatch, 1, lambda: signal.raise_signal(signal.SIGTERM), "fsync")
    with pytest.raises(KeyboardInterrupt):
        write_whole(str(folder / "a"), "new")
    assert (state(folder), heard) == (before, [signal.SIGTERM])


def test_nor_does_a_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heard: list[int]) -> None:
    """As `judge init` fills it."""
    at_call(monkeypatch, 1, lambda: signal.raise_signal(signal.SIGTERM))
    with pytest.raises(KeyboardInterrupt):
        write_all(tmp_path / "club", {"a": "", "b": ""})
    assert (list(tmp_path.iterdir()), heard) == ([], [signal.SIGTERM])


def test_what_is_ignored_stays_ignored(heard: list[int]) -> None:
    """As `nohup` has it."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with held_signals() as stop:
        signal.raise_signal(signal.SIGHUP)
        stop()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_without_a_working_folder_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path that hangs on it leads nowhere."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    shutil.rmtree(gone)
    problem = write_whole("x.toml", "new")
    assert problem is not None
    assert problem.text() == "x.toml: cannot be written: no such file or directory"


def test_a_name_with_a_nul_is_none() -> None:
    """It is told, beside others too."""
    assert [one.message for one in atomic_write.refused(["a\0"])] == ["cannot be written"]
    assert put_in_place({"a\0": ""}) is not None


@pytest.mark.parametrize("names", ["ab", "ba"])
def test_of_two_that_fill_a_folder_at_once_one_does(
    names: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other says so, and leaves nothing of its own."""
    real, club = atomic_write.put, tmp_path / "club"

    def put(part: str, text: str, lasting: bool) -> None:
        monkeypatch.setattr(atomic_write, "put", real)
        assert write_all(club, {"a": "first"}) is None
        real(part, text, lasting)

    monkeypatch.setattr(atomic_write, "put", put)
    problem = write_all(club, dict.fromkeys(names, "second"))
    assert problem is not None
    assert problem.text() == f"{club}: cannot be written: file exists"
    assert [(one.name, one.read_text(encoding="utf-8")) for one in club.iterdir()] == [("a", "first")]
