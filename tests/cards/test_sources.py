"""Files of card data: what is read of each kind, and what is wrong with a bad one."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from judge.cards.imports import read_source
from judge.cards.source import Source, only_rows
from judge.errors import BadInput, Problem

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data"
ROWS = [
    # id, ot, alias, type, atk, def, level, race, attribute, name, text
    (46986414, 3, 0, 0x11, 2500, 2100, 7, 2, 0x20, "Dark Magician", "A wizard."),
    (46986415, 3, 46986414, 0x11, 2500, 2100, 7, 2, 0x20, "Dark Magician", ""),
    (91932350, 3, 76812113, 0x21, 1300, 1400, 4, 0x200, 8, "Harpie Lady 1", ""),
    (76812113, 3, 0, 0x11, 1300, 1400, 4, 0x200, 8, "Harpie Lady", ""),
    (16178681, 3, 0, 0x1000021, 2500, 2000, 0x04040007, 0x2000, 0x20, "Odd-Eyes", ""),
    (1861629, 3, 0, 0x4000021, 2300, 0o205, 3, 0x1000000, 0x20, "Talker", ""),
    (10000, 1, 0, 0x800021, -2, 0, 10, 0x2000, 0x20, "Ten Thousand", ""),
    (55144522, 3, 0, 0x2, 0, 0, 0, 0, 0, "Pot of Greed", "Draw 2 cards."),
]


def cdb(path: Path, rows: list[tuple[Any, ...]] = ROWS) -> Path:
    """A card database."""
    base = sqlite3.connect(path)
    base.execute(
        "CREATE TABLE datas (id INTEGER PRIMARY KEY, ot, alias, setcode, type, atk, def, level, race, "
        "attribute, category)"
    )
    base.execute("CREATE TABLE texts (id INTEGER PRIMARY KEY, name, desc, str1)")
    for row in rows:
        base.execute("INSERT INTO datas VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?, 0)", row[:9])
        base.execute("INSERT INTO texts VALUES (?, ?, ?, '')", (row[0], *row[9:]))
    base.commit()
    base.close()
    return path


def written(tmp_path: Path, text: str, name: str = "cards.csv", encoding: str = "utf-8") -> Path:
    """A file with this text."""
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    return path


def by_id(source: Source) -> dict[str, Any]:
    """The data of each card."""
    return {card.id: card.data for card in source.cards}


def problems(path: Path, game: str = "") -> list[Problem]:
    """What is wrong with a file."""
    with pytest.raises(BadInput) as caught:
        read_source(path, game)
    return list(caught.value.problems)


# --- letters with accents ------------------------------------------------------------------------
def test_a_name_with_its_accents_apart_is_the_same_name(tmp_path: Path) -> None:
    apart, together = "Re\u0301nard", "R\u00e9nard"
    rows = [(*row[:-2], apart, row[-1]) for row in ROWS]
    assert {one["name"] for one in by_id(read_source(cdb(tmp_path / "c.cdb", rows))).values()} == {together}
    (tmp_path / "c.csv").write_text(f"number,name,type\nBT1-001,{apart},EXTRA\n", encoding="utf-8")
    assert by_id(read_source(tmp_path / "c.csv", "dbs"))["BT1-001"]["name"] == together


# --- cards.cdb -----------------------------------------------------------------------------------
def test_cdb(tmp_path: Path) -> None:
    """Kinds, attributes and values, bit by bit."""
    cards = by_id(read_source(cdb(tmp_path / "c.cdb")))
    assert cards["46986414"] == {
        "name": "Dark Magician",
        "type": "monster",
        "kind": ["normal"],
        "text": "A wizard.",
        "pool": ["ocg", "tcg"],
        "printing": "46986414",
        "attribute": ["dark"],
        "race": ["spellcaster"],
        "level": 7,
        "atk": 2500,
        "def": 2100,
    }
    assert cards["55144522"] == {"name": "Pot of Greed", "type": "spell", "kind": [], "text": "Draw 2 cards.",
                                 "pool": ["ocg", "tcg"], "printing": "55144522"}  # fmt: skip


def test_cdb_of_a_name_that_is_no_text(tmp_path: Path) -> None:
    """It is read as any other."""
    path = cdb(tmp_path / "c.cdb").rename(tmp_path / os.fsdecode(b"\xff?%#.cdb"))
    assert by_id(read_source(path)) == by_id(read_source(cdb(tmp_path / "c.cdb")))


def test_cdb_levels(tmp_path: Path) -> None:
    """A Pendulum monster has level 7 and scale 4; a Link monster markers for defence;
    an Xyz monster a rank; "?" stays.
    """
    cards = by_id(read_source(cdb(tmp_path / "c.cdb")))
    assert (cards["16178681"]["level"], cards["16178681"]["scale"]) == (7, 4)
    talker = cards["1861629"]
    assert (talker["link"], talker["markers"], "def" in talker, "level" in talker) == (
        3,
        ["bottom-left", "bottom-right", "top"],
        False,
        False,
    )
    assert (cards["10000"]["rank"], cards["10000"]["atk"], cards["10000"]["def"]) == (10, "?", 0)


def test_cdb_aliases(tmp_path: Path) -> None:
    """A near alias is another artwork; a far one is the card that it counts as."""
    cards = by_id(read_source(cdb(tmp_path / "c.cdb")))
    assert cards["46986415"]["printing"] == "46986414"
    assert "counts_as" not in cards["46986415"]
    assert (cards["91932350"]["printing"], cards["91932350"]["counts_as"]) == ("91932350", "Harpie Lady")


def test_cdb_unknown_bits_are_told(tmp_path: Path) -> None:
    """A bit without a word is not dropped in silence."""
    row = (5, 3, 0, 0x40000001, 0, 0, 1, 1, 1, "X", "")
    assert "type 0x40000000" in read_source(cdb(tmp_path / "c.cdb", [row])).remarks[0].message


def test_cdb_of_something_else(tmp_path: Path) -> None:
    """SQLite with other tables, or without a column, is refused by name."""
    base = sqlite3.connect(tmp_path / "x.cdb")
    base.execute("CREATE TABLE datas (id INTEGER)")
    base.commit()
    base.close()
    (problem,) = problems(tmp_path / "x.cdb")
    assert "no card database" in problem.message
    assert "alias" in problem.found


def test_cdb_values_that_are_none(tmp_path: Path) -> None:
    """Each value that is no number, with its card; all at once."""
    rows = [(5, 3, 0, "monster", 0, 0, 1, 1, 1, "X", ""), (6, 3, 0, 1, 1.5, 0, 1, 1, 1, b"\xff", "")]
    assert [one.key for one in problems(cdb(tmp_path / "c.cdb", rows))] == [
        "datas.5.type",
        "datas.6.atk",
        "texts.6.name",
    ]


def test_cdb_row_without_id(tmp_path: Path) -> None:
    """A table may hold a row without a number: a problem like any other."""
    base = sqlite3.connect(cdb(tmp_path / "c.cdb"))
    base.execute("ALTER TABLE datas RENAME TO old")
    base.execute("CREATE TABLE datas AS SELECT * FROM old")
    base.execute("INSERT INTO datas (alias) VALUES (5)")
    base.commit()
    base.close()
    assert [one.key for one in problems(tmp_path / "c.cdb")] == ["datas.None.id"]


@pytest.mark.parametrize("kept", [20, 100, 5000])
def test_cdb_cut_short(tmp_path: Path, kept: int) -> None:
    """A file that was cut short is a problem, not a traceback."""
    path = cdb(tmp_path / "c.cdb")
    path.write_bytes(path.read_bytes()[:kept])
    assert len(problems(path)) == 1


def test_not_sqlite(tmp_path: Path) -> None:
    """A .cdb that is something else, a folder, and no file at all."""
    assert "no SQLite" in problems(written(tmp_path, "hello", "c.cdb"))[0].message
    assert problems(tmp_path)[0].found == "a directory"
    assert problems(tmp_path / "d.cdb")[0].hint.endswith("c.cdb")


# --- YGOPRODeck ----------------------------------------------------------------------------------
CARD: dict[str, Any] = {
    "id": 46986414,
    "name": "Dark Magician",
    "type": "Normal Monster",
    "frameType": "normal",
    "desc": "A wizard.",
    "atk": 2500,
    "def": 2100,
    "level": 7,
    "race": "Spellcaster",
    "attribute": "DARK",
    "archetype": "Dark Magician",
    "card_images": [{"id": 46986414, "image_url": "x"}, {"id": 36996508}],
    "banlist_info": {"ban_tcg": "Limited"},
}


@pytest.mark.parametrize("bare", [True, False])
def test_dump(tmp_path: Path, bare: bool) -> None:
    """A card, its other artwork, and that the undated limits are left out; in an object or alone."""
    text = json.dumps([CARD] if bare else {"data": [CARD]})
    source = read_source(written(tmp_path, text, "cardinfo.php"))
    cards = by_id(source)
    assert cards["46986414"] == {
        "name": "Dark Magician", "text": "A wizard.", "atk": 2500, "def": 2100, "type": "monster",
        "kind": ["normal"], "level": 7, "race": ["spellcaster"], "attribute": ["dark"],
        "printing": "46986414",
    }  # fmt: skip
    assert cards["36996508"]["printing"] == "46986414"
    assert any("no date" in one for one in source.left_out)
    assert "archetype" in source.left_out


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"type": "XYZ Monster", "level": 4}, {"type": "monster", "kind": ["xyz"], "rank": 4}),
        (
            {"type": "Link Monster", "linkval": 2, "linkmarkers": ["Bottom-Left"]},
            {"type": "monster", "kind": ["link"], "link": 2},
        ),
        (
            {"type": "Pendulum Tuner Effect Monster", "scale": 1},
            {"type": "monster", "kind": ["effect", "pendulum", "tuner"], "scale": 1},
        ),
        ({"type": "Spell Card", "race": "Quick-Play"}, {"type": "spell", "kind": ["quick-play"]}),
        ({"type": "Trap Card", "race": "Normal"}, {"type": "trap", "kind": []}),
        (
            {"type": "Spell Card", "race": "Ritual", "frameType": "spell"},
            {"type": "spell", "kind": ["ritual"]},
        ),
    ],
)
def test_dump_kinds(tmp_path: Path, row: dict[str, Any], expected: dict[str, Any]) -> None:
    """The words of a type, as the card database has them."""
    card = by_id(read_source(written(tmp_path, json.dumps([{"id": 5, "name": "X", **row}]), "x.json")))["5"]
    assert {name: card[name] for name in expected} == expected


def test_dump_problems(tmp_path: Path) -> None:
    """Every bad card, with its line."""
    text = (
        '{"data": [\n{"id": 5, "name": "X"},\n{"name": "Y"},\n{"id": 7},\n{"id": 8, "name": "Z", "atk": '
        '"many"}\n]}'
    )
    found = problems(written(tmp_path, text, "x.json"))
    assert [(one.line, one.key) for one in found] == [
        (3, "data[1].id"),
        (4, "data[2].name"),
        (5, "data[3].atk"),
    ]


@pytest.mark.parametrize(
    "text",
    ["{", "[" * 100_000, '{"cards": 5}', '[{"id": 1, "name": "\\ud800"}]', '[{"id": ' + "9" * 5000 + "}]"],
)
def test_dump_that_is_none(tmp_path: Path, text: str) -> None:
    """Broken, too deep, without cards, with half a character, with an endless number."""
    assert problems(written(tmp_path, text, "x.json"))


# --- CSV -----------------------------------------------------------------------------------------
HEAD = "number,base,name,type,color,energy,specified,traits,ultimate,dragon_ball,keywords\n"


def test_csv(tmp_path: Path) -> None:
    """Types, lists, counts and keywords of a real table's headings; the game is guessed."""
    text = (
        HEAD + 'BT1-001_PR,BT1-001,"A, B",BATTLE,Red/Blue,3,red:1 blue:2,God/Saiyan,True,False,Double '
        "Strike|Auto|one\n"
    )
    source = read_source(written(tmp_path, text))
    assert source.game == "dbs"
    assert by_id(source)["BT1-001_PR"] == {
        "number": "BT1-001",
        "name": "A, B",
        "type": "battle",
        "color": ["red", "blue"],
        "cost": 3,
        "color_cost": {"red": 1, "blue": 2},
        "origin": ["God", "Saiyan"],
        "keywords": ["ultimate"],
        "mentions": ["double-frappe"],
    }


