"""Tables in plain lists, their cells parted by "|": which cell is what, where a row of headings says so."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from judge.decks.formats.csv_rows import Layout, Row, layout_of
from judge.decks.formats.draft import NO_HEADING, Draft, Place, shown
from judge.decks.formats.known import Known, column_of, heading, stated_heading
from judge.decks.speech import phrased

_READ: Final = ("count", "number", "name")
_EMPHASIS: Final = re.compile(r"\s*(?P<marks>\*{1,3}|__|`)(?P<words>[^*_`]+)(?P=marks)\s*")
_RULE: Final = re.compile(r"[\s|:+=-]*")


class Cards(NamedTuple):
    """What a row says of cards, each character in its place, and the part that a cell of it names."""

    text: str = ""
    section: str = ""
    kind: str = "mark"  # what the row is when it says nothing of cards
    why: str = ""


class PipeTable:
    """The table in which a list stands; there is none between two of them."""

    def __init__(self, draft: Draft, known: Known) -> None:
        self.draft = draft
        self.known = known
        self.layout: Layout | None = None
        self.heads: list[str] = []

    def leave(self) -> None:
        """A line of another kind ends the table."""
        self.layout = None

    def holds(self, content: str) -> bool:
        """Whether a line is a row of a table; outer bars may be left out below headings."""
        return content.startswith("|") or (
            "|" in content and (self.layout is not None or self._heads(content))
        )

    def cards(self, content: str, place: Place) -> Cards:
        """What a row says of cards; nothing for headings and rules."""
        if _RULE.fullmatch(content):
            return Cards()
        cells = content.split("|")
        if self._heads(content):
            return self._enter(cells, place)
        if self.layout is None:
            return Cards(content.replace("|", "\t"))
        return self._read(self.layout, cells, place)

    def _heads(self, content: str) -> bool:
        cells = content.split("|")
        said = [cell for cell in cells if cell.strip()]
        if len(said) > 1 and all(column_of(cell, self.known) for cell in said):
            return True
        layout = layout_of(Row(1, cells, False), self.known)
        return layout is not None and layout.headed and len(layout.columns) > 1

    def _enter(self, cells: list[str], place: Place) -> Cards:
        self.layout, self.heads = layout_of(Row(1, cells, False), self.known), cells
        taken = self.layout.columns.values() if self.layout else range(len(cells))
        left = [at for at, cell in enumerate(cells) if cell.strip() and at not in taken]
        if not left or self.layout is None:
            return Cards(kind="heading")
        why = phrased("left.columns", names=", ".join(shown(cells[at].strip()) for at in left))
        expected = ", ".join(sorted(set(self.known.columns.values())))
        self.draft.remark((place[0], place[1] + _begins(cells, left[0])), why, expected)
        return Cards(kind="heading", why=why)

    def _read(self, layout: Layout, cells: list[str], place: Place) -> Cards:
        columns = {at: kind for kind, at in layout.columns.items()}
        for at, cell in enumerate(cells):
            if cell.strip() and at not in columns:
                self._unread(at, cell.strip(), (place[0], place[1] + _begins(cells, at)))
        section, at = "", layout.columns.get("section", len(cells))
        if at < len(cells) and (said := cells[at].strip()):
            section = heading(said, self.known) or said
            if section == said and not heading(said, self.known):
                self.draft.problem((place[0], place[1] + _begins(cells, at)), *NO_HEADING, said)
        # Blanks keep what is left in its place.
        kept = (_plain(one) if columns.get(at) in _READ else " " * len(one) for at, one in enumerate(cells))
        return Cards("\t".join(kept), section)

    def _unread(self, at: int, cell: str, place: Place) -> None:
        """Tells of a cell that may not be passed over: of no column, or of one whose heading no one knows."""
        if at >= len(self.heads) or not self.heads[at].strip():
            expected = phrased("read.cells", number=sum(1 for one in self.heads if one.strip()))
            self.draft.problem(place, phrased("read.more-cells"), expected, cell)
        elif stated_heading(cell, self.known)[0] in self.known.apart:
            message = phrased("read.part-column", column=shown(self.heads[at].strip()))
            self.draft.problem(place, message, phrased("read.section-column"), cell)


def _plain(cell: str) -> str:
    """A cell with blanks for what makes all of it bold or slanted."""
    found = _EMPHASIS.fullmatch(cell)
    if found is None:
        return cell
    begun, end = found.span("words")
    return " " * begun + found["words"] + " " * (len(cell) - end)


def _begins(cells: list[str], at: int) -> int:
    """Where a cell begins, in characters from the start of its row."""
    return sum(len(one) + 1 for one in cells[:at]) + len(cells[at]) - len(cells[at].lstrip())
