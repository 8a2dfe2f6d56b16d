"""The catalogue on disk: what overrides what, who waits for whom,
and what happens when it cannot be written.
"""

from __future__ import annotations

import json
import os
import pickle
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from judge.cards import file
from judge.cards.catalogue import Catalogue, default_path, nearest_card
from judge.cards.imports import read_source
from judge.cards.storage import Imported, write
from judge.cli.app import app
from judge.errors import BadInput

HOME = Path(__file__).resolve().parents[2]
HEAD = "number,base,name,type,power,dragon_ball,super_combo,keywords\n"
TABLE = (
    HEAD + "BT5-117,BT5-117,Dragon Ball,EXTRA,,True,True,Auto\nBT5-117_PR,BT5-117,Dragon "
    "Ball,EXTRA,,True,True,Auto\n"
)


@pytest.fixture
def base(tmp_path: Path) -> str:
    """Where the catalogue will be."""
    return str(tmp_path / "new" / "cards.sqlite")


def put(base: str, text: str, name: str = "c.csv", game: str = "dbs") -> Imported:
    """Import a file with this text."""
    path = Path(base).parent.parent / name
    path.write_text(text, encoding="utf-8")
    return write(base, [read_source(path, game if name.endswith(".csv") else "")])[0]


def data(base: str, id: str, game: str = "dbs") -> dict[str, Any]:
    """What the catalogue knows of a card; nothing when it is not there."""
    with Catalogue.open(base) as catalogue:
        known = catalogue.known(game, id)
        return dict(known.card.data) if known else {}


def refusal(base: str) -> str:
    """What is said when the catalogue cannot be opened."""
    with pytest.raises(BadInput) as caught:
        Catalogue.open(base)
    return str(caught.value)


# --- what overrides what -------------------------------------------------------------------------
def test_later_imports_override(base: str) -> None:
    """What a source gives replaces, the rest stays; each attribute knows its source."""
    put(base, TABLE)
    done = put(base, 'game = "dbs"\n[cards."BT05-117"]\nrarity = "C"\ntype = "battle"\n', "fix.toml")
    assert (done.new, done.changed, done.same) == (0, 1, 0)
    assert data(base, "BT5-117") == {
        "number": "BT5-117", "name": "Dragon Ball", "type": "battle", "keywords": [],
        "mentions": ["dragon-ball", "super-combo"], "rarity": "C",
    }  # fmt: skip
    with Catalogue.open(base) as catalogue:
        known = catalogue.known("dbs", "BT5-117")
    assert known is not None
    assert {name: Path(one).name for name, one in known.sources.items()} == {
        "number": "c.csv",
        "name": "c.csv",
        "type": "fix.toml",
        "keywords": "c.csv",
        "mentions": "c.csv",
        "rarity": "fix.toml",
    }


def test_the_same_again_changes_nothing(base: str) -> None:
    """Importing a file twice leaves the catalogue as it was."""
    put(base, TABLE)
    before = Path(base).read_bytes()
    done = put(base, TABLE)
    assert (done.new, done.changed, done.same, done.numbers) == (0, 0, 2, 1)
    with Catalogue.open(base) as catalogue:
        assert catalogue.count("dbs") == 2
    assert len(Path(base).read_bytes()) == len(before)


def test_sure_keywords_settle_mentions(base: str) -> None:
    """Who lists a card's keywords settles what was only mentioned: it has it, or it has not."""
    put(base, TABLE)
    put(base, 'game = "dbs"\n[cards."BT5-117"]\nkeywords = ["dragon-ball"]\n', "fix.toml")
    assert data(base, "BT5-117")["keywords"] == ["dragon-ball"]
    assert "mentions" not in data(base, "BT5-117")
    assert data(base, "BT5-117_PR")["mentions"] == ["dragon-ball", "super-combo"]


def test_a_correction_holds_for_reprints_when_looked_up(base: str) -> None:
    """The base printing answers for all printings of its number."""
    put(base, TABLE)
    put(base, 'game = "dbs"\n[cards."BT5-117"]\nkeywords = ["dragon-ball"]\n', "fix.toml")
    with Catalogue.open(base) as catalogue:
        for cards in (catalogue.cards("dbs"), catalogue.whole("dbs")):
            found = cards.find("BT5-117_PR")
            assert found is not None
            assert found.data["keywords"] == ["dragon-ball"]