def test_csv_in_french(tmp_path: Path) -> None:
    """French headings and words, semicolons, the encoding of Windows: read, and the encoding told."""
    text = (
        "Numéro;Nom;Type de carte;Couleur;Coût;Mots-clés\r\nBT1-002;Épée;Carte "
        "combattant;Jaune;2;Bloqueur\r\n"
    )
    source = read_source(written(tmp_path, text, encoding="cp1252"), "dbs")
    assert by_id(source)["BT1-002"] == {
        "name": "Épée",
        "type": "battle",
        "color": ["yellow"],
        "cost": 2,
        "keywords": [],
        "mentions": ["bloqueur"],
    }
    assert "Windows-1252" in source.remarks[0].message


def test_damaged_text(tmp_path: Path) -> None:
    """UTF-8 with a broken letter is no other encoding; of files that are no tables none is guessed."""
    (tmp_path / "c.csv").write_bytes("number,name\nP-001,É".encode() + b"\xc3\n")
    assert problems(tmp_path / "c.csv", "dbs")[0].line == 2
    assert (
        "not UTF-8"
        in problems(written(tmp_path, 'game = "dbs"\n[cards.P-1]\nname = "É"\n', "c.toml", "cp1252"))[
            0
        ].message
    )


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_csv_encodings(tmp_path: Path, encoding: str) -> None:
    """A mark of byte order changes nothing."""
    assert "BT1-001" in by_id(
        read_source(written(tmp_path, "number,name\nBT1-001,É\n", encoding=encoding), "dbs")
    )


