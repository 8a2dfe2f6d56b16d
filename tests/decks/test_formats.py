"""Reading decks: what each format says, with the place of every card."""

from __future__ import annotations

import base64
import json
import struct

import pytest
from deck_headings import KNOWN

from judge.decks.deck import Deck
from judge.decks.formats import read_decks

Row = tuple[int, str, str, str]


def read(text: str, form: str = "", file: str = "a") -> Deck:
    """The one deck of a text, without problems."""
    (deck,) = read_decks(text.encode("utf-8"), file, KNOWN, form)
    assert deck.problems == ()
    return deck


def rows(deck: Deck) -> list[Row]:
    """What each line says, without its place."""
    return [(one.count, one.card, one.name, one.section) for one in deck.lines]


def places(deck: Deck) -> list[tuple[int, int]]:
    """Where each line stands."""
    return [(one.line, one.column) for one in deck.lines]


# --- plain lists ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "count", "card", "name"),
    [
        ("4 BT1-001 Name", 4, "BT1-001", "Name"),
        ("4x Name [BT1-001]", 4, "BT1-001", "Name"),
        ("x4 Name", 4, "", "Name"),
        ("4\u00d7 Name", 4, "", "Name"),
        ("4 x Name", 4, "", "Name"),
        ("[4] Name", 4, "", "Name"),
        ("(4x) Name", 4, "", "Name"),
        ("Name x4", 4, "", "Name"),
        ("Name 4x", 4, "", "Name"),
        ("Name x 4", 4, "", "Name"),
        ("Name [BT1-001] x4", 4, "BT1-001", "Name"),
        ("1 MetalGreymon (DCG) (BT1-114)", 1, "BT1-114", "MetalGreymon"),
        ("1 MetalGreymon (Final) (BT1-114)", 1, "BT1-114", "MetalGreymon (Final)"),
        ("2 [BT1-001] Name", 2, "BT1-001", "Name"),
        ("4 BT1-001_PR - Name", 4, "BT1-001_PR", "Name"),
        ("4 bt1-001", 4, "bt1-001", ""),
        ("BT1-001", 1, "BT1-001", ""),
        ("[BT1-001]", 1, "BT1-001", ""),
        ("BT1-001 3", 3, "BT1-001", ""),
        ("BT1-001: 3", 3, "BT1-001", ""),
        ("3 46986414", 3, "46986414", ""),
        ("46986414", 1, "46986414", ""),
        ("46986414 Dark Magician", 1, "46986414", "Dark Magician"),
        ("46986414 x3", 3, "46986414", ""),
        ("Dark Magician (46986414)", 1, "46986414", "Dark Magician"),
        ("3 Harpie Lady 1", 3, "", "Harpie Lady 1"),
        ("1 Number 39: Utopia", 1, "", "Number 39: Utopia"),
        ("1 7 Colored Fish", 1, "", "7 Colored Fish"),
        ("1 X", 1, "", "X"),
        ("- 4 BT1-001 Name", 4, "BT1-001", "Name"),
        ("999 Name", 999, "", "Name"),
        ("004 Name", 4, "", "Name"),
    ],
)
def test_shapes_of_a_line(line: str, count: int, card: str, name: str) -> None:
    """Count, number and name are found wherever people write them."""
    assert rows(read(line, "text")) == [(count, card, name, "")]


@pytest.mark.parametrize(
    ("line", "section"),
    [
        ("Leader", "leader"),
        ("Deck:", "deck"),
        ("[Main Deck]", "main deck"),
        ("== Side Deck ==", "side deck"),
        ("# Main Deck", "main deck"),
        ("//Side", "side"),
        ("MAIN-DECK", "main deck"),
        ("Main Deck (1)", "main deck"),
        ("Extra Deck: 1", "extra deck"),
        ("Side [1 card]", "side"),
    ],
)
def test_headings(line: str, section: str) -> None:
    """A heading is known whatever surrounds it, and has its place."""
    deck = read(f"\n  {line}\n1 Name", "text")
    assert rows(deck) == [(1, "", "Name", section)]
    assert deck.headings == {section: (2, 3)}
    assert deck.remarks == ()


