"""Revisions of the repository, asked of git; its work tree is never touched."""

from __future__ import annotations

import os
import subprocess


def git(*words: str, asked: bytes = b"") -> subprocess.CompletedProcess[bytes] | None:
    """What git answers to what it is asked; None where there is no git."""
    try:
        return subprocess.run(["git", *words], input=asked, capture_output=True, check=False)
    except OSError:
        return None


def top_of() -> str:
    """The folder of the repository in which the current folder lies; "" where it lies in none."""
    found = git("rev-parse", "--show-toplevel")
    return os.fsdecode(found.stdout.rstrip(b"\n")) if found is not None and not found.returncode else ""


def is_revision(word: str) -> bool:
    """Is a word the name of a commit?"""
    return bool(commit_of(word))


def is_file_of_revision(word: str) -> bool:
    """Is a word `REVISION:PATH`, as git has it, of a file or a folder that is there?"""
    revision, _, path = word.partition(":")
    found = git("-C", top_of(), "cat-file", "-e", word) if path and is_revision(revision) else None
    return found is not None and not found.returncode


def commit_of(revision: str) -> str:
    """The commit that a revision names; "" where it names none."""
    found = git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") if revision[:1] != "-" else None
    return os.fsdecode(found.stdout.strip()) if found is not None and not found.returncode else ""
