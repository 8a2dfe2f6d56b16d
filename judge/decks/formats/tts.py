"""Tabletop Simulator: a JSON list with one element a copy, or a saved object that contains cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from judge.decks.deck import Deck
from judge.decks.formats.data_tables import JsonText, Shape, described
from judge.decks.formats.draft import CARD_MISSING, Draft, no_deck, refusal
from judge.decks.formats.json_deck import SCHEMA, is_parted, json_decks, read_sections, repeats
from judge.decks.formats.known import Known, heading, number_of
from judge.decks.formats.list_line import read_card
from judge.decks.speech import phrased
from judge.text.plain import Json
from judge.text.source import KeyPath

_EXPORTED: Final = "exported from"
_PILE: Final = re.compile(r"bag|deck", re.IGNORECASE)  # what the game calls objects that hold others
_WORDS: Final = re.compile(r"[^\s\[\](){}<>,;]+")
_SHAPES: Final = phrased("join.comma", a=f'"schema": "{SCHEMA}"', b=phrased("read.saved"))


def read_tts(text: str, file: str, known: Known) -> list[Deck]:
    """The deck of a Tabletop Simulator file."""
    source = JsonText(file, text)
    if not _is_tts(source.data):
        expected = phrased("read.saved")
        raise refusal(
            file, source.position(()), phrased("read.no-json-deck"), expected, described(source.data)
        )
    return _decks(source, known)


def read_any_json(text: str, file: str, known: Known) -> list[Deck]:
    """The decks of a JSON file whose shape says which format it is."""
    source = JsonText(file, text)
    data = source.data
    if _is_tts(data):
        return _decks(source, known)
    if is_parted(data, known):
        return read_sections(source, known)
    if isinstance(data, list) or (isinstance(data, dict) and ("schema" in data or "sections" in data)):
        return json_decks(source, known)
    raise refusal(file, source.position(()), phrased("read.no-json-deck"), _SHAPES, described(data))


def _is_tts(data: object) -> bool:
    if isinstance(data, dict):
        return "ObjectStates" in data
    return isinstance(data, list) and not any(isinstance(one, dict) for one in data)


def _decks(source: JsonText, known: Known) -> list[Deck]:
    if not source.data:
        raise no_deck(source.file)
    reader = _Reader(source, known)
    if isinstance(source.data, list):
        reader.read_list(source.data)
    else:
        reader.read_saved(source.data)
    return [reader.draft.deck()]


class _Reader:
    def __init__(self, source: JsonText, known: Known) -> None:
        self.draft = Draft(source.file, "tts")
        self.shape = Shape(self.draft, source)
        self.source = source
        self.known = known

    def read_list(self, rows: list[object]) -> None:
        """Reads one copy for each element; the first may say where the list comes from."""
        for number, row in enumerate(rows):
            said = self.shape.text((number,), row).strip()
            if number == 0 and said.casefold().startswith(_EXPORTED):
                self.draft.tell("note", said, self.source.position((0,)))
            elif said:
                card = number_of(said, self.known)
                self.draft.add(1, card, "" if card else said, "", self.source.position((number,)))
            elif isinstance(row, str):
                self.shape.problem((number,), *CARD_MISSING)

    def read_saved(self, data: dict[str, object]) -> None:
        """Reads one copy for each card that the saved objects contain."""
        repeats(self.shape, self.source, ())
        self.shape.about(("SaveName",), "name", data.get("SaveName", ""))
        self._objects(("ObjectStates",), data["ObjectStates"], "")

    def _objects(self, path: KeyPath, value: object, section: str) -> None:
        for number, row in enumerate(self.shape.rows(path, value, phrased("read.objects"))):
            here = (*path, number)
            table = self.shape.table(here, row)
            if not table:
                if isinstance(row, dict):
                    self.shape.problem(here, phrased("read.card-missing"), phrased("read.nickname"))
            elif self._holds(table):
                self._pile(here, table, section)
            else:
                self._card(here, table, section)

    def _holds(self, table: Mapping[str, object]) -> bool:
        """Is an object a deck or bag? A card may have an empty list of what it contains as well."""
        if table.get("ContainedObjects", []) != []:
            return True
        kind, nickname = str(table.get("Name", "")), table.get("Nickname", "")
        empty = "CardID" not in table and (
            bool(_PILE.search(kind)) or not nickname or bool(heading(str(nickname), self.known))
        )
        return "ContainedObjects" in table and empty

    def _pile(self, path: KeyPath, table: dict[str, Json] | Json, section: str) -> None:
        """Reads a deck or bag; the nickname of one may be a heading."""
        nickname = self.shape.text((*path, "Nickname"), table.get("Nickname", ""))
        section = heading(nickname, self.known) or section
        self.draft.enter(section, self.source.position(path))
        inside, numbers = table["ContainedObjects"], table.get("DeckIDs")
        if isinstance(numbers, list) and isinstance(inside, list) and len(numbers) != len(inside):
            message = phrased("read.numbered-otherwise", n=str(len(numbers)), cards=str(len(inside)))
            self.draft.remark(self.source.position((*path, "DeckIDs")), message, phrased("read.as-cards"))
        self._objects((*path, "ContainedObjects"), inside, section)

    def _card(self, path: KeyPath, table: dict[str, object] | Json, section: str) -> None:
        nickname, description = (
            self.shape.text((*path, key), table.get(key, "")).strip() for key in ("Nickname", "Description")
        )
        words = read_card(nickname, self.known)
        card, name = words.card, words.name
        if not card:
            numbers = filter(None, (number_of(one, self.known, 5) for one in _WORDS.findall(description)))
            card = next(numbers, "")
        if card or name:
            self.draft.add(1, card, name, section, place := self.source.position(path), tail=words.tail)
            if words.doubt:
                self.draft.doubt(place, words.doubt.message, words.doubt.found, words.doubt.weak)
        else:
            self.shape.problem(path, phrased("read.card-missing"), phrased("read.as-nickname"))
