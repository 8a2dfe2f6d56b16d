"""Number bounds: numbers larger than in any game are problems at the door, wherever in a file they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from judge.errors import BadInput, Problem
from judge.text.source import Source

MOST: Final = 1_000_000_000  # no number of a game comes near it
CARD_NUMBER: Final = 60  # characters: a longer text is the number of no card
_SHOWN: Final = 20  # digits
_PLACES: Final = 9  # digits of a number that counts something


def is_figures(text: str) -> bool:
    """Does a text consist of the figures 0 to 9 alone, as `int` takes them? Other scripts have digits too,
    and `²` is one to `str.isdigit`.
    """
    return text.isascii() and text.isdigit()


def too_large(source: Source) -> Iterator[Problem]:
    """A problem for each number of a file that is further from nothing than any of a game."""
    for path, n in whole_numbers((), source.data):
        if abs(n) > MOST:
            message = "no number of a game is so large" if n > 0 else "no number of a game is so far below 0"
            expected = f"at most {MOST}" if n > 0 else f"at least -{MOST}"
            yield source.problem(path, message, expected=expected, found=shortened(n))


def refuse_too_large(source: Source) -> None:
    """Raise BadInput with a problem for each such number, if there is one."""
    problems = tuple(too_large(source))
    if problems:
        raise BadInput(problems)


def whole_numbers(path: tuple[str | int, ...], value: object) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """Every whole number in a value, with the path to it."""
    if type(value) is int:
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from whole_numbers((*path, key), inner)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from whole_numbers((*path, at), inner)


def ordinal(text: str) -> int:
    """The position a text names; 0, which no row has, where the text is no number or too large for a row."""
    return int(text) if is_figures(text) and len(text) <= _PLACES else 0


def shortened(n: int) -> str:
    """A number as it is written; a very long one is described by the count of its digits."""
    text = str(n)
    return text if len(text) <= _SHOWN else f"a number of {len(text.removeprefix('-'))} digits"
