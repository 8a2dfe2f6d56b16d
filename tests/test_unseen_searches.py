"""What a search tells a player is the same whichever of the cards that the player has not seen have names."""

from __future__ import annotations

import pytest

from bench.unseen.questions import Question, answers
from judge.fixture.load import parse_fixture

BATTLE = """
game = "ygo"
at = {{ step = "battle-step.declare", procedure = "battle-phase" }}
A = {{ monster = ["y"] }}
B = {{ monster = [{{ card = "{down}", facing = "down" }}], deck = ["{deck}", 9] }}
[cards]
y = {{ level = 4, atk = 1000 }}
mole = {{ level = 3, atk = 500, def = 1200 }}
wall = {{ level = 4, atk = 0, def = 2000 }}
"""
HELD = """
game = "victory-spark"
script = ["A: activate ria"]
A = {{ ring = ["ria"], deck = 9 }}
B = {{ hand = {hand}, deck = {deck} }}
[cards]
ria = {{ attack = 1000, activated = {{ zone = "ring", once = "turn", do = [{{ draw = 1 }}] }} }}
qz = {{ }}
"""
CHOSEN = """
game = "dbs"
active = "B"
script = ["B: attack k la", "A: choose nothing-of-that-name"]
A = {{ deck = 9 }}
B = {{ battle = ["k"], hand = ["v"], deck = 9 }}
[cards]
k = {{ power = 5000, auto = {{ on = "attack", do = [
  {{ choose = "t", from = {{ zone = "hand", type = "battle" }} }}, {{ play = "$t" }}] }} }}
v = {{ type = "{type}" }}
"""


MOVED = """
game = "postures"
turn = 6
active = "B"
script = ["B: move h c3"]
A = {{ c2 = "x", deck = 9, magic = ["n"] }}
B = {{ c1 = {{ card = "h", posture = "hidden" }}, c2 = "o", deck = 9 }}
[cards]
x = {{ level = 1, atk = 1000 }}
o = {{ level = 1, timed = {{ on = {{ moved = {{ of = "me", gender = "female" }} }}, may = true, do = [
  {{ draw = 1 }}] }} }}
n = {{ type = "magic", effect = {{ answers = "movement", do = [{{ draw = 1 }}] }} }}
h = {{ level = 0, atk = 500, gender = "{gender}" }}
"""

LAID = """
game = "ygo"
version = "tournament"
script = ["A: activate twin"]
A = {{ hand = ["twin"] }}
B = {{ spell = [{{ card = "{left}", facing = "down" }}, {{ card = "{right}", facing = "down" }}] }}
[cards]
twin = {{ type = "spell", effect = {{ targets = [
  {{ choose = "t", from = {{ zone = "spell", of = "opponent" }}, n = 2, upto = true }}], do = [
  {{ destroy = "$t" }}] }} }}
x = {{ type = "trap" }}
y = {{ type = "spell", kind = "quick-play" }}
"""


@pytest.mark.parametrize(
    ("board", "one", "other", "question"),
    [
        (
            BATTLE,
            {"down": "mole", "deck": "wall"},
            {"down": "wall", "deck": "mole"},
            Question("explore", "A: attack y direct"),
        ),
        (
            HELD,
            {"hand": '["qz"]', "deck": "10"},
            {"hand": "1", "deck": '["qz", 9]'},
            Question("explore", "", "A: activate ria"),
        ),
        (
            LAID,
            {"left": "x", "right": "y"},
            {"left": "y", "right": "x"},
            Question("explore", "A: activate twin", "A: activate twin"),
        ),
        (MOVED, {"gender": "female"}, {"gender": "male"}, Question("explore", "", "B: move h c3")),
    ],
    ids=["a face-down card", "cards of a hand", "cards among which to choose", "what moves"],
)
def test_names_of_unseen_cards_do_not_count(
    board: str, one: dict[str, str], other: dict[str, str], question: Question
) -> None:
    """Nor which card stands for others in a line, how many nobody has named, or what does not fit."""
    first, second = (answers(parse_fixture(board.format(**each)), "A", question) for each in (one, other))
    assert first == second
    assert any(first.values())