def test_mentions_are_not_keywords(tmp_path: Path) -> None:
    """A column that only mentions stays apart, even when the keyword is listed; one that says so is sure."""
    text = (
        HEAD + "BT1-001,BT1-001,A,EXTRA,Red,,,,False,True,Dragon "
        "Ball|Auto\nBT1-002,BT1-002,B,EXTRA,Red,,,,True,False,\n"
    )
    cards = by_id(read_source(written(tmp_path, text)))
    assert (cards["BT1-001"]["keywords"], cards["BT1-001"]["mentions"]) == ([], ["dragon-ball"])
    assert cards["BT1-002"]["keywords"] == ["ultimate"]
    assert "mentions" not in cards["BT1-002"]


def test_empty_cells_say_nothing(tmp_path: Path) -> None:
    """No value is not zero; an empty list of keywords is a list of none;
    without a column nothing is known.
    """
    first = by_id(read_source(written(tmp_path, "number,name,power,keywords\nP-001,A,,\n"), "dbs"))["P-001"]
    assert first == {"name": "A", "keywords": []}
    assert "keywords" not in by_id(read_source(written(tmp_path, "number,name\nP-001,A\n"), "dbs"))["P-001"]


def test_csv_problems(tmp_path: Path) -> None:
    """All of them at once, with line, column and the nearest word."""
    text = "number,name,type,power\nP-001,A,BATLE,5\n,B,extra,5\nP-003,C,extra,lots\nP-004,D\nP-005,E,extra,5,6\n"  # noqa: E501
    found = problems(written(tmp_path, text), "dbs")
    assert [(one.line, one.column) for one in found] == [(2, 9), (3, 1), (4, 15), (5, 7), (6, 17)]
    assert found[0].hint == "battle"


