"""Refused lines under other readings: is a line that the rules refuse refused there too?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.errors import BadInput
from judge.fixture.load import Fixture
from judge.play.claim import Claim
from judge.play.refusals import Misfit
from judge.play.replays import (
    NOWHERE,
    VERSION,
    Course,
    Other,
    Replay,
    course_of,
    every_possibility,
)
from judge.play.run import Run, place


def other_answers(played: Run, refusal: Claim, touched: Sequence[str]) -> Iterator[Other]:
    """The same script under each other possibility of the readings that it touched."""
    fixture, course = played.fixture, course_to(played)
    for name, value, other in every_possibility(fixture, touched):
        bare = Other(name, fixture.book.readings[name], value, same=True)
        if isinstance(other, BadInput):
            yield bare._replace(same=False, parts=NOWHERE)
        else:
            yield answered(other, course, refusal, bare)


def version_answers(played: Run, refusal: Claim) -> Iterator[Other]:
    """The answers to the refused line by the other versions with which the rulebook compares, where they
    differ.
    """
    fixture, course = played.fixture, course_to(played)
    names = fixture.book.tables["compared"]
    for name in names if fixture.book.version in names else ():
        other = fixture.by(name) if name != fixture.book.version else None
        if other is not None:
            answer = answered(other, course, refusal, Other(VERSION, fixture.book.version, name, same=True))
            if not answer.same:
                yield answer


def course_to(played: Run) -> Course:
    """The course of a run up to and including the line that was refused."""
    course = course_of(played)
    return course._replace(places={**course.places, played.at: place(played.game)})


def answered(fixture: Fixture, course: Course, refusal: Claim, bare: Other) -> Other:
    """The fate of the refused line under another possibility, at its place: refused too, allowed, or not
    reached. Windows that open only there are passed.
    """
    played = Replay(fixture, "", course, strict=True, completed=False, traced=True)
    try:
        played.play()
    except Misfit as misfit:
        claim = misfit.refusal
        if claim is not None and claim.line == refusal.line:
            return bare if claim.rule == refusal.rule else bare._replace(same=False, claims=(claim,))
        return bare._replace(same=False, parts=str(misfit))
    except BadInput as error:
        return bare._replace(same=False, parts=str(error))
    return bare._replace(same=False, claims=(refusal._replace(allowed=True, rule=""),))
