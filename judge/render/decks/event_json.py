"""An event as JSON, schema `judge.event/1`:
everything that the text, the pages, the messages and the sheets say.
"""

from __future__ import annotations

from judge.decks.event import Event, Trouble, clear_decks, draw, not_clear, totals
from judge.decks.report import Entry
from judge.render.decks import event_words, words
from judge.render.decks.event_messages import message
from judge.render.decks.json import deck as deck_json
from judge.render.json import dumps
from judge.text.plain import Plain
from judge.text.visible import storable

Json = dict[str, Plain]


def render(event: Event, title: str = "") -> str:
    """The event as one document, as text."""
    return storable(dumps(document(event, title))) + "\n"


def document(event: Event, title: str = "") -> Json:
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
        "decks": [deck(event, at) for at in range(len(event.decks))],
        "locked": list(clear_decks(event)),
        "not_locked": not_clear(event),
        "pick": pick(event),
    }


def player(event: Event, at: int, title: str) -> Json:
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


def trouble(event: Event, one: Trouble) -> Json:
    """Something to be seen to."""
    names = [event.roster.players[at].name for at in one.players]
    return {"kind": one.kind, **one.problem._asdict(), "players": names, "decks": list(one.decks)}


def deck(event: Event, at: int) -> Json:
    """One deck as `judge deck check` gives it, with its hash and its cards."""
    one = event.decks[at]
    name = event.roster.players[one.player].name if one.player >= 0 else ""
    cards = [card(entry) for entry in one.report.entries] if one.readable else []
    return {
        **deck_json(one.report),
        "of": name,
        "submitted": one.submitted,
        "hash": one.digest,
        "cards": cards,
    }


def card(one: Entry) -> Json:
    """One card, as the sheets have it."""
    return {"part": one.part, "column": one.column, "count": one.count, "number": one.card, "name": one.name}


def pick(event: Event) -> Json | None:
    """The tables picked, with the hashes that they were picked by."""
    if event.pick is None:
        return None
    rows = []
    for table, players in event_words.seated(event):
        names = [event.roster.players[at].name for at in players]
        rows.append({"table": table, "hash": draw(event.pick.seed, table), "players": names})
    return {"seed": event.pick.seed, "of": event.pick.of, "tables": rows}
