"""`judge cards`: what the commands print, and their exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import judge.cli.cards as commands
from judge.render.decks.layout import cells as columns

TABLE = """number,base,name,type,color,power,dragon_ball,keywords,text
BT5-117,BT5-117,Dragon Ball,EXTRA,Black,,True,Auto,Seek the seven.
BT1-030,BT1-030,Son Goku,LEADER,Blue,10000,False,,He strikes again and again until nobody stands before him any more.
BT2-002,BT2-002,Son Goku,LEADER,Red,10000,False,,
SD1-01,SD1-01,Épée du Feu et de la Glace éternelle des Montagnes du Nord,BATTLE,Red/Blue,5000,False,,
"""  # noqa: E501
LISTS = "!2014.4 TCG\n5 0 --Five\n!2014.7 TCG\n5 0 --Five\n6 1 --六武衆\n7 2\n!2014.7\n5 1\n"


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A catalogue with a few cards and lists, on a terminal of 60 columns."""
    (tmp_path / "c.csv").write_text(TABLE, encoding="utf-8")
    (tmp_path / "lflist.conf").write_text(LISTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(commands, "width", lambda: 60)
    assert commands.import_cards(["c.csv", "lflist.conf"], "", "cards.sqlite") == 0
    return "cards.sqlite"


def test_import(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What each file brought, what the catalogue holds, and notes apart from it."""
    capsys.readouterr()
    Path("d.csv").write_text("number,name,raritee\nP-001,A,C\nBT2-002,Son Goku,R\n")
    assert commands.import_cards(["d.csv"], "dbs", base) == 0
    out, error = capsys.readouterr()
    assert out.splitlines() == [
        "d.csv",
        "  2 cards of dbs: 1 new, 1 as before",
        "The catalogue holds 5 cards of dbs, 3 limit lists: cards.sqlite",
    ]
    assert error.startswith("d.csv:1:13: note: ")


def test_import_is_all_or_nothing(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The problems of all files are told; nothing of the good one is there."""
    capsys.readouterr()
    Path("good.csv").write_text("number,name\nP-001,A\n")
    Path("bad.toml").write_text('game = "dbs"\n[cards.P-002]\ncots = 3\n')
    assert commands.import_cards(["good.csv", "bad.toml", "none.cdb"], "dbs", base) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert [line.split(": ")[0] for line in error.splitlines()] == ["bad.toml:3:1", "none.cdb"]
    assert "did you mean cost?" in error
    assert commands.show("P-001", "", base) == 2


@pytest.mark.parametrize(("game", "format", "hint"), [("dbz", "text", "dbs"), ("", "jsn", "json")])
def test_slips(base: str, capsys: pytest.CaptureFixture[str], game: str, format: str, hint: str) -> None:
    """A game or a format that there is not: the nearest is named."""
    capsys.readouterr()
    assert commands.import_cards(["c.csv"], game, base, format) == 2
    assert f"did you mean {hint}?" in capsys.readouterr().err


def test_import_json(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same for machines."""
    capsys.readouterr()
    assert commands.import_cards(["c.csv"], "", base, "json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "judge.cards-import/1"
    assert (document["cards"], document["lists"]) == ({"dbs": 4}, 3)
    assert (document["files"][0]["same"], document["files"][0]["new"]) == (4, 0)


def test_search(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Words of name, number or text, whatever their accents; finding none is a failure."""
    capsys.readouterr()
    assert commands.search(["goku"], "", base) == 0
    assert capsys.readouterr().out.splitlines() == [
        "BT1-030  Son Goku  leader blue",
        "BT2-002  Son Goku  leader red",
    ]
    assert commands.search(["epee feu"], "dbs", base) == 0
    assert "SD1-01" in capsys.readouterr().out
    assert commands.search(["SEVEN"], "", base) == 0
    assert "BT5-117" in capsys.readouterr().out
    assert commands.search(["goku", "feu"], "", base) == 1


def test_search_limit(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No more than asked for, and it is told that there are more."""
    capsys.readouterr()
    assert commands.search(["goku"], "", base, 1) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("1 of 2 cards")
    assert commands.search(["goku"], "", base, 1, "json") == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["count"], [one["id"] for one in document["cards"]]) == (2, ["BT1-030"])
    assert commands.search(["goku"], "", base, 0) == 2
    assert commands.search([" "], "", base) == 2


def test_show(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A card by number or name, what is unsure marked as such, and where it comes from."""
    for asked in ("BT05-117", "dragon ball"):
        capsys.readouterr()
        assert commands.show(asked, "", base) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "BT5-117  Dragon Ball"
        assert "  keywords       none" in lines
        assert any(line.startswith("  unsure         dragon-ball") for line in lines)
        assert lines[-1] == "  source         c.csv"


def test_show_json(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same for machines."""
    capsys.readouterr()
    assert commands.show("BT5-117", "dbs", base, "json") == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["schema"], document["data"]["mentions"], document["sources"]["name"]) == (
        "judge.card/1",
        ["dragon-ball"],
        "c.csv",
    )


def test_show_several(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A name of several cards shows which they are."""
    capsys.readouterr()
    assert commands.show("son goku", "", base) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["BT1-030", "BT2-002"]


def test_show_unknown(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A card that is not there: the nearest is named; without a catalogue the way to one."""
    capsys.readouterr()
    assert commands.show("Dragn Ball", "", base) == 2
    assert "did you mean Dragon Ball?" in capsys.readouterr().err
    assert commands.show("Dragon Ball", "", "none.sqlite") == 2
    assert "judge cards import" in capsys.readouterr().err


def test_lists(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every list with its counts and hash."""
    capsys.readouterr()
    assert commands.lists("", base) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["list", "series", "from", "forb", "lim", "semi", "hash"]
    assert [line.split()[:-1] for line in lines] == [
        ["2014.7", "OCG", "2014-07-01", "0", "1", "0"],
        ["2014.4", "TCG", "TCG", "2014-04-01", "1", "0", "0"],
        ["2014.7", "TCG", "TCG", "2014-07-01", "1", "1", "1"],
    ]


def test_one_list(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One list by date: its cards under how many copies are allowed, with the names its file has."""
    capsys.readouterr()
    assert commands.lists("2014-08-15 TCG", base) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["2014.7", "TCG"]
    assert lines[2:8] == ["Forbidden (1)", "  5  Five", "", "Limited (1)", "  6  六武衆", ""]
    assert commands.lists("2014.8", base) == 2
    assert "several series" in capsys.readouterr().err


def test_one_list_json(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same for machines."""
    capsys.readouterr()
    assert commands.lists("2014.7 TCG", base, "json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "judge.limit-list/1"
    assert document["entries"][0] == {"card": "5", "count": 0, "name": "Five"}
    assert commands.lists("", base, "json") == 0
    assert json.loads(capsys.readouterr().out)["count"] == 3


@pytest.mark.parametrize("wide", [60, 120])
def test_lines_fit(
    base: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, wide: int
) -> None:
    """Nothing is wider than the terminal, letters of two columns counted."""
    monkeypatch.setattr(commands, "width", lambda: wide)
    capsys.readouterr()
    commands.search(["-"], "", base)
    commands.show("SD1-01", "", base)
    commands.show("BT1-030", "", base)
    commands.lists("", base)
    commands.lists("2014.7 TCG", base)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 20
    assert [line for line in lines if columns(line) > wide] == []


def test_files_do_not_steer_the_terminal(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What a file holds is shown as text."""
    Path("e.csv").write_text("number,name,text\nP-009,A\x1b[2Jevil,\x1b]0;x\x07y\n")
    assert commands.import_cards(["e.csv"], "dbs", base) == 0
    capsys.readouterr()
    commands.show("P-009", "", base)
    commands.search(["P-009"], "", base)
    assert "\x1b" not in capsys.readouterr().out


def test_the_guide_is_right(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The files shown in docs/cards.md are read without a note."""
    guide = (Path(__file__).resolve().parents[2] / "docs" / "cards.md").read_text(encoding="utf-8")
    examples = re.findall(r"```toml\n(.+?)```", guide, re.S)
    assert len(examples) == 4
    for at, example in enumerate(examples):
        Path(f"guide{at}.toml").write_text(example, encoding="utf-8")
        capsys.readouterr()
        assert commands.import_cards([f"guide{at}.toml"], "", base) == 0
        assert capsys.readouterr().err == ""
