"""Drafts: a deck while its file is read. A reader adds its lines, headings and problems here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from judge.decks.deck import MOST_COPIES, Deck, Doubt, Line, Row
from judge.decks.formats.shapes import kinds_of
from judge.decks.speech import phrased
from judge.errors import BadInput, Problem, nearest

Place = tuple[int, int]  # line and column, from 1

DOUBTED: Final = phrased("read.doubted")
SHOWN: Final = 40  # characters of a file that a problem quotes
LARGEST_PASSCODE: Final = 0xFFFF_FFFF
PASSCODES: Final = phrased("read.passcodes", most=f"{LARGEST_PASSCODE:,}")
NO_HEADING: Final = (phrased("read.no-heading"), phrased("read.some-heading"))
CARD_MISSING: Final = (phrased("read.card-missing"), phrased("read.number-or-name"))
_MOST_HINTS: Final = 100  # looking for the nearest word takes longer than reading a line
COUNTS: Final = phrased("read.counts", number=MOST_COPIES)


OnLine = TypeVar("OnLine", Line, Problem, Row)  # what stands at a line and column


class Stood:
    """Where the characters of some lines stood before others were taken out."""

    def __init__(self, columns: Mapping[int, Sequence[int]]) -> None:
        self.columns = columns

    def column(self, line: int, column: int) -> int:
        """Where a character stood."""
        known = self.columns.get(line, ())
        return known[column - 1] + 1 if 0 < column <= len(known) else column

    def place(self, place: Place) -> Place:
        """The line and the column where a character stood."""
        return place[0], self.column(*place)

    def moved(self, row: OnLine) -> OnLine:
        """A line, problem or row where it stood."""
        return row._replace(column=self.column(row.line, row.column))

    def doubt(self, doubt: Doubt) -> Doubt:
        """A doubt where it stood."""
        return Doubt(self.place(doubt.place), self.moved(doubt.problem), doubt.weak)


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
        self.doubts: list[Doubt] = []
        self.rows: list[Row] = []
        self.card_data: Mapping[str, Mapping[str, object]] = {}
        self.limits: Mapping[str, object] = {}
        self.expect: Mapping[str, object] = {}
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
            message = phrased("read.twice", what=phrased(f"about.{what}"), line=first)
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
            self.problem(place, phrased("read.no-count-of"), COUNTS, word or phrased("read.nothing"), key=key)
        return count

    def add(
        self, count: int, card: str, name: str, section: str, place: Place, at: int = 0, tail: str = ""
    ) -> None:
        """Adds copies of a card, and the section if it is new."""
        self.lines.append(Line(count, card, name, section, place[0], place[1], at, tail))
        self.enter(section, place)

    def doubt(self, place: Place, message: str, actual: str, weak: bool = False) -> None:
        """Adds a doubt about the name of the last line."""
        problem = Problem(self.file, *place, "", "", message, DOUBTED, shown(actual))
        self.doubts.append(Doubt((self.lines[-1].line, self.lines[-1].column), problem, weak))

    def shift(self, columns: Mapping[int, Sequence[int]]) -> None:
        """Corrects columns on lines that lost characters: `columns` says where each character left stood
        before.
        """
        stood = Stood(columns)
        self.lines = [stood.moved(line)._replace(at=stood.column(line.line, line.at)) for line in self.lines]
        self.problems = list(map(stood.moved, self.problems))
        self.remarks = list(map(stood.moved, self.remarks))
        self.doubts = list(map(stood.doubt, self.doubts))
        self.headings = {head: stood.place(spot) for head, spot in self.headings.items()}
        self.rows = list(map(stood.moved, self.rows))

    def row(self, line: int, kind: str, text: str = "", why: str = "", column: int = 1) -> None:
        """Notes what a line of the file was taken for."""
        self.rows.append(Row(line, kind, text, why, column))

    def _settle_rows(self) -> None:
        """Adds to the rows what was found about their lines after they were noted: tails and problems."""
        if not self.rows:
            return
        tails = [(line.line, line.column, "cards", left_out(line)) for line in self.lines if line.tail]
        wrong = [
            (problem.line, problem.column, "problem", problem.message) for problem in reversed(self.problems)
        ]
        if tails or wrong:
            self.rows = told_of(self.rows, [*tails, *wrong])

    def deck(self) -> Deck:
        """The deck as read. Raises BadInput when nothing of it says anything."""
        told = (self.card_data, self.limits, self.expect)
        if not any((self.lines, self.headings, self.about, self.problems, *told)):
            raise no_deck(self.file)
        self._settle_rows()
        return Deck(
            self.file, self.form, tuple(self.lines), **self.about,
            cards=self.card_data, limits=self.limits, expect=self.expect, headings=self.headings,
            problems=tuple(sorted(self.problems, key=_place)),
            remarks=tuple(sorted(self.remarks, key=_place)), doubts=tuple(self.doubts),
            rows=tuple(self.rows), expect_at=self.expect_at,
            length=0,  # set by who has the whole text
        )  # fmt: skip


def told_of(rows: Iterable[Row], told: Iterable[tuple[int, int, str, str]]) -> list[Row]:
    """The rows with corrections, each a line, a column, the kind that the row there has now, and why."""
    corrected = list(rows)
    at: dict[int, list[int]] = {}
    for number in sorted(range(len(corrected)), key=lambda index: corrected[index].column):
        at.setdefault(corrected[number].line, []).append(number)
    begins = {line: [corrected[place].column for place in numbers] for line, numbers in at.items()}
    for line, column, kind, why in told:
        before = bisect_right(begins.get(line, ()), max(column, 1))
        number = at[line][before - 1] if before else -1
        if before and corrected[number].kind in ("cards", "about", "heading"):
            corrected[number] = corrected[number]._replace(kind=kind, why=why)
    return corrected


def left_out(line: Line) -> str:
    """The part of a line with cards that does not count, in words; "" for none."""
    return phrased("left.tail", kinds=kinds_of(line.tail), tail=line.tail) if line.tail else ""


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
    """Text as a problem quotes it, cut where it is long."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def no_deck(file: str) -> BadInput:
    """The refusal of a file that says nothing."""
    return refusal(
        file, (0, 0), phrased("read.no-deck"), phrased("read.cards-a-line"), phrased("read.blanks")
    )


def refusal(
    file: str, place: Place, message: str, expected: str = "", found: str = "", hint: str = ""
) -> BadInput:
    """The refusal of a whole file, for one reason."""
    return BadInput([Problem(file, *place, "", "", message, expected, shown(found), hint)])


def _place(problem: Problem) -> Place:
    return problem.line, problem.column
