"""Decks beside the ones that were locked:
which of them are the same, and which cards of the others are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.event_lock import Against, Lock, Locked
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks.compare import diff_json, render_diff
from judge.render.decks.spoken import rows_spoken
from judge.text.visible import visible


def render(
    lock: Lock,
    found: Sequence[Against],
    gone: Sequence[Locked],
    colour: bool = False,
    width: int = 100,
    speech: Speech = ENGLISH,
) -> str:
    """A line for each deck, and under it the cards of which there are other numbers."""
    parts = [one_text(lock, one, colour, width, speech) for one in found if one.problem is None]
    rows = list(dict.fromkeys(missing(lock, gone, speech)))
    return "\n".join(parts) + "".join(f"{row}\n" for row in rows)


def one_text(lock: Lock, one: Against, colour: bool, width: int, speech: Speech) -> str:
    """One deck that can be compared."""
    rows = rows_spoken(one.rows, one.deck.report.game, speech)
    return render_diff(rows, titled(lock, one, speech), colour, width, speech)


def titled(lock: Lock, one: Against, speech: Speech) -> str:
    """Which deck stands against which lock."""
    file, locked = one.deck.report.file, one.locked
    if locked is None:
        return file
    told = {"file": file, "player": locked.name, "lock": lock.file, "deck": locked.deck}
    return speech.say("compare.locked", **told, hash=locked.hash[:12])


def missing(lock: Lock, gone: Sequence[Locked], speech: Speech) -> Iterator[str]:
    """The locked decks of which there is none."""
    for one in gone:
        told = {"deck": one.deck, "player": one.name, "lock": lock.file}
        yield visible(speech.say("compare.gone", **told))


def document(lock: Lock, found: Sequence[Against], gone: Sequence[Locked]) -> dict[str, object]:
    """The same as data, schema `judge.deck-lock-diff/1`."""
    return {
        "schema": "judge.deck-lock-diff/1",
        "lock": lock.file,
        "event": lock.event,
        "same": all(one.same for one in found) and not gone,
        "decks": [deck(lock, one) for one in found],
        "not_there": [
            {"player": one.name, "player_id": one.id, "table": one.table, "file": one.deck, "hash": one.hash}
            for one in gone
        ],
    }


def deck(lock: Lock, one: Against) -> dict[str, object]:
    """One deck."""
    compared = diff_json(one.rows, titled(lock, one, ENGLISH))
    del compared["schema"]
    locked = one.locked
    return {
        "file": one.deck.report.file,
        "player": locked.name if locked else one.deck.report.player,
        "locked": locked.hash if locked else "",
        "hash": one.deck.digest,
        **compared,
        "same": one.same,
        "problem": one.problem._asdict() if one.problem else None,
    }
