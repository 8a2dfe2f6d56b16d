"""One file of card data, read: its cards, its limit lists, and what was left out of it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from judge.cards.card import Card
from judge.cards.lists import LimitList
from judge.errors import Problem
from judge.text.source import read_bytes

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
    whole: bool = False  # it describes its cards wholly: a keyword that it does not name, a new card has not
    settles: frozenset[str] = frozenset()  # attributes that it always knows: given none, there is none
    aliases: Mapping[str, str] = {}  # card → number of the card that it counts as, which is not named here
    left_out: tuple[str, ...] = ()  # what the file has and the catalogue does not keep
    remarks: tuple[Problem, ...] = ()  # what was read all the same, and should be looked at
    language: str = ""  # of its names, where whoever imports it says so


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
    """Something that was read all the same, and should be looked at."""
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
