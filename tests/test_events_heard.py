"""What the door lets an ability listen to is what the engine's events have, and nothing else: an event that
befalls players is heard of players, and no detail may be asked that no such event has.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from extent import SOAK
from playing import problems
from vocabulary import STAGES

from bench import rulings
from judge.engine.effects import pattern_match
from judge.engine.flow import engine
from judge.engine.kernel.book import Book
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import AppliedEvent
from judge.engine.kernel.view import View
from judge.fixture.load import load_fixture
from judge.grammar.conditions import parts_of
from judge.play.ruling import run

EVERY = 1 if SOAK else 72  # of the rulings
KNOWN = ("card", "n", "target", "attacker")


class Heard:
    """What the events of rulings have about them, by the names under which they are heard."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.found: dict[str, set[str]] = {}

    def keep(self, sight: pattern_match.Sight) -> None:
        """What one event has."""
        has = {key for key in KNOWN if sight.args.get(key) not in (None, "")} - {"card"}
        has |= {"card"} if sight.card is not None else set()
        has |= {"marks"} if sight.args.get("marks") else set()
        for name in self.book.heard_names.intersection(sight.names):
            self.found.setdefault(name, set()).update(has)


@functools.cache
def heard(game: str) -> Heard:
    """Rulings of a game played: every event before it happens where something could hear, every record."""
    made, seen = engine.record, pattern_match.of_event
    kept = [Heard(load_fixture(rulings(game)[0]).book)]

    def of_event(view: View, event: Event) -> pattern_match.Sight:
        sight = seen(view, event)
        kept[0].keep(sight)
        return sight

    def record(event: Event, change: Any, values: Mapping[str, object] | None) -> AppliedEvent:
        one = made(event, change, values)
        if not one.quiet:
            view: Any = SimpleNamespace(book=kept[0].book)
            kept[0].keep(pattern_match.of_record(view, one))
        return one

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "record", record)
        patch.setattr(pattern_match, "of_event", of_event)
        for ruling in rulings(game)[::EVERY]:
            run(load_fixture(ruling))
    return kept[0]


@pytest.mark.slow("soak: every ruling")
@pytest.mark.skipif("JUDGE_COMPILED" in os.environ, reason="machine code calls its functions by itself")
@pytest.mark.parametrize("game", STAGES)
def test_the_door_admits_whatever_events_have(game: str) -> None:
    """A card, marks, a number, other cards: what a played event has may be asked of it."""
    found = heard(game)
    missed = {name: has - parts_of(found.book, name) for name, has in found.found.items()}
    assert found.found
    assert {name: has for name, has in missed.items() if has} == {}


@pytest.mark.skipif("JUDGE_COMPILED" in os.environ, reason="machine code calls its functions by itself")
@pytest.mark.parametrize("game", STAGES)
def test_moments_are_about_what_the_rulebook_says(game: str) -> None:
    """A moment, or a score, that is declared to be about a card or to have something besides has it."""
    found = heard(game)
    rows = {**found.book.signals, **found.book.tables["score_word"]}
    parts = {name: parts_of(found.book, name).intersection(KNOWN) for name in rows}
    assert {
        name: parts[name] - found.found[name]
        for name in rows
        if parts[name] - found.found.get(name, parts[name])
    } == {}


