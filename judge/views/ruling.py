"""A player's ruling: the ruling of the world that the player knows."""

from __future__ import annotations

from collections.abc import Iterator

from judge.board.position import find_card
from judge.citing.lines import Lines
from judge.citing.ranks import ranks
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import Seat
from judge.fixture import facts
from judge.fixture.load import Fixture
from judge.play.refusals import Misfit
from judge.play.ruling import Ruling, Unfit, guarded
from judge.play.run import misfit_of
from judge.views.known_run import KnownRun


def viewed(fixture: Fixture, viewer: Seat, until: str = "") -> Ruling:
    """The ruling of a fixture as a player reads it: other readings and versions are not tried, and only
    facts are told that are also true in the player's own world. Raises Unfit, a BadInput with the ruling up
    to there, where the script does not fit.
    """
    with guarded(fixture):
        run = KnownRun(fixture, viewer, until)
        misfit = misfit_of(run)
        ruling = ruling_of(run, misfit)
    if misfit is not None and misfit.refusal is None:
        raise Unfit(misfit.problems, ruling._replace(unfit=True)) from misfit
    return ruling


def ruling_of(run: KnownRun, misfit: Misfit | None) -> Ruling:
    """What a run tells its viewer, with the line that the rules refuse, where that is what ends it."""
    assert run.tracer is not None
    entries = tuple(run.tracer.entries)
    refusal = misfit.refusal if misfit is not None else None
    answers = [
        (claim.rule, claim.at) for claim in (*run.claims, *([refusal] if refusal else [])) if claim.rule
    ]
    told = tuple(facts_told(run)) if misfit is None and not run.partly else ()
    return Ruling(
        run.fixture, run.start, run.game, run.table, entries, told, tuple(run.claims), (),
        ranks(Lines(run.table, entries), answers), 0, (), (), run.acts, (), refusal, tuple(run.surplus),
        until=run.until if run.partly else "", taken=run.at, viewer=run.viewer,
    )  # fmt: skip


def facts_told(run: KnownRun) -> Iterator[facts.Fact]:
    """The facts that hold in both worlds; others might name, as expected, what is not seen."""
    expect = {key: value for key, value in run.fixture.model.expect.items() if key != facts.SEES}
    true = [*facts.facts(Reader(run.true.table, run.true.game), expect)]
    for fact in facts.facts(Reader(run.table, run.game), expect):
        card = find_card(run.game, fact.path) or find_card(run.game, fact.path.rpartition(".")[0])
        if fact.ok and fact in true and (card is None or run.true.knowledge.sees_card(card)):
            yield fact
