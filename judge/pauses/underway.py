"""Processes in a pause: checks whether the frames on its agenda, what lasts, what is pending and what is
remembered are possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine.kernel.book import ARITHMETIC, BLANKING, CHANGES, VALUELESS, Book, Need, Procedure, Step
from judge.engine.kernel.state import SEATS, opponent
from judge.engine.layout.attachments import PREFIX
from judge.engine.mechanisms import steps as shared
from judge.engine.words.abilities import GIVEN
from judge.pauses.kinds import IMPOSE, is_int
from judge.pauses.known import Known, mapping, rows
from judge.pauses.records import FRAMES, MEMORY
from judge.pauses.saved import is_changed
from judge.pauses.shape import TOP, Place, Shape, made_ready, spec_of
from judge.text.numbers import MOST, is_figures
from judge.text.plain import Fields

# Whether a pause's agenda can be: frames of procedures that there are, each at a step of its own, with what
# it needs to know, above the one that it stands on.
AGENDA: Place = (TOP, "agenda")
WINDOW = "window:"
BARE = ("seq", "event")  # what stands above any frame


def check_agenda(shape: Shape, pause: Mapping[str, object]) -> None:
    """Checks every frame; in a pause that was changed also how they stand above each other. The start of a
    game in a procedure tells what that procedure stands on, but a card's text may run it elsewhere.
    """
    agenda = rows(pause.get("agenda"))
    check_bottom(shape, pause, agenda)
    for at, frame in enumerate(agenda):
        check_frame(shape, (AGENDA, at), frame, agenda[: at + 1])
    if is_changed(shape.source.data):
        check_stack(shape, agenda)
        for at in range(1, len(agenda)):
            check_window(shape, (AGENDA, at), agenda[at], agenda[at - 1], str(pause.get("active")))


def check_bottom(shape: Shape, pause: Mapping[str, object], agenda: Sequence[Fields]) -> None:
    """Checks that something is under way until the game is over, and that the rulebook's own procedure is at
    the bottom.
    """
    if not agenda and "result" not in pause:
        shape.wrong(AGENDA, "nothing is under way, and the game is not over", expected="a frame, or a result")
    name = agenda[0].get("procedure") if agenda else ""
    if isinstance(name, str) and name.startswith((*BARE, WINDOW)):
        shape.wrong(((AGENDA, 0), "procedure"), f"a {name} stands on a procedure", name, "a frame below it")


def check_stack(shape: Shape, agenda: Sequence[Fields]) -> None:
    """Checks that the procedures on which a game stands by the rulebook are there, once each, at the steps
    that run them.
    """
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
    """The procedures that stand on each other in every game; each of them runs once at a time."""
    standing = [procedure for procedure in book.procedures.values() if procedure.under]
    return {name for layer in standing for name in (layer.name, str(layer.under["procedure"]))}


def check_base(
    shape: Shape, place: Place, procedure: Procedure, below: Mapping[str, Fields], at: int
) -> None:
    """Checks that a procedure of every game stands on its own base, and that one without a base is at the
    very bottom.
    """
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


def check_caller(shape: Shape, place: Place, name: str, caller: Mapping[str, object]) -> None:
    """Checks that a step by which the rulebook opens a window or runs a procedure has nothing else right
    above it.
    """
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
    """What a step runs by the rulebook: a window or a procedure; ``""`` for another step."""
    if step.function is shared.window:
        return WINDOW + str(step.args["name"])
    return str(step.args["procedure"]) if step.function is shared.call_step else ""


# What a window knows of the step that opened it, by what the step calls it.
PASSED = {"offers": "offers", "mode": "mode", "again": "again", "again_rule": "again_rule", "passing": "pass"}


def check_window(
    shape: Shape, place: Place, frame: Mapping[str, object], caller: Mapping[str, object], active: str
) -> None:
    """Checks that a window is as the step below opens it, with its offers and for its player."""
    name, vars = str(frame.get("procedure")), mapping(frame.get("vars"))
    procedure = shape.known.book.procedures.get(str(caller.get("procedure")))
    if not name.startswith(WINDOW) or procedure is None or str(caller.get("step")) not in procedure.places:
        return
    step = step_of(procedure, str(caller["step"]))
    if step.function is not shared.window:
        return
    for key, given in PASSED.items():
        wanted, argument = step.args.get(given), vars.get(key)
        wanted = list(wanted) if isinstance(wanted, tuple) else wanted
        if argument != wanted:
            opens = f"step {step.id} of {procedure.name} opens {name} otherwise"
            shape.wrong(((place, "vars"), key), opens, argument or "nothing", str(wanted or "nothing"))
    below = mapping(caller.get("vars"))
    actor = seat_behind(str(step.args.get("actor") or below.get("actor", "active")), below, active)
    if actor and vars.get("actor") != actor:
        opens = f"step {step.id} of {procedure.name} opens {name} for {actor}"
        shape.wrong(((place, "vars"), "actor"), opens, vars.get("actor", "nobody"), actor)


def seat_behind(word: str, vars: Mapping[str, object], active: str) -> str:
    """The player that a word names, or the word in a variable; ``""`` where it may be any player."""
    word = str(vars.get(word[1:], "")) if word.startswith("$") else word
    me = str(vars.get("me", ""))
    seats = {
        "active": active,
        "non-active": opponent(active),
        "me": me,
        "opponent": opponent(me) if me else "",
    }
    seats.update({seat: seat for seat in SEATS})
    return seats.get(word, "")


def check_frame(shape: Shape, place: Place, frame: Mapping[str, object], below: Sequence[Fields]) -> None:
    """Checks that a frame runs an existing procedure at one of its steps, with the values that it needs."""
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
    """Checks that a step belongs to its procedure."""
    if isinstance(step, str) and step not in procedure.places:
        message = f"procedure {procedure.name!r} has no step {step!r}"
        shape.wrong(place, message, step, "one of its steps", procedure.places)


def check_needs(shape: Shape, place: Place, procedure: Procedure, vars: Mapping[str, object]) -> None:
    """Checks the values that a procedure needs; an open window needs to know who is to act."""
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
    """Checks that a card is where the procedure needs it, as long as it is the same object."""
    card = mapping(shape.known.cards.get(shape.known.objects.get(str(ref), "")))
    zone = str(card.get("zone", ""))
    if need.zones and card and zone[2:] not in need.zones:
        shape.wrong(place, f"{card.get('id')} lies elsewhere", zone, need.text)


# By the kind of what a rulebook says that a procedure needs.
OF_NEEDS = {"int": "int", "seat": "seat?", "card": "object?", "ability": "ability?"}


def check_jump(shape: Shape, place: Place, do: Mapping[str, object], below: Sequence[Fields]) -> None:
    """Checks that a jump leads to a step of its own procedure, or of one that runs."""
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


# Whether what waits in a pause can: abilities of the cards that have them, for the players who use them.
WAITING: Place = (TOP, "waiting")
CARDS = ("link", "negated")  # how what waits may be a card that was activated, with no ability of its own


def check_entries(shape: Shape, waiting: Sequence[Fields]) -> None:
    """Checks every waiting entry, and that no two have the same number."""
    seen: set[str] = set()
    for at, entry in enumerate(waiting):
        place, id_ = (WAITING, at), entry.get("id")
        if isinstance(id_, str) and id_ in seen:
            shape.wrong((place, "id"), "another entry has this number", id_, "a number of its own")
        seen.add(str(id_))
        check_bearer(shape, place, entry)
        check_ability(shape, place, entry)
        check_values(shape, place, entry)


def check_bearer(shape: Shape, place: Place, entry: Mapping[str, object]) -> None:
    """Checks that the object whose ability waits is its card, a pile in which the card lies, or gone."""
    card = entry.get("card")
    held = shape.known.objects.get(str(entry.get("source")))
    if held is None or held == card or card == "":
        return
    under = mapping(shape.known.cards.get(held)).get("under")
    if not isinstance(under, list) or card not in under:
        shape.wrong(
            (place, "source"), f"this object is {held}", entry.get("source"), f"an object that is {card}"
        )


def check_ability(shape: Shape, place: Place, entry: Mapping[str, object]) -> None:
    """Checks that the ability of an entry is one that its card prints, or may have been given."""
    id_, card = entry.get("ability"), mapping(shape.known.cards.get(str(entry.get("card"))))
    if id_ == "":
        if entry.get("status") not in CARDS:
            shape.wrong((place, "ability"), "no ability waits so", id_, "an ability")
        return
    owner = shape.known.owners.get(str(id_)) if isinstance(id_, str) and not id_.startswith(GIVEN) else None
    if owner is not None and card and owner != card.get("print") and id_ not in shape.known.granted:
        message = f"{card.get('id')} does not have this ability"
        shape.wrong((place, "ability"), message, id_, f"an ability of {card.get('print')}")


def check_values(shape: Shape, place: Place, entry: Mapping[str, object]) -> None:
    """Checks that an entry's variables agree with its player and its card."""
    vars = mapping(entry.get("vars"))
    for key, of in (("me", "master"), ("holder", "card")):
        if key in vars and vars[key] != entry.get(of):
            where = ((place, "vars"), key)
            shape.wrong(where, f"{key} is the {of} of what waits", vars[key], str(entry.get(of)))


