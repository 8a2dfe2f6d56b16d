"""Lists as people paste them: every line is counted rightly, or told."""

from __future__ import annotations

import re

import pytest

from judge.decks.deck import Deck, Line
from judge.decks.formats import Known, read_decks, write_deck
from judge.decks.formats.list_line import read_words
from judge.text.folded_words import fold

KNOWN = Known(
    frozenset(
        (
            "leader",
            "main",
            "main deck",
            "deck",
            "cards",
            "extra",
            "extra deck",
            "side",
            "side deck",
            "monster",
            "trap",
        )
    ),
    re.compile(r"[A-Z]{1,3}\d{0,2}-\d{1,4}(?:_[A-Z0-9]+)?|0*\d{1,9}"),
    {
        "count": "count",
        "qty": "count",
        "number": "number",
        "name": "name",
        "card": "name",
        "section": "section",
        "player": "player",
        "player id": "player_id",
    },
)
SEVERAL = "several cards on one line"
UNREAD_COUNT = "is this number a count?"
LINK = "ydke://AQAAAA==!!!"  # one copy of passcode 1


def read(text: str, form: str = "") -> list[Deck]:
    """The decks of a text."""
    return read_decks(text.encode("utf-8"), "a", KNOWN, form)


def rows(deck: Deck) -> list[tuple[int, str, str, str]]:
    """What each line says."""
    return [(one.count, one.card, one.name, one.section) for one in deck.lines]


def told(deck: Deck) -> list[tuple[int, str]]:
    """Which lines could not be read, and why."""
    return [(one.line, one.message) for one in deck.problems]


# --- where the count stands ----------------------------------------------------------------------
SHAPES = {
    "BT1-005 Name x4": (4, "BT1-005", "Name"),
    "BT1-005 Name 4x": (4, "BT1-005", "Name"),
    "BT1-005 Name (4)": (4, "BT1-005", "Name"),
    "BT1-005 Name [4]": (4, "BT1-005", "Name"),
    "BT1-005 Name: 4": (4, "BT1-005", "Name"),
    "BT1-005 Name : 4": (4, "BT1-005", "Name"),
    "BT1-005 - Name - 4": (4, "BT1-005", "Name"),
    "BT1-005\tName\t4": (4, "BT1-005", "Name"),
    "Name (BT1-005) 4": (4, "BT1-005", "Name"),
    "Name BT1-005 4": (4, "BT1-005", "Name"),
    "BT1-005 Name x4 foil": (4, "BT1-005", "Name"),
    "BT1-005 x4 (foil)": (4, "BT1-005", ""),
    "BT1-005 4x Name": (4, "BT1-005", "Name"),
    "Qty: 4 BT1-005 Name": (4, "BT1-005", "Name"),
    "7 Colored Fish x3": (3, "", "7 Colored Fish"),
    "4-Starred Ladybug x3": (3, "", "4-Starred Ladybug"),
    "4 BT1-101 Android 17": (4, "BT1-101", "Android 17"),
    "4 BT1-101 10x Kamehameha": (4, "BT1-101", "10x Kamehameha"),
    "4 BT1-101 Planet M-2": (4, "BT1-101", "Planet M-2"),
    "4 BT1-101 Piccolo, 5 Seconds Left": (4, "BT1-101", "Piccolo, 5 Seconds Left"),
    "4 BT1-101 Name BT1-101": (4, "BT1-101", "Name"),
    "4xBT1-005": (4, "BT1-005", ""),
    "4xBT1-005 Name": (4, "BT1-005", "Name"),
    "4=BT1-005": (4, "BT1-005", ""),
    "4: BT1-005": (4, "BT1-005", ""),
    "4 - BT1-005 - Name": (4, "BT1-005", "Name"),
    "4 ex. BT1-005": (4, "BT1-005", ""),
    "4 copies BT1-005": (4, "BT1-005", ""),
    "4 copies of Name": (4, "", "Name"),
    "4 exemplaires de Name": (4, "", "Name"),
    "3 Copy Plant": (3, "", "Copy Plant"),
    "1. 4x BT1-005": (4, "BT1-005", ""),
    "1) 4 BT1-005": (4, "BT1-005", ""),
    "- 1. 4 Name": (4, "", "Name"),
    "> 4 BT1-005": (4, "BT1-005", ""),
    ">> > 4 BT1-005 Name": (4, "BT1-005", "Name"),
    "| 4 | BT1-005 | Name |": (4, "BT1-005", "Name"),
    "| BT1-005 Name | 4 |": (4, "BT1-005", "Name"),
    "4 Name BT1-005 (Red)": (4, "BT1-005", "Name"),
    "4x **Name** (BT1-005)": (4, "BT1-005", "Name"),
    "4 \u201cName\u201d": (4, "", "Name"),
    '4 "Name x4"': (4, "", "Name x4"),
    "**4x Name**": (4, "", "Name"),
    "\uff14 BT1-005": (4, "BT1-005", ""),
    "\u200b4 BT1-005\u200b Na\u2060me": (4, "BT1-005", "Name"),
    "4 BT1\u2010005 Name": (4, "BT1-005", "Name"),
    "4 BT1\u2212005": (4, "BT1-005", ""),
    "46986414 Dark Magician [LOB-005]": (1, "46986414", "Dark Magician"),
}


