"""Typed lines: the words of a line with their columns, its problems, and words by their beginnings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from judge.errors import Problem, nearest
from judge.grammar.tables import listed
from judge.text.folded_words import fold
from judge.text.rows import NamedTuple

ENDS: Final = ";,\n"  # what parts the zones of a board, and the lines of a script
PLUS: Final = "+"  # what parts the cards of a zone
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
SPACES: Final = " \t\r\u00a0\u202f"  # those of a keyboard, and those that French sets before signs
_BLANK: Final = re.compile(f"[{SPACES}]+")


class Word(NamedTuple):
    """A word of the line, at its column from 1; a name in quotes is without them."""

    text: str
    column: int
    quoted: bool = False

    def parts(self, sign: str) -> tuple[Word, Word]:
        """The parts of a word before and behind a sign, each with its column."""
        head, middle, tail = self.text.partition(sign)
        return Word(head, self.column), Word(tail, self.column + len(head) + len(middle))


class Typed:
    """One line: its name, its text, and the problems that are found in it."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.problems: list[Problem] = []

    def fault(self, column: int, message: str, expected: str = "", actual: str = "", hint: str = "") -> None:
        """Something wrong at a column."""
        self.problems.append(Problem(self.name, 1, column, self.name, "", message, expected, actual, hint))

    def unknown(self, word: Word, what: str, known: Iterable[str], hint: str = "") -> None:
        """The problem of a word that does not exist, with the nearest one."""
        names = set(known)
        self.fault(
            word.column, f"{word.text!r} is no {what}", listed(names), word.text,
            hint or nearest(word.text, names),
        )  # fmt: skip

    def several(self, word: Word, matches: Iterable[str]) -> None:
        """A word that is short for more than one."""
        names = sorted(matches)
        expected = " or ".join(names[:6]) + (", …" if len(names) > 6 else "")
        self.fault(word.column, f"{word.text!r} may be more than one thing", expected, word.text)

    def words(self) -> list[Word]:
        """Every word and sign; brackets hold their content together."""
        return list(self._words())

    def _words(self) -> Iterator[Word]:
        at = 0
        while at < len(self.text):
            blank = _BLANK.match(self.text, at)
            if blank is not None:
                at = blank.end()
            elif self.text[at] in ENDS + PLUS:
                yield Word(self.text[at], at + 1)
                at += 1
            elif self.text[at] == '"':
                end = self.past_string(at)
                yield Word(self.text[at + 1 : end - 1], at + 1, quoted=True)
                at = end
            else:
                end = self.past_word(at)
                yield Word(self.text[at:end], at + 1)
                at = end

    def past_string(self, at: int) -> int:
        """Where a string ends that begins here."""
        match = _STRING.match(self.text, at)
        if match is None:
            self.fault(at + 1, "the quote that begins here is not closed", 'a closing "')
            return len(self.text) + 1
        return match.end()

    def past_word(self, at: int) -> int:
        """Where a word ends that begins here, brackets with all that they hold included."""
        opened: list[tuple[str, int]] = []
        while at < len(self.text):
            sign = self.text[at]
            if sign == '"':
                at = self.past_string(at)
                continue
            if sign in _CLOSING:
                opened.append((_CLOSING[sign], at))
            elif opened and sign == opened[-1][0]:
                opened.pop()
            elif not opened and sign in ENDS + PLUS + SPACES:
                return at
            at += 1
        for closing, where in opened[-1:]:
            self.fault(where + 1, f"{self.text[where]!r} is not closed", f"a closing {closing}")
        return min(at, len(self.text))


def parted(words: Iterable[Word], signs: str) -> list[list[Word]]:
    """The words between signs that part them."""
    groups: list[list[Word]] = [[]]
    for word in words:
        if not word.quoted and word.text in signs:
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


# --- words by their beginnings: `b` is battle where no other word begins so, `wr` is waiting-room ------
_PARTS: Final = re.compile(r"[-_ ]+")
LEAST: Final = 2  # letters of initials


def meant(word: str, known: Iterable[str]) -> list[str]:
    """The words that a typed one may stand for. If it is a word itself, only that; otherwise the words that
    begin with it (`leader` before `leader-object`), or else the words whose initials it gives.
    """
    wanted, names = spelt(word), sorted(set(known))
    exact = [name for name in names if name == word] or [name for name in names if spelt(name) == wanted]
    return (
        exact
        or shortest([name for name in names if spelt(name).startswith(wanted)])
        or initialled(wanted, names)
    )


def shortest(names: list[str]) -> list[str]:
    """One name alone where all others only add parts to it."""
    first = min(names, key=len, default="")
    return (
        [first] if all(name == first or name.startswith(f"{first}-") for name in names) and names else names
    )


def initialled(wanted: str, names: Iterable[str]) -> list[str]:
    """The names whose parts begin with these letters, a letter each."""
    return [name for name in names if len(wanted) >= LEAST and initials(name) == wanted]


def initials(name: str) -> str:
    """The first letters of a name's parts; "" where it is one part."""
    parts = [word for word in _PARTS.split(spelt(name)) if word]
    return "".join(part[0] for part in parts) if len(parts) > 1 else ""


def spelt(name: str) -> str:
    """A word as it is compared: `double_frappe` is double-frappe."""
    return fold(name).replace("_", "-")
