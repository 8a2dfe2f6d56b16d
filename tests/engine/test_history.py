"""What is counted on, or asked of many cards at once, is what would be counted and asked one by one."""

from __future__ import annotations

from itertools import combinations

import pytest

from judge.engine.effects import reach
from judge.engine.effects.reader import Reader
from judge.engine.flow import history
from judge.fixture.load import parse_fixture
from judge.play.ruling import run
from judge.render.text import render

BACK = "{ move = { zone = 'drop', top = 1 }, to = 'deck' }"
MOVING = f"{{ draw = 1 }}, {{ discard = {{ zone = 'hand', top = 1 }} }}, {BACK}"
ASKED = {
    "the same for every card": "{ draw = 'me' }",
    "of its own": "{ mark = 'self' }",
    "of what a card was": "{ discard = { of = 'me', power = 3000 } }",
    "of who has the turn": "{ draw = 'active' }",
    "of what a card is now": "{ mark = { of = 'me', min = { power = { value = 'power', of = 'self' } } } }",
    "of another player": "{ draw = 'opponent' }",
    "of several": "[{ draw = 'me' }, { mark = { of = 'any', not = 'self' } }]",
}
COUNTED = """
game = "dbs"
script = ["A: activate k", "A: pass"]
A = {{ battle = ["k", "m*3"], hand = ["n*7"], deck = 5 }}
B = {{ battle = ["w*2"], deck = 5 }}
[cards]
k = {{ power = 1000, activated = {{ do = [{{ repeat = 6, do = [{moving}, {turning}] }}] }} }}
m = {{ power = 1000, static = {{ add = {{ {word} = {asked} }}, of = "self" }} }}
w = {{ power = 1000, static = {{ add = {{ {word} = {asked} }}, of = "self" }} }}
n = {{ power = 3000 }}
"""
TURNING = "{ mark = { zone = 'battle' }, mode = 'inertie' }, { mark = { zone = 'battle' }, mode = 'action' }"
STATICS = {
    "of one's own": "{ add = 100, of = 'self' }",
    "of those that are large": "{ add = 100, of = { zone = 'battle', of = 'any', max = { power = 5200 } } }",
    "of all but oneself": "{ add = 100, of = { zone = 'battle', not = 'self', min = { power = 5000 } } }",
    "of a name, taking": "{ add = -300, of = { zone = 'battle', of = 'opponent', name = 'd' } }",
    "one that sets": "{ make = 7000, of = { zone = 'battle', max = { power = 5200 } } }",
}
ADDED = """
game = "dbs"
script = []
A = {{ battle = ["c*6"] }}
B = {{ battle = ["d*5"] }}
[cards]
c = {{ power = 5000, static = {one} }}
d = {{ power = 5100, static = {other} }}
"""


def told(text: str) -> tuple[str, tuple[object, ...]]:
    """The page of a ruling, and the power that each card has at its end."""
    fixture = parse_fixture(text)
    ruling = run(fixture)
    game = ruling.game.copy()
    game.forget()
    view = Reader(fixture.table, game)
    return render(ruling), tuple(view.value(card, "power") for card in game.cards.values())


@pytest.mark.sample(4)
@pytest.mark.parametrize("word", ["happened", "ever"])
@pytest.mark.parametrize("asked", ASKED)
def test_a_count_goes_on_where_it_stood(asked: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = COUNTED.format(moving=MOVING, turning=TURNING, word=word, asked=ASKED[asked])
    pages = []
    for many in (0, 7, 10**6):
        monkeypatch.setattr(history, "MANY", many)
        pages.append(told(text))
    assert len(set(pages)) == 1


@pytest.mark.parametrize(("one", "other"), list(combinations(STATICS, 2)))
def test_many_are_added_up_as_they_are_one_by_one(
    one: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ADDED.format(one=STATICS[one], other=STATICS[other])
    pages = []
    for few in (0, 10**6):
        monkeypatch.setattr(reach, "FEW", few)
        pages.append(told(text))
    assert len(set(pages)) == 1
