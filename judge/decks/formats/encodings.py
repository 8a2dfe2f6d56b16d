"""Bytes of a file into text, or the reason why they are no text."""

from __future__ import annotations

import re
from typing import Final, NoReturn

from judge.decks.formats.draft import no_deck, refusal
from judge.decks.formats.file_kinds import kind_of, refuse_kind
from judge.decks.speech import phrased
from judge.errors import nearest
from judge.text.places import Places

ENCODINGS: Final = (
    "utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1", "iso-8859-15", "cp1250", "cp1251",
    "mac-roman", "shift-jis", "cp932", "euc-jp", "euc-kr", "gb18030", "big5",
)  # fmt: skip

_ALIASES: Final = {"utf8": "utf-8", "utf16": "utf-16", "latin1": "latin-1", "windows-1252": "cp1252",
                   "iso-8859-1": "latin-1", "sjis": "shift-jis"}  # fmt: skip
_BOM: Final = "\ufeff"
_MOST_LINES: Final = 250_000  # more is no deck, and would fill the memory with problems


def decode(raw: bytes, file: str, encoding: str) -> str:
    """The text of a file, every line ended by a line feed. Raises BadInput when it is none, and says why."""
    named = _encoding(encoding)
    if not raw.strip(b"\xef\xbb\xbf \t\r\n"):
        raise no_deck(file)
    if kind := kind_of(raw):
        refuse_kind(file, kind)
    if _is_utf8(raw):
        text = raw.decode("utf-8")
    elif named in ("", "utf-8"):
        _refuse_bytes(raw, file)
    else:
        text = _decode_as(raw, file, named)
    text = re.sub("\r\n?", "\n", text.removeprefix(_BOM))
    if text.count("\n") > _MOST_LINES:
        raise refusal(
            file,
            (0, 0),
            phrased("read.too-long"),
            phrased("read.at-most-lines", number=f"{_MOST_LINES:,}"),
            f"{text.count(chr(10)):,}",
        )
    return text


def _encoding(name: str) -> str:
    plain = name.strip().lower().replace("_", "-")
    plain = _ALIASES.get(plain, plain)
    if plain and plain not in ENCODINGS:
        expected = ", ".join(ENCODINGS)
        raise refusal("--encoding", (0, 0), "no such encoding", expected, name, nearest(plain, ENCODINGS))
    return plain


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"\0" not in raw


def _decode_as(raw: bytes, file: str, encoding: str) -> str:
    if encoding == "utf-16" and not raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        # Without a mark Python would take the machine's own order.
        encoding = _utf16(raw) or "utf-16-le"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        offset = _byte(raw, error.start)
        raise refusal(
            file,
            (1, 1),
            *_not_encoded(encoding),
            offset,
        ) from None
    if "\0" in text:
        place = Places(text.removeprefix(_BOM)).of(text.removeprefix(_BOM).index("\0"))
        raise refusal(
            file,
            place,
            *_not_encoded(encoding),
            phrased("read.nul"),
        )
    return text


def _not_encoded(encoding: str) -> tuple[str, str]:
    """That a text is not in an encoding, and what was expected."""
    return phrased("read.not-encoded", encoding=encoding), phrased("read.in-encoding", encoding=encoding)


def _byte(raw: bytes, offset: int) -> str:
    """A byte and where it is."""
    return phrased("read.byte", byte=f"{raw[offset]:02X}", offset=f"{offset:,}")


def _refuse_bytes(raw: bytes, file: str) -> NoReturn:
    offset = _first_wrong(raw)
    before = re.sub("\r\n?", "\n", raw[:offset].decode("utf-8", "replace").removeprefix(_BOM))
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")) or _utf16(raw):
        message = phrased("read.utf-16")
    elif b"\0" in raw:
        message = phrased("read.binary")
    else:
        message = phrased("read.not-utf-8")
    found = _byte(raw, offset)
    raise refusal(file, Places(before).of(len(before)), message, phrased("read.utf-8"), found)


def _first_wrong(raw: bytes) -> int:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        wrong = error.start
    else:
        wrong = len(raw)
    nul = raw.find(b"\0")
    return min(wrong, nul) if nul >= 0 else wrong


def _utf16(raw: bytes) -> str:
    """Which UTF-16 this is, told by where its zero bytes stand; "" when it is none."""
    start = raw[:4000]
    even, odd = start[::2].count(0), start[1::2].count(0)
    if len(raw) % 2 or max(even, odd) < len(start) // 4 or min(even, odd) * 20 > max(even, odd):
        return ""
    return "utf-16-be" if even > odd else "utf-16-le"
