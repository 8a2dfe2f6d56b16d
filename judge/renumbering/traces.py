"""Where records of a trace cite articles and name steps (`judge/render/records.py` writes them)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from judge.renumbering.citations import ARTICLE, LOOSE, STEP, Citation, Numbers, rewritten

DECIDES: Final = "decides "
HEAD: Final = re.compile(r" *(\S+) (\S+)")
ANSWER: Final = re.compile(r"answer (?:yes|no) (\S+) (?:.* by\*? (\S+)$)?")
RESULT: Final = re.compile(r"result \S+ (\S+)$")
REFUSED: Final = re.compile(r" by ([^\s,\]]+)(?=[,\]])")
VALUE: Final = re.compile(r"([\w-]+)=|[^\s\[\]{},=+\"]+")
OFFERS: Final = ("offer", "locked")
SPACES: Final[Mapping[str, str]] = {
    "step": STEP,
    **dict.fromkeys(("article", "usual", "way", "also", "rule"), ARTICLE),
}


def traced(text: str) -> Iterator[Citation]:
    """Every article and step of a trace, and what may be one."""
    at, heading = 0, True
    for line in text.split("\n"):
        bare = line.rstrip("\r")
        heading = heading and bool(bare)
        for one in headed(bare) if heading else recorded(bare):
            yield one._replace(start=at + one.start, end=at + one.end)
        at += len(line) + 1


def headed(line: str) -> Iterator[Citation]:
    """A line of what the ruling comes to."""
    if line.startswith(DECIDES):
        for one in re.finditer(r"\S+", line[len(DECIDES) :]):
            yield Citation(len(DECIDES) + one.start(), len(DECIDES) + one.end(), one[0])
        return
    found = ANSWER.match(line) or RESULT.match(line)
    if found is not None:
        groups = range(1, len(found.groups()) + 1)
        yield from (Citation(*found.span(one), found[one]) for one in groups if found[one])


def recorded(line: str) -> Iterator[Citation]:
    """A record: the article in front, those by which offers are refused, and values."""
    head = HEAD.match(line)
    if head is None:
        return
    yield Citation(head.start(1), head.end(1), head[1])
    if head[2] not in OFFERS:
        yield from valued(line, head.end(2))
        return
    for one in REFUSED.finditer(line, head.end(2)):
        for rule in re.finditer(r"[^+]+", one[1]):
            yield Citation(one.start(1) + rule.start(), one.start(1) + rule.end(), rule[0])


def valued(line: str, start: int) -> Iterator[Citation]:
    """The values that a record carries."""
    space = LOOSE
    for one in VALUE.finditer(line, start):
        if one[1]:
            space = SPACES.get(one[1], LOOSE)
        else:
            yield Citation(one.start(), one.end(), one[0], space)


def renumbered_trace(text: str, numbers: Numbers) -> str:
    """A trace with the new ids, the articles that decide in their order."""
    return "\n".join(map(in_order, rewritten(text, traced(text), numbers).split("\n")))


def in_order(line: str) -> str:
    """The line of what decides, sorted as it is written."""
    if not line.startswith(DECIDES):
        return line
    bare = line.rstrip("\r")
    return DECIDES + " ".join(sorted(bare[len(DECIDES) :].split())) + line[len(bare) :]


def renumbered_record(line: str, numbers: Numbers) -> str:
    """One record with the new ids."""
    return rewritten(line, recorded(line), numbers)
