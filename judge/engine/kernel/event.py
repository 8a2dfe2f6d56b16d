"""Proposed events: plain data that steps propose and verbs carry out, and the names under which a rulebook
knows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict

from judge.engine.kernel.state import Card, Instruction, Ref, Seat, Status
from judge.text.plain import Fields, Json, Scope


class Event(TypedDict, total=False):
    """A proposed event. Its verb decides which keys it has besides the first seven; a signal also has those
    that its row names.
    """

    verb: str
    name: str  # the rulebook's own word for it, else the verb
    rule: str
    by: Ref  # the card that causes it
    made_by: Card  # the same as a card, where that object is no more
    ability: str
    who: Seat
    because: str  # a reason: effect, cost, rules, or one of the rulebook's own
    used: tuple[str, ...]  # the replacements that it went through already
    redirected: tuple[str, ...]  # the events of those by which one of them has led its card elsewhere
    seen: tuple[str, ...]  # words for what was seen besides, of those that the rulebook's `[cites]` names
    usual: tuple[str, ...]  # the articles of the book's own text, where a version's or a reading's rules
    texts: tuple[str, ...]  # the abilities that it rests on
    ways: tuple[str, ...]  # what it is called besides
    card: Ref
    seat: Seat
    to: Json  # "A.drop"; the objects that an effect is on
    at: str  # an end of a zone
    under: Ref
    onto: Sequence[Ref]
    print: str
    face: str
    zone: str
    host: Ref
    beneath: Sequence[Ref]
    made_of: tuple[str, ...]  # the ids of the cards that were used up for its card to come
    marks: Scope
    meant: str  # the zone that a cost names
    n: Json  # a whole number, or one without end
    sign: int
    turn: int
    since: str  # when its ability was put to use, where the rulebook dates it so
    lay: str  # where its card lay at the earlier moment that is meant, with `values` that it had then
    values: Mapping[str, object]
    swapped: Sequence[Ref]
    rewritten: bool
    score: str
    key: str
    value: Json
    again: bool  # once more, for another card or event
    belongs: bool  # its card belongs to another zone than the one said
    singly: bool  # one by one, for so the zone has it
    proper: bool  # its monster came by its proper summon before
    reasons: tuple[str, ...]  # why a player loses, where there are several
    entries: tuple[str, ...]
    effects: tuple[int, ...]  # the stamps of continuous effects that end
    entry: str
    holder: str
    hearer: Ref
    hearing: Card  # as it was when it heard
    now: Card
    event: str  # the name of another that it is about
    status: Status
    vars: Mapping[str, object]
    procedure: str
    makes: str
    attr: str
    until: str
    scope: Mapping[str, object]
    order: Sequence[Ref]
    losers: Sequence[Seat]
    why: str
    do: Sequence[Instruction]


# By which names a rulebook knows an event: its own, its verb's, and those of the moves that it is one of.
UNDER = "under"
# the mark of a card that does not count as lying where it lies, and the place from which it goes
UNPLACED = "unplaced"


def place_of(card: Card | None) -> str:
    """The place of a card as events see it; a card beneath another one is not in that one's zone."""
    if card is None:
        return ""
    if card.on:
        return UNDER
    return UNPLACED if card.marks and card.mark(UNPLACED) else card.place


def namer(rows: Mapping[str, Mapping[str, object]]) -> Callable[[str, str, str, str], tuple[str, ...]]:
    """A function that gives every name of an event: its own, its verb's, and those of the rows that it fits.
    Each combination is worked out once.
    """

    memo: dict[tuple[str, str, str, str], tuple[str, ...]] = {}

    def names(name: str, verb: str, origin: str = "", goal: str = "") -> tuple[str, ...]:
        key = (name, verb, origin, goal)
        if key not in memo:
            own = (name,) if name == verb else (name, verb)
            memo[key] = (
                *own,
                *(word for word, row in rows.items() if word != name and fits(row, name, verb, origin, goal)),
            )
        return memo[key]

    return names


def fits(row: Fields, name: str, verb: str, origin: str, goal: str) -> bool:
    """Does an event fit a row: does it have one of the row's names, and move between the places that the row
    gives?
    """
    if row.get("way"):
        return False  # no name or place tells it: the event has it with it
    if "names" in row and (name not in row["names"] or "to" not in row):
        return name in row["names"]
    if verb != "move" or goal not in row["to"] or origin == goal:
        return False
    return origin in row["from"] if "from" in row else origin not in row.get("not_from", ())
