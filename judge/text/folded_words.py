"""Folded words: words in the form in which they are compared, whatever keyboard wrote them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final
from unicodedata import normalize

# Text as the plain keyboard has it: without what nobody sees, its digits, dashes, blanks and signs plain.
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
        self[code] = plain = _plain_key(chr(code))
        return plain


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
        self[code] = kept = None if unseen else letter
        return kept


_UNSEEN: Final = _Seen()
_KEYS: Final = _Keys({ord(like): key for key, likes in _LIKE.items() for like in likes})


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


def plainly(text: str) -> str:
    """Text as it is seen, as the plain keyboard has it, without blanks around it."""
    return straight(seen(text)).strip()


_FORMS: Final[dict[int, str | None]] = {
    **dict.fromkeys(map(ord, "\u2018\u2019\u02bc"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d"), '"'),
    **dict.fromkeys(map(ord, "\u200b\u200e\u200f\u2060\ufeff")),  # nobody sees them
    ord("œ"): "oe",
    ord("æ"): "ae",
}


@lru_cache(maxsize=1 << 16)
def fold(text: str) -> str:
    """Text without what slips change: case, accents, wide forms, curled quotes, unseen marks, double blanks.

    Marks that make another letter, as in kana, stay.
    """
    if text.isascii():  # most text is, and then there is nothing but case and blanks
        return " ".join(text.lower().split())
    letters = normalize("NFKD", text.casefold().translate(_FORMS))
    plain = "".join(letter for letter in letters if not "\u0300" <= letter <= "\u036f")
    return " ".join(normalize("NFC", plain).split())


_NO_KEY: Final = re.compile(r"[^a-z0-9]+")


def in_one_word(name: str) -> str:
    """A name as a key, in one word: `dark-magician`; "" where nothing of it can be one."""
    return _NO_KEY.sub("-", fold(name)).strip("-")
