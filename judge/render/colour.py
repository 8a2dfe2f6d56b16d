"""Colour as an aid: the verdict, the articles and the folded windows. Loaded only for a terminal."""

from __future__ import annotations

from rich.style import Style

STYLES = {
    "holds": Style(color="green", bold=True),
    "fails": Style(color="red", bold=True),
    "refused": Style(color="red", bold=True),
    "unfit": Style(color="red", bold=True),
    "undecided": Style(color="yellow", bold=True),
    "article": Style(color="cyan"),
    "folded": Style(dim=True),
}


def paint(text: str, kind: str) -> str:
    """The text in the style of its kind, as a terminal shows it."""
    return STYLES[kind].render(text) if text.strip() else text
