"""What a name hardly has in it: signs that a line holds more than one card, or a count that nobody read.

Some names do have such things ("Android 17 & Android 18"): a doubt is settled by a catalogue that knows the name, or by
quotes around it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

SEVERAL: Final = "several cards on one line"
UNREAD_COUNT: Final = "is this number a count?"
LEFT_OVER: Final = "text that is not understood"
ELSEWHERE: Final = "a part of the deck behind a card"

_DOUBTS: Final = re.compile(
    r"(?P<control>[\x00-\x1f\x7f-\x9f])"
    r"|(?P<gap>\s{2,})(?=\S)"
    r"|(?P<number>(?<![\w-])(?i:[A-Z]{1,4}(?:[0-9]{1,3}-[0-9]{1,4}|-[0-9]{3,4}))\S*)"
    r"|(?P<passcode>(?<![\w,.-])[0-9]{5,}(?![,.]?[0-9]).*)"
    r"|(?P<amid>(?<!\S)(?i:x)?[0-9]{1,3}(?i:x)?(?=\s+\S)|(?<=[^\x00-\x7f])[0-9]{1,3}(?=\s+\S))"
    r"|(?P<signs>[\[\](){}<>|\\\u2190-\u21ff\u2794-\u27be~^=;]|--|//|(?<=\s)[/+*](?=\s|\d)|(?<=\d)[*+/](?=\S)|(?<=\S)\*).*"
    r"|(?P<count>(?:[^\w\s'\u2019\"!?.-]|(?<=\s)-|(?<=[,;:]\s))\s?[0-9]{1,3}$|(?<!\S)[0-9]{1,3}[^\W\d]{1,5}\.?$)"
    r"|(?P<section>(?:(?<=[\s,/-]))(?i:side ?(?:board|deck)?|sb|main ?(?:board|deck)|extra ?deck|maybe ?(?:board)?)$)"
)
_MESSAGES: Final = {
    "control": LEFT_OVER, "gap": SEVERAL, "number": SEVERAL, "passcode": SEVERAL, "amid": UNREAD_COUNT, "signs": LEFT_OVER,
    "count": UNREAD_COUNT, "section": ELSEWHERE,
}  # fmt: skip


class Doubt(NamedTuple):
    """What a name hardly has in it, and where, in characters from the start of the text."""

    at: int
    message: str
    found: str
    weak: bool = False  # beside a card number it may well be the name's: to be looked at, no more


def doubt_in(flat: str, start: int, end: int, text: str) -> Doubt | None:
    """The first thing between two places that no name has; `flat` is the text with the signs of the plain keyboard."""
    found = _DOUBTS.search(flat, start, end)
    if found is None:
        return None
    kind = found.lastgroup or "signs"
    at = found.start()
    return Doubt(at, _MESSAGES[kind], text[at:end].strip() if kind != "number" else text[at : found.end()], kind == "amid")
