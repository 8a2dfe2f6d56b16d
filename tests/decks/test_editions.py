"""Deck rules by the day of the event: the booklet's until Link Monsters came, then with them;
and it is said which judged.
"""

from __future__ import annotations

import pytest

from judge.cards.card import Card
from judge.cards.hand import HandCards
from judge.cards.lists import LimitList
from judge.decks.deck import Deck, Line
from judge.decks.desk import Judge, open_desk
from judge.decks.limits import load_editions, load_limits
from judge.decks.report import Report
from judge.rulebook.shelf import games

CARDS = HandCards(
    [
        Card("1", {"name": "Decode", "kind": ["monster", "effect", "link"]}),
        Card("2", {"name": "Filler", "kind": ["spell"]}),
    ],
    r"0*(\d{1,10})",
    True,
)


def report(part: str, series: str = "", day: str = "", asked: str = "", deck_date: str = "") -> Report:
    """A deck with one Link Monster in a part, under a list of a series and day, on a day asked for,
    with a date of its own.
    """
    limit_list = LimitList("L", day, series, False, {}, "", "f", {}, "ygo") if series or day else None
    desk = open_desk("ygo", {"ygo": CARDS}, limit_list)._replace(date=asked)
    lines = (Line(1, "1", "", part, 2, 1), Line(3, "2", "", "main", 3, 1))
    return Judge(desk).deck(Deck("ann.ydk", "ydk", lines, date=deck_date))


def links(found: Report) -> dict[str, str]:
    """What was found of the Link Monster: code and severity."""
    return {one.code: one.severity for one in found.faults if one.code in ("link", "extra-kind")}


@pytest.mark.parametrize(
    ("series", "day", "known"),
    [
        ("OCG", "2017-03-24", False),
        ("OCG", "2017-03-25", True),
        ("TCG", "2017-03-25", False),
        ("TCG", "2017-07-19", False),
        ("TCG", "2017-07-20", True),
        ("TCG Traditional", "2017-07-20", True),
        ("", "2017-07-19", False),
        ("", "2017-07-20", True),
    ],
)
def test_link_monsters_by_series_and_day(series: str, day: str, known: bool) -> None:
    """From the day on which they came, in each series its own;
    an event of no known series goes by the TCG's day.
    """
    for found in (
        report("extra", series, day),
        report("extra", series, asked=day),
        report("extra", series, deck_date=day),
    ):
        assert links(found) == ({} if known else {"extra-kind": "error"})
        assert found.edition == (
            f"with Link Monsters from {'2017-03-25' if series == 'OCG' else '2017-07-20'}"
            if known
            else f"as of {day}"
        )


@pytest.mark.parametrize(("part", "found"), [("main", {"link": "error"}), ("side", {}), ("extra", {})])
def test_where_they_belong(part: str, found: dict[str, str]) -> None:
    """In the Extra Deck and the Side Deck, not in the Main Deck;
    the booklet, which does not know them, leaves it open.
    """
    assert links(report(part, "TCG", "2020-04-01")) == found
    assert links(report(part)) == ({"extra-kind": "error"} if part == "extra" else {"link": "unsure"})


def test_without_a_day_the_report_says_so() -> None:
    """The booklet's own rules judged."""
    assert report("main").edition == "no date chosen"


def test_the_day_asked_for_comes_first() -> None:
    """Before the deck's own, and before the list's."""
    assert links(report("extra", "TCG", "2020-04-01", asked="2014-01-01")) == {"extra-kind": "error"}
    assert links(report("extra", "TCG", "2014-01-01", deck_date="2020-01-01")) == {}


@pytest.mark.parametrize("game", games())
def test_every_edition_loads(game: str) -> None:
    """Its changes have their targets; a game without editions has the same rules on every day."""
    for one in load_editions(game):
        for series, day in one.since.items():
            assert load_limits(game, "", day, series).edition == f"{one.title} from {day}"
    if not load_editions(game):
        assert load_limits(game, "", "2030-01-01") == load_limits(game)


def test_a_legal_deck_says_what_was_checked() -> None:
    """Each limit with its articles; not those about which the data left something open."""
    lines = (Line(40, "2", "", "main", 3, 1),)
    desk = open_desk(
        "ygo", {"ygo": CARDS}, LimitList("L", "2020-04-01", "TCG", False, {}, "", "f", {}, "ygo")
    )
    found = dict(Judge(desk).deck(Deck("ann.ydk", "ydk", lines)).checked)
    assert found["40 to 60 cards in the Main Deck"] == "deck.main.size"
    assert found["at most 3 copies of each card"] == "deck.copies, lists.three"
    assert found["no Link Monsters in the Main Deck"] == "deck.extra.types"
    assert found["the limit list L TCG"] == "lists.kinds"
    unknown = dict(Judge(open_desk("ygo")).deck(Deck("ann.ydk", "ydk", lines)).checked)
    assert "no Xyz Monsters in the Main Deck" not in unknown
    assert "40 to 60 cards in the Main Deck" in unknown
