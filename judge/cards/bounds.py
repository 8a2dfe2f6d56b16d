"""What a SQLite file of somebody's may do to who reads it: nothing but give its rows, of which there are so
many at most.
"""

from __future__ import annotations

import sqlite3
from typing import Final

LONGEST: Final = 4_000_000  # bytes of one value, and of one row
STEPS: Final = 100_000_000  # of SQLite's own machine: a database of 10,000 cards takes 250,000
_EVERY: Final = 1_000_000  # steps, after which they are counted
_MADE: Final = (
    "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger') OR sql LIKE 'CREATE VIRTUAL%'"
)


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
