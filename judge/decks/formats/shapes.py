"""Card names and what may stand behind them: set, rarity, language, price and other things that a deck is not
judged by, in one closed table; and what names are made of.

A row is a kind, what it looks like in brackets, and what it looks like without them (a stricter form, as
nothing parts it from the name but a blank). What stands behind a name and is in no row is not understood, and
told.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final

from judge.decks.speech import joined, phrased
from judge.text.folded_words import fold
from judge.text.rows import NamedTuple

# --- pictures that people put beside a card, recognised by their Unicode names -------------------------
# A picture that may say something is none of them: a cross, a number, a basket, a sign that forbids.
_RANGES: Final = (
    (0x2190, 0x21FF), (0x25A0, 0x27BF), (0x2900, 0x297F), (0x2B00, 0x2BFF), (0x1F0CF, 0x1F0CF),
    (0x1F300, 0x1FAFF),
)  # fmt: skip
# A picture that has one of these words in its Unicode name may say something.
_MEANINGFUL: Final = frozenset((
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
    return bool(name) and kind in ("So", "Sm") and _MEANINGFUL.isdisjoint(name.replace("-", " ").split())


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
    """The length of the pictures, one or two, and blanks with which a text begins."""
    match = _BEFORE.match(text)
    return match.end() if match else 0


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
    patterns = []
    for shape in SHAPES:
        forms = [
            f"(?i:{shape.words})" if shape.words else "",
            shape.codes,
            shape.bracketed if bracketed else "",
        ]
        patterns.append("|".join(form for form in forms if form))
    return "|".join(pattern for pattern in patterns if pattern)


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
    (shape.kind, re.compile("|".join(filter(
        None, (f"(?i:{shape.words})" if shape.words else "", shape.codes, shape.bracketed)))))
    for shape in SHAPES
)  # fmt: skip
_CODE: Final = r"(?=[A-Z0-9]*[A-Z][0-9]*[A-Z])[A-Z0-9]{3,5}"
_SET_CODE: Final = re.compile(rf"(?<=\s)(?:\[{_CODE}\]|\({_CODE}\))$")
# Words that are no code of a set, as they say something about the card: how many, where, or that it is
# missing.
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
    """The place where the piece of the table that ends at `end` begins; -1 when there is none."""
    from_ = max(start, end - _LOOKED_AT)
    if text[end - 1 : end] in (")", "]"):
        match = _BRACKETED.search(text, from_, end) or _BARE.search(text, from_, end)
        return match.start() if match else -1
    last = text[text.rfind(" ", start, end) + 1 : end].lower()
    if last.isdecimal():
        may_be = bool(_BEFORE_DIGITS.search(text, from_, end - len(last)))
    else:
        may_be = last.strip(".,;|/-") in _LAST or not last.isalpha() or not last.isascii()
    if may_be and (match := _BARE.search(text, from_, end)):
        return -1 if _told_twice(text, match.start(), end) else match.start()
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
    """The bracketed text behind a name that may be the code of a set; "" when there is none."""
    match = _SET_CODE.search(name)
    return match[0] if match and match[0][1:-1].lower() not in _NO_SETS.union(headings) else ""


def marks_at(text: str, start: int, end: int) -> int:
    """The place where the punctuation that ends at `end` begins; `end` when there is none."""
    if text[end - 1 : end].isalnum():
        return end
    match = _MARKS.search(text, max(start, end - _LOOKED_AT), end)
    return match.start() if match else end


def ends_plainly(name: str) -> bool:
    """Whether a name of letters surely has no tail: its last word is in no row of the table."""
    return name[name.rfind(" ") + 1 :].lower() not in _LAST


@lru_cache(maxsize=1024)
def kinds_of(tail: str) -> str:
    """What the pieces of a tail are, in words: "set, rarity"."""
    plain = tail.strip()
    all_kinds = [kind for kind, pattern in _KINDS if any(_spoken(pattern, piece) for piece in _pieces(plain))]
    kinds = list(dict.fromkeys(all_kinds)) or ["printing" if any(map(str.isalnum, plain)) else "punctuation"]
    return joined("join.comma", [phrased(f"tail.{word}") for word in kinds])


def _pieces(tail: str) -> list[str]:
    inner = re.sub(r"[\[\]()]", ";", tail)
    parts = [word.strip(" -") for word in re.split(r"[,;|]", inner)]
    return [word for part in parts for word in (part, *part.split()) if word]


def _spoken(pattern: re.Pattern[str], piece: str) -> bool:
    return bool(pattern.fullmatch(piece) or pattern.fullmatch(fold(piece)))


# --- what names are made of ----------------------------------------------------------------------------
# A name with more in it is a doubt: the line may hold two cards, or a count that was not read. Some names do
# have more ("Karakuri Barrel mdl 96 …"): a catalogue that knows the name settles it, or quotes around it.
SEVERAL: Final = phrased("read.several")
UNREAD_COUNT: Final = phrased("read.unread-count")
LEFT_OVER: Final = phrased("read.left-over")
ELSEWHERE: Final = phrased("read.elsewhere")

_LETTER: Final = r"[^\W\d_]"
_MARK: Final = r"[\u0300-\u036f\u3099\u309a]"
_WORD: Final = rf"{_LETTER}(?:{_LETTER}|{_MARK})*+"
# One row for each kind of word; anything else is no word of a name.
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
    """Something that names rarely have, and where, in characters from the start of the text."""

    at: int
    message: str
    found: str
    weak: bool = False  # beside a card number it may well be part of the name: only a remark


def doubt_in(flat: str, start: int, end: int, text: str) -> Doubt | None:
    """The first part of a line, between two places, that cannot belong to a card name; None if there is
    none. `flat` is the text in plain keyboard characters.
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
