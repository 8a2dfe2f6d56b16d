"""Deck reports as GitHub workflow commands, so that every fault stands beside its line in a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.report import Fault, Report
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks import words
from judge.render.decks.spoken import all_spoken
from judge.render.tools import command, data
from judge.text.visible import visible


def render(reports: Sequence[Report], event: str = "", speech: Speech = ENGLISH) -> str:
    """The reports as one command a line: the faults, what could not be checked, the totals as a notice."""
    reports = all_spoken(reports, speech)
    rows = [row for report in reports for row in deck(report, speech)]
    title = words.titled(event, reports) or speech.say("page.check")
    rows.append(command("notice", {"title": title}, f"{words.told_totals(reports, speech)}."))
    return "".join(f"{row}\n" for row in rows)


def deck(report: Report, speech: Speech) -> Iterator[str]:
    """The commands of one deck."""
    for fault in report.faults:
        properties = {
            "file": words.file_of(fault, report),
            **place(fault),
            "title": title(fault, report, speech),
        }
        message = "\n".join((words.details(fault, report, speech), *words.concerned(fault, speech)))
        yield command("notice" if report.as_expected else words.LEVELS[fault.severity], properties, message)
    if report.account:  # told where somebody looks for it, and no notice beside every file
        told = (words.account(report, speech), *words.left_out(report, speech))
        read = speech.say("github.read", file=report.file, what=speech.join("join.semicolon", told))
        yield f"::debug::{data(visible(read))}"
    limits = list(words.unchecked(report, speech))
    if limits:
        above = speech.say("github.not-checked", who=words.who(report))
        yield command("notice", {"file": report.file, "title": above}, "\n".join(limits))


def place(fault: Fault) -> dict[str, str]:
    """The line and column of a fault, where they are known."""
    numbers = {"line": fault.line, "col": fault.column if fault.line else 0}
    return {key: str(value) for key, value in numbers.items() if value}


def title(fault: Fault, report: Report, speech: Speech) -> str:
    """The deck's player and the kind of fault, and whether the card data leave it open."""
    unsure = speech.say("github.unsure") if fault.severity == "unsure" else ""
    return speech.join("join.colon", (words.who(report), fault.code + unsure))
