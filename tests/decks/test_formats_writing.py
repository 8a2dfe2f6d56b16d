"""Writing decks: what was written says the same when it is read again, or the loss is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.decks.deck import Deck, Line
from judge.decks.formats import WRITERS, DeckText, Known, read_decks, write_deck
from judge.errors import BadInput

KNOWN = Known(
    frozenset(
        ("leader", "main", "main deck", "deck", "extra", "extra deck", "side", "side deck", "cards", "traps")
    ),
    re.compile(r"[A-Z]{1,3}\d{0,2}-\d{1,4}(?:_[A-Z0-9]+)?|0*\d{1,9}"),
    {"count": "count", "number": "number", "name": "name", "section": "section"},
)
PARTS = {
    "main": "main",
    "main deck": "main",
    "deck": "deck",
    "leader": "leader",
    "extra": "extra",
    "side": "side",
    "side deck": "side",
    "extra deck": "extra",
    "traps": "main",
}
DECKS = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "ygo" / "decks"
NASTY = (
    "two\nlines",
    "cr\rhere",
    "tab\there",
    'quo"te',
    "back\\slash",
    "'single'",
    "<b>",
    "../../x",
    "\x1b[31m",
    "\x7f",
    "=1+1",
    "+1",
    "-1",
    "@x",
    "4",
    "46986414",
    "BT1-001",
    "x4 Foo",
    "Foo x4",
    "[BT1-001]",
    "# a",
    "// b",
    "Main Deck",
    "é",
    "\U0001f600",
    "\u2028",
    "a;b,c",
    " outer ",
    "hero",
    "",
    "Name: x",
    "{}",
    "{0}",
)


def write(deck: Deck, form: str) -> DeckText:
    """The deck in a format; a card's number is its passcode if it is one."""
    return write_deck(
        deck,
        form,
        lambda line: line.card if line.card.isdigit() else "",
        lambda section: PARTS.get(section, ""),
    )


def again(deck: Deck, form: str) -> Deck:
    """The deck written in a format and read again."""
    (read,) = read_decks(write(deck, form).text.encode("utf-8"), "b", KNOWN, form)
    return read


def core(deck: Deck) -> Deck:
    """A deck without what depends on its file."""
    lines = tuple(line._replace(line=0, column=0, at=0) for line in deck.lines)
    headings = dict.fromkeys(sorted(deck.headings), (0, 0))
    return deck._replace(
        file="",
        format="",
        lines=lines,
        headings=headings,
        remarks=(),
        rows=(),
        doubts=(),
        length=0,
        expect_at=(0, 0),
    )


def deck_of(*lines: Line, **more: object) -> Deck:
    """A deck with these lines, each section headed."""
    return Deck("a", "text", lines, headings={one.section: (1, 1) for one in lines if one.section}, **more)  # type: ignore[arg-type]


WHOLE = deck_of(
    Line(1, "BT1-099", "Goku", "leader"),
    Line(4, "BT1-001", "", "main deck"),
    Line(3, "", "Red Flame", "main deck"),
    Line(2, "BT1-002", "Foo", "side deck"),
    game="dbs",
    name="Blue",
    player="Ann",
    player_id="7",
    event="Open",
    date="2019-05-01",
    note="n",
    list="2019",
    cards={"hero": {"power": 5000, "keywords": ["a", "b"], "x": {"y": True, "z": 1.5}}},
    limits={"name": "L", "forbidden": ["a"]},
    expect={"verdict": "legal"},
)


@pytest.mark.parametrize("form", ["toml", "json"])
@pytest.mark.parametrize(
    "deck",
    [
        WHOLE,
        deck_of(Line(1, "BT1-001"), Line(1, "BT1-001"), Line(2, "", "Foo")),
        deck_of(
            Line(1, "BT1-001", "", "main"), Line(1, "BT1-002", "", "side"), Line(1, "BT1-003", "", "main")
        ),
        deck_of(Line(1, "BT1-001", "", "side"), Line(2, "BT1-002", "A", ""), Line(3, "", "hero", "main")),
        deck_of(Line(3, "hero", "", "main"), cards={"hero": {"power": 1}}),
        deck_of(Line(3, "", "hero", "main"), cards={"hero": {"power": 1}}),
        deck_of(Line(3, "odd id", "", "main"), Line(1, "", "46986414", "main")),
        deck_of(Line(3, "BT1-001", "", "cards"), cards={"a": {}}),
        deck_of(Line(3, "BT1-001", "", "main"))._replace(headings={"main": (1, 1), "side": (2, 1)}),
        deck_of(Line(3, "BT1-001"))._replace(headings={"side": (2, 1)}),
        deck_of(Line(3, "BT1-001"))._replace(headings={"cards": (2, 1), "side": (3, 1)}),
        deck_of(Line(3, "ABCD123-0001", "", "main"), Line(3, "", "Umi", "main")),
        deck_of(Line(3, "ABCD123-0001", "", "main"), Line(3, "ABCD123-0001", "", "main")),
        deck_of(limits={"name": "x"}),
        deck_of(limits={"name": "x"}, list="y"),
    ],
)
def test_nothing_is_lost(deck: Deck, form: str) -> None:
    """TOML and JSON give the same deck again, sections in any order and cards on any number of lines."""
    assert write(deck, form).losses == ()
    assert core(again(deck, form)) == core(deck)


