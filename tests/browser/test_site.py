"""A site in a browser, opened as files: search, chapters, quiz, on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsing import DESK, PHONE, faults, looking
from site_sample import make, sample


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert make(sample(folder), folder / "site").exit_code == 0
    return folder / "site"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "file", ["index.html", "articles/dbs/10.html", "articles/tdg/fx.html", "quiz/ygo.html"]
)
def test_nothing_is_in_the_way(browser: Any, made: Path, file: str) -> None:
    """No complaint, no request, nothing too wide, pale or unnamed, in either light."""
    for size, scheme in ((PHONE, "light"), (PHONE, "dark"), (DESK, "light")):
        with looking(browser, made / file, size, scheme) as page:
            assert faults(page) == [], (size, scheme)


CLAIM = "the-actor-may-not-start-a-window"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("asked", "there", "missing"),
    [
        ("10-10-3-2", CLAIM, "ice-iii-hears-nothing"),
        ("halt mine", CLAIM, "a-countered-counter"),
        ("BALM", "a-trap-that-heals", CLAIM),
        ("glace", "", CLAIM),
    ],
)
def test_the_search_finds(browser: Any, made: Path, asked: str, there: str, missing: str) -> None:
    """By article, by card, by word, however it is written; what is not there is not found."""
    with looking(browser, made / "index.html") as page:
        page.locator("#search").fill(asked)
        shown = [one for one in page.locator("li[data-words] a").all() if one.is_visible()]
        found = " ".join(str(one.get_attribute("href")) for one in shown)
        assert page.locator("#found").inner_text() == f"{len(shown)} found"
        assert bool(shown) == bool(there)
        assert there in found
        assert missing not in found


def test_from_an_article_to_its_ruling_and_back(browser: Any, made: Path) -> None:
    """A chapter unfolds at the article asked for; its ruling is a tap away, and the list of all too."""
    path = f"{(made / 'articles/dbs/10.html').as_uri()}#art-10-10-3-2"
    with looking(browser, path) as page:
        article = page.locator("div:has(> [id='art-10-10-3-2'])")
        link = article.locator(f"a[href$='{CLAIM}.html']").first
        assert link.is_visible()
        link.click()
        assert page.locator(".bar strong").inner_text() == "NO"
        page.locator("nav a").first.click()
        assert page.url.endswith("index.html")
        assert page.complaints == []


def test_the_quiz_hides_its_answer(browser: Any, made: Path) -> None:
    """One question at a time; the answer comes with yes or no, and is counted."""
    with looking(browser, f"{(made / 'quiz/dbs.html').as_uri()}#n1") as page:
        assert [one.is_visible() for one in page.locator("article").all()].count(True) == 1
        case = page.locator("article#n1")
        answer = case.locator(".answer p").first
        assert not answer.is_visible()
        right = case.get_attribute("data-answer")
        case.locator(f"button[data-say={right}]").click()
        assert answer.is_visible()
        assert page.locator("#score").inner_text() == "1 / 1"
        page.locator("#another").click()
        assert not case.is_visible()
        other = page.locator("article:visible")
        wrong = "no" if other.get_attribute("data-answer") == "yes" else "yes"
        other.locator(f"button[data-say={wrong}]").click()
        assert page.locator("#score").inner_text() == "1 / 2"
