"""Decodes the bytes of a file into text, or says why they are no text."""

from __future__ import annotations

import re
from typing import Final, NoReturn

from judge.decks.formats.draft import no_deck, refusal
from judge.decks.speech import phrased
from judge.errors import nearest
from judge.text.places import Places

_LOOKED_AT: Final = 1_000_000  # bytes: the names of what an archive holds stand among them


# The first row whose bytes a file begins with, and that holds the others, says what it is.
_KINDS: Final = (
    (b"%PDF-", b"", "pdf"),
    (b"{\\rtf", b"", "rtf"),
    (b"PK\x03\x04", b"word/document.xml", "document"),
    (b"PK\x03\x04", b"xl/workbook", "spreadsheet"),
    (b"PK\x03\x04", b"application/vnd.oasis.opendocument.text", "document"),
    (b"PK\x03\x04", b"application/vnd.oasis.opendocument.spreadsheet", "spreadsheet"),
    (b"PK\x03\x04", b"", "archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"W\0o\0r\0k\0b\0o\0o\0k\0", "spreadsheet"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", "document"),
    (b"\x1f\x8b", b"", "archive"),
    (b"7z\xbc\xaf\x27\x1c", b"", "archive"),
    (b"Rar!\x1a\x07", b"", "archive"),
    (b"\x89PNG\r\n", b"", "picture"),
    (b"\xff\xd8\xff", b"", "picture"),
    (b"GIF8", b"\0", "picture"),
    (b"RIFF", b"WEBPVP8", "picture"),
    (b"\0\0\0", b"ftyphei", "picture"),
    (b"\0\0\0", b"ftypmif1", "picture"),
    (b"SQLite format 3\0", b"", "card-data"),
)


def kind_of(raw: bytes) -> str:
    """What a file is that is no text, by the key of its phrase; "" where nothing tells."""
    start = raw.removeprefix(b"\xef\xbb\xbf").lstrip()[:16] or raw[:16]
    for begins, holds, kind in _KINDS:
        if (start.startswith(begins) or raw.startswith(begins)) and holds in raw[:_LOOKED_AT]:
            return kind
    return ""


def refuse_kind(file: str, kind: str) -> NoReturn:
    """Refuses a file that is no text, and says what to hand in."""
    raise refusal(file, (1, 1), phrased(f"kind.{kind}"), phrased(f"kind.{kind}-instead"))


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
    actual = _byte(raw, offset)
    raise refusal(file, Places(before).of(len(before)), message, phrased("read.utf-8"), actual)


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
