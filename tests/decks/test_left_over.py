# ruff: noqa: RUF001
"""What stands beside a card: in the table of shapes, or told with its column. Nothing is dropped."""

from __future__ import annotations

import base64
import struct

import pytest

from judge.cards.card import Card
from judge.cards.hand import HandCards, nearest_card
from judge.cli.desk_options import SeveralCards
from judge.decks.deck import ROWS, Deck
from judge.decks.desk import Judge, open_desk
from judge.decks.formats.shapes import SHAPES, doubt_in, kinds_of
from judge.decks.report import Fault
from judge.text.folded_words import seen, straight

NAMES = {
    "51617185": "Machina Megaform",
    "12580477": "Raigeki",
    "53129443": "Dark Hole",
    "77585513": "Jinzo",
    "32809211": "Jinzo #7",
    "23771716": "7 Colored Fish",
    "46986414": "Dark Magician",
    "38033121": "Dark Magician Girl",
}
CARDS = HandCards(
    [Card(code, {"name": name, "kind": ["monster"]}) for code, name in NAMES.items()], r"0*(\d{1,9})", True
)
YGO = Judge(open_desk("ygo", {"ygo": CARDS}))
NO_CARDS = Judge(open_desk("postures"))


def deck(text: str, file: str = "a.txt", judge: Judge = YGO) -> Deck:
    """The one deck of a text."""
    (found,) = judge.decks(file, text.encode())
    return found


def rows(found: Deck) -> list[tuple[int, str, str]]:
    """The cards of a deck."""
    return [(one.count, one.card, one.name) for one in found.lines]


def errors(text: str, file: str = "a.txt", judge: Judge = YGO) -> list[Fault]:
    """What is wrong with single lines of a deck, not with its number of cards."""
    (report,) = judge.file(file, text.encode())
    return [one for one in report.of("error") if not one.article]


# --- the table of shapes --------------------------------------------------------------------------
TAILS = {
    "set": ["[LOB-005]", "(LOB-EN005)", "LOB-EN005", "SDK-001", "(5DS1-EN001)", "(V.1 - Ultra Rare)"],
    "rarity": [
        "(UR)",
        "[C]",
        "Ultra Rare",
        "- Secret Rare",
        "(Quarter Century Secret Rare)",
        "[Common]",
        "UR",
        ", Starlight Rare",
    ],
    "finish": [
        "foil",
        "(non-foil)",
        "1st Edition",
        "(1st)",
        "reverse holo",
        "[Promo]",
        "Limited Edition",
        "(Alternate Art)",
        "*F*",
    ],
    "language": ["EN", "(FR)", "Japanese", "[français]", "- English"],
    "condition": ["NM", "(Near Mint)", "[LP]", "(Lightly Played)", "[PSA 10]"],
    "price": ["€2.50", "2,50 €", "$3", "(€1)", "@ $3 each", "4 EUR", "\t0,15 €"],
    "colour": ["(Red)", "[noir]"],
    "picture": ["\U0001f525", "\u2694", "(\u2b50)"],
}


@pytest.mark.parametrize(("kind", "tail"), [(kind, tail) for kind, tails in TAILS.items() for tail in tails])
@pytest.mark.parametrize(
    "line",
    ["3 Raigeki {}", "Raigeki {} x3", "Raigeki x3 {}", "3 12580477 Raigeki {}", "3x Raigeki (12580477) {}"],
)
def test_what_the_table_has_is_left_out(kind: str, tail: str, line: str) -> None:
    """The name is the name, the count the count, and the rest is kept as what it is."""
    found = deck(line.format(tail))
    assert [(one.count, one.name) for one in found.lines] == [(3, "Raigeki")]
    assert kind in kinds_of(found.lines[0].tail)
    assert (found.rows[0].kind, found.rows[0].why) == (
        "cards",
        f"{kinds_of(found.lines[0].tail)}: {found.lines[0].tail}",
    )
    assert found.problems == ()


def test_every_row_of_the_table_has_its_tests() -> None:
    """A row without an example is not understood by anybody."""
    assert set(TAILS) == {one.kind for one in SHAPES}


