"""Colour as an aid: the verdict, the articles and the folded windows. Loaded only for a terminal."""

from __future__ import annotations

from rich.style import Style

GOOD, BAD, DOUBT = (Style(color=color, bold=True) for color in ("green", "red", "yellow"))
STYLES = {
    "holds": Style(color="green"),
    "fails": Style(color="red"),
    "refused": Style(),
    "undecided": DOUBT,
    "unfit": BAD,
    "yes": GOOD,
    "no": BAD,
    "not-yet": DOUBT,
    "mixed": DOUBT,
    "won": Style(bold=True),
    "plain": Style(bold=True),
    "head": Style(bold=True),
    "article": Style(color="cyan"),
    "folded": Style(dim=True),
}


def paint(text: str, kind: str) -> str:
    """The text in the style of its kind, as a terminal shows it."""
    return STYLES[kind].render(text) if text.strip() else text
