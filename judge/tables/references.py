"""Dangling names: checks every text of a table that must name something against what exists."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from judge.errors import nearest
from judge.tables.declarations import Names
from judge.tables.hints import Path, noted

Fault = tuple[Path, str, dict[str, str]]
Known = Mapping[str, Collection[str]]
NONE = " or none"


def dangling(form: object, tables: Mapping[str, object], known: Known) -> Iterator[Fault]:
    """Every name in the tables that names nothing; kinds of names that `known` leaves out are not judged."""
    for path, value, note in noted(form, tables):
        if isinstance(note, Names):
            yield from SPECIAL.get(note.kind, plain)(path, value, note.kind, known)


def plain(path: Path, value: object, kind: str, known: Known) -> Iterator[Fault]:
    """Checks that a name, or each of a list, exists; an empty article passes, and any name that
    may be none.
    """
    choices = known.get(kind.removesuffix(NONE))
    if choices is None:
        return
    if isinstance(value, list):
        yield from twice(path, value, kind)
    for at, name in enumerate(value) if isinstance(value, list) else ((None, value),):
        empty = name == "" and (kind == "article" or kind.endswith(NONE))
        if isinstance(name, str) and name not in choices and not empty:
            where = path if at is None else (*path, at)
            yield (
                where,
                f"there is no {kind.removesuffix(NONE)} {name!r}",
                {"found": name, "hint": nearest(name, choices)},
            )


def twice(path: Path, value: list[object], kind: str) -> Iterator[Fault]:
    """Checks that a list has no name twice."""
    for at, name in enumerate(value):
        if isinstance(name, str) and name in value[:at]:
            yield (*path, at), f"the {kind.removesuffix(NONE)} {name!r} is there twice", {"found": name}


def marks(path: Path, value: object, kind: str, known: Known) -> Iterator[Fault]:
    """Checks that marks exist and have the states that are named; false takes a mark off."""
    states = known["mark"]
    assert isinstance(states, Mapping)
    for key, state in value.items() if isinstance(value, Mapping) else ():
        yield from plain((*path, key), key, "mark", known)
        choices = states.get(key, "")
        allowed = list(map(str, choices)) if isinstance(choices, list) else str(choices)
        for word in states_in(state) if isinstance(allowed, list) else ():
            known_one = word is False or word in allowed or str(word).startswith("$")
            if isinstance(allowed, list) and not known_one:
                yield (
                    (*path, key),
                    f"{key} is never {word!r}",
                    {"expected": ", ".join(allowed), "found": str(word), "hint": nearest(str(word), allowed)},
                )


def states_in(value: object) -> list[object]:
    """The states that are written: one, several, or by the state that a card has the one that it takes."""
    if isinstance(value, Mapping):
        return [*value, *value.values()]
    return value if isinstance(value, list) else [value]


def works(path: Path, value: object, kind: str, known: Known) -> Iterator[Fault]:
    """Checks the names in a table of where abilities work: article, zones, types of cards, kinds of
    abilities.
    """
    for key, entry in value.items() if isinstance(value, Mapping) else ():
        where = (*path, key)
        if key == "rule":
            yield from plain(where, entry, "article", known)
        elif key == "default":
            yield from plain(where, entry, "zone", known)
        elif key not in ("modes", "all_modes"):
            yield from plain(where, key, "type", known)
            for word, zones in entry.items() if isinstance(entry, Mapping) else ():
                yield from plain((*where, word), word, "kind of ability or default", known)
                yield from plain((*where, word), zones, "zone", known)


def ability_kinds(path: Path, value: object, kind: str, known: Known) -> Iterator[Fault]:
    """Checks keys that are a kind of ability, perhaps after a type of card and a word that it prints."""
    for key in value if isinstance(value, Mapping) else ():
        *cards, word = key.split(" ", 2)
        for name, sort in zip(cards, ("type", "printed word"), strict=False):
            yield from plain((*path, key), name, sort, known)
        yield from plain((*path, key), word, "kind of ability", known)


def interrupts(path: Path, value: object, kind: str, known: Known) -> Iterator[Fault]:
    """An article that names its function too, or both apart."""
    yield from plain(path, value, "interrupt", known)
    if isinstance(value, Mapping):
        yield from plain((*path, "rule"), value.get("rule"), "article", known)
        yield from plain((*path, "use"), value.get("use"), "interrupt", known)


def printed(path: Path, value: object, kind: str, known: Known) -> Iterator[Fault]:
    """Checks the attributes by which cards of a deck are told apart, those inside `not`, `any`
    and `and` too.
    """
    for key, entry in value.items() if isinstance(value, Mapping) else ():
        if key in ("not", "any", "and"):
            for inner in entry if isinstance(entry, list) else [entry]:
                yield from printed((*path, key), inner, kind, known)
        elif key in ("min", "max"):
            yield from plain((*path, key), list(entry), "card attribute", known)
        elif key != "has":
            yield from plain((*path, key), key, "card attribute", known)


def headings(path: Path, value: object, kind: str, known: Known) -> Iterator[Fault]:
    """Headings of files by the attribute that stands under them; `id` is what a card is known by."""
    for key in value if isinstance(value, Mapping) else ():
        if key != "id":
            yield from plain((*path, key), key, "card attribute", known)


def aims(path: Path, value: object, kind: str, known: Known) -> Iterator[Fault]:
    """A value of a running procedure, as `procedure.value`."""
    yield from plain(path, str(value).partition(".")[0], "procedure", known)


def apart(path: Path, value: object, kind: str, known: Known) -> Iterator[Fault]:
    """Names of steps, which are looked at with the procedure that they are of; and words beside articles."""
    yield from ()


SPECIAL: dict[str, Callable[[Path, object, str, Known], Iterator[Fault]]] = {
    "mark with state": marks,
    "mark with states": marks,
    "works": works,
    "kind of ability": ability_kinds,
    "interrupt": interrupts,
    "value of a procedure": aims,
    "named step": apart,
    "article or word": apart,
    "printed value of cards": printed,
    "card attributes or id": headings,
}
