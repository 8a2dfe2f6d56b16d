"""Every input that ever broke something, as it was found, smallest first: none breaks anything any more.

A folder of tests/broken holds what was read, and `args`, with what `judge` was called, a line each; IN is the
folder. `make fuzz` writes new ones in this form under build/fuzz.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bench import HOME
from bench.fuzzing.watched import CODES, call, watch

BROKEN = Path(__file__).parent / "broken"
BOOKS = {one.parent.name for one in (HOME / "rulebooks").glob("*/rulebook.toml")}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", sorted(one.name for one in BROKEN.iterdir()))
def test_it_breaks_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No traceback, an exit code that a command has, nothing raw on the terminal, an end."""
    folder = tmp_path / "in"
    for game in BOOKS.intersection(one.name for one in (BROKEN / name).iterdir()):
        shutil.copytree(HOME / "rulebooks" / game, folder / game)  # only the table that broke is kept
    shutil.copytree(BROKEN / name, folder, dirs_exist_ok=True)
    args = (folder / "args").read_text(encoding="utf-8").split("\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "cache"))
    watch(str(tmp_path))
    found = call([one.replace("IN", str(folder), 1) for one in args])
    assert found.fault == "", found.told[-2000:]
    assert found.code in CODES
