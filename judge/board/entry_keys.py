"""The keys of a board's entry: marks, owner, face and counters of its card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from judge.board.position import Path, Position
from judge.engine.kernel.state import SEATS
from judge.errors import nearest
from judge.grammar.names import check_card_name
from judge.text.plain import Json
from judge.text.toml_text import show

# By key, what may be written under it: of which types, and of which the items of a list are.
KEYS: Final[Mapping[str, tuple[tuple[type, ...], tuple[type, ...], str]]] = {
    "card": ((str,), (), "the card's name"),
    "as": ((str,), (), "a name"),
    "under": ((str, dict, list), (str, dict), "a card, or a list of cards"),
    "owner": ((str,), (), " or ".join(SEATS)),
    "face": ((str,), (), "front or back"),
    "effects": ((list,), (dict,), "a list of effects such as { add = 1000 }"),
    "used": ((str, list), (str,), "the name of an ability, or a list of names"),
    "did": ((str, list), (str,), "a deed, or a list of deeds"),
    "came": ((str, dict), (), 'a way such as "move", or { way = "move", from = "deck" }'),
    "noted": ((dict,), (), '{ name = "Goku" }'),
    "host": ((str,), (), "the name of a card"),
    "counters": ((dict,), (), "{ spell = 2 }"),
}
FACES: Final = ("front", "back")


def check_entry(position: Position, entry: Mapping[str, object], path: Path, zone: str) -> bool:
    """Checks every key of a card entry and its value; says whether all are right."""
    before = len(position.problems)
    check_keys(position, entry, path, zone)
    for key, value in entry.items():
        types, items, expected = KEYS.get(key, ((object,), (), ""))
        listed = (
            [row for row in value if not isinstance(row, items)] if isinstance(value, list) and items else []
        )
        if not isinstance(value, types) or listed:
            message = f"{key} has the wrong type"
            position.problem([*path, key], message, expected=expected, found=show(value))
    return len(position.problems) == before


def check_keys(position: Position, entry: Mapping[str, object], path: Path, zone: str) -> None:
    """Checks which keys a card entry has and that their values are of the right kind."""
    marks = position.book.tables["mark"]
    for key, value in entry.items():
        where = [*path, key]
        if key in marks:
            check_mark(position, where, value, zone)
        elif key == "owner" and isinstance(value, str) and value not in SEATS:
            message = f"there is no player {show(value)}"
            position.problem(where, message, expected=" or ".join(SEATS), found=str(value))
        elif key == "face" and isinstance(value, str) and value not in FACES:
            message, hint = f"a card has no face {show(value)}", mark_with(position, value)
            position.problem(where, message, expected=" or ".join(FACES), found=str(value), hint=hint)
        elif key not in KEYS:
            hint, known = nearest(key, [*KEYS, *marks]), ", ".join((*KEYS, *marks))
            message = f"a card entry has no key {key!r}"
            position.problem(where, message, expected=known, found=key, hint=hint)


def check_own_name(position: Position, entry: Mapping[str, object], path: Path) -> None:
    """Checks that a script line can say the name which an entry gives its card, and that the rulebook does
    not use it.
    """
    name = entry.get("as")
    if isinstance(name, str):
        position.problems.extend(check_card_name(position.book, position.source, [*path, "as"], name))


def check_mark(position: Position, path: Path, value: Json, zone: str) -> None:
    """Checks that a mark has one of its states, and that the card can have it where it lies."""
    key = str(path[-1])
    states = position.book.tables["mark"][key]
    bare = zone in position.book.zones and "arrive" not in position.book.zones[zone]
    number = isinstance(value, int) and not isinstance(value, bool)
    if states == "flag" and not isinstance(value, bool):
        position.problem(path, f"{key} is true or false", found=show(value))
    elif states == "int" and (not number or value < 0):
        position.problem(path, f"{key} is a whole number", expected="0 or more", found=show(value))
    elif isinstance(states, list) and value not in states:
        message = f"{key} has no value {show(value)}"
        position.problem(path, message, expected=" or ".join(states), found=show(value))
    elif bare and key not in position.book.tables["kept"]:
        position.problem(path, f"a card in the zone {zone} has no {key}", found=key)


def mark_with(position: Position, state: object) -> str:
    """The mark that has a state of this name; ``""`` where there is none."""
    marks = position.book.tables["mark"].items()
    names = (name for name, states in marks if isinstance(states, list) and state in states)
    return next((f'{name} = "{state}"' for name in names), "")


def written_marks(position: Position, entry: Mapping[str, object]) -> dict[str, object]:
    """The marks that an entry gives its card."""
    return {key: entry[key] for key in position.book.tables["mark"] if key in entry}


def check_counters(position: Position, data: object, path: Path) -> Iterator[tuple[str, int]]:
    """The counters on a card, checked."""
    if not isinstance(data, Mapping):
        message = "counters are a table of numbers"
        position.problem(path, message, expected="{ spell = 2 }", found=show(data))
        return
    for name, n in data.items():
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            position.problem([*path, name], "a number of counters must be at least 1", found=show(n))
        else:
            yield name, n


def noted_words(position: Position, data: object, path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The words that a card's text has noted, by attribute."""
    worded = [name for name, spec in position.book.attributes.items() if spec["type"] == "words"]
    for attr, noted in data.items() if isinstance(data, Mapping) else ():
        several = noted if isinstance(noted, list) else [noted]
        if attr not in worded:
            hint = nearest(attr, worded)
            position.problem([*path, attr], f"there are no words of {attr!r}", found=attr, hint=hint)
        elif not several or not all(isinstance(word, str) for word in several):
            position.problem([*path, attr], "a word, or several, are noted", found=show(noted))
        else:
            yield attr, tuple(several)


def check_implied(
    position: Position,
    given: Mapping[str, object],
    marks: Mapping[str, object],
    entry: Mapping[str, object],
    path: Path,
) -> None:
    """Checks that no written mark is ruled out by another mark of the card."""
    rules = ", ".join(str(row["rule"]) for row in position.book.tables["implied"])
    for key in given:
        if (key in entry or key.startswith("counter:")) and marks.get(key) != given[key]:
            where = [*path, key] if key in entry else path
            message = f"{key.replace(':', ' ')} = {show(given[key])} cannot be on a card that lies so"
            position.problem(where, message, article=rules)
