"""The files of folders, in one order, and which of them a file may name."""

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
    top = os.path.realpath(folder)
    for root, folders, names in os.walk(
        folder, onerror=lambda error: closed.append(str(error.filename)), followlinks=True
    ):
        real = os.path.realpath(root)
        if real in seen:  # a link back up
            folders.clear()
            continue
        seen.add(real)
        shown = sorted(one for one in folders if not one.startswith("."))
        folders[:] = [one for one in shown if not leads_out(os.path.join(root, one), top)]
        for path in (os.path.join(root, one) for one in (*sorted({*shown} - {*folders}), *names)):
            if not os.path.basename(path).startswith("."):
                yield Outside(path) if leads_out(path, top) else path
    yield from closed


def leads_out(path: str, top: str) -> bool:
    """Is this a link to somewhere outside of a folder, whose real path is given?"""
    if not os.path.islink(path):
        return False
    real = os.path.realpath(path)
    return real != top and not real.startswith(top.rstrip(os.sep) + os.sep)


def is_near(path: str, file: str) -> bool:
    """Does a path, links followed, lie beside a file that names it or below the folder where judge runs? What
    somebody sent reads nothing else.
    """
    if "\0" in path:
        return False  # no path at all
    real = os.path.realpath(path)
    tops = [os.path.realpath(one) for one in (os.path.dirname(file) or ".", ".")]
    return any(os.path.commonpath((real, one)) == one for one in tops)
