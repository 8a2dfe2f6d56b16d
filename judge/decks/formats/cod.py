"""`.cod`: Cockatrice's XML, a zone for each part and a `card` for each line."""

from __future__ import annotations

import re
from typing import Final
from xml.parsers import expat

from judge.decks.deck import Deck
from judge.decks.formats.draft import CARD_MISSING, Draft, Place, refusal
from judge.decks.formats.known import Known, number_of
from judge.decks.speech import phrased
from judge.errors import BadInput

_ROOT: Final = "cockatrice_deck"
_ZONES: Final = ("main", "side", "tokens")
_TEXTS: Final = {"deckname": "name", "comments": "note"}
# What the client keeps for itself: nothing of it is a card of the deck.
_ASIDE: Final = ("lastLoadedTimestamp", "bannerCard", "tags", "format", "sideboard_plan")
_CARD: Final = ("number", "name")
_PRINTING: Final = ("price", "setShortName", "collectorNumber", "uuid", "providerId", "setCode", "foil")
_WORD: Final = re.compile(r"</?[\w:.-]+|\w+|\S")


def read_cod(text: str, file: str, known: Known) -> list[Deck]:
    """The deck of a Cockatrice file. Raises BadInput when it is no such XML; entities are not read."""
    reader = _Reader(file, known, text)
    try:
        reader.parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as error:
        raise _syntax(file, text, error) from None
    return [reader.draft.deck()]


def _syntax(file: str, text: str, error: expat.ExpatError) -> BadInput:
    line, column = error.lineno, error.offset + 1
    rows = text.split("\n")
    word = _WORD.match(rows[line - 1], column - 1) if line <= len(rows) else None
    reason = expat.ErrorString(error.code) or "syntax error"
    return refusal(
        file,
        (line, column),
        phrased("read.no-xml", why=reason),
        found=word[0] if word else phrased("read.end-of-line"),
    )


class _Reader:
    """Follows the elements of the file."""

    def __init__(self, file: str, known: Known, text: str) -> None:
        self.draft = Draft(file, "cod")
        self.lines = text.split("\n")
        self.known = known
        self.open: list[str] = []
        self.section = ""
        self.said = ""
        self.place: Place = (1, 1)
        # The text was decoded already, whatever encoding the file says it has.
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype

    def _here(self) -> Place:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def _doctype(self, name: str, system: str | None, public: str | None, internal: bool) -> None:
        raise refusal(self.draft.file, self._here(), phrased("read.doctype"), f"<{_ROOT}>", "<!DOCTYPE")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        place = self._here()
        depth = len(self.open)
        self.open.append(name)
        if not depth and name != _ROOT:
            raise refusal(self.draft.file, place, phrased("read.other-xml"), f"<{_ROOT}>", f"<{name}>")
        if depth == 1:
            self._top(name, attributes, place)
        elif depth > 1 and self.open[1] not in _ASIDE:
            self._inner(name, attributes, place)

    def _top(self, name: str, attributes: dict[str, str], place: Place) -> None:
        self.said, self.place = "", place
        if name == "zone":
            self._zone(attributes, place)
        elif name not in _TEXTS and name not in _ASIDE:
            self._unknown(name, ("zone", *_TEXTS, *_ASIDE), place)

    def _zone(self, attributes: dict[str, str], place: Place) -> None:
        self.section = attributes.get("name", "")
        if self.section in _ZONES:
            self.draft.enter(self.section, place)
        else:
            hint = self.draft.nearest(self.section, _ZONES)
            self.draft.enter(self.section, place)
            self.draft.problem(
                place,
                phrased("read.no-zone"),
                ", ".join(_ZONES),
                self.section or phrased("read.no-name"),
                hint,
            )
        self._attributes(attributes, ("name",), (), place)

    def _inner(self, name: str, attributes: dict[str, str], place: Place) -> None:
        if self.open[1:] != ["zone", "card"]:
            self._unknown(name, ("card",) if self.open[1] == "zone" else (), place)
            return
        self._attributes(attributes, _CARD, _PRINTING, place)
        name = attributes.get("name", "").strip()
        count = self._copies(attributes, place)
        if not name:
            self.draft.problem(place, *CARD_MISSING, phrased("read.no-name"))
        elif count:
            card = number_of(name, self.known)
            self.draft.add(count, card, "" if card else name, self.section, place)

    def _copies(self, attributes: dict[str, str], place: Place) -> int:
        if "number" in attributes:
            return self.draft.copies(attributes["number"].strip(), place)
        self.draft.problem(
            place, phrased("read.no-count"), phrased("read.xml-copies"), attributes.get("name", "")
        )
        return 0

    def _attributes(
        self, attributes: dict[str, str], read: tuple[str, ...], skipped: tuple[str, ...], place: Place
    ) -> None:
        for name in attributes:
            if name not in read and name not in skipped:
                hint = self.draft.nearest(name, read)
                self.draft.problem(place, phrased("read.unknown-attribute"), ", ".join(read), name, hint)

    def _unknown(self, name: str, choices: tuple[str, ...], place: Place) -> None:
        hint = self.draft.nearest(name, choices)
        self.draft.problem(place, phrased("read.unknown-element"), ", ".join(choices), name, hint)

    def _text(self, text: str) -> None:
        if len(self.open) == 2 and self.open[1] in _TEXTS:
            self.said += text
        elif text.strip() and not (len(self.open) > 1 and self.open[1] in _ASIDE):
            line, column = self._here()
            place = line, column + len(text) - len(text.lstrip())
            self.draft.problem(place, phrased("read.text-between"), phrased("read.elements"), text.strip())

    def _end(self, name: str) -> None:
        self.open.pop()
        if len(self.open) == 1 and name in _TEXTS:
            self.draft.tell(_TEXTS[name], self.said.strip(), self.place)
        elif len(self.open) == 1 and name in _ASIDE:
            for line in range(self.place[0], self._here()[0] + 1):
                self.draft.row(line, "left out", self.lines[line - 1].strip(), phrased("left.client"))
