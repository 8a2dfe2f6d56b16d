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
from judge.decks.speech import phrased
from judge.errors import nearest
from judge.text.plain import Plain
from judge.text.visible import BIDI

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
_TURNING: Final = re.compile(f"[{BIDI}]")


def write_deck(deck: Deck, form: str, passcode: Passcode, part: Part) -> Written:
    """The deck in one of WRITERS, and what that format cannot hold.

    `passcode` gives the decimal passcode of a line, "" when there is none; `part` the word that games have
    for a section. Raises BadInput for an unknown format, and when a format of passcodes meets lines without
    one.
    """
    if form not in _WRITERS:
        raise refusal("--to", (0, 0), "no such format", ", ".join(WRITERS), form, nearest(form, WRITERS))
    whole = _changed(deck, _SURROGATE, "\ufffd")
    plain = _changed(whole, _TURNING, "")
    written = _WRITERS[form](plain, passcode, part)
    lost = {
        phrased("lost.half"): whole is not deck,
        phrased("lost.turning"): plain is not whole,
    }
    return Written(written.text, (*written.losses, *(what for what, is_lost in lost.items() if is_lost)))


def _changed(deck: Deck, signs: re.Pattern[str], instead: str) -> Deck:
    """The deck with something else for some signs; itself when it has none of them."""

    def mended(value: object) -> Plain:
        if isinstance(value, str):
            return signs.sub(instead, value)
        if isinstance(value, Mapping):
            return {mended(key): mended(inner) for key, inner in value.items()}
        return [mended(one) for one in value] if isinstance(value, list) else value

    def mended_line(line: Line) -> Line:
        return line._replace(card=mended(line.card), name=mended(line.name), section=mended(line.section))

    fields = [*ABOUT, "cards", "limits", "expect", "headings"]
    changed = {field: mended(getattr(deck, field)) for field in fields}
    lines = tuple(map(mended_line, deck.lines))
    if lines == deck.lines and all(changed[field] == getattr(deck, field) for field in fields):
        return deck
    return deck._replace(lines=lines, **changed)
