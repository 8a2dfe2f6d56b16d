"""Faults of deck files: each at its place, in the same words whatever the format, and no traceback."""

from __future__ import annotations

import random
import re

import pytest

from judge.decks.deck import Deck
from judge.decks.formats import FORMATS, LIMIT, WRITERS, Known, read_decks, write_deck
from judge.errors import BadInput, Problem

KNOWN = Known(
    frozenset(("leader", "main", "main deck", "extra", "side", "side deck", "tokens")),
    re.compile(r"[A-Z]{1,3}\d{0,2}-\d{1,4}|0*\d{1,9}"),
    {"count": "count", "number": "number", "name": "name", "section": "section", "player": "player"},
)
COUNT = "not a count of copies"


def read(text: str | bytes, form: str = "", encoding: str = "") -> list[Deck]:
    """The decks of a text."""
    return read_decks(text if isinstance(text, bytes) else text.encode("utf-8"), "a", KNOWN, form, encoding)


def refused(text: str | bytes, form: str = "", encoding: str = "") -> Problem:
    """The one problem for which a whole file is refused."""
    with pytest.raises(BadInput) as raised:
        read(text, form, encoding)
    (problem,) = raised.value.problems
    return problem


def tried(raw: bytes, form: str = "") -> tuple[list[Deck], str]:
    """The decks of a file, or the reason why it is refused."""
    try:
        return read(raw, form), ""
    except BadInput as error:
        return [], str(error)


