"""Descriptions of cards in data: `{ name = "Relic" }`, `{ cost = { at_least = 5 } }`, `{ not = { … } }`:
their form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_BOUNDS = ("at_least", "at_most")


def is_selector(value: Any) -> bool:
    """Whether a value describes cards; what its attributes are called depends on the game."""
    return isinstance(value, Mapping) and bool(value) and all(_holds(key, one) for key, one in value.items())


def _holds(key: str, value: Any) -> bool:
    if key == "not":
        return is_selector(value)
    if key == "any":
        return isinstance(value, list) and bool(value) and all(map(is_selector, value))
    if isinstance(value, Mapping):
        return bool(value) and set(value) <= set(_BOUNDS) and all(type(one) is int for one in value.values())
    words = value if isinstance(value, list) else [value]
    kinds = (str,) if key == "keyword" else (str, int)
    return bool(words) and all(isinstance(one, kinds) for one in words)
