"""A loop's rounds: lines that repeat but for their numbers are told once, with a count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.engine.kernel.tracer import Entry

LONGEST = 24  # lines of one round
SHORTEST = 3
NUMBER = re.compile(r"\d+")
CHANGE = re.compile(r"(\S+) → (\S+)")


class Line(NamedTuple):
    """One line: its depth on the page, the article, the sentence, the entries that it tells, and the articles
    of those that say the same.
    """

    depth: int
    rule: str
    text: str
    entries: tuple[Entry, ...] = ()
    beside: tuple[str, ...] = ()


def rounds(lines: Sequence[Line], heading: str) -> Iterator[Line]:
    """The lines with each series of equal rounds told as one, under a heading that is given the count."""
    at = 0
    while at < len(lines):
        length, times = round_at(lines, at)
        if times < 2:
            yield lines[at]
            at += 1
            continue
        one = lines[at : at + length]
        yield Line(one[0].depth, "", heading.format(n=times))
        for n, line in enumerate(one):
            every = lines[at + n : at + length * times : length]
            entries = tuple(entry for found in every for entry in found.entries)
            yield Line(line.depth + 1, line.rule, spanned(line.text, every[-1].text), entries)
        at += length * times


def round_at(lines: Sequence[Line], at: int) -> tuple[int, int]:
    """How long the round is that begins at a line, and how often it comes; (1, 1) where none does."""
    for length in range(SHORTEST, min(LONGEST, (len(lines) - at) // 2) + 1):
        first = shape(lines[at : at + length])
        times = 1
        while shape(lines[at + times * length : at + (times + 1) * length]) == first:
            times += 1
        if times > 1:
            return length, times
    return 1, 1


def shape(lines: Sequence[Line]) -> list[tuple[int, str, str]]:
    """What two rounds must share: all but their numbers."""
    return [(one.depth, one.rule, NUMBER.sub("#", one.text)) for one in lines]


def spanned(first: str, last: str) -> str:
    """A change of the first round and of the last as one: from what was before all to what is after them."""
    ends = [found[2] for found in CHANGE.finditer(last)]
    numbers = iter(ends)
    return CHANGE.sub(lambda found: f"{found[1]} → {next(numbers)}", first)
