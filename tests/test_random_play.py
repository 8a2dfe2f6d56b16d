"""Whole games decided at random: they end, no card is lost or doubled,
and the same number gives the same game.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from extent import SOAK
from test_positions import faults

from bench.random_play import HOME, decks, play
from judge.engine.flow.keys import position_key
from judge.engine.kernel.book import Print
from judge.engine.kernel.state import UNKNOWN, Game
from judge.engine.kernel.table import Table
from judge.engine.kernel.view import Tracer
from judge.pauses.known import Known
from judge.rulebook.load import load_rulebook

GAMES = sorted(one.stem for one in HOME.glob("*.toml"))
MANY = 25 if SOAK else 1  # games of each that are looked at; `python -m bench.soak` plays thousands
QUICK, LONG = ("dbs", "tdg"), ("postures", "victory-spark", "ygo")  # how long a game takes to be told
SHORT = {"dbs": 5, "postures": 2, "tdg": 53, "victory-spark": 19, "ygo": 9}  # a short game of each
LOOKED = 7  # of so many positions one is looked at


def counted(table: Table, game: Game) -> Counter[str]:
    """How many physical cards of each print there are, tokens left out."""
    prints = (table.prints[card.print] for card in game.cards.values())
    return Counter(one.key for one in prints if not one.token)


def placed(table: Table, game: Game) -> list[str]:
    """The cards that lie nowhere though they are no tokens."""
    return [card.id for card in game.cards.values() if not card.zone and not table.prints[card.print].token]


@pytest.mark.slow("soak: 25 games")
@pytest.mark.sample(3)
@pytest.mark.parametrize("name", GAMES)
def test_games_end_with_every_card(name: str) -> None:
    """Many games: each ends by the book, with the cards that it began with."""
    table, start = decks(name)
    whole, known = counted(table, start), Known(table, {})
    seen = 0

    def look(game: Game) -> None:
        nonlocal seen
        seen += 1
        if seen % LOOKED == 0:
            assert list(faults(game)) == []
            assert placed(table, game) == []
            assert {known.memory_name(key) for key in game.memory} <= known.remembered
            assert counted(table, game) == whole

    for number in range(MANY):
        end = play(table, start, number, look).game
        assert end.result is not None, f"game {number} stands still"
        assert end.result.rule
        assert list(faults(end)) == [], f"game {number}"


@pytest.mark.slow("soak: long games")
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(one, marks=pytest.mark.soak) for one in LONG)])
def test_the_same_number_is_the_same_game(name: str) -> None:
    """Told or silent, again and again: the same decisions, the same position at the end."""
    table, start = decks(name)
    before = position_key(table, start)
    silent = play(table, start, SHORT[name])
    traced, told = (play(table, start, SHORT[name], tracer=tracer) for tracer in (Tracer(), Tracer()))
    ends = {repr(position_key(table, one.game)) for one in (silent, traced, told)}
    assert len(ends) == 1
    assert silent.ticks == traced.ticks == told.ticks
    assert traced.tracer is not None
    assert told.tracer is not None
    assert repr(traced.tracer.entries) == repr(told.tracer.entries)
    assert position_key(table, start) == before


@pytest.mark.parametrize("name", GAMES)
def test_the_decks_use_every_keyword(name: str) -> None:
    """A keyword that no card has would never be met."""
    table, _ = decks(name)
    printed = {word for found in table.prints.values() for word in used(found)}
    assert sorted(set(load_rulebook(name).keywords) - printed) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_decks_have_cards_of_every_type(name: str) -> None:
    """A type that no card has would never be played."""
    table, _ = decks(name)
    assert sorted(set(table.book.tables["types"]) - {one.type for one in table.prints.values()}) == []


def test_the_decks_put_every_alteration() -> None:
    """All twelve at their three levels, and shifumi."""
    table, _ = decks("tdg")
    put = set(re.findall(r"[a-z]+-[123]", (HOME / "tdg.toml").read_text(encoding="utf-8")))
    assert sorted(set(table.book.params["altered"]) - put) == []


def used(found: Print) -> set[str]:
    """The keywords of a print, those that stand on its abilities too."""
    abilities = [one for face in found.faces.values() for one in face.abilities]
    return {one.keyword for one in abilities} | {
        word for one in abilities for word in one.data.get("standing", ())
    }


def test_nobody_is_unknown() -> None:
    """Random play knows every card, so that nothing is left out."""
    for name in GAMES:
        _, start = decks(name)
        assert all(card.print != UNKNOWN for card in start.cards.values())