def test_several_of_them() -> None:
    """In any order, in one bracket or in several."""
    for tail in ("[LOB-005] (UR) NM €2.50", "(UR, NM, EN)", "LOB-EN005, Ultra Rare, 1st Edition"):
        assert rows(deck(f"3 Raigeki {tail}")) == [(3, "", "Raigeki")]


def test_a_card_may_be_called_so() -> None:
    """A name that ends as a tail would is the name where a catalogue knows it."""
    cards = HandCards(
        [
            Card("1", {"name": "Mirror Foil"}),
            Card("2", {"name": "Mirror"}),
            Card("3", {"name": "Fabled Inc."}),
        ],
        "",
        True,
    )
    judge = Judge(open_desk("postures", {"postures": cards}))
    found = deck("2 Mirror Foil\n1 Mirror\n1 Fabled Inc.", judge=judge)
    assert [one.card.name for one in judge.items(found) if one.card] == [
        "Mirror Foil",
        "Mirror",
        "Fabled Inc.",
    ]


# --- leftover text --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "between", ["   ", "\t", " | ", "|", "\f", "\u2028", " ", "; ", " / ", " & ", " + ", "・"]
)
def test_two_columns_are_never_one_card(between: str) -> None:
    """Two cards, or an error."""
    found = deck(f"1 51617185 Machina Megaform{between}1 12580477 Raigeki")
    assert found.problems or [one.card for one in found.lines] == ["51617185", "12580477"]


@pytest.mark.parametrize(
    ("line", "column", "left"),
    [
        ("3 12580477 Raigeki please", 20, "please"),
        ("3 Raigeki please", 11, "please"),
        ("3 Raigeki (side)", 11, "(side)"),
        ("3 Raigeki -> side", 11, "-> side"),
        ("3 Raigeki (not in deck)", 11, "(not in deck)"),
        ("3 Raigeki (2 more in sleeves)", 11, "(2 more in sleeves)"),
        ("3 12580477 Raigeki (side)", 20, "(side)"),
        ("3 Raigeki side", 11, "side"),
        ("3 12580477 'tis Raigeki", 12, "'tis Raigeki"),
        ("３ Raigeki ＞ side", 11, "＞ side"),
        ("伍 timesRaigeki (12580477)", 1, "伍 timesRaigeki"),
        ("12580477 二 exemplaires", 10, "二 exemplaires"),
    ],
)
def test_leftover_text_is_an_error_with_its_column(line: str, column: int, left: str) -> None:
    """It is named, whatever it is."""
    (fault,) = errors(line)
    assert (fault.line, fault.column, fault.found) == (1, column, left)
    (report,) = YGO.file("a.txt", line.encode())
    assert report.verdict == "unreadable"


@pytest.mark.parametrize(
    "said", ["4枚", "*4", "×4", "：４", "ｘ４", "✕4", "4 copies", "4 pcs", ";4", "(4枚)", "x ４"]
)
@pytest.mark.parametrize("card", ["Raigeki", "12580477 Raigeki", "Raigeki (12580477)", "12580477"])
def test_counts_that_are_read(said: str, card: str) -> None:
    """Four is four, in any script."""
    assert [one.count for one in deck(f"{card} {said}").lines] == [4]


@pytest.mark.parametrize("said", ["#4", "4/4", "@4", "~4", "_4", "four", "IV", "四枚", "4 of them", "?4"])
@pytest.mark.parametrize("card", ["Raigeki", "12580477 Raigeki", "Raigeki (12580477)", "12580477"])
def test_counts_that_are_told(said: str, card: str) -> None:
    """What may be a count is no part of a name."""
    assert errors(f"3 Dark Hole\n{card} {said}")


@pytest.mark.parametrize("line", ["12580477×4", "12580477x4", "12580477*4"])
def test_a_count_stuck_to_a_number(line: str) -> None:
    """The sign parts them."""
    assert rows(deck(line)) == [(4, "12580477", "")]


@pytest.mark.parametrize(
    "line", ["3 Raigeki [12580477] [53129443]", "3 [12580477] (53129443)", "3 12580477/53129443"]
)
def test_two_numbers(line: str) -> None:
    """A line with two bracketed numbers is no card."""
    assert errors(line)


