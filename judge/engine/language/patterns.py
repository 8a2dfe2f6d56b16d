"""Event patterns: turns the written patterns of what an ability listens to into the engine's form. A text
that names no zone means the one that the rulebook gives for the type of card.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import EMPTY
from judge.engine.kernel.table import event_of
from judge.engine.language.traits import names
from judge.text.plain import Fields, Json, TomlValue

# Where the cards lie that a text means when it names no zone: in the zone that the rulebook says for their
# type.
LIES = "lies"  # what is kept with a pattern or a selector: the zone of each type that it means
PLACED = ("zone", "in", "under", "is")  # keys by which a selector says itself which cards it means
WHERE = ("from", "to")
OTHERS = ("by", "target", "attacker")  # the other cards of an event that a pattern may describe


def meant(book: Book, sel: object) -> dict[str, str]:
    """The zone of each type that a pattern's selector means when it names none; nothing where the book does
    not say.
    """
    row = book.tables.get("unsaid_zone")
    if row is None or not isinstance(sel, Mapping) or any(key in sel for key in PLACED):
        return {}
    return {row["type"]: row["zone"]} if row["type"] in names(sel.get("type", ())) else {}


def of_subject(book: Book, event: str, subject: object, mods: Mapping[str, object]) -> dict[str, str]:
    """The zone of each type that is meant for what an event happens to, unless the pattern or its word says
    where that is.
    """
    zones = meant(book, subject)
    if not zones or any(key in mods for key in WHERE) or "from" in book.moves.get(event, {}):
        return {}
    if event in book.tables["unsaid_zone"].get("not_of", ()):
        return {}
    words = names(mods.get("ability", ()))
    works = not words or any(works_in(book, word, *pair) for word in words for pair in zones.items())
    return zones if works else {}


def works_in(book: Book, word: str, type_: str, zone: str) -> bool:
    """Does an ability of this keyword or kind work in the zone on a card of the type?"""
    spec = book.keywords.get(book.keyword(word), EMPTY)
    row = book.works.get(type_, {})
    own = [
        (kind, entry)
        for kind, made in spec.items()
        for entry in (made if isinstance(made, list) else [made])
        if isinstance(entry, Mapping)
    ]
    kinds = [(kind, ability) for kind, ability in own if "rule" in ability] or [
        (str(book.kinds.get(word, EMPTY).get("kind", word)), {})
    ]
    return any(
        zone in names(ability.get("zone") or row.get(kind) or row.get("default", ()))
        for kind, ability in kinds
    )


def of_others(book: Book, mods: Fields) -> dict[str, object]:
    """The details of a pattern; each selector of a second card gets the zones that it means."""
    return {
        key: {**want, LIES: found} if key in OTHERS and (found := meant(book, want)) else want
        for key, want in mods.items()
    }


def listens(book: Book, data: Mapping[str, object]) -> tuple[dict[str, Json], ...]:
    """The event patterns of an ability, in the engine's form."""
    if "on" not in data:
        return ()
    on = data["on"]
    return tuple(pattern(book, part) for part in (on if isinstance(on, list) else [on]))


def pattern(book: Book, on: TomlValue) -> dict[str, object]:
    """One pattern: event names, the subject, and the other details."""
    if isinstance(on, str):
        return {"events": (on,), "subject": "self" if happens_to_card(book, on) else "any", "mods": {}}
    event = event_of(book, on)
    mods = {key: value for key, value in on.items() if key != event}
    lies = of_subject(book, event, on[event], mods)
    fields = {"events": (event,), "subject": on[event], "mods": of_others(book, mods)}
    return {**fields, LIES: lies} if lies else fields


def happens_to_card(book: Book, event: str) -> bool:
    """Does an event of this name happen to a card, so that a card whose text names it means itself?"""
    tables = (book.moves, book.happenings, book.tables["mark_word"], book.tables["mark_event"])
    return bool(book.signals.get(event, EMPTY).get("card", any(event in table for table in tables)))
