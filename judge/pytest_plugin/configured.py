"""How the rulings of a run of pytest are played, and what of their traces may be written."""

from __future__ import annotations

from typing import Final

import pytest

from judge.cli.kept_traces import Keeper
from judge.suite.played import Playing

_KEEPER: Final = pytest.StashKey[Keeper]()


def playing(config: pytest.Config) -> Playing:
    """How rulings are played, by what is configured."""
    root = config.inipath.parent if config.inipath else config.rootpath
    rulebook, overlays = str(config.getini("judge_rulebook")), config.getini("judge_overlays")
    here = root / rulebook
    return Playing(
        str(here) if rulebook and here.is_dir() else rulebook,
        tuple(str(root / one) for one in overlays),
        tuple(config.getini("judge_modules")),
    )


def keeper_of(session: pytest.Session) -> Keeper:
    """What says of traces why they may not be written: one in a run."""
    if _KEEPER not in session.stash:
        rulings = sorted({str(one.path) for one in session.items if one.path.suffix == ".toml"})
        session.stash[_KEEPER] = Keeper(rulings, playing(session.config))
    return session.stash[_KEEPER]
