"""What pronouns stand for, and names for what is chosen: the last step from what rows say to an ability.

A pronoun that could mean two things means neither: the sentence is declined.
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
SEEN: Final = "$seen"  # the cards that were looked at
_COUNTED: Final = ("at_least", "at_most", "exactly")
_PLAIN: Final = ("draw", "shuffle", "damage", "number", "negate", "options", "impose", "reveal")  # of no card


class Declined(Exception):
    """A sentence that is read and whose meaning is in doubt."""


class Speech:
    """What an ability has spoken of so far."""

    def __init__(self) -> None:
        self.last: Meaning | None = None  # what a pronoun stands for; None where that is in doubt
        self.names = iter(NAMES)
        self.places: set[str] = set()
        self.done = 0
        self.numbers = 0
        self.in_play: set[str] = set()  # what is chosen among cards that are in play
        self.seen = False  # were cards surely looked at?

    def ability(self, data: Mapping[str, Meaning]) -> Table:
        """An ability whose pronouns stand for something. Raises Declined."""
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
        if "against" in found and found.get("zone", "hand") != "hand":  # it has been there and used since
            raise Declined("an answer that comes from another place than the hand")
        return found

    def instructions(self, rows: Iterable[Meaning]) -> list[Meaning]:
        """Instructions one after the other."""
        return [self.instruction(one) for one in rows if isinstance(one, dict)]

    def instruction(self, row: Table) -> Table:
        """One instruction, and what may be spoken of after it."""
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
        spoken = listed(self.last) if self.last is not None else []
        if row.get("play") in (CHOSEN, ONE_CHOSEN) and not self.in_play.isdisjoint(map(str, spoken)):
            raise Declined("a card that is in play would be played")
        self.look(row)
        found = {key: self.spoken(value) for key, value in row.items() if key != PLACE}
        if "as" in found:
            found["as"] = self.named()
        self.heard(row)
        return found

    def look(self, row: Table) -> None:
        """Cards that are looked at, and what speaks of them. Raises Declined."""
        if SEEN in parts(row) and not self.seen:
            raise Declined("cards among those that were looked at, and perhaps none were")
        self.seen = self.seen or "look" in row

    def choice(self, row: Table) -> Table:
        """A choice: what is chosen is what is spoken of."""
        self.look(row)
        found = {key: self.spoken(value) for key, value in row.items() if key != JOINING}
        name = next(self.names, None)
        if name is None:
            raise Declined("too many choices")
        found["choose"] = name
        place = row["from"] if isinstance(row["from"], dict) else {}
        if place.get("zone", place.get("zone" + UNSAID)) == "battle":
            self.in_play.add(f"${name}")
        before = listed(self.last) if JOINING in row and self.last is not None else []
        self.last = [*before, f"${name}"] if before else f"${name}"
        return found

    def options(self, row: Table) -> Table:
        """Several effects: each begins where the text stands, and none speaks for what follows."""
        before, seen, among = self.last, self.seen, []
        for one in listed(row["among"]):
            self.last, self.seen = before, seen
            assert isinstance(one, dict)
            among.append({**one, "do": self.instructions(listed(one["do"]))})
        self.last, self.seen = None, seen
        return {**row, "among": [*among]}

    def under(self, row: Table) -> Table:
        """Instructions under a condition, or ones that are left to a player or a moment."""
        if "when" in row and refers(row["do"]):
            self.last = told_by(listed(row["when"]), self.last)
        found = {key: self.spoken(value) for key, value in row.items() if key not in ("do", "as", "if")}
        if "if" in row:
            found["if"] = self.name_of(self.done)
        seen = self.seen
        found["do"] = self.instructions(listed(row["do"]))
        if "later" not in row:  # a moment comes; a condition may not hold, nobody has to do what one may
            self.seen = seen
        if "as" in row:
            found["as"] = self.named()
        return found

    def named(self) -> str:
        """A new name for what is done."""
        self.done += 1
        return self.name_of(self.done)

    def name_of(self, n: int) -> str:
        """The name of the nth thing that is done."""
        return DONE if n == 1 else f"{DONE}-{n}"

    def spoken(self, value: Meaning) -> Meaning:
        """What is written with what pronouns stand for. Raises Declined."""
        if value in (CHOSEN, ONE_CHOSEN):
            if self.last is None or (value == ONE_CHOSEN and isinstance(self.last, list)):
                raise Declined("a pronoun of which it is in doubt what it means")
            return self.last
        if isinstance(value, dict):
            return {key: self.spoken(one) for key, one in value.items()}
        return [self.spoken(one) for one in value] if isinstance(value, list) else value

    def heard(self, row: Table) -> None:
        """What an instruction leaves to be spoken of."""
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
    """What an event lets a pronoun stand for: this card, or the one of which the event speaks."""
    subjects: list[Meaning] = []
    for one in listed(on) if on is not None else ():
        event = next(iter(one.values())) if isinstance(one, dict) else "self"
        subjects.append("it" if isinstance(event, dict) else event)
    if subjects and all(one == subjects[0] for one in subjects) and subjects[0] in ("self", "it"):
        return subjects[0]
    return None


def told_by(conditions: Sequence[Meaning], last: Meaning | None) -> Meaning | None:
    """What a pronoun behind conditions stands for: what it did before, where they only count; the one card
    of its zone that a condition speaks of. Raises Declined.
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
    """Does the first thing that is done, if it is no choice, speak of a card by a pronoun?"""
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
    """What is written when nothing more will be said: places by default, and the card's own number. Raises
    Declined for a place that is nowhere said.
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
    """The abilities that a sentence is, by their kinds, ready to be written on a card. Raises Declined."""
    for one in listed(meaning):
        for key, data in one.items() if isinstance(one, dict) else ():
            spoken = Speech().ability(data) if isinstance(data, dict) else data
            yield key, settled(alone(spoken), number)


def alone(data: Meaning) -> Meaning:
    """An ability whose one condition is no list."""
    when = data.get("when") if isinstance(data, dict) else None
    if isinstance(data, dict) and isinstance(when, list) and len(when) == 1:
        return {**data, "when": when[0]}
    return data
