"""Boards made by hand of which one player sees no difference: texts in a hand, under a deck, face-down. Each
folder of tests/unseen has two, and A is told the same of both.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.unseen.pairs import told
from judge.fixture.load import parse_fixture

BOARDS = Path(__file__).parent / "unseen"


@pytest.mark.parametrize("folder", sorted(BOARDS.iterdir()), ids=lambda folder: folder.name)
def test_who_does_not_see_what_a_card_prints_is_not_told(folder: Path) -> None:
    """Neither text nor document, problem nor exit code."""
    boards = [parse_fixture((folder / f"{name}.toml").read_text("utf-8")) for name in ("one", "other")]
    assert told(boards[0], "A") == told(boards[1], "A")
    assert told(boards[0], "A")["text: exit"] == "0"
