"""A real browser without a window, where there is one: playwright drives the Chromium of the machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 300  # tenths of a second


def chromium() -> str:
    """The path of the browser; "" where the machine has none."""
    found = [os.environ.get("JUDGE_CHROMIUM", ""), *(shutil.which(one) or "" for one in NAMES)]
    return next(filter(None, found), "")


@pytest.fixture(scope="session")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the one browser listens that all these tests look at pages in."""
    path = chromium()
    if not path:
        pytest.skip("no Chromium on this machine (JUDGE_CHROMIUM says where one is)")
    home = tmp_path_factory.mktemp("browser")
    options = (
        "--headless",
        "--no-sandbox",
        "--no-first-run",
        "--disable-gpu",
        "--hide-scrollbars",
        "--disable-background-networking",
    )
    with subprocess.Popen(
        [path, *options, "--remote-debugging-port=0", f"--user-data-dir={home}"], stderr=subprocess.DEVNULL
    ) as running:
        try:
            yield f"http://127.0.0.1:{port(home / 'DevToolsActivePort')}"
        finally:
            running.terminate()


def port(written: Path) -> str:
    """The port that a browser writes down once it listens."""
    for _ in range(PATIENCE):
        if written.is_file() and (lines := written.read_text().splitlines()):
            return lines[0]
        time.sleep(0.1)
    raise AssertionError("the browser did not start")


@pytest.fixture(scope="module")
def browser(listening: str) -> Iterator[sync_api.Browser]:
    """The browser, for the tests of a file: while it is held nobody else can have a loop of events."""
    with sync_api.sync_playwright() as found:
        yield found.chromium.connect_over_cdp(listening)
