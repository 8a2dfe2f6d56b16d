"""Places in TOML as places in its text: of a value, of a key, of one word of a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from judge.renumbering.citations import Citation
from judge.text.source import KeyPath, Source

LONG: Final = ('"""', "'''")


def value_at(source: Source, path: KeyPath, id_: str, space: str, at: int = 0) -> Iterator[Citation]:
    """The id in the text at `path`, so many characters (`at`) from its beginning; where the text is written
    with escapes, as the one word of it that is the id.
    """
    start, end = source.span(path)
    token = source.text[start:end]
    begin = start + (3 if token[:3] in LONG else 1) + at
    if "\\" not in token and source.text.startswith(id_, begin):
        yield Citation(begin, begin + len(id_), id_, space)
    else:
        yield from within(source.text, start, end, id_, space)


def key_at(source: Source, path: KeyPath, space: str) -> Iterator[Citation]:
    """The last key of `path`, which is an id."""
    start, end = source.key_span(path)
    id_ = str(path[-1])
    if source.text[start] in "\"'":
        yield from within(source.text, start, end, id_, space)
    else:
        yield Citation(start, end, id_, space, bare=True)


def words_at(source: Source, path: KeyPath, space: str) -> Iterator[Citation]:
    """Every word of the text at `path` that may be an id."""
    start, end = source.span(path)
    for one in re.finditer(r"\w[\w.-]*\w|\w", source.text[start:end]):
        yield Citation(start + one.start(), start + one.end(), one[0], space)


def within(text: str, start: int, end: int, id_: str, space: str) -> Iterator[Citation]:
    """An id as a whole word of a part of a text, where it is there once."""
    found = list(re.finditer(rf"(?<![\w.-]){re.escape(id_)}(?![\w.-])", text[start:end]))
    if len(found) == 1:
        yield Citation(start + found[0].start(), start + found[0].end(), id_, space)
