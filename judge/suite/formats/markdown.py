"""A suite as Markdown that fits a comment on a pull request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from judge.suite.report import WORDS, Finding, Report, findings_of, stale_finding, tally
from judge.text.visible import visible

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


def render(report: Report) -> str:
    """The report as Markdown: the counts, then what does not hold, worst first; what finds no room is
    counted.
    """
    text = f"### {tally(report)}\n"
    blocks = list(sections(report))
    for at, block in enumerate(blocks):
        if len(text) + len(block) > ROOM:
            left = sum(1 for one in blocks[at:] if one.startswith("- "))
            return f"{text}\n{left} more, for which there is no room here: `judge test --all` shows them.\n"
        text += block
    return text


def sections(report: Report) -> Iterator[str]:
    """The headings, and each ruling as an item of a list."""
    for status in WORDS:
        found = [one for one in report.rulings if one.status == status]
        if status == "holds" or not found:
            continue
        yield f"\n#### {TITLES[status]}\n\n"
        for one in found:
            yield item(one.played.id, list(findings_of(one, report.strict)))
    if report.stale:
        yield "\n#### Stale traces\n\n"
        for trace in report.stale:
            yield item(trace.id, [stale_finding(trace, report.strict)])


def item(name: str, found: list[Finding]) -> str:
    """One ruling with what is told of it."""
    rows = [f"- {code(name)}\n"]
    for one in found:
        first, *rest = one.message.split("\n")
        rows.append(f"  - {code(f'{one.file}:{one.line}')}: {plain(first)}\n")
        if rest:
            fence = "`" * (3 + max(map(runs, rest)))
            body = "".join(f"    {visible(row)}\n" for row in rest)
            rows.append(f"    {fence}diff\n{body}    {fence}\n")
    return "".join(rows)


def runs(text: str) -> int:
    """How many backticks there are in a text: so many at most stand beside one another."""
    return text.count("`")


def code(text: str) -> str:
    """A text as code, whatever stands in it."""
    text = visible(text)
    mark = "`" * (1 + runs(text))
    space = " " if "`" in text else ""
    return f"{mark}{space}{text}{space}{mark}"


def plain(text: str) -> str:
    """A text as it stands, and nothing in it as Markdown."""
    return "".join(f"\\{one}" if one in "\\`*_{}[]<>|#~" else one for one in visible(text))
