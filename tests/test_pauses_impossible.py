"""Positions that no game comes to are refused in a saved pause, each at its place; those that a game comes to
are not.
"""

from __future__ import annotations

import copy
import datetime
from collections.abc import Callable
from typing import Any

import pytest
import tomli_w
from test_pauses_door import SAVED, position, problems

from judge.fixture.load import parse_fixture
from judge.play.ruling import run
from judge.render.fixtures import paused

Pause = dict[str, Any]
Change = Callable[[Pause], None]
BATTLE = """
game = "dbs"
script = ["A: attack k B.leader"]
A = { battle = [{ card = "k", under = ["u", "v"] }, "w", "t"], hand = ["g", 2], energy = 2 }
B = { life = 3, hand = ["nope", 1], battle = ["bb"], energy = 1 }
[cards]
k = { power = 5000, auto = { on = "attack", do = [{ draw = 1 }] } }
u = { power = 1000 }
v = { power = 1000 }
w = { power = 2000, activated = { do = [{ draw = 1 }] } }
t = { power = 1000, token = true }
bb = { power = 2000 }
g = { power = 5000 }
nope = { type = "extra", cost = 1, contre = { against = "attack", do = [{ negate = "attack" }] } }
"""


def battle() -> Pause:
    """A pause in the counter window of an attack, k's ability waiting."""
    ruling = run(parse_fixture(BATTLE, "battle.toml"), readings=False)
    return paused(ruling.fixture, ruling.game)


def moved(pause: Pause, card: str, zone: str) -> None:
    """A card of the pause lies in another zone."""
    row = pause["cards"][card]
    pause["zones"][row["zone"]] = [one for one in pause["zones"][row["zone"]] if one != card]
    pause["zones"][zone] = [*pause["zones"].get(zone, []), card]
    row["zone"] = zone


def marked(mark: str, state: object) -> Change:
    """k has one more mark."""
    return lambda pause: pause["cards"]["k"]["marks"].append([mark, state])


def effect(**said: object) -> Change:
    """One effect on k lasts."""

    def change(pause: Pause) -> None:
        ref = pause["cards"]["k"]["object"]
        row = {"$": "Effect", "id": 1, "makes": "add", "attr": "power", "value": 1, "to": [ref],
               "until": "turn", "source": "", "ability": "", "seat": "", "rule": ""}  # fmt: skip
        pause["effects"] = [{**row, **said}]

    return change


def waiting(**said: object) -> Change:
    """What waits waits otherwise."""
    return lambda pause: pause["waiting"][0].update(said)


def set_at(key: str, value: object) -> Change:
    """A key of the pause has another value."""
    return lambda pause: pause.update({key: value})


def remembered(key: str, value: object) -> Change:
    """One more thing is remembered."""
    return lambda pause: pause["memory"].update({key: value})


def queued(verb: str, **args: object) -> Change:
    """One more instruction waits in the battle."""
    do = {"$": "Do", "verb": verb, "args": args}
    return lambda pause: pause["agenda"][4].update(queue=[do])


def nowhere(pause: Pause) -> None:
    """A pile whose top lies nowhere."""
    pause["zones"]["A.battle"].remove("k")
    for card in ("k", "u", "v"):
        pause["cards"][card]["zone"] = ""


PAST: dict[str, object] = {"names": ["x"], "card": "", "from": "", "to": "", "args": {}, "others": {}}


def happened(**said: object) -> Change:
    """One thing has happened this turn."""
    return remembered("turn:happened", [{**PAST, **said}])


