"""What the rulebooks say about how decks are written: headings, card numbers, columns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from judge.folding import fold

_LONGEST: Final = 60  # characters: a longer word is neither a heading nor a card number
_MARKS: Final = "#/=*<>[](){}:;~_-\u2013\u2014.•|! \t\u00a0"  # what people put around a heading
_STATED: Final = re.compile(
    r"(.*?[^\W\d])[\s:(\[\u2013\u2014-]+([0-9]{1,9})(?:\s*(?:cards?|cartes?))?", re.IGNORECASE
)


class Known(NamedTuple):
    """What the rulebooks say about how decks are written; the caller builds it."""

    headings: frozenset[str]  # folded headings of every part that some game has: "side deck", "leader"
    number: re.Pattern[str]  # fullmatch: anything that some game prints as a card number or passcode
    columns: Mapping[str, str]  # folded CSV heading: count, number, name, section, player, player_id, title


def heading(words: str, known: Known) -> str:
    """The heading that `words` are, folded; "" when no game has it."""
    if len(words) > _LONGEST:
        return ""
    for said in (fold(words), fold(words.replace("_", " ").replace("-", " "))):
        if said in known.headings:
            return said
    return ""


def stated_heading(text: str, known: Known) -> tuple[str, str]:
    """The heading that a line is, whatever surrounds it, and the count that it states ("" for none)."""
    if len(text) > _LONGEST:
        return "", ""
    words = text.strip(_MARKS)
    found = heading(words, known)
    if not found and (parts := _STATED.fullmatch(words)):
        return heading(parts[1].strip(_MARKS), known), parts[2]
    return found, ""


def unmarked(text: str) -> str:
    """A line without what people put around a heading, folded."""
    return fold(text.strip(_MARKS))


def is_number(word: str, known: Known, digits: int = 4) -> bool:
    """Whether a word is a card number; digits alone are one only when there are at least so many."""
    if not word or len(word) > _LONGEST or (word.isdigit() and len(word) < digits):
        return False
    return bool(known.number.fullmatch(word) or known.number.fullmatch(word.upper()))