# --- one line of a deck --------------------------------------------------------------------------
FAULTS = {
    "text zero": ("text", "4 A\n0 B", 2, 1, COUNT, "0"),
    "text negative": ("text", "4 A\n  -1 B", 2, 3, COUNT, "-1"),
    "text fraction": ("text", "2.5 B", 1, 1, COUNT, "2.5"),
    "text too many": ("text", "1000 BT1-001", 1, 1, COUNT, "1000"),
    "text behind": ("text", "Name x0", 1, 7, COUNT, "0"),
    "text in brackets": ("text", "[0] B", 1, 2, COUNT, "0"),
    "text no count": ("text", "4 A\nFoo", 2, 1, "a count is missing", "Foo"),
    "text no card": ("text", "4 A\n4", 2, 1, "a card is missing", "4"),
    "text heading": ("text", "4 A\n[Sied]", 2, 1, "no such heading", "[Sied]"),
    "text heading colon": ("text", "4 A\nLaeder:", 2, 1, "no such heading", "Laeder:"),
    "text twice": ("text", "Player: A\nPlayer: B\n1 C", 2, 9, "player given twice, first on line 1", "B"),
    "ydk word": ("ydk", "#main\n11111\nabc", 3, 1, "not a passcode", "abc"),
    "ydk digits inside": ("ydk", "#main\n11111\na1", 3, 1, "not a passcode", "a1"),
    "ydk too large": ("ydk", "#main\n 4294967296", 2, 2, "not a passcode", "4294967296"),
    "ydk zero": ("ydk", "#main\n00000", 2, 1, "not a passcode", "00000"),
    "ydk count": ("ydk", "#main\n11111 x3", 2, 7, "a passcode stands alone on its line", "x3"),
    "ydke base64": ("ydke", "A ydke://!A?=!!", 1, 11, "the extra part is not base64", "A?="),
    "ydke bytes": ("ydke", "ydke://!o6lX!!", 1, 9, "the extra part is cut off", "3 bytes"),
    "ydke no end": ("ydke", "ydke://!!AAEA more", 1, 14, "the link is cut off", "AAEA"),
    "ydke letter": ("ydke", "ydke://\u00e9===!!!", 1, 8, "the main part is not base64", "\u00e9==="),
    "ydke padding": ("ydke", "ydke://AQAAAA=!!!", 1, 8, "the main part is not base64", "AQAAAA="),
    "ydke zero": ("ydke", "ydke://AAAAAA==!!!", 1, 8, "not a passcode", "0"),
    "csv zero": ("csv", "count,name\n 0,B", 2, 2, COUNT, "0"),
    "csv fraction": ("csv", 'count,name\n"2,5",B', 2, 1, COUNT, "2,5"),
    "csv no count": ("csv", "name,count\nB,", 2, 3, "a count is missing", "B"),
    "csv no card": ("csv", "count,name\n4,", 2, 1, "a card is missing", "4"),
    "csv section": ("csv", "section,count,name\nmain,1,A\nsied,1,B", 3, 1, "no such heading", "sied"),
    "csv more": ("csv", "count,name\n4,B,C", 2, 5, "more cells than in the first row", "C"),
    "csv more, no headings": ("csv", "4,B\n4,B,C", 2, 5, "more cells than in the first row", "C"),
    "tts number": ("tts", '["A",\n 5]', 2, 2, "wrong type", "the number 5"),
    "tts empty": ("tts", '["A", ""]', 1, 7, "a card is missing", ""),
    "tts half": ("tts", r'["A", "\ud800"]', 1, 7, "half a character", r"\ud800"),
    "tts nameless": ("tts", '{"ObjectStates":[{"Nickname":""}]}', 1, 18, "a card is missing", ""),
    "cod zero": (
        "cod",
        '<cockatrice_deck>\n<zone name="main"><card number="0" name="B"/></zone></cockatrice_deck>',
        2,
        19,
        COUNT,
        "0",
    ),
    "cod no count": (
        "cod",
        '<cockatrice_deck><zone name="main"><card name="B"/></zone></cockatrice_deck>',
        1,
        36,
        "a count is missing",
        "B",
    ),
    "cod no name": (
        "cod",
        '<cockatrice_deck><zone name="main"><card number="1"/></zone></cockatrice_deck>',
        1,
        36,
        "a card is missing",
        "no name",
    ),
    "cod zone": (
        "cod",
        '<cockatrice_deck><zone name="sied"/></cockatrice_deck>',
        1,
        18,
        "no such zone",
        "sied",
    ),
    "cod element": (
        "cod",
        '<cockatrice_deck><zone name="main"><crad/></zone></cockatrice_deck>',
        1,
        36,
        "unknown element",
        "crad",
    ),
    "cod top element": (
        "cod",
        "<cockatrice_deck><zones/></cockatrice_deck>",
        1,
        18,
        "unknown element",
        "zones",
    ),
    "cod attribute": (
        "cod",
        '<cockatrice_deck><deckname>é</deckname><zone name="main" nam="x"/></cockatrice_deck>',
        1,
        40,
        "unknown attribute",
        "nam",
    ),
    "cod text": (
        "cod",
        '<cockatrice_deck><zone name="main"> 4 B</zone></cockatrice_deck>',
        1,
        37,
        "text where none belongs",
        "4 B",
    ),
    "toml zero": ("toml", '[main]\n"BT1-001" = 0', 2, 1, COUNT, "0"),
    "toml true": ("toml", '[main]\n"BT1-001" = true', 2, 13, COUNT, "true"),
    "toml text": ("toml", '[main]\n"BT1-001" = "4"', 2, 13, COUNT, 'the string "4"'),
    "toml in a list": ("toml", 'main = ["4 A",\n  "0 B"]', 2, 4, COUNT, "0"),
    "toml no count": ("toml", 'main = ["4 A", "B"]', 1, 17, "a count is missing", "B"),
    "toml key": ("toml", 'pleyer = "A"\nmain = ["4 A"]', 1, 1, "unknown key", "pleyer"),
    "toml inner key": ("toml", "main = [{ name = 'A', cont = 4 }]", 1, 23, "unknown key", "cont"),
    "toml type": ("toml", 'player = 4\nmain = ["4 A"]', 1, 1, "wrong type", "the number 4"),
    "toml section": ("toml", "main = 4", 1, 1, "wrong type", "the number 4"),
    "toml row": ("toml", "main = [4]", 1, 9, "wrong type", "the number 4"),
    "toml cards": ("toml", "main = ['4 A']\ncards = { a = 4 }", 2, 11, "wrong type", "the number 4"),
    "toml list": ("toml", "main = ['4 A']\n[list]\nforbiden = []", 3, 1, "unknown key", "forbiden"),
    "toml infinite": ("toml", "main = ['4 A']\n[expect]\na = inf", 3, 1, "wrong type", "the number inf"),
    "json zero": (
        "json",
        '{"schema":"judge.deck/1","sections":[{"cards":[{"count":0,"card":"a"}]}]}',
        1,
        49,
        COUNT,
        "0",
    ),
    "json half": (
        "json",
        '{"schema":"judge.deck/1","sections":[{"cards":[{"count":1.5,"card":"a"}]}]}',
        1,
        49,
        COUNT,
        "the number 1.5",
    ),
    "json no card": (
        "json",
        '{"schema":"judge.deck/1","sections":[{"cards":[{"count":1}]}]}',
        1,
        48,
        "a card is missing",
        "",
    ),
    "json heading": (
        "json",
        '{"schema":"judge.deck/1",\n"sections":[{"section":"sied"}]}',
        2,
        14,
        "no such heading",
        "sied",
    ),
    "json schema": (
        "json",
        '{"schema":"judge.deck/2","sections":[]}',
        1,
        2,
        "another schema",
        "judge.deck/2",
    ),
    "json no schema": ("json", '{"sections":[]}', 1, 1, "the schema is missing", ""),
    "json twice": ("json", '{"schema":"judge.deck/1","game":"a","game":"b"}', 1, 37, "given twice", "game"),
    "json null": ("json", '{"schema":"judge.deck/1","expect":{"a":null}}', 1, 36, "wrong type", "null"),
    "json list": ("json", '{"schema":"judge.deck/1","sections":{}}', 1, 26, "wrong type", "a table"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_has_its_place_and_words(name: str) -> None:
    """The first problem of the deck: where, what, and what was found."""
    form, text, line, column, message, found = FAULTS[name]
    (deck,) = read(text, form)
    problem = deck.problems[0]
    assert (problem.file, problem.line, problem.column) == ("a", line, column)
    assert (problem.message, problem.found, problem.severity) == (message, found, "error")
    assert problem.expected


@pytest.mark.parametrize(
    ("form", "text", "hint"),
    [
        ("text", "[Sied Deck]\n4 A", "side deck"),
        ("text", "4 A\nPlayr: Ann", "player"),
        ("toml", 'pleyer = "A"', "player"),
        ("toml", "sied = ['4 A']", "side"),
        ("toml", "[list]\nforbiden = []", "forbidden"),
        ("csv", "section,count,name\nsied,1,B", "side"),
        ("cod", '<cockatrice_deck><zone name="sied"/></cockatrice_deck>', "side"),
    ],
)
def test_a_slip_gets_the_nearest_word(form: str, text: str, hint: str) -> None:
    """The hint is the nearest valid name."""
    (deck,) = read(text, form)
    assert deck.problems[0].hint == hint


def test_all_faults_at_once() -> None:
    """Every line that could not be understood is told, in order, and the others are read."""
    (deck,) = read("0 A\n4 B\nC\n-1 D\n[E]", "text")
    assert [one.line for one in deck.problems] == [1, 3, 4, 5]
    assert [one.name for one in deck.lines] == ["B"]


def test_a_long_word_is_quoted_in_part() -> None:
    """Hundreds of digits and thousands are no crash, and at most 40 characters of them are shown."""
    digits = "9" * 5000
    for text, form in (
        (f"{digits[:900]} BT1-001", "text"),
        (f"count,name\n{digits},A", "csv"),
        (f"#main\n{digits}", "ydk"),
    ):
        (deck,) = read(text, form)
        assert len(deck.problems[0].found) == 40
        assert deck.lines == ()


# --- files that are no deck ----------------------------------------------------------------------
@pytest.mark.parametrize(
    "raw", [b"", b"\n \r\n\t", b"\xef\xbb\xbf", b"# only\n// comments\n;", b"[]", b"count,name\n", b"{}"]
)
def test_nothing(raw: bytes) -> None:
    """A file without anything holds no deck."""
    assert "no deck" in refused(raw).message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16(encoding: str) -> None:
    """UTF-16 is named, with the option that reads it; the option does."""
    raw = "4 Foo\n3 Bar".encode(encoding)
    assert "--encoding utf-16" in refused(raw).message
    (deck,) = read(raw, encoding="utf-16")
    assert [(one.count, one.name) for one in deck.lines] == [(4, "Foo"), (3, "Bar")]


def test_an_older_encoding() -> None:
    """What is not UTF-8 has a place; with an encoding it is read, and UTF-8 stays UTF-8."""
    problem = refused("4 Foo\r\n4 Café".encode("cp1252"))
    assert (problem.line, problem.column, problem.found) == (2, 6, "byte 0xE9 at offset 12")
    assert "--encoding cp1252" in problem.message
    for encoding in ("utf-8", "cp1252"):
        (deck,) = read("4 Café".encode(encoding), encoding="cp1252")
        assert deck.lines[0].name == "Café"
    assert "this is not euc-jp" in refused("4 Café".encode("cp1252"), encoding="euc-jp").message


@pytest.mark.parametrize("raw", [b"4 Foo\n4 B\0r", b"\x7fELF\x02\x01\x01\0\0\0", b"BM\x36\0\0\0\xff\xfe"])
def test_binary(raw: bytes) -> None:
    """A NUL byte makes a file binary, whatever stands around it."""
    assert "binary" in refused(raw).message


def test_unknown_names_of_formats_and_encodings() -> None:
    """The known ones are listed, the nearest is the hint."""
    problem = refused(b"4 A", form="tml")
    assert (problem.message, problem.hint) == ("no such format", "toml")
    assert problem.expected == ", ".join(FORMATS)
    problem = refused(b"4 A", encoding="cp1522")
    assert (problem.message, problem.hint) == ("no such encoding", "cp1252")
    with pytest.raises(BadInput, match="no such format"):
        write_deck(Deck("a", "text"), "tts", lambda line: "", str)


@pytest.mark.parametrize(
    ("form", "text", "line", "column", "words"),
    [
        ("json", '{"schema": "judge.deck/1",\n "name": x}', 2, 10, "this is no JSON"),
        ("json", '["a",', 1, 6, "this is no JSON"),
        ("json", '{"schema": NaN}', 1, 12, "this is no JSON"),
        ("json", '{"schema": NaNny}', 1, 12, "this is no JSON"),
        ("json", '{"schema": ' + "1" * 5000 + "}", 1, 12, "number too long"),
        ("json", "[" * 100_000, 1, 65, "nested too deeply"),
        ("json", "[[1]]", 1, 1, "no deck in this JSON"),
        ("tts", '{"cards": 1}', 1, 1, "no deck in this JSON"),
        ("toml", "game = 'dbs'\nmain = = 1", 2, 8, "TOML"),
        ("toml", "x = " + "[" * 2000, 1, 5, "nested too deeply"),
        ("toml", "x = " + "1" * 5000, 1, 5, "number too long"),
        ("cod", "<cockatrice_deck>\n<zone></cockatrice_deck>", 2, 9, "this is no XML"),
        ("cod", "<cockatrice_deck>\n&boom;</cockatrice_deck>", 2, 1, "this is no XML"),
        ("cod", "<html/>", 1, 1, "another kind of XML"),
        ("csv", 'count,name\n1,A\n2,"B\n3,C', 3, 1, "the quotes of this row do not match"),
        ("csv", "a,b\n1,2", 1, 1, "no column holds"),
        ("ydke", "4 A", 1, 1, "no link"),
    ],
)
def test_broken_syntax(form: str, text: str, line: int, column: int, words: str) -> None:
    """A file that breaks its format's syntax is refused with the place."""
    problem = refused(text, form)
    assert words in problem.message
    assert (problem.line, problem.column) == (line, column)


def test_xml_bombs_are_not_opened() -> None:
    """A document type is refused before any entity of it is read."""
    bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><cockatrice_deck>&c;</cockatrice_deck>'
    assert "document type" in refused(bomb).message
    outside = '<!DOCTYPE a SYSTEM "file:///etc/passwd"><cockatrice_deck/>'
    assert "document type" in refused(outside).message


# --- large and hostile ---------------------------------------------------------------------------
MANY = 30_000  # what takes the square of it would never end
LARGE = {
    "text": "4 BT1-001 Name\n" * MANY,
    "text of faults": "4 A\n" + "foo: bar\n" * MANY,
    "text of headings": "4 A\n" + "".join(f"foo {n}:\n" for n in range(MANY)),
    "ydk": "#main\n" + "46986414\n" * MANY,
    "csv": "count,name\n" + "4,Foo\n" * MANY,
    "csv of players": "player,name\n" + "".join(f"p{n},Foo\n" for n in range(MANY)),
    "tts": "[" + ",\n".join(['"BT1-001"'] * MANY) + "]",
    "cod": '<cockatrice_deck><zone name="main">'
    + '<card number="1" name="A"/>\n' * MANY
    + "</zone></cockatrice_deck>",
}


@pytest.mark.soak
@pytest.mark.parametrize("name", LARGE)
def test_many_thousand_lines(name: str) -> None:
    """Every line of them is a card or a problem; a reader of quadratic time would never end."""
    decks = read(LARGE[name])
    assert sum(len(deck.lines) + len(deck.problems) for deck in decks) in (MANY, MANY + 1)


@pytest.mark.soak
@pytest.mark.parametrize(
    "word",
    ["x", "[", "[a]", '"', '\\"', "=", "1.", " ", "-", "(", "ydke://", "4,", "a.b.", "<a>", "{"],
)
def test_one_long_line(word: str) -> None:
    """Megabytes of one word on one line are no trouble."""
    for text in (
        word * (1_000_000 // len(word)),
        f"4 {word * (1_000_000 // len(word))}",
        f'["{word * 100_000}',
    ):
        assert len(text) < LIMIT
        decks, refusal = tried(text.encode("utf-8"))
        assert decks or refusal
        assert len(refusal) < 100_000


def test_a_line_too_long_for_a_card() -> None:
    """It is told with its length and not looked through; a comment may be as long as it likes."""
    start = "Leader\n1 BT1-001 Hero\nMain Deck\n2 BT1-003 B\n"
    for line in (f"4 BT1-002 {'x' * 990}", f"4 {'Abc ' * 248}Abcdef", f"Player: {'A' * 992}"):
        (deck,) = read(start + line)
        assert not deck.problems, deck.problems
        (deck,) = read(f"{start}{line}{'x' * 1_000}")
        (problem,) = deck.problems
        assert (problem.line, problem.column, problem.message) == (5, 1, "the line is too long")
        assert (problem.expected, problem.found) == (
            "at most 1,000 characters",
            f"{len(line) + 1_000:,} characters",
        )
        assert sum(one.count for one in deck.lines) == 3
    (deck,) = read(f"{start}# {'x ' * 5_000}")
    assert not deck.problems


def test_too_many_lines() -> None:
    """A quarter of a million lines is no deck."""
    assert "too long" in refused("1\n" * 250_001).message


SEEDS = (
    "Player: Ann\nLeader\n1 BT1-001 Goku\nMain Deck (50)\n4x Foo [BT1-002]\nSB: 2 x\n",
    "#created by Ann\n#main\n46986414\n# Dark\n46986415\n#extra\n01662004 -- Foo\n!side\n123\n",
    "Ann: ydke://o6lXBaOpVwU=!o6lXBQ==!! and ydke://!!!",
    'section;count;number;name\nMain Deck;4;BT1-001;Foo\nside;3;;"a\nb"\n',
    '["Exported from x","BT8-003","Foo"]',
    '{"ObjectStates":[{"Nickname":"Side","ContainedObjects":[{"Nickname":"Foo [BT1-001]"}]}]}',
    '{"schema":"judge.deck/1","sections":[{"section":"main","cards":[{"count":3,"card":"a"}]}],"cards":{"a":{"b":[1]}}}',
    '<cockatrice_deck>\n<zone name="main">\n <card number="4" name="Foo"/></zone></cockatrice_deck>',
    'leader = "BT1-001"\nside = ["4 BT1-002 Foo", {count=2,name="Y"}]\n[main]\n"BT1-005" = '
    '4\n[list]\nforbidden=["a"]\n',
)
BITS = (
    *'0123456789xX-+.,;:"[]{}()<>!#/\\=\n\t \r&é\0',
    "\u2028",
    "\U0001f600",
    "9" * 5000,
    "NaN",
    "null",
    "\\ud800",
    "1e999",
)


def changed(chance: random.Random) -> bytes:
    """A deck file with some characters put in, taken out or doubled."""
    text = chance.choice(SEEDS)
    for _ in range(chance.randint(1, 6)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.randint(0, 8))
        put = chance.choice((chance.choice(BITS), "", text[start:end] * 2, chance.choice(SEEDS)[:30]))
        text = text[:start] + put + text[end:]
    return text.encode("utf-8")


def test_whatever_happens_to_a_file_is_told() -> None:
    """Files changed at random give decks or BadInput, and what was read can be written in full."""
    chance = random.Random(20190501)
    for _ in range(1500):
        raw = changed(chance)
        decks, refusal = tried(raw, chance.choice(("", "", *FORMATS)))
        assert decks or refusal
        for deck in decks:
            assert all(one.line >= 1 and one.column >= 1 and one.message for one in deck.problems)
            assert all(
                1 <= one.count <= 999 and one.line >= 1 and (one.card or one.name) for one in deck.lines
            )
            for form in WRITERS:
                text = write_deck(deck, form, lambda line: "46986414", str).text
                assert text.encode("utf-8") or not deck.lines


@pytest.mark.parametrize("letter", ["O", "l", "I"])
def test_a_letter_is_no_count(letter: str) -> None:
    """ "l BT1-001" is not one copy of a card called l."""
    (deck,) = read_decks(f"4 BT1-002\n{letter} BT1-001\n".encode(), "a", KNOWN)
    assert [(one.line, one.message, one.found) for one in deck.problems] == [
        (2, "a count is missing", f"{letter} BT1-001")
    ]


def test_a_player_whom_nobody_knows() -> None:
    """Clients write "..." where they know no name: that is nobody."""
    (deck,) = read("#created by ...\n#main\n46986414\n")
    assert deck.player == ""
    assert deck.problems == ()
