"""Cells of CSV that no spreadsheet runs: an apostrophe stands in front of what looks like a formula."""

from __future__ import annotations

import re
from typing import Final

# Some spreadsheets take the wide letters too. Apostrophes before them are counted in, so that one more can be
# told from the name's own.
# A name in quotes, as a list guards what looks like a count, may be one inside them.
_FORMULA: Final = re.compile("'*[\"\u201c]?[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20]")


def inert(text: str) -> str:
    """A text as a cell that is shown, never run."""
    return f"'{text}" if _FORMULA.match(text) else text


def written(cell: str) -> str:
    """The text that a cell holds: without the apostrophe that `inert` puts in front."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell
