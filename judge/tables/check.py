"""Tables against their declarations: every unknown key, wrong form and missing key, placed in its file."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import get_args

from pydantic import ConfigDict, TypeAdapter, ValidationError
from typing_extensions import is_typeddict

from judge.errors import Problem, nearest
from judge.tables.hints import Path, bare, declared_at, keys_of
from judge.text.plain import Json, TomlValue
from judge.text.source import Source
from judge.text.toml_text import show

Told = tuple[Path, str, dict[str, str]]  # where, what, and `expected`, `found` and `hint` of the problem
CONFIG = ConfigDict(extra="forbid", strict=True)
EXPECTED = {
    "string_type": "a text",
    "list_type": "a list",
    "dict_type": "a table",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "date_type": "a date",
    "float_type": "a number",
}


@functools.cache
def adapter(form: TomlValue) -> TypeAdapter[Json]:
    """What checks tables of a form; strict, and closed to keys that nobody declared."""
    form.__pydantic_config__ = CONFIG
    return TypeAdapter(form)


def filled(form: object, data: Mapping[str, object]) -> Json:
    """The tables with their defaults filled in. Raises pydantic's ValidationError; `faults` tells it."""
    return adapter(form).validate_python(data)


def faults(form: object, data: Mapping[str, object]) -> list[Told]:
    """The faults of tables: the place, the message, and `expected`, `found` and `hint` of the problem."""
    try:
        filled(form, data)
    except ValidationError as error:
        return [fault(form, detail) for detail in error.errors()]
    return []


def fault(form: TomlValue, error: Json) -> Told:
    """One error of pydantic in our words."""
    path: Path = tuple(part for part in error["loc"] if part != "[key]")
    key = str(path[-1]) if path else ""
    if error["type"] == "extra_forbidden":
        return unknown_key(form, path, key)
    if error["type"] == "missing":
        return path[:-1], f"the key {key!r} is missing", {"expected": key}
    if error["type"] == "literal_error":
        return wrong_value(form, path, key, str(error["input"]))
    expected = EXPECTED.get(error["type"], str(error["msg"]).removeprefix("Input should be "))
    return path, f"{key} has the wrong form", {"expected": expected, "found": shown(error["input"])}


def unknown_key(form: object, path: Path, key: str) -> Told:
    """A key that nobody declared, with the nearest of its table."""
    row, _ = bare(declared_at(form, path[:-1]))
    near = nearest(key, keys_of(row)) if is_typeddict(row) else ""
    return path, f"there is no key {key!r} here", {"found": key, "hint": near}


def wrong_value(form: object, path: Path, key: str, actual: str) -> Told:
    """Tells that a value is none of the few that its key takes."""
    choices = [str(arg) for arg in get_args(bare(declared_at(form, path))[0])]
    details = {"expected": " or ".join(choices), "found": actual, "hint": nearest(actual, choices)}
    return path, f"{key} has the wrong value", details


def shown(value: object) -> str:
    """A value as it is written in the file, shortened."""
    return "a table" if isinstance(value, Mapping) else show(value)


def check(form: object, source: Source) -> Iterator[Problem]:
    """Every fault of one file whose tables are all of a form."""
    for path, message, details in faults(form, source.data):
        yield source.problem(path, message, **details)
