"""Shape of a pause: checks every field against the kinds that its records declare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import isfinite
from typing import Any, Final

from judge.engine.flow import changes, control
from judge.engine.flow.snapshots import CAME
from judge.engine.flow.zones import FALLS
from judge.engine.kernel.event import UNPLACED
from judge.engine.layout.slots import SLOT
from judge.errors import Problem, nearest
from judge.pauses.kinds import kind_of
from judge.pauses.known import Known, mapping
from judge.pauses.records import EVENT, KEYS, MEMORY, POSITION, RECORDS, THEN, VALUES
from judge.pauses.saved import SAVED
from judge.text.numbers import is_figures
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import Source
from judge.text.toml_text import show

# --- Marks in a pause: checks that each mark of a card is one of the rulebook's, occurs once, and has a
# state that it can have.
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
    for at, mark in enumerate(marks):
        if not isinstance(mark, list) or len(mark) != 2 or not isinstance(mark[0], str):
            yield Amiss((at,), "this is no mark", mark, '["mark", state]')
            continue
        if mark[0] in seen:
            yield Amiss((at,), f"this card has the mark {mark[0]!r} already", mark[0], "each mark once")
        seen.add(mark[0])
        yield from amiss_with(known, at, *mark)


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


Place = Any  # a key within the place of what holds it: a pair, the outermost of them empty
Spec = tuple[str, Json]  # how a value is looked at, and what that needs to know
MOST = 50  # problems: more of them tell no more
TOP: Place = ((), "pause")


class Full(Exception):
    """Raised when so many problems were found that the search stops."""


class Shape:
    """Checks one pause and notes its problems."""

    def __init__(self, source: Source, known: Known) -> None:
        self.source = source
        self.known = known
        self.problems: list[Problem] = []

    def look(self, pause: Mapping[str, object]) -> None:
        """Checks the whole position."""
        self.record(TOP, pause, fields_of("pause"), "a pause")

    # --- complaints --------------------------------------------------------------------------
    def wrong(
        self, place: Place, message: str, value: object = "", expected: str = "", names: Iterable[str] = ()
    ) -> None:
        """Note a problem at a place. Raises Full when there are enough of them."""
        hint = nearest(value, names) if isinstance(value, str) and value and len(self.problems) < 10 else ""
        shown = show(value) if value != "" else ""
        self.problems.append(
            self.source.problem(path_of(place), message, expected=expected, found=shown, hint=hint)
        )
        if len(self.problems) >= MOST:
            raise Full

    # --- looking -----------------------------------------------------------------------------
    def value(self, place: Place, value: object, spec: Spec) -> None:
        """Checks a value of any kind."""
        how, what = spec
        if how == "kind":
            if not what.test(self.known, value):
                self.wrong(
                    place,
                    f"{name_of(place)} has the wrong type or value",
                    value,
                    what.says,
                    what.names(self.known),
                )
        elif how == "list":
            self.listed(place, value, what)
        elif how == "table":
            self.tabled(place, value, what)
        elif how == "row":
            self.row(place, value, what)
        elif how == "record":
            self.recorded(place, value, what)
        else:
            OWN[how](self, place, value)

    def listed(self, place: Place, value: object, spec: Spec) -> None:
        """Checks a list whose items are all of one kind."""
        if not isinstance(value, list):
            self.wrong(place, "this is no list", value, "a list")
            return
        for at, part in enumerate(value):
            self.value((place, at), part, spec)

    def row(self, place: Place, value: object, specs: tuple[Spec, ...]) -> None:
        """Checks a list with a fixed number of values, each of its own kind."""
        if not isinstance(value, list) or len(value) != len(specs):
            self.wrong(place, "this is no such list", value, f"a list of {len(specs)} values")
            return
        for at, (cell, spec) in enumerate(zip(value, specs, strict=True)):
            self.value((place, at), cell, spec)

    def tabled(self, place: Place, value: object, spec: Spec) -> None:
        """Checks a table whose values are of one kind, and its keys, where they are names."""
        if not isinstance(value, Mapping):
            self.wrong(place, "this is no table", value, "a table")
            return
        keys = KEYS.get(str(place[1])) if place[0] is TOP else None
        for key, cell in value.items():
            if keys:
                self.value((place, key), key, spec_of(keys))
            self.value((place, key), cell, spec)

    def recorded(self, place: Place, value: object, name: str) -> None:
        """Checks a record of the expected type."""
        if not isinstance(value, Mapping) or value.get("$") != name:
            given = value.get("$", "a table without it") if isinstance(value, Mapping) else value
            self.wrong(place, f"a {name} is needed here", given, f'"$" = "{name}"', RECORDS)
            return
        self.record(place, value, fields_of(name), f"a {name}")
        if name == "Card":
            self.card(place, value)

    def card(self, place: Place, value: Mapping[str, object]) -> None:
        """A card is printed as it is and somebody's, whenever it is spoken of; its marks are each as they are
        there.
        """
        now = mapping(self.known.cards.get(str(value.get("id", ""))))
        for key in ("print", "owner"):
            if key in now and value.get(key) not in (now[key], None):
                self.wrong((place, key), f"{now.get('id')} has another {key} now", value[key], str(now[key]))

    def record(
        self, place: Place, data: Mapping[str, object], fields: Mapping[str, tuple[bool, Spec]], what: str
    ) -> None:
        """Checks that every field of a record is there and of its kind, and that there are no others."""
        for key, (needed, spec) in fields.items():
            if key in data:
                self.value((place, key), data[key], spec)
            elif needed:
                self.wrong(place, f"{what} needs the key {key!r}", expected=key)
        if len(data) > len(fields) or not fields.keys() >= data.keys() - {"$"}:
            for key in data:
                if key not in fields and key not in ("$", SAVED):
                    self.wrong((place, key), f"{what} has no key {key!r}", key, names=fields)

    # --- what is no single kind ----------------------------------------------------------------
    def memory(self, place: Place, value: object) -> None:
        """Checks what is remembered, by its keys; past events have a check of their own."""
        if not isinstance(value, Mapping):
            self.wrong(place, f"{name_of(place)} is no table", value, "a table")
            return
        for key, remembered in value.items():
            if not str(key).startswith(PAST):
                self.plain((place, key), remembered)

    def past(self, place: Place, value: object) -> None:
        """Checks past events as they were kept, by their names and details."""
        self.kept(place, value, "past", "what has happened")

    def why(self, place: Place, value: object) -> None:
        """Checks who caused a past event, and why."""
        self.kept(place, value, "why", "the cause of what has happened")

    def kept(self, place: Place, value: object, name: str, what: str) -> None:
        """Checks a table with fields of its own that is no record of a game."""
        if not isinstance(value, Mapping) or "$" in value:
            self.wrong(place, f"this is not {what}", value, "an event as `judge` keeps it")
        else:
            self.record(place, value, fields_of(name), what)

    def gone(self, place: Place, value: object) -> None:
        """Checks a card as it was: it may be gone, and so may the cards that it lay with."""
        if not isinstance(value, Mapping) or value.get("$") != "Card":
            given = value.get("$", "a table without it") if isinstance(value, Mapping) else value
            self.wrong(place, "a Card is needed here", given, '"$" = "Card"', ("Card",))
        else:
            self.record(place, value, fields_of("gone"), "a Card")

    def then(self, place: Place, value: object) -> None:
        """Checks a value out of the past, whatever its kind; the cards in it are as they were then."""
        if isinstance(value, list):
            for at, part in enumerate(value):
                self.then((place, at), part)
        elif isinstance(value, Mapping) and name_of(place) == CAME:
            self.past(place, value)
        elif isinstance(value, Mapping) and "$" not in value:
            for key, part in value.items():
                self.then((place, key), part)
        elif isinstance(value, Mapping) and value["$"] == "Card":
            self.gone(place, value)
        else:
            self.plain(place, value)

    def plain(self, place: Place, value: object) -> None:
        """Checks text, numbers, flags, lists, tables and records, whatever they hold."""
        if isinstance(value, str):
            if (
                value[:1] in ("#", "@")
                and is_figures(value[1:])
                and not self.known.is_number(value, value[0])
            ):
                what = f"no number higher than {self.known.serial} has been given out"
                self.wrong(place, what, value, f"a number up to {value[0]}{self.known.serial}")
        elif isinstance(value, list):
            for at, part in enumerate(value):
                self.plain((place, at), part)
        elif isinstance(value, Mapping):
            if "$" in value:
                self.any_record(place, value)
            else:  # a text may say the names of values as words of its own: by = "self"
                for key, part in value.items():
                    self.plain((place, key), part)
        elif not isinstance(value, (bool, int, float)):
            self.wrong(
                place, "no value of a game is of this kind", value, "text, a number, a list or a table"
            )
        elif not isinstance(value, bool) and not -1e12 < value < 1e12:
            self.wrong(place, "no number of a game is so large", value)

    def any_record(self, place: Place, value: Mapping[str, object]) -> None:
        """Checks a record of any type."""
        name = value["$"]
        if isinstance(name, str) and name in RECORDS:
            self.record(place, value, fields_of(name), f"a {name}")
        else:
            self.wrong((place, "$"), "there is no such record", name, ", ".join(RECORDS), RECORDS)

    def values(self, place: Place, data: object) -> None:
        """Checks named values, each name by its kind."""
        if not isinstance(data, Mapping):
            self.wrong(place, "this is no table", data, "a table")
            return
        for key, value in data.items():
            spec = NAMED.get(key)
            if spec is not None:
                self.value((place, key), value, spec)
            else:
                self.plain((place, key), value)

    def args(self, place: Place, data: object) -> None:
        """Checks the arguments of an instruction; which of them it needs is checked with the instruction."""
        if not isinstance(data, Mapping):
            self.wrong(place, "this is no table", data, "a table")
            return
        for key, value in data.items():
            if key not in ("vars", "events"):
                self.plain((place, key), value)

    def instruction(self, place: Place, data: object) -> None:
        """Checks one instruction: its word exists, and has what it needs."""
        self.recorded(place, data, "Do")
        verb, args = mapping(data).get("verb"), mapping(mapping(data).get("args"))
        if not isinstance(verb, str):
            return
        if verb in control.CONTROLS:
            self.record((place, "args"), args, instruction_fields(verb), f"the instruction {verb!r}")
        word = None if verb in control.CONTROLS else self.known.book.vocabulary.get(verb)
        for key in (*word.needs, *([verb] if word.under else [])) if word is not None else ():
            if key not in args:
                self.wrong((place, "args"), f"the instruction {verb!r} needs the key {key!r}", expected=key)
        for key, kind in word.takes.items() if word is not None else ():
            value = args.get(key, "$")
            if kind in SAID and isinstance(value, str) and not value.startswith("$"):
                self.value(((place, "args"), key), value, spec_of(SAID[kind]))

    def instructions(self, place: Place, data: object) -> None:
        """Checks one instruction or several."""
        if isinstance(data, list):
            for at, instruction in enumerate(data):
                self.instruction((place, at), instruction)
        else:
            self.instruction(place, data)

    def event(self, place: Place, data: object) -> None:
        """Checks an event that is to happen: what its verb needs, and its other details."""
        verb = mapping(data).get("verb")
        if not isinstance(data, Mapping) or not isinstance(verb, str) or verb not in changes.ATOMS:
            self.wrong((place, "verb"), "there is no such event", verb, names=changes.ATOMS)
            return
        fields = event_fields(verb)
        for key, (needed, spec) in fields.items():
            if key in data:
                self.value((place, key), data[key], spec)
            elif needed:
                self.wrong(place, f"the event {verb!r} needs the key {key!r}", expected=key)
        for key, value in data.items():
            if key not in fields:
                self.plain((place, key), value)

    def happening(self, place: Place, data: object) -> None:
        """Checks what an ability hears: an event that has happened, one that is to happen, or part of one."""
        if isinstance(data, Mapping) and "$" not in data and data:
            (self.event if "verb" in data else self.plain)(place, data)
        else:
            self.recorded(place, data, "Record")

    def marks(self, place: Place, data: object) -> None:
        """Checks the marks of a card: each exists in the rulebook, occurs once, and has one of its states."""
        if not isinstance(data, list):
            self.wrong(place, "this is no list", data, "a list of marks with their states")
            return
        for fault in amiss_in(self.known, data):
            where: Place = place
            for key in fault.where:
                where = (where, key)
            self.wrong(where, fault.message, fault.found, fault.expected, fault.names)


PAST = tuple(key for key, kind in MEMORY.items() if kind.strip("[{}]") in ("past", "then"))
OWN: dict[str, Callable[[Shape, Place, object], None]] = {
    "plain": Shape.plain,
    "past": Shape.past,
    "why": Shape.why,
    "gone": Shape.gone,
    "then": Shape.then,
    "memory": Shape.memory,
    "values": Shape.values,
    "args": Shape.args,
    "dos": Shape.instructions,
    "Do": Shape.instruction,
    "Event": Shape.event,
    "happening": Shape.happening,
    "Act": Shape.values,
    "marks": Shape.marks,
}


# --- declarations made ready ----------------------------------------------------------------------
@cache
def spec_of(text: str) -> Spec:
    """The check for values of a kind: see `judge/pauses/records.py`."""
    if text in OWN:
        return text, None
    if text[0] == "[":
        return "list", spec_of(text[1:-1])
    if text[0] == "{":
        return "table", spec_of(text[1:-1])
    if text[0] == "(":
        return "row", tuple(spec_of(part) for part in parts_of(text[1:-1]))
    return ("record", text) if text in RECORDS else ("kind", kind_of(text))


def parts_of(text: str) -> list[str]:
    """The parts of a row; what stands in brackets stays together."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == " " and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def made_ready(fields: Mapping[str, str]) -> dict[str, tuple[bool, Spec]]:
    """Fields with whether each is needed, and its check."""
    return {key.lstrip("?"): (key[0] != "?", spec_of(kind)) for key, kind in fields.items()}


