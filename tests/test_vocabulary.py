"""The door and the verbs are one: what the door accepts is carried out, or told by name to be not written
yet; nothing is accepted and ignored.

Every word is tried with each of its keys and with values of each kind. `make test` tries one case of each
word, in one of the games that have it; `make soak` tries all.
"""

from __future__ import annotations

import functools
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from zlib import crc32

import pytest
from extent import SOAK
from playing import problems
from vocabulary import (
    STAGES,
    Case,
    Values,
    accepted,
    costs,
    keyworded,
    lasting,
    listened,
    play,
    spelt,
    toml,
    unread,
)

KINDS = [spelt, costs, listened, lasting, keyworded]
LEADING = re.compile(r"(?:(?:if|cost|choose|auto|forbid|replace|surcharge) )?([^\s:]+)")

# What can be carried out on no board that these cases lie on: an attack, a chain.
ELSEWHERE = {
    "negate: as",
    "negate: rule",
    "set: rule",
    "resolved: posture",
    "resolved: facing",
    "resolved: rested",
    "resolved: rest-by-effect",
    "resolved: rests",
    "resolved: revealed",
    "resolved: chained",
    "resolved: slot",
}
# A choice in a hidden zone that has to be made: only a book that lets one find nothing there asks for it; a
# draw up to a number is not written in all games.
SAID_ANYWAY = {"choose: must", "draw: upto"}


@functools.cache
def values_of(game: str) -> Values:
    """The values of one game, made once."""
    return Values(STAGES[game])


@functools.cache
def one_a_word() -> dict[tuple[str, str], list[Case]]:
    """Of each word one case, one that the door accepts, by the game and the kind of cases that it is of."""
    found = defaultdict[str, list[tuple[tuple[str, str], Case]]](list)
    for kind in KINDS:
        for game in STAGES:
            for case in kind(values_of(game)):
                leading = LEADING.match(case.name)
                assert leading
                found[leading[1]].append(((game, kind.__name__), case))
    chosen = defaultdict[tuple[str, str], list[Case]](list)
    for word, cases in found.items():
        first = crc32(word.encode()) % len(cases)
        turned = [*cases[first:], *cases[:first]]
        wanted = (one for one in turned if accepted(values_of(one[0][0]), [one[1]]))
        place, case = next(wanted, turned[0])
        chosen[place].append(case)
    return chosen


@pytest.mark.slow("soak: thousands of cards")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("game", STAGES)
def test_what_the_door_accepts_is_carried_out(game: str, kind: Callable[[Values], Iterator[Case]]) -> None:
    """No traceback: it is refused with its place, played, or named as not written yet."""
    cases = list(kind(values_of(game))) if SOAK else one_a_word()[game, kind.__name__]
    found = play(values_of(game), cases, 8 if SOAK else 1)
    assert found.broken == []
    assert found.played > found.refused / 2 or not cases


@pytest.mark.slow("soak: thousands of cards")
@pytest.mark.soak
@pytest.mark.skipif("JUDGE_COMPILED" in os.environ, reason="machine code reads a table without asking it")
@pytest.mark.parametrize("game", STAGES)
def test_every_key_of_an_instruction_is_read(game: str) -> None:
    """A key that the door accepts says something: whatever carries the instruction out asks for it."""
    found = unread(values_of(game))
    assert {label: some[:3] for label, some in found.items() if label not in ELSEWHERE | SAID_ANYWAY} == {}


# What the door once let through and what then broke off, or was passed over in silence.
REFUSED = [
    ("ygo", "{ score = 2 }"),
    ("ygo", "{ aim = 1 }"),
    ("ygo", "{ draw-one = 1 }"),
    ("ygo", "{ named-mark = 1 }"),
    ("ygo", "{ equip-moved = 1 }"),
    ("dbs", "{ unblock = 1 }"),
    ("ygo", '{ send = { value = "atk", of = "self" } }'),
    ("ygo", '{ add = { value = "kind" }, of = "self" }'),
    ("ygo", "{ draw = { half = true } }"),
    ("ygo", '{ draw = { count = { of = "any" }, value = "atk" } }'),
    ("ygo", '{ damage = 2, position = "attack" }'),
    ("ygo", '{ choose = "a", from = { zone = "under" } }'),
    ("ygo", '{ choose = "a", from = { min = { kind = 1 } } }'),
    ("ygo", '{ choose = "a", from = { of = "any" }, as = "b" }'),
    ("ygo", '{ do = [{ draw = 1 }], as = "b" }'),
    ("ygo", '{ destroy = "self", random = true }'),
    ("ygo", '{ choose = "a", from = { of = "any" }, attr = "race" }'),
    ("ygo", '{ move = "self", to = "hand", then = "shuffle" }'),
    ("ygo", '{ move = "self", to = "deck", at = "top", then = "shuffle" }'),
    ("dbs", '{ gain = "Goku", attr = "power" }'),
    ("dbs", '{ make = 1, attr = "color_cost" }'),
    ("dbs", '{ set = "activate.ability", value = "self" }'),
    ("dbs", '{ play = "self", keeps = "all" }'),
    ("postures", '{ move = "self", to = "hand", onto = "it" }'),
    ("postures", '{ pay = 1, posture = "rest" }'),
    ("ygo", '{ draw = 1, when = { value = "race", of = "self" } }'),
    ("ygo", '{ draw = 1, when = { paired = { with = { zone = "hand" }, same = "name", as = "atk" } } }'),
]


