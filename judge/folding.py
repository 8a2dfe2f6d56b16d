"""Words as they are compared, whatever the keyboard did to them."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize


@lru_cache(maxsize=1 << 16)
def fold(text: str) -> str:
    """Text without case, accents, wide forms and double spaces: what a slip of the keyboard cannot change.

    Marks that make another letter, as in kana, stay.
    """
    letters = normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    plain = "".join(letter for letter in letters if not "\u0300" <= letter <= "\u036f")
    return " ".join(normalize("NFC", plain).split())
