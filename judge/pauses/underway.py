"""Whether what is under way in a pause can be: what runs, what lasts, what waits, what is remembered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine.kernel.book import ARITHMETIC, BLANKING, CHANGES, VALUELESS
from judge.engine.layout.attachments import PREFIX
from judge.pauses.agenda import check_agenda
from judge.pauses.entries import check_entries
from judge.pauses.kinds import IMPOSE, is_int
from judge.pauses.known import Known, mapping, rows
from judge.pauses.records import MEMORY
from judge.pauses.shape import TOP, Place, Shape, spec_of
from judge.text.numbers import MOST, is_figures
from judge.text.plain import Fields


def check_underway(shape: Shape, pause: Mapping[str, object]) -> None:
    """What runs, what waits, what lasts, what is remembered."""
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
    """Each effect that lasts, and that no two have the same number."""
    seen: set[object] = set()
    for at, one in enumerate(effects):
        place, id_ = ((TOP, "effects"), at), one.get("id")
        check_effect(shape, place, one)
        if type(id_) is int and id_ in seen:
            shape.wrong((place, "id"), "another effect has this number", id_, "a number of its own")
        seen.add(id_ if type(id_) is int else None)


def check_effect(shape: Shape, place: Place, effect: Fields) -> None:
    """An effect is younger than nothing that is to come, by an article, and on each object once."""
    id_, to = effect.get("id"), effect.get("to", [])
    if type(id_) is int and id_ > shape.known.serial:
        highest = str(shape.known.serial)
        shape.wrong((place, "id"), "so many things have not happened yet", id_, f"at most {highest}")
    for at, one in enumerate(to) if isinstance(to, list) else ():
        if one in to[:at]:
            shape.wrong(((place, "to"), at), "the effect is on this object already", one, "each object once")
    check_article(shape, (place, "rule"), effect.get("rule"))
    check_made(shape, place, effect)


def check_made(shape: Shape, place: Place, effect: Fields) -> None:
    """What an effect makes is a value of what it changes."""
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


def check_number(shape: Shape, place: Place, effect: Fields, type_: str) -> None:
    """An effect that counts changes a number, by one that the game can come to."""
    attr, value = effect["attr"], effect.get("value")
    if type_ != "int" and effect["makes"] not in ("gain", "lose"):
        shape.wrong((place, "attr"), f"{attr} is no number", attr, "a number that cards have")
    elif effect["makes"] == "divide" and value == 0:
        shape.wrong((place, "value"), "nothing is divided by 0", value, "another number")
    elif effect["makes"] not in ("gain", "lose") and not is_number(shape.known, value):
        shape.wrong((place, "value"), f"{attr} is a number", value, "a whole number")


def is_number(known: Known, value: object) -> bool:
    """Is it a number as games have them: whole, but where the game divides?"""
    fraction = isinstance(value, float) and known.fractions and -MOST < value < MOST
    return is_int(known, value) or fraction


def is_words(value: object) -> bool:
    """Is it a word, or a list of words?"""
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(one, str) for one in value))


def check_scores(shape: Shape, scores: Fields) -> None:
    """Each player has each score, between the least and the most that it can be."""
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
    """A rule by which something is so is an article of the book; it may be none."""
    known = shape.known.articles if rule else ()
    if known and isinstance(rule, str) and rule not in known:
        shape.wrong(place, f"{shape.known.book.id} has no article {rule!r}", rule, "an article", known)


def check_memory(shape: Shape, place: Place, key: str, value: object) -> None:
    """What is remembered: numbers in keys have been given out, and what all games remember is of its kind."""
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
    """No card is attached to itself, nor to one that is attached to it in the end."""
    hosts, at, seen = shape.known.hosts, shape.known.hosts.get(guest), {guest}
    while at is not None and at not in seen:
        seen.add(at)
        at = hosts.get(at)
    if at == guest:
        shape.wrong(place, "what is attached comes round to itself", hosts[guest], "another card")


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
