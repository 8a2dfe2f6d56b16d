"""Boards made by hand of which one player sees no difference: texts in a hand, under a deck, face-down. Each
folder of tests/unseen has two, and A is told the same of both.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import FIXTURES
from bench.unseen.pairs import on, told
from bench.unseen.questions import Question, answers
from judge.fixture.load import parse_fixture

BOARDS = Path(__file__).parent / "unseen"


@pytest.mark.parametrize("folder", sorted(BOARDS.iterdir()), ids=lambda folder: folder.name)
def test_who_does_not_see_what_a_card_prints_is_not_told(folder: Path) -> None:
    """Neither text nor document, problem nor exit code."""
    boards = [parse_fixture((folder / f"{name}.toml").read_text("utf-8")) for name in ("one", "other")]
    assert told(boards[0], "A") == told(boards[1], "A")
    assert told(boards[0], "A")["text: exit"] == "0"


def test_no_run_stops_where_an_event_is_settled() -> None:
    """Whether it has to be settled hangs on what unseen cards forbid: it is no step of the rulebook."""
    folder = BOARDS / "a-card-of-the-hand-forbids-something"
    boards = [parse_fixture((folder / f"{name}.toml").read_text("utf-8")) for name in ("one", "other")]
    one, other = (answers(board, "A", Question("until", "event")) for board in boards)
    assert one == other


def test_a_search_goes_the_same_way_whatever_an_unseen_card_prints() -> None:
    """B has not seen g3, which forgoes attacks on the one board: it is a card that nobody has named, and its
    text is none of the search, where that is cut off, too.
    """
    text = (FIXTURES / "dbs/keywords/evolution-on-two-bases-covers-both.toml").read_text("utf-8")
    evolves = next(line for line in text.splitlines() if line.startswith("g3 = { character"))
    forgoes = (
        'g3 = { type = "extra", activated = { forgoes = { attack = { of = "me" } }, do = [{ draw = 2 }] } }'
    )
    boards = [parse_fixture(one) for one in (text, text.replace(evolves, forgoes))]
    one, other = (answers(on(board, board.start, []), "B", Question("explore", "")) for board in boards)
    assert one == other
    assert "text" in one
