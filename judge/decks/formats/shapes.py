"""What may stand behind a card's name and says nothing that a deck is judged by: one table, closed.

A row is a kind, what it looks like in brackets, and what it looks like without them (a stricter form, as
nothing parts it from the name but a blank). What stands behind a name and is in no row is not understood, and
told.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final, NamedTuple

from judge.decks.formats.ornaments import PICTURE
from judge.decks.speech import joined, phrased
from judge.text.folded_words import fold

_LOOKED_AT: Final = 80  # characters at the end of a line
_PARTED: Final = r"(?:\s*[,;|/]\s*|\s+(?:-\s+)?)"
_INSIDE: Final = r"[\s,;/|.+-]+"  # between several of them in one bracket


class Shape(NamedTuple):
    """One row: the pieces of text that it takes, as patterns."""

    kind: str
    words: str  # in any case
    codes: str = ""  # as written, in brackets and without
    bracketed: str = ""  # in brackets only, as written


SHAPES: Final = (
    Shape(
        "set",
        "",
        r"(?:[A-Z][A-Z0-9]{1,4}-[A-Z]{0,2}|[0-9][A-Z0-9]{1,4}-[A-Z]{2})[0-9]{3,4}[a-z]?",
        r"(?:[A-Z][A-Z0-9]{1,4}-[A-Z]{0,3}|[0-9][A-Z0-9]{1,4}-[A-Z]{2,3})[0-9]{1,4}[a-z]?|V\.[0-9]{1,2}",
    ),
    Shape(
        "rarity",
        r"(?:(?:super|ultra|ultimate|secret|prismatic|ghost|gold|platinum|parallel|short print|mosaic"
        r"|starfoil|shatterfoil"
        r"|collector'?s|quarter century secret|starlight|special|feature|infinite saiyan|giga|double"
        r"|expansion"
        r"|iconic attack|premium gold|duel terminal) )*(?:rares?|rarity)|(?:un)?common|commune|peu commune",
        r"UC|SR|SPR|SCR|ScR|UR|UtR|GR|IVR|ISR|GFR|DPR|SLR|GScR|StR|QCSR|QCR|CR|PScR|PGR|DBR|HR|RR|RRR|SSR|SP",
        r"[CRNU]",
    ),
    Shape(
        "finish",
        r"(?:non-?)?foil|(?:reverse )?holo(?:graphic|foil)?|(?:alt(?:ernat(?:e|ive))?|full"
        r"|extended) art(?:work)?|promo"
        r"|pre-?release|reprint|1st(?: ed(?:ition|\.)?)?|first edition|(?:un)?limited(?: edition)?"
        r"|premi[e\u00e8]re [e\u00e9]dition"
        r"|1(?:re|\u00e8re) [e\u00e9]dition",
        r"\*[FE]\*",
    ),
    Shape(
        "language",
        r"english|french|german|italian|spanish|portuguese|japanese|korean|chinese|fran[c\u00e7]ais|anglais"
        r"|japonais|allemand"
        r"|italien|espagnol|deutsch|italiano|espa[n\u00f1]ol|\u65e5\u672c\u8a9e",
        r"EN|ENG|FR|FRA|DE|GER|IT|ITA|ES|SPA|PT|POR|JP|JPN|KR|KOR|CN",
    ),
    Shape(
        "condition",
        r"(?:near |lightly |moderately |heavily )(?:mint|played)|mint|damaged|graded",
        r"NM|NM-M|NM/M|M/NM|LP|MP|HP|EX|EX\+|GD|VG|DMG|PSA ?[0-9]{1,2}",
        r"M|PL|D",
    ),
    Shape(
        "price",
        r"(?:@\s*)?(?:[\u20ac$\u00a3\u00a5]\s?[0-9]+(?:[.,][0-9]{1,2})?"
        r"|[0-9]+(?:[.,][0-9]{2})?\s?(?:[\u20ac$\u00a3\u00a5\u5186]|eur|euros?|usd|gbp|jpy))"
        r"(?:\s?(?:each|ea\.?|la pi[e\u00e8]ce|pi[e\u00e8]ce))?",
    ),
    Shape("colour", "", "", r"(?i:red|blue|green|yellow|black|white|rouge|bleue?|verte?|jaune|noire?)"),
    Shape("picture", "", rf"{PICTURE}[\U0001f3fb-\U0001f3ff]?"),
)


def _pattern(bracketed: bool) -> str:
    found = []
    for one in SHAPES:
        forms = [f"(?i:{one.words})" if one.words else "", one.codes, one.bracketed if bracketed else ""]
        found.append("|".join(form for form in forms if form))
    return "|".join(one for one in found if one)


_BRACKETED: Final = re.compile(
    rf"\s*(?:\[\s*(?:{_pattern(True)})(?:{_INSIDE}(?:{_pattern(True)}))*\s*\]"
    rf"|\(\s*(?:{_pattern(True)})(?:{_INSIDE}(?:{_pattern(True)}))*\s*\))$"
)
_BARE: Final = re.compile(rf"{_PARTED}(?:{_pattern(False)})$")
_MARKS: Final = re.compile(r"[\s,;:|]+$")
_STOP: Final = re.compile(
    r"(?<=[a-z]{3})\.$"
)  # a full stop behind a word, which some names have: "Fabled Inc."
_KINDS: Final = tuple(
    (one.kind, re.compile("|".join(
        form for form in (f"(?i:{one.words})" if one.words else "", one.codes, one.bracketed) if form)))
    for one in SHAPES
)  # fmt: skip
_CODE: Final = r"(?=[A-Z0-9]*[A-Z][0-9]*[A-Z])[A-Z0-9]{3,5}"
_SET_CODE: Final = re.compile(rf"(?<=\s)(?:\[{_CODE}\]|\({_CODE}\))$")
# What no set is called, as it says something of a card: how many, where, or that it is not there.
_SAYING: Final = (
    "side main extra deck cut out off not none non maybe proxy lost gone sold want need less only one two"
    " three four five six ten token trade buy wish drop zero nil sans pas hors and plus minus todo tbd wip"
    " nein kein raus ohne nur fuera via ban skip dont never later soon miss owned own swap sub subs bench"
    " board spare test ask new old away left right down see below above all any each per both here there"
    " nope yes wait back hold sell sale void null drei vier zwei eins deux trois dos tres due tre half"
)
_NO_SETS: Final = frozenset(_SAYING.split())
_PICTURE: Final = re.compile(PICTURE)
_SET: Final = re.compile("|".join((SHAPES[0].codes, SHAPES[0].bracketed)))
# The last words of every form without brackets: a name that ends in none of them has no such tail.
_LAST_WORDS: Final = (
    "rare rares rarity common uncommon commune foil nonfoil holo holographic holofoil art artwork promo "
    "prerelease"
    " release reprint ed edition limited unlimited english french german italian spanish portuguese "
    "japanese korean"
    " chinese francais anglais japonais allemand italien espagnol deutsch italiano espanol mint played "
    "damaged"
    " graded eur euro euros usd gbp jpy each ea piece uc sr spr scr ur utr gr ivr isr gfr dpr slr gscr str "
    "qcsr qcr"
    " cr pscr pgr dbr hr rr rrr ssr sp en eng fr fra de ger it ita es spa pt por jp jpn kr kor cn nm lp mp "
    "hp ex gd"
    " vg dmg side sideboard sidedeck sb deck board maindeck mainboard maybe maybeboard total cards cartes"
)
_BEFORE_DIGITS: Final = re.compile(
    r"(?:PSA|[\u20ac$\u00a3\u00a5])\s$"
)  # of the forms that end in a word of digits
_LAST: Final = frozenset(_LAST_WORDS.split())


def tail_at(text: str, start: int, end: int) -> int:
    """Where the piece begins that ends at `end` and is in the table; -1 when there is none."""
    from_ = max(start, end - _LOOKED_AT)
    if text[end - 1 : end] in (")", "]"):
        found = _BRACKETED.search(text, from_, end) or _BARE.search(text, from_, end)
        return found.start() if found else -1
    last = text[text.rfind(" ", start, end) + 1 : end].lower()
    if last.isdecimal():
        may_be = bool(_BEFORE_DIGITS.search(text, from_, end - len(last)))
    else:
        may_be = last.strip(".,;|/-") in _LAST or not last.isalpha() or not last.isascii()
    if may_be and (found := _BARE.search(text, from_, end)):
        return -1 if _told_twice(text, found.start(), end) else found.start()
    stop = _STOP.search(text, from_, end)
    return stop.start() if stop else -1


def _told_twice(text: str, start: int, end: int) -> bool:
    """Whether a picture stands behind itself: two stars may be two copies."""
    last = text[start:end].strip()
    return text[:start].endswith(last) and _PICTURE.match(last) is not None


def is_set(text: str) -> bool:
    """Whether a text is the number of a printing in its set."""
    return bool(_SET.fullmatch(text))


def set_in(name: str, headings: Collection[str]) -> str:
    """What in brackets behind a name may be the code of a set, where most lines of a list have one."""
    found = _SET_CODE.search(name)
    return found[0] if found and found[0][1:-1].lower() not in _NO_SETS.union(headings) else ""


def marks_at(text: str, start: int, end: int) -> int:
    """Where the punctuation begins that ends at `end`."""
    if text[end - 1 : end].isalnum():
        return end
    found = _MARKS.search(text, max(start, end - _LOOKED_AT), end)
    return found.start() if found else end


def ends_plainly(name: str) -> bool:
    """Whether a name of letters surely has no tail: its last word is in no row of the table."""
    return name[name.rfind(" ") + 1 :].lower() not in _LAST


@lru_cache(maxsize=1024)
def kinds_of(tail: str) -> str:
    """What the pieces of a tail are, in words: "set, rarity"."""
    plain = tail.strip()
    found = [kind for kind, pattern in _KINDS if any(_spoken(pattern, one) for one in _pieces(plain))]
    kinds = list(dict.fromkeys(found)) or ["printing" if any(map(str.isalnum, plain)) else "punctuation"]
    return joined("join.comma", [phrased(f"tail.{one}") for one in kinds])


def _pieces(tail: str) -> list[str]:
    inner = re.sub(r"[\[\]()]", ";", tail)
    parts = [one.strip(" -") for one in re.split(r"[,;|]", inner)]
    return [one for part in parts for one in (part, *part.split()) if one]


def _spoken(pattern: re.Pattern[str], piece: str) -> bool:
    return bool(pattern.fullmatch(piece) or pattern.fullmatch(fold(piece)))
