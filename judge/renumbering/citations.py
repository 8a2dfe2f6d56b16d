"""Citations: the places in a text at which an article or a step is named, and the text rewritten there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from judge.text.rows import NamedTuple
from judge.text.source import KeyPath, Source

ARTICLE: Final = "article"  # it has to be one of the rulebook's
FUNCTION: Final = "function"  # a function is called by the article that it carries out, or by a word
STEP: Final = "step"  # a step is called by its article unless it has a name of its own
LOOSE: Final = "loose"  # nothing says what stands there
OTHER: Final = "other"  # it names something else
PROSE: Final = "prose"  # it is written for people
PAST: Final = "past"  # the number that an article has in a version: history
BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


class Citation(NamedTuple):
    """A place that names an article or a step: its id, from `start` to `end` of the text."""

    start: int
    end: int
    id: str
    space: str = ARTICLE
    bare: bool = False  # a key of TOML without quotes


class Numbers(NamedTuple):
    """Old ids with their new ones: of articles as a file has them, and of steps, which no version renumbers;
    `sure` are the old ids that name nothing else.
    """

    articles: Mapping[str, str]
    steps: Mapping[str, str]
    sure: frozenset[str]

    def of(self, citation: Citation) -> str:
        """The new id for a place; the old one where it stays, or where it is not sure that an article is
        meant.
        """
        if citation.space in (OTHER, PAST, PROSE) or (
            citation.space == LOOSE and citation.id not in self.sure
        ):
            return citation.id
        return (self.steps if citation.space == STEP else self.articles).get(citation.id, citation.id)

    @property
    def olds(self) -> frozenset[str]:
        """Every id that changes."""
        return frozenset((*self.articles, *self.steps))


def rewritten(text: str, citations: Iterable[Citation], numbers: Numbers) -> str:
    """A text with new ids at the places found; all else stays as it is, byte for byte."""
    parts: list[str] = []
    at = 0
    for citation in sorted(set(citations)):
        if citation.start >= at:
            new = numbers.of(citation)
            # a bare key whose new id needs quotes in TOML gets them
            quoted = citation.bare and not BARE.fullmatch(new)
            parts += text[at : citation.start], f'"{new}"' if quoted else new
            at = citation.end
    return "".join((*parts, text[at:]))


def changes(citations: Iterable[Citation], numbers: Numbers) -> list[tuple[str, str]]:
    """The ids that change, once for each place, with the new one."""
    return [
        (citation.id, new)
        for citation in sorted(set(citations))
        if (new := numbers.of(citation)) != citation.id
    ]


def mentions(text: str, citations: Iterable[Citation], olds: Iterable[str]) -> list[Citation]:
    """The places at which a text mentions a renumbered article without citing it in a known way. Ids of one
    word are passed over: they occur in every text.
    """
    wanted = sorted((old for old in olds if not old.isalnum()), key=len, reverse=True)
    if not any(old in text for old in wanted):
        return []
    known = {at for citation in citations for at in range(citation.start, citation.end)}
    whole = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, wanted))})(?![\w-]|\.\w)")
    return [
        Citation(match.start(), match.end(), match[0], LOOSE)
        for match in whole.finditer(text)
        if match.start() not in known
    ]


# --- places in TOML ------------------------------------------------------------------------------------
LONG: Final = ('"""', "'''")


def value_at(source: Source, path: KeyPath, id_: str, space: str, at: int = 0) -> Iterator[Citation]:
    """The id in the value at `path`, `at` characters from its beginning; where the text has escapes, the only
    word in it that is the id.
    """
    start, end = source.span(path)
    token = source.text[start:end]
    begin = start + (3 if token[:3] in LONG else 1) + at
    if "\\" not in token and source.text.startswith(id_, begin):
        yield Citation(begin, begin + len(id_), id_, space)
    else:
        yield from within(source.text, start, end, id_, space)


def key_at(source: Source, path: KeyPath, space: str) -> Iterator[Citation]:
    """The last key of `path`, as an id."""
    start, end = source.key_span(path)
    id_ = str(path[-1])
    if source.text[start] in "\"'":
        yield from within(source.text, start, end, id_, space)
    else:
        yield Citation(start, end, id_, space, bare=True)


def words_at(source: Source, path: KeyPath, space: str) -> Iterator[Citation]:
    """Every word of the value at `path` that may be an id."""
    start, end = source.span(path)
    for match in re.finditer(r"\w[\w.-]*\w|\w", source.text[start:end]):
        yield Citation(start + match.start(), start + match.end(), match[0], space)


def within(text: str, start: int, end: int, id_: str, space: str) -> Iterator[Citation]:
    """An id as a whole word in a part of a text, if it is there once."""
    matches = list(re.finditer(rf"(?<![\w.-]){re.escape(id_)}(?![\w.-])", text[start:end]))
    if len(matches) == 1:
        yield Citation(start + matches[0].start(), start + matches[0].end(), id_, space)