REFUSED = [
    ("dbs", 'damage = { of = "me" }', "damage befalls a player, no card"),
    ("dbs", 'damage = "self"', "damage befalls a player, no card"),
    ("dbs", 'defeat = { of = "me" }', "defeat befalls a player, no card"),
    ("dbs", 'turn-end = { of = "me" }', "turn-end befalls a player, no card"),
    ("dbs", 'turn-end = "self"', "turn-end befalls a player, no card"),
    ("dbs", 'turn-end = "me", from = "hand"', "the event 'turn-end' has no key 'from'"),
    ("postures", 'damage = { of = "opponent" }', "damage befalls a player, no card"),
    ("ygo", 'damage = { of = "opponent" }', "damage befalls a player, no card"),
    ("ygo", 'standby-phase = { of = "me" }', "standby-phase befalls a player, no card"),
    ("tdg", 'lose-pv = { of = "me" }', "lose-pv befalls a player, no card"),
    ("tdg", 'damage = "any"', "no event is called 'damage'"),
    ("tdg", 'turn-start = "any"', "no event is called 'turn-start'"),
    ("victory-spark", 'turn-end = "self"', "turn-end befalls a player, no card"),
    ("dbs", 'activated = { of = "opponent" }, ability = "bloquer"', "there is no ability 'bloquer'"),
    ("dbs", 'draw = "me", by = { ability = "zzz" }', "there is no ability 'zzz'"),
    ("dbs", 'move = "self", ability = "zzz"', "there is no ability 'zzz'"),
    ("dbs", 'attack = "self", mode = "inertie"', "the event 'attack' has no key 'mode'"),
    ("dbs", 'draw = "me", target = "self"', "the event 'draw' has no key 'target'"),
    ("dbs", 'attack = "self", n = 3', "the event 'attack' has no key 'n'"),
    ("dbs", 'attack = "self", attacker = "self"', "the event 'attack' has no key 'attacker'"),
    ("ygo", 'summon = "self", n = 1', "the event 'summon' has no key 'n'"),
    ("ygo", 'state = { zone = "hand", at_most = 0 }, by = "me"', "the event 'state' has no key 'by'"),
]


@pytest.mark.parametrize(("game", "on", "message"), REFUSED, ids=[f"{game} {on}" for game, on, _ in REFUSED])
def test_what_nothing_could_hear_is_refused(game: str, on: str, message: str) -> None:
    """On the line of the card, and the same of an event that may have happened."""
    found = problems(f"{STAGES[game].board}z = {{ auto = {{ on = {{ {on} }}, do = [{{ draw = 1 }}] }} }}\n")
    assert [one.message for one in found] == [message]
    assert all(one.line and one.column and (one.expected or one.hint or one.found) for one in found)
    when = f"{{ happened = {{ {on} }} }}"
    past = problems(f'{STAGES[game].board}z = {{ auto = {{ on = "draw", when = {when}, do = [] }} }}\n')
    assert message in [one.message for one in past]


def test_a_misspelt_ability_has_a_hint() -> None:
    """As a misspelt keyword of a selector has."""
    on = 'activated = "any", ability = "bloquer"'
    (found,) = problems(f"{STAGES['dbs'].board}z = {{ forbid = {{ on = {{ {on} }} }} }}\n")
    assert found.hint == "bloqueur"


HEARD = [
    ("dbs", 'damage = "me"'),
    ("dbs", 'damage = "opponent", n = 1, by = { of = "opponent" }'),
    ("dbs", 'turn-end = "active"'),
    ("dbs", 'draw = "me"'),
    ("dbs", 'attack = { of = "opponent" }, target = { zone = "battle" }'),
    ("dbs", 'activated = { of = "opponent" }, ability = ["bloqueur", "auto"]'),
    ("dbs", 'mark = { of = "opponent", zone = "energy" }, mode = "inertie"'),
    ("ygo", 'battle-damage = { of = "opponent" }, n = 1000'),
    ("ygo", 'battle-damage = "me", direct = true'),
    ("ygo", 'summon = "self", position = "attack", from = "hand"'),
    ("ygo", 'change-position = "self", position = "attack"'),
    ("postures", 'control = "self", posture = "rest"'),
    ("victory-spark", 'damage = "self", n = 1000'),
    ("tdg", 'action-played = "me"'),
]


@pytest.mark.parametrize(("game", "on"), HEARD, ids=[f"{game} {on}" for game, on in HEARD])
def test_what_can_be_heard_is_accepted(game: str, on: str) -> None:
    """A player of an event of cards, the card of an event of players that has one, what each event has."""
    assert problems(f"{STAGES[game].board}z = {{ forbid = {{ on = {{ {on} }} }} }}\n") == []
