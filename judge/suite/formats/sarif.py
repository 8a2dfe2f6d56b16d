"""A suite as SARIF 2.1.0: every finding beside its line."""

from __future__ import annotations

import os
from typing import Final

from judge.release import VERSION
from judge.render.sarif import Json, location, log, sarif_text
from judge.suite.report import Finding, Report, findings, tally
from judge.text.visible import visible, visible_lines

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


def render(report: Report) -> str:
    """The report as SARIF; what lies below the folder where judge runs is addressed from there."""
    return sarif_text(document(report, os.getcwd()))


def document(report: Report, base: str) -> Json:
    """The report as plain data: one run, a rule for each kind of finding met."""
    found = list(findings(report))
    kinds = [kind for kind in RULES if any(one.kind == kind for one in found)]
    rules = [{"id": rule_id(kind), "shortDescription": {"text": RULES[kind]}} for kind in kinds]
    results = [result(one, kinds, base) for one in found]
    return log(rules, results, VERSION, {"totals": tally(report)})


def rule_id(kind: str) -> str:
    """The id of a kind of finding."""
    return f"ruling/{kind.replace(' ', '-')}"


def result(one: Finding, kinds: list[str], base: str) -> Json:
    """One finding; the same one of a ruling is known again by its fingerprint."""
    return {
        "ruleId": rule_id(one.kind),
        "ruleIndex": kinds.index(one.kind),
        "level": one.level,
        "message": {"text": f"{visible(one.id)}: {visible_lines(one.message)}"},
        "locations": [location(one.file, base, one.line, one.column)],
        "partialFingerprints": {"ruling/v1": f"{visible(one.id)}:{one.kind}"},
        "properties": {"ruling": visible(one.id), "article": visible(one.article)},
    }
