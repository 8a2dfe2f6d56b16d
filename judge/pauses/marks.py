"""Marks in a pause: checks that each mark of a card is one of the rulebook's, occurs once, and has a state
that it can have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isfinite

from judge.engine.flow.zones import FALLS
from judge.engine.kernel.event import UNPLACED
from judge.engine.layout.slots import SLOT
from judge.pauses.known import Known
from judge.text.plain import Json
from judge.text.rows import NamedTuple

COUNTER = "counter:"
OTHERS = {FALLS: "flag", UNPLACED: "flag"}  # marks that every game may have
STATES = {"flag": "true or false", "int": "a number, 0 or more", COUNTER: "a whole number, 1 or more"}


class Amiss(NamedTuple):
    """A fault of a mark: its place in the list, and the parts of a problem."""

    where: tuple[int, ...]
    message: str
    found: object
    expected: str = ""
    names: Iterable[str] = ()


def amiss_in(known: Known, marks: Sequence[object]) -> Iterator[Amiss]:
    """The faults of a card's marks."""
    seen: set[str] = set()
    for at, one in enumerate(marks):
        if not isinstance(one, list) or len(one) != 2 or not isinstance(one[0], str):
            yield Amiss((at,), "this is no mark", one, '["mark", state]')
            continue
        if one[0] in seen:
            yield Amiss((at,), f"this card has the mark {one[0]!r} already", one[0], "each mark once")
        seen.add(one[0])
        yield from amiss_with(known, at, *one)


def amiss_with(known: Known, at: int, name: str, state: object) -> Iterator[Amiss]:
    """The fault of one mark and its state: a counter, a flag, a number, or one of the states that it has."""
    what = states_of(known, name)
    if what is None:
        yield Amiss((at,), f"there is no mark {name!r}", name, names=known.book.tables["mark"])
    elif isinstance(what, (list, tuple)):
        if state not in what:
            yield Amiss((at, 1), f"{name} is never so", state, " or ".join(map(str, what)))
    elif not is_state(str(what), state):
        yield Amiss((at, 1), f"{name} is never so", state, STATES[str(what)])


def states_of(known: Known, name: str) -> Json:
    """What a mark may be; None for a mark that there is not."""
    if name == SLOT:
        return [slot for slots in known.book.slots.values() for slot in slots]
    if name in known.book.tables["own_marks"]:
        return "flag"
    if name.startswith(COUNTER):
        return COUNTER if name != COUNTER else None
    return OTHERS.get(name) or known.book.tables["mark"].get(name)


def is_state(what: str, state: object) -> bool:
    """Is a flag or a number as such a mark has it?"""
    if what == "flag":
        return isinstance(state, bool)
    if what == COUNTER:
        return type(state) is int and state >= 1
    # half of an odd number is a number too, in a game that does not round
    return type(state) in (int, float) and isinstance(state, (int, float)) and isfinite(state) and state >= 0