@pytest.mark.parametrize(
    ("line", "name"),
    [("3 Jinzo #7", "Jinzo #7"), ("1 7 Colored Fish", "7 Colored Fish"), ("2 32809211 Jinzo #7", "Jinzo #7")],
)
def test_a_catalogue_settles_it(line: str, name: str) -> None:
    """What some card is called is its name; quotes say so too."""
    assert [one.name for one in deck(line).lines] == [name]
    assert deck(line).problems == ()
    assert deck(f'3 "{name}"', judge=NO_CARDS).problems == ()


@pytest.mark.parametrize("line", ["7|  23771716 |", "7 | 23771716", "|7|23771716|"])
def test_a_number_alone_is_no_word_of_a_name(line: str) -> None:
    """Beside the passcode of a card whose name begins with that number it is a count, or not understood."""
    found = deck(line)
    assert found.problems or sum(one.count for one in found.lines) == 7


def test_another_cards_name_beside_a_number() -> None:
    """Which of the two is meant?"""
    (fault,) = errors("3 12580477 Dark Hole")
    assert "which is it?" in fault.message


def test_another_language_beside_a_number() -> None:
    """A list whose names are all in another language is only warned of;
    one odd name among right ones is an error.
    """
    assert errors("3 46986414 Magicien Sombre\n3 53129443 Trou Noir") == []
    (fault,) = errors("3 46986414 Dark Magician\n3 53129443 Dark Hole\n3 12580477 Tonnerre Divin")
    assert (fault.code, fault.line) == ("other-name", 3)
    assert (
        errors("3 46986414 Dark Magican\n3 53129443 Dark Hole\n3 12580477 Raigeki") == []
    )  # a slip of the pen


@pytest.mark.parametrize(
    "name",
    [
        "Blue-Eyes White Dragon",
        "Number 39: Utopia",
        "D/D/D Oblivion King",
        '"A" Cell Incubator',
        "Android 17",
        "El\u2019 M-2",
        "青眼の白龍",
    ],
)
def test_names_are_made_of_words(name: str) -> None:
    """No doubt about ordinary names, in any script."""
    assert doubt_in(straight(name), 0, len(name), name) is None


def test_unseen_characters() -> None:
    """They go, but join no digits."""
    assert seen("Na\u2060me\u200b") == "Name"
    assert seen("4\u200b6986414") == "4 6986414"


# --- comments and headings ------------------------------------------------------------------------
@pytest.mark.parametrize(
    "comment", ["#3 Raigeki", "// 3 Raigeki", "; 3x Raigeki", "Notes: 3 Raigeki", "# 12580477"]
)
def test_a_comment_that_holds_a_card(comment: str) -> None:
    """A warning that names it."""
    (remark,) = deck(f"3 Dark Hole\n{comment}").remarks
    assert (remark.line, remark.severity) == (2, "warning")
    assert comment.lstrip("#/; ").removeprefix("Notes: ") in remark.message


@pytest.mark.parametrize(
    "comment", ["# Level 4 and up", "// 40 cards", "# made on 3.5.", "#created by 3 Kings", "Notes: for 2014"]
)
def test_a_comment_that_holds_none(comment: str) -> None:
    """Most comments do not."""
    assert deck(f"3 Dark Hole\n{comment}", "a.txt").remarks == ()


def test_headings_of_ydk_that_are_almost_right() -> None:
    """Each is told with what it did; a comment that names the card under it is no card."""
    found = deck("#main\n#Dark Hole\n53129443\n#side\n#3 Raigeki\n#12580477\n!extra\n53129443", "a.ydk")
    assert [(one.line, one.message.split(" ")[0]) for one in found.remarks] == [
        (4, "#side"),
        (5, "a"),
        (6, "a"),
        (7, "!extra"),
    ]
    assert [(one.card, one.section) for one in found.lines] == [("53129443", ""), ("53129443", "side")]


