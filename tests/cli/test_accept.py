"""`judge accept PATH`: what is pending is read a cause at a time and kept with its reason."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from judge.cli.accept import TraceOptions, accept_traces
from judge.cli.options import RunOptions
from judge.cli.suite import SuiteOptions
from judge.errors import BadInput
from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.render.records import records
from judge.suite.diff.outcome import lines
from judge.suite.examined import Examined
from judge.suite.found import is_ruling
from judge.suite.played import Played
from judge.suite.review.pending import Pending, grouped, is_pending, parting, read_records
from judge.suite.review.reasons import Reason, read_reasons, reasons_text, with_accepted

if TYPE_CHECKING:
    from collections.abc import Callable

    from terminals import Terminal

    from tests.cli.conftest import Call

HOME = Path(__file__).parent.parent.parent
CHAPTER = "dbs/counter-window"
ALIKE = (
    "a-counter-may-ask-what-is-played",
    "three-counters-resolve-last-first",
    "the-actor-may-not-start-a-window",
)
OTHER = "a-card-not-yet-played-cannot-be-chosen"
CHECK = '4-5-1 window window=check title="check timing"'  # the record of every check timing
OLD = CHECK.replace('"check timing"', "checks")  # as an earlier release may have told it
REASON = "check timings have another title"


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No CI, a cache of one's own for what was played, and a folder in which to write."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("judge.suite.cache.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


def edited(path: Path, old: str, new: str, times: int = -1) -> None:
    """A file with one text in the place of another, which has to be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, times), encoding="utf-8")


@pytest.fixture
def club() -> Path:
    """Rulings of which three have changed by one cause, one is new and a trace is left over; one holds and
    one fails, with another trace than is kept.
    """
    folder = Path("rulings", CHAPTER)
    folder.mkdir(parents=True)
    named = (*ALIKE, OTHER, "a-counter-in-play-cannot-be-used", "a-countered-counter-lets-the-attack-go-on")
    for name in named:
        for ending in (".toml", ".trace"):
            shutil.copy(HOME / "fixtures" / CHAPTER / f"{name}{ending}", folder)
    for name in (*ALIKE, named[-1]):
        edited(folder / f"{name}.trace", CHECK, OLD)
    edited(folder / f"{named[-1]}.toml", "life = 2,", "life = 5,")
    (folder / f"{OTHER}.trace").unlink()
    (folder / "gone.trace").write_text("decides -\n\n", encoding="utf-8")
    return Path("rulings")


def state(folder: Path) -> dict[str, bytes]:
    """All files, with their bytes."""
    return {str(one): one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file()}


def ids(*names: str) -> list[str]:
    """Rulings of the chapter by their names."""
    return [f"{CHAPTER}/{one}" for one in names]


def kept(name: str) -> bytes:
    """The trace of a ruling as the repository has it."""
    return (HOME / "fixtures" / CHAPTER / f"{name}.trace").read_bytes()


# --- reading traces back -----------------------------------------------------------------------------
READ = (
    "dbs/counter-window/three-counters-resolve-last-first",
    "ygo/damage-step/a-trap-that-heals-cannot-be-activated-in-the-damage-step",
    "postures/clash/the-order-inside-a-clash",
    "dbs/loops/the-smaller-number-stops-a-loop-that-both-can-stop",
)


@pytest.mark.parametrize("name", READ)
def test_a_trace_is_read_back_as_it_was_written(name: str) -> None:
    """What forks are grouped by is the same as of a ruling that was just played, but for the steps."""
    ruling = run(load_fixture(str(HOME / "fixtures" / f"{name}.toml")))
    found = read_records(records(ruling))
    assert list(found.lines) == [one._replace(steps=()) for one in lines(ruling)]
    assert found.heading[-1].startswith(("next", "decides", "result", "reading", "question"))


TOP = "decides 7-1\n"
PARTINGS = [
    ("gone", "  7-1 a\n  7-2 b\n  7-3 c\n", "  7-1 a\n  7-3 c\n", ("7-2", "7-1 a", "7-2 b", "7-3 c")),
    ("put in", "  7-1 a\n  7-3 c\n", "  7-1 a\n  7-2 b\n  7-3 c\n", ("7-2", "7-1 a", "7-3 c", "7-2 b")),
    ("another", "  7-1 a\n  7-2 b\n", "  7-1 a\n  7-3 c\n", ("7-2", "7-1 a", "7-2 b", "7-3 c")),
    ("longer", "  7-1 a\n", "  7-1 a\n  7-3 c\n", ("7-3", "7-1 a", "(over)", "7-3 c")),
    ("deeper", "  7-1 a\n", "    7-1 a\n", ("7-1", "", "7-1 a (1 deep)", "7-1 a (2 deep)")),
    ("no article", "  - a x=1\n", "  - a x=2\n", ("-", "", "- a x=1", "- a x=2")),
]  # fmt: skip