@cache
def fields_of(name: str) -> dict[str, tuple[bool, Spec]]:
    """The fields of a record, or of the whole position."""
    return made_ready(POSITION if name == "pause" else THEN.get(name) or RECORDS[name])


@cache
def event_fields(verb: str) -> dict[str, tuple[bool, Spec]]:
    """The fields of an event."""
    return made_ready({**EVENT, **changes.ATOMS[verb].takes})


@cache
def instruction_fields(verb: str) -> dict[str, tuple[bool, Spec]]:
    """The fields of a control instruction, with the conditions that any instruction may have."""
    return made_ready({**control.CONTROLS[verb].takes, "?if": "plain", "?when": "plain"})


# By the kind of what a text says under a key, the kind of value that it is.
SAID: Final = {"zone": "place", "seat": "player", "one-seat": "player"}
NAMED: dict[str, Spec] = {key: spec_of(kind) for key, kind in VALUES.items()}


def name_of(place: Place) -> str:
    """The name of a value: its key, or that of the list in which it stands."""
    key: object = 0
    while place and isinstance(key, int):
        place, key = place
    return str(key)


def path_of(place: Place) -> list[str | int]:
    """A place as a path from the top of the file."""
    path: list[str | int] = []
    while place:
        place, key = place
        path.append(key)
    return path[::-1]
