"""`judge step` on a screen of its own, with keys pressed as a person does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from judge.cli.step_commands import Commands
from judge.fixture.load import load_fixture
from judge.stepping.session import Session

pytest.importorskip("textual", reason="the screen takes textual, the extra `step`")

from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from judge.cli.step_screen import Screen

RULINGS = Path(__file__).parent.parent.parent / "fixtures"
COUNTERED = RULINGS / "dbs/counter-window/a-countered-counter-lets-the-attack-go-on.toml"
OF_EACH_GAME = (
    "ygo/damage-step/a-trap-that-heals-cannot-be-activated-in-the-damage-step",
    "postures/clash/the-order-inside-a-clash",
    "tdg/objects/an-engaged-object-moved-to-an-empty-block-is-disengaged",
    "victory-spark/abilities/two-cards-with-different-names-come-back-to-the-hand",
)
SMALL, LARGE = (80, 24), (120, 40)


def screen(path: Path = COUNTERED, read: tuple[str, ...] = ()) -> Screen:
    """A ruling on a screen."""
    return Screen(Commands(Session(load_fixture(path)), read))


def press(app: Screen, size: tuple[int, int], look: Callable[[Pilot[int]], Awaitable[None]]) -> None:
    """Show it on a screen of a size, and do what a test does."""

    async def shown() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await look(pilot)

    asyncio.run(shown())


def text(app: Screen, name: str) -> str:
    """What a part of the screen shows."""
    return str(app.query_one(f"#{name}", Static).render())


@pytest.mark.soak
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_keys_go_on_and_back(size: tuple[int, int]) -> None:
    """The mat and the article are those of where one stands."""
    app = screen()

    async def look(pilot: Pilot[int]) -> None:
        assert "6-3-1-2" in text(app, "articles")
        assert "A  has the turn" in text(app, "mat")
        await pilot.press("d", "d")
        assert "B may:" in text(app, "asked")
        assert "10-10-3-1" in text(app, "aside")
        assert "Inertie" in text(app, "mat")
        assert app.query_one("#choices", OptionList).option_count == 2
        await pilot.press("left", "b")
        assert app.session.decision() is None
        await pilot.press("f")
        assert app.session.at == 0
        await pilot.press("l")
        assert "10  B takes a card from life" in text(app, "lines")

    press(app, size, look)


@pytest.mark.soak
@pytest.mark.parametrize("keys", [("2",), ("down", "enter"), ("c", *"pass", "enter")])
def test_an_answer_is_a_number_a_line_or_words(keys: tuple[str, ...]) -> None:
    """Each of them lets the attack through, and `u` takes it back."""
    app = screen()

    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("d", "d", *keys)
        assert [one.text for one in app.session.run.lines][-1] == "B: pass"
        assert "B: pass." in text(app, "said")
        await pilot.press("u")
        assert app.session.run.lines[-1].text == "A: apply rescue"
        assert "B may:" in text(app, "asked")

    press(app, SMALL, look)


def test_what_is_refused_is_told() -> None:
    """In a line that `Escape` closes; nothing has changed."""
    app = screen()

    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("d", "d", "c", *"counter cheap", "enter")
        assert "10-10-3-1" in text(app, "said")
        assert app.session.run.lines[-1].text == "A: apply rescue"
        await pilot.press("escape")
        assert not app.query_one("#said", Static).display

    press(app, SMALL, look)


def test_an_article_is_gone_to() -> None:
    """By what is typed after `g`."""
    app = screen()

    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("g", *"10-10-5", "enter")
        assert app.session.at > 0
        assert "10-10-5" in text(app, "articles")
        assert not app.query_one("#typed", Input).display

    press(app, LARGE, look)


def test_it_is_saved(tmp_path: Path) -> None:
    """Into the file that is named after `s`."""
    app, path = screen(), tmp_path / "x.toml"

    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("d", "d", "s")
        app.query_one("#typed", Input).value = f"s {path}"
        await pilot.press("enter")
        assert "Saved" in text(app, "said")

    press(app, SMALL, look)
    assert Session(load_fixture(path)).run.lines[0].text == "A: attack raider B.leader"


def test_help_and_the_end() -> None:
    """`?` tells the keys, `q` ends."""
    app = screen()

    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("question_mark")
        assert "choose an answer" in text(app, "said")
        await pilot.press("q")

    press(app, SMALL, look)
    assert app.return_value == 0


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", OF_EACH_GAME)
def test_every_game_is_shown(name: str) -> None:
    """To the end, with its mat in sight at each step."""
    app = screen(RULINGS / f"{name}.toml")

    async def look(pilot: Pilot[int]) -> None:
        for _ in range(12):
            if app.session.at == app.session.last:
                break
            await pilot.press("right")
            assert "A" in text(app, "mat").splitlines()[-1]
        assert text(app, "lines")

    press(app, SMALL, look)


@pytest.mark.soak
def test_several_are_chosen_by_their_numbers() -> None:
    """Enter on the first of them has the others typed."""
    app = screen(RULINGS / "dbs/keywords/chosen-options-resolve-in-the-order-picked.toml")

    async def look(pilot: Pilot[int]) -> None:
        for _ in range(20):
            ask = app.session.game.ask
            if ask is not None and ask.most > 1:
                break
            await pilot.press("d")
        await pilot.press("enter")
        typed = app.query_one("#typed", Input)
        assert (typed.display, typed.value) == (True, "1 ")
        await pilot.press("2", "enter")
        assert app.session.at > 0
        assert "not 1" not in text(app, "said")

    press(app, SMALL, look)
