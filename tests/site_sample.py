"""A small site for tests: rulings of three games, one under a name that nobody would choose."""

from __future__ import annotations

import shutil
from pathlib import Path

from click.testing import Result
from typer.testing import CliRunner

from bench import HOME

SAMPLE = (
    "dbs/counter-window/the-actor-may-not-start-a-window",
    "dbs/counter-window/a-countered-counter-lets-the-attack-go-on",
    "dbs/battle/damage-by-an-ability-is-not-damage-by-an-attack",
    "tdg/alterations/ice-iii-hears-nothing",
    "ygo/damage-step/a-trap-that-heals-cannot-be-activated-in-the-damage-step",
)


def sample(folder: Path) -> Path:
    """A folder of rulings."""
    for name in SAMPLE:
        path = folder / "rulings" / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOME / "fixtures" / f"{name}.toml", path)
    odd = folder / "rulings" / "odd" / "50% #1 'quoted' & é.toml"
    odd.parent.mkdir()
    shutil.copy(HOME / "fixtures" / f"{SAMPLE[0]}.toml", odd)
    return folder / "rulings"


def make(rulings: Path, site: Path, *more: str) -> Result:
    """What `judge site` gives."""
    from judge.cli.app import app

    return CliRunner().invoke(app, ["site", str(rulings), "-o", str(site), *more])
