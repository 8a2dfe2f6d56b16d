"""Endless loops: the same position with no decision between is nobody's to stop (11-1-2).

Ticks decide nothing.
"""

from __future__ import annotations

import pytest
from playing import Watched, dispute, ending, ruled, started, swap, through_json

from bench.random_play import decks, play
from judge.engine.flow import loops

SEESAW = """
script = ["A: attack saw lb"]
A = {{ battle = ["saw"] }}
B = {{ hand = {hand}, energy = 1 }}
[cards]
saw = {{ power = 10000, auto = [{{ on = {{ mark = "self", mode = "inertie" }}, do = [{{ mark = "self", mode = "action" }}] }}, {{ on = {{ mark = "self", mode = "action" }}, do = [{{ mark = "self", mode = "inertie" }}] }}] }}
hush = {{ type = "extra", cost = 1, contre = {{ against = "ability", do = [{{ negate = "ability" }}] }} }}
"""  # noqa: E501


def test_a_loop_that_nobody_can_stop_is_a_draw() -> None:
    """A card that turns itself for ever, with nobody to answer."""
    ruling = ruled(SEESAW.format(hand="[]") + '[expect]\nresult = "draw"\n')
    assert ruling.verdict == "holds", ruling.facts
    assert ruling.game.result is not None
    assert (ruling.game.result.rule, ruling.game.result.why) == ("11-1-2", "loop")


def test_a_loop_that_somebody_can_stop_is_no_draw() -> None:
    """B may counter each time round, so B is asked, and the game waits."""
    ruling = ruled(SEESAW.format(hand='["hush"]'))
    assert ruling.game.result is None
    assert ruling.game.ask is not None
    assert ruling.game.ask.seat == "B"


def test_a_draw_comes_at_the_same_tick_watched_or_not() -> None:
    """Whoever looks for loops by counting would end a traced run elsewhere than a silent one."""
    fixture = dispute(SEESAW.format(hand="[]"))
    runs = [started(fixture, traced=traced) for traced in (True, False)]
    for run in runs:
        run.play()
    assert runs[0].engine.ticks == runs[1].engine.ticks
    assert runs[0].game.result == runs[1].game.result


def test_what_starts_a_stopped_loop_again_is_not_offered_watched_or_not() -> None:
    """x has turned the first time; from then on the act changes nothing, and comes back in its position
    (11-1-1). A alone can stop it, goes round once more, and may not begin anew (11-1-2-1).
    """
    fixture = dispute("""
script = ["A: activate idle", "A: activate idle", "A: number 1"]
A = { battle = ["idle", "x"] }
[cards]
idle = { power = 5000, activated = { do = [{ mark = { zone = "battle", name = "X" }, mode = "inertie" }] } }
x = { name = "X", power = 10000 }
""")
    for traced in (True, False):
        run = started(fixture, traced=traced)
        run.play()
        assert run.game.ask is not None
        words = {" ".join(one.words) for one in run.game.ask.choices}
        assert words == {"attack la lb", "attack idle lb", "pass"}


# Each go round is longer than the one before, and a card lies elsewhere in each.
SLOW = """
script = ["A: activate boss"]
A = {{ battle = ["boss", "bell"], deck = 300 }}
[cards]
boss = {{ activated = {{ do = [{{ draw = {n} }}] }} }}
bell = {{ auto = {{ on = {{ draw = "me" }}, do = [{{ add = -1, of = "self", until = "turn" }}] }} }}
"""


@pytest.mark.soak
@pytest.mark.parametrize("text", [SEESAW.format(hand="[]"), SLOW.format(n=120)])
@pytest.mark.parametrize("kept", [0, 1_000, loops.KEPT])
def test_positions_that_are_kept_are_those_that_are_named(
    text: str, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are kept by their outline, and however often they are written out, it ends there."""
    fixture = dispute(text)
    whole = started(fixture)
    whole.play()
    named: list[str] = []

    def reload(engine: Watched) -> None:
        named[:] = max(named, list(loops.spelled(engine.game.seen)), key=len)
        if engine.ticks % 97 == 0:
            swap(run, through_json(engine.game))

    monkeypatch.setattr(loops, "KEPT", kept)
    for after in (None, reload):
        run = started(fixture, after)
        run.play()
        assert run.engine.ticks == whole.engine.ticks
        assert ending(run) == ending(whole)
    assert len(named) > 1
    assert all(isinstance(one, str) for one in named)


def test_a_long_way_is_no_loop() -> None:
    """Forty draws set off forty abilities: much happens, nothing comes back."""
    ruling = ruled("""
script = ["A: activate boss"]
A = { battle = ["boss", "bell"], deck = 60 }
[cards]
boss = { activated = { do = [{ draw = 40 }] } }
bell = { auto = { on = { draw = "me" }, do = [{ add = 100, of = "self", until = "turn" }] } }
[expect]
A.hand = 40
result = "none"
""")
    assert ruling.verdict == "holds", ruling.facts


@pytest.mark.soak
def test_only_an_order_to_choose_is_no_way_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two compulsory abilities bring each other about for ever, in any order (victory-spark 9.1.2)."""
    monkeypatch.setattr(loops, "COMPELLED", 100)
    result = play(*decks("victory-spark"), 3509).game.result
    assert result is not None
    assert (result.winner, result.rule, result.why) == ("", "9.1.2", "loop")
