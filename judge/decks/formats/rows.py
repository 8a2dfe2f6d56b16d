"""What each line of a file was taken for, where its reader goes by other units than lines:
keys, cells, elements, links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from judge.decks.deck import ABOUT, Deck, Row
from judge.decks.formats.draft import left_out
from judge.decks.speech import phrased

_WHOLE: Final = ("text", "ydk")  # formats whose readers tell every line themselves
_COMMENTS: Final = {"toml": ("#",), "ydke": ("#", "//", ";"), "cod": ("<!--",), "csv": ("\0",)}
_BESIDE: Final = phrased("left.beside-link")
_KEY: Final = re.compile(r'"((?:[^"\\]|\\.)*)"\s*:')
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')


def with_rows(decks: Sequence[Deck], text: str) -> list[Deck]:
    """The decks of a file, each with what its lines were taken for;
    what is no deck's own is told with the first.
    """
    length = text.count("\n") + (not text.endswith("\n"))
    decks = [one._replace(length=length) for one in decks]
    if all(one.format in _WHOLE for one in decks):
        return decks
    lines = [raw.strip() for raw in text.split("\n")]  # once: thousands of links may stand on one line
    owned = [_owned(one, lines) for one in decks]
    free = set(range(1, len(lines) + 1)).difference(*owned)
    free = free.difference(row.line for one in decks for row in one.rows)
    first, *others = [_with_own(one, mine, lines) for one, mine in zip(decks, owned, strict=True)]
    heads = {line for deck in decks for line, _ in deck.headings.values()}
    rows = (Row(one, *_unowned(first.format, lines[one - 1], one in heads)) for one in sorted(free))
    return [first._replace(rows=_sorted(first.rows, rows)), *others]


def _with_own(deck: Deck, owned: set[int], lines: Sequence[str]) -> Deck:
    """A deck with what those of its lines were taken for that its reader has not told itself."""
    told = {row.line for row in deck.rows if row.kind in ("cards", "problem")}
    return deck._replace(rows=_sorted(deck.rows, _rows(deck, sorted(owned - told), lines)))


def _sorted(*rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(sorted(one for group in rows for one in group))


def _owned(deck: Deck, lines: Sequence[str]) -> set[int]:
    """The lines with the cards and problems of a deck; a card of JSON may go on over several."""
    found = {one.line for one in deck.lines} | {one.line for one in deck.problems}
    if deck.format in ("json", "tts"):
        found.update(line for one in deck.lines for line in _going_on(one.line, lines))
    return {one for one in found if 0 < one <= len(lines)}


def _going_on(line: int, lines: Sequence[str]) -> Iterator[int]:
    """The lines after one on which an object begins, to its end."""
    depth = _depth(lines[line - 1]) if lines[line - 1].endswith("{") else 0
    while depth > 0 and line < len(lines):
        line += 1
        depth += _depth(lines[line - 1])
        yield line


def _depth(raw: str) -> int:
    """How many objects and lists more begin than end on a line."""
    plain = _STRING.sub("", raw)
    return sum(plain.count(one) for one in "{[") - sum(plain.count(one) for one in "}]")


def _rows(deck: Deck, owned: Sequence[int], lines: Sequence[str]) -> Iterator[Row]:
    tails = {one.line: left_out(one) for one in deck.lines if one.tail}
    wrong = {one.line: one.message for one in reversed(deck.problems)}
    for number in owned:
        kind, why = ("problem", wrong[number]) if number in wrong else ("cards", tails.get(number, ""))
        yield Row(number, kind, lines[number - 1], why)


def _unowned(form: str, said: str, headed: bool) -> tuple[str, str, str]:
    kind, why = _kind(form, said, headed)
    return kind, said, why


def _kind(form: str, said: str, headed: bool) -> tuple[str, str]:
    """What a line is that holds no card of any deck."""
    if not said:
        return "blank", ""
    if said.startswith(_COMMENTS.get(form, "//")):
        return "comment", phrased("left.comment")
    if headed:
        return "heading", ""
    if form == "ydke":
        return "left out", _BESIDE
    return ("about", "") if _is_about(form, said) else ("mark", "")


def _is_about(form: str, said: str) -> bool:
    """Whether a line tells of the deck, and is not only the format's own."""
    if form in ("json", "tts"):
        return any(key in (*ABOUT, "SaveName") for key in _KEY.findall(said))
    if form == "cod" and said.startswith("<"):
        return said.startswith(("<deckname", "<comments"))
    return any(map(str.isalnum, said))
