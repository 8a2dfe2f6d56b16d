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
        "unchecked": [unchecked(one) for one in report.unchecked],
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
        "cards": [card(one) for one in fault.cards],
        "file": words.file_of(fault, report),
        "line": fault.line,
        "column": fault.column,
        "hint": fault.hint,
    }


def unchecked(one: Unchecked) -> JsonTable:
    """A limit that could not be checked, and why."""
    return {"code": one.code, "article": one.article, "message": one.message}


def card(one: Concerned) -> JsonTable:
    """A card that a fault speaks of."""
    return {"card": one.card, "name": one.name, "count": one.count, "lines": list(one.lines)}


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
        "totals": {**totals(event), "verdicts": words.totals(one.report for one in event.decks)},
        "players": [player(event, at, title) for at in event.order],
        "troubles": [trouble(event, one) for one in event.troubles],
        "decks": [event_deck(event, at) for at in range(len(event.decks))],
        "locked": list(clear_decks(event)),
        "not_locked": not_clear(event),
        "pick": pick(event),
    }


def player(event: Event, at: int, title: str) -> JsonTable:
    """One player, with the message to send back."""
    one = event.roster.players[at]
    return {
        "name": one.name,
        "surname": one.surname,
        "id": one.id,
        "table": one.table,
        "line": one.line,
        "submitted": one.submitted.said if one.submitted else "",
        "decks": list(event.of(at)),
        "troubles": event.kinds(at),
        "message": message(event, at, title),
    }


def trouble(event: Event, one: Trouble) -> JsonTable:
    """Something to be seen to."""
    names = [event.roster.players[at].name for at in one.players]
    return {"kind": one.kind, **one.problem._asdict(), "players": names, "decks": list(one.decks)}


def event_deck(event: Event, at: int) -> JsonTable:
    """One deck as `judge deck check` gives it, with its hash and its cards."""
    one = event.decks[at]
    name = event.roster.players[one.player].name if one.player >= 0 else ""
    cards = [
        {"part": row.part, "column": row.column, "count": row.count, "number": row.card, "name": row.name}
        for row in (one.report.entries if one.readable else ())
    ]
    return {
        **deck(one.report),
        "of": name,
        "submitted": one.submitted,
        "hash": one.digest,
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