@pytest.mark.parametrize("form", ["toml", "json"])
@pytest.mark.parametrize("text", NASTY)
def test_any_text_survives(text: str, form: str) -> None:
    """Names, numbers and all other texts may hold anything."""
    lines = (
        Line(1, text or "c", text, "main"),
        Line(2, "", text or "n", "main"),
        Line(3, text or "c", "", "main"),
    )
    deck = deck_of(*lines, name=text, player=text, note=text, cards={text: {text: [text]}})
    assert core(again(deck, form)) == core(deck)
    one = deck_of(Line(2, "", text or "n", "main"))
    assert core(again(one, form)) == core(one)


def test_half_characters_are_told() -> None:
    """What no file can hold is replaced, and that is a loss."""
    written = write(deck_of(Line(1, "", "a\ud800b")), "json")
    assert written.losses == ("half characters, which are no text",)
    assert "a\ufffdb" in written.text


def test_toml_is_good_to_read() -> None:
    """A section whose cards are there once is a table of counts."""
    deck = deck_of(
        Line(1, "BT1-099", "Goku", "leader"),
        Line(4, "BT1-001", "", "main deck"),
        Line(3, "", "Red Flame", "main deck"),
        player="Ann",
    )
    assert write(deck, "toml").text == (
        'player = "Ann"\n\n[leader]\nBT1-099 = { count = 1, name = "Goku" }\n\n["main deck"]\nBT1-001 = '
        '4\n"Red Flame" = 3\n'
    )


def test_text() -> None:
    """A plain list says who, then the cards under their headings; only the tables are lost."""
    written = write(WHOLE, "text")
    assert written.losses == ("card data", "the limit list", "what is expected")
    assert "Player: Ann\n" in written.text
    assert "\nLeader:\n1 BT1-099 Goku\n\nMain Deck:\n4 BT1-001\n3 Red Flame\n" in written.text
    assert core(again(WHOLE, "text")) == core(WHOLE)._replace(cards={}, limits={}, expect={})


def test_csv() -> None:
    """A table holds the cards; everything about the deck is told as lost."""
    written = write(WHOLE, "csv")
    assert written.text.splitlines()[:2] == ["section,count,number,name", "leader,1,BT1-099,Goku"]
    assert {"the event", "the player", "card data"} <= set(written.losses)
    assert core(again(WHOLE, "csv")).lines == WHOLE.lines


@pytest.mark.parametrize("name", ["=1+1", '@"x", y', "-2+3", "+1", "'=x", "''@x", "'Tis", "\uff1dx"])
def test_csv_runs_nothing(name: str) -> None:
    """No cell of a deck is a formula to a spreadsheet, and every name is read again as it was."""
    deck = deck_of(Line(1, "", name))
    written = write(deck, "csv")
    assert written.losses == ()
    cells = [cell.strip('"') for cell in written.text.splitlines()[1].split(",")]
    assert not any(cell.startswith(tuple("=+-@\uff1d")) for cell in cells)
    assert core(again(deck, "csv")).lines == deck.lines


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("steering", ["\x1b[8m", "\x9b31m", "\x07", "\x7f"])
def test_no_written_deck_steers_a_terminal(form: str, steering: str) -> None:
    """A name may hold what a terminal would obey; no format puts it out as it is."""
    deck = deck_of(Line(1, "46986414", f"Foo{steering}Bar", "main"), player=f"Ann{steering}")
    assert not any(char in write(deck, form).text for char in "\x1b\x9b\x07\x7f")


@pytest.mark.parametrize("form", ["text", "csv", "ydk"])
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\x0b", "\x85", "\u2028"])
def test_a_name_forges_no_line(form: str, end: str) -> None:
    """A line break in a text becomes a blank, and that is told."""
    deck = deck_of(Line(1, "46986414", f"Foo{end}4 BT1-001", "main"), player=f"Ann{end}4 BT1-002")
    written = write(deck, form)
    assert "line breaks, control characters or outer blanks of a name" in written.losses
    (line,) = again(deck, form).lines
    assert (line.count, line.card, line.name) == (1, "46986414", "Foo 4 BT1-001")


