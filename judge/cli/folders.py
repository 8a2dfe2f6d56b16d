"""A new folder's files, all of them written or none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from judge.cli.held_signals import held_signals
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
    written.
    """
    with held_signals() as stop:
        return written(folder, files, stop)


def written(folder: Path, files: Mapping[str, str], stop: Callable[[], None]) -> Problem | None:
    """The same while signals are held."""
    made = None
    part = folder / f".judge.{os.getpid()}.part"
    put: list[Path] = []
    try:
        made = first_missing(folder)
        for path, text in files.items():
            stop()
            target = part / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
        for one in sorted(part.iterdir()):
            stop()
            put.append(one.rename(folder / one.name))
        put.clear()
        made = None
    except OSError as error:
        return fault(folder, f"cannot be written: {system_said(error)}")
    finally:  # also where somebody interrupts it
        for left in (*put, part, *((made,) if made else ())):
            remove(left)
    return None


def first_missing(folder: Path) -> Path | None:
    """The outermost folder that has to be made; None where all are there."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    return missing[-1] if missing else None


def remove(path: Path) -> None:
    """A file or a folder, if it is there."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def fault(folder: Path, message: str, expected: str = "", found: str = "") -> Problem:
    """What is wrong with a folder."""
    return Problem(str(folder), 0, 0, "FOLDER", "", message, expected, found)
