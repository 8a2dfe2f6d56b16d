"""Limit lists: how many copies of a card are allowed from a date on, and which list is meant."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.cards.values import Wrong, description
from judge.cards.vocabulary import card_games, load_vocabulary
from judge.errors import BadInput, Problem, nearest
from judge.text.rows import NamedTuple

SEED: Final = 0x7DFCEE6A  # the hash of a list without entries
FREE: Final = 3  # a whitelist's word for: as many as the rules allow
CAP: Final = 100  # what the cards of a deck may cost together, where an event says nothing else
MOST_POINTS: Final = 1_000  # of one card: more is a slip of the pen
COUNTS: Final = {"allowed": FREE, "semi_limited": 2, "limited": 1, "forbidden": 0}
_DATE: Final = r"(\d{4})[-./](\d{1,2})(?:[-./](\d{1,2}))?"
_NAMED: Final = re.compile(rf"{_DATE}(?:\s+(\S.*))?")
_WORD: Final = 0xFFFFFFFF


class LimitList(NamedTuple):
    """One limit list: cards by passcode or name, and how many copies of each are allowed, or in a list of
    points, what each costs.
    """

    name: str
    date: str  # 2014-07-01: the day from which it is in force; "" when its name has no date
    series: str  # OCG, TCG; "" when it has no date
    whitelist: bool  # a card that is not on it is not allowed
    entries: Mapping[str, int]  # 0 to 3, -1 for "not in the pool"
    hash: str  # as the community's programs compute it: 0x6d9ed1c5; "" for a list of names
    file: str
    names: Mapping[str, str] = {}  # what the file calls the entries
    game: str = ""
    cap: int = 0  # of a points list: what a deck's cards may cost together; 0 for a list of copies
    excludes: Mapping[str, object] = {}  # a description of the cards that its format leaves out, if it says

    def counted(self, count: int) -> list[str]:
        """The entries that allow this number of copies."""
        return [entry for entry, most in self.entries.items() if most == count]


def hash_of(entries: Iterable[tuple[int, int]], seed: int = SEED) -> str:
    """The hash of a list's lines, each a passcode and a count, a line given twice counted twice."""
    for code, count in entries:
        left = code << 18 | code >> 14
        right = code << 27 + count | code >> 5 - count
        seed ^= (left ^ right) & _WORD
    return f"0x{seed:08x}"


def dated(name: str) -> tuple[str, str]:
    """Date and series in a list's name: "2014.7 TCG" gives 2014-07-01 and TCG; "" for a missing one."""
    match = _NAMED.fullmatch(name.strip())
    if match is None:
        return "", ""
    day = _day(int(match[1]), int(match[2]), int(match[3] or 1))
    return (day, (match[4] or "").strip()) if day else ("", "")


def _day(year: int, month: int, day: int) -> str:
    try:
        return datetime.date(year, month, day).isoformat()
    except ValueError:
        return ""


# --- which list is meant -------------------------------------------------------------------------
def choose(lists: Sequence[LimitList], wanted: str) -> LimitList:
    """The list of this name; for a date and a series ("2014-08-15 TCG"), the latest on or before that date.
    A month without a day means its last day. Raises BadInput when there is none, or when lists of several
    series fit.
    """
    named = [limit_list for limit_list in lists if limit_list.name.casefold() == wanted.strip().casefold()]
    match = _NAMED.fullmatch(wanted.strip())
    if match and not match[4] and named:
        _series_meant(lists, wanted, "")
    if named:
        return _only(lists, wanted, named)
    if match is None:
        raise _none(lists, wanted, "there is no limit list of this name")
    if not _day(int(match[1]), int(match[2]), int(match[3] or 1)):
        raise _none(lists, wanted, "there is no such date", "a date such as 2014-08-15")
    date = f"{match[1]}-{int(match[2]):02}-{int(match[3] or 99):02}"
    return _latest(lists, wanted, date, (match[4] or "").strip())