def test_csv_lines_inside_quotes(tmp_path: Path) -> None:
    """A line end within quotes belongs to the cell; the next row's problem is on its true line."""
    found = problems(written(tmp_path, 'number,text,power\nP-001,"one\ntwo ""x""",5\nP-002,,lots\n'), "dbs")
    assert [(one.line, one.column) for one in found] == [(4, 8)]


@pytest.mark.parametrize(
    ("text", "place"), [('number,name\nP-001,"A\n', (2, 7)), ('number,name\nP-001,"A"b\n', (2, 10))]
)
def test_csv_quotes(tmp_path: Path, text: str, place: tuple[int, int]) -> None:
    """A quote that is not closed, and text behind one."""
    (found,) = problems(written(tmp_path, text), "dbs")
    assert (found.line, found.column) == place


def test_csv_unknown_columns_are_told(tmp_path: Path) -> None:
    """A column that no attribute has is not read, and told with the nearest heading."""
    (remark,) = read_source(written(tmp_path, "number,name,raritee\nP-001,A,C\n"), "dbs").remarks
    assert (remark.line, remark.column, remark.hint) == (1, 13, "rarete")


def test_csv_twice(tmp_path: Path) -> None:
    """Printings of one number are kept; the very same id twice is told."""
    source = read_source(written(tmp_path, "number,name\nP-001,A\nP-001_PR,A\nP-001,B\n"), "dbs")
    assert [one.id for one in source.cards] == ["P-001", "P-001_PR", "P-001"]
    assert [one.line for one in source.remarks] == [4]


