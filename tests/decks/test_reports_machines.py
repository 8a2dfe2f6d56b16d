"""Deck reports for machines: the shapes that were agreed, and files that no text can break out of."""

from __future__ import annotations

import csv
import io
import json
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from decks.test_reports import ANN, BOB, COMBO, EVE, EVENT, HOSTILE, JIM, TRUNKS, deck, hostile

from judge.decks.comparison import Row
from judge.decks.report import Fault
from judge.render.decks import compare, github, junit, sarif
from judge.render.decks import csv as table
from judge.render.decks import json as data
from judge.render.tools import address


def test_json_has_the_agreed_shape() -> None:
    """Every key of the schema, with the values of the report."""
    found = json.loads(data.render(EVENT, "Cup"))
    assert (found["schema"], found["event"]) == ("judge.decks/1", "Cup")
    assert found["rulebooks"] == [{"id": "dbs", "version": "1.078", "title": "Dragon Ball Super Card Game"}]
    assert found["totals"] == {"decks": 5, "legal": 2, "incomplete": 1, "illegal": 1, "unreadable": 1}
    first = found["decks"][0]
    assert (first["file"], first["verdict"], first["player"], first["counts"]) == (
        "ann.txt", "illegal", "Ann Example", {"leader": 1, "deck": 51})  # fmt: skip
    assert first["problems"][1] == {
        "code": "copies",
        "article": "5-1-3-1",
        "also": ["2-15-2-1"],
        "severity": "error",
        "message": "5 copies of BT2-112 Trunks",
        "found": 5,
        "allowed": "at most 4",
        "file": "ann.txt",
        "line": 19,
        "column": 1,
        "hint": "",
        "cards": [{"card": "BT2-112", "name": "Trunks, Hope for the Future", "count": 5, "lines": [7, 19]}],
    }
    assert first["unchecked"][0]["code"] == "ultimate"


def test_json_keeps_hostile_text_as_it_is() -> None:
    """A reader gets back exactly what the file said."""
    found = json.loads(data.render([hostile()]))
    assert found["decks"][0]["player"] == HOSTILE
    assert found["decks"][0]["problems"][0]["message"] == HOSTILE


def test_junit_counts_failures_and_errors() -> None:
    """A deck that is not legal fails, one that cannot be read is an error, doubts are output."""
    suite = ElementTree.fromstring(junit.render(EVENT, "Cup"))[0]
    assert {key: suite.get(key) for key in ("name", "tests", "failures", "errors")} == {
        "name": "Cup", "tests": "5", "failures": "2", "errors": "1"}  # fmt: skip
    failures = suite.findall("testcase/failure")
    assert [one.get("type") for one in failures] == ["unknown-card", "deck-size"]
    assert "ann.txt:19:1: 5 copies of BT2-112 Trunks" in str(failures[0].text)
    assert COMBO.message not in str(failures[0].text)
    assert f"unsure: eve.txt:12:1: {COMBO.message}" in str(
        suite.findall("testcase")[2].findtext("system-out")
    )
    assert len(suite.findall("testcase/error")) == 1


def test_junit_has_a_suite_for_each_event() -> None:
    """Without a name given, decks go by the event that they name."""
    root = ElementTree.fromstring(
        junit.render([BOB._replace(event="One"), JIM._replace(event="Two"), EVE._replace(event="One")])
    )
    assert [(one.get("name"), one.get("tests")) for one in root] == [("One", "2"), ("Two", "1")]


def test_junit_writes_out_what_xml_forbids() -> None:
    """Control characters and halves of characters are shown as their codes."""
    root = ElementTree.fromstring(junit.render([hostile()]))
    assert "\\x1b[31m\\x00\\r\\n" in str(root[0][0].get("name"))
    assert "\\ufffe\\ud800é" in str(root[0][0].get("name"))
    assert "<script>" in str(root.findtext("testsuite/testcase/failure"))


def test_sarif_has_the_shape_that_code_hosts_read() -> None:
    """Version, tool, rules, and results that point to their rules and places."""
    found = json.loads(sarif.render(EVENT, "0.1.0"))
    run = found["runs"][0]
    driver = run["tool"]["driver"]
    assert (found["version"], len(found["runs"]), driver["name"], driver["version"]) == (
        "2.1.0",
        1,
        "judge",
        "0.1.0",
    )
    ids = [rule["id"] for rule in driver["rules"]]
    assert ids == [
        "dbs/aside",
        "dbs/copies",
        "dbs/deck-size",
        "dbs/super-combo",
        "dbs/ultimate",
        "dbs/unknown-card",
        "unreadable",
    ]
    assert (
        driver["rules"][1]["help"]["text"]
        == "Articles 2-15-2-1, 5-1-3-1 of Dragon Ball Super Card Game 1.078"
    )
    assert all(ids[one["ruleIndex"]] == one["ruleId"] for one in run["results"])
    assert [one["level"] for one in run["results"][:6]] == [
        "error",
        "error",
        "error",
        "warning",
        "warning",
        "note",
    ]
    assert run["results"][3]["properties"]["severity"] == "unsure"
    assert run["results"][1]["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 19,
        "startColumn": 1,
    }
    assert "region" not in run["results"][-1]["locations"][0]["physicalLocation"]


