"""Words as they are compared, whatever the keyboard did to them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from unicodedata import normalize

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
