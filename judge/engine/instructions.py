"""The words of the ability vocabulary that all games share, all of them registered.

Each is a pure function of the position: it asks, or it returns the instructions that it stands for.
The tables of `judge/grammar/cards.py` say which keys each word takes.
"""

from judge.engine import (
    choosing,
    last_information,
    lasting,
    losing,
    marking,
    moving,
    outcomes,
    overlapping,
    processing,
    standing,
    using,
)
from judge.engine.shared import words

__all__ = [
    "choosing",
    "last_information",
    "lasting",
    "losing",
    "marking",
    "moving",
    "outcomes",
    "overlapping",
    "processing",
    "standing",
    "using",
    "words",
]
