"""Limit lists beside the card data at hand: what a format leaves out, data older than the list, empty lists,
and names in a second language.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.cards.card import TRANSLATIONS, Card
from judge.cards.catalogue import Catalogue
from judge.cards.file import day_in
from judge.cards.hand import HandCards
from judge.cards.imports import read_source
from judge.cards.lists import LimitList, choose, dated, list_from
from judge.cards.storage import language_of, write
from judge.decks.desk import Judge, open_desk
from judge.decks.report import Report
from judge.errors import BadInput

CARDS = HandCards(
    [
        Card("1", {"name": "Plain", "type": ["monster"], "kind": ["effect"], "pool": ["tcg"]}),
        Card("2", {"name": "Linked", "type": ["monster"], "kind": ["link"], "pool": ["tcg"]}),
        Card("3", {"name": "Scaled", "type": ["monster"], "kind": ["pendulum", "effect"], "pool": ["tcg"]}),
        Card("4", {"name": "Abroad", "type": ["spell"], "kind": [], "pool": ["ocg"]}),
        Card("5", {"name": "Unsaid", "pool": ["tcg"]}),
    ],
    r"0*(\d{1,10})",
    True,
)


def report(lines: str, limit_list: LimitList, newest: str = "", date: str = "") -> Report:
    """A deck of ygo, judged by a list with these cards at hand."""
    desk = open_desk("ygo", {"ygo": CARDS}, limit_list)
    (found,) = Judge(desk._replace(newest={"ygo": newest}, date=date)).file(
        "a.txt", f"Main\n{lines}\n".encode()
    )
    return found


def found(one: Report, severity: str = "error") -> list[tuple[str, str]]:
    """Codes and cards of what was found, but for the size of the deck."""
    return [
        (fault.code, " ".join(card.name or card.card for card in fault.cards))
        for fault in one.of(severity)
        if fault.code != "main-size"
    ]


def of_points(name: str, series: str, **more: object) -> LimitList:
    return LimitList(name, "2026-03-01", series, False, {"1": 1}, "", "", {}, "ygo", 100, **more)  # type: ignore[arg-type]


# --- what a format leaves out ------------------------------------------------------------------------
def test_genesys_has_no_link_and_no_pendulum_monsters() -> None:
    one = report("1 Plain\n1 Linked\n1 Scaled\n1 Unsaid", of_points("2026.03 Genesys", "Genesys"))
    assert [pair for pair in found(one) if pair[0] == "excluded"] == [
        ("excluded", "Linked"),
        ("excluded", "Scaled"),
    ]
    assert [note.code for note in one.unchecked if note.code in ("excluded", "only-points")] == ["excluded"]


def test_a_list_of_points_that_does_not_say_what_it_leaves_out_checks_points_only() -> None:
    one = report("1 Plain\n1 Scaled", of_points("Club", ""))
    assert found(one) == []
    assert "only-points" in [note.code for note in one.unchecked]


def test_a_list_may_say_what_its_format_leaves_out() -> None:
    excludes = {"kind": ["pendulum"]}
    one = report("1 Plain\n1 Scaled", of_points("Club", "", excludes=excludes))
    assert found(one) == [("excluded", "Scaled")]
    assert "only-points" not in [note.code for note in one.unchecked]


@pytest.mark.parametrize(
    ("excludes", "wrong"),
    [
        ({"kind": "Pendulum Monster"}, []),
        ({"kind": "pendulun"}, [("'pendulun'", "pendulum")]),
        ({"knd": "link"}, [("'knd'", "kind")]),
        (["link"], [("\"['link']\"", "")]),
        ({}, [("'{}'", "")]),
    ],
)
def test_what_a_list_leaves_out_is_a_description_of_cards(
    excludes: object, wrong: list[tuple[str, str]]
) -> None:
    one, faults = list_from({"name": "Club", "points": {"Plain": 1}, "excludes": excludes}, "f", "ygo")
    assert [(fault.found, fault.hint) for fault in faults] == wrong
    assert one.excludes == ({} if wrong else {"kind": "pendulum"})


def test_what_a_list_leaves_out_is_kept(tmp_path: Path) -> None:
    """In the catalogue, and in one that an earlier version made."""
    path, catalogue = tmp_path / "club.toml", str(tmp_path / "cards.sqlite")
    path.write_text('[list]\nname = "Club"\ngame = "ygo"\npoints = { A = 3 }\nexcludes = { kind = "link" }\n')
    write(catalogue, [read_source(path)])
    with Catalogue.open(catalogue) as kept:
        assert kept.limit_list("Club").excludes == {"kind": "link"}


# --- card data older than the list -------------------------------------------------------------------
@pytest.mark.parametrize(
    ("newest", "severity"),
    [("2020-03-30", "unsure"), ("2026-03-01", "error"), ("2026-12-31", "error"), ("", "error")],
)
def test_a_card_that_older_data_lack_may_have_come_out_since(newest: str, severity: str) -> None:
    """Not known, or known from another region only; the report says how old the data are."""
    limit_list = LimitList("2026.3 TCG", "2026-03-01", "TCG", False, {"1": 1}, "", "", {}, "ygo")
    one = report("1 Plain\n1 Brand New Card\n1 Abroad", limit_list, newest)
    assert found(one, severity) == [("unknown-card", "Brand New Card"), ("pool", "Abroad")]
    told = [note.message for note in one.unchecked if note.code == "card-data"]
    assert [newest in message for message in told] == ([True] if severity == "unsure" else [])


@pytest.mark.parametrize(("lacking", "severity"), [(0, "error"), (2, "error"), (3, "unsure")])
def test_a_list_with_cards_that_the_data_lack_is_younger(lacking: int, severity: str) -> None:
    """Where no file says how old the data are; a slip or two of the list show nothing."""
    entries = {"1": 1} | {f"9000{n}": 0 for n in range(lacking)}
    limit_list = LimitList("2026.3 TCG", "2026-03-01", "TCG", False, entries, "", "", {}, "ygo")
    one = report("1 Plain\n1 Brand New Card", limit_list)
    assert found(one, severity) == [("unknown-card", "Brand New Card")]


@pytest.mark.parametrize(
    ("file", "day"),
    [
        ("data/cards-2020-03-30.cdb", "2020-03-30"),
        ("cards-2021-04.csv", "2021-04-30"),
        ("cards_20200229.cdb", "2020-02-29"),
        ("2024/cards.cdb", ""),
        ("cards-8675309.cdb", ""),
    ],
)
def test_the_day_in_the_name_of_a_file(file: str, day: str) -> None:
    assert day_in(file) == day


# --- which list, which day -----------------------------------------------------------------------------
def test_a_date_alone_asks_for_the_series() -> None:
    """Though the lists of one series are called by their dates alone."""
    lists = [
        LimitList("2014.7", "2014-07-01", "OCG", False, {}, "", "f"),
        LimitList("2014.7 TCG", *dated("2014.7 TCG"), False, {"1": 0}, "", "f"),
    ]
    with pytest.raises(BadInput, match="which one") as error:
        choose(lists, "2014.7")
    assert error.value.problems[0].expected == '"2014.7 OCG" or "2014.7 TCG"'
    assert error.value.problems[0].hint in ("", "2014.7 TCG")
    assert [choose(lists, f"2014.7 {one}").series for one in ("OCG", "TCG")] == ["OCG", "TCG"]
    assert choose(lists[:1], "2014.7").series == "OCG"


@pytest.mark.parametrize(
    ("date", "told"),
    [("2014-08-01", False), ("2014-06-30", True), ("2016-08-01", True), ("2016-06-29", False)],
)
def test_a_list_that_is_not_of_the_day_is_told(date: str, told: bool) -> None:
    """One that begins after the event, or began more than two years before."""
    limit_list = LimitList("2014.7 TCG", "2014-07-01", "TCG", False, {}, "", "", {}, "ygo")
    one = report("1 Plain", limit_list, date=date)
    assert any("2014-07-01" in fault.message for fault in one.of("warning")) is told


@pytest.mark.parametrize("game", ["dbs", "postures", "tdg", "victory-spark", "ygo"])
@pytest.mark.parametrize("text", ["Player: Ann\n", 'game = "{}"\nplayer = "Ann"\n[deck]\n'])
def test_an_empty_list_is_never_legal(game: str, text: str) -> None:
    """Whatever the game asks for."""
    (one,) = Judge(open_desk(game)).file("ann", text.format(game).encode())
    assert one.verdict in ("incomplete", "unreadable")


# --- a second language -----------------------------------------------------------------------------------
def database(path: Path, names: Sequence[str], text: str) -> Path:
    """A card database of these names."""
    with sqlite3.connect(path) as made:
        made.execute(
            "CREATE TABLE datas (id INTEGER, ot INTEGER, alias INTEGER, setcode INTEGER, type INTEGER,"
            " atk INTEGER, def INTEGER, level INTEGER, race INTEGER, attribute INTEGER, category INTEGER)"
        )
        made.execute("CREATE TABLE texts (id INTEGER, name TEXT, desc TEXT)")
        for id, name in enumerate(names, 1):
            made.execute("INSERT INTO datas VALUES (?, 3, 0, 0, 2, 0, 0, 0, 0, 0, 0)", (id,))
            made.execute("INSERT INTO texts VALUES (?, ?, ?)", (id, name, text))
    return path


ENGLISH = [f"Wolf {n}" for n in range(12)]
FRENCH = [f"Loup {n}" for n in range(12)]


@pytest.mark.parametrize("french_first", [False, True])
def test_a_second_language_adds_names(tmp_path: Path, french_first: bool) -> None:
    """A card is found by either; the language asked for is shown first."""
    files = [
        database(tmp_path / "cards.cdb", ENGLISH, "Draw a card from your Deck, and add it to the hand."),
        database(tmp_path / "fr.cdb", FRENCH, "Piochez une carte de votre Deck et la mettez dans la main."),
    ]
    path = str(tmp_path / "cards.sqlite")
    for file in reversed(files) if french_first else files:
        written = write(path, [read_source(file)])
    assert "another language" in written[0].remarks[0].message
    with Catalogue.open(path) as kept:
        first = kept.cards("ygo").named("wolf 3")[0]
        assert kept.cards("ygo").named("loup 3")[0].id == first.id == "4"
        assert first.data[TRANSLATIONS] == ({"en": "Wolf 3"} if french_first else {"fr": "Loup 3"})
    for lang, name in (("en", "Wolf 3"), ("fr", "Loup 3")):
        with Catalogue.open(path) as kept:
            kept.language = lang
            assert kept.cards("ygo").find("4").name == name  # type: ignore[union-attr]
            assert kept.whole("ygo").find("", "Wolf 3").name == name  # type: ignore[union-attr]


def test_a_newer_file_of_the_same_language_corrects(tmp_path: Path) -> None:
    """Where few names are other ones, they replace those that were there."""
    path = str(tmp_path / "cards.sqlite")
    text = "Draw a card from your Deck, and add it to the hand."
    write(path, [read_source(database(tmp_path / "cards.cdb", ENGLISH, text))])
    write(path, [read_source(database(tmp_path / "new.cdb", ["White Wolf", *ENGLISH[1:]], text))])
    with Catalogue.open(path) as kept:
        assert kept.cards("ygo").find("1").data["name"] == "White Wolf"  # type: ignore[union-attr]
        assert kept.cards("ygo").named("Wolf 0") == []


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Return this card to the hand, and your opponent discards 1 card.", "en"),
        ("Renvoyez cette carte à la main, et votre adversaire se défausse.", "fr"),
        ("Gib diese Karte auf die Hand, und der Gegner wirft eine ab.", "de"),
        ("このカードを手札に戻す。", "ja"),
        ("이 카드를 패로 되돌린다.", "ko"),
        ("将这张卡返回手牌。", "zh"),
        ("1000", "other"),
    ],
)
def test_the_language_of_texts(text: str, lang: str) -> None:
    assert language_of([Card("1", {"name": "X", "text": text})] * 5) == lang
