"""The decision for which a saved pause waits is known as it was asked: claims and questions about it are
judged by what was offered there and what was refused, also where nothing comes after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import tomli_w

from bench import FIXTURES
from judge.cli import main
from judge.fixture.load import Fixture, load_fixture, parse_fixture
from judge.fixture.script import parse_line
from judge.play.inquiry import inquire
from judge.play.ruling import run
from judge.render.fixtures import paused
from judge.render.text import render
from judge.views.ruling import viewed

# A ruling that claims something of the decision after so many of its lines.
CUTS = {
    "dbs": ("dbs/counter-window/a-counter-with-a-spent-energy-cannot-answer", 1),
    "ygo": ("ygo/battle/a-monster-does-not-attack-in-the-turn-of-its-summon", 0),
    "postures": ("postures/direct/untouchable-beside-an-ordinary-creature", 0),
    "tdg": ("tdg/variants/an-fx-does-not-use-up-what-cannot-be-discarded", 0),
    "victory-spark": ("victory-spark/attack/rested-and-reversed-cards-cannot-support", 1),
    "a choice": ("dbs/principles/a-card-that-does-not-fit-may-not-be-chosen", 1),
}


def whole(case: str) -> Fixture:
    """The ruling from its board on."""
    return load_fixture(FIXTURES / f"{CUTS[case][0]}.toml")


def cut(case: str, script: Sequence[str]) -> str:
    """A pause of the ruling at that decision, with another script."""
    fixture = whole(case)
    fixture.lines = fixture.lines[: CUTS[case][1]]
    vars(fixture.model).update(expect={}, articles=[], until="")
    ruling = run(fixture, readings=False)
    return tomli_w.dumps({**paused(ruling.fixture, ruling.game), "script": script})


def lines(case: str) -> list[str]:
    """The script from that decision on."""
    return [line.text for line in whole(case).lines[CUTS[case][1] :]]


def claimed(case: str, script: Sequence[str]) -> list[tuple[str, bool, str]]:
    """The claims of a pause with a script: each with whether it is so, and by which article."""
    ruling = run(parse_fixture(cut(case, script), "pause.toml"), readings=False)
    return [(one.line, one.ok, one.rule) for one in ruling.claims]


@pytest.mark.parametrize("case", CUTS)
def test_claims_about_the_decision_of_a_pause_come_out_as_in_the_whole_ruling(case: str) -> None:
    """Whether anything comes after them or not."""
    wanted = [(one.line, one.ok, one.rule) for one in run(whole(case), readings=False).claims]
    rest = lines(case)
    assert claimed(case, rest) == wanted
    first = [line for line in rest if ": not " in line][:1]
    assert claimed(case, first) == wanted[:1]


@pytest.mark.parametrize("case", [one for one in CUTS if one != "a choice"])
def test_what_a_pause_offers_may_be_done(case: str) -> None:
    """Told from the next line of the script, and with no line at all."""
    act = next(line for line in lines(case) if ": not " not in line)
    seat, _, words = act.partition(": ")
    ((line, ok, rule),) = claimed(case, [f"{seat}: may {words}", act])
    assert (line, ok, bool(rule)) == (f"{seat}: may {words}", True, True)
    assert not claimed(case, [f"{seat}: not {words}", act])[0][1]
    line = parse_line(act)
    assert not isinstance(line, str)
    for script in ([], [act]):
        for reader in ("", seat):
            found = inquire(parse_fixture(cut(case, script), "pause.toml"), line, seat=reader)
            assert found.moments[0].claim.allowed


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", CUTS)
def test_no_question_about_a_pause_breaks_off(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever asks, of whatever is an act of the game, where the script is empty."""
    path = tmp_path / "pause.toml"
    path.write_text(cut(case, []), encoding="utf-8")
    for seat in "AB":
        for reader in ([], ["--as", seat]):
            monkeypatch.setattr("sys.argv", ["judge", "why-not", str(path), f"{seat}: pass", *reader])
            assert main() in (0, 2), capsys.readouterr()


def test_a_question_is_placed_by_the_steps_in_which_the_pause_stands() -> None:
    """Though no line of the trace tells of them: "within 4-7-3", a moment of the counter window."""
    line = parse_line("B: counter stop")
    assert not isinstance(line, str)
    fixture = parse_fixture(cut("dbs", []), "pause.toml")
    (moment,) = inquire(fixture, line).moments
    (there,) = inquire(whole("dbs"), line, after=1).moments
    assert (moment.title, moment.article, moment.steps) == (there.title, there.article, there.steps)


def test_of_a_pause_without_steps_explore_tells_that_there_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And not that they go from 1 to 0."""
    path = tmp_path / "pause.toml"
    path.write_text(cut("ygo", []), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["judge", "explore", str(path), "--step", "1"])
    assert main() == 2
    assert "the script has no steps" in capsys.readouterr().err


# Its texts have the name of a stock card of the rulebook in a word ("answeRED"), as any text may.
DECLARES = """
game = "dbs"
title = "Declared while a word of the pause has the name of a stock card in it: {word}"
script = ["A: play seer"]
A = {{ hand = ["seer"], energy = 1 }}
B = {{ hand = ["v"] }}
[cards]
seer = {{ cost = 1, power = 5000, auto = {{ on = "play", do = [{{ declare = "name" }}] }} }}
v = {{ name = "Vegeta", cost = 1, power = 10000 }}
"""


@pytest.mark.parametrize("word", ["nothing", "shared"])
def test_the_words_to_declare_hang_on_the_cards_alone(word: str) -> None:
    """Whatever else is written: a pause goes on from what was saved, with the same words."""
    ruling = run(parse_fixture(DECLARES.format(word=word), "x.toml"), readings=False)
    saved = tomli_w.dumps(paused(ruling.fixture, ruling.game))
    again = run(parse_fixture(saved, "pause.toml"), readings=False)
    for game in (ruling.game, again.game):
        assert game.ask is not None
        assert [one.value for one in game.ask.choices] == ["Vegeta", "default-leader", "seer"]


CHOOSES = """
game = "dbs"
script = ["A: play o"]
A = { hand = ["o"], energy = 1 }
B = { hand = ["h1", "h2", "h3"] }
[cards]
h1 = { cost = 1, power = 1000 }
h2 = { cost = 1, power = 1000 }
h3 = { type = "extra", cost = 1 }
o = { cost = 1, power = 5000, auto = { on = "play", do = [
    { choose = "t", from = { zone = "hand", of = "opponent", type = "battle" } }, { discard = "$t" },
] } }
"""


def test_a_choice_among_unseen_cards_goes_on_from_a_pause() -> None:
    """How many can be chosen is known to who plays it on, and not told to a player who does not see them."""
    ruling = run(parse_fixture(CHOOSES, "x.toml"), readings=False)
    saved = parse_fixture(tomli_w.dumps(paused(ruling.fixture, ruling.game)), "pause.toml")
    again = run(saved, readings=False)
    assert again.game.ask == ruling.game.ask
    assert again.game.ask is not None
    assert len(again.game.ask.choices) == 2
    assert "A is asked: an unseen card." in render(
        viewed(saved, "A"), all=False, color=False, width=100, seat="A"
    )
