"""Where the cards lie that a text means when it names no zone: in the zone that the rulebook says for their
type.

A row `[unsaid_zone]` gives a type, its zone and the article; a rulebook without one says nothing, and no card
is excepted. It is for the event patterns of abilities: a selector that looks for cards looks in the default
zone anyway. A pattern says otherwise when it names a zone (``from``, ``to``, ``zone``), when its word takes
cards from somewhere itself (drawn, discarded, played), or when it names an ability that works in other zones
only.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import EMPTY
from judge.engine.language.traits import names
from judge.text.plain import Fields

LIES = "lies"  # what is kept with a pattern or a selector: the zone of each type that it means
PLACED = ("zone", "in", "under", "is")  # keys by which a selector says itself which cards it means
WHERE = ("from", "to")
OTHERS = ("by", "target", "attacker")  # the other cards of an event that a pattern may describe


def meant(book: Book, sel: object) -> dict[str, str]:
    """The zone of each type that a selector of a pattern names without a zone;
    none where the book does not say.
    """
    row = book.tables.get("unsaid_zone")
    if row is None or not isinstance(sel, Mapping) or any(key in sel for key in PLACED):
        return {}
    return {row["type"]: row["zone"]} if row["type"] in names(sel.get("type", ())) else {}


def of_subject(book: Book, event: str, subject: object, mods: Mapping[str, object]) -> dict[str, str]:
    """The same of what an event befalls, unless the pattern or its word says where that is."""
    found = meant(book, subject)
    if not found or any(key in mods for key in WHERE) or "from" in book.moves.get(event, {}):
        return {}
    if event in book.tables["unsaid_zone"].get("not_of", ()):
        return {}
    words = names(mods.get("ability", ()))
    works = not words or any(works_in(book, word, *one) for word in words for one in found.items())
    return found if works else {}


def works_in(book: Book, word: str, type_: str, zone: str) -> bool:
    """Does an ability of this keyword or kind work in the zone on a card of the type?"""
    spec = book.keywords.get(book.keyword(word), EMPTY)
    row = book.works.get(type_, {})
    own = [
        (kind, one)
        for kind, made in spec.items()
        for one in (made if isinstance(made, list) else [made])
        if isinstance(one, Mapping)
    ]
    kinds = [(kind, one) for kind, one in own if "rule" in one] or [
        (str(book.kinds.get(word, EMPTY).get("kind", word)), {})
    ]
    return any(
        zone in names(one.get("zone") or row.get(kind) or row.get("default", ())) for kind, one in kinds
    )


def of_others(book: Book, mods: Fields) -> dict[str, object]:
    """The details of a pattern, each selector of a second card with the zones that it means."""
    return {
        key: {**want, LIES: found} if key in OTHERS and (found := meant(book, want)) else want
        for key, want in mods.items()
    }
