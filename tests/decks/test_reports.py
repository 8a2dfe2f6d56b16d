"""Deck reports in every format: nothing is lost, nothing does harm, the same decks give the same bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from judge.decks.report import Concerned, Entry, Fault, Report, Unchecked
from judge.render.decks import csv as table
from judge.render.decks import github, html, junit, sarif, sheet, text
from judge.render.decks import json as data

TRUNKS = Concerned("BT2-112", "Trunks, Hope for the Future", 5, (7, 19))
COPIES = Fault(
    "copies",
    "5-1-3-1",
    "error",
    "5 copies of BT2-112 Trunks",
    5,
    "at most 4",
    (TRUNKS,),
    "ann.txt",
    19,
    1,
    also=("2-15-2-1",),
)
SIZE = Fault("deck-size", "5-1-3", "error", "51 cards in the deck", 51, "exactly 50", (), "ann.txt", 31, 1)
UNKNOWN = Fault("unknown-card", "", "error", "no card has this number", "BT1-0O1", "a card number",
                (Concerned("BT1-0O1", "", 2, (14,)),), "ann.txt", 14, 3, "BT1-001")  # fmt: skip
COMBO = Fault(
    "super-combo",
    "10-17-1",
    "unsure",
    "up to 5 cards with [Super Combo]: 3 surely",
    5,
    "at most 4",
    (Concerned("BT1-053", "Beerus", 3, (9,)), Concerned("BT4-104", "Babidi", 2, (12,))),
    "ann.txt",
    12,
    1,
)
ASIDE = Fault(
    "aside",
    "",
    "warning",
    "6 cards under 'side deck' are not counted",
    "side deck",
    "Leader, deck",
    (),
    "ann.txt",
    34,
    1,
)
WHY = "nothing is known of 2 cards"
ULTIMATE = Unchecked("ultimate", "10-14-1", f"at most 1 card with [Ultimate]: {WHY}", WHY)
ENTRIES = (
    Entry("leader", "Leader", 1, "BT1-024", "Son Goku", {"type": "leader"}),
    Entry("deck", "Battle", 5, "BT2-112", "Trunks, Hope for the Future", {"type": "battle"}),
    Entry("deck", "", 2, "BT1-0O1", "", {}),
    Entry("deck", "Extra", 44, "BT1-053", "Senzu Bean", {"type": "extra"}),
)


def deck(
    file: str, player: str, verdict: str = "legal", faults: Sequence[Fault] = (), **changes: Any
) -> Report:
    """A report of 51 cards; its faults stand in its own file."""
    report = Report(
        file,
        "dbs",
        "Dragon Ball Super Card Game",
        "1.078",
        verdict,
        "text",
        player,
        "1180-45",
        "Blue",
        "",
        "2019-06-08",
        {"leader": 1, "deck": 50},
        {"leader": "Leader", "deck": "deck"},
        "",
        "",
        tuple(faults),
        (),
        ENTRIES,
    )
    return report._replace(**changes)


ANN = deck("ann.txt", "Ann Example", "illegal", (UNKNOWN, COPIES, SIZE, COMBO, ASIDE), unchecked=(ULTIMATE,),
           counts={"leader": 1, "deck": 51})  # fmt: skip
BOB = deck("bob.csv", "Bob")
EVE = deck("eve.txt", "Eve", faults=(COMBO._replace(file="eve.txt"),))
JIM = deck(
    "jim.txt", "Jim", "incomplete", (SIZE._replace(message="44 cards in the deck", found=44, file="jim.txt"),)
)
BAD = Report(
    "photo.jpg",
    "",
    "",
    "",
    "unreadable",
    "",
    "",
    "",
    "",
    "",
    "",
    {},
    {},
    "",
    "",
    (Fault("unreadable", "", "error", "this is a binary file, not text", file="photo.jpg"),),
    (),
    (),
)
EVENT = (ANN, BOB, EVE, JIM, BAD)

FORMATS: dict[str, Callable[[Sequence[Report]], str]] = {
    "text": lambda reports: text.render(reports, False, 500),
    "json": data.render,
    "junit": junit.render,
    "sarif": lambda reports: sarif.render(reports, "0.1.0"),
    "github": github.render,
    "csv": table.render,
    "html": html.render,
}
EVERY = {**FORMATS, "sheet": sheet.render}
HOSTILE = "=x\"'<script>alert(1)</script>&\x1b[31m\x00\r\n::error::%41,]]>\u202eevil\ufffe\ud800é"


def hostile() -> Report:
    """A deck in which every text that comes from a file is hostile."""
    fault = Fault(
        "copies",
        "5-1-3-1",
        "error",
        HOSTILE,
        HOSTILE,
        HOSTILE,
        (Concerned(HOSTILE, HOSTILE, 5, (1, 2)),),
        "",
        1,
        1,
        HOSTILE,
    )
    return deck(
        "a b:%,<é>.txt",
        HOSTILE,
        "illegal",
        (fault,),
        player_id=HOSTILE,
        name=HOSTILE,
        event=HOSTILE,
        date=HOSTILE,
        entries=(Entry("deck", HOSTILE, 1, HOSTILE, HOSTILE, {}),),
    )


# --- every format --------------------------------------------------------------------------------
@pytest.mark.parametrize("name", FORMATS)
def test_every_message_is_in_every_format(name: str) -> None:
    """No format keeps a fault, its bounds or its article to itself."""
    said = FORMATS[name](EVENT).replace("&#x27;", "'")
    for report in EVENT:
        for fault in report.faults:
            assert fault.message in said
            assert fault.article in said
            assert fault.allowed in said


@pytest.mark.parametrize("name", EVERY)
def test_the_same_decks_give_the_same_bytes(name: str) -> None:
    """Neither a second time nor the order in which cards were counted changes anything."""
    turned = [one._replace(counts=dict(reversed(one.counts.items()))) for one in EVENT]
    assert EVERY[name](EVENT) == EVERY[name](EVENT) == EVERY[name](turned)


@pytest.mark.parametrize("name", EVERY)
def test_no_decks_and_hostile_decks_are_no_bugs(name: str) -> None:
    """Any text can be printed as UTF-8, and no control character is left in it."""
    for reports in ((), (hostile(),), (hostile(), BAD)):
        said = EVERY[name](reports)
        assert said.encode("utf-8")
        assert not re.search(r"[\x00-\x09\x0b-\x1f]", said)


@pytest.mark.parametrize("name", sorted(set(EVERY) - {"json"}))
def test_turned_text_is_written_out(name: str) -> None:
    """What turns the direction of a line around is shown, not obeyed."""
    said = EVERY[name]((hostile(),))
    assert "\u202e" not in said
    assert "u202eevil" in said


# --- text ----------------------------------------------------------------------------------------
def test_a_legal_deck_is_one_line() -> None:
    """The verdict, the file, the cards, and at the right what it was judged by."""
    assert text.render([BOB], False, 60) == f"{'Legal. bob.csv: leader 1, deck 50.':51}dbs 1.078\n"
    assert text.render([BOB], False, 60, quiet=True) == ""


def test_the_limit_list_is_named_with_its_hash() -> None:
    """Which list decided is on the first line."""
    listed = BOB._replace(list="2014.7 TCG", list_hash="0x6d9ed1c5")
    assert text.render([listed], False, 100).splitlines()[0].endswith("dbs 1.078 · 2014.7 TCG (0x6d9ed1c5)")


def test_a_verdict_promises_no_more_than_was_checked() -> None:
    """Doubts and gaps are part of the verdict; errors outweigh both."""
    assert text.render([EVE], False, 100).startswith(
        "Legal as far as the card data tell: 1 thing to look at. eve.txt"
    )
    assert text.render([BOB._replace(unchecked=(ULTIMATE,))], False, 100).startswith(
        "Legal as far as it could be checked. bob.csv"
    )
    assert text.render([ANN], False, 100).startswith("Illegal. ann.txt: leader 1, deck 51.")
    assert text.render([BAD], False, 100).startswith("Unreadable. photo.jpg.\n")


def test_faults_can_be_found_by_their_place() -> None:
    """One line a fault, errors before what is unsure before warnings, each with place,
    bounds and articles.
    """
    lines = text.render([ANN], False, 200).splitlines()
    found = [line for line in lines if re.match(r"ann\.txt:\d+:\d+: ", line)]
    assert [int(line.split(":")[1]) for line in found] == [14, 19, 31, 12, 34]
    assert found[1] == "ann.txt:19:1: 5 copies of BT2-112 Trunks (5-1-3-1, 2-15-2-1: expected at most 4)"
    assert found[0].endswith("(expected a card number, found BT1-0O1; did you mean BT1-001?)")
    assert [line for line in lines if line.endswith(":")] == ["Errors:", "Unsure:", "Warnings:"]
    assert "    - 3 Beerus (BT1-053), line 9" in lines
    assert "    - 5 Trunks, Hope for the Future (BT2-112), lines 7, 19" in lines


def test_what_was_not_checked_comes_last() -> None:
    """One paragraph, the article beside the limit."""
    assert text.render([ANN], False, 200).endswith(
        "\n\nNot checked: at most 1 card with [Ultimate] (10-14-1): nothing is known of 2 cards.\n"
    )


@pytest.mark.parametrize("width", [60, 80, 160])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    """Tables and sentences fit, with long names, wide letters and parts of two games."""
    long = BOB._replace(player="Bartholomew " * 9)
    wide = JIM._replace(player="山田" * 10)
    other = BOB._replace(
        game="ygo",
        counts={"main": 40, "extra": 15, "side": 15},
        part_names={"main": "", "extra": "", "side": ""},
    )
    for line in text.render([*EVENT, long, wide, other], False, width).splitlines():
        assert len(line) + len(re.findall("[山田]", line)) <= width


def test_many_decks_have_a_row_each() -> None:
    """The totals come first; a row has the verdict, the player, the cards, how many faults, the first one."""
    lines = text.render(EVENT, False, 120, event="Cup").splitlines()
    assert lines[0].startswith("Cup: 2 legal, 1 incomplete, 1 illegal, 1 unreadable.")
    assert lines[2].split() == ["Verdict", "Player", "Lines", "leader", "deck", "Faults", "Doubts"]
    assert lines[3].split(maxsplit=7) == [
        "illegal",
        "Ann",
        "Example",
        "1",
        "51",
        "3",
        "2",
        "no card has this number",
    ]
    assert lines[4].split() == ["legal", "Bob", "1", "50"]
    assert [line.split()[0] for line in lines[3:8]] == [
        "illegal",
        "legal",
        "legal",
        "incomplete",
        "unreadable",
    ]
    assert "Ann Example (ann.txt): illegal, leader 1, deck 51" in lines
    assert not any(line.startswith("Bob") for line in lines)
    assert (
        lines[-1] == "Not checked for want of card data: at most 1 card with [Ultimate] (10-14-1) in 1 deck."
    )


def test_quiet_leaves_out_the_decks_without_a_finding() -> None:
    """The totals still count them."""
    said = text.render(EVENT, False, 120, quiet=True)
    assert "2 legal" in said
    assert "Bob" not in said
    assert "Not checked" not in said


def test_files_without_a_player_keep_their_ends() -> None:
    """A column of long paths is cut where they are alike."""
    rows = [BOB._replace(player="", name="", file=f"{'folder/' * 12}deck-{number}.txt") for number in (1, 2)]
    said = text.render(rows, False, 60)
    assert "deck-1.txt" in said
    assert "deck-2.txt" in said


def test_decks_of_one_name_are_told_apart_by_their_files() -> None:
    """Some programs write the same player into every file."""
    said = text.render([BOB, BOB._replace(file="rob.csv")], False, 60)
    assert [line.split()[1] for line in said.splitlines()[3:]] == ["bob.csv", "rob.csv"]


def test_colour_changes_no_word() -> None:
    """Without its colours a report is the report without colour."""
    for reports in ([ANN], [EVE], EVENT):
        painted = text.render(reports, True, 80)
        assert "\x1b[" in painted
        plain = re.sub(r"\x1b\[[0-9;]*m", "", painted)
        assert [line.rstrip() for line in plain.splitlines()] == text.render(reports, False, 80).splitlines()


# --- snapshots -----------------------------------------------------------------------------------
def test_an_event_as_text(snapshot: SnapshotAssertion) -> None:
    """Guards the text of one small event against drift."""
    assert text.render(EVENT, False, 100, event="Cup") == snapshot


def test_an_event_as_html(snapshot: SnapshotAssertion) -> None:
    """Guards the page of one small event against drift."""
    assert html.render(EVENT, "Cup") == snapshot
