"""A suite as GitHub workflow commands: every finding beside its line in a pull request."""

from __future__ import annotations

from judge.render.github import command
from judge.suite.report import Finding, Report, findings, tally
from judge.text.visible import visible_lines

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def render(report: Report) -> str:
    """The report as one command a line, the counts as the last."""
    rows = [told(one) for one in findings(report)]
    rows.append(command("notice", {"title": "judge test"}, f"{tally(report)}."))
    return "".join(f"{row}\n" for row in rows)


def told(one: Finding) -> str:
    """One finding."""
    place = {"file": one.file, "line": str(one.line or 1)}
    if one.column:
        place["col"] = str(one.column)
    return command(
        _LEVELS[one.level], {**place, "title": f"{one.id}: {one.kind}"}, visible_lines(one.message)
    )
