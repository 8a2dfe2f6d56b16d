"""What is written is never one of the files that were read, whatever its path looks like;
nothing is done before that is known.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from judge.cli.app import app
from judge.rulebook.shelf import find

DECK = "4 BT1-001 Son Goku\n"


def spelt_otherwise(path: Path) -> Path:
    """The same path by a way round."""
    return path.parent / ".." / path.parent.name / path.name


def hard_link(path: Path) -> Path:
    """Another name of the same file."""
    other = path.with_name("linked")
    os.link(path, other)
    return other


def soft_link(path: Path) -> Path:
    """A name that points at it."""
    other = path.with_name("pointing")
    other.symlink_to(path)
    return other


WAYS = [lambda path: path, spelt_otherwise, hard_link, soft_link]


@pytest.mark.sample(6)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "command", [("check",), ("check", "--format", "html"), ("convert", "--to", "csv"), ("sheet",)]
)
def test_a_deck_is_not_overwritten(
    judge: Any, tmp_path: Path, way: Callable[[Path], Path], command: tuple[str, ...]
) -> None:
    """`-o` onto the deck itself: refused, and the deck is as it was."""
    deck = tmp_path / "ann.txt"
    deck.write_text(DECK, encoding="utf-8")
    called = judge("deck", *command[:1], deck, *command[1:], "--game", "dbs", "-o", way(deck))
    assert (called.code, called.out) == (2, "")
    assert "would overwrite" in called.err
    assert deck.read_text(encoding="utf-8") == DECK


def test_nor_a_deck_of_a_folder(judge: Any, tmp_path: Path) -> None:
    """A report into the folder of decks would be read as a deck the next time, or take one's place now."""
    deck = tmp_path / "ann.txt"
    deck.write_text(DECK, encoding="utf-8")
    assert judge("deck", "check", tmp_path, "--game", "dbs", "-o", deck).code == 2
    assert deck.read_text(encoding="utf-8") == DECK


@pytest.mark.parametrize("option", ["--cards", "--list"])
def test_nor_card_data_nor_a_list(judge: Any, tmp_path: Path, option: str) -> None:
    """Whatever the command reads besides."""
    deck, other = tmp_path / "ann.txt", tmp_path / "other.conf"
    deck.write_text(DECK, encoding="utf-8")
    other.write_text("![2014.7 TCG]\n!2014.7 TCG\n46986414 1 --Foo\n", encoding="utf-8")
    before = other.read_bytes()
    called = judge("deck", "check", deck, "--game", "ygo", option, other, "-o", other)
    assert called.code == 2
    assert "would overwrite" in called.err
    assert other.read_bytes() == before


