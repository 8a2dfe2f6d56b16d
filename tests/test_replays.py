"""Readings compared: claims, the winner, facts and the next decision belong to it;
a pass that shifts does not.
"""

from __future__ import annotations

import pytest

from bench import FIXTURES
from judge.fixture.load import load_fixture, parse_fixture
from judge.play.replays import Other
from judge.play.ruling import Ruling, run

HUSH = """
game = "dbs"
{more}
script = [{script}]
A = {{ battle = ["k1"], hand = 1 }}
B = {{ hand = ["hush"], energy = 1 }}
[cards]
k1 = {{ power = 15000, auto = {{ on = "attack", do = [{{ draw = 1 }}] }} }}
hush = {{ type = "extra", cost = 1, contre = {{ against = "ability", do = [{{ negate = "ability" }}] }} }}
[expect]
A.hand = 2
B.life = 5
"""


def other(ruling: Ruling, reading: str) -> Other:
    """What the only other possibility of a reading gives."""
    (found,) = (one for one in ruling.others if one.reading == reading)
    return found


def on_disk(name: str, until: str = "") -> Ruling:
    """The ruling of an accepted fixture."""
    return run(load_fixture(FIXTURES / f"{name}.toml"), until)


def test_readings_of_the_command_line_stay_while_others_are_tried() -> None:
    """What is compared is under them too: the file may name them, or who plays it."""
    path = FIXTURES / "victory-spark/cancels/a-play-cannot-be-cancelled.toml"
    ruling = run(load_fixture(path, "", {"play-cycle": "no"}))
    found = {one.reading: (one.taken, one.same) for one in ruling.others}
    assert (found["ring-first"], found["play-cycle"]) == (("leaving", True), ("no", True))


# --- claims, the winner, what comes next -------------------------------------------------------------
def test_a_claim_that_falls_is_a_difference() -> None:
    """The facts stay as they are, but what was refused is legal there."""
    found = other(on_disk("ygo/chains/by-the-other-reading-the-last-lp-cannot-be-paid"), "pay-to-zero")
    assert not found.same
    assert (found.facts, found.parts) == ((), "")
    assert [(one.line, one.ok, one.why) for one in found.claims] == [
        ("A: not activate gift by main1.activate", False, "it may be done there (Main Phase)")
    ]


def test_a_claim_that_stands_is_none() -> None:
    """It is judged under each possibility, also where the replay begins behind it."""
    ruling = on_disk("dbs/counter-window/a-countered-counter-lets-the-attack-go-on")
    assert ruling.claims
    assert all(one.same and one.claims == () for one in ruling.others)


def test_another_next_decision_is_a_difference() -> None:
    """Nothing has changed yet, but A may do more there."""
    found = other(on_disk("postures/movement/a-used-move-cannot-be-given-up"), "leaving-rest")
    assert (found.same, found.facts, found.claims) == (False, (), ())
    assert found.next is not None
    assert "posture r defensive" in found.next


def test_a_draw_is_a_draw_under_whatever_article() -> None:
    """Both possibilities end the game at once or a little later, and nobody wins."""
    found = other(on_disk("dbs/winning/both-players-out-of-life-in-one-event-is-a-draw"), "defeat-timing")
    assert (found.same, found.winner) == (True, None)


# --- passes that shift -----------------------------------------------------------------------------
def test_a_pass_too_many_is_left_out() -> None:
    """B could answer an [Auto.] under one possibility only, and does not."""
    script = HUSH.format(more="", script='"A: attack k1 lb", "B: pass", "B: pass"')
    assert other(run(parse_fixture(script)), "auto-windows").same


@pytest.mark.parametrize(
    "name",
    [
        "postures/hidden/its-skill-at-the-summon-does-not-count",  # in the middle
        "postures/equipment/lost-with-the-creature",  # in the middle of an effect that chooses
        "ygo/damage-step/the-attack-of-a-monster-is-doubled",  # after the last line
    ],
)
def test_a_pass_too_few_is_added(name: str) -> None:
    """A window that only the other possibility opens, in which nobody would do anything."""
    assert all(one.same for one in on_disk(name).others)


def test_an_answer_that_finds_no_window_is_a_difference() -> None:
    """B counters in a window that the other possibility does not have;
    a pass in its place would be another game.
    """
    text = HUSH.format(more="", script='"A: attack k1 lb", "B: counter hush"').replace(
        "A.hand = 2", "A.hand = 1"
    )
    found = other(run(parse_fixture(text)), "auto-windows")
    assert not found.same
    assert found.parts == "A is asked first: attack la lb, pass"


def test_an_act_that_is_refused_where_it_was_made_is_a_difference() -> None:
    """No pass is added in the window in which the line answered:
    that would only put off what does not fit.
    """
    found = other(on_disk("ygo/winning/paying-the-last-life-points-loses"), "pay-to-zero")
    assert found.parts == '"A: activate deal" is no answer there; possible are: set deal, end'


def test_an_end_of_a_phase_that_there_is_not_is_left_out() -> None:
    """A Main Phase 2 more or less only shifts the line that ends it."""
    assert other(on_disk("ygo/phases/no-main-phase-2-without-a-battle-phase"), "main2-without-battle").same
    assert other(
        on_disk("ygo/winning/an-empty-deck-loses-when-the-draw-phase-comes"), "main2-without-battle"
    ).same


# --- a part of a run -------------------------------------------------------------------------------
def test_a_part_of_a_run_is_compared_as_far_as_it_goes() -> None:
    """Stopped before the check timing, no possibility has made a difference,
    whatever the facts of the end will be.
    """
    ruling = on_disk("dbs/counter-window/a-countered-counter-lets-the-attack-go-on", until="7-1-3")
    assert ruling.touched == ("contre-leaves",)
    assert all(one.same for one in ruling.others), ruling.others
