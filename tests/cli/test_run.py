"""`judge run`: exit codes, problems, several files, options, pauses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from judge.cli import main
from judge.cli import run as playing
from judge.cli.codes import worst
from judge.cli.options import RunOptions, read_run
from judge.engine.kernel.state import Result
from judge.errors import NotImplementedYet
from judge.play.ruling import Ruling

HOME = Path(__file__).parent.parent.parent


# --- exit codes ----------------------------------------------------------------------------------
def test_a_ruling_that_holds(judge: Any, dispute: Path) -> None:
    called = judge("run", dispute)
    assert called.code == 0
    assert called.out.startswith("NO: B may not counter with stowaway.")
    assert "CHECKED  1 claim, 3 facts, 1 article hold." in called.out
    assert called.err == ""


def test_a_ruling_that_fails(judge: Any, wrong: Path) -> None:
    called = judge("run", wrong)
    assert called.code == 1
    assert "B.life" in called.out


def test_bad_input_is_told_on_stderr_one_problem_a_line(judge: Any, misspelt: Path) -> None:
    called = judge("run", misspelt)
    assert (called.code, called.out) == (2, "")
    lines = called.err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith(f"{misspelt}:") for line in lines)
    assert "did you mean script?" in lines[0]
    assert "did you mean expect?" in lines[1]


def test_what_the_rulebook_leaves_open(judge: Any, dispute: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(*args: Any, **named: Any) -> Ruling:
        ruling = run(*args, **named)
        ruling.game.result = Result("", "7-1-4", "undecided:whether this ends")
        return ruling

    run = playing.run
    monkeypatch.setattr(playing, "run", undecided)
    called = judge("run", dispute)
    assert called.code == 3
    assert "whether this ends" in called.out


def test_what_is_not_implemented_is_named(judge: Any, dispute: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "run", raising(NotImplementedYet("fusion of three")))
    called = judge("run", dispute)
    assert (called.code, called.out) == (4, "")
    assert called.err == f"{dispute}: not implemented yet: fusion of three\n"


def test_a_bug_of_ours_is_a_traceback(judge: Any, dispute: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "run", raising(KeyError("lost")))
    called = judge("run", dispute)
    assert called.code == 70
    assert "Traceback" in called.err
    assert f"{dispute}: a bug of ours: KeyError: 'lost'" in called.err


def test_a_bug_of_ours_outside_any_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["judge", "run", "x.toml"])
    monkeypatch.setattr(playing, "run_fixtures", raising(ZeroDivisionError()))
    assert main() == 70
    assert "Traceback" in capsys.readouterr().err


def raising(error: Exception) -> Any:
    """A function that only raises."""

    def run(*_: Any, **__: Any) -> None:
        raise error

    return run


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        ([], 0),
        ([0, 0], 0),
        ([0, 3], 3),
        ([3, 1], 1),
        ([1, 4, 3], 4),
        ([4, 2, 0], 2),
        ([2, 70, 1], 70),
    ],
)
def test_the_first_that_occurs_of_70_2_4_1_3(codes: list[int], code: int) -> None:
    assert worst(codes) == code


# --- files that are no fixtures --------------------------------------------------------------------
def test_broken_toml(judge: Any, tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text('game = "dbs"\nscript = ["A: pass"\n', encoding="utf-8")
    called = judge("run", path)
    assert called.code == 2
    assert called.err.startswith(f"{path}:")
    assert "not closed" in called.err


def test_a_folder_a_binary_and_a_huge_file(judge: Any, tmp_path: Path) -> None:
    binary, huge, missing = tmp_path / "card.png", tmp_path / "huge.toml", tmp_path / "hug.toml"
    binary.write_bytes(bytes(range(256)) * 4)
    huge.touch()
    os.truncate(huge, 50_000_000)
    called = judge("run", tmp_path, binary, huge, missing)
    assert called.code == 2
    lines = called.err.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        str(one) for one in (tmp_path, binary, huge, missing)
    ]
    assert "a directory" in lines[0]
    assert "binary" in lines[1]
    assert "too large" in lines[2]
    assert "did you mean" in lines[3]


def test_no_slip_is_a_traceback(process: Any, tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('title = "défausse"'.encode("latin-1"))
    called = process("run", path, "nowhere.toml", "")
    assert called.code == 2
    assert "Traceback" not in called.err
    assert len(called.err.splitlines()) == 3


# --- several files ---------------------------------------------------------------------------------
def test_every_file_is_run_whatever_becomes_of_the_others(
    judge: Any, dispute: Path, wrong: Path, misspelt: Path
) -> None:
    called = judge("run", misspelt, wrong, "nowhere.toml", dispute)
    assert called.code == 2
    assert called.out.count("The attack is halted") == 2
    assert called.out.rstrip().endswith("4 fixtures: 1 hold, 1 fail, 2 bad input")
    assert "nowhere.toml: no such file" in called.err


def test_a_bug_in_one_file_spares_the_next(
    judge: Any, dispute: Path, wrong: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = playing.run
    monkeypatch.setattr(
        playing, "run", lambda fixture, until: 1 / 0 if "wrong" in fixture.file else run(fixture, until)
    )
    called = judge("run", wrong, dispute)
    assert called.code == 70
    assert "The attack is halted" in called.out


def test_each_page_of_several_stands_below_its_file_and_title(
    judge: Any, dispute: Path, wrong: Path, tmp_path: Path
) -> None:
    """What the file is called is read above the page; one file alone needs no heading, and one without a
    title has none.
    """
    bare = tmp_path / "bare.toml"
    bare.write_text('game = "dbs"\n', encoding="utf-8")
    lines = judge("run", dispute, wrong, bare).out.splitlines()
    headings = [(at, line) for at, line in enumerate(lines) if ".toml" in line]
    title = "The attack is halted"
    assert [line for _, line in headings] == [f"{dispute}: {title}", f"{wrong}: {title}", str(bare)]
    assert [lines[at - 1] for at, _ in headings[1:]] == ["", ""]
    assert lines[1] == judge("run", dispute).out.splitlines()[0]


# --- options ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--as", "C"), "expected A or B, found C"),
        (("--as", "b"), "did you mean B?"),
        (("--format", "jsn"), "did you mean json?"),
        (("--lang", "eng"), "did you mean en?"),
        (("--reading", "combo"), "expected NAME=VALUE, found combo"),
        (
            ("--reading", "auto-windows=yes", "--reading", "auto-windows=no"),
            "--reading gives 'auto-windows' two values (expected one of them, found yes, no)",
        ),
        (("--reading", "no-such=yes"), "--reading: there is no reading 'no-such'"),
        (("--until", "7-4-1-44"), "did you mean 7-4-1-4?"),
        (("--rulebook", "dbz"), "did you mean dbs?"),
        (("--rulebook", "./nowhere"), "there is no rulebook"),
    ],
)
def test_a_value_that_an_option_does_not_take(
    judge: Any, dispute: Path, args: tuple[str, ...], said: str
) -> None:
    called = judge("run", dispute, *args)
    assert (called.code, called.out) == (2, "")
    assert said in called.err
    assert len(called.err.splitlines()) == 1
    assert str(dispute) not in called.err


def test_all_wrong_values_are_told(judge: Any, dispute: Path) -> None:
    called = judge("run", dispute, "--as", "C", "--format", "xml", "--reading", "x")
    assert called.code == 2
    assert len(called.err.splitlines()) == 3


def test_an_unknown_option_and_no_file(process: Any, dispute: Path) -> None:
    for args in (("run", dispute, "--untill", "7-1"), ("run",), ("rnu", dispute)):
        called = process(*args)
        assert (called.code, called.out) == (2, "")
        assert "Error: " in called.err
        assert "Traceback" not in called.err


def test_until_a_step_that_is_never_reached(judge: Any, dispute: Path) -> None:
    """A run that never comes to the step says so instead of ending as if it had."""
    told = judge("run", dispute, "--until", "5-2-1-4")
    assert (told.code, told.out) == (2, "")
    assert "the run never comes to step 5-2-1-4" in told.err


def test_until_stops_before_the_step(judge: Any, dispute: Path) -> None:
    whole, part = judge("run", dispute).out, judge("run", dispute, "--until", "7-1-2").out
    assert "7-1-2" in whole
    assert "counter halt" not in part


def test_another_rulebook_by_its_folder(judge: Any, dispute: Path) -> None:
    assert judge("run", dispute, "--rulebook", HOME / "rulebooks" / "dbs").code == 0


def test_all_unfolds(judge: Any, dispute: Path) -> None:
    folded, unfolded = judge("run", dispute).out, judge("run", dispute, "--all").out
    assert len(unfolded.splitlines()) > len(folded.splitlines())


def test_a_pass_that_nobody_asked_for_holds_only_where_that_is_let_pass(judge: Any, dispute: Path) -> None:
    """Such a line costs the fixture its holding; `--lenient` is for who kept it from older scripts."""
    text = dispute.read_text(encoding="utf-8").replace('"B: counter halt"', '"A: pass", "B: counter halt"')
    dispute.write_text(text, encoding="utf-8")
    strict, lenient = judge("run", dispute), judge("run", dispute, "--lenient")
    assert (strict.code, lenient.code) == (1, 0)
    assert "A: pass" in strict.out
    assert "A: pass" not in lenient.out
    verdicts = [
        json.loads(judge("run", dispute, "--format", "json", *more).out)["verdict"]
        for more in ((), ("--lenient",))
    ]
    assert verdicts == ["fails", "holds"]


def test_what_is_lenient_about_passes_forgives_nothing_else(judge: Any, wrong: Path) -> None:
    assert judge("run", wrong, "--lenient").code == 1


LINES = [
    ["a.toml"],
    ["a.toml", "b.toml", "--all"],
    ["a.toml", "--lenient"],
    ["--format", "json", "a.toml"],
    ["--format=json", "a.toml", "--as=A", "--lang=en"],
    ["a.toml", "--reading", "x=1", "--reading=y=2", "--until", "7-1"],
    ["a.toml", "--rulebook", "dbs", "--save", "b.toml"],
    ["a.toml", "--as", ""],
]


@pytest.mark.parametrize("args", LINES, ids=" ".join)
def test_the_short_way_reads_what_the_full_parser_reads(
    args: list[str], judge: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[RunOptions] = []
    monkeypatch.setattr(playing, "run_fixtures", lambda options: seen.append(options) or 0)
    assert judge("run", *args).code == 0
    assert [read_run(args)] == seen


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["--help"],
        ["a.toml", "-h"],
        ["a.toml", "--al"],
        ["--", "a.toml"],
        ["a.toml", "--as"],
        ["--as", "--all", "a.toml"],
    ],
    ids=" ".join,
)
def test_what_needs_explaining_goes_to_the_full_parser(args: list[str]) -> None:
    assert read_run(args) is None


# --- pauses ----------------------------------------------------------------------------------------
def test_a_saved_pause_goes_on(judge: Any, dispute: Path, tmp_path: Path) -> None:
    pause = tmp_path / "pause.toml"
    pause.write_text("what stood here before", encoding="utf-8")
    judge("run", dispute, "--save", pause)
    text = pause.read_text(encoding="utf-8")
    assert "# Next, A is asked (act): attack la lb | pass." in text
    assert judge("run", pause).code == 0
    answers = 'script = ["A: attack la lb"]\nexpect = { B.life = 5, B.drop = ["halt"] }'
    pause.write_text(text.replace("script = []", answers), encoding="utf-8")
    called = judge("run", pause)
    assert called.code == 0, called
    assert "1 damage to B" in called.out
    assert list(tmp_path.glob("*.part")) == []


def test_a_pause_in_the_middle_of_a_window(judge: Any, dispute: Path, tmp_path: Path) -> None:
    text = dispute.read_text(encoding="utf-8").replace(', "B: counter halt"', "")
    dispute.write_text(text, encoding="utf-8")
    pause = tmp_path / "pause.toml"
    judge("run", dispute, "--save", pause)
    text = pause.read_text(encoding="utf-8")
    assert "# Next, B is asked (act): counter halt | pass." in text
    pause.write_text(text.replace("script = []", 'script = ["B: counter halt"]'), encoding="utf-8")
    called = judge("run", pause)
    assert called.code == 0, called
    assert "B counters with halt" in called.out


DECIDED = 'game = "ygo"\nversion = "tournament"\n{readings}[expect]\nresult = "none"\n'


def test_a_reading_that_the_version_decides_is_not_for_choosing(judge: Any, tmp_path: Path) -> None:
    """In the file or as an option: bad input, which says who decides;
    without it the ruling names it apart from the open ones.
    """
    duel = tmp_path / "duel.toml"
    duel.write_text(DECIDED.format(readings='readings = { no-target = "yes" }\n'), encoding="utf-8")
    written = judge("run", duel)
    duel.write_text(DECIDED.format(readings=""), encoding="utf-8")
    asked = judge("run", duel, "--reading", "no-target=yes")
    said = "reading no-target is not open: version 'tournament' decides it (expected no, found yes)"
    assert (written.code, written.err) == (2, f"{duel}:3:14: {said}\n")
    assert (asked.code, asked.err) == (2, f"--reading: {said}\n")
    rulebook = json.loads(judge("run", duel, "--format", "json").out)["rulebook"]
    assert rulebook["decided"]["no-target"] == "no"
    assert "no-target" not in rulebook["readings"]


def test_a_saved_pause_keeps_its_readings(judge: Any, dispute: Path, tmp_path: Path) -> None:
    pause = tmp_path / "pause.toml"
    judge("run", dispute, "--reading", "combo-window=yes", "--save", pause)
    assert '[readings]\ncombo-window = "yes"\n' in pause.read_text(encoding="utf-8")
    assert judge("run", pause).code == 0


def test_a_pause_that_could_not_be_read_again_is_not_written(
    judge: Any, dispute: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board of very many cards; the file that is there stays."""
    pause = tmp_path / "pause.toml"
    pause.write_text("what stood here before", encoding="utf-8")
    monkeypatch.setattr("judge.cli.output.LIMIT", 1_000)
    called = judge("run", dispute, "--save", pause)
    assert (called.code, called.out) == (2, "")
    assert (
        "pause.toml: not written: it would be too large to be read again (expected at most 1,000"
        in called.err
    )
    assert pause.read_text(encoding="utf-8") == "what stood here before"


