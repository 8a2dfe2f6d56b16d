"""`judge migrate`: what it rewrites, what it leaves to a person, and that it touches nothing else."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest

from judge.text.source import parse_source
from judge.text.toml_text import quoted, removed, replaced

# B's [Contre] of 2 energy cannot be paid with one (10-10-1); the attack is negated and does not go on
# (7-1-4). 2-11-1-2 says which energy is asked for, 7-1-3 is a check timing in which nobody acts.
OLD = """\
game = "dbs"
title = "The attack is halted"
articles = [
  "7-1-3",  # before the attack goes on
  "7-1-4",
  "4-5-2",
]
script = [
  "A: attack raider B.leader",
  "B: not counter dear by 2-11-1-2", # one energy only
  'B: counter halt', "B: pass",
  "A: pass" ]
A = { battle = ["raider"] }
B = { hand = ["halt", "dear"], energy = 1 }
[cards]
raider = { power = 15000 }
halt = { type = "extra", cost = 1, contre = { against = "attack", do = [{ negate = "attack" }] } }
dear = { type = "extra", cost = 2, contre = { against = "attack", do = [{ negate = "attack" }] } }
[expect]
B.life = 6
"""

NEW = """\
game = "dbs"
title = "The attack is halted"
articles = [
  # before the attack goes on
  "7-1-4",
]
script = [
  "A: attack raider B.leader",
  "B: not counter dear by* 2-11-1-2", # one energy only
  'B: counter halt',
  "A: pass" ]
