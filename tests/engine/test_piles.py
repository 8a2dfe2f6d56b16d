"""A pile of cards is one above the other: it never goes round in a ring, and no card is ever lost in one."""

from __future__ import annotations

import pytest
import tomli_w
from playing import notes

from judge.fixture.load import parse_fixture
from judge.play.ruling import Ruling, run
from judge.render.fixtures import paused

DBS = """
game = "dbs"
script = ["A: activate k"{more}]
A = {{ battle = ["k", {{ card = "g", under = ["u", "v"] }}] }}
[cards]
k = {{ power = 5000, activated = {{ do = [{do}] }} }}
g = {{ power = 5000 }}
u = {{ power = 1000 }}
v = {{ power = 1000 }}
"""
YGO = """
game = "ygo"
script = ["A: activate k"]
A = {{ monster = [{{ card = "k", under = ["u"] }}, "g"] }}
[cards]
k = {{ kind = "xyz", atk = 500, def = 1, rank = 1, ignition = {{ do = [{do}] }} }}
g = {{ kind = "xyz", atk = 500, def = 1, rank = 1 }}
u = {{ atk = 500 }}
"""
ROUND = """{{ choose = "t", from = {{ zone = "{zone}", not = "self" }}, n = 1 }},
  {{ move = "self", to = "{zone}", under = "$t" }}, {{ move = "$t", to = "{zone}", under = "self" }}"""
MIDST = """{{ choose = "t", from = {{ under = {{ zone = "battle" }} }}, n = 1 }},
  {{ move = "self", to = "battle", {how} = "$t" }}"""


def ruled(text: str) -> Ruling:
    """The ruling; its position is one that the door of saved pauses lets in."""
    ruling = run(parse_fixture(text, "piles.toml"), readings=False)
    again = parse_fixture(tomli_w.dumps(paused(ruling.fixture, ruling.game)), "pause.toml")
    assert again.start.cards == ruling.game.cards
    return ruling


def piles(ruling: Ruling) -> dict[str, tuple[str, ...]]:
    """By card on top, what lies beneath it."""
    return {key: one.under for key, one in ruling.game.cards.items() if one.under}


def test_no_card_goes_beneath_one_that_lies_beneath_it() -> None:
    """Nothing happens then, and it is told why."""
    ruling = ruled(DBS.format(more="", do=ROUND.format(zone="battle")))
    assert piles(ruling) == {"g": ("u", "v", "k")}
    assert [one.rule for one in notes(ruling, "ringed")] == ["11-3-3"]


def test_nor_in_a_game_in_which_the_pile_follows_its_top() -> None:
    """Where materials fall only after their monster has left, neither of the two is lost."""
    ruling = ruled(YGO.format(do=ROUND.format(zone="monster")))
    assert piles(ruling) == {"g": ("k",)}
    assert ruling.game.cards["u"].zone == "A.graveyard"
    assert len(notes(ruling, "ringed")) == 1


@pytest.mark.parametrize(("how", "found", "told"), [("under", ("u", "v", "k"), 0), ("onto", ("u", "v"), 1)])
def test_nothing_is_laid_into_the_midst_of_a_pile(how: str, found: tuple[str, ...], told: int) -> None:
    """What goes beneath a card beneath another goes beneath the pile; nothing goes onto such a card."""
    ruling = ruled(DBS.format(more=', "A: choose u"', do=MIDST.format(how=how)))
    assert piles(ruling) == {"g": found}
    assert len(notes(ruling, "not-on-top")) == told
