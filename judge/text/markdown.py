"""Markdown from texts that anybody may have written: escapes them."""

from __future__ import annotations

from judge.text.visible import visible

SIGNS = "\\`*_[]<>|#~"


def escaped(text: str) -> str:
    """A text in which nothing is read as Markdown; control characters for terminals are written out."""
    return "".join(f"\\{letter}" if letter in SIGNS else letter for letter in visible(text))


def code(text: str) -> str:
    """A text as it is typed, also in a cell of a table."""
    plain = visible(text).replace("`", "'").replace("|", "\\|")
    return f"`{plain}`"
