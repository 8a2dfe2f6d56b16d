"""A suite as JSON, schema `judge.test/1`."""

from __future__ import annotations

from judge.release import VERSION
from judge.render.json import dumps
from judge.suite.examined import Examined
from judge.suite.report import Report
from judge.text.plain import Plain
from judge.text.visible import storable

Json = dict[str, Plain]


def render(report: Report) -> str:
    """The report as one document; the same bytes whatever was in the cache."""
    return storable(dumps(document(report))) + "\n"


def document(report: Report) -> Json:
    """The report as plain data: the counts, every ruling, the stale traces."""
    return {
        "schema": "judge.test/1",
        "judge": VERSION,
        "strict": report.strict,
        "totals": {"rulings": len(report.rulings), **report.counts, "stale": len(report.stale)},
        "rulings": list(map(ruling, report.rulings)),
        "stale": [{"id": one.id, "file": one.path} for one in report.stale],
    }


def ruling(one: Examined) -> Json:
    """One ruling; `difference` is the first record that differs from the kept trace, or null."""
    played = one.played
    return {
        "id": played.id,
        "file": played.path,
        "line": played.line,
        "status": one.status,
        "game": played.game,
        "version": played.version,
        "title": played.title,
        "verdict": played.verdict,
        "unread": played.unread,
        "failures": [failure._asdict() for failure in played.failures],
        "difference": difference(one),
        "problems": [problem._asdict() for problem in played.problems],
        "decides": list(played.decides),
        "acts": list(played.acts),
        "readings": [reading._asdict() for reading in played.readings],
        "questions": list(played.questions),
    }


def difference(one: Examined) -> Json | None:
    """Where a trace parts from the one that is kept."""
    if one.difference is None:
        return None
    return {**one.difference._asdict(), "article": one.difference.article}
