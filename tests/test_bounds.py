"""A fixture that asks for more than any game has is met at the door, or stops at a bound that is named."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from judge.engine.kernel.state import OFTEN
from judge.errors import BadInput, NotImplementedYet
from judge.fixture.load import load_fixture, parse_fixture
from judge.play.ruling import Ruling, run

HUGE = str(10**400)


def board(do: str = "[]", script: str = '"A: activate boss"', cards: str = "", **keys: str) -> str:
    """A dispute in which a card does something."""
    mine = {"battle": '["boss"]', "deck": "30", **keys}
    zones = ", ".join(f"{key} = {value}" for key, value in mine.items())
    boss = f"boss = {{ activated = {{ do = {do} }} }}"
    return f'game = "dbs"\nscript = [{script}]\nA = {{ {zones} }}\n[cards]\n{boss}\n{cards}\n'


def played(text: str) -> Ruling:
    """The ruling of a dispute."""
    return run(parse_fixture(text))


REFUSED: Mapping[str, tuple[str, str]] = {
    "a deck of a googol and more": (board(deck=HUGE), "no number of a game is so large"),
    "a number of more than 64 bits": (board(cards=f"x = {{ power = {2**64} }}"), "no number of a game is so"),
    "far below nothing": (board("[{ add = -10000000000, until = 'turn' }]"), "so far below 0"),
    "so many unseen cards": (board(deck="10001"), "expected at most 10000, found 10001"),
    "so many copies": (board(deck='["boss*99999999999"]'), "found 'boss*99999999999'"),
    "more digits than are read": (board(deck=f'["boss*{"9" * 500}"]'), "deck cannot hold so many cards"),
    "a power of ten that is no digit": (board(deck='["boss*²"]'), "this is no number of copies"),
    "a negative draw": (board("[{ draw = -1 }]"), "a number of at least 0 is needed here"),
    "a negative damage": (board("[{ damage = -1 }]"), "a number of at least 0 is needed here"),
    "a negative number of times": (board("[{ repeat = -1, do = [{ draw = 1 }] }]"), "a number of at least 0"),
    "cards from the top": (board("[{ move = { zone = 'deck', top = -2 }, to = 'drop' }]"), "at least 0"),
    "so many lines": (board(script=", ".join(['"A: pass"'] * 2001)), "script has too many entries"),
    "so long an order": (
        'game = "dbs"\n[expect]\norder = [' + '"7-1-2", ' * 1001 + "]\n",
        "order has too many entries",
    ),
    "so long a line": (board(script=f'"A: {"x" * 2000}"'), "too long (expected at most 1000 characters"),
    "so large a number in a line": (board(script='"A: number 9999999999"'), "more than 9 digits"),
    "so many cards": (board(cards="\n".join(f"c{at} = {{}}" for at in range(2001))), "too many entries"),
    "so long a name": (board(cards=f"{'x' * 201} = {{}}"), "too long (expected at most 200 characters"),
    "so many effects": (
        board(battle='[{ card = "boss", effects = [' + "{ add = 1 }, " * 1001 + "] }]"),
        "too many effects that last",
    ),
    "a score below its floor": ('game = "tdg"\nA = { pv = -100 }\n', "too little pv"),
    "a score at nothing": ('game = "ygo"\nA = { lp = -1 }\n', "too little lp"),
    "a turn before the first": ('game = "postures"\nturn = -3\n', "expected at least 1"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_more_than_any_game_has_is_a_problem(case: str) -> None:
    """It is placed, short, and told once."""
    text, told = REFUSED[case]
    with pytest.raises(BadInput) as caught:
        parse_fixture(text)
    problems = caught.value.problems
    assert any(told in one.text() for one in problems), problems
    assert all(one.line and len(one.text()) < 250 for one in problems)
    assert len(problems) < 4


@pytest.mark.parametrize("zones", [{"deck": "[90, 90]"}, {"deck": "90", "hand": "['boss*90']"}])
def test_zones_are_counted_together(zones: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """No zone has too many, all together do."""
    monkeypatch.setattr("judge.board.limits.BOARD", 100)
    with pytest.raises(BadInput) as caught:
        parse_fixture(board(**zones))
    assert "a board cannot hold so many cards" in str(caught.value)


def test_cards_of_a_library_have_no_larger_numbers(tmp_path: Path) -> None:
    """The file of cards is named, not the fixture."""
    (tmp_path / "club.toml").write_text(
        f'game = "dbs"\n[cards."X-1"]\nname = "R"\nauto = {{ on = "attack", do = [{{ draw = {HUGE} }}] }}\n'
    )
    (tmp_path / "mine.toml").write_text('game = "dbs"\nlibrary = ["club.toml"]\n[cards]\nr = "X-1"\n')
    with pytest.raises(BadInput, match=r"club.toml:4:\d+: no number of a game is so large"):
        load_fixture(tmp_path / "mine.toml")


TOKEN = "tok = { token = true, power = 1 }"
BELL = "auto = { on = { draw = 'me' }, do = [{ draw = 1 }] }"
MIRROR = (
    "{ power = 0, static = { add = { sum = 'power', of = { zone = 'battle', not = 'self' } }, of = 'self' } }"
)
GROWING = "[{ repeat = 100, do = [{ add = { value = 'power', of = 'self' }, of = 'self', until = 'turn' }] }]"
STOPPED: Mapping[str, tuple[str, str]] = {
    "draws": (board("[{ draw = 1000000000 }]"), "done 1,000,000,000 times (at most 1,000)"),
    "damage": (board("[{ damage = 1000000 }]"), "done 1,000,000 times (at most 1,000)"),
    "tokens": (board("[{ create = 'tok', n = 1001 }]", cards=TOKEN), "done 1,001 times (at most 1,000)"),
    "tokens again and again": (
        board("[{ repeat = 9, do = [{ create = 'tok', n = 900 }] }]", cards=TOKEN),
        "2,700 tokens (at most 2,000)",
    ),
    "a move of everything": (
        board("[{ move = { zone = 'deck' }, to = 'drop' }]", deck="1001"),
        "a move of 1,001 cards (at most 1,000)",
    ),
    "numbers that double": (
        board(GROWING).replace("boss = {", "boss = { power = 1000,"),
        "so large a number",
    ),
    "values of each other": (
        board(battle='["boss", "glass*60"]', cards=f"glass = {MIRROR}"),
        "values that are worked out of each other (at most 40)",
    ),
}


PAIRED = "{ zone = 'hand'" + ", paired = { same = 'power', with = { zone = 'hand'" * 15 + " } }" * 15 + " }"
ANY = "{ zone = 'hand', any = [" + ", ".join(f"{{ power = {at} }}" for at in range(1000)) + "] }"
STOPPED_LOOKING = {"paired in paired": (PAIRED, "['foe*8', 'odd']"), "any of many": (ANY, "['foe*40']")}


@pytest.mark.parametrize("case", STOPPED_LOOKING)
def test_cards_are_held_against_each_other_so_often(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Selectors in selectors ask for more than can be looked at, with few cards or many."""
    monkeypatch.setattr("judge.engine.language.traits.HELD_AGAINST", 20_000)
    sel, hand = STOPPED_LOOKING[case]
    text = board(
        f"[{{ choose = 't', from = {sel} }}]",
        hand=hand,
        cards="foe = { power = 999999 }\nodd = { power = 7 }",
    )
    with pytest.raises(NotImplementedYet, match="held against `any` and `paired` in one step"):
        played(text)


