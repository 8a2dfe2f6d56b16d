"""`judge diff` and `judge accept`: what a change to a rulebook changes, and what was read of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from judge.cli.diff import DiffOptions, diff_rulebooks
from judge.suite.diff.acceptance import acceptances_text, read_acceptances, review
from judge.suite.diff.report import Edit, between, by_game, report
from judge.suite.diff.sides import open_side
from judge.suite.diff.text import diff_markdown
from judge.suite.found import find_rulings
from judge.suite.played import Playing, play_all

if TYPE_CHECKING:
    from tests.cli.conftest import Call

HOME = Path(__file__).parent.parent.parent
DBS = HOME / "rulebooks" / "dbs"
DROPPED = '  { rule = "7-1-2", do = "window", name = "counter"'  # how the line that is taken away begins
AT = "fixtures/dbs/"
# What becomes of each without the counter window of an attack, by the rulebook: a [Contre : Attaque] is used
# in that window only (4-7-1, 7-1-2), so a script that uses one has no such line. One asked of nothing else
# than what the window is about to fact, one is refused by another article than its own, others go the same
# way by a step less. Where no card attacks nothing changes. One begins in the window itself.
SAMPLE = {
    "counter-window/a-countered-counter-lets-the-attack-go-on": "ANSWER",
    "counter-window/three-counters-resolve-last-first": "ANSWER",
    "counter-window/a-counter-cannot-be-used-after-its-window": "FACTS",  # order names 7-1-2
    "counter-window/a-counter-in-play-cannot-be-used": "STEPS",
    "battle/a-ban-on-turning-cards-by-effects-stops-no-attack": "STEPS",
    "counter-window/a-counter-resolves-once-nobody-can-answer-it": "NOT PLAYED",  # until = "7-1-2"
    "counter-window/a-counter-may-ask-what-is-played": "",
    "counter-window/a-card-not-yet-played-cannot-be-chosen": "",
}
FILES = [str(HOME / AT / f"{one}.toml") for one in SAMPLE]
NAMES = {f"dbs/{one}": group for one, group in SAMPLE.items() if group}
COUNTERED = "dbs/counter-window/a-countered-counter-lets-the-attack-go-on"
HALT = {"kind": "answer", "what": "B: counter halt", "from": "Yes", "to": "No, 10-10-3-2"}


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of rulebooks: dbs without the counter window of an attack."""
    folder = tmp_path_factory.mktemp("books") / "new"
    shutil.copytree(DBS, folder / "dbs")
    table = folder / "dbs" / "procedures.toml"
    kept = [one for one in table.read_text(encoding="utf-8").splitlines(True) if not one.startswith(DROPPED)]
    table.write_text("".join(kept), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def kept(without: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The comparison as JSON."""
    path = tmp_path_factory.mktemp("kept") / "diff.json"
    words = (str(DBS), str(without), *FILES)
    assert diff_rulebooks(DiffOptions(words, format="json", output=str(path))) == 1
    return path


def read(path: Path) -> dict[str, Any]:
    """A document."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_exactly_the_rulings_that_change_are_told(kept: Path, without: Path) -> None:
    """They are those whose trace is not the kept one any more; each stands in its group."""
    found = read(kept)
    assert {one["ruling"]: one["group"] for one in found["rulings"]} == NAMES
    played = play_all(find_rulings(FILES), Playing(rulebook=str(without / "dbs")))
    parted = {
        one.id for one in played if one.records != Path(one.path).with_suffix(".trace").read_text("utf-8")
    }
    assert parted == set(NAMES)
    assert (found["schema"], found["played"], found["unaccepted"]) == ("judge.diff/1", len(SAMPLE), 4)


def test_the_fork_is_at_the_article_that_was_edited(kept: Path) -> None:
    """The step that is gone and the one that comes in its place, after what both sides share."""
    found = read(kept)
    forks = [one["fork"] for one in found["rulings"] if one["fork"]]
    assert len(forks) == len(NAMES) - 1  # what cannot be played has no trace
    for fork in forks:
        assert (fork["article"], fork["articles"]) == ("7-1-2", ["7-1-2", "7-1-3"])
        assert fork["a"].startswith("[7-1-2] 4-7-3-1 window")
    countered = next(one for one in found["rulings"] if one["ruling"] == COUNTERED)
    assert countered["changes"][0] == HALT
    [edited] = found["edited"]
    assert (edited["article"], edited["title"]) == ("7-1-2", "Counter window on attack")
    assert edited["edits"][0]["to"] == ""
    assert edited["forks"] == len(forks)
    assert [(one["group"], one["count"]) for one in found["patterns"]] == [
        ("NOT PLAYED", 1), ("ANSWER", 2), ("FACTS", 1), ("STEPS", 2),
    ]  # fmt: skip


def test_text_names_each_answer_and_a_pattern_of_steps(without: Path, judge: Call) -> None:
    """What is to be read stands by its name with what was and is; nobody's lines are too long."""
    found = judge("diff", DBS, without, *FILES)
    assert found.code == 1
    assert '"B: counter halt": Yes → No, 10-10-3-2' in found.out
    assert "Edited: dbs 7-1-2 “Counter window on attack”" in found.out
    assert "ANSWER      2  read each\n  at 7-1-2  2\n" in found.out
    assert "STEPS       2  a pattern at a time" in found.out
    assert max(map(len, found.out.splitlines())) <= 100


def test_markdown_is_cut_with_a_count(without: Path) -> None:
    """A comment holds only so much; what is left out is counted, what is to do is not lost."""
    a, b = (open_side(str(one), ["dbs"], "") for one in (DBS, without))
    compared = report(by_game(find_rulings(FILES)), a, b)
    reviewed = review(compared.compared, [])
    whole = diff_markdown(compared, reviewed)
    assert f"`{COUNTERED}`" in whole
    assert "| `[7-1-2] 4-7-3-1 window" in whole
    assert "not shown here" not in whole
    most = len(whole.encode()) - 900
    short = diff_markdown(compared, reviewed, most)
    assert len(short.encode()) <= most
    assert "_1 more are not shown here" in short
    assert short.endswith("judge accept --from DIFF.json\n")


def test_processes_give_the_same_bytes(kept: Path, without: Path, judge: Call, tmp_path: Path) -> None:
    """Whoever plays the rulings, they are told in their order."""
    other = tmp_path / "other.json"
    judge("diff", DBS, without, *reversed(FILES), "--format", "json", "-j", "2", "-o", other)
    assert other.read_bytes() == kept.read_bytes()


def test_the_same_rulebook_needs_no_playing(judge: Call) -> None:
    """Nothing was edited, so nothing is played."""
    found = judge("diff", DBS, "dbs", *FILES)
    assert (found.code, found.err) == (0, "")
    assert "0 rulings played by both, nothing changes." in found.out
    assert f"Same rulebook on both sides, not played: dbs {len(FILES)}." in found.out


@pytest.mark.soak
def test_a_word_changed_is_counted_and_its_article_told(judge: Call, tmp_path: Path) -> None:
    """What an article says is only told; the rulings that it decides are named, for they did not change."""
    new = tmp_path / "new"
    shutil.copytree(DBS, new)
    table = new / "articles.toml"
    text = table.read_text(encoding="utf-8")
    summary = "The attacker succeeds if its power is equal to or above the defender's"
    assert summary in text
    table.write_text(text.replace(summary, "The attacker wins ties"), encoding="utf-8")
    ruling = HOME / AT / "battle/a-ban-on-turning-cards-by-effects-stops-no-attack.toml"
    found = judge("diff", DBS, new, ruling)
    assert found.code == 0
    assert "WORDS       1  not shown" in found.out
    assert "Not touched although dbs 7-4-1-4 decides them: 1" in found.out
    assert "decides 1 · acts in 0 · stands behind 0 · no ruling parts here" in found.out


OVERLAY = 'why = "No counters in battle"\n[[change]]\nstep = "battle.7-1-2"\nremove = true\n'


def test_edits_stand_under_their_articles() -> None:
    """A row that came between others is one edit, with the article that it names; a name that says no more
    than the article is none, and of a window each key has its own.
    """
    was: dict[str, Any] = {
        "decides": [{"article": "1-1", "line": {"kind": "a"}}, {"article": "1-3", "line": {"kind": "c"}}],
        "window": {"free": {"passes": 1, "cites": {"open": "4-6-1", "passes": "4-6-2"}}},
        "steps": [{"rule": "7-1"}],
    }
    now = {
        "decides": [was["decides"][0], {"article": "1-2", "line": {"kind": "b"}}, was["decides"][1]],
        "window": {"free": {"passes": 2, "cites": {"open": "4-6-1", "passes": "4-6-2"}}},
        "steps": [{"rule": "7-1", "id": "7-1", "use": "7-1"}],
    }
    assert list(between(was, now, (), "")) == [
        Edit("1-2", "decides", "", '{ article = "1-2", line = { kind = "b" } }'),
        Edit("4-6-2", "window.free.passes", "1", "2"),
    ]


@pytest.mark.soak
def test_an_overlay_is_a_side(kept: Path, judge: Call, tmp_path: Path) -> None:
    """A change laid over the rulebook is what the same edit of it is."""
    house, path = tmp_path / "house.toml", tmp_path / "laid.json"
    house.write_text(OVERLAY, encoding="utf-8")
    assert judge("diff", "dbs", f"dbs@{house}", *FILES, "--format", "json", "-o", path).code == 1
    plain = judge("diff", "dbs", house, FILES[0])
    laid, edited = read(path), read(kept)
    assert laid["rulings"] == edited["rulings"]
    assert laid["edited"] == edited["edited"]
    assert '"B: counter halt": Yes → No, 10-10-3-2' in plain.out


def test_a_version_is_a_side(judge: Call) -> None:
    """1.071 has 10-13-5-4-1 as 10-15-4: the same moment of the trace under another number is no change, that
    it has one is told.
    """
    ruling = HOME / AT / "keywords/absorption-covers-the-card-and-keeps-its-mode.toml"
    found = judge("diff", "dbs@1.071", "dbs", ruling)
    assert found.code == 0
    assert found.out.startswith("dbs@1.071 → dbs: 1 ruling played by both, nothing changes.\n")
    assert '  in renumbered.10-13-5-4-1\n    - "10-15-4"\n' in found.out
    assert found.out.count("Edited:") == 1


def git(folder: Path, *words: str) -> str:
    """What git says."""
    own = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(
        ["git", *own, *words], cwd=folder, check=True, capture_output=True, encoding="utf-8"
    ).stdout


def test_a_revision_is_a_side(
    without: Path, judge: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rulebook as it was is read out of the repository; the rulings are those of now, and nothing there
    is touched.
    """
    shutil.copytree(DBS, tmp_path / "rulebooks" / "dbs")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "as it was")
    shutil.copy(without / "dbs" / "procedures.toml", tmp_path / "rulebooks" / "dbs")
    (tmp_path / "rulings").mkdir()
    shutil.copy(FILES[0], tmp_path / "rulings" / "halt.toml")
    before = git(tmp_path, "status", "--porcelain", "-uall")
    monkeypatch.chdir(tmp_path / "rulings")
    found = judge("diff", "HEAD")
    assert found.code == 1
    assert found.out.startswith("HEAD → the work tree: 1 ruling played by both, 1 changes.")
    assert '    halt\n      "B: counter halt": Yes → No, 10-10-3-2' in found.out
    assert git(tmp_path, "status", "--porcelain", "-uall") == before
    wrong = judge("diff", "HEAAD")
    assert wrong.code == 2
    assert "'HEAAD' is no rulebook, no version, no file of changes and no revision" in wrong.err


@pytest.mark.soak
def test_a_file_of_a_revision_is_a_side(judge: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes as they were, and a rulebook that lies in a folder of another name; from below it as well."""
    house = tmp_path / "ours.toml"
    house.write_text('why = "Ours."\n', encoding="utf-8")
    shutil.copytree(DBS, tmp_path / "book")
    (tmp_path / "rulings").mkdir()
    shutil.copy(FILES[0], tmp_path / "rulings" / "halt.toml")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "as it was")
    house.write_text(OVERLAY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for a, b in (
        ("HEAD:ours.toml", "ours.toml"),
        ("dbs@HEAD:ours.toml", "dbs@ours.toml"),
        ("HEAD:book", "ours.toml"),
    ):
        found = judge("diff", a, b, "rulings")
        assert found.out.startswith(f"{a} → {b}: 1 ruling played by both, 1 changes.")
        assert (found.code, '"B: counter halt": Yes → No, 10-10-3-2' in found.out) == (1, True)
    monkeypatch.chdir(tmp_path / "rulings")
    assert judge("diff", "HEAD:ours.toml", "dbs", "halt.toml").code == 0


def test_faults_of_a_revision_have_its_name(
    judge: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not that of the folder into which it was written; a folder without a rulebook is none."""
    (tmp_path / "house.toml").write_text('wy = "Ours."\n', encoding="utf-8")
    (tmp_path / "rulings").mkdir()
    shutil.copy(FILES[0], tmp_path / "rulings" / "halt.toml")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "as it was")
    monkeypatch.chdir(tmp_path)
    found = judge("diff", "HEAD:house.toml", "dbs", "rulings")
    assert found.code == 2
    assert found.err.startswith("HEAD:house.toml:1:1: ")
    found = judge("diff", "HEAD:rulings", "dbs", "rulings")
    assert (found.code, "there is no rulebook in HEAD:rulings" in found.err) == (2, True)
    found = judge("diff", "HEAD:hous.toml", "dbs", "rulings")
    assert (found.code, "'HEAD:hous.toml' is no rulebook" in found.err) == (2, True)


def test_what_is_accepted_does_not_fail(kept: Path, without: Path, judge: Call, tmp_path: Path) -> None:
    """By name, then the rest by the article at the fork; what has no fork by its name again."""
    accepted = tmp_path / "accepted.toml"
    options = ("--from", kept, "--file", accepted)
    done = judge("accept", *options, COUNTERED, "--reason", "7-1-2 is gone")
    assert (done.code, done.out) == (
        0,
        f"new: {COUNTERED}\n{accepted}: 1 new, 0 changed, 0 as they were\n3 rulings still to be accepted\n",
    )
    found = judge("diff", DBS, without, *FILES[:2], "--accept", accepted)
    assert found.code == 1
    assert "accepted: 7-1-2 is gone" in found.out
    assert "1 ruling to read and accept by name" in found.out
    judge("accept", *options, "--group", "7-1-2", "--reason", "the window is gone")
    begun = "dbs/counter-window/a-counter-resolves-once-nobody-can-answer-it"
    judge("accept", *options, begun, "--reason", "begins in it")
    found = judge("diff", DBS, without, *FILES, "--accept", accepted)
    assert found.code == 0
    assert "Every changed answer and fact is accepted." in found.out
    text = accepted.read_text(encoding="utf-8")
    assert acceptances_text(read_acceptances(str(accepted))) == text
    names = [one.ruling for one in read_acceptances(str(accepted))]
    assert names == sorted(key for key, group in NAMES.items() if group not in ("REASON", "STEPS"))


def test_an_acceptance_of_something_else_is_stale(
    kept: Path, without: Path, judge: Call, tmp_path: Path
) -> None:
    """It lets nothing pass, it is told, and the file keeps new, changed and stale apart."""
    accepted = tmp_path / "accepted.toml"
    options = ("--from", kept, "--file", accepted)
    judge("accept", *options, COUNTERED, "--reason", "so")
    text = accepted.read_text(encoding="utf-8")
    gone = text[text.index("[[accepted]]") :].replace(COUNTERED, "dbs/battle/gone")
    accepted.write_text(f"{text.replace('No, 10-10-3-2', 'No, 10-10-3-9')}\n{gone}", encoding="utf-8")
    found = judge("diff", DBS, without, FILES[0], "--accept", accepted)
    assert found.code == 1
    assert "accepted for another change" in found.out
    for stale in (COUNTERED, "dbs/battle/gone"):
        assert f"Stale: {stale} was accepted for another change" in " ".join(found.out.split())
    done = judge("accept", *options, COUNTERED, "--reason", "read again", "--prune")
    assert done.out.splitlines()[:3] == [
        f"changed: {COUNTERED}",
        "stale, left out: dbs/battle/gone",
        f"{accepted}: 0 new, 1 changed, 0 as they were",
    ]
    assert [one.reason for one in read_acceptances(str(accepted))] == ["read again"]


BAD = [
    (("--reason", "so", "dbs/battle/none"), "no answer and no fact of 'dbs/battle/none' changes there"),
    ((COUNTERED,), "an acceptance says why the change is right"),
    (("--group", "7-1-9", "--reason", "so"), "no changed answer or fact parts at '7-1-9'"),
    ((), "nobody can be asked here"),
]


@pytest.mark.parametrize(("words", "said"), BAD, ids=["name", "reason", "group", "nobody"])
def test_what_cannot_be_accepted(
    words: tuple[str, ...], said: str, kept: Path, judge: Call, tmp_path: Path
) -> None:
    """Nothing is written."""
    accepted = tmp_path / "accepted.toml"
    found = judge("accept", "--from", kept, "--file", accepted, *words)
    assert found.code == 2
    assert said in found.err
    assert not accepted.exists()


def test_bad_acceptances_are_placed(judge: Call, tmp_path: Path) -> None:
    """Each fault with its line."""
    path = tmp_path / "accepted.toml"
    path.write_text('[[accepted]]\nruling = "a"\ngame = "dbs"\nreasn = "so"\narticle = 3\n', encoding="utf-8")
    found = judge("diff", "dbs@1.06", "dbs", FILES[0], "--accept", path)
    assert found.code == 2
    told = [one.removeprefix(str(path)) for one in found.err.splitlines()]
    assert told[0] == ":4:1: there is no key 'reasn' in an acceptance (found reasn; did you mean reason?)"
    assert ":5:1: article has the wrong type (expected text)" in told
    assert any("the key 'changes' is missing" in one for one in told)


def test_no_comparison_to_accept_from(judge: Call, tmp_path: Path) -> None:
    """A JSON of another kind is none."""
    path = tmp_path / "other.json"
    path.write_text('{"schema": "judge.test/1"}', encoding="utf-8")
    found = judge("accept", "--from", path, "x", "--reason", "so")
    assert found.code == 2
    assert "is no kept comparison" in found.err
    assert "found judge.test/1" in found.err


def test_faults_of_a_side_are_bad_input(judge: Call, tmp_path: Path) -> None:
    """A version that there is none of, a rulebook with a fault, a folder without rulings."""
    assert "did you mean 1.071?" in judge("diff", "dbs@1.0711", "dbs", FILES[0]).err
    new = tmp_path / "new"
    shutil.copytree(DBS, new)
    with open(new / "windows.toml", "a", encoding="utf-8") as table:
        table.write("wrong = 1\n")
    found = judge("diff", "dbs", new, FILES[0])
    assert found.code == 2
    assert f"{new}{os.sep}windows.toml:" in found.err
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "there is no ruling in this folder" in judge("diff", "dbs@1.06", "dbs", empty).err
