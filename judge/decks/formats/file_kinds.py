"""Files that are no text: what they are, told by how they begin, and what to hand in instead."""

from __future__ import annotations

from typing import Final, NoReturn

from judge.decks.formats.draft import refusal
from judge.decks.speech import phrased

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