@pytest.mark.parametrize("line", SHAPES)
def test_a_count_is_found_wherever_it_stands(line: str) -> None:
    """The count never ends up in the name."""
    (deck,) = read(line, "text")
    assert deck.problems == ()
    assert rows(deck) == [(*SHAPES[line], "")]


FAULTS = {
    "4x Name x3": "two counts",
    "[4] Name (2)": "two counts",
    "x4 Name 3x": "two counts",
    "4 BT1-005 Name x4": "two counts",
    "4 Name BT1-005 4": "two counts",
    "1 4 BT1-005": "two counts",
    "1\t4\tName": "two counts",
    "4 BT1-004 A, 4 BT1-017 B": SEVERAL,
    "4 BT1-004, 4 BT1-017": SEVERAL,
    "4 BT1-004 + 2 BT1-005": SEVERAL,
    "4 BT1-004/BT1-005": SEVERAL,
    "4 A + 2 B": SEVERAL,
    "4 A, 2 B": SEVERAL,
    "Instant Transmission 10x Kamehameha": UNREAD_COUNT,
    "Raigeki": "a count is missing",
    "Hello, Ann": "neither a card nor a heading",
    "Leader x1: 2 BT1-001": "two counts",
}


@pytest.mark.parametrize("line", FAULTS)
def test_what_cannot_be_counted_is_told(line: str) -> None:
    """One problem with the line as found, and no copy."""
    (deck,) = read(f"4 BT1-099\n{line}", "text")
    assert told(deck) == [(2, FAULTS[line])]
    assert len(deck.lines) == 1
    assert deck.problems[0].expected
    assert deck.problems[0].found == line.removeprefix("Leader x1: ")


def test_numbers_at_every_end_are_the_counts() -> None:
    """Where no line has a count, and each ends in a number, that is the count."""
    (deck,) = read("Le Dragon 3\nBT1-005 Le Mage 2\nLe Roi 12")
    assert deck.problems == ()
    assert rows(deck) == [(3, "", "Le Dragon", ""), (2, "BT1-005", "Le Mage", ""), (12, "", "Le Roi", "")]


@pytest.mark.parametrize("text", ["4 BT1-004\nBT1-005 Name 4", "Foo\nName 4", "Name 4"])
def test_a_number_that_may_be_the_count(text: str) -> None:
    """A line without count that ends in a number is told where others have counts, or half of them end so."""
    (deck,) = read(text, "text")
    (problem,) = deck.problems
    assert (problem.line, problem.message) == (text.count("\n") + 1, UNREAD_COUNT)
    assert problem.found == text.rpartition("\n")[2]
    assert "in front" in problem.expected


