"""What a selector asks of a card outside the game, by what is printed on it: of the keys that selectors have
on cards those for which no board is needed, each with the form of what stands under it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final


def is_printed(value: object) -> bool:
    """Whether a value is a selector of printed cards; what its attributes are called depends on the game."""
    rows = value.items() if type(value) is dict else ()
    return bool(rows) and all(FORMS.get(key, is_wanted)(one) for key, one in rows)


def is_any(value: object) -> bool:
    """Several selectors."""
    return type(value) is list and bool(value) and all(map(is_printed, value))


def is_bounds(value: object) -> bool:
    """Numbers by attribute."""
    return type(value) is dict and bool(value) and all(type(one) is int for one in value.values())


def is_words(value: object) -> bool:
    """A word or several."""
    several = value if type(value) is list else [value]
    return bool(several) and all(type(one) is str for one in several)


def is_wanted(value: object) -> bool:
    """What is asked of an attribute: a value, several of which one is enough, or a part of a word."""
    if type(value) is dict:
        return value.keys() == {"has"} and is_words(value["has"])
    several = value if type(value) is list else [value]
    return bool(several) and all(isinstance(one, (str, int)) for one in several)


FORMS: Final[dict[str, Callable[[object], bool]]] = {
    "and": is_printed,
    "any": is_any,
    "has": is_words,
    "max": is_bounds,
    "min": is_bounds,
    "not": is_printed,
}
