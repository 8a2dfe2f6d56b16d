"""A word that tells too much on purpose tells a player nothing: what a player is told comes from a world that
never held the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge.engine import trace
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.view import Vars, View
from judge.fixture.load import Fixture, parse_fixture
from judge.page.page import page_of
from judge.play.ruling import run
from judge.render.json import dumps, ruling_json
from judge.render.text import render
from judge.speech.sentences import Teller
from judge.views.ruling import viewed

DRAWS = """
game = "dbs"
script = ["A: attack k lb"]
A = {{ battle = ["k"], deck = 20 }}
B = {{ battle = ["m"], deck = ["r", 10] }}
[cards]
k = {{ power = 5000 }}
m = {{ power = 5000, auto = {{ on = {{ attack = {{ of = "opponent" }} }}, do = [{{ draw = 1 }}] }} }}
r = {{ power = 5000, color = "{color}" }}
"""


@pytest.fixture
def boards() -> Iterator[list[Fixture]]:
    """Two boards that A cannot tell apart, whose word for drawing tells of a red card on top."""
    found = [parse_fixture(DRAWS.format(color=color)) for color in ("red", "blue")]
    verbs = found[0].book.verbs
    draw = verbs["draw-one"]

    def telling(view: View, v: Vars) -> Outcome:
        top = view.zone("B", "deck")[0]
        if view.known(top) and "red" in view.value(top, "color"):
            view.note(trace.NOT_ABLE, "1-2-3", card=top.id, word="red")
        return draw(view, v)

    for one in found:
        one.book.verbs["draw-one"] = telling
    yield found
    for one in found:
        one.book.verbs["draw-one"] = draw


def test_a_word_that_tells_too_much_tells_a_player_nothing(boards: list[Fixture]) -> None:
    """The true ruling has its line; A reads the same of both boards, and B of the one."""
    told = [[one.kind for one in run(board, readings=False).entries] for board in boards]
    assert [trace.NOT_ABLE in kinds for kinds in told] == [True, False]
    pages = [render(viewed(board, "A"), seat="A", all=True) for board in boards]
    documents = [dumps(ruling_json(viewed(board, "A"), "A")) for board in boards]
    assert pages[0] == pages[1]
    assert documents[0] == documents[1]
    assert "draws a card" in pages[0]


def test_a_ruling_is_read_by_whom_it_was_made_for() -> None:
    """One for everybody is not told to a player: it has every card."""
    ruling = run(parse_fixture(DRAWS.format(color="red")), readings=False)
    with pytest.raises(ValueError, match="is not read by A"):
        page_of(ruling, "A")
    assert Teller(viewed(ruling.fixture, "A"), "A").lines


def test_a_viewers_world_has_no_name_of_an_unseen_card() -> None:
    """Neither a card, nor a line, nor what its table knows how to read."""
    ruling = viewed(parse_fixture(DRAWS.format(color="red")), "A")
    assert "r" not in ruling.game.cards
    assert "r" not in ruling.start.cards
    assert "r" not in ruling.table.prints
    cards = {one.data["record"].card for one in ruling.entries if one.kind is trace.EVENT}
    assert "r" not in cards
