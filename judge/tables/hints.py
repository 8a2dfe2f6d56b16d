"""Types as data: reads what is declared at each place of a table, and the notes on it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NotRequired, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

from judge.tables.declarations import Names, Telling, Wording
from judge.text.rows import NamedTuple

Path = tuple[str | int, ...]
Note = Names | Wording | Telling


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
    """The declaration of one part of a table or list; None if there is none."""
    kind, _ = bare(hint)
    if is_typeddict(kind):
        return keys_of(kind).get(str(part))
    arguments = get_args(kind)
    if get_origin(kind) is dict:
        return arguments[1]
    return arguments[0] if get_origin(kind) is list else None


def declared_at(hint: object, path: Path) -> object:
    """The declaration at a path; None if there is none."""
    for part in path:
        hint = inside(hint, part) if hint is not None else None
    return hint


class Declared(NamedTuple):
    """The declaration of one place, taken apart: the type without its notes, and the notes that are
    checked.
    """

    hint: object  # kept here, so that no other has its id
    kind: Any
    notes: tuple[Note, ...]
    row: bool
    origin: object
    arguments: tuple[Any, ...]


_DECLARED: dict[int, Declared] = {}  # types with notes cannot be hashed
_SPEAKING: dict[int, bool] = {}


def declared(hint: object) -> Declared:
    """The declaration of one place, taken apart, once for each type."""
    declaration = _DECLARED.get(id(hint))
    if declaration is None:
        kind, notes = bare(hint)
        judged = tuple(note for note in notes if isinstance(note, Note))
        declaration = Declared(hint, kind, judged, is_typeddict(kind), get_origin(kind), get_args(kind))
        _DECLARED[id(hint)] = declaration
    return declaration


def speaks(hint: object) -> bool:
    """Is there a note to check on a type, or anywhere within it?"""
    known = _SPEAKING.get(id(hint))
    if known is None:
        known = _SPEAKING[id(hint)] = any(part.notes for part in within(hint))
    return known


def within(hint: object) -> Iterator[Declared]:
    """A type and all that it is made of, each once: some are made of themselves."""
    left, seen = [hint], set()
    while left:
        form = declared(left.pop())
        if id(form.hint) not in seen:
            seen.add(id(form.hint))
            yield form
            left += keys_of(form.kind).values() if form.row else form.arguments


def noted(hint: object, value: object, path: Path = ()) -> Iterator[tuple[Path, object, Note]]:
    """Every value under a note that says what it must name or in which language it is written; keys of tables
    as well.

    Whatever is not of its declared form is passed over: that is told elsewhere.
    """
    form = declared(hint)
    for note in form.notes:
        yield path, value, note
    for part, under, beneath in parts_of(form, value):
        if speaks(under):
            yield from noted(under, beneath, (*path, part))


def parts_of(form: Declared, value: object) -> Iterator[tuple[str | int, object, object]]:
    """The parts of a table or list, each with its place and what is declared of it;
    the keys of a table that may have any too.
    """
    if form.row and isinstance(value, Mapping):
        yield from ((key, hinted, value[key]) for key, hinted in keys_of(form.kind).items() if key in value)
    elif form.origin is dict and isinstance(value, Mapping):
        named, under = form.arguments
        for key, inner in value.items():
            yield key, named, key
            yield key, under, inner
    elif form.origin is list and isinstance(value, list):
        yield from ((at, form.arguments[0], part) for at, part in enumerate(value))
