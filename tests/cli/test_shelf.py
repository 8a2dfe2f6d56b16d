"""A rulebook of one's own in which something is wrong costs its own game, and no other."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from judge.rulebook.load import playable_books
from judge.rulebook.shelf import find, games

DECK = "4 BT1-001 Son Goku\n"


def odd_name(book: Path) -> None:
    """As of a copy that was set aside."""
    book.rename(book.with_name("club copy"))


def no_toml(book: Path) -> None:
    """In the middle of an edit."""
    with (book / "deck.toml").open("a", encoding="utf-8") as file:
        file.write("= \n")


def link_out(book: Path) -> None:
    """To somewhere else."""
    (book / "more.toml").symlink_to(find("dbs") / "deck.toml")


DAMAGE = [odd_name, no_toml, link_out]


@pytest.fixture(params=DAMAGE)
def shelf(
    request: pytest.FixtureRequest, dispute: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A folder of rulebooks with one that is damaged, a deck and a ruling; judge runs there."""
    shutil.copytree(find("dbs"), tmp_path / "rb" / "club")
    request.param(tmp_path / "rb" / "club")
    monkeypatch.setenv("JUDGE_RULEBOOKS", str(tmp_path / "rb"))
    monkeypatch.chdir(tmp_path)
    Path("deck.txt").write_text(DECK, encoding="utf-8")
    dispute.rename("mine.toml")
    return tmp_path


CALLS = {
    "deck check": ("deck", "check", "deck.txt", "--game", "dbs", "--format", "json"),
    "deck check, a game that is guessed": ("deck", "check", "deck.txt", "--format", "json"),
    "deck convert": ("deck", "convert", "deck.txt", "--game", "dbs", "--to", "csv"),
    "diff": ("diff", "dbs@1.06", "dbs", "mine.toml"),
    "renumber": ("renumber", "mine.toml"),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("call", CALLS)
def test_the_other_games_go_on(
    judge: Any, shelf: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, call: str
) -> None:
    """As if the folder was not there."""
    called = judge(*CALLS[call])
    monkeypatch.delenv("JUDGE_RULEBOOKS")
    assert called == judge(*CALLS[call])
    assert "club" not in called.out + called.err


@pytest.mark.parametrize("damage", [no_toml, link_out])
def test_the_game_itself_is_told(
    judge: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Any
) -> None:
    """With the place in its rulebook, by the command line and by a deck that names it."""
    shutil.copytree(find("dbs"), tmp_path / "rb" / "club")
    damage(tmp_path / "rb" / "club")
    monkeypatch.setenv("JUDGE_RULEBOOKS", str(tmp_path / "rb"))
    deck = tmp_path / "deck.toml"
    deck.write_text('game = "club"\n[main]\n"BT1-001" = 4\n', encoding="utf-8")
    file = "deck" if damage is no_toml else "more"
    called = judge("deck", "check", deck, "--game", "club")
    assert called.code == 2
    assert f"{tmp_path}/rb/club/{file}.toml" in called.err
    called = judge("deck", "check", deck, "--format", "json")
    assert "the rulebook of club cannot be read: " in called.out
    assert f"rb/club/{file}.toml" in called.out


def test_what_is_no_name_is_no_game(shelf: Path) -> None:
    """Nothing could name it."""
    assert "club copy" not in games()


def test_a_form_without_a_game_takes_those_that_play(shelf: Path) -> None:
    """And says of none that it cannot be read."""
    books, problems = playable_books()
    assert "dbs" in books
    assert ("club" in books, bool(problems)) == (False, "club" in games())


def test_a_service_tells_it_and_leaves_it_out(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On standard error, before it listens."""
    pytest.importorskip("uvicorn", reason="the extra `serve` is not installed")
    from judge.cli.serve import titles

    assert ("dbs" in titles(), "club" in titles()) == (True, False)
    assert ("rb/club/" in capsys.readouterr().err) == ("club" in games())
