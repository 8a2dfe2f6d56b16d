"""Lines and columns of a text."""

from __future__ import annotations

import re
from bisect import bisect_right


class Places:
    """Line and column of any offset of a text; `ends` is what ends a line of it.

    Where lines begin is found once: counting from the start at each question would take for ever on a long
    deck.
    """

    def __init__(self, text: str, ends: str = "\n") -> None:
        self._starts = [0, *(match.end() for match in re.finditer(ends, text))]

    def of(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
