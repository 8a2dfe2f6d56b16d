"""The catalogue's file: one SQLite database per user. How it is opened, upgraded and checked, and how its
failures are reported.
"""

from __future__ import annotations

import calendar
import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from judge.cards.card import TRANSLATIONS, Card
from judge.cards.source import address_of, bound, made_by_others
from judge.cards.values import Wrong, shaped
from judge.cards.vocabulary import Vocabulary, load_vocabulary, sorted_types, told_by_text
from judge.errors import BadInput, Problem
from judge.text.plain import Json
from judge.text.source import read_beginning
from judge.text.visible import storable

# --- the day until which card data know cards ----------------------------------------------------------
_DAY: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_.]?(0[1-9]|1[0-2])(?:[-_.]?(0[1-9]|[12]\d|3[01]))?(?!\d)")


def until(words: Vocabulary, file: str, cards: Iterable[Card]) -> str:
    """The day of the newest card, 2020-03-30; else that in the name of the file; "" where neither says."""
    dates = [name for name, kind in words.kinds.items() if kind == "date"]
    days = (str(card.data[name]) for card in cards for name in dates if name in card.data)
    return max(days, default="") or day_in(storable(file))


def day_in(file: str) -> str:
    """The day in the name of a file: "cards-2020-03-30.cdb"; of a month the last; "" for none."""
    match = _DAY.search(os.path.basename(file))
    if match is None:
        return ""
    year, month = int(match[1]), int(match[2])
    last = calendar.monthrange(year, month)[1]
    return f"{year}-{month:02}-{min(int(match[3] or last), last):02}"


# --- the database --------------------------------------------------------------------------------------
MAGIC: Final = b"SQLite format 3\0"  # how every SQLite file begins
APPLICATION: Final = 0x4A554447  # "JUDG"
VERSION: Final = 6  # of the tables below
PATIENCE: Final = 30.0  # seconds to wait for another process that writes

TABLES: Final = (
    "CREATE TABLE source (n INTEGER PRIMARY KEY, file TEXT NOT NULL, digest TEXT NOT NULL, format TEXT NOT "
    "NULL, until TEXT NOT NULL DEFAULT '',"
    " UNIQUE (file, digest))",
    # corrected: attribute → number of the source that gave it, where that is another than `source`
    "CREATE TABLE card (key INTEGER PRIMARY KEY, game TEXT NOT NULL, number TEXT NOT NULL, suffix TEXT NOT "
    "NULL,"
    " id TEXT NOT NULL, words TEXT NOT NULL, data TEXT NOT NULL, source INTEGER NOT NULL, corrected TEXT "
    "NOT NULL,"
    " UNIQUE (game, number, suffix))",
    "CREATE TABLE name (game TEXT NOT NULL, folded TEXT NOT NULL, card INTEGER NOT NULL,"
    " PRIMARY KEY (game, folded, card)) WITHOUT ROWID",
    "CREATE INDEX name_of_card ON name (card)",
    "CREATE TABLE list (key INTEGER PRIMARY KEY, game TEXT NOT NULL, folded TEXT NOT NULL, name TEXT NOT "
    "NULL,"
    " date TEXT NOT NULL, series TEXT NOT NULL, whitelist INTEGER NOT NULL, hash TEXT NOT NULL, file TEXT "
    "NOT NULL,"
    " cap INTEGER NOT NULL DEFAULT 0, excludes TEXT NOT NULL DEFAULT '{}', UNIQUE (game, folded))",
    "CREATE TABLE entry (list INTEGER NOT NULL, at INTEGER NOT NULL, card TEXT NOT NULL, count INTEGER NOT "
    "NULL,"
    " name TEXT NOT NULL, PRIMARY KEY (list, at)) WITHOUT ROWID",
    # what was read of a text, both by their hashes: that of the text, and that of what read it
    "CREATE TABLE IF NOT EXISTS meaning (game TEXT NOT NULL, text TEXT NOT NULL, grammar TEXT NOT NULL,"
    " sentences TEXT NOT NULL, PRIMARY KEY (game, text)) WITHOUT ROWID",
)

_READ: Final = ("source", "card", "name", "list", "entry", "meaning")  # the names of the tables
DAMAGED: Final = "is damaged: import the card data into a new file"
_WHY: Final = {
    sqlite3.SQLITE_BUSY: "is being written by another process",
    sqlite3.SQLITE_LOCKED: "is being written by another process",
    sqlite3.SQLITE_FULL: "cannot be written: the disk is full",
    sqlite3.SQLITE_READONLY: "cannot be written: it, or its folder, is read-only",
    sqlite3.SQLITE_PERM: "cannot be opened: permission denied",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: permission denied, or its folder is read-only or not there",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk is full or failing",
    sqlite3.SQLITE_NOTADB: "is no card catalogue: it is no SQLite file",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
}


