"""`.ydk`: one passcode a line, under `#main`, `#extra` and `!side`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from judge.decks.deck import Deck, Line
from judge.decks.formats.counts import said_in
from judge.decks.formats.draft import PASSCODES, Draft, Place, passcode_of
from judge.decks.formats.known import Known, heading

_CREATOR: Final = re.compile(r"#created by\b\s*(.*)", re.IGNORECASE)
_CODE: Final = re.compile(r"([0-9]+)(.*)", re.DOTALL)
_COPIES: Final = re.compile(r"[x\u00d7*][0-9]+|[0-9]+[x\u00d7]", re.IGNORECASE)
_PARTING: Final = " \t\u00a0-\u2013\u2014#/;:,|"


class _Row(NamedTuple):
    """A line with a passcode, and the comment right above it (None when there is none)."""

    line: Line
    above: str | None


def read_ydk(text: str, file: str, known: Known) -> list[Deck]:
    """The deck of a `.ydk` file."""
    sheet = _Sheet(Draft(file, "ydk"))
    for number, line in enumerate(text.split("\n"), 1):
        content = line.strip()
        if content:
            sheet.read(content, (number, len(line) - len(line.lstrip()) + 1))
    sheet.finish(known)
    return [sheet.draft.deck()]


class _Sheet:
    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.section = "main"
        self.rows: list[_Row] = []
        self.above: str | None = None

    def read(self, content: str, place: Place) -> None:
        """Reads one line that is not blank."""
        if content.lower() in ("#main", "#extra"):
            self._enter(content[1:].lower(), place)
        elif content.startswith("!"):
            self._enter("side", place)
        elif content.startswith("#"):
            self._comment(content, place)
        else:
            self._code(content, place)

    def _enter(self, section: str, place: Place) -> None:
        self.section, self.above = section, None
        self.draft.enter(section, place)
        self.rows.append(_Row(Line(0), ""))  # no card: it only ends the run before it

    def _comment(self, content: str, place: Place) -> None:
        creator = _CREATOR.fullmatch(content)
        self.above = None if creator else content[1:].strip()
        # Clients write "..." for a player whom they do not know.
        if creator and any(map(str.isalnum, creator[1])) and "player" not in self.draft.about:
            self.draft.tell("player", creator[1], place)

    def _code(self, content: str, place: Place) -> None:
        above, self.above = self.above, None
        code = _CODE.fullmatch(content)
        if code is None:
            self.draft.problem(place, "not a passcode", "digits at the start of the line", content)
            return
        if not passcode_of(code[1]):
            self.draft.problem(place, "not a passcode", PASSCODES, code[1])
            return
        name = code[2].strip(_PARTING) if any(map(str.isalpha, code[2])) else ""
        after = code[2].strip(_PARTING)
        said = said_in(after, None) if name and "#" not in code[2] else None
        if (after and not name) or _COPIES.fullmatch(after) or (said and not said.inside):
            after = after[said.start : said.end].strip() if said else after
            at = place[1] + content.index(after, len(code[1]))
            self.draft.problem(
                (place[0], at), "a passcode stands alone on its line", "a name or nothing", after
            )
            return
        self.rows.append(_Row(Line(1, code[1], name, self.section, *place), above))

    def finish(self, known: Known) -> None:
        """Gives every card its name and section. Without `#extra`, clients sort the main part by type."""
        named = _named(self.rows, known)
        unsorted = "extra" not in self.draft.headings
        if unsorted:
            self.draft.headings.pop("main", None)
        for row, name in zip(self.rows, named, strict=True):
            section = "" if unsorted and row.line.section == "main" else row.line.section
            if row.line.count:
                self.draft.add(1, row.line.card, name, section, (row.line.line, row.line.column))


def _named(rows: list[_Row], known: Known) -> list[str]:
    """The name of each row: its own, or that of the comment above its run of equal passcodes.

    A comment above several different passcodes is about a group of cards ("# Monsters"), and names none.
    """
    names = [row.line.name for row in rows]
    start = 0
    while start < len(rows):
        end = start + 1
        while end < len(rows) and rows[end].above is None and rows[end].line.card == rows[start].line.card:
            end += 1
        comment = rows[start].above
        alone = end == len(rows) or rows[end].above is not None
        if comment and alone and not heading(comment, known):
            names[start:end] = [name or comment for name in names[start:end]]
        start = end
    return names
