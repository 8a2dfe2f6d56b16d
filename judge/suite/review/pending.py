"""Pending traces: where each parts from the kept one, and which of them have one cause."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final, Literal, TypeAlias

from judge.suite.diff.outcome import Fork, Line, fork
from judge.suite.examined import Examined, Report, kept_trace, trace_path
from judge.suite.played import Result
from judge.text.rows import NamedTuple

# --- where a kept trace and today's part ---------------------------------------------------------------
_REFUSED: Final = re.compile(r" refused=\[(.*)\](?: unseen=\d+)?$")


class Records(NamedTuple):
    """The rows on top (answers, what decides, readings, the next decision), and the records below them."""

    heading: tuple[str, ...]
    lines: tuple[Line, ...]


def read_records(text: str) -> Records:
    """The records of a trace. Any text can be read: what is no trace has no articles."""
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
    """The options that an offer refuses, each with the first article that refuses it."""
    match = _REFUSED.search(row)
    pairs = (word.rpartition(" by ") for word in match[1].split(", ")) if match and match[1] else ()
    return {key: rules.split("+")[0] for key, _, rules in pairs if key and rules}


def put_in(was: Sequence[Line], now: Sequence[Line]) -> list[str]:
    """The articles of a record that was inserted where two traces part: the old record comes later on. Empty
    where that is gone, or another one has taken its place.
    """
    at = next((at for at, (a, b) in enumerate(zip(was, now, strict=False)) if a.text != b.text), None)
    if at is None:
        return []
    later = distance(was[at].text, now[at:])
    sooner = distance(now[at].text, was[at:])
    came = later and (not sooner or later < sooner)
    return [now[at].article] if came and now[at].article else []


def distance(text: str, lines: Sequence[Line]) -> int:
    """The number of records before one comes; 0 where it does not come."""
    return next((at for at, line in enumerate(lines) if line.text == text), 0)


WITH_ARTICLE = ("answer", "result")  # rows on top of a trace whose third word is an article


class Parting(NamedTuple):
    """Where two traces of a ruling part: the article, the last common record, the first different ones.
    `pattern` is the same for partings that are alike; `outcome` says which answers differ, and whether the
    winner does, `top` lists all rows on top that differ.
    """

    article: str
    pattern: str
    after: str
    was: str
    now: str
    outcome: tuple[str, ...] = ()
    top: tuple[tuple[str, str, str], ...] = ()


def parting(kept: str, records: str) -> Parting:
    """Where two different traces part: in their records, or only in the rows on top."""
    was, now = read_records(kept), read_records(records)
    top = tuple(on_top(was.heading, now.heading))
    outcome = tuple(f"{key.split()[0]} {a} → {b}" for key, a, b in top if key.split()[0] in WITH_ARTICLE)
    parted = below(was, now)
    if parted is not None:
        return Parting(parted.article, parted.pattern, parted.before, parted.a, parted.b, outcome, top)
    if top:
        return Parting(*of_top(top[0]), outcome, top)
    rows = zip_longest(kept.splitlines(True), records.splitlines(True), fillvalue="")
    old, new = next((pair for pair in rows if pair[0] != pair[1]), ("", ""))
    return Parting("-", "ends of lines", "", repr(old), repr(new))


def below(was: Records, now: Records) -> Fork | None:
    """Finds the fork of two records; where only the depth of a line differs, it names both depths."""
    parted = fork(was.lines, now.lines, put_in(was.lines, now.lines))
    if parted is None or parted.a != parted.b:
        return parted
    a, b = next((a, b) for a, b in zip(was.lines, now.lines, strict=False) if a.text != b.text)
    deep = [len(line.text) - len(line.text.lstrip()) for line in (a, b)]
    return parted._replace(
        a=f"{parted.a} ({deep[0] // 2} deep)",
        b=f"{parted.b} ({deep[1] // 2} deep)",
        pattern=f"{parted.pattern} deep",
    )


def on_top(was: Sequence[str], now: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """The rows on top that differ: key, before, after; "" where a side has none."""
    before, after = keyed(was), keyed(now)
    for key in dict.fromkeys((*before, *after)):
        a, b = before.get(key, ""), after.get(key, "")
        if a != b:
            yield key, *(differing(a, b) if key == "decides" else (a, b))


def keyed(rows: Sequence[str]) -> Mapping[str, str]:
    """The rows on top by their keys; the same question asked twice gets two."""
    values: dict[str, str] = {}
    for row in rows:
        key, value = key_and_value(row)
        while key in values:
            key = f"{key}, again"
        values[key] = value
    return values


def key_and_value(row: str) -> tuple[str, str]:
    """The key of a row on top, and its value."""
    kind, _, rest = row.partition(" ")
    words = rest.split(" ", 2)
    if kind == "answer" and len(words) == 3:
        return f"answer “{words[2]}”", f"{words[0]}, {words[1]}"
    if kind in ("reading", "question"):
        return f"{kind} {words[0]}", " ".join(words[1:]) or "touched"
    return kind, rest


def differing(was: str, now: str) -> tuple[str, str]:
    """Of two lists of articles, those that only one has."""
    a, b = was.split(), now.split()
    gone, come = ([article for article in some if article not in others] for some, others in ((a, b), (b, a)))
    return " ".join(gone) or "-", " ".join(come) or "-"


def of_top(row: tuple[str, str, str]) -> tuple[str, str, str, str, str]:
    """A parting in a row on top, where all records are the same."""
    key, was, now = row
    kind = key.split()[0]
    words = [*was.split(), *now.split()] if kind == "decides" else [*was.split()[1:2], *now.split()[1:2]]
    named = kind == "decides" or kind in WITH_ARTICLE
    article = next((word for word in words if word != "-"), "-") if named else "-"
    pattern = kind if kind == "next" else f"{key if kind != 'answer' else kind} {was} → {now}"
    return article, pattern, "", f"{key} {was or 'not there'}", f"{key} {now or 'not there'}"


# --- pending traces, grouped by cause ------------------------------------------------------------------
Kind: TypeAlias = Literal["changed", "new", "stale"]
KINDS: tuple[Kind, ...] = ("changed", "new", "stale")


class Pending(NamedTuple):
    """A trace that waits to be kept or removed: `kept` is the file's content, `records` today's trace. Only a
    changed one has a parting.
    """

    kind: Kind
    id: str
    trace: str
    ruling: str = ""
    game: str = ""
    version: str = ""
    title: str = ""
    kept: str = ""
    records: str = ""
    parting: Parting | None = None

    @property
    def article(self) -> str:
        """The article at which its traces part; "" where it has not changed."""
        return self.parting.article if self.parting is not None else ""


class Group(NamedTuple):
    """Traces that are asked about together: changed ones of one cause, all new ones, or all stale ones."""

    kind: Kind
    game: str
    article: str
    all: tuple[Pending, ...]


def pending_in(report: Report) -> list[Pending]:
    """All pending traces: those of rulings that hold, and those whose ruling is gone."""
    traces = [of_ruling(ruling) for ruling in report.rulings if is_pending(ruling)]
    return [*traces, *(Pending("stale", trace.id, trace.path) for trace in report.stale)]


def is_pending(ruling: Examined) -> bool:
    """Does a ruling hold with another trace than the kept one?"""
    return ruling.played.result == "holds" and ruling.status in ("new", "changed")


def unheld(report: Report) -> dict[str, Result]:
    """The rulings that do not hold, each with its result."""
    rulings = (ruling.played for ruling in report.rulings if ruling.played.result != "holds")
    return {played.id: played.result for played in rulings}


def of_ruling(ruling: Examined) -> Pending:
    """The pending trace of a ruling."""
    played = ruling.played
    kept = kept_trace(played.path) if ruling.status == "changed" else ""
    return Pending(
        "new" if ruling.status == "new" else "changed",
        played.id, os.path.normpath(trace_path(played.path)), played.path, played.game, played.version,
        played.title, kept or "", played.records,
        parting(kept or "", played.records) if ruling.status == "changed" else None,
    )  # fmt: skip


def grouped(pending: Iterable[Pending]) -> list[Group]:
    """Changed traces by their cause: first those with other answers, then the most frequent. Then all new
    ones, and all stale ones.
    """
    by_cause: dict[tuple[object, ...], list[Pending]] = {}
    for trace in pending:
        by_cause.setdefault(cause(trace), []).append(trace)
    groups = [Group(some[0].kind, some[0].game, some[0].article, tuple(some)) for some in by_cause.values()]
    often = Counter[tuple[str, str]]()
    for group in groups:
        often[group.game, group.article] += len(group.all)
    return sorted(
        groups, key=lambda entry: (*urgency(entry), -often[entry.game, entry.article], *last(entry))
    )


def last(group: Group) -> tuple[str, str, int, str]:
    """The order of groups that are equally urgent and frequent."""
    return group.game, group.article, -len(group.all), group.all[0].id


def urgency(group: Group) -> tuple[int, bool]:
    """The order in which groups are read."""
    parted = group.all[0].parting
    return KINDS.index(group.kind), parted is None or not parted.outcome


def cause(pending: Pending) -> tuple[object, ...]:
    """What the rulings of one group have in common."""
    if pending.parting is None:
        return (pending.kind,)
    return (
        pending.kind,
        pending.game,
        pending.parting.article,
        pending.parting.pattern,
        pending.parting.outcome,
    )


def tally(groups: Iterable[Group]) -> Iterator[str]:
    """The number pending, by kind: `12 changed in 2 groups`."""
    listed = list(groups)
    for kind in KINDS:
        sizes = [len(group.all) for group in listed if group.kind == kind]
        if sizes:
            parts = f" in {len(sizes)} groups" if len(sizes) > 1 else ""
            yield f"{sum(sizes)} {kind}{parts}"
