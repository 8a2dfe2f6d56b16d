"""Files in folders: lists them in one fixed order, and decides which of them a file may name."""

from __future__ import annotations

import os
from collections.abc import Iterator


class Outside(str):
    """The path of a link in a folder that leads out of it: it is listed, and reading it is refused."""


def files_in(folder: str) -> Iterator[str]:
    """Every file of a folder and those in it, hidden ones left out; a folder that cannot be looked into
    stands for itself, and so does a link that leads out of the folder, as `Outside`.
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
        shown = sorted(inner for inner in folders if not inner.startswith("."))
        away = [inner for inner in shown if leads_out(os.path.join(root, inner), folder)]
        folders[:] = [inner for inner in shown if inner not in away]
        yield from (Outside(os.path.join(root, inner)) for inner in away)
        for path in (os.path.join(root, name) for name in names if not name.startswith(".")):
            yield Outside(path) if leads_out(path, folder) else path
    yield from closed


def leads_out(path: str, folder: str) -> bool:
    """Is this a link to somewhere outside of a folder?"""
    return os.path.islink(path) and not within(path, folder)


def within(path: str, folder: str) -> bool:
    """Whether a path lies in a folder, or is it, links followed."""
    inside, real = os.path.realpath(path), os.path.realpath(folder)
    return inside == real or inside.startswith(real.rstrip(os.sep) + os.sep)


def is_near(path: str, file: str) -> bool:
    """Does a path, links followed, lie beside a file that names it or below the folder where judge runs? What
    somebody sent reads nothing else.
    """
    if "\0" in path:
        return False  # no path at all
    return within(path, os.path.dirname(file) or ".") or within(path, ".")
