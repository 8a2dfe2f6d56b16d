"""Why a condition fails is told with what it asks for and what is there, by hand from the board."""

from __future__ import annotations

from typing import Any

import pytest
from playing import loaded

from bench import FIXTURES
from judge.engine import trace
from judge.play.ruling import Ruling, run
from judge.render.json import ruling_json
from judge.speech.sentences import Teller


def played(name: str) -> Ruling:
    """A ruling of the house by its name."""
    return run(loaded(next(FIXTURES.rglob(f"{name}.toml"))))


def unmet(ruling: Ruling) -> dict[str, Any]:
    """What its only part whose condition fails carries."""
    (entry,) = [one for one in ruling.entries if one.kind is trace.CONDITION_FAILS]
    return dict(entry.data)


CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "leaders-ability-first-draws-nothing": (  # k1 attacks with 5000; its own +10000 comes after the leader's
        "hero",
        {
            "form": "is",
            "cards": ("k1",),
            "tests": ({"key": "min", "attr": "power", "want": 15000, "have": 5000},),
        },
    ),
    "an-extra-card-does-not-count-itself-twice-in-the-drop-zone": (
        "e12",
        {"form": "cards", "zones": ("drop",), "seats": ("A",), "tests": (), "found": 4, "at_least": 5},
    ),
    "an-effect-no-longer-sees-the-boost-of-a-card-it-moved": (
        "hunt",
        {"form": "value", "attr": "power", "cards": ("d",), "found": 15000, "at_least": 20000},
    ),
    "the-hand-is-trimmed-after-the-end-of-the-turn-under-1-04": (
        "clock",
        {"form": "cards", "zones": ("hand",), "seats": ("A",), "tests": (), "found": 7, "at_most": 5},
    ),
    "a-monster-turned-to-defense-is-not-attacking-any-more": (
        "t",
        {"form": "is", "cards": ("a",), "tests": ({"key": "attacks", "want": True, "have": None},)},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_part_says_whose_it_is_what_it_asks_and_what_is_there(name: str) -> None:
    """The card whose ability it is, and each part that does not hold."""
    card, found = CASES[name]
    told = unmet(played(name))
    assert told["card"] == card
    assert told["found"] == (found,)


def test_the_sentence_names_both() -> None:
    """Card, value asked for, value found."""
    ruling = played("leaders-ability-first-draws-nothing")
    told = [Teller(ruling).tell(one) for one in ruling.entries if one.kind is trace.CONDITION_FAILS]
    assert told == [
        "hero: condition not met; it asks for k1 with power 15000 or more, but k1 has power 5000. "
        "This part does nothing."
    ]


def test_a_refusal_says_what_was_found() -> None:
    """`activate hero` asks for 4 life cards at most; A has 5."""
    ruling = played("an-awakening-needs-its-condition")
    refused = [
        cond
        for entry in ruling.entries
        if entry.kind is trace.OFFER
        for option in entry.data["refused"]
        for cond in option.conds
        if option.key == "activate hero" and cond.message_key == "when" and not cond.ok
    ]
    (found,) = refused[0].values["found"]
    assert (found["zones"], found["seats"], found["at_most"], found["found"]) == (("life",), ("A",), 4, 5)
    assert "there are 5, but at most 4 cards in A's life is asked for" in Teller(ruling).cond(refused[0])


def test_what_a_seat_may_not_see_is_not_counted_for_it() -> None:
    """Cards of a kind in the other's hand are not counted for a reader who may not look at them."""
    ruling = played("leaders-ability-first-draws-nothing")
    hidden = {
        "form": "cards",
        "zones": ("hand",),
        "seats": ("B",),
        "tests": ({"key": "type", "want": "battle"},),
    }
    counted = {**hidden, "tests": ()}
    assert not Teller(ruling._replace(viewer="A"), "A").open(hidden)
    assert Teller(ruling._replace(viewer="A"), "A").open(counted)
    assert Teller(ruling._replace(viewer="B"), "B").open(hidden)


def test_json_has_it_too() -> None:
    """The values stand under the cause of the step."""
    steps = ruling_json(played("leaders-ability-first-draws-nothing"))["steps"]
    (cause,) = [one["cause"] for one in steps if one["kind"] == "condition-fails"]
    assert cause["card"] == "hero"
    assert cause["found"][0]["tests"][0]["have"] == 5000