def test_nor_the_rules_of_a_deck(judge: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of one's own."""
    deck, rules = tmp_path / "ann.txt", tmp_path / "books" / "club" / "deck.toml"
    deck.write_text(DECK, encoding="utf-8")
    shutil.copytree(find("dbs"), rules.parent)
    before = rules.read_bytes()
    monkeypatch.setenv("JUDGE_RULEBOOKS", str(tmp_path / "books"))
    called = judge("deck", "check", deck, "-o", rules)
    assert called.code == 2
    assert "would overwrite" in called.err
    assert rules.read_bytes() == before


@pytest.mark.parametrize("way", WAYS)
def test_nor_a_fixture(judge: Any, dispute: Path, way: Callable[[Path], Path]) -> None:
    """`--save` onto the fixture that is run."""
    before = dispute.read_bytes()
    called = judge("run", dispute, "--save", way(dispute))
    assert (called.code, called.out) == (2, "")
    assert "would overwrite" in called.err
    assert dispute.read_bytes() == before


def test_nor_a_rulebook(judge: Any, dispute: Path, tmp_path: Path) -> None:
    """Nor onto what it is played by."""
    book = tmp_path / "dbs"
    shutil.copytree(find("dbs"), book)
    before = (book / "windows.toml").read_bytes()
    called = judge("run", dispute, "--rulebook", book, "--save", book / "windows.toml")
    assert called.code == 2
    assert (book / "windows.toml").read_bytes() == before


def test_nor_card_data_by_the_catalogue_made_of_them(judge: Any, tmp_path: Path) -> None:
    """A catalogue is no file that is imported into it."""
    data = tmp_path / "cards.csv"
    data.write_text("number,name\nBT1-001,Son Goku\n", encoding="utf-8")
    before = data.read_bytes()
    called = judge("cards", "import", data, "--game", "dbs", "--cards", data)
    assert called.code == 2
    assert data.read_bytes() == before


@pytest.fixture
def table(dispute: Path, tmp_path: Path) -> Path:
    """A folder with a dispute that takes its cards from a file, a rulebook, and changes laid over it."""
    head, _, rest = dispute.read_text(encoding="utf-8").partition("[cards.raider]\n")
    cards, _, facts = rest.partition("[expect]\n")
    (tmp_path / "lib.toml").write_text("[cards.raider]\n" + cards, encoding="utf-8")
    taken = head.replace('game = "dbs"', 'game = "dbs"\nlibrary = ["lib.toml"]')
    (tmp_path / "f.toml").write_text(f"{taken}[expect]\n{facts}", encoding="utf-8")
    (tmp_path / "o.toml").write_text('why = "of the house"\n', encoding="utf-8")
    shutil.copytree(find("dbs"), tmp_path / "book")
    return tmp_path


LAID = ("--rulebook", "book", "--overlay", "o.toml")
CALLS = {
    "run -o": ("run", "f.toml", *LAID, "-o"),
    "run --save": ("run", "f.toml", *LAID, "--save"),
    "minimise": ("minimise", "f.toml", "--limit", "2", *LAID, "-o"),
    "coverage": ("coverage", "f.toml", *LAID, "-o"),
    "explore": ("explore", "f.toml", *LAID, "--limit", "200", "--take", "1", "--save"),
    "diff": ("diff", "book", "o.toml", "f.toml", "-o"),
}


@pytest.mark.sample(6)
@pytest.mark.parametrize("target", ["f.toml", "lib.toml", "o.toml", "book/windows.toml"])
@pytest.mark.parametrize("call", CALLS)
def test_nor_anything_that_a_ruling_is_made_from(
    judge: Any, table: Path, monkeypatch: pytest.MonkeyPatch, call: str, target: str
) -> None:
    """The fixture, the file of its cards, what is laid over its rulebook, and any file of that, through a
    link too.
    """
    monkeypatch.chdir(table)
    before = (table / target).read_bytes()
    called = judge(*CALLS[call], soft_link(table / target))
    assert (called.code, called.out) == (2, "")
    assert "would overwrite" in called.err
    assert (table / target).read_bytes() == before


def test_nor_while_it_is_stepped_through(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`s` and `p` as well."""
    monkeypatch.chdir(table)
    before = (table / "lib.toml").read_bytes()
    called = CliRunner().invoke(app, ["step", "f.toml", *LAID, "--plain"], "s lib.toml\np lib.toml\nq\n")
    assert called.stdout.count("would overwrite") == 2
    assert (table / "lib.toml").read_bytes() == before


def test_nor_one_file_twice(judge: Any, dispute: Path, tmp_path: Path) -> None:
    """A pause and a page are two files."""
    (tmp_path / "sub").mkdir()
    called = judge("run", dispute, "--save", tmp_path / "x", "-o", tmp_path / "sub" / ".." / "x")
    assert called.code == 2
    assert "--save and --output are one file" in called.err
    assert not (tmp_path / "x").exists()


def test_nor_cards_by_the_dispute_that_takes_them(judge: Any, tmp_path: Path) -> None:
    """Before anything is asked."""
    cards = tmp_path / "cards.toml"
    cards.write_text("[cards]\nk1 = { power = 1 }\n", encoding="utf-8")
    called = judge("new", "dbs", "--cards", cards, "-o", cards)
    assert called.code == 2
    assert "would overwrite" in called.err


def test_a_loop_of_links_is_no_place_to_write(judge: Any, dispute: Path, tmp_path: Path) -> None:
    """The link is as it was."""
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    called = judge("run", dispute, "-o", loop)
    assert called.code == 2
    assert "cannot be written" in called.err
    assert loop.is_symlink()


def test_a_name_as_long_as_a_file_system_has_is_written(judge: Any, dispute: Path, tmp_path: Path) -> None:
    """Though it is written beside its place first."""
    target = tmp_path / ("é" * 127 + "x")
    assert judge("run", dispute, "-o", target).code == 0
    assert target.read_text(encoding="utf-8").startswith("NO: B may not")
    assert sorted(tmp_path.iterdir()) == sorted([dispute, target])


TRACED = {
    "test --update": ("test", "{}", "--update"),
    "accept --changed": ("accept", "{}", "--changed", "--reason", "x"),
}


@pytest.mark.parametrize("call", TRACED)
@pytest.mark.parametrize("case", ["the ruling", "changes"])
def test_nor_anything_by_a_trace(
    judge: Any, table: Path, monkeypatch: pytest.MonkeyPatch, call: str, case: str
) -> None:
    """What is read keeps what it says, though it is called as a trace would be, or a link leads to it."""
    monkeypatch.chdir(table)
    monkeypatch.delenv("CI", raising=False)
    more, ruling, read = {
        "the ruling": ((), "g.trace", "f.toml"),
        "changes": (("--overlay", "f.trace"), "f.toml", "o.toml"),
    }[case]
    trace = table / Path(ruling).with_suffix(".trace")
    (table / read).rename(trace)
    (table / read).symlink_to(trace.name)
    before = trace.read_bytes()
    called = judge(*(word.format(ruling) for word in TRACED[call]), *more)
    assert called.code == 2
    assert f"{trace.name}: " in called.err
    assert "a trace would overwrite this file, which is read" in called.err
    assert trace.read_bytes() == before
    assert not (table / "reasons.toml").exists()


@pytest.mark.parametrize("call", ["test --update", "accept --new"])
def test_nor_one_trace_by_another(
    judge: Any, dispute: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """Two rulings beside which one trace would lie: neither is kept."""
    monkeypatch.chdir(dispute.parent)
    monkeypatch.delenv("CI", raising=False)
    shutil.copy(dispute, "dispute")
    command, option = call.split()
    called = judge(command, "dispute", "dispute.toml", option)
    assert called.code == 2
    assert "this would be the trace of more than one ruling" in called.err
    assert "found dispute, dispute.toml" in called.err
    assert not Path("dispute.trace").exists()


def test_nor_are_changes_taken_away_as_a_trace(
    judge: Any, dispute: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose ruling would be gone."""
    monkeypatch.chdir(dispute.parent)
    monkeypatch.delenv("CI", raising=False)
    changes = Path("house.trace")
    changes.write_text('why = "of the house"\n', encoding="utf-8")
    called = judge("accept", ".", "--overlay", changes, "--stale")
    assert called.code == 2
    assert "house.trace: this is read, and would be taken away" in called.err
    assert changes.exists()
