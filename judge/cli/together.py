"""Several files written together: all of them, or none."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.cli.options import check_written, same_file, slip
from judge.cli.placing import is_free, put_in_place
from judge.errors import Problem
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


def write_together(texts: Mapping[str, str], folder: str = "", gone: Sequence[str] = ()) -> list[Problem]:
    """Write every file wholly and take away those that are `gone`, or leave all as they were; `folder` and
    those in it are made where they are not there.

    What went wrong, if anything.
    """
    ended = {path: text if text.endswith("\n") else f"{text}\n" for path, text in texts.items()}
    problem = put_in_place(ended, folder, gone)
    return [problem._replace(key="--output")] if problem else []
