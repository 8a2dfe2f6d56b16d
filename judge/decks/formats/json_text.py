"""JSON in: its data, and the place of every value in it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final, NoReturn

from judge.decks.formats.draft import Place, refusal
from judge.decks.speech import phrased
from judge.text.places import Places
from judge.text.plain import Plain
from judge.text.source import KeyPath

DEEPEST: Final = 64  # lists and tables in each other: more is no deck
_MOST_VALUES: Final = 500_000
_LONGEST_NUMBER: Final = 300  # digits
_TOKEN: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}:,]|[^\s\[\]{}:,"]++', re.DOTALL)
# An unclosed quote takes the rest: trying again at each later quote would take for ever.
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

    def _load(self) -> Plain:
        try:
            return json.loads(self.text, parse_int=self._integer, parse_constant=self._constant)
        except json.JSONDecodeError as error:
            known = (words for said, words in _EXPECTED.items() if error.msg.startswith(said))
            word = _WORD.match(self.text, error.pos)
            found = word[0] if word else phrased("read.end-of-line") if self.text[error.pos :].strip() else ""
            where = self._places.of(error.pos)
            message = phrased("read.no-json")
            raise refusal(
                self.file, where, message, next(known, ""), found or phrased("read.end-of-file")
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
