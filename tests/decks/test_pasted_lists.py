# ruff: noqa: RUF001
"""Lists as forums, forms, shops and tables have them: each line is understood whole, or told."""

from __future__ import annotations

from pathlib import Path

import pytest
from decks.test_left_over import YGO, deck

from judge.decks.deck import Deck
from judge.decks.desk import Judge, open_desk
from judge.decks.report import Report

FOUND = Path(__file__).resolve().parents[2] / ".." / "shared" / "found" / "decks"
NO_CARDS = Judge(open_desk("ygo"))


def cards(found: Deck) -> list[tuple[int, str, str]]:
    """Count, name and part of each line."""
    return [(one.count, one.name, one.section) for one in found.lines]


def told(found: Deck) -> list[tuple[int, int, str]]:
    """What is not understood, and where."""
    return [(one.line, one.column, one.message) for one in found.problems]


def report(text: str) -> Report:
    """What there is to say of a list with one deck."""
    (found,) = YGO.file("a.txt", text.encode())
    return found


# --- forums -----------------------------------------------------------------------------------------
DRESSED = (
    "[b]3x[/b] [i]Raigeki[/i]",
    "[3x] [url=http://a.example/?q=Rai+geki]Raigeki[/url]",
    "[list][*]3 [color=#ff0000][size=4]Raigeki[/size][/color][/list]",
    "[center][table][tr][td]3[/td][td]Raigeki[/td][/tr][/table][/center]",
    "* 3x [Raigeki](https://a.example/raigeki_(card))",
    "3 [[Raigeki]]",
    "**3x** [[Raigeki]]",
    "3 [card]Raigeki[/card]",
)


@pytest.mark.parametrize("line", DRESSED)
def test_a_line_of_a_forum(line: str) -> None:
    """What dresses a card says nothing."""
    assert cards(deck(line)) == [(3, "Raigeki", "")]
    assert told(deck(line)) == []


def test_columns_count_the_marks() -> None:
    """A fault stands where it stands in the file."""
    assert told(deck("[b]3x[/b] [i]Raigeki (please)[/i]")) == [(1, 22, "text that is not understood")]
    assert told(deck("3 [Raigeki](https://a.example) (please)"))[0][:2] == (1, 32)


@pytest.mark.parametrize(
    "line",
    [
        "[s]3 Raigeki[/s]",
        "~~3 Raigeki~~",
        "3 [img]http://a.example/raigeki.png[/img]",
        "3 ![Raigeki](https://a.example/1)",
        "3 [[Raigeki]] [[Jinzo]]",
        "3 [Raigeki](https://a.example/1) [Jinzo](https://a.example/2)",
        "3 [url=x]Raigeki[/url][url=y]Jinzo[/url]",
        "3 [card=side]Raigeki[/card]",
        "3 [[Raigeki|side]]",
        '3 [Raigeki](https://a.example "side")',
    ],
)
def test_marks_that_say_something_are_told(line: str) -> None:
    """What strikes out, pictures, two links on one line, and words that nobody sees: nothing is counted."""
    found = deck(f"2 Jinzo\n{line}\n[b]x[/b]")
    assert cards(found) == [(2, "Jinzo", "")]
    assert 2 in [line for line, _, _ in told(found)]


def test_a_mark_needs_its_end() -> None:
    """Without one, a letter in brackets is a rarity as ever."""
    assert deck("3 Raigeki [U]").lines[0].tail == "[U]"


def test_a_title_is_a_heading() -> None:
    """A part that folds away has its heading in the mark."""
    text = "3 Raigeki\n[spoiler=Side Deck]2 Jinzo[/spoiler]\n"
    assert cards(deck(text)) == [(3, "Raigeki", ""), (2, "Jinzo", "side deck")]
    assert told(deck(text)) == []


def test_cards_behind_the_end_of_a_part_are_told() -> None:
    """They may be of it, or of the part before it; a heading says which."""
    text = "3 Raigeki\n[spoiler=Side Deck]2 Jinzo[/spoiler]\n{}1 Dark Hole\n1 Dark Magician"
    assert told(deck(text.format(""))) == [(3, 1, "a card behind [/spoiler], which ended a part of the list")]
    assert told(deck(text.format("Main Deck\n"))) == []