def test_text_puts_cards_without_section_first() -> None:
    """A list cannot leave a section again."""
    deck = deck_of(Line(1, "BT1-001", "", "main"), Line(2, "BT1-002"))
    assert write(deck, "text").losses == ("the place of a line that has no section",)
    assert [one.section for one in again(deck, "text").lines] == ["", "main"]


@pytest.mark.parametrize("name", ["x Foo", "X", "Foo x4", "4 Foo", "Foo (ABC)", "Name: x"])
def test_odd_names_in_text(name: str) -> None:
    """A name that looks like a count or a tag is still the name."""
    assert core(again(deck_of(Line(4, "", name)), "text")).lines == (Line(4, "", name),)


# --- passcodes -----------------------------------------------------------------------------------
CODES = deck_of(
    Line(3, "46986414", "Dark Magician", "main deck"),
    Line(1, "00012345", "", "main deck"),
    Line(1, "00012345", "Traps", "main deck"),
    Line(2, "7", "", "extra"),
    Line(1, "8", "Foo", "side deck"),
)


def test_ydk() -> None:
    """One passcode for each copy under the part it belongs to, names above them."""
    deck = CODES._replace(player="Ann", event="Open")
    written = write(deck, "ydk")
    assert written.text.splitlines() == [
        "#created by Ann", "#main", "# Dark Magician", "46986414", "46986414", "46986414", "#", "00012345",
        "00012345 # Traps", "#extra", "7", "7", "!side", "# Foo", "8",
    ]  # fmt: skip
    assert written.losses == ("the event",)
    read = again(deck, "ydk")
    assert read.player == "Ann"
    assert [(one.card, one.name, one.section) for one in read.lines] == [
        *[("46986414", "Dark Magician", "main")] * 3, ("00012345", "", "main"), ("00012345", "Traps", "main"),
        *[("7", "", "extra")] * 2, ("8", "Foo", "side"),
    ]  # fmt: skip


def test_ydke() -> None:
    """Three parts of base64: 3 and 1 passcodes, 1, none. The values are worked out by hand."""
    deck = deck_of(Line(2, "1", "", "main"), Line(1, "256", "", "extra"))
    written = write(deck, "ydke")
    assert written == DeckText("ydke://AQAAAAEAAAA=!AAEAAA==!!\n", ())
    assert [(one.count, one.card, one.section) for one in again(deck, "ydke").lines] == [
        (2, "1", "main"),
        (1, "256", "extra"),
    ]
    assert "the names of 3 cards" in write(CODES, "ydke").losses


@pytest.mark.parametrize("form", ["ydk", "ydke"])
def test_lines_without_passcode(form: str) -> None:
    """All of them are told at their places, and nothing is written."""
    deck = deck_of(
        Line(1, "", "Foo", "main", 3, 1), Line(1, "7", "", "main", 4, 1), Line(1, "BT1-001", "", "side", 9, 2)
    )
    with pytest.raises(BadInput) as raised:
        write(deck, form)
    assert [(one.line, one.column, one.found) for one in raised.value.problems] == [
        (3, 1, "Foo"),
        (9, 2, "BT1-001"),
    ]


@pytest.mark.parametrize("form", ["ydk", "ydke"])
def test_sections_that_have_no_place(form: str) -> None:
    """Cards under a heading of no part are left out, and told."""
    deck = deck_of(Line(1, "7", "", "main"), Line(2, "8", "", "tokens"))
    assert write(deck, form).losses == ('2 cards under "tokens"',)
    assert [one.card for one in again(deck, form).lines] == ["7"]


@pytest.mark.parametrize("form", WRITERS)
def test_an_empty_deck(form: str) -> None:
    """A deck without cards is written all the same."""
    assert write(Deck("a", "text"), form).losses == ()


@pytest.mark.skipif(not DECKS.is_dir(), reason="the folder of real decks is absent")
def test_real_decks() -> None:
    """Sixty-nine real decks: read without problems, the same after ydke, and after TOML."""
    files = sorted(DECKS.glob("*.ydk"))
    assert len(files) == 69
    for file in files:
        raw = file.read_bytes()
        (deck,) = read_decks(raw, str(file), KNOWN)
        assert deck.format == "ydk"
        assert deck.problems == ()
        assert len(deck.lines) == len(re.findall(rb"^\d", raw, re.MULTILINE))
        assert core(again(deck, "toml")) == core(deck)
        assert write(again(deck, "toml"), "ydk") == write(deck, "ydk")
        copies = [(int(one.card), one.section) for one in deck.lines]
        linked = again(deck, "ydke")
        assert [(int(one.card), one.section) for one in again(linked, "ydk").lines] == copies
