"""A suite that was examined: its rulings, its stale traces, its counts, and what is to be told of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from judge.suite.examined import Examined, Status
from judge.suite.found import Found

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
UNREAD: Final = 'Write what they do, or sentence = "nothing" where that is nothing.'


class Report(NamedTuple):
    """What became of a suite; `strict` is whether new and stale traces count as faults."""

    rulings: tuple[Examined, ...]
    stale: tuple[Found, ...] = ()
    strict: bool = False

    @property
    def counts(self) -> dict[Status, int]:
        """How many rulings came out how, those of which there are none left out."""
        found = Counter(one.status for one in self.rulings)
        return {status: found[status] for status in WORDS if found[status]}


class Finding(NamedTuple):
    """Something to be told of a ruling, with its place."""

    level: Level
    kind: str  # one of those that judge.suite.formats.sarif.RULES describes
    id: str
    file: str
    line: int
    column: int
    message: str
    article: str = ""


def findings(report: Report) -> Iterator[Finding]:
    """All that is to be told, in the order of the rulings, then the stale traces."""
    for one in report.rulings:
        yield from findings_of(one, report.strict)
    for trace in report.stale:
        yield stale_finding(trace, report.strict)


def findings_of(one: Examined, strict: bool = False) -> Iterator[Finding]:
    """What is to be told of one ruling."""
    played = one.played
    for failure in played.failures:
        place = (played.id, played.path, failure.line, failure.column)
        yield Finding("error", failure.kind, *place, failure.text)
    for problem in played.problems:
        told = problem.parts()[1]
        file = problem.file or played.path
        kind = "script" if one.status == "fails" else one.status
        yield Finding("error", kind, played.id, file, problem.line, problem.column, told, problem.article)
    if one.status == "undecided":
        told = f"{played.unread} {UNREAD}" if played.unread else UNDECIDED
        yield Finding("warning", "undecided", played.id, played.path, played.line, 1, told)
    if one.status == "new":
        level: Level = "error" if strict else "note"
        yield Finding(level, "new", played.id, played.path, played.line, 1, NEW)
    if one.difference is not None:
        found = one.difference
        told = f"the trace has changed\n- {found.old}\n+ {found.new}"
        yield Finding("error", "trace", played.id, found.file, found.line, 1, told, found.article)


def stale_finding(trace: Found, strict: bool) -> Finding:
    """That a trace is left over."""
    return Finding("error" if strict else "note", "stale", trace.id, trace.path, 1, 1, STALE)


def tally(report: Report) -> str:
    """How many rulings came out how: `3 rulings: 2 hold, 1 changed, 1 stale trace`."""
    told = [f"{count} {WORDS[status][count != 1]}" for status, count in reversed(report.counts.items())]
    if report.stale:
        told.append(f"{len(report.stale)} stale trace{'s' if len(report.stale) > 1 else ''}")
    many = len(report.rulings)
    return f"{many} ruling{'' if many == 1 else 's'}: {', '.join(told) or 'none'}"
