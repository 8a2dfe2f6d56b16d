"""Citations of articles that a rulebook does not have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from judge.errors import nearest
from judge.renumbering.citations import ARTICLE
from judge.renumbering.files import CHANGES, RULING, TRACE, Cited, Game

NONE = ("", "-")  # where no article says so


class Stale(NamedTuple):
    """An article that a file cites and that is not there: the first line, how often, and the nearest one."""

    file: str
    line: int
    id: str
    times: int
    near: str


def stale(one: Cited, game: Game) -> Iterator[Stale]:
    """The articles that a file cites and its rulebook, in the version that it names, has not."""
    there = ids(one, game)
    found: dict[str, list[int]] = {}
    for place in sorted(one.found):
        if place.space == ARTICLE and place.id not in there and place.id not in NONE:
            found.setdefault(place.id, []).append(place.start)
    for id_, places in found.items():
        yield Stale(one.file, one.line(places[0]), id_, len(places), nearest(id_, there))


def ids(one: Cited, game: Game) -> frozenset[str]:
    """The articles that a file may cite."""
    known = game.known
    if one.kind in (RULING, TRACE):
        return known.ids(one.version)
    return known.articles | known.past if one.kind == CHANGES else known.articles
