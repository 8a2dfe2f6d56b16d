"""Rulebooks of a git revision, written to a folder; the work tree is never touched.

The files are read as objects: `git archive` would leave out what attributes say (`export-ignore`). The
repository may be anybody's, so the number and size of files are bounded.
"""

from __future__ import annotations

import io
import os
import posixpath
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NoReturn

from judge.errors import BadInput, Problem, system_said
from judge.text.rows import NamedTuple
from judge.text.source import LIMIT


def git(*words: str, asked: bytes = b"") -> subprocess.CompletedProcess[bytes] | None:
    """The answer of git; None where there is no git."""
    try:
        return subprocess.run(["git", *words], input=asked, capture_output=True, check=False)
    except OSError:
        return None


def top_of() -> str:
    """The folder of the repository in which the current folder lies; "" where it lies in none."""
    done = git("rev-parse", "--show-toplevel")
    return os.fsdecode(done.stdout.rstrip(b"\n")) if done is not None and not done.returncode else ""


def is_revision(word: str) -> bool:
    """Is a word the name of a commit?"""
    return bool(commit_of(word))


def is_file_of_revision(word: str) -> bool:
    """Is a word `REVISION:PATH`, as git has it, of a file or a folder that is there?"""
    revision, _, path = word.partition(":")
    done = git("-C", top_of(), "cat-file", "-e", word) if path and is_revision(revision) else None
    return done is not None and not done.returncode


def commit_of(revision: str) -> str:
    """The commit that a revision names; "" where it names none."""
    done = git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") if revision[:1] != "-" else None
    return os.fsdecode(done.stdout.strip()) if done is not None and not done.returncode else ""


# --- folders and files of a commit ---------------------------------------------------------------------
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
    """Raises BadInput with a problem at a place of a revision."""
    raise BadInput([Problem(place, 0, 0, "A B", "", message, expected, found)])


def followed(commit: str, paths: Sequence[str]) -> dict[str, Entry]:
    """The entries at paths of a commit, links followed; links to nowhere, or out of it, are left out."""
    asked = [name for name in paths if "\n" not in name]
    lines = b"".join(os.fsencode(f"{commit}:{'' if name == '.' else name}\n") for name in asked)
    stream = io.BytesIO(answer(["cat-file", "--batch-check", "--follow-symlinks"], lines))
    entries = {}
    for path in asked:
        words = stream.readline().split()
        if words[:1] and words[0] in _NOWHERE:
            stream.read(int(words[1]) + 1)  # where it leads, and the end of that line
        elif len(words) == 3 and words[2].isdigit():
            entries[path] = Entry(os.fsdecode(words[1]), os.fsdecode(words[0]), int(words[2]), path)
    return entries


def listed(folder: Entry, place: str) -> list[Entry]:
    """All entries in a tree and its subtrees. Raises BadInput for a list that is too long."""
    raw = beginning(["ls-tree", "-r", "-t", "-l", "-z", "--full-tree", folder.oid], LONGEST)
    if len(raw) > LONGEST:
        refuse(place, "too many files, not read", f"at most {LONGEST:,} bytes for the list of them")
    return [entry_of(word) for word in raw.split(b"\0")[:-1]]


def entry_of(line: bytes) -> Entry:
    """The entry on one line of such a list."""
    words, _, path = line.partition(b"\t")
    mode, kind, oid, size = map(os.fsdecode, words.split())
    return Entry(_KINDS.get(mode, kind), oid, int(size) if size.isdecimal() else 0, os.fsdecode(path))


def contents(entries: Sequence[Entry], place: str) -> Iterator[tuple[Entry, bytes]]:
    """The bytes of blobs whose sizes were checked. Raises BadInput where git does not have one."""
    stream = io.BytesIO(
        answer(["cat-file", "--batch"], b"".join(f"{entry.oid}\n".encode() for entry in entries))
    )
    for entry in entries:
        head = stream.readline().split()
        raw = stream.read(entry.size)
        if head[1:] != [b"blob", b"%d" % entry.size] or stream.read(1) != b"\n":
            refuse(f"{place}{entry.path}", "the repository does not have what it says is there")
        yield entry, raw


def answer(words: Sequence[str], asked: bytes) -> bytes:
    """The output of git. Raises BadInput where it fails."""
    done = git(*words, asked=asked)
    if done is None or done.returncode:
        refuse("", f"git {words[0]} cannot read the revision", found=last_of(done.stderr if done else b""))
    return done.stdout


def beginning(words: Sequence[str], most: int) -> bytes:
    """The first bytes of git's output, hardly more than `most`. Raises BadInput where it fails earlier."""
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


def last_of(message: bytes) -> str:
    """The last line of an error message of git."""
    lines = message.decode("utf-8", "replace").splitlines()
    return lines[-1] if lines else ""


# --- links are replaced by what they point to ----------------------------------------------------------
MOST_BEHIND_LINKS: Final = 100_000  # files with those that links to folders show once more


