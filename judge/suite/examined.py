"""Rulings held against what is written of them: their facts and claims first, then the trace kept beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from judge.errors import BadInput
from judge.suite.cache import Cache
from judge.suite.found import Found
from judge.suite.played import Played, Playing, play_all, play_one
from judge.suite.traces import Difference, difference, kept_trace

Status: TypeAlias = Literal[
    "holds", "fails", "undecided", "changed", "new", "bad input", "not implemented", "bug"
]


class Examined(NamedTuple):
    """A ruling, what is to be said of it in one word, and how its trace differs from the one that is kept."""

    played: Played
    status: Status
    difference: Difference | None = None
    cached: bool = False


def examine_all(found: Sequence[Found], playing: Playing, jobs: int, cache: Cache) -> Iterator[Examined]:
    """What became of each ruling, in their order; those that the cache knows are not played."""
    known = {one: cache.find(one) for one in found}
    try:
        played = play_all([one for one in found if known[one] is None], playing, jobs)
        for one in found:
            before = known[one]
            now = before if before is not None else next(played)
            if before is None:
                cache.put(one, now)
            yield held_against_trace(now)._replace(cached=before is not None)
    finally:
        cache.save()


def examine_one(found: Found, cache: Cache) -> Examined:
    """What became of one ruling, which is played as those of the cache are; saving that is left to others."""
    before = cache.find(found)
    if before is not None:
        return held_against_trace(before)._replace(cached=True)
    now = play_one(found, cache.playing)
    cache.put(found, now)
    return held_against_trace(now)


def held_against_trace(played: Played) -> Examined:
    """A ruling with what became of its trace; that is looked at only where the facts hold."""
    if played.result not in ("holds", "undecided"):
        return Examined(played, played.result)
    try:
        kept = kept_trace(played.path)
    except BadInput as error:
        return Examined(played._replace(result="bad input", problems=error.problems), "bad input")
    if kept is None:
        return Examined(played, "new" if played.result == "holds" else played.result)
    found = difference(played.path, kept, played.records)
    return Examined(played, played.result if found is None else "changed", found)
