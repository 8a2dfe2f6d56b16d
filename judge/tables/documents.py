"""The declarations for people and editors: docs/rulebook.md, and a JSON schema of each kind of file."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, Final, Literal, NotRequired, get_args, get_origin

from typing_extensions import is_typeddict

from judge.tables.card_data import CardTables
from judge.tables.check import adapter
from judge.tables.decks import DeckTables, Editions
from judge.tables.declarations import Form, Names, Wording
from judge.tables.hints import bare, keys_of
from judge.tables.overlays import Version
from judge.tables.phrases import PhraseTables
from judge.tables.rulebook import Tables
from judge.tables.texts import KnownTables, TextTables
from judge.tables.translations import (
    ArticleTables,
    ArticleTranslations,
    DeckTranslations,
    ReadingTranslations,
    TermTables,
)

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"

# By kind of file: its form, and what it is called.
FILES: Final[Mapping[str, tuple[Any, str]]] = {
    "rulebook": (
        Tables,
        "rulebook.toml, procedures.toml, windows.toml, state_rules.toml, keywords.toml, readings.toml, "
        "citations.toml",
    ),
    "version": (Version, "versions/NAME.toml, and overlays"),
    "articles": (ArticleTables, "articles.toml"),
    "deck-rules": (DeckTables, "deck.toml"),
    "editions": (Editions, "editions.toml"),
    "card-data": (CardTables, "cards.toml"),
    "phrases": (PhraseTables, "phrases.LANG.toml"),
    "article-words": (ArticleTranslations, "articles.LANG.toml"),
    "reading-words": (ReadingTranslations, "readings.LANG.toml"),
    "terms": (TermTables, "terms.LANG.toml"),
    "deck-words": (DeckTranslations, "deck.LANG.toml"),
    "card-texts": (TextTables, "text.LANG.toml"),
    "known-texts": (KnownTables, "known.toml"),
}
PLAIN: Final = {str: "text", int: "whole number", bool: "true or false", Any: "anything", NoneType: "null"}
WORDED: Final = {"step": "function or instructions"}
INTRODUCTION: Final = """# What a rulebook may say

