"""`judge cards read`: a card, a file, all cards; and what is refused, with its place."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

import judge.cli.card_texts as commands
from judge.cards.sentences import hash_of
from judge.cli.cards import import_cards

TABLE = """number,name,type,color,power,text,back_text
ZZ1-001,Anka of the Moss,BATTLE,Red,5000,"[Blocker]
[Auto] When you play this card, draw 1 card and sing.",
ZZ1-002,Old Anka,LEADER,Blue,10000,"[Auto] When this card attacks, draw 1 card.","[Activate Main] Draw 1 card, then KO it."
ZZ1-003,Silent One,BATTLE,Red,5000,-,
ZZ1-004,Anka,BATTLE,Red,5000,[Critical],
ZZ1-005,Anka,BATTLE,Blue,5000,[Double Strike],
"""  # noqa: E501


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """A catalogue with a few cards, on a terminal of 90 columns."""
    (tmp_path / "c.csv").write_text(TABLE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(commands, "width", lambda: 90)
    assert import_cards(["c.csv"], "dbs", "cards.sqlite") == 0
    capsys.readouterr()
    return "cards.sqlite"


def test_a_card_beside_its_meaning(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each sentence with its state; of one that is not read, where reading stops."""
    assert commands.read("ZZ1-001", "dbs", base) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [" ".join(one.split()) for one in lines] == [
        "ZZ1-001 Anka of the Moss (dbs)",
        "1 read [Blocker] bloqueur = true",
        '2 unread [Auto] When you play this card, draw read up to "… play this card, draw 1',
        '1 card and sing. card and", not understood: "sing."',
    ]


def test_both_sides_and_why(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.read("old anka", "", base, why=True) == 0
    out = capsys.readouterr().out
    assert 'auto = { on = { attack = "self" }' in out
    assert "back:\n1 unsure" in out
    assert "meaning 1: [{ activated = " in out


def test_as_toml(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is read, as a file of cards has it: such a file is taken by fixtures."""
    assert commands.read("ZZ1-002", "dbs", base, toml=True) == 0
    assert tomllib.loads(capsys.readouterr().out) == {
        "game": "dbs",
        "cards": {
            "ZZ1-002": {
                "name": "Old Anka",
                "auto": {"on": {"attack": "self"}, "do": [{"draw": 1}]},
                "back": {},
            }
        },
    }


def test_a_file(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All of its cards."""
    assert commands.read("c.csv", "dbs", base) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line.endswith("(dbs)")] == [
        "ZZ1-001 Anka of the Moss (dbs)", "ZZ1-002 Old Anka (dbs)", "ZZ1-003 Silent One (dbs)",
        "ZZ1-004 Anka (dbs)", "ZZ1-005 Anka (dbs)",
    ]  # fmt: skip
    assert "There is no text." in out


def test_all(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The figures by type, and the shapes that stop most."""
    assert commands.read("", "dbs", base, all=True) == 0
    out = capsys.readouterr().out
    rows = {
        line.split()[0]: line.split()[1:] for line in out.splitlines() if line.startswith(("b", "l", "all"))
    }
    assert {sort: " ".join(cells) for sort, cells in rows.items()} == {
        "battle": "3 2 66.7% 1 33.3% 1 33.3% 4 3 75.0% 1 25.0% 0 0.0%",
        "leader": "1 0 0.0% 1 100.0% 1 100.0% 2 1 50.0% 0 0.0% 1 50.0%",
        "all": "4 2 50.0% 2 50.0% 2 50.0% 6 4 66.7% 1 16.7% 1 16.7%",
    }
    assert "1 card and | sing." in out
    assert commands.read("", "dbs", base, all=True, format="json") == 0
    assert json.loads(capsys.readouterr().out)["dbs"]["all"]["whole"] == 2


def test_as_json(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.read("ZZ1-001", "dbs", base, format="json") == 0
    (card,) = json.loads(capsys.readouterr().out)["cards"]
    first, second = card["sides"][0]["sentences"]
    assert first == {
        "text": "[Blocker]", "hash": hash_of("[blocker]"), "state": "read", "abilities": [{"bloqueur": True}],
    }  # fmt: skip
    assert (second["state"], second["unknown"]) == ("unread", "sing.")


def test_cards_of_one_name(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Which they are."""
    assert commands.read("Anka", "dbs", base) == 0
    assert {"ZZ1-004", "ZZ1-005"} <= set(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("wanted", "game", "more", "told"),
    [
        ("ZZ1-010", "dbs", {}, "the card catalogue has no 'ZZ1-010' of dbs (expected a number or a name; "),
        ("Old Enka", "dbs", {}, "did you mean Old Anka?"),
        ("", "dbs", {}, "one card, one file or --all"),
        ("ZZ1-001", "dbs", {"all": True}, "one card, one file or --all"),
        ("ZZ1-001", "dsb", {}, "did you mean dbs?"),
        ("", "tdg", {"all": True}, "the texts of tdg are not read yet (expected dbs, ygo, found tdg)"),
        ("none.csv", "dbs", {}, "none.csv: "),
        ("bad.csv", "dbs", {}, "bad.csv:2:"),
        ("ZZ1-001", "dbs", {"format": "xml"}, "--format has no value 'xml'"),
    ],
)
def test_what_is_wrong_is_told(
    wanted: str, game: str, more: dict[str, bool], told: str, base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2, with the place or the nearest name."""
    Path("bad.csv").write_text("number,name,power\nZZ1-001,A,much\n", encoding="utf-8")
    assert commands.read(wanted, game, base, **more) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert told in error
