"""Changes to a rulebook that say nothing, say too little, or make a table that no game can be played by: each
is told at its place before anything is played.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from judge.errors import BadInput, NotImplementedYet
from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.rulebook.lint import lint
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import find

STEP = 'step = "battle.7-1-3"\nafter = { id = "zz", rule = "7-1-2", do = '
READING = """
[reading.zz]
articles = ["9-2-1"]
question = "Which?"
taken = "a"
why = "Tried."
value.a = { says = "One." }
value.b = { says = "The other.", change = [{ reading = "NAME", value = "b" }] }
"""

NEEDED: Mapping[str, str] = {
    '"call"': "the step 'call' needs the key 'procedure'",
    '"window"': "the step 'window' needs the key 'name'",
    '"mark-all", each = { zone = "hand" }': "the step 'mark-all' needs the key 'marks'",
    '"mark-one", marks = { mode = "action" }': "the step 'mark-one' needs the key 'which'",
    '"move-all", each = { zone = "hand" }': "the step 'move-all' needs the key 'to or word'",
    '"signal"': "the step 'signal' needs the key 'signal'",
    '"signal", signal = "attack", seat = "actve"': "'actve' is no word for a player",
    '"shuffle"': "the step 'shuffle' needs the key 'zone'",
    '"run-down", each = { zone = "hand" }, counts = "mode", procedure = "turn"': "'mode' counts nothing",
    '"trim", zone = "hand", word = "discard"': "the step 'trim' needs the key 'n'",
    '"trim", zone = "hand", word = "discard", n = "setup-first"': "the literal 'setup-first' is no number",
    '"expire"': "the step 'expire' needs the key 'until'",
    '"expire", until = "turn", marks = { mode = "action" }': "needs the key 'each' beside 'marks'",
    '"use-up", to = "drop"': "the step 'use-up' needs the key 'from'",
    '"one-by-one", each = { zone = "hand" }, procedure = "turn"': "'one-by-one' needs the key 'seat'",
    '"first-player"': "the step 'first-player' needs the key 'chance'",
    '"first-player", chance = "7-1-2", won = "w", words = ["a"]': "the winner chooses one of two words",
    '"first-hands", n = 1000000000': "no player has so many cards as n says",
    '"place", each = { zone = "hand" }': "the step 'place' needs the key 'into or to'",
    '"combo-sum"': "the step 'combo-sum' needs the key 'which'",
    '"say", use = "7-1-4"': "a step is run by `use` or by `do`, not by both",
}


def told(tmp_path: Path, *changes: str, game: str = "dbs") -> list[str]:
    """What is told of a game's rulebook with changes laid over it."""
    path = tmp_path / "house.toml"
    path.write_text('why = "Tried."\n' + "".join(f"[[change]]\n{one}\n" for one in changes), encoding="utf-8")
    problems = lint(str(find(game)), [str(path)])
    assert all((one.file, one.line > 1) == (str(path), True) for one in problems)
    return [one.text() for one in problems]


@pytest.mark.soak
def test_a_step_says_what_its_function_needs(tmp_path: Path) -> None:
    """Which keys that are is declared beside the function; their values are looked at too."""
    found = told(tmp_path, *(f"{STEP}{step} }}".replace("zz", f"z{at}") for at, step in enumerate(NEEDED)))
    assert [words for words in NEEDED.values() if not any(words in one for one in found)] == []


@pytest.mark.soak
def test_cards_go_to_a_zone_that_there_is(tmp_path: Path) -> None:
    """Which is a name, as the others."""
    found = told(tmp_path, f'{STEP}"move-all", each = {{ zone = "hand" }}, to = "zzz" }}')
    assert any("there is no zone 'zzz'" in one for one in found), found


def test_a_rulebook_of_one_s_own_says_it_too(tmp_path: Path) -> None:
    """It goes through the same door."""
    folder = tmp_path / "dbs"
    shutil.copytree(find("dbs"), folder)
    path = folder / "procedures.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('do = "goto", step = "turn"', 'do = "goto"', 1), encoding="utf-8")
    assert any("the step 'goto' needs the key 'step'" in one.text() for one in lint(str(folder)))


