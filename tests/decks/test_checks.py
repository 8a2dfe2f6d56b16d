"""What a check says when not everything is known:
bounds, slips in lists, games that are guessed, names that several cards have.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from judge import check_deck
from judge.cards.card import Card
from judge.cards.hand import HandCards
from judge.cards.lists import LimitList
from judge.decks.batch import deck_files, judge_files
from judge.decks.desk import Judge, open_desk
from judge.decks.limits import load_limits
from judge.decks.report import Fault, Report
from judge.errors import BadInput

YGO = [
    Card(
        "89631139", {"name": "Blue-Eyes White Dragon", "kind": ["monster", "normal"], "printing": "89631139"}
    ),
    Card("12580477", {"name": "Raigeki", "kind": ["spell"], "printing": "12580477"}),
    Card("76812113", {"name": "Harpie Lady", "kind": ["monster"], "printing": "76812113"}),
    Card(
        "91932350",
        {"name": "Harpie Lady 1", "kind": ["monster"], "counts_as": "Harpie Lady", "printing": "91932350"},
    ),
    Card(
        "89631140", {"name": "Blue-Eyes White Dragon", "kind": ["monster", "normal"], "printing": "89631139"}
    ),
    Card("44508094", {"name": "Stardust Dragon", "kind": ["monster", "synchro"], "printing": "44508094"}),
]


def ygo(text: str, limit_list: LimitList | None = None) -> Report:
    """A Yu-Gi-Oh! deck, judged with six cards in the catalogue."""
    cards = HandCards(YGO, load_limits("ygo").pattern, one_name=True)
    (report,) = Judge(open_desk("ygo", {"ygo": cards}, limit_list)).file("deck", text.encode())
    return report


def dbs(text: str) -> Report:
    """A Dragon Ball deck, judged without card data."""
    (report,) = Judge(open_desk()._replace(expect=True)).file("deck", text.encode())
    return report


def told(report: Report, severity: str = "error") -> list[tuple[str, str, int | str]]:
    """Code, article and number of each fault of a severity."""
    return [(one.code, one.article, one.found) for one in report.of(severity)]


def of(report: Report, code: str) -> Fault:
    """The one fault of a kind."""
    (found,) = (one for one in report.faults if one.code == code)
    return found


# --- bounds ----------------------------------------------------------------------------------------
LOOSE = "".join(f"4 BT1-{at:03}\n" for at in range(1, 13))


@pytest.mark.parametrize(
    ("more", "verdict", "faults"),
    [
        ("3 BT1-020\n", "legal", []),  # 51 in all: a Leader and fifty
        ("2 BT1-020\n", "incomplete", [("deck-size", "5-1-3", 49)]),  # 50: one is missing somewhere
        (
            "4 BT1-020\n",
            "illegal",
            [("deck-size", "5-1-3", 51)],
        ),  # 52: one is too many, wherever the Leader is
    ],
)
def test_cards_under_no_heading_must_fit_somewhere(
    more: str, verdict: str, faults: list[tuple[str, str, int]]
) -> None:
    """Without types nobody knows which card is the Leader; how many there are in all is known."""
    report = dbs(LOOSE + more)
    assert (report.verdict, told(report)) == (verdict, faults)


def test_a_line_that_cannot_be_read_hides_only_what_is_missing() -> None:
    """It may be any card: too many are too many all the same, too few are not surely too few."""
    report = dbs("Deck\n5 BT1-001\n??? BT1\n")
    assert report.verdict == "unreadable"
    assert told(report) == [("copies", "5-1-3-1", 5), ("bad-line", "", of(report, "bad-line").found)]


# --- lists -----------------------------------------------------------------------------------------
MAIN = "main = [{}]\n"


def test_a_slip_in_the_decks_own_list_is_told() -> None:
    """It would limit nothing, and the deck would be legal in silence."""
    text = 'game = "ygo"\nmain = ["3 Raigeki"]\n[list]\nname = "Club"\nforbidden = ["Raigeky"]\n'
    report = ygo(text)
    entry = of(report, "list-entry")
    assert (entry.severity, entry.hint) == ("unsure", "Raigeki")
    assert not [one for one in report.faults if one.code == "forbidden"]


def test_an_entry_that_only_the_deck_knows_is_no_slip() -> None:
    """A card described in the deck's own file may be on its list."""
    text = (
        'game = "ygo"\nmain = ["1 My Card"]\n[list]\nforbidden = ["My Card"]\n[cards]\n"My Card" = { '
        'kind = ["spell"] }\n'
    )
    report = ygo(text)
    assert of(report, "forbidden").found == 1
    assert not [one for one in report.faults if one.code == "list-entry"]


