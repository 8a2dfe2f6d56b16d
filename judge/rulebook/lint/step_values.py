"""What steps and procedures say of themselves, beyond the forms of their keys: what a function cannot do
without, words for players, literals that are numbers, values that a fixture gives.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from judge.engine.kernel.needs import Need
from judge.engine.kernel.state import SEATS
from judge.errors import nearest
from judge.tables.hints import Path
from judge.tables.references import Fault
from judge.text.plain import Fields, Plain

WORDS_OF_SEATS = ("me", "opponent", "active", "non-active", "any", "each", *SEATS)
OF_SEATS = ("seat", "actor")  # keys of a step under which such a word stands, or a value that holds one


def check_needed(path: Path, name: str, step: Fields, needs: Collection[str]) -> Iterator[Fault]:
    """A step has every key that its function needs."""
    for one in needs:
        wanted, _, beside = one.partition(" with ")
        missing = not any(key in step for key in wanted.split(" or "))
        if missing and (not beside or beside in step):
            message = f"the step {name!r} needs the key {wanted!r}" + (
                f" beside {beside!r}" if beside else ""
            )
            yield path, message, {"expected": wanted}


def check_values(path: Path, step: Fields, tables: Fields) -> Iterator[Fault]:
    """What stands under keys whose form says too little."""
    for key in OF_SEATS:
        if key in step and not str(step[key]).startswith("$"):
            yield from check_seat((*path, key), step[key])
    n, marks, words = step.get("n"), tables.get("mark", {}), step.get("words")
    if type(tables.get("param", {}).get(n, 0) if isinstance(n, str) else n or 0) is not int:
        yield (*path, "n"), f"the literal {n!r} is no number", {"found": str(n), "expected": "a number"}
    for key in ("n", "picks"):
        if type(step.get(key)) is int and not 0 <= step[key] <= MOST:
            yield (*path, key), f"no player has so many cards as {key} says", many(step[key])
    if "counts" in step and marks.get(step["counts"]) != "int":
        yield (*path, "counts"), f"the mark {step['counts']!r} counts nothing", {"found": step["counts"]}
    if words is not None and len(set(words)) != 2:
        details = {"expected": "two words", "found": ", ".join(words)}
        yield (*path, "words"), "the winner chooses one of two words", details


MOST = 1_000  # cards that a step draws for a player, or has one choose


def many(found: int) -> dict[str, str]:
    """What is expected of a number of cards."""
    return {"expected": f"0 to {MOST:,}", "found": str(found)}


def check_seat(path: Path, word: Plain) -> Iterator[Fault]:
    """A word for a player, or for both."""
    if word not in WORDS_OF_SEATS:
        hint = nearest(str(word), WORDS_OF_SEATS)
        details = {"expected": ", ".join(WORDS_OF_SEATS), "found": str(word), "hint": hint}
        yield path, f"{word!r} is no word for a player", details


def check_given(name: str, row: Fields, zones: Mapping[str, object]) -> Iterator[Fault]:
    """The values that a procedure has from a fixture, and those that it starts with, are of a kind."""
    for key, word in row.get("starts", {}).items():
        yield from check_seat(("procedure", name, "starts", key), word)
    for key, kind in row.get("needs", {}).items():
        path, need = ("procedure", name, "needs", key), Need.of(kind)
        if need is None:
            expected = (
                "int, seat, ability of active, card of active, … in hand, … in leader or battle; ? behind"
            )
            yield path, f"{kind!r} is no kind of value", {"expected": expected, "found": kind}
            continue
        yield from check_seat(path, need.whose)
        for zone in need.zones:
            if zone not in zones:
                yield path, f"there is no zone {zone!r}", {"found": zone, "hint": nearest(zone, zones)}
