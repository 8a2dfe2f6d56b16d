"""Rows about lines of a finished trace: every key tried on a real ruling, wrong names told at their place."""

from __future__ import annotations

import functools
import shutil
from pathlib import Path

import pytest

from bench import FIXTURES
from judge.citing.lines import CARRIED, READ, Lines
from judge.engine import trace
from judge.fixture.load import load_fixture
from judge.play.ruling import run, touched_questions
from judge.rulebook.lint import lint
from judge.rulebook.shelf import find
from judge.text.plain import Fields

POTARA = "dbs/keywords/a-potara-card-over-resting-cards-attacks-at-once"
CLAIM = "dbs/keywords/a-negated-over-realm-is-the-one-of-the-turn"
FLIP = "ygo/battle/a-flip-effect-in-the-damage-step-comes-after-the-damage"
EQUIPPED = "ygo/battle/a-continuous-effect-and-an-equip-card-decide-a-battle"
WAITS = "ygo/priority/the-opponent-waits-for-the-turn-player-even-after-a-summon"
COUNTER = "dbs/counter-window/the-actor-may-not-start-a-window"


@functools.cache
def lines(ruling: str) -> Lines:
    """The finished trace of a ruling."""
    found = run(load_fixture(FIXTURES / f"{ruling}.toml"))
    return Lines(found.table, found.entries)


# by key: a ruling, a value that a line of it has, and one that none has
KEYS: dict[str, tuple[str, object, object]] = {
    "rule": (POTARA, "10-13-4-4", "10-13-3-4"),
    "kind": (POTARA, "compare", "loop"),
    "event": (POTARA, "play", "ko"),
    "after": (WAITS, "normal-summon", "flip-summon"),
    "step": (POTARA, "7-4-1-4", "7-4-1-4-2"),
    "procedure": (POTARA, "battle", "combo"),
    "within": (POTARA, "7-4-1-4-1-1", "7-4-1-4-2"),
    "window": (POTARA, ["free", "charge"], "charge"),
    "action": (COUNTER, "counter", "play"),
    "keyword": (POTARA, "union-potara", "contre"),
    "ability": (COUNTER, "counter", "auto"),
    "type": (COUNTER, "extra", "token"),
    "from": (POTARA, "life", "drop"),
    "to": (POTARA, "battle", "parallel"),
    "because": (POTARA, "attack", "cost"),
    "refused": (CLAIM, "10-15-5", "10-14-1"),
    "allowed": ("dbs/counter-window/an-attack-counter-may-answer-a-counter", "10-10-3-2", "10-10-3-1"),
    "also": ("dbs/battle/a-combo-card-may-return-at-the-end-of-the-battle", "7-4-1-8-1", "7-4-1-4-2"),
    "effect": (
        "ygo/battle/a-flip-effect-in-the-damage-step-comes-after-the-damage",
        "effect.flip",
        "trap.normal",
    ),
    "owner": ("ygo/control/a-stolen-xyz-monster-keeps-its-materials", "other", "nobody"),
    "hears": (EQUIPPED, "sent", "flip"),
    "heard": (EQUIPPED, "destroy", "discard"),
    "listens": ("ygo/chains/a-cost-is-paid-before-the-opponent-may-answer", "destroy", "flip"),
    "prints": ("ygo/pendulum/a-pendulum-card-is-not-set-as-a-spell", "pendulum", "gemini"),
    "replaces": (
        "ygo/equips/an-equip-that-lost-its-host-may-be-banished-instead",
        "spell.equip.lost",
        "xyz.detach",
    ),
    "side": (
        "ygo/battle/a-monster-destroyed-under-a-foreign-controller-goes-to-its-owner",
        "owner",
        "other",
    ),
    "was": (
        "ygo/pendulum/a-sacrificed-pendulum-monster-goes-to-the-extra-deck-and-the-summon-goes-on",
        {"facing": "down"},
        {"facing": "sideways"},
    ),
    "marked": (
        "victory-spark/plays/a-ring-card-that-moves-to-the-bench-leaves-its-damage-and-its-bonus-behind",
        "damage",
        "revealed",
    ),
    "token": ("postures/tokens/a-loli-fille-in-a-clash", True, None),
    "bearing": ("ygo/control/a-stolen-xyz-monster-keeps-its-materials", True, None),
    "asks": (
        "victory-spark/abilities/who-waits-for-hero-skills-hears-of-the-skill-and-not-of-its-card",
        "skill_attribute",
        "defence",
    ),
    "finds": ("victory-spark/values/a-name-that-has-a-part-counts-as-one-of-those-meant", "has", "highest"),
    "has": (COUNTER, {"window": "counter", "of": "attack"}, {"window": "counter", "of": "combo"}),
}