SAID: Mapping[str, Mapping[str, str]] = {
    "each by itself": {
        'param = "negated-is-used"\nvalue = "zzz"': "expected true or false, found 'zzz'",
        'param = "loop-again"\nvalue = "nevr"': "did you mean never?",
        'param = "evolution-keeps"\nvalue = "zzz"': "is never 'zzz'",
        'window = "counter"\nunset = ["pases"]': "did you mean passes?",
        'step = "battle.7-1-3"\nremove = false': "expected true",
        'interrupt = "9-2-1"\nadd = false': "expected true",
    },
    "numbers": {
        'renumber = { "99-9" = "99-8" }': "there is no article '99-9'",
        'renumber = { "7-1-3" = "" }': "expected a number of its own",
        'renumber = { "7-1-3" = "99-8", "7-1-2" = "99-8" }': "is not the number of 7-1-2",
    },
    "values": {
        'procedure = "battle"\nset = { needs = { attacker = "zzz" } }': "is no kind of value",
        'procedure = "turn"\nset = { needs = { a = "card of active in hnd" } }': "zone 'hnd'",
        'procedure = "battle"\nset = { starts = { me = "actve" } }': "is no word for a player",
    },
    "forms": {
        'zone = "battle"\nset = { slots = ["x", "x"] }': "expected words, each once",
        'window = "counter"\nset = { passes = 1000000 }': "expected 1 or 2",
        'window = "counter"\nset = { acts = -1 }': "expected a number from 0",
    },
    "procedures as a whole": {
        'step = "auto-end.8-6-4-1"\nremove = true': "auto-end has no steps",
        'procedure = "game"\nset = { under = { procedure = "game", step = "x" } }': "game stands on itself",
        'step = "game.turn"\nremove = true': "there is no step 'turn' in procedure.turn.under.step",
    },
    "a key that is needed": {
        'procedure = "battle"\nunset = ["steps"]': "the key 'steps' is missing",
    },
    "an offer twice": {
        'window = "free"\nset = { offers = ["play", "play"] }': "'play' is there twice",
    },
    "an action of no article": {
        'action = "charge"\nset = { conds = [] }': "charge is told by no article",
    },
    "no passes": {
        'window = "counter"\nset = { passes = 0 }': "expected 1 or 2",
    },
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("case", SAID)
def test_a_change_that_says_nothing_is_told(tmp_path: Path, case: str) -> None:
    """Nothing of it is passed over."""
    found = told(tmp_path, *SAID[case])
    assert [words for words in SAID[case].values() if not any(words in one for one in found)] == []


@pytest.mark.soak
def test_a_literal_may_be_what_a_reading_makes_of_it(tmp_path: Path) -> None:
    """A word where there is a list, another number, another list."""
    assert told(tmp_path, 'param = "evolution-keeps"\nvalue = "all"') == []
    assert told(tmp_path, 'param = "evolution-keeps"\nvalue = ["cost"]') == []
    assert told(tmp_path, 'param = "multicolour-pays"\nvalue = 3') == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("value", ["[40]", '"zzz"', '["a", "b"]'])
def test_a_list_of_numbers_stays_one(tmp_path: Path, value: str) -> None:
    """As many of them as there are."""
    assert told(tmp_path, f'param = "deck-size"\nvalue = {value}', game="ygo")


@pytest.mark.soak
def test_a_key_that_is_left_out_means_what_an_absent_one_does(tmp_path: Path) -> None:
    """A window without offers offers nothing, and is there all the same."""
    path = tmp_path / "house.toml"
    path.write_text('why = "Tried."\n[[change]]\nwindow = "counter"\nunset = ["offers", "bars"]\n', "utf-8")
    counter = load_rulebook(str(find("dbs")), overlays=(str(path),)).windows["counter"]
    assert (counter.offers, counter.bars) == ((), ())


def test_a_step_goes_on_at_steps_that_are_there(tmp_path: Path) -> None:
    """Where its function goes on is declared beside it; so it is with what guards a procedure."""
    guard = '{ rule = "7-1-4", from = "6-3-1-1", until = "6-3-1-2" }'
    after = '{ id = "zz", rule = "7-1-4", use = "7-4-1-4" }'
    changes = (f'step = "main.6-3-1-1"\nafter = {after}', f'procedure = "main"\nset = {{ guard = {guard} }}')
    found = told(tmp_path, *changes)
    for name, step, place in (("7-4-1-4", "7-4-1-5", "steps.2"), ("7-1-4", "7-1-4-1", "guard")):
        words = f"'{name}' goes on at the step {step}, which is not there in procedure.main.{place}"
        assert [one for one in found if words in one], found


OUT_OF_PLACE: Mapping[str, str] = {
    'use = "6-3-1-2-1-1"': "the step zz of main is about a card",
    'use = "8-5-2-2"': "the step zz of main is about the value 'ability'",
    'do = "resolve-link"': "the step zz of main is about the value 'entry'",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("step", OUT_OF_PLACE)
def test_a_step_in_another_procedure_stops_where_there_is_nothing_for_it(tmp_path: Path, step: str) -> None:
    """It says so with its name, and what it is about."""
    path = tmp_path / "house.toml"
    change = f'step = "main.6-3-1-1"\nafter = {{ id = "zz", rule = "7-1-3", {step} }}'
    path.write_text(f'why = "Tried."\n[[change]]\n{change}\n', encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text('game = "dbs"\nat = "6-3-1-1"\n', encoding="utf-8")
    with pytest.raises(NotImplementedYet) as caught:
        run(load_fixture(mine, overlays=(str(path),)))
    assert OUT_OF_PLACE[step] in str(caught.value)


@pytest.mark.parametrize("name", ["zz", "combo-loses", "other"])
def test_no_possibility_of_a_reading_takes_one_of_a_reading(tmp_path: Path, name: str) -> None:
    """Not its own, not that of another one, which may take it in turn."""
    folder = tmp_path / "dbs"
    shutil.copytree(find("dbs"), folder)
    path = folder / "readings.toml"
    with path.open("a", encoding="utf-8") as file:
        file.write(READING.replace("NAME", name))
    (problem,) = lint(str(folder))
    assert "a possibility of a reading decides no reading" in problem.text()
    assert (problem.file, problem.line) == (str(path), path.read_text("utf-8").count("\n"))


def test_a_key_of_an_overlay_is_told_where_it_stands(tmp_path: Path) -> None:
    """Also one that a fixture has, too."""
    over, mine = tmp_path / "house.toml", tmp_path / "mine.toml"
    over.write_text('why = "Tried."\nversion = "dbs"\n', encoding="utf-8")
    mine.write_text('game = "dbs"\n', encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load_fixture(mine, overlays=(str(over),))
    assert [(one.file, one.line) for one in caught.value.problems] == [(str(over), 2)]