def test_empty_cells_override_nothing(base: str) -> None:
    """A table that does not know a value leaves the one that is known."""
    put(base, "number,name,power\nP-001,A,5000\n")
    put(base, "number,name,power\nP-001,B,\n", "d.csv")
    assert data(base, "P-001") == {"number": "P-001", "name": "B", "power": 5000}


def test_a_new_card_by_hand_has_no_unwritten_keyword(base: str) -> None:
    """TOML describes a new card wholly; of a card that was there it says only what it says."""
    put(base, "number,name\nP-001,A\n")
    put(base, 'game = "dbs"\n[cards."P-001"]\npower = 5000\n[cards."P-002"]\nname = "B"\n', "fix.toml")
    assert "keywords" not in data(base, "P-001")
    assert data(base, "P-002") == {"keywords": [], "number": "P-002", "name": "B"}


def test_a_name_for_an_id(base: str) -> None:
    """Without numbers the id is the name; in a game with numbers it finds the one card of that name."""
    put(base, 'game = "tdg"\n[cards."Le Héros"]\nkind = "personnage"\n', "tdg.toml")
    assert data(base, "le heros", "tdg") == {"name": "Le Héros", "type": "character"}
    put(base, "number,name\nP-001,Épée\n")
    put(base, 'game = "dbs"\n[cards."epee"]\npower = 1\n', "fix.toml")
    assert data(base, "P-001") == {"number": "P-001", "name": "Épée", "power": 1}


def test_a_changed_name_is_found(base: str) -> None:
    """The new name leads to the card, the old one no longer."""
    put(base, "number,name\nP-001,Old\n")
    put(base, "number,name\nP-001,New\n")
    with Catalogue.open(base) as catalogue:
        assert catalogue.find("dbs", "", "Old") is None
        assert catalogue.find("dbs", "", "new") is not None


def test_what_a_database_leaves_out_is_gone(base: str) -> None:
    """A dump knows all of a card: a value that its later version has not is gone, what others gave stays."""
    monster = '[{"id": 5, "name": "X", "type": "Effect Monster", "atk": 5, "level": 4}]'
    put(base, monster, "a.json")
    put(base, 'game = "ygo"\n[cards.5]\ncounts_as = "Y"\n', "fix.toml")
    put(base, '[{"id": 5, "name": "X", "type": "Spell Card", "race": "Normal"}]', "b.json")
    assert data(base, "5", "ygo") == {
        "name": "X", "type": "spell", "kind": [], "printing": "5", "counts_as": "Y",
    }  # fmt: skip


def test_an_alias_into_another_file(base: str, tmp_path: Path) -> None:
    """What a card counts as may be named by an earlier import; when nobody names it, that is told."""

    def cdb(name: str, id: int, alias: int) -> Path:
        path = tmp_path / name
        made = sqlite3.connect(path)
        made.execute(
            "CREATE TABLE datas (id INTEGER PRIMARY KEY, ot, alias, type, atk, def, level, race, attribute)"
        )
        made.execute("CREATE TABLE texts (id INTEGER PRIMARY KEY, name, desc)")
        made.execute("INSERT INTO datas VALUES (?, 3, ?, 2, 0, 0, 0, 0, 0)", (id, alias))
        made.execute("INSERT INTO texts VALUES (?, ?, '')", (id, f"Card {id}"))
        made.commit()
        made.close()
        return path

    old = read_source(cdb("goat.cdb", 504700144, 5000))
    alone = write(base, [old])[0]
    assert "not in the catalogue" in alone.remarks[0].message
    both = write(base, [read_source(cdb("cards.cdb", 5000, 0)), old])
    assert both[1].remarks == ()
    assert data(base, "504700144", "ygo")["counts_as"] == "Card 5000"