def test_a_number_that_belongs_to_the_name() -> None:
    """One name in three that ends in a number is a name."""
    (deck,) = read("Goku\nKrillin\nAndroid 17")
    assert rows(deck) == [(1, "", "Goku", ""), (1, "", "Krillin", ""), (1, "", "Android 17", "")]


def test_ordinals() -> None:
    """1, 2, 3 count the lines, beginning anew with a section; other numbers may be counts, and are told."""
    (deck,) = read("Deck\n1. BT1-004\n2. BT1-005\nSide\n1. BT1-006")
    assert [one.count for one in deck.lines] == [1, 1, 1]
    assert deck.problems == ()
    (deck,) = read("4. BT1-004\n4. BT1-005\n2. BT1-006", "text")
    assert told(deck) == [(line, UNREAD_COUNT) for line in (1, 2, 3)]


def test_a_table_in_markdown() -> None:
    """Headings and rules of a table say nothing, rows are cards."""
    (deck,) = read("| Qty | Number | Name |\n|---|:--|---|\n| 4 | BT1-004 | A |\n| 3 | BT1-005 | B |")
    assert rows(deck) == [(4, "BT1-004", "A", ""), (3, "BT1-005", "B", "")]
    assert deck.problems == ()


@pytest.mark.parametrize(
    "name",
    [
        "7",
        'mdl 00X "B"',
        'Foo "B" x4',
        "Foo x4",
        "10x Foo",
        "Foo (4)",
        '"Foo"',
        "**Foo**",
        "A, 4 B",
        "Foo - 4",
    ],
)
@pytest.mark.parametrize("form", ["text", "csv"])
def test_names_that_look_like_counts_survive(name: str, form: str) -> None:
    """What is written is quoted where it would be misread."""
    deck = Deck("a", "text", (Line(4, "BT1-001", name), Line(3, "", name)))
    (again,) = read(write_deck(deck, form, lambda line: "", str).text, form)
    assert again.problems == ()
    assert rows(again) == rows(deck)


def test_fold_quotes() -> None:
    """Curled quotes are plain ones."""
    assert fold("Gravekeeper\u2019s \u201cSpy\u201d") == fold('gravekeeper\'s "spy"')
    assert fold("Disaster!\u200e") == "disaster!"
    assert fold("\u2018a\u02bc") == "'a'"


# --- headings ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "line",
    ["\U0001f409 Leader \U0001f409", "\u2605 LEADER \u2605", "\u00ab Leader \u00bb", "> Leader", "Leader x1"],
)
def test_decorated_headings(line: str) -> None:
    """Anything but letters may surround a heading."""
    (deck,) = read(f"{line}\n1 BT1-001")
    assert rows(deck) == [(1, "BT1-001", "", "leader")]
    assert deck.problems == deck.remarks == ()


@pytest.mark.parametrize(
    "line", ["Leader - BT1-001 Champa", "Leader x1: BT1-001 Champa", "Leader: BT1-001 Champa"]
)
def test_a_heading_for_one_line(line: str) -> None:
    """The card beside the heading is under it, the next one is not."""
    (deck,) = read(f"{line}\n4 BT1-004")
    assert rows(deck) == [(1, "BT1-001", "Champa", "leader"), (4, "BT1-004", "", "")]
    assert deck.problems == ()


@pytest.mark.parametrize("line", ["Total: 5", "Total 5 cards", "Cards: 5", "5 Cards", "5 cartes", "Total: 4"])
def test_a_total_that_is_right(line: str) -> None:
    """Five cards, four of them in the deck: both are totals, and neither is a card."""
    (deck,) = read(f"Leader\n1 BT1-001\nDeck\n4 BT1-004\n\n{line}")
    assert [one.count for one in deck.lines] == [1, 4]
    assert deck.problems == deck.remarks == ()