Made from `judge/tables` by `make docs`: every table and key of a rulebook's files, with its form, what it
is for, what an absent one means, and the modules that read the table. `judge lint FOLDER` checks a rulebook
against it, as loading one does, and tells more ([ci.md](ci.md#what-is-wrong-with-a-rulebook));
`judge schema rulebook` prints the same for editors.

A rulebook is a folder. Its own tables may stand in any of the files named below; each table stands in one
of them. A key without a default may be left out only where it says so ("may be absent"). What is written in
the language of cards (selectors, conditions, events, abilities, instructions) is described in
[abilities.md](abilities.md).

A fixture names a game and a version, never a path. What is not shipped is opened for who asks for it:

| to play by | |
|---|---|
| changes of your own, a file as under `versions/` | `judge run FIXTURE --overlay house.toml` |
| the same under a name, `version = "house"` | `$JUDGE_RULEBOOKS/dbs/versions/house.toml` |
| a rulebook of your own | `judge run FIXTURE --rulebook FOLDER`, or as a game of `$JUDGE_RULEBOOKS` |
| steps of your own in Python | `--module NAME`; else a rulebook that is not shipped has those of `judge.games` |

A rulebook that has been checked is kept as plain JSON under a hash of its files, in `$JUDGE_CACHE` or this
user's cache folder, and is not checked again; what is there may be deleted at any time.
"""  # noqa: E501


def json_schema(kind: str) -> dict[str, Any]:
    """The JSON schema of a kind of file."""
    schema: dict[str, object] = adapter(FILES[kind][0]).json_schema()
    return {"$schema": DRAFT, **schema}


def markdown() -> str:
    """Everything that a rulebook may say, as one page."""
    parts = [INTRODUCTION]
    for form, files in FILES.values():
        parts.append(f"\n## {files}\n\n{first_line(form)}\n")
        rows: dict[str, object] = {}
        parts.extend(tables_of(form, rows))
        parts.extend(row_text(name, row) for name, row in rows.items())
    return "".join(parts)


def tables_of(form: object, rows: dict[str, object]) -> Iterator[str]:
    """The list of a file's tables; the rows that they hold are put into `rows`."""
    yield "\n| table | form | what it is for | when absent | read by |\n|---|---|---|---|---|\n"
    for name, hint in keys_of(form).items():
        field = field_of(hint)
        readers = ", ".join((field.json_schema_extra or {}).get("read_by", ())) if field is not None else ""
        yield f"| `{name}` | {form_text(hint, rows)} | {cell(says(hint))} | {absent(hint)} | {readers} |\n"


def row_text(name: str, row: object) -> str:
    """The keys of a row."""
    more: dict[str, object] = {}
    lines = [
        f"| `{key}` | {form_text(hint, more)} | {cell(says(hint))} | {absent(hint)} |\n"
        for key, hint in keys_of(row).items()
    ]
    head = f"\n### {title(name)}\n\n{first_line(row)}\n\n" if first_line(row) else f"\n### {title(name)}\n\n"
    inner = "".join(row_text(inner_name, under) for inner_name, under in more.items())
    return f"{head}| key | form | what it is for | when absent |\n|---|---|---|---|\n{''.join(lines)}{inner}"


def form_text(hint: object, rows: dict[str, object]) -> str:
    """The form of a value in words; rows that it holds are put into `rows`, each once."""
    kind, notes = bare(hint)
    named = next((note.kind for note in notes if isinstance(note, Names)), "")
    worded = next((note.kind for note in notes if isinstance(note, Wording)), "")
    form = next((note.expected for note in notes if isinstance(note, Form)), "")
    if worded:
        return WORDED.get(worded, worded)
    if is_typeddict(kind):
        return row_link(kind, rows)
    if get_origin(kind) is UnionType and not form:
        return " or ".join(form_text(arg, rows) for arg in get_args(kind))
    if get_origin(kind) is Literal:
        return " or ".join(str(arg) or "nothing" for arg in get_args(kind))
    if form:
        return cell(form) + (f" ({named})" if named and named not in form else "")
    if get_origin(kind) is dict:
        return f"table of {form_text(get_args(kind)[1], rows)}"
    if get_origin(kind) is list:
        return f"list of {named or form_text(get_args(kind)[0], rows)}"
    return named or PLAIN.get(kind, getattr(kind, "__name__", str(kind)))


def row_link(row: Any, rows: dict[str, Any]) -> str:
    """A link to where the keys of a row are told; the row is put into `rows`."""
    rows.setdefault(row.__name__, row)
    name = title(row.__name__)
    return f"[{name}](#{name.replace(' ', '-')})"


def field_of(hint: object) -> Any:
    """What `key` or `table` says of a hint."""
    _, notes = bare(hint)
    return next((note for note in notes if hasattr(note, "description")), None)


def says(hint: object) -> str:
    """What a key is for."""
    field = field_of(hint)
    return str(field.description) if field is not None and field.description else ""


def absent(hint: object) -> str:
    """What an absent key means."""
    field = field_of(hint)
    if field is not None and field.default_factory is not None:
        default = field.default_factory()
        return f"`{shown(default)}`"
    return "may be absent" if get_origin(hint) is NotRequired else "must be there"


def shown(value: object) -> str:
    """A default as TOML has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def title(name: str) -> str:
    """A row's name in words: ZoneRow is "zone", MarkWordRow is "mark word"."""
    name = name.removesuffix("Row")
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


def first_line(form: object) -> str:
    """The first paragraph of a declaration's docstring, on one line; functional ones have none."""
    text = inspect.getdoc(form) or ""
    return "" if text.startswith("dict(") else " ".join(text.partition("\n\n")[0].split())


def cell(text: str) -> str:
    """Text that can be put into a table of Markdown."""
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(markdown(), end="")
