"""Object numbers: what the rules call the same card is one number, whatever card lies on top of it.

"Is it still the same card" must be a lookup: an attacker that was covered is still the attacking card
(9-4-2, 10-5-4), one that left and came back is another (3-1-4).
"""

from __future__ import annotations

from typing import Any

import pytest
from playing import ruled, view_of

from judge.engine.flow.changes import VERBS
from judge.engine.kernel.instructions import move_event
from judge.engine.kernel.state import Card, Effect
from judge.engine.kernel.view import View

BOARD = """
A = {{ battle = {battle}, hand = ["new"], energy = 2 }}
B = {{ battle = ["foe"] }}
[cards]
new = {{ power = 20000 }}
old = {{ power = 10000 }}
deep = {{ power = 5000 }}
other = {{ power = 10000 }}
foe = {{ power = 10000 }}
"""
PILE = '[{ card = "old", under = ["deep", "other"], mode = "inertie", effects = [{ add = 5000 }] }]'


def board(battle: str = '["old", "other"]') -> View:
    """A position with cards in the Battle Zone."""
    return view_of(BOARD.format(battle=battle))


def card(view: View, id_: str) -> Card:
    """A card as it is now."""
    return view.game.cards[id_]


def move(view: View, id_: str, zone: str, **more: Any) -> None:
    """Carry out one move, as the pipeline would."""
    VERBS["move"](view, move_event(view, {"me": "A"}, card(view, id_).object, zone, **more))
    view.game.offer_cache = {}


def test_leaving_the_battle_zone_makes_a_new_object() -> None:
    """3-1-4: another card from then on; what applied to it applies no more."""
    view = board('[{ card = "old", effects = [{ add = 5000 }] }]')
    number = card(view, "old").object
    assert view.value(card(view, "old"), "power") == 15000
    move(view, "old", "drop")
    assert card(view, "old").zone == "A.drop"
    assert not view.same(number)
    assert card(view, "old").object != number
    assert view.value(card(view, "old"), "power") == 10000
    assert view.game.effects == ()


def test_coming_back_is_not_being_the_same() -> None:
    """A reference taken before the card left does not find it again."""
    view = board()
    first = card(view, "old").object
    move(view, "old", "hand")
    second = card(view, "old").object
    move(view, "old", "battle")
    assert len({first, second, card(view, "old").object}) == 3
    assert view.card(first) is None
    assert view.card(second) is None


@pytest.mark.parametrize(
    ("way", "same"), [("combo", True), ("hand", False), ("deck", False), ("parallel", False), ("drop", False)]
)
def test_only_the_way_to_the_combo_zone_keeps_the_object(way: str, same: bool) -> None:
    """3-1-4 and 3-1-5 name one pair of zones between which a card stays what it is."""
    view = board('[{ card = "old", mode = "inertie" }]')
    number = card(view, "old").object
    move(view, "old", way)
    assert view.same(number) is same
    if same:
        assert card(view, "old").mark("mode") == "inertie"
        move(view, "old", "battle")
        assert card(view, "old").object == number


def test_a_card_on_top_takes_the_number_over() -> None:
    """9-4-2, 10-5-4: the pile is its top card, with the orientation and the power changes that it had."""
    view = board('[{ card = "old", mode = "inertie", effects = [{ add = 5000 }] }]')
    number, hand = card(view, "old").object, card(view, "new").object
    move(view, "new", "battle", onto=(number,))
    top, beneath = card(view, "new"), card(view, "old")
    assert view.card(number) == top
    assert not view.same(hand)
    assert (top.under, beneath.on) == (("old",), "new")
    assert view.game.zones["A.battle"] == ("new",)
    assert top.mark("mode") == "inertie"
    assert view.value(top, "power") == 25000
    assert beneath.object != number
    assert view.value(beneath, "power") == 10000


def test_an_attacker_that_evolves_is_still_the_attacker() -> None:
    """The point of the number: the battle goes on with the new top card, and nobody had to say so."""
    ruling = ruled("""
script = ["A: attack old lb", "A: choose new"]
A = { battle = ["old"], hand = ["new"] }
[cards]
old = { power = 5000, auto = { on = "attack", do = [{ choose = "n", from = { zone = "hand", name = "N" } }, { play = "$n", onto = "self" }] } }
new = { power = 10000, name = "N" }
[expect]
B.life = 5
new = { under = ["old"], mode = "inertie" }
""")  # noqa: E501
    assert ruling.verdict == "holds", ruling.facts


