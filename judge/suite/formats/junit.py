"""A suite as JUnit XML: a suite a game, a case a ruling."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from judge.render.junit import xml_text
from judge.suite.examined import Examined
from judge.suite.report import Finding, Report, findings_of, stale_finding
from judge.text.visible import visible, visible_lines

ERRORS = ("bug", "bad input", "not implemented")


def render(report: Report) -> str:
    """The report as XML; what counts as a fault is a failure, or an error where nothing could be played, and
    what is undecided is one too, since it fails the command.
    """
    root = Element("testsuites", name="judge test")
    games: dict[str, list[Examined]] = {}
    for one in report.rulings:
        games.setdefault(one.played.game or "unknown", []).append(one)
    for game, rulings in games.items():
        suite(root, game, rulings, report.strict)
    if report.stale:
        traces = SubElement(root, "testsuite", name="stale traces")
        for trace in report.stale:
            found = stale_finding(trace, report.strict)
            told(case(traces, trace.id, "stale", trace.path, 1), [found])
        count(traces)
    count(root)
    return xml_text(root)


def suite(root: Element, game: str, rulings: Sequence[Examined], strict: bool) -> None:
    """The rulings of a game."""
    element = SubElement(root, "testsuite", name=visible(game))
    for one in rulings:
        played = one.played
        found = case(element, played.id, game, played.path, played.line)
        told(found, list(findings_of(one, strict)), one.status in ERRORS)
    count(element)


def case(suite: Element, name: str, game: str, file: str, line: int) -> Element:
    """One ruling."""
    return SubElement(
        suite,
        "testcase",
        name=visible(name),
        classname=f"judge.rulings.{visible(game)}",
        file=visible(file),
        line=str(line),
    )


def told(case: Element, found: Sequence[Finding], error: bool = False) -> None:
    """What is to be told of a ruling: as a failure where it counts as a fault, else as output."""
    faults = [one for one in found if one.level != "note"]
    if faults:
        failed = SubElement(case, "error" if error else "failure")
        failed.set("type", faults[0].kind)
        failed.set("message", visible(faults[0].message.split("\n")[0]))
        failed.text = "\n".join(map(placed, faults))
    elif found:
        SubElement(case, "system-out").text = "\n".join(map(placed, found))


def placed(one: Finding) -> str:
    """A finding with its place."""
    return f"{visible(one.file)}:{one.line}: {visible_lines(one.message)}"


def count(element: Element) -> None:
    """How many cases there are in an element, and how many of them are faults."""
    for key, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        element.set(key, str(sum(1 for _ in element.iter(tag))))
    element.set("skipped", "0")
