"""Several files written together: all of them, or none."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.cli.options import check_written, same_file, slip
from judge.cli.output import is_free, keep_mode, part_of
from judge.errors import Problem, system_said
from judge.text.folders import within


def check_targets(
    targets: Iterable[tuple[str, str]], read: Sequence[str], folders: Sequence[str]
) -> Iterator[Problem]:
    """What is wrong with the files that shall be written (option, path), before anything is done.

    None of them may be one that is read, nor lie where the next call would read it as a deck, nor be given
    twice.
    """
    seen: list[tuple[str, str]] = []
    for option, path in targets:
        yield from check_written(option, path, read)
        yield from among_decks(option, path, filter(os.path.isdir, folders))
        for other, taken in seen:
            if same_file(path, taken):
                yield slip(option, f"{option} and {other} are one file", "a file each", path)
        yield from unwritable(option, path)
        seen.append((option, path))


def among_decks(option: str, path: str, folders: Iterable[str]) -> Iterator[Problem]:
    """A path to write to that lies in a folder of decks, where the next call would read it."""
    for folder in folders:
        if within(path, folder):
            message = f"{option} would write into {folder}, whose every file is read as a deck"
            yield slip(option, message, "another folder", path)


def linked(option: str, path: str) -> Iterator[Problem]:
    """A path that leads elsewhere, where whoever calls has not chosen it: it may have come with a folder."""
    if os.path.islink(path):
        message = f"{path} is a link: what is written through it may lie anywhere"
        yield slip(option, message, "a file, or none yet", os.path.realpath(path))


def unwritable(option: str, path: str) -> Iterator[Problem]:
    """A path at which no file can be made."""
    target = os.path.realpath(path)
    if not is_free(target):
        yield slip(option, f"{path} cannot be written", "a file", "something else of that name")
    elif not os.path.isdir(os.path.dirname(target)):
        folder = os.path.dirname(target if os.path.islink(path) else path) or "."
        message = f"{path} cannot be written: there is no folder {folder}"
        yield slip(option, message, "a folder that is there", path)


def write_together(texts: Mapping[str, str], folder: str = "") -> list[Problem]:
    """Write every file wholly, or leave all as they were; `folder` is made where it is not there.

    What went wrong, if anything.
    """
    made = bool(folder) and not os.path.isdir(folder)
    parts: dict[str, str] = {}
    named: dict[str, str] = {}  # what problems call them by: as whoever called did
    try:
        if made:
            os.mkdir(folder)
        for path, text in texts.items():
            target = os.path.realpath(path)
            part = part_of(target, len(parts))
            parts[part] = target
            named[part] = path
            put(part, text, lasting=not (folder and within(path, folder)))
            keep_mode(part, target)
        for part, target in parts.items():
            os.replace(part, target)
    except OSError as error:
        clear_away(parts, folder if made else "")
        message = f"cannot be written: {system_said(error)}; nothing was"
        return [
            Problem(named.get(str(error.filename), str(error.filename or "")), 0, 0, "--output", "", message)
        ]
    except KeyboardInterrupt:
        clear_away(parts, folder if made else "")
        raise
    return []


def clear_away(parts: Iterable[str], folder: str) -> None:
    """Take away what was written in vain, and a folder that was made for it."""
    for part in parts:
        if os.path.exists(part):
            os.remove(part)
    if folder and os.path.isdir(folder) and not os.listdir(folder):
        os.rmdir(folder)


def put(part: str, text: str, lasting: bool) -> None:
    """A text in a file of its own; a lasting one is waited for until it is on the disk,
    which takes long for hundreds.
    """
    with open(part, "x", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        stream.write(text if text.endswith("\n") else f"{text}\n")
        if lasting:
            stream.flush()
            os.fsync(stream.fileno())
