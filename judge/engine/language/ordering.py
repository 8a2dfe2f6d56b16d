"""Order of instructions: does it matter, because one of them reads what another changes?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import EMPTY, Instruction
from judge.engine.language.traits import names


def order_matters(book: Book, dos: Sequence[Instruction]) -> bool:
    """Does one of several instructions read zones or values that another changes? Instructions that depend
    on each other's choices do not count.
    """
    return any(
        not rests_on(do, other) and not set(asked(book, do)).isdisjoint(changed(book, other, dos))
        for do, other in permutations(dos, 2)
    )


def rests_on(instruction: Instruction, other: Instruction) -> bool:
    """Does one of two instructions refer to what the other has chosen or done?"""
    return any(
        (named and f"${named}" in set(texts(user.args))) or named in names(user.args.get("if", ()))
        for maker, user in ((instruction, other), (other, instruction))
        for named in (maker.args.get("choose", ""), maker.args.get("as", ""))
    )


def texts(what: object) -> Iterator[str]:
    """Every text in the values of an instruction."""
    if isinstance(what, str):
        yield what
    elif isinstance(what, Mapping):
        yield from (text for inner in what.values() for text in texts(inner))
    elif isinstance(what, (list, tuple)):
        yield from (text for inner in what for text in texts(inner))


def asked(book: Book, do: Instruction) -> Iterator[str]:
    """The zones from which an instruction picks, and the values that it reads."""
    word = str(do.args.get("named", do.verb))
    if isinstance(do.args.get(word), int) and word in book.moves:
        yield from names(book.moves[word].get("from", ()))
    if do.verb == "choose":
        yield from chosen_from(book, do)
    yield from (word for word in (do.verb,) if word in book.zones)
    yield from looked_at(do.args)


def chosen_from(book: Book, do: Instruction) -> tuple[str, ...]:
    """The zones among whose cards something is chosen; none where it is chosen among cards that are kept in
    mind.
    """
    pool = do.args["from"]
    return names(pool.get("zone", book.default_zone)) if isinstance(pool, Mapping) else ()


def looked_at(what: object) -> Iterator[str]:
    """The zones and values that conditions and numbers read."""
    if isinstance(what, Mapping):
        if "value" in what or "count" in what or "at_least" in what or "at_most" in what:
            yield from (text for key in ("value", "zone") for text in texts(what.get(key, ())))
        yield from (text for inner in what.values() for text in looked_at(inner))


def changed(book: Book, do: Instruction, dos: Sequence[Instruction]) -> Iterator[str]:
    """The zones that cards leave or enter by an instruction, and the value that it changes."""
    word = str(do.args.get("named", do.verb))
    if word in book.moves or do.verb == "move":
        spec = book.moves.get(word, EMPTY)
        what = do.args.get(word)
        yield from names(do.args.get("to", spec.get("to", ())))
        if isinstance(what, str) and what[:1] == "$":
            choices = [instruction for instruction in dos if instruction.args.get("choose") == what[1:]]
            yield from (zone for choice in choices for zone in chosen_from(book, choice))
        else:
            yield from names(spec.get("from", ()))
    elif do.verb == "lasting":
        yield str(do.args.get("attr", book.tables["default_attribute"]))
    yield from (word for word in (do.verb,) if word in book.zones)