HAPPENED = {"names": 5, "args": 5, "others": 5}
CHANGES: dict[str, tuple[Change, str]] = {
    "covered and listed": (lambda pause: pause["zones"]["A.battle"].append("u"), "only beneath k"),
    "pile nowhere": (nowhere, "k lies nowhere"),
    "two leaders": (lambda pause: moved(pause, "w", "A.leader"), "in the Leader Zone"),
    "leader in battle": (lambda pause: moved(pause, "la", "A.battle"), "cannot lie in the Battle Zone"),
    "another's card": (lambda pause: moved(pause, "g", "B.hand"), "A's card"),
    "mark in hand": (lambda pause: moved(pause, "t", "A.hand"), "has no mode"),
    "no back": (lambda pause: pause["cards"]["k"].update(face="back"), "no such face"),
    "another print": (lambda pause: pause["cards"]["k"].update(print="g"), "another print"),
    "another owner": (lambda pause: pause["cards"]["k"].update(owner="B"), "another owner"),
    "mark twice": (marked("mode", "action"), "already"),
    "an unknown memory": (remembered("turn:onse:x", 1), "nothing of the name 'onse' is remembered"),
    "a memory of another game": (remembered("clock", 1), "nothing of the name 'clock' is remembered"),
    "counter below": (marked("counter:x", -5), "1 or more"),
    "counter half": (marked("counter:x", 1.5), "1 or more"),
    "counter infinite": (marked("counter:x", float("inf")), "1 or more"),
    "counter none": (marked("counter:x", float("nan")), "1 or more"),
    "another's turn": (set_at("active", "B"), "for B"),
    "nothing under way": (lambda pause: (pause.pop("ask"), pause.update(agenda=[])), "nothing is under way"),
    "no base": (lambda pause: pause["agenda"].pop(0), "turn stands on game"),
    "twice": (lambda pause: pause["agenda"].extend(pause["agenda"][:2]), "running already"),
    "reversed": (lambda pause: pause["agenda"].reverse(), "stands on a procedure"),
    "other step": (lambda pause: pause["agenda"][1].update(step="6-4"), "is run from step 6-3"),
    "other offers": (lambda pause: pause["agenda"][3]["vars"].update(offers=["counter"]), "otherwise"),
    "other window": (lambda pause: pause["agenda"][3].update(procedure="window:check"), "runs window:free"),
    "other source": (waiting(source="#1"), "this object is la"),
    "other ability": (waiting(ability="w/activated1"), "does not have this ability"),
    "no ability": (waiting(ability=""), "no ability waits so"),
    "other master": (waiting(master="B"), "me is the master"),
    "host itself": (remembered("host:#1", "#1"), "comes round to itself"),
    "came": (remembered("came:#1", HAPPENED), "not the cause of what has happened"),
    "happened": (remembered("turn:happened", [HAPPENED]), "not the cause of what has happened"),
    "happened once": (remembered("turn:happened", PAST), "this is no list"),
    "happened to no record": (happened(subject={"$": "Nope"}), "a Card is needed here"),
    "happened to a list": (happened(subject={"$": ["x"]}), "a Card is needed here"),
    "happened by no record": (happened(others={"by": [{"$": "Nope"}, {}]}), "a Card is needed here"),
    "happened by half a card": (happened(others={"by": [{"$": "Card"}, {}]}), "needs the key 'id'"),
    "happened by a card": (happened(others={"by": {"$": "Card"}}), "a list of 2 values"),
    "happened on a day": (happened(seen={"name": datetime.date(2020, 1, 1)}), "no value of a game"),
    "happened because of 5": (happened(args={"because": 5}), "because has the wrong type"),
    "happened by 5": (happened(args={"by": 5}), "by has the wrong type"),
    "happened as a record": (happened(**{"$": "Ask"}), "this is not what has happened"),
    "happened nowhere": (happened(**{"from": 5}), "from has the wrong type"),
    "happened to what came by nothing": (happened(seen={"came": {"names": 5}}), "needs the key 'args'"),
    "last seen as nothing": (remembered("turn:last:#1", {"x": {"$": "Nope"}}), "there is no such record"),
    "last seen as a card": (remembered("turn:last:#1", {"x": {"$": "Card"}}), "needs the key 'id'"),
    "effect twice": (lambda pause: (effect()(pause), pause["effects"].append(pause["effects"][0])), "number"),
    "words added": (effect(attr="color"), "color is no number"),
    "half": (effect(makes="make", value=0.5), "power is a number"),
    "no words": (effect(makes="make", attr="color", value=[1, 2]), "made of words"),
    "no article": (effect(rule="99-9"), "no article"),
    "not blank": (effect(makes="blank", attr="blank", value=0), "a list"),
    "not said": (effect(makes="divide", value=2), "no card of dbs says"),
    "queue": (queued("move", move="self", to="nowhere"), "a zone"),
    "queue of nobody": (queued("settled", zone="deck", of="nobody"), "a player"),
    "result": (lambda pause: (pause.pop("ask"), pause.update(
        result={"$": "Result", "winner": "A", "rule": "99-9", "why": "x"})), "no article"),
}  # fmt: skip


@pytest.mark.sample(15)
@pytest.mark.parametrize("name", CHANGES)
def test_no_game_comes_to_it(name: str) -> None:
    """It is told, whatever else is."""
    data, (change, told) = battle(), CHANGES[name]
    change(data["pause"])
    found = problems(data)
    assert any(told in one for one in found), found


def test_what_a_game_comes_to_is_played() -> None:
    """A pile that another card covers now, a counter, an effect, another turn."""
    data = battle()
    pause = data["pause"]
    pause["cards"]["u"]["on"] = "w"
    pause["cards"]["w"]["under"], pause["cards"]["k"]["under"] = ["u"], ["v"]
    marked("counter:x", 2)(pause)
    effect(rule="7-1-1")(pause)
    pause["turn"] += 2
    again = parse_fixture(tomli_w.dumps(data), "pause.toml")
    assert len(again.notes) == 1


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", SAVED)
def test_in_every_game(game: str) -> None:
    """The agenda, marks, scores and effects, whatever the rulebook."""
    whole = position(game)
    changes: list[tuple[Change, str]] = [
        (lambda pause: pause["agenda"].pop(0), "stands on"),
        (lambda pause: pause["agenda"].extend(pause["agenda"][:1] * 500), "running already"),
        (lambda pause: next(iter(pause["cards"].values())).update(marks=[["counter:x", -1]]), "1 or more"),
        (remembered("host:#1", "#1"), "comes round to itself"),
        *([(set_at("scores", {}), "is missing")] if whole["pause"]["scores"] else []),
    ]
    for change, told in changes:
        data = copy.deepcopy(whole)
        change(data["pause"])
        found = problems(data)
        assert any(told in one for one in found), found


def test_two_cards_on_a_slot_and_one_on_none() -> None:
    """Where each card of a zone has a slot of its own."""
    text = 'game = "postures"\nA = { creature = ["k", "g"] }\n[cards]\nk = { atk = 1 }\ng = { atk = 1 }\n'
    ruling = run(parse_fixture(text, "slots.toml"), readings=False)
    data = paused(ruling.fixture, ruling.game)
    for slot in ("c1", ""):
        other = copy.deepcopy(data)
        for card in other["pause"]["cards"].values():
            card["marks"] = [
                [name, slot if name == "slot" else state]
                for name, state in card["marks"]
                if name != "slot" or slot
            ]
        assert any("slot" in one or "lie on c1" in one for one in problems(other))
