"""The patterns of card numbers that a rulebook gives, before any text is held against them: a text that fits
almost must not take for ever to be found wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from judge.tables.references import Fault
from judge.text.numbers import CARD_NUMBER  # what a repetition without end has of a text at most
from judge.text.plain import Fields

MOST: Final = 4_000_000  # ways in which a text may be cut up
_LITERAL: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_GROUP_AGAIN: Final = re.compile(r"\)\s*[*+{]")
_FLAGS: Final = re.compile(r"\(\?[a-zA-Z-]*[:)]")
_PLAIN_GROUP: Final = "(?:"
_REPEATED: Final = re.compile(r"[*+?|]|\{(\d*)(,?)(\d*)\}")


def of_numbers(tables: Fields) -> Iterator[Fault]:
    """What is wrong with the pattern of `deck.toml`, if there is one."""
    pattern = tables.get("number", {}).get("pattern")
    message = fault_of(pattern) if isinstance(pattern, str) else ""
    if message:
        yield ("number", "pattern"), message, {"found": pattern[:60]}


def fault_of(pattern: str) -> str:
    """Why a pattern is not taken; "" where it is."""
    try:
        re.compile(pattern, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        return f"this is no regular expression: {error}"
    bare = _LITERAL.sub("x", pattern)
    if _GROUP_AGAIN.search(bare):
        return "a group may be left out, and not be repeated: almost the same text could take for ever"
    if any(one[0] != _PLAIN_GROUP for one in _FLAGS.finditer(bare)):
        return "a pattern sets no flags"
    if ways(bare) > MOST:
        return "this pattern repeats so much that almost the same text could take for ever"
    return ""


def ways(bare: str) -> int:
    """In how many ways its repetitions could cut up a text, at most."""
    found = 1
    for one in _REPEATED.finditer(bare.replace("(?", "(")):
        found *= 2 if one[0] in "?|" else lengths(one) if one[0][0] == "{" else CARD_NUMBER
    return found


def lengths(one: re.Match[str]) -> int:
    """How many lengths a repetition with bounds may have."""
    if not one[2]:
        return 1
    return max(1, int(one[3] or CARD_NUMBER) - int(one[1] or 0) + 1)