# --- pictures ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "line",
    ["🔴 3 Raigeki", "✅3x Raigeki", "➡️ Raigeki x3", "⚔️🔥 3 Raigeki", "👉🏽 3 Raigeki", "3 Raigeki 🔥",
     "3️⃣ Raigeki", "3️⃣x Raigeki", "Raigeki 3️⃣", "🃏 Raigeki (3)", "3 Raigeki (⭐)"],
)  # fmt: skip
def test_pictures_say_nothing(line: str) -> None:
    """They stand for the bullet, or behind the name."""
    assert cards(deck(f"{line}\n2 Jinzo")) == [(3, "Raigeki", ""), (2, "Jinzo", "")]
    assert told(deck(f"{line}\n2 Jinzo")) == []


@pytest.mark.parametrize(
    "line",
    ["❌ 3 Raigeki", "🚫 3 Raigeki", "➖ 3 Raigeki", "🗑️ 3 Raigeki", "3 Raigeki ❌", "🕓 3 Raigeki",
     "❓ 3 Raigeki", "⭐⭐ 3 Raigeki", "3 Raigeki ⭐ ⭐", "🔟 Raigeki", "1️⃣2️⃣ Raigeki",
     "❌<li>3 Raigeki</li>", "⭐⭐<li>1 Raigeki</li>"],
)  # fmt: skip
def test_pictures_that_may_say_something_are_told(line: str) -> None:
    """A cross, a basket, a clock; the same one twice, which may be a number; one beside a line of its own."""
    assert 1 in [line for line, _, _ in told(deck(f"{line}\n2 Jinzo"))]


# --- sets behind names ------------------------------------------------------------------------------
def test_sets_behind_most_names() -> None:
    """What stands in brackets behind the names of a shop's list is the set, and is kept as such."""
    found = deck("3 Raigeki [LOB]\n2 Jinzo [PSV] *F*\n1 Jinzo #7 (MP14)\n1 Dark Hole")
    assert cards(found) == [(3, "Raigeki", ""), (2, "Jinzo", ""), (1, "Jinzo #7", ""), (1, "Dark Hole", "")]
    assert [one.tail for one in found.lines] == ["[LOB]", "[PSV] *F*", "(MP14)", ""]
    assert told(found) == []


def test_one_word_in_brackets_is_no_set() -> None:
    """Two lines of three show nothing of a list."""
    assert len(told(deck("3 Raigeki [LOB]\n2 Jinzo [PSV]\n1 Dark Hole"))) == 2


@pytest.mark.parametrize(
    "word", ["[SIDE]", "[CUT]", "(NOT)", "[MAYBE]", "[ONLY]", "[XXIV1X]", "[3X]", "[12]"]
)
def test_a_word_that_says_something_is_no_set(word: str) -> None:
    """Not even in a list in which every name has a set."""
    found = deck(f"3 Raigeki [LOB]\n2 Jinzo [PSV]\n1 Dark Hole [LOB]\n1 Dark Magician {word}")
    assert [line for line, _, _ in told(found)] == [4]


# --- forms ------------------------------------------------------------------------------------------
FORM = """KDE-E Yu-Gi-Oh! TCG DECK LIST
First & Middle Name(s): Ann B
Last Name(s): Other
CARD GAME ID: 0123456789
Event Name: Open
Monster Cards        Qty
Jinzo                  3
Dark Magician          1
Total Monster Cards    4
Spell Cards   Qty
Raigeki                2
Total Spell Cards: 2
Main Deck Total: 6
Side Deck
Dark Hole              1
Total Side Deck: 1
Judge Use Only
"""


def test_a_registration_form() -> None:
    """The form's own words are left out by name; its fields, counts and totals are read."""
    found = deck(FORM)
    assert cards(found) == [
        (3, "Jinzo", "monster cards"),
        (1, "Dark Magician", "monster cards"),
        (2, "Raigeki", "spell cards"),
        (1, "Dark Hole", "side deck"),
    ]
    assert (found.player, found.player_id, found.event) == ("Ann B Other", "0123456789", "Open")
    assert (told(found), found.remarks) == ([], ())
    assert [row.line for row in found.rows if row.why == "what a form prints itself"] == [1, 17]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [("Total Monster Cards    4", 5), ("Total Spell Cards: 2", 1), ("Main Deck Total: 6", 9)],
)
def test_a_total_of_a_form_is_compared(line: str, wrong: int) -> None:
    """One that is wrong is told."""
    (remark,) = deck(FORM.replace(line, line[:-1] + str(wrong))).remarks
    assert (remark.line, remark.expected) == (
        FORM[: FORM.index(line)].count("\n") + 1,
        f"{wrong} card{'s' if wrong > 1 else ''}",
    )


