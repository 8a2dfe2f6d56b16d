"""Lists of points, lists of games other than Yu-Gi-Oh!, the pool of a series and the day of the event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from judge.cards.card import Card
from judge.cards.hand import HandCards
from judge.cards.lists import LimitList
from judge.decks.deck import Deck, Line
from judge.decks.desk import Judge, open_desk
from judge.decks.report import Fault
from judge.errors import BadInput

YGO = {
    "1": {"name": "Cheap", "kind": ["spell"], "pool": ["ocg", "tcg"]},
    "2": {"name": "Dear", "kind": ["spell"], "pool": ["tcg"], "tcg_date": "2014-08-01"},
    "3": {"name": "Abroad", "kind": ["spell"], "pool": ["ocg"], "ocg_date": "2014-01-01"},
    "4": {"name": "Early", "kind": ["spell"], "pool": ["ocg", "tcg", "prerelease"]},
    "5": {"name": "Drawn", "kind": ["spell"], "pool": ["anime"]},
    "6": {"name": "Abroad", "kind": ["spell"], "pool": ["tcg"], "printing": "3"},
}


def judge_of(
    game: str, cards: Mapping[str, Mapping[str, Any]], limit_list: LimitList | None = None, date: str = ""
) -> Judge:
    """A desk with these cards and this list."""
    one_name = game == "ygo"
    hand = HandCards(
        [Card(id, dict(data)) for id, data in cards.items()], r"0*(\d{1,10})" if one_name else "", one_name
    )
    return Judge(open_desk(game, {game: hand}, limit_list)._replace(date=date))


def faults(judge: Judge, lines: Sequence[Line], *codes: str, **about: Any) -> list[Fault]:
    """What is found of some kinds in a deck of these lines."""
    report = judge.deck(Deck("ann.ydk", "ydk", tuple(lines), **about))
    return [one for one in report.faults if one.code in codes]


def points(cap: int = 10, **entries: int) -> LimitList:
    """A list of points."""
    return LimitList(
        "2026.03 Genesys",
        "2026-03-01",
        "Genesys",
        False,
        {key[1:]: cost for key, cost in entries.items()},
        "",
        "f",
        {},
        "ygo",
        cap,
    )


@pytest.mark.parametrize(("cap", "found"), [(9, [10]), (10, [])])
def test_points_are_added_up_over_all_parts(cap: int, found: list[int]) -> None:
    """Two at 3 in the Main Deck, one at 3 in the Side Deck, one at 1: 10 points;
    the cap itself may be spent.
    """
    lines = [Line(2, "2", "", "main", 2, 1), Line(1, "1", "", "extra", 5, 1), Line(1, "2", "", "side", 8, 1)]
    told = faults(judge_of("ygo", YGO, points(cap, _2=3, _1=1)), lines, "points")
    assert [one.found for one in told] == found
    if told:
        assert (told[0].article, told[0].allowed, told[0].line) == ("lists.tournament", "at most 9", 8)
        assert [(one.count, one.name) for one in told[0].cards] == [(3, "Dear, 3 each"), (1, "Cheap, 1 each")]


def test_points_limit_no_copies() -> None:
    """A card of 1 point is not limited to 1 copy, one of 0 points is not forbidden."""
    lines = [Line(3, "2", "", "main", 2, 1), Line(3, "1", "", "main", 3, 1)]
    assert faults(judge_of("ygo", YGO, points(_2=1, _1=0)), lines, "points", "limited", "forbidden") == []


def test_an_artwork_costs_what_its_card_costs() -> None:
    """Another artwork is the same card, and so is a card of its name."""
    (told,) = faults(judge_of("ygo", YGO, points(5, _3=3)), [Line(2, "6", "", "main", 2, 1)], "points")
    assert told.found == 6


@pytest.mark.parametrize(
    ("series", "outside"),
    [
        ("TCG", ["3", "4", "5"]),
        ("TCG Traditional", ["3", "4", "5"]),
        ("OCG", ["2", "4", "5"]),
        ("World", ["4", "5"]),
        ("GOAT", []),
        ("", []),
    ],
)
def test_the_pool_of_a_series(series: str, outside: list[str]) -> None:
    """A card of another region, one that is not out, and one of the anime are no cards of that series."""
    cards = {key: {**row, "name": f"{row['name']} {key}"} for key, row in YGO.items() if key != "6"}
    limit_list = LimitList("L", "", series, False, {}, "", "f", {}, "ygo")
    told = faults(
        judge_of("ygo", cards, limit_list), [Line(1, one, "", "main", 2, 1) for one in cards], "pool"
    )
    assert [one.cards[0].card for one in told] == outside
    assert {one.severity for one in told} <= {"error"}


def test_a_card_is_in_the_pool_by_any_printing_at_hand() -> None:
    """An artwork that came out here only, of a card that came out elsewhere."""
    limit_list = LimitList("L", "", "OCG", False, {}, "", "f", {}, "ygo")
    assert faults(judge_of("ygo", YGO, limit_list), [Line(1, "6", "", "main", 2, 1)], "pool") == []


@pytest.mark.parametrize(("date", "new"), [("2014-07-31", True), ("2014-08-01", False), ("", False)])
def test_cards_newer_than_the_event(date: str, new: bool) -> None:
    """Where the data know the day, and the event or the deck says one."""
    limit_list = LimitList("L", "", "TCG", False, {}, "", "f", {}, "ygo")
    lines = [Line(1, "2", "", "main", 2, 1), Line(1, "1", "", "main", 3, 1)]
    told = faults(judge_of("ygo", YGO, limit_list, date), lines, "too-new")
    assert [(one.severity, one.found, one.allowed) for one in told] == (
        [("unsure", "2014-08-01", f"by {date}")] if new else []
    )
    assert faults(judge_of("ygo", YGO, limit_list), lines, "too-new", date=date) == told


@pytest.mark.parametrize(
    ("game", "cards", "line", "entry"),
    [
        (
            "dbs",
            {"BT1-001": {"name": "Goku", "type": "battle"}},
            Line(2, "BT1-001_PR", "", "deck", 2, 1),
            "BT1-001",
        ),
        ("dbs", {}, Line(2, "BT1-001", "", "deck", 2, 1), "BT1-001"),
        ("victory-spark", {}, Line(2, "", "Rex", "deck", 2, 1), "Rex"),
        ("postures", {"Rex": {"name": "Rex", "kind": "creature"}}, Line(2, "", "rex", "deck", 2, 1), "Rex"),
        ("tdg", {}, Line(2, "", "Rex", "deck", 2, 1), "Rex"),
        ("tdg", {"T1": {"name": "Rex", "kind": "object"}}, Line(2, "", "Rex", "deck", 2, 1), "rex"),
    ],
)
def test_every_game_takes_a_list(game: str, cards: dict[str, Any], line: Line, entry: str) -> None:
    """A club may limit the cards of any game; a list of cards limits them by name or number."""
    limit_list = LimitList("Club", "", "", False, {entry: 1}, "", "f", {}, game)
    (told,) = faults(judge_of(game, cards, limit_list), [line], "limited")
    assert (told.found, told.allowed, told.severity) == (2, "at most 1", "error")


def test_a_list_of_another_game_is_not_passed_over() -> None:
    """A deck that the chosen list cannot judge is not called legal."""
    judge = judge_of("dbs", {}, LimitList("L", "", "", False, {}, "", "f", {}, "ygo"))
    report = judge.deck(Deck("ann.txt", "text", (Line(1, "BT1-001", "", "deck", 1, 1),)))
    assert report.verdict == "unreadable"
    assert "the list 'L' is of ygo, this deck of dbs" in [one.message for one in report.faults]


def test_a_deck_may_hold_a_list_of_points() -> None:
    """Written in its own file."""
    raw = b'game = "dbs"\n[deck]\n"BT1-001" = 4\n[list]\nname = "Club"\ncap = 7\npoints = { "BT1-001" = 2 }\n'
    (report,) = Judge(open_desk("dbs")).file("ann.toml", raw)
    (told,) = [one for one in report.faults if one.code == "points"]
    assert (told.found, told.allowed, report.list) == (8, "at most 7", "Club")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('points = { "A" = "x" }', "wrong type"),
        ('points = { "A" = 1 }\nlimited = ["B"]', "a list of points limits no copies"),
        ("cap = 3", "only a list of points has a cap"),
    ],
)
def test_its_faults_are_told(table: str, said: str) -> None:
    """Each at its place."""
    raw = f'game = "dbs"\n[deck]\n"BT1-001" = 4\n[list]\nname = "Club"\n{table}\n'.encode()
    try:
        (report,) = Judge(open_desk("dbs")).file("ann.toml", raw)
        told = [(one.message, one.line) for one in report.faults]
    except BadInput as error:
        told = [(one.message, one.line) for one in error.problems]
    assert any(message == said and line >= 6 for message, line in told), told