def test_a_pause_that_cannot_be_saved(judge: Any, dispute: Path, tmp_path: Path) -> None:
    for target, said in (
        (tmp_path / "no" / "p.toml", "no such file"),
        (tmp_path, "cannot be written"),
        (dispute, "overwrite"),
    ):
        before = dispute.read_text(encoding="utf-8")
        called = judge("run", dispute, "--save", target)
        assert (called.code, called.out) == (2, "")
        assert said in called.err
        assert dispute.read_text(encoding="utf-8") == before
    assert judge("run", dispute, dispute, "--save", tmp_path / "p.toml").code == 2


# --- as a process ----------------------------------------------------------------------------------
def test_plain_text_on_a_pipe(process: Any, dispute: Path) -> None:
    called = process("run", dispute)
    assert (called.code, called.err) == (0, "")
    assert "\x1b" not in called.out
    assert max(map(len, called.out.splitlines())) <= 100


def test_the_same_by_both_ways(process: Any, judge: Any, dispute: Path) -> None:
    assert process("run", dispute, "--all") == judge("run", dispute, "--all")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes end otherwise here")
def test_a_reader_who_goes_away(dispute: Path) -> None:
    command = [sys.executable, "-m", "judge", "run", str(dispute), "--format", "json"]
    env = {**os.environ, "PYTHONPATH": str(HOME)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() == b"{\n"
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode in (0, -13)


def test_letters_that_the_terminal_lacks(dispute: Path) -> None:
    dispute.write_text(
        dispute.read_text().replace("[cards.halt]", '[cards."halt"]').replace("halt", "épée"),
        encoding="utf-8",
    )
    env = {**os.environ, "PYTHONPATH": str(HOME), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "judge", "run", str(dispute)]
    result = subprocess.run(command, capture_output=True, env=env, check=False)
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"\\xe9p\\xe9e \\u2192 B's Drop Zone" in result.stdout
