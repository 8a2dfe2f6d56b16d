"""Overlays of versions: what changes, what stays, and that nothing is missed in silence."""

from __future__ import annotations

import pytest

from judge import versions
from judge.errors import BadInput
from judge.rulebook import load_rulebook, read_raw


def test_a_version_renumbers_what_it_says() -> None:
    """1.071 prints its own numbers; the rest of the book keeps its own."""
    now, then = load_rulebook("dbs"), load_rulebook("dbs", "1.071")
    assert now.keywords["espace-temps"]["per_turn"]["rule"] == "10-15-5"
    assert then.keywords["espace-temps"]["per_turn"]["rule"] == "10-17-5"
    assert then.keywords["espace-temps-obscur"] == now.keywords["espace-temps-obscur"]
    assert then.procedures.keys() == now.procedures.keys()


def test_a_renumbered_step_is_the_same_step() -> None:
    """It cites the new number and is still found, and run, under its lasting name."""
    raw = read_raw(load_rulebook("dbs").folder)
    changed = versions.apply(raw, [{"renumber": {"7-1-4": "7-1-9"}}], "a test")
    step = next(one for one in changed["procedure"]["battle"]["steps"] if versions.step_id(one) == "7-1-4")
    assert (step["rule"], step["use"]) == ("7-1-9", "7-1-4")
    assert changed["procedure"]["battle"]["guard"]["rule"] == "7-1-9"
    assert raw["procedure"]["battle"]["guard"]["rule"] == "7-1-4"


def test_a_target_that_is_not_there_is_named() -> None:
    """An overlay that changes nothing that exists fails when it is applied."""
    raw = read_raw(load_rulebook("dbs").folder)
    with pytest.raises(BadInput, match="there is no state_rule '9-5-9'"):
        versions.apply(raw, [{"state_rule": "9-5-9", "set": {"blame": ""}}], "a test")


def test_the_former_rule_lays_the_move_to_nobody() -> None:
    """1.06 differs in one row and in nothing else."""
    now, then = load_rulebook("dbs"), load_rulebook("dbs", "1.06")
    differ = [a.rule for a, b in zip(now.state_rules, then.state_rules, strict=True) if a != b]
    assert differ == ["9-5-2"]