@pytest.mark.parametrize("named", ["89631139", "89631140"])
def test_an_entry_binds_every_artwork(named: str) -> None:
    """An entry for one artwork of a card is one for the card."""
    limit_list = LimitList("L", "", "", False, {named: 1}, "", "")
    report = ygo("#main\n89631139\n89631140\n#extra\n", limit_list)
    assert of(report, "limited").found == 2


def test_names_that_count_as_another_share_its_copies() -> None:
    """Two of each of Harpie Lady and Harpie Lady 1 are four Harpie Ladies."""
    report = ygo("#main\n" + "76812113\n91932350\n" * 2 + "#extra\n")
    assert of(report, "copies").found == 4


def test_a_whitelist_goes_by_the_printing() -> None:
    """Another artwork is the card; a card that only counts as it is not."""
    limit_list = LimitList("Old", "", "", True, {"89631139": 3, "76812113": 3}, "", "")
    report = ygo("#main\n89631140\n91932350\n#extra\n", limit_list)
    assert [(one.code, one.cards[0].card) for one in report.faults if one.article == "lists.kinds"] == [
        ("not-in-pool", "91932350")
    ]


def test_a_list_that_is_not_there_hides_no_fault() -> None:
    """It is told where it is named, and the rest is judged."""
    report = ygo('game = "ygo"\nlist = "2099 XX"\nmain = ["4 Raigeki"]\n')
    assert report.verdict == "unreadable"
    assert of(report, "copies").found == 4
    assert "2099 XX" in of(report, "bad-line").found


def test_a_list_for_a_game_without_lists_is_a_problem() -> None:
    """It is not passed over."""
    report = dbs('game = "dbs"\nlist = "2014.7 TCG"\n[deck]\n"BT1-001" = 5\n')
    assert report.verdict == "unreadable"
    assert of(report, "copies").found == 5


# --- cards -----------------------------------------------------------------------------------------
def test_an_unknown_name_has_a_nearest() -> None:
    """By name; a passcode only when one digit is off."""
    report = ygo("Main Deck\n3 Blue-Eyes Whit Dragon\n1 12580478\n1 99999999\n")
    hints = {
        one.cards[0].name or one.cards[0].card: one.hint
        for one in report.faults
        if one.code == "unknown-card"
    }
    assert hints == {
        "Blue-Eyes Whit Dragon": "Blue-Eyes White Dragon",
        "12580478": "12580477",
        "99999999": "",
    }


def test_an_extra_deck_monster_under_no_heading_goes_where_it_belongs() -> None:
    """As clients sort it; one under a heading stays where it was written."""
    assert ygo("1 Stardust Dragon\n1 Raigeki\n").counts == {"main": 1, "extra": 1, "side": 0}
    assert of(ygo("Main Deck\n1 Stardust Dragon\n"), "synchro-in-main").found == 1


def test_a_name_that_is_not_the_numbers_is_a_warning() -> None:
    """The number counts; somebody should look."""
    report = ygo("Main Deck\n1 12580477 Dark Hole\n")
    assert told(report, "warning") == [("other-name", "", "Dark Hole")]


# --- games -----------------------------------------------------------------------------------------
def test_the_game_is_told_by_the_card_numbers() -> None:
    """Or by parts that only one game has; a postcode in a signature does not veto it,
    a list of names tells nothing.
    """
    assert dbs(LOOSE + "69100 Villeurbanne\n").game == "dbs"
    assert dbs("Main Deck:\n3 Wolf\nExtra Deck:\n1 Bear\n").game == "ygo"
    report = dbs("3 Wolf\n3 Bear\n")
    assert (report.verdict, report.faults[0].message) == (
        "unreadable",
        "which game is this deck for? say --game",
    )


# --- files -----------------------------------------------------------------------------------------
def test_linked_folders_are_looked_into_once(tmp_path: Path) -> None:
    """A link back up does not go round for ever."""
    (tmp_path / "decks" / "real").mkdir(parents=True)
    (tmp_path / "decks" / "real" / "a.txt").write_text(LOOSE, encoding="utf-8")
    (tmp_path / "decks" / "link").symlink_to(tmp_path / "decks" / "real")
    (tmp_path / "decks" / "up").symlink_to(tmp_path / "decks")
    assert [Path(one).name for one in deck_files([str(tmp_path / "decks")])] == ["a.txt"]


def test_a_deck_may_be_piped_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "-" is what stands on standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((LOOSE + "3 BT1-020\n").encode())))
    (report,) = judge_files(["-"], open_desk("dbs"))
    assert (report.file, report.verdict) == ("-", "legal")