@pytest.mark.parametrize(("game", "instruction"), REFUSED, ids=[one for _, one in REFUSED])
def test_what_nothing_carries_out_is_refused(game: str, instruction: str) -> None:
    """With its place and what was expected."""
    stage = STAGES[game]
    text = (
        stage.board
        + f"z = {{ type = {toml(stage.carrier['type'])}, {stage.key} = {{ do = [{instruction}] }} }}\n"
    )
    found = problems(text)
    assert found
    assert {one.line for one in found} == {len(text.splitlines())}


# What the door once refused though it is said like this.
ACCEPTED = [
    ("ygo", '{ draw = 1, when = { zone = "monster", not = "self" } }'),
    ("ygo", '{ destroy = { zone = "monster", of = "any", original = { atk = 1000 } } }'),
    ("dbs", '{ negate = "attack", as = "done" }, { draw = 1, if = "done" }'),
    ("postures", '{ negate = "attack", as = "done" }, { draw = 1, if = "done" }'),
    ("ygo", '{ draw = 1, as = "a" }, { draw = 1, when = [{ not = "a" }, { turn = "me" }] }'),
    ("dbs", '{ choose = "a", from = { of = "any", attacks = true } }'),
    ("ygo", '{ destroy = { zone = "monster", of = "any", counters = { spell = 1 } } }'),
]


@pytest.mark.parametrize(("game", "instruction"), ACCEPTED, ids=[one for _, one in ACCEPTED])
def test_what_is_said_like_this_is_accepted(game: str, instruction: str) -> None:
    """A selector's keys stand in a condition; what a negation did is stored."""
    stage = STAGES[game]
    assert (
        problems(
            stage.board
            + f"z = {{ type = {toml(stage.carrier['type'])}, {stage.key} = {{ do = [{instruction}] }} }}\n"
        )
        == []
    )


@pytest.mark.parametrize(
    ("game", "ability"),
    [
        ("ygo", 'static = { add = 1, answers = "attack" }'),
        ("ygo", 'static = { add = 1, position = "attack" }'),
        ("dbs", 'auto = { on = "ko", targets = [{ choose = "t", from = {} }], do = [] }'),
        ("ygo", 'trigger = { on = { move = "self", from = "any" }, do = [] }'),
        ("ygo", 'trigger = { on = { move = "self", of = "opponent" }, do = [] }'),
        ("ygo", 'auto = { on = "wait", do = [] }'),
        ("ygo", "quick = { from-hand = true, do = [{ draw = 1 }] }"),
        ("postures", 'timed = { on = "moved", phase = "clash", do = [] }'),
        ("postures", 'static = { gain = "a", attr = "atk" }'),
        ("ygo", 'counter = { against = "attack", do = [{ draw = 1 }] }'),
        ("tdg", 'surcharge = { on = { effect = "any" }, cost = [{ draw = 1 }] }'),
        ("tdg", 'allow = { what = "second-attack" }'),
    ],
)
def test_keys_of_abilities_that_say_nothing_are_refused(game: str, ability: str) -> None:
    """What only another kind of ability has, zones that nothing comes from, events that no card hears of, and
    kinds for which the game has nothing that they could be about.
    """
    assert problems(STAGES[game].board + f"z = {{ {ability} }}\n")


@pytest.mark.parametrize(
    "ability",
    [
        'static = { add = 5, of = { of = "me" } }',
        'timed = { on = "turn-start", do = [{ draw = 1 }] }',
        'replace = { on = { destroy = { of = "me" } }, with = { to = "hand" } }',
        'forbid = { on = { destroy = { of = "me" } } }',
        'allow = { what = "direct-attack", of = { of = "me" } }',
    ],
    ids=lambda ability: ability.partition(" ")[0],
)
def test_only_a_magic_that_stays_gives_anything(ability: str) -> None:
    """What a magic card gives while it lies there needs one that lies there (magic.continuous)."""
    board = STAGES["postures"].board
    passing = problems(f'{board}z = {{ type = "magic", {ability} }}\n')
    assert [one.message for one in passing] == [
        f"{ability.partition(' ')[0]} does nothing on such a magic card"
    ]
    assert problems(f'{board}z = {{ type = "magic", kind = "continuous", {ability} }}\n') == []


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ('{ name = "Moss Token", level = 1, atk = 100 }', ""),
        ("{ level = 1 }", "a token that is described has a name"),
        ('{ name = "Moss Token", ATK = 1 }', "a described token prints no ATK"),
        ('{ name = "Moss Token", piercing = true }', "a described token prints no piercing"),
        ('{ name = "Moss Token", level = -1 }', "a card prints no negative level"),
        ('{ name = "Moss Token", level = 2, atk = 100 }', "another text describes moss-token otherwise"),
        ('{ name = "Rain" }', "rain is a card of its own here"),
    ],
)
def test_a_token_that_a_text_describes_is_one(token: str, message: str) -> None:
    """It has a name and printed values, and is described alike wherever it is."""
    text = f"""
game = "ygo"
title = "t"
script = []
[A]
hand = ["call", "rain"]
[cards]
call = {{ type = "spell", effect = {{ do = [{{ create = {token} }}] }} }}
[cards.rain]
type = "spell"
effect = {{ do = [{{ create = {{ name = "Moss Token", level = 1, atk = 100 }} }}] }}
"""
    told = [one.message for one in problems(text)]
    assert message in told if message else told == []