def test_csv_of_which_game(tmp_path: Path) -> None:
    """Headings of several games need --game; those of none are no cards."""
    assert "several games" in problems(written(tmp_path, "id,name\n1,A\n"))[0].message
    assert "no game" in problems(written(tmp_path, "when,what\n1,A\n"))[0].message
    assert problems(written(tmp_path, "id,name\n1,A\n"), "dbz")[0].hint == "dbs"


@pytest.mark.parametrize("text", ["", "\n\n", "number,name\n"])
def test_csv_of_nothing(tmp_path: Path, text: str) -> None:
    """A file without cards is a problem."""
    assert len(problems(written(tmp_path, text), "dbs")) == 1


@pytest.mark.parametrize(
    ("game", "row"),
    [
        ("postures", {"nom": "Loup", "type": "créature", "étoile": "oui", "niveau": "3"}),
        ("tdg", {"nom": "Robo", "type": "Personnage", "personnage de base": "oui", "exclusif": "Leader"}),
        ("victory-spark", {"nom": "Rin/Archer", "titre": "Mage", "niveau": "2", "sexe": "Femme"}),
    ],
)
def test_csv_of_games_without_numbers(tmp_path: Path, game: str, row: dict[str, str]) -> None:
    """The name stands for the number; words are the game's own."""
    text = ",".join(row) + "\n" + ",".join(row.values()) + "\n"
    (card,) = read_source(written(tmp_path, text), game).cards
    assert card.id == row["nom"]
    expected = {
        "postures": ("type", "creature"),
        "tdg": ("type", "character"),
        "victory-spark": ("name", ["Rin", "Archer"]),
    }
    name, value = expected[game]
    assert card.data[name] == value


# --- TOML ----------------------------------------------------------------------------------------
def test_toml(tmp_path: Path) -> None:
    """Cards by hand: one text or several, keywords by any of their names."""
    text = """game = "dbs"
[cards."BT5-117"]
name = "Dragon Ball"
color = "rouge"
keywords = ["Dragon Ball", "Blocker"]
deck = [{ include = 7, of = { name = "Dragon Ball" } }, { forbid = { origin = "X" } }]
adds = { character = "Goku" }
"""
    source = read_source(written(tmp_path, text, "c.toml"))
    assert by_id(source)["BT5-117"] == {
        "name": "Dragon Ball",
        "color": ["red"],
        "keywords": ["dragon-ball", "bloqueur"],
        "deck": [{"include": 7, "of": {"name": "Dragon Ball"}}, {"forbid": {"origin": "X"}}],
        "adds": {"character": ["Goku"]},
    }
    assert source.whole


def test_toml_problems(tmp_path: Path) -> None:
    """A slip in a key, a wrong word, a wrong kind of value, rows that are no ability: each in its place."""
    text = """game = "dbs"
[cards.P-001]
colr = "red"
type = "batle"
cost = "many"
deck = [{ includes = 7 }]
keywords = 5
[cards.P-01]
"""
    found = problems(written(tmp_path, text, "c.toml"))
    assert [(one.line, one.hint) for one in found] == [
        (3, "color"),
        (4, "battle"),
        (5, ""),
        (6, ""),
        (7, ""),
        (8, ""),
    ]


