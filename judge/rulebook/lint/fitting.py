"""What neither the forms nor the names of tables tell: zones beneath zones with slots, values of procedures,
and how large a number is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine.kernel.bounds import NUMBER
from judge.errors import nearest
from judge.tables.hints import Path
from judge.tables.references import Fault
from judge.text.plain import Fields


def check_beneath(zones: Fields) -> Iterator[Fault]:
    """Cards lie beneath those of zones that have slots of their own."""
    slotted = [name for name, row in zones.items() if row.get("slots")]
    for name, row in zones.items():
        for at, one in enumerate(row.get("beneath", ())):
            if one in zones and one not in slotted:
                more = {"expected": "a zone with slots", "found": one, "hint": nearest(one, slotted)}
                yield ("zone", name, "beneath", at), f"{one} has no slots beneath which cards could lie", more


GIVEN = ("card", "self", "holder")  # what the engine gives procedures, whatever they say that they need


def check_negated(tables: Fields) -> Iterator[Fault]:
    """The card of what is negated is a value that a procedure has."""
    needed = (one for row in tables.get("procedure", {}).values() for one in row.get("needs", {}))
    known = (*dict.fromkeys(needed), *GIVEN)
    for what, value in tables.get("negated_card", {}).items():
        if value not in known:
            more = {"expected": ", ".join(known), "found": value, "hint": nearest(value, known)}
            yield ("negated_card", what), f"no procedure has a value {value!r}", more


def check_numbers(data: object, path: Path = ()) -> Iterator[Fault]:
    """No number is larger than those of a game may be."""
    if isinstance(data, Mapping):
        for key, one in data.items():
            yield from check_numbers(one, (*path, key))
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for at, one in enumerate(data):
            yield from check_numbers(one, (*path, at))
    elif isinstance(data, (int, float)) and not -NUMBER <= data <= NUMBER:
        message = "no number of a game is so large"
        yield path, message, {"expected": f"at most {NUMBER}", "found": number_of(data)}


def number_of(value: float) -> str:
    """A number, or how long it is."""
    digits = str(value) if abs(value) < 10**40 or isinstance(value, float) else ""
    return digits or "a number of more than 40 digits"
