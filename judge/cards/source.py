"""Sources of card data: what a file gives when it is read, how much it may hold, and the guards by which a
database can do nothing but give its rows.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from judge.cards.card import Card
from judge.cards.lists import LimitList
from judge.errors import Problem
from judge.text.rows import NamedTuple
from judge.text.source import read_bytes, refuse

# --- bounds: far more than any printed game has, and little enough to be read in seconds ---------------
CARDS: Final = 100_000  # of one file: the largest card game has printed 30,000
COLUMNS: Final = 500  # of a table
LINES: Final = 2_000_000  # of a text: the texts of cards have several each
TEXT: Final = 128_000_000  # characters of a text: CSV, JSON or a limit list
TOML: Final = 20_000_000  # characters of one that is written by hand
VALUES: Final = 10_000_000  # of a JSON, the commas of its texts among them
LISTS: Final = 10_000  # limit lists of one file
LONGEST: Final = 4_000_000  # bytes of one value, and of one row
STEPS: Final = 100_000_000  # of SQLite's own machine: a database of 10,000 cards takes 250,000
_EVERY: Final = 1_000_000  # steps, after which they are counted
# The statements that make tables and indexes, as SQLite writes them down. Anything else may run code when it
# is read. The type and name that a file gives its parts do not help: SQLite goes by this text alone.
_HOLDS_ROWS: Final = re.compile(r"CREATE (?:TABLE|INDEX|UNIQUE INDEX) ")


def address_of(path: str, mode: str) -> str:
    """The address by which SQLite opens a file in a mode, whatever bytes the file's name has."""
    return f"{Path(os.path.abspath(path)).as_uri()}?mode={mode}"


def check_text(file: str, text: str, most: int = TEXT) -> None:
    """Raises BadInput where a text is longer than card data are."""
    within(file, "characters", len(text), most)
    within(file, "lines", max(text.count("\n"), text.count("\r")), LINES)


def within(file: str, what: str, n: int, most: int) -> None:
    """Raises BadInput where a file has more of something than it may."""
    if n > most:
        refuse(file, f"too many {what} for card data", f"at most {most:,}", f"{n:,}")


def bound(connection: sqlite3.Connection, steps: int = 0) -> None:
    """Bounds a connection: it reads no value longer than a card's text, runs no code from the file, and ends
    after `steps` where any are given.
    """
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    connection.execute("PRAGMA trusted_schema = OFF")
    if steps:
        connection.set_progress_handler(Counted(steps), _EVERY)


def made_by_others(connection: sqlite3.Connection, tables: Sequence[str]) -> list[str]:
    """The views, triggers, virtual tables and computed columns of a database, which may run code while these
    tables are read.
    """
    # To ask for the kinds of tables makes SQLite look into views, so the statements are read first.
    return sorted(set(_said(connection))) or sorted(set(_kinds(connection, tables)))


def _said(connection: sqlite3.Connection) -> Iterator[str]:
    """Everything that the statements of a database make other than tables and indexes."""
    for name, sql in connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"):
        if not _HOLDS_ROWS.match(str(sql)):
            kind = "".join(str(sql).lower().split()[1:2])
            yield f"the {'virtual table' if kind == 'virtual' else kind} {name}"


def _kinds(connection: sqlite3.Connection, tables: Sequence[str]) -> Iterator[str]:
    """The tables that SQLite takes for something else, and the computed columns of tables."""
    for _, name, kind, *_ in connection.execute("PRAGMA table_list"):  # nothing before SQLite 3.37
        if plain_name(name) in tables and kind != "table":
            yield f"the {kind} {name}"
    for table in tables:
        for column in connection.execute(f"PRAGMA table_xinfo({table})"):
            if column[6]:
                yield f"the computed column {table}.{column[1]}"


def plain_name(name: object) -> str:
    """A name in a database as SQLite compares it: only ASCII letters lose their case."""
    return "".join(letter.lower() if letter.isascii() else letter for letter in str(name))


def only_rows(tables: Sequence[str]) -> Callable[..., int]:
    """An authorizer that lets a connection read and count the rows of these tables, and nothing else."""

    def allowed(action: int, first: str | None, second: str | None, _: str | None, by: str | None) -> int:
        reads = action == sqlite3.SQLITE_READ and by is None and plain_name(first) in tables
        counts = action == sqlite3.SQLITE_FUNCTION and second == "count"
        return (
            sqlite3.SQLITE_OK if reads or counts or action == sqlite3.SQLITE_SELECT else sqlite3.SQLITE_DENY
        )

    return allowed


class Counted:
    """A progress handler that ends a query after so many steps."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def __call__(self) -> bool:
        """Called after each _EVERY steps; True ends the query."""
        self.left -= _EVERY
        return self.left < 0


def passed(error: sqlite3.Error) -> str:
    """The bound that ended a query; "" where none did."""
    bounds = {
        sqlite3.SQLITE_INTERRUPT: f"at most {STEPS:,} steps of SQLite",
        sqlite3.SQLITE_TOOBIG: f"values of at most {LONGEST:,} bytes",
    }
    return bounds.get(getattr(error, "sqlite_errorcode", 0), "")


# --- what reading a file gives -------------------------------------------------------------------------
MOST: Final = 200  # problems of one file: the rest is counted
_LARGEST: Final = 512_000_000  # bytes: more is no card data


class Source(NamedTuple):
    """What a file says, before any of it is in the catalogue."""

    file: str
    format: str  # cdb, json, csv, toml, lflist
    game: str
    digest: str  # of the file's bytes, so that two files of one name are told apart
    cards: tuple[Card, ...] = ()
    lists: tuple[LimitList, ...] = ()
    whole: bool = False  # it describes its cards wholly: a new card has no keyword that it does not name
    settles: frozenset[str] = frozenset()  # attributes that it always gives, if the card has them
    aliases: Mapping[str, str] = {}  # card → number of the card that it counts as, which is in another file
    left_out: tuple[str, ...] = ()  # what the file has and the catalogue does not keep
    remarks: tuple[Problem, ...] = ()  # warnings
    language: str = ""  # of its names, where the user gives it


class Bytes(NamedTuple):
    """A file's content."""

    file: str
    raw: bytes

    @property
    def digest(self) -> str:
        """What tells this content from any other."""
        return hashlib.sha256(self.raw).hexdigest()[:16]


def load(path: str | os.PathLike[str]) -> Bytes:
    """The content of a file. Raises BadInput when there is none to be read."""
    file = os.fspath(path)
    return Bytes(file, read_bytes(file, _LARGEST, "a file of card data"))


def remark(
    file: str, message: str, line: int = 0, column: int = 0, key: str = "", found: str = "", hint: str = ""
) -> Problem:
    """A warning: something that was read, and should be looked at."""
    return Problem(file, line, column, key, "", message, "", found, hint, severity="warning")


def most(file: str, problems: Sequence[Problem]) -> list[Problem]:
    """The first problems of a file, and how many more there are."""
    left = len(problems) - MOST
    more = [Problem(file, 0, 0, "", "", f"and {left:,} more problems")] if left > 0 else []
    return [*problems[:MOST], *more]


def some_of(things: Iterable[str], most: int = 8) -> str:
    """The first few of many, and how many more there are."""
    known = list(things)
    more = f" and {len(known) - most:,} more" if len(known) > most else ""
    return ", ".join(known[:most]) + more
