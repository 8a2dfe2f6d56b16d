"""What one ruling covers of its rulebook: the articles by rank, and the conditions that its offers asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.engine import trace
from judge.engine.flow.offers import ELSEWHERE
from judge.engine.kernel.state import Option
from judge.engine.kernel.tracer import Entry
from judge.errors import Problem
from judge.fixture.load import check
from judge.play.ruling import Ruling, run
from judge.rulebook.versions import own_numbers
from judge.suite.attempt import Failed, Result, attempt
from judge.suite.found import Found
from judge.suite.played import Playing, wanted
from judge.text.source import Source, read_source

Named = tuple[str, str]  # a condition: its article, and what it says


class Outcomes(NamedTuple):
    """How often a condition held and failed, and how often it was the only one that failed."""

    held: int = 0
    failed: int = 0
    alone: int = 0

    def plus(self, other: Outcomes) -> Outcomes:
        """Those of two rulings together."""
        return Outcomes(self.held + other.held, self.failed + other.failed, self.alone + other.alone)


class Covering(NamedTuple):
    """What a ruling covers, by the numbers of the book itself.

    One that does not hold, or cannot be played, covers nothing; `problems` are why, `bug` the traceback of
    one of ours.
    """

    id: str
    game: str
    result: Result
    decides: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    conditions: Mapping[Named, Outcomes] = {}
    problems: tuple[Problem, ...] = ()
    bug: str = ""


def cover_batch(batch: Sequence[Found], playing: Playing, game: str) -> list[Covering]:
    """What some rulings cover, those of another game left out: what one process does."""
    return [one for found in batch if (one := covering(found, playing, game)) is not None]


def covering(found: Found, playing: Playing, game: str) -> Covering | None:
    """What a ruling covers; None for one of another game than the one that is named. Nothing is raised."""
    source = attempt(found.path, lambda: read_source(found.path))
    own = game if isinstance(source, Failed) else str(source.data.get("game", ""))
    if game not in ("", own):
        return None
    if isinstance(source, Failed):
        return Covering(found.id, own, source.result, problems=source.problems, bug=source.bug)
    done = attempt(found.path, lambda: covered_by(found.id, own, ruled(source, playing)))
    if isinstance(done, Failed):
        return Covering(found.id, own, done.result, problems=done.problems, bug=done.bug)
    return done


def ruled(source: Source, playing: Playing) -> Ruling:
    """The ruling, other readings not tried."""
    laid = (playing.overlays, playing.modules)
    return run(check(source, playing.rulebook, dict(playing.readings), *laid), readings=False)


def covered_by(id_: str, game: str, ruling: Ruling) -> Covering:
    """What a ruling that was played covers."""
    if ruling.verdict != wanted(ruling):
        return Covering(id_, game, "undecided" if ruling.verdict == "undecided" else "fails")
    back = own_numbers(ruling.fixture.book.tables["renumbered"])
    ranks = ruling.ranks
    decides, acts, behind = (tuple(dict.fromkeys(back.get(one, one) for one in rank)) for rank in ranks)
    asked = {(back.get(rule, rule), say): found for (rule, say), found in outcomes(ruling.entries).items()}
    return Covering(id_, game, "holds", decides, acts, behind, asked)


def outcomes(entries: Sequence[Entry]) -> dict[Named, Outcomes]:
    """The conditions of everything that was offered or refused, each with its outcomes."""
    held: Counter[Named] = Counter()
    failed: Counter[Named] = Counter()
    alone: Counter[Named] = Counter()
    for option in offered(entries):
        asked = [one for one in option.conds if one.rule and one.say != ELSEWHERE]
        against = {(one.rule, one.say) for one in asked if not one.ok}
        held.update({(one.rule, one.say) for one in asked if one.ok})
        failed.update(against)
        alone.update(against if len(against) == 1 else ())
    return {one: Outcomes(held[one], failed[one], alone[one]) for one in sorted({*held, *failed})}


def offered(entries: Iterable[Entry]) -> Iterator[Option]:
    """Every option that somebody was offered or refused, offer by offer."""
    for entry in entries:
        if entry.kind is trace.OFFER:
            yield from entry.data["legal"]
            yield from entry.data["refused"]
