"""Finding cards: numbers that are the same, names, and the nearest of both."""

from __future__ import annotations

import pickle

import pytest

from judge.cards.card import Card, Numbering
from judge.cards.catalogue import nearest_card
from judge.cards.hand import HandCards
from judge.cards.vocabulary import load_vocabulary

DBS = load_vocabulary("dbs").numbering


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SD1-001", "SD1-01"),
        ("bt1-005", "BT1-005"),
        ("BT01-5", "BT1-005"),
        ("BT1-005_PR02", "BT1-005"),
        ("BT1\u2013005", "BT1-005"),
    ],
)
def test_one_number(one: str, other: str) -> None:
    """Zero padding, case, dashes and reprints do not make another number."""
    assert DBS.split(one)[0] == DBS.split(other)[0]


@pytest.mark.parametrize(
    ("one", "other"), [("BT1-15", "BT11-5"), ("BT1-10", "BT1-1"), ("P-069", "SP-069"), ("BT1-005", "BT1-050")]
)
def test_two_numbers(one: str, other: str) -> None:
    """What is printed differently stays apart, though its letters run together to the same."""
    assert DBS.split(one)[0] != DBS.split(other)[0]


def test_passcodes_lose_their_zeros() -> None:
    """08903700 is 8903700."""
    assert load_vocabulary("ygo").numbering.split("08903700") == ("8903700", "")


def test_no_pattern_no_number() -> None:
    """In a game without numbers an id is folded and stays whole."""
    assert Numbering().split("Épée  de Feu") == ("epee de feu", "")
    assert not Numbering().is_number("BT1-001")


def test_order_counts() -> None:
    """BT9 comes before BT10, and the base before its reprint."""
    numbers = ["BT10-001", "BT9-002_PR", "BT9-002", "BT9-010"]
    assert sorted(numbers, key=DBS.order) == ["BT9-002", "BT9-002_PR", "BT9-010", "BT10-001"]


def hand(*cards: Card) -> HandCards:
    """Cards of dbs in memory."""
    return HandCards(cards, DBS.pattern.pattern)


def test_the_base_printing_comes_first() -> None:
    """Of several printings the base one is found, whichever was asked for and whatever their order."""
    cards = hand(
        Card("BT1-005_PR", {"name": "A"}), Card("BT1-005", {"name": "A"}), Card("BT1-005_BD", {"name": "A"})
    )
    for asked in ("BT1-005", "BT1-5_PR", "bt1-005_bd"):
        found = cards.find(asked)
        assert found is not None
        assert found.id == "BT1-005"


def test_a_printing_without_its_base() -> None:
    """When there is no base, another printing stands for it."""
    found = hand(Card("BT1-005_PR", {})).find("BT1-005")
    assert found is not None
    assert found.id == "BT1-005_PR"


def test_names_whatever_their_accents() -> None:
    """A name is found without its accents, case and ligatures."""
    cards = hand(Card("P-001", {"name": "Cœur de l'Étoile"}))
    found = cards.find("", "COEUR DE L'ETOILE")
    assert found is not None
    assert found.id == "P-001"
    assert cards.find("", "Coeur") is None


def test_several_names() -> None:
    """A card with two names is found by either."""
    cards = HandCards([Card("x", {"name": ["Rin", "Archer"]})])
    assert [cards.find("", one) is not None for one in ("rin", "archer", "saber")] == [True, True, False]


def test_a_name_of_several_cards_means_none() -> None:
    """Two numbers of one name: which is meant cannot be known, and the hint is a number."""
    cards = hand(Card("BT2-002", {"name": "Son Goku"}), Card("BT1-030", {"name": "Son Goku"}))
    assert cards.find("", "Son Goku") is None
    assert [one.id for one in cards.named("son goku")] == ["BT1-030", "BT2-002"]
    assert nearest_card(cards, "Son Goku") == "BT1-030"


def test_reprints_of_one_name_are_one_card() -> None:
    """Printings of one number do not make a name ambiguous."""
    found = hand(Card("BT1-030_PR", {"name": "A"}), Card("BT1-030", {"name": "A"})).find("", "a")
    assert found is not None
    assert found.id == "BT1-030"


def test_artworks_and_tokens_stand_back() -> None:
    """A name means the card, not another artwork of it, nor the token of that name,
    though they come first.
    """
    cards = [
        Card("1", {"name": "Dark Mage", "kind": ["monster", "token"]}),
        Card("2", {"name": "Dark Mage", "kind": ["monster"], "printing": "46"}),
        Card("3", {"name": "Dark Mage", "kind": ["monster"], "counts_as": "Dark Mage"}),
        Card("46", {"name": "Dark Mage", "kind": ["monster"], "printing": "46"}),
    ]
    found = HandCards(cards, r"0*(\d{1,10})").find("", "dark mage")
    assert found is not None
    assert found.id == "46"


def test_cards_in_memory_can_be_sent() -> None:
    """What another process gets finds the same cards."""
    cards = pickle.loads(pickle.dumps(hand(Card("SD1-01", {"name": "É"}))))
    assert cards.find("SD1-001").id == "SD1-01"
    assert cards.find("", "e").id == "SD1-01"


def test_nearest() -> None:
    """The nearest of numbers and names; nothing when nothing comes close."""
    cards = hand(Card("BT1-030", {"name": "Vegeta, Prince"}), Card("BT1-031", {"name": "Frieza"}))
    assert nearest_card(cards, "Vegetta Prince") == "Vegeta, Prince"
    assert nearest_card(cards, "BT1-03I") in ("BT1-030", "BT1-031")
    assert nearest_card(cards, "qqqqqq") == ""
    assert nearest_card(hand(), "anything") == ""


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Dark Miror Force", "Dark Mirror Force"),  # a letter dropped
        ("Drak Mirror Force", "Dark Mirror Force"),  # two swapped
        ("DarkMirror Forcee", "Dark Mirror Force"),  # a blank left out, a letter doubled
        ("Force Mirror Dark", "Dark Mirror Force"),  # words in another order
        ("Dark Force", "Dark Mirror Force"),  # a word left out
        ("Control of Genex", "Genex Controller"),  # a little word too many
        ("Clear Kuribo", "Clear Kuriboh"),
        ("Geflügelter Kuriboh", ""),  # shares a word and is another card
        ("Harpyienfrau", ""),  # of the pairs of letters most are those of Harpie Oracle
        ("Gehirnkontrolle", ""),
        ("Magicien Sombre", ""),
    ],
)
def test_a_nearest_name_is_one_with_a_slip_of_the_pen(written: str, meant: str) -> None:
    """A name in another language shares letters with many names, and is none of them."""
    names = ("Dark Mirror Force", "Genex Controller", "Clear Kuriboh", "Harpie Oracle", "Solitaire Magician")
    cards = hand(*(Card(str(at), {"name": name}) for at, name in enumerate(names, 1)))
    assert nearest_card(cards, written) == meant


def test_nearest_among_thousands() -> None:
    """One letter too few among twelve thousand names, and the same answer whatever their order."""
    names = [
        f"{a}{b} of the {c}{n}"
        for a in ("Lord", "Knight", "Mage")
        for b in "abcd"
        for c in ("Moon", "Sun")
        for n in range(500)
    ]
    cards = [Card(str(at), {"name": name}) for at, name in enumerate(names)]
    for order in (cards, cards[::-1]):
        assert nearest_card(HandCards(order), "Knightb of the Mon123") == "Knightb of the Moon123"
