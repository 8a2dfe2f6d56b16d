"""Which of the other player's cards a player follows where it may not look (`--as`), and which no longer."""

from __future__ import annotations

import pytest

from bench.unseen.pairs import told
from judge.fixture.load import parse_fixture

RIB = 'rib = { attack = 1000, defence = 1000, activated = { zone = "ring", once = "turn", do = [%s] } }'
LOB = 'lob = { level = 5, activated = { zone = "bench", once = "turn", do = [%s] } }'
TO_DECK = '{ move = { zone = "bench", max = { level = 2 } }, to = "deck" }'
DRAW = "{ draw = 1 }"
LOOK = '{ look = { zone = "deck", top = 2 }, into = "s" }, { choose = "c", from = { in = "$s" } }, '


def page(
    script: list[str], first: str, then: str, bench: str = 'f1 = "x", f2 = "y"', deck: str = "10"
) -> str:
    """What A reads where B does two things by texts, the one of its ring and then the one of its bench."""
    text = f"""
        game = "victory-spark"
        active = "B"
        script = {["B: activate rib", *script]}
        A = {{ deck = 20 }}
        B = {{ ring = ["rib"], {bench}, f3 = "lob", deck = {deck} }}
        [cards]
        x = {{ level = 1 }}
        y = {{ level = 2 }}
        {RIB % first}
        {LOB % then}
        """
    lines = "\n".join(line.strip() for line in text.splitlines())
    return told(parse_fixture(lines), "A")["text"]


@pytest.mark.parametrize(("order", "top"), [("x y", "x"), ("y x", "y")])
def test_cards_lie_in_the_order_chosen_though_it_is_not_told(order: str, top: str) -> None:
    """How many there are is told, and not which goes first; what is seen then is the card on top."""
    mill = '{ move = { zone = "deck", top = 1 }, to = "waiting-room" }'
    found = page([f"B: order {order}", "B: activate lob"], TO_DECK, mill)
    assert "2 cards go from B's bench to B's deck" in found
    assert f"{top} goes from B's deck to B's waiting room" in found


def test_which_card_of_several_is_drawn_is_not_told() -> None:
    """B has put them in an order on the deck."""
    found = page(["B: order x y", "B: activate lob"], TO_DECK, DRAW)
    assert "B draws a card" in found
    assert "x → " not in found
    assert "y → " not in found


def test_a_single_card_is_followed_from_the_deck_into_the_hand() -> None:
    """It was seen to go on top."""
    assert "B draws x" in page(["B: activate lob"], TO_DECK, DRAW, 'f1 = "x"')


def test_a_card_is_followed_where_another_is_taken_in_the_open() -> None:
    """B takes one of two and shows it: the other is the one that A knows, and B draws it."""
    shown = LOOK + '{ reveal = "$c" }, { move = "$c", to = "hand" }, { draw = 1 }'
    found = page(["B: activate lob", "B: choose y"], TO_DECK, shown, 'f1 = "x"', '["y", 10]')
    assert "y goes from B's deck to B's hand" in found
    assert "B draws x" in found


def test_no_card_is_followed_where_one_of_two_is_taken_unseen() -> None:
    """Neither the one that is taken nor the one that is left over."""
    unseen = LOOK + '{ move = "$c", to = "hand" }, { draw = 1 }'
    found = page(["B: activate lob", "B: choose y"], TO_DECK, unseen, 'f1 = "x"', '["y", 10]')
    assert "an unseen card goes from B's deck to B's hand" in found
    assert "B draws a card" in found