@pytest.mark.parametrize("line", ["Total Defense Raigeki 3", "Jinzo Total 3", "KDE-E 3 Raigeki DECK LIST"])
def test_a_line_with_a_card_is_no_word_of_a_form(line: str) -> None:
    """Only what a form prints is left out, and only a total of a heading is a total."""
    found = report(f"2 Jinzo\n{line}\n1 Raigeki")
    assert 2 in [one.line for one in found.of("error")]


@pytest.mark.parametrize("heads", [("Deck principal", "Deck annexe"), ("Mazo principal", "Mazo secundario")])
def test_a_heading_over_others_states_its_own_part(heads: tuple[str, str]) -> None:
    """Two parts whose names begin alike are two."""
    main, side = heads
    text = f"{main} (4)\nMonstres : 3\n3 Jinzo\nMagies : 1\n1 Raigeki\n{side} (1)\n1 Dark Hole"
    assert deck(text).remarks == ()
    assert [one.line for one in deck(text.replace("(4)", "(9)")).remarks] == [1]


def test_counts_in_a_column() -> None:
    """Two blanks part a count from a name; a count in front as well is one too many."""
    assert cards(deck("Jinzo   3\n7 Colored Fish\t2")) == [(3, "Jinzo", ""), (2, "7 Colored Fish", "")]
    assert told(deck("3 Jinzo   1\n1 Raigeki")) == [(1, 1, "two counts")]


# --- tables -----------------------------------------------------------------------------------------
TABLE = "| Qty | Card | Type |\n|---|:--|---|\n| 3 | Jinzo | Monster |\n| 2 | Raigeki | Spell |\n"


def test_a_table_with_a_column_that_is_not_read() -> None:
    """It is told by name, once."""
    found = deck(TABLE)
    assert cards(found) == [(3, "Jinzo", ""), (2, "Raigeki", "")]
    assert [(one.line, one.column, one.message) for one in found.remarks] == [
        (1, 16, "columns that are not read: Type")
    ]
    assert [(one.line, one.column) for one in found.lines] == [(3, 3), (4, 3)]
    assert told(found) == []


def test_tables_among_other_lines() -> None:
    """Each ends where another line comes; outer bars may be left out."""
    bold = TABLE.replace("Jinzo", "**Jinzo**").replace("| 2 |", "| *2* |")
    text = f"Main Deck\n\n{bold}\nSide Deck\n\nCard | Qty\n--- | ---\nDark Hole | 1\n\n1 Jinzo"
    assert cards(deck(text)) == [
        (3, "Jinzo", "main deck"),
        (2, "Raigeki", "main deck"),
        (1, "Dark Hole", "side deck"),
        (1, "Jinzo", "side deck"),
    ]


def test_a_column_of_sections() -> None:
    """It says the part of its row alone."""
    found = deck(
        "| Qty | Card | Section |\n|-|-|-|\n| 3 | Jinzo | Side |\n| 2 | Raigeki | |\n| 1 | Dark Hole | Sied |"
    )
    assert cards(found)[:2] == [(3, "Jinzo", "side"), (2, "Raigeki", "")]
    assert told(found) == [(5, 19, "no such heading")]


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        ("| 1 | Dark Hole | Side |", 19, "the column Type names a part of the deck, and is not read"),
        ("| 1 | Dark Hole | (side deck) |", 19, "the column Type names a part of the deck, and is not read"),
        ("| 1 | Dark Hole | Spell | Raigeki |", 27, "more cells than in the first row"),
        ("❌ | 1 | Dark Hole | Spell |", 1, "more cells than in the first row"),
    ],
)
def test_a_cell_that_may_not_be_passed_over(row: str, column: int, message: str) -> None:
    """One that says where the card lies, or that no column has."""
    assert (5, column, message) in told(deck(TABLE + row))


# --- players ----------------------------------------------------------------------------------------
def test_several_players_in_one_text() -> None:
    """Each has a deck of his own, with the lines that are his."""
    decks = YGO.decks(
        "a.txt", b"Player 1: Ann\n3 Jinzo\n\nPlayer 2: Bob\nSide Deck\n2 Raigeki\nPlayer: Bob\n1 Jinzo"
    )
    assert [(one.player, cards(one)) for one in decks] == [
        ("Ann", [(3, "Jinzo", "")]),
        ("Bob", [(2, "Raigeki", "side deck"), (1, "Jinzo", "side deck")]),
    ]
    assert [sorted({row.line for row in one.rows}) for one in decks] == [[1, 2, 3], [4, 5, 6, 7, 8]]
    assert all(one.problems == () for one in decks)


