"""The questions that a fixture asks, answered at the end of its script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from judge.engine.effects.reader import Reader
from judge.errors import Problem
from judge.fixture.acts import Words
from judge.fixture.load import Fixture
from judge.fixture.queries import Door, Query
from judge.play.absences import Absence, absence_of
from judge.play.causes import Cause, cause_of
from judge.play.exploration import begin
from judge.play.first_act import Refusal
from judge.play.inquiry import Inquiry, inquire
from judge.play.outcomes import Outcomes
from judge.play.question import Question
from judge.play.run import Run

LIMIT: Final = 2_000  # positions that are looked at for one question


class Outlook(NamedTuple):
    """Who wins by the ways that begin with an act: so many of them by winner, and whether all were looked at;
    `refused` where the act may not be done.
    """

    fixture: Fixture
    query: Query
    ways: Mapping[str, int]
    whole: bool
    refused: Refusal | None


Answered = Inquiry | Absence | Cause | Outlook


def queries(fixture: Fixture) -> Iterator[Query]:
    """The questions of a fixture, which have passed the door."""
    words = Words(fixture.book, fixture.table, fixture.start, fixture.model.cards)
    door = Door(words, Reader(fixture.table, fixture.start))
    for at, text in enumerate(fixture.model.ask):

        def complain(message: str, at: int = at, **more: str) -> Problem:
            return fixture.source.problem(["ask", at], message, **more)

        found = door.asked(text, complain)
        if found is not None:
            yield found


def answered(fixture: Fixture, readings: bool) -> Iterator[tuple[Query, Answered]]:
    """Each question with its answer; without `readings` the other possibilities are not tried.

    Raises BadInput where the script does not fit.
    """
    for query in queries(fixture):
        yield query, answer_to(fixture, query, readings)


def answer_to(fixture: Fixture, query: Query, readings: bool) -> Answered:
    """The answer to one question."""
    if query.kind == "ability":
        return absence_of(fixture, query, readings)
    if query.kind == "fact":
        return cause_of(fixture, query, readings)
    assert query.line is not None
    return (
        outlook(fixture, query) if query.kind == "wins" else inquire(fixture, query.line, readings=readings)
    )


def outlook(fixture: Fixture, query: Query) -> Outlook:
    """Who wins if the script goes on with an act."""
    question = Question(len(fixture.lines), query.line, (), LIMIT)
    search = Outcomes(fixture, LIMIT, played(fixture))
    search.away = False
    _, first, refused = begin(search, question, search.first())
    if refused is not None:
        return Outlook(fixture, query, {}, True, refused)
    search.look(first, lambda _: False)
    ends = Counter(
        str(item.value) for end in search.found.values() for item in end.told if item.kind == "result"
    )
    return Outlook(fixture, query, ends, not (search.cut or search.piled or search.wide), None)


def played(fixture: Fixture) -> Run:
    """The script, played to its end or to a line that the rules refuse: only who listens hears why."""
    run = Run(fixture)
    run.play_out()
    return run
