"""Deck reports as JSON, schema `judge.decks/1`: the same content as the text, for machines."""

from __future__ import annotations

from collections.abc import Sequence

from judge.decks.report import Concerned, Fault, Report, Unchecked
from judge.render.decks import echo, words
from judge.render.json import dumps
from judge.text.plain import Plain
from judge.text.visible import storable

Json = dict[str, Plain]


def render(reports: Sequence[Report], event: str = "") -> str:
    """The reports as one document, as text."""
    # A file's name may hold bytes that are no text: as \udc… they are valid JSON, and any stream prints them.
    return storable(dumps(document(reports, event))) + "\n"


def document(reports: Sequence[Report], event: str = "") -> Json:
    """The reports as plain data."""
    books = {(one.game, one.version): one.game_title for one in reports if one.game}
    return {
        "schema": "judge.decks/1",
        "event": words.titled(event, reports),
        "rulebooks": [
            {"id": game, "version": version, "title": title} for (game, version), title in books.items()
        ],
        "totals": {"decks": len(reports), **words.totals(reports)},
        "decks": [deck(one) for one in reports],
    }


def deck(report: Report) -> Json:
    """One deck."""
    return {
        "file": report.file,
        "game": report.game,
        "version": report.version,
        "edition": report.edition,
        "verdict": report.verdict,
        "format": report.format,
        "player": report.player,
        "player_id": report.player_id,
        "name": report.name,
        "event": report.event,
        "date": report.date,
        "list": report.list,
        "list_hash": report.list_hash,
        "counts": {part: count for part, _, count in words.parts(report)},
        "lines": echo.lines(report),
        **({"echo": echo.cards(report)} if report.heard else {}),
        "problems": [problem(one, report) for one in report.faults],
        "checked": [{"what": what, "article": rule} for what, rule in report.checked],
        "unchecked": [unchecked(one) for one in report.unchecked],
        "expectations": [one._asdict() for one in report.expectations],
    }


def problem(fault: Fault, report: Report) -> Json:
    """One fault."""
    return {
        "code": fault.code,
        "article": fault.article,
        "also": list(fault.also),
        "severity": fault.severity,
        "message": fault.message,
        "found": fault.found,
        "allowed": fault.allowed,
        "cards": [card(one) for one in fault.cards],
        "file": words.file_of(fault, report),
        "line": fault.line,
        "column": fault.column,
        "hint": fault.hint,
    }


def unchecked(one: Unchecked) -> Json:
    """A limit that could not be checked, and why."""
    return {"code": one.code, "article": one.article, "message": one.message}


def card(one: Concerned) -> Json:
    """A card that a fault speaks of."""
    return {"card": one.card, "name": one.name, "count": one.count, "lines": list(one.lines)}
