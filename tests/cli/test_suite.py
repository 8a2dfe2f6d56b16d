"""`judge test`: what it finds, how it says so, what it reads again, and what it never writes."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from judge.engine.kernel.state import Result
from judge.errors import NotImplementedYet
from judge.play.ruling import Ruling
from judge.rulebook.checked import load_checked
from judge.rulebook.load import load_rulebook
from judge.suite import played as playing_module
from judge.suite.cache import Cache, key_of, path_of
from judge.suite.examined import Finding, Report, difference, findings, shard, stale_traces
from judge.suite.found import find_rulings, is_ruling
from judge.suite.played import Played, Playing, play_all

HOME = Path(__file__).parent.parent.parent
SOME = (
    "dbs/counter-window/a-countered-counter-lets-the-attack-go-on",
    "dbs/counter-window/a-card-not-yet-played-cannot-be-chosen",
    "postures/clash/the-order-inside-a-clash",
    "ygo/damage-step/a-trap-that-heals-cannot-be-activated-in-the-damage-step",
)
FIRST = SOME[0]
FORMATS = ("text", "json", "junit", "sarif", "github", "markdown")
Call = Callable[..., Any]


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No CI, and a cache of one's own for what was played; checked rulebooks are made once for all."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("judge.suite.cache.cache_folder", lambda: tmp_path / "cache")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder of rulings with their traces, of several games, and what is none beside them."""
    for name in SOME:
        target = tmp_path / "rulings" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        for ending in (".toml", ".trace"):
            shutil.copy(HOME / "fixtures" / f"{name}{ending}", target.with_suffix(ending))
    (tmp_path / "rulings" / "deck.toml").write_text('game = "dbs"\n[main]\nwolf = 4\n', encoding="utf-8")
    (tmp_path / "rulings" / "notes.md").write_text('script = ["A: pass"]\n', encoding="utf-8")
    return tmp_path / "rulings"


def edited(path: Path, old: str, new: str) -> None:
    """A file with one text in the place of another, which has to be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def forget() -> None:
    """What this process knows of rulebooks, as if it began anew."""
    for one in (load_rulebook, load_checked, key_of):
        one.cache_clear()


def statuses(out: str) -> dict[str, str]:
    """What became of each ruling, as JSON says it."""
    return {one["id"]: one["status"] for one in json.loads(out)["rulings"]}


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the rulings that are played from here on."""
    ids: list[str] = []
    play = playing_module.play_one

    def noted(found: Any, playing: Playing) -> Played:
        ids.append(found.id)
        return play(found, playing)

    monkeypatch.setattr(playing_module, "play_one", noted)
    return ids


