"""A new folder's files, all of them written or none."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from judge.cli.placing import NOTHING, put_in_place
from judge.errors import Problem, system_said

REPOSITORY = ".git"  # beside which files may be put: nothing is there yet


def check_empty(folder: Path) -> Iterator[Problem]:
    """That something is in the way: a folder with files in it, or what is no folder."""
    expected = "an empty folder, or the name of a new one"
    try:
        found = sorted(one for one in os.listdir(folder) if one != REPOSITORY)
    except FileNotFoundError:
        found = []
        if os.path.islink(folder):
            yield fault(folder, "this leads nowhere", expected)
    except OSError as error:
        found = []
        yield fault(folder, f"this cannot be looked into: {system_said(error)}", expected)
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        yield fault(folder, "the folder is not empty", expected, f"{found[0]}{more}")


def write_all(folder: Path, files: Mapping[str, str]) -> Problem | None:
    """Write files into a folder that is empty or not there yet: all, or none; a problem where they cannot be
    written, also because another call writes there.
    """
    texts = {str(folder / path): text for path, text in files.items()}
    problem = put_in_place(texts, str(folder), fresh=True)
    return fault(folder, problem.message.removesuffix(NOTHING)) if problem else None


def fault(folder: Path, message: str, expected: str = "", found: str = "") -> Problem:
    """What is wrong with a folder."""
    return Problem(str(folder), 0, 0, "FOLDER", "", message, expected, found)
