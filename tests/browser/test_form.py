"""The form of `judge serve` on a phone, from the question to the ruling."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import CONTRAST, LEAST, UNNAMED, WIDTH

pytest.importorskip("uvicorn", reason="the extra `serve` is not installed")

HOME = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server answers."""
    place = tmp_path_factory.mktemp("served")
    command = [sys.executable, "-m", "judge", "serve", "--host", "127.0.0.1", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(HOME), "XDG_DATA_HOME": str(place)}
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=place)
    assert running.stdout is not None
    yield running.stdout.readline().strip()
    running.terminate()
    running.wait(20)


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A phone whose browser speaks English."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en-GB")
    found = context.new_page()
    found.set_default_timeout(15_000)
    yield found
    context.close()


def test_from_the_question_to_the_ruling(address: str, page: Any) -> None:
    """A slip is told beside its field, what was typed stays; then the ruling stands there."""
    page.goto(address)
    page.fill("#question", "B counter halt")
    page.fill("#board", "A battle k1 15000\nB hamd halt extra contre(attack)")
    page.fill("#before", "A attack k1 lb")
    page.click("button[type=submit]")
    assert "did you mean hand?" in page.locator("[role=alert]").inner_text()
    assert page.input_value("#question") == "B counter halt"
    page.fill("#board", "A battle k1 15000\nB hand halt extra contre(attack)")
    page.click("button[type=submit]")
    assert page.locator(".bar strong").inner_text() == "YES"
    page.locator("footer summary").click()
    assert "contre" in page.locator("footer pre").inner_text()
    page.locator("nav a").first.click()
    assert page.locator("#question").is_visible()


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["", "toml", "?lang=fr"])
def test_nothing_is_in_the_way(address: str, page: Any, path: str) -> None:
    """Nothing too wide, pale or unnamed, in either light; every field has its label."""
    page.goto(f"{address}{path}")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(WIDTH) <= 0
        assert page.evaluate(CONTRAST % LEAST) == []
        assert page.evaluate(UNNAMED) == []
