"""What `judge test` finds: each ruling's facts and claims checked, then its trace compared with the kept one;
and the report about all of them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, Literal, TypeAlias

from judge.errors import BadInput, Problem
from judge.suite.cache import Cache
from judge.suite.found import ENDING as RULING
from judge.suite.found import Found, is_ruling, with_ids
from judge.suite.played import Played, Playing, play_all, play_one
from judge.text.folders import files_in, leads_out
from judge.text.rows import NamedTuple
from judge.text.source import read_bytes

# --- kept traces ---------------------------------------------------------------------------------------
ENDING: Final = ".trace"
LARGEST: Final = 64_000_000  # bytes of one


class Difference(NamedTuple):
    """The first record in which a trace differs from the kept one, and its line there."""

    file: str
    line: int
    old: str  # "" where the kept trace has ended
    new: str  # "" where the new one has

    @property
    def article(self) -> str:
        """The article of that record in the new trace; "" for the rows on top, which have none."""
        record = self.new or self.old
        first = record.split(maxsplit=1)[0] if record.strip() else ""
        return "" if first in _ON_TOP or first == "-" else first


_ON_TOP: Final = ("answer", "decides", "reading", "question", "result", "next")


def trace_path(ruling: str) -> str:
    """Where the trace of a ruling is kept: `claim.trace` beside `claim.toml`."""
    return os.path.splitext(ruling)[0] + ENDING


def kept_trace(ruling: str) -> str | None:
    """The trace that is kept beside a ruling; None where there is none. A file that is no text differs from
    every trace.

    Raises BadInput for one that cannot be read, and for a link that leads out of the ruling's folder.
    """
    path = trace_path(ruling)
    if not os.path.lexists(path):
        return None
    away = linked(path) if leads_out(path, os.path.dirname(path) or ".") else None
    if away is not None:
        raise BadInput([away])
    return read_bytes(path, LARGEST, "a trace").decode("utf-8", "surrogateescape")


def difference(ruling: str, kept: str, records: str) -> Difference | None:
    """The first difference between a trace and the kept one; None where they are the same."""
    if kept == records:
        return None
    pairs = zip_longest(_rows(kept), _rows(records), fillvalue="")
    line, old, new = next((at, old, new) for at, (old, new) in enumerate(pairs, 1) if old != new)
    if old.rstrip("\n") != new.rstrip("\n"):
        return Difference(trace_path(ruling), line, old.rstrip("\n"), new.rstrip("\n"))
    return Difference(trace_path(ruling), line, repr(old), repr(new))  # they differ in an end of line only


def _rows(text: str) -> list[str]:
    return [f"{row}\n" for row in text.split("\n")[:-1]] + [text.rpartition("\n")[2]]


def stale_traces(paths: Sequence[str], rulings: Sequence[Found] = ()) -> list[Found]:
    """The traces in folders whose ruling is gone; their ids are none of the rulings' ids."""
    files = {
        os.path.realpath(file): (file, path)
        for path in reversed(paths)
        if os.path.isdir(path)
        for file in files_in(path)
        if file.endswith(ENDING) and not _has_ruling(file)
    }
    return with_ids(sorted(files.values()), (ruling.id for ruling in rulings))


def linked(trace: str) -> Problem | None:
    """The problem that a trace is a link: what is written or read through it may lie anywhere."""
    if not os.path.islink(trace):
        return None
    return Problem(trace, 0, 0, "", "", "is a link", "a file beside its ruling, or none")


def stale_beside(folder: str) -> list[str]:
    """The traces of one folder whose ruling is gone: plain files, and links, which are removed as links."""
    traces = (
        entry.path
        for entry in os.scandir(folder)
        if entry.name.endswith(ENDING) and entry.name[0] != "." and (entry.is_file() or entry.is_symlink())
    )
    return sorted(trace for trace in traces if not _has_ruling(trace))


def _has_ruling(trace: str) -> bool:
    stem = os.path.splitext(trace)[0]
    beside = (stem + RULING, stem + RULING.upper())
    return any(os.path.isfile(path) and is_ruling(path) for path in beside)


def shard(rulings: Sequence[Found], at: int, of: int) -> Iterator[Found]:
    """Yields the rulings of one of `of` parts, the `at`-th from 1; a ruling's id alone decides its part."""
    from hashlib import blake2b

    for ruling in rulings:
        digest = blake2b(ruling.id.encode("utf-8", "surrogateescape"), digest_size=8).digest()
        if int.from_bytes(digest, "big") % of == at - 1:
            yield ruling


# --- facts and traces held against a ruling ------------------------------------------------------------
Status: TypeAlias = Literal[
    "holds", "fails", "undecided", "changed", "new", "bad input", "not implemented", "bug"
]


class Examined(NamedTuple):
    """A ruling, its status in one word, and how its trace differs from the kept one."""

    played: Played
    status: Status
    difference: Difference | None = None
    cached: bool = False


