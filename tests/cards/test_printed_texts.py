"""What a printed text tells of a card's keywords, and when a card is played with all of its text."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from judge.cards.catalogue import Catalogue
from judge.cards.imports import read_source
from judge.cards.storage import write
from judge.cards.vocabulary import is_read, load_vocabulary, told_by_text
from judge.fixture.envelope import filled
from judge.fixture.library import Library
from judge.grammar.cards import check_card
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import named
from judge.text.source import parse_source

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "dbs"
DBS = load_vocabulary("dbs")


@pytest.fixture
def base(tmp_path: Path) -> str:
    """Where the catalogue will be."""
    return str(tmp_path / "cards.sqlite")


def put(base: str, text: str, name: str = "c.csv") -> None:
    """Import a file with this text."""
    path = Path(base).parent / name
    path.write_text(text, encoding="utf-8")
    write(base, [read_source(path, "dbs" if name.endswith(".csv") else "")])


def data(base: str, id: str) -> dict[str, Any]:
    """What the catalogue knows of a card."""
    with Catalogue.open(base) as catalogue:
        known = catalogue.known("dbs", id)
        return dict(known.card.data) if known else {}


# --- the keywords that stand in a text by themselves -----------------------------------------------
@pytest.mark.parametrize(
    ("text", "has", "mentions"),
    [
        ("[Blocker]", ["bloqueur"], []),
        ("[Double Strike] (It deals 2 damage.)", ["double-frappe"], []),
        ("[Barrier] \uff08No skill picks it.\uff09\n[Auto] When it attacks, draw.", ["barriere"], []),
        ("[Deflect][Dual Attack]", ["deflexion", "replique"], []),
        ("[Auto] When it attacks, it gains [Double Strike].", [], ["double-frappe"]),
        ("[Auto] When it attacks, it gains\n[Double Strike]", [], ["double-frappe"]),  # the sentence goes on
        ("[Evolve] [two]: a name (On top.)[Double Strike] (2 damage.)", [], ["double-frappe"]),
        ("[Over Realm 6][Critical]", ["coup-critique"], []),  # the one needs a number, the other nothing
        ("[Unique][Critical]", ["coup-critique"], []),  # this rulebook does not know the one
        ("・ [Blocker]", [], ["bloqueur"]),  # one of several things that somebody chooses
    ],
)
def test_a_keyword_that_stands_alone_on_a_line(text: str, has: list[str], mentions: list[str]) -> None:
    """The card has it; one of which a sentence speaks it may only speak of."""
    told = told_by_text(DBS, {"text": text})
    assert (told["keywords"], told.get("mentions", [])) == (has, mentions)


def test_games_without_icons_are_told_nothing() -> None:
    words = load_vocabulary("ygo")
    assert told_by_text(words, {"text": "[Blocker]"}) == {"text": "[Blocker]"}


def test_what_a_table_says_is_sure_stays(base: str) -> None:
    """A column of its own says that a card has [Ultimate], whatever its text."""
    put(base, "number,name,ultimate,keywords\nBT9-001,A,True,Blocker|Auto\n")
    put(base, "number,text\nBT9-001,[Auto] It draws beside a [Blocker].\n", "t.csv")
    found = data(base, "BT9-001")
    assert (found["keywords"], found["mentions"]) == (["ultimate"], ["bloqueur"])


CARDS = "number,name,power,keywords\nBT9-001,A,5000,Blocker|Critical|Auto\nBT9-002,B,5000,\n"
TEXTS = (
    "number,text,back_name,back_power,back_text\n"
    'BT9-001,"[Blocker]\n[Auto] When it attacks, it gains [Critical].",,,\nBT9-002,-,Back,15000,[Barrier]\n'
)


@pytest.mark.parametrize("files", [(CARDS, TEXTS), (TEXTS, CARDS), (CARDS, TEXTS, CARDS)])
def test_two_tables_in_any_order(base: str, files: tuple[str, ...]) -> None:
    """One has the values, one the texts: the same is known of a card."""
    for text in files:
        put(base, text)
    found = data(base, "BT9-001")
    assert (found["keywords"], found["mentions"], found["power"]) == (["bloqueur"], ["coup-critique"], 5000)
    found = data(base, "BT9-002")
    assert (found["keywords"], "mentions" in found, found["text"]) == ([], False, "-")
    assert (found["back_name"], found["back_power"], found["back_text"]) == ("Back", 15000, "[Barrier]")


def test_the_source_of_a_keyword_is_the_text(base: str) -> None:
    put(base, CARDS, "cards.csv")
    put(base, TEXTS, "texts.csv")
    with Catalogue.open(base) as catalogue:
        known = catalogue.known("dbs", "BT9-001")
    assert known is not None
    assert {key: Path(known.sources[key]).name for key in ("name", "text", "keywords")} == {
        "name": "cards.csv", "text": "texts.csv", "keywords": "texts.csv",
    }  # fmt: skip


def test_a_correction_by_hand_is_believed(base: str) -> None:
    """Who lists the keywords of a card has said all, whatever its text."""
    put(base, CARDS)
    put(base, TEXTS, "t.csv")
    put(base, 'game = "dbs"\n[cards."BT9-001"]\nkeywords = ["critical"]\n', "fix.toml")
    found = data(base, "BT9-001")
    assert (found["keywords"], "mentions" in found) == (["coup-critique"], False)


def test_an_empty_text_replaces_none(base: str) -> None:
    """It says that there is none, where none is known; by hand it is said on purpose."""
    put(base, "number,text\nBT9-001,[Blocker]\nBT9-002,\n")
    put(base, "number,name,text\nBT9-001,A,\n", "d.csv")
    assert (data(base, "BT9-001")["text"], data(base, "BT9-002")["text"]) == ("[Blocker]", "")
    put(base, 'game = "dbs"\n[cards."BT9-001"]\ntext = ""\n', "fix.toml")
    assert data(base, "BT9-001")["text"] == ""


def test_a_catalogue_of_an_older_release(base: str) -> None:
    """It took every icon for a keyword: what a table listed is doubtful now, what was said by hand is not."""
    put(base, "number,text\nBT9-001,[Blocker]\nBT9-002,It gains [Blocker].\n")
    put(base, 'game = "dbs"\n[cards."BT9-003"]\nkeywords = ["blocker"]\n', "own.toml")
    with sqlite3.connect(base) as file:
        listed = '{"keywords": ["auto", "ultimate", "bloqueur"], "text": "%s"}'
        for id_, text in (("BT9-001", "[Blocker]"), ("BT9-002", "It gains [Blocker].")):
            file.execute("UPDATE card SET data = ? WHERE id = ?", (listed % text, id_))
        file.execute("ALTER TABLE list DROP COLUMN excludes")
        file.execute("ALTER TABLE source DROP COLUMN until")
        file.execute("PRAGMA user_version = 3")
    first, second = data(base, "BT9-001"), data(base, "BT9-002")
    assert (first["keywords"], "mentions" in first) == (["ultimate", "bloqueur"], False)
    assert (second["keywords"], second["mentions"]) == (["ultimate"], ["bloqueur"])
    assert data(base, "BT9-003")["keywords"] == ["bloqueur"]


# --- a card that is played with all of its text ----------------------------------------------------
@pytest.mark.parametrize(
    ("known", "keywords", "read"),
    [
        ({}, (), False),  # nobody gave a text: it may say anything
        ({"text": ""}, (), True),
        ({"text": "-"}, (), True),
        ({"text": "\u2010"}, (), True),
        ({"text": "[Blocker] (It may step in.)\n\n[Critical]"}, ("bloqueur", "coup-critique"), True),
        ({"text": "[Blocker]\n[Critical]"}, ("bloqueur",), False),
        ({"text": "[Blocker]\n[Auto] When it attacks, draw."}, ("bloqueur",), False),
        ({"text": "[Over Realm 6][Critical]"}, ("coup-critique",), False),
        ({"text": "-", "back_text": "[Blocker]"}, ("bloqueur",), False),  # its back is not played
    ],
)
def test_a_text_that_is_played_whole(known: dict[str, str], keywords: tuple[str, ...], read: bool) -> None:
    assert is_read(DBS, known, keywords) is read


def test_words_of_another_game_are_a_text() -> None:
    assert not is_read(load_vocabulary("ygo"), {"text": "[Blocker]"}, ("bloqueur",))


# --- real data -------------------------------------------------------------------------------------
@pytest.mark.skipif(not DATA.is_dir(), reason="no card data beside this repository")
@pytest.mark.soak
def test_no_real_card_has_a_keyword_of_which_its_text_only_speaks(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read off the printed texts by hand; and no number has a word that a dispute refuses."""
    write(base, [read_source(DATA / one) for one in ("cards-2021-04.csv", "dbs-texts-2021-04.csv")])
    expected = {
        "BT1-004": ["triple-frappe"],  # alone on a line below an [Evolve] with its cost
        "BT1-005": [],  # gives [Double Strike] to an attacking card
        "BT1-008": ["replique"],
        "BT1-011": ["double-frappe"],
        "BT1-012": [],  # has no text
        "BT1-014": [],  # Cabba gains [Double Strike] for a card of life
        "BT1-016": [],  # [Double Strike] stands behind another sentence on its line
        "BT5-117": ["dragon-ball"],
    }
    assert {id_: data(base, id_)["keywords"] for id_ in expected} == expected
    monkeypatch.setenv("JUDGE_CARDS", base)
    with Catalogue.open(base) as catalogue:
        ids = {f"c{n}": one.id for n, one in enumerate(catalogue.cards("dbs")) if "_" not in one.id}
    source, book = parse_source('game = "dbs"\n', "all.toml"), load_rulebook(str(named("dbs")))
    with ExitStack() as opened:
        library = Library(source, filled({"game": "dbs", "cards": ids}), book, opened)
        cards = library.every()
    refused = {one.message for one in library.problems if "of a type that is not played" not in one.message}
    assert (len(cards), refused) == (3082, set())
    assert [
        one for key, card in cards.items() for one in check_card(book, source, ["cards", key], key, card)
    ] == []
