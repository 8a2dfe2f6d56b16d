"""What a seat may read of the other's piles: what was programmed once it is revealed, what was locked and
what lies in a deck never.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

TURN = """\
game = "tdg"
at = "phase1.role"
until = "{until}"
script = [
    "A: program ona", "A: program trick", "A: lock",
    "A: not program kept by phase1.restriction", "B: program sol", "B: program bolt", "B: lock",
    "A: done", "B: engage nim", "B: done",{placed}
]
A = {{ hand = ["ona", "kept", "trick"], deck = ["deep", 5] }}
B = {{ leader = "nim", hand = ["sol", "bolt", "spare", "held"] }}
[cards]
ona = {{}}
kept = {{}}
deep = {{}}
trick = {{ type = "smash" }}
nim = {{}}
sol = {{}}
bolt = {{ type = "object" }}
spare = {{ type = "action" }}
held = {{}}
"""
PLACED = """
    "A: place ona support-1", "A: place trick off-field", "A: done",
    "B: place sol support-2", "B: done","""
BEFORE = TURN.format(until="phase3.reveal", placed="")
AFTER = TURN.format(until="phase4.off-field", placed=PLACED)
HELD_UP = """\
game = "tdg"
at = "phase1.role"
script = ["A: program ona", "A: lock"]
A = { hand = ["ona", "kept"] }
B = { hand = ["sol", "bolt"] }
[cards]
ona = {}
kept = {}
sol = {}
bolt = {}
"""
OPENING = """\
game = "tdg"
at = "leader.opening"
until = "setup.shuffle-opponent"
turn = 1
script = ["A: choose arena", "A: choose kor", "chance: winner A", "A: attack"]
A = { terrain = [], leader = [], deck = ["arena", "hall", "kor", "ona", 22] }
B = { terrain = [], leader = [], deck = ["dock", "nim", 24] }
[cards]
arena = { type = "terrain" }
hall = { type = "terrain" }
kor = {}
ona = {}
dock = { type = "terrain" }
nim = {}
"""
LAST_CHANCE = """\
game = "tdg"
at = "last-chance.first"
until = "phase1.role"
turn = 1
script = ["A: last-chance", "chance: shuffle v w x y z", "A: choose x", "B: pass"]
A = { hand = ["v", "w", "x", "y", "z"], deck = ["deep", 18] }
B = { hand = 5, deck = 19 }
[cards]
v = {}
w = {}
x = {}
y = {}
z = {}
deep = {}
"""


def told(judge: Any, tmp_path: Path, dispute: str, seat: str) -> tuple[str, str]:
    """A run as a seat reads it: the page, and all that the document says."""
    path = tmp_path / "piles.toml"
    path.write_text(dispute, encoding="utf-8")
    page = judge("run", path, "--as", seat, "--all")
    assert page.code == 0, page.out + page.err
    return page.out, judge("run", path, "--as", seat, "--format", "json").out


def names(text: str) -> set[str]:
    """The words of a text."""
    return set("".join(one if one.isalnum() else " " for one in text).split())


@pytest.mark.parametrize(
    ("seat", "own", "others"),
    [("A", {"ona", "trick", "kept"}, {"sol", "bolt", "spare", "held"}),
     ("B", {"sol", "bolt", "spare", "held"}, {"ona", "trick", "kept"})],
)  # fmt: skip
def test_nothing_that_was_laid_is_named_before_it_is_revealed(
    judge: Any, tmp_path: Path, seat: str, own: set[str], others: set[str]
) -> None:
    """Neither in the trace nor in an offer, a refusal or the document (phase1.role); how many is told."""
    for text in told(judge, tmp_path, BEFORE, seat):
        assert own <= names(text)
        assert not others & names(text)
    page, _ = told(judge, tmp_path, BEFORE, "A")
    assert "B: program an unseen card." in page
    assert "(hand 3 → 2)" in page
    assert "an unseen card goes from B's hand to B's hand-lock zone" in page


def test_a_revealed_pile_is_named_and_what_is_locked_is_not(judge: Any, tmp_path: Path) -> None:
    """Each whole pile is turned up (phase3.reveal)."""
    for seat, shown, hidden in (
        ("A", {"sol", "bolt"}, {"spare", "held"}),
        ("B", {"ona", "trick"}, {"kept", "deep"}),
    ):
        for text in told(judge, tmp_path, AFTER, seat):
            assert shown <= names(text)
            assert not hidden & names(text)


def test_what_the_other_player_may_program_is_no_offer_to_read(judge: Any, tmp_path: Path) -> None:
    """A dispute that stops there tells its player alone what there is."""
    for text in told(judge, tmp_path, HELD_UP, "A"):
        assert not {"sol", "bolt"} & names(text)
    assert "program sol" in told(judge, tmp_path, HELD_UP, "B")[0]


def test_cards_that_do_not_open_stay_unknown(judge: Any, tmp_path: Path) -> None:
    """Opening cards are chosen face down and turned up together (setup.opening-cards)."""
    for text in told(judge, tmp_path, OPENING, "B"):
        assert {"arena", "kor"} <= names(text)
        assert not {"hall", "ona"} & names(text)


def test_the_card_under_the_deck_is_seen_by_its_player_alone(judge: Any, tmp_path: Path) -> None:
    """It is not shown (last-chance.hidden), and nobody reads a deck's order (last-chance.no-order)."""
    for text in told(judge, tmp_path, LAST_CHANCE, "B"):
        assert not {"v", "w", "x", "y", "z", "deep"} & names(text)
    page, document = told(judge, tmp_path, LAST_CHANCE, "A")
    assert "A: chooses x" in page
    assert "deep" not in names(page)
    assert "deep" not in json.dumps(json.loads(document)["steps"])
    assert "(deck 19 → 20" in page
