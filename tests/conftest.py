"""What every test may use: the modules beside it, the toy game,
and one parameter for each ruling in fixtures/.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# Tests are imported by file (--import-mode=importlib): what they share has to be found some other way.
COMPILED = os.environ.get("JUDGE_COMPILED")  # where `make test-compiled` has the package
sys.path[:0] = [*([COMPILED] if COMPILED else []), str(HERE), str(HERE / "toy"), str(HERE.parent)]

# Checked rulebooks are kept for these tests alone, and for the programs that they start.
os.environ.setdefault("JUDGE_CACHE", str(HERE.parent / ".pytest_cache" / "rulebooks"))
os.environ.pop("JUDGE_RULEBOOKS", None)
os.environ["JUDGE_LANG"] = "en"  # whatever language the machine speaks
# What Python compiles is kept for the programs that are started, a hundred of them, even where that is off.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

from bench import name_of, rulings  # noqa: E402

# What is true of the engine, whatever the ruling, is tried on a part of them here and on all of them by `make
# soak`: of so many rulings one, each test another one.
SHARES = {
    "test_languages": 60,
    "test_pauses": 30,
    "test_positions": 10,
    "test_silent": 20,
    "test_outcomes": 9,
}
SMALLER = {"test_a_pause_is_toml_too": 30}
EVERY = "JUDGE_EVERY_RULING"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `ruling` runs once for each ruling, under the name of its file."""
    if "ruling" in metafunc.fixturenames:
        found = rulings()
        if not os.environ.get(EVERY):
            name = metafunc.function.__name__
            share = SMALLER.get(name, SHARES.get(metafunc.module.__name__.rpartition(".")[2], 1))
            found = found[sum(map(ord, name)) % share :: share]
        ids = [name_of(one) for one in found]
        metafunc.parametrize("ruling", found, ids=ids)
