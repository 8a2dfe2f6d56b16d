"""Pronouns: finds what pronouns refer to and names what is chosen, the last step from rows to an ability.

A pronoun that could refer to two things refers to neither: the sentence is declined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.reading.meanings import (
    CHOSEN,
    JOINING,
    NAMELESS,
    ONE_CHOSEN,
    UNSAID,
    Meaning,
    Table,
    listed,
    parts,
)

NUMBER: Final = "@number"  # the number of the card whose text it is
PLACE: Final = "@zone"  # where the card has to lie for what is said: there its ability works
NAMES: Final = "abcdefgh"  # of chosen cards
DONE: Final = "done"
_COUNTED: Final = ("at_least", "at_most", "exactly")
_PLAIN: Final = ("draw", "shuffle", "damage", "number", "negate", "options", "impose", "reveal")  # of no card


class Declined(Exception):
    """Raised for a sentence that can be read but whose meaning is doubtful."""


class Speech:
    """What an ability has mentioned so far."""

    def __init__(self) -> None:
        self.last: Meaning | None = None  # what a pronoun stands for; None where that is in doubt
        self.names = iter(NAMES)
        self.places: set[str] = set()
        self.done = 0
        self.numbers = 0

    def ability(self, data: Mapping[str, Meaning]) -> Table:
        """An ability with its pronouns resolved. Raises Declined."""
        found, subject = dict(data), subject_of(data.get("on"))
        if "cost" in found:
            found["cost"] = self.instructions(listed(found["cost"]))
        if self.last is not None and subject is None and refers(found.get("do")):
            raise Declined("a pronoun that may mean what was paid with")
        self.last = subject
        if "do" in found:
            found["do"] = self.instructions(listed(found["do"]))
        places = self.places - {"battle"}
        if places:
            if len(places) > 1 or subject == "self":
                raise Declined("the card would have to lie in two places")
            found = {"zone": places.pop(), **found}
        return found

    def instructions(self, rows: Iterable[Meaning]) -> list[Meaning]:
        """A list of instructions with their pronouns resolved."""
        return [self.instruction(row) for row in rows if isinstance(row, dict)]

    def instruction(self, row: Table) -> Table:
        """One instruction; notes what later pronouns may refer to."""
        if "choose" in row:
            return self.choice(row)
        if "options" in row:
            return self.options(row)
        if "do" in row:
            return self.under(row)
        place = row.get(PLACE)
        if isinstance(place, str):
            self.places.add(place)
        self.numbers += "number" in row
        if self.numbers > 1:
            raise Declined("two numbers that a player chooses")
        found = {key: self.spoken(value) for key, value in row.items() if key != PLACE}
        if "as" in found:
            found["as"] = self.named()
        self.heard(row)
        return found

    def choice(self, row: Table) -> Table:
        """A choice; later pronouns refer to what is chosen."""
        found = {key: self.spoken(value) for key, value in row.items() if key != JOINING}
        name = next(self.names, None)
        if name is None:
            raise Declined("too many choices")
        found["choose"] = name
        before = listed(self.last) if JOINING in row and self.last is not None else []
        self.last = [*before, f"${name}"] if before else f"${name}"
        return found

    def options(self, row: Table) -> Table:
        """Several alternative effects: each begins with what the text has mentioned, and none adds to it for
        what follows.
        """
        before, among = self.last, []
        for one in listed(row["among"]):
            self.last = before
            assert isinstance(one, dict)
            among.append({**one, "do": self.instructions(listed(one["do"]))})
        self.last = None
        return {**row, "among": [*among]}

    def under(self, row: Table) -> Table:
        """Instructions under a condition, or that depend on a player or a moment."""
        if "when" in row and refers(row["do"]):
            self.last = told_by(listed(row["when"]), self.last)
        found = {key: self.spoken(value) for key, value in row.items() if key not in ("do", "as", "if")}
        if "if" in row:
            found["if"] = self.name_of(self.done)
        found["do"] = self.instructions(listed(row["do"]))
        if "as" in row:
            found["as"] = self.named()
        return found

    def named(self) -> str:
        """A new name for an action."""
        self.done += 1
        return self.name_of(self.done)

    def name_of(self, n: int) -> str:
        """The name of the nth thing that is done."""
        return DONE if n == 1 else f"{DONE}-{n}"

    def spoken(self, value: Meaning) -> Meaning:
        """A written value with its pronouns resolved. Raises Declined."""
        if value in (CHOSEN, ONE_CHOSEN):
            if self.last is None or (value == ONE_CHOSEN and isinstance(self.last, list)):
                raise Declined("a pronoun of which it is in doubt what it means")
            return self.last
        if isinstance(value, dict):
            return {key: self.spoken(one) for key, one in value.items()}
        return [self.spoken(one) for one in value] if isinstance(value, list) else value

    def heard(self, row: Table) -> None:
        """Notes what an instruction mentions for later pronouns."""
        word = next(iter(row))
        on = row.get("of", row[word]) if word in ("add", "grant", "blank", "make") else row[word]
        on = row[word] if word == "blank" else on
        if word in _PLAIN or on in (CHOSEN, ONE_CHOSEN):
            return
        if on == "self":
            self.last = "self" if self.last in (None, "self") else None
        elif isinstance(on, dict) or "." in str(on):  # cards of a kind, or a value of what is going on
            self.last = None


def subject_of(on: Meaning | None) -> Meaning | None:
    """What a pronoun may refer to because of an event: this card, or the event's card."""
    subjects: list[Meaning] = []
    for one in listed(on) if on is not None else ():
        event = next(iter(one.values())) if isinstance(one, dict) else "self"
        subjects.append("it" if isinstance(event, dict) else event)
    if subjects and all(one == subjects[0] for one in subjects) and subjects[0] in ("self", "it"):
        return subjects[0]
    return None


