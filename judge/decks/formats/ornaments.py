"""Pictures that people put beside a card, which say nothing: told by their Unicode names.

One that may say something, a cross, a number, a basket, a sign that forbids, is none of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

_RANGES: Final = (
    (0x2190, 0x21FF), (0x25A0, 0x27BF), (0x2900, 0x297F), (0x2B00, 0x2BFF), (0x1F0CF, 0x1F0CF),
    (0x1F300, 0x1FAFF),
)  # fmt: skip
# A picture that has one of these words in its Unicode name may say something.
_SAYING: Final = frozenset((
    "CROSS", "NO", "NOT", "X", "SALTIRE", "MULTIPLICATION", "MINUS", "PLUS", "DIVISION", "DIE", "DIGIT",
    "NUMBER", "NUMBERS", "NUMBERED", "CLOCK", "KEYCAP", "WASTEBASKET", "PROHIBITED", "STOP", "OCTAGONAL",
    "QUESTION", "HUNDRED", "TEN", "LEFTWARDS", "LEFT", "DOWNWARD", "DOWNWARDS", "DOWN", "UPWARDS", "UP",
    "ARROWS", "ANTICLOCKWISE", "CLOCKWISE", "NEGATIVE", "TOP", "SOON", "BACK", "END", "ON", "PENCIL",
    "SCISSORS", "INPUT", "RECYCLING", "WARNING", "SQUARED", "CIRCLED", "MEDAL", "PLACE", "LETTER",
    "LETTERS", "CAPITAL", "ROMAN", "BROKEN", "DECREASE", "CHART", "LOCK", "HOURGLASS", "SHOPPING", "LINK",
    "TWO", "THREE", "DOUBLE", "TRIPLE", "LIGHT", "DASHED", "DOTTED", "PEDESTRIANS", "SMOKING", "BICYCLES",
    "LITTERING", "PHONE", "PHONES", "ENTRY", "UNDER", "RETURN", "STROKE", "SCALE", "SCALES",
    "COUNTERCLOCKWISE",
))  # fmt: skip


def _picture(code: int) -> bool:
    letter = chr(code)
    name = unicodedata.name(letter, "")
    kind = unicodedata.category(letter)
    return bool(name) and kind in ("So", "Sm") and _SAYING.isdisjoint(name.replace("-", " ").split())


def _spans() -> Iterator[str]:
    """The pictures as ranges of a pattern."""
    for first, last in _RANGES:
        start = -1
        for code in range(first, last + 2):
            inside = code <= last and _picture(code)
            if inside and start < 0:
                start = code
            elif not inside and start >= 0:
                yield f"{chr(start)}-{chr(code - 1)}"
                start = -1


PICTURE: Final = f"[{''.join(_spans())}]"
_TONE: Final = "[\U0001f3fb-\U0001f3ff]?"
# The same one twice may be a number: two stars, two copies.
_BEFORE: Final = re.compile(
    rf"(?P<first>{PICTURE}){_TONE}\s*(?!(?P=first))(?:(?P<second>{PICTURE}){_TONE}\s*(?!(?P=first)|(?P=second)))?(?=\S)"
)


def before(text: str) -> int:
    """How many characters of a text are one picture or two in front of it, and blanks."""
    found = _BEFORE.match(text)
    return found.end() if found else 0
