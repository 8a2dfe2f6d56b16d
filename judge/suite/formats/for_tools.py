"""Test results for tools: JSON, JUnit XML, GitHub workflow commands, SARIF."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from judge.release import VERSION
from judge.render.json import dumps
from judge.render.tools import JsonTable, command, location, log, sarif_text, xml_text
from judge.suite.examined import Examined, Finding, Report, findings, findings_of, stale_finding, tally
from judge.text.visible import storable, visible, visible_lines


# --- JSON, schema `judge.test/1` -----------------------------------------------------------------------
def suite_json(report: Report) -> str:
    """The report as one document; the same bytes whatever was in the cache."""
    return storable(dumps(json_document(report))) + "\n"


def json_document(report: Report) -> JsonTable:
    """The report as plain data: the counts, every ruling, the stale traces."""
    return {
        "schema": "judge.test/1",
        "judge": VERSION,
        "strict": report.strict,
        "totals": {"rulings": len(report.rulings), **report.counts, "stale": len(report.stale)},
        "rulings": list(map(ruling, report.rulings)),
        "stale": [{"id": trace.id, "file": trace.path} for trace in report.stale],
    }


def ruling(examined: Examined) -> JsonTable:
    """One ruling; `difference` is the first record that differs from the kept trace, or null."""
    played = examined.played
    return {
        "id": played.id,
        "file": played.path,
        "line": played.line,
        "status": examined.status,
        "game": played.game,
        "version": played.version,
        "title": played.title,
        "verdict": played.verdict,
        "unread": played.unread,
        "failures": [failure._asdict() for failure in played.failures],
        "difference": difference(examined),
        "problems": [problem._asdict() for problem in played.problems],
        "decides": list(played.decides),
        "acts": list(played.acts),
        "readings": [reading._asdict() for reading in played.readings],
        "questions": list(played.questions),
    }


def difference(examined: Examined) -> JsonTable | None:
    """The difference from the kept trace."""
    if examined.difference is None:
        return None
    return {**examined.difference._asdict(), "article": examined.difference.article}


# --- JUnit XML -----------------------------------------------------------------------------------------
ERRORS = ("bug", "bad input", "not implemented")


def suite_junit(report: Report) -> str:
    """The report as XML; what counts as a fault is a failure, or an error where nothing could be played, and
    what is undecided is one too, since it fails the command.
    """
    root = Element("testsuites", name="judge test")
    games: dict[str, list[Examined]] = {}
    for examined in report.rulings:
        games.setdefault(examined.played.game or "unknown", []).append(examined)
    for game, rulings in games.items():
        junit_suite(root, game, rulings, report.strict)
    if report.stale:
        traces = SubElement(root, "testsuite", name="stale traces")
        for trace in report.stale:
            finding = stale_finding(trace, report.strict)
            tell_case(junit_case(traces, trace.id, "stale", trace.path, 1), [finding])
        count(traces)
    count(root)
    return xml_text(root)


def junit_suite(root: Element, game: str, rulings: Sequence[Examined], strict: bool) -> None:
    """The rulings of a game."""
    element = SubElement(root, "testsuite", name=visible(game))
    for examined in rulings:
        played = examined.played
        case = junit_case(element, played.id, game, played.path, played.line)
        tell_case(case, list(findings_of(examined, strict)), examined.status in ERRORS)
    count(element)


def junit_case(suite: Element, name: str, game: str, file: str, line: int) -> Element:
    """One ruling."""
    return SubElement(
        suite,
        "testcase",
        name=visible(name),
        classname=f"judge.rulings.{visible(game)}",
        file=visible(file),
        line=str(line),
    )


def tell_case(case: Element, remarks: Sequence[Finding], error: bool = False) -> None:
    """Adds the findings to a case: as a failure where they count as faults, else as output."""
    faults = [finding for finding in remarks if finding.level != "note"]
    if faults:
        failed = SubElement(case, "error" if error else "failure")
        failed.set("type", faults[0].kind)
        failed.set("message", visible(faults[0].message.split("\n")[0]))
        failed.text = "\n".join(map(placed, faults))
    elif remarks:
        SubElement(case, "system-out").text = "\n".join(map(placed, remarks))


def placed(finding: Finding) -> str:
    """A finding with its place."""
    return f"{visible(finding.file)}:{finding.line}: {visible_lines(finding.message)}"


def count(element: Element) -> None:
    """Counts the cases of an element, and the faults among them."""
    for key, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        element.set(key, str(sum(1 for _ in element.iter(tag))))
    element.set("skipped", "0")


# --- GitHub workflow commands --------------------------------------------------------------------------
_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def suite_github(report: Report) -> str:
    """The report as one command a line, the counts as the last."""
    rows = [github_line(finding) for finding in findings(report)]
    rows.append(command("notice", {"title": "judge test"}, f"{tally(report)}."))
    return "".join(f"{row}\n" for row in rows)


def github_line(finding: Finding) -> str:
    """One finding."""
    place = {"file": finding.file, "line": str(finding.line or 1)}
    if finding.column:
        place["col"] = str(finding.column)
    return command(
        _LEVELS[finding.level],
        {**place, "title": f"{finding.id}: {finding.kind}"},
        visible_lines(finding.message),
    )


# --- SARIF 2.1.0 ---------------------------------------------------------------------------------------
RULES: Final = {
    "claim": "A claim of a ruling is not so",
    "fact": "A fact of a ruling is not so",
    "order": "Something that a ruling expects did not happen in that order",
    "article": "An article that a ruling names neither decides nor acts in it",
    "line": "A line of a script answers nobody",
    "refused": "A line of a script is not allowed by the rules",
    "script": "A script fits no decision of its ruling",
    "trace": "The trace of a ruling is not the one that is kept",
    "new": "The trace of a ruling is not kept yet",
    "stale": "A trace is kept of a ruling that is not there",
    "undecided": "The rulebook, or a card whose text is not written, leaves a ruling undecided",
    "bad input": "A ruling cannot be read or played",
    "not implemented": "A ruling needs what is not implemented yet",
    "bug": "A bug of ours stopped a ruling",
}


def suite_sarif(report: Report) -> str:
    """The report as SARIF; paths below the working folder are relative to it."""
    return sarif_text(sarif_document(report, os.getcwd()))


def sarif_document(report: Report, base: str) -> JsonTable:
    """The report as plain data: one run, a rule for each kind of finding met."""
    remarks = list(findings(report))
    kinds = [kind for kind in RULES if any(finding.kind == kind for finding in remarks)]
    rules = [{"id": rule_id(kind), "shortDescription": {"text": RULES[kind]}} for kind in kinds]
    results = [sarif_result(finding, kinds, base) for finding in remarks]
    return log(rules, results, VERSION, {"totals": tally(report)})


def rule_id(kind: str) -> str:
    """The id of a kind of finding."""
    return f"ruling/{kind.replace(' ', '-')}"


def sarif_result(finding: Finding, kinds: list[str], base: str) -> JsonTable:
    """One finding; its fingerprint is the same in every report."""
    return {
        "ruleId": rule_id(finding.kind),
        "ruleIndex": kinds.index(finding.kind),
        "level": finding.level,
        "message": {"text": f"{visible(finding.id)}: {visible_lines(finding.message)}"},
        "locations": [location(finding.file, base, finding.line, finding.column)],
        "partialFingerprints": {"ruling/v1": f"{visible(finding.id)}:{finding.kind}"},
        "properties": {"ruling": visible(finding.id), "article": visible(finding.article)},
    }


# How a report is written for each tool, by the word that `--format` has for it.
WRITERS: Final[dict[str, Callable[[Report], str]]] = {
    "json": suite_json,
    "junit": suite_junit,
    "sarif": suite_sarif,
    "github": suite_github,
}
