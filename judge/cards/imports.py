"""Reading a file of card data or limit lists: recognises its format by its content and calls the reader."""

from __future__ import annotations

import os
import re
from typing import Final

from judge.cards.cdb import read_cdb
from judge.cards.dump import read_dump
from judge.cards.file import MAGIC
from judge.cards.lflist import read_lflist
from judge.cards.source import TOML, Bytes, Source, check_text, load, remark
from judge.cards.table import read_table
from judge.cards.vocabulary import load_vocabulary
from judge.cards.written import read_written
from judge.errors import BadInput, Problem
from judge.text.composed import composed
from judge.text.source import refuse

_JSON: Final = re.compile(r'\s*(?:\{|\[\s*[{\]"\[])')
_LISTS: Final = re.compile(r"(?m)^![^=\n]*$")
_TOML: Final = re.compile(r"""(?:\s|\#[^\n]*\n)*(?:\[\[?\s*["'\w]|[\w."'-]+\s*=)""")
_KINDS: Final = "cards.cdb, YGOPRODeck JSON, CSV, TOML or lflist.conf"


def read_source(path: str | os.PathLike[str], game: str = "") -> Source:
    """What a file says of cards: cards.cdb, YGOPRODeck JSON, CSV, TOML or lflist.conf, whatever it is called.

    `game` is needed for a CSV whose headings fit several games. Raises BadInput with everything that is
    wrong.
    """
    if game:
        load_vocabulary(game)
    loaded = load(path)
    if loaded.raw.startswith(MAGIC):
        return _of_game(read_cdb(loaded), game)
    if loaded.file.casefold().endswith(".cdb"):
        size = f"{len(loaded.raw):,} bytes of something else"
        refuse(loaded.file, "this is no SQLite file", "a card database", size)
    text, remarks = _text(loaded)
    source = _read(loaded, composed(text), game)
    if remarks and source.format != "csv":
        message = "this is not UTF-8; save it as UTF-8"
        raise BadInput(problem._replace(message=message, severity="error") for problem in remarks)
    return source._replace(remarks=(*remarks, *source.remarks))


def _read(loaded: Bytes, text: str, game: str) -> Source:
    suffix = os.path.splitext(loaded.file)[1].casefold()
    check_text(loaded.file, text)
    if not text.strip():
        refuse(loaded.file, "this file is empty", _KINDS)
    if suffix == ".json" or (_JSON.match(text) and suffix != ".toml"):
        return _of_game(read_dump(loaded.file, text, loaded.digest), game)
    if suffix != ".toml" and (_LISTS.search(text) or suffix == ".conf"):
        return _of_game(_some_list(read_lflist(loaded.file, text, loaded.digest)), game)
    if suffix == ".toml" or (suffix not in (".csv", ".tsv") and _TOML.match(text)):
        check_text(loaded.file, text, TOML)
        return read_written(loaded.file, text, loaded.digest, game)
    return read_table(loaded.file, text, loaded.digest, game)


def _some_list(source: Source) -> Source:
    if not source.lists:
        refuse(source.file, "this file has no limit list", "a line such as !2014.7 TCG")
    return source


def _of_game(source: Source, game: str) -> Source:
    """The source of a file that can only be of one game. Raises BadInput where another game is asked for."""
    if game and game != source.game:
        refuse(source.file, f"such a file has cards of {source.game} only", f"--game {source.game}", game)
    return source


def _text(loaded: Bytes) -> tuple[str, list[Problem]]:
    """The content as text; spreadsheets of Windows write another encoding, which is remarked on."""
    raw = loaded.raw
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decode(loaded, "utf-16"), []
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        wrong = error.start
    if b"\0" in raw:
        refuse(loaded.file, "this is a binary file", _KINDS, f"byte 0x{raw[wrong]:02X} at offset {wrong:,}")
    line, column = raw.count(b"\n", 0, wrong) + 1, wrong - raw.rfind(b"\n", 0, wrong)
    if not raw.decode("utf-8", "ignore").isascii():  # UTF-8 with a damaged letter, not another encoding
        return _decode(loaded, "utf-8"), []
    text = _decode(loaded, "cp1252")
    return text, [remark(loaded.file, "this is not UTF-8: read as Windows-1252", line, column)]


def _decode(loaded: Bytes, encoding: str) -> str:
    try:
        return loaded.raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = loaded.raw.count(b"\n", 0, error.start) + 1
        message = "this is no text that can be read; save it as UTF-8"
        at = f"byte 0x{loaded.raw[error.start]:02X} at offset {error.start:,}"
        raise BadInput([Problem(loaded.file, line, 0, "", "", message, "UTF-8 text", at)]) from None
