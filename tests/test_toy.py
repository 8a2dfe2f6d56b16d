"""A sixth game plays without one line in judge/ about it: rulebooks are data, the engine knows no game.

Lanterns (tests/toy) has what the five rulebooks have between them in small: named articles instead of
numbers, a score that is lost, a row with room for three, a window in which both answer and the last
answer comes first, a replacement, a continuous effect, a reading and a second edition.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import MODULES, ending, resumed, started, swap, through_json

from judge.errors import BadInput
from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.render.text import render
from judge.rulebook.load import load_rulebook

TOY = Path(__file__).parent / "toy"
HEIGHTS = TOY.parent / "heights"
RULEBOOK = str(TOY / "rulebook")
FIXTURES = sorted((TOY / "fixtures").glob("*.toml"))


@pytest.fixture(params=FIXTURES, ids=[one.stem for one in FIXTURES])
def lanterns(request: pytest.FixtureRequest) -> Path:
    """One ruling of the toy game."""
    path: Path = request.param
    return path


def test_holds(lanterns: Path) -> None:
    """The facts hold, by the articles named, and the ruling can be read."""
    found = run(load_fixture(lanterns, RULEBOOK, modules=MODULES))
    assert found.verdict == "holds", render(found, all=True)


@pytest.mark.parametrize("path", sorted((HEIGHTS / "fixtures").glob("*.toml")), ids=lambda one: one.stem)
def test_a_rulebook_of_tables_alone_holds(path: Path) -> None:
    """Heights (tests/heights) has no Python: what its own conditions ask of the past is kept, whatever the
    cards ask.
    """
    found = run(load_fixture(path, str(HEIGHTS / "rulebook")))
    assert found.verdict == "holds", render(found, all=True)


def test_survives_saving(lanterns: Path) -> None:
    """Its pauses are values too."""
    fixture = load_fixture(lanterns, RULEBOOK, modules=MODULES)
    whole = started(fixture)
    whole.play()
    again = started(fixture)
    # Every pause is swapped for its saved self; `Watched` has the hook, the type of a run does not say so.
    again.engine.after = lambda engine: swap(again, through_json(engine.game))  # type: ignore[attr-defined]
    again.play()
    assert ending(again) == ending(whole)
    assert ending(resumed(whole, whole.game.copy())) == ending(whole)


def test_a_reading_is_tried() -> None:
    """A ruling that rests on a reading of this game says so, like any other."""
    found = run(
        load_fixture(
            FIXTURES[[one.stem for one in FIXTURES].index("an-ember-comes-back-to-the-hand")],
            RULEBOOK,
            modules=MODULES,
        )
    )
    assert found.touched == ("tie",)
    assert [(one.reading, one.other, one.same) for one in found.others] == [("tie", "neither", False)]


def test_the_second_edition_is_an_overlay() -> None:
    """A version changes a number and takes out a step, in data."""
    first, second = load_rulebook(RULEBOOK, modules=MODULES), load_rulebook(RULEBOOK, "2", modules=MODULES)
    assert (first.params["slots"], second.params["slots"]) == (3, 2)
    assert "duel.win" in first.procedures["duel"].places
    assert "duel.win" not in second.procedures["duel"].places


def test_an_unknown_edition_is_named() -> None:
    """The nearest names are offered, from this game's own list."""
    with pytest.raises(BadInput, match="lanterns has no version '3'"):
        load_rulebook(RULEBOOK, "3", modules=MODULES)


def test_nothing_in_judge_was_written_for_it() -> None:
    """The words of the toy appear nowhere in the package."""
    package = TOY.parent.parent / "judge"
    guilty = [
        str(path.relative_to(package))
        for path in package.rglob("*.*")
        if path.suffix in (".py", ".toml")
        and any(word in path.read_text(encoding="utf-8") for word in ("lantern", "toy_game"))
    ]
    assert guilty == []
