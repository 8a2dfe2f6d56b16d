"""How a limit on uses is told: every form of `once` has its words."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from judge.engine.language.limits import form
from judge.engine.words.prints import build_prints
from judge.rulebook.load import load_rulebook

PHRASES = Path(__file__).parent.parent.parent / "judge" / "speech" / "phrases" / "en.toml"
FORMS = {
    "turn": "",
    "turn*2": "turns",
    "turn*3": "turns",
    "game": "game",
    "turn/name": "turn-name",
    "game/name": "game-name",
}


@pytest.mark.parametrize("once", FORMS)
def test_every_form_is_told_as_what_it_is(once: str) -> None:
    """Only what is once a turn is told as used this turn."""
    book = load_rulebook("postures")
    found = (
        build_prints(book, {"x": {"skill": {"once": once, "do": [{"draw": 1}]}}})["x"]
        .faces["front"]
        .abilities[0]
    )
    words = tomllib.loads(PHRASES.read_text(encoding="utf-8"))
    assert form(found) == FORMS[once]
    for table, key in (("cond", "once"), ("note", "used-up")):
        told = words[table][f"{key}.{form(found)}" if form(found) else key]
        assert ("turn" in told, "game" in told) == ("turn" in once, "game" in once)
