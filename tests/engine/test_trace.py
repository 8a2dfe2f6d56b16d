"""Each kind of line is declared once: nothing else may be told, and every phrase is of such a kind."""

from __future__ import annotations

import importlib
import pickle
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from judge.engine import trace
from judge.engine.kernel.state import Game
from judge.engine.kernel.view import Tracer
from judge.engine.trace.kinds import CARD, Kind, Role, line

HOME = Path(__file__).parents[2]
GAMES = ("dbs", "postures", "tdg", "victory_spark", "ygo")
# Phrases that are parts of a line's sentence.
PARTS = frozenset((
    "act-forced", "act-forced-deed", "pass-up", "offer-must", "offer-none", "offer-hidden", "unseen-one",
    "unseen-many", "refused", "choice", "ruled", "moment-nth", "until-next", "until-nth",
))  # fmt: skip
# Values that are worked out from the fields of a line: what was to happen, whose ability it is, …
DERIVED = frozenset(("deed", "effect", "asked", "stops"))
# Kinds whose sentence depends on the event, the answer or the window that they tell of.
OWN_WORDS = frozenset((trace.EVENT, trace.ANSWER, trace.WINDOW_CLOSE, trace.DEFAULT_TARGET))


@pytest.fixture(autouse=True, scope="module")
def _every_game() -> None:
    for game in GAMES:
        importlib.import_module(f"judge.games.{game}.registry")


def phrases() -> Iterator[tuple[str, str]]:
    """The phrases of lines in every language, by key."""
    files = [*(HOME / "judge/speech/phrases").glob("*.toml"), *HOME.glob("rulebooks/*/phrases.*.toml")]
    assert len(files) > len(GAMES)
    for path in files:
        yield from tomllib.loads(path.read_text(encoding="utf-8")).get("note", {}).items()


def kind_of(key: str) -> Kind | None:
    """The kind of line that a phrase tells: `nothing.of` and `clash-direct` are of `nothing` and `clash`."""
    stem = key.partition(".")[0]
    names = (stem, stem.removesuffix("-direct"), stem.removesuffix("-deed"))
    return next((trace.KINDS[one] for one in names if one in trace.KINDS), None)


def test_every_phrase_is_of_a_declared_kind_and_fills_in_its_fields() -> None:
    """A phrase of a kind that no code tells, or with a value that such a line has not, is never read."""
    for key, text in phrases():
        kind = kind_of(key)
        if kind is None:
            assert key in PARTS, key
            continue
        values = {name for _, name, _, _ in Formatter().parse(text) if name}
        assert values <= DERIVED.union(kind.fields), key


def test_every_kind_that_is_told_has_a_phrase() -> None:
    """Only what is marked as untold may lack one."""
    told = {kind_of(key) for key, text in phrases() if text}
    silent = {one for one in trace.KINDS.values() if Role.WORDLESS in one.roles}
    assert [one.name for one in trace.KINDS.values() if one not in told | silent | OWN_WORDS] == []


def test_what_is_not_declared_is_refused() -> None:
    """A field too many, one that lacks, one of another type."""
    tracer = Tracer()
    for data in ({"seat": "A", "n": 1}, {}, {"seat": 1}):
        with pytest.raises(TypeError, match="no-draw"):
            tracer.note(Game(), trace.NO_DRAW, "1", data)
    assert tracer.entries == []
    tracer.note(Game(), trace.NO_DRAW, "1", {"seat": "A"})
    assert [one.kind for one in tracer.entries] == [trace.NO_DRAW]


def test_a_name_is_declared_once() -> None:
    """Two kinds of one name could not be told apart by a rulebook."""
    with pytest.raises(ValueError, match="no-draw"):
        line("no-draw", card=CARD)


def test_a_kind_stays_the_same_in_another_process() -> None:
    """Rulings are played by several processes, and kinds are compared by identity."""
    assert pickle.loads(pickle.dumps(trace.EVENT)) is trace.EVENT


def test_cards_and_bearers_are_read_off_the_fields() -> None:
    """The cards that a line names, and whose ability comes to nothing by it."""
    assert trace.JUDGED_BY.card_fields == ("card", "by")
    assert trace.JUDGED_BY.bearer({"card": "a", "by": "b", "form": "view"}) == "b"
    assert trace.NO_DRAW.bearer({"seat": "A"}) == ""
