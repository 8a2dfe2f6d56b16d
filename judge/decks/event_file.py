"""The description of an event: a file event.toml, or only a folder with a roster among its decks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Final

from judge.decks.batch import deck_files
from judge.decks.desk import day_of
from judge.decks.event_owners import stem_words
from judge.decks.event_roster import HEADINGS, looks_like_roster
from judge.decks.event_times import EXPECTED, Moment, NoMoment, read_moment
from judge.decks.formats import LIMIT
from judge.decks.limits import all_limits
from judge.decks.speech import phrased
from judge.errors import BadInput, Problem, nearest
from judge.text.folders import is_near
from judge.text.rows import NamedTuple
from judge.text.source import KeyPath, Source, read_bytes, read_source

KEYS: Final = ("name", "game", "date", "list", "cap", "roster", "decks", "deadline")
EVENT: Final = "event.toml"  # the name of the file in a folder
_ROSTERS: Final = frozenset(
    ("roster", "rosters", "players", "joueurs", "participants", "inscrits", "inscriptions")
)
_TABLES: Final = (".csv", ".tsv")
_WORDS: Final = {  # for kinds of values
    str: phrased("below.empty-text"),
    bool: phrased("below.a-flag"),
    int: phrased("below.a-number"),
    float: phrased("below.a-number"),
    list: phrased("read.a-list"),
    dict: phrased("read.a-table"),
    time: phrased("read.a-time"),
}


class EventFile(NamedTuple):
    """An event as its file describes it, with paths that can be opened."""

    file: str  # "" for a folder without a file of its own
    roster: str
    folders: tuple[str, ...]  # of decks, or single files
    name: str = ""
    game: str = ""
    date: str = ""
    list: str = ""
    cap: int = 0
    deadline: Moment | None = None

    @property
    def read(self) -> tuple[str, ...]:
        """The files that say what the event is."""
        return tuple(path for path in (self.file, self.roster) if path)

    def decks(self) -> tuple[str, ...]:
        """Every file that is a deck, or should be."""
        own = {os.path.realpath(path) for path in self.read}
        return tuple(file for file in deck_files(self.folders) if os.path.realpath(file) not in own)

    def shown(self, file: str) -> str:
        """A deck's file as people are told of it: without the folder of the decks, where there is one."""
        for folder in self.folders:
            inside = file.removeprefix(folder.rstrip(os.sep) + os.sep)
            if inside != file:
                several = os.path.join(os.path.basename(folder.rstrip(os.sep)), inside)
                return inside if len(self.folders) == 1 else several
        return os.path.basename(file)


def read_event(path: str) -> tuple[EventFile, list[Problem]]:
    """The event of a file or a folder, and what is wrong with it.

    Raises BadInput where nothing can be made of it.
    """
    own = os.path.join(path, EVENT) if os.path.isdir(path) else path
    if own == path or os.path.exists(own):
        reader = _Reader(read_source(own))
        return reader.read(), sorted(reader.problems, key=lambda problem: (problem.line, problem.column))
    return EventFile("", roster_in(path), (path,)), []


def roster_in(folder: str) -> str:
    """The roster of a folder. Raises BadInput when there is none, or more than one."""
    tables = sorted(
        name for name in os.listdir(folder) if name.lower().endswith(_TABLES) and not name.startswith(".")
    )
    named = [table for table in tables if _ROSTERS & set(stem_words(table))]
    rosters = named or [table for table in tables if _is_roster(os.path.join(folder, table))]
    if len(rosters) == 1 and is_near(os.path.join(folder, rosters[0]), os.path.join(folder, EVENT)):
        return os.path.join(folder, rosters[0])
    if len(rosters) == 1:
        raise _no_roster(folder, phrased("made.linked"), phrased("below.of-folder"), rosters[0])
    if rosters:
        expected = phrased("made.event-with", file=EVENT, row=f'roster = "{rosters[0]}"')
        raise _no_roster(folder, phrased("made.rosters", number=len(rosters)), expected, ", ".join(rosters))
    seen = ", ".join(tables[:5]) or phrased("made.no-csv")
    raise _no_roster(folder, phrased("made.no-roster"), phrased("made.roster-with", headings=HEADINGS), seen)


def _no_roster(folder: str, message: str, expected: str, actual: str) -> BadInput:
    return BadInput([Problem(folder, 0, 0, "roster", "", message, expected, actual)])


def _is_roster(path: str) -> bool:
    try:
        return looks_like_roster(read_bytes(path, LIMIT, "a roster"), path)
    except BadInput:
        return False


