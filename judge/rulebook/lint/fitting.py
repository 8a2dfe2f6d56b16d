"""Fitting keys: checks which keys of a rulebook belong together, zones beneath zones with slots, values of
procedures, and the size of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.engine.kernel.state import NUMBER
from judge.errors import nearest
from judge.tables.hints import Path
from judge.tables.references import Fault
from judge.text.plain import Fields
from judge.text.rows import NamedTuple


def check_beneath(zones: Fields) -> Iterator[Fault]:
    """Checks that a zone lies beneath others only where these have slots of their own."""
    slotted = [name for name, row in zones.items() if row.get("slots")]
    for name, row in zones.items():
        for at, other in enumerate(row.get("beneath", ())):
            if other in zones and other not in slotted:
                more = {"expected": "a zone with slots", "found": other, "hint": nearest(other, slotted)}
                yield (
                    ("zone", name, "beneath", at),
                    f"{other} has no slots beneath which cards could lie",
                    more,
                )


class Needs(NamedTuple):
    """The keys that must stand beside a key in the rows of a table, because it cannot be carried out or
    cited without them; `unless` another key is there, or only `where` an interrupt is used.
    """

    table: str
    key: str
    beside: tuple[str, ...]
    unless: str = ""
    where: str = ""


NEEDS: Final = (
    Needs("zone", "slots", ("slots_rule",)),
    Needs("zone", "beneath", ("slots_rule", "beneath_rules")),
    Needs("zone", "full", ("limit",), unless="beneath"),
    Needs("zone", "total", ("total_rule",)),
    Needs("zone", "total", ("makes_way", "way_rule"), where="totals"),
    Needs("zone", "makes_way", ("way_rule",)),
    Needs("zone", "overlaps", ("overlap_goes",)),
    Needs("move", "asks", ("asks_rule",)),
    Needs("move", "otherwise", ("origin",)),
    Needs("mark_word", "asks", ("asks_rule",)),
)
COUNTS: Final = ("limit", "total")  # of the cards of a zone
BOUNDS: Final = ("at_least", "at_most", "exactly")  # of a limit of decks


def check_together(tables: Fields) -> Iterator[Fault]:
    """Checks that keys that need each other stand together, and that no zone holds fewer than 0 cards."""
    used = {row["use"] for row in tables.get("interrupts", ()) if isinstance(row, Mapping)}
    for need in NEEDS:
        rows = tables.get(need.table, {}).items() if not need.where or need.where in used else ()
        for name, row in rows:
            if need.key in row and need.unless not in row:
                yield from lacking((need.table, name), need, row)
    token = tables.get("token", {})
    if "asks" in token:
        yield from lacking(("token",), Needs("token", "asks", ("asks_rule",)), token)
    for name, row in tables.get("zone", {}).items():
        yield from check_counts(("zone", name), row, COUNTS)


def lacking(path: Path, need: Needs, row: Mapping[str, object]) -> Iterator[Fault]:
    """The keys that a row lacks beside another one."""
    gone = [key for key in need.beside if key not in row]
    if gone:
        message = f"{need.key} stands here without {' and '.join(gone)}"
        yield (*path, need.key), message, {"expected": " and ".join(need.beside)}


def check_limits(deck: Fields) -> Iterator[Fault]:
    """Checks that no limit of decks asks for fewer than 0 cards."""
    for at, row in enumerate(deck.get("limit", ())):
        yield from check_counts(("limit", at), row, BOUNDS)


def check_counts(path: Path, row: Fields, keys: Sequence[str]) -> Iterator[Fault]:
    """Checks that numbers of cards are not below 0."""
    for key in keys:
        if isinstance(row.get(key), int) and row[key] < 0:
            message = f"{key} is a number of cards"
            yield (*path, key), message, {"expected": "0 or more", "found": str(row[key])}


GIVEN = ("card", "self", "holder")  # what the engine gives procedures, whatever they say that they need


def check_negated(tables: Fields) -> Iterator[Fault]:
    """Checks that the card of what is negated is a value that a procedure has."""
    needed = (need for row in tables.get("procedure", {}).values() for need in row.get("needs", {}))
    known = (*dict.fromkeys(needed), *GIVEN)
    for what, value in tables.get("negated_card", {}).items():
        if value not in known:
            more = {"expected": ", ".join(known), "found": value, "hint": nearest(value, known)}
            yield ("negated_card", what), f"no procedure has a value {value!r}", more


def check_numbers(data: object, path: Path = ()) -> Iterator[Fault]:
    """Checks that no number is larger than games may have."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from check_numbers(value, (*path, key))
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for at, value in enumerate(data):
            yield from check_numbers(value, (*path, at))
    elif isinstance(data, (int, float)) and not -NUMBER <= data <= NUMBER:
        message = "no number of a game is so large"
        yield path, message, {"expected": f"at most {NUMBER}", "found": number_of(data)}


def number_of(value: float) -> str:
    """A number, or its length where it is very long."""
    digits = str(value) if abs(value) < 10**40 or isinstance(value, float) else ""
    return digits or "a number of more than 40 digits"
