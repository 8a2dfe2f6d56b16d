"""What lies in a commit, asked of git with bounds: the repository may be anybody's."""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, NoReturn

from judge.errors import BadInput, Problem, system_said
from judge.suite.diff.revisions import git

LONGEST: Final = 20_000_000  # bytes of the list of a folder's files: a small tree can stand for billions
_KINDS: Final = {"120000": "link", "160000": "commit"}
_NOWHERE: Final = (b"dangling", b"loop", b"notdir", b"symlink")


class Entry(NamedTuple):
    """Something in a commit: a blob, a tree, a link, or a commit of another repository."""

    kind: str
    oid: str
    size: int  # of a tree 0
    path: str


def refuse(place: str, message: str, expected: str = "", found: str = "") -> NoReturn:
    """Raise BadInput with what is wrong at a place of a revision."""
    raise BadInput([Problem(place, 0, 0, "A B", "", message, expected, found)])


def followed(commit: str, paths: Sequence[str]) -> dict[str, Entry]:
    """What lies at paths of a commit, links followed; those that lead nowhere, or out of it, are left out."""
    asked = [one for one in paths if "\n" not in one]
    lines = b"".join(os.fsencode(f"{commit}:{'' if one == '.' else one}\n") for one in asked)
    stream = io.BytesIO(answer(["cat-file", "--batch-check", "--follow-symlinks"], lines))
    found = {}
    for path in asked:
        words = stream.readline().split()
        if words[:1] and words[0] in _NOWHERE:
            stream.read(int(words[1]) + 1)  # where it leads, and the end of that line
        elif len(words) == 3 and words[2].isdigit():
            found[path] = Entry(os.fsdecode(words[1]), os.fsdecode(words[0]), int(words[2]), path)
    return found


def listed(folder: Entry, place: str) -> list[Entry]:
    """All that lies in a tree and those in it. Raises BadInput for a list without end."""
    raw = beginning(["ls-tree", "-r", "-t", "-l", "-z", "--full-tree", folder.oid], LONGEST)
    if len(raw) > LONGEST:
        refuse(place, "too many files, not read", f"at most {LONGEST:,} bytes for the list of them")
    return [entry_of(one) for one in raw.split(b"\0")[:-1]]


def entry_of(line: bytes) -> Entry:
    """One line of such a list."""
    words, _, path = line.partition(b"\t")
    mode, kind, oid, size = map(os.fsdecode, words.split())
    return Entry(_KINDS.get(mode, kind), oid, int(size) if size.isdecimal() else 0, os.fsdecode(path))


def contents(entries: Sequence[Entry], place: str) -> Iterator[tuple[Entry, bytes]]:
    """The bytes of blobs whose sizes were looked at. Raises BadInput where git has not got one."""
    stream = io.BytesIO(answer(["cat-file", "--batch"], b"".join(f"{one.oid}\n".encode() for one in entries)))
    for one in entries:
        head = stream.readline().split()
        raw = stream.read(one.size)
        if head[1:] != [b"blob", b"%d" % one.size] or stream.read(1) != b"\n":
            refuse(f"{place}{one.path}", "the repository does not have what it says is there")
        yield one, raw


def answer(words: Sequence[str], asked: bytes) -> bytes:
    """What git says to what it is asked. Raises BadInput where it fails."""
    found = git(*words, asked=asked)
    if found is None or found.returncode:
        refuse("", f"git {words[0]} cannot read the revision", found=last_of(found.stderr if found else b""))
    return found.stdout


def beginning(words: Sequence[str], most: int) -> bytes:
    """What git says, hardly more than so many bytes of it. Raises BadInput where it fails before that."""
    try:
        running = subprocess.Popen(["git", *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError as error:
        refuse("", f"git cannot be run: {system_said(error)}")
    with running:
        assert running.stdout is not None
        raw = running.stdout.read(most + 1)
        if len(raw) > most:
            running.kill()
        elif running.wait():
            refuse("", f"git {words[0]} cannot read the revision")
    return raw


def last_of(said: bytes) -> str:
    """The last line of what git complains."""
    lines = said.decode("utf-8", "replace").splitlines()
    return lines[-1] if lines else ""