def test_toml_of_no_game(tmp_path: Path) -> None:
    """The file must say its game, or whoever imports it."""
    path = written(tmp_path, '[cards."P-001"]\nname = "A"\n', "c.toml")
    assert "which game" in problems(path)[0].message
    assert read_source(path, "dbs").game == "dbs"


def test_toml_nearly_a_keyword(tmp_path: Path) -> None:
    """A keyword that the rulebook lacks is kept, and told when another is near."""
    source = read_source(
        written(tmp_path, 'game = "dbs"\n[cards.P-001]\nkeywords = ["dragonball"]\n', "c.toml")
    )
    assert [(one.line, one.hint) for one in source.remarks] == [(3, "dragon-ball")]


# --- real data -----------------------------------------------------------------------------------
@pytest.mark.skipif(not (DATA / "ygo").is_dir(), reason="the real card database is not at hand")
def test_real_cdb() -> None:
    """10,628 rows, nothing strange among them; of 91 rows with "?" for attack three are Traps; 175 Tokens."""
    source = read_source(DATA / "ygo" / "cards-2020-03-30.cdb")
    assert (len(source.cards), source.remarks) == (10_628, ())
    assert sum(card.data.get("atk") == "?" for card in source.cards) == 91 - 3
    assert sum("token" in card.data["kind"] for card in source.cards) == 175


@pytest.mark.skipif(not (DATA / "dbs").is_dir(), reason="the real table is not at hand")
def test_real_csv() -> None:
    """3,636 printings of 3,082 numbers; 32 have Ultimate; none surely has Dragon Ball, 36 mention it."""
    cards = read_source(DATA / "dbs" / "cards-2021-04.csv").cards
    numbers = {
        key: {card.data["number"] for card in cards if key[1] in card.data.get(key[0], ())}
        for key in (("keywords", "ultimate"), ("keywords", "dragon-ball"), ("mentions", "dragon-ball"))
    }
    assert (len(cards), len({card.data["number"] for card in cards})) == (3636, 3082)
    assert [len(one) for one in numbers.values()] == [32, 0, 36]


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ("CREATE VIEW v AS SELECT 1", "the view v"),
        ("CREATE TRIGGER t AFTER INSERT ON datas BEGIN DELETE FROM texts; END", "the trigger t"),
        (
            "ALTER TABLE texts RENAME TO old; CREATE VIEW texts AS WITH RECURSIVE c(x) AS "
            "(SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS id, '' AS name, '' AS desc FROM c",
            "the view texts",
        ),
        ("CREATE VIRTUAL TABLE v USING fts5(a)", "the virtual table v"),
        (
            "ALTER TABLE texts RENAME TO old; CREATE VIEW texts AS SELECT * FROM old; "
            "PRAGMA writable_schema = ON; UPDATE sqlite_master SET type = 'VIEW' WHERE type = 'view'",
            "the view texts",
        ),
        (
            "CREATE TRIGGER t AFTER INSERT ON datas BEGIN DELETE FROM texts; END; "
            "PRAGMA writable_schema = ON; UPDATE sqlite_master SET type = 'TRIGGER' WHERE type = 'trigger'",
            "the trigger t",
        ),
        (
            "CREATE VIRTUAL TABLE v USING rtree(a, b, c); PRAGMA writable_schema = ON; "
            "UPDATE sqlite_master SET sql = 'CREATE' || char(10) || substr(sql, 7) WHERE name = 'v'",
            "the virtual table v",
        ),
        (
            'DROP TABLE texts; CREATE TABLE texts (id INTEGER, name TEXT, "de\u017fc" TEXT, '
            "desc TEXT AS (instr(name, 'a')))",
            "the computed column texts.desc",
        ),
    ],
)
def test_a_database_that_does_more_than_hold_cards_is_refused(tmp_path: Path, done: str, told: str) -> None:
    """A view may go on for ever, a trigger changes what is written: neither is run."""
    path = cdb(tmp_path / "c.cdb")
    base = sqlite3.connect(path)
    base.executescript(done)
    base.close()
    (problem,) = problems(path)
    assert (problem.expected, problem.found.split(",")[0]) == ("tables only", told)


