"""JSON for machines: deck reports, schema `judge.decks/1`, and events, schema `judge.event/1`. They hold all
that the texts, pages, messages and sheets say.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.decks.event import Event, Trouble, clear_decks, draw, not_clear, totals
from judge.decks.report import Concerned, Fault, Report, Unchecked
from judge.render.decks import echo, event_words, words
from judge.render.decks.event_messages import message
from judge.render.json import dumps
from judge.text.visible import storable

JsonTable = dict[str, object]


def render(reports: Sequence[Report], event: str = "") -> str:
    """The reports as one document, as text."""
    # A file's name may hold bytes that are no text: as \udc… they are valid JSON, and any stream prints them.
    return storable(dumps(document(reports, event))) + "\n"


def document(reports: Sequence[Report], event: str = "") -> JsonTable:
    """The reports as plain data."""
    books = {(report.game, report.version): report.game_title for report in reports if report.game}
    return {
        "schema": "judge.decks/1",
        "event": words.titled(event, reports),
        "rulebooks": [
            {"id": game, "version": version, "title": title} for (game, version), title in books.items()
        ],
        "totals": {"decks": len(reports), **words.totals(reports)},
        "decks": [deck(report) for report in reports],
    }


def deck(report: Report) -> JsonTable:
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
        "problems": [problem(fault, report) for fault in report.faults],
        "checked": [{"what": what, "article": rule} for what, rule in report.checked],
        "unchecked": [unchecked(limit) for limit in report.unchecked],
        "expectations": [expectation._asdict() for expectation in report.expectations],
    }


def problem(fault: Fault, report: Report) -> JsonTable:
    """One fault."""
    return {
        "code": fault.code,
        "article": fault.article,
        "also": list(fault.also),
        "severity": fault.severity,
        "message": fault.message,
        "found": fault.found,
        "allowed": fault.allowed,
        "cards": [card(entry) for entry in fault.cards],
        "file": words.file_of(fault, report),
        "line": fault.line,
        "column": fault.column,
        "hint": fault.hint,
    }


def unchecked(limit: Unchecked) -> JsonTable:
    """A limit that could not be checked, and why."""
    return {"code": limit.code, "article": limit.article, "message": limit.message}


def card(entry: Concerned) -> JsonTable:
    """A card that a fault speaks of."""
    return {"card": entry.card, "name": entry.name, "count": entry.count, "lines": list(entry.lines)}


# --- events --------------------------------------------------------------------------------------------
def render_event(event: Event, title: str = "") -> str:
    """The event as one document, as text."""
    return storable(dumps(event_document(event, title))) + "\n"


def event_document(event: Event, title: str = "") -> JsonTable:
    """The event as plain data."""
    until = event.about.deadline
    return {
        "schema": "judge.event/1",
        "event": event_words.title(event, title),
        "file": event.about.file,
        "roster": event.roster.file,
        "deadline": until.said if until else "",
        "totals": {**totals(event), "verdicts": words.totals(entered.report for entered in event.decks)},
        "players": [player(event, at, title) for at in event.order],
        "troubles": [trouble(event, finding) for finding in event.troubles],
        "decks": [event_deck(event, at) for at in range(len(event.decks))],
        "locked": list(clear_decks(event)),
        "not_locked": not_clear(event),
        "pick": pick(event),
    }


def player(event: Event, at: int, title: str) -> JsonTable:
    """One player, with the message to send back."""
    entrant = event.roster.players[at]
    return {
        "name": entrant.name,
        "surname": entrant.surname,
        "id": entrant.id,
        "table": entrant.table,
        "line": entrant.line,
        "submitted": entrant.submitted.said if entrant.submitted else "",
        "decks": list(event.of(at)),
        "troubles": event.kinds(at),
        "message": message(event, at, title),
    }


def trouble(event: Event, finding: Trouble) -> JsonTable:
    """Something to be seen to."""
    names = [event.roster.players[at].name for at in finding.players]
    return {"kind": finding.kind, **finding.problem._asdict(), "players": names, "decks": list(finding.decks)}


def event_deck(event: Event, at: int) -> JsonTable:
    """One deck as `judge deck check` gives it, with its hash and its cards."""
    entered = event.decks[at]
    name = event.roster.players[entered.player].name if entered.player >= 0 else ""
    cards = [
        {"part": row.part, "column": row.column, "count": row.count, "number": row.card, "name": row.name}
        for row in (entered.report.entries if entered.readable else ())
    ]
    return {
        **deck(entered.report),
        "of": name,
        "submitted": entered.submitted,
        "hash": entered.digest,
        "cards": cards,
    }


def pick(event: Event) -> JsonTable | None:
    """The tables picked, with the hashes that they were picked by."""
    if event.pick is None:
        return None
    rows = []
    for table, players in event_words.seated(event):
        names = [event.roster.players[at].name for at in players]
        rows.append({"table": table, "hash": draw(event.pick.seed, table), "players": names})
    return {"seed": event.pick.seed, "of": event.pick.of, "tables": rows}
