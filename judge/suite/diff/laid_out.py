"""Files of a revision laid out in a folder, from the objects themselves: what attributes say of an archive
(`export-ignore`) would leave another rulebook there. What a repository of others has is bounded.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Sequence
from typing import Final

from judge.errors import BadInput, Problem, system_said
from judge.suite.diff.links import behind_links
from judge.suite.diff.objects import Entry, contents, followed, listed, refuse
from judge.suite.diff.revisions import commit_of
from judge.text.source import LIMIT

MOST: Final = 5_000  # files
WHOLE: Final = 64_000_000  # bytes of all of them
_BOOK: Final = "rulebook.toml"


def files_at(revision: str, path: str, scratch: str) -> str:
    """A file of the repository as it was at a revision, or the rulebooks in a folder, written below
    `scratch`; where it lies there.

    Raises BadInput where the revision has no such thing, and for what cannot be laid out.
    """
    name = posixpath.normpath(path)
    commit = commit_of(revision)
    top = followed(commit, [name]).get(name)
    if top is None or top.kind not in ("blob", "tree"):
        message = f"revision {revision} has no folder {path}/"
        raise BadInput([Problem("", 0, 0, "A B", "", message, "a revision with rulebooks", revision)])
    entries = [top] if top.kind == "blob" else tables(top, commit, f"{revision}:")
    check_size(entries, f"{revision}:", name)
    for one, raw in contents(entries, f"{revision}:"):
        write(scratch, one.path, raw, f"{revision}:{one.path}")
    return os.path.join(scratch, name)


def tables(top: Entry, commit: str, mark: str) -> list[Entry]:
    """What is read of the rulebooks in a folder, or of the one that it is; `mark` stands before names in what
    is told.
    """
    found = behind_links(listed(top, f"{mark}{top.path}"), top.path, commit, mark)
    below = posixpath.join(top.path, "")
    books = {posixpath.dirname(one.path) for one in found if posixpath.basename(one.path) == _BOOK}
    books = {one for one in books if "/" not in one.removeprefix(below)}
    return [one for one in found if one.path.endswith(".toml") and book_of(one.path) in books]


def book_of(path: str) -> str:
    """The folder of the rulebook to which a file belongs, or a version of it."""
    folder = posixpath.dirname(path)
    return posixpath.dirname(folder) if posixpath.basename(folder) == "versions" else folder


def check_size(entries: Sequence[Entry], mark: str, name: str) -> None:
    """Raise BadInput for files that are too large, before one is read, and for too many of them."""
    problems = list(too_large(entries, mark))
    if problems:
        raise BadInput(problems)
    if len(entries) > MOST or sum(one.size for one in entries) > WHOLE:
        expected = f"at most {MOST:,} files, {WHOLE:,} bytes together"
        refuse(f"{mark}{name}", "too much for a folder of rulebooks, not read", expected)


def too_large(entries: Sequence[Entry], mark: str) -> Iterator[Problem]:
    """The files that nobody would read."""
    for one in entries:
        if one.size > LIMIT:
            expected, found = f"at most {LIMIT:,} bytes", f"{one.size:,} bytes"
            yield Problem(f"{mark}{one.path}", 0, 0, "", "", "too large, not read", expected, found)


def write(scratch: str, path: str, raw: bytes, place: str) -> None:
    """One file below `scratch`, and never elsewhere: git lists whatever names a tree has. Raises BadInput
    where it cannot be written.
    """
    if not all(map(is_name, path.split("/"))):
        refuse(place, "cannot be laid out", "a path inside of the repository")
    target = os.path.join(scratch, path)
    try:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "xb") as file:  # a tree may have a name twice
            file.write(raw)
    except OSError as error:
        refuse(place, f"cannot be laid out: {system_said(error)}")


def is_name(part: str) -> bool:
    """Is a part of a path the name of something in a folder, and no way to another?"""
    return part not in ("", os.curdir, os.pardir) and os.path.basename(os.path.splitdrive(part)[1]) == part
