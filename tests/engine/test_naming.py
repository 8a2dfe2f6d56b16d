"""The names that cards give never meet those of the engine."""

from __future__ import annotations

import pytest

from judge.fixture.load import parse_fixture
from judge.play.ruling import run

ENGINES = (
    "done",
    "card",
    "left",
    "because",
    "holder",
    "ability",
    "rule",
    "kinds",
    "negated",
    "away",
    "stage",
    "n",
    "seat",
    "used",
    "event",
)


@pytest.mark.parametrize("name", ENGINES)
def test_a_name_of_a_cost_is_the_cards_own(name: str) -> None:
    """1-3-2-1, 8-5-2: a card chosen under any name pays, is found again by what follows,
    and nothing else is touched.
    """
    text = f"""
game = "dbs"
script = ["A: activate e", "A: choose x"]
A = {{ battle = ["x", "y"], hand = ["e"] }}
[cards]
x = {{ power = 1000 }}
y = {{ power = 1000 }}
e = {{ type = "extra", activated = {{ cost = [{{ choose = "{name}", from = {{ type = "battle" }} }}, {{ mark = "${name}", mode = "inertie" }}], do = [{{ add = 10000, of = "${name}", until = "turn" }}, {{ draw = 1 }}] }} }}
[expect]
x = {{ power = 11000, mode = "inertie" }}
A.hand = 1
A.drop = ["e"]
"""  # noqa: E501
    assert run(parse_fixture(text)).verdict == "holds"


@pytest.mark.parametrize("name", ENGINES)
def test_what_was_not_done_is_not_done_under_any_name(name: str) -> None:
    """1-3-2-1: nothing is discarded from an empty hand, so what hangs on it does not happen."""
    text = f"""
game = "dbs"
script = ["A: activate e"]
A = {{ hand = ["e"] }}
[cards]
e = {{ type = "extra", activated = {{ do = [{{ discard = 1, as = "{name}" }}, {{ draw = 1, if = "{name}" }}] }} }}
[expect]
A.hand = 0
A.drop = ["e"]
"""  # noqa: E501
    assert run(parse_fixture(text)).verdict == "holds"
