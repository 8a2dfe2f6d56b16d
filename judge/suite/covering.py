"""What one ruling covers of its rulebook: the articles by rank, and the conditions that its offers asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.engine.flow.offers import ELSEWHERE
from judge.engine.kernel.state import Option
from judge.engine.kernel.tracer import Entry
from judge.errors import BadInput, NotImplementedYet, Problem
from judge.fixture.load import check
from judge.play.ruling import Ruling, run
from judge.text.source import read_source

Named = tuple[str, str]  # a condition: its article, and what it says


class Played(NamedTuple):
    """By what rulings are played where that is not as they say themselves; only those of `game`, if one is
    named.
    """

    game: str = ""
    rulebook: str = ""
    overlays: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()


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

    One that does not hold, or cannot be played, covers nothing; `problems` are why.
    """

    id: str
    game: str
    holds: bool
    decides: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    conditions: Mapping[Named, Outcomes] = {}
    problems: tuple[Problem, ...] = ()


def covering(id_: str, path: str, played: Played) -> Covering | None:
    """What a ruling covers; None for one of another game."""
    game = played.game
    try:
        source = read_source(path)
        game = str(source.data.get("game", ""))
        if played.game and game != played.game:
            return None
        return covered_by(id_, run(check(source, played.rulebook, {}, *played[2:]), readings=False))
    except BadInput as error:
        return Covering(id_, game, False, problems=tuple(error.problems))
    except NotImplementedYet as error:
        return Covering(id_, game, False, problems=(Problem(path, 0, 0, "", "", str(error)),))


def covered_by(id_: str, ruling: Ruling) -> Covering:
    """What a ruling that was played covers."""
    game = ruling.fixture.book.id
    if ruling.verdict != wanted(ruling):
        return Covering(id_, game, False)
    back = own_numbers(ruling.fixture.book.tables["renumbered"])
    ranks = ruling.ranks
    decides, acts, behind = (tuple(dict.fromkeys(back.get(one, one) for one in rank)) for rank in ranks)
    asked = {(back.get(rule, rule), say): found for (rule, say), found in outcomes(ruling.entries).items()}
    return Covering(id_, game, True, decides, acts, behind, asked)


def wanted(ruling: Ruling) -> str:
    """The verdict that a fixture is about:
    it holds, unless its claim is that the book leaves something open.
    """
    return "undecided" if ruling.fixture.model.expect.get("result") == "undecided" else "holds"


def own_numbers(renumbered: Mapping[str, str]) -> dict[str, str]:
    """By the numbers of a version, those of the book itself."""
    return {new: old for old, new in renumbered.items()}


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
        if entry.kind == "offer":
            yield from entry.data["legal"]
            yield from entry.data["refused"]
