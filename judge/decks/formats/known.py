"""What the rulebooks say about how decks are written: headings, card numbers, columns."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final, NamedTuple

from judge.text.folded_words import fold

PASSCODE: Final = 5  # digits from which a bare number is a passcode rather than a count or a name
LONGEST_LINE: Final = 1_000  # characters: a longer line is no card, and looking through it would take long
_LONGEST: Final = 60  # characters: a longer word is neither a heading nor a card number
# What people put around a heading: anything but letters, their accents, and digits.
_OUTER: Final = re.compile(r"(?:[^\w\u0300-\u036f\u3099\u309a]|_)+")
_STATED: Final = re.compile(
    r"(.*?[^\W\d])((?:[\s:=()\[\]\u2013\u2014-]|(?<=[^\x00-\x7f]))+)[x\u00d7]?([0-9]{1,9})\s*(?:cards?|cartes?|\u679a)?",
    re.IGNORECASE,
)
# Signs that people write for those of the plain keyboard; digits, dashes, blanks and wide forms are told by
# Unicode.
_LIKE: Final = {
    "x": "\u00d7\u2715\u2716\u2a09\u2a2f\u2573\u2613\u2a33\u1541\u0445\u0425\u2169\u2179\u03c7\u03a7",
    "*": "\u2217\u204e\u2731\u2733\u066d\ufe61",
    ":": "\ufe30\ua789\u2236\u02d0\ufe55\ufe13",
    ";": "\u037e\u061b\ufe54\ufe14",
    "/": "\u2044\u2215\u29f8",
    "|": "\u00a6\u2502\u2503\u2223\u2758\u01c0",
    "#": "\u266f\ufe5f",
    "=": "\u2550\ua78a\ufe66",
    ",": "\u060c\u3001\ufe50\ufe10",
    "(": "\ufe59\u2768\u3014",
    ")": "\ufe5a\u2769\u3015",
    "[": "\u3010\u3016\u27e6",
    "]": "\u3011\u3017\u27e7",
    "-": "\u2212",
}


class _Keys(dict[int, str | None]):
    """Every character as the plain keyboard has it, worked out when it is first met."""

    def __missing__(self, code: int) -> str | None:
        self[code] = found = _plain_key(chr(code))
        return found


def _plain_key(letter: str) -> str:
    digit = unicodedata.digit(letter, None)
    if digit is not None:
        return str(digit)
    kind = unicodedata.category(letter)
    if kind in ("Pd", "Zs"):
        return "-" if kind == "Pd" else " "
    return chr(ord(letter) - 0xFEE0) if "\uff01" <= letter <= "\uff5e" else letter


class _Seen(dict[int, str | None]):
    """Every character, or None for one that nobody sees."""

    def __missing__(self, code: int) -> str | None:
        letter = chr(code)
        unseen = unicodedata.category(letter) == "Cf" or 0xFE00 <= code <= 0xFE0F or code == 0x034F
        self[code] = found = None if unseen else letter
        return found


_UNSEEN: Final = _Seen()
_KEYS: Final = _Keys({ord(like): key for key, likes in _LIKE.items() for like in likes})


class Known(NamedTuple):
    """What the rulebooks say about how decks are written; the caller builds it."""

    headings: frozenset[str]  # folded headings of every part that some game has: "side deck", "leader"
    number: re.Pattern[str]  # fullmatch: anything that some game prints as a card number or passcode
    columns: Mapping[str, str]  # folded CSV heading: count, number, name, section, player, player_id, title
    near: frozenset[str] = frozenset()  # those of the games at hand; all of them when it is empty
    single: frozenset[str] = (
        frozenset()
    )  # headings of parts that hold one card: "Leader: Name" needs no count

    @property
    def meant(self) -> frozenset[str]:
        """The headings that a slip of the pen may have meant."""
        return self.near or self.headings


def heading(words: str, known: Known) -> str:
    """The heading that `words` are, folded; "" when no game has it."""
    if len(words) > _LONGEST:
        return ""
    said = fold(words)
    if said not in known.headings and ("_" in words or "-" in words):
        said = fold(words.replace("_", " ").replace("-", " "))
    return said if said in known.headings else ""


def stated_heading(text: str, known: Known) -> tuple[str, str]:
    """The heading that a line is, whatever surrounds it, and the count that it states ("" for none)."""
    if len(text) > _LONGEST:
        return "", ""
    words = _bare(text)
    found = heading(words, known)
    if not found and (parts := _STATED.fullmatch(straight(words))):
        # "deck-1" is the first of several decks: a hyphen that states a count has a blank before it.
        return heading(_bare(parts[1]), known), "" if parts[2][:1] == "-" else parts[3]
    return found, ""


def unmarked(text: str) -> str:
    """A line without what people put around a heading, folded."""
    return fold(_bare(text))


def _bare(text: str) -> str:
    begun = _OUTER.match(text)
    start = begun.end() if begun else 0
    end = len(text)
    while end > start and _OUTER.fullmatch(text[end - 1]):
        end -= 1
    return text[start:end]


def seen(text: str) -> str:
    """Text without the characters that nobody sees, which come along when it is copied."""
    if text.isascii():
        return text
    plain = text.translate(_UNSEEN)
    return plain if len(plain) == len(text) else seen_at(text)[0]


def seen_at(text: str) -> tuple[str, list[int]]:
    """Text as `seen` gives it, and where each of its characters stood. Between two digits a blank is left."""
    kept: list[tuple[str, int]] = []
    for at, letter in enumerate(text):
        if _UNSEEN[ord(letter)] is not None:
            kept.append((letter, at))
        elif kept and kept[-1][0].isdigit() and text[at + 1 : at + 2].isdigit():
            kept.append((" ", at))
    return "".join(letter for letter, _ in kept), [at for _, at in kept]


def straight(text: str) -> str:
    """Text with every digit, dash, blank and sign as the plain keyboard has it, each in its place."""
    return text if text.isascii() else text.translate(_KEYS)


def is_number(word: str, known: Known, digits: int = 4) -> bool:
    """Whether a word is a card number; digits alone are one only when there are at least so many."""
    if not word or len(word) > _LONGEST or (word.isdigit() and len(word) < digits):
        return False
    return bool(known.number.fullmatch(word) or known.number.fullmatch(word.upper()))


def number_of(word: str, known: Known, digits: int = 4) -> str:
    """The card number that a word is, in plain digits and dashes; "" when it is none."""
    plain = straight(seen(word)).strip()
    return plain if is_number(plain, known, digits) else ""
