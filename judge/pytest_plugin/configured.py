"""How the rulings of a run of pytest are played, and what of their traces may be written.

It needs no syrupy, which is loaded only where traces are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import pytest

from judge.cli.options import check_overlays, check_rulebook
from judge.cli.suite import Keeper
from judge.errors import Problem
from judge.suite.played import Playing

_FAULTS: Final = pytest.StashKey[str]()
_KEEPER: Final = pytest.StashKey[Keeper]()


def playing(config: pytest.Config) -> Playing:
    """How rulings are played, by the settings of pytest."""
    root = config.inipath.parent if config.inipath else config.rootpath
    rulebook, overlays = str(config.getini("judge_rulebook")), config.getini("judge_overlays")
    path = root / rulebook
    return Playing(
        str(path) if rulebook and path.is_dir() else rulebook,
        tuple(str(root / overlay) for overlay in overlays),
        tuple(config.getini("judge_modules")),
    )


def faults(config: pytest.Config) -> str:
    """The problems of the settings; "" where there are none. They are looked for once in a run."""
    if _FAULTS not in config.stash:
        asked = playing(config)
        problems = [*named("judge_rulebook", check_rulebook(asked.rulebook))]
        problems += named("judge_overlays", check_overlays(asked.overlays))
        config.stash[_FAULTS] = "\n".join(problems)
    return config.stash[_FAULTS]


def named(setting: str, problems: Iterable[Problem]) -> Iterator[str]:
    """Problems with the setting that has them."""
    return (f"{setting}: {problem.text()}" for problem in problems)


def keeper_of(session: pytest.Session) -> Keeper:
    """The Keeper of this run, which says why a trace may not be written."""
    if _KEEPER not in session.stash:
        rulings = sorted({str(item.path) for item in session.items if item.path.suffix.lower() == ".toml"})
        session.stash[_KEEPER] = Keeper(rulings, playing(session.config))
    return session.stash[_KEEPER]
