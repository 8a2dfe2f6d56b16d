"""Where the tables of a rulebook cite articles and name steps, as they are declared (`judge/tables`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, get_args

from judge.engine.words.ability_kinds import SHARED
from judge.engine.words.book_words import COMMON
from judge.renumbering.citations import ARTICLE, FUNCTION, LOOSE, OTHER, PAST, PROSE, STEP, Citation
from judge.renumbering.places import key_at, value_at
from judge.rulebook.lint.texts import OF_ABILITIES, OF_CARDS
from judge.tables.decks import DeckTables
from judge.tables.declarations import Names, Telling, Wording
from judge.tables.hints import bare, declared, keys_of, parts_of
from judge.tables.overlays import Change
from judge.tables.rulebook import Tables
from judge.text.source import KeyPath, Source

# What names of a kind are, as far as articles can be among them.
SPACES: Final = {
    "article": ARTICLE,
    "article or word": FUNCTION,
    "interrupt": FUNCTION,
    "step function": FUNCTION,
    "step of a procedure": STEP,
    "named step": STEP,
    "works": LOOSE,
}
# Keys under which the language of cards has articles, and steps.
CITING: Final = frozenset(
    key
    for table in (SHARED, COMMON, OF_ABILITIES, OF_CARDS)
    for key, kind in table.items()
    if kind in ("article", "articles")
)
RUNNING: Final = "during"
OWN: Final = {"rule": FUNCTION, "use": FUNCTION}  # keys of rows that are not declared further


class Spot(NamedTuple):
    """A text of a table at its place, or a key; the id is `part` of it, from the character `at` on, and
    `space` says what that names.
    """

    path: KeyPath
    text: str
    space: str
    is_key: bool = False
    part: str = ""
    at: int = 0


def tabled(source: Source, form: object) -> Iterator[Citation]:
    """Every article and step that a file of a declared form cites, and every text that may be one."""
    for one in spots(form, source.data):
        if one.space == PROSE:
            continue
        if one.is_key:
            yield from key_at(source, one.path, one.space)
        else:
            yield from value_at(source, one.path, one.part or one.text, one.space, one.at)


def spots(form: object, data: object) -> Iterator[Spot]:
    """The same as paths. What no declaration speaks of is loose, whatever stands there."""
    found = {(one.path, one.is_key): one for one in known(form, data, ())}
    yield from found.values()
    yield from (one for one in texts(data, ()) if (one.path, one.is_key) not in found)


def texts(value: object, path: KeyPath) -> Iterator[Spot]:
    """Every text, and every key."""
    if isinstance(value, str):
        yield Spot(path, value, LOOSE)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield Spot((*path, key), key, OTHER, True)
            yield from texts(one, (*path, key))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from texts(one, (*path, at))


def known(hint: object, value: object, path: KeyPath, is_key: bool = False) -> Iterator[Spot]:
    """The places that the declarations speak of."""
    form = declared(hint)
    for note in form.notes:
        if isinstance(note, Wording):
            yield from worded(value, path, FUNCTION if note.kind == "step" else OTHER)
        elif isinstance(note, Telling):
            yield from named(value, path, PROSE)
        elif isinstance(note, Names):
            yield from named(value, path, SPACES.get(note.kind, OTHER), is_key)
    if form.kind is Change and isinstance(value, Mapping):
        yield from changed(value, path)
    for part, under, beneath in parts_of(form, value):
        key = beneath is part and under is not None and form.origin is dict and under is form.arguments[0]
        yield from known(under, beneath, (*path, part), key)
    if path == ("fixture_defaults",) and isinstance(value, Mapping) and isinstance(value.get("at"), str):
        yield Spot((*path, "at"), value["at"], STEP)


def named(value: object, path: KeyPath, space: str, is_key: bool = False) -> Iterator[Spot]:
    """A name, or several."""
    if isinstance(value, str):
        yield Spot(path, value, space, is_key)
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from named(one, (*path, at), space)
    elif isinstance(value, Mapping) and space not in (OTHER, PROSE):
        for key, one in value.items():
            yield from named(one, (*path, key), OWN.get(key, LOOSE))


def worded(value: object, path: KeyPath, space: str = OTHER) -> Iterator[Spot]:
    """What is written in the language of cards: articles stand under keys of their own."""
    if isinstance(value, str):
        yield Spot(path, value, space)
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from worded(one, (*path, at), space)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            under = ARTICLE if key in CITING else STEP if key == RUNNING else OTHER
            yield from worded(one, (*path, key), under)


# --- changes: their targets, and the rows that they bring --------------------------------------------
def changed(change: Mapping[str, Any], path: KeyPath) -> Iterator[Spot]:
    """One change of a version, of a reading or of an edition."""
    if isinstance(change.get("step"), str):
        procedure, dot, step = change["step"].partition(".")
        space = STEP if dot else OTHER
        yield Spot((*path, "step"), change["step"], space, part=step, at=len(procedure) + 1)
    for key in ("state_rule", "interrupt"):
        if isinstance(change.get(key), str):
            yield Spot((*path, key), change[key], FUNCTION)
    if isinstance(change.get("renumber"), Mapping):
        for key, new in change["renumber"].items():
            yield Spot((*path, "renumber", key), key, ARTICLE, True)
            yield Spot((*path, "renumber", key), str(new), PAST)
    row = row_of(change)
    for key in ("set", "add", "replace", "before", "after"):
        if row is not None and isinstance(change.get(key), Mapping):
            yield from known(row, change[key], (*path, key))


def row_of(change: Mapping[str, object]) -> object:
    """What is declared of the rows that a change brings; None where it brings none."""
    tables = {**keys_of(DeckTables), **keys_of(Tables)}
    if "step" in change:
        return row_in(keys_of(row_in(tables["procedure"]))["steps"])
    return next((row_in(tables[one]) for one in change if one in tables), None)


def row_in(hint: object) -> object:
    """The row of a table of rows, or of a list of them."""
    kind, _ = bare(hint)
    return next(iter(get_args(kind)[::-1]), None)