def test_several_forms_in_one_text() -> None:
    """The name in the fields of a form is its player's."""
    decks = YGO.decks("a.txt", (FORM + FORM.replace("Ann B", "Bob").replace("0123456789", "77")).encode())
    assert [(one.player, one.player_id) for one in decks] == [
        ("Ann B Other", "0123456789"),
        ("Bob Other", "77"),
    ]
    assert [sum(line.count for line in one.lines) for one in decks] == [7, 7]


def test_a_player_between_cards() -> None:
    """Whose the cards above are is not guessed; one who signs below them has them all."""
    assert told(deck("3 Jinzo\nPlayer: Ann\n2 Raigeki\n1 Dark Hole")) == [
        (2, 1, "a player named between cards: whose are those above?")
    ]
    assert told(deck("3 Jinzo\n2 Raigeki\nPlayer: Ann")) == []


# --- what is told once ------------------------------------------------------------------------------
ALIKE = {
    "Cardmarket": [
        "1x Raigeki (Maximum Gold)",
        "2x Jinzo (Legendary Collection: Yugi)",
        "3 Dark Hole (2-Player Starter)",
    ],
    "struck out": ["~~1 Raigeki~~", "[s]2 Jinzo[/s]", "<del>3 Dark Hole</del>"],
    "BBCode": ["1 [x=1]Raigeki[/x]", "2 [x=1]Jinzo[/x]", "3 [x=1]Dark Hole[/x]"],
    "HTML": ["1 <x-y>Raigeki</x-y>", "2 <x-y>Jinzo</x-y>", "3 <x-y>Dark Hole</x-y>"],
    "pictures": ["1 ![a](b)", "1 ![a](c)", "1 [img]d[/img]"],
    "exports for other games": ["1 Raigeki (LOB) 53", "2 Jinzo [PSV] 12a *F*", "3 Dark Hole (LOB) #EN052"],
}


@pytest.mark.parametrize("what", ALIKE)
def test_lines_that_are_alike_are_told_once(what: str) -> None:
    """One sentence names what they look like; each of them stays not understood."""
    text = "1 Dark Magician\n" + "\n".join(ALIKE[what])
    (fault,) = [one for one in report(text).of("error") if not one.article]
    assert (fault.line, what in fault.message, "3 lines" in fault.message) == (2, True, True)
    assert fault.allowed
    assert report(text).verdict == "unreadable"
    assert cards(deck(text)) == [(1, "Dark Magician", "")]
    account = report(text).account
    assert account is not None
    assert account.kinds["problem"] == 3


def test_two_lines_are_told_each() -> None:
    """Two of a kind may have two reasons."""
    assert len(told(deck("\n".join(ALIKE["Cardmarket"][:2])))) == 2


@pytest.mark.parametrize("line", ["https://a.example/deck/1", "Y2dclbsFjo0m6rLAsL97JMt79UAG"])
def test_a_deck_that_lies_elsewhere(line: str) -> None:
    """An address, or a code that is cut off, is named though it is alone."""
    (fault,) = report(line).of("error")
    assert "address" in fault.message or "code" in fault.message


def test_yaml_is_no_list() -> None:
    """Its counts stand on lines of their own: nothing is read of it."""
    (fault,) = report("# a\n- name: Jinzo\n  count: 3\n- {name: Raigeki, count: 2}\n").faults
    assert (fault.line, fault.message) == (2, "2 lines look like YAML")


# --- what people handed in --------------------------------------------------------------------------
FILES = {  # copies, and the lines that are told
    "p33-bbcode.txt": (58, [31, 32]),  # 40 and 15, and "3 of everything is nice" behind the spoiler
    "p34-reddit.md": (55, [39]),
    "p44-konami-form.txt": (55, []),
    "p46-tcgplayer.txt": (40, []),
    "p56-table.md": (40, []),
    "d12-emoji.txt": (51, []),
}


@pytest.mark.skipif(not FOUND.is_dir(), reason="the folder of found lists is absent")
@pytest.mark.parametrize("file", FILES)
def test_lists_that_people_handed_in(file: str) -> None:
    """Each card is counted; prose that may hold one is told."""
    judge = Judge(open_desk("dbs")) if file.startswith("d") else NO_CARDS
    (found,) = judge.decks(file, (FOUND / file).read_bytes())
    assert (sum(one.count for one in found.lines), [one.line for one in found.problems]) == FILES[file]
