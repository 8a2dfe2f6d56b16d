"""Whether a pause's agenda can be: frames of procedures that there are, each at a step of its own, with what
it needs to know, above the one that it stands on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine.kernel.book import Book, Procedure, Step
from judge.engine.kernel.needs import Need
from judge.engine.kernel.state import SEATS, opponent
from judge.engine.mechanisms import steps as shared
from judge.pauses.known import mapping, rows
from judge.pauses.origin import is_changed
from judge.pauses.records import FRAMES
from judge.pauses.shape import TOP, Place, Shape, made_ready
from judge.text.plain import Fields

AGENDA: Place = (TOP, "agenda")
WINDOW = "window:"
BARE = ("seq", "event")  # what stands above any frame


def check_agenda(shape: Shape, pause: Fields) -> None:
    """Every frame, and of a pause that was changed how they stand above each other: where a game begins in a
    procedure tells what that one stands on, but a text of a card may run it elsewhere.
    """
    agenda = rows(pause.get("agenda"))
    check_bottom(shape, pause, agenda)
    for at, frame in enumerate(agenda):
        check_frame(shape, (AGENDA, at), frame, agenda[: at + 1])
    if is_changed(shape.source.data):
        check_stack(shape, agenda)
        for at in range(1, len(agenda)):
            check_window(shape, (AGENDA, at), agenda[at], agenda[at - 1], str(pause.get("active")))


def check_bottom(shape: Shape, pause: Fields, agenda: Sequence[Fields]) -> None:
    """Something is under way until the game is over, and at its bottom is what the rulebook runs there."""
    if not agenda and "result" not in pause:
        shape.wrong(AGENDA, "nothing is under way, and the game is not over", expected="a frame, or a result")
    name = agenda[0].get("procedure") if agenda else ""
    if isinstance(name, str) and name.startswith((*BARE, WINDOW)):
        shape.wrong(((AGENDA, 0), "procedure"), f"a {name} stands on a procedure", name, "a frame below it")


def check_stack(shape: Shape, agenda: Sequence[Fields]) -> None:
    """What the game stands on by the rulebook lies below, once, at the step that it is run from."""
    book, below = shape.known.book, dict[str, Fields]()
    spine = spine_of(book)
    for at, frame in enumerate(agenda):
        name, place = str(frame.get("procedure")), ((AGENDA, at), "procedure")
        procedure = book.procedures.get(name)
        if procedure is not None and (not at or name in spine):
            check_base(shape, place, procedure, below, at)
        if procedure is not None and at:
            check_caller(shape, place, name, mapping(agenda[at - 1]))
        for key, need in procedure.needs.items() if procedure is not None else ():
            check_lies(shape, (((AGENDA, at), "vars"), key), need, mapping(frame.get("vars")).get(key))
        below.setdefault(name, frame)


def spine_of(book: Book) -> set[str]:
    """The procedures that stand on each other in every game: each of them runs once at a time."""
    standing = [one for one in book.procedures.values() if one.under]
    return {name for one in standing for name in (one.name, str(one.under["procedure"]))}


def check_base(
    shape: Shape, place: Place, procedure: Procedure, below: Mapping[str, Fields], at: int
) -> None:
    """A procedure of every game stands on its own; what stands on none is at the very bottom."""
    name, under = procedure.name, procedure.under
    if name in below:
        shape.wrong(place, f"{name} is running already, further down", name, "one at a time")
    elif not under or ("asked" in under and under["procedure"] not in below):
        if at:
            shape.wrong(place, f"{name} stands on nothing else", name, "at the bottom of the agenda")
    elif under["procedure"] not in below:
        shape.wrong(place, f"{name} stands on {under['procedure']}", name, f"{under['procedure']} below it")
    elif below[under["procedure"]].get("step") != under["step"]:
        message = f"{name} is run from step {under['step']} of {under['procedure']}"
        shape.wrong(place, message, below[under["procedure"]].get("step"), under["step"])


def check_caller(shape: Shape, place: Place, name: str, caller: Fields) -> None:
    """A step that the rulebook has open a window, or run a procedure, has nothing else run right above it."""
    procedure = shape.known.book.procedures.get(str(caller.get("procedure")))
    step = caller.get("step")
    if procedure is None or not isinstance(step, str) or step not in procedure.places or name in BARE:
        return
    called = called_by(step_of(procedure, step))
    if called and called != name and (called.startswith(WINDOW) or not name.startswith(WINDOW)):
        shape.wrong(place, f"step {step} of {procedure.name} runs {called}", name, called)


def step_of(procedure: Procedure, step: str) -> Step:
    """A step of a procedure."""
    return procedure.steps[procedure.places[step]]


def called_by(step: Step) -> str:
    """What a step runs by the rulebook's own words: a window, a procedure; ``""`` for another step."""
    if step.function is shared.window:
        return WINDOW + str(step.args["name"])
    return str(step.args["procedure"]) if step.function is shared.call_step else ""


