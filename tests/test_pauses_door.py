"""What a saved pause says is checked before anything is played on it."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from bench.outcomes import rulings
from judge.errors import BadInput, NotImplementedYet, Problem
from judge.fixture.load import load_fixture, parse_fixture
from judge.play.ruling import run
from judge.render.fixtures import paused

HOME = Path(__file__).parent.parent
SAVED = {
    "dbs": "counter-window", "ygo": "chains", "postures": "responses", "tdg": "alterations",
    "victory-spark": "attack",
}  # fmt: skip
TRIES = 40  # changes of each pause


def position(game: str, at: int = 0) -> dict[str, Any]:
    """What a run of a ruling leaves when it is saved."""
    found = [one for one in rulings() if f"/{game}/{SAVED[game]}/" in one.as_posix()]
    ruling = run(load_fixture(found[at]), readings=False)
    return paused(ruling.fixture, ruling.game)


def problems(data: dict[str, Any]) -> list[str]:
    """What the door says of a pause."""
    with pytest.raises(BadInput) as caught:
        parse_fixture(tomli_w.dumps(data), "pause.toml")
    return [one.text() for one in caught.value.problems]


@pytest.mark.sample(15)
@pytest.mark.parametrize("at", range(0, 60, 7))
@pytest.mark.parametrize("game", SAVED)
def test_a_pause_as_it_was_saved_passes(game: str, at: int) -> None:
    """Without a word; and its next decision is the one that was open."""
    found = [one for one in rulings() if f"/{game}/" in one.as_posix()]
    ruling = run(load_fixture(found[at * 3 % len(found)]), readings=False)
    again = parse_fixture(tomli_w.dumps(paused(ruling.fixture, ruling.game)), "pause.toml")
    assert again.notes == ()
    assert again.start.ask == ruling.game.ask


CHANGES: list[tuple[str, Any, str]] = [
    ("cards", {}, "pause.toml"),
    ("active", "C", "active has the wrong type or value"),
    ("turn", 0, "turn"),
    ("zones", {"A.nowhere": []}, "nowhere"),
    ("agenda", [{"$": "Frame", "procedure": "nonsense", "step": "x"}], "nonsense"),
    ("serial", 1, "number"),
]


@pytest.mark.sample(12)
@pytest.mark.parametrize(("key", "value", "told"), CHANGES)
@pytest.mark.parametrize("game", SAVED)
def test_what_cannot_be_is_told_at_its_place(game: str, key: str, value: Any, told: str) -> None:
    """Cards that are not there, players, zones, procedures, numbers that were not given out yet."""
    data = position(game)
    data["pause"][key] = value
    found = problems(data)
    assert any(told in one for one in found), found
    assert all(one.startswith("pause.toml:") for one in found)


@pytest.mark.parametrize("game", SAVED)
def test_a_card_lies_in_one_zone(game: str) -> None:
    """And in it once."""
    data = position(game)
    zone, cards = next((zone, cards) for zone, cards in data["pause"]["zones"].items() if cards)
    data["pause"]["zones"][zone] = [cards[0], cards[0], *cards]
    assert any(cards[0] in one for one in problems(data))


def test_an_empty_pause_and_a_board_beside_one() -> None:
    """Neither is a position."""
    data = position("dbs")
    assert any("holds no position" in one for one in problems({**data, "pause": {}}))
    assert any("A" in one for one in problems({**data, "A": {"hand": 3}}))


def test_other_rules_and_other_hands_are_told() -> None:
    """A pause of another rulebook is refused; one that was changed is played, with a note."""
    data = position("dbs")
    other = copy.deepcopy(data)
    other["pause"]["saved"]["rulebook"] = "0" * 32
    assert any("this pause was not saved under" in one for one in problems(other))
    older = copy.deepcopy(data)
    older["pause"]["saved"]["judge"] = "0.0.1"
    older["pause"]["turn"] += 2
    notes = parse_fixture(tomli_w.dumps(older), "pause.toml").notes
    assert [("0.0.1" in one.message, "was changed" in one.message) for one in notes] == [
        (True, False), (False, True),
    ]  # fmt: skip


def places(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place of a pause."""
    rows = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, one in rows:
        yield (*path, key)
        yield from places(one, (*path, key))


def changed(data: dict[str, Any], path: tuple[str | int, ...], chance: random.Random) -> dict[str, Any]:
    """The pause with another value at one place, or without it."""
    new = copy.deepcopy(data)
    holder: Any = new["pause"]
    for key in path[:-1]:
        holder = holder[key]
    kind = chance.randrange(7)
    if kind == 0:
        del holder[path[-1]]
    else:
        holder[path[-1]] = ["", "nonsense", -1, 10**9, [], {"x": 1}][kind - 1]
    return new


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", SAVED)
def test_whatever_is_changed_nothing_breaks_off(game: str) -> None:
    """Each change is a problem with a place, or is played to the next decision."""
    data = position(game, 1)
    chance = random.Random(game)
    every, told = list(places(data["pause"])), list[Problem]()
    for path in chance.sample(every, min(TRIES, len(every))):
        other = changed(data, path, chance)
        try:
            run(parse_fixture(tomli_w.dumps(other), "pause.toml"), readings=False)
        except BadInput as error:
            told += error.problems
        except NotImplementedYet:
            continue
    assert told
    assert all(one.line for one in told)