def test_a_column_that_only_looks_like_one_of_the_texts_is_none(tmp_path: Path) -> None:
    """SQLite tells a long s from an s."""
    path = cdb(tmp_path / "c.cdb")
    base = sqlite3.connect(path)
    base.execute('ALTER TABLE texts RENAME COLUMN desc TO "de\u017fc"')
    base.close()
    (problem,) = problems(path)
    assert problem.found == "no desc in texts"


def test_a_connection_that_only_reads_rows_runs_no_function(tmp_path: Path) -> None:
    """Nor reads it other tables, or through a view."""
    path = cdb(tmp_path / "c.cdb")
    base = sqlite3.connect(path)
    base.execute("CREATE VIEW v AS SELECT id FROM texts")
    base.set_authorizer(only_rows(("texts",)))
    base.execute("SELECT count(*) FROM texts")
    for query in ("SELECT instr(name, 'a') FROM texts", "SELECT id FROM datas", "SELECT id FROM v"):
        with pytest.raises(sqlite3.DatabaseError, match=r"prohibited|not authorized"):
            base.execute(query)
    base.close()


def test_a_database_that_takes_too_long_says_which_bound_it_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps are not the length of a value."""
    monkeypatch.setattr("judge.cards.cdb.STEPS", 1)
    monkeypatch.setattr("judge.cards.source._EVERY", 10)
    (problem,) = problems(cdb(tmp_path / "c.cdb"))
    assert problem.expected == "at most 100,000,000 steps of SQLite"


def test_a_value_longer_than_any_text_is_refused(tmp_path: Path) -> None:
    """It is not read into memory."""
    path = cdb(tmp_path / "c.cdb")
    base = sqlite3.connect(path)
    base.execute("UPDATE texts SET desc = hex(zeroblob(3000000)) WHERE id = 10000")
    base.commit()
    base.close()
    (problem,) = problems(path)
    assert problem.message == "holds more than a card database does"


TOO_MUCH = {
    "cards of a table": ("table.CARDS", 1, "number,name\nBT1-001,A\nBT1-002,B\n", "3:1 too many cards"),
    "columns": ("table.COLUMNS", 2, "number,name\nBT1-001,A,\n", "2:11 too many columns"),
    "lines": ("source.LINES", 2, "number,name\n\n\nBT1-001,A\n", "0:0 too many lines"),
    "lines of old": ("source.LINES", 2, "number,name\r\r\rBT1-001,A", "0:0 too many lines"),
    "values of JSON": ("dump.VALUES", 1, '[{"id": 1, "name": "A", "desc": ""}]', "0:0 too many values"),
    "cards of JSON": (
        "dump.CARDS", 1, '[{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]', "0:0 too many cards",
    ),
    "artworks": (
        "dump.CARDS", 1, '[{"id": 1, "name": "A", "card_images": [{"id": 2}]}]',
        "0:0 too many cards and artworks",
    ),
    "cards by hand": (
        "written.CARDS", 1, 'game = "dbs"\n[cards."BT1-001"]\n[cards."BT1-002"]\n',
        "0:0 too many cards",
    ),
    "a long text by hand": ("imports.TOML", 9, 'game = "dbs"\n[cards."A-1"]\n', "0:0 too many characters"),
    "lists": ("lflist.LISTS", 1, "!2014.7 TCG\n1 1\n!2014.8 TCG\n1 1\n", "0:0 too many limit lists"),
    "lists by hand": (
        "written.LISTS", 0, 'game = "ygo"\n[list]\nname = "A"\nlimited = ["B"]\n',
        "0:0 too many limit lists",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TOO_MUCH)
def test_a_file_holds_no_more_than_any_game_has(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused in time, with what may be there; with as much as may be it is read."""
    where, most, text, told = TOO_MUCH[case]
    game = "dbs" if text.startswith("number") else ""
    path = written(tmp_path, text, "c.toml" if "by hand" in case else "c")
    monkeypatch.setattr(f"judge.cards.{where}", most)
    (problem,) = problems(path, game)
    assert f"{problem.line}:{problem.column} {problem.message}".startswith(told)
    assert problem.expected.startswith(f"at most {most}")
    monkeypatch.setattr(f"judge.cards.{where}", 1_000)
    assert read_source(path, game)


