"""One bad file among good ones costs that file: the others are told, and the exit code says so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import HOME

TOY = HOME / "tests" / "toy"
DECK = HOME / "fixtures" / "dbs" / "decks" / "formats" / "ann.txt"
SLOT = '    slots = view.param("slots")\n'
BOOM = (
    '    if any(one.id == "boom" for one in view.zone(seat, "hand")):\n        raise RuntimeError("boom")\n'
)
BAD = ("broken", "cut", "device", "loop", "utf")  # what is wrong with each file


def spoil(folder: Path, ending: str) -> None:
    """Put files that cannot be read among those of a folder, between the first and the last of them."""
    os.mkfifo(folder / f"m-device{ending}")
    (folder / f"m-broken{ending}").symlink_to(folder / "nowhere")
    (folder / f"m-loop{ending}").symlink_to(folder / f"m-loop{ending}")
    (folder / f"m-utf{ending}").write_bytes(b'game = "lanterns"\nscript = ["\xff\xfe"]\n')
    (folder / f"m-cut{ending}").write_text('game = "lanterns"\nscript = [\n', encoding="utf-8")
    (folder / f"m-folder{ending}").mkdir()


@pytest.fixture
def rulings(tmp_path: Path, dispute: Path) -> Path:
    """Two rulings that hold, and between them what cannot be read."""
    folder = tmp_path / "rulings"
    folder.mkdir()
    for name in ("a.toml", "z.toml"):
        shutil.copy(dispute, folder / name)
    spoil(folder, ".toml")
    return folder


NAMELESS = {
    "run": ("run", b"z\xff\xfe.toml", "--format", "json", "-o", "out"),
    "coverage": ("coverage", ".", "--format", "json", "--all", "-o", "out"),
    "diff": ("diff", "dbs", "dbs@1.06", ".", "--format", "json", "-o", "out"),
    "mutate": ("mutate", ".", "--limit", "1", "--seed", b"\xff", "--format", "json"),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("command", NAMELESS)
def test_a_name_that_is_no_text_is_told_as_one(
    process: Any, dispute: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """In documents too, and nothing stays beside them."""
    folder = tmp_path / "odd"
    folder.mkdir()
    monkeypatch.chdir(folder)
    shutil.copy(dispute, b"z\xff\xfe.toml")
    called = process(*map(os.fsdecode, NAMELESS[command]))
    assert called.code in (0, 1), called.err
    assert not called.err
    written = Path("out").read_text(encoding="utf-8") if command != "mutate" else called.out
    assert json.loads(written)
    assert [one for one in os.listdir() if one.endswith(".part")] == []


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    """The same of decks, with a roster."""
    folder = tmp_path / "event" / "decks"
    folder.mkdir(parents=True)
    for name in ("a.txt", "z.txt"):
        shutil.copy(DECK, folder / name)
    spoil(folder, ".txt")
    (folder.parent / "roster.csv").write_text("name,deck\nAnn Martin,a.txt\n", encoding="utf-8")
    return folder


@pytest.fixture
def buggy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, list[str]]:
    """Two rulings that hold and one on which the game's own Python breaks, and by what they are played."""
    code = (TOY / "toy_game.py").read_text(encoding="utf-8")
    assert SLOT in code
    (tmp_path / "boom_game.py").write_text(code.replace(SLOT, BOOM + SLOT), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    book, folder = tmp_path / "book", tmp_path / "rulings"
    shutil.copytree(TOY / "rulebook", book)
    head = (book / "rulebook.toml").read_text(encoding="utf-8")
    (book / "rulebook.toml").write_text(head.replace("toy_game", "boom_game"), encoding="utf-8")
    text = (TOY / "fixtures" / "a-row-has-room-for-three.toml").read_text(encoding="utf-8")
    folder.mkdir()
    for name in ("a", "z"):
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    broken = text.replace('hand = ["d"]', 'hand = ["d", "boom"]').replace(
        "[cards]\n", "[cards]\nboom = { glow = 1 }\n"
    )
    (folder / "m.toml").write_text(broken, encoding="utf-8")
    return folder, ["--rulebook", str(book), "--module", "boom_game"]


def files(folder: Path, ending: str) -> list[Path]:
    """What was put there, but for the folder and the links."""
    return [folder / f"{name}{ending}" for name in ("a", "m-cut", "m-device", "m-utf", "z")]


def test_run(judge: Any, rulings: Path) -> None:
    """Files that are named."""
    called = judge("run", *files(rulings, ".toml"))
    assert called.code == 2
    assert "a.toml: The attack is halted" in called.out
    assert "z.toml: The attack is halted" in called.out
    for one in ("cut", "device", "utf"):
        assert f"m-{one}.toml" in called.err


def test_test(judge: Any, rulings: Path) -> None:
    """A folder."""
    called = judge("test", rulings, "--no-cache", "--jobs", 1)
    assert called.code == 2
    assert "7 rulings: 2 new, 5 bad input" in called.out
    for one in BAD:
        assert f"bad input m-{one}" in called.out


@pytest.mark.parametrize("command", [("migrate", "--dry-run"), ("coverage", "--jobs", "1"),
                                     ("mutate", "--limit", "1", "--jobs", "1")])  # fmt: skip
def test_commands_on_rulings(judge: Any, rulings: Path, command: tuple[str, ...]) -> None:
    """What the two say is told, and each of the others by its name."""
    called = judge(*command, rulings)
    assert called.code == 2
    told = {"migrate": "0 would be rewritten", "coverage": "by 2 rulings", "mutate": "2 rulings"}
    assert told[command[0]] in called.out
    for one in BAD:
        assert f"m-{one}.toml" in called.err


def test_diff(judge: Any, rulings: Path) -> None:
    """What is edited is told, although some rulings can be read by neither side."""
    called = judge("diff", "dbs", "dbs@1.06", rulings, "--jobs", 1)
    assert called.code == 2
    assert "Edited: dbs 9-5-2" in called.out
    for one in BAD:
        assert f"m-{one}.toml" in called.err


def test_accept(judge: Any, rulings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What holds is kept; what cannot be read is counted and told."""
    monkeypatch.delenv("CI", raising=False)
    called = judge("accept", rulings, "--new")
    assert called.code == 2
    for one in BAD:
        assert f"m-{one}.toml" in called.err
    assert "kept: 2 new traces" in called.out
    assert "5 bad input" in called.out
    assert sorted(one.name for one in rulings.glob("*.trace")) == ["a.trace", "z.trace"]


def test_renumber_lists_stale_citations(judge: Any, rulings: Path) -> None:
    """Those of files that can be read."""
    stale = rulings / "b.toml"
    stale.write_text(
        (rulings / "a.toml").read_text(encoding="utf-8").replace("7-1-4", "7-1-44"), encoding="utf-8"
    )
    called = judge("renumber", rulings, "--rulebook", "dbs")
    assert called.code == 2
    assert "b.toml:3: there is no article '7-1-44'" in called.out
    for one in BAD:
        assert f"m-{one}.toml" in called.err


def test_renumber_rewrites_nothing_then(judge: Any, rulings: Path) -> None:
    """All files or none."""
    before = (rulings / "a.toml").read_bytes()
    (rulings.parent / "map.toml").write_text('"7-1-4" = "7-1-5"\n', encoding="utf-8")
    called = judge("renumber", rulings, "--rulebook", "dbs", "--map", rulings.parent / "map.toml")
    assert called.code == 2
    assert (rulings / "a.toml").read_bytes() == before


@pytest.mark.soak
def test_pytest(rulings: Path) -> None:
    """Each ruling is a test of its own; what is no file is none of pytest's."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(rulings)]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=rulings.parent, check=False, timeout=120,
        env={**os.environ, "PYTHONPATH": str(HOME)},
    )  # fmt: skip
    assert done.returncode == 1
    assert "2 failed, 2 passed" in done.stdout
    for one in ("cut", "utf"):
        assert f"bad input m-{one}" in done.stdout


def test_deck_check(judge: Any, decks: Path) -> None:
    """Each deck has its verdict."""
    called = judge("deck", "check", decks, "--game", "dbs", "--no-cards")
    assert called.code == 2
    assert "2 illegal, 5 unreadable." in called.out


def test_deck_event(judge: Any, decks: Path) -> None:
    """The roster is held against those that can be read."""
    called = judge("deck", "event", decks.parent, "--game", "dbs", "--no-cards")
    assert called.code == 2
    assert "1 player, 7 decks: 2 illegal, 5 unreadable." in called.out


def test_cards_are_imported_all_or_none(judge: Any, tmp_path: Path) -> None:
    """A catalogue of half of what was named would be wrong without a word."""
    good, bad = tmp_path / "a.csv", tmp_path / "m.csv"
    good.write_text("number,name,type\nBT1-001,Goku,battle\n", encoding="utf-8")
    bad.write_bytes(b"number,name\n\xff\xfe\n")
    called = judge("cards", "import", good, bad, "--game", "dbs", "--cards", tmp_path / "cards.sqlite")
    assert called.code == 2
    assert not (tmp_path / "cards.sqlite").exists()


def test_a_bug_costs_one_ruling(judge: Any, buggy: tuple[Path, list[str]]) -> None:
    """Its traceback is printed, and the others are told."""
    folder, by = buggy
    called = judge("run", *sorted(folder.glob("*.toml")), *by)
    assert called.code == 70
    assert "z.toml: A row has room for three" in called.out
    assert "RuntimeError: boom" in called.err
    called = judge("test", folder, *by, "--jobs", 1)
    assert (called.code, "3 rulings: 2 new, 1 stopped by a bug" in called.out) == (70, True)
    called = judge("migrate", "--dry-run", folder, *by)
    assert (called.code, "3 fixtures: 0 would be rewritten" in called.out) == (70, True)
    called = judge("coverage", folder, *by, "--jobs", 1)
    assert (called.code, "articles covered by" in called.out) == (70, True)
    assert "RuntimeError: boom" in called.err


@pytest.mark.soak
@pytest.mark.parametrize("jobs", [1, 2])
def test_so_it_does_of_mutants(
    process: Any, buggy: tuple[Path, list[str]], jobs: int, monkeypatch: Any
) -> None:
    """Once, in however many processes."""
    folder, by = buggy
    monkeypatch.setenv("PYTHONPATH", str(folder.parent))
    called = judge_mutate(process, folder, by, jobs)
    assert called.code == 70, called.err
    assert "RuntimeError: boom" in called.err
    assert called.err.count("Traceback") == 1
    assert "of 4 mutants noticed" in called.out


def judge_mutate(process: Any, folder: Path, by: list[str], jobs: int) -> Any:
    """`judge mutate` in a process of its own, beside the Python of the game."""
    return process("mutate", folder, *by, "--limit", 4, "--seed", 1, "--jobs", jobs, cwd=folder.parent)
