"""A ruling's page in a browser: on a phone and a desk, in light and dark, by hand and on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsing import DESK, PHONE, faults, looking

from bench import HOME
from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.render.html.document import ruling_html
from judge.views.ruling import viewed

COUNTERED = "dbs/counter-window/the-actor-may-not-start-a-window"
RULINGS = (
    COUNTERED,
    "ygo/replay/an-exchange-of-another-monster-causes-a-replay",
    "postures/clash/the-order-inside-a-clash",
    "tdg/alterations/ice-iii-hears-nothing",
    "victory-spark/abilities/an-invalid-state-trigger-waits-for-nothing-until-it-is-valid",
)


def drawn(tmp_path: Path, name: str, seat: str = "") -> Path:
    """The page of a ruling, as a file."""
    path = tmp_path / "page.html"
    fixture = load_fixture(str(HOME / "fixtures" / f"{name}.toml"))
    ruling = viewed(fixture, seat) if seat else run(fixture)
    path.write_text(ruling_html(ruling, seat), encoding="utf-8")
    return path


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", RULINGS)
def test_nothing_is_in_the_way(browser: Any, tmp_path: Path, name: str) -> None:
    """No complaint, no request, nothing too wide, pale, unnamed or leading nowhere, in either light."""
    path = drawn(tmp_path, name)
    for size, scheme in ((PHONE, "light"), (PHONE, "dark"), (DESK, "light")):
        with looking(browser, path, size, scheme) as page:
            assert faults(page) == [], (size, scheme)


def test_a_screen_holds_the_ruling(browser: Any, tmp_path: Path) -> None:
    """Answer, questions, first reason and next decision are seen at once; the rest is folded."""
    with looking(browser, drawn(tmp_path, COUNTERED)) as page:
        for what in ("h1", "#asked li", "#why .reason", "#next li"):
            box = page.locator(what).first.bounding_box()
            assert box is not None, what
            assert box["y"] + box["height"] < PHONE[1], what
        assert not page.locator("#steps ol").is_visible()
        assert not page.locator("#board .views").is_visible()
        assert page.locator(".bar strong").inner_text() == "NO"


def test_a_tap_unfolds(browser: Any, tmp_path: Path) -> None:
    """The steps unfold at a tap; a reason leads to its step, and its number to its text."""
    with looking(browser, drawn(tmp_path, COUNTERED)) as page:
        page.locator("#steps summary").click()
        assert page.locator("#steps ol").is_visible()
        page.locator("#asked a").first.click()
        assert page.locator("#art-10-10-3-2").is_visible()
        assert page.evaluate("document.activeElement.id") == "art-10-10-3-2"


def test_a_link_from_elsewhere_unfolds(browser: Any, tmp_path: Path) -> None:
    """The address of a step opens the page at that step."""
    path = drawn(tmp_path, COUNTERED)
    with looking(browser, f"{path.as_uri()}#s3") as page:
        assert page.locator("#s3").is_visible()


def test_a_step_and_a_reason_have_addresses(browser: Any, tmp_path: Path) -> None:
    """Their own links lead to them, so that they can be sent to somebody."""
    with looking(browser, drawn(tmp_path, COUNTERED)) as page:
        page.locator("#steps summary").click()
        page.locator("#s3 .n a").click()
        assert page.url.endswith("#s3")
        page.locator("#w1 summary").click()
        page.locator("#w1 .by a").first.click()
        assert page.url.endswith("#w1")


def test_by_keys_alone(browser: Any, tmp_path: Path) -> None:
    """Tab comes to the folded steps, and Enter unfolds them."""
    with looking(browser, drawn(tmp_path, COUNTERED)) as page:
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.id") == "h-steps":
                break
        page.keyboard.press("Enter")
        assert page.locator("#steps ol").is_visible()


def test_the_board_as_each_may_see_it(browser: Any, tmp_path: Path) -> None:
    """B's halt lies in B's hand: the judge and B see it there, A sees a card."""
    with looking(browser, drawn(tmp_path, COUNTERED), DESK) as page:
        page.locator("#board summary").click()
        hand = 'dl:has(dt:has-text("B\'s hand"))'
        assert "halt" in page.locator(f".of-all {hand} dd.was").inner_text()
        page.locator("label[for=v-A]").click()
        assert page.locator(f".of-A {hand} dd").inner_text().strip() == "1 card"
        assert not page.locator(f".of-all {hand}").is_visible()


def test_on_paper_everything_is_unfolded(browser: Any, tmp_path: Path) -> None:
    """What is printed has the steps, the board and the articles."""
    with looking(browser, drawn(tmp_path, COUNTERED)) as page:
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        for what in ("#steps ol", "#board .of-all", "#articles ul"):
            assert page.locator(what).first.is_visible(), what
        assert not page.locator("nav").is_visible()