def behind_links(entries: Sequence[Entry], top: str, commit: str, mark: str) -> list[Entry]:
    """All files of a folder by their paths in the repository, those behind links too; `top` is the folder's
    path, `mark` stands before names in messages.

    Raises BadInput for links to tables that lead out of the folder, which a work tree does not read either.
    """
    before = "" if top == posixpath.curdir else f"{top}/"
    placed = [entry._replace(path=f"{before}{entry.path}") for entry in entries]
    links = sorted((node.path for node in placed if node.kind == "link"), key=lambda path: -path.count("/"))
    targets = followed(commit, links)
    by_oid = {node.oid: node for node in reversed(placed)}
    files = [node for node in placed if node.kind == "blob"]
    for link in links:  # the deepest first: a folder is shown with what links in it show
        files += shown(link, targets, by_oid, files, mark)
        if len(files) > MOST_BEHIND_LINKS:
            refuse(f"{mark}{link}", "too many files behind links, not read", f"at most {MOST_BEHIND_LINKS:,}")
    return files


def shown(
    link: str, targets: Mapping[str, Entry], by_oid: Mapping[str, Entry], files: Sequence[Entry], mark: str
) -> Iterator[Entry]:
    """The files behind a link. Raises BadInput where it should lead to a table, or a folder, and leads to
    nothing in the folder that is read.
    """
    target = targets.get(link)
    inside = by_oid.get(target.oid) if target is not None else None
    if inside is None:
        if link.endswith(".toml") or (target is not None and target.kind == "tree"):
            refuse(f"{mark}{link}", "not read: this link leads out of the folder", "a file of the folder")
        return
    if inside.kind == "tree":
        below = f"{inside.path}/"
        yield from (
            file._replace(path=f"{link}/{file.path.removeprefix(below)}")
            for file in files
            if file.path.startswith(below)
        )
    else:
        yield inside._replace(kind="blob", path=link)


# --- a rulebook of a revision written to a folder ------------------------------------------------------
MOST_FILES: Final = 5_000  # files
WHOLE: Final = 64_000_000  # bytes of all of them
_BOOK: Final = "rulebook.toml"


def files_at(revision: str, path: str, scratch: str) -> str:
    """Writes a file of a revision, or the rulebooks in a folder of it, below `scratch`, and gives the path
    there.

    Raises BadInput where the revision has no such thing, and for what cannot be written.
    """
    name = posixpath.normpath(path)
    commit = commit_of(revision)
    top = followed(commit, [name]).get(name)
    if top is None or top.kind not in ("blob", "tree"):
        message = f"revision {revision} has no folder {path}/"
        raise BadInput([Problem("", 0, 0, "A B", "", message, "a revision with rulebooks", revision)])
    entries = [top] if top.kind == "blob" else tables(top, commit, f"{revision}:")
    check_size(entries, f"{revision}:", name)
    for entry, raw in contents(entries, f"{revision}:"):
        write(scratch, entry.path, raw, f"{revision}:{entry.path}")
    return os.path.join(scratch, name)


def tables(top: Entry, commit: str, mark: str) -> list[Entry]:
    """The files that are read of the rulebooks in a folder, or of a folder that is one; `mark` stands before
    names in messages.
    """
    entries = behind_links(listed(top, f"{mark}{top.path}"), top.path, commit, mark)
    below = posixpath.join(top.path, "")
    books = {posixpath.dirname(entry.path) for entry in entries if posixpath.basename(entry.path) == _BOOK}
    books = {book for book in books if "/" not in book.removeprefix(below)}
    return [entry for entry in entries if entry.path.endswith(".toml") and book_of(entry.path) in books]


def book_of(path: str) -> str:
    """The folder of the rulebook to which a file, or a version, belongs."""
    folder = posixpath.dirname(path)
    return posixpath.dirname(folder) if posixpath.basename(folder) == "versions" else folder


def check_size(entries: Sequence[Entry], mark: str, name: str) -> None:
    """Raises BadInput for files that are too large, before any is read, and for too many of them."""
    problems = list(too_large(entries, mark))
    if problems:
        raise BadInput(problems)
    if len(entries) > MOST_FILES or sum(entry.size for entry in entries) > WHOLE:
        expected = f"at most {MOST_FILES:,} files, {WHOLE:,} bytes together"
        refuse(f"{mark}{name}", "too much for a folder of rulebooks, not read", expected)


def too_large(entries: Sequence[Entry], mark: str) -> Iterator[Problem]:
    """The files that are too large to be read."""
    for entry in entries:
        if entry.size > LIMIT:
            expected, actual = f"at most {LIMIT:,} bytes", f"{entry.size:,} bytes"
            yield Problem(f"{mark}{entry.path}", 0, 0, "", "", "too large, not read", expected, actual)


def write(scratch: str, path: str, raw: bytes, place: str) -> None:
    """Writes one file below `scratch`, never elsewhere: a tree may list any name. Raises BadInput where it
    cannot be written.
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
    """Is a part of a path a plain name, and no way to another folder?"""
    return part not in ("", os.curdir, os.pardir) and os.path.basename(os.path.splitdrive(part)[1]) == part
