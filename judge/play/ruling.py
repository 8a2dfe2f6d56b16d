"""Running a fixture: the script answers, the facts are compared, other readings are tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import Game
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Entry
from judge.fixture import facts
from judge.fixture.load import Fixture
from judge.play.asked import tell_asked
from judge.play.citations import cited, in_order
from judge.play.claims import Claim, within
from judge.play.replays import Other, try_others
from judge.play.run import Run


class Ruling(NamedTuple):
    """A fixture that was played: how it ended, what held, and the trace."""

    fixture: Fixture
    start: Game
    game: Game
    table: Table
    entries: tuple[Entry, ...]
    facts: tuple[facts.Fact, ...]
    claims: tuple[Claim, ...]
    missing: tuple[str, ...]
    articles: tuple[str, ...]
    order: int
    others: tuple[Other, ...]
    touched: tuple[str, ...]
    acts: Mapping[int, str]

    @property
    def verdict(self) -> str:
        """``holds``, ``fails`` or ``undecided``."""
        if self.game.result is not None and self.game.result.why.startswith("undecided:"):
            return "undecided"
        wanted = len(self.fixture.model.expect.get("order", ()))
        fine = all(one.ok for one in self.facts) and all(one.ok for one in self.claims)
        return "holds" if fine and not self.missing and self.order == wanted else "fails"


def run(fixture: Fixture, until: str = "", readings: bool = True) -> Ruling:
    """Play a fixture and judge its facts. Raises BadInput where the script does not fit."""
    if not fixture.model.pause:
        return play(fixture, until, readings)
    from judge.pauses.door import answerable

    with answerable(fixture.source, fixture.start):
        return play(fixture, until, readings)


def play(fixture: Fixture, until: str, readings: bool) -> Ruling:
    """The same, whatever it starts from."""
    played = Run(fixture, until=until)
    played.play()
    return rule_on(fixture, played, readings, until)


def rule_on(fixture: Fixture, played: Run, readings: bool, until: str) -> Ruling:
    """The ruling of a finished run; one that was stopped on the way, by `until`, has no facts to meet."""
    tracer, judged = played.tracer, not until
    assert tracer is not None
    view = Reader(played.table, played.game)
    if judged:
        tell_asked(played.engine.view, fixture.model.expect)
    found = tuple(facts.facts(view, fixture.model.expect)) if judged else ()
    articles = cited(tracer.entries, fixture.book.tables["behind"], fixture.book.tables["told"])
    articles += [one.rule for one in played.claims if one.ok and one.rule and one.rule not in articles]
    numbers = fixture.book.tables["renumbered"]
    articles = [numbers.get(one, one) for one in articles]
    missing = tuple(
        one for one in fixture.model.articles if judged and not any(within(rule, one) for rule in articles)
    )
    wanted = fixture.model.expect.get("order", ())
    order = in_order(wanted, tracer.entries, fixture.book.tables["behind"]) if judged else len(wanted)
    touched = tuple(name for name in fixture.book.readings if name in tracer.readings)
    others = try_others(played, touched, until) if readings else ()
    return Ruling(
        fixture,
        played.start,
        played.game,
        played.table,
        tuple(tracer.entries),
        found,
        tuple(played.claims),
        missing,
        tuple(articles),
        order,
        others,
        touched,
        played.acts,
    )
