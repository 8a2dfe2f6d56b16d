"""The format `cards.cdb`, the community's card database."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.cards.card import Card
from judge.cards.source import (
    CARDS,
    STEPS,
    TEXT,
    Bytes,
    Source,
    address_of,
    bound,
    made_by_others,
    only_rows,
    passed,
    plain_name,
    remark,
    within,
)
from judge.cards.vocabulary import game_with, load_vocabulary, sorted_types
from judge.errors import BadInput, Problem
from judge.text.composed import composed
from judge.text.plain import Json
from judge.text.source import refuse

# --- the meaning of its numbers, bit by bit ------------------------------------------------------------
KINDS: Final = {
    0x1: "monster",
    0x2: "spell",
    0x4: "trap",
    0x10: "normal",
    0x20: "effect",
    0x40: "fusion",
    0x80: "ritual",
    0x100: "trap-monster",
    0x200: "spirit",
    0x400: "union",
    0x800: "gemini",
    0x1000: "tuner",
    0x2000: "synchro",
    0x4000: "token",
    0x8000: "maximum",
    0x10000: "quick-play",
    0x20000: "continuous",
    0x40000: "equip",
    0x80000: "field",
    0x100000: "counter",
    0x200000: "flip",
    0x400000: "toon",
    0x800000: "xyz",
    0x1000000: "pendulum",
    0x2000000: "special-summon",
    0x4000000: "link",
    0x8000000: "skill",
}
POOLS: Final = {
    0x1: "ocg", 0x2: "tcg", 0x4: "anime", 0x8: "illegal", 0x10: "video-game", 0x20: "custom", 0x40: "speed",
    0x100: "prerelease", 0x200: "rush", 0x400: "legend", 0x1000: "hidden",
}  # fmt: skip
ATTRIBUTES: Final = {
    0x1: "earth",
    0x2: "water",
    0x4: "fire",
    0x8: "wind",
    0x10: "light",
    0x20: "dark",
    0x40: "divine",
}
_RACES: Final = (
    "warrior",
    "spellcaster",
    "fairy",
    "fiend",
    "zombie",
    "machine",
    "aqua",
    "pyro",
    "rock",
    "winged-beast",
    "plant",
    "insect",
    "thunder",
    "dragon",
    "beast",
    "beast-warrior",
    "dinosaur",
    "fish",
    "sea-serpent",
    "reptile",
    "psychic",
    "divine-beast",
    "creator-god",
    "wyrm",
    "cyberse",
    "illusion",
    "cyborg",
    "magical-knight",
    "high-dragon",
    "omega-psychic",
    "celestial-warrior",
    "galaxy",
)
RACES: Final = {**{1 << at: name for at, name in enumerate(_RACES)}, 1 << 62: "yokai"}
MARKERS: Final = {
    0o1: "bottom-left", 0o2: "bottom", 0o4: "bottom-right", 0o10: "left", 0o40: "right", 0o100: "top-left",
    0o200: "top", 0o400: "top-right",
}  # fmt: skip


def words_of(bits: int, table: Mapping[int, str]) -> list[str]:
    """The words of the bits that are set."""
    return [word for bit, word in table.items() if bits & bit]


def unknown_in(bits: int, table: Mapping[int, str]) -> int:
    """The bits that are set and have no word."""
    for bit in table:
        bits &= ~bit
    return bits


def level_of(bits: int) -> int:
    """Level, rank or link rating: the low eight bits; a negative number keeps its sign."""
    return -(bits & 0xFF) if bits < 0 else bits & 0xFF


def scales_of(bits: int) -> tuple[int, int]:
    """Left and right Pendulum scale."""
    return bits >> 24 & 0xFF, bits >> 16 & 0xFF


FORMAT: Final = "cdb"
_COLUMNS: Final = ("id", "ot", "alias", "type", "atk", "def", "level", "race", "attribute")
_NEAR: Final = 10  # a card whose alias is nearer than this is another artwork of it
_UNKNOWN: Final = -2  # printed as "?"
_GIVEN: Final = frozenset((
    "name", "type", "kind", "attribute", "race", "level", "rank", "link", "markers", "scale", "atk", "def",
    "pool", "counts_as", "counts_as_number", "printing", "text",
))  # fmt: skip
_LEFT_OUT: Final = ("archetypes", "effect categories", "effect prompts")
_TABLES: Final = ("datas", "texts")
_THERE: Final = "SELECT name FROM sqlite_master WHERE type = 'table'"
_ORPHANS: Final = "SELECT count(*) FROM texts WHERE id NOT IN (SELECT id FROM datas)"
_QUERY: Final = "SELECT {} FROM datas d LEFT JOIN texts t ON t.id = d.id ORDER BY d.id"

Row = Sequence[Json]


def read_cdb(loaded: Bytes) -> Source:
    """Every card of a database. Raises BadInput when it is damaged, or a database of something else."""
    rows, orphans = _rows(loaded.file)
    problems = list(_faults(loaded.file, rows))
    if problems:
        raise BadInput(problems)
    names = {row[0]: str(row[9] or "") for row in rows}
    cards = tuple(_card(row, names) for row in rows)
    aliases = {str(row[0]): str(row[2]) for row in rows if _is_other_card(row) and not names.get(row[2])}
    remarks = tuple(_remarks(loaded.file, rows, orphans))
    game = game_with(FORMAT)
    return Source(
        loaded.file, FORMAT, game, loaded.digest, cards, (), False, _GIVEN, aliases, _LEFT_OUT, remarks
    )


def _rows(file: str) -> tuple[list[Row], int]:
    """The rows of the cards, and how many texts belong to none."""
    try:
        connection = sqlite3.connect(address_of(file, "ro"), uri=True, timeout=30)
        try:
            connection.text_factory = lambda raw: composed(raw.decode("utf-8", "replace"))
            bound(connection, STEPS)
            _check_tables(file, connection)
            connection.set_authorizer(only_rows(_TABLES))
            columns = ", ".join(f"d.{column}" for column in _COLUMNS) + ", t.name, t.desc"
            rows = list(_some(file, connection.execute(_QUERY.format(columns))))
            return rows, int(connection.execute(_ORPHANS).fetchone()[0])
        finally:
            connection.close()
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter for the name of a damaged table
        if isinstance(error, sqlite3.Error) and (most := passed(error)):
            refuse(file, "holds more than a card database does", most)
        refuse(file, f"cannot be read as a card database: {error}", "a whole SQLite file")


def _some(file: str, rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, as many and as long together as those of all cards of a game are. Raises BadInput."""
    held = 0
    for n, row in enumerate(rows, 1):
        held += sum(len(cell) for cell in row if isinstance(cell, (str, bytes)))
        within(file, "characters", held, TEXT)
        if n > CARDS:
            refuse(file, "too many cards for card data", f"at most {CARDS:,}", "more")
        yield row


