"""Real decks, lists and cards, where they are at hand:
what `judge` says is worked out a second time, in other words.
"""

from __future__ import annotations

import csv
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from judge.cards.catalogue import Catalogue
from judge.cards.imports import read_source
from judge.cards.lists import choose
from judge.cards.storage import write
from judge.decks.desk import Judge, open_desk
from judge.decks.report import Report

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the real card data are not here")
DECKS = sorted((DATA / "ygo" / "decks").glob("*.ydk"))
LISTS = ("2014.7 TCG", "2020.4 TCG")

FUSION, TOKEN, SYNCHRO, XYZ, LINK = 0x40, 0x4000, 0x2000, 0x800000, 0x4000000


@pytest.fixture(scope="module")
def ygo(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """The cards and lists of Yu-Gi-Oh!."""
    path = str(tmp_path_factory.mktemp("ygo") / "cards.sqlite")
    write(path, [read_source(str(DATA / "ygo" / one)) for one in ("cards-2020-03-30.cdb", "lflist.conf")])
    return Catalogue.open(path)


@pytest.fixture(scope="module")
def dbs(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    """A desk with the real cards of Dragon Ball Super."""
    path = str(tmp_path_factory.mktemp("dbs") / "cards.sqlite")
    write(path, [read_source(str(DATA / "dbs" / "cards-2021-04.csv"), "dbs")])
    return Judge(open_desk("dbs", {"dbs": Catalogue.open(path).cards("dbs")}))


# --- Yu-Gi-Oh! ------------------------------------------------------------------------------------
def raw_list(name: str) -> dict[int, int]:
    """A list's lines, read by hand."""
    text = (DATA / "ygo" / "lflist.conf").read_text(encoding="utf-8")
    block = text.split(f"\n!{name}\n")[1].split("\n!")[0]
    rows = [line.split()[:2] for line in block.splitlines() if line[:1].isdigit()]
    return {int(code): int(count) for code, count in rows}


def raw_deck(path: Path) -> dict[str, list[int]]:
    """A deck's passcodes, part by part."""
    parts: dict[str, list[int]] = {"main": [], "extra": [], "side": []}
    part = "main"
    for line in path.read_text(encoding="utf-8-sig").splitlines():
        word = line.strip()
        part = {"#main": "main", "#extra": "extra"}.get(word, "side" if word.startswith("!") else part)
        if word.isdigit():
            parts[part].append(int(word))
    return parts


def is_tcg(code: int, cards: dict[int, tuple[int, int, str, int]]) -> bool:
    """Whether a card, or the one whose artwork it is another of, is in the TCG's pool and out (ot 2,
    and not 0x100).
    """
    alias = cards[code][1]
    pool = cards[code][3] | (cards[alias][3] if alias in cards and abs(alias - code) < 10 else 0)
    return bool(pool & 2) and not pool & 0x100


def expected(
    parts: dict[str, list[int]],
    limits: dict[int, int],
    cards: dict[int, tuple[int, int, str, int]],
    links: bool,
) -> set[str]:
    """The kinds of faults of a deck, straight from the database's own columns;
    `links` once there were Link Monsters.
    """
    every = [code for part in parts.values() for code in part]
    found = {"unknown-card"} if any(code not in cards for code in every) else set()
    found |= {"pool"} if any(code in cards and not is_tcg(code, cards) for code in every) else set()
    found |= set() if 40 <= len(parts["main"]) <= 60 else {"main-size"}
    found |= {f"{part}-size" for part in ("extra", "side") if len(parts[part]) > 15}

    def name(code: int) -> object:
        alias = cards[code][1] if code in cards else 0
        return cards[alias][2] if alias in cards else cards[code][2] if code in cards else code

    allowed: dict[object, int] = {}
    for code, count in limits.items():
        allowed[name(code)] = min(count, allowed.get(name(code), 3))
    for one, count in Counter(map(name, every)).items():
        found |= {"copies"} if count > 3 else set()
        most = allowed.get(one, 3)
        found |= {("forbidden", "limited", "semi-limited")[most]} if count > most and most < 3 else set()
    kinds = {part: [cards[code][0] for code in codes if code in cards] for part, codes in parts.items()}
    for bit, word in ((FUSION, "fusion"), (SYNCHRO, "synchro"), (XYZ, "xyz")):
        found |= {f"{word}-in-main"} if any(kind & bit for kind in kinds["main"]) else set()
    found |= (
        {"link"}
        if any(kind & LINK for kind in (*kinds["main"], *([] if links else kinds["side"])))
        else set()
    )
    if any(not kind & (FUSION | SYNCHRO | XYZ | TOKEN | (LINK if links else 0)) for kind in kinds["extra"]):
        found.add("extra-kind")
    return found | ({"token"} if any(kind & TOKEN for part in kinds.values() for kind in part) else set())


@pytest.mark.soak
@pytest.mark.parametrize("name", LISTS)
def test_real_decks_under_a_real_list(ygo: Catalogue, name: str) -> None:
    """Every deck of every era has just the kinds of faults that a second count finds."""
    with sqlite3.connect(f"file:{DATA}/ygo/cards-2020-03-30.cdb?mode=ro&immutable=1", uri=True) as base:
        rows = base.execute(
            "SELECT datas.id, type, alias, name, ot FROM datas JOIN texts ON datas.id = texts.id"
        ).fetchall()
    cards = {code: (kind, alias, name, ot) for code, kind, alias, name, ot in rows}
    judge = Judge(open_desk("ygo", {"ygo": ygo.cards("ygo")}, choose(ygo.lists(), name)))
    assert len(DECKS) == 69
    wrong = {}
    for path in DECKS:
        (report,) = judge.file(str(path), path.read_bytes())
        found = {one.code for one in report.faults if one.severity != "warning"}
        counted = expected(raw_deck(path), raw_list(name), cards, links=name >= "2017.9")
        if found != counted:
            wrong[path.name] = found ^ counted
        assert {part: len(codes) for part, codes in raw_deck(path).items()} == report.counts
    assert wrong == {}


# --- Dragon Ball Super ----------------------------------------------------------------------------
def real_deck(judge: Judge, lines: list[str], leader: str = "BT1-001") -> Report:
    """A deck of real numbers, filled up to fifty with Battle cards of the first set that have no such
    keyword.
    """
    count = sum(int(line.split()[0]) for line in lines)
    fill, at = [], 2
    while count < 50:
        number = f"BT1-{at:03}"
        at += 1
        card = judge.desk.cards["dbs"].find(number)
        if (
            card is None
            or card.data["type"] == "leader"
            or card.data.get("mentions")
            or any(number in line for line in lines)
        ):
            continue
        fill.append(f"{min(4, 50 - count)} {number}")
        count += min(4, 50 - count)
    text = "\n".join(["Leader", f"1 {leader}", "Deck", *lines, *fill])
    (report,) = judge.file("deck.txt", text.encode())
    return report


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        ([], set()),
        (["1 BT2-123"], set()),  # [Ultimate], once
        (["1 BT2-123", "1 BT3-123"], {("10-14-1", "error", 2)}),
        (["2 BT1-005", "2 BT1-005_PR", "1 BT1-5_PR02"], {("5-1-3-1", "error", 5)}),
        (["2 BT1-005", "2 BT1-005_PR"], set()),
        (
            ["7 BT5-117"],
            {("5-1-3-1", "unsure", 7)},
        ),  # has [Dragon Ball], which the source does not know for sure
        (["7 BT5-116"], {("5-1-3-1", "unsure", 7)}),  # only mentions it
        (["4 BT5-117", "4 BT6-117"], {("10-31-1", "unsure", 8)}),
        (["5 BT1-009"], {("5-1-3-1", "error", 5)}),  # no text of it mentions the keyword
        (["4 BT1-001"], {("5-1-3", "error", 4)}),  # a Leader
        (["4 EB1-02"], {("5-1-3", "error", 4)}),  # a Unison card, unknown to this rulebook
    ],
)
def test_decks_of_real_numbers(dbs: Judge, lines: list[str], faults: set[tuple[str, str, int]]) -> None:
    """Types and [Ultimate] are sure in the source;
    [Dragon Ball] and [Super Combo] rest on a search of texts.
    """
    report = real_deck(dbs, lines)
    assert {(one.article, one.severity, one.found) for one in report.faults} == faults
    assert report.verdict == ("illegal" if any(one[1] == "error" for one in faults) else "legal")
    assert report.unchecked == ()


