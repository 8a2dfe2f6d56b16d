"""Decks beside the ones that were locked:
which of them are the same, and which cards of the others are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.event_lock import Against, Lock, Locked
from judge.render.decks.compare import diff_json, render_diff
from judge.text.visible import visible


def render(
    lock: Lock, found: Sequence[Against], gone: Sequence[Locked], colour: bool = False, width: int = 100
) -> str:
    """A line for each deck, and under it the cards of which there are other numbers."""
    parts = [one_text(lock, one, colour, width) for one in found if one.problem is None]
    rows = list(dict.fromkeys(missing(lock, gone)))
    return "\n".join(parts) + "".join(f"{row}\n" for row in rows)


def one_text(lock: Lock, one: Against, colour: bool, width: int) -> str:
    """One deck that can be compared."""
    return render_diff(one.rows, titled(lock, one), colour, width)


def titled(lock: Lock, one: Against) -> str:
    """Which deck stands against which lock."""
    whose = (
        f" of {one.locked.name}, locked in {lock.file} as {one.locked.deck} ({one.locked.hash[:12]})"
        if one.locked
        else ""
    )
    return f"{one.deck.report.file}{whose}"


def missing(lock: Lock, gone: Sequence[Locked]) -> Iterator[str]:
    """The locked decks of which there is none."""
    for one in gone:
        yield visible(f"Not there: {one.deck} of {one.name}, locked in {lock.file}.")


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
    compared = diff_json(one.rows, titled(lock, one))
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