def _latest(lists: Sequence[LimitList], wanted: str, date: str, series: str) -> LimitList:
    """The latest list of a series on or before a date."""
    known = _series_meant(lists, wanted, series)
    dated = (limit_list for limit_list in lists if limit_list.date and limit_list.series == known)
    of_series = sorted(dated, key=lambda limit_list: (limit_list.date, limit_list.name))
    before = [limit_list for limit_list in of_series if limit_list.date <= date]
    if not before:
        first = f"{of_series[0].date} or later, when the first of {len(of_series)} begins"
        raise _none(lists, wanted, f"no list of series {known} is that old", first, of_series[0].name)
    return _only(lists, wanted, [limit_list for limit_list in before if limit_list.date == before[-1].date])


def _series_meant(lists: Sequence[LimitList], wanted: str, series: str) -> str:
    """The series that is named, or the only one. Raises BadInput when there is none, or several."""
    known = sorted({limit_list.series for limit_list in lists if limit_list.date})
    meant = [name for name in known if name.casefold() == series.casefold()] if series else known
    told = ", ".join(known)
    if not meant:
        message = f"there is no series {series!r} of limit lists"
        raise _none(lists, wanted, message, told, nearest(series, known))
    if len(meant) > 1:
        expected = " or ".join(f'"{wanted.strip()} {name}"' for name in meant)
        message = "several series have a list of that date: which one?"
        raise BadInput([Problem("", 0, 0, "list", "", message, expected, wanted)])
    return meant[0]


def _only(lists: Sequence[LimitList], wanted: str, limit_lists: Sequence[LimitList]) -> LimitList:
    """The one list that is meant. Raises BadInput when several say different things:
    nobody but the organiser knows which.
    """
    first = limit_lists[0]
    terms = (first.entries, first.whitelist, first.cap)
    if any((limit_list.entries, limit_list.whitelist, limit_list.cap) != terms for limit_list in limit_lists):
        names = ", ".join(
            f"{limit_list.name!r} of {limit_list.file}" if limit_list.file else repr(limit_list.name)
            for limit_list in limit_lists
        )
        message = f"{len(limit_lists)} lists are meant by this, and they differ: which one?"
        raise BadInput([Problem("", 0, 0, "list", "", message, names, wanted)])
    return limit_lists[-1]


def _none(
    lists: Sequence[LimitList], wanted: str, message: str, expected: str = "", hint: str = ""
) -> BadInput:
    names = [limit_list.name for limit_list in lists]
    series = sorted({limit_list.series for limit_list in lists})
    latest = (
        max((limit_list.date, limit_list.name) for limit_list in lists if limit_list.series == name)
        for name in series
    )
    examples = ", ".join(name for _, name in latest) if names else "one that was imported"
    expected = expected or f"one of {len(names)} lists, such as {examples}" if names else examples
    hint = hint or nearest(wanted, (other for other in names if other != wanted.strip()))
    return BadInput([Problem("", 0, 0, "list", "", message, expected, wanted, hint)])


# --- lists written by hand -----------------------------------------------------------------------
class Fault(NamedTuple):
    """A fault in a limit list's table: its key, and the message."""

    path: tuple[str | int, ...]
    message: str
    expected: str = ""
    found: str = ""
    hint: str = ""


KEYS: Final = ("name", "date", "series", "game", *COUNTS, "points", "cap", "excludes")


def list_from(table: Mapping[str, object], file: str, game: str = "") -> tuple[LimitList, list[Fault]]:
    """A list from a TOML table: `name`, `date`, `series`, and names or passcodes under `forbidden`,
    `limited` …
    """
    name, game = str(table.get("name", "")).strip(), str(table.get("game", game))
    date, series, undated = _when(table, name, game)
    points = "points" in table
    entries, more = _points(table) if points else _entries(table)
    cap, wrong = _cap(table)
    codes = all(entry.isdecimal() for entry in entries) and not points
    hashed = hash_of((int(code), count) for code, count in entries.items()) if codes else ""
    excludes, strange = _excludes(table, game)
    limit_list = LimitList(
        name, date, series, "allowed" in table, entries, hashed, file, {}, game, cap, excludes
    )
    return limit_list, [*_of_keys(table), *undated, *more, *wrong, *strange]