def test_a_section_for_one_line() -> None:
    """`SB:` and `Leader:` speak of the card beside them only."""
    deck = read("Main\n4 A\nSB: 2 B\nLeader: BT1-099 C\n1 D", "text")
    assert rows(deck) == [
        (4, "", "A", "main"),
        (2, "", "B", "side"),
        (1, "BT1-099", "C", "leader"),
        (1, "", "D", "main"),
    ]
    assert places(deck) == [(2, 1), (3, 5), (4, 9), (5, 1)]


def test_about_a_deck_in_text() -> None:
    """Player, name, event, date and id, in English or French; comments say nothing."""
    deck = read(
        "Joueur : Zoé\nDeck name: Blue\nEvent: Open\nDate: 2019-05-01\nPlayer ID: 007\n// a\n# b\n; "
        "c\n-----\n1 A"
    )
    assert (deck.player, deck.name, deck.event, deck.date, deck.player_id) == (
        "Zoé",
        "Blue",
        "Open",
        "2019-05-01",
        "007",
    )
    assert rows(deck) == [(1, "", "A", "")]


def test_a_list_without_any_count() -> None:
    """Names alone are one copy each."""
    assert rows(read("Son Goku\nKrillin")) == [(1, "", "Son Goku", ""), (1, "", "Krillin", "")]


def test_a_heading_that_states_another_count() -> None:
    """The remark says both numbers, at the heading; a card of `SB:` does not count."""
    deck = read("Main Deck (50)\n4 A\n44 B\nSB: 2 C\nSide (1)\n1 D")
    (remark,) = deck.remarks
    assert (remark.line, remark.column, remark.severity) == (1, 1, "warning")
    assert "50" in remark.message
    assert "48" in remark.message


# --- passcodes -----------------------------------------------------------------------------------
def test_ydk() -> None:
    """Leading zeros stay, text after a passcode is its name, anything after `!` is the side."""
    deck = read("#created by Ann\n#main\n00012345\n46986414 -- Dark Magician\n#extra\n1\n!sidewards\n2\n")
    assert deck.player == "Ann"
    assert deck.format == "ydk"
    assert rows(deck) == [
        (1, "00012345", "", "main"),
        (1, "46986414", "Dark Magician", "main"),
        (1, "1", "", "extra"),
        (1, "2", "", "side"),
    ]
    assert places(deck) == [(3, 1), (4, 1), (6, 1), (8, 1)]
    assert deck.headings == {"main": (2, 1), "extra": (5, 1), "side": (7, 1)}


def test_ydk_without_extra() -> None:
    """Clients then sort the main part by type, so its cards have no section."""
    deck = read("#main\n46986414\n!side\n2")
    assert rows(deck) == [(1, "46986414", "", ""), (1, "2", "", "side")]
    assert deck.headings == {"side": (3, 1)}


def test_ydk_names_in_comments() -> None:
    """A comment names the equal passcodes right under it;
    one above several cards, or a heading, names none.
    """
    deck = read("#main\n# Foo\n11111\n11111\n# Monsters of mine\n22222\n33333\n# Traps\n44444\n#extra\n")
    assert [one.name for one in deck.lines] == ["Foo", "Foo", "", "", ""]


def link(*parts: list[int]) -> str:
    """A link with these passcodes."""
    return "ydke://" + "".join(
        base64.b64encode(struct.pack(f"<{len(one)}I", *one)).decode() + "!" for one in parts
    )


def test_ydke_in_running_text() -> None:
    """Every link is a deck, placed where it begins and named by the words before it."""
    text = f"Look:\nAnn: {link([7, 7, 8], [], [9])} and {link([1], [2], [])}!"
    first, second = read_decks(text.encode(), "a", KNOWN)
    assert (first.name, second.name) == ("Ann", "and")
    assert rows(first) == [(2, "7", "", "main"), (1, "8", "", "main"), (1, "9", "", "side")]
    assert places(first) == [(2, 6)] * 3
    assert rows(second) == [(1, "1", "", "main"), (1, "2", "", "extra")]
    assert first.problems == second.problems == ()


# --- tables --------------------------------------------------------------------------------------
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_csv(mark: str) -> None:
    """Any delimiter, a byte order mark, accents in the headings."""
    text = "\ufeffSection,Quantité,Numéro,Nom\nMain Deck,4,BT1-001,Goku\n,2x,,Foo\n".replace(",", mark)
    deck = read(text)
    assert deck.format == "csv"
    assert rows(deck) == [(4, "BT1-001", "Goku", "main deck"), (2, "", "Foo", "main deck")]
    assert places(deck) == [(2, 13), (3, 6)]
    assert deck.headings == {"main deck": (2, 13)}


