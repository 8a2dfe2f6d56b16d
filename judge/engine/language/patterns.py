"""What an ability listens to: event patterns as they are written become the engine's."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.book import Book
from judge.engine.kernel.recalled import event_of
from judge.engine.kernel.state import EMPTY
from judge.engine.language.unsaid_zones import LIES, of_others, of_subject
from judge.text.plain import Plain, Written


def listens(book: Book, data: Mapping[str, object]) -> tuple[dict[str, Plain], ...]:
    """The event patterns of an ability, in the engine's form."""
    if "on" not in data:
        return ()
    on = data["on"]
    return tuple(pattern(book, one) for one in (on if isinstance(on, list) else [on]))


def pattern(book: Book, on: Written) -> dict[str, object]:
    """One pattern: event names, the subject, and the other details."""
    if isinstance(on, str):
        return {"events": (on,), "subject": "self" if happens_to_card(book, on) else "any", "mods": {}}
    event = event_of(book, on)
    mods = {key: value for key, value in on.items() if key != event}
    lies = of_subject(book, event, on[event], mods)
    found = {"events": (event,), "subject": on[event], "mods": of_others(book, mods)}
    return {**found, LIES: lies} if lies else found


def happens_to_card(book: Book, event: str) -> bool:
    """Does an event of this name befall a card, so that the card that names it means itself?"""
    tables = (book.moves, book.happenings, book.tables["mark_word"], book.tables["mark_event"])
    return bool(book.signals.get(event, EMPTY).get("card", any(event in table for table in tables)))
