"""`judge renumber`: what is rewritten where, what is refused and left; rulings stay what they were."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from judge.renumbering.citations import LOOSE, Numbers, mentions
from judge.renumbering.files import literals
from judge.renumbering.tables import renumbered_trace
from judge.rulebook.article_texts import articles_of
from judge.rulebook.articles import article_ids, load_articles
from judge.rulebook.checked import load_checked
from judge.rulebook.load import load_rulebook

if TYPE_CHECKING:
    from tests.cli.conftest import Call, Called

HOME = Path(__file__).parent.parent.parent
FIXTURES = {
    "dbs": (
        "counter-window/a-countered-counter-lets-the-attack-go-on",  # articles and order of the windows
        "counter-window/a-counter-resolves-once-nobody-can-answer-it",  # at = { step = "7-1-2" … }
        "versions/one-over-realm-a-turn-by-10-15-5",
        "versions/one-over-realm-a-turn-by-10-17-5",
        "replacement/a-card-that-is-ko-too-still-saves-the-other",
    ),
    "ygo": (
        "priority/after-the-opponents-activation-the-turn-player-is-first-again",
        "glossary/discarded-as-a-cost-it-was-sent",
    ),
}
# No Python names these: windows and check timings are steps that all games share.
MAPS = {
    "dbs": {"7-1-2": "7-1-3", "7-1-3": "7-1-2", "4-5-3-2": "4-5-3-2b"},
    "ygo": {
        "priority.turn-player": "priority.opponent-locked",
        "priority.opponent-locked": "priority.turn-player",
        "gl.send-gy": "gl.sent",
    },
}
COUNTERED, AT, BY_BOOK, BY_VERSION = (f"fixtures/dbs/{one}.toml" for one in FIXTURES["dbs"][:4])


@pytest.fixture
def judge(judge: Call) -> Call:
    """`judge` as in a process of its own each time: what it knows of files is read anew."""

    def call(*words: object) -> Called:
        for one in (load_checked, load_rulebook, load_articles, article_ids, articles_of):
            one.cache_clear()
        return judge(*words)

    return call


def map_of(pairs: dict[str, str]) -> str:
    """A map as a person writes it."""
    return "".join(f'"{old}" = "{new}"\n' for old, new in pairs.items())


@pytest.fixture
def map_file(tmp_path: Path) -> Path:
    """The map of dbs."""
    path = tmp_path / "map.toml"
    path.write_text(map_of(MAPS["dbs"]), encoding="utf-8")
    return path


def copied(game: str, top: Path) -> tuple[str, str]:
    """A rulebook and some of its rulings with their traces, copied."""
    shutil.copytree(HOME / "rulebooks" / game, top / "rulebooks" / game)
    for one in FIXTURES[game]:
        for end in (".toml", ".trace"):
            target = top / "fixtures" / game / f"{one}{end}"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(HOME / "fixtures" / game / f"{one}{end}", target)
    return f"rulebooks/{game}", f"fixtures/{game}"


@pytest.fixture
def dbs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """A rulebook and rulings of one's own, in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "cache"))
    return copied("dbs", tmp_path)


def contents(*folders: str) -> dict[str, bytes]:
    """Every file with its bytes."""
    files = [one for folder in folders for one in Path(folder).rglob("*") if one.is_file()]
    return {str(one): one.read_bytes() for one in files}


def text(path: str) -> str:
    """The text of a file."""
    return Path(path).read_text(encoding="utf-8")


@pytest.mark.soak
def test_a_rulebook_is_tried_on_its_tables_alone(
    judge: Call, dbs: tuple[str, str], map_file: Path, tmp_path: Path
) -> None:
    """What else lies in its folder is not copied: it may have no end."""
    os.mkfifo(Path(dbs[0], "pipe"))
    Path(dbs[0], "zero.bin").symlink_to("/dev/zero")
    called = judge("renumber", "--map", map_file, dbs[0], dbs[1], "--dry-run")
    assert called.code in (0, 1), called
    assert "files of dbs" in called.out


