"""Hidden-zone choices: finds whether a choice depends on cards that not everybody sees, and what an
ability's text says of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from judge.engine.kernel.state import Card, Instruction
from judge.engine.kernel.view import View
from judge.engine.language.traits import listed, names
from judge.engine.language.values import seats
from judge.engine.language.walk import dos_in
from judge.text.plain import Fields, Scope

INFORMATION: Final = frozenset(
    ("zone", "of", "top", "bottom", "in", "is", "not", "owner", "at_least", "at_most")
)


def veiled(view: View, sel: object) -> bool:
    """Does the choice need information on cards of a hidden zone? Then finding none is always allowed."""
    if not isinstance(sel, dict) or "in" in sel:
        return False
    zones = names(sel.get("zone", view.book.default_zone))
    hidden = any(
        view.book.zones[zone]["seen"] != "all"
        for zone in (view.book.zones if "any" in zones else zones)
        if zone in view.book.zones
    )
    return hidden and tests(sel)


def text_of(view: View, v: Mapping[str, object]) -> list[Instruction]:
    """The instructions of the text that is being carried out, nested ones included; none where no text is."""
    ability = view.table.abilities.get(str(v.get("ability", "")))
    if ability is None:
        return []
    return [*dos_in((*ability.cost, *ability.data.get("targets", ()), *ability.do))]


def tests(what: object) -> bool:
    """Does a selector test what cards are, and not only where they lie?"""
    if not isinstance(what, Mapping):
        return False
    return any(key not in INFORMATION for key in what) or any(map(tests, listed(what.get("not", ()))))


def lying(view: View, v: Scope, sel: Fields) -> Iterator[Card]:
    """The cards in the zones that a selector searches."""
    zones = names(sel.get("zone", view.book.default_zone))
    for seat in seats(view, sel.get("of", "me"), v.get("me", "")):
        for zone in view.book.zones if "any" in zones else zones:
            yield from view.zone(seat, zone)
