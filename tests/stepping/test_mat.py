"""The mat: both halves face to face, what lies where, and how it is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.fixture.load import load_fixture, parse_fixture
from judge.render.mat import mat_rows, text_of
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import find, games
from judge.stepping.mat import CardSeen, Half, Mat, Place, Unseen, mat_of
from judge.stepping.session import Session

TOY = Path(__file__).parent.parent / "toy"


def laid(text: str) -> Mat:
    """The mat of a fixture as it is set up."""
    return mat_of(Session(parse_fixture(text)).narrator())


def place(half: Half, zone: str) -> Place:
    """A zone of a half."""
    return next(one for row in half.rows for one in row if one.zone == zone)


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_mat_with_all_its_zones(game: str) -> None:
    """But for those outside of the game, and each zone once."""
    book = load_rulebook(str(find(game)))
    mat = book.tables["mat"]
    named = [zone for row in mat["rows"] for zone in row] + mat["middle"]
    assert sorted(named) == sorted(zone for zone, row in book.zones.items() if not row.get("outside"))


@pytest.mark.parametrize("game", games())
def test_the_halves_are_turned_towards_each_other(game: str) -> None:
    """What is nearest and leftmost for one is nearest and rightmost for the other."""
    mat = laid(f'game = "{game}"\n')
    zones = [[[one.zone for one in row] for row in half.rows] for half in (mat.above, mat.below)]
    assert zones[0] == [row[::-1] for row in reversed(zones[1])]


def test_a_card_is_told_as_it_lies() -> None:
    """Its number as it is now, how it lies, and what is beneath it; a usual state is not told."""
    mat = laid("""\
game = "dbs"
[A]
battle = [
  "up",
  { card = "rested", mode = "inertie", under = ["old"], effects = [{ add = 5000, until = "turn" }] },
]
deck = ["first", 3, "last"]
hand = ["held", 2]
[cards]
up = { power = 5000 }
rested = { power = 10000 }
old = { power = 1000 }
first = {}
last = {}
held = { power = 3000 }
""")
    assert place(mat.below, "battle").cards == (
        CardSeen("up", ("5000",)),
        CardSeen("rested", ("15000",), ("Inertie",), ("old",)),
    )
    assert place(mat.below, "deck").cards == (CardSeen("first"), Unseen(3), CardSeen("last"))
    assert place(mat.below, "hand").cards == (CardSeen("held"), Unseen(2))
    assert place(mat.below, "deck").held == 5
    assert place(mat.above, "deck").cards == (Unseen(30),)


def test_cards_lie_on_their_slots_and_face_down() -> None:
    """In the order of the slots, whatever was written first."""
    mat = laid("""\
game = "postures"
[A]
creature = [{ card = "y", slot = "c3" }, { card = "x", slot = "c1", posture = "hidden" }]
[cards]
x = { type = "creature", atk = 1000, def = 500 }
y = { type = "creature", atk = 2000, def = 100 }
""")
    cards = place(mat.below, "creature").cards
    assert [(one.name, one.slot) for one in cards if isinstance(one, CardSeen)] == [("x", "c1"), ("y", "c3")]
    assert cards[1] == CardSeen("y", ("2000", "100"), slot="c3")
    assert isinstance(cards[0], CardSeen)
    assert "hidden posture" in cards[0].states


def test_scores_stand_with_their_player() -> None:
    """As the book calls them."""
    mat = laid('game = "ygo"\nB = { lp = 700 }\n')
    assert ("LP", 700) in mat.above.scores
    assert ("LP", 8000) in mat.below.scores


def test_a_game_without_a_mat_has_its_zones_in_a_list() -> None:
    """Those in which something lies."""
    path = next(iter(sorted((TOY / "fixtures").glob("*.toml"))))
    session = Session(load_fixture(path, str(TOY / "rulebook"), modules=("toy_game",)))
    mat = mat_of(session.narrator())
    assert len(mat.below.rows) <= 1
    held = {one.zone for row in mat.below.rows for one in row}
    assert held == {zone[2:] for zone, cards in session.game.zones.items() if cards and zone[0] == "A"}


# --- as rows ---------------------------------------------------------------------------------------
def drawn(mat: Mat, width: int, height: int = 0) -> list[str]:
    """The rows as text."""
    return text_of(mat_rows(mat, width, height, "A"))


CROWDED = """\
game = "dbs"
A = { battle = ["a-longer-name*9"], energy = 4 }
[cards]
a-longer-name = { power = 5000 }
"""


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("height", [0, 99])
def test_no_row_is_wider_than_it_may_be(width: int, height: int) -> None:
    """However much lies on the table; and every card is named."""
    rows = drawn(laid(CROWDED), width, height)
    assert max(map(len, rows)) <= width
    text = "\n".join(rows)
    assert "a-longer-name9" in text
    assert "4 \N{MULTIPLICATION SIGN} ?" in text or width == 60


def test_a_line_for_each_card_where_there_is_room() -> None:
    """Else as few rows as hold what lies there, without those in which nothing does."""
    mat = laid('game = "dbs"\n')
    roomy, close = drawn(mat, 100, 40), drawn(mat, 100, 0)
    assert any("Combo Zone" in row for row in roomy)
    assert not any("Combo Zone" in row for row in close)
    assert any("Leader Zone 1: la 10000" in row for row in close)
    assert close[-1].startswith("A  has the turn")
    assert close[0].startswith("B ─")


def test_of_a_pile_the_first_few_are_named() -> None:
    """And how many more there are."""
    names = ", ".join(f'"d{n}"' for n in range(1, 13))
    cards = "".join(f"d{n} = {{}}\n" for n in range(1, 13))
    rows = drawn(laid(f'game = "dbs"\nA = {{ drop = [{names}] }}\n[cards]\n{cards}'), 100, 40)
    text = "\n".join(rows)
    assert "d6" in text
    assert "d7" not in text
    assert "6 more" in text
