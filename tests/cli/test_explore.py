"""`judge explore`: exit codes, both formats, a line that is kept."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w


def test_every_way_as_text_and_json(judge: Any, dispute: Path) -> None:
    called = judge("explore", dispute)
    assert (called.code, called.err) == (0, "")
    assert "<- as played" in called.out
    found = json.loads(judge("explore", dispute, "--format", "json").out)
    assert found["schema"] == "judge.explore/1"
    assert sum(way["played"] for way in found["ways"]) == 1
    assert found["exhausted"]


def test_the_same_bytes_each_time(judge: Any, dispute: Path) -> None:
    assert judge("explore", dispute).out == judge("explore", dispute).out


def test_a_refusal_is_an_answer(judge: Any, dispute: Path) -> None:
    called = judge("explore", dispute, "--after", "A: attack raider B.leader", "--if", "B: counter stowaway")
    assert called.code == 0
    assert called.out.startswith("NO: B may not counter with stowaway here (10-10-3-1")


def test_a_way_is_kept_and_holds(judge: Any, dispute: Path, tmp_path: Path) -> None:
    target = tmp_path / "line.toml"
    assert judge("explore", dispute, "--find", "B.life=5", "--save", target).code == 0
    assert judge("run", target).code == 0
    assert judge("explore", dispute, "--take", "1", "--save", tmp_path / "one.toml").code == 0
    assert judge("run", tmp_path / "one.toml").code == 0


def test_nothing_is_kept_of_what_is_not_found(judge: Any, dispute: Path, tmp_path: Path) -> None:
    target = tmp_path / "line.toml"
    assert judge("explore", dispute, "--find", "B.life=1", "--save", target).code == 0
    assert not target.exists()


def test_what_is_read_is_not_overwritten(judge: Any, dispute: Path) -> None:
    before = dispute.read_bytes()
    called = judge("explore", dispute, "--find", "B.life=5", "--save", dispute)
    assert called.code == 2
    assert "would overwrite" in called.err
    assert dispute.read_bytes() == before


def test_options_that_say_nothing_together(judge: Any, dispute: Path, tmp_path: Path) -> None:
    target = tmp_path / "x.toml"
    assert judge("explore", dispute, "--save", target).code == 2
    assert judge("explore", dispute, "--take", "1").code == 2
    assert judge("explore", dispute, "--take", "99", "--save", target).code == 2
    assert judge("explore", dispute, "--find", "B.lief=1").code == 2
    assert not target.exists()


def test_several_processes_print_the_same_bytes(judge: Any, dispute: Path) -> None:
    """As text and as JSON; so many as there cannot be are refused before anything is read."""
    for more in ((), ("--format", "json"), ("--find", "B.life=3"), ("--limit", "3")):
        one = judge("explore", dispute, *more)
        assert judge("explore", dispute, *more, "--jobs", "2") == one
        assert judge("explore", dispute, *more, "--jobs", "0") == one
    for jobs in ("-1", "65"):
        called = judge("explore", dispute, "--jobs", jobs)
        assert (called.code, called.out) == (2, "")
        assert called.err == (
            f"--jobs takes how many processes work (expected 0 (one a core) to 64, found {jobs})\n"
        )


def test_a_step_names_the_moment_as_a_line_does(judge: Any, dispute: Path) -> None:
    """The first step is the first line of the script; of what is no step, it is said how many there are."""
    whole = judge("explore", dispute)
    assert judge("explore", dispute, "--step", "1") == whole
    lines = tomllib.loads(dispute.read_text(encoding="utf-8"))["script"]
    steps = judge("run", dispute).out
    last = max(int(one) for one in re.findall(r"^ ?(\d+) ", steps, re.M))
    assert judge("explore", dispute, "--step", str(last)) == judge("explore", dispute, "--after", lines[-1])
    called = judge("explore", dispute, "--step", str(last + 1))
    assert (called.code, called.out) == (2, "")
    assert f"(expected 1 to {last}, found {last + 1})" in called.err
    assert judge("explore", dispute, "--step", "1", "--after", lines[0]).code == 2


def test_a_player_looks_for_nothing_and_saves_nothing(judge: Any, dispute: Path, tmp_path: Path) -> None:
    """Both have everything."""
    for more in (("--find", "B.life=3"), ("--find", "B.life=3", "--save", tmp_path / "x.toml")):
        called = judge("explore", dispute, "--as", "A", *more)
        assert (called.code, called.out) == (2, "")
        assert called.err.startswith("--as tells what a player sees")


def test_a_pause_that_cannot_be_played_is_told_of(judge: Any, dispute: Path, tmp_path: Path) -> None:
    """Who changed it reads that it breaks off, and no traceback."""
    saved = tmp_path / "pause.toml"
    assert judge("run", dispute, "--save", saved).code == 0
    data = tomllib.loads(saved.read_text())
    data["pause"].pop("ask", None)
    number = next(one["object"] for one in data["pause"]["cards"].values())
    data["pause"]["effects"] = [
        {"$": "Effect", "id": 1, "makes": "add", "attr": "power", "value": 1, "to": [number], "until": "turn",
         "source": "", "ability": "", "seat": "", "rule": "", "scope": {"of": "nonsense"}}
    ]  # fmt: skip
    saved.write_text(tomli_w.dumps(data))
    called = judge("explore", saved)
    assert called.code == 2
    assert "cannot be played" in called.out + called.err


@pytest.mark.parametrize("number", ["²", "٢", "1_0", "9" * 5000])
def test_a_place_is_told_by_figures(judge: Any, dispute: Path, number: str) -> None:
    """What other scripts count with is none, and a number of very many figures is told."""
    called = judge("explore", dispute, "--after", f"B: counter halt#{number}")
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith("--after: ")
    assert judge("why-not", dispute, "B: counter halt", "--after", f"B: counter halt#{number}").code == 2
