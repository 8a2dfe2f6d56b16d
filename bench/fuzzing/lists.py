"""Hostile decks in every format, rosters of events, and card data of every kind."""

from __future__ import annotations

import contextlib
import io
import json
import sqlite3
from pathlib import Path
from random import Random
from typing import Any, Final

from bench import FIXTURES
from bench.fuzzing.disputes import parsed, written
from bench.fuzzing.trees import Pool, broken, changed, garbled, pooled
from bench.fuzzing.values import INTEGERS, WORDS
from bench.fuzzing.watched import answered

_FORMATS: Final = ("text", "json", "ydk", "ydke", "csv")
_REPORTS: Final = ("text", "json", "junit", "sarif", "github", "csv", "html")
_GAMES: Final = ("dbs", "ygo", "postures", "victory-spark", "tdg")
_MORE: Final = (
    "Deck: Ann\n3x Dark Magician\n2 Pot of Greed (LOB-119)\nSide Deck (15)\n1 Raigeki x2\n",
    '{"ObjectStates":[{"Name":"Deck","ContainedObjects":[{"Nickname":"Goku","CardID":100}]}]}',
    '<?xml version="1.0"?><cockatrice_deck version="1"><deckname>x</deckname><zone name="main">'
    '<card number="3" name="Dark Magician"/></zone></cockatrice_deck>',
    "ydke://o6lXBaOpVwWjqVcF!!!",
    "name,count\nDark Magician,3\n=cmd,2\n",
)


class Decks:
    """Deck files and events."""

    name = "decks"

    def __init__(self, chance: Random) -> None:
        files = sorted(FIXTURES.glob("*/decks/*/*.toml"))
        self.trees = [parsed(one) for one in files]
        self.pool = pooled(self.trees, chance)
        self.texts = [*_MORE, *(text for one in chance.sample(files, 12) for text in converted(one))]

    def make(self, chance: Random, folder: Path) -> list[str]:
        """Write one, and say with what it is called."""
        tree = chance.random() < 0.5
        text = "" if tree else chance.choice(self.texts)
        file = (
            folder / f"a.{'toml' if tree else chance.choice(('txt', 'ydk', 'csv', 'json', 'cod', 'dek', ''))}"
        )
        data = (
            written(chance.choice(self.trees), self.pool, chance) if tree else spoilt(text, self.pool, chance)
        )
        file.write_bytes(data)
        return self._asked(file, chance)

    def _asked(self, file: Path, chance: Random) -> list[str]:
        game = ["--game", chance.choice(_GAMES)] if chance.random() < 0.7 else []
        kind, base = chance.random(), [str(file), *game, "--no-cards"]
        if kind < 0.6:
            return [
                "deck",
                "check",
                *base,
                "--format",
                chance.choice(_REPORTS),
                *chance.choice(([], ["--echo"], ["--strict"])),
            ]
        if kind < 0.75:
            return ["deck", "convert", *base, "--to", chance.choice((*_FORMATS, "toml"))]
        if kind < 0.85:
            return ["deck", "confirm", *base]
        if kind < 0.95:
            return ["deck", "diff", str(file), *base]
        return ["deck", "event", *base]


def spoilt(text: str, pool: Pool, chance: Random) -> bytes:
    """A list with some of its lines otherwise, or its bytes broken."""
    if chance.random() < 0.3:
        return broken(text, chance)
    lines = text.split("\n")
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(lines))
        lines[at] = garbled(lines[at], pool, chance) if lines[at] else chance.choice(WORDS)
        if chance.random() < 0.2:
            lines[at:at] = [lines[at]] * chance.choice((2, 60, 3000))
    return "\n".join(lines).encode("utf-8", "replace")


def converted(file: Path) -> list[str]:
    """A deck in every format that can hold it."""
    found = []
    for form in _FORMATS:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            code = answered(["deck", "convert", str(file), "--to", form, "--no-cards"])
        if code == 0 and out.getvalue():
            found.append(out.getvalue())
    return found