# --- there and back --------------------------------------------------------------------------------
@pytest.mark.sample(1)
@pytest.mark.parametrize("game", FIXTURES)
def test_rulings_stay_what_they_were(
    judge: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Two articles change places and a third has a new number: every ruling holds, its kept trace is the one
    that it has, and the map the other way round gives the same bytes.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "cache"))
    paths = copied(game, tmp_path)
    before = contents(*paths)
    (tmp_path / "there.toml").write_text(map_of(MAPS[game]), encoding="utf-8")
    back = {new: old for old, new in MAPS[game].items()}
    (tmp_path / "back.toml").write_text(map_of(back), encoding="utf-8")
    assert judge("renumber", "--map", "there.toml", *paths).code in (0, 1)
    assert contents(*paths) != before
    played = judge("test", paths[1], "--rulebook", paths[0], "--jobs", 1, "--strict")
    assert (played.code, played.out) == (0, f"{len(FIXTURES[game])} rulings: {len(FIXTURES[game])} hold\n")
    assert judge("renumber", "--map", "back.toml", *paths).code in (0, 1)
    assert contents(*paths) == before


def test_every_kind_of_place_is_rewritten(judge: Call, dbs: tuple[str, str], map_file: Path) -> None:
    """Steps, keys, lists and citations of the rulebook; `articles` and `at` of rulings; nothing else."""
    called = judge("renumber", "--map", map_file, *dbs)
    assert 'rule = "7-1-3", do = "window"' in text("rulebooks/dbs/procedures.toml")
    assert '"7-1-3" = ["4-7-2-2"]' in text("rulebooks/dbs/citations.toml")
    assert 'articles = ["4-7-3-5", "10-10-5", "7-1-2"' in text(COUNTERED)
    assert '"4-5-3-2b raider"' in text(COUNTERED)
    assert 'at = { step = "7-1-3", attacker' in text(AT)
    assert "4-5-3-2b offer A legal=[resolve raider] refused=[]" in text(COUNTERED.replace(".toml", ".trace"))
    assert f"{COUNTERED}: 4-5-3-2 → 4-5-3-2b, 7-1-3 → 7-1-2\n" in called.out


@pytest.mark.soak
def test_a_dry_run_says_the_same_and_writes_nothing(
    judge: Call, dbs: tuple[str, str], map_file: Path
) -> None:
    """What would change, and that it would."""
    before = contents(*dbs)
    dry = judge("renumber", "--map", map_file, "--dry-run", *dbs)
    assert contents(*dbs) == before
    wet = judge("renumber", "--map", map_file, *dbs)
    assert dry.out.replace("would be rewritten", "rewritten") == wet.out
    assert dry.code == wet.code == 1


@pytest.mark.soak
def test_prose_is_left_or_rewritten(judge: Call, dbs: tuple[str, str], map_file: Path) -> None:
    """A comment that speaks of an article is a person's, or is rewritten where that is wanted."""
    place = "rulebooks/dbs/articles.toml:7: 7-1-3 in: "
    assert place in judge("renumber", "--map", map_file, *dbs, "--dry-run").out
    called = judge("renumber", "--map", map_file, *dbs, "--prose")
    assert place not in called.out
    assert '7-1 says "7-1-1 to 7-1-2"' in text("rulebooks/dbs/articles.toml")


# --- versions --------------------------------------------------------------------------------------
@pytest.mark.soak
def test_a_version_keeps_its_own_numbers(judge: Call, dbs: tuple[str, str], tmp_path: Path) -> None:
    """1.071 calls 10-15-5 of the book 10-17-5: the book's number changes, and that of 1.071 does not."""
    (tmp_path / "m.toml").write_text('"10-15-5" = "10-15-6"\n', encoding="utf-8")
    by_version = text(BY_VERSION)
    judge("renumber", "--map", "m.toml", *dbs)
    assert 'renumber = { "10-15-6" = "10-17-5" }' in text("rulebooks/dbs/versions/1.071.toml")
    assert 'articles = ["10-15-6"]' in text(BY_BOOK)
    assert "A: not activate two by 10-15-6" in text(BY_BOOK)
    assert text(BY_VERSION) == by_version
    assert judge("test", dbs[1], "--rulebook", dbs[0], "--jobs", 1).code == 0