@pytest.mark.parametrize(("what", "was", "now", "expected"), PARTINGS)
def test_where_traces_part(what: str, was: str, now: str, expected: tuple[str, ...]) -> None:
    """The article of the record that is gone or was put in, the last shared record, both sides."""
    found = parting(f"{TOP}\n{was}", f"{TOP}\n{now}")
    assert (found.article, found.after, found.was, found.now) == expected
    assert found.top == (), what


def test_an_offer_parts_at_what_is_refused_on_one_side() -> None:
    """By the article that refuses, not by that of the offer."""
    was = "  4-7 offer B legal=[] refused=[counter x by 7-1+7-2, counter y by 7-3] unseen=1\n"
    found = parting(f"{TOP}\n{was}", f"{TOP}\n{was.replace('7-3', '7-4')}")
    assert (found.article, found.pattern) == ("7-3", "7-3 offer / 7-4 offer")


def test_what_parts_on_top_only() -> None:
    """An answer by its article; a list of those that decide by what is on one side only; ends of lines."""
    below = "\n  7-1 a\n"
    asked = "answer yes - B: may counter x\n"
    found = parting(f"{asked}{TOP}{below}", f"answer no 7-5 B: may counter x\n{TOP}{below}")
    assert (found.article, found.outcome) == ("7-5", ("answer yes, - → no, 7-5",))
    found = parting(f"decides 7-1 7-2\n{below}", f"decides 7-1 7-3\n{below}")
    assert (found.article, found.top, found.outcome) == ("7-2", (("decides", "7-2", "7-3"),), ())
    twice = parting(f"{asked}{asked}{TOP}{below}", f"{asked}answer no 7-5 B: may counter x\n{TOP}{below}")
    assert twice.article == "7-5"
    found = parting(f"{TOP}{below}".replace("\n", "\r\n"), f"{TOP}{below}")
    assert (found.article, found.was, found.now) == ("-", r"'decides 7-1\r\n'", r"'decides 7-1\n'")


def test_an_answer_that_changes_is_a_group_of_its_own() -> None:
    """It comes first, though another cause is more frequent; patterns of one article stay together."""
    one = parting(f"{TOP}\n7-1 a\n", f"{TOP}\n7-1 b\n")
    answer = one._replace(outcome=("answer yes, - → no, 7-5",))
    rows = [("1", one), ("2", one), ("3", answer), ("4", one._replace(article="7-9"))]
    changed = [Pending("changed", name, f"{name}.trace", game="x", parting=row) for name, row in rows]
    found = grouped([Pending("new", "0", "0.trace"), *changed, Pending("stale", "5", "5.trace")])
    assert [[row.id for row in group.all] for group in found] == [["3"], ["1", "2"], ["4"], ["0"], ["5"]]


def test_what_the_book_leaves_undecided_is_not_pending() -> None:
    """Only what holds is; the fixture has to say first that it is undecided."""
    assert not is_pending(Examined(Played("a", "a.toml", "undecided"), "changed"))
    assert is_pending(Examined(Played("a", "a.toml", "holds"), "changed"))


# --- without questions -------------------------------------------------------------------------------
def test_what_is_pending_is_listed_by_cause(club: Path, judge: Call) -> None:
    """New, changed and left over apart, with the article in full; nothing is written."""
    before = state(Path())
    found = judge("accept", club, "--dry-run")
    assert (found.code, found.err) == (0, "")
    parts = found.out.split("\n\n")
    assert parts[0].startswith("changed, 3 alike\n  at dbs 4-5-1 “")
    assert "title=checks" in parts[0]
    assert 'title="check' in parts[0]
    assert all(name in parts[0] for name in ids(*ALIKE))
    assert parts[1].startswith(f"new: no trace is kept yet\n  {ids(OTHER)[0]}\n    ")
    assert parts[2] == f"stale: the ruling is gone, its trace is left over\n  {ids('gone')[0]}"
    assert parts[3].startswith("pending: 3 changed, 1 new, 1 stale\nnot accepted here: 1 fails")
    assert state(Path()) == before
    assert max(map(len, found.out.splitlines())) <= 100
    only = judge("accept", club, "--dry-run", "--stale")
    assert only.out.startswith(f"{parts[2]}\n\npending: ")