def test_super_combo_is_unsure(dbs: Judge) -> None:
    """Of 93 numbers whose text mentions it two do not have it."""
    with open(DATA / "dbs" / "cards-2021-04.csv", encoding="utf-8-sig", newline="") as stream:
        rows = [
            row["base"]
            for row in csv.DictReader(stream)
            if row["super_combo"] == "True" and row["type"] == "BATTLE"
        ]
    first, second = list(dict.fromkeys(rows))[:2]
    report = real_deck(dbs, [f"3 {first}", f"2 {second}"])
    assert [(one.article, one.severity, one.found) for one in report.faults] == [("10-17-1", "unsure", 5)]


def test_a_correction_settles_it(dbs: Judge, tmp_path: Path) -> None:
    """Ten cards have [Dragon Ball]: with a line of TOML each, seven of one is legal and eight is not."""
    path = str(tmp_path / "cards.sqlite")
    own = tmp_path / "own.toml"
    own.write_text('game = "dbs"\n[cards."BT5-117"]\nkeywords = ["dragon-ball"]\n', encoding="utf-8")
    write(path, [read_source(str(DATA / "dbs" / "cards-2021-04.csv"), "dbs"), read_source(str(own))])
    judge = Judge(open_desk("dbs", {"dbs": Catalogue.open(path).cards("dbs")}))
    assert real_deck(judge, ["7 BT5-117"]).faults == ()
    assert [one.article for one in real_deck(judge, ["8 BT5-117"]).of("error")] == ["10-31-1"]


def test_a_number_that_is_not_there_has_a_nearest(dbs: Judge) -> None:
    """A slip of the pen, told with the card that was meant."""
    (fault,) = (one for one in real_deck(dbs, ["4 BT1-0O5"]).faults if one.severity == "error")
    assert fault.line == 4


def test_names_are_looked_up(dbs: Judge) -> None:
    """A name that one number has is that card; of one that several have, the number is asked for."""
    report = real_deck(dbs, ["4 Surestrike Son Gohan"])
    assert report.faults == ()
    (fault,) = real_deck(dbs, ["1 Pilaf"]).of("error")
    assert fault.code == "ambiguous-card"
    assert "BT5-002" in fault.allowed
