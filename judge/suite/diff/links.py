"""Links in a folder of a revision: what they lead to stands in their places."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.suite.diff.objects import Entry, followed, refuse

MOST: Final = 100_000  # files with those that links to folders show once more


def behind_links(entries: Sequence[Entry], top: str, commit: str, mark: str) -> list[Entry]:
    """All files of a folder by their paths in the repository, those behind links too; `top` is where the
    folder lies, `mark` stands before names in what is told.

    Raises BadInput for links to tables that lead out of the folder, which a work tree does not read either.
    """
    before = "" if top == posixpath.curdir else f"{top}/"
    placed = [one._replace(path=f"{before}{one.path}") for one in entries]
    links = sorted((one.path for one in placed if one.kind == "link"), key=lambda one: -one.count("/"))
    targets = followed(commit, links)
    there = {one.oid: one for one in reversed(placed)}
    files = [one for one in placed if one.kind == "blob"]
    for link in links:  # the deepest first: a folder is shown with what links in it show
        files += shown(link, targets, there, files, mark)
        if len(files) > MOST:
            refuse(f"{mark}{link}", "too many files behind links, not read", f"at most {MOST:,}")
    return files


def shown(
    link: str, targets: Mapping[str, Entry], there: Mapping[str, Entry], files: Sequence[Entry], mark: str
) -> Iterator[Entry]:
    """The files that a link shows. Raises BadInput where it should show a table, or a folder, and does not
    lead to anything of the folder that is read.
    """
    target = targets.get(link)
    inside = there.get(target.oid) if target is not None else None
    if inside is None:
        if link.endswith(".toml") or (target is not None and target.kind == "tree"):
            refuse(f"{mark}{link}", "not read: this link leads out of the folder", "a file of the folder")
        return
    if inside.kind == "tree":
        below = f"{inside.path}/"
        yield from (
            one._replace(path=f"{link}/{one.path.removeprefix(below)}")
            for one in files
            if one.path.startswith(below)
        )
    else:
        yield inside._replace(kind="blob", path=link)
