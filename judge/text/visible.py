"""Visible text: makes the text of a file harmless for terminals, XML and line-based formats."""

from __future__ import annotations

import os
import re
from typing import Final

BIDI: Final = "\u202a-\u202e\u2066-\u2069"  # what turns the direction of text around
CONTROL: Final = "\\x00-\\x1f\\x7f-\\x9f"
# What no terminal, no XML and no line-based format should be given: control characters, turned text, halves
# of characters and the two code points that are none.
_STEERING: Final = re.compile(f"[{CONTROL}{BIDI}\\u2028\\u2029\\ud800-\\udfff\\ufffe\\uffff]")
_SHORT: Final = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
_UNSAFE: Final = f"[\\x7f-\\x9f{BIDI}\\u2028\\u2029]"  # what JSON leaves as it is
# What stands for ESC in the colour that we put there ourselves, until the text is shown: no file can have it.
_OURS: Final = f"\ue000{os.urandom(8).hex()}"
_COLOUR: Final = f"{_OURS}(\\[[0-9;]*m)"


def visible(text: str) -> str:
    """The text, with what steers a terminal or breaks a file written out: `\\x1b`, `\\n`, `\\u202e`."""
    if text.isascii() and text.isprintable():
        return text
    return _STEERING.sub(lambda match: _SHORT.get(match[0]) or _code(match[0]), text)


def marked(painted: str) -> str:
    """A text that we have painted, so that its colour is known from that of a file."""
    return painted.replace("\x1b[", f"{_OURS}[")


def visible_lines(text: str) -> str:
    """Several lines made visible: their ends stay, and so does the colour that is marked as ours."""
    if _OURS in text:
        parts = re.split(_COLOUR, text)
        return "".join(f"\x1b{part}" if at % 2 else visible_lines(part) for at, part in enumerate(parts))
    return "\n".join(map(visible, text.split("\n"))) if _STEERING.search(text) else text


def storable(text: str) -> str:
    """The text as UTF-8 has it: halves of characters, which the name of a file may hold, written out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def escaped_json(text: str) -> str:
    """JSON with what steers a terminal as escapes: such characters stand in strings only."""
    return re.sub(_UNSAFE, lambda match: f"\\u{ord(match[0]):04x}", text)


def _code(char: str) -> str:
    return f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}"
