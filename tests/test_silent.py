"""Watching changes nothing: not the tracer, not a second run, and no step, which may only propose."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from playing import Watched, fields, loaded, started

from bench import FIXTURES
from judge.engine.flow.keys import position_key
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import Game
from judge.engine.kernel.table import Table
from judge.fixture.load import Fixture, load_fixture
from judge.pauses.saved import save_game
from judge.play.ruling import Ruling, run
from judge.render.text import render


def asked(path: Path, traced: bool) -> tuple[list[Any], int]:
    """The key of the position at every decision, and how many ticks the whole run took."""
    keys: list[Any] = []

    def note(engine: Watched) -> None:
        if engine.game.ask is not None or engine.stopped:
            keys.append((engine.ticks, position_key(engine.table, engine.game)))

    played = started(loaded(path), note, traced)
    played.play()
    keys.append(position_key(played.table, played.game))
    return keys, played.engine.ticks


@pytest.mark.sample(14)
def test_traced_is_silent(ruling: Path) -> None:
    """A traced run and a silent one take the same ticks through the same decisions."""
    assert asked(ruling, traced=True) == asked(ruling, traced=False)


@pytest.mark.sample(14)
def test_twice_is_once(ruling: Path, ruled: Ruling) -> None:
    """The same fixture gives the same bytes, whether it is read again or only run again."""
    fixture = load_fixture(ruling)
    first = render(ruled, all=True)
    assert render(run(fixture), all=True) == first
    assert render(run(load_fixture(ruling)), all=True) == first


# Of a table, what was worked out and is kept, by the thing itself, and what is counted in one step.
PASSING = ("spelled", "held_against")


def constants(book: Book, table: Table) -> dict[str, Any]:
    """Everything that is loaded once and shared by every game on the table."""
    return {**fields(book), **fields(table), "book": None, **dict.fromkeys(PASSING)}


@pytest.mark.sample(14)
def test_what_is_loaded_stays_as_it_is(ruling: Path) -> None:
    """The rulebook, the prints and the start are the same after a run:
    instructions out of TOML are shared.
    """
    fixture = load_fixture(ruling)
    of_words = (one for word in fixture.book.vocabulary.values() for one in word if callable(one))
    offers = (one for _, one in fixture.book.offers.values())
    # compiled ones cannot be copied
    functions = {id(one): one for one in (fixture.book.names_of, *offers, *of_words)}
    before = copy.deepcopy(constants(fixture.book, fixture.table), functions)
    start = copy.deepcopy(save_game(fixture.start))
    run(fixture)
    after = constants(fixture.book, fixture.table)
    for name, value in before.items():
        assert after[name] == value, name
    assert save_game(fixture.start) == start


class Pure:
    """A rulebook function that compares the position before and after it is called."""

    def __init__(self, function: Callable[..., Any], table: Table, count: list[int]) -> None:
        self.function = function
        self.table = table
        self.count = count

    def __call__(self, view: Any, *args: Any) -> Any:
        before = whole(self.table, view.game)
        found = self.function(view, *args)
        if hasattr(found, "__next__"):
            found = iter(list(found))
        assert whole(self.table, view.game) == before, f"{self.function.__qualname__} changed the game"
        self.count[0] += 1
        return found


def whole(table: Table, game: Game) -> Any:
    """The key, and what a key leaves out."""
    return position_key(table, game), game.serial, game.seen, game.objects


def twin(one: Any, *args: Any) -> Any:
    """An object of its own with the same attributes, made from these arguments."""
    new = type(one)(*args)
    for name, value in fields(one).items():
        setattr(new, name, value)
    return new


def purified(fixture: Fixture, count: list[int]) -> Fixture:
    """The fixture with every step, guard, verb, offer, interrupt and rule processing held to its word."""
    book = twin(fixture.book, fixture.book.tables)
    table = twin(fixture.table, book, fixture.table.prints)
    table.book = book

    def pure(function: Callable[..., Any]) -> Any:
        return Pure(function, table, count)

    def guard(row: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**row, "function": pure(row["function"])} if row else row

    book.procedures = {
        name: one._replace(
            steps=tuple(step._replace(function=pure(step.function)) for step in one.steps),
            guard=guard(one.guard),
        )
        for name, one in book.procedures.items()
    }
    book.verbs = {name: pure(one) for name, one in book.verbs.items()}
    book.offers = {name: (rule, pure(one)) for name, (rule, one) in book.offers.items()}
    book.interrupts = tuple(one._replace(function=pure(one.function)) for one in book.interrupts)
    book.state_rules = tuple(
        row._replace(function=pure(row.function)) if row.function is not None else row
        for row in book.state_rules
    )
    return Fixture(fixture.source, fixture.model, book, table, fixture.start, fixture.lines)


@pytest.mark.sample(14)
def test_steps_change_nothing(ruling: Path) -> None:
    """Steps, offers and words of the vocabulary are pure functions of the position:
    only verbs change a game.
    """
    count = [0]
    played = started(purified(load_fixture(ruling), count))
    played.play()
    assert count[0] > 0


def test_a_guilty_step_is_found() -> None:
    """The guard above bites: a step that lends itself a card is caught."""

    def guilty(view: Any, v: Any) -> None:
        view.game.zones = {**view.game.zones, "A.hand": ()}

    fixture = load_fixture(next(FIXTURES.rglob("a-countered-counter-lets-the-attack-go-on.toml")))
    with pytest.raises(AssertionError, match="guilty changed the game"):
        Pure(guilty, fixture.table, [0])(started(fixture).engine.view, {})