def told_by(conditions: Sequence[Meaning], last: Meaning | None) -> Meaning | None:
    """What a pronoun after conditions refers to: the same as before if the conditions only count cards, or
    the one card of its zone that a condition mentions. Raises Declined.
    """
    for one in conditions:
        if not isinstance(one, dict) or not {"zone", "any", "under"} & set(one) or {"is", "it"} & set(one):
            continue
        if one.get("zone") == "leader":
            last = {"zone": "leader"}
        elif not set(_COUNTED) & set(one):
            raise Declined("a pronoun behind a condition that speaks of other cards")
    return last


def refers(do: Meaning | None) -> bool:
    """Does the first instruction, unless it is a choice, refer to a card by a pronoun?"""
    first = next((one for one in listed(do) if isinstance(one, dict)), None) if do is not None else None
    if first is None or "choose" in first:
        return False
    if "options" in first:
        return any(refers(one["do"]) for one in listed(first["among"]) if isinstance(one, dict))
    if "do" in first:
        return refers(first["do"])
    found = list(parts(first))
    return CHOSEN in found or ONE_CHOSEN in found


def settled(value: Meaning, number: str) -> Meaning:
    """A written value when nothing more follows: with default places, and the card's own number. Raises
    Declined for a place that is never stated.
    """
    if isinstance(value, dict):
        found = {}
        for key, one in value.items():
            name = key.removesuffix(UNSAID)
            if name == "zone" and one == NAMELESS:
                raise Declined("it is not said where the cards lie")
            if name != "zone" or one != "":
                found[name] = settled(one, number)
        return found
    if isinstance(value, list):
        return [settled(one, number) for one in value]
    if value == NUMBER and not number:
        raise Declined("the card has no number")
    return number if value == NUMBER else value


def abilities_of(meaning: Meaning, number: str) -> Iterator[tuple[str, Meaning]]:
    """The abilities that a sentence amounts to, by kind, ready to be written on a card. Raises Declined."""
    for one in listed(meaning):
        for key, data in one.items() if isinstance(one, dict) else ():
            spoken = Speech().ability(data) if isinstance(data, dict) else data
            yield key, settled(alone(spoken), number)


def alone(data: Meaning) -> Meaning:
    """An ability in which a single condition is no list."""
    when = data.get("when") if isinstance(data, dict) else None
    if isinstance(data, dict) and isinstance(when, list) and len(when) == 1:
        return {**data, "when": when[0]}
    return data
