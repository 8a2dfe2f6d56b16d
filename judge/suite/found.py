"""Finds rulings in files and folders, and gives each an id that stays the same."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from judge.errors import BadInput, Problem
from judge.fixture.envelope import KEYS
from judge.text.folders import files_in
from judge.text.plain import Fields
from judge.text.rows import NamedTuple
from judge.text.source import opening_keys, parse_source, read_bytes

# --- is a TOML file a ruling? --------------------------------------------------------------------------
ENDING: Final = ".toml"  # in small letters or capitals
# Decks, rulebooks, house rules and files of cards have none of these, but for two that are tables there.
OWN: Final = frozenset(
    ("A", "B", "active", "articles", "ask", "at", "library", "pause", "pending", "readings", "script", "turn",
     "until")
)  # fmt: skip
_ELSEWHERE: Final = {"ask": dict, "until": dict}
_EXPECTING: Final = frozenset(KEYS)  # a deck that expects something has sections too
# A key, bare or in quotes, or an escape, as which any letter of one may be written.
_POSSIBLE: Final = re.compile(
    rb"(?<![A-Za-z0-9_-])(?:%b)[\"']?[ \t]*[.=\]]|\\[uUx]" % "|".join((*sorted(OWN), "expect")).encode()
)


def may_be_ruling(path: str) -> bool:
    """Does a file of a folder have the ending of a ruling?"""
    return path.lower().endswith(ENDING)


def is_ruling(file: str) -> bool:
    """Is a TOML file a ruling? Also true where it may be one but cannot be read, so that this is told."""
    try:
        raw = read_bytes(file)
        if not _POSSIBLE.search(raw.replace(b"\0", b"")):  # UTF-16 has one at each letter
            return False
        text = raw.decode("utf-8")
        return begins_as_one(text) or has_keys_of_one(parse_source(text, file).data)
    except (BadInput, UnicodeDecodeError):
        return True


def begins_as_one(text: str) -> bool:
    """Does a key that only rulings have, and that is a table nowhere else, stand among the first keys? They
    are read quickly.
    """
    return not OWN.difference(_ELSEWHERE).isdisjoint(opening_keys(text))


def has_keys_of_one(data: Fields) -> bool:
    """Does a file have a key that only rulings have, or facts and nothing that rulings do not have?"""
    if "expect" in data and data.keys() <= _EXPECTING:
        return True
    return any(not isinstance(data[key], _ELSEWHERE.get(key, ())) for key in OWN & data.keys())


# --- rulings in files and folders, and their ids -------------------------------------------------------
ROOTS: Final = ("fixtures", "rulings")  # folders of rulings, by custom
TRACE: Final = ".trace"  # how a kept trace ends


class Found(NamedTuple):
    """A ruling: its id and its path."""

    id: str
    path: str


def find_rulings(paths: Sequence[str]) -> list[Found]:
    """The rulings in files and folders, by their paths, each file once.

    A ruling's id is its path without the ending: below the repository in which it lies, a leading `fixtures`
    or `rulings` left out; where there is no repository, below the nearest folder of one of these names; else
    below the folder given. `dbs/battle/claim` is the same whichever of them was asked for, and from wherever.
    Two that would have one id keep what was left out; where that is not enough their endings tell them apart,
    else as many of the folders above as it takes.

    A file that is named is taken for a ruling, but for a trace beside whose ruling it is named, as by
    `an-*`. In a folder it is one when it is a TOML file with a key that only rulings have, or one that cannot
    be read and may have such a key: rulebooks and decks are left alone. Raises BadInput for each path that is
    not there, and for folders in which there is no ruling.
    """
    problems = [_missing(path) for path in paths if not os.path.exists(path)]
    problems += (_empty(path) for path in paths if os.path.isdir(path) and not any(_in_folder(path)))
    if problems:
        raise BadInput(problems)
    files = {os.path.realpath(file): (file, folder) for file, folder in reversed([*_files(paths)])}
    return with_ids(sorted(files.values()))


def _files(paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    alone = {name for name in paths if name.removesuffix(TRACE) + ENDING not in paths}
    for path in paths:
        if os.path.isdir(path):
            yield from ((file, path) for file in _in_folder(path))
        elif not path.endswith(TRACE) or path in alone:
            yield path, os.path.dirname(path)


def _in_folder(folder: str) -> Iterator[str]:
    return (
        file for file in files_in(folder) if os.path.isdir(file) or (may_be_ruling(file) and is_ruling(file))
    )


def _missing(path: str) -> Problem:
    return Problem(path, 0, 0, "PATH", "", "no such file or folder")


def _empty(path: str) -> Problem:
    return Problem(path, 0, 0, "PATH", "", "there is no ruling in this folder", "TOML files with a script")


def with_ids(files: Sequence[tuple[str, str]], taken: Iterable[str] = ()) -> list[Found]:
    """Files with their ids, each given with the folder in which it was searched: no two have the same id, nor
    one that is taken.
    """
    roots: dict[str, str] = {}
    names = [
        list(_names(file, _root(os.path.dirname(os.path.abspath(file)), folder, roots)))
        for file, folder in files
    ]
    others = Counter(taken)
    at = [0] * len(files)
    while True:
        ids = [some[n] for some, n in zip(names, at, strict=True)]
        times = others + Counter(ids)
        alike = [n for n, id_ in enumerate(ids) if times[id_] > 1 and at[n] + 1 < len(names[n])]
        if not alike:
            return [Found(id_, file) for id_, (file, _) in zip(ids, files, strict=True)]
        for n in alike:
            at[n] += 1


def _names(file: str, root: str) -> Iterator[str]:
    """The names a file may have, the shortest first: the last is its whole path."""
    absolute = os.path.abspath(file).replace(os.sep, "/").lstrip("/")
    whole, ending = os.path.splitext(absolute)
    parts, below = whole.split("/"), _below(file, root)
    yield from (_shortened(below), below, below + ending)
    yield from ("/".join(parts[-n:]) for n in range(below.count("/") + 2, len(parts) + 1))
    yield absolute


def _root(folder: str, given: str, known: dict[str, str]) -> str:
    """The folder below which the id of a file in `folder` is its path."""
    if folder not in known:
        above = [folder]
        while os.path.dirname(above[-1]) != above[-1]:
            above.append(os.path.dirname(above[-1]))
        repository = (parent for parent in above if os.path.exists(os.path.join(parent, ".git")))
        custom = (parent for parent in above if os.path.basename(parent) in ROOTS)
        known[folder] = next(repository, "") or next(custom, "") or os.path.abspath(given)
    return known[folder]


def _below(file: str, root: str) -> str:
    path = os.path.splitext(os.path.relpath(os.path.abspath(file), root))[0]
    return path.replace(os.sep, "/")


def _shortened(id_: str) -> str:
    first, _, rest = id_.partition("/")
    return rest if first in ROOTS and rest else id_