def _check_tables(file: str, connection: sqlite3.Connection) -> None:
    """Refuses a file without the tables of a card database."""
    wanted = {"datas": set(_COLUMNS), "texts": {"id", "name", "desc"}}
    made = made_by_others(connection, _TABLES)
    if made:
        refuse(file, "this SQLite file does more than hold cards", "tables only", ", ".join(made)[:80])
    tables = sorted(str(row[0]) for row in connection.execute(_THERE))
    for table, columns in wanted.items():
        present = {plain_name(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")}
        missing = sorted(columns - present)
        if missing:
            expected = f"tables datas and texts, with {', '.join(sorted(columns))} in {table}"
            names = ", ".join(tables) or "none"
            lacking = f"no {', '.join(missing)} in {table}" if present else f"tables {names}"
            refuse(file, "this SQLite file is no card database", expected, lacking)


def _faults(file: str, rows: Sequence[Row]) -> Iterator[Problem]:
    """The problems of values that are not a number, not a text, or not a passcode."""
    for row in rows:
        for name, value in zip(_COLUMNS, row, strict=False):
            if not isinstance(value, int) and (value is not None or name == "id"):
                key, actual = f"datas.{row[0]}.{name}", repr(value)[:40]
                yield _fault(file, key, "not a number", "a whole number", actual)
        for name, value in (("name", row[9]), ("desc", row[10])):
            if value is not None and (not isinstance(value, str) or "\ufffd" in value):
                yield _fault(file, f"texts.{row[0]}.{name}", "not a text", "UTF-8 text", repr(value)[:40])
        if isinstance(row[0], int) and not 0 < row[0] <= 0xFFFFFFFF:
            yield _fault(file, f"datas.{row[0]}", "not a passcode", "a number above 0", str(row[0]))


def _fault(file: str, key: str, message: str, expected: str, actual: str) -> Problem:
    return Problem(file, 0, 0, key, "", f"{key}: {message}", expected, actual)


def _remarks(file: str, rows: Sequence[Row], orphans: int) -> Iterator[Problem]:
    nameless = [str(row[0]) for row in rows if not row[9]]
    if nameless:
        yield remark(file, f"{len(nameless)} cards have no name", found=", ".join(nameless[:5]))
    if orphans:
        yield remark(file, f"{orphans} texts belong to no card and are not read")
    strange = Counter(word for row in rows for word in _strange(row))
    for word, count in sorted(strange.items()):
        yield remark(file, f"{count} cards have {word}, which has no name here and is not read")
    uneven = [str(row[0]) for row in rows if _is_uneven(row)]
    if uneven:
        message = f"{len(uneven)} cards have two different scales: the left one is read"
        yield remark(file, message, found=", ".join(uneven[:5]))


def _is_uneven(row: Row) -> bool:
    """Whether a card has two different scales."""
    return "pendulum" in _kinds(row) and len(set(scales_of(row[6] or 0))) > 1


def _strange(row: Row) -> Iterator[str]:
    for name, at, table in (
        ("type", 3, KINDS),
        ("attribute", 8, ATTRIBUTES),
        ("race", 7, RACES),
        ("ot", 1, POOLS),
    ):
        left = unknown_in(row[at] or 0, table)
        if left:
            yield f"{name} 0x{left & (1 << 64) - 1:x}"


def _kinds(row: Row) -> list[str]:
    return words_of(row[3] or 0, KINDS)


def _is_artwork(row: Row) -> bool:
    return bool(row[2]) and row[2] != row[0] and abs(row[2] - row[0]) < _NEAR


def _is_other_card(row: Row) -> bool:
    """Whether it counts as the card that its alias names, and is no mere artwork of it."""
    return bool(row[2]) and row[2] != row[0] and not _is_artwork(row)


def _card(row: Row, names: Mapping[int, str]) -> Card:
    kinds = _kinds(row)
    data: dict[str, object] = {
        "name": str(row[9] or "").strip(),
        "kind": kinds,
        "text": str(row[10] or "").replace("\r\n", "\n").strip(),
        "pool": words_of(row[1] or 0, POOLS),
        "printing": str(row[2] if _is_artwork(row) else row[0]),
    }
    if _is_other_card(row):
        data["counts_as_number"] = str(row[2])
    same = names.get(row[2] or 0, "")
    if same and (_is_other_card(row) or (_is_artwork(row) and same != data["name"])):
        data["counts_as"] = same
    if "monster" in kinds:
        data |= _monster(row, kinds)
    filled = {name: value for name, value in data.items() if value not in ("", [])}
    return Card(str(row[0]), sorted_types(load_vocabulary(game_with(FORMAT)), filled))


def _monster(row: Row, kinds: Sequence[str]) -> dict[str, object]:
    """What only monsters have."""
    rank = next((kind for kind in ("link", "xyz") if kind in kinds), "")
    data: dict[str, object] = {
        "attribute": words_of(row[8] or 0, ATTRIBUTES), "race": words_of(row[7] or 0, RACES),
        {"link": "link", "xyz": "rank"}.get(rank, "level"): level_of(row[6] or 0), "atk": _value(row[4]),
    }  # fmt: skip
    data |= {"markers": words_of(row[5] or 0, MARKERS)} if rank == "link" else {"def": _value(row[5])}
    return data | ({"scale": scales_of(row[6] or 0)[0]} if "pendulum" in kinds else {})


def _value(number: int | None) -> int | str:
    return "?" if number == _UNKNOWN else number or 0
