"""The start of a question: follows the script to its moment and its act, or tells why the act is refused."""

from __future__ import annotations

from typing import TypeVar

from judge.engine.effects.reader import Reader
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.state import CHANCE, Decision, Option
from judge.fixture.load import Fixture
from judge.fixture.script import Line, read_answer
from judge.play.claim import Claim
from judge.play.claims import judge_claim
from judge.play.outcomes import End, Outcomes, Reached
from judge.play.question import Question
from judge.play.ruling import Ruling, bare
from judge.play.run import Run, following
from judge.play.script_lines import WAIT, Said, speaks_up
from judge.play.search import Pause
from judge.text.rows import NamedTuple
from judge.views.position import known_position

Found = TypeVar("Found", bound=Outcomes)


class Refusal(NamedTuple):
    """An act that may not be done: what is asked instead, by which article, the refused options."""

    line: Line
    ask: Decision | None
    claim: Claim
    options: tuple[Option, ...]
    ruling: Ruling


def foreseen(question: Question) -> bool:
    """Is the question who wins by an act? Then the readings that are applied count."""
    return question.first is not None and not question.find


def search_of(fixture: Fixture, question: Question, kind: type[Found]) -> Found:
    """A search of a kind that begins where a question does. Raises BadInput where the script does not lead
    there.
    """
    begun = begun_at(fixture, question, foreseen(question))
    search = kind(begun.fixture, question.limit, begun)
    search.asked_of = fixture
    if foreseen(question):
        search.listen()
    return search


def begun_at(fixture: Fixture, question: Question, traced: bool) -> Run:
    """A run that stands where a question begins, for a player in the world that the player knows. Raises
    BadInput.
    """
    if question.seat:
        return known_position(fixture, question.seat, question.until, question.after)
    return following(Run(fixture, traced, question.until), question.after)


def start_of(search: Outcomes, question: Question) -> tuple[tuple[Said, ...], Reached | End, Refusal | None]:
    """Where a search begins: after the act that is asked about, if one is; with the lines that lead there, or
    why the act may not be done.
    """
    first = search.first()
    return begin(search, question, first) if question.first is not None else ((), first, None)


def settle(search: Outcomes, first: Reached | End, line: Line) -> tuple[tuple[Said, ...], Reached | End]:
    """Passes in windows that come before the line's own player is asked."""
    silent: tuple[Said, ...] = ()
    while isinstance(first, Reached) and first.pause is not None:
        game = first.pause.game.copy()
        ask = game.ask
        assert ask is not None
        if ask.seat == line.seat or not speaks_up(search.table.book, ask):
            break
        silent = (*silent, Said(f"{ask.seat}: {WAIT}", True))
        search.away = first.pause.away
        if search.goes_on(game, (PASS,)):
            first = Reached(Pause(game, first.pause.fallen, search.away), None)
        else:
            first = End(search.telling(game), None, game)
    return silent, first


def begin(
    search: Outcomes, question: Question, first: Reached | End
) -> tuple[tuple[Said, ...], Reached | End, Refusal | None]:
    """Takes the first line of a question: the lines said, where they lead, and why it may not be taken."""
    line = question.first
    assert line is not None
    silent, first = settle(search, first, line)
    pause = first.pause if isinstance(first, Reached) else None
    ask = pause.game.ask if pause is not None else None
    answer = answer_of(search, pause, ask, line)
    if pause is None or ask is None or answer is None:
        return silent, first, refusal(search.asked_of, question, line)
    game = pause.game.copy()
    search.away = pause.away
    taken = Said(line.text, False)
    if search.goes_on(game, (answer[0],)):
        fallen = pause.fallen + (ask.seat == CHANCE)
        return (*silent, taken), Reached(Pause(game, fallen, search.away), None), None
    return (*silent, taken), End(search.telling(game), None, game), None


def answer_of(
    search: Outcomes, pause: Pause | None, ask: Decision | None, line: Line
) -> tuple[object] | None:
    """The value that a line gives to the first decision; None where it gives none."""
    if ask is None or pause is None or ask.seat != line.seat:
        return None
    answer = read_answer(Reader(search.table, pause.game), ask, line.words)
    return None if answer.error else (answer.value,)


def refusal(fixture: Fixture, question: Question, line: Line) -> Refusal:
    """Why a line may not be played where a question begins, as a run tells it that is listened to."""
    run = begun_at(fixture, question, traced=True)
    run.engine.run(run.stop)
    while not answers(run, line) and run.unasked():
        run.engine.answer(PASS)
        run.engine.run(run.stop)
    claim = line._replace(kind="claim", rule="", claim="may")
    verdict = judge_claim(run.since, claim, final=True)
    assert verdict is not None
    assert run.tracer is not None
    ruling = bare(run.fixture, run.game, run.tracer.entries, run.acts)._replace(
        touched=tuple(run.tracer.readings),
        viewer=run.viewer,
    )
    return Refusal(line, run.game.ask, verdict, verdict.options, ruling)


def answers(run: Run, line: Line) -> bool:
    """Is the line's player asked?"""
    ask = run.game.ask
    return ask is None or ask.seat == line.seat
