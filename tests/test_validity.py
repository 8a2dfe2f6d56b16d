"""An ability that says under which condition it is valid, where that is not met: it is refused by that alone,
and not as one of a card that is silent.
"""

from __future__ import annotations

import pytest

from judge.fixture.load import parse_fixture
from judge.play.ruling import run

BOARDS = {
    "dbs": """\
game = "dbs"
script = ["A: not activate k"]
A = { battle = ["k"], deck = 9 }
[cards]
k = { activated = { needs = { zone = "drop" }, do = [{ draw = 1 }] } }
""",
    "ygo": """\
game = "ygo"
script = ["A: not activate k"]
A = { monster = ["k"], deck = 9 }
[cards]
k = { level = 4, ignition = { needs = { zone = "graveyard" }, do = [{ draw = 1 }] } }
""",
    "postures": """\
game = "postures"
script = ["A: not activate k"]
A = { c1 = "k", deck = 9 }
[cards]
k = { level = 0, skill = { needs = { zone = "graveyard" }, do = [{ draw = 1 }] } }
""",
}
ARTICLES = {"dbs": "8-3-3", "ygo": "st.text", "postures": "partial.apply"}


@pytest.mark.parametrize("game", sorted(BOARDS))
def test_it_is_refused_by_the_condition_alone(game: str) -> None:
    """Its card lies where it works, face-up (8-3-3, st.text, partial.apply)."""
    ruling = run(parse_fixture(BOARDS[game]))
    offers = [one.data for one in ruling.entries if one.kind == "offer" and one.data["seat"] == "A"]
    refused = [one for data in offers for one in data["refused"] if one.key == "activate k"]
    assert refused
    assert {cond.rule for one in refused for cond in one.conds if not cond.ok} == {ARTICLES[game]}
