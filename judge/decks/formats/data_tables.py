"""Decks as tables of TOML or JSON: parses JSON with the place of every value, and checks keys and types,
every fault at its place.
"""

from __future__ import annotations

import datetime
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NoReturn, Protocol

from judge.cards.lists import CAP, MOST_POINTS
from judge.decks.formats.draft import Draft, Place, count_of, refusal
from judge.decks.speech import phrased
from judge.text.places import Places
from judge.text.plain import Json
from judge.text.source import KeyPath, key_text

# --- JSON with places ----------------------------------------------------------------------------------
DEEPEST: Final = 64  # lists and tables in each other: more is no deck
_MOST_VALUES: Final = 500_000
_LONGEST_NUMBER: Final = 300  # digits
_TOKEN: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}:,]|[^\s\[\]{}:,"]++', re.DOTALL)
# An unclosed quote takes the rest of the text: to try again at each later quote would take too long.
_BRACKETS: Final = re.compile(r'"(?:[^"\\]++|\\.?+)*+"?|[\[\]{}]', re.DOTALL)
_WORD: Final = re.compile(r"[\w.+-]+|\S")

# What json says (the start of its message), and what was expected there.
_EXPECTED: Final = {
    "Expecting property name": phrased("read.json-key"),
    "Expecting ',' delimiter": phrased("read.json-comma"),
    "Expecting ':' delimiter": "':'",
    "Expecting value": phrased("read.json-value"),
    "Extra data": phrased("read.end-of-file"),
    "Unterminated string": phrased("read.closing-quote"),
    "Invalid control character": phrased("read.json-escape-line"),
    "Invalid \\": phrased("read.json-escape"),
    "Illegal trailing comma": phrased("read.json-trailing"),
}


class JsonText:
    """One JSON text; nothing can go wrong once it is built."""

    def __init__(self, file: str, text: str) -> None:
        """Reads it. Raises BadInput with one problem if it is no JSON, or none that could be a deck."""
        self.file = file
        self.text = text
        self._places = Places(text)
        self._refuse_depth()
        self.data = self._load()
        self._offsets: dict[KeyPath, int] = {}
        self._twice: dict[KeyPath, list[KeyPath]] = {}  # by the first part of their path
        self._scan()

    def position(self, path: Sequence[str | int]) -> Place:
        """Line and column of the key or element at `path`; of its nearest ancestor if not there."""
        known = tuple(path)
        while known and known not in self._offsets:
            known = known[:-1]
        return self._places.of(self._offsets.get(known, 0))

    def repeats(self, root: KeyPath) -> list[KeyPath]:
        """The keys under `root` that stand twice in one object; `root` has one part or none."""
        if root:
            return self._twice.get(root, [])
        return [path for paths in self._twice.values() for path in paths]

    def _load(self) -> Json:
        try:
            return json.loads(self.text, parse_int=self._integer, parse_constant=self._constant)
        except json.JSONDecodeError as error:
            known = (words for opening, words in _EXPECTED.items() if error.msg.startswith(opening))
            word = _WORD.match(self.text, error.pos)
            actual = (
                word[0] if word else phrased("read.end-of-line") if self.text[error.pos :].strip() else ""
            )
            where = self._places.of(error.pos)
            message = phrased("read.no-json")
            raise refusal(
                self.file, where, message, next(known, ""), actual or phrased("read.end-of-file")
            ) from None

    def _integer(self, digits: str) -> int:
        if len(digits) > _LONGEST_NUMBER:
            self._refuse(
                digits,
                phrased("read.number-too-long"),
                phrased("read.at-most-digits", number=_LONGEST_NUMBER),
            )
        return int(digits)

    def _constant(self, word: str) -> NoReturn:
        self._refuse(word, phrased("read.no-json"), phrased("read.json-value"))

    def _refuse(self, word: str, message: str, expected: str) -> NoReturn:
        for token in _TOKEN.finditer(self.text):
            if token[0].startswith(word):
                raise refusal(self.file, self._places.of(token.start()), message, expected, word)
        raise AssertionError(word)

    def _refuse_depth(self) -> None:
        depth = 0
        for token in _BRACKETS.finditer(self.text):
            depth += (token[0] in "[{") - (token[0] in "]}")
            if depth > DEEPEST:
                where = self._places.of(token.start())
                raise refusal(
                    self.file, where, phrased("read.too-deep"), phrased("read.levels", number=DEEPEST)
                )

    def _scan(self) -> None:
        """Notes where every key and element begins. The text is known to be JSON."""
        scan = _Scan()
        for token in _TOKEN.finditer(self.text):
            path = scan.take(token[0])
            if path is not None:
                if path in self._offsets:
                    self._twice.setdefault(path[:1], []).append(path)
                self._offsets[path] = token.start()
            if len(self._offsets) > _MOST_VALUES:
                where = self._places.of(token.start())
                raise refusal(
                    self.file,
                    where,
                    phrased("read.too-long"),
                    phrased("read.values", number=f"{_MOST_VALUES:,}"),
                )


class _Scan:
    """Follows the tokens of a JSON text, and knows which key or element each begins."""

    def __init__(self) -> None:
        self.open: list[tuple[KeyPath, bool]] = []  # the lists (True) and objects that are still open
        self.counts: list[int] = []
        self.key: KeyPath | None = None  # the key whose value comes next

    def take(self, token: str) -> KeyPath | None:
        """The path that begins with this token: an object's key, or a list's element."""
        if token in "]}":
            self.open.pop()
            self.counts.pop()
            return None
        if token in ":,":
            return None
        path, begins = self._path(token)
        if token in "[{":
            self.open.append((path, token == "["))
            self.counts.append(0)
        return path if begins else None

    def _path(self, token: str) -> tuple[KeyPath, bool]:
        if self.key is not None:
            path, self.key = self.key, None
            return path, False
        if not self.open:
            return (), True
        holder, is_list = self.open[-1]
        if is_list:
            self.counts[-1] += 1
            return (*holder, self.counts[-1] - 1), True
        self.key = (*holder, json.loads(token))
        return self.key, True


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
        text = self.date(path, value) if what in ("date", "submitted") else self.text(path, value)
        self.draft.tell(what, text, self.placed.position(path))

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
        tables = {}
        for name, data in self.table(path, value).items():
            if isinstance(data, dict):
                tables[self.text((*path, name), name)] = self.plain_table((*path, name), data)
                self.names((*path, name, "name"), data.get("name", ""))
            else:
                self.wrong_type((*path, name), phrased("read.a-table"), data)
        return tables

    def names(self, path: KeyPath, value: object) -> None:
        """A card's name, or several: all that every game's cards have."""
        several = value if isinstance(value, list) and value else [value]
        if not all(isinstance(name, str) for name in several):
            self.wrong_type(path, phrased("read.names"), value)

    def limits(self, path: KeyPath, value: object) -> dict[str, object]:
        """A limit list: its name, and lists of cards."""
        limit_list: dict[str, Json] = {}
        for key, inner in self.table(path, value).items():
            if key in LIST_KEYS:
                limit_list[key] = self.limit((*path, key), inner)
            else:
                self.unknown((*path, key), LIST_KEYS)
        for card in (
            name for name in limit_list.get("forbidden", ()) if name in limit_list.get("allowed", ())
        ):
            self.problem((*path, "forbidden"), phrased("read.listed-twice"), phrased("read.each-once"), card)
        if "points" in limit_list and set(limit_list) & set(CARD_LISTS):
            message, expected = phrased("read.points-limit"), phrased("read.points-or")
            self.problem((*path, "points"), message, expected)
        if "cap" in limit_list and "points" not in limit_list:
            self.problem((*path, "cap"), phrased("read.cap"), "points = { … }")
        return limit_list

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
        texts = (self.text((*path, number), row) for number, row in enumerate(rows))
        return [card for card in texts if card]

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
    """A value in words, for a problem: "a list", "the number 2.5"."""
    kinds: tuple[tuple[type, Callable[[Json], str]], ...] = (
        (bool, lambda flag: "true" if flag else "false"),
        (int, _number),
        (float, lambda number: phrased("read.number", number=str(number))),
        (str, lambda text: phrased("read.string", text=text)),
        (list, lambda rows: phrased("read.a-list")),
        (dict, lambda table: phrased("read.a-table")),
        (datetime.time, lambda moment: phrased("read.a-time")),
        (datetime.date, lambda day: phrased("read.a-date")),
    )
    return next((say(value) for kind, say in kinds if isinstance(value, kind)), "null")
