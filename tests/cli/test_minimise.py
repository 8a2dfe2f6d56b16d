"""`judge minimise`: what it prints, writes and says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def padded(dispute: Path) -> Path:
    """The dispute with a card that nobody needs."""
    text = dispute.read_text(encoding="utf-8")
    text = text.replace('battle = ["raider"]', 'battle = ["raider", "idle"]  # on the table')
    dispute.write_text(
        text.replace("[cards.raider]", "[cards.idle]\npower = 1\n[cards.raider]"), encoding="utf-8"
    )
    return dispute


def test_less_is_printed_and_holds(judge: Any, padded: Path, tmp_path: Path) -> None:
    before = padded.read_bytes()
    called = judge("minimise", padded)
    assert (called.code, called.err) == (0, "")
    assert "idle" not in called.out
    assert "# on the table" in called.out
    small = tmp_path / "small.toml"
    small.write_text(called.out, encoding="utf-8")
    assert judge("run", small).code == 0
    assert padded.read_bytes() == before
    assert judge("minimise", small).out == called.out


def test_it_is_written_to_a_file(judge: Any, padded: Path, tmp_path: Path) -> None:
    small = tmp_path / "small.toml"
    called = judge("minimise", padded, "-o", small)
    assert (called.code, called.out, called.err) == (0, "", "")
    assert small.read_text(encoding="utf-8") == judge("minimise", padded).out


def test_what_is_read_is_not_written_over(judge: Any, padded: Path) -> None:
    before = padded.read_bytes()
    called = judge("minimise", padded, "-o", padded)
    assert called.code == 2
    assert "would overwrite" in called.err
    assert padded.read_bytes() == before


def test_that_it_stopped_early_is_said(judge: Any, padded: Path) -> None:
    called = judge("minimise", padded, "--limit", 2)
    assert called.code == 0
    assert called.err == "stopped after 2 plays: more may be left to cut (--limit N)\n"


def test_bad_input_is_told_and_nothing_printed(judge: Any, misspelt: Path, tmp_path: Path) -> None:
    called = judge("minimise", misspelt, "-o", tmp_path / "small.toml")
    assert (called.code, called.out) == (2, "")
    assert "did you mean script?" in called.err
    assert not os.path.exists(tmp_path / "small.toml")


def test_what_fails_goes_on_failing(judge: Any, wrong: Path, tmp_path: Path) -> None:
    """The fact that does not hold is what it shows."""
    small = tmp_path / "small.toml"
    assert judge("minimise", wrong, "-o", small).code == 0
    called = judge("run", small)
    assert called.code == 1
    assert "B.life" in called.out
