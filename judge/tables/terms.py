"""The tables of terms.LANG.toml: the terms of a book in its own language, beside those that are used here."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from judge.tables.declarations import Zone, table

Words = dict[str, str]


class TermTables(TypedDict):
    """The terms of one language, by the names that this rulebook uses."""

    zone: Annotated[dict[Zone, str], table("Zones.", "page.terms", default={})]
    mark: Annotated[Words, table("Marks of cards and their states.", "page.terms", default={})]
    keyword: Annotated[Words, table("Keywords.", "page.terms", default={})]
    kind: Annotated[Words, table("Kinds of abilities and effects.", "page.terms", default={})]
    attribute: Annotated[Words, table("What a card prints.", "page.terms", default={})]
    window: Annotated[Words, table("Windows, and what is done in them.", "page.terms", default={})]
    phase: Annotated[Words, table("Phases.", "page.terms", default={})]
    step: Annotated[Words, table("Steps.", "page.terms", default={})]
    term: Annotated[Words, table("Other words of the book.", "page.terms", default={})]