def test_sarif_addresses_are_relative_and_encoded() -> None:
    """What stands below the folder is relative to it; what does not keeps its whole path."""
    assert address("a b:%,<é>.txt") == "a%20b%3A%25%2C%3C%C3%A9%3E.txt"
    assert address("./lists/ann.txt") == "lists/ann.txt"
    assert address("/home/ann/lists/a.txt", "/home/ann") == "lists/a.txt"
    assert address("/home/annette/a.txt", "/home/ann") == "file:///home/annette/a.txt"
    assert unquote(address("caf\udce9.txt"), "latin-1") == "café.txt"


def test_github_commands_are_escaped() -> None:
    """A file cannot end a property, begin another or start a command of its own."""
    fault = Fault(
        "copies", "", "error", "50% of\r\nthem: a, b", file="a,b:c%.txt", line=3, column=2, cards=(TRUNKS,)
    )
    first, *rest = github.render([deck("x.txt", "A: B, C", "illegal", [fault])]).splitlines()
    assert first == (
        "::error file=a%2Cb%3Ac%25.txt,line=3,col=2,title=A%3A B%2C C%3A copies::50%25 of\\r\\nthem: a, b"
        "%0A5 Trunks, Hope for the Future (BT2-112), lines 7, 19"
    )
    assert rest == ["::notice title=Deck check::1 illegal."]
    assert all(line.startswith(("::error ", "::notice ")) for line in github.render([hostile()]).splitlines())


def test_github_levels_and_places() -> None:
    """What is unsure says so; a fault without a line has no line."""
    lines = github.render(EVENT, "Cup").splitlines()
    assert "::warning file=ann.txt,line=12,col=1,title=Ann Example%3A super-combo (unsure)::" in "\n".join(
        lines
    )
    assert (
        lines[-2] == "::error file=photo.jpg,title=photo.jpg%3A unreadable::this is a binary file, not text"
    )
    assert lines[-1] == "::notice title=Cup::2 legal, 1 incomplete, 1 illegal, 1 unreadable."


def test_csv_has_a_row_a_fault_and_one_for_a_deck_without() -> None:
    """The columns that were agreed; what could not be checked is a row too."""
    head, *rows = csv.reader(io.StringIO(table.render([ANN, BOB])))
    assert (
        ",".join(head)
        == "player,file,game,verdict,severity,code,article,message,found,allowed,cards,line,column,lines,card lines,cards counted,left out"  # noqa: E501
    )
    assert [row[4] for row in rows] == ["error", "error", "error", "unsure", "warning", "unchecked", ""]
    assert rows[1] == [
        "Ann Example",
        "ann.txt",
        "dbs",
        "illegal",
        "error",
        "copies",
        "5-1-3-1, 2-15-2-1",
        "5 copies of BT2-112 Trunks",
        "5",
        "at most 4",
        "5 Trunks, Hope for the Future (BT2-112), lines 7, 19",
        "19",
        "1",
        *[""] * 4,
    ]
    assert rows[-1] == ["Bob", "bob.csv", "dbs", "legal", *[""] * 13]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"])  # noqa: RUF001
def test_csv_cells_are_not_run(name: str) -> None:
    """A spreadsheet shows such a name as text."""
    row = list(csv.reader(io.StringIO(table.render([BOB._replace(player=name)]))))[1]
    assert row[0].startswith("'")
    assert name.strip() in row[0]


def test_csv_for_a_spreadsheet_of_its_country() -> None:
    """A byte order mark and another separator on request."""
    said = table.render([BOB._replace(player="Bob; Jr")], bom=True, separator=";")
    assert said.startswith("\ufeffplayer;file;")
    assert '"Bob; Jr";bob.csv;dbs' in said


# --- two decks -----------------------------------------------------------------------------------
ROWS = (
    Row("Leader", "BT1-001", "Goku", 1, 1),
    Row("deck", "BT1-002", "Raider", 4, 3),
    Row("deck", "BT2-112", "Trunks", 0, 2),
)


def test_a_comparison_has_signs_and_numbers() -> None:
    """What is missing, what was added, and nothing that is the same."""
    assert compare.render_diff(ROWS, "Ann").splitlines() == [
        "Different: Ann: 1 card missing, 2 added.",
        "",
        "deck",
        "  −1  BT1-002  Raider  4 → 3",  # noqa: RUF001
        "  +2  BT2-112  Trunks  0 → 2",
    ]
    assert compare.render_diff(ROWS[:1], "Ann") == "The same: Ann.\n"
    assert compare.render_diff((), "Ann") == "The same: Ann.\n"


def test_a_comparison_as_data() -> None:
    """The same for machines; hostile names do no harm to people."""
    assert compare.diff_json(ROWS, "Ann") == {
        "schema": "judge.deck-diff/1",
        "title": "Ann",
        "same": False,
        "added": 2,
        "missing": 1,
        "cards": [
            {"part": "deck", "card": "BT1-002", "name": "Raider", "registered": 4, "played": 3, "change": -1},
            {"part": "deck", "card": "BT2-112", "name": "Trunks", "registered": 0, "played": 2, "change": 2},
        ],
    }
    assert "\x1b" not in compare.render_diff([Row("deck", "1", "\x1b[2J", 0, 1)], "\x1b")