class Damaged(Exception):
    """Raised where a catalogue holds something that no import has written."""


def parsed(text: Json) -> dict[str, Json]:
    """A table as the file keeps it. Raises Damaged."""
    try:
        table = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        table = None
    if not isinstance(table, dict):
        raise Damaged
    return table


def add_cap(connection: sqlite3.Connection) -> None:
    """Limit lists with a number of points, since version 2."""
    connection.execute("ALTER TABLE list ADD COLUMN cap INTEGER NOT NULL DEFAULT 0")


def add_days(connection: sqlite3.Connection) -> None:
    """Files of card data with the day until which they know cards, and limit lists with what their formats
    leave out, since version 5.
    """
    connection.execute("ALTER TABLE source ADD COLUMN until TEXT NOT NULL DEFAULT ''")
    for n, file in connection.execute("SELECT n, file FROM source").fetchall():
        connection.execute("UPDATE source SET until = ? WHERE n = ?", (day_in(str(file)), n))
    connection.execute("ALTER TABLE list ADD COLUMN excludes TEXT NOT NULL DEFAULT '{}'")


def part_types(connection: sqlite3.Connection) -> None:
    """Separates the types of cards from their other words, as catalogues have them since version 3."""
    for key, game, data in connection.execute("SELECT key, game, data FROM card").fetchall():
        table = parsed(data)
        words = load_vocabulary(str(game))
        named = {words.named(name): value for name, value in table.items()}
        parted = json.dumps(sorted_types(words, named), ensure_ascii=False)
        connection.execute("UPDATE card SET data = ? WHERE key = ?", (parted, key))


def doubt_keywords(connection: sqlite3.Connection) -> None:
    """Lists doubtful keywords of tables as mentioned, in games whose texts print icons; since version 4."""
    formats = dict(connection.execute("SELECT n, format FROM source"))
    for key, game, text, base, by in connection.execute(
        "SELECT key, game, data, source, corrected FROM card"
    ).fetchall():
        words, data, corrected = load_vocabulary(str(game)), parsed(text), parsed(by)
        if not words.icons or formats.get(corrected.get("keywords", base)) != "csv":
            continue
        listed = data.get("keywords", [])
        sure = [keyword for keyword in listed if keyword in words.has.values()]
        doubtful = [keyword for keyword in listed if keyword in words.plain and keyword not in sure]
        mentions = list(dict.fromkeys([*doubtful, *data.get("mentions", ())]))
        data |= {"keywords": sure} | ({"mentions": mentions} if mentions else {})
        told = json.dumps(told_by_text(words, data), ensure_ascii=False)
        connection.execute("UPDATE card SET data = ? WHERE key = ?", (told, key))


def add_meanings(connection: sqlite3.Connection) -> None:
    """What was read of texts, since version 6."""
    connection.execute(TABLES[-1])


UPGRADES: Final = {
    1: add_cap,
    2: part_types,
    3: doubt_keywords,
    4: add_days,
    5: add_meanings,
}  # from each version to the next


def default_path() -> str:
    """Where the catalogue is: $JUDGE_CARDS, else in the folder where this user's programs keep data."""
    given = os.environ.get("JUDGE_CARDS", "")
    if given:
        return given
    from platformdirs import user_data_path

    return str(user_data_path("judge", appauthor=False) / "cards.sqlite")


@contextmanager
def telling(path: str) -> Iterator[None]:
    """Turns an error of the database into a problem of its file."""
    try:
        yield
    except sqlite3.Error as error:
        raise refused(path, _why(error)) from None
    except (UnicodeDecodeError, Damaged):  # the former of a text in a damaged file
        raise refused(path, DAMAGED) from None


def refused(path: str, message: str, expected: str = "", actual: str = "") -> BadInput:
    """A problem of the whole catalogue."""
    return BadInput([Problem(path, 0, 0, "--cards", "", f"the card catalogue {message}", expected, actual)])


def _why(error: sqlite3.Error) -> str:
    if "decode" in str(error):  # what Python says of bytes that are no text
        return _WHY[sqlite3.SQLITE_CORRUPT]
    code = getattr(error, "sqlite_errorcode", None)  # errors of the Python side have none
    return _WHY.get((code or 0) & 0xFF, f"cannot be read or written: {error}")


def connect(path: str, create: bool = False) -> sqlite3.Connection:
    """A connection to the file, nothing read yet. Raises BadInput when there is nothing to connect to."""
    if os.path.isdir(path):
        raise refused(path, "cannot be opened", "a file", "a directory")
    if os.path.exists(path) and not os.path.isfile(path):
        raise refused(path, "cannot be opened", "a file", "a device, pipe or socket")
    if not create and not os.path.exists(path):
        raise refused(path, "is not there", "one made by `judge cards import FILE`")
    mode = "rwc" if create else "rw"  # only rw can clear up after a writer that was killed
    with telling(path):
        connection = sqlite3.connect(address_of(path, mode), uri=True, timeout=PATIENCE, isolation_level=None)
        bound(connection)
        return connection


