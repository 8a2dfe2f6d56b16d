"""The files of folders, in one order."""

from __future__ import annotations

import os
from collections.abc import Iterator


def files_in(folder: str) -> Iterator[str]:
    """Every file of a folder and those in it, hidden ones left out; a folder that cannot be looked into
    stands for itself.
    """
    closed: list[str] = []
    seen = set()
    for root, folders, names in os.walk(
        folder, onerror=lambda error: closed.append(str(error.filename)), followlinks=True
    ):
        real = os.path.realpath(root)
        if real in seen:  # a link back up
            folders.clear()
            continue
        seen.add(real)
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        yield from (os.path.join(root, name) for name in names if not name.startswith("."))
    yield from closed