# --- what was pasted ------------------------------------------------------------------------------
def test_a_page() -> None:
    """Tags part lines and cells, entities are letters; columns are those of the file."""
    found = deck(
        "<ul><li>3 <b>Dark Magician</b></li><li>2 Raigeki &amp; Co</li></ul>\n<table><tr><td>1</td><td>Dark "
        "Hole</td></tr></table>"
    )
    assert rows(found) == [(3, "", "Dark Magician"), (2, "", "Raigeki & Co"), (1, "", "Dark Hole")]
    assert [(one.line, one.column) for one in found.lines] == [(1, 9), (1, 40), (2, 16)]


def test_a_mail() -> None:
    """Quoting, headers and the signature are no cards; what is left out is said."""
    found = deck(
        "From: ann@example.org\nOn Monday Ann wrote:\n> Main Deck\n>> 3 Raigeki\n-- \nAnn Martin\nLyon\n"
    )
    assert rows(found) == [(3, "", "Raigeki")]
    assert [one.kind for one in found.rows] == [
        "left out",
        "left out",
        "heading",
        "cards",
        "left out",
        "left out",
        "left out",
        "blank",
    ]
    assert [one.line for one in found.remarks] == [6]
    again = deck("3 Raigeki\n-- \n3 Dark Hole\n")  # no signature: a card comes
    assert rows(again) == [(3, "", "Raigeki"), (3, "", "Dark Hole")]


def test_a_japanese_list() -> None:
    """Headings and counters."""
    found = deck(
        "【メインデッキ】４枚\nRaigeki 3枚\n1枚 Dark Hole\nエクストラデッキ（０枚）\nサイドデッキ\n合計 4枚"
    )
    assert [(one.count, one.name, YGO.desk.limits["ygo"].part_of(one.section)) for one in found.lines] == [
        (3, "Raigeki", "main"),
        (1, "Dark Hole", "main"),
    ]
    assert found.problems == found.remarks == ()
    assert set(found.headings) == {"メインデッキ", "エクストラデッキ", "サイドデッキ"}


def test_a_leader_needs_no_count() -> None:
    """There is one; other cards have a count, or it is missing."""
    judge = Judge(open_desk("dbs"))
    assert rows(deck("Leader: Son Goku\n4 Foo", judge=judge)) == [(1, "", "Son Goku"), (4, "", "Foo")]
    assert rows(deck("リーダー：孫悟空\n3*Vegeta", judge=judge)) == [(1, "", "孫悟空"), (3, "", "Vegeta")]
    assert deck("Side: Raigeki\n4 Foo", judge=judge).problems[0].message == "a count is missing"


def test_a_link_that_a_mail_broke() -> None:
    """Quoted or not, with the marks that quoted-printable leaves."""
    part = base64.b64encode(struct.pack("<20I", *range(46986414, 46986434))).decode()
    link = f"ydke://{part}!!!"
    for broken in (
        f"{link[:60]}\n{link[60:]}",
        f"> {link[:60]}\n> {link[60:]}",
        f"{link[:60]}=\n{link[60:]}\nThanks!",
    ):
        found = deck(f"Hi,\n{broken}\n")
        assert (len(found.lines), found.problems) == (20, ())
    assert deck(f"{link[:60]}\nThanks, Ann!").problems


def test_json_by_parts() -> None:
    """Strings, passcodes, tables and counts under headings."""
    found = deck(
        '{"name": "N", "main": ["3 Raigeki", 53129443, {"name": "Jinzo", "qty": 2}], "side": {"Dark Hole": '
        "1}}",
        "a.json",
    )
    assert rows(found) == [(3, "", "Raigeki"), (1, "53129443", ""), (2, "", "Jinzo"), (1, "", "Dark Hole")]
    assert (found.name, found.lines[-1].section) == ("N", "side")
    assert [one.message for one in deck('{"main": [true], "sied": []}', "a.json").problems] == [
        "wrong type",
        "unknown key",
    ]


