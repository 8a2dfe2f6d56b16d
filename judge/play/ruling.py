"""Rulings: runs a fixture's script, compares its facts, tries other readings, and finds the open questions
that it touches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Literal, TypeAlias

from judge.board.position import find_card
from judge.citing.lines import Lines
from judge.citing.ranks import Ranks, in_order, ranks
from judge.engine import trace
from judge.engine.effects.provenance import tell_value
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import SEATS, UNLESS, Card, Game
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Entry
from judge.engine.kernel.view import View
from judge.errors import BadInput, Problem
from judge.fixture import facts
from judge.fixture.facts import SEES
from judge.fixture.load import Fixture
from judge.fixture.script import Line
from judge.fixture.unread import Course, Unread, near, places_of
from judge.play.claim import Claim
from judge.play.claims import ACT
from judge.play.reasons import within
from judge.play.refusals import Misfit
from judge.play.replays import Other, touched_by, try_others, try_versions
from judge.play.run import Run, misfit_of
from judge.text.plain import Fields
from judge.text.rows import NamedTuple


# Questions that the book leaves open, of which only one side can be played: told where they are touched.
class Touched(NamedTuple):
    """A question that a ruling touches, and the first line that it concerns."""

    name: str
    at: int


def touched_questions(lines: Lines) -> Iterator[Touched]:
    """The questions that concern a line of the trace, in the order of the rulebook."""
    for name, row in lines.table.book.tables["question"].items():
        first = min((hit.at for line in row["line"] for hit in lines.find(line)), default=None)
        if first is not None:
            yield Touched(name, first)


def tell_asked(view: View, expect: Mapping[str, object]) -> None:
    """Tells how every expected value of a card came about, unless the ruling has told it already."""
    tracer = view.tracer
    values = (
        [entry.data for entry in tracer.entries if entry.kind is trace.VALUE] if tracer is not None else []
    )
    told = [(value["card"], value["attr"], value["now"]) for value in values]
    for card, attr in asked(view, expect):
        if (card.id, attr, view.value(card, attr)) not in told:
            tell_value(view, card, attr)


def asked(view: View, expect: Mapping[str, object]) -> Iterator[tuple[Card, str]]:
    """The cards with their attributes for which a value is expected."""
    for name, value in expect.items():
        if not isinstance(value, Mapping):
            continue
        if name in SEATS:
            yield from asked(view, {inner: row for inner, row in value.items() if isinstance(row, Mapping)})
            continue
        card = find_card(view.game, name)
        attributes = [key for key in value if key in view.book.attributes] if card is not None else []
        yield from ((card, attr) for attr in attributes if card is not None)


Verdict: TypeAlias = Literal["holds", "fails", "refused", "undecided", "unfit", ""]  # "" is told to a seat


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
    ranks: Ranks
    order: int
    others: tuple[Other, ...]
    touched: tuple[str, ...]
    acts: Mapping[int, str]
    questions: tuple[Touched, ...] = ()
    refusal: Claim | None = None
    surplus: tuple[Line, ...] = ()
    unfit: bool = False
    lenient: bool = False
    versions: tuple[Other, ...] = ()
    until: str = ""  # the step at which the run was stopped by whoever looks at a part of it
    taken: int = 0  # so many lines of the script had been taken by then
    viewer: str = ""  # the player as whom it is read; cards that this one has not seen are not in it

    @property
    def verdict(self) -> Verdict:
        """``holds``, ``fails`` or ``undecided``; ``refused`` where a line of the script is not allowed,
        ``unfit`` where one does not fit. Of cards that are played without their text nothing is decided.
        """
        return "undecided" if self.unread and not self.unfit else self.as_played

    @property
    def unread(self) -> tuple[Unread, ...]:
        """The cards of whose texts something is not known and that could matter; of what was not played all
        could.
        """
        doubtful = self.fixture.unread
        if not doubtful or not self.entries:
            return doubtful
        fixture = self.fixture
        course = Course(fixture.book, (self.start, self.game), self.entries, fixture.lines)
        places = {
            key: {
                sentence.place: places_of(fixture.book, fixture.model.cards[key], sentence.kind)
                for sentence in text.sentences
            }
            for key, text in fixture.model.texts.items()
        }
        return near(doubtful, course, places)

    @property
    def far(self) -> tuple[Unread, ...]:
        """The unread cards, or sentences of them, that cannot have mattered because they never came near."""
        close = {text.card: text.sentences for text in self.unread}
        left = (
            text._replace(sentences=tuple(n for n in text.sentences if n not in close.get(text.card, ())))
            for text in self.fixture.unread
        )
        return tuple(text for text in left if text.sentences or text.card not in close)

    @property
    def as_played(self) -> Verdict:
        """The verdict as if the cards had no other text than the one that is written."""
        if self.refusal is not None or self.unfit:
            return "refused" if self.refusal is not None else "unfit"
        if self.game.result is not None and self.game.result.gap:
            return "undecided"
        wanted = len(self.fixture.model.expect.get("order", ()))
        fine = all(fact.ok for fact in self.facts) and all(claim.ok for claim in self.claims)
        fits = not self.missing and self.order == wanted and (self.lenient or not self.surplus)
        return "holds" if fine and fits else "fails"


def bare(
    fixture: Fixture, game: Game, entries: Sequence[Entry] = (), acts: Mapping[int, str] | None = None
) -> Ruling:
    """A position as a ruling in which nothing is judged, for naming things in it."""
    none = Ranks({}, {}, ())
    return Ruling(
        fixture, fixture.start, game, fixture.table, tuple(entries), (), (), (), none, 0, (), (), acts or {}
    )


class Unfit(BadInput):
    """A script that does not fit, and the ruling up to the line that does not."""

    def __init__(self, problems: Iterable[Problem], so_far: Ruling) -> None:
        super().__init__(problems)
        self.so_far = so_far


def run(fixture: Fixture, until: str = "", readings: bool = True) -> Ruling:
    """Play a fixture and judge its facts; a line that the rules refuse ends it, and that is the ruling.

    Raises Unfit, a BadInput with the ruling up to there, where the script does not fit.
    """
    with guarded(fixture):
        played = Run(fixture, until=until)
        misfit = misfit_of(played) or misfit_of_claims(played)
        if misfit is not None:
            refused = () if misfit.refusal is None else (misfit.refusal,)
            so_far = rule_on(fixture, played, readings=False, partly=True, refused=refused)
            if not refused:
                raise Unfit(misfit.problems, so_far._replace(unfit=True)) from misfit
            return tried_otherwise(so_far, played) if readings else so_far
        return rule_on(fixture, played, readings, bool(until), until)


def guarded(fixture: Fixture) -> AbstractContextManager[object]:
    """A guard around playing: an error in a saved position that was changed becomes bad input."""
    if not fixture.model.pause:
        return nullcontext()
    from judge.pauses.validate import answerable  # no other fixture pays for it

    return answerable(fixture.source, fixture.start)


def misfit_of_claims(played: Run) -> Misfit | None:
    """The first claim that names nothing existing at its place, so that it cannot be part of the ruling."""
    problems = []
    for empty in [claim for claim in played.claims if claim.amiss]:
        at = next(
            n for n, line in enumerate(played.lines) if line.kind == "claim" and line.text == empty.line
        )
        place = played.place(at)
        problems.append(played.fixture.source.problem(place, empty.amiss, expected=ACT, found=empty.line))
    played.claims = [claim for claim in played.claims if not claim.amiss]
    return Misfit(problems) if problems else None


def tried_otherwise(ruling: Ruling, played: Run) -> Ruling:
    """The ruling, its refusal with the answers to the same line under the other possibilities and
    versions.
    """
    from judge.play.refused import other_answers, version_answers

    refusal = ruling.refusal
    assert refusal is not None
    others = tuple(other_answers(played, refusal, ruling.touched))
    turned = any(claim.as_read != refusal.as_read for other in others for claim in other.claims)
    return ruling._replace(
        refusal=refusal._replace(open=turned),
        others=others,
        versions=tuple(version_answers(played, refusal)),
    )


def unmet(fixture: Fixture, met: Ranks, claims: Iterable[Claim]) -> Iterator[str]:
    """The articles that a fixture names and that neither decide nor act in its ruling, and are not those of
    an exception told beside an answer.
    """
    numbers = fixture.book.tables["renumbered"]
    values: list[Fields] = [claim.cond.values for claim in claims if claim.cond is not None]
    beside = [row["article"] for value in values for row in value.get(UNLESS, ())]
    ranked = [numbers.get(number, number) for number in (*met.decides, *met.acts, *beside)]
    yield from (
        article for article in fixture.model.articles if not any(within(rule, article) for rule in ranked)
    )


def facts_of(view: Reader, played: Run, entries: tuple[Entry, ...]) -> Iterator[facts.Fact]:
    """The facts that the end of a run tells, then those of what players have seen on the way."""
    yield from facts.facts(view, played.fixture.model.expect)
    if SEES in played.fixture.model.expect:
        from judge.views.knowledge import sights

        yield from sights(played.fixture, played.start, played.game, entries)


def with_open(claims: Iterable[Claim], others: Sequence[Other]) -> Iterator[Claim]:
    """The claims; those to which another possibility of a reading gives another answer are marked as open."""
    turned = {n for other in others for n in other.turned}
    yield from (claim._replace(open=n in turned) for n, claim in enumerate(claims))


def rule_on(
    fixture: Fixture, played: Run, readings: bool, partly: bool, until: str = "",
    refused: Sequence[Claim] = (),
) -> Ruling:  # fmt: skip
    """The ruling of a finished run; one that was stopped on the way, by `until` or by a line that does not
    fit, has no facts to meet.
    """
    tracer, judged = played.tracer, not partly
    assert tracer is not None
    view = Reader(played.table, played.game)
    if judged:
        tell_asked(played.engine.view, fixture.model.expect)
    answered = tuple(facts_of(view, played, tuple(tracer.entries))) if judged else ()
    lines = Lines(played.table, tracer.entries)
    answers = [(claim.rule, claim.at) for claim in (*played.claims, *refused) if claim.rule]
    found_ranks = ranks(lines, answers)
    missing = tuple(unmet(fixture, found_ranks, played.claims)) if judged else ()
    wanted = fixture.model.expect.get("order", ())
    order = in_order(played.table, wanted, tracer.entries) if judged else len(wanted)
    touched = touched_by(played)
    others = try_others(played, touched, until) if readings else ()
    versions = try_versions(played, until) if readings else ()
    return Ruling(
        fixture,
        played.start,
        played.game,
        played.table,
        tuple(tracer.entries),
        answered,
        tuple(with_open(played.claims, others)),
        missing,
        found_ranks,
        order,
        others,
        touched,
        played.acts,
        tuple(touched_questions(lines)),
        next(iter(refused), None),
        tuple(played.surplus),
        versions=versions,
        until=until,
        taken=played.at,
    )
