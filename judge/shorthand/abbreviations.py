"""Words by their beginnings: `b` is battle where nothing else begins so, `wr` is waiting-room."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from judge.text.folded_words import fold

_PARTS: Final = re.compile(r"[-_ ]+")
LEAST: Final = 2  # letters of initials


def meant(word: str, known: Iterable[str]) -> list[str]:
    """The words that one may stand for, in order: itself alone where it is one of them, else those that it
    begins, `leader` rather than `leader-object`; else those whose parts have it for initials.
    """
    wanted, names = spelt(word), sorted(set(known))
    exact = [one for one in names if one == word] or [one for one in names if spelt(one) == wanted]
    return (
        exact
        or shortest([one for one in names if spelt(one).startswith(wanted)])
        or initialled(wanted, names)
    )


def shortest(names: list[str]) -> list[str]:
    """One name alone where all others only add parts to it."""
    first = min(names, key=len, default="")
    return [first] if all(one == first or one.startswith(f"{first}-") for one in names) and names else names


def initialled(wanted: str, names: Iterable[str]) -> list[str]:
    """The names whose parts begin with these letters, a letter each."""
    return [one for one in names if len(wanted) >= LEAST and initials(one) == wanted]


def initials(name: str) -> str:
    """The first letters of a name's parts; "" where it is one part."""
    parts = [one for one in _PARTS.split(spelt(name)) if one]
    return "".join(one[0] for one in parts) if len(parts) > 1 else ""


def spelt(name: str) -> str:
    """A word as it is compared: `double_frappe` is double-frappe."""
    return fold(name).replace("_", "-")