@pytest.mark.parametrize("key", sorted({*READ, *CARRIED, "bearing", "token"}))
def test_a_key_finds_its_lines_and_no_others(key: str) -> None:
    """What a line carries is found, what none carries is not."""
    ruling, right, wrong = KEYS[key]
    assert next(iter(lines(ruling).find({key: right})), None) is not None
    assert next(iter(lines(ruling).find({key: wrong})), None) is None


def test_all_keys_of_a_row_hold_of_one_line() -> None:
    """Two keys that hold of different lines only find nothing."""
    both: Fields = {"event": "play", "from": "life"}
    assert list(lines(POTARA).find(both)) == []
    assert [one.entry.rule for one in lines(POTARA).find({"event": "play", "from": "hand"})] == ["10-13-4-4"]


def test_a_question_is_touched_by_its_lines_only() -> None:
    """A [Contre] that is itself negated asks when it was paid; a Union does not."""
    assert "counter-paid" in [one.name for one in touched_questions(lines(COUNTER))]
    assert [one.name for one in touched_questions(lines(POTARA))] == []


def test_only_the_last_event_before_a_line_counts() -> None:
    """A line after a Summon is found by it once; what followed the next event is not."""
    row: Fields = {"kind": "locked", "after": "normal-summon"}
    found = [one.at for one in lines(WAITS).find(row)]
    events = [one for one in lines(WAITS).placed if one.entry.kind is trace.EVENT]
    for at in found:
        assert [one.entry.data["record"].name for one in events if one.at < at][-1] == "normal-summon"
    assert found
    assert len(found) < len(list(lines(WAITS).find({"kind": "locked"})))


NAMES = {
    "kind": "comapre", "event": "plya", "after": "plya",
    "step": "7-4-1-44", "procedure": "batle", "window": "countre",
    "keyword": "union-potra", "ability": "counetr", "type": "extar", "from": "lief", "to": "batlle",
    "rule": "10-13-4-44", "within": "7-4-1-44", "refused": "10-15-55",
}  # fmt: skip


@pytest.mark.sample(4)
@pytest.mark.parametrize(("key", "wrong"), NAMES.items())
def test_a_wrong_name_is_told_at_its_place(key: str, wrong: str, tmp_path: Path) -> None:
    """File, line and column, and what was found."""
    folder = tmp_path / "dbs"
    shutil.copytree(find("dbs"), folder)
    path = folder / "readings.toml"
    text = path.read_text(encoding="utf-8")
    right = '[{ kind = "not-applicable" }]'
    path.write_text(text.replace(right, f'[{{ {key} = "{wrong}" }}]', 1), encoding="utf-8")
    told = [one for one in lint(str(folder)) if f"found {wrong}" in one.text()]
    assert [(Path(one.file).name, one.line) for one in told] == [
        ("readings.toml", text[: text.index(right)].count("\n") + 1)
    ]
    assert told[0].column > 0


def test_an_article_of_what_is_left_has_to_be_there(tmp_path: Path) -> None:
    """A row of `[[left]]` is checked at the door like the rest: articles by name, no key missing."""
    folder = tmp_path / "dbs"
    shutil.copytree(find("dbs"), folder)
    path = folder / "readings.toml"
    written = path.read_text(encoding="utf-8")
    path.write_text(f'{written}\n[[left]]\narticles = ["7-1-11"]\ngap = "Who?"\n', encoding="utf-8")
    told = [one.text() for one in lint(str(folder))]
    line = written.count("\n") + 2
    assert len(told) == 2
    assert any("readings.toml:" in one and "why" in one for one in told)
    assert any(f"readings.toml:{line + 1}:" in one and "found 7-1-11" in one for one in told)