def test_a_group_is_accepted_with_its_reason(club: Path, judge: Call) -> None:
    """The traces are those that the repository has, everything else stays; the reason names each ruling."""
    before = state(club)
    found = judge("accept", club, "--group", "4-5-1", "--reason", f" {REASON} ")
    assert (found.code, found.err) == (0, "")
    assert found.out.startswith("accepted: 3 changed traces\nstill pending: 1 new, 1 stale\n")
    after = state(club)
    changed = {str(club / f"{one}.trace") for one in ids(*ALIKE)}
    assert {one for one in after if after[one] != before[one]} == changed
    assert all((club / f"{CHAPTER}/{one}.trace").read_bytes() == kept(one) for one in ALIKE)
    assert read_reasons("reasons.toml") == [
        Reason("dbs", "4-5-1", REASON, one, OLD, CHECK) for one in sorted(ids(*ALIKE))
    ]
    again = judge("accept", club, "--changed", "--reason", "once more")
    assert again.out.startswith("pending: 1 new, 1 stale\n")
    assert "once more" not in Path("reasons.toml").read_text(encoding="utf-8")


def test_rulings_are_accepted_by_name(club: Path, judge: Call) -> None:
    """A changed one, a new one, a trace that is left over; the others wait."""
    names = ids(ALIKE[0], OTHER, "gone")
    found = judge("accept", club, *names, "--reason", REASON)
    assert found.code == 0
    assert found.out.startswith(
        "accepted: 1 changed trace\nkept: 1 new trace\nremoved: 1 stale trace\nstill pending: 2 changed\n"
    )
    assert (club / f"{names[1]}.trace").read_bytes() == kept(OTHER)
    assert not (club / f"{names[2]}.trace").exists()
    assert [one.ruling for one in read_reasons("reasons.toml")] == [names[1], names[0]]  # "" before 4-5-1


def test_each_kind_by_itself(club: Path, judge: Call) -> None:
    """What is new, and what is left over, needs no reason, and then none is written."""
    assert judge("accept", club, "--new").out.startswith("kept: 1 new trace\n")
    assert judge("accept", club, "--stale").out.startswith("removed: 1 stale trace\n")
    assert not Path("reasons.toml").exists()
    assert judge("accept", club, "--changed", "--reason", REASON).code == 0
    failing = ids("a-countered-counter-lets-the-attack-go-on")[0]
    left = judge("test", club, "--strict")
    assert "6 rulings: 5 hold, 1 fails\n" in left.out
    assert failing in left.out
    assert b"title=checks" in (club / f"{failing}.trace").read_bytes()
    assert judge("accept", club, "--new").out.startswith("nothing is pending in 6 rulings\n")


NO = [
    (["--changed"], "a changed trace is kept with why that is right"),
    (["--group", "4-5-2", "--reason", "x"], "parts at '4-5-2' (expected 4-5-1, found 4-5-2"),
    (ids("a-countered-counter-lets-the-attack-go-on"), "fails; facts decide"),
    (ids("a-counter-in-play-cannot-be-used"), "it holds, and its trace is the one that is kept"),
    (ids(f"{OTHER}x"), f"did you mean {CHAPTER}/{OTHER}?"),
    ([], "nobody can be asked here"),
    (["--new", "--file", "none/reasons.toml"], "there is no folder none"),
    (["--new", "--file", f"rulings/{CHAPTER}/{ALIKE[0]}.trace"], ""),
    (["--new", "--rulebook", "dbss"], "did you mean dbs?"),
    (["--new", "--prune"], "--prune goes with --from"),
    (["--new", "--from", "diff.json"], "--new goes with PATH, not with --from"),
]  # fmt: skip


@pytest.mark.sample(4)
@pytest.mark.parametrize(("words", "said"), NO)
def test_what_cannot_be_accepted(words: list[str], said: str, club: Path, judge: Call) -> None:
    """It is said what is wrong, and nothing at all is written."""
    before = state(Path())
    found = judge("accept", club, *words)
    assert (found.code, found.out) == (2, "")
    assert said in found.err
    assert "Traceback" not in found.err
    assert state(Path()) == before


def test_rulings_have_to_be_named(judge: Call) -> None:
    """Neither a path nor a comparison."""
    found = judge("accept", "--new")
    assert (found.code, found.out) == (2, "")
    assert "a file or a folder of rulings, or --from DIFF" in found.err