# --- card data -----------------------------------------------------------------------------------------
_CARDS_CSV: Final = """number,base,name,type,color,power,dragon_ball,keywords,text
BT5-117,BT5-117,Dragon Ball,EXTRA,Black,,True,Auto,Seek the seven.
BT1-030,BT1-030,Son Goku,LEADER,Blue,10000,False,,He strikes.
SD1-01,SD1-01,Épée,BATTLE,Red/Blue,5000,False,,
"""
_LIST: Final = "#[2014.7 TCG]\n!2014.4 TCG\n5 0 --Five\n!2014.7 TCG\n5 0 --Five\n6 1 --六武衆\n7 2\n"
_TOML: Final = {
    "game": "postures",
    "cards": {"p1": {"name": "Drake", "kind": "creature", "level": 2, "star": True}},
}
_JSON: Final = {
    "data": [
        {"id": 46986414, "name": "Dark Magician", "type": "Normal Monster", "atk": 2500, "def": 2100,
         "level": 7, "race": "Spellcaster", "attribute": "DARK",
         "card_sets": [{"set_code": "LOB-005"}], "misc_info": [{"formats": ["TCG"]}]},
        {"id": 5, "name": "Five", "type": "Spell Card", "race": "Normal",
         "banlist_info": {"ban_tcg": "Limited"}},
    ]
}  # fmt: skip
_COLUMNS: Final = (
    "id",
    "ot",
    "alias",
    "setcode",
    "type",
    "atk",
    "def",
    "level",
    "race",
    "attribute",
    "category",
)
_SQL: Final = (
    "",
    "CREATE TRIGGER t AFTER INSERT ON datas BEGIN DELETE FROM texts; END",
    "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x FROM c",
    "ALTER TABLE texts RENAME TO old; CREATE VIEW texts AS WITH RECURSIVE c(x) AS "
    "(SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x AS id, '' AS name, '' AS desc FROM c",
    "ALTER TABLE datas RENAME TO datas2",
    "DROP TABLE texts",
    "CREATE TABLE more (x GENERATED ALWAYS AS (randomblob(1000000)))",
)


class CardData:
    """Card databases, spreadsheets, corrections and limit lists."""

    name = "card data"

    def __init__(self, chance: Random) -> None:
        self.pool = pooled([_TOML, _JSON], chance)
        self.deck = FIXTURES / "ygo" / "decks" / "legal"

    def make(self, chance: Random, folder: Path) -> list[str]:
        """Write one, and say with what it is called."""
        kind = chance.choice((self._csv, self._list, self._toml, self._json, self._cdb))
        file = kind(chance, folder)
        if chance.random() < 0.6:
            game = ["--game", chance.choice(_GAMES)] if chance.random() < 0.4 else []
            return ["cards", "import", str(file), *game, "--cards", str(folder / "own.sqlite")]
        if chance.random() < 0.5:
            return [
                "cards",
                chance.choice(("search", "show")),
                chance.choice(WORDS[1:]),
                "--cards",
                str(file),
            ]
        return ["deck", "check", str(sorted(self.deck.glob("*.toml"))[0]), "--cards", str(file)]

    def _csv(self, chance: Random, folder: Path) -> Path:
        return put(folder / "c.csv", spoilt(_CARDS_CSV, self.pool, chance))

    def _list(self, chance: Random, folder: Path) -> Path:
        return put(folder / "lflist.conf", spoilt(_LIST, self.pool, chance))

    def _toml(self, chance: Random, folder: Path) -> Path:
        return put(folder / "c.toml", written(_TOML, self.pool, chance))

    def _json(self, chance: Random, folder: Path) -> Path:
        text = json.dumps(changed(_JSON, self.pool, chance), default=str)
        return put(folder / "c.json", broken(text, chance) if chance.random() < 0.2 else text.encode())

    def _cdb(self, chance: Random, folder: Path) -> Path:
        file = folder / "c.cdb"
        file.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(file)) as base:
            base.execute(f"CREATE TABLE datas ({', '.join(_COLUMNS)})")
            base.execute("CREATE TABLE texts (id, name, desc, str1)")
            for number in range(3):
                row: list[Any] = [46986414 + number, 3, 0, 0, 0x11, 2500, 2100, 7, 2, 0x20, 0]
                if chance.random() < 0.6:
                    row[chance.randrange(11)] = odd(chance)
                base.execute(f"INSERT INTO datas VALUES ({', '.join('?' * 11)})", row)
                base.execute(
                    "INSERT INTO texts VALUES (?, ?, ?, '')",
                    (row[0], odd(chance) if chance.random() < 0.3 else "Mage", ""),
                )
            with contextlib.suppress(sqlite3.Error):
                base.executescript(chance.choice(_SQL))
            base.commit()
        if chance.random() < 0.3:
            data = bytearray(file.read_bytes())
            for _ in range(chance.choice((1, 5, 400))):
                data[chance.randrange(len(data))] = chance.randrange(256)
            file.write_bytes(data)
        return file


def odd(chance: Random) -> Any:
    """A value that a column can hold."""
    found = chance.choice((*(one for one in INTEGERS if abs(one) < 2**63), *WORDS, None, 0.5, b"\xff\x00"))
    return found


def put(file: Path, data: bytes) -> Path:
    """The file, written."""
    file.write_bytes(data)
    return file
