"""The JSON schema that editors complete and check fixtures by is made from what the door checks."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from bench.outcomes import rulings
from judge.cli.app import app
from judge.grammar.schema import cards_schema
from judge.rulebook.load import load_rulebook

GAMES = ("dbs", "postures", "tdg", "victory-spark", "ygo")


def validator(game: str) -> Any:
    """What checks the cards of a game."""
    return Draft202012Validator(cards_schema(load_rulebook(game)))


@pytest.mark.parametrize("game", GAMES)
def test_it_refuses_no_ruling(game: str) -> None:
    """What the door lets in, an editor does not mark: every fifth ruling."""
    check = validator(game)
    for path in [one for one in rulings() if f"/{game}/" in one.as_posix()][::5]:
        cards = tomllib.loads(path.read_text(encoding="utf-8")).get("cards", {})
        assert [one.message for one in check.iter_errors(cards)] == [], path


SLIPS: list[tuple[str, dict[str, Any]]] = [
    ("dbs", {"a": {"powr": 3}}), ("dbs", {"a": {"power": -1}}), ("dbs", {"a": {"color": "purple"}}),
    ("dbs", {"a": {"auto": {"on": "attack"}}}), ("dbs", {"a": {"auto": {"on": "x", "do": [{"drw": 1}]}}}),
    ("ygo", {"a": {"type": "monstr"}}), ("ygo", {"a": {"effect": {"do": [{"draw": 1}], "tragets": []}}}),
    ("ygo", {"a": {"effect": {"once": "trn", "do": [{"draw": 1}]}}}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "cards"), SLIPS)
def test_it_marks_slips(game: str, cards: dict[str, Any]) -> None:
    """Keys and names that there are not, and what is missing."""
    assert list(validator(game).iter_errors(cards))


def test_the_command_prints_it_whole() -> None:
    """With the keys of the fixture around it; an unknown game is told."""
    result = CliRunner().invoke(app, ["schema", "--game", "ygo"])
    found = json.loads(result.output)
    Draft202012Validator.check_schema(found)
    assert {"game", "script", "library"} <= found["properties"].keys()
    case = {"game": "ygo", "cards": {"a": {"atk": 1000, "effect": {"do": [{"draw": "x"}]}}, "b": "Dark Hole"}}
    assert list(Draft202012Validator(found).iter_errors(case)) == []
    assert list(Draft202012Validator(found).iter_errors({**case, "cards": {"a": {"atc": 1}}}))
    assert CliRunner().invoke(app, ["schema", "--game", "yugi"]).exit_code == 2
