"""Who wins by the ways that begin with an act, and whether that hangs on a reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.errors import BadInput
from judge.fixture.load import Fixture
from judge.play.first_act import Refusal, begin
from judge.play.following import following
from judge.play.outcomes import Outcomes, Way, ways
from judge.play.question import Question
from judge.play.replays import Course, Replay, course_of, possibilities
from judge.play.run import Run


class Foresight(NamedTuple):
    """Why the act may not be done, or by how many of the ways that begin with it who wins; and whether all of
    them were looked at.
    """

    refused: Refusal | None
    results: Mapping[str, int]
    whole: bool

    @property
    def known(self) -> bool:
        """Is it answered: nothing is left that could have been looked at?"""
        return self.refused is not None or self.whole


class Elsewhere(NamedTuple):
    """The same under another possibility of a reading; `found` is None where the script does not lead to
    where the question begins, and `parts` says why.
    """

    reading: str
    taken: str
    other: str
    found: Foresight | None
    parts: str = ""


def foresight(refused: Refusal | None, every: Sequence[Way], whole: bool) -> Foresight:
    """What the ways come to."""
    return Foresight(refused, Counter(str(way.end.told[0].value) for way in every), whole)


def decides(here: Foresight, there: Elsewhere) -> bool:
    """Is the answer another one there: allowed or not, who may win? Not where either was cut off."""
    found = there.found
    if found is None or not (here.known and found.known):
        return False
    return (here.refused is None, set(here.results)) != (found.refused is None, set(found.results))


def foresee(search: Outcomes, question: Question) -> Foresight:
    """Look at every way that begins with the act."""
    _, first, refused = begin(search, question, search.first())
    if refused is None:
        search.look(first, lambda _: False)
    whole = not (search.cut or search.piled or search.wide)
    return foresight(refused, ways(search.found), whole)


def touched(search: Outcomes, refused: Refusal | None) -> list[str]:
    """The readings that were applied on the way to where the question begins, in its ways, or where the act
    was refused.
    """
    heard = set(search.heard)
    heard.update(search.run.tracer.readings if search.run.tracer is not None else ())
    heard.update(refused.ruling.touched if refused is not None else ())
    return [name for name in search.table.book.readings if name in heard]


def elsewhere(
    fixture: Fixture, question: Question, readings: Collection[str], begun: Run,
    follow: Callable[[Run], Outcomes],
) -> Iterator[Elsewhere]:  # fmt: skip
    """The same question under every other possibility of some readings; `follow` plays a run to where the
    question begins.
    """
    course = course_of(begun)
    for name, value, other in possibilities(fixture, readings):
        bare = Elsewhere(name, fixture.book.readings[name], value, None)
        yield under_another(other, question, bare, course, follow)


def under_another(
    other: Fixture, question: Question, bare: Elsewhere, course: Course, follow: Callable[[Run], Outcomes]
) -> Elsewhere:
    """The same question under one other possibility; passes are added on the way and left out."""
    try:
        search = follow(Replay(other, question.until, course))
    except BadInput as error:
        return bare._replace(parts=str(error.problems[0].message))
    return bare._replace(found=foresee(search, question))


def after_lines(question: Question) -> Callable[[Run], Outcomes]:
    """Follows a script up to so many lines."""

    def follow(run: Run) -> Outcomes:
        return Outcomes(run.fixture, question.limit, following(run, question.after))

    return follow