def examine_all(rulings: Sequence[Found], playing: Playing, jobs: int, cache: Cache) -> Iterator[Examined]:
    """The result of each ruling, in order; those in the cache are not played."""
    known = {entry: cache.find(entry) for entry in rulings}
    try:
        played = play_all([entry for entry in rulings if known[entry] is None], playing, jobs)
        for ruling in rulings:
            before = known[ruling]
            now = before if before is not None else next(played)
            if before is None:
                cache.put(ruling, now)
            yield held_against_trace(now)._replace(cached=before is not None)
    finally:
        cache.save()


def examine_one(ruling: Found, cache: Cache) -> Examined:
    """The result of one ruling, cached or played; the cache is not saved here."""
    before = cache.find(ruling)
    if before is not None:
        return held_against_trace(before)._replace(cached=True)
    now = play_one(ruling, cache.playing)
    cache.put(ruling, now)
    return held_against_trace(now)


def held_against_trace(played: Played) -> Examined:
    """A result with the status of its trace, which is compared only where the facts hold."""
    if played.result not in ("holds", "undecided"):
        return Examined(played, played.result)
    try:
        kept = kept_trace(played.path)
    except BadInput as error:
        return Examined(played._replace(result="bad input", problems=error.problems), "bad input")
    if kept is None:
        return Examined(played, "new" if played.result == "holds" else played.result)
    change = difference(played.path, kept, played.records)
    return Examined(played, played.result if change is None else "changed", change)


# --- the report ----------------------------------------------------------------------------------------
Level: TypeAlias = Literal["error", "warning", "note"]

# Worst first, each with what is said of so many.
WORDS: Final[dict[Status, tuple[str, str]]] = {
    "bug": ("stopped by a bug", "stopped by a bug"),
    "bad input": ("bad input", "bad input"),
    "not implemented": ("not implemented yet", "not implemented yet"),
    "fails": ("fails", "fail"),
    "changed": ("changed", "changed"),
    "undecided": ("undecided", "undecided"),
    "new": ("new", "new"),
    "holds": ("holds", "hold"),
}
NEW: Final = "its trace is not kept yet"
STALE: Final = "there is no ruling beside this trace"
UNDECIDED: Final = "the rulebook leaves it undecided, and the fixture does not say so"
UNREAD: Final = 'Write what they do, or sentence = "nothing" where that is nothing; sentence.N is one.'


class Report(NamedTuple):
    """The result of a suite; `strict` is whether new and stale traces count as faults."""

    rulings: tuple[Examined, ...]
    stale: tuple[Found, ...] = ()
    strict: bool = False

    @property
    def counts(self) -> dict[Status, int]:
        """The number of rulings by status, without empty ones."""
        numbers = Counter(ruling.status for ruling in self.rulings)
        return {status: numbers[status] for status in WORDS if numbers[status]}


class Finding(NamedTuple):
    """A finding about a ruling, with its place."""

    level: Level
    kind: str  # one of those that judge.suite.formats.for_tools.RULES describes
    id: str
    file: str
    line: int
    column: int
    message: str
    article: str = ""


def findings(report: Report) -> Iterator[Finding]:
    """All findings, in the order of the rulings, then the stale traces."""
    for ruling in report.rulings:
        yield from findings_of(ruling, report.strict)
    for trace in report.stale:
        yield stale_finding(trace, report.strict)


def findings_of(ruling: Examined, strict: bool = False) -> Iterator[Finding]:
    """The findings about one ruling."""
    played = ruling.played
    for failure in played.failures:
        place = (played.id, played.path, failure.line, failure.column)
        yield Finding("error", failure.kind, *place, failure.text)
    for problem in played.problems:
        told = problem.parts()[1]
        file = problem.file or played.path
        kind = "script" if ruling.status == "fails" else ruling.status
        yield Finding("error", kind, played.id, file, problem.line, problem.column, told, problem.article)
    if ruling.status == "undecided":
        told = f"{played.unread} {UNREAD}" if played.unread else UNDECIDED
        yield Finding("warning", "undecided", played.id, played.path, played.line, 1, told)
    if ruling.status == "new":
        level: Level = "error" if strict else "note"
        yield Finding(level, "new", played.id, played.path, played.line, 1, NEW)
    if ruling.difference is not None:
        change = ruling.difference
        told = f"the trace has changed\n- {change.old}\n+ {change.new}"
        yield Finding("error", "trace", played.id, change.file, change.line, 1, told, change.article)


def stale_finding(trace: Found, strict: bool) -> Finding:
    """The finding that a trace is stale."""
    return Finding("error" if strict else "note", "stale", trace.id, trace.path, 1, 1, STALE)


def tally(report: Report) -> str:
    """The counts in words: `3 rulings: 2 hold, 1 changed, 1 stale trace`."""
    told = [f"{count} {WORDS[status][count != 1]}" for status, count in reversed(report.counts.items())]
    if report.stale:
        told.append(f"{len(report.stale)} stale trace{'s' if len(report.stale) > 1 else ''}")
    many = len(report.rulings)
    return f"{many} ruling{'' if many == 1 else 's'}: {', '.join(told) or 'none'}"
