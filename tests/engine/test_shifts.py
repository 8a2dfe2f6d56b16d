"""What numbers were and are, and which effects end, by hand from the cards."""

from __future__ import annotations

from typing import Any

from playing import loaded

from bench import FIXTURES
from judge.engine import trace
from judge.play.ruling import Ruling, run
from judge.speech.sentences import Teller


def played(name: str) -> Ruling:
    """A ruling of the house by its name."""
    return run(loaded(next(FIXTURES.rglob(f"{name}.toml"))))


def events(ruling: Ruling, name: str) -> list[Any]:
    """The entries of events of a name."""
    return [one for one in ruling.entries if one.kind is trace.EVENT and one.data["record"].name == name]


def test_a_change_says_what_the_number_was_and_is() -> None:
    """Rage gives knight 700: 1500 and 2200."""
    ruling = played("a-trap-that-heals-cannot-be-activated-in-the-damage-step")
    (entry,) = events(ruling, "add")
    assert entry.data["shifts"] == ({"card": "knight", "attr": "atk", "was": 1500, "now": 2200},)
    assert Teller(ruling).tell(entry).startswith("knight ATK 1500 → 2200 (+700)")


def test_what_ends_is_named_with_its_source_and_its_cards() -> None:
    """Rage gave a (1800) and c (1000) 500 until the end of the Battle Phase."""
    ruling = played("an-effect-that-ends-the-battle-phase-before-the-damage-step-leaves-no-damage")
    (entry,) = [one for one in events(ruling, "expire") if one.data.get("ended")]
    (ended,) = entry.data["ended"]
    assert (ended["by"], ended["makes"], ended["attr"], ended["value"]) == ("rage", "add", "atk", 500)
    assert ended["cards"] == ("a", "c")
    assert entry.data["shifts"] == (
        {"card": "a", "attr": "atk", "was": 2300, "now": 1800},
        {"card": "c", "attr": "atk", "was": 1500, "now": 1000},
    )


def test_a_number_that_a_card_changes_by_coming_is_told() -> None:
    """A field Spell raises and lowers the numbers of monsters that were there before."""
    told = [
        one
        for path in sorted((FIXTURES / "ygo" / "spells").rglob("*.toml"))
        for one in run(loaded(path)).entries
        if one.kind is trace.SHIFT
    ]
    assert told
    assert all(one.data["was"] != one.data["now"] and one.rule for one in told)
