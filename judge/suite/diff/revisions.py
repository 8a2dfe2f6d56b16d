"""Rulebooks as they were at a revision of the repository; its work tree is never touched."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile

from judge.errors import BadInput, Problem


def git(*words: str) -> subprocess.CompletedProcess[bytes] | None:
    """What git answers; None where there is no git."""
    try:
        return subprocess.run(["git", *words], capture_output=True, check=False)
    except OSError:
        return None


def top_of() -> str:
    """The folder of the repository in which the current folder lies; "" where it lies in none."""
    found = git("rev-parse", "--show-toplevel")
    return os.fsdecode(found.stdout.rstrip(b"\n")) if found is not None and not found.returncode else ""


def is_revision(word: str) -> bool:
    """Is a word the name of a commit?"""
    if word.startswith("-"):
        return False
    found = git("rev-parse", "--verify", "--quiet", f"{word}^{{commit}}")
    return found is not None and not found.returncode


def is_file_of_revision(word: str) -> bool:
    """Is a word `REVISION:PATH`, as git has it, of a file or a folder that is there?"""
    revision, _, path = word.partition(":")
    found = git("-C", top_of(), "cat-file", "-e", word) if path and is_revision(revision) else None
    return found is not None and not found.returncode


def files_at(revision: str, path: str, scratch: str) -> str:
    """A file or a folder of the repository as it was at a revision, written below `scratch`; where it lies
    there.

    Raises BadInput where the revision has no such thing.
    """
    found = git("-C", top_of(), "archive", "--format=tar", revision, path)
    if found is None or found.returncode:
        message = f"revision {revision} has no folder {path}/"
        raise BadInput([Problem("", 0, 0, "A B", "", message, "a revision with rulebooks", revision)])
    with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
        members = [one for one in archive if one.isdir() or one.isfile()]
        for one in members:  # git writes no path that leads out of the archive
            target = os.path.join(scratch, one.name)
            if one.isdir():
                os.makedirs(target, exist_ok=True)
            else:
                write(target, archive.extractfile(one))
    return os.path.join(scratch, path)


def write(target: str, stream: object) -> None:
    """One file of an archive."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    assert isinstance(stream, io.BufferedIOBase)
    with open(target, "wb") as file:
        file.write(stream.read())