def test_limit_lists_override(base: str) -> None:
    """A list of the same name takes the place of the old one, whole."""
    put(base, "!2014.7 TCG\n5 0 --Five\n6 1\n!Other\n7 1\n", "a.conf")
    done = put(base, "!2014.7 tcg\n6 2\n", "b.conf")
    assert done.new_lists == 0
    with Catalogue.open(base) as catalogue:
        assert [(one.name, dict(one.entries)) for one in catalogue.lists("ygo")] == [
            ("Other", {"7": 1}),
            ("2014.7 tcg", {"6": 2}),
        ]
        assert catalogue.limit_list("2014-08-01 TCG").hash == catalogue.limit_list("2014.7 TCG").hash
        assert catalogue.lists("dbs") == []


# --- reading -------------------------------------------------------------------------------------
def test_reading(base: str) -> None:
    """Games, counts, search, printings, and the same answers from disk and from memory."""
    put(base, TABLE + "SD1-01,SD1-01,Épée du Feu,BATTLE,5000,False,False,\n")
    with Catalogue.open(base) as catalogue:
        assert (catalogue.games(), catalogue.count("dbs"), catalogue.count("ygo")) == (["dbs"], 3, 0)
        assert catalogue.printings("dbs", "BT05-117") == ["BT5-117", "BT5-117_PR"]
        assert [card.id for _, card in catalogue.search(["FEU", "epee"])] == ["SD1-01"]
        assert catalogue.search(["feu", "glace"]) == []
        whole = pickle.loads(pickle.dumps(catalogue.whole("dbs")))
        for cards in (catalogue.cards("dbs"), whole):
            for id, name in (("SD1-001", ""), ("", "EPEE DU FEU"), ("", "Épée  du feu")):
                assert cards.find(id, name).id == "SD1-01"
            assert cards.find("SD1-002") is None
            assert nearest_card(cards, "Epe du Feu") == "Épée du Feu"
        assert sorted(catalogue.cards("dbs").names()) == sorted(whole.names())


def test_reading_does_not_write(base: str) -> None:
    """An open catalogue cannot be changed."""
    put(base, TABLE)
    with Catalogue.open(base) as catalogue, pytest.raises(BadInput):
        catalogue.ask("DELETE FROM card")


def test_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable names it; else it is where this user's programs keep data."""
    monkeypatch.setenv("JUDGE_CARDS", "/somewhere/c.sqlite")
    assert default_path() == "/somewhere/c.sqlite"
    monkeypatch.delenv("JUDGE_CARDS")
    assert default_path().endswith(os.path.join("judge", "cards.sqlite"))


# --- files that are no catalogue -----------------------------------------------------------------
def test_no_catalogue(base: str, tmp_path: Path) -> None:
    """Not there, a folder, no SQLite, an empty file: each in its own words."""
    assert "judge cards import" in refusal(base)
    assert "a directory" in refusal(str(tmp_path))
    other = tmp_path / "x"
    other.write_text("hello, this is no database at all, but a text")
    assert "no SQLite" in refusal(str(other))
    other.write_text("")
    assert "is empty" in refusal(str(other))


def test_another_schema(base: str, tmp_path: Path) -> None:
    """A database of another program, or of another version, is neither read nor written."""
    other = tmp_path / "x.sqlite"
    made = sqlite3.connect(other)
    made.execute("CREATE TABLE t (a)")
    made.commit()
    before = other.read_bytes()
    assert "another program's" in refusal(str(other))
    put(base, TABLE)
    with pytest.raises(BadInput, match="another program's"):
        write(str(other), [read_source(tmp_path / "c.csv")])
    assert other.read_bytes() == before
    changed = sqlite3.connect(base)
    changed.execute("PRAGMA user_version = 99")
    changed.close()
    assert "format 99" in refusal(base)


def test_damaged(base: str) -> None:
    """A page that was overwritten is told when it is read."""
    put(base, TABLE)
    raw = bytearray(Path(base).read_bytes())
    raw[4096:] = b"\xff" * (len(raw) - 4096)
    Path(base).write_bytes(raw)
    with pytest.raises(BadInput, match="damaged"), Catalogue.open(base) as catalogue:
        catalogue.cards("dbs").find("BT5-117")


