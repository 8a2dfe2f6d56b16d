"""Which tables are picked for a deck check:
by a seed that everybody may know, and that nobody can bend afterwards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from judge.decks.event_names import natural


class Pick(NamedTuple):
    """The tables that a seed picks, in the order of their hashes."""

    seed: str
    tables: tuple[str, ...]
    of: int  # how many there are


def draw(seed: str, table: str) -> str:
    """The hash of a table: of the seed, a line feed, and the table.

    `printf '%s\\n%s' SEED TABLE | sha256sum` gives it too.
    """
    return hashlib.sha256(f"{seed}\n{table}".encode("utf-8", "surrogateescape")).hexdigest()


def pick(tables: Iterable[str], count: int, seed: str) -> Pick:
    """The first tables by the order of their hashes."""
    known = sorted(set(tables), key=natural)
    return Pick(seed, tuple(sorted(known, key=lambda one: draw(seed, one))[:count]), len(known))
