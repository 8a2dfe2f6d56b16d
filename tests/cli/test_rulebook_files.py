"""The files of a rulebook of one's own: whichever of them cannot be read is told, by every command."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.rulebook.articles import load_articles
from judge.rulebook.checked import KEPT, load_checked
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import find

TABLES = ("rulebook.toml", "articles.toml", "readings.toml", "cards.toml", "deck.toml")
LARGE = 1 << 40  # bytes of a file that takes no room


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A copy of a rulebook."""
    shutil.copytree(find("dbs"), tmp_path / "own", ignore=shutil.ignore_patterns(KEPT))
    return tmp_path / "own"


def enlarge(path: Path) -> None:
    """Make a file larger than any memory."""
    path.touch()
    os.truncate(path, LARGE)


def unread(path: Path) -> None:
    """Put bytes into a file that are no text."""
    with path.open("ab") as file:
        file.write(b"\xff")


def pipe(path: Path) -> None:
    """Put a pipe in the place of a file, into which nobody writes."""
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def folder(path: Path) -> None:
    """Put a folder in the place of a file."""
    path.unlink(missing_ok=True)
    path.mkdir()


def add(text: str) -> Callable[[Path], None]:
    """Write something behind what a file says."""

    def write(path: Path) -> None:
        path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")

    return write


def told(called: Any, path: Path) -> str:
    """What is said of a file by a call that is bad input, and prints nothing."""
    assert (called.code, called.out) == (2, ""), called
    (first, *_) = called.err.splitlines()
    assert first.startswith(f"{path}:"), called.err
    return str(first)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", TABLES)
def test_a_table_that_is_too_large_is_not_read(name: str, own: Path, judge: Any, dispute: Path) -> None:
    """However large it is: whoever asks for the rulebook is told."""
    enlarge(own / name)
    for call in (("run", dispute, "--rulebook", own), ("rules", own), ("diff", own, "dbs", dispute)):
        assert "too large, not read (expected at most 1,000,000 bytes" in told(judge(*call), own / name)


def test_nor_is_a_file_of_changes(judge: Any, dispute: Path, tmp_path: Path) -> None:
    """By whichever command it is laid over a rulebook."""
    over = tmp_path / "over.toml"
    enlarge(over)
    for call in (("run", dispute, "--overlay", over), ("diff", "dbs", f"dbs@{over}", dispute)):
        assert "too large, not read" in told(judge(*call), over)


def test_nor_the_dispute_that_a_new_one_is_made_from(own: Path, judge: Any) -> None:
    """It is printed as it is, and so it is looked at before."""
    enlarge(own / "new.toml")
    assert "too large, not read" in told(judge("new", own), own / "new.toml")
    unread(Path(shutil.copy(find("dbs") / "new.toml", own)))
    assert "not UTF-8" in told(judge("new", own, "--template"), own / "new.toml")


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["notes.toml", "deck.toml", "versions/x.toml"])
@pytest.mark.parametrize("damage", [unread, pipe, folder, enlarge])
def test_articles_are_looked_up_in_files_that_can_be_read(
    name: str, damage: Callable[[Path], None], own: Path, judge: Any
) -> None:
    """Every file of the folder is searched; one that waits, or is none, is told instead."""
    damage(own / name)
    for call in (("rule", own, "7-1-4"), ("rules", own), ("rules", own, "--format", "json")):
        load_articles.cache_clear()
        called = judge(*call)
        if "json" in call:
            assert called.code == 2
            assert str(own / name) in called.out
        else:
            told(called, own / name)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("articles.toml", "[[", "TOML syntax"),
        ("articles.toml", "[[article]]\n", "is missing"),
        ("articles.fr.toml", "[[", "TOML syntax"),
        ("versions/1.06.toml", "[[article]]\n", "is missing"),
        ("versions/1.06.toml", "[[", "TOML syntax"),
        ("phrases.en.toml", "\n[moment]\nx = '{a.b}'\n", "a phrase fills in a value by its name"),
    ],
)
def test_what_says_nothing_of_articles_is_told_at_its_place(
    name: str, text: str, expected: str, own: Path, judge: Any
) -> None:
    """It was a bug of ours."""
    add(text)(own / name)
    assert expected in told(judge("rules", own, "--lang", "fr"), own / name)


def test_other_faults_keep_nobody_from_looking_articles_up(own: Path, judge: Any) -> None:
    """Nor does a file without articles that is no TOML."""
    add("\n[[")(own / "procedures.toml")
    assert judge("rule", own, "7-1-4").code == 0


@pytest.mark.soak
def test_a_mark_of_encoding_is_no_fault(own: Path, judge: Any, dispute: Path) -> None:
    """An editor may have put it there."""
    path = own / "articles.toml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    load_rulebook.cache_clear()
    assert judge("run", dispute, "--rulebook", own).code == 0
    assert judge("rules", own).code == 0


def test_python_that_is_none_is_told(own: Path, judge: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a module that a rulebook names: it is only read."""
    (own / "bad_game.py").write_text("def (\n", encoding="utf-8")
    table = own / "rulebook.toml"
    lines = [one for one in table.read_text(encoding="utf-8").splitlines() if not one.startswith("module")]
    table.write_text("\n".join(['module = "bad_game"', *lines]), encoding="utf-8")
    monkeypatch.syspath_prepend(own)
    assert "this is no Python" in told(judge("rules", own), own / "bad_game.py")


def test_terms_that_change_are_checked_again(own: Path, judge: Any, dispute: Path) -> None:
    """They are a part of the page, though not of the game."""
    terms = own / "terms.ja.toml"
    terms.write_text("[zone]\n", encoding="utf-8")
    assert judge("run", dispute, "--rulebook", own).code == 0
    terms.write_text("[[", encoding="utf-8")
    for one in (load_rulebook, load_checked):
        one.cache_clear()
    told(judge("run", dispute, "--rulebook", own), terms)


def test_a_fault_of_a_rulebook_is_told_with_its_file(
    own: Path, judge: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it goes by the name of its game; of a game that there is none of there is no file."""
    monkeypatch.setenv("JUDGE_RULEBOOKS", str(own.parent))
    add("\n[banana]\n")(own / "rulebook.toml")
    told(judge("schema", "--game", "own"), own / "rulebook.toml")
    (own / "notes.toml").symlink_to("/etc/passwd")
    told(judge("new", "own", "--template"), own / "notes.toml")
    assert judge("schema", "--game", "owm").err.startswith("there is no rulebook 'owm'")


@pytest.mark.parametrize("kind", ["ruling", "rulebook"])
def test_only_fixtures_have_cards_of_a_game(kind: str, judge: Any) -> None:
    """A game that is named for another schema was not looked at."""
    called = judge("schema", kind, "--game", "dbs")
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith(f"--game: a {kind} has no cards of a game")