COUNTING = "k = { power = 1, static = { add = { ever = { draw = 'me' } }, of = 'self' } }"
SUMS = "k = { power = 1, static = { add = 1, of = { zone = 'battle', not = 'self', max = { power = 9 } } } }"
DRAWS = "[{ repeat = 30, do = [{ draw = 1 }] }]"
COUNTED = {
    "decisions": ("flow.loops.DECIDED", 100, "", "decisions times cards"),
    "past events": ("flow.history.RECALLED", 20, COUNTING, "past events that texts ask for"),
    "abilities in one step": (
        "language.traits.HELD_AGAINST",
        100,
        SUMS,
        "abilities held against cards in one",
    ),
    "abilities step by step": ("flow.agenda.HELD_SINCE", 1_000, SUMS, "step by step, without a decision"),
}


@pytest.mark.parametrize("case", COUNTED)
def test_what_small_boards_ask_again_and_again_is_counted(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept for every decision and every event, and what is asked of every card in every step."""
    name, most, cards, told = COUNTED[case]
    monkeypatch.setattr(f"judge.engine.{name}", most)
    battle = '["boss", "k*20"]' if cards else '["boss"]'
    script = ", ".join(['"A: activate boss"'] * 5)
    with pytest.raises(NotImplementedYet, match=told):
        played(board(DRAWS, script, cards, battle=battle, deck="200"))


@pytest.mark.parametrize("case", STOPPED)
def test_a_game_stops_at_the_bound_that_it_comes_to(case: str) -> None:
    """It is named, with its value."""
    text, told = STOPPED[case]
    with pytest.raises(NotImplementedYet) as caught:
        played(text)
    assert told in str(caught.value)


def test_repeats_in_repeats_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps are counted since a player has decided, whatever they are."""
    monkeypatch.setattr("judge.engine.flow.agenda.STEPS", 2_000)
    nested = "{ repeat = 2, do = [" * 12 + "{ mark = 'self', mode = 'action' }" + "] }" * 12
    with pytest.raises(NotImplementedYet, match="without a decision"):
        played(board(f"[{nested}]"))


def test_instructions_wait_in_no_endless_row() -> None:
    """A thousand times a list of many is more than wait at once."""
    listed = ", ".join(["{ mark = 'self', mode = 'action' }"] * 11)
    with pytest.raises(NotImplementedYet, match="instructions in a row"):
        played(board(f"[{{ repeat = 1000, do = [{listed}] }}]"))


def test_a_chain_on_a_large_board_is_told_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking for a position that comes back takes longer the more cards there are."""
    monkeypatch.setattr("judge.engine.flow.loops.LOOKED_AT", 20_000)
    chain = board("[{ draw = 1 }]", deck="900").replace("boss = {", f"boss = {{ {BELL},")
    with pytest.raises(NotImplementedYet, match="so large a board"):
        played(chain)


def test_options_of_a_player_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of many cards may attack each of many."""
    monkeypatch.setattr("judge.engine.flow.window_options.OPTIONS", 100)
    mine = board(battle='["boss", "foe*9"]', cards="foe = { power = 1 }")
    theirs = "B = { battle = [" + "{ card = 'foe', mode = 'inertie', as = '%s' }, " * 10 + "] }\n[cards]"
    with pytest.raises(NotImplementedYet, match=r"options of a player \(at most"):
        played(mine.replace("[cards]", theirs % tuple(f"f{at}" for at in range(10))))


@pytest.mark.soak
def test_a_procedure_that_calls_itself_comes_to_an_end(tmp_path: Path) -> None:
    """It is named, long before Python has had enough of it."""
    over, mine = tmp_path / "house.toml", tmp_path / "mine.toml"
    step = '{ id = "zz", rule = "7-1-2", do = "call", procedure = "battle" }'
    over.write_text(f'why = "Tried."\n[[change]]\nstep = "battle.7-1-3"\nafter = {step}\n', encoding="utf-8")
    mine.write_text(board(script='"A: attack boss B.leader"'), encoding="utf-8")
    with pytest.raises(NotImplementedYet, match=r"under way, one in another, as of 'battle' \(at most 500\)"):
        run(load_fixture(mine, overlays=(str(over),)))


def test_what_is_within_the_bounds_is_played() -> None:
    """The largest that is accepted is carried out."""
    ruling = played(board(f"[{{ draw = {OFTEN} }}]", deck="1100"))
    assert len(ruling.game.zones["A.hand"]) == OFTEN