"""

HOLDS = """\
game = "dbs"
script = ["A: attack la lb"]
[expect]
B.life = 5
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A fixture as it held by the rules of 0.1.0."""
    path = tmp_path / "old.toml"
    path.write_text(OLD, encoding="utf-8")
    return path


def lines(out: str) -> list[str]:
    """The lines of the report."""
    return out.splitlines()


def test_what_was_written_goes_on_holding(judge: Any, old: Path) -> None:
    """The strings concerned are rewritten, each told with its line; comments and layout stay."""
    assert judge("run", old).code == 1
    called = judge("migrate", old)
    assert (called.code, called.err) == (0, "")
    assert old.read_text(encoding="utf-8") == NEW + OLD[OLD.index("A = {") :]
    assert judge("run", old).code == 0
    told = lines(called.out)
    assert [line.split(": ")[0] for line in told[:-1]] == [f"{old}:{n}" for n in (4, 6, 10, 11)]
    assert '"7-1-3" → taken out' in told[0]
    assert 'by* 2-11-1-2": 2-11-1-2 does not decide it; what does is 10-10-1' in told[2]
    assert '"B: pass" → taken out: nobody is asked there' in told[3]
    assert told[-1] == "1 fixture: 1 rewritten (4 changes), 0 left"


def test_a_dry_run_writes_nothing(judge: Any, old: Path) -> None:
    called = judge("migrate", old, "--dry-run")
    assert called.code == 0
    assert old.read_text(encoding="utf-8") == OLD
    assert lines(called.out)[-1] == "1 fixture: 1 would be rewritten (4 changes), 0 left"
    assert lines(called.out)[:-1] == lines(judge("migrate", old).out)[:-1]


def test_what_is_migrated_is_left_alone(judge: Any, old: Path) -> None:
    judge("migrate", old)
    before = old.stat().st_mtime_ns
    called = judge("migrate", old)
    assert (called.code, called.out) == (0, "1 fixture: 0 rewritten (0 changes), 0 left\n")
    assert old.stat().st_mtime_ns == before


def test_the_mode_the_mark_and_the_ends_of_lines_stay(judge: Any, old: Path) -> None:
    """Who may read a file may read it afterwards; an editor on Windows finds its file as it was."""
    old.write_bytes(b"\xef\xbb\xbf" + OLD.replace("\n", "\r\n").encode())
    old.chmod(0o640)
    assert judge("migrate", old).code == 0
    written = old.read_bytes()
    assert written == b"\xef\xbb\xbf" + (NEW + OLD[OLD.index("A = {") :]).replace("\n", "\r\n").encode()
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert list(old.parent.iterdir()) == [old]


def test_articles_that_would_all_go_are_left_to_a_person(judge: Any, old: Path) -> None:
    """A ruling that turns on nothing says nothing: they stay, and what decides is proposed."""
    old.write_text(OLD.replace('  "7-1-4",\n', ""), encoding="utf-8")
    called = judge("migrate", old)
    assert called.code == 1
    assert '"7-1-3",  # before' in old.read_text(encoding="utf-8")
    left = called.out.partition("Left for a person:\n")[2].splitlines()
    assert [line.split(": ")[0] for line in left[:-1]] == [f"{old}:4", f"{old}:5"]
    assert all("every article of this fixture" in line for line in left[:-1])
    assert "10-10-1" in left[1] + left[0]
    assert left[-1].endswith("2 left")


def test_a_line_that_is_refused_at_the_end_is_the_answer_now(judge: Any, tmp_path: Path) -> None:
    """It is told and stays; with lines behind it, it is for a person."""
    path = tmp_path / "asked.toml"
    path.write_text(OLD.partition("articles")[0] + f'script = ["A: attack raider lb", "B: counter dear"]\n'
                    f'{OLD[OLD.index("A = {"):]}', encoding="utf-8")  # fmt: skip
    before = path.read_bytes()
    called = judge("migrate", path)
    assert called.code == 0
    told = "the rules refuse it by 10-10-1: that is the answer now, and `judge run` ends with 1"
    assert lines(called.out)[0] == f'{path}:3: script: "B: counter dear" {told}'
    path.write_bytes(before.replace(b'dear"]\n', b'dear", "A: attack la lb"]\n'))
    called = judge("migrate", path)
    assert called.code == 1
    assert f'{path}:3: script: "B: counter dear" the rules refuse it, and lines follow' in called.out


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        ("not counter dear by 2-11-1-2", "not counter halt by 10-10-1", "the rules allow it"),
        ("not counter dear by 2-11-1-2", "not counter dear by 10-10-3-1", "it is refused, by 10-10-1"),
        ("B.life = 6", "B.life = 5", "expected 5, found 6"),
    ],
)
def test_what_is_not_so_is_left_to_a_person(judge: Any, old: Path, wrong: str, right: str, said: str) -> None:
    """Whatever else can be rewritten is, and a claim that no star mends keeps its words."""
    old.write_text(OLD.replace(wrong, right), encoding="utf-8")
    called = judge("migrate", old)
    assert called.code == 1
    text = old.read_text(encoding="utf-8")
    assert right in text
    assert "7-1-3" not in text
    (left,) = called.out.partition("Left for a person:\n")[2].splitlines()[:-1]
    place, _, what = left.partition(": ")
    assert int(place.rpartition(":")[2]) == 1 + text[: text.index(right)].count("\n")
    assert said in what


def test_what_fits_no_decision_is_left_to_a_person(judge: Any, old: Path) -> None:
    old.write_text(OLD.replace('"B: pass"', '"B: choose raider"'), encoding="utf-8")
    before = old.read_bytes()
    called = judge("migrate", old)
    assert called.code == 1
    assert f'{old}:11: "B: choose raider": ' in called.out
    assert old.read_bytes() == before


def test_folders_decks_and_files_that_are_none(judge: Any, old: Path, tmp_path: Path) -> None:
    """Below a folder rulings are found, decks passed over; what cannot be read is told, and the rest done."""
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "holds.toml").write_text(HOLDS, encoding="utf-8")
    (tmp_path / "club" / "deck.toml").write_text('game = "dbs"\n[deck]\n"BT1-001" = 4\n', encoding="utf-8")
    called = judge("migrate", tmp_path, old)
    assert (called.code, called.err) == (0, "")
    assert lines(called.out)[-1] == "2 fixtures: 1 rewritten (4 changes), 0 left"
    broken = tmp_path / "broken.toml"
    broken.write_text('game = "dbs"\nscript = [', encoding="utf-8")
    called = judge("migrate", tmp_path, "nowhere.toml")
    assert called.code == 2
    assert [line.partition(":")[0] for line in lines(called.err)] == [str(broken), "nowhere.toml"]
    assert lines(called.out)[-1].startswith("4 fixtures: ")


# --- strings in their places -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "at", "left"),
    [
        ('x = ["a", "b", "c"]', 0, 'x = ["b", "c"]'),
        ('x = ["a", "b", "c"]', 1, 'x = ["a", "c"]'),
        ('x = ["a", "b", "c"]', 2, 'x = ["a", "b"]'),
        ('x = ["a"]', 0, "x = []"),
        ('x = ["a" , "b"]', 1, 'x = ["a" ]'),
        ('x = [\n  "a",\n  "b"\n]\n', 1, 'x = [\n  "a",\n]\n'),
        ('x = [\n  "a", # one, two\n  "b",\n]\n', 0, 'x = [\n  # one, two\n  "b",\n]\n'),
        ('x = [\n  "a", "b",\n  "c",\n]\n', 1, 'x = [\n  "a",\n  "c",\n]\n'),
    ],
)
def test_an_element_is_taken_out_with_its_comma(text: str, at: int, left: str) -> None:
    """Its line goes where nothing else stands on it; a comment stays."""
    assert removed(parse_source(text, "x.toml"), ("x", at)).text == left


@pytest.mark.parametrize("new", ["b", 'say "b"', "back\\slash", "a\ttab", "é"])
def test_a_string_is_written_so_that_it_reads_the_same(new: str) -> None:
    source = replaced(parse_source('x = [\'a\', """c"""] # kept', "x.toml"), ("x", 1), new)
    assert source.data == {"x": ["a", new]}
    assert source.text == f"x = ['a', {quoted(new)}] # kept"