@pytest.mark.parametrize(
    "held",
    [
        '{"name": 5}', '{"name": []}', '{"name": [5]}', '{"name": null}', '{"type": 5}', '{"keywords": {}}',
        '{"power": "x"}', '{"color_cost": 5}', '{"deck": [{}]}', '{"deck": 5}', '{"adds": []}', "[]", "5",
        "x",
    ],
)  # fmt: skip
def test_a_card_that_no_import_has_written_is_damage(base: str, held: str) -> None:
    """Whoever looks it up, or imports more of it, is told: nothing breaks."""
    put(base, TABLE)
    made = sqlite3.connect(base)
    made.execute("UPDATE card SET data = ?", (held,))
    made.commit()
    made.close()
    with Catalogue.open(base) as catalogue:
        asked: list[Callable[[], object]] = [
            lambda: catalogue.cards("dbs").find("BT5-117"),
            lambda: catalogue.cards("dbs").named("Dragon Ball"),
            lambda: catalogue.search(["dragon"]), lambda: catalogue.known("dbs", "BT5-117"),
            lambda: catalogue.whole("dbs"), lambda: put(base, HEAD + "BT5-117,BT5-117,Other,EXTRA,,,,\n"),
        ]  # fmt: skip
        for ask in asked:
            with pytest.raises(BadInput, match="damaged"):
                ask()


@pytest.mark.parametrize("done", ["UPDATE list SET cap = 'x'", "UPDATE entry SET count = 'x'"])
def test_a_list_that_no_import_has_written_is_damage(base: str, done: str) -> None:
    """Its numbers are numbers."""
    put(base, 'game = "ygo"\n[list]\nname = "L"\nlimited = ["A"]\n', "l.toml")
    made = sqlite3.connect(base)
    made.execute(done)
    made.commit()
    made.close()
    with Catalogue.open(base) as catalogue, pytest.raises(BadInput, match="damaged"):
        catalogue.lists()


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ("CREATE VIEW v AS SELECT 1", "the view v"),
        ("ALTER TABLE card ADD COLUMN more AS (instr(data, 'x'))", "the computed column card.more"),
        (
            "CREATE TRIGGER t AFTER UPDATE ON card BEGIN DELETE FROM card; END; PRAGMA user_version = 2",
            "trigger t",
        ),
    ],
)
def test_a_catalogue_that_does_more_than_hold_cards_is_refused(base: str, done: str, told: str) -> None:
    """Before anything of it is read, or brought up to this version."""
    put(base, TABLE)
    made = sqlite3.connect(base)
    made.executescript(done)
    made.close()
    assert told in refusal(base)


