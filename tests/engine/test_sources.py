"""Which cards can have which abilities, in positions that came from one another by copying."""

from __future__ import annotations

from judge.engine.effects.continuous import value
from judge.engine.effects.reader import Reader
from judge.engine.flow.engine import Engine
from judge.engine.kernel.instructions import event
from judge.fixture.load import parse_fixture

TOKENS = """
game = "ygo"
script = []
A = { monster = ["soldier"] }
[cards]
soldier = { level = 4, atk = 1000 }
strong = { token = true, atk = 100, static = { add = 500, of = { zone = "monster", not = "self" } } }
weak = { token = true, atk = 100, static = { add = -300, of = { zone = "monster", not = "self" } } }
"""


def test_tokens_of_one_branch_are_none_of_another() -> None:
    """Two copies of a position create a Token each: in each only its own Token changes the soldier's ATK."""
    fixture = parse_fixture(TOKENS, "dispute.toml")
    Reader(fixture.table, fixture.start).value(fixture.start.cards["soldier"], "atk")
    found = []
    for name in ("strong", "weak", "strong"):
        game = fixture.start.copy()
        Engine(fixture.table, game).apply([event({}, "create", print=name, to="A.monster")], "", False)
        found.append(value(Reader(fixture.table, game), game.cards["soldier"], "atk"))
    assert found == [1500, 700, 1500]