def test_playing_onto_two_keeps_the_first_number() -> None:
    """A fusion takes the number of the card that it replaces; the second one's is gone, its place too."""
    view = board()
    first, second = card(view, "old").object, card(view, "other").object
    move(view, "new", "battle", onto=(first, second))
    assert view.card(first) == card(view, "new")
    assert not view.same(second)
    assert card(view, "new").under == ("old", "other")
    assert view.game.zones["A.battle"] == ("new",)
    assert {card(view, "old").on, card(view, "other").on} == {"new"}


def test_what_lies_beneath_falls_to_the_drop_zone() -> None:
    """11-3-4: when the pile leaves, the cards beneath go to their owners' Drop Zone, as new cards."""
    view = board(PILE)
    numbers = {card(view, one).object for one in ("old", "deep", "other")}
    move(view, "old", "hand")
    assert card(view, "old").zone == "A.hand"
    assert card(view, "old").under == ()
    assert {card(view, one).zone for one in ("deep", "other")} == {"A.drop"}
    assert {card(view, one).on for one in ("deep", "other")} == {""}
    assert not any(view.same(number) for number in numbers)


def test_the_pile_goes_along_into_the_combo_zone() -> None:
    """11-3-4 leaves out the way between Battle and Combo: what lies beneath goes along."""
    view = board(PILE)
    move(view, "old", "combo")
    assert card(view, "old").under == ("deep", "other")
    assert {card(view, one).zone for one in ("old", "deep", "other")} == {"A.combo"}
    assert view.game.zones["A.combo"] == ("old",)


def test_the_pile_goes_along_under_a_change_of_control() -> None:
    """11-3-5 and 11-5-1-1: the same objects in another player's zone, orientation and effects kept."""
    view = board(PILE)
    number = card(view, "old").object
    move(view, "old", "battle", to="B.battle")
    assert card(view, "old").object == number
    assert {card(view, one).zone for one in ("old", "deep", "other")} == {"B.battle"}
    assert card(view, "old").mark("mode") == "inertie"
    assert view.value(card(view, "old"), "power") == 15000
    assert card(view, "old").owner == "A"


def test_if_only_the_top_card_moves_the_next_one_takes_over() -> None:
    """11-3-6: the rest stays, keeps its place in the zone, and takes over orientation and alterations."""
    view = board(PILE)
    number = card(view, "old").object
    move(view, "old", "hand", only="top")
    heir = card(view, "deep")
    assert view.card(number) == heir
    assert (heir.on, heir.under, heir.zone) == ("", ("other",), "A.battle")
    assert card(view, "other").on == "deep"
    assert heir.mark("mode") == "inertie"
    assert view.value(heir, "power") == 10000
    assert card(view, "old").object != number
    assert card(view, "old").zone == "A.hand"
    assert view.game.zones["A.battle"] == ("deep",)


def test_a_card_put_under_goes_to_the_very_bottom() -> None:
    """11-3-3."""
    view = board(PILE)
    number = card(view, "new").object
    move(view, "new", "battle", under=card(view, "old").object)
    assert card(view, "old").under == ("deep", "other", "new")
    assert not view.same(number)
    assert view.game.zones["A.hand"] == ()


def test_an_effect_on_two_cards_loses_only_the_one_that_left() -> None:
    """What applies to several objects goes on for those that are left."""
    view = board()
    refs = (card(view, "old").object, card(view, "other").object)
    view.game.effects = (Effect(1, "add", "power", 1000, refs, "turn", "", "", "A", ""),)
    move(view, "old", "drop")
    assert [effect.to for effect in view.game.effects] == [refs[1:]]


def test_a_token_that_leaves_is_nowhere() -> None:
    """10-18: a token exists in the zones that may hold tokens and nowhere else."""
    ruling = ruled("""
script = ["A: activate maker", "A: attack imp lb"]
A = { battle = ["maker"] }
B = { battle = ["blade"] }
[cards]
maker = { activated = { do = [{ create = "imp", n = 2 }] } }
imp = { token = true, power = 5000 }
blade = { auto = { on = { attack = { of = "opponent" } }, do = [{ ko = "it" }] } }
[expect]
imp = "nowhere"
imp2 = "battle"
A.drop = 0
""")
    assert ruling.verdict == "holds", ruling.facts