def test_in_ci_nothing_is_written(club: Path, judge: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with `judge test --update`; what is pending may be listed there."""
    monkeypatch.setenv("CI", "true")
    before = state(Path())
    found = judge("accept", club, "--changed", "--new", "--stale", "--reason", REASON)
    assert found.code == 2
    assert "with CI set in the environment nothing is written" in found.err
    assert judge("accept", club, "--dry-run").code == 0
    assert state(Path()) == before


def test_what_cannot_be_written_leaves_all_as_it_was(
    club: Path, judge: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No trace without its reason, and no part of a file."""
    before, real, calls = state(Path()), os.fsync, [0]

    def full(descriptor: int) -> None:
        calls[0] += 1
        if calls[0] == 3:
            raise OSError(28, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    found = judge("accept", club, "--group", "4-5-1", "--reason", REASON)
    assert found.code == 2
    assert "no space left on device; nothing was" in found.err
    after = {key: one for key, one in state(Path()).items() if "cache" not in key}
    assert after == before


def test_a_trace_left_over_goes_with_the_others_or_stays(
    club: Path, judge: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it cannot be taken away no trace is kept and no reason."""
    before, real = state(Path()), os.replace

    def replace(source: str, target: str) -> None:
        if str(source).endswith(".trace"):
            raise PermissionError(13, "Permission denied")
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    found = judge("accept", club, "--changed", "--new", "--stale", "--reason", REASON)
    assert found.code == 2
    assert "cannot be removed: permission denied; nothing was" in found.err
    after = {key: one for key, one in state(Path()).items() if "cache" not in key}
    assert after == before


@pytest.mark.parametrize("there", [True, False])
def test_nothing_is_written_through_a_link(there: bool, club: Path, judge: Call, tmp_path: Path) -> None:
    """A trace that is a link may lead anywhere, to what is there and to what is not."""
    target, trace = tmp_path / "elsewhere", club / CHAPTER / f"{ALIKE[0]}.trace"
    trace.unlink()
    if there:
        target.write_text("mine\n", encoding="utf-8")
    trace.symlink_to(target)
    found = judge("accept", club, "--changed", "--new", "--reason", REASON)
    assert found.code == 2
    assert f"{trace}: is a link (expected a file beside its ruling, or none)" in found.err
    assert target.read_text(encoding="utf-8") == "mine\n" if there else not target.exists()
    assert not Path("reasons.toml").exists()


def test_nor_through_a_file_of_reasons_that_is_one(club: Path, judge: Call, tmp_path: Path) -> None:
    """It may have come with the folder."""
    target = tmp_path / "elsewhere"
    target.write_text("", encoding="utf-8")
    Path("reasons.toml").symlink_to(target)
    found = judge("accept", club, "--changed", "--new", "--reason", REASON)
    assert found.code == 2
    assert "reasons.toml is a link" in found.err
    assert target.read_text(encoding="utf-8") == ""


# --- reasons -----------------------------------------------------------------------------------------
def test_reasons_are_sorted_and_read_back(tmp_path: Path) -> None:
    """Each reason once; what was accepted again has its last reason, what is gone none."""
    rows = [
        Reason("x", "7-2", "b", "r3", 'say "1"', "2"),
        Reason("x", "7-1", "a", "r2"),
        Reason("x", "7-1", "a", "r1"),
    ]
    text = reasons_text(rows)
    path = tmp_path / "reasons.toml"
    path.write_text(text, encoding="utf-8")
    assert read_reasons(str(path)) == sorted(rows)
    assert reasons_text(reversed(rows)) == text
    assert text.count('reason = "a"') == 1
    assert not is_ruling(str(path))
    found = with_accepted(rows, [Pending("new", "r1", "", game="x"), Pending("stale", "r2", "")], "c")
    assert found == [Reason("x", "", "c", "r1"), rows[0]]
    assert with_accepted([], [Pending("new", "r\udcff", "", game="x")], "c\udcff") == [
        Reason("x", "", "c\\udcff", "r\\udcff")
    ]


def test_bad_reasons_are_placed(club: Path, judge: Call) -> None:
    """Each fault with its line, before anything is played."""
    text = '[[accepted]]\ngame = "dbs"\nreasn = "so"\narticle = 3\nrulings = ["x"]\n'
    Path("reasons.toml").write_text(text, encoding="utf-8")
    before = state(Path())
    found = judge("accept", club, "--new")
    assert found.code == 2
    wanted = 'a list of { ruling = "…", from = "…", to = "…" }'
    assert found.err.splitlines() == [
        "reasons.toml:3:1: there is no key 'reasn' in a reason (found reasn; did you mean reason?)",
        "reasons.toml:4:1: article has the wrong type (expected text)",
        "reasons.toml:1:3: the key 'reason' is missing (expected reason)",
        f"reasons.toml:5:1: rulings has the wrong form (expected {wanted})",
    ]
    assert state(Path()) == before


# --- with questions ----------------------------------------------------------------------------------
def asked(club: Path, monkeypatch: pytest.MonkeyPatch, *answers: str | type[BaseException]) -> int:
    """The exit code, when this is what is typed; nothing more may be asked."""
    typed = iter(answers)

    def answer(question: str) -> str:
        print(question)
        one = next(typed)
        if isinstance(one, str):
            return one
        raise one

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    code = accept_traces(TraceOptions(SuiteOptions(RunOptions((str(club),)), jobs=1)))
    assert list(typed) == []
    return code


def test_one_cause_is_one_question(
    club: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three rulings by one answer and one reason, which has to be given; then those that are new and gone."""
    assert asked(club, monkeypatch, "x", "a", "", REASON, "k", "r") == 0
    out = capsys.readouterr().out
    assert "1 of 3\nchanged, 3 alike\n" in out
    assert "accept all 3, look at each, skip or quit? [a/l/s/q]" in out
    assert out.count("why is it right?") == 2
    assert "keep, skip or quit? [k/s/q]" in out
    assert "remove, skip or quit? [r/s/q]" in out
    assert {one.reason for one in read_reasons("reasons.toml")} == {REASON}
    assert not (club / CHAPTER / "gone.trace").exists()
    assert (club / CHAPTER / f"{OTHER}.trace").read_bytes() == kept(OTHER)


def test_each_of_a_group_is_looked_at(
    club: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the whole difference where it is wanted; nothing said again means the reason before."""
    assert asked(club, monkeypatch, "l", "d", "a", REASON, "s", "a", "", "s", "q") == 0
    out = capsys.readouterr().out
    assert "1 of these 3\n" in out
    assert "\n-" in out
    assert "\n+" in out
    first, second, third = sorted(ALIKE)
    assert [one.ruling for one in read_reasons("reasons.toml")] == ids(first, third)
    assert b"title=checks" in (club / CHAPTER / f"{second}.trace").read_bytes()
    assert "still pending: 1 changed, 1 new, 1 stale" in out


@pytest.mark.parametrize(("end", "code"), [(EOFError, 0), (KeyboardInterrupt, 130)])
@pytest.mark.parametrize("at", ["question", "reason"])
def test_what_was_accepted_until_it_ends_is_kept(
    at: str, end: type[BaseException], code: int, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the next question; at the reason for a change, which then is not accepted."""
    before = state(club)
    answers = ("a", REASON, end) if at == "question" else ("a", end)
    assert asked(club, monkeypatch, *answers) == code
    changed = {key for key, one in state(club).items() if before[key] != one}
    assert changed == ({str(club / f"{one}.trace") for one in ids(*ALIKE)} if at == "question" else set())
    assert Path("reasons.toml").exists() == (at == "question")


def test_the_end_of_the_input_ends_the_questions_of_a_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a reason is asked for, which is none then; what was accepted before stays."""
    from judge.cli.diff import asked
    from judge.suite.diff.json import Pending as Change

    typed = iter(["a", "so", "a"])

    def answer(question: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    rows = [Change(name, "dbs", "", "FACTS", "7-1", (("B.life", "1", "2"),)) for name in ("x", "y")]
    taken = asked(rows, [])
    assert [(one.ruling, one.reason) for one in taken] == [("x", "so")]
    typed = iter(["a"])
    assert asked(rows, []) == []


def test_on_a_terminal(club: Path, terminal: Callable[..., Terminal]) -> None:
    """A group is accepted, bytes that are no text are no answer, and an interrupt keeps what was accepted."""
    here = terminal("accept", str(club), "-j", "1", env={"PYTHONIOENCODING": "utf-8:strict"})
    here.wait_for("[a/l/s/q]")
    here.type(b"\xff\n")
    here.wait_for("a/l/s/q: ")
    here.type("a\n")
    here.wait_for("why is it right?")
    here.type(f"{REASON}\n")
    here.wait_for("[k/s/q]")
    here.interrupt()
    assert "accepted: 3 changed traces" in here.wait_for("pending")
    assert here.code() == 130
    assert len(read_reasons("reasons.toml")) == 3
    assert all((club / f"{CHAPTER}/{one}.trace").read_bytes() == kept(one) for one in ALIKE)


def test_a_file_of_reasons_that_is_no_toml() -> None:
    """It is bad input."""
    Path("reasons.toml").write_text("[[accepted\n", encoding="utf-8")
    with pytest.raises(BadInput):
        read_reasons("reasons.toml")
