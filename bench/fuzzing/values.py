"""Values that no file should hold, or only elsewhere."""

from __future__ import annotations

import datetime
from random import Random
from typing import Any, Final

INTEGERS: Final = (
    0, 1, -1, 2, 3, 4, 5, 7, 12, 40, 60, 99, 100, 255, 300, 999, 1000, 4000, 65_536, 10**6, 10**9, 2**31,
    2**53,
    2**63, -(2**63), 10**30, 10**400,
)  # fmt: skip
OTHER_SCALARS: Final = (0.5, -0.0, 1e308, float("inf"), float("nan"), True, False, datetime.date(2020, 2, 29))
WORDS: Final = (
    "", " ", "x", "A", "B", "C", "a", "me", "opponent", "any", "all", "self", "it", "host", "lots",
    "$x", "$", "$$", "$below", "rules", "yes", "no", "pass", "end", "1", "-1", "k*N", "3.5", "None",
    "null", "../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "os", "judge.cli",
    "__import__('os').system('true')", "{0.__class__}", "%s%n", "=1+1", "+1", "-1+1", "@SUM(1)", "a.b",
    "a.b.c.d", "A.hand", "B.deck", "7-1-2", "1-1-1-1", "x" * 300, "x" * 5000, "é", "e\u0301", "İ", "ß",
    "ﬁ", "カード", "\u200b", "\ufeff", "\u202egpj.exe", "\u2066x", "\u2028", "\x00", "\x1b]0;owned\x07",
    "\x1b[2J", "\x07", "\r", "a\nb", "\t", "\x85", "\x9b31m", "\U0001f600", "'", '"', "`", "\\",
    "<script>alert(1)</script>", "]]>", "]]", "[[x]]", "#", "; DROP TABLE cards", "-0", "1e9", "0x10",
    "١٢",
)  # fmt: skip
_DEEP: Final = (3, 12, 60, 200, 900)
_LONG: Final = (2, 9, 100, 3000)


def hostile(chance: Random) -> Any:
    """A scalar mostly, else a tree."""
    kind = chance.random()
    if kind < 0.4:
        return chance.choice(WORDS)
    if kind < 0.7:
        return chance.choice(INTEGERS)
    return chance.choice(OTHER_SCALARS) if kind < 0.85 else tree(chance)


def tree(chance: Random) -> Any:
    """A list or a table: empty, deep, long, or of one odd value."""
    kind = chance.randrange(7)
    if kind < 2:
        return ([], {})[kind]
    if kind == 2:
        return [hostile(chance)]
    if kind == 3:
        return {chance.choice(WORDS): hostile(chance)}
    if kind == 4:
        return [hostile(chance)] * chance.choice(_LONG)
    if kind == 5:
        return deep(chance.choice(_DEEP), chance.choice(("", "do", "any", "when", "not", "cost")))
    return {chance.choice(WORDS): hostile(chance) for _ in range(chance.choice(_LONG[:3]))}


def deep(levels: int, key: str) -> Any:
    """Lists in lists, or tables under one key in each other."""
    found: Any = []
    for _ in range(levels):
        found = {key: found} if key else [found]
    return found
