"""Text on a terminal: how wide it is, wrapped under itself, and set in columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final
from unicodedata import combining, east_asian_width

Brush = Callable[[str, str], str]

_BLANKS: Final = re.compile(r"[^\S\u202f]+")  # where a line may break: not at the space before a French colon


def painter(colour: bool) -> Brush:
    """What puts colour on a text of a kind; nothing without colour."""
    if not colour:
        return lambda text, kind: text
    # Imported here because a pipe needs no colour, and `rich` takes its time.
    from judge.render.colour import paint

    return paint


def cells(text: str) -> int:
    """How many columns of a terminal a text takes: wide letters take two, accents put on letters none."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def padded(text: str, width: int, right: bool = False) -> str:
    """A text filled with spaces to a width."""
    room = " " * max(0, width - cells(text))
    return room + text if right else text + room


def cut(text: str, width: int, start: bool = False) -> str:
    """A text that is not wider than `width`; what is left out at its end, or `start`, becomes `…`."""
    if cells(text) <= width:
        return text
    kept = ""
    for char in reversed(text) if start else text:
        if cells(kept + char) > width - 1:
            break
        kept += char
    return f"…{kept[::-1].lstrip()}" if start else f"{kept.rstrip()}…"


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> Iterator[str]:
    """A text in lines of at most `width`; `first`, never broken, begins the first line, `rest` the others."""
    begun, taken = first, cells(first)
    words: list[str] = []
    for word in filter(None, _BLANKS.split(text)):
        size = cells(word)
        if words and taken + 1 + size > width:
            yield begun + " ".join(words)
            begun, taken, words = rest, cells(rest), []
        taken += size + bool(words)
        words.append(word)
    yield (begun + " ".join(words)).rstrip()


def between(left: str, right: str, width: int) -> Iterator[str]:
    """Two texts at both ends of a line; one under the other where they do not fit."""
    if cells(left) + cells(right) + 2 <= width:
        yield padded(left, width - cells(right)) + right if right else left
        return
    yield from wrapped(left, width)
    if right:
        yield from wrapped(right, width)


def widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """How wide each column of a table must be."""
    return [max(map(cells, column)) for column in zip(*rows, strict=True)]


def tabled(row: Sequence[str], sizes: Sequence[int], right: Sequence[bool]) -> list[str]:
    """A row's texts, each as wide as its column and cut where it is wider."""
    return [padded(cut(text, size), size, end) for text, size, end in zip(row, sizes, right, strict=True)]
