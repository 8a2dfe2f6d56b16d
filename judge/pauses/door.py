"""The door of pauses: turns plain data into a table and a game that can be played, or finds every problem."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from judge.board.stand import steps_of
from judge.engine.flow.engine import Engine
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import Decision, Frame, Game
from judge.engine.kernel.table import Table
from judge.engine.words.prints import build_prints
from judge.errors import BadInput, JudgeError, Problem, nearest
from judge.explain.explainer import Explainer
from judge.pauses.known import Known
from judge.pauses.origin import SAVED, check_origin, is_changed, notes_on
from judge.pauses.places import check_fitting, check_lying
from judge.pauses.saved import learn_given, load_position, plain
from judge.pauses.shape import TOP, Full, Place, Shape
from judge.pauses.underway import check_underway
from judge.text.plain import Fields
from judge.text.source import Source
from judge.text.toml_text import show

ASK: Place = (TOP, "ask")


def check_ask(shape: Shape, game: Game, saved: Mapping[str, object], asked: Decision | None) -> None:
    """Compares the saved decision with the one that the top frame asks when it runs again."""
    if game.result is not None:
        shape.wrong(ASK, "the game is over, nobody is asked anything any more")
        return
    if asked is None:
        shape.wrong(
            ASK, "what is on top of the agenda asks nothing now", expected="no decision, or that frame"
        )
        return
    for key, value in plain(asked).items():
        if saved.get(key) != value:
            where = first_difference((ASK, key), value, saved.get(key))
            shape.wrong(where[0], "this is not what is asked here", shown(where[2]), shown(where[1]))


def asking(table: Table, game: Game) -> Decision | None:
    """What the top frame asks for when it is run once more, on a copy."""
    copy = game.copy(asked=False)
    copy.forget()
    Engine(table, copy, Explainer()).tick()  # with what readers are told by
    return copy.ask


def first_difference(place: Place, wanted: object, found: object) -> tuple[Place, object, object]:
    """Where two values differ first, and how."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        keys = [key for key in (*wanted, *found) if wanted.get(key) != found.get(key)]
        return first_difference((place, keys[0]), wanted.get(keys[0]), found.get(keys[0]))
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        at = next(at for at, one in enumerate(wanted) if one != found[at])
        return first_difference((place, at), wanted[at], found[at])
    return place, wanted, found


def shown(value: object) -> str:
    """A value for people; what is not there is nothing."""
    return "nothing" if value is None else show(value)


BESIDE = ("A", "B", "active", "turn", "pending")  # the keys of a board


def load_pause(
    source: Source, book: Book, cards: Fields, otherwise: bool = False
) -> tuple[Table, Game, tuple[Problem, ...]]:
    """The table and the position of a fixture with a pause, and what is to be known of it.

    Read `otherwise` than it was saved, what was asked is asked anew: another reading may offer something
    else, or nothing. Raises BadInput with every problem of it.
    """
    pause = source.data["pause"]
    problems = [*check_origin(source, book, pause.get(SAVED))]
    if problems:
        raise BadInput(problems)
    problems = [*check_beside(source, book)]
    table = Table(book, build_prints(book, cards, (cards, pause)))
    shape = Shape(source, Known(table, pause))
    try:
        shape.look(pause)
        check_lying(shape, pause)
        check_underway(shape, pause)
    except Full:
        message = f"more is wrong with this pause than these {len(shape.problems)} problems"
        shape.problems.append(source.problem(["pause"], message))
    problems += shape.problems
    if problems:
        raise BadInput(problems)
    game = load_position(pause)
    learn_given(table, game)
    with answerable(source, game):
        if is_changed(source.data):
            check_fitting(shape, table, game)
        if game.ask is not None:
            asked = None if game.result is not None else asking(table, game)
            if not otherwise:
                check_ask(shape, game, pause["ask"], asked)
            game.ask = asked
    if shape.problems:
        raise BadInput(shape.problems)
    return table, game, tuple(notes_on(source, pause[SAVED]))


def check_beside(source: Source, book: Book) -> Iterator[Problem]:
    """Checks that no board stands beside a pause, and that `at` names an existing step."""
    for key in BESIDE:
        if key in source.data:
            message = f"a pause says itself where everything is: {key} cannot stand beside it"
            yield source.problem([key], message, expected="a pause or a board", found=key)
    at = source.data.get("at", "")
    step = at.get("step", "") if isinstance(at, Mapping) else at
    if step and step not in steps_of(book):
        message, hint = f"no procedure of {book.id} has a step {step!r}", nearest(str(step), steps_of(book))
        yield source.problem(["at"], message, found=show(step), hint=hint)


@contextmanager
def answerable(source: Source, game: Game) -> Iterator[None]:
    """Turns errors while a changed pause is played into problems of the pause: whoever changed it answers
    for what it says. For an unchanged pause they are our bugs and stay so.
    """
    try:
        yield
    except (JudgeError, MemoryError):
        raise
    except Exception as error:
        if not is_changed(source.data):
            raise
        frame = game.agenda[-1] if game.agenda else Frame("", "")
        where = f"step {frame.step} of {frame.procedure}" if frame.step else f"a {frame.procedure}"
        message = (
            "this pause was changed since it was saved, and something that it says, wherever it does, cannot"
            f" be played: playing breaks off in {where}"
        )
        problem = source.problem(["pause"], message, expected="the pause as it was saved")
        raise BadInput([problem]) from error
