"""A deck while it is being read: its lines, headings and problems gather here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from judge.decks.deck import MOST_COPIES, Deck, Line
from judge.errors import BadInput, Problem, nearest

Place = tuple[int, int]  # line and column, from 1

SHOWN: Final = 40  # characters of a file that a problem quotes
LARGEST_PASSCODE: Final = 0xFFFF_FFFF
PASSCODES: Final = f"a passcode from 1 to {LARGEST_PASSCODE:,}"
NO_HEADING: Final = ("no such heading", "a heading that some game has")
_MOST_HINTS: Final = 100  # looking for the nearest word takes longer than reading a line
COUNTS: Final = f"a whole number from 1 to {MOST_COPIES}"


class Draft:
    """Everything of one deck that was read so far."""

    def __init__(self, file: str, form: str) -> None:
        self.file = file
        self.form = form
        self.lines: list[Line] = []
        self.about: dict[str, str] = {}
        self.headings: dict[str, Place] = {}
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []
        self.card_data: Mapping[str, Mapping[str, Any]] = {}
        self.limits: Mapping[str, Any] = {}
        self.expect: Mapping[str, Any] = {}
        self.expect_at: Place = (1, 1)
        self._told: dict[str, int] = {}
        self._hints = 0

    def problem(
        self, place: Place, message: str, expected: str = "", found: str = "", hint: str = "", key: str = ""
    ) -> None:
        """Notes what could not be understood at a place."""
        self.problems.append(Problem(self.file, *place, key, "", message, expected, shown(found), hint))

    def remark(self, place: Place, message: str, expected: str = "", found: str = "") -> None:
        """Notes what was read all the same, and should be looked at."""
        self.remarks.append(Problem(self.file, *place, "", "", message, expected, found, severity="warning"))

    def nearest(self, word: str, choices: Iterable[str]) -> str:
        """The choice most like a word, as a hint; "" when none is, or when there were hints enough."""
        self._hints += 1
        return nearest(word, choices) if self._hints <= _MOST_HINTS and len(word) <= SHOWN else ""

    def tell(self, what: str, value: str, place: Place) -> None:
        """Notes a text about the deck, such as its player; another one later is a problem."""
        if value and self.about.setdefault(what, value) != value:
            first = self._told[what]
            message = f"{what.replace('_', ' ')} given twice, first on line {first}"
            self.problem(place, message, shown(self.about[what]), value)
        elif value:
            self._told.setdefault(what, place[0])

    def enter(self, section: str, place: Place) -> None:
        """Notes where a section begins, the first time."""
        if section:
            self.headings.setdefault(section, place)

    def copies(self, word: str, place: Place, key: str = "") -> int:
        """The count that a word is; 0 when it is none, which is then a problem."""
        count = count_of(word)
        if not count:
            self.problem(place, "not a count of copies", COUNTS, word or "nothing", key=key)
        return count

    def add(self, count: int, card: str, name: str, section: str, place: Place) -> None:
        """Adds copies of a card, and the section if it is new."""
        self.lines.append(Line(count, card, name, section, *place))
        self.enter(section, place)

    def deck(self) -> Deck:
        """The deck as read. Raises BadInput when nothing of it says anything."""
        said = (
            self.lines,
            self.headings,
            self.about,
            self.problems,
            self.card_data,
            self.limits,
            self.expect,
        )
        if not any(said):
            raise no_deck(self.file)
        return Deck(
            self.file,
            self.form,
            tuple(self.lines),
            **self.about,
            cards=self.card_data,
            limits=self.limits,
            expect=self.expect,
            headings=self.headings,
            problems=tuple(sorted(self.problems, key=_place)),
            remarks=tuple(sorted(self.remarks, key=_place)),
            expect_at=self.expect_at,
        )


def count_of(word: str) -> int:
    """The count that a word is, such as 4; 0 when it is no whole number from 1 to MOST_COPIES."""
    digits = word.lstrip("0")
    # The length first: thousands of digits are more than int() takes.
    if not (word.isascii() and word.isdigit()) or len(digits) > len(str(MOST_COPIES)):
        return 0
    count = int(digits or "0")
    return count if count <= MOST_COPIES else 0


def passcode_of(digits: str) -> int:
    """The passcode that digits are; 0 when it is none that 32 bits hold."""
    short = digits.lstrip("0")
    if not (digits.isascii() and digits.isdigit()) or len(short) > len(str(LARGEST_PASSCODE)):
        return 0
    code = int(short or "0")
    return code if code <= LARGEST_PASSCODE else 0


def shown(text: str) -> str:
    """Text as a problem quotes it: not too much of it."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def no_deck(file: str) -> BadInput:
    """The refusal of a file that says nothing."""
    return refusal(
        file, (0, 0), "this file holds no deck", "cards, one a line", "nothing but blanks and comments"
    )


def refusal(
    file: str, place: Place, message: str, expected: str = "", found: str = "", hint: str = ""
) -> BadInput:
    """The refusal of a whole file, for one reason."""
    return BadInput([Problem(file, *place, "", "", message, expected, shown(found), hint)])


def _place(problem: Problem) -> Place:
    return problem.line, problem.column
