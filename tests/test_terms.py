"""The terms of a book's own language beside those of the page."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bench import HOME
from judge.fixture.load import load_fixture
from judge.page.page import occurs, page_of
from judge.play.ruling import Ruling, run
from judge.render.decks.layout import cells
from judge.render.html.document import ruling_html
from judge.render.markdown import ruling_markdown
from judge.render.text import render
from judge.rulebook.lint.survey import survey

RULING = "victory-spark/abilities/an-invalid-state-trigger-waits-for-nothing-until-it-is-valid"


@pytest.fixture(scope="module")
def played() -> Ruling:
    return run(load_fixture(str(HOME / "fixtures" / f"{RULING}.toml")))


def test_the_words_of_the_page_in_japanese(played: Ruling) -> None:
    """The hand is 手札, the waiting room 控え室 (3.6, 3.7); what the page does not say is not there."""
    found = {one.word: one.term for one in page_of(played).terms}
    assert found["hand"] == "手札"
    assert found["waiting room"] == "控え室"
    assert "energy zone" not in found
    assert {one.language for one in page_of(played).terms} == {"ja"}


@pytest.mark.parametrize("width", [60, 80, 120])
def test_wide_letters_are_counted_as_wide(played: Ruling, width: int) -> None:
    """No row of them is wider than the screen."""
    text = render(played, width=width)
    assert "手札" in text
    assert max(map(cells, text.splitlines())) <= width


def test_every_form_has_them(played: Ruling) -> None:
    """A page says in which language they stand, so that they are read out as such."""
    assert '<bdi>hand</bdi> <span lang="ja">手札</span>' in ruling_html(played)
    assert "hand 手札" in ruling_markdown(played)


def test_other_books_have_none() -> None:
    """Rulebooks without such a file say nothing of it."""
    other = run(
        load_fixture(str(HOME / "fixtures/dbs/battle/damage-by-an-ability-is-not-damage-by-an-attack.toml"))
    )
    assert page_of(other).terms == ()
    assert "TERMS" not in render(other)


@pytest.mark.parametrize(
    ("word", "text", "there"),
    [
        ("ring", "from the ring.", True),
        ("ring", "During the turn", False),
        ("rest", "rests", True),
        ("auto", "[Auto.]", True),
    ],
)
def test_only_whole_words_are_found(word: str, text: str, there: bool) -> None:
    """A part of another word is none of it."""
    assert occurs(word, text) == there


def test_a_term_for_a_zone_that_is_not_there(tmp_path: Path) -> None:
    """It is a fault of the file, at its place."""
    folder = tmp_path / "victory-spark"
    shutil.copytree(HOME / "rulebooks" / "victory-spark", folder)
    path = folder / "terms.ja.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace('ring = "リング"', 'rnig = "リング"'), encoding="utf-8"
    )
    faults, _ = survey(str(folder), (), ())
    assert [(Path(one.file).name, one.hint) for one in faults] == [("terms.ja.toml", "ring")]
