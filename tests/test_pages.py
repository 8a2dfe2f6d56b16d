"""Some forty rulings as they are printed, and twelve in French: between them every part of a page and most of
its phrases.

A word that is changed touches these pages alone; what a ruling says of the rules is kept as records beside
each fixture. To accept a page, read it, then `pytest tests/test_pages.py --snapshot-update`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.data import SnapshotCollections
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation

from bench import FIXTURES
from judge.fixture.load import load_fixture, parse_fixture
from judge.play.ruling import run
from judge.render.text import render

HERE = Path(__file__).parent / "pages"
FRENCH = HERE / "fr"
PAGES, FRENCH_PAGES = (
    [line for line in (folder / "rulings.txt").read_text(encoding="utf-8").splitlines() if line]
    for folder in (HERE, FRENCH)
)


class Page(SingleFileSnapshotExtension):
    """Keeps the page of ``game/chapter/claim`` as ``pages/game.chapter.claim.txt``."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        """The folder of the pages."""
        return str(HERE)

    @classmethod
    def get_file_basename(cls, *, test_location: PyTestLocation, index: int | str) -> str:
        """The ruling's name."""
        call = getattr(test_location.item, "callspec", None)
        name = call.params.get("name", "none") if call else "none"
        return str(name).replace("/", ".")

    @classmethod
    def matches_test_location(cls, *, test_location: PyTestLocation, snapshot_location: str) -> bool:
        """A page belongs to the test whose ruling it is named for."""
        return Path(snapshot_location).stem == cls.get_file_basename(test_location=test_location, index=0)

    def discover_snapshots(
        self, *, test_location: PyTestLocation, ignore_extensions: list[str] | None = None
    ) -> SnapshotCollections:
        """None: a run of some of the tests must not delete the pages of the others."""
        return SnapshotCollections()


class FrenchPage(Page):
    """Keeps the French page of ``game/chapter/claim`` as ``pages/fr/game.chapter.claim.txt``."""

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        """The folder of the French pages."""
        return str(FRENCH)


@pytest.mark.parametrize("name", PAGES)
def test_a_page(name: str, snapshot: SnapshotAssertion) -> None:
    """At 80 columns it is the page that was accepted; at other widths nothing runs over the edge."""
    ruling = run(load_fixture(FIXTURES / f"{name}.toml"))
    assert render(ruling, width=80) == snapshot.use_extension(Page)
    for width in (60, 120):
        assert max(map(len, render(ruling, width=width).splitlines())) <= width


@pytest.mark.parametrize("name", FRENCH_PAGES)
def test_a_french_page(name: str, snapshot: SnapshotAssertion) -> None:
    """At 80 columns it is the page that was read against the book."""
    ruling = run(load_fixture(FIXTURES / f"{name}.toml"))
    assert render(ruling, width=80, lang="fr") == snapshot.use_extension(FrenchPage)


@pytest.mark.sample(10)
@pytest.mark.parametrize("name", PAGES)
def test_colour_is_an_aid(name: str) -> None:
    """Without its colours a page is the same text."""
    ruling = run(load_fixture(FIXTURES / f"{name}.toml"))
    coloured = render(ruling, width=80, color=True)
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == render(ruling, width=80)


HIDDEN = 'title = "\\u001b[8mHID\\u001b[0m"\n'


@pytest.mark.parametrize("color", [False, True])
def test_colour_of_a_file_is_shown_as_codes(color: bool) -> None:
    """Nothing that a file says hides a part of a page, or paints a fact as one that holds."""
    text = (FIXTURES / f"{PAGES[0]}.toml").read_text(encoding="utf-8")
    fixture = parse_fixture(re.sub("(?m)^title = .*\n", lambda _: HIDDEN, text), "f.toml")
    assert fixture.model.title == "\x1b[8mHID\x1b[0m"
    page = render(run(fixture), all=True, width=80, color=color)
    assert "\\x1b[8mHID\\x1b[0m" in page
    assert ("\x1b[" in page, "\x1b[8m" in page) == (color, False)


@pytest.mark.parametrize(("folder", "listed"), [(HERE, PAGES), (FRENCH, FRENCH_PAGES)])
def test_no_page_is_left_over(folder: Path, listed: list[str]) -> None:
    """A page of a ruling that is not listed is read by nobody."""
    kept = {path.stem for path in folder.glob("*.txt")} - {"rulings"}
    assert kept == {name.replace("/", ".") for name in listed}