# --- what there is ---------------------------------------------------------------------------------
def test_an_id_is_the_same_whatever_was_asked_for(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder, one below it, a file, from elsewhere; and nothing else is taken for a ruling."""
    file = club / f"{FIRST}.toml"
    assert [one.id for one in find_rulings([str(club)])] == sorted(SOME)
    assert {one.id for one in find_rulings([str(club / "dbs")])} == set(SOME[:2])
    assert [one.id for one in find_rulings([str(file), str(club / "dbs"), str(file)])].count(FIRST) == 1
    monkeypatch.chdir(file.parent)
    assert [one.id for one in find_rulings([file.name])] == [FIRST]


def test_a_trace_that_is_named_with_its_ruling_is_none(club: Path) -> None:
    """As the shell does for `claim.*`."""
    ruling = club / f"{FIRST}.toml"
    assert find_rulings([str(ruling), str(ruling.with_suffix(".trace"))]) == find_rulings([str(ruling)])


def test_ids_begin_at_the_repository_where_there_is_one(club: Path) -> None:
    """A leading `rulings` is left out, unless two would then have one id."""
    (club.parent / ".git").mkdir()
    other = club.parent / "fixtures" / f"{FIRST}.toml"
    other.parent.mkdir(parents=True)
    shutil.copy(club / f"{FIRST}.toml", other)
    found = [one.id for one in find_rulings([str(club.parent)])]
    assert {f"rulings/{FIRST}", f"fixtures/{FIRST}", SOME[1]} < set(found)
    assert len(found) == len(set(found)) == 5


@pytest.mark.parametrize(
    ("files", "ids"),
    [
        (("d1/a.toml", "d2/a.toml"), ["d1/a", "d2/a"]),
        (("d1/rulings/a.toml", "d2/rulings/a.toml"), ["d1/rulings/a", "d2/rulings/a"]),
        (("x/d/a.toml", "y/d/a.toml"), ["x/d/a", "y/d/a"]),
        (("d1/a.toml", "d1/a.txt"), ["a.toml", "a.txt"]),
        (("d1/a.toml", "d1/a.txt", "d2/a.toml", "d2/b.toml"), ["d1/a", "a.txt", "d2/a", "b"]),
        # what is left out of one is the whole of another
        (
            ("r/.git", "r/a.toml", "r/fixtures/rulings/a.toml", "r/rulings/a.toml"),
            ["a", "fixtures/rulings/a", "rulings/a.toml"],
        ),
    ],
)
def test_no_two_have_one_id(files: tuple[str, ...], ids: list[str], tmp_path: Path) -> None:
    """Whichever folders are named, and however alike their files are called."""
    for one in files:
        (tmp_path / one).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / one).write_text('game = "dbs"\nscript = []\n', encoding="utf-8")
    found = [one.id for one in find_rulings([str(tmp_path / one) for one in files if ".git" not in one])]
    assert found == ids


def test_nor_has_a_trace_that_is_left_over(tmp_path: Path) -> None:
    """It is accepted by its id too."""
    for one in ("d1/a.toml", "d2/b.toml"):
        (tmp_path / one).parent.mkdir()
        (tmp_path / one).write_text('game = "dbs"\nscript = []\n', encoding="utf-8")
    (tmp_path / "d2" / "a.trace").write_text("", encoding="utf-8")
    folders = [str(tmp_path / "d1"), str(tmp_path / "d2")]
    rulings = find_rulings(folders)
    assert [one.id for one in rulings] == ["a", "b"]
    assert [one.id for one in stale_traces(folders, rulings)] == ["a.trace"]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ('game = "dbs"\nscript = []\n', True),
        ('game = "dbs"\n[A]\nbattle = ["x"]\n', True),
        ('"articles" = []\n', True),
        ('script = ["A: pass\n', True),  # it cannot be read, and that has to be told
        ('game = "dbs"\n[main]\nwolf = 4\n', False),
        ('id = "dbs"\n[[window]]\nat = "7-1-2"\n', False),
    ],
)
def test_what_is_a_ruling(text: str, is_one: bool, tmp_path: Path) -> None:
    """A key that only rulings have, at the top of the file."""
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    assert is_ruling(str(path)) == is_one


def test_no_rulebook_and_no_deck_of_ours_is_taken_for_a_ruling() -> None:
    """Nor is a ruling of ours missed."""
    taken = [one for one in (HOME / "rulebooks").rglob("*.toml") if is_ruling(str(one))]
    assert {one.name for one in taken} == {"new.toml"}  # the disputes that `judge new` prints
    decks = [one for one in (HOME / "fixtures").rglob("*.toml") if "decks" in one.parts]
    assert [one for one in decks if is_ruling(str(one))] == []


def test_every_ruling_is_in_one_shard(club: Path) -> None:
    """And where it is hangs on nothing but its id."""
    found = find_rulings([str(HOME / "fixtures" / "dbs")])
    parts = [list(shard(found, at, 5)) for at in range(1, 6)]
    assert sorted(one for part in parts for one in part) == sorted(found)
    assert min(map(len, parts)) > len(found) / 10
    few = find_rulings([str(HOME / "fixtures" / "dbs" / "battle")])
    assert set(shard(few, 2, 5)) == set(few) & set(parts[1])


# --- what it finds ---------------------------------------------------------------------------------
def test_all_is_well(judge: Call, club: Path) -> None:
    """One line, and nothing beside it."""
    called = judge("test", club, "--jobs", 1)
    assert called == (0, "4 rulings: 4 hold\n", "")


def test_facts_come_before_the_trace(judge: Call, club: Path) -> None:
    """A fact that is not so fails at its line, though the trace has changed as well."""
    edited(club / f"{FIRST}.toml", "life = 2,", "life = 5,")
    edited(club / f"{FIRST}.trace", "decides", "decide")
    called = judge("test", club, "--jobs", 1)
    assert called.code == 1
    line = (club / f"{FIRST}.toml").read_text(encoding="utf-8").split("life = 5,")[0].count("\n") + 1
    assert f"fails     {FIRST}\n  {club / FIRST}.toml:{line}:7\n" in called.out
    assert "changed" not in called.out
    assert called.out.endswith("4 rulings: 3 hold, 1 fails\n")


def test_a_claim_that_is_not_so_has_its_line_and_column(judge: Call, dispute: Path) -> None:
    """By the article that it names."""
    edited(dispute, "not counter stowaway by 10-10-3-1", "can counter stowaway")
    found = json.loads(judge("test", dispute, "--format", "json").out)["rulings"][0]
    assert (found["status"], found["failures"][0]["kind"]) == ("fails", "claim")
    assert (found["failures"][0]["line"], found["failures"][0]["column"]) == (4, 40)


def test_a_changed_trace_shows_its_first_record(judge: Call, club: Path) -> None:
    """The old and the new, and the article at the fork."""
    trace = club / f"{FIRST}.trace"
    rows = trace.read_text(encoding="utf-8").split("\n")
    at = next(n for n, row in enumerate(rows) if row.lstrip().startswith("7-1-"))
    kept, rows[at] = rows[at], "7-1-1 something else"
    trace.write_text("\n".join(rows), encoding="utf-8")
    called = judge("test", club, "--format", "json")
    found = next(one for one in json.loads(called.out)["rulings"] if one["id"] == FIRST)
    assert (called.code, found["status"]) == (1, "changed")
    assert found["difference"] == {
        "file": str(trace),
        "line": at + 1,
        "old": "7-1-1 something else",
        "new": kept,
        "article": kept.split()[0],
    }


@pytest.mark.parametrize(
    ("kept", "records", "where"),
    [
        ("a\nb\n", "a\nb\n", None),
        ("a\n", "a\nb\n", (2, "", "b")),
        ("a\nb\n", "a\n", (2, "b", "")),
        ("", "a\n", (1, "", "a")),
        ("a", "a\n", (1, "'a'", "'a\\n'")),
        ("a\n\n", "a\n", (2, "'\\n'", "''")),
        ("a\r\n", "a\n", (1, "a\r", "a")),
    ],
)
def test_where_two_traces_part(kept: str, records: str, where: tuple[int, str, str] | None) -> None:
    """Also where one ends; the end of the last line is no record."""
    found = difference("x.toml", kept, records)
    assert (found and (found.line, found.old, found.new)) == where


def test_new_and_stale_are_told_apart_and_count_when_asked(judge: Call, club: Path) -> None:
    """Neither is a fault by itself."""
    (club / f"{SOME[2]}.trace").unlink()
    (club / f"{SOME[3]}.toml").unlink()
    called = judge("test", club)
    assert called.code == 0
    assert f"new       {SOME[2]}\n" in called.out
    assert f"stale     {SOME[3]}\n" in called.out
    assert called.out.endswith("3 rulings: 2 hold, 1 new, 1 stale trace\n")
    assert judge("test", club, "--strict").code == 1


def test_what_cannot_be_read_costs_that_file_only(judge: Call, club: Path) -> None:
    """A slip of the pen, a file that is no TOML; with their places, worst first, exit 2."""
    edited(club / f"{FIRST}.toml", "script =", "scrpit =")
    (club / "broken.toml").write_text('script = ["A: pass\n', encoding="utf-8")
    called = judge("test", club)
    assert called.code == 2
    assert "did you mean script?" in called.out
    assert f"{club / 'broken.toml'}:1:19" in called.out
    assert called.out.endswith("5 rulings: 3 hold, 2 bad input\n")


def test_undecided_is_three_unless_the_fixture_says_so(
    judge: Call, dispute: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The book leaves it open: that may be what the ruling is about."""
    play = playing_module.run

    def undecided(*args: Any) -> Ruling:
        ruling = play(*args)
        ruling.game.result = Result("", "7-1-4", "undecided:whether this ends")
        wanted = ruling.fixture.model.expect.get("result")
        facts = tuple(
            one._replace(found="undecided") if one.path == "result" else one for one in ruling.facts
        )
        return ruling._replace(facts=facts if wanted else ruling.facts)

    monkeypatch.setattr(playing_module, "run", undecided)
    called = judge("test", dispute, "--jobs", 1)
    assert called.code == 3
    assert called.out.startswith("undecided dispute\n")
    edited(dispute, "B.life = 6", 'result = "undecided"')
    assert judge("test", dispute, "--jobs", 1).code == 0
    edited(dispute, "raider = { zone", "stowaway = { zone")
    assert judge("test", dispute, "--jobs", 1).code == 1


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (NotImplementedYet("fusion of three"), 4, "not implemented yet: fusion of three"),
        (KeyError("lost"), 70, "a bug of ours: KeyError: 'lost'"),
    ],
)
def test_what_stops_one_ruling_does_not_stop_the_others(
    error: Exception, code: int, words: str, judge: Call, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told with its own exit code; a bug with its traceback."""
    play = playing_module.run

    def stopping(fixture: Any) -> Ruling:
        if fixture.file.endswith(f"{FIRST}.toml"):
            raise error
        return play(fixture)

    monkeypatch.setattr(playing_module, "run", stopping)
    called = judge("test", club, "--jobs", 1)
    assert called.code == code
    assert words in called.out
    assert ("Traceback" in called.err) == (code == 70)
    assert "4 rulings: 3 hold, 1 " in called.out


def test_a_rule_that_is_taken_away_is_noticed(judge: Call, club: Path, tmp_path: Path) -> None:
    """The counter window of 7-1-2 in a copy of the rulebook: only where it is played do rulings fall."""
    book = tmp_path / "dbs"
    shutil.copytree(HOME / "rulebooks" / "dbs", book)
    assert judge("test", club / "dbs", "--rulebook", book).code == 0
    line = next(
        row
        for row in (book / "procedures.toml").read_text(encoding="utf-8").split("\n")
        if 'rule = "7-1-2", do = "window"' in row
    )
    edited(book / "procedures.toml", f"{line}\n", "")
    forget()
    called = judge("test", club / "dbs", "--rulebook", book, "--format", "json")
    assert called.code == 1
    assert statuses(called.out)[FIRST] == "fails"


# --- how it says so ----------------------------------------------------------------------------------
@pytest.fixture
def mixed(judge: Call, club: Path) -> Path:
    """A folder in which something of most kinds is found."""
    edited(club / f"{FIRST}.toml", "life = 2,", "life = 5,")
    edited(club / f"{SOME[1]}.trace", "decides", "decide`s|")
    (club / f"{SOME[2]}.trace").unlink()
    (club / "left\x1b[31m.trace").write_text("", encoding="utf-8")
    return club


@pytest.mark.sample(1)
@pytest.mark.parametrize("format", FORMATS)
def test_the_same_bytes_for_any_number_of_processes_and_from_the_cache(
    format: str, judge: Call, mixed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cold, warm, without a cache, alone and in two."""
    monkeypatch.setattr(playing_module, "_BATCH", 1)
    ways = (("-j", 1), ("-j", 1), ("--no-cache", "-j", 2))
    calls = [judge("test", mixed, "--format", format, *way) for way in ways]
    assert [one.code for one in calls] == [1, 1, 1]
    assert calls[0] == calls[1] == calls[2]
    assert "\x1b" not in calls[0].out


def test_json(judge: Call, mixed: Path) -> None:
    """One schema, every ruling, the counts."""
    found = json.loads(judge("test", mixed, "--format", "json").out)
    assert found["schema"] == "judge.test/1"
    assert found["totals"] == {"rulings": 4, "fails": 1, "changed": 1, "new": 1, "holds": 1, "stale": 1}
    assert all(one["file"].endswith(f"{one['id']}.toml") and one["line"] for one in found["rulings"])
    assert found["stale"][0]["file"].endswith(".trace")


def test_junit(judge: Call, mixed: Path) -> None:
    """A suite a game, a case a ruling with its file and line."""
    root = ElementTree.fromstring(judge("test", mixed, "--format", "junit").out)
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("5", "2", "0")
    assert [one.get("name") for one in root] == ["dbs", "postures", "ygo", "stale traces"]
    case = next(one for one in root.iter("testcase") if one.get("name") == FIRST)
    assert case.get("file") == str(mixed / f"{FIRST}.toml")
    assert "B.life" in str(case[0].get("message"))
    strict = ElementTree.fromstring(judge("test", mixed, "--format", "junit", "--strict").out)
    assert strict.get("failures") == "4"


def test_sarif(judge: Call, mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results with their places, addressed from where judge runs; every rule is described."""
    monkeypatch.chdir(mixed.parent)
    run = json.loads(judge("test", mixed, "--format", "sarif").out)["runs"][0]
    results = {one["ruleId"]: one for one in run["results"]}
    assert set(results) == {"ruling/fact", "ruling/trace", "ruling/new", "ruling/stale"}
    place = results["ruling/trace"]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == f"rulings/{SOME[1]}.trace"
    assert place["region"] == {"startLine": 1, "startColumn": 1}
    ids = [one["id"] for one in run["tool"]["driver"]["rules"]]
    assert all(ids[one["ruleIndex"]] == one["ruleId"] for one in run["results"])


def test_github_and_markdown(judge: Call, mixed: Path) -> None:
    """Commands one a line; a list whose texts cannot break out of it."""
    rows = judge("test", mixed, "--format", "github").out.splitlines()
    assert [row.split(" ")[0] for row in rows] == ["::error", "::error", "::notice", "::notice", "::notice"]
    assert "%0A- decide`s|" in rows[0] + rows[1]
    text = judge("test", mixed, "--format", "markdown").out
    assert text.startswith("### 4 rulings: 1 holds, 1 new, 1 changed, 1 fails, 1 stale trace\n")
    assert "    ````diff\n    - decide`s|" in text


def test_markdown_fits_a_comment(mixed: Path, judge: Call) -> None:
    """What finds no room is counted."""
    from judge.suite.examined import Examined
    from judge.suite.formats.for_people import suite_markdown

    many = [Examined(Played(f"game/{at:04}{'x' * 100}", "x.toml", "holds"), "new") for at in range(1000)]
    text = suite_markdown(Report(tuple(many)))
    assert len(text) < 65_536
    shown = text.count("- `game/")
    assert f"\n{1000 - shown} more, for which there is no room here" in text


def test_text_shows_a_score_of_each_kind(judge: Call) -> None:
    """And counts the others."""
    from judge.suite.examined import Examined
    from judge.suite.formats.for_people import suite_text

    many = Report(tuple(Examined(Played(f"game/{at}", "x.toml", "holds"), "new") for at in range(30)))
    assert "new       … and 10 more (--all)\n" in suite_text(many)
    assert suite_text(many, all=True).count("new       game/") == 30


def test_every_kind_of_finding_is_described() -> None:
    """What a ruling may come to, and no two words for one thing."""
    from judge.suite.examined import WORDS, Examined
    from judge.suite.formats.for_tools import RULES
    from judge.suite.played import Failure

    kinds = ("claim", "fact", "order", "article", "line", "refused")
    wrong = tuple(Failure(kind, 1, 1, "x") for kind in kinds)
    met: list[Finding] = [
        *findings(Report((Examined(Played("x", "x.toml", "fails", failures=wrong), "fails"),)))
    ]
    assert [one.kind for one in met] == list(kinds)
    assert set(RULES) == {*kinds, "script", "trace", "stale", *WORDS} - {"holds", "fails", "changed"}


# --- what is kept ------------------------------------------------------------------------------------
def test_only_what_has_changed_is_played_again(
    judge: Call, club: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A fixture, or the rulebook of one game; without a cache all."""
    played = counted(monkeypatch)
    run = ("test", club, "--jobs", 1)
    assert judge(*run).code == 0
    assert sorted(played) == sorted(SOME)
    played.clear()
    assert judge(*run).code == 0
    assert played == []
    edited(club / f"{FIRST}.toml", "title = ", "# a word\ntitle = ")
    assert judge(*run).code == 0
    assert played == [FIRST]
    played.clear()
    monkeypatch.setenv("JUDGE_RULEBOOKS", str(tmp_path / "own"))
    version = tmp_path / "own" / "ygo" / "versions" / "house.toml"
    version.parent.mkdir(parents=True)
    version.write_text('why = "house"\n', encoding="utf-8")
    forget()
    judge(*run)
    assert played == [SOME[3]]
    played.clear()
    judge(*run, "--no-cache")
    assert sorted(played) == sorted(SOME)
    played.clear()
    monkeypatch.setattr("judge.suite.cache.mark_of_code", lambda: "another release")
    forget()
    judge(*run)
    assert sorted(played) == sorted(SOME)


@pytest.mark.sample(2)
@pytest.mark.parametrize("damage", ["cut", "empty", "list", "deep", "entry", "other key"])
def test_a_damaged_cache_is_ignored(
    damage: str, judge: Call, club: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The ruling is played again, and what it comes to is right."""
    run = ("test", club / f"{FIRST}.toml", "--jobs", 1)
    judge(*run)
    (path,) = (tmp_path / "cache" / "rulings").glob("*.json")
    text = path.read_text(encoding="utf-8")
    path.write_text(
        {
            "cut": text[:-100],
            "empty": "",
            "list": "[]",
            "deep": "[" * 200_000,
            "entry": text.replace("holds", "fails"),
            "other key": text.replace(path.stem, "0" * 40),
        }[damage],
        encoding="utf-8",
    )
    played = counted(monkeypatch)
    assert judge(*run).code == 0
    assert played == [FIRST]


def test_what_the_cache_gives_is_what_playing_gives(club: Path) -> None:
    """Every field of it."""
    found = find_rulings([str(club)])
    cache = Cache(Playing())
    fresh = list(play_all(found))
    for one, played in zip(found, fresh, strict=True):
        assert cache.find(one) is None
        cache.put(one, played)
    cache.save()
    assert [Cache(Playing()).find(one) for one in found] == fresh


def test_what_its_file_does_not_say_is_not_kept(dispute: Path, tmp_path: Path) -> None:
    """Cards that are taken from elsewhere may be other ones tomorrow; Python of one's own too."""
    (found,) = find_rulings([str(dispute)])
    (played,) = play_all([found])
    for playing, what in ((Playing(), played._replace(borrows=True)), (Playing(modules=("x",)), played)):
        cache = Cache(playing)
        cache.find(found)
        cache.put(found, what)
        cache.save()
    assert not path_of("x").parent.exists()


LENT = """
game = "dbs"
script = ["A: attack raider B.leader"]
A = { battle = ["raider"] }
[cards]
raider = %s
[expect]
raider = { power = 5000 }
"""
LENDER = 'game = "dbs"\n[cards."BT7-001"]\nname = "Q"\ntype = "battle"\npower = %d\ntext = ""\n'


@pytest.mark.sample(1)
@pytest.mark.parametrize("card", ['"BT7-001"', '{ card = "BT7-001" }', '{ card = "Q" }'])
def test_a_card_of_the_catalogue_is_looked_up_each_time(
    card: str, judge: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be another one, or gone, while the fixture stays as it is."""
    monkeypatch.setenv("JUDGE_CARDS", str(tmp_path / "cards.sqlite"))
    lent, lender = tmp_path / "lent.toml", tmp_path / "lender.toml"
    lent.write_text(LENT % card, encoding="utf-8")
    codes = []
    for power in (5000, 9000):
        lender.write_text(LENDER % power, encoding="utf-8")
        assert judge("cards", "import", lender).code == 0
        codes.append(judge("test", lent).code)
    monkeypatch.setenv("JUDGE_CARDS", str(tmp_path / "none.sqlite"))
    assert [*codes, judge("test", lent).code] == [0, 1, 2]


# --- what is written ----------------------------------------------------------------------------------
def test_update_writes_through_no_link(judge: Call, club: Path, tmp_path: Path) -> None:
    """A trace that is one may lead anywhere."""
    trace, secret = club / f"{FIRST}.trace", tmp_path / "secret"
    trace.unlink()
    secret.write_text("mine", encoding="utf-8")
    trace.symlink_to(secret)
    called = judge("test", club, "--update")
    assert called.code == 2
    assert f"{trace}\n    is a link" in called.out
    assert secret.read_text(encoding="utf-8") == "mine"


def test_nor_through_one_to_a_file_beside_it(judge: Call, club: Path) -> None:
    """Which is read: it lies in the folder."""
    trace, other = club / f"{FIRST}.trace", club / f"{Path(FIRST).parent}" / "other"
    other.write_text("mine", encoding="utf-8")
    trace.unlink()
    trace.symlink_to("other")
    called = judge("test", club, "--update")
    assert called.code == 2
    assert f"{trace}: is a link" in called.err
    assert other.read_text(encoding="utf-8") == "mine"


@pytest.mark.sample(1)
@pytest.mark.parametrize("what", ["link", "loop", "pipe", "folder", "device"])
def test_a_trace_that_is_no_file_of_the_folder_is_told_and_not_read(
    what: str, judge: Call, club: Path, tmp_path: Path
) -> None:
    """It costs its ruling; nothing of it is printed, and nothing waits for it."""
    trace, secret = club / f"{FIRST}.trace", tmp_path / "secret"
    trace.unlink()
    secret.write_text("root:x:0", encoding="utf-8")
    links = {"link": secret, "loop": trace.name, "device": "/dev/zero"}
    if what in links:
        trace.symlink_to(links[what])
    else:
        (os.mkfifo if what == "pipe" else os.mkdir)(trace)
    called = judge("test", club, "--all")
    assert (called.code, statuses(judge("test", club, "--format", "json").out)[FIRST]) == (2, "bad input")
    assert called.out.endswith("4 rulings: 3 hold, 1 bad input\n")
    assert str(trace) in called.out
    assert "root:x:0" not in called.out
    told = judge("accept", club, "--dry-run")
    assert (told.code, told.out) == (2, "")
    assert f"{trace}: " in told.err


def test_update_keeps_new_and_changed_traces_and_no_others(judge: Call, club: Path) -> None:
    """One that fails keeps the trace that it has; a stale one stays for a person."""
    right = (club / f"{SOME[1]}.trace").read_bytes()
    edited(club / f"{FIRST}.toml", "life = 2,", "life = 5,")
    edited(club / f"{FIRST}.trace", "decides", "old")
    edited(club / f"{SOME[1]}.trace", "decides", "old")
    (club / f"{SOME[2]}.trace").unlink()
    before = {one: one.stat().st_mtime_ns for one in club.rglob("*") if one.is_file()}
    called = judge("test", club, "--update")
    assert called.code == 1
    assert "kept now" in called.out
    assert (club / f"{SOME[1]}.trace").read_bytes() == right
    reference = (HOME / "fixtures" / f"{SOME[2]}.trace").read_bytes()
    assert (club / f"{SOME[2]}.trace").read_bytes() == reference
    after = {one: one.stat().st_mtime_ns for one in club.rglob("*") if one.is_file()}
    changed = {str(one.relative_to(club)) for one, when in after.items() if before.get(one) != when}
    assert changed == {f"{SOME[1]}.trace", f"{SOME[2]}.trace"}
    edited(club / f"{FIRST}.toml", "life = 5,", "life = 2,")
    assert judge("test", club, "--update").code == 0
    assert judge("test", club) == (0, "4 rulings: 4 hold\n", "")


def test_a_trace_that_cannot_be_written_is_told(judge: Call, club: Path) -> None:
    """Exit 2, and the others are written."""
    (club / f"{SOME[2]}.trace").unlink()
    (club / f"{SOME[2]}.trace").mkdir()
    (club / f"{SOME[1]}.trace").unlink()
    called = judge("test", club, "--update")
    assert called.code == 2
    assert "cannot be read (expected a trace, found a directory)" in called.out
    assert (club / f"{SOME[1]}.trace").is_file()


@pytest.mark.parametrize(("value", "refused"), [("true", True), ("1", True), ("false", False), ("", False)])
def test_in_ci_nothing_is_written(
    value: str, refused: bool, judge: Call, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so, and does nothing."""
    monkeypatch.setenv("CI", value)
    (club / f"{FIRST}.trace").unlink()
    called = judge("test", club, "--update")
    assert (club / f"{FIRST}.trace").exists() != refused
    assert called.code == (2 if refused else 0)
    assert ("with CI set" in called.err) == refused


# --- at the door ---------------------------------------------------------------------------------------
def test_everything_that_is_wrong_with_the_options_is_told(judge: Call, tmp_path: Path) -> None:
    """At once, and nothing is played."""
    (tmp_path / "empty").mkdir()
    called = judge(
        "test", tmp_path / "nowhere", tmp_path / "empty", "--format", "jsn", "--shard", "5/4",
        "--rulebook", "dsb", "--overlay", "none.toml", "--reading", "x", "--jobs", -1,
    )  # fmt: skip
    assert called.code == 2
    assert called.out == ""
    rows = called.err.splitlines()
    for word in ("nowhere: no such", "empty: there is no ruling", "did you mean json?", "--shard", "dsb"):
        assert any(word in row for row in rows), word
    assert len(rows) == 8


@pytest.mark.parametrize("part", ["0/3", "4/3", "1/0", "x", "1/2/3", "-1/2", "1/99999", "\uff11/2"])
def test_a_shard_is_one_of_so_many(part: str, judge: Call, club: Path) -> None:
    """From 1 to n."""
    assert judge("test", club, f"--shard={part}").code == 2


def test_shards_together_are_the_whole(judge: Call, club: Path) -> None:
    """By the command too; one that has nothing to do holds."""
    parts = [judge("test", club, "--shard", f"{at}/3", "--format", "json") for at in (1, 2, 3)]
    ids = [id_ for one in parts for id_ in statuses(one.out)]
    assert sorted(ids) == sorted(SOME)
    assert [one.code for one in parts] == [0, 0, 0]


def test_in_processes_of_its_own(process: Call, club: Path) -> None:
    """As people call it, with two hands, on a pipe; the links that lead back up are not followed."""
    os.symlink(club, club / "again")
    called = process("test", "rulings", "--jobs", 2, "--no-cache", cwd=club.parent)
    assert called == (0, "4 rulings: 4 hold\n", "")
