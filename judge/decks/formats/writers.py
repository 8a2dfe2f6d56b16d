"""Writing decks: one text in the format wished for, and in words what that format cannot hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from judge.decks.deck import ABOUT, Deck, Line
from judge.decks.formats.draft import refusal
from judge.decks.formats.written import Written
from judge.decks.formats.written_lists import csv_of, text_of
from judge.decks.formats.written_passcodes import ydk_of, ydke_of
from judge.decks.formats.written_tables import json_of, toml_of
from judge.errors import nearest
from judge.text.plain import Plain

__all__ = ["WRITERS", "Written", "write_deck"]

Passcode = Callable[[Line], str]
Part = Callable[[str], str]

_WRITERS: Final[Mapping[str, Callable[[Deck, Passcode, Part], Written]]] = {
    "toml": lambda deck, passcode, part: toml_of(deck),
    "text": lambda deck, passcode, part: text_of(deck),
    "ydk": ydk_of,
    "ydke": ydke_of,
    "csv": lambda deck, passcode, part: csv_of(deck),
    "json": lambda deck, passcode, part: json_of(deck),
}
WRITERS: Final[tuple[str, ...]] = tuple(_WRITERS)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def write_deck(deck: Deck, form: str, passcode: Passcode, part: Part) -> Written:
    """The deck in one of WRITERS, and what that format cannot hold.

    `passcode` gives the decimal passcode of a line, "" when there is none; `part` the word that games have
    for a section. Raises BadInput for an unknown format, and when a format of passcodes meets lines without
    one.
    """
    if form not in _WRITERS:
        raise refusal("--to", (0, 0), "no such format", ", ".join(WRITERS), form, nearest(form, WRITERS))
    whole = _whole(deck)
    written = _WRITERS[form](whole, passcode, part)
    return (
        written
        if whole is deck
        else Written(written.text, (*written.losses, "half characters, which are no text"))
    )


def _whole(deck: Deck) -> Deck:
    """The deck without halves of surrogate pairs, which no file can hold; itself when it has none."""
    fields = [*ABOUT, "cards", "limits", "expect", "headings"]
    changed = {field: _mended(getattr(deck, field)) for field in fields}
    lines = tuple(map(_mended_line, deck.lines))
    if lines == deck.lines and all(changed[field] == getattr(deck, field) for field in fields):
        return deck
    return deck._replace(lines=lines, **changed)


def _mended_line(line: Line) -> Line:
    return line._replace(card=_mended(line.card), name=_mended(line.name), section=_mended(line.section))


def _mended(value: object) -> Plain:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, Mapping):
        return {_mended(key): _mended(inner) for key, inner in value.items()}
    return [_mended(one) for one in value] if isinstance(value, list) else value
