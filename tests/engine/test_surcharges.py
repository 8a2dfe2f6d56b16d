"""What a text lays on an act of which it cannot be paid yet is no free act: the run stops and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import NotImplementedYet
from judge.fixture.load import load_fixture
from judge.play.ruling import Ruling, run

PLAYED_BY_AN_EFFECT = """
game = "dbs"
script = ["A: activate bring"]
A = { battle = ["bring"], hand = ["scout"], energy = 2 }
B = { battle = ["toll"] }
[cards]
scout = { power = 5000 }
bring = { power = 5000, activated = { do = [{ choose = "t", from = { zone = "hand" } }, HOW] } }
toll = { power = 5000, surcharge = { on = { play = { of = "WHOSE" } }, cost = [{ energy = 1 }] } }
"""


def played(folder: Path, how: str, whose: str) -> Ruling:
    """An effect of A's plays a card of A's hand, while B's card lays a cost on somebody's plays."""
    path = folder / "mine.toml"
    path.write_text(PLAYED_BY_AN_EFFECT.replace("HOW", how).replace("WHOSE", whose), encoding="utf-8")
    return run(load_fixture(path))


@pytest.mark.parametrize("how", ['{ play = "$t" }', '{ play = "$t", onto = "self" }'])
def test_a_cost_that_a_text_lays_on_a_play_by_an_effect_stops(tmp_path: Path, how: str) -> None:
    """Only a play of the hand is paid for; laid on the other player's plays, the cost stops nobody."""
    with pytest.raises(NotImplementedYet, match="a cost that a text lays on what an effect plays"):
        played(tmp_path, how, "opponent")
    assert played(tmp_path, how, "me").game.cards["scout"].place == "battle"
