"""What did not happen, and why, is told with subject and cause, by hand from the cards."""

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


def told(ruling: Ruling, kind: str) -> list[Any]:
    """The data of its lines of a kind."""
    return [one.data for one in ruling.entries if one.kind.name == kind]


def test_a_missed_moment_names_both_events() -> None:
    """Squire is Sacrificed, then lord is Summoned: an optional "when" of squire has missed its moment."""
    ruling = played("sanctioned-an-optional-when-effect-of-a-sacrificed-monster-misses-its-moment")
    conds = [
        cond
        for entry in ruling.entries
        for option in entry.data.get("refused", ())
        for cond in option.conds
        if cond.message_key == "lost-timing" and not cond.ok
    ]
    assert conds
    assert {(one.values["missed_card"], one.values["last_card"]) for one in conds} == {("squire", "lord")}
    assert "squire was Sacrificed, then lord was Normal Summoned" in Teller(ruling).cond(conds[0])


def test_a_missed_moment_names_what_came_after_and_not_beside_it() -> None:
    """Heir and son fall together; what came after that is the link that resolves to nothing."""
    ruling = played("sanctioned-a-when-effect-set-off-at-link-2-misses-its-moment")
    claim = next(one for one in ruling.claims if "heir" in one.words)
    assert claim.rule == "sanctioned.timing"
    assert claim.cond is not None
    found = {key: claim.cond.values[key] for key in ("missed_card", "last", "last_card")}
    assert found == {"missed_card": "heir", "last": "resolves", "last_card": "storm"}


def test_an_answer_that_comes_too_late_says_to_what() -> None:
    """Halt waits for an attack; boon's gain of LP came between."""
    ruling = played("sanctioned-what-answers-an-attack-does-so-before-another-chain-has-resolved")
    claim = next(one for one in ruling.claims if "halt" in one.words)
    assert claim.cond is not None
    assert "ogre declared an attack, then B gained LP" in Teller(ruling).cond(claim.cond)


def test_a_choice_that_was_none_says_of_how_many() -> None:
    """Life cards that nobody knows are alike: one of all of them is taken, without a question."""
    ruling = played("a-countered-counter-lets-the-attack-go-on")
    life = [one for one in told(ruling, "forced") if one["prompt"] == "ask.life"]
    for one in life:
        assert one["alike"] == (one["of"] > 1)
    entries = [one for one in ruling.entries if one.kind is trace.FORCED]
    assert all(Teller(ruling).forced(one).startswith("(") for one in entries if one.data["cards"])


def test_a_loop_says_who_can_stop_it_and_what_a_round_is() -> None:
    """Both abilities say "may": both players can stop, the active one first; A named 5, B 3."""
    ruling = played("the-smaller-number-stops-a-loop-that-both-can-stop")
    loop = told(ruling, "loops")[0]
    assert loop["seats_stop"] == ("A", "B")
    assert len(loop["decisions"]) == loop["n"]
    assert {one["seat"] for one in loop["decisions"]} == {"A", "B"}
    rounds = [one["round"] for one in told(ruling, "answer") if one.get("round")]
    assert rounds == sorted(rounds)
    assert set(rounds) >= {1, 2, 3}


def test_what_is_forbidden_is_named_with_who_forbids_it() -> None:
    """A leader's rule apart, an indestructible card forbids that it is returned by gust's effect."""
    ruling = played("an-indestructible-attacker-is-not-returned-and-the-battle-goes-on")
    (line,) = [one for one in ruling.entries if one.kind is trace.FORBIDDEN]
    assert Teller(ruling).tell(line).startswith("k forbids this: return k by ")


def test_no_sentence_begins_without_its_card() -> None:
    """A note with nothing but "It" or "Its" in its place names nobody."""
    ruling = played("the-smaller-number-stops-a-loop-that-both-can-stop")
    begun = [text for text in Teller(ruling).words["note"].values() if text.startswith(("It ", "Its "))]
    assert begun == []
