"""Files with other ids in them: their new texts, what changed in each, and what is left for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from judge.renumbering.citations import LOOSE, Citation, Numbers, changes, mentions, rewritten
from judge.renumbering.files import CHANGES, CODE, PAGE, TRACE, Cited
from judge.renumbering.numbering import Numbering
from judge.renumbering.traces import renumbered_trace

SHOWN: Final = 60  # characters of a line that are quoted


class Left(NamedTuple):
    """A line that speaks of articles that are renumbered, and that only a person can put right."""

    line: int
    ids: tuple[str, ...]
    text: str


class Renumbered(NamedTuple):
    """A file with its new text, the ids that changed in it with how often each did, and what is left."""

    cited: Cited
    text: str
    changes: Mapping[tuple[str, str], int]
    left: tuple[Left, ...]

    @property
    def times(self) -> int:
        """How many ids changed."""
        return sum(self.changes.values())


def renumbered(one: Cited, numbering: Numbering, prose: bool = False) -> Renumbered:
    """A file with the new ids; in its prose too where that is wanted."""
    numbers = numbers_for(one, numbering)
    unsure = [place for place in one.found if doubtful(place, numbers)]
    spoken = mentions(one.text, one.found, numbers.olds)
    found = one.found
    if prose and one.kind not in (PAGE, CODE):
        found, spoken = (*found, *(at._replace(space="article") for at in spoken)), []
    text = renumbered_trace(one.text, numbers) if one.kind == TRACE else rewritten(one.text, found, numbers)
    left = tuple(lines(one, sorted((*unsure, *spoken))))
    return Renumbered(one, text, Counter(changes(found, numbers)), left)


def numbers_for(one: Cited, numbering: Numbering) -> Numbers:
    """The old and new ids as a file has them."""
    if one.kind == CHANGES:
        return numbering.numbers_in_version(one.version)
    return numbering.numbers(one.version)


def doubtful(place: Citation, numbers: Numbers) -> bool:
    """May an article that is renumbered stand there, or something else of that name?"""
    return (
        place.space == LOOSE
        and place.id in numbers.articles
        and place.id not in numbers.sure
        and not place.id.isdigit()
    )


def lines(one: Cited, found: list[Citation]) -> Iterator[Left]:
    """The lines at which these are, each once."""
    by_line: dict[int, list[str]] = {}
    for place in found:
        by_line.setdefault(one.line(place.start), []).append(place.id)
    rows = one.text.split("\n")
    for line, ids in by_line.items():
        yield Left(line, tuple(dict.fromkeys(ids)), shortened(rows[line - 1].strip(), ids[0]))


def shortened(text: str, about: str) -> str:
    """What is around an id on its line."""
    if len(text) <= SHOWN:
        return text
    begin = max(0, min(text.find(about) - SHOWN // 3, len(text) - SHOWN))
    return "…" * (begin > 0) + text[begin : begin + SHOWN] + "…" * (begin + SHOWN < len(text))
