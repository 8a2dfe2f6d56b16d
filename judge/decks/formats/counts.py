"""The counts of a list's lines: in front of a card, behind it, and right after its number. Each form of a
count is one row of a pattern.
"""

from __future__ import annotations

import re
from typing import Final

from judge.decks.formats.known import PASSCODE, Known, number_of
from judge.text.rows import NamedTuple

COUNT: Final = r"[+-]?[0-9]++(?:[.,/][0-9]++)*+"
_FEW: Final = r"[0-9]{1,3}"  # digits: more are a year or a passcode
_LAST: Final = 40  # characters at the end of a line that may part a count from a name
# Every form of a count behind a card has a digit, and nothing but a unit behind it.
_NEAR_END: Final = re.compile(r"[0-9][^0-9]{0,40}$")
_AROUND: Final = '[](),:;=*_"\u201c\u201d'
# What people count cards in. Some of them could begin a name, and stand behind a number only.
_COUNTERS: Final = r"\u679a|\uc7a5|\u5f20|\u5f35|pcs?\.?|stk\.?|szt\.?"
_UNITS: Final = (
    rf"(?:{_COUNTERS}|copies|copy|pieces?|pi[e\u00e8]ces?|ex\.?|exemplaires?|cards?|cartes?"
    rf"|times|fois|st[u\u00fc]ck|ea\.?|each|off)"
)

# Rows are tried in this order, on text in the characters of a plain keyboard.
_LEADS: Final = re.compile(
    rf"\[\s*x?(?P<square>{COUNT})\s?x?\s*\]"
    rf"|\(\s*x?(?P<round>{COUNT})\s?x?\s*\)"
    rf"|(?:qty|quantity|qt[e\u00e9]|quantit[e\u00e9]|nombre|count)\s*[.:=]?\s*(?P<worded>{COUNT})(?=[\s:,]|$)"
    rf"|(?P<unit>{COUNT})(?:\u679a|\uc7a5|\u5f20|\u5f35|\s?(?:{_COUNTERS})(?=[\s\[(]|$))(?:\s+of\b)?"
    rf"|x\s?(?P<after>{COUNT})(?=[\s\[(]|$)"
    rf"|(?P<before>{COUNT})(?:x(?=[\s\[(]|$)|\sx(?=\s+\S))"
    rf"|(?P<parted>{COUNT})(?:\s*[:=;]|\s+[|-])(?=\s+\S)"
    rf"|(?P<star>{_FEW})\s?\*\s?(?=[^\s*])"
    rf"|(?P<glued>{_FEW})[x:=;|-](?=\S)"
    rf"|(?P<plain>{COUNT})(?=[\s\[(]|$)"
    rf"|(?P<marks>\*{{1,2}}|_{{2}})x?(?P<marked>{_FEW})\s?x?(?P=marks)(?=\s)"
    rf"|(?P<keycap>[0-9])\u20e3\s?(?:x(?=\s))?(?![0-9])",
    re.IGNORECASE,
)
_ENDS: Final = re.compile(
    rf"(?<=[\s)\]])[\[(]?x\s?(?P<after>{COUNT})[\])]?$"
    rf"|(?<=[\s)\]])[\[(]?(?P<before>{COUNT})\s?x[\])]?$"
    rf"|(?:(?<![\w.,/+-])|(?<=[^\x00-\x7f\d]))[\[(]?\s*x?(?P<unit>{COUNT})\s?{_UNITS}\s*[\])]?$"
    rf"|\s*\*\s*(?P<star>{COUNT})$"
    rf"|\s*[\[({{<]\s*x?(?P<bracket>{_FEW})\s?x?\s*[\])}}>]$"
    rf"|[^\S\t]*\t\s*(?P<tab>{COUNT})$"
    rf"|[^\S\t]{{2,}}(?P<column>{_FEW})$"
    rf"|(?<=\s)x?(?P<keycap>[0-9])\u20e3$"
    rf"|\s*[:=;]\s*x?(?P<colon>{COUNT})$"
    rf"|\s-\s+x?(?P<dash>{COUNT})$"
    rf"|\s*\|\s*(?P<bar>{COUNT})$"
    rf"|(?<=\s)(?P<plain>{_FEW})$"
    rf"|(?<=[0-9])[x*](?P<stuck>{_FEW})$",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    rf"\s*(?:[\[(]?x\s?(?P<after>{_FEW})[\])]?|(?P<before>{_FEW})x|[\[(]\s*(?P<bracket>{_FEW})\s*[\])]"
    rf"|(?P<unit>{_FEW})\s?(?:{_COUNTERS}))(?=\s|$)|[^\S\t]*\t\s*(?P<tab>{COUNT})[^\S\t]*(?=\t|$)",
    re.IGNORECASE,
)
_OF_COUNTS: Final = "0123456789.,/+-[](){}<xX*:=;|"  # characters of a count, or between it and the name
BARE: Final = ("plain", "parted")  # forms of a count in front that could be the beginning of a name
PARTED: Final = ("colon", "dash", "tab", "bar", "column")
_CLEAR_ENDS: Final = ("after", "before", "tab", "bar")  # forms that no number within a name has


class Said(NamedTuple):
    """A count in a line: its digits and where they stand, the span that belongs to no name, and the form."""

    copies: str
    at: int
    start: int
    end: int
    form: str

    @property
    def clear(self) -> bool:
        """Whether it is surely the count, so that a number in front of the line begins the name, as in
        "7 Colored Fish x3".
        """
        return self.form in _CLEAR_ENDS


def leading(text: str) -> Said | None:
    """The count in front of a card."""
    return _said(_LEADS.match(text))


def ending(text: str, start: int, end: int, known: Known) -> Said | None:
    """The count that ends at `end`; a number alone is one only right behind a card number or a bracket."""
    first = max(start, end - _LAST)
    if (digit := _NEAR_END.search(text, first, end)) is None:
        return None
    count = _said(_ENDS.search(text, _context(text, first, digit.start()), end))
    if count is None or (count.form not in ("after", "before") and count.start <= start):
        return None
    before = text[start : count.start].rstrip()
    if count.form == "plain" and not (before[-1:] in (")", "]") or _is_card(before, known)):
        return None
    if count.form == "stuck" and not number_of(before.rsplit(None, 1)[-1], known, PASSCODE):
        return None
    # "Name - 46986414" ends in a passcode, not in a count.
    if count.form in PARTED and len(count.copies) >= PASSCODE and number_of(count.copies, known):
        return None
    return count


def _context(text: str, first: int, digit: int) -> int:
    """The earliest place at which a count with its last digit at `digit` may begin."""
    at = digit
    while at > first and (text[at - 1] in _OF_COUNTS or text[at - 1].isspace()):
        at -= 1
    return at


def following(text: str, start: int) -> Said | None:
    """The count right after a card number, with the name behind it."""
    return _said(_AFTER.match(text, start))


def _said(match: re.Match[str] | None) -> Said | None:
    if match is None:
        return None
    kind = match.lastgroup or "plain"
    return Said(match[kind], match.start(kind), match.start(), match.end(), kind)


def _is_card(before: str, known: Known) -> bool:
    """Whether a card number ends here; short digits only when there is nothing else."""
    words = before.split()
    return bool(words) and bool(
        number_of(words[-1].strip(_AROUND), known, 4 if len(words) == 1 else PASSCODE)
    )
