"""`judge step` line by line, and what it refuses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.cli import step
from judge.cli.app import app
from judge.cli.options import RunOptions
from judge.cli.step import StepOptions, wants_screen

HOME = Path(__file__).parent.parent.parent
RULINGS = HOME / "fixtures"
OF_EACH_GAME = (
    "dbs/counter-window/a-countered-counter-lets-the-attack-go-on",
    "ygo/damage-step/a-trap-that-heals-cannot-be-activated-in-the-damage-step",
    "postures/clash/the-order-inside-a-clash",
    "tdg/objects/an-engaged-object-moved-to-an-empty-block-is-disengaged",
    "victory-spark/abilities/two-cards-with-different-names-come-back-to-the-hand",
)


def typed(path: Path, *lines: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """What `judge step` makes of these lines."""
    text = "".join(f"{line}\n" for line in lines)
    called = CliRunner().invoke(app, ["step", str(path), *options], input=text, prog_name="judge")
    return subprocess.CompletedProcess(lines, called.exit_code, called.stdout, called.stderr)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", OF_EACH_GAME)
def test_a_ruling_is_walked_through(name: str) -> None:
    """To its end, the same bytes each time; the mat has both players, and the last line of the ruling is
    told.
    """
    path = RULINGS / f"{name}.toml"
    lines = ("n", "d", "m", "b", "g nothing of the kind", "a", "n 9999", "q")
    found = typed(path, *lines)
    assert (found.returncode, found.stderr) == (0, "")
    assert typed(path, *lines).stdout == found.stdout
    rows = found.stdout.splitlines()
    assert sum(row.startswith("A  ") and row.endswith("───") for row in rows) == 2
    assert "No article, window or line matches nothing of the kind." in rows
    assert max(map(len, rows)) <= 100


def test_the_end_of_the_input_is_the_end(dispute: Path) -> None:
    """Without `q`, and without any line."""
    assert typed(dispute).returncode == 0
    assert typed(dispute, "n").returncode == 0


def test_another_choice_is_saved_and_runs(dispute: Path, tmp_path: Path) -> None:
    """B lets the attack through and loses a life card."""
    saved = tmp_path / "through.toml"
    found = typed(dispute, "d", "d", "pass", "l", f"s {saved}", "q")
    assert found.stderr == ""
    assert "B: pass." in found.stdout.splitlines()
    assert saved.read_text(encoding="utf-8").startswith("# Played from")
    run = subprocess.run(
        [sys.executable, "-m", "judge", "run", str(saved)],
        capture_output=True, text=True, encoding="utf-8", check=False,
        env={**os.environ, "PYTHONPATH": str(HOME)},
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    assert "B's life 6 → 5." in run.stdout


def test_nothing_that_was_read_is_written_over(dispute: Path, tmp_path: Path) -> None:
    """And nothing is half-written elsewhere."""
    before = dispute.read_bytes()
    found = typed(dispute, f"s {dispute}", f"p {tmp_path}/none/x.toml", "s", "q").stdout
    assert dispute.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["dispute.toml"]
    assert "would overwrite" in found
    assert "cannot be written" in found
    assert "Into which file?" in found


def test_a_file_of_others_is_not_written_over(dispute: Path, tmp_path: Path) -> None:
    """One that was saved here before is."""
    there, mine = tmp_path / "there.toml", tmp_path / "mine.toml"
    there.write_text("mine", encoding="utf-8")
    found = typed(dispute, f"s {there}", f"s {mine}", f"p {mine}", "q").stdout
    assert there.read_text(encoding="utf-8") == "mine"
    assert f"There is {there} already" in found
    assert found.count(f"Saved: {mine}") == 2


def test_what_a_file_holds_steers_no_terminal(tmp_path: Path) -> None:
    """Neither the name of a card nor a title, nor what is typed."""
    path = tmp_path / "steering.toml"
    path.write_text(
        'game = "dbs"\ntitle = "A \\u001b[31mred\\u202e title"\n'
        'A = { battle = ["r\\u001bx"] }\n[cards]\n"r\\u001bx" = { power = 5000 }\n',
        encoding="utf-8",
    )
    found = typed(path, "d", "m", "\x1b[2J", f"s {tmp_path}/\x1b/y", "q")
    assert found.returncode in (0, 2)
    assert not set(found.stdout + found.stderr) & {"\x1b", "\u202e"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game = 5", "game"),
        ('game = "dbs"\nscirpt = []', "did you mean script?"),
    ],
)
def test_a_fixture_with_slips_is_no_table(tmp_path: Path, text: str, told: str) -> None:
    """Every problem with its place, and nothing is shown."""
    path = tmp_path / "slip.toml"
    path.write_text(text, encoding="utf-8")
    found = typed(path, "n")
    assert (found.returncode, found.stdout) == (2, "")
    assert told in found.stderr
    assert "Traceback" not in found.stderr


def test_slips_of_the_command_line_are_told_at_once(dispute: Path) -> None:
    """Before anything is read."""
    found = typed(dispute, options=("--as", "C", "--lang", "xx"))
    assert (found.returncode, found.stdout) == (2, "")
    assert "--as has no value 'C'" in found.stderr
    assert "--lang has no value 'xx'" in found.stderr


def test_one_player_sees_what_that_player_may(dispute: Path, tmp_path: Path) -> None:
    """A does not see which cards B holds, and chooses and saves nothing."""
    found = typed(dispute, "n", "1", f"s {tmp_path}/x.toml", "m", "q", options=("--as", "A"))
    assert (found.returncode, found.stderr) == (0, "")
    assert "Hand 2 " in found.stdout
    assert not {"halt", "stowaway"} & set(found.stdout.replace(",", " ").split())
    assert "Nothing can be chosen while the table is shown as A sees it." in found.stdout
    assert "does not see them all" in found.stdout
    assert not (tmp_path / "x.toml").exists()


class Terminal:
    """A stream that says whether it is one."""

    def __init__(self, is_one: bool) -> None:
        self.is_one = is_one

    def isatty(self) -> bool:
        """Is it?"""
        return self.is_one


OPTIONS = StepOptions(RunOptions(("mine.toml",)))


def on(monkeypatch: pytest.MonkeyPatch, terminal: bool, textual: bool) -> None:
    """On a terminal or not, with what draws on it or without."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(step.sys, name, Terminal(terminal))
    monkeypatch.setattr(step, "find_spec", lambda name: object() if textual else None)
    monkeypatch.setenv("TERM", "xterm")


