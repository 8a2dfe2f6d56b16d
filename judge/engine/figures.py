"""What counts as a number in an instruction: a figure, or what is worked out as one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NUMBERS = frozenset(
    ("count", "value", "sum", "n", "plus", "score", "original", "counters")
)  # keys of a table that is a number


def is_number(what: Any) -> bool:
    """Does a value stand for a number, and not for cards?

    `original` and `counters` are keys of selectors as well.
    """
    if isinstance(what, Mapping):
        return any(
            key in what and (key not in ("original", "counters") or isinstance(what[key], str))
            for key in NUMBERS
        )
    return isinstance(what, int)
