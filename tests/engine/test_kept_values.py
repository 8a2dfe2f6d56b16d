"""What was worked out of a position is not kept beyond a change that it rests on."""

from __future__ import annotations

from bench import FIXTURES
from judge.engine.effects.reader import Reader
from judge.fixture.load import load_fixture, parse_fixture
from judge.play.run import Run, following

OPPOSITE = """
game = "postures"
script = ["A: move x c2"]
[A]
c1 = "x"
[B]
c1 = "z"
[cards.x]
level = 0
atk = 1000
[cards.z]
level = 0
atk = 700
static = { add = 300, of = "opposite" }
"""


def attack_of(run: Run, card: str) -> object:
    """A creature's Atk now."""
    view = Reader(run.table, run.game)
    return view.value(view.game.cards[card], "atk")


def test_a_boost_beneath_a_slot_is_read_anew_once_creatures_have_moved() -> None:
    """boost.slot: what lies beneath c1 boosts whoever is there, also when its Atk had been read before."""
    run = Run(load_fixture(FIXTURES / "postures/field-and-boost/a-boost-follows-the-slot.toml"), traced=False)
    assert (attack_of(run, "x"), attack_of(run, "y")) == (1400, 900)
    following(run, 1)
    run.engine.run(run.stop)
    assert (attack_of(run, "x"), attack_of(run, "y")) == (1000, 1300)


def test_what_is_given_to_the_creature_opposite_is_read_anew_once_it_has_moved() -> None:
    run = Run(parse_fixture(OPPOSITE), traced=False)
    assert attack_of(run, "x") == 1300
    following(run, 1)
    run.engine.run(run.stop)
    assert attack_of(run, "x") == 1000