# --- what is refused -------------------------------------------------------------------------------
def test_every_fault_of_a_map_is_told_at_once(judge: Call, dbs: tuple[str, str], tmp_path: Path) -> None:
    """An article that is not there, ids that are none, numbers that others have; nothing is written."""
    faults = {
        '"7-1-33" = "7-1-99"': "there is no article '7-1-33' (found 7-1-33; did you mean 7-1-3?)",
        '"7-1-3" = "7 1"': "the new id is no id (expected a text of letters, digits, '.', '-' and '_', ",
        '"7-1-2" = "7-1-4"': "7-1-4 is another article, which is not renumbered",
        '"4-5-3-2" = "9-9"': "",
        '"4-5-3-3" = "9-9"': "4-5-3-2 and 4-5-3-3 would both be 9-9",
        '"4-5-3-1" = "10-14-4-1"': "10-14-4-1 is the number of another article in version 1.071",
        '"1-1-1" = "5-2-1-2.placed"': "5-2-1-2.placed is the name of a step",
        'battle.win = "x"': "battle is a table: an id with dots needs quotes",
    }
    (tmp_path / "m.toml").write_text("\n".join(faults), encoding="utf-8")
    before = contents(*dbs)
    called = judge("renumber", "--map", "m.toml", *dbs)
    assert (called.code, called.out) == (2, "")
    wanted = [(at, one) for at, one in enumerate(faults.values(), 1) if one]
    told = called.err.splitlines()
    assert len(told) == len(wanted)
    for line, (at, one) in zip(told, wanted, strict=True):
        assert line.startswith(f"m.toml:{at}:1: {one}")
    assert contents(*dbs) == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["fixtures/dbs", "--map", "map.toml"], "no path holds a rulebook: whose articles are renumbered?"),
        (["rulebooks/dbs", "nowhere", "--map", "map.toml"], "nowhere: no such file or folder"),
        (["rulebooks/dbs/windows.toml", "--map", "map.toml", "--rulebook", "rulebooks/dbs"], "as a whole"),
        (["rulebooks/dbs", "--map", "none.toml"], "none.toml: no such file"),
        (["rulebooks/dbs", "--dry-run"], "--dry-run is about what a map changes (expected --map FILE)"),
        (["rulebooks/dbs", "--rulebook", "dbz"], "there is no rulebook 'dbz'"),
    ],
)
def test_what_was_asked_is_looked_at(
    judge: Call, dbs: tuple[str, str], map_file: Path, words: list[str], told: str
) -> None:
    """Bad input, with what was expected."""
    called = judge("renumber", *words)
    assert (called.code, called.out) == (2, "")
    assert told in called.err


@pytest.mark.soak
def test_what_does_not_load_is_not_written(judge: Call, dbs: tuple[str, str], map_file: Path) -> None:
    """A rulebook that has a fault when it is rewritten: all files stay, and the fault is told."""
    table = Path("rulebooks/dbs/procedures.toml")
    table.write_text(text(str(table)).replace('name = "charge"', 'name = "chrge"'), encoding="utf-8")
    before = contents(*dbs)
    called = judge("renumber", "--map", map_file, *dbs)
    assert called.code == 2
    assert called.err.startswith("rulebooks/dbs/procedures.toml:")
    assert contents(*dbs) == before