def test_csv_quotes() -> None:
    """A quoted cell may hold the delimiter and line breaks; the lines after it keep their numbers."""
    deck = read('count,name\n1,"A, ""b""\nc"\n\n2,D\n')
    assert rows(deck) == [(1, "", 'A, "b"\nc', ""), (2, "", "D", "")]
    assert places(deck) == [(2, 1), (5, 3)]


def test_csv_of_many_players() -> None:
    """One deck for each player, in the order in which they come."""
    text = "player,player id,deck name,count,name\nBob,7,Red,1,A\nAnn,8,Blue,2,B\nBob,7,Red,3,C\n"
    bob, ann = read_decks(text.encode(), "a", KNOWN)
    assert (bob.player, bob.player_id, bob.name, rows(bob)) == (
        "Bob",
        "7",
        "Red",
        [(1, "", "A", ""), (3, "", "C", "")],
    )
    assert (ann.player, ann.player_id, ann.name, rows(ann)) == ("Ann", "8", "Blue", [(2, "", "B", "")])


def test_csv_without_headings() -> None:
    """The first row's cells tell which column is what."""
    assert rows(read("leader;1;BT1-001;Goku\ndeck;4;BT1-002;Foo")) == [
        (1, "BT1-001", "Goku", "leader"),
        (4, "BT1-002", "Foo", "deck"),
    ]
    assert rows(read("BT1-001,3")) == [(3, "BT1-001", "", "")]
    assert rows(read("sep=;\nname;count\nA;2")) == [(2, "", "A", "")]


def test_csv_unknown_columns() -> None:
    """Columns that nobody reads are named once."""
    deck = read("count,name,price,colour\n1,A,2.5,red\n1,B,1,blue")
    (remark,) = deck.remarks
    assert (remark.line, remark.column, remark.severity) == (1, 12, "warning")
    assert "price, colour" in remark.message


# --- JSON and XML --------------------------------------------------------------------------------
def test_tts_list() -> None:
    """One element a copy; where the list comes from is a note."""
    deck = read('["Exported from https://x","BT8-003",\n "BT8-003", "Foo"]')
    assert (deck.format, deck.note) == ("tts", "Exported from https://x")
    assert rows(deck) == [(1, "BT8-003", "", ""), (1, "BT8-003", "", ""), (1, "", "Foo", "")]
    assert places(deck) == [(1, 28), (2, 2), (2, 13)]


def test_tts_cards_that_contain_nothing() -> None:
    """They are cards; an empty bag or a part of the deck without cards is none."""
    cards = [
        {"Nickname": "Foo"},
        {"Nickname": "Bar", "ContainedObjects": []},
        {"Name": "Card", "CardID": 100, "Nickname": "Baz", "ContainedObjects": []},
    ]
    deck_object = {"Name": "Deck", "DeckIDs": [100, 101, 102], "ContainedObjects": cards}
    empty = [
        {"Name": "Bag", "Nickname": "Trophies", "ContainedObjects": []},
        {"Nickname": "Side Deck", "ContainedObjects": []},
        {"ContainedObjects": []},
    ]
    deck = read(json.dumps({"ObjectStates": [deck_object, *empty]}))
    assert [line.name for line in deck.lines] == ["Foo", "Bar", "Baz"]
    assert (deck.problems, deck.remarks) == ((), ())


def test_tts_numbers_that_are_not_as_many_as_the_cards() -> None:
    """What was read is one card, and that is told."""
    pile = {"DeckIDs": [100, 100, 100], "ContainedObjects": [{"Nickname": "Foo"}]}
    (remark,) = read(json.dumps({"ObjectStates": [pile]})).remarks
    assert "3 cards" in remark.message


def test_tts_saved_object() -> None:
    """Contained objects are cards; the number may stand in the nickname or the description."""
    cards = [
        {"Nickname": "Goku [BT1-001]"},
        {"Nickname": "Foo", "Description": "No. BT1-002, rare"},
        {"Nickname": "Bar"},
    ]
    saved = {"ObjectStates": [{"Nickname": "Side Deck", "ContainedObjects": cards}, {"Nickname": "Loose"}]}
    deck = read(json.dumps(saved))
    assert rows(deck) == [
        (1, "BT1-001", "Goku", "side deck"),
        (1, "BT1-002", "Foo", "side deck"),
        (1, "", "Bar", "side deck"),
        (1, "", "Loose", ""),
    ]


