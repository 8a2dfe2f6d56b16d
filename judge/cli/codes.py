"""Exit codes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

OK: Final = 0
FAILS: Final = 1
BAD_INPUT: Final = 2
UNDECIDED: Final = 3
NOT_IMPLEMENTED: Final = 4
BUG: Final = 70
INTERRUPTED: Final = 130  # what a shell gives for an interrupt

OF_VERDICT: Final = {
    "holds": OK,
    "fails": FAILS,
    "undecided": UNDECIDED,
    "refused": FAILS,
    "unfit": BAD_INPUT,
}
WORDS: Final = {
    OK: "hold",
    FAILS: "fail",
    UNDECIDED: "undecided",
    BAD_INPUT: "bad input",
    NOT_IMPLEMENTED: "not implemented yet",
    BUG: "stopped by a bug",
}
_WORST_FIRST: Final = (BUG, BAD_INPUT, NOT_IMPLEMENTED, FAILS, UNDECIDED)


def worst(codes: Iterable[int]) -> int:
    """The exit code of several: the first that occurs of 70, 2, 4, 1, 3."""
    present = set(codes)
    return next((code for code in _WORST_FIRST if code in present), OK)
