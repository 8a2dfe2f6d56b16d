"""One place at which a file cites an article or a step, and texts with other numbers at such places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

ARTICLE: Final = "article"  # it has to be one of the rulebook's
FUNCTION: Final = "function"  # a function is called by the article that it carries out, or by a word
STEP: Final = "step"  # a step is called by its article unless it has a name of its own
LOOSE: Final = "loose"  # nothing says what stands there
OTHER: Final = "other"  # it names something else
PROSE: Final = "prose"  # it is written for people
PAST: Final = "past"  # the number that an article has in a version: history
BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


class Citation(NamedTuple):
    """An article or a step by its id, which stands at `start` of a text and ends at `end`."""

    start: int
    end: int
    id: str
    space: str = ARTICLE
    bare: bool = False  # a key of TOML without quotes


class Numbers(NamedTuple):
    """Old ids with their new ones: of articles as a file has them, and of steps, which no version renumbers;
    `sure` are the old ids that are the name of nothing else.
    """

    articles: Mapping[str, str]
    steps: Mapping[str, str]
    sure: frozenset[str]

    def of(self, one: Citation) -> str:
        """The new id at a place; the old one where it stays, or nothing says that an article stands there."""
        if one.space in (OTHER, PAST, PROSE) or (one.space == LOOSE and one.id not in self.sure):
            return one.id
        return (self.steps if one.space == STEP else self.articles).get(one.id, one.id)

    @property
    def olds(self) -> frozenset[str]:
        """Every id that is another one now."""
        return frozenset((*self.articles, *self.steps))


def rewritten(text: str, found: Iterable[Citation], numbers: Numbers) -> str:
    """A text with the new ids at the places found; all else stays as it is, byte for byte."""
    parts: list[str] = []
    at = 0
    for one in sorted(set(found)):
        if one.start >= at:
            new = numbers.of(one)
            parts += text[at : one.start], quoted_key(new) if one.bare else new
            at = one.end
    return "".join((*parts, text[at:]))


def quoted_key(key: str) -> str:
    """A key without quotes where TOML needs none."""
    return key if BARE.fullmatch(key) else f'"{key}"'


def changes(found: Iterable[Citation], numbers: Numbers) -> list[tuple[str, str]]:
    """The ids that are others, each time with the new one."""
    return [(one.id, new) for one in sorted(set(found)) if (new := numbers.of(one)) != one.id]


def mentions(text: str, found: Iterable[Citation], olds: Iterable[str]) -> list[Citation]:
    """Where a text speaks of an article that is renumbered, at no place that is known to cite one. Ids of one
    word are passed over: they are words of every text.
    """
    wanted = sorted((one for one in olds if not one.isalnum()), key=len, reverse=True)
    if not any(one in text for one in wanted):
        return []
    known = {at for one in found for at in range(one.start, one.end)}
    whole = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, wanted))})(?![\w-]|\.\w)")
    return [
        Citation(one.start(), one.end(), one[0], LOOSE)
        for one in whole.finditer(text)
        if one.start() not in known
    ]