@pytest.mark.parametrize(("bound", "what"), [("CARDS", "cards"), ("TEXT", "characters")])
def test_a_database_holds_no_more_than_any_game_has(
    bound: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rows are counted as they come."""
    path = cdb(tmp_path / "c.cdb")
    assert len(read_source(path).cards) == len(ROWS)
    monkeypatch.setattr(f"judge.cards.cdb.{bound}", 5)
    (problem,) = problems(path)
    assert (problem.message, problem.expected) == (f"too many {what} for card data", "at most 5")


def test_the_problems_of_a_file_are_told_in_part(tmp_path: Path) -> None:
    """Each has its place, and finding it takes no longer the more there are."""
    rows = ",\n".join('{"id": 0, "name": "A"}' for _ in range(300))
    found = problems(written(tmp_path, f"[{rows}]", "c.json"))
    assert [(one.line, one.column) for one in found[:2]] == [(1, 2), (2, 1)]
    assert len(found) == 201
    assert found[-1].message == "and 100 more problems"


def test_a_database_ends_after_so_many_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However its tables make it work."""
    monkeypatch.setattr("judge.cards.cdb.STEPS", 1)
    monkeypatch.setattr("judge.cards.source._EVERY", 10)
    (problem,) = problems(cdb(tmp_path / "c.cdb"))
    assert problem.message == "holds more than a card database does"


# --- what is said twice, or does nothing --------------------------------------------------------
def test_what_a_card_does_in_play_is_left_out_by_name(tmp_path: Path) -> None:
    """The catalogue keeps none of it; a keyword that no rulebook has is to be looked at, near or not."""
    card = 'type = "battle"\ntoken = true\nback = { power = 5 }\nkeywords = ["zzz"]'
    source = read_source(written(tmp_path, f'game = "dbs"\n[cards."N-2"]\n{card}\n', "c.toml"))
    assert source.left_out == ("abilities (back, token): a fixture takes them from this file",)
    assert [(one.line, one.found) for one in source.remarks] == [(6, "zzz")]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("c.csv", "number,name\nN-1,A\nN-2,B\nN-01,C\n", (4, "N-01")),
        ("c.json", '[{"id": 1, "name": "A"},\n{"id": 2, "name": "B"},\n{"id": 1, "name": "C"}]', (3, "1")),
    ],
)
def test_a_card_given_twice_is_to_be_looked_at(
    tmp_path: Path, name: str, text: str, told: tuple[int, str]
) -> None:
    """By what its number is, not by how it is written."""
    (remark,) = read_source(written(tmp_path, text, name), "dbs" if name == "c.csv" else "").remarks
    assert (remark.line, remark.found) == told
    assert "given twice" in remark.message


@pytest.mark.parametrize(
    ("text", "place", "key"),
    [
        ('{"data": [{"id": 1, "name": "A"}],\n"data": []}', (2, 1), "data"),
        ('{"data": [{"id": 1, "name": "A",\n  "atk": 1, "atk": 2}]}', (2, 13), "atk"),
        ('{"data": [{"name": "id", "id": 1,\n "sets": [{"x": {}, "\\u0078": "{"}]}]}', (2, 21), "x"),
    ],
)
def test_a_key_that_json_gives_twice_is_told(
    tmp_path: Path, text: str, place: tuple[int, int], key: str
) -> None:
    """Which of them is meant nobody can tell."""
    with pytest.raises(BadInput) as caught:
        read_source(written(tmp_path, text, "c.json"))
    (found,) = caught.value.problems
    assert (found.line, found.column) == place
    assert found.message == f"the key {key!r} is given twice in one object"
