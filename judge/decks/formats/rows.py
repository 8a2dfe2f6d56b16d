"""What each line of a file was taken for, where its reader goes by other units than lines: keys, cells, elements, links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from judge.decks.deck import Deck, Row
from judge.decks.formats.draft import left_out

_COMMENTS: Final = {"toml": ("#",), "ydke": ("#", "//", ";"), "csv": ()}
_BESIDE: Final = "beside the link"


def with_rows(decks: Sequence[Deck], text: str) -> list[Deck]:
    """The decks of a file, each with what every line of it was taken for."""
    if all(one.rows for one in decks):
        return list(decks)
    lines = text.split("\n")
    return [one._replace(rows=tuple(_rows(one, decks, lines))) for one in decks]


def _rows(deck: Deck, decks: Sequence[Deck], lines: Sequence[str]) -> list[Row]:
    tails = {one.line: left_out(one) for one in deck.lines if one.tail}
    wrong = {one.line: one.message for one in reversed(deck.problems)}
    cards = {one.line for one in deck.lines}
    others = {one.line for other in decks if other is not deck for one in other.lines} - cards
    heads = {line for line, _ in deck.headings.values()}
    found = []
    for number, raw in enumerate(lines, 1):
        kind, why = _kind(deck.format, raw, number in heads)
        if number in wrong:
            kind, why = "problem", wrong[number]
        elif number in cards:
            kind, why = "cards", tails.get(number, "")
        elif number in others:
            kind, why = "other", ""
        found.append(Row(number, kind, raw.strip(), why))
    return found


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
