"""Cards that nobody has seen: they can be moved, counted and lost, are alike,
and no offer ever reads them.
"""

from __future__ import annotations

import pytest
from playing import dispute, notes, ruled, view_of

from judge.engine.flow.changes import VERBS
from judge.engine.flow.keys import position_key
from judge.engine.kernel.instructions import move_event
from judge.engine.kernel.state import UNKNOWN, Decision
from judge.engine.kernel.view import Vars

BOARD = """
A = { hand = 3, energy = 2, battle = ["boss"] }
B = { hand = ["seen", 2] }
[cards]
boss = { power = 10000, activated = { do = [{ discard = 1 }, { discard = 1, of = "opponent" }] } }
seen = { power = 5000 }
"""


def test_a_choice_among_unknown_cards_is_no_choice() -> None:
    """A, who holds three unseen cards, is not asked; B, who holds one that was seen among others, is."""
    ruling = ruled('script = ["A: activate boss"]\n' + BOARD)
    ask = ruling.game.ask
    assert ask is not None
    assert (ask.seat, ask.kind) == ("B", "pick")
    assert len(ruling.game.zones["A.hand"]) == 2
    assert {choice.words[0] for choice in ask.choices} == {"seen", "B.hand1", "B.hand2"}


def test_which_unknown_card_moves_makes_no_difference() -> None:
    """Positions that differ only in that are one position,
    or a search would count cards nobody can tell apart.
    """
    keys = set()
    for name in ("A.hand1", "A.hand2", "A.hand3"):
        view = view_of(BOARD)
        VERBS["move"](view, move_event(view, {"me": "A"}, view.game.cards[name].object, "drop"))
        keys.add(position_key(view.table, view.game))
    assert len(keys) == 1


def test_where_an_unknown_card_lies_makes_a_difference() -> None:
    """Alike in one zone is not alike everywhere."""
    keys = set()
    for zone in ("drop", "energy"):
        view = view_of(BOARD)
        VERBS["move"](view, move_event(view, {"me": "A"}, view.game.cards["A.hand1"].object, zone))
        keys.add(position_key(view.table, view.game))
    assert len(keys) == 2


def test_an_offer_counts_unseen_cards_and_considers_none() -> None:
    """What a seat may do with cards that nobody has named is not guessed;
    the window says how many there are.
    """
    ruling = ruled('script = ["A: pass"]\nuntil = "6-3-1-3-1-1"\n' + BOARD)
    first = next(one for one in notes(ruling, "offer") if one.data["window"] == "free")
    words = {word for option in (*first.data["legal"], *first.data["refused"]) for word in option.args}
    assert first.data["unseen"] == 3
    assert not any(word.startswith(("A.hand", "B.hand")) for word in words)


@pytest.mark.parametrize("name", ["play", "activate", "attack", "combo", "counter", "charge"])
def test_no_offer_reads_an_unknown_card(name: str) -> None:
    """Whatever an offer lists about an unseen card depends only on its being there."""
    view = view_of(BOARD)
    fields = {"acts": (), "depth": 1, "mode": "main", "window": 1}
    for seat in ("A", "B"):
        for option in view.book.offers[name][1](view, Vars(fields, {}, {}), seat):
            unknown = [
                word
                for word in option.args
                if view.game.cards.get(word) and view.game.cards[word].print == UNKNOWN
            ]
            assert not unknown or name == "charge", "only putting down any card at all needs no identity"


def test_telling_a_card_changes_what_is_offered() -> None:
    """`know` names an unseen card; the decision that waited is then asked anew."""
    told = """
script = ["A: know hand2 = nova", "A: play hand2"]
A = { hand = 3 }
[cards]
nova = { power = 5000 }
[expect]
A = { hand = 2, battle = 1 }
"""
    assert dispute(told).start.cards["A.hand2"].print == UNKNOWN
    ruling = ruled(told)
    assert ruling.verdict == "holds", ruling.facts


def test_drawing_needs_no_identity() -> None:
    """Unseen cards can be drawn, discarded and lost by, to the last one."""
    ruling = ruled("""
script = ["A: activate boss"]
A = { battle = ["boss"], deck = 3 }
[cards]
boss = { activated = { do = [{ draw = 3 }] } }
[expect]
result = "B"
A.hand = 3
""")
    assert ruling.verdict == "holds", ruling.facts
    assert not isinstance(ruling.game.ask, Decision)
