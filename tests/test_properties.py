"""What is true of the kernel wherever the decisions lead, with the decisions found by hypothesis.

It starts from the decks of random play and from the rulings of every game, and shrinks what breaks to the
fewest decisions. The same examples each time; `make soak` tries 1,000 of each,
`JUDGE_EXAMPLES=N` so many.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from extent import SOAK
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from playing import loaded, through_json
from test_positions import faults

from bench import rulings
from bench.random_play import any_answer, decks
from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.flow.engine import Engine
from judge.engine.flow.keys import position_key
from judge.engine.kernel.state import Decision, Game
from judge.engine.kernel.table import Table
from judge.engine.kernel.view import Tracer
from judge.fixture.script import read_answer
from judge.pauses.saved import save_game

GAMES = ("dbs", "postures", "tdg", "victory-spark", "ygo")
EXAMPLES = int(os.environ.get("JUDGE_EXAMPLES", "1000" if SOAK else "6"))
BOARDS = {game: rulings(game) for game in GAMES}
FEW = settings(
    max_examples=EXAMPLES,
    derandomize="JUDGE_SEED" not in os.environ,
    database=None,
    deadline=None,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
SEED = seed(int(os.environ.get("JUDGE_SEED", "0")))


class Course(NamedTuple):
    """Where a game starts, and by which numbers its decisions are made."""

    board: int  # 0 for the decks of random play, else a ruling
    decisions: tuple[int, ...]

    def start(self, game: str) -> tuple[Table, Game]:
        """The table and the first position."""
        if self.board == 0:
            return decks(game)
        fixture = loaded(BOARDS[game][self.board % len(BOARDS[game])])
        return fixture.table, fixture.start


def courses(longest: int) -> st.SearchStrategy[Course]:
    """Games of so many decisions at most; the first of them is the shortest."""
    numbers = st.lists(st.integers(0, 99), max_size=longest).map(tuple)
    return st.builds(Course, st.integers(0, 2000), numbers)


def pauses(table: Table, start: Game, course: Course, tracer: Tracer | None = None) -> Iterator[Engine]:
    """The engine at each decision of a course, and at its end."""
    engine = Engine(table, start.copy(), tracer)
    engine.run()
    for number in course.decisions:
        if engine.game.ask is None:
            break
        yield engine
        engine.answer(picked(engine, engine.game.ask, number))
        engine.run()
    yield engine


def picked(engine: Engine, ask: Decision, number: int) -> Any:
    """The answer that a number stands for."""
    return any_answer(engine, ask, Random(number))


def asked(game: Game) -> tuple[Any, ...]:
    """What a position waits for, word for word."""
    ask = game.ask
    return () if ask is None else (ask.seat, ask.kind, ask.rule, [one.words for one in ask.choices])


def cards(table: Table, game: Game) -> Counter[str]:
    """How many cards of each print there are, tokens left out."""
    prints = (table.prints[card.print] for card in game.cards.values())
    return Counter(one.key for one in prints if not one.token)


@pytest.mark.slow("soak: 1,000 courses")
@pytest.mark.parametrize("game", GAMES)
@FEW
@SEED
@given(course=courses(40))
def test_no_card_is_lost_or_doubled(game: str, course: Course) -> None:
    """Each lies in one place, numbers point home, and there are as many as before."""
    table, start = course.start(game)
    whole = cards(table, start)
    for engine in pauses(table, start, course):
        assert list(faults(engine.game)) == []
        assert cards(table, engine.game) == whole


@pytest.mark.slow("soak: 1,000 courses")
@pytest.mark.parametrize("game", GAMES)
@FEW
@SEED
@given(course=courses(25))
def test_the_same_decisions_lead_to_the_same_positions(game: str, course: Course) -> None:
    """Told or silent; a copy that goes on leaves what it was copied from as it is."""
    table, start = course.start(game)
    before = json.dumps(save_game(start))
    silent, told = (
        [(asked(one.game), position_key(table, one.game)) for one in pauses(table, start, course, tracer)]
        for tracer in (None, Tracer())
    )
    assert silent == told
    assert json.dumps(save_game(start)) == before


@pytest.mark.slow("soak: 1,000 courses")
@pytest.mark.parametrize("game", GAMES)
@FEW
@SEED
@given(course=courses(20))
def test_every_pause_goes_on_from_what_was_saved(game: str, course: Course) -> None:
    """Written out, read again and answered, it comes to where it would have come; equal positions have equal
    keys, whatever they were made of.
    """
    table, start = course.start(game)
    numbers = iter(course.decisions)
    for engine in pauses(table, start, course):
        again = Engine(table, through_json(engine.game))
        assert position_key(table, again.game) == position_key(table, engine.game)
        assert asked(again.game) == asked(engine.game)
        number = next(numbers, None)
        if number is None or engine.game.ask is None:
            break
        straight = Engine(table, engine.game.copy())
        for one in (straight, again):
            one.answer(picked(engine, engine.game.ask, number))
            one.run()
        assert position_key(table, again.game) == position_key(table, straight.game)
        assert json.dumps(save_game(again.game)) == json.dumps(save_game(straight.game))


@pytest.mark.slow("soak: 1,000 courses")
@pytest.mark.parametrize("game", GAMES)
@FEW
@SEED
@given(course=courses(25))
def test_what_is_refused_cannot_be_done(game: str, course: Course) -> None:
    """Each refusal has a condition that fails, and a script that says it word for word is not understood as
    it.
    """
    table, start = course.start(game)
    tracer = Tracer()
    for engine in pauses(table, start, course, tracer):
        offer = next((one for one in reversed(tracer.entries) if one.kind is trace.OFFER), None)
        ask = engine.game.ask
        if offer is None or ask is None or ask.kind != "act" or offer.data["seat"] != ask.seat:
            continue
        legal = {one.key: one.do for one in offer.data["legal"]}
        for option in offer.data["refused"]:
            words = (option.name, *option.args)
            assert any(not one.ok for one in option.conds), option
            if option.key in legal:  # the same words do something else: a face-down Spell, and its effect
                assert legal[option.key] != option.do
                continue
            assert words not in [one.words for one in ask.choices]
            said = read_answer(Reader(table, engine.game), ask, words)
            longer = [one.value for one in ask.choices if one.words[: len(words)] == words]
            assert said.error or said.value in longer


def test_a_fault_is_found() -> None:
    """The properties can fail: a card that is taken away is missed."""
    _, start = decks("dbs")
    zone, (gone, *left) = next((zone, ids) for zone, ids in start.zones.items() if ids)
    rest = start.copy()
    rest.zones = {**rest.zones, zone: left}
    assert list(faults(rest)) == [f"{gone} says {zone} and is listed in []"]
