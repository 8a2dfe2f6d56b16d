"""Times at which decks were handed in, as organisers and spreadsheets write them. No clock is read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Final

from judge.decks.speech import phrased
from judge.text.rows import NamedTuple

EXPECTED: Final = phrased("date.expected")
_TIME: Final = r"(?:(?:[Tt]|,?\s+)(?P<hour>\d{1,2})\s?[:hH]\s?(?P<minute>\d{2})?(?::(?P<second>\d{2})(?:\.\d+)?)?\s*(?P<half>[AaPp][Mm])?\s*(?P<zone>[Zz]|[+-]\d{2}:?\d{2})?)?"  # noqa: E501
_BIG_FIRST: Final = re.compile(rf"(?P<year>\d{{4}})[-/](?P<one>\d{{1,2}})[-/](?P<two>\d{{1,2}}){_TIME}")
_YEAR_LAST: Final = re.compile(
    rf"(?P<one>\d{{1,2}})(?P<mark>[/.])(?P<two>\d{{1,2}})(?P=mark)(?P<year>\d{{4}}){_TIME}"
)
_PLAIN: Final = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?: (?P<hour>\d{2}):(?P<minute>\d{2}))?"
)
_MONTHS: Final = 12


class Moment(NamedTuple):
    """A time as it was written. A day without a time is the whole day, from `first` to `last`."""

    first: datetime
    last: datetime
    said: str

    @property
    def zoned(self) -> bool:
        """Whether it has a time zone: a time with one cannot be compared with a time without."""
        return self.first.tzinfo is not None


class NoMoment(Exception):
    """A text is not a time, or may be two: holds why, and what was expected."""

    def __init__(self, message: str, expected: str = EXPECTED) -> None:
        super().__init__(message, expected)
        self.message, self.expected = message, expected


def moment_told(moment: Moment) -> str:
    """A time as it was written. A plain date is a phrase, which other languages write in their own way."""
    match = _PLAIN.fullmatch(moment.said)
    if match is None:
        return moment.said
    parts = {key: text for key, text in match.groupdict().items() if text}
    return phrased("date.time" if "hour" in parts else "date.day", **parts)


def is_late(moment: Moment, deadline: Moment) -> bool | None:
    """Whether a time is after a deadline; None where what was written leaves that open."""
    if moment.zoned != deadline.zoned:
        return None
    if moment.first > deadline.last:
        return True
    return False if moment.last <= deadline.last else None


def day_first(texts: Iterable[str], likely: bool = False) -> bool | None:
    """Whether dates such as 31/03/2020 name the day first, by those that can only be read one way. None where
    no date shows it, unless it is `likely`, and where dates contradict each other.
    """
    orders = {order for text in texts if (order := _order(text.strip())) is not None}
    return orders.pop() if len(orders) == 1 else True if likely and not orders else None


def _order(text: str) -> bool | None:
    match = _YEAR_LAST.fullmatch(text)
    if (
        match is None
        or match["mark"] == "."
        or (int(match["one"]) > _MONTHS) == (int(match["two"]) > _MONTHS)
    ):
        return None
    return int(match["one"]) > _MONTHS


def read_moment(text: str, days_first: bool | None = None) -> Moment:
    """A time or a day as people write it. Raises NoMoment for a text that is none, or may be two."""
    match = _BIG_FIRST.fullmatch(text.strip()) or _YEAR_LAST.fullmatch(text.strip())
    if match is None:
        raise NoMoment(phrased("date.none"))
    month, day = match["one"], match["two"]
    if match.re is _YEAR_LAST:
        first = True if match["mark"] == "." else days_first
        if first is None and month != day:
            raise NoMoment(phrased("date.which"))
        if first:
            month, day = day, month
    try:
        return _moment(date(int(match["year"]), int(month), int(day)), match, text.strip())
    except ValueError:
        raise NoMoment(phrased("date.impossible")) from None


def _moment(day: date, text: re.Match[str], match: str) -> Moment:
    if text["hour"] is None:
        return Moment(datetime.combine(day, time.min), datetime.combine(day, time.max), match)
    hour = int(text["hour"])
    if text["half"]:
        if not 1 <= hour <= _MONTHS:
            raise ValueError(hour)
        hour = hour % 12 + 12 * (text["half"].lower() == "pm")
    at = datetime.combine(
        day, time(hour, int(text["minute"] or 0), int(text["second"] or 0)), _zone(text["zone"])
    )
    return Moment(at, at, match)


def _zone(text: str | None) -> timezone | None:
    if not text:
        return None
    if text in "zZ":
        return UTC
    away = timedelta(hours=int(text[1:3]), minutes=int(text[-2:]))
    return timezone(-away if text[0] == "-" else away)
