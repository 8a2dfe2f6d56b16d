"""By which names a rulebook knows an event: its own, its verb's, and those of the moves that it is one of.

A row of `[happening]` names moves by where they come from and go to, or gathers events of other names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from judge.engine.kernel.state import Card
from judge.text.plain import Fields

UNDER = "under"
# the mark of a card that does not count as lying where it lies, and the place from which it goes
UNPLACED = "unplaced"


def place_of(card: Card | None) -> str:
    """Where a card lies as events see it: beneath another card is no place of the zone above."""
    if card is None:
        return ""
    if card.on:
        return UNDER
    return UNPLACED if card.marks and card.mark(UNPLACED) else card.place


def namer(rows: Mapping[str, Mapping[str, object]]) -> Callable[[str, str, str, str], tuple[str, ...]]:
    """What finds every name of an event, each worked out once:
    its own, its verb's, and those of the rows that it fits.
    """

    found: dict[tuple[str, str, str, str], tuple[str, ...]] = {}

    def names(name: str, verb: str, origin: str = "", goal: str = "") -> tuple[str, ...]:
        key = (name, verb, origin, goal)
        if key not in found:
            own = (name,) if name == verb else (name, verb)
            found[key] = (
                *own,
                *(word for word, row in rows.items() if word != name and fits(row, name, verb, origin, goal)),
            )
        return found[key]

    return names


def fits(row: Fields, name: str, verb: str, origin: str, goal: str) -> bool:
    """Is the event one of a row's: of a name that it lists, and a move between the places that it gives?"""
    if row.get("way"):
        return False  # no name or place tells it: the event has it with it
    if "names" in row and (name not in row["names"] or "to" not in row):
        return name in row["names"]
    if verb != "move" or goal not in row["to"] or origin == goal:
        return False
    return origin in row["from"] if "from" in row else origin not in row.get("not_from", ())
