"""Reading decks: bytes in, whatever their format; decks out, with everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from judge.decks.deck import Deck
from judge.decks.formats.cod import read_cod
from judge.decks.formats.csv_table import read_csv
from judge.decks.formats.detection import detect
from judge.decks.formats.draft import no_deck, refusal
from judge.decks.formats.encodings import ENCODINGS, decode
from judge.decks.formats.json_sections import read_json
from judge.decks.formats.known import Known
from judge.decks.formats.omega import read_omega
from judge.decks.formats.rows import with_rows
from judge.decks.formats.text import read_text
from judge.decks.formats.toml_deck import read_toml
from judge.decks.formats.tts import read_any_json, read_tts
from judge.decks.formats.ydk import read_ydk
from judge.decks.formats.ydke import read_ydke
from judge.errors import nearest

__all__ = ["ENCODINGS", "FORMATS", "LIMIT", "read_decks"]

LIMIT: Final = 5_000_000  # bytes: a larger file is no deck, and is refused unread by whoever opens it
_READERS: Final[Mapping[str, Callable[[str, str, Known], list[Deck]]]] = {
    "toml": read_toml,
    "ydk": read_ydk,
    "ydke": read_ydke,
    "omega": read_omega,
    "text": read_text,
    "csv": read_csv,
    "tts": read_tts,
    "cod": read_cod,
    "json": read_json,
}
FORMATS: Final[tuple[str, ...]] = tuple(_READERS)


def read_decks(raw: bytes, file: str, known: Known, form: str = "", encoding: str = "") -> list[Deck]:
    """The decks that a file holds, in one of FORMATS or, when `form` is "", in the one that it looks like.

    A line that cannot be understood is in the deck's `problems`. Raises BadInput when nothing can be read:
    the file is no text in UTF-8 (or, failing that, `encoding`), is empty, or breaks the syntax of its format.
    """
    if form and form not in _READERS:
        raise refusal("--from", (0, 0), "no such format", ", ".join(FORMATS), form, nearest(form, FORMATS))
    text = decode(raw, file, encoding)
    if not text.strip():
        raise no_deck(file)
    read = _READERS[form] if form else _detected(detect(text, file, known))
    return with_rows(read(text, file, known), text)


def _detected(form: str) -> Callable[[str, str, Known], list[Deck]]:
    return read_any_json if form == "json" else _READERS[form]
