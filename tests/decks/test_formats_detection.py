"""Which format a deck is in: its content tells, whatever the file is called."""

from __future__ import annotations

import pytest
from deck_headings import KNOWN

from judge.decks.deck import Deck
from judge.decks.formats import FORMATS, read_decks
from judge.errors import BadInput


def read(text: str, form: str = "", file: str = "a") -> Deck:
    """The one deck of a text, without problems."""
    (deck,) = read_decks(text.encode("utf-8"), file, KNOWN, form)
    assert deck.problems == ()
    return deck


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ('[main]\n"BT1-001" = 4', "toml"),
        ('["main"]\n"BT1-001" = 4', "toml"),
        ('# a comment\ngame = "dbs"\nnote = "ydke://!!!"', "toml"),
        ("[Main]\n4 BT1-001", "text"),
        ("[Main Deck]\n4 BT1-001", "text"),
        ("[4] Foo", "text"),
        ('["BT1-001"]', "tts"),
        ('{"schema": "judge.deck/1", "name": "x"}', "json"),
        ("see ydke://!!! here", "ydke"),
        ("#main\n46986414", "ydk"),
        ("46986414\n46986415", "ydk"),
        ("#main\n4 BT1-001 Foo", "text"),
        ("!side\n1", "ydk"),
        ("count,name\n1,Foo", "csv"),
        ("4 Krillin, the Brave", "text"),
        ("4,BT1-001,Foo\n3,BT1-002,Bar", "csv"),
        ("<cockatrice_deck><deckname>a</deckname></cockatrice_deck>", "cod"),
    ],
)
def test_detection(text: str, form: str) -> None:
    """The content tells the format, whatever the file is called."""
    assert form in FORMATS
    assert read(text).format == form
    assert read(text, file="deck.xyz").format == form


@pytest.mark.parametrize("text", ["4,5 Foo", "4, Foo\n3 Bar"])
def test_a_comma_makes_no_table(text: str) -> None:
    """A table without headings has its delimiter in every row; a fraction is a fault of a list."""
    (deck,) = read_decks(text.encode(), "a", KNOWN)
    assert deck.format == "text"
    assert [one.line for one in deck.problems] == [1]


def test_the_name_breaks_a_tie() -> None:
    """Text that could be anything is what its file's name ends in;
    a list with counts is a list all the same.
    """
    assert read("123", file="a.ydk").format == "ydk"
    assert read("123 Foo", file="a.toml").format == "text"
    with pytest.raises(BadInput, match="TOML"):
        read("game dbs", file="a.TOML")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    """Every kind of line end counts as one, in every format."""
    for text in ("\ufeffMain\n4 A\n\n3 B", "count,name\n4,A\n\n3,B", "[main]\nA = 4\n\nB = 3"):
        deck = read(text.replace("\n", end))
        assert [(one.count, one.name, one.line) for one in deck.lines] == [(4, "A", 2), (3, "B", 4)]
