"""Descriptions: what the documents say of a declared function, taken from its docstring."""

from __future__ import annotations

from collections.abc import Callable

from judge.text.plain import Json


def says(function: Callable[..., Json]) -> str:
    """The first paragraph of a function's docstring, on one line."""
    paragraph = " ".join((function.__doc__ or "").strip().partition("\n\n")[0].split())
    return paragraph.partition(". ")[0].rstrip(".").replace("``", "`") + "."
