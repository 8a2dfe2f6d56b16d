"""Names and numbers that look the same and are written in other characters."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from judge.text.folded_words import fold, seen, straight

# Letters of the Cyrillic and the Greek alphabet that nobody tells from Latin ones.
_LIKE: Final = dict(
    zip(
        map(
            ord,
            "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405\u0500"
            "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0475"
            "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf\u03bd",
        ),
        "ABEKMHOPCTYXIJSdaeopcyxijshdqwvABEZHIKMNOPTYXov",
        strict=True,
    )
)
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_END: Final = " .,;:|"


@lru_cache(maxsize=1 << 14)
def alike(name: str) -> str:
    """What names are told apart by: folded, its signs as the plain keyboard has them, letters that look alike
    as one, no full stop at its end.
    """
    folded = fold(name if name.isascii() else straight(seen(name)).translate(_LIKE))
    return folded.rstrip(_END) or folded


def latin(text: str) -> str:
    """Text with Latin letters for those that only look so."""
    return text if text.isascii() else text.translate(_LIKE)


def mixed(text: str) -> str:
    """The first word of a text with letters of two alphabets that look alike; "" for none."""
    if text.isascii():
        return ""
    return next((one for one in _LETTERS.findall(text) if _is_mixed(one)), "")


def _is_mixed(word: str) -> bool:
    return any(ord(one) in _LIKE for one in word) and any("a" <= one.lower() <= "z" for one in word)
