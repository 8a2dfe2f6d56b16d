"""What players do is told in sentences; the words of a script stand where a script is quoted."""

from __future__ import annotations

import re

import pytest

from judge.fixture.load import parse_fixture
from judge.page.page import page_of
from judge.play.ruling import run
from judge.rulebook.shelf import rulebooks_folder
from judge.speech.catalogue import phrases
from judge.views.ruling import viewed

GAMES = ("dbs", "postures", "tdg", "victory-spark", "ygo")
ATTACK = """
game = "dbs"
script = ["A: attack k1 lb", "B: may counter mine", "B: counter halt"]
A = { battle = ["k1", "k2"] }
B = { hand = ["halt", "mine"] }
[cards]
k1 = { power = 15000 }
k2 = { power = 15000 }
mine = { type = "extra", contre = { against = "counter", do = [{ negate = "$below" }] } }
halt = { type = "extra", contre = { against = "attack", do = [{ negate = "attack" }] } }
"""


def test_answers_and_steps_are_sentences_and_scripts_are_quoted() -> None:
    """What may be written next stays as it is written."""
    page = page_of(run(parse_fixture(ATTACK)))
    assert page.answer.answers == ("NO: B may not counter with mine.",)
    (row,) = page.asked
    assert (row.line, row.question) == (
        "B: may counter mine", 'May B counter with mine (after "A: attack k1 lb")?',
    )  # fmt: skip
    texts = [one.text for one in page.steps]
    assert texts[0] == "A attacks lb with k1."
    assert "B counters with halt." in texts
    assert "attack k2 B.lb" in page.next.text


def test_a_card_that_a_player_has_not_seen_has_no_name_in_them() -> None:
    """x attacks a creature that lies hidden."""
    text = """
game = "postures"
turn = 3
at = "clash"
script = ["A: attack x h"]
A = { c1 = "x" }
B = { c1 = { card = "h", posture = "hidden" } }
[cards]
x = { level = 0, atk = 500 }
h = { level = 0, atk = 100 }
"""
    steps = [one.text for one in page_of(viewed(parse_fixture(text), "A"), "A").steps]
    assert "A attacks an unseen card with x." in steps


@pytest.mark.parametrize("game", GAMES)
def test_every_deed_has_both_forms(game: str) -> None:
    """May and does, with the same cards in both, as many as its key says."""
    words = phrases(str(rulebooks_folder() / game), "en")
    assert words["deed"].keys() == words["does"].keys()
    for key in words["deed"]:
        _, _, many = key.partition(".")
        found = [sorted(set(re.findall(r"{(\w+)}", words[form][key]))) for form in ("deed", "does")]
        assert found[0] == found[1] == ["first", "second"][: int(many) if many.isdigit() else 1]
