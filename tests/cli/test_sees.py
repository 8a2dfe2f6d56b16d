"""Facts about what a player has seen: `sees.B = ["scout"]`, in every game, checked at the door."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playing import problems

from bench import rulings
from judge.fixture.facts import SEES
from judge.fixture.load import load_fixture, parse_fixture
from judge.play.ruling import run

LOOKED_FOR = """\
game = "dbs"
script = ["A: activate call", "A: choose g", "chance: shuffle x"]
A = {{ hand = ["call"], deck = ["x", "g", 10] }}
B = {{ hand = ["held", 1] }}
[cards]
call = {{ type = "extra", activated = {{ do = [{{ choose = "t", from = {{ zone = "deck", character = "Goku" }}, upto = true }}, {{ move = "$t", to = "hand" }}, {{ shuffle = "deck" }}] }} }}
g = {{ character = "Goku", power = 15000 }}
x = {{ character = "Vegeta", power = 5000 }}
held = {{ power = 5000 }}
[expect]
{expect}
"""  # noqa: E501

TOLD = """\
game = "dbs"
script = [{script}]
B = {{ hand = 2, energy = 1 }}
[cards]
nope = {{ power = 5000 }}
[expect]
sees.A.{a} = "nope"
sees.B.{b} = "nope"
"""


def looked_for(expect: str) -> str:
    """The dispute with these facts."""
    return LOOKED_FOR.format(expect=expect)


@pytest.mark.parametrize(
    ("expect", "holds"),
    [
        ('sees.B = ["call", "g"]', True),  # one lies open, the other was revealed (11-2-1)
        ('sees.B = "g"', True),
        ('sees.B = ["g", "x"]', False),  # x was never shown to B
        ('sees.B = { without = ["x"] }', True),
        ('sees.B = { has = ["g"], without = ["g"] }', False),
        ('sees.B = { has = ["held"], without = ["x"] }', True),
        ('sees.A.without = ["held"]', True),
        ('sees.A.has = ["held"]', False),
        ('sees.B.has = ["B.hand1"]', False),  # a card that nobody has named
    ],
)
def test_what_was_seen_is_a_fact(expect: str, holds: bool) -> None:
    """Each part is a fact of its own, held against what its player has seen."""
    text = looked_for(expect)
    ruling = run(parse_fixture(text), readings=False)
    assert ruling.verdict == ("holds" if holds else "fails")
    assert all(one.path.startswith("sees.") for one in ruling.facts)


@pytest.mark.parametrize(
    ("script", "a", "b"),
    [
        ('"A: pass"', "without", "without"),
        ('"B: know hand1 = nope", "A: pass"', "without", "has"),
        ('"B: know hand1 = nope", "A: pass", "B: charge hand1"', "has", "has"),
    ],
)
def test_a_card_that_was_told_is_seen_by_who_holds_it(script: str, a: str, b: str) -> None:
    """The other player sees it when it lies open."""
    assert run(parse_fixture(TOLD.format(script=script, a=a, b=b)), readings=False).verdict == "holds"


@pytest.mark.parametrize(
    ("expect", "place", "said"),
    [
        ('sees = ["g"]', "sees", "sees must be a table"),
        ('sees.C = ["g"]', "sees.C", "there is no player 'C'"),
        ("sees.B = 3", "sees.B", "B has the wrong type"),
        ("sees.B = [3]", "sees.B[0]", "sees names cards"),
        ('sees.B = ["g", "hedl"]', "sees.B[1]", "'hedl' is no card of this board"),
        ('sees.B = { hat = ["g"] }', "sees.B.hat", "nothing is called 'hat' here"),
        ('sees.B.without = "hedl"', "sees.B.without", "'hedl' is no card of this board"),
        ("sees.B.has = true", "sees.B.has", "has has the wrong type"),
    ],
)
def test_what_cannot_be_seen_is_bad_input(expect: str, place: str, said: str) -> None:
    """With its place, and the nearest name where there is one."""
    (problem,) = problems(looked_for(expect))
    assert problem.key == f"expect.{place}"
    assert said in problem.message
    assert problem.line == 11
    assert problem.hint == {"hedl": "held", "hat": "has"}.get(problem.found, "")


def test_it_stands_in_the_page_and_in_json(judge: Any, tmp_path: Path) -> None:
    """What fails is told; a player is told nothing of it, for it names what the player may not have seen."""
    path = tmp_path / "seen.toml"
    path.write_text(looked_for('sees.B = { has = ["x"] }'), encoding="utf-8")
    called = judge("run", path)
    assert called.code == 1
    assert "sees.B.has: expected x, found nothing" in called.out
    document = json.loads(judge("run", path, "--format", "json").out)
    assert document["expectations"] == [{"path": "sees.B.has", "expected": ["x"], "found": [], "ok": False}]
    assert json.loads(judge("run", path, "--format", "json", "--as", "B").out)["expectations"] == []


def test_no_search_follows_what_players_see(judge: Any, tmp_path: Path) -> None:
    path = tmp_path / "seen.toml"
    path.write_text(looked_for(""), encoding="utf-8")
    called = judge("explore", path, "--find", "sees.B=g")
    assert (called.code, called.out) == (2, "")
    assert "--find: a search does not follow what players see" in called.err


def test_every_game_has_rulings_about_it() -> None:
    """Somebody has seen a card, and somebody has not."""
    found = [one for one in rulings() if f"\n{SEES}" in one.read_text(encoding="utf-8")]
    games = {load_fixture(one).book.id for one in found}
    assert games == {"dbs", "postures", "tdg", "victory-spark", "ygo"}
    assert all(fact.ok for one in found for fact in run(load_fixture(one), readings=False).facts)
