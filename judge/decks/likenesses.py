"""Lines that are not understood, many of them for one reason: what they look like is told once, with what is
to be handed in instead. They stay not understood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from judge.decks.deck import Deck, Row
from judge.decks.formats.draft import shown
from judge.decks.speech import phrased
from judge.errors import Problem

_LOOKED_AT: Final = 400  # characters of a line
_FEW: Final = 3  # lines: fewer are told each by itself


class Likeness(NamedTuple):
    """One row: the key of its phrases, what such a line has, and from how many lines on it is told once."""

    key: str
    pattern: re.Pattern[str]
    least: int = _FEW


# The first row that a line fits says what it looks like.
_LIKENESSES: Final = (
    Likeness("struck", re.compile(r"~~.+~~|(?:<|\[)(?:s|del|strike)(?:>|\])", re.IGNORECASE)),
    Likeness("image", re.compile(r"!\[[^\]]*\]\(|\[img\b|<img\b", re.IGNORECASE)),
    Likeness("bbcode", re.compile(r"\[/[a-z*]{1,12}\]|\[[a-z]{1,12}=[^\]]*\]", re.IGNORECASE)),
    Likeness("html", re.compile(r"</?[a-z][a-z0-9:-]*(?:\s[^<>]*)?/?>", re.IGNORECASE)),
    Likeness("address", re.compile(r"<?(?:https?://|www\.)\S+>?", re.IGNORECASE), 1),
    Likeness("code", re.compile(r"(?=\S*[a-z])(?=\S*[A-Z])[A-Za-z0-9+/_-]{24,}={0,2}"), 1),
    Likeness(
        "arena", re.compile(r".*\s[(\[][A-Z0-9]{2,6}[)\]]\s+#?[A-Z]{0,3}[0-9]{1,4}[a-z]?(?:\s+\*[A-Z]\*)?")
    ),
    Likeness("expansion", re.compile(r".*[^\s(]\s+\((?=[^()]*[a-z])[A-Z0-9][^()]{2,}\)")),
)
_ANYWHERE: Final = ("struck", "image", "bbcode", "html")  # a line of these has more than the mark


def told_once(deck: Deck) -> Deck:
    """The deck with one problem in the place of those of lines that look alike."""
    wrong = {one.line for one in deck.problems}
    rows = [row for row in deck.rows if row.line in wrong and row.kind == "problem"]
    for key, alike in _alike(rows).items():
        deck = deck._replace(problems=_instead(deck, key, alike))
    return deck


def _alike(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The lines of each likeness that so many of them have."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        if one := next((one for one in _LIKENESSES if _has(one, row.said)), None):
            found.setdefault(one.key, []).append(row)
    return {one.key: found[one.key] for one in _LIKENESSES if len(found.get(one.key, ())) >= one.least}


def _has(one: Likeness, said: str) -> bool:
    look = one.pattern.search if one.key in _ANYWHERE else one.pattern.fullmatch
    return len(said) <= _LOOKED_AT and look(said) is not None


def _instead(deck: Deck, key: str, alike: Sequence[Row]) -> tuple[Problem, ...]:
    """The problems of a deck, one for all of some lines."""
    first = min(alike)
    message = phrased(f"looks.{key}", n=len(alike))
    told = Problem(
        deck.file,
        first.line,
        first.column,
        "",
        "",
        message,
        phrased(f"looks.{key}-instead"),
        shown(first.said),
    )
    lines = {row.line for row in alike}
    kept = (one for one in deck.problems if one.line not in lines)
    return tuple(sorted((*kept, told), key=lambda one: (one.line, one.column)))
