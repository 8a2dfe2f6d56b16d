"""Single strings of a TOML text changed in place: what stands around them, comments too, stays as it is."""

from __future__ import annotations

import re
from typing import Final

from judge.text.source import KeyPath, Source, parse_source

_AFTER: Final = re.compile(r"[ \t]*,[ \t]*")
_BEFORE: Final = re.compile(r",[ \t]*\Z")
_PLAIN: Final = re.compile(r"[^\x00-\x1f\x7f\"\\]*")


def replaced(source: Source, path: KeyPath, new: str) -> Source:
    """The text with another string at `path`. Raises KeyError where no value stands there."""
    start, end = source.span(path)
    return parse_source(source.text[:start] + quoted(new) + source.text[end:], source.file)


def removed(source: Source, path: KeyPath) -> Source:
    """The text without one element of a list, its comma, and its line where nothing else stands on it.

    Raises KeyError where no element stands there.
    """
    text = source.text
    start, end = source.span(path)
    after = _AFTER.match(text, end)
    if after is not None:
        end = after.end()
    else:  # the last of its list: the comma before it would do no harm, but for how it looks
        before = _BEFORE.search(text[:start])
        start = before.start() if before is not None else start
    begin, over = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    over = len(text) if over < 0 else over
    if not (text[begin:start] + text[end:over]).strip():
        start, end = begin, min(over + 1, len(text))
    elif text[end:over].strip(" \t\r") == "":  # the last on its line: no blanks at the line's end
        kept = text[:start].rstrip(" \t")
        start, end = len(kept), end + len(text[end:over]) - len(text[end:over].lstrip(" \t"))
    return parse_source(text[:start] + text[end:], source.file)


def quoted(text: str) -> str:
    """A string as TOML writes it."""
    if _PLAIN.fullmatch(text):
        return f'"{text}"'
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda one: f"\\u{ord(one[0]):04x}", escaped) + '"'
