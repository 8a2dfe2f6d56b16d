"""The format `lflist.conf`, the community's file of limit lists, read as the community's programs read it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from judge.cards.lists import CAP, MOST_POINTS, LimitList, dated, hash_of
from judge.cards.source import LISTS, Source, remark, within
from judge.cards.vocabulary import game_with, load_vocabulary
from judge.errors import BadInput, Problem, nearest

FORMAT: Final = "lflist"
_ENTRY: Final = re.compile(r" *(\d+) +([+-]?\d+)(?!\d)(.*)")
_GROUP: Final = re.compile(r"\[([^\]]+)\]")
SWITCHES: Final = {"whitelist": "whitelist", "genesys": "points"}  # what a list that has one is


class Reader:
    """The lists of one file, read line by line. What those programs pass over is remarked on."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lists: list[Draft] = []
        self.groups: list[list[str]] = []  # names that stand together in a header line
        self.remarks: list[Problem] = []

    def read(self, text: str) -> None:
        """Read the whole file."""
        for number, line in enumerate(text.split("\n"), 1):
            self.line(number, line.rstrip("\r"))

    def line(self, number: int, line: str) -> None:
        """Read one line."""
        if line.startswith("#"):
            self.groups += [names] if (names := _GROUP.findall(line)) else []
        elif line.startswith("!"):
            self.begin(number, line[1:].strip())
        elif line.strip() and not self.lists:
            self.pass_over(number, "stands before the first list", line)
        elif line.startswith("$"):
            self.switch(number, line[1:].strip())
        elif line.strip():
            self.entry(number, line)

    def begin(self, number: int, name: str) -> None:
        """Begins a new list. In those programs, a second list of the same name is a list of its own."""
        if any(draft.name == name for draft in self.lists):
            self.note(number, "a second list of this name: the later one counts", name)
        self.lists.append(Draft(name))

    def switch(self, number: int, word: str) -> None:
        """A line that says what kind of list this is."""
        known = word.casefold() in SWITCHES
        if known:
            setattr(self.lists[-1], SWITCHES[word.casefold()], True)
            if self.lists[-1].whitelist and self.lists[-1].points:
                self.note(number, "a list of points allows every card: $whitelist does nothing", f"${word}")
        else:
            self.lists[-1].strange = (number, f"${word}")

    def entry(self, number: int, line: str) -> None:
        """A passcode, how many copies, and perhaps the card's name."""
        match = _ENTRY.fullmatch(line)
        if match is None:
            return self.pass_over(number, "is no passcode, space and number", line)
        code, count = match[1].lstrip("0"), int(match[2][:9])
        if not code or len(code) > 10 or int(code) > 0xFFFFFFFF:
            return self.pass_over(number, "has a passcode that cannot be", line)
        low, high, what = (0, MOST_POINTS, "points") if self.lists[-1].points else (-1, 3, "copies")
        if not low <= count <= high:
            return self.pass_over(number, f"has a number of {what} that is none from {low} to {high}", line)
        if code in self.lists[-1].entries:
            self.note(number, "a card given twice in one list: the later line counts", code)
        self.lists[-1].add(code, count, match[3].strip().lstrip("-#/ ").strip())

    def refuse_strange(self) -> None:
        """Leave out the lists with a switch that nobody knows: what their lines mean is not known either."""
        known = [f"${switch}" for switch in SWITCHES]
        for draft in self.lists:
            number, word = draft.strange
            if number:
                message = f"the list {draft.name!r} is not read: it has a switch that is not known"
                self.note(number, message, word, nearest(word, known))
        left = [draft for draft in self.lists if not draft.strange[0]]
        if self.lists and not left:
            number, word = self.lists[0].strange
            message = "this list has a switch that is not known"
            told = (message, " or ".join(known), word, nearest(word, known))
            raise BadInput([Problem(self.file, number, 1, "", "", *told)])
        self.lists = left

    def pass_over(self, number: int, why: str, line: str) -> None:
        """Remark on a line that no program reads."""
        shown = line if len(line) <= 40 else f"{line[:39]}…"
        self.note(number, f"not read, as in every program: the line {why}", shown)

    def note(self, number: int, message: str, found: str, hint: str = "") -> None:
        """Remark on a line."""
        self.remarks.append(remark(self.file, message, number, 1, found=found, hint=hint))


class Draft:
    """A list while it is read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.whitelist = False
        self.points = False
        self.strange = (0, "")  # a switch that nobody knows, and its line
        self.entries: dict[str, int] = {}
        self.names: dict[str, str] = {}
        self.lines: list[tuple[int, int]] = []

    def add(self, code: str, count: int, name: str) -> None:
        """One line of it."""
        self.entries[code] = count
        self.lines.append((int(code), count))
        if name:
            self.names[code] = name


def read_lflist(file: str, text: str, digest: str) -> Source:
    """Every limit list of a file."""
    reader = Reader(file)
    reader.read(text)
    within(file, "limit lists", len(reader.lists), LISTS)
    reader.refuse_strange()
    lists = {draft.name: draft for draft in reader.lists}  # of one name the later
    game = game_with(FORMAT)
    finished = tuple(_finish(draft, reader.groups, file, game) for draft in lists.values())
    return Source(file, FORMAT, game, digest, lists=finished, remarks=tuple(reader.remarks))


def _finish(draft: Draft, groups: Sequence[Sequence[str]], file: str, game: str) -> LimitList:
    date, series = dated(draft.name)
    if date and not series:
        series = next(_series(draft.name, groups), load_vocabulary(game).list_series)
    hashed = "" if draft.points else hash_of(draft.lines)  # programs agree on a hash for copies only
    cap = CAP if draft.points else 0
    kind, entries, names = draft.whitelist and not draft.points, draft.entries, draft.names
    return LimitList(draft.name, date, series, kind, entries, hashed, file, names, game, cap)


def _series(name: str, groups: Sequence[Sequence[str]]) -> Iterator[str]:
    """The series of the header line that has this name, if most of its names have one."""
    for group in groups:
        if name in group:
            counts = Counter(dated(member)[1] for member in group)
            series, count = max(counts.items(), key=lambda pair: (pair[1], pair[0]))
            if series and 2 * count > len(group):
                yield series
