"""How a run ends, what it complains of and how it exits, as one player is told of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

ATTACK = """\
game = "dbs"
script = [{script}]
A = {{ battle = ["k"], hand = ["h1", "h2"] }}
B = {{ hand = ["{held}"], deck = ["{left}", 29], energy = 1, life = 3 }}
[cards]
k = {{ power = 10000 }}
h1 = {{ power = 5000 }}
h2 = {{ power = 6000 }}
plain = {{ power = 7000 }}
halt = {{ type = "extra", cost = 1, contre = {{ against = "attack", do = [{{ negate = "attack" }}] }} }}
{expect}
"""
ATTACKS = '"A: attack k lb"'


def dispute(tmp_path: Path, held: str, script: str, expect: str = "") -> Path:
    """A dispute in which B holds this or that card, the other one on top of the deck."""
    path = tmp_path / "dispute.toml"
    left = "plain" if held == "halt" else "halt"
    path.write_text(ATTACK.format(script=script, held=held, left=left, expect=expect), encoding="utf-8")
    return path


def told(judge: Any, tmp_path: Path, script: str, seat: str, *options: str, expect: str = "") -> list[Any]:
    """What is printed of both boards, and the exit codes."""
    return [
        judge("run", dispute(tmp_path, held, script, expect), "--as", seat, *options)
        for held in ("halt", "plain")
    ]


@pytest.mark.parametrize("options", [(), ("--all",), ("--format", "json")])
@pytest.mark.parametrize("script", [ATTACKS, f'{ATTACKS}, "B: pass"'], ids=["silent", "passes"])
def test_where_a_run_stops_tells_nothing_of_a_hand(
    judge: Any, tmp_path: Path, script: str, options: tuple[str, ...]
) -> None:
    """Only who holds a [Contre] is asked. The other player reads that B was asked, in both cases, and what
    comes of the attack if B does nothing; whether the script says so or B is not asked.
    """
    one, other = told(judge, tmp_path, script, "A", *options)
    assert (one.out, one.err, one.code) == (other.out, other.err, other.code)
    assert one.code == 0
    if not options:
        assert "1 damage to B." in one.out


def test_who_holds_the_card_reads_where_the_run_stops(judge: Any, tmp_path: Path) -> None:
    """The same two boards differ for B, who is asked in one of them."""
    one, other = told(judge, tmp_path, ATTACKS, "B")
    assert "NEXT  B may counter halt, pass." in one.out
    assert "counter" not in other.out.partition("NEXT")[2]


@pytest.mark.parametrize("expect", ['[expect]\nhalt = "hand"', '[expect]\nnext = "B"'])
def test_the_exit_code_tells_no_fact(judge: Any, tmp_path: Path, expect: str) -> None:
    """A fact may be about what the player does not see."""
    assert [one.code for one in told(judge, tmp_path, ATTACKS, "A", expect=expect)] == [0, 0]
    found = [judge("run", dispute(tmp_path, held, ATTACKS, expect)).code for held in ("halt", "plain")]
    assert sorted(found) == [0, 1]


def test_a_line_that_does_not_fit_names_no_card_of_the_other_hand(judge: Any, tmp_path: Path) -> None:
    """What B could have chosen is B's business; that the line does not fit is not."""
    script = '"B: choose halt", "B: discard plain"'
    one, other = told(judge, tmp_path, script, "A")
    assert (one.out, one.err, one.code) == (other.out, other.err, other.code)
    assert one.code == 2
    assert "halt" not in one.out + one.err
    assert "dispute.toml:2:11: this line does not fit here\n" in one.err


@pytest.mark.parametrize("script", ['"A: attack k lb", "B: know hand1 = halt", "A: pass"', '"A: nonsense"'])
def test_a_line_that_does_not_fit_is_always_told(judge: Any, tmp_path: Path, script: str) -> None:
    """Nobody is left with an exit code alone."""
    for seat in "AB":
        one, other = told(judge, tmp_path, script, seat)
        assert one.code == other.code == 2
        assert "dispute.toml:2:" in one.err


def test_what_a_player_may_choose_is_told_to_that_player(judge: Any, tmp_path: Path) -> None:
    """A slip in one's own line is answered with one's own choices, as ever."""
    one, _ = told(judge, tmp_path, '"A: attack nobody lb"', "A")
    assert "attack k lb" in one.err
    assert "this line" not in one.err


@pytest.mark.parametrize("order", [("--as", "A", "--save"), ("--format", "json", "--as", "B", "--save")])
def test_a_pause_is_not_saved_for_one_player(judge: Any, tmp_path: Path, order: tuple[str, ...]) -> None:
    """A saved pause holds every card."""
    pause = tmp_path / "pause.toml"
    found = judge("run", dispute(tmp_path, "halt", ATTACKS), *order, pause)
    assert found.code == 2
    assert "--as tells what a player sees, and --save has everything" in found.out + found.err
    assert not pause.exists()


def test_a_refused_line_may_be_the_first_after_a_pause(judge: Any, tmp_path: Path) -> None:
    """Nothing has been told yet that it could be held against."""
    pause = tmp_path / "pause.toml"
    judge("run", dispute(tmp_path, "halt", ATTACKS), "--save", pause)
    text = pause.read_text(encoding="utf-8").replace("script = []", 'script = ["B: counter lb"]')
    pause.write_text(text, encoding="utf-8")
    found = judge("run", pause)
    assert found.code == 1
    assert found.out.startswith("NO: B may not counter with lb.")