# --- writing that fails --------------------------------------------------------------------------
def test_all_or_nothing(base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the last of several sources fails, nothing of the first is there."""
    put(base, TABLE)
    bad = read_source(tmp_path / "c.csv")._replace(game="nothing")
    good = read_source(tmp_path / "c.csv")
    (tmp_path / "d.csv").write_text("number,name\nP-001,A\n")
    with pytest.raises(BadInput):
        write(base, [read_source(tmp_path / "d.csv", "dbs"), good, bad])
    assert data(base, "P-001") == {}
    assert data(base, "BT5-117")["name"] == "Dragon Ball"


def test_a_name_that_is_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the catalogue and of a folder above it: as any other."""
    base = str(tmp_path / os.fsdecode(b"h\xff?%#") / os.fsdecode(b"\xff.sqlite"))
    put(base, TABLE, "../" + os.fsdecode(b"\xff.csv"))
    assert data(base, "BT5-117")["name"] == "Dragon Ball"
    monkeypatch.setenv("JUDGE_CARDS", base)
    assert not file.is_blank(default_path())


@pytest.mark.parametrize("what", ["pipe", "closed"])
@pytest.mark.parametrize("named", [True, False])
def test_decks_are_checked_by_no_catalogue_that_cannot_be_read(
    what: str, named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe is not waited for, whether it is named or the user's own."""
    deck, path = tmp_path / "deck.txt", "/proc/self/mem" if what == "closed" else str(tmp_path / "pipe")
    deck.write_text("4 BT1-001\n", encoding="utf-8")
    if what == "pipe":
        os.mkfifo(path)
    monkeypatch.setenv("JUDGE_CARDS", path)
    options = ("--cards", path) if named else ()
    called = CliRunner().invoke(app, ["deck", "check", str(deck), "--game", "dbs", *options])
    assert (called.exit_code, called.stdout) == (2, "")
    assert called.stderr.startswith(f"{path}: cannot be read")


def test_locked(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer that does not finish is told after a while; what is there can still be read."""
    put(base, TABLE)
    monkeypatch.setattr(file, "PATIENCE", 0.1)
    other = sqlite3.connect(base, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(BadInput, match="another process"):
        put(base, TABLE)
    assert data(base, "BT5-117")["name"] == "Dragon Ball"
    other.close()


RUN = """
import sys, resource, signal
from judge.cards.imports import read_source
from judge.cards.storage import write
from judge.cli.app import app
from judge.errors import BadInput
if len(sys.argv) > 3:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))
try:
    write(sys.argv[1], [read_source(sys.argv[2], "dbs")])
except BadInput as error:
    print(error)
    sys.exit(2)
"""


def start(*words: str) -> subprocess.Popen[str]:
    """An import in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", RUN, *words],
        cwd=HOME,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def thousands(path: Path, prefix: str) -> Path:
    """A table of many cards."""
    rows = (f"{prefix}-{at:04},A card with quite a long name {at}" for at in range(1, 3001))
    path.write_text("number,name\n" + "\n".join(rows) + "\n")
    return path


def test_two_at_once(base: str, tmp_path: Path) -> None:
    """Two processes that import at the same time into a catalogue that is not there yet both succeed."""
    running = [start(base, str(thousands(tmp_path / f"{one}.csv", one))) for one in ("AA", "BB")]
    for one in running:
        out, error = one.communicate(timeout=60)
        assert (one.returncode, out, error) == (0, "", "")
    with Catalogue.open(base) as catalogue:
        assert catalogue.count("dbs") == 6000


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_full_disk(base: str, tmp_path: Path) -> None:
    """When the disk is full, that is a problem, and the catalogue is what it was."""
    put(base, TABLE)
    one = start(base, str(thousands(tmp_path / "big.csv", "AA")), str(100_000))
    out, error = one.communicate(timeout=60)
    assert (one.returncode, error) == (2, "")
    assert "full" in out
    assert data(base, "BT5-117")["name"] == "Dragon Ball"
    with Catalogue.open(base) as catalogue:
        assert catalogue.count("dbs") == 2
    put(base, TABLE)  # and can be written again


@pytest.mark.skipif(sys.platform == "win32", reason="folders of Windows are read-only in another way")
def test_read_only(base: str, tmp_path: Path) -> None:
    """A folder that cannot be written: importing is refused, reading goes on."""
    put(base, TABLE)
    folder = Path(base).parent
    folder.chmod(0o555)
    Path(base).chmod(0o444)
    try:
        if os.access(folder, os.W_OK):
            pytest.skip("this user may write everywhere")
        with pytest.raises(BadInput, match="read-only"):
            put(base, HEAD + "P-001,P-001,A,EXTRA,,,,\n", "d.csv")
        with pytest.raises(BadInput, match="read-only"):
            write(str(folder / "other.sqlite"), [read_source(tmp_path / "c.csv")])
        assert data(base, "BT5-117")["name"] == "Dragon Ball"
    finally:
        folder.chmod(0o755)


def test_a_folder_that_cannot_be_made(base: str, tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    put(base, TABLE)
    with pytest.raises(BadInput, match="cannot be made"):
        write(str(tmp_path / "c.csv" / "x" / "cards.sqlite"), [])


def test_a_writer_that_was_killed(base: str, tmp_path: Path) -> None:
    """What a writer left half done is cleared up by the next reader."""
    put(base, TABLE)
    script = (
        "import sqlite3, sys, os\nc = sqlite3.connect(sys.argv[1], isolation_level=None)\nc.execute('PRAGMA "
        "cache_size = 1')\n"
        "c.execute('BEGIN')\nfor at in range(2000): c.execute(\"INSERT INTO source (file, digest, format) "
        "VALUES (?, 'd', 'x')\", ('f' * 200 + str(at),))\n"
        "c.execute('DELETE FROM card')\nos._exit(9)\n"
    )
    subprocess.run([sys.executable, "-c", script, base], check=False)
    assert Path(f"{base}-journal").exists()
    assert data(base, "BT5-117")["name"] == "Dragon Ball"


def test_what_an_unfinished_import_leaves_is_no_catalogue(tmp_path: Path) -> None:
    """An empty file is as good as none: nobody is told that it is another program's."""
    path = tmp_path / "cards.sqlite"
    path.touch()
    assert file.is_blank(str(path))
    with pytest.raises(BadInput, match="is empty"):
        Catalogue.open(path)
    path.write_bytes(b"number,name\n")
    assert not file.is_blank(str(path))


def test_a_disk_that_fills_up_during_a_first_import_blocks_nothing(base: str, tmp_path: Path) -> None:
    """What is left is no catalogue: decks are checked without card data, and the next import succeeds."""
    path = str(tmp_path / "cards.sqlite")
    rows = "".join(f"BT1-{at:03},BT1-{at:03},{'x' * 2000},BATTLE,,False,False,\n" for at in range(1, 400))
    table = tmp_path / "large.csv"
    table.write_text(HEAD + rows, encoding="utf-8")
    code = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
from judge.cli.cards import import_cards
sys.exit(import_cards([{str(table)!r}], "dbs", {path!r}))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=HOME, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert file.is_blank(path)
    assert write(path, [read_source(str(table), "dbs")])[0].new == 399


def as_first_version(base: str) -> None:
    """Makes a catalogue as the first version did: its lists know no cap and leave nothing out, its files
    have no day, and types of cards stand among their other words.
    """
    with sqlite3.connect(base) as connection:
        for key, text in connection.execute("SELECT key, data FROM card WHERE game = 'ygo'").fetchall():
            card = json.loads(text)
            card["kind"] = [card.pop("type"), *card["kind"]]
            connection.execute("UPDATE card SET data = ? WHERE key = ?", (json.dumps(card), key))
        for table, column in (("list", "cap"), ("list", "excludes"), ("source", "until")):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute("PRAGMA user_version = 1")


@pytest.mark.parametrize("first", ["read", "write"])
def test_a_catalogue_of_the_first_version_is_brought_up(base: str, first: str) -> None:
    """By whoever opens it first, with everything that it holds; a list of points can then be put in."""
    lists = 'game = "dbs"\n[[list]]\nname = "Club"\nlimited = ["BT5-117"]\n'
    put(base, TABLE)
    put(base, lists, "lists.toml")
    put(base, 'game = "ygo"\n[cards.5]\nname = "X"\nkind = ["monster", "tuner"]\n', "ygo.toml")
    as_first_version(base)
    if first == "read":
        with Catalogue.open(base) as catalogue:
            assert [(one.name, one.cap) for one in catalogue.lists()] == [("Club", 0)]
    put(base, 'game = "dbs"\n[[list]]\nname = "Points"\npoints = { "BT5-117" = 7 }\n', "points.toml")
    with Catalogue.open(base) as catalogue:
        assert [(one.name, one.cap, dict(one.entries)) for one in catalogue.lists()] == [
            ("Club", 0, {"BT5-117": 1}), ("Points", 100, {"BT5-117": 7}),
        ]  # fmt: skip
        assert catalogue.count("dbs") == 2
    assert data(base, "5", "ygo") == {"name": "X", "type": "monster", "kind": ["tuner"]}


def test_a_later_version_is_left_alone(base: str) -> None:
    """What a newer judge wrote is not guessed at."""
    put(base, TABLE)
    with sqlite3.connect(base) as connection:
        connection.execute(f"PRAGMA user_version = {file.VERSION + 1}")
    with pytest.raises(BadInput, match="another version"):
        Catalogue.open(base)