def check_underway(shape: Shape, pause: Mapping[str, object]) -> None:
    """Checks what runs, what waits, what lasts and what is remembered."""
    check_agenda(shape, pause)
    check_effects(shape, rows(pause.get("effects")))
    check_entries(shape, rows(pause.get("waiting")))
    check_scores(shape, mapping(pause.get("scores")))
    check_article(shape, ((TOP, "result"), "rule"), mapping(pause.get("result")).get("rule"))
    for key, value in mapping(pause.get("memory")).items():
        check_memory(shape, ((TOP, "memory"), key), key, value)
    check_loop(shape, mapping(pause.get("loop")))


# --- what lasts, what waits, what is remembered ----------------------------------------------------
def check_effects(shape: Shape, effects: Sequence[Fields]) -> None:
    """Checks each lasting effect, and that no two have the same number."""
    seen: set[object] = set()
    for at, effect in enumerate(effects):
        place, id_ = ((TOP, "effects"), at), effect.get("id")
        check_effect(shape, place, effect)
        if type(id_) is int and id_ in seen:
            shape.wrong((place, "id"), "another effect has this number", id_, "a number of its own")
        seen.add(id_ if type(id_) is int else None)


def check_effect(shape: Shape, place: Place, effect: Fields) -> None:
    """Checks that an effect's number has been given out, that it has an article, and that it names each
    object once.
    """
    id_, to = effect.get("id"), effect.get("to", [])
    if type(id_) is int and id_ > shape.known.serial:
        highest = str(shape.known.serial)
        shape.wrong((place, "id"), "so many things have not happened yet", id_, f"at most {highest}")
    for at, ref in enumerate(to) if isinstance(to, list) else ():
        if ref in to[:at]:
            shape.wrong(((place, "to"), at), "the effect is on this object already", ref, "each object once")
    check_article(shape, (place, "rule"), effect.get("rule"))
    check_made(shape, place, effect)


