"""How much a file of card data may hold: far past every game that is printed, and little enough to be read in
seconds. A SQLite file may do nothing to who reads it but give its rows.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from judge.text.source import refuse

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
_MADE: Final = (
    "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger') OR sql LIKE 'CREATE VIRTUAL%'"
)


def check_text(file: str, text: str, most: int = TEXT) -> None:
    """Raises BadInput where a text is longer than card data are."""
    within(file, "characters", len(text), most)
    within(file, "lines", max(text.count("\n"), text.count("\r")), LINES)


def within(file: str, what: str, n: int, most: int) -> None:
    """Raises BadInput where a file has more of something than it may."""
    if n > most:
        refuse(file, f"too many {what} for card data", f"at most {most:,}", f"{n:,}")


def bound(connection: sqlite3.Connection, steps: int = 0) -> None:
    """Let a connection read no value that is longer than any text of a card, run nothing that the file
    itself brings, and end after so many steps, where any are given.
    """
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    connection.execute("PRAGMA trusted_schema = OFF")
    if steps:
        connection.set_progress_handler(Counted(steps), _EVERY)


def made_by_others(connection: sqlite3.Connection) -> list[str]:
    """The views, triggers and virtual tables of a database: what runs when something else is read."""
    return sorted(f"the {kind} {name}" for kind, name in connection.execute(_MADE))


class Counted:
    """Ends what is read after so many steps."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def __call__(self) -> bool:
        """One more part of the steps is done: is that enough?"""
        self.left -= _EVERY
        return self.left < 0


def is_too_long(error: sqlite3.Error) -> bool:
    """Was reading ended since it took too many steps, or gave too much?"""
    return getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_TOOBIG)
