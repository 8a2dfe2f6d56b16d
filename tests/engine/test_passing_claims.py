"""Claims about passing: answered by whether the window lets that player pass there, and not for want of an
option that is called so.
"""

from __future__ import annotations

import pytest

from judge.fixture.load import parse_fixture
from judge.play.claim import Claim
from judge.play.ruling import run

RAID = """
game = "dbs"
at = "6-3-1-2"
script = ["{line}"]
A = {{ battle = ["raider"] }}
[cards]
raider = {{ power = 15000 }}
"""
WAITING = """
game = "dbs"
pending = ["a1", "a2"]
script = ["{line}", "A: resolve a2"]
A = {{ battle = ["a1", "a2"] }}
[cards]
a1 = {{ auto = {{ on = "ko", do = [{{ draw = 1 }}] }} }}
a2 = {{ auto = {{ on = "ko", do = [{{ draw = 1 }}] }} }}
"""
TURN = """
game = "ygo"
script = ["{line}"]
A = {{ hand = ["gift"] }}
[cards]
gift = {{ type = "spell", effect = {{ do = [{{ recover = 100 }}] }} }}
"""


def claimed(board: str, line: str) -> Claim:
    """What the ruling answers to the one claim of a board."""
    fixture = parse_fixture(board.format(line=line), "dispute.toml")
    (claim,) = run(fixture, readings=False).claims
    return claim


@pytest.mark.parametrize(("board", "word"), [(RAID, "pass"), (TURN, "end"), (TURN, "pass")])
def test_where_a_window_lets_a_player_pass_that_is_allowed(board: str, word: str) -> None:
    """By each of the words by which a script passes there."""
    assert claimed(board, f"A: may {word}").allowed
    assert claimed(board, f"A: can {word}").ok
    assert not claimed(board, f"A: not {word}").ok


def test_where_something_has_to_be_done_passing_is_refused_by_the_article_of_the_window() -> None:
    """4-5-3-2: he picks one of his pending abilities."""
    claim = claimed(WAITING, "A: not pass by 4-5-3-2")
    assert claim.ok
    assert claim.cond is not None
    assert claim.cond.message_key == "has-to-act"
    assert not claimed(WAITING, "A: may pass").allowed


def test_who_is_not_asked_does_not_pass() -> None:
    """6-3-1-2: only the turn player acts in free timing."""
    claim = claimed(RAID, "B: may pass")
    assert (claim.allowed, claim.rule) == (False, "4-6-2-2")
    assert claim.cond is not None
    assert claim.cond.message_key == "not-asked"