def test_a_column_for_each_player() -> None:
    """Cells are counts; an empty one or 0 is no copy."""
    ann, bob = YGO.decks("a.csv", b"card,Ann,Bob\nRaigeki,3,\nDark Hole,0,2\nJinzo,1,1\n")
    assert (ann.player, rows(ann)) == ("Ann", [(3, "", "Raigeki"), (1, "", "Jinzo")])
    assert (bob.player, rows(bob)) == ("Bob", [(2, "", "Dark Hole"), (1, "", "Jinzo")])
    assert [(one.line, one.kind) for one in ann.rows] == [
        (1, "heading"),
        (2, "cards"),
        (4, "cards"),
        (5, "blank"),
    ]
    assert [(one.line, one.kind) for one in bob.rows] == [(3, "cards"), (4, "cards")]


def test_names_in_several_languages() -> None:
    """One catalogue a language: a card is told by any of its names, and is one card."""
    french = HandCards(
        [Card("46986414", {"name": "Magicien Sombre"}), Card("12580477", {"name": "Raigeki"})],
        r"0*(\d{1,9})",
        True,
    )
    japanese = HandCards([Card("46986414", {"name": "ブラック・マジシャン"})], r"0*(\d{1,9})", True)
    judge = Judge(open_desk("ygo", {"ygo": SeveralCards((CARDS, SeveralCards((french, japanese))))}))
    text = (
        "1 Magicien Sombre\n1 ブラック・マジシャン\n1 46986414 Magicien Sombre\n1 Dark Magician\n1 Dark Hole"
    )
    assert len({one.key for one in judge.items(deck(text, judge=judge))}) == 2
    (report,) = judge.file("a.txt", text.encode())
    assert [one.code for one in report.faults if one.code != "main-size" and "size" not in one.code] == [
        "copies"
    ]
    assert nearest_card(judge.desk.cards["ygo"], "Magicien Sombe") == "Magicien Sombre"


# --- what each line was taken for -----------------------------------------------------------------
FILES = {
    "a.txt": "Player: Ann\n# hello\n\nMain Deck\n3 Raigeki (UR)\n===\nFoo bar",
    "a.ydk": "#created by Ann\n#main\n# Raigeki\n12580477\n\n!side\nabc",
    "a.csv": "count,name\n3,Raigeki\n\nx,Foo",
    "a.toml": 'player = "Ann"\n# hello\n[main]\n"Raigeki" = 3\n"Foo" = 0\n',
    "a.json": '{"main":\n[\n"3 Raigeki"\n],\n"x": 1}',
    "a.cod": '<cockatrice_deck>\n<zone name="main">\n<card number="3" '
    'name="Raigeki"/>\n</zone>\n</cockatrice_deck>',
    "b.txt": "Hi\n// x\nydke://AQAAAA==!!!\n\n",
}


@pytest.mark.parametrize("file", FILES)
def test_every_line_is_counted_as_something(file: str) -> None:
    """One row for each line, in order, of a known kind, and the cards' lines among them."""
    found = deck(FILES[file], file)
    assert [one.line for one in found.rows] == list(range(1, FILES[file].count("\n") + 2))
    assert {one.kind for one in found.rows} <= set(ROWS)
    assert {one.line for one in found.rows if one.kind == "cards"} == {one.line for one in found.lines}
    assert {one.line for one in found.rows if one.kind == "problem"} == {one.line for one in found.problems}


def test_the_kinds_of_lines() -> None:
    """By name, for a plain list."""
    kinds = [(one.kind, one.why) for one in deck(FILES["a.txt"]).rows]
    assert kinds == [
        ("about", ""),
        ("comment", "a comment"),
        ("blank", ""),
        ("heading", ""),
        ("cards", "rarity: (UR)"),
        ("mark", ""),
        ("problem", "neither a card nor a heading"),
    ]


# --- near names -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("slip", "name"),
    [
        ("Hole Dark", "Dark Hole"),
        ("Dark Magican", "Dark Magician"),
        ("Girl Dark Magician", "Dark Magician Girl"),
        ("Magician Dark", "Dark Magician"),
        ("Rageki", "Raigeki"),
        ("Zzzz", ""),
    ],
)
def test_near_names_see_the_order_of_words(slip: str, name: str) -> None:
    """Words in another order are the same words; words in place go first."""
    assert nearest_card(CARDS, slip) == name
