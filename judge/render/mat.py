"""A mat as rows of text, whatever shows them: B's half above, A's below, the zones side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from judge.stepping.mat import CardSeen, Half, Mat, Place, Unseen
from judge.text.visible import visible

LINE, EDGE = "─", " │ "
TIMES = "\N{MULTIPLICATION SIGN}"
LEAST = 12  # characters of a zone
MANY = 6  # cards of a pile that are named


class Piece(NamedTuple):
    """A part of a row and what it is: seat, zone, card, line."""

    text: str
    kind: str


Row = tuple[Piece, ...]


def mat_rows(mat: Mat, width: int, height: int = 0, active: str = "") -> list[Row]:
    """The rows, `width` characters wide; a line for each card where that takes no more than `height` rows,
    else as few as hold all that lies there.

    `active` is whose turn it is.
    """
    roomy = list(laid_out(mat, width, active, True))
    return roomy if len(roomy) <= height else list(laid_out(mat, width, active, False))


def text_of(rows: Sequence[Row]) -> list[str]:
    """The rows as plain text."""
    return ["".join(piece.text for piece in row).rstrip() for row in rows]


def laid_out(mat: Mat, width: int, active: str, roomy: bool) -> Iterator[Row]:
    """Both halves and what lies between."""
    yield heading(mat.above, width, active)
    yield from half_rows(mat.above, width, roomy)
    yield (Piece(LINE * width, "line"),)
    if mat.middle:
        yield from row_of(mat.middle, width, roomy, seats=True)
        yield (Piece(LINE * width, "line"),)
    yield from half_rows(mat.below, width, roomy)
    yield heading(mat.below, width, active)


def heading(half: Half, width: int, active: str) -> Row:
    """Whose half it is, whose turn, and what is counted for that player."""
    counts = "".join(f"  {name} {value}" for name, value in half.scores)
    turn = "  has the turn" if half.seat == active else ""
    text = visible(f"{half.seat}{counts}{turn} ")
    return (Piece(text, "seat"), Piece(LINE * max(0, width - len(text)), "line"))


def half_rows(half: Half, width: int, roomy: bool) -> Iterator[Row]:
    """The rows of a half; where there is little room, those in which something lies."""
    shown = [row for row in half.rows if roomy or any(place.held for place in row)]
    for n, places in enumerate(shown):
        if n and roomy:
            yield (Piece("", "line"),)
        yield from row_of(places, width, roomy)


def row_of(places: Sequence[Place], width: int, roomy: bool, seats: bool = False) -> Iterator[Row]:
    """Zones side by side; the last takes what is left of the width."""
    wide = (width - len(EDGE) * (len(places) - 1)) // len(places)
    cells = [list(cell(one, max(LEAST, wide), roomy, seats)) for one in places]
    for parts in zip_longest(*cells, fillvalue=Piece("", "card")):
        row: list[Piece] = []
        for n, part in enumerate(parts):
            row += [Piece(EDGE, "line")] if n else []
            row.append(part._replace(text=part.text.ljust(wide)))
        yield tuple(row)


def cell(place: Place, width: int, roomy: bool, seats: bool) -> Iterator[Piece]:
    """The lines of a zone: its name, and its cards below it, or beside it where there is little room."""
    name = f"{place.seat}'s {place.name}" if seats else place.name
    head = visible(f"{name} {place.held}" if place.held else name)
    cards = list(named(place))
    if roomy or not cards:
        yield from (Piece(one, "zone") for one in wrapped(head, width))
        for card in cards:
            yield from (Piece(one, "card") for one in wrapped(card, width))
        return
    lines = wrapped(f"{head}: {', '.join(cards)}", width)
    yield from (Piece(one, "zone" if n == 0 else "card") for n, one in enumerate(lines))


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of a width, what goes on a little to the right."""
    return textwrap.wrap(text, width, subsequent_indent=" ", break_on_hyphens=False) or [""]


def named(place: Place) -> Iterator[str]:
    """The cards of a zone in words, alike ones that nobody named together; of a pile only the first few."""
    alone = len(place.cards) == 1 and isinstance(place.cards[0], Unseen)
    words = [] if alone else [told(one) for one in place.cards]
    most = MANY if place.pile and len(words) > MANY + 1 else len(words)
    for text, some in groupby(words[:most]):
        n = len(list(some))
        yield visible(f"{n} {TIMES} {text}" if n > 1 else text)
    if len(words) > most:
        yield f"{len(words) - most} more"


def told(card: CardSeen | Unseen) -> str:
    """A card in a line: its name, its numbers, how it lies, what lies beneath it and what is attached."""
    if isinstance(card, Unseen):
        return f"{card.n} unseen"
    words = [f"{card.slot}:" if card.slot else "", card.name, "/".join(card.numbers), *card.states]
    under = f"(on {', '.join(card.under)})" if card.under else ""
    attached = f"(with {', '.join(card.attached)})" if card.attached else ""
    return " ".join(one for one in (*words, under, attached) if one)
