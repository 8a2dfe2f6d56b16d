"""A real browser without a window, where there is one: playwright drives the Chromium of the machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def chromium() -> str:
    """The path of the browser; "" where the machine has none."""
    found = [os.environ.get("JUDGE_CHROMIUM", ""), *(shutil.which(one) or "" for one in NAMES)]
    return next(filter(None, found), "")


@pytest.fixture(scope="module")
def browser() -> Iterator[sync_api.Browser]:
    """The browser, for the tests of a file: while it is there nobody else can have a loop of events."""
    path = chromium()
    if not path:
        pytest.skip("no Chromium on this machine (JUDGE_CHROMIUM says where one is)")
    with sync_api.sync_playwright() as found:
        running = found.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()
