"""What each line of a file was taken for, where its reader goes by other units than lines: keys, cells, elements, links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from judge.decks.deck import Deck, Row
from judge.decks.formats.draft import left_out

_COMMENTS: Final = {"toml": ("#",), "ydke": ("#", "//", ";"), "csv": ()}
_BESIDE: Final = "beside the link"


def with_rows(decks: Sequence[Deck], text: str) -> list[Deck]:
    """The decks of a file, each with what its lines were taken for; what is no deck's own is told with the first."""
    if all(one.rows for one in decks):
        return list(decks)
    lines = text.split("\n")
    owned = [_owned(one, len(lines)) for one in decks]
    free = set(range(1, len(lines) + 1)).difference(*owned)
    first, *others = [one._replace(rows=tuple(_rows(one, found, lines))) for one, found in zip(decks, owned, strict=True)]
    heads = {line for deck in decks for line, _ in deck.headings.values()}
    rows = [Row(number, *_unowned(first.format, lines[number - 1], number in heads)) for number in sorted(free)]
    return [first._replace(rows=tuple(sorted((*first.rows, *rows)))), *others]


def _owned(deck: Deck, most: int) -> set[int]:
    """The lines with the cards and problems of a deck."""
    found = {one.line for one in deck.lines} | {one.line for one in deck.problems}
    return {one for one in found if 0 < one <= most}


def _rows(deck: Deck, owned: set[int], lines: Sequence[str]) -> list[Row]:
    tails = {one.line: left_out(one) for one in deck.lines if one.tail}
    wrong = {one.line: one.message for one in reversed(deck.problems)}
    return [
        Row(number, "problem" if number in wrong else "cards", lines[number - 1].strip(), wrong.get(number, tails.get(number, "")))
        for number in sorted(owned)
    ]


def _unowned(form: str, raw: str, headed: bool) -> tuple[str, str, str]:
    kind, why = _kind(form, raw, headed)
    return kind, raw.strip(), why


def _kind(form: str, raw: str, headed: bool) -> tuple[str, str]:
    """What a line is that holds no card of any deck."""
    said = raw.strip()
    if not said:
        return "blank", ""
    if said.startswith(_COMMENTS.get(form, ("//",)) or ("\0",)):
        return "comment", "a comment"
    if headed:
        return "heading", ""
    if form == "ydke":
        return "left out", _BESIDE
    return ("about", "") if any(map(str.isalnum, said)) else ("mark", "")