def test_the_public_function(tmp_path: Path) -> None:
    """One deck of one file; several are refused, as is none."""
    deck = tmp_path / "deck.txt"
    deck.write_text(LOOSE + "3 BT1-020\n", encoding="utf-8")
    assert check_deck(deck, "dbs").verdict == "legal"
    deck.write_text("ydke://!!! ydke://!!!\n", encoding="utf-8")
    with pytest.raises(BadInput):
        check_deck(deck)
    with pytest.raises(BadInput, match="no such file"):
        check_deck(tmp_path / "nowhere")


# --- expectations ----------------------------------------------------------------------------------
EXPECTING = 'game = "postures"\n[deck]\n"Wolf" = 4\n[cards]\nWolf = {{ kind = "creature" }}\n[expect]\n{}\n'


@pytest.mark.parametrize(
    ("expected", "unmet"),
    [
        ('verdict = "illegal"\nfaults = [{ article = "deck.three", found = 4, card = "Wolf", line = 3 }]', 0),
        ('verdict = "legal"', 1),
        ('faults = [{ article = "deck.star" }]', 2),  # one that is not there, one that is not expected
        ("faults = []", 1),
        ('unchecked = ["star"]', 1),
        ("counts = { deck = 3 }", 1),
        ('faults = [{ articel = "deck.three" }]', 3),
        *(
            (f"{key} = 3", 1)
            for key in ("verdict", "faults", "unsure", "warnings", "unchecked", "counts", "sided", "verdcit")
        ),
        ("faults = [3]", 1),
    ],
)
def test_an_expectation_is_met_or_told(expected: str, unmet: int) -> None:
    """A claim that does not hold, or is none, is a fault at its place."""
    report = dbs(EXPECTING.format(expected))
    assert sum(one.code == "expected" for one in report.faults) == unmet


# --- abilities that change how a deck is built --------------------------------------------------------
@pytest.mark.parametrize(
    "ability",
    [
        '{ only = 1, of = { cost = { at_least = "x" } } }',
        "{ forbid = { keyword = 3 } }",
        "{ forbid = { any = 3 } }",
        "{ forbid = { not = 3 } }",
        "{ forbid = {} }",
        "{ include = -1 }",
        "{ includes = 3 }",
        "3",
        "{ only = 1, of = { cost = {} } }",
    ],
)
def test_an_ability_that_is_none_is_told(ability: str) -> None:
    """With what it should look like, at the card, and the rest is judged."""
    report = dbs(
        f'game = "dbs"\n[deck]\n"N-001" = 5\n[cards]\nN-001 = {{ type = "battle", deck = [{ability}] }}\n'
    )
    assert report.verdict == "unreadable"
    bad = of(report, "bad-line")
    assert (bad.line, bad.message) == (3, "N-001: deck: a value that cannot be")
    assert of(report, "copies").found == 5


def test_a_selector_of_another_type_finds_nothing() -> None:
    """A number is not a word, and a word no number: no card answers, nothing breaks."""
    report = dbs(
        'game = "dbs"\n[deck]\n"N-001" = 4\n[cards]\n'
        'N-001 = { type = "battle", cost = 3, deck = [{ forbid = { cost = "3" } }, { forbid = { type = { '
        "at_least = 1 } } }] }\n"
    )
    assert [one.code for one in report.faults if one.code == "building"] == []


@pytest.mark.parametrize(
    ("data", "found"), [({}, []), ({"deck": []}, ["copies"]), ({"deck": [{"include": 7}]}, [])]
)
def test_what_card_data_say_of_decks_goes_before_the_text(data: dict[str, object], found: list[str]) -> None:
    """Without them the text of the catalogue's card counts, in any printing."""
    text = "[Permanent] You can include up to 6 copies of this card in your deck."
    card = Card("ZZ1-001", {"type": "battle", "name": "Ada", "text": text, **data})
    judge = Judge(open_desk("dbs", {"dbs": HandCards([card], load_limits("dbs").pattern)}))
    (report,) = judge.file("list.txt", b"4 ZZ1-001\n2 ZZ1-01_PR\n")
    assert [one.code for one in report.faults if one.code in ("copies", "building")] == found


def test_a_deck_may_name_a_version_of_its_rulebook() -> None:
    """It is judged by that one, and the report says which;
    one that is not there is told with those that are.
    """
    deck = 'game = "dbs"\nversion = "{}"\n[deck]\n"N-001" = 5\n'
    report = dbs(deck.format("1.071"))
    assert (report.version, of(report, "copies").found) == ("1.071", 5)
    report = dbs(deck.format("1.0711"))
    assert report.verdict == "unreadable"
    assert "1.071" in report.faults[0].allowed
