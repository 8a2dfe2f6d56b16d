"""The JSON schema of a ruling, and docs/json.md: both made from the record that the renderer builds."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Final, NotRequired, get_args, get_origin, get_type_hints

from typing_extensions import TypedDict, is_typeddict

from judge.engine import trace
from judge.engine.trace.kinds import COMMON, Field
from judge.render.record import RulingRecord
from judge.rulebook.load import playable_books
from judge.speech.catalogue import phrases
from judge.tables.check import CONFIG, adapter
from judge.tables.declarations import key
from judge.tables.documents import DRAFT, cell, first_line, form_text, says, title
from judge.tables.hints import keys_of

Hint = Any  # a type as data, with the notes on it
NOTED: Hint = Annotated  # what makes types of types that only come up as data
LEFT_OUT: Hint = NotRequired
TABLE: Hint = TypedDict
LIST: Hint = list
DICT: Hint = dict

INTRODUCTION: Final = """# A ruling as JSON

`judge run FIXTURE --format json` prints one document, `judge.ruling/2`; several fixtures are one document
`judge.rulings/1`, the list `rulings` of such documents and, for what could not be read, `judge.problems/1`.
Made from `judge/render/record.py` and `judge/page/parts.py` by `make docs`; `judge schema ruling` prints the
same for programs. Keys may be added within `judge.ruling/2`; none goes away and none changes its meaning.
"""


def ruling_schema() -> dict[str, object]:
    """The JSON schema of a ruling."""
    schema: dict[str, object] = adapter(tables_of(RulingRecord)).json_schema()
    return {"$schema": DRAFT, **schema}


def tables_of(kind: Hint, known: dict[Hint, Hint] | None = None) -> Hint:
    """A type as the JSON of its values has it, in terms of what tables are declared with: named tuples are
    tables, tuples lists, notes the descriptions of keys.
    """
    known = {} if known is None else known
    if get_origin(kind) is None and (is_typeddict(kind) or hasattr(kind, "_fields")):
        return known[kind] if kind in known else table_of(kind, known)
    origin: Hint = get_origin(kind)
    inner: tuple[Hint, ...] = get_args(kind)
    if origin is Annotated:
        return NOTED[tables_of(inner[0], known), key(str(inner[1]))]
    if origin is NotRequired:
        return LEFT_OUT[tables_of(inner[0], known)]
    if origin in (tuple, list):
        return LIST[tables_of(inner[0], known)]
    if origin in (dict, Mapping):
        return DICT[str, tables_of(inner[1], known)]
    if origin is UnionType:
        return functools.reduce(operator.or_, (tables_of(part, known) for part in inner))
    return kind


def table_of(kind: Hint, known: dict[Hint, Hint]) -> Hint:
    """A record as a table, closed to keys that it does not declare."""
    hints = get_type_hints(kind, include_extras=True)
    fields = {name: tables_of(hint, known) for name, hint in hints.items()}
    known[kind] = TABLE(kind.__name__.removesuffix("Record"), fields)
    known[kind].__doc__ = inspect.getdoc(kind)
    known[kind].__pydantic_config__ = CONFIG
    return known[kind]


def markdown() -> str:
    """Every table of the record with its keys, as one page."""
    rows: dict[str, Hint] = {}
    parts = [INTRODUCTION, table_text("Ruling", tables_of(RulingRecord), rows)]
    told = 0
    while told < len(rows):  # a table is told once, wherever it stands
        name, row = list(rows.items())[told]
        parts.append(table_text(name, row, rows))
        told += 1
    return "".join((*parts, kinds_text()))


KINDS: Final = """
## kinds of lines

What the `kind` of a line may be, the values that its `cause` may hold, and the English sentence that tells
it, where it is always the same one. A value in brackets may be absent.

| kind | values | sentence |
|---|---|---|
"""


def kinds_text() -> str:
    """Every kind of line that any game tells, with its values and its sentence."""
    books, _ = playable_books()  # each declares the kinds that only its game has
    words = [phrases(folder)["note"] for folder in ("", *(book.folder for book in books.values()))]
    told = {key: text for word in reversed(words) for key, text in word.items()}
    return KINDS + "".join(kind_text(kind, told.get(name, "")) for name, kind in sorted(trace.KINDS.items()))


def kind_text(kind: trace.Kind, sentence: str) -> str:
    """A kind of line as a row."""
    own = {key: field for key, field in kind.fields.items() if key not in COMMON}
    values = ", ".join(value_text(key, field) for key, field in own.items())
    return f"| `{kind.name}` | {values} | {cell(sentence)} |\n"


def value_text(key: str, field: Field) -> str:
    """A value of a line, with what it names; in brackets where a line may lack it."""
    told = f"`{key}`: {field.names}" if field.names not in ("", key) else f"`{key}`"
    return told if field.needed else f"({told})"


def table_text(name: str, row: Hint, rows: dict[str, Hint]) -> str:
    """The keys of a table; tables that it holds are put into `rows`."""
    lines = [
        f"| `{name}` | {form_text(hint, rows)} | {cell(says(hint))}{absence(hint)} |\n"
        for name, hint in keys_of(row).items()
    ]
    head = f"\n## {title(name)}\n\n{first_line(row)}\n\n| key | form | what it says |\n|---|---|---|\n"
    return head + "".join(lines)


def absence(hint: Hint) -> str:
    """The remark that a key may be absent."""
    origin: Hint = get_origin(hint)
    return " (may be absent)" if origin is NotRequired else ""


if __name__ == "__main__":
    print(markdown(), end="")
