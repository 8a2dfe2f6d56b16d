"""Deck reports as JUnit XML, for tools that show test results: a suite an event, a case a deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement

from judge.decks.report import Report
from judge.decks.speech import ENGLISH
from judge.render.decks import words
from judge.render.tools import xml_text
from judge.text.visible import visible


def render(reports: Sequence[Report], event: str = "") -> str:
    """The reports as XML; characters that XML forbids are written out as `\\x1b`."""
    root = Element("testsuites", name="judge deck check")
    groups: dict[str, list[Report]] = {event: []} if event else {}
    for report in reports:
        groups.setdefault(event or report.event, []).append(report)
    for name, decks in groups.items():
        suite(root, name or "decks", decks)
    for key, count in tally(reports).items():
        root.set(key, str(count))
    return xml_text(root)


def suite(root: Element, name: str, reports: Sequence[Report]) -> None:
    """The decks of one event."""
    element = SubElement(root, "testsuite", name=visible(name))
    for key, count in tally(reports).items():
        element.set(key, str(count))
    for report in reports:
        case(element, report)


def tally(reports: Sequence[Report]) -> dict[str, int]:
    """How many decks there are, how many failed and how many could not be read."""
    wrong = [report for report in reports if wanting(report)]
    errors = sum(failed.verdict == "unreadable" for failed in wrong)
    return {"tests": len(reports), "failures": len(wrong) - errors, "errors": errors, "skipped": 0}


def wanting(report: Report) -> bool:
    """Whether a deck fails: it is not as its own file expects, or, where that says nothing, not legal."""
    unmet = any(not expectation.ok for expectation in report.expectations)
    return unmet or (report.verdict != "legal" and not report.as_expected)


def case(element: Element, report: Report) -> None:
    """One deck: what makes it illegal fails, what is to be looked at is output."""
    names = (words.who(report), f"({report.file})" if words.who(report) != report.file else "")
    kind, name = f"judge.decks.{report.game or 'unknown'}", visible(" ".join(filter(None, names)))
    remarks = SubElement(element, "testcase", name=name, classname=visible(kind), file=visible(report.file))
    if wanting(report):
        failure(remarks, report)
    testcase = "\n".join(filter(None, output(report)))
    if testcase:
        SubElement(remarks, "system-out").text = testcase


def failure(element: Element, report: Report) -> None:
    """Adds the reason that a deck fails to its element."""
    failed = SubElement(element, "error" if report.verdict == "unreadable" else "failure")
    errors = report.of("error")
    first = visible(errors[0].message) if errors else ""
    failed.set("type", visible(errors[0].code) if errors else report.verdict)
    failed.set("message", f"{words.verdict(report, ENGLISH)} {first}".rstrip())
    failed.text = told(report, ["error"])


def output(report: Report) -> Iterator[str]:
    """The remarks on a deck: how the file was read, what was expected of it, doubts, and what is
    unchecked.
    """
    yield f"read: {words.account(report, ENGLISH)}" if report.account else ""
    yield from map("left out: {}".format, words.left_out(report, ENGLISH))
    yield from (words.expected(report, ENGLISH), told(report, ["error"])) if report.as_expected else ()
    yield told(report, ["unsure", "warning"])
    yield from (f"not checked: {limit}" for limit in words.unchecked(report, ENGLISH))


def told(report: Report, severities: Sequence[str]) -> str:
    """The faults of some severities, one a line, each with its cards below."""
    rows = []
    for severity in severities:
        for fault in report.of(severity):
            word = "" if severity == "error" else f"{severity}: "
            rows.append(word + words.line_of(fault, report, ENGLISH))
            rows += [f"    - {card}" for card in words.concerned(fault, ENGLISH)]
    return "\n".join(rows)
