"""What a phrase may fill in is what an event has: the list at the rulebook's door and the page agree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.render.text import render
from judge.rulebook.lint.phrases import EVENT_VALUES
from judge.rulebook.shelf import rulebooks_folder
from judge.speech.catalogue import phrases
from judge.speech.parity import check_languages, unlike
from judge.speech.sentences import Teller

HOME = Path(__file__).parent.parent
FIXTURES = HOME / "fixtures"


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


def test_every_phrase_is_there_in_every_language() -> None:
    """The same keys, filled with the same values: in the common catalogue and in that of each game."""
    assert [one.text() for one in check_languages()] == []


def test_a_phrase_that_a_language_lacks_is_told(tmp_path: Path) -> None:
    home, other = tmp_path / "phrases.en.toml", tmp_path / "phrases.fr.toml"
    home.write_text('[note]\nact = "{seat} acts."\npass = "{seat} passes."\nquiet = ""\n')
    other.write_text('[note]\nact = "{seat}, {card}."\nquiet = "x"\nmore = "y"\n')
    assert sorted((one.key, one.message.partition(": ")[2]) for one in unlike(home, other)) == [
        ("note.act", "a phrase with other values"),
        ("note.more", "phrases.en.toml has no such phrase"),
        ("note.pass", "a phrase is missing"),
        ("note.quiet", "a phrase with other values"),
    ]
    other.unlink()
    assert len(list(unlike(home, other))) == 3


def test_what_is_told_in_english_where_it_is_made_has_the_same_words_in_the_catalogue() -> None:
    """Sentences that are English in a problem and in any language on a page."""
    said = phrases(str(rulebooks_folder() / "dbs"))["said"]
    made = dict(pair for path in (HOME / "judge").rglob("*.py") for pair in sayings(path))
    assert made == said


def sayings(path: Path) -> Iterator[tuple[str, str]]:
    """The keys and templates with which a module makes such sentences."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "Said(" in text else ():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Said":
            values = [one.value for one in node.args if isinstance(one, ast.Constant)]
            key, *template = [one for one in values if isinstance(one, str)] or [""]
            if key:
                yield key, next(iter(template), "")


def test_the_working_folder_has_no_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Phrases that all rulebooks share are read beside the program alone."""
    (tmp_path / "phrases.en.toml").write_text('[verdict]\nnothing = "theirs"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    phrases.cache_clear()
    assert phrases("", "en")["verdict"]["nothing"] == "Nothing changed."
