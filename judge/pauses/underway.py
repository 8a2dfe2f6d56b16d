"""Whether what is under way in a pause can be: frames of procedures that there are, each at a step of its
own, with what it needs to know; effects, entries and what is remembered.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.book import ARITHMETIC, VALUELESS, Procedure
from judge.pauses.kinds import IMPOSE
from judge.pauses.known import mapping, rows
from judge.pauses.records import FRAMES, MEMORY
from judge.pauses.shape import TOP, Place, Shape, made_ready, spec_of
from judge.text.plain import Fields

AGENDA: Place = (TOP, "agenda")


def check_underway(shape: Shape, pause: Mapping[str, object]) -> None:
    """What runs, what waits, what lasts, what is remembered."""
    agenda = rows(pause.get("agenda"))
    for at, frame in enumerate(agenda):
        check_frame(shape, (AGENDA, at), frame, agenda[: at + 1])
    for at, effect in enumerate(rows(pause.get("effects"))):
        check_effect(shape, ((TOP, "effects"), at), effect)
    check_waiting(shape, pause)
    for key, value in mapping(pause.get("memory")).items():
        check_memory(shape, ((TOP, "memory"), key), key, value)
    check_loop(shape, mapping(pause.get("loop")))


# --- frames ----------------------------------------------------------------------------------------
def check_frame(
    shape: Shape, place: Place, frame: Mapping[str, object], below: list[Mapping[str, object]]
) -> None:
    """A frame runs a procedure that there is, at one of its steps, knowing what it needs to."""
    name, step = frame.get("procedure"), frame.get("step")
    procedures = shape.known.book.procedures
    if not isinstance(name, str) or not isinstance(step, str):
        return
    if name == "seq":
        if step:
            shape.wrong((place, "step"), "a bare sequence has no steps", step, '""')
    elif name not in procedures:
        message = f"there is no procedure {name!r}"
        shape.wrong((place, "procedure"), message, name, "a procedure", procedures)
        return
    else:
        check_step(shape, (place, "step"), procedures[name], step)
        check_needs(shape, (place, "vars"), procedures[name], mapping(frame.get("vars")))
    for at, do in enumerate(rows(frame.get("queue"))):
        check_jump(shape, (((place, "queue"), at), "args"), do, below)


def check_step(shape: Shape, place: Place, procedure: Procedure, step: object) -> None:
    """A step is one of its procedure's."""
    if isinstance(step, str) and step not in procedure.places:
        message = f"procedure {procedure.name!r} has no step {step!r}"
        shape.wrong(place, message, step, "one of its steps", procedure.places)


def check_needs(shape: Shape, place: Place, procedure: Procedure, vars: Mapping[str, object]) -> None:
    """What a procedure needs to know, as the rulebook says it; a window that is open knows who is to act."""
    needs = {key: OF_NEEDS[kind.rstrip("?").partition(" ")[0]] for key, kind in procedure.needs.items()}
    if procedure.name.startswith("window:"):
        needs = {} if vars.get("stage", "open") == "open" else FRAMES["window:"]
    elif procedure.name in FRAMES:
        needs = FRAMES[procedure.name]
    for key, (needed, spec) in made_ready(needs).items():
        if key in vars:
            shape.value((place, key), vars[key], spec)
        elif needed and not procedure.needs.get(key, "").endswith("?"):
            shape.wrong(place, f"{procedure.name} needs the value {key!r}", expected=key)


# By the kind of what a rulebook says that a procedure needs.
OF_NEEDS = {"int": "int", "seat": "seat?", "card": "object?", "ability": "ability?"}


def check_jump(
    shape: Shape, place: Place, do: Mapping[str, object], below: list[Mapping[str, object]]
) -> None:
    """An instruction that goes on elsewhere does so at a step of its own procedure, or of one that runs."""
    args, verb = mapping(do.get("args")), do.get("verb")
    running = [str(frame.get("procedure")) for frame in below]
    name = args.get("procedure") if verb == "leave" else running[-1] if verb == "goto" else None
    if not isinstance(name, str):
        return
    procedure = shape.known.book.procedures.get(name)
    if procedure is not None and name in running:
        check_step(shape, (place, "step"), procedure, args.get("step"))
    else:
        shape.wrong((place, "procedure"), f"no procedure {name!r} is running", name, names=running)


# --- what lasts, what waits, what is remembered ----------------------------------------------------
def check_effect(shape: Shape, place: Place, effect: Fields) -> None:
    """An effect is younger than nothing that is to come, and its value is one that its word makes."""
    makes, value = effect.get("makes"), effect.get("value")
    if type(effect.get("id")) is int and effect["id"] > shape.known.serial:
        highest = str(shape.known.serial)
        shape.wrong((place, "id"), "so many things have not happened yet", effect["id"], f"at most {highest}")
    if makes in ("grant", IMPOSE):
        shape.value((place, "value"), value, spec_of("[ability]"))
    elif makes == "add" or makes in ARITHMETIC:
        shape.value((place, "value"), value, spec_of("int"))
    attr = effect.get("attr")
    if isinstance(attr, str) and isinstance(makes, str) and makes not in VALUELESS and makes != IMPOSE:
        row = shape.known.book.attributes.get(attr)
        if row is None:
            names = shape.known.book.attributes
            shape.wrong((place, "attr"), f"there is no attribute {attr!r}", attr, "an attribute", names)
        elif row["type"] == "int" and makes not in ("gain", "lose") and type(value) not in (int, float):
            shape.wrong((place, "value"), f"{attr} is a number", value, "a whole number")


def check_waiting(shape: Shape, pause: Mapping[str, object]) -> None:
    """No two entries have the same number."""
    seen: set[str] = set()
    for at, one in enumerate(rows(pause.get("waiting"))):
        id_ = one.get("id")
        if isinstance(id_, str) and id_ in seen:
            message = "another entry has this number"
            shape.wrong((((TOP, "waiting"), at), "id"), message, id_, "a number of its own")
        seen.add(str(id_))


def check_memory(shape: Shape, place: Place, key: str, value: object) -> None:
    """What is remembered: numbers in keys have been given out, and what all games remember is of its kind."""
    for part in key.split(":"):
        if part[:1] in ("#", "@") and part[1:].isdigit() and not shape.known.is_number(part, part[0]):
            shape.wrong(place, f"no number higher than {shape.known.serial} has been given out", part)
    for start, kind in MEMORY.items():
        if key.startswith(start):
            shape.value(place, value, spec_of(kind))
    if key.startswith(DID):
        word = key.split(":")[2]
        known = shape.known.book.tables["did"]
        if word not in known:
            shape.wrong(place, f"nothing of the name {word!r} is remembered", word, names=known)


DID = "turn:did:"


def check_loop(shape: Shape, loop: Fields) -> None:
    """A loop stands at one of its decisions; whoever stops it is known once everybody has said how often."""
    turns, at, rounds = loop.get("turns"), loop.get("at"), loop.get("rounds")
    place = (TOP, "loop")
    if isinstance(turns, list) and type(at) is int and at >= len(turns):
        shape.wrong((place, "at"), "the loop has fewer decisions", at, f"less than {len(turns)}")
    said = [one[0] for one in loop.get("numbers", ()) if isinstance(one, list) and one] if loop else []
    if type(rounds) is int and rounds >= 0 and loop.get("stopper") not in said:
        expected = "a player who said how often"
        shape.wrong((place, "stopper"), "nobody stops the loop", loop.get("stopper", ""), expected)
