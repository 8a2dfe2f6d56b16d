"""Answers to the questions of a fixture, worked out at the end of its script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from judge.engine.effects.reader import Reader
from judge.errors import Problem
from judge.fixture.acts import Words
from judge.fixture.load import Fixture
from judge.fixture.queries import Door, Query
from judge.play.absences import Absence, absence_of
from judge.play.causes import Cause, cause_of
from judge.play.exploration import Elsewhere, Foresight, elsewhere, foresee, touched
from judge.play.inquiry import Inquiry, inquire
from judge.play.outcomes import Outcomes
from judge.play.question import Question
from judge.play.run import Run
from judge.text.rows import NamedTuple

LIMIT: Final = 2_000  # positions that are looked at for one question


class Outlook(NamedTuple):
    """Who wins by the ways that begin with an act, also under other readings."""

    fixture: Fixture
    query: Query
    found: Foresight
    others: tuple[Elsewhere, ...]


Answered = Inquiry | Absence | Cause | Outlook


def queries(fixture: Fixture) -> Iterator[Query]:
    """The questions of a fixture, which have passed the door."""
    words = Words(fixture.book, fixture.table, fixture.start.cards, fixture.model)
    door = Door(words, Reader(fixture.table, fixture.start))
    for at, text in enumerate(fixture.model.ask):

        def complain(message: str, at: int = at, **more: str) -> Problem:
            return fixture.source.problem(["ask", at], message, **more)

        query = door.asked(text, complain)
        if query is not None:
            yield query


def answered(fixture: Fixture, readings: bool, seat: str = "") -> Iterator[tuple[Query, Answered]]:
    """Each question with its answer; without `readings` the other possibilities are not tried. With `seat`,
    those that this player may ask, as the player is told of them.

    Raises BadInput where the script does not fit.
    """
    for query in queries(fixture):
        own = query.line is None or (query.line.seat == seat and query.kind != "wins")
        if not seat or own:
            yield query, answer_to(fixture, query, readings, seat)


def answer_to(fixture: Fixture, query: Query, readings: bool, seat: str = "") -> Answered:
    """The answer to one question."""
    if query.kind == "ability":
        return absence_of(fixture, query, readings, seat)
    if query.kind == "fact":
        return cause_of(fixture, query, readings, seat)
    assert query.line is not None
    if query.kind == "wins":
        return outlook(fixture, query, readings)
    return inquire(fixture, query.line, readings=readings, seat=seat)


def outlook(fixture: Fixture, query: Query, readings: bool) -> Outlook:
    """Who wins if the script goes on with an act, also past the step at which the fixture stops."""
    fixture = fixture.up_to("", len(fixture.lines))
    question = Question(len(fixture.lines), query.line, (), LIMIT)
    begun = Run(fixture)
    search = played_on(begun)
    search.listen()
    foresight = foresee(search, question)
    names = touched(search, foresight.refused) if readings else ()
    return Outlook(fixture, query, foresight, tuple(elsewhere(fixture, question, names, begun, played_on)))


def played_on(run: Run) -> Outcomes:
    """A script, played to its end or to a line that the rules refuse, to go on from there: only who listens
    hears why.
    """
    run.play_out()
    search = Outcomes(run.fixture, LIMIT, run)
    search.away = False
    return search
