"""A ruling's page and its Markdown, without a browser: what stands in them, and what nobody can make stand
there.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bench import HOME
from judge.fixture.load import load_fixture, parse_fixture
from judge.page.steps import spanned
from judge.play.ruling import run
from judge.render.html.document import Use, ruling_html
from judge.render.markdown import ruling_markdown
from judge.render.markup import fingerprint
from judge.speech.notes import MINUS
from judge.views.ruling import viewed

COUNTERED = HOME / "fixtures/dbs/counter-window/the-actor-may-not-start-a-window.toml"
HOSTILE = """
game = "dbs"
title = "<script>alert(1)</script> \\u202e\\u001b]0;x\\u0007 & \\"quotes\\" *stars* `ticks` [a](http://x)"
at = "6-3-1-2"
script = ["B: may counter k"]
[A]
battle = ["x\\u0022><img/src=q/onerror=alert(1)>"]
[cards."x\\u0022><img/src=q/onerror=alert(1)>"]
power = 5000
[B]
hand = ["k"]
[cards.k]
power = 5000
"""


class Reader(HTMLParser):
    """Collects what a browser would find: elements, ids, addresses, handlers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.odd: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "action"):
                self.addresses.append(value or "")
            if name.startswith("on") or name == "style":
                self.odd.append(f"{tag} {name}")


def page_of(path: Path, seat: str = "") -> str:
    fixture = load_fixture(str(path))
    return ruling_html(viewed(fixture, seat) if seat else run(fixture), seat)


def test_it_stands_alone() -> None:
    """Nothing comes from elsewhere, no element runs anything, ids are used once, links lead somewhere."""
    found = Reader(page_of(COUNTERED))
    assert found.odd == []
    assert len(found.ids) == len(set(found.ids))
    assert {one[1:] for one in found.addresses} <= set(found.ids)
    assert not {"img", "link", "iframe", "form", "object"} & set(found.tags)


def test_the_policy_names_its_own_style_and_script() -> None:
    """A browser runs the page's script and no other."""
    page = page_of(COUNTERED)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert policy
    assert script
    assert style
    assert "default-src 'none'" in policy[1]
    assert f"script-src {fingerprint(script[1])}" in policy[1]
    assert f"style-src {fingerprint(style[1])}" in policy[1]


def test_nothing_that_a_fixture_says_is_markup(tmp_path: Path) -> None:
    """Names and titles stay text, and what steers a terminal or turns a line is written out."""
    path = tmp_path / "x.toml"
    path.write_text(HOSTILE.replace("\\\\u", "\\u"), encoding="utf-8")
    page = page_of(path)
    found = Reader(page)
    assert found.tags.count("script") == 1
    assert "img" not in found.tags
    assert found.odd == []
    assert "\x1b" not in page
    assert "\u202e" not in page


def test_markdown_takes_no_markup_from_a_fixture() -> None:
    """Signs of Markdown in a name are escaped."""
    name = "_x_[a](b)<i>"
    text = re.sub(r"^(\[cards\.)?nope\b", rf'\1"{name}"', COUNTERED.read_text(encoding="utf-8"), flags=re.M)
    text = text.replace("nope", name)
    told = ruling_markdown(run(parse_fixture(text)))
    assert "\\_x\\_\\[a\\](b)\\<i\\>" in told
    assert name not in told


def test_the_markdown_of_a_dispute() -> None:
    """The answer first, each question with its article, the reasons with what they come to here."""
    told = ruling_markdown(run(load_fixture(str(COUNTERED))))
    head, asked, why, *_ = told.split("\n\n")
    assert head.startswith("**NO: A may not counter with mine.**")
    assert '- May A counter with mine (after "B: counter halt")? **No, 10-10-3-2**' in asked
    assert "- **10-10-5** " in why
    assert "_Here: halt was negated" in why


def test_a_players_page_has_nothing_else() -> None:
    """B's halt is on A's page once it was shown; A's board before has it not, and no verdict is told."""
    page = page_of(COUNTERED, "A")
    body = page[page.index("<body>") :]
    assert 'id="test"' not in body
    assert "of-B" not in body
    before = page[page.index('id="board"') : page.index('id="articles"')]
    assert "<b><bdi>mine</bdi></b>" in before
    hand = re.search(r"B&#x27;s hand</bdi></dt>(.*?)</dl>", before, re.DOTALL)
    assert hand
    assert "halt" not in hand[1]


def test_other_rulings_stand_beside_their_article() -> None:
    """Those of the folder that turn on the same article are named below its text."""
    ruling = run(load_fixture(str(COUNTERED)))
    page = ruling_html(ruling, uses={"10-10-3-2": [Use("Another <b>one</b>", "", "other.toml")]})
    text = page[page.index('id="art-10-10-3-2"') :]
    assert "Another &lt;b&gt;one&lt;/b&gt;" in text[: text.index("</li></ul>")]


@pytest.mark.parametrize("times", [2])
def test_the_same_ruling_is_the_same_page(times: int) -> None:
    """Byte for byte."""
    assert len({page_of(COUNTERED) for _ in range(times)}) == 1


def test_rounds_told_as_one_tell_the_sum_of_what_they_add() -> None:
    """Two rounds of 1000 more, and of 500 less below 0; what is no number that something adds to has none."""
    more = spanned("l 10000 → 11000 (+1000) now.", "l 11000 → 12000 (+1000) now.")
    assert more == "l 10000 → 12000 (+2000) now."
    less = [line.replace("-", MINUS) for line in ("l 0 → -500 (-500).", "l -500 → -1000 (-500).")]
    assert spanned(*less) == "l 0 → -1000 (-1000).".replace("-", MINUS)
    assert spanned("l leaves (life 4 → 3).", "l leaves (life 3 → 2).") == "l leaves (life 4 → 2)."
