"""What a declared function says of itself, for people."""

from __future__ import annotations

from collections.abc import Callable

from judge.text.plain import Json


def says(function: Callable[..., Json]) -> str:
    """The first sentence of a function's own words, on one line."""
    paragraph = " ".join((function.__doc__ or "").strip().partition("\n\n")[0].split())
    return paragraph.partition(". ")[0].rstrip(".").replace("``", "`") + "."