# What a window knows of the step that opened it, by what the step calls it.
PASSED = {"offers": "offers", "mode": "mode", "again": "again", "again_rule": "again_rule", "passing": "pass"}


def check_window(shape: Shape, place: Place, frame: Fields, caller: Fields, active: str) -> None:
    """A window is as the step below opens it: with its offers, for its player."""
    name, vars = str(frame.get("procedure")), mapping(frame.get("vars"))
    procedure = shape.known.book.procedures.get(str(caller.get("procedure")))
    if not name.startswith(WINDOW) or procedure is None or str(caller.get("step")) not in procedure.places:
        return
    step = step_of(procedure, str(caller["step"]))
    if step.function is not shared.window:
        return
    for key, said in PASSED.items():
        wanted, found = step.args.get(said), vars.get(key)
        wanted = list(wanted) if isinstance(wanted, tuple) else wanted
        if found != wanted:
            opens = f"step {step.id} of {procedure.name} opens {name} otherwise"
            shape.wrong(((place, "vars"), key), opens, found or "nothing", str(wanted or "nothing"))
    below = mapping(caller.get("vars"))
    actor = seat_behind(str(step.args.get("actor") or below.get("actor", "active")), below, active)
    if actor and vars.get("actor") != actor:
        opens = f"step {step.id} of {procedure.name} opens {name} for {actor}"
        shape.wrong(((place, "vars"), "actor"), opens, vars.get("actor", "nobody"), actor)


def seat_behind(word: str, vars: Fields, active: str) -> str:
    """The player behind a word, or behind the word that a variable holds; ``""`` where it may be any."""
    word = str(vars.get(word[1:], "")) if word.startswith("$") else word
    me = str(vars.get("me", ""))
    found = {
        "active": active,
        "non-active": opponent(active),
        "me": me,
        "opponent": opponent(me) if me else "",
    }
    found.update({seat: seat for seat in SEATS})
    return found.get(word, "")


def check_frame(shape: Shape, place: Place, frame: Fields, below: Sequence[Fields]) -> None:
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


def check_needs(shape: Shape, place: Place, procedure: Procedure, vars: Fields) -> None:
    """What a procedure needs to know, as the rulebook says it; a window that is open knows who is to act."""
    needs = {key: OF_NEEDS[need.kind] for key, need in procedure.needs.items()}
    if procedure.name.startswith(WINDOW):
        needs = {} if vars.get("stage", "open") == "open" else FRAMES[WINDOW]
    elif procedure.name in FRAMES:
        needs = FRAMES[procedure.name]
    for key, (needed, spec) in made_ready(needs).items():
        if key in vars:
            shape.value((place, key), vars[key], spec)
        elif needed and not (key in procedure.needs and procedure.needs[key].optional):
            shape.wrong(place, f"{procedure.name} needs the value {key!r}", expected=key)


def check_lies(shape: Shape, place: Place, need: Need, ref: object) -> None:
    """A card that a procedure needs lies where the procedure says, as long as it is that object."""
    card = mapping(shape.known.cards.get(shape.known.objects.get(str(ref), "")))
    zone = str(card.get("zone", ""))
    if need.zones and card and zone[2:] not in need.zones:
        shape.wrong(place, f"{card.get('id')} lies elsewhere", zone, need.text)


# By the kind of what a rulebook says that a procedure needs.
OF_NEEDS = {"int": "int", "seat": "seat?", "card": "object?", "ability": "ability?"}


def check_jump(shape: Shape, place: Place, do: Fields, below: Sequence[Fields]) -> None:
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