def test_a_total_that_is_wrong() -> None:
    """The remark says both numbers."""
    (deck,) = read("Leader\n1 BT1-001\nDeck\n4 BT1-004\nTotal: 50")
    (remark,) = deck.remarks
    assert (remark.line, remark.expected, remark.found) == (5, "50 cards", "5 cards")


def test_a_total_that_begins_the_deck() -> None:
    """After the Leader, "4 Cards" is where the cards begin."""
    (deck,) = read("Leader\n1 BT1-001\n\n4 Cards\n4 BT1-004")
    assert rows(deck) == [(1, "BT1-001", "", "leader"), (4, "BT1-004", "", "cards")]
    assert deck.remarks == ()


def test_a_summary_on_top() -> None:
    """Headings without lines are compared with their sections, under whatever name of theirs."""
    text = "Main: 40\nExtra: 4\nSide: 5\n\nMain Deck:\n40 A\nExtra Deck:\n4 B\nSide Deck:\n5 C\n"
    assert read(text)[0].remarks == ()
    (remark,) = read(text.replace("40 A", "39 A"))[0].remarks
    assert (remark.line, remark.expected, remark.found) == (1, "40 cards", "39 cards")


def test_a_summary_of_types() -> None:
    """Twenty and twenty are the forty of the deck; twenty and ten are not."""
    assert read("Monster: 20\nTrap: 20\n\nDeck\n40 A")[0].remarks == ()
    remarks = read("Monster: 20\nTrap: 10\n\nDeck\n40 A")[0].remarks
    assert [one.line for one in remarks] == [1, 2]


def test_a_hyphen_states_nothing() -> None:
    """ "deck-1" is a deck, "Deck - 1" states a count, of one card."""
    assert read("//deck-1\n4 BT1-004")[0].remarks == ()
    (remark,) = read("Deck - 1\n4 BT1-004")[0].remarks
    assert (remark.expected, remark.found) == ("1 card", "4 cards")


# --- links and passcodes -------------------------------------------------------------------------
def test_lines_beside_a_link() -> None:
    """What looks like cards is told once, at the first of its lines; other words are not."""
    (deck,) = read(f"Hello,\n 3 Foo\nBT1-004\n{LINK}\nThanks\n")
    (remark,) = deck.remarks
    assert (remark.line, remark.column, remark.message) == (2, 2, "2 lines beside the link are not read")
    assert read(f"Hello,\n{LINK}\nThanks, Ann")[0].remarks == ()
    assert read(f"{LINK}\n3 Foo")[0].remarks[0].message == "1 line beside the link is not read"


def test_a_link_in_a_comment() -> None:
    """A list stays a list; a link alone in a comment is the deck."""
    assert read(f"# Ann {LINK}\n4 BT1-004")[0].format == "text"
    assert read(f"// {LINK}")[0].format == "ydke"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (f"<@1234> my deck: {LINK}", "ydke"),
        ("<Leader>\n1 A", "text"),
        ('<?xml version="1.0"?><cockatrice_deck><deckname>a</deckname></cockatrice_deck>', "cod"),
    ],
)
def test_an_angle_makes_no_xml(text: str, form: str) -> None:
    """Only a declaration, a comment or the root element is XML."""
    assert read(text)[0].format == form


@pytest.mark.parametrize("after", ["x3", "3x", "(3)"])
def test_a_count_beside_a_passcode(after: str) -> None:
    """One line is one copy: a count after the name is told."""
    (deck,) = read(f"#main\n89631139 Blue-Eyes White Dragon {after}", "ydk")
    assert [(one.line, one.column, one.found) for one in deck.problems] == [(2, 33, after)]
    assert deck.lines == ()


# --- tables --------------------------------------------------------------------------------------
def test_csv_cells_with_number_and_name() -> None:
    """Without a column for the number, the cell of the card may hold both."""
    (deck,) = read("Card,Qty\nBT1-004 Foo,4\nBar [BT1-005],3\nKA-2 Baz,2")
    assert rows(deck) == [(4, "BT1-004", "Foo", ""), (3, "BT1-005", "Bar", ""), (2, "", "KA-2 Baz", "")]


