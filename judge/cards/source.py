"""One file of card data, read: its cards, its limit lists, and what was left out of it."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, NoReturn

from judge.cards.card import Card
from judge.cards.lists import LimitList
from judge.errors import BadInput, Problem, nearest

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
    settles: frozenset[str] = (
        frozenset()
    )  # attributes that it always knows: where it gives none, there is none
    aliases: Mapping[
        str, str
    ] = {}  # card → number of the card that it counts as, which this file does not name
    left_out: tuple[str, ...] = ()  # what the file has and the catalogue does not keep
    remarks: tuple[Problem, ...] = ()  # what was read all the same, and should be looked at


class Bytes(NamedTuple):
    """A file's content."""

    file: str
    raw: bytes

    @property
    def digest(self) -> str:
        """What tells this content from any other."""
        return hashlib.sha256(self.raw).hexdigest()[:16]


def read_bytes(path: str | os.PathLike[str]) -> Bytes:
    """The content of a file. Raises BadInput when there is none to be read."""
    file = os.fspath(path)
    try:
        found = os.stat(file)
        if not stat.S_ISREG(found.st_mode):
            kind = "a directory" if stat.S_ISDIR(found.st_mode) else "a device, pipe or socket"
            refuse(file, "cannot be read", "a file of card data", kind)
        if found.st_size > _LARGEST:
            refuse(file, "too large, not read", f"at most {_LARGEST:,} bytes", f"{found.st_size:,} bytes")
        with open(file, "rb") as stream:
            return Bytes(file, stream.read())
    except FileNotFoundError:
        refuse(file, "no such file", hint=_neighbour(file))
    except OSError as error:
        refuse(file, f"cannot be read: {(error.strerror or str(error)).lower()}")
    except ValueError:  # what open() says of a NUL in a name
        refuse(file, "no such file", found="a NUL character in its name")


def refuse(file: str, message: str, expected: str = "", found: str = "", hint: str = "") -> NoReturn:
    """Raise BadInput for a whole file."""
    raise BadInput([Problem(file, 0, 0, "", "", message, expected, found, hint)]) from None


def _neighbour(file: str) -> str:
    folder, name = os.path.split(file)
    try:
        close = nearest(name, os.listdir(folder or "."))
    except OSError:
        return ""
    return os.path.join(folder, close) if close else ""


def remark(
    file: str, message: str, line: int = 0, column: int = 0, key: str = "", found: str = "", hint: str = ""
) -> Problem:
    """Something that was read all the same, and should be looked at."""
    return Problem(file, line, column, key, "", message, "", found, hint, severity="warning")


def some_of(things: Iterable[str], most: int = 8) -> str:
    """The first few of many, and how many more there are."""
    known = list(things)
    more = f" and {len(known) - most:,} more" if len(known) > most else ""
    return ", ".join(known[:most]) + more