class _Reader:
    """Reads the keys of an event's file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.folder = os.path.dirname(source.file)
        self.problems: list[Problem] = []

    def read(self) -> EventFile:
        """The event, as far as it is said rightly."""
        for key in self.source.data:
            if key not in KEYS:
                self.problem(key, phrased("read.unknown-key"), ", ".join(KEYS), key, nearest(key, KEYS))
        roster, decks, game = self.roster(), self.decks(), self.game()
        name = self.said("name", phrased("read.a-string"))
        return EventFile(
            self.source.file, roster, decks, name, game, self.date(), self.list(), self.cap(), self.deadline()
        )

    def problem(self, key: str, message: str, expected: str = "", found: str = "", hint: str = "") -> None:
        """Notes what is wrong with a key's value."""
        self.problem_at((key,), message, expected, found, hint)

    def problem_at(
        self, path: KeyPath, message: str, expected: str = "", actual: str = "", hint: str = ""
    ) -> None:
        """Notes what is wrong with a value: a key's, or one of its list."""
        key = str(path[0])
        place = self.source.value_position(path) if key in KEYS else self.source.position(path)
        self.problems.append(Problem(self.source.file, *place, key, "", message, expected, actual, hint))

    def text(self, key: str, default: str = "") -> str:
        """A key's text; the default, with a problem for anything else."""
        value = self.source.data.get(key, default)
        if isinstance(value, str):
            return value.strip()
        self.problem(key, phrased("read.wrong-type"), phrased("read.a-string"), kind_of(value))
        return default

    def said(self, key: str, expected: str) -> str:
        """The same of a key that says nothing when it is empty: it has to be left out instead."""
        value = self.source.data.get(key)
        if isinstance(value, str) and not value.strip():
            self.problem(key, phrased("read.wrong-type"), expected, kind_of(""))
        return self.text(key)

    def game(self) -> str:
        """The game, out of the games that have deck rules."""
        games = [limit.game for limit in all_limits()]
        named = self.said("game", ", ".join(games))
        if named and named not in games:
            message = phrased("below.no-rules", game=repr(named))
            self.problem("game", message, ", ".join(games), named, nearest(named, games))
        return named if named in games else ""

    def date(self) -> str:
        """The day of the event."""
        value = self.source.data.get("date", "")
        day = isinstance(value, date) and not isinstance(value, datetime)
        text = value.isoformat() if day else self.said("date", phrased("made.day"))
        if text and not day_of(text):
            self.problem("date", phrased("made.no-day"), phrased("made.day"), text)
        return day_of(text)

    def list(self) -> str:
        """The limit list: a file beside the event's file, or whatever `--list` takes."""
        wanted = self.said("list", phrased("made.list"))
        file, colon, name = wanted.rpartition(":")
        for path, rest in ((wanted, ""), (file, colon + name)):
            if path and os.path.isfile(self.beside(path)):
                return self.beside(path) + rest if self.near(("list",), path) else ""
            if path and os.path.exists(path) and not self.near(("list",), os.path.abspath(path)):
                return ""
        return wanted

    def near(self, path: KeyPath, name: str) -> bool:
        """Whether a file or folder lies where an event may have it; a problem where it does not."""
        if is_near(self.beside(name), self.source.file):
            return True
        self.problem_at(path, phrased("made.far"), phrased("made.near"), name)
        return False

    def cap(self) -> int:
        """What a deck's cards may cost, under a list of points."""
        value = self.source.data.get("cap")
        if value is None:
            return 0
        whole = isinstance(value, int)
        if whole and not isinstance(value, bool) and value > 0:
            return int(value)
        actual = str(value) if whole else kind_of(value)
        self.problem("cap", phrased("made.no-cap"), phrased("made.cap"), actual)
        return 0

    def deadline(self) -> Moment | None:
        """Until when decks are handed in."""
        value = self.source.data.get("deadline")
        if value is None:
            return None
        text = written(value) if isinstance(value, date) else self.text("deadline")
        try:
            return read_moment(text)
        except NoMoment as wrong:
            if isinstance(value, (str, date)):
                self.problem("deadline", wrong.message, EXPECTED, text)
            return None

    def roster(self) -> str:
        """The path of the roster."""
        if "roster" not in self.source.data:
            self.problem("roster", phrased("made.roster-missing"), 'roster = "roster.csv"')
            return ""
        actual = self.said("roster", phrased("made.csv-path"))
        path = self.beside(actual)
        if actual and not self.near(("roster",), actual):
            return ""
        if actual and os.path.isfile(path):
            return path
        if actual and os.path.exists(path):
            name = phrased("made.a-folder" if os.path.isdir(path) else "below.other")
            self.problem("roster", phrased("made.no-file", name=repr(actual)), phrased("made.csv"), name)
        elif actual:
            self.absent(("roster",), actual, phrased("made.file"))
        return ""

    def decks(self) -> tuple[str, ...]:
        """The folders and files of the decks."""
        value = self.source.data.get("decks", "decks")
        paths = []
        for at, name in enumerate(value if isinstance(value, list) else [value]):
            path = ("decks", at) if isinstance(value, list) else ("decks",)
            if not isinstance(name, str) or not name.strip():
                self.problem_at(path, phrased("read.wrong-type"), phrased("made.folders"), kind_of(name))
            elif not self.near(path, name):
                continue
            elif not os.path.exists(self.beside(name)):
                self.absent(path, name, phrased("made.folder"))
            else:
                paths.append(self.beside(name))
        return tuple(paths)

    def absent(self, path: KeyPath, names: str, expected: str) -> None:
        """Notes a path that leads nowhere, with what is nearest there."""
        folder, name = os.path.split(self.beside(names))
        relative = os.listdir(folder or ".") if os.path.isdir(folder or ".") else []
        message, near = phrased("made.absent", name=repr(names)), nearest(name, list(_shown(relative)))
        self.problem_at(path, message, expected, phrased("made.nothing"), near)

    def beside(self, path: str) -> str:
        """A path as the event's file means it."""
        return os.path.join(self.folder, path)


def _shown(names: list[str]) -> Iterator[str]:
    return (name for name in names if not name.startswith("."))


def written(value: date) -> str:
    """A day or a time of TOML as people write it."""
    if not isinstance(value, datetime):
        return value.isoformat()
    return value.isoformat(" ", "auto" if value.second else "minutes")


def kind_of(value: object) -> str:
    """A value's kind in words."""
    return _WORDS.get(type(value), phrased("below.other"))
