"""Deck reports as GitHub workflow commands, so that every fault stands beside its line in a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.report import Fault, Report
from judge.render.decks import words
from judge.render.github import command, data
from judge.text.visible import visible

_LEVELS = {"error": "error", "unsure": "warning", "warning": "warning"}


def render(reports: Sequence[Report], event: str = "") -> str:
    """The reports as one command a line: the faults, what could not be checked, the totals as a notice."""
    rows = [row for one in reports for row in deck(one)]
    totals = f"{words.told_totals(reports)}."
    rows.append(command("notice", {"title": words.titled(event, reports) or "Deck check"}, totals))
    return "".join(f"{row}\n" for row in rows)


def deck(report: Report) -> Iterator[str]:
    """The commands of one deck."""
    for one in report.faults:
        properties = {"file": words.file_of(one, report), **place(one), "title": title(one, report)}
        message = "\n".join((words.details(one, report), *words.concerned(one)))
        yield command("notice" if report.as_expected else _LEVELS[one.severity], properties, message)
    if report.account:  # told where somebody looks for it, and no notice beside every file
        read = "; ".join((words.account(report), *words.left_out(report)))
        yield f"::debug::{data(visible(f'{report.file}: read {read}'))}"
    said = list(words.unchecked(report))
    if said:
        yield command(
            "notice", {"file": report.file, "title": f"{words.who(report)}: not checked"}, "\n".join(said)
        )


def place(fault: Fault) -> dict[str, str]:
    """The line and column of a fault, where they are known."""
    found = {"line": fault.line, "col": fault.column if fault.line else 0}
    return {key: str(value) for key, value in found.items() if value}


def title(fault: Fault, report: Report) -> str:
    """Whose deck it is and what kind of fault; that the card data do not settle it, when they do not."""
    unsure = " (unsure)" if fault.severity == "unsure" else ""
    return f"{words.who(report)}: {fault.code}{unsure}"
