"""A player reads the same of two boards that differ only in what that player cannot see, to the byte.

The boards are those of the rulings, changed: prints exchanged, cards in each other's places, unseen cards
that turn out to be this or that, a script that does with one unseen card what it did with another.
"""

from __future__ import annotations

import json
import os
import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from conftest import EVERY
from unseen import Pair, differing, leaks, pages, pairs, played

from bench import FIXTURES, name_of, rulings
from judge.fixture.load import load_fixture, parse_fixture

HERE = Path(__file__).parent
KNOWN = tomllib.loads((HERE / "leaks.toml").read_text(encoding="utf-8")).get("leak", [])
GAMES = ("dbs", "postures", "tdg", "victory-spark", "ygo")
SAMPLE = 5  # boards of each game


def boards() -> list[Path]:
    """The rulings whose boards are tried: all of them, or of each game the same few every time."""
    found = rulings()
    if os.environ.get(EVERY):
        return found
    dice = random.Random(2026)
    by_game = {game: [one for one in found if one.relative_to(FIXTURES).parts[0] == game] for game in GAMES}
    return [one for game in GAMES for one in sorted(dice.sample(by_game[game], SAMPLE))]


def known(path: Path, pair: Pair) -> bool:
    """Is it one of the leaks that are on the list?"""
    said = (name_of(path), pair.reader, pair.how)
    return said in [(one["ruling"], one["reader"], one["how"]) for one in KNOWN]


@pytest.mark.parametrize("path", boards(), ids=name_of)
def test_what_cannot_be_seen_changes_nothing(path: Path) -> None:
    """Neither text nor JSON, a refused line at the end included."""
    found = [(pair.reader, pair.how, leaks(pair)) for pair in pairs(path) if not known(path, pair)]
    assert [one for one in found if one[2]] == []


def test_there_are_pairs_of_every_game() -> None:
    """The sample is none of nothing: both players read, and a line is refused in some."""
    found: Counter[str] = Counter()
    for path in boards()[::3]:
        for pair in pairs(path):
            found.update([path.relative_to(FIXTURES).parts[0], f"to {pair.reader}"])
            found.update(["refused"] * (pair.rulings[0].refusal is not None))
    assert all(found[one] for one in (*GAMES, "to A", "to B", "refused")), found


@pytest.mark.parametrize("leak", KNOWN, ids=lambda one: f"{one['ruling']} {one['how']}")
def test_a_leak_on_the_list_still_leaks(leak: dict[str, str]) -> None:
    """One that has been mended is taken off the list."""
    path = FIXTURES / f"{leak['ruling']}.toml"
    found = [pair for pair in pairs(path) if (pair.reader, pair.how) == (leak["reader"], leak["how"])]
    assert any(leaks(pair) for pair in found)


# --- small boards ----------------------------------------------------------------------------------
SET = """\
game = "ygo"
script = ["A: set {card}", "B: not activate twister by priority.opponent-locked"]
A = {{ hand = ["t", "u"] }}
B = {{ spell = [{{ card = "twister", facing = "down" }}] }}
[cards]
t = {{ type = "trap", effect = {{ do = [{{ recover = 100 }}] }} }}
u = {{ type = "trap", effect = {{ do = [{{ recover = 200 }}] }} }}
twister = {{ type = "trap", effect = {{ do = [{{ recover = 100 }}] }} }}
"""
HIDDEN = """\
game = "postures"
at = "clash"
turn = 5
script = ["A: attack x direct"]
A = { c1 = "x" }
B = { c1 = { card = "h", posture = "hidden" }, c2 = { card = "i", posture = "hidden" } }
[cards]
x = { level = 0, atk = 100 }
h = { level = 0, def = 100 }
i = { level = 0, def = 900 }
"""


def test_a_question_does_not_name_the_card_that_was_set_before_it() -> None:
    """ "After A set a card": which one is A's business."""
    found = [played(fixture, fixture.start, fixture.lines, "B")
             for fixture in (parse_fixture(SET.format(card=card)) for card in "tu")]  # fmt: skip
    texts = [pages(one, "B")["text"] for one in found if one is not None]
    assert len(texts) == 2
    assert texts[0] == texts[1]
    assert 'after "A: set a card"' in texts[0]


FACTS = """\
game = "dbs"
script = ["A: attack la lb"]
A = {{ life = ["z", 5] }}
B = {{ hand = ["h", 1] }}
[cards]
h = {{ power = {power} }}
z = {{ power = {power} }}
[expect]
h = {{ zone = "hand", power = {power} }}
A.z = {{ power = {power} }}
B.hand1 = {{ zone = "hand" }}
B.hand = 3
"""


def test_a_fact_about_an_unseen_card_is_none_for_who_has_not_seen_it() -> None:
    """Nor is the verdict, which tells whether such facts are so."""
    found = []
    for power in (5000, 6000):
        fixture = parse_fixture(FACTS.format(power=power))
        ruling = played(fixture, fixture.start, fixture.lines, "A")
        assert ruling is not None
        found.append(pages(ruling, "A"))
    assert found[0] == found[1]
    document = json.loads(found[0]["json"])
    assert [one["path"] for one in document["expectations"]] == ["B.hand"]
    assert document["verdict"] == ""


def test_hidden_creatures_are_alike() -> None:
    """An attack past them is refused, whichever they are."""
    fixture = parse_fixture(HIDDEN)
    starts = [(one, other) for how, one, other in differing(fixture, "A") if how.endswith("of h, i")]
    assert len(starts) == 2  # the prints exchanged, and the places
    for start in starts:
        found = [played(fixture, one, fixture.lines, "A") for one in start]
        assert None not in found
        one, other = (pages(ruling, "A") for ruling in found if ruling is not None)
        assert one == other
        assert json.loads(one["json"])["refused"]["line"] == "A: attack x direct"


def test_a_difference_that_can_be_seen_is_found() -> None:
    """The comparison is no formality: the same pair, read by who holds the cards."""
    fixture = load_fixture(FIXTURES / "ygo/positions/a-monster-does-not-hear-that-it-is-set.toml")
    (_, one, other), *_ = differing(fixture, "B")
    rulings_ = [played(fixture, start, fixture.lines, "B") for start in (one, other)]
    assert None not in rulings_
    texts = [pages(ruling, "A")["json"] for ruling in rulings_ if ruling is not None]
    assert texts[0] != texts[1]
