"""The tables of a deck in TOML or JSON: their keys and types, and every fault at its place."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

from judge.cards.lists import CAP, MOST_POINTS
from judge.decks.formats.draft import Draft, Place, count_of
from judge.decks.formats.json_text import DEEPEST
from judge.decks.speech import phrased
from judge.text.plain import Plain
from judge.text.source import KeyPath, key_text

CARD_LISTS: Final = ("forbidden", "limited", "semi_limited", "allowed")
LIST_KEYS: Final = ("name", *CARD_LISTS, "points", "cap")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_DATES: Final = (datetime.date, datetime.time)


class Placed(Protocol):
    """A text of keys and values that knows where each stands."""

    def position(self, path: Sequence[str | int]) -> Place:
        """Line and column of the key or element at `path`."""


class Shape:
    """Reads values of a parsed file into a draft; a value of another type becomes a problem."""

    def __init__(self, draft: Draft, placed: Placed) -> None:
        self.draft = draft
        self.placed = placed

    def problem(
        self, path: KeyPath, message: str, expected: str = "", found: str = "", hint: str = ""
    ) -> None:
        """Notes a problem at the key at `path`."""
        self.draft.problem(self.placed.position(path), message, expected, found, hint, key_text(path))

    def wrong_type(self, path: KeyPath, expected: str, value: object) -> None:
        """Notes that a value is of another type than expected."""
        self.problem(path, phrased("read.wrong-type"), expected, described(value))

    def unknown(self, path: KeyPath, choices: Iterable[str]) -> None:
        """Notes a key that nobody knows, with the nearest one."""
        names = list(choices)
        key = str(path[-1])
        self.problem(path, phrased("read.unknown-key"), ", ".join(names), key, self.draft.nearest(key, names))

    def text(self, path: KeyPath, value: object) -> str:
        """A string; "" with a problem for anything else."""
        if not isinstance(value, str):
            self.wrong_type(path, phrased("read.a-string"), value)
            return ""
        if broken := _SURROGATE.search(value):
            self.problem(path, phrased("read.half"), phrased("read.text"), f"\\u{ord(broken[0]):04x}")
            return _SURROGATE.sub("\ufffd", value)
        return value

    def date(self, path: KeyPath, value: object) -> str:
        """A string, or a date as ISO writes it."""
        return value.isoformat() if isinstance(value, _DATES) else self.text(path, value)

    def about(self, path: KeyPath, what: str, value: object) -> None:
        """One of the texts about the deck."""
        said = self.date(path, value) if what in ("date", "submitted") else self.text(path, value)
        self.draft.tell(what, said, self.placed.position(path))

    def copies(self, path: KeyPath, value: object) -> int:
        """A count of copies; 0 with a problem for anything else."""
        place, key = self.placed.position(path), key_text(path)
        if isinstance(value, int) and not isinstance(value, bool):
            # str() refuses to write thousands of digits; what matters is that they are too many.
            word = str(value) if abs(value) < 10**40 else phrased("read.many-digits")
            return count_of(word) or self.draft.copies(word, place, key)
        return self.draft.copies(described(value), place, key)

    def table(self, path: KeyPath, value: object) -> Mapping[str, object]:
        """A table; an empty one with a problem for anything else."""
        if isinstance(value, dict):
            return value
        self.wrong_type(path, phrased("read.a-table"), value)
        return {}

    def rows(self, path: KeyPath, value: object, expected: str) -> list[object]:
        """A list; an empty one with a problem for anything else."""
        if isinstance(value, list):
            return value
        self.wrong_type(path, expected, value)
        return []

    def cards(self, path: KeyPath, value: object) -> dict[str, dict[str, object]]:
        """Card data by the name used in the file: a table of tables."""
        found = {}
        for name, data in self.table(path, value).items():
            if isinstance(data, dict):
                found[self.text((*path, name), name)] = self.plain_table((*path, name), data)
                self.names((*path, name, "name"), data.get("name", ""))
            else:
                self.wrong_type((*path, name), phrased("read.a-table"), data)
        return found

    def names(self, path: KeyPath, value: object) -> None:
        """A card's name, or several: all that every game's cards have."""
        several = value if isinstance(value, list) and value else [value]
        if not all(isinstance(one, str) for one in several):
            self.wrong_type(path, phrased("read.names"), value)

    def limits(self, path: KeyPath, value: object) -> dict[str, Plain]:
        """A limit list: its name, and lists of cards."""
        found: dict[str, Plain] = {}
        for key, inner in self.table(path, value).items():
            if key in LIST_KEYS:
                found[key] = self.limit((*path, key), inner)
            else:
                self.unknown((*path, key), LIST_KEYS)
        for card in (one for one in found.get("forbidden", ()) if one in found.get("allowed", ())):
            self.problem((*path, "forbidden"), phrased("read.listed-twice"), phrased("read.each-once"), card)
        if "points" in found and set(found) & set(CARD_LISTS):
            message, expected = phrased("read.points-limit"), phrased("read.points-or")
            self.problem((*path, "points"), message, expected)
        if "cap" in found and "points" not in found:
            self.problem((*path, "cap"), phrased("read.cap"), "points = { … }")
        return found

    def limit(self, path: KeyPath, value: object) -> object:
        """What a limit list has under one of its keys."""
        key = path[-1]
        if key == "name":
            return self.text(path, value)
        if key == "cap":
            return self.natural(path, value) or CAP
        if key == "points":
            costs = self.table(path, value).items()
            return {self.text((*path, card), card): self.natural((*path, card), cost) for card, cost in costs}
        rows = self.rows(path, value, phrased("read.strings"))
        said = (self.text((*path, number), row) for number, row in enumerate(rows))
        return [card for card in said if card]

    def natural(self, path: KeyPath, value: object) -> int:
        """A number of points; 0 with a problem for anything else."""
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_POINTS:
            return value
        self.wrong_type(path, phrased("read.points", number=MOST_POINTS), value)
        return 0

    def plain_table(self, path: KeyPath, value: object) -> dict[str, object]:
        """A table of plain values, dates as ISO writes them."""
        table = self.table(path, value)
        return {self.text((*path, key), key): self.plain((*path, key), inner) for key, inner in table.items()}

    def plain(self, path: KeyPath, value: object) -> object:
        """A value that TOML and JSON can both hold; 0 with a problem for anything else."""
        if len(path) > DEEPEST:
            self.problem(path[:DEEPEST], phrased("read.too-deep"), phrased("read.levels", number=DEEPEST))
            return 0
        if isinstance(value, dict):
            return self.plain_table(path, value)
        if isinstance(value, list):
            return [self.plain((*path, number), inner) for number, inner in enumerate(value)]
        if isinstance(value, (str, *_DATES)):
            return self.date(path, value)
        if value is None or (isinstance(value, float) and not math.isfinite(value)):
            self.wrong_type(path, phrased("read.any-value"), value)
            return 0
        return value


def _number(value: int) -> str:
    """A whole number in words; str() refuses to write thousands of digits."""
    if abs(value) < 10**40:
        return phrased("read.number", number=str(value))
    return phrased("read.many-digits")


def described(value: object) -> str:
    """A value in words, for a problem: phrased("read.a-list"), "the number 2.5"."""
    kinds: tuple[tuple[type, Callable[[Plain], str]], ...] = (
        (bool, lambda one: "true" if one else "false"),
        (
            int,
            lambda one: (
                phrased("read.number", number=str(one)) if abs(one) < 10**40 else phrased("read.many-digits")
            ),
        ),
        (float, lambda one: phrased("read.number", number=str(one))),
        (str, lambda one: phrased("read.string", text=one)),
        (list, lambda one: phrased("read.a-list")),
        (dict, lambda one: phrased("read.a-table")),
        (datetime.time, lambda one: phrased("read.a-time")),
        (datetime.date, lambda one: phrased("read.a-date")),
    )
    return next((say(value) for kind, say in kinds if isinstance(value, kind)), "null")
