"""A text and what it means side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

_STATE: Final = 10  # columns of a sentence's number and state
_GAP: Final = 3
_LEAST: Final = 20  # columns that a text has at least


def beside(label: str, left: str, right: str, width: int) -> Iterator[str]:
    """A text and what it means side by side, to the right of the state of the sentence."""
    state = max(_STATE, len(label))
    column = max(_LEAST, (width - state - 2 * _GAP) // 2)
    rows = zip_longest([label], textwrap.wrap(left, column), textwrap.wrap(right, column), fillvalue="")
    for lead, text, meaning in rows:
        yield f"{lead:<{state}}{'':{_GAP}}{text:<{column}}{'':{_GAP}}{meaning}".rstrip()