def test_json() -> None:
    """Our own JSON holds everything, alone or in a list."""
    one = {
        "schema": "judge.deck/1",
        "game": "g",
        "player": "p",
        "date": "d",
        "list": "l",
        "sections": [
            {"section": "Main Deck", "cards": [{"count": 3, "card": "a", "name": "b"}, {"name": "c"}]}
        ],
        "cards": {"a": {"power": 5}},
        "limits": {"name": "n", "allowed": ["a"]},
        "expect": {"verdict": "legal"},
    }
    deck = read(json.dumps(one))
    assert rows(deck) == [(3, "a", "b", "main deck"), (1, "", "c", "main deck")]
    assert (deck.game, deck.player, deck.date, deck.list) == ("g", "p", "d", "l")
    assert (deck.cards, deck.limits, deck.expect) == (one["cards"], one["limits"], one["expect"])
    assert [one.player for one in read_decks(json.dumps([one, one]).encode(), "a", KNOWN)] == ["p", "p"]


def test_cod() -> None:
    """Zones are sections, tokens too; what the client keeps for itself is left aside."""
    deck = read(
        '<?xml version="1.0" encoding="latin-1"?>\n<cockatrice_deck version="1">\n'
        "<deckname>Blü</deckname><comments>n</comments><bannerCard>x</bannerCard>\n"
        '<zone name="main">\n  <card number="4" name="Foo" uuid="u"/><card number="1" '
        'name="BT1-001"/>\n</zone>\n'
        '<zone name="tokens"><card number="2" name="Fish"/></zone></cockatrice_deck>'
    )
    assert (deck.format, deck.name, deck.note) == ("cod", "Blü", "n")
    assert rows(deck) == [(4, "", "Foo", "main"), (1, "BT1-001", "", "main"), (2, "", "Fish", "tokens")]
    assert places(deck) == [(5, 3), (5, 41), (7, 21)]


# --- TOML ----------------------------------------------------------------------------------------
TOML = """\
game = "dbs"
date = 2019-05-01
version = "1.078"
list = "2019"
leader = "BT1-099"
side_deck = ["4 BT1-002 Foo", "BT1-003", { count = 2, name = "Bar" }]

["Main Deck"]
"BT1-001" = 4
"BT1-004" = { count = 3, name = "Qux" }
"Red Flame" = 2
hero = 1

[cards.hero]
power = 5000
born = 2019-05-01

[expect]
verdict = "legal"
"""


def test_toml() -> None:
    """Tables of counts, lists of lines, card data and what is expected."""
    deck = read(TOML)
    assert (deck.format, deck.game, deck.date, deck.list) == ("toml", "dbs", "2019-05-01", "2019")
    assert list(zip(rows(deck), places(deck), strict=True)) == [
        ((1, "BT1-099", "", "leader"), (5, 11)),
        ((4, "BT1-002", "Foo", "side deck"), (6, 15)),
        ((1, "BT1-003", "", "side deck"), (6, 32)),
        ((2, "", "Bar", "side deck"), (6, 42)),
        ((4, "BT1-001", "", "main deck"), (9, 1)),
        ((3, "BT1-004", "Qux", "main deck"), (10, 1)),
        ((2, "", "Red Flame", "main deck"), (11, 1)),
        ((1, "hero", "", "main deck"), (12, 1)),
    ]
    assert deck.cards == {"hero": {"power": 5000, "born": "2019-05-01"}}
    assert deck.expect == {"verdict": "legal"}
    assert deck.headings == {"leader": (5, 1), "side deck": (6, 1), "main deck": (8, 2)}


def test_toml_limit_list() -> None:
    """A limit list in the file itself."""
    deck = read('deck = ["4 A"]\n[list]\nname = "L"\nforbidden = ["a"]\nallowed = ["b", "c"]\n')
    assert deck.list == ""
    assert deck.limits == {"name": "L", "forbidden": ["a"], "allowed": ["b", "c"]}


def test_toml_lines_in_file_order() -> None:
    """Dotted keys may go back to a section; the lines still come as they stand."""
    deck = read('main."BT1-001" = 1\nside."BT1-002" = 1\nmain."BT1-003" = 1\n')
    assert [one.card for one in deck.lines] == ["BT1-001", "BT1-002", "BT1-003"]