@pytest.mark.soak
@pytest.mark.parametrize("error", [OSError(errno.EACCES, "Permission denied"), KeyboardInterrupt()])
def test_all_files_or_none(
    judge: Call, dbs: tuple[str, str], map_file: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    """Where the third file cannot be put in its place, or somebody interrupts, the first two are as they
    were.
    """
    before, real, calls = contents(*dbs), os.replace, []

    def replace(source: str, target: str) -> None:
        calls.extend([target] if str(source).endswith((".part", ".old")) else [])
        if len(calls) == 3:
            raise error
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    called = judge("renumber", "--map", map_file, *dbs)
    told = "cannot be written: permission denied; nothing was" if isinstance(error, OSError) else ""
    assert (called.code, called.out) == (2 if told else 130, "")
    assert told in called.err
    assert len(calls) == 5  # two were put back
    assert contents(*dbs) == before


# --- other files -----------------------------------------------------------------------------------
@pytest.mark.soak
def test_only_rulings_where_the_rulebook_has_the_new_numbers(
    judge: Call, dbs: tuple[str, str], map_file: Path
) -> None:
    """A club's rulings follow a rulebook that was renumbered before; a new number must be one of its."""
    called = judge("renumber", "--map", map_file, dbs[1], "--rulebook", dbs[0])
    assert called.code == 2
    assert "the rulebook has no article '4-5-3-2b'" in called.err
    judge("renumber", "--map", map_file, dbs[0])
    assert judge("renumber", "--map", map_file, dbs[1], "--rulebook", dbs[0]).code == 0
    assert judge("test", dbs[1], "--rulebook", dbs[0], "--jobs", 1).code == 0


@pytest.mark.soak
def test_rulings_of_other_games_are_left_alone(judge: Call, dbs: tuple[str, str], map_file: Path) -> None:
    """One of ygo, and a file that is no ruling, which cite the same words."""
    others = {"ygo.toml": 'game = "ygo"\narticles = ["7-1-2"]\n', "x.toml": 'articles = ["7-1-2"]\n'}
    for name, written in others.items():
        Path("fixtures", name).write_text(written, encoding="utf-8")
    judge("renumber", "--map", map_file, "rulebooks", "fixtures")
    assert {name: text(f"fixtures/{name}") for name in others} == others


@pytest.mark.soak
def test_acceptances_and_changes_follow(judge: Call, dbs: tuple[str, str], map_file: Path) -> None:
    """What `judge accept` wrote of this game, in both its files, and changes that are laid over its rulebook;
    a row that was written by hand and says less is in nobody's way.
    """
    row = """[[accepted]]
ruling = "a"
game = "GAME"
article = "7-1-2"
changes = [
  { what = "B: x", from = "Yes", to = "No, 7-1-2" },
]
"""
    files = {
        "accepted.toml": row.replace("GAME", "dbs")
        + row.replace("GAME", "ygo")
        + '[[accepted]]\ngame = "dbs"\n',
        "reasons.toml": """[[accepted]]
game = "dbs"
article = "7-1-2"
rulings = [
  { ruling = "a", from = "7-1-2 window", to = "4-5-1 x=7-1-2" },
]
""",
        "house.toml": """why = "ours"
[[change]]
step = "battle.7-1-2"
set = { rule = "7-1-2" }
""",
    }
    for name, written in files.items():
        Path(name).write_text(written, encoding="utf-8")
    assert judge("renumber", "--map", map_file, *dbs, *files).code == 1
    other = row.replace("GAME", "ygo")
    for name, written in files.items():
        own, found, rest = written.partition(other)
        assert text(name) == own.replace("7-1-2", "7-1-3") + found + rest


def test_a_link_out_of_the_paths_is_not_followed(judge: Call, dbs: tuple[str, str], map_file: Path) -> None:
    """It is told, and nothing is rewritten."""
    Path("outside.toml").write_text('game = "dbs"\narticles = ["7-1-2"]\n', encoding="utf-8")
    Path("fixtures/dbs/there.toml").symlink_to(Path("outside.toml").resolve())
    called = judge("renumber", "--map", map_file, *dbs)
    assert called.code == 2
    assert "fixtures/dbs/there.toml: not read: this link leads out of the folder" in called.err
    assert '"7-1-2"' in text("outside.toml")
    assert 'rule = "7-1-2", do = "window"' in text("rulebooks/dbs/procedures.toml")


@pytest.mark.soak
def test_a_saved_pause_goes_on(judge: Call, dbs: tuple[str, str], map_file: Path) -> None:
    """A position saved before is one of the same rules after; it is played without a note."""
    judge("run", COUNTERED, "--rulebook", dbs[0], "--until", "7-1-3", "--save", "fixtures/dbs/pause.toml")
    assert 'step = "7-1-3"' in text("fixtures/dbs/pause.toml")
    before = judge("run", "fixtures/dbs/pause.toml", "--rulebook", dbs[0])
    judge("renumber", "--map", map_file, *dbs)
    after = judge("run", "fixtures/dbs/pause.toml", "--rulebook", dbs[0])
    assert (after.code, after.err) == (before.code, "")
    assert 'step = "7-1-2"' in text("fixtures/dbs/pause.toml")


@pytest.mark.soak
def test_a_page_is_left_for_a_person(judge: Call, dbs: tuple[str, str], map_file: Path) -> None:
    """One line for each page, however often it speaks of what is renumbered."""
    Path("rulebooks/dbs/notes.md").write_text(
        "See 7-1-2.\n7-1-2-1, x7-1-2\n(7-1-3) 7-1-2\n", encoding="utf-8"
    )
    Path("rulebooks/dbs/old.txt").write_bytes(b"7-1-2 \xe9t\xe9")  # no text, and in nobody's way
    called = judge("renumber", "--map", map_file, *dbs)
    assert "rulebooks/dbs/notes.md:1: 2 lines speak of 7-1-2, 7-1-3\n" in called.out
    assert called.code == 1


# --- Python ----------------------------------------------------------------------------------------
@pytest.fixture
def bazaar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """A game with Python of its own, whose steps go by their articles."""
    shutil.copytree(HOME / "tests" / "bazaar", tmp_path / "bazaar", ignore=shutil.ignore_patterns("__*"))
    (tmp_path / "bazaar" / "bazaar_game.py").rename(tmp_path / "bazaar" / "bazaar_of_mine.py")
    table = tmp_path / "bazaar" / "rulebook" / "rulebook.toml"
    table.write_text(text(str(table)).replace("bazaar_game", "bazaar_of_mine"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "bazaar"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.toml").write_text('"bid.secret" = "bid.hidden"\n', encoding="utf-8")
    return ("renumber", "--map", "m.toml", "--module", "bazaar_of_mine", "bazaar/rulebook", "bazaar/fixtures")


def test_python_that_is_not_among_the_paths_stands_in_the_way(judge: Call, bazaar: tuple[str, ...]) -> None:
    """It would cite an article that is not there any more: each place is told."""
    before = contents("bazaar")
    called = judge(*bazaar)
    file = os.path.realpath("bazaar/bazaar_of_mine.py")
    lines = [at for at, line in enumerate(text(file).splitlines(), 1) if '"bid.secret"' in line]
    told = called.err.splitlines()
    assert called.code == 2
    assert [one.partition(": ")[0].rpartition(":")[0] for one in told] == [f"{file}:{at}" for at in lines]
    assert "the Python of bazaar names bid.secret, and is not among the paths" in told[0]
    assert {path: one for path, one in contents("bazaar").items() if "__pycache__" not in path} == before


@pytest.mark.soak
def test_python_that_is_named_is_rewritten(judge: Call, bazaar: tuple[str, ...], process: Call) -> None:
    """Texts that are the id, in the game's module; the rulebook is tried with it and rulings hold."""
    called = judge(*bazaar, "bazaar/bazaar_of_mine.py")
    assert (called.code, called.err) == (1, "")
    left = called.out.partition("Left for a person:\n")[2].splitlines()[:-1]
    assert left == ['bazaar/rulebook/articles.toml:31: bid.secret in: title = "bid.secret"']
    assert '@rules.step("bid.hidden")' in text("bazaar/bazaar_of_mine.py")
    assert "bid.secret" not in text("bazaar/bazaar_of_mine.py")
    assert '{ rule = "bid.hidden" }' in text("bazaar/rulebook/procedures.toml")
    ruling = ("run", "fixtures/three-wares-win.toml", "--rulebook", "rulebook", "--module", "bazaar_of_mine")
    assert process(*ruling, cwd=Path("bazaar").resolve()).code == 0


def test_python_is_read_as_python() -> None:
    """Only whole plain texts: no comment, no part of a text, no f-string, no docstring."""
    code = '"""a.b"""\nx = "a.b"  # "a.b"\ny = f"a.b", \'a.b\', "a.b c"\n'
    assert [code[one.start - 1 : one.end + 1] for one in literals(code, "x.py")] == ['"a.b"', "'a.b'"]


# --- parts -----------------------------------------------------------------------------------------
def test_records_are_read_by_their_form() -> None:
    """Articles of a trace stand in front, behind `by`, and under some keys; what decides stays sorted."""
    numbers = Numbers({"7-1": "9-1", "a.b": "z.b"}, {"7-1": "9-1"}, frozenset({"7-1"}))
    before = (
        "answer no 7-1 A: not attack k by 7-1\ndecides 7-1 8-2\nresult A 7-1\n\n"
        "  7-1 offer A legal=[attack 7-1] refused=[attack k by 7-1+8-2, attack l by a.b]\n"
        "    8-2 goto step=7-1 article=7-1 x=a.b n=1\n"
    )
    after = (
        "answer no 9-1 A: not attack k by 9-1\ndecides 8-2 9-1\nresult A 9-1\n\n"
        "  9-1 offer A legal=[attack 7-1] refused=[attack k by 9-1+8-2, attack l by z.b]\n"
        "    8-2 goto step=9-1 article=9-1 x=a.b n=1\n"
    )
    assert renumbered_trace(before, numbers) == after


def test_a_mention_is_a_whole_id() -> None:
    """Not a part of a longer one; a full stop may follow."""
    found = mentions("7-1. 7-1-2 17-1 7-1.a (7-1) x.7-1", (), ["7-1", "1"])
    assert [(one.start, one.space) for one in found] == [(0, LOOSE), (23, LOOSE)]


# --- stale citations -------------------------------------------------------------------------------
@pytest.mark.soak
def test_stale_citations_are_listed(judge: Call, dbs: tuple[str, str]) -> None:
    """In rulings and in traces, each with the nearest article; by the version that a ruling names."""
    assert judge("renumber", *dbs).code == 0
    path = Path(BY_VERSION)
    path.write_text(text(BY_VERSION).replace('["10-17-5"]', '["10-15-5"]'), encoding="utf-8")
    trace = Path(COUNTERED.replace(".toml", ".trace"))
    trace.write_text(text(str(trace)).replace("  9-5-2-1 due", "  9-5-22 due"), encoding="utf-8")
    called = judge("renumber", *dbs)
    assert called.code == 1
    told = called.out.splitlines()
    assert told[-1].endswith(f" files: {len(told) - 1} stale citations in {len(told) - 1} of them")
    assert any(
        one.startswith(f"{BY_VERSION}:4: there is no article '10-15-5'; did you mean ") for one in told
    )


# --- diff ------------------------------------------------------------------------------------------
@pytest.mark.soak
def test_a_renumbering_alone_changes_nothing(judge: Call, dbs: tuple[str, str], map_file: Path) -> None:
    """By the map the rulebooks are the same, so that nothing has to be played."""
    shutil.copytree("rulebooks", "old")
    judge("renumber", "--map", map_file, *dbs)
    called = judge("diff", "old", "rulebooks", "fixtures", "--map", map_file)
    assert called.code == 0
    assert "Same rulebook on both sides, not played: dbs 5." in called.out


@pytest.mark.soak
@pytest.mark.parametrize("rulings", ["fixtures", "before"])
def test_only_what_really_changes_is_told(
    judge: Call, dbs: tuple[str, str], map_file: Path, rulings: str
) -> None:
    """A counter window that is gone beside the new numbers: the ruling that uses it, at its new number;
    whether rulings have the new numbers already or not.
    """
    shutil.copytree("rulebooks", "old")
    shutil.copytree("fixtures", "before")
    judge("renumber", "--map", map_file, *dbs)
    table = Path("rulebooks/dbs/procedures.toml")
    rows = text(str(table)).splitlines(True)
    table.write_text("".join(row for row in rows if '"7-1-3", do = "window"' not in row), encoding="utf-8")
    ruling = COUNTERED.replace("fixtures", rulings)
    called = judge("diff", "old", "rulebooks", ruling, "--map", map_file)
    assert called.code == 1
    assert "Edited: dbs 7-1-3 “Counter window on attack”" in called.out
    assert '"B: counter halt": Yes → No, 10-10-3-2' in called.out
    assert called.out.count("Edited:") == 1


def test_a_map_that_fits_not_both_sides_is_refused(judge: Call, dbs: tuple[str, str], map_file: Path) -> None:
    """B has to have the new numbers."""
    called = judge("diff", "rulebooks", "rulebooks", "fixtures", "--map", map_file)
    assert (called.code, called.out) == (2, "")
    assert "map.toml:3:1: side B has no article '4-5-3-2b'" in called.err


@pytest.mark.soak
def test_numbers_of_a_version_are_known(judge: Call) -> None:
    """1.071 calls three articles otherwise: rulings are played by its numbers and told by them."""
    ruling = str(HOME / BY_BOOK)
    called = judge("diff", "dbs", "dbs@1.071", ruling)
    assert called.code == 0
    assert "NOT PLAYED" not in called.out
    assert "STEPS" not in called.out
    assert '  in renumbered.10-15-5\n    + "10-17-5"' in called.out
    back = judge("diff", "dbs@1.071", "dbs", ruling)
    assert back.code == 0
    assert "NOT PLAYED" not in back.out
