"""What every test may use: the modules beside it, the toy game, and one parameter for each ruling in fixtures/."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# Tests are imported by file (--import-mode=importlib): what they share has to be found some other way.
sys.path[:0] = [str(HERE), str(HERE / "toy"), str(HERE.parent)]

from bench import name_of, rulings  # noqa: E402


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `ruling` runs once for each ruling, under the name of its file."""
    if "ruling" in metafunc.fixturenames:
        found = rulings()
        ids = [name_of(one) for one in found]
        metafunc.parametrize("ruling", found, ids=ids)
