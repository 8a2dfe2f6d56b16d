"""Of every deck that these tests judge: what is told of it has a phrase, so that it is French too."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from judge.decks import event_submissions
from judge.decks.desk import Judge
from judge.decks.report import Report
from judge.text.said import Said

# What a parser says of broken TOML stays English, as docs/languages.md has it.
PARSER = re.compile(r"TOML syntax: .*")
ENGLISH = re.compile(r"\b(a|an|the|such as|of|or|no|not|expected)\b")


def unsaid(report: Report) -> Iterator[str]:
    """What a report tells in English alone: no phrase has it."""
    for one in report.faults:
        if not isinstance(one.message, Said) and not PARSER.fullmatch(one.message):
            yield one.message
        elif not isinstance(one.allowed, Said) and one.code == "unreadable" and ENGLISH.search(one.allowed):
            yield one.allowed
    yield from (one.message for one in report.unchecked if not isinstance(one.message, Said))
    yield from (what for what, _ in report.checked if not isinstance(what, Said))
    for left in report.account.left if report.account else ():
        if not isinstance(left.why, Said) and left.why and not PARSER.fullmatch(left.why):
            yield left.why


@pytest.fixture(autouse=True)
def everything_has_a_phrase(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails a test in which something of a report, or a trouble of an event, is told in English alone."""
    left: list[str] = []
    file, troubles = Judge.file, event_submissions.troubles_of

    def filed(judge: Judge, *given: object) -> list[Report]:
        reports = file(judge, *given)  # type: ignore[arg-type]
        left.extend(said for one in reports for said in unsaid(one))
        return reports

    def troubled(*given: object) -> Iterator[object]:
        for one in troubles(*given):  # type: ignore[arg-type]
            left.extend([one.problem.message] * (not isinstance(one.problem.message, Said)))
            yield one

    monkeypatch.setattr(Judge, "file", filed)
    monkeypatch.setattr(event_submissions, "troubles_of", troubled)
    yield
    assert left == []
