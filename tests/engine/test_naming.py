"""The names that cards give never meet those of the engine."""

from __future__ import annotations

import re

import pytest

from judge.errors import BadInput
from judge.fixture.load import parse_fixture
from judge.pauses.saved import save_game
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


SAVING = """
game = "dbs"
script = ["A: activate e", "A: choose x"]
A = { battle = ["x", "y"], hand = ["e"] }
[cards]
x = { power = 1000 }
y = { power = 1000 }
e = { type = "extra", activated = { do = [{ choose = "rule", from = { type = "battle" } }, { number = "seat", max = 3 }, { draw = "$seat" }] } }
"""  # noqa: E501


def test_a_saved_pause_shows_what_a_text_has_named_apart_and_as_it_is_written() -> None:
    """Beside the engine's own `rule`, a card lies under the name that the text gives it."""
    ruling = run(parse_fixture(SAVING))
    frame = next(one for one in save_game(ruling.game)["agenda"][::-1] if "own" in one["vars"])
    assert list(frame["vars"]["own"]) == ["rule"]
    assert frame["vars"]["rule"] == "8-5-2-5-1"  # under which an Extra card does what it says


@pytest.mark.parametrize(
    ("game", "card", "message"),
    [
        ("postures", '{ skill = { do = [{ draw = 1, as = "negated" }] } }', "rulebook means"),
        ("dbs", '{ evolution = { onto = {}, cost = [{ choose = "base", from = {} }] } }', "[evolution] "),
        ("dbs", '{ auto = { on = "play", do = [{ draw = 1, as = "a b" }] } }', "a name of one's own"),
    ],
)  # fmt: skip
def test_a_name_that_means_something_already_is_refused_at_its_place(
    game: str, card: str, message: str
) -> None:
    """What the rulebook's procedures or a keyword's own instructions speak of is no card's to name."""
    with pytest.raises(BadInput, match=re.escape(message)) as met:
        parse_fixture(f'game = "{game}"\nscript = []\nA = {{ hand = ["e"] }}\n[cards]\ne = {card}\n')
    assert met.value.problems[0].line == 5
