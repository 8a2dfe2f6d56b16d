"""What names are made of: a line whose name has more in it may hold two cards, or a count that nobody read.

Some names do have more ("Karakuri Barrel mdl 96 …"): a doubt is settled by a catalogue that knows the name,
or by quotes around it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from judge.decks.speech import phrased

SEVERAL: Final = phrased("read.several")
UNREAD_COUNT: Final = phrased("read.unread-count")
LEFT_OVER: Final = phrased("read.left-over")
ELSEWHERE: Final = phrased("read.elsewhere")

_LETTER: Final = r"[^\W\d_]"
_MARK: Final = r"[\u0300-\u036f\u3099\u309a]"
_WORD: Final = rf"{_LETTER}(?:{_LETTER}|{_MARK})*+"
# One row a kind of word; whatever is in no row is no word of a name.
_WORDS: Final = "|".join((
    r"(?![Xx][0-9])[A-Z]{1,3}[0-9]{1,4}(?!\w)",  # LV8, C39, SS3
    r"[A-Z]{1,2}-[0-9]{1,2}(?![\w-])",  # M-2
    r"[A-Z]{0,2}No\.[0-9]{1,3}",
    r"[0-9]{1,3}(?:st|nd|rd|th|er|e|\u00e8me)\b",
    rf"[0-9]{{1,2}}(?:,000)?-{_WORD}",  # 4-Starred
    _WORD,
))  # fmt: skip
_JOINT: Final = r"""(?:-|'|\u2019|\.|/|&|"|\u30fb|\u00b7|!|\?|=)"""
_OPEN: Final = r"""["'\u2018\u201c@\u300c\u300e\u3008\u300a\u2606\u2605]"""
_SHUT: Final = r"""["'\u2019\u201d.!?\u300d\u300f\u3009\u300b\u2606\u2605\u266a\u301c]"""
_TOKEN: Final = rf"(?:{_OPEN}*+(?:{_WORDS})(?:{_JOINT}(?:{_WORDS}))*+{_SHUT}*+)"
_NUMBER: Final = r"(?:(?<=\w )[0-9]{1,4}$|(?<=\w )[0-9]{2,3}(?=[:,]| &))"  # Android 17; Number 39: Utopia
_BETWEEN: Final = r"(?:[,:]? (?:[&-] )?)"
_NAME: Final = re.compile(rf"{_TOKEN}(?:{_BETWEEN}(?:{_NUMBER}|{_TOKEN}))*+")
_SECTION: Final = re.compile(
    r"(?:^|[\s,/-])(?P<part>side ?(?:board|deck)?|sb|main ?(?:board|deck)|extra ?deck|maybe ?(?:board)?)$",
    re.IGNORECASE,
)
_CARD: Final = re.compile(r"[A-Z]{1,4}(?:[0-9]{1,3}-[0-9]{1,4}|-[0-9]{3,4})|[0-9]{5,}", re.IGNORECASE)
_COUNT: Final = re.compile(r"[^\w\s]*\s?x?[0-9]", re.IGNORECASE)
_WEAK: Final = re.compile(r"[0-9]{1,3} ")


class Doubt(NamedTuple):
    """What names hardly have, and where, in characters from the start of the text."""

    at: int
    message: str
    found: str
    weak: bool = False  # beside a card number it may well be the name's: to be looked at, no more


def doubt_in(flat: str, start: int, end: int, text: str) -> Doubt | None:
    """The first thing between two places that is no word of a name;
    `flat` has the signs of the plain keyboard.
    """
    name = flat[start:end]
    read = _NAME.match(name)
    at = read.end() if read else 0
    if at == len(name):
        part = _SECTION.search(name)
        return (
            Doubt(start + part.start("part"), ELSEWHERE, text[start + part.start("part") : end])
            if part
            else None
        )
    at += len(name[at:]) - len(name[at:].lstrip(" ,:"))
    return Doubt(start + at, _message(name, at), text[start + at : end].strip(), bool(_WEAK.match(name, at)))


def _message(name: str, at: int) -> str:
    if _CARD.match(name, at) or (name[at : at + 1].isspace() and name[at:].strip()):
        return SEVERAL
    return UNREAD_COUNT if _COUNT.match(name, at) else LEFT_OVER
