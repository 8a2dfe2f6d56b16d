"""Test results for people, as text and as Markdown: what does not hold, worst first, then the counts."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from judge.render.colour import paint
from judge.suite.examined import WORDS, Finding, Report, findings_of, stale_finding, tally
from judge.text.visible import visible

# --- text, for a terminal ------------------------------------------------------------------------------
SHOWN: Final = 20  # rulings of a kind: more are counted
_COLOURS: Final = {"undecided": "undecided", "new": "folded", "stale": "folded"}


def suite_text(
    report: Report, width: int = 100, color: bool = False, all: bool = False, kept: bool = False
) -> str:
    """The report as text; `all` shows all of each kind, `kept` says that new traces were kept."""
    rows = [row for part in parts(report, all) for row in part_rows(part, width, color)]
    return "\n".join([*rows, *hints(report, color, kept), tally(report)]) + "\n"


UNKEPT: Final = (
    "Read what is new or changed, article in hand: judge accept asks by cause, --update keeps it all."
)
Part = tuple[str, str, list[Finding]]  # the word, the id, and what is told of it


def parts(report: Report, all: bool) -> Iterator[Part]:
    """The rulings with findings, worst first, and the stale traces."""
    for status in WORDS:
        rulings = [ruling for ruling in report.rulings if ruling.status == status and status != "holds"]
        for case in rulings if all else rulings[:SHOWN]:
            yield status, case.played.id, list(findings_of(case, report.strict))
        if len(rulings) > SHOWN and not all:
            yield status, f"… and {len(rulings) - SHOWN} more (--all)", []
    for trace in report.stale:
        yield "stale", trace.id, [stale_finding(trace, report.strict)]


def part_rows(part: Part, width: int, color: bool) -> Iterator[str]:
    """One ruling: its status and id, then each finding with its place."""
    word, name, findings = part
    head = f"{word:<9} "
    yield (paint(head, _COLOURS.get(word, "fails")) if color else head) + visible(name)
    for finding in findings:
        column = f":{finding.column}" if finding.column > 1 else ""
        place = f"{finding.file}:{finding.line}{column}" if finding.line else finding.file
        article = f"  {finding.article}" if finding.kind == "trace" and finding.article else ""
        yield f"  {visible(place)}{article}"
        for row in said(finding):
            under = "      " if row[:2] in ("- ", "+ ") else "    "
            yield from textwrap.wrap(
                visible(row), width, initial_indent="    ", subsequent_indent=under, break_on_hyphens=False
            )


def said(finding: Finding) -> list[str]:
    """The message, without what the status says already."""
    rows = finding.message.split("\n")
    return [] if finding.kind in ("new", "stale") else rows[1:] if finding.kind == "trace" else rows


def hints(report: Report, color: bool, kept: bool) -> Iterator[str]:
    """Hints about new and changed traces."""
    if {"new", "changed"} & set(report.counts):
        text = "The traces that are new or have changed are kept now." if kept else UNKEPT
        yield paint(text, "folded") if color else text


# --- Markdown, for a comment on a pull request ---------------------------------------------------------
ROOM: Final = 60_000  # characters: a comment holds 65,536
TITLES: Final = {
    "bug": "Stopped by a bug",
    "bad input": "Bad input",
    "not implemented": "Not implemented yet",
    "fails": "Do not hold",
    "changed": "The trace has changed",
    "undecided": "Undecided",
    "new": "No trace kept yet",
}


def suite_markdown(report: Report) -> str:
    """The report as Markdown: the counts, then what does not hold, worst first; what finds no room is
    counted.
    """
    text = f"### {tally(report)}\n"
    blocks = list(sections(report))
    for at, block in enumerate(blocks):
        if len(text) + len(block) > ROOM:
            left = sum(1 for other in blocks[at:] if other.startswith("- "))
            return f"{text}\n{left} more, for which there is no room here: `judge test --all` shows them.\n"
        text += block
    return text


def sections(report: Report) -> Iterator[str]:
    """The headings, and each ruling as an item of a list."""
    for status in WORDS:
        rulings = [ruling for ruling in report.rulings if ruling.status == status]
        if status == "holds" or not rulings:
            continue
        yield f"\n#### {TITLES[status]}\n\n"
        for case in rulings:
            yield item(case.played.id, list(findings_of(case, report.strict)))
    if report.stale:
        yield "\n#### Stale traces\n\n"
        for trace in report.stale:
            yield item(trace.id, [stale_finding(trace, report.strict)])


def item(name: str, findings: list[Finding]) -> str:
    """One ruling with its findings."""
    rows = [f"- {code(name)}\n"]
    for finding in findings:
        first, *rest = finding.message.split("\n")
        rows.append(f"  - {code(f'{finding.file}:{finding.line}')}: {plain(first)}\n")
        if rest:
            fence = "`" * (3 + max(map(runs, rest)))
            body = "".join(f"    {visible(row)}\n" for row in rest)
            rows.append(f"    {fence}diff\n{body}    {fence}\n")
    return "".join(rows)


def runs(text: str) -> int:
    """The number of backticks in a text: the longest run has at most so many."""
    return text.count("`")


def code(text: str) -> str:
    """A text as Markdown code, whatever characters it has."""
    text = visible(text)
    mark = "`" * (1 + runs(text))
    space = " " if "`" in text else ""
    return f"{mark}{space}{text}{space}{mark}"


def plain(text: str) -> str:
    """A text as Markdown in which nothing is markup."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>|#~" else letter for letter in visible(text))
