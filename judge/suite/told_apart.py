"""Rulings, told apart from all else that is written in TOML.

What a file is hangs on its keys, as TOML has them. Reading all of a file takes longer than anything else that
is done with a ruling which is not played again, so that two looks come first. Each says only what is sure:
that the file begins with a key which only rulings have, or that there is no such key anywhere in it.
"""

from __future__ import annotations

import re
from typing import Final

from judge.errors import BadInput
from judge.fixture.envelope import KEYS
from judge.text.plain import Fields
from judge.text.source import opening_keys, parse_source, read_bytes

ENDING: Final = ".toml"  # in small letters or capitals
# Decks, rulebooks, house rules and files of cards have none of these, but for two that are tables there.
OWN: Final = frozenset(
    ("A", "B", "active", "articles", "ask", "at", "library", "pause", "pending", "readings", "script", "turn",
     "until")
)  # fmt: skip
_ELSEWHERE: Final = {"ask": dict, "until": dict}
_EXPECTING: Final = frozenset(KEYS)  # a deck that expects something has sections too
# A key, bare or in quotes, or an escape, as which any letter of one may be written.
_POSSIBLE: Final = re.compile(
    rb"(?<![A-Za-z0-9_-])(?:%b)[\"']?[ \t]*[.=\]]|\\[uUx]" % "|".join((*sorted(OWN), "expect")).encode()
)


def may_be_ruling(path: str) -> bool:
    """Does a file of a folder have the ending of a ruling?"""
    return path.lower().endswith(ENDING)


def is_ruling(file: str) -> bool:
    """Is a TOML file a ruling, or may it be one and cannot be read, and so has to be told?"""
    try:
        raw = read_bytes(file)
        if not _POSSIBLE.search(raw.replace(b"\0", b"")):  # UTF-16 has one at each letter
            return False
        text = raw.decode("utf-8")
        return begins_as_one(text) or has_keys_of_one(parse_source(text, file).data)
    except (BadInput, UnicodeDecodeError):
        return True


def begins_as_one(text: str) -> bool:
    """Does a key that only rulings have, and that is a table nowhere else, come before anything that takes
    time to read?
    """
    return not OWN.difference(_ELSEWHERE).isdisjoint(opening_keys(text))


def has_keys_of_one(data: Fields) -> bool:
    """Does a file have a key that only rulings have, or facts and nothing that rulings do not have?"""
    if "expect" in data and data.keys() <= _EXPECTING:
        return True
    return any(not isinstance(data[key], _ELSEWHERE.get(key, ())) for key in OWN & data.keys())
