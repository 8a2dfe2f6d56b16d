"""What is true of every position, wherever the decisions lead: cards are somewhere once, numbers point home.

The scripts of the rulings go one way each. From every ruling all answers to its first decisions are tried as
well: a rule that was only ever met in the order of a script may break in another.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import Watched, dispute, loaded, started

from bench import HOME
from bench.walk import Walk
from judge.engine.flow.keys import position_key, position_text
from judge.engine.kernel.state import Game

DEEP = 2  # decisions
LONG = 60  # positions of one ruling that are looked at


def faults(game: Game) -> Iterator[str]:
    """Everything that is wrong with a position; nothing, one hopes."""
    places: dict[str, list[str]] = {}
    for zone, ids in game.zones.items():
        for one in ids:
            places.setdefault(one, []).append(zone)
    for id_, card in game.cards.items():
        lies = places.get(id_, [])
        if card.id != id_:
            yield f"{id_} is filed as {card.id}"
        if card.on:
            host = game.cards[card.on]
            if lies or id_ not in host.under or host.on or host.zone != card.zone:
                yield f"{id_} under {host.id} (in {host.zone}) is listed in {lies}, says {card.zone}"
        elif lies != ([card.zone] if card.zone else []):
            yield f"{id_} says {card.zone or 'nowhere'} and is listed in {lies}"
        if any(game.cards[one].on != id_ for one in card.under):
            yield f"{id_} covers {card.under}, not all of which know it"
        if game.objects.get(card.object) != id_:
            yield f"{id_} is {card.object}, which stands for {game.objects.get(card.object)}"
    stale = [number for number, id_ in game.objects.items() if game.cards[id_].object != number]
    yield from (f"{number} stands for {game.objects[number]}, which has another number" for number in stale)
    gone = [
        effect.id
        for effect in game.effects
        if not effect.scope and not any(ref in game.objects for ref in effect.to)
    ]
    yield from (f"effect {one} applies to nothing" for one in gone)


@pytest.mark.sample(14)
def test_positions_are_sound_at_every_tick(ruling: Path) -> None:
    """Between any two instructions, not only where somebody looks."""

    def look(engine: Watched) -> None:
        assert list(faults(engine.game)) == [], f"after tick {engine.ticks}"

    started(loaded(ruling), look).play()


@pytest.mark.sample(14)
def test_positions_are_sound_whatever_is_answered(ruling: Path) -> None:
    """All answers to the first decisions: none of them breaks a rule, a window or a card."""
    fixture = loaded(ruling)
    for game in Walk(fixture.table, fixture.start, DEEP, keeps=True).pauses[:LONG]:
        assert list(faults(game)) == []


def test_faults_are_found() -> None:
    """A card in two places, a number that points elsewhere: the test above would say so."""
    game = dispute('A = { battle = ["one"], hand = ["two"] }\n[cards]\none = {}\ntwo = {}').start.copy()
    assert list(faults(game)) == []
    game.zones["A.drop"] = ("one",)
    game.objects[game.cards["two"].object] = "one"
    assert len(list(faults(game))) == 3


NAMED = (
    "dbs/counter-window/a-countered-counter-lets-the-attack-go-on",
    "ygo/chains/*",
    "victory-spark/abilities/*cancel*",
)


@pytest.mark.sample(1)
@pytest.mark.parametrize("pattern", NAMED)
def test_a_position_is_spelled_as_its_key_is(pattern: str) -> None:
    """What is read of it once for many positions says the same as what is read each time."""

    def look(engine: Watched) -> None:
        for piled in (True, False):
            key = position_key(engine.table, engine.game, piled)
            assert position_text(engine.table, engine.game, piled) == repr(key)
            assert position_text(engine.table, engine.game, piled, turns=False) == repr(key[:-1])

    found = sorted((HOME / "fixtures").glob(f"{pattern}.toml"))[:6]
    assert found
    for path in found:
        started(loaded(path), look).play()
