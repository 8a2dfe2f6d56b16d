"""Names that no file system has, folders that may not be entered and files that may not be read are bad
input, wherever they are given.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from judge.cli.app import app
from judge.rulebook import checked

LONG = "A" * 5000
CALLS = [
    ("run", "FILE", "--rulebook", LONG), ("test", "FILE", "--rulebook", LONG), ("new", LONG),
    ("new", LONG, "--ask"), ("rules", LONG), ("rule", LONG, "1"), ("lint", LONG), ("schema", "--game", LONG),
    ("diff", LONG, "FILE"), ("site", "FILE", "-o", LONG), ("run", "FILE", "--overlay", LONG),
    ("init", "new", "--game", LONG), ("run", "FILE", "-o", LONG), ("run", LONG),
    ("accept", "--from", LONG, "--prune"),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: " ".join(call).replace(LONG, "AAA"))
def test_a_name_that_is_too_long(
    judge: Any, dispute: Path, monkeypatch: pytest.MonkeyPatch, call: tuple[str, ...]
) -> None:
    """It names nothing that is there."""
    monkeypatch.chdir(dispute.parent)
    called = judge(*(dispute if one == "FILE" else one for one in call))
    assert called.code == 2
    assert called.err
    assert "Traceback" not in called.err


@pytest.mark.parametrize("folders", [LONG, f"{LONG}:nowhere", "a\udcff", "/dev/null"])
def test_a_shelf_that_is_none(
    judge: Any, dispute: Path, monkeypatch: pytest.MonkeyPatch, folders: str
) -> None:
    """The others are looked through."""
    monkeypatch.setenv("JUDGE_RULEBOOKS", folders)
    assert judge("run", dispute).code == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="who may do everything may enter every folder")
def test_a_folder_that_may_not_be_entered(judge: Any, dispute: Path, tmp_path: Path) -> None:
    """As a rulebook, a shelf and the folder of a site."""
    closed = tmp_path / "closed"
    closed.mkdir(0)
    assert judge("run", dispute, "--rulebook", closed).code == 2
    assert judge("site", dispute, "-o", closed).code == 2
    closed.chmod(0o700)


def test_a_file_of_changes_that_cannot_be_read(judge: Any, dispute: Path) -> None:
    """It is told as one, with what the system says."""
    assert checked.content_of(Path("/proc/self/mem")) == checked.UNREAD
    called = judge("run", dispute, "--overlay", "/proc/self/mem")
    assert called.code == 2
    assert "/proc/self/mem" in called.err


def test_a_site_into_a_folder_that_may_not_be_listed(
    judge: Any, dispute: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is drawn."""
    (tmp_path / "site").mkdir()
    plain = os.listdir

    def closed(path: str) -> list[str]:
        if os.fspath(path) == str(tmp_path / "site"):
            raise PermissionError(13, "Permission denied", path)
        return plain(path)

    monkeypatch.setattr(os, "listdir", closed)
    called = judge("site", dispute, "-o", tmp_path / "site")
    assert called.code == 2
    assert "cannot be looked into: permission denied" in called.err


def test_a_name_with_a_null_character(dispute: Path) -> None:
    """Typed where a file is asked for."""
    called = CliRunner().invoke(app, ["step", str(dispute), "--plain"], "s a\0b\np \0\nq\n")
    assert called.exit_code == 0
    assert called.stdout.count("a NUL character in its name") == 2


def test_a_comparison_without_end(judge: Any, tmp_path: Path) -> None:
    """JSON that is nested too deeply."""
    kept = tmp_path / "kept.json"
    kept.write_text("[" * 200_000, encoding="utf-8")
    called = judge("accept", "--from", kept, "--prune")
    assert called.code == 2
    assert "nested too deeply" in called.err


def test_names_that_steer_a_terminal(
    judge: Any, dispute: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the last line of a site, and in what may be done next."""
    folder = tmp_path / "x"
    folder.mkdir()
    monkeypatch.chdir(folder)
    shutil.copy(dispute, "one.toml")
    site = judge("site", "one.toml", "-o", "a\x1b]0;x\x07\u202eb")
    assert (site.code, site.out) == (0, "1 ruling: a\\x1b]0;x\\x07\\u202eb/index.html\n")
    begun = judge("init", "c\x1b]0;x\x07\u202ed")
    assert begun.code == 0
    assert not set(begun.out) & {"\x1b", "\x07", "\u202e"}