def check_made(shape: Shape, place: Place, effect: Mapping[str, object]) -> None:
    """Checks that an effect's value suits what it changes."""
    makes, value, attr = effect.get("makes"), effect.get("value"), effect.get("attr")
    if makes in CHANGES and makes not in shape.known.book.words:
        shape.wrong((place, "makes"), f"no card of {shape.known.book.id} says {makes!r}", makes)
    if makes in ("grant", IMPOSE):
        shape.value((place, "value"), value, spec_of("[ability]"))
    elif makes in BLANKING and value is not True:
        shape.value((place, "value"), value, spec_of("[text]"))
    if not isinstance(attr, str) or not isinstance(makes, str) or makes in VALUELESS or makes == IMPOSE:
        return
    row = shape.known.book.attributes.get(attr)
    if row is None:
        names = shape.known.book.attributes
        shape.wrong((place, "attr"), f"there is no attribute {attr!r}", attr, "an attribute", names)
    elif makes == "add" or makes in ARITHMETIC or row["type"] == "int":
        check_number(shape, place, effect, str(row["type"]))
    elif row["type"] == "words" and not is_words(value):
        shape.wrong((place, "value"), f"{attr} is made of words", value, "a word, or a list of words")


def check_number(shape: Shape, place: Place, effect: Mapping[str, object], type_: str) -> None:
    """Checks that an effect which counts changes a number, by an amount that the game can reach."""
    attr, value = effect["attr"], effect.get("value")
    if type_ != "int" and effect["makes"] not in ("gain", "lose"):
        shape.wrong((place, "attr"), f"{attr} is no number", attr, "a number that cards have")
    elif effect["makes"] == "divide" and value == 0:
        shape.wrong((place, "value"), "nothing is divided by 0", value, "another number")
    elif effect["makes"] not in ("gain", "lose") and not is_number(shape.known, value):
        shape.wrong((place, "value"), f"{attr} is a number", value, "a whole number")


