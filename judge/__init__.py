"""A judge for trading card games: what happens on this board, by these choices, and which article says so.

`load_fixture` reads a dispute, `run` plays it and gives a `Ruling`. What is wrong with a file comes as
`BadInput`, with every problem of it; what the engine cannot play yet as `NotImplementedYet`. `check_deck`
judges a deck and gives a `Report` with every fault.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from judge.release import VERSION

if TYPE_CHECKING:
    from judge.decks.batch import check_deck as check_deck
    from judge.decks.report import Report as Report
    from judge.errors import BadInput as BadInput
    from judge.errors import JudgeError as JudgeError
    from judge.errors import NotImplementedYet as NotImplementedYet
    from judge.errors import Problem as Problem
    from judge.errors import UsageError as UsageError
    from judge.fixture.load import Fixture as Fixture
    from judge.fixture.load import load_fixture as load_fixture
    from judge.fixture.load import parse_fixture as parse_fixture
    from judge.play.ruling import Ruling as Ruling
    from judge.play.ruling import run as run
    from judge.rulebook.load import load_rulebook as load_rulebook

__version__ = VERSION

# Loaded when first used: `judge --help` needs no engine, and `judge run` no more than it plays with.
_HOMES = {
    "BadInput": "judge.errors",
    "Fixture": "judge.fixture.load",
    "JudgeError": "judge.errors",
    "NotImplementedYet": "judge.errors",
    "Problem": "judge.errors",
    "Report": "judge.decks.report",
    "Ruling": "judge.play.ruling",
    "UsageError": "judge.errors",
    "check_deck": "judge.decks.batch",
    "load_fixture": "judge.fixture.load",
    "load_rulebook": "judge.rulebook.load",
    "parse_fixture": "judge.fixture.load",
    "run": "judge.play.ruling",
}

__all__ = [
    "BadInput",
    "Fixture",
    "JudgeError",
    "NotImplementedYet",
    "Problem",
    "Report",
    "Ruling",
    "UsageError",
    "check_deck",
    "load_fixture",
    "load_rulebook",
    "parse_fixture",
    "run",
]


def __getattr__(name: str) -> object:
    """A public name, from the module that defines it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
