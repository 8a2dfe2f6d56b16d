"""Overlays of versions: what changes, what stays, and that nothing is missed in silence."""

from __future__ import annotations

import pytest

from judge import versions
from judge.errors import BadInput
from judge.rulebook import find, load_rulebook, read_raw, rulebooks_folder, touched_by, version_changes


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

VERSIONS = [(one.parent.parent.name, one.stem) for one in sorted(rulebooks_folder().glob("*/versions/*.toml"))]


@pytest.mark.parametrize(("game", "version"), VERSIONS)
def test_a_version_decides_a_reading_by_name(game: str, version: str) -> None:
    """What a version changes is nothing that a reading leaves open: it takes one of the possibilities instead, and the question is decided."""
    raw = read_raw(str(find(game)))
    changed = set(versions.targets([one for one in version_changes(raw, version) if "reading" not in one]))
    assert {name: sorted(changed & set(touched_by(row))) for name, row in raw.get("reading", {}).items() if changed & set(touched_by(row))} == {}


def test_a_decided_reading_is_no_open_one() -> None:
    """It is told apart from those that hold, its possibility is in force, and no ruling rests on it."""
    book, plain = load_rulebook("ygo", "tournament"), load_rulebook("ygo")
    assert book.decided["no-target"] == "no"
    assert "no-target" not in book.readings
    assert (book.params["targets-needed"], plain.params["targets-needed"]) == (True, False)
    assert (book.param_touches["targets-needed"], plain.param_touches["targets-needed"]) == ((), ("no-target",))
    assert plain.decided == {}
    assert plain.readings.keys() == {*book.readings, *book.decided}


@pytest.mark.parametrize("value", ["yes", "no", "perhaps"])
def test_a_decided_reading_cannot_be_asked_for(value: str) -> None:
    """Neither another possibility nor the one that the version takes: there is nothing to choose."""
    with pytest.raises(BadInput, match="version 'tournament' decides it"):
        load_rulebook("ygo", "tournament", (("no-target", value),))
    assert value == "perhaps" or load_rulebook("ygo", "", (("no-target", value),)).readings["no-target"] == value


def test_a_version_takes_a_possibility_that_there_is() -> None:
    """A misspelt reading, and a misspelt possibility, are named."""
    raw = read_raw(load_rulebook("ygo").folder)
    for change, found in (({"reading": "no-targt", "value": "no"}, "no-targt"), ({"reading": "no-target", "value": "never"}, "no-target.never")):
        with pytest.raises(BadInput, match=f"there is no reading '{found}'"):
            versions.apply(raw, [change], "a test")