def _excludes(table: Mapping[str, object], game: str) -> tuple[Mapping[str, object], list[Fault]]:
    """The cards that the list's format leaves out, in the words of the game's data."""
    if "excludes" not in table or game not in card_games():
        return {}, []
    try:
        return description(load_vocabulary(game), table["excludes"]), []
    except Wrong as wrong:
        message = "excludes: a value that cannot be"
        return {}, [Fault(("excludes",), message, wrong.expected, wrong.found, wrong.hint)]


def _of_keys(table: Mapping[str, object]) -> Iterator[Fault]:
    """Keys that no list has, texts that are none, and a name that is missing."""
    for key in table:
        if key not in KEYS:
            yield Fault((key,), "a limit list has no such key", ", ".join(KEYS), key, nearest(key, KEYS))
    for key in ("name", "series", "game"):
        if not isinstance(table.get(key, ""), str):
            yield Fault((key,), "not a text", "a text", str(table[key])[:40])
    if not str(table.get("name", "")).strip():
        yield Fault((), "a limit list needs a name", 'name = "2014.7 TCG"')


def _when(table: Mapping[str, object], name: str, game: str) -> tuple[str, str, list[Fault]]:
    """Date and series: as its keys have them, or else its name."""
    date, series = dated(name)
    faults = []
    if "date" in table:
        date = _written_date(table["date"])
        if not date:
            actual = str(table["date"])[:40]
            faults.append(Fault(("date",), "not a date", "a date such as 2014-07-01", actual))
    usual = load_vocabulary(game).list_series if date and game in card_games() else ""
    return date, str(table.get("series", series)) or usual, faults


def _points(table: Mapping[str, object]) -> tuple[dict[str, int], list[Fault]]:
    """What each card costs: `points = { "Pot of Greed" = 10 }`. A list of points may not also
    limit copies.
    """
    message, expected = "a list of points limits no copies", "points, or forbidden, limited …"
    faults = [Fault((key,), message, expected, key) for key in COUNTS if key in table]
    value = table["points"]
    if not isinstance(value, dict):
        wrong = Fault(("points",), "not a table", "a table of cards and their points", str(value)[:40])
        return {}, [*faults, wrong]
    entries = {}
    for card, cost in value.items():
        if isinstance(cost, int) and not isinstance(cost, bool) and 0 <= cost <= MOST_POINTS:
            entries[_entry(card)] = cost
        else:
            most, actual = f"0 to {MOST_POINTS}", str(cost)[:40]
            faults.append(Fault(("points", card), "not a number of points", most, actual))
    return entries, faults


def _cap(table: Mapping[str, object]) -> tuple[int, list[Fault]]:
    """What a deck may cost: the list's own `cap`, the usual one if it has none, 0 for a list of copies."""
    if "points" not in table:
        lost = Fault(("cap",), "only a list of points has a cap", "points = { … }", "cap")
        return 0, [lost] if "cap" in table else []
    cap = table.get("cap", CAP)
    if isinstance(cap, int) and not isinstance(cap, bool) and cap > 0:
        return cap, []
    return CAP, [Fault(("cap",), "not a number of points", "a whole number above 0", str(cap)[:40])]


def _written_date(value: object) -> str:
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value.isoformat()
    match = re.fullmatch(_DATE, value.strip()) if isinstance(value, str) else None
    return _day(int(match[1]), int(match[2]), int(match[3] or 1)) if match else ""


def _entries(table: Mapping[str, object]) -> tuple[dict[str, int], list[Fault]]:
    entries: dict[str, int] = {}
    faults: list[Fault] = []
    for key, count in COUNTS.items():
        value = table.get(key, [])
        if not isinstance(value, list):
            faults.append(Fault((key,), "not a list", "a list of names or passcodes"))
            continue
        for at, element in enumerate(value):
            name = _entry(element)
            if not name:
                faults.append(Fault((key, at), "not a card", "a name or a passcode", str(element)[:40]))
            elif name in entries and entries[name] != count and (entries[name] != FREE or not count):
                faults.append(Fault((key, at), "this card stands in the list twice", "one place", name))
            else:
                entries[name] = count
    return entries, faults


def _entry(value: object) -> str:
    """A name, or a passcode without its leading zeros."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _WORD:
        return str(value)
    text = value.strip() if isinstance(value, str) else ""
    return str(int(text)) if text.isascii() and text.isdecimal() and 0 < int(text[:12]) <= _WORD else text
