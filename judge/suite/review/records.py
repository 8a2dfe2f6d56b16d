"""A kept trace read back: what it says on top, and its records as far as forks need them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from judge.suite.diff.outcome import Line

_REFUSED: Final = re.compile(r" refused=\[(.*)\](?: unseen=\d+)?$")


class Records(NamedTuple):
    """The rows on top (answers, what decides, readings, the next decision), and the records below them."""

    heading: tuple[str, ...]
    lines: tuple[Line, ...]


def read_records(text: str) -> Records:
    """Read a trace back. Any text can be read: what is no trace only has no articles."""
    top, _, below = text.replace("\r\n", "\n").partition("\n\n")
    rows = below.removesuffix("\n").split("\n") if below else []
    return Records(tuple(top.split("\n")), tuple(map(line_of, rows)))


def line_of(row: str) -> Line:
    """One record. The steps begun before it are not kept."""
    words = row.split(maxsplit=2)
    article, kind = (*words[:2], "", "")[:2]
    refused = refused_of(row) if kind in ("offer", "locked") else {}
    return Line(row, "" if article == "-" else article, kind, (), refused)


def refused_of(row: str) -> dict[str, str]:
    """What an offer does not offer, each with the first article that refuses it."""
    found = _REFUSED.search(row)
    pairs = (one.rpartition(" by ") for one in found[1].split(", ")) if found and found[1] else ()
    return {key: rules.split("+")[0] for key, _, rules in pairs if key and rules}


def put_in(was: Sequence[Line], now: Sequence[Line]) -> list[str]:
    """The article of a record that was put in where two traces part: what stood there comes later on. None
    where that is gone, or another one stands in its place.
    """
    at = next((at for at, (a, b) in enumerate(zip(was, now, strict=False)) if a.text != b.text), None)
    if at is None:
        return []
    later = distance(was[at].text, now[at:])
    sooner = distance(now[at].text, was[at:])
    came = later and (not sooner or later < sooner)
    return [now[at].article] if came and now[at].article else []


def distance(text: str, lines: Sequence[Line]) -> int:
    """After how many records one comes; 0 where it does not."""
    return next((at for at, one in enumerate(lines) if one.text == text), 0)
