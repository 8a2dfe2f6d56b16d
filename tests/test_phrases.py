"""What a phrase may fill in is what an event has: the list at the rulebook's door and the page agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.render.text import render
from judge.rulebook.lint.phrases import EVENT_VALUES
from judge.speech.sentences import Teller

FIXTURES = Path(__file__).parent.parent / "fixtures"


def test_an_event_has_the_values_that_the_door_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every value of the list is there, and beside them only how the card lies and how a game ended."""
    seen: set[str] = set()
    values = Teller.event_values

    def noted(*args: object) -> dict[str, object]:
        found = values(*args)  # type: ignore[arg-type]
        seen.update(found)
        return found

    monkeypatch.setattr(Teller, "event_values", noted)
    for path in sorted((FIXTURES / "dbs" / "turn").glob("*.toml")):
        render(run(load_fixture(path)), all=True)
    assert seen >= EVENT_VALUES
    assert seen - EVENT_VALUES <= {"mode", "facing"}