def is_number(known: Known, value: object) -> bool:
    """Is it a number as games have them, whole unless the game divides?"""
    fraction = isinstance(value, float) and known.fractions and -MOST < value < MOST
    return is_int(known, value) or fraction


def is_words(value: object) -> bool:
    """Is it a word, or a list of words?"""
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(word, str) for word in value)
    )


def check_scores(shape: Shape, scores: Mapping[str, object]) -> None:
    """Checks that each player has each score, between its least and its most."""
    book = shape.known.book
    for name in sorted(shape.known.scores):
        place, row, value = ((TOP, "scores"), name), book.tables["score"][name[2:]], scores.get(name)
        most = book.params.get(row.get("most", ""))
        if value is None:
            shape.wrong((TOP, "scores"), f"the score {name} is missing", expected=name)
        elif type(value) is int and value < row.get("floor", value):
            shape.wrong(place, f"{name} never falls so low", value, f"at least {row['floor']}")
        elif type(value) is int and type(most) is int and 0 < most < value and value > row.get("start", 0):
            shape.wrong(place, f"{name} never grows so large", value, f"at most {most}")


def check_article(shape: Shape, place: Place, rule: object) -> None:
    """Checks that a rule is an article of the book, or empty."""
    known = shape.known.articles if rule else ()
    if known and isinstance(rule, str) and rule not in known:
        shape.wrong(place, f"{shape.known.book.id} has no article {rule!r}", rule, "an article", known)


def check_memory(shape: Shape, place: Place, key: str, value: object) -> None:
    """Checks what is remembered: numbers in keys have been given out, and values that all games remember
    have their kinds.
    """
    for part in key.split(":"):
        if part[:1] in ("#", "@") and is_figures(part[1:]) and not shape.known.is_number(part, part[0]):
            shape.wrong(place, f"no number higher than {shape.known.serial} has been given out", part)
    name = shape.known.memory_name(key)
    if name not in shape.known.remembered:
        shape.wrong(place, f"nothing of the name {name!r} is remembered", name, names=shape.known.remembered)
    if name == "once":
        shape.value(place, value, spec_of("count"))
    if name in shape.known.book.memories:
        shape.value(place, value, spec_of(shape.known.book.memories[name]))
    if key.startswith(PREFIX):
        check_host(shape, place, key[len(PREFIX) :])
    for start, kind in MEMORY.items():
        if key.startswith(start):
            shape.value(place, value, spec_of(kind))
    if key.startswith(DID):
        word = key.split(":")[2]
        known = shape.known.book.tables["did"]
        if word not in known:
            shape.wrong(place, f"no deed of the name {word!r} is remembered", word, names=known)


DID = "turn:did:"


def check_host(shape: Shape, place: Place, guest: str) -> None:
    """Checks that no card is attached to itself, directly or through others."""
    hosts, at, seen = shape.known.hosts, shape.known.hosts.get(guest), {guest}
    while at is not None and at not in seen:
        seen.add(at)
        at = hosts.get(at)
    if at == guest:
        shape.wrong(place, "what is attached comes round to itself", hosts[guest], "another card")


def check_loop(shape: Shape, loop: Fields) -> None:
    """Checks that a loop stands at one of its decisions, and that it is known who stops it once everybody
    has said how often.
    """
    turns, at, rounds = loop.get("turns"), loop.get("at"), loop.get("rounds")
    place = (TOP, "loop")
    if isinstance(turns, list) and type(at) is int and at >= len(turns):
        shape.wrong((place, "at"), "the loop has fewer decisions", at, f"less than {len(turns)}")
    seats = [pair[0] for pair in loop.get("numbers", ()) if isinstance(pair, list) and pair] if loop else []
    if type(rounds) is int and rounds >= 0 and loop.get("stopper") not in seats:
        expected = "a player who said how often"
        shape.wrong((place, "stopper"), "nobody stops the loop", loop.get("stopper", ""), expected)