def test_a_screen_takes_a_terminal_and_what_draws_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a pipe, or where one wants lines, there is none."""
    with monkeypatch.context() as patch:
        on(patch, True, True)
        assert wants_screen(OPTIONS)
        assert not wants_screen(OPTIONS._replace(plain=True))
        patch.setenv("TERM", "dumb")
        assert not wants_screen(OPTIONS)
    with monkeypatch.context() as patch:
        on(patch, False, True)
        assert not wants_screen(OPTIONS)


def test_without_what_draws_it_is_told_how_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, and it goes on line by line."""
    told: list[str] = []
    with monkeypatch.context() as patch:
        on(patch, True, False)
        patch.setattr(step, "print", lambda text, file: told.append(text), raising=False)
        assert not wants_screen(OPTIONS)
    assert told == ["for a screen of its own: pip install 'rules-judge[step]'"]


def test_it_speaks_french(dispute: Path) -> None:
    """What is asked, the mat, the help and the articles; what is typed stays as it is."""
    found = typed(dispute, "n", "?", "m", "attack lb", "l", options=("--lang", "fr")).stdout
    text = " ".join(found.replace("\u202f", " ").split())
    assert "A peut :" in text
    assert "a le tour" in text
    assert "reprendre le dernier choix" in text
    assert "Zone de Combat 1: raider 15000" in text
    assert "1 attack la B.lb" in text
    assert "6-3-1-2" in text
    assert not {"may", "turn", "the", "script:"} & set(text.split())
