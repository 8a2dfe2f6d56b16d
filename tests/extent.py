"""How much is tried: `make test` tries a part of some tests' cases, `make soak` (`JUDGE_SOAK=1`) all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar
from zlib import crc32

from bench import FIXTURES

HERE = Path(__file__).parent
SOAK = bool(os.environ.get("JUDGE_SOAK"))
# The rulings on which what is true of any ruling is tried: they come to every procedure and every verb.
SAMPLE = [FIXTURES / f"{line}.toml" for line in (HERE / "sample.txt").read_text("utf-8").split()]
T = TypeVar("T")


def evenly(found: list[T], n: int, name: str) -> list[T]:
    """So many of a list, evenly spread; each name begins at another place."""
    if n >= len(found):
        return found
    first = crc32(name.encode()) % len(found)
    return [found[(first + at * len(found) // n) % len(found)] for at in range(n)]
