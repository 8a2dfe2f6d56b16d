"""One question of a form, whoever asks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from judge.errors import Problem


class Field(NamedTuple):
    """One question of the form."""

    name: str
    asks: Callable[[], Sequence[str]]  # the lines above the prompt
    explains: Callable[[], Sequence[str]]
    take: Callable[[str], Sequence[Problem]]  # an answer, "" for what is usual; what is wrong with it
    offers: Callable[[], Sequence[str]]  # words to complete
    usual: Callable[[], str] = lambda: ""
    wanted: Callable[[], bool] = lambda: True  # is it asked at all?