def test_csv_counts_in_names() -> None:
    """Without a column for the count, a name may say it; with one, that is a second count."""
    (deck,) = read("number,name\nBT1-004,Foo x4\nBT1-005,Bar (3)", "csv")
    assert rows(deck) == [(4, "BT1-004", "Foo", ""), (3, "BT1-005", "Bar", "")]
    (deck,) = read("count,name\n4,Foo x4\n1,Bar")
    assert told(deck) == [(2, "two counts")]


def test_csv_names_that_begin_with_a_number() -> None:
    """One name of two is a name; when all of them begin so, it is the count."""
    (deck,) = read("name\n7 Colored Fish\nFoo", "csv")
    assert rows(deck) == [(1, "", "7 Colored Fish", ""), (1, "", "Foo", "")]
    (deck,) = read("name\n3 Foo\n2 Bar", "csv")
    assert rows(deck) == [(3, "", "Foo", ""), (2, "", "Bar", "")]


def test_csv_number_of_copies() -> None:
    """ "Number" with cells too short for a card number is the count."""
    (deck,) = read("Number,Name\n3,Foo\n2,Bar")
    assert rows(deck) == [(3, "", "Foo", ""), (2, "", "Bar", "")]


def test_csv_title_rows() -> None:
    """The headings may stand in one of the first five rows; what is above is told."""
    (deck,) = read("Ann's deck,,\n,,\nSection,Qty,Card\nmain,4,Foo")
    assert deck.format == "csv"
    assert rows(deck) == [(4, "", "Foo", "main")]
    assert deck.lines[0].line == 4
    (remark,) = deck.remarks
    assert remark.line == 1
    assert "Ann's deck" in remark.message


def test_csv_merged_sections() -> None:
    """An empty cell takes the section above it, which is told once."""
    (deck,) = read("section,count,name\n,1,Z\nmain,1,A\n,1,B\n,1,C\nside,1,D\n,1,E")
    assert [one.section for one in deck.lines] == ["", "main", "main", "main", "side", "side"]
    (remark,) = deck.remarks
    assert (remark.line, remark.found) == (4, "lines 4-5, 7")


def test_csv_merged_players() -> None:
    """An empty cell takes the player above it; above the first player there is nobody."""
    ann, bob = read("player,count,name\nAnn,1,A\n,2,B\nBob,3,C\n,4,D")
    assert (ann.player, [one.count for one in ann.lines]) == ("Ann", [1, 2])
    assert (bob.player, [one.count for one in bob.lines]) == ("Bob", [3, 4])
    assert [deck.remarks[0].found for deck in (ann, bob)] == ["line 3", "line 5"]
    nobody, ann = read("player,count,name\n,1,A\nAnn,2,B")
    assert told(nobody) == [(2, "a player is missing")]
    assert (ann.player, ann.problems) == ("Ann", ())
    (alone,) = read("player,count,name\n,1,A")
    assert alone.problems == ()


@pytest.mark.parametrize(
    "line",
    [
        "4 BT1-001",
        "4 BT1-001 Goku",
        "10 P-1 Son Goku, the Last Hope",
        "1 EX03-25 Vegeta's Pride",
        "3 bt1-1 Half-Saiyan",
        "3 Dark Magician",
        "2 Son Goku, the Hero",
        "3 Copies of Foo",
        "3 Foo Bar UR",
        "3 Foo Side",
    ],
)
def test_the_short_way_reads_what_the_long_way_reads(line: str) -> None:
    """Most lines are plain, and are read without looking for everything that people paste."""
    (deck,) = read_decks(line.encode(), "a", KNOWN)
    words = read_words(line, KNOWN)
    assert [(str(one.count), one.card, one.name, one.tail, one.at) for one in deck.lines] == [
        (words.copies, words.card, words.name, words.tail, words.name_at + 1)
    ]
    assert [one.problem.message for one in deck.doubts] == ([words.doubt.message] if words.doubt else [])
