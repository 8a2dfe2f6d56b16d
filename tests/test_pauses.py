"""A pause is a value: at any tick a game can be copied, saved and loaded, and goes on as if nothing had been.

Decisions fall inside costs, effects, replacements and windows; if any of what is left to do were kept
outside the position, or as something other than plain data, one of these runs would end elsewhere.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
import tomli_w
from playing import Watched, ending, key, loaded, resumed, started, swap, through_json

from judge.engine.flow.keys import position_key
from judge.engine.kernel.state import Game
from judge.pauses.saved import load_position, save_game
from judge.pauses.validate import load_pause
from judge.play.run import Run
from judge.render.fixtures import paused
from judge.text.source import Source

SELDOM = 23  # the door is tried after every such tick
STRIDE = 7  # every seventh tick, and every decision; where the counting starts differs from ruling to ruling


def looked_at(path: Path, ticks: int, game: Game) -> bool:
    """Is this one of the ticks after which the game is looked at?

    Between them, all kinds of ticks get their turn.
    """
    return game.ask is not None or ticks % STRIDE == crc32(path.stem.encode()) % STRIDE


def keys_of(path: Path) -> tuple[Run, dict[int, Any]]:
    """A whole run, and its keys after the ticks that are looked at."""
    found: dict[int, Any] = {}

    def note(engine: Watched) -> None:
        if looked_at(path, engine.ticks, engine.game):
            found[engine.ticks] = position_key(engine.table, engine.game)

    run = started(loaded(path), note)
    run.play()
    return run, found


@pytest.mark.sample(14)
def test_saved_and_loaded_between_ticks(ruling: Path) -> None:
    """A run whose game is written out and read again, over and over, goes through the same positions."""
    whole, keys = keys_of(ruling)

    def reload(engine: Watched) -> None:
        if looked_at(ruling, engine.ticks, engine.game):
            swap(run, through_json(engine.game))
            assert position_key(engine.table, engine.game) == keys[engine.ticks], f"after tick {engine.ticks}"

    run = started(loaded(ruling), reload)
    run.play()
    assert run.engine.ticks == whole.engine.ticks
    assert ending(run) == ending(whole)


@pytest.mark.sample(14)
def test_the_door_lets_in_what_was_saved(ruling: Path) -> None:
    """Wherever a game stands, between ticks too, nothing of its pause is refused, even if changed."""
    fixture = loaded(ruling)

    def enter(engine: Watched) -> None:
        ask = engine.game.ask
        picked = ask is not None and ask.kind == "pick"  # what can be chosen says most of all decisions
        if not picked and engine.ticks % SELDOM != crc32(ruling.stem.encode()) % SELDOM:
            return
        data = json.loads(json.dumps(paused(fixture, engine.game)))
        data["pause"]["serial"] += 1  # of one that was changed more is asked
        _, _, notes = load_pause(Source("pause.toml", "", data), fixture.book, data["cards"])
        assert len(notes) == 1

    started(fixture, enter).play()


@pytest.mark.sample(14)
def test_copied_after_every_tick(ruling: Path) -> None:
    """The same for a copy; and what was copied stays as it was while the copy goes on."""
    whole, keys = keys_of(ruling)
    left: dict[int, Game] = {}

    def renew(engine: Watched) -> None:
        if looked_at(ruling, engine.ticks, engine.game):
            left[engine.ticks] = engine.game
        swap(run, engine.game.copy())

    run = started(loaded(ruling), renew)
    run.play()
    for ticks, game in left.items():
        assert position_key(run.table, game) == keys[ticks], f"changed after it was copied at tick {ticks}"
    assert run.engine.ticks == whole.engine.ticks
    assert ending(run) == ending(whole)


@pytest.mark.sample(14)
def test_every_decision_is_a_fork(ruling: Path) -> None:
    """From each decision a copy and a saved game are played to the end;
    the original waits there unchanged.
    """
    whole, _ = keys_of(ruling)
    end = ending(whole)

    def fork(engine: Watched) -> None:
        if engine.game.ask is None:
            return
        before = position_key(engine.table, engine.game)
        saved = json.dumps(save_game(engine.game))
        for game in (engine.game.copy(), load_position(json.loads(saved))):
            branch = resumed(run, game)
            branch.play()
            assert ending(branch) == end, engine.game.ask
        assert position_key(engine.table, engine.game) == before
        assert json.dumps(save_game(engine.game)) == saved

    run = started(loaded(ruling), fork)
    run.play()
    assert ending(run) == end


@pytest.mark.sample(14)
def test_a_decision_changes_nothing(ruling: Path) -> None:
    """A tick that ends in a question has done nothing but ask it: steps ask before they propose."""
    run = started(loaded(ruling))
    before = key(run.table, run.game)

    def look(engine: Watched) -> None:
        nonlocal before
        now = key(engine.table, engine.game)
        if engine.game.ask is not None:
            assert now == before, engine.game.ask
        before = now

    def answered(line: Any = None) -> None:
        nonlocal before
        take_line()
        before = key(run.table, run.game)

    take_line = run.take_line
    # Listening in on one run: the instance gets what its class does not declare.
    run.take_line = answered  # type: ignore[method-assign]
    run.engine.after = look  # type: ignore[attr-defined]
    run.play()


@pytest.mark.sample(14)
def test_a_pause_is_toml_too(ruling: Path) -> None:
    """Fixtures start from saved pauses, so what is saved must survive TOML as it does JSON."""

    def save(engine: Watched) -> None:
        if engine.game.ask is None:
            return
        data = json.loads(json.dumps(save_game(engine.game)))
        read = tomllib.loads(tomli_w.dumps(data))
        assert read == data
        again = load_position(read)
        assert position_key(engine.table, again) == position_key(engine.table, engine.game)
        assert json.loads(json.dumps(save_game(again))) == data

    run = started(loaded(ruling), save)
    run.play()
