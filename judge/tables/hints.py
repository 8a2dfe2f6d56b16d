"""Types as data: what is declared at each place of a table, and the notes that stand on it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NotRequired, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

from judge.tables.declarations import Names, Wording

Path = tuple[str | int, ...]
Note = Names | Wording


@functools.cache
def keys_of(row: object) -> Mapping[str, object]:
    """The keys of a row with what is declared of them."""
    return get_type_hints(row, include_extras=True)


def bare(hint: object) -> tuple[Any, tuple[Any, ...]]:
    """A type without its notes, and all notes on it."""
    notes: tuple[object, ...] = ()
    while True:
        if get_origin(hint) is Annotated:
            hint, *more = get_args(hint)
            notes = (*notes, *more)
        elif get_origin(hint) is NotRequired:
            (hint,) = get_args(hint)
        else:
            return hint, notes


def inside(hint: object, part: str | int) -> object:
    """What is declared of one part of a table or list; None where nothing is."""
    kind, _ = bare(hint)
    if is_typeddict(kind):
        return keys_of(kind).get(str(part))
    arguments = get_args(kind)
    if get_origin(kind) is dict:
        return arguments[1]
    return arguments[0] if get_origin(kind) is list else None


def declared_at(hint: object, path: Path) -> object:
    """What is declared at a path; None where nothing is."""
    for part in path:
        hint = inside(hint, part) if hint is not None else None
    return hint


def noted(hint: object, value: object, path: Path = ()) -> Iterator[tuple[Path, object, Note]]:
    """Every value under a note that says what it must name or in which language it is written; keys of tables
    as well.

    Whatever is not of its declared form is passed over: that is told elsewhere.
    """
    kind, notes = bare(hint)
    yield from ((path, value, one) for one in notes if isinstance(one, Names | Wording))
    for part, under, one in parts_of(kind, value):
        yield from noted(under, one, (*path, part))


def parts_of(kind: object, value: object) -> Iterator[tuple[str | int, object, object]]:
    """The parts of a table or list, each with its place and what is declared of it;
    the keys of a table that may have any too.
    """
    if isinstance(value, Mapping) and is_typeddict(kind):
        yield from ((key, hinted, value[key]) for key, hinted in keys_of(kind).items() if key in value)
    elif isinstance(value, Mapping) and get_origin(kind) is dict:
        named, under = get_args(kind)
        for key, one in value.items():
            yield key, named, key
            yield key, under, one
    elif isinstance(value, list) and get_origin(kind) is list:
        yield from ((at, get_args(kind)[0], one) for at, one in enumerate(value))
