"""A search that is spread over processes gives what one that is not gives, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bench import FIXTURES, name_of, rulings
from bench.outcomes import pinned
from judge.fixture.load import load_fixture
from judge.play import exploration
from judge.play.exploration import explore
from judge.play.question import Question, read_question
from judge.play.shared_search import Merged, Opening, Share, written_by
from judge.render.explored import explored_text
from judge.render.explored_json import explored_json

PINS = pinned()
COMBO = FIXTURES / "dbs/battle/both-combo-from-field-and-hand.toml"
WINDOW = FIXTURES / "dbs/counter-window/the-actor-may-not-start-a-window.toml"


def together(opening: Opening, question: Question, jobs: int) -> Mapping[Any, Any]:
    """What so many hands write down, one after the other."""
    found: dict[Any, Any] = {}
    for at in range(jobs):
        found.update(written_by(Share(opening, question, at, jobs)))
    return found


def told(path: Path, jobs: int, **asked: Any) -> tuple[object, str]:
    """The answer, with so many hands, as JSON and as text."""
    fixture = load_fixture(path)
    found = explore(fixture, read_question(fixture, **asked), jobs, Opening(str(path)))
    return explored_json(found), explored_text(found, 80, all=True)


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """All hands are this process."""
    monkeypatch.setattr(exploration, "spread", together)


def sample() -> list[Path]:
    """Some rulings of each game with several outcomes."""
    return [one for one in rulings() if isinstance(n := PINS[name_of(one)], int) and 8 <= n <= 120][::23]


def test_the_sample_has_every_game() -> None:
    """None is missing."""
    games = {name_of(one).partition("/")[0] for one in sample()}
    assert games == {"dbs", "postures", "tdg", "victory-spark", "ygo"}


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", sample(), ids=name_of)
def test_any_number_of_hands_gives_the_same(path: Path) -> None:
    """Every way with its line, the positions, how many answers were tried."""
    alone = told(path, 1)
    assert [told(path, jobs) == alone for jobs in (2, 5)] == [True, True]


@pytest.mark.sample(2)
@pytest.mark.parametrize("limit", [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233])
def test_a_search_that_is_cut_off_is_cut_off_at_the_same_place(limit: int) -> None:
    """As many answers are tried, and the same ends are found by then."""
    alone = told(COMBO, 1, limit=limit)
    assert [told(COMBO, jobs, limit=limit) == alone for jobs in (2, 3)] == [True, True]


@pytest.mark.parametrize(
    "asked",
    [
        {"find": ["B.life=3"]}, {"find": ["winner=A"]}, {"first": "A: attack k1 lb"}, {"first": "A: pass"},
        {"first": "A: counter mine"}, {"after": "B: counter halt"}, {"find": ["B.life=4"], "limit": 3},
    ],
)  # fmt: skip
def test_every_question_has_the_same_answer(asked: dict[str, Any]) -> None:
    """A fact, an act, an act that is refused, a moment; the readings that it hangs on too."""
    alone = told(WINDOW, 1, **asked)
    assert [told(WINDOW, jobs, **asked) == alone for jobs in (2, 4)] == [True, True]


@pytest.mark.soak
def test_the_hands_do_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever merges works out hardly anything again."""
    again: list[object] = []
    replayed = Merged.replayed
    monkeypatch.setattr(Merged, "replayed", lambda self, path: again.append(path) or replayed(self, path))
    fixture = load_fixture(COMBO)
    found = explore(fixture, read_question(fixture), 3, Opening(str(COMBO)))
    assert found.bounds.looked > 500
    assert len(again) < found.bounds.looked / 50
