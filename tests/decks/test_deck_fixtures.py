"""Every deck in fixtures/: its verdict and its faults are what the rulebook says,
worked out by hand in the file.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.decks.desk import Judge, open_desk
from judge.decks.items import tally, total
from judge.decks.limits import Limit, Limits, all_limits
from judge.decks.report import Report

HOME = Path(__file__).resolve().parents[2]
DECKS = sorted(HOME.glob("fixtures/*/decks/*/*.toml"))
SIDED = [one for one in DECKS if one.stem.endswith(".sided")]
GAMES = {one.game: one for one in all_limits()}
JUDGE = Judge(open_desk()._replace(expect=True))
ROWS = [(one, row) for one in GAMES.values() for row in one.rows]


def checked(path: Path) -> Report:
    """The one report of a deck file, told by its place under fixtures/."""
    (report,) = JUDGE.file(str(path.relative_to(HOME)), path.read_bytes())
    return report


@pytest.mark.parametrize("path", DECKS, ids=lambda path: str(path.relative_to(HOME / "fixtures")))
def test_a_deck_is_what_its_file_expects(path: Path) -> None:
    """No expectation is missed, none is left unsaid, and the folder says the verdict."""
    report = checked(path)
    assert [one.message for one in report.faults if one.code in ("expected", "unreadable", "bad-line")] == []
    (deck,) = JUDGE.decks(str(path), path.read_bytes())
    assert "verdict" in deck.expect or "sided" in deck.expect
    folder = path.parent.name
    if folder == "unsure":
        assert report.verdict == "legal"
        assert report.of("unsure")
    elif folder != "siding":
        assert report.verdict == folder
        assert "faults" in deck.expect


@pytest.mark.parametrize("path", SIDED, ids=lambda path: path.stem)
def test_a_sided_deck_is_what_its_file_expects(path: Path) -> None:
    """Checked against the deck that was registered."""
    before = path.with_name(path.name.replace(".sided", ".registered"))
    (registered,), (sided,) = (JUDGE.decks(str(one), one.read_bytes()) for one in (before, path))
    assert sided.expect["sided"]["verdict"]
    assert [one.message for one in JUDGE.sided(registered, sided).faults if one.code == "expected"] == []


def sizes(limits: Limits, limit: Limit, path: Path) -> set[int]:
    """How many cards a limit counts in a deck: of all, or of each card."""
    (deck,) = JUDGE.decks(str(path), path.read_bytes())
    items = JUDGE.items(deck)
    if not limit.each:
        return {tally(limit, items, limits).low}
    groups = {
        one.key: tally(limit, [other for other in items if other.key == one.key], limits) for one in items
    }
    return {total(one.sure) for one in groups.values()}


@pytest.mark.sample(4)
@pytest.mark.parametrize(("limits", "limit"), ROWS, ids=[f"{limits.game} {row.code}" for limits, row in ROWS])
def test_every_boundary_has_a_deck_on_either_side(limits: Limits, limit: Limit) -> None:
    """For each limit a legal deck with the last number that it allows,
    and a deck at fault with the first that it does not.
    """
    decks = [one for one in DECKS if one.relative_to(HOME / "fixtures").parts[0] == limits.game]
    legal = [one for one in decks if one.parent.name == "legal" and "without" not in one.stem]
    wrong = [one for one in decks if any(fault.code == limit.code for fault in checked(one).faults)]
    for last, first in ((limit.at_most, 1), (limit.at_least, -1)):
        if last:
            assert any(last in sizes(limits, limit, one) for one in legal), f"no legal deck with {last}"
        if last is not None and (last or first > 0):
            assert any(last + first in sizes(limits, limit, one) for one in wrong), (
                f"no deck at fault with {last + first}"
            )