def upgrade(path: str, connection: sqlite3.Connection) -> None:
    """Bring the tables of an older version up to this one; any other file is left alone."""
    application, version = identity(path, connection)
    if application != APPLICATION or version not in UPGRADES:
        return
    _check_plain(path, connection)
    with telling(path):
        connection.execute("BEGIN IMMEDIATE")
        for step in range(identity(path, connection)[1], VERSION):  # another process may have been quicker
            UPGRADES[step](connection)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")


def check(path: str, connection: sqlite3.Connection) -> None:
    """Raise BadInput unless this is a card catalogue that this version reads."""
    application, version = identity(path, connection)
    if (application, version) == (0, 0) and not _tables(path, connection):
        raise refused(path, "is empty", "one made by `judge cards import FILE`")
    if application != APPLICATION:
        raise refused(path, "is another program's SQLite file", "one made by `judge cards import FILE`")
    _check_plain(path, connection)
    if version != VERSION:
        raise refused(path, "was made by another version of judge", f"format {VERSION}", f"format {version}")


def _check_plain(path: str, connection: sqlite3.Connection) -> None:
    """Raise BadInput where the file has code of its own that would run when it is read or written."""
    with telling(path):
        made = made_by_others(connection, _READ)
    if made:
        raise refused(path, "does more than hold cards", "tables only", ", ".join(made)[:80])


def is_catalogue(path: str) -> bool:
    """Whether a file is a card catalogue and not card data. A file that cannot be opened is none; reading it
    reports that.
    """
    try:
        head = read_beginning(path, 72, "a card catalogue")
    except BadInput:
        return False
    return head.startswith(MAGIC) and int.from_bytes(head[68:72], "big") == APPLICATION


def is_blank(path: str) -> bool:
    """Whether there is no catalogue yet: no file, or what a first import that did not finish has left.

    Such a file is not taken away: another import may be waiting for it. Raises BadInput for one that cannot
    be read.
    """
    if not os.path.exists(path):
        return True
    if not os.path.isfile(path):
        return False
    head = read_beginning(path, len(MAGIC), "a card catalogue")
    if head and head != MAGIC and not os.path.exists(f"{path}-journal"):
        return False
    connection = connect(path)
    try:
        return identity(path, connection) == (0, 0) and not _tables(path, connection)
    finally:
        connection.close()


def _tables(path: str, connection: sqlite3.Connection) -> int:
    with telling(path):
        return int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


def identity(path: str, connection: sqlite3.Connection) -> tuple[int, int]:
    """The program that a database belongs to, and the version of its tables."""
    with telling(path):
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    return int(application), int(version)


# Whether what a catalogue holds of a card is what an import writes there: its file may come from anybody.
def is_sound(words: Vocabulary, data: Mapping[str, object]) -> bool:
    """Does each attribute have a value of its kind? Attributes the game's cards do not have are ignored."""
    return all(_KINDS[_kind(words, name)](value) for name, value in data.items())


def _kind(words: Vocabulary, name: str) -> str:
    return "text" if name == "name" else "names" if name == TRANSLATIONS else words.kinds.get(name, "")


def _text(value: object) -> bool:
    """A text, or several."""
    return isinstance(value, str) or (bool(value) and _texts(value))


def _texts(value: object) -> bool:
    """A text, or any number of them."""
    several = value if isinstance(value, list) else [value]
    return all(isinstance(text, str) for text in several)


def _table(value: object) -> bool:
    """Counts or texts by name."""
    return isinstance(value, dict) and all(
        isinstance(entry, int) or _texts(entry) for entry in value.values()
    )


def _names(value: object) -> bool:
    """A name by language."""
    return isinstance(value, dict) and all(isinstance(name, str) for name in value.values())


def _building(value: object) -> bool:
    """Abilities that change how a deck is built."""
    try:
        return bool(shaped(value)) or value == []
    except Wrong:
        return False


_KINDS: Final[Mapping[str, Callable[[object], bool]]] = {
    "": lambda value: True,
    "counts": _table,
    "date": _text,
    "deck": _building,
    "flag": lambda value: isinstance(value, bool),
    "int": lambda value: isinstance(value, int),
    "int?": lambda value: isinstance(value, (int, str)),
    "lists": _table,
    "names": _names,
    "selectors": lambda value: isinstance(value, list),
    "text": _text,
    "texts": _texts,
}
