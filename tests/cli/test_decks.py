"""`judge deck …` as people call it: exit codes, streams, many files, hostile files,
several processes and a cluster.
"""

from __future__ import annotations

import json
import os
import resource
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from judge.cli.deck_options import DeckOptions
from judge.cli.decks import check

HOME = Path(__file__).resolve().parents[2]
LEGAL = HOME / "fixtures" / "dbs" / "decks" / "legal" / "exactly-fifty-cards.toml"
ILLEGAL = HOME / "fixtures" / "dbs" / "decks" / "illegal"
FIVE = ILLEGAL / "five-copies-of-one-number.toml"
SIDING = HOME / "fixtures" / "ygo" / "decks" / "siding"
LIST = """\
Player: Ann
Leader
1 BT1-001
Deck
{}
"""


def plain(copies: int = 4, numbers: int = 12, rest: str = "2 BT2-099") -> str:
    """A plain list of a dbs deck."""
    return LIST.format(
        "\n".join([*(f"{copies} BT2-{at:03} Card {at}" for at in range(1, numbers + 1)), rest])
    )


@pytest.fixture(autouse=True)
def no_catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever runs the tests may have a catalogue: it is not looked at."""
    monkeypatch.setenv("JUDGE_CARDS", str(tmp_path / "none.sqlite"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A legal deck, an illegal one, one with cards missing, and one that is no deck."""
    home = tmp_path / "decks"
    home.mkdir()
    (home / "a-legal.txt").write_text(plain(), encoding="utf-8")
    (home / "b-illegal.txt").write_text(plain(5, 10, ""), encoding="utf-8")
    (home / "c-incomplete.txt").write_text(plain(4, 12, ""), encoding="utf-8")
    (home / "d-unreadable.txt").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    return home


# --- exit codes and streams ------------------------------------------------------------------------
@pytest.mark.parametrize(("names", "code"), [("a", 0), ("ab", 1), ("c", 1), ("abcd", 2)])
def test_the_worst_deck_gives_the_exit_code(judge: Any, folder: Path, names: str, code: int) -> None:
    """0 all legal, 1 one is not, 2 one cannot be read; every file is judged all the same."""
    files = [one for one in sorted(folder.iterdir()) if one.name[0] in names]
    called = judge("deck", "check", *files, "--game", "dbs", "--format", "json")
    assert called.code == code
    assert len(json.loads(called.out)["decks"]) == len(names)


def test_a_folder_is_every_file_in_it(judge: Any, folder: Path) -> None:
    """In the order of the names, with totals; hidden files are not decks."""
    (folder / ".hidden").write_text("nothing", encoding="utf-8")
    (folder / "more").mkdir()
    (folder / "more" / "e.txt").write_text(plain(), encoding="utf-8")
    found = json.loads(judge("deck", "check", folder, "--game", "dbs", "--format", "json").out)
    assert [Path(one["file"]).name for one in found["decks"]] == [
        "a-legal.txt", "b-illegal.txt", "c-incomplete.txt", "d-unreadable.txt", "e.txt",
    ]  # fmt: skip
    assert found["totals"] == {"decks": 5, "legal": 2, "incomplete": 1, "illegal": 1, "unreadable": 1}


def test_an_empty_folder_is_bad_input(judge: Any, tmp_path: Path) -> None:
    """Nothing to check is not "all legal"."""
    called = judge("deck", "check", tmp_path)
    assert called.code == 2
    assert "no file" in called.err


def test_a_fault_has_article_place_and_bound(judge: Any, tmp_path: Path) -> None:
    """What a judge needs to show a player, on one line that an editor can jump to."""
    path = tmp_path / "five.toml"
    path.write_text(FIVE.read_text(encoding="utf-8").partition("[expect]")[0], encoding="utf-8")
    called = judge("deck", "check", path)
    assert called.code == 1
    assert f"{path}:9:1: 5 copies of N-001 (5-1-3-1, 2-15-2-1: expected at most 4)" in called.out.replace(
        "\n    ", " "
    )


def test_strict_fails_on_what_could_not_be_checked(judge: Any, folder: Path) -> None:
    """An organiser may want to be sure."""
    deck = folder / "a-legal.txt"
    assert judge("deck", "check", deck, "--game", "dbs").code == 0
    assert judge("deck", "check", deck, "--game", "dbs", "--strict").code == 1


def test_quiet_says_nothing_of_legal_decks(judge: Any) -> None:
    """For scripts."""
    assert judge("deck", "check", LEGAL, "--expect", "-q") == (0, "", "")


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--format", "htm", "did you mean html"),
        ("--game", "dbz", "did you mean dbs"),
        ("--from", "yk", "did you mean ydk"),
        ("--cards", "nowhere.csv", "there is no file"),
        ("--list", "2014.7 TCG", "no limit lists"),
        ("--jobs", "-3", "--jobs"),
    ],
)
def test_options_are_checked(judge: Any, option: str, value: str, said: str) -> None:
    """Exit 2, what was expected, and the nearest."""
    called = judge("deck", "check", LEGAL, option, value)
    assert called.code == 2
    assert said in called.err


LISTS = "!2014.7 TCG\n12580477 0 --Raigeki\n!2014.7\n12580477 1 --Raigeki\n"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("{}", "holds 2 limit lists: which one? (expected FILE:NAME"),
        ("{}:2014.8 TGC", "did you mean TCG"),
        ("{}.gone.conf:2014.7", "no such file"),
        ("2014.7 TCG", "there are no limit lists"),
    ],
)
def test_a_list_that_is_not_found(judge: Any, tmp_path: Path, wanted: str, said: str) -> None:
    """Where it was looked for, and what there is."""
    lists = tmp_path / "lflist.conf"
    lists.write_text(LISTS, encoding="utf-8")
    called = judge("deck", "check", LEGAL, "--list", wanted.format(lists))
    assert called.code == 2
    assert said in called.err


def test_a_list_out_of_a_file(judge: Any, tmp_path: Path) -> None:
    """FILE:NAME needs no catalogue; the report says which list it was, and its series."""
    lists = tmp_path / "lflist.conf"
    lists.write_text(LISTS, encoding="utf-8")
    deck = tmp_path / "deck.ydk"
    deck.write_text("#main\n12580477\n#extra\n", encoding="utf-8")
    found = json.loads(judge("deck", "check", deck, "--list", f"{lists}:2014.7 TCG", "--format", "json").out)[
        "decks"
    ][0]
    assert found["list"] == "2014.7 TCG"
    assert [one["code"] for one in found["problems"]] == ["main-size", "forbidden"]
    found = json.loads(judge("deck", "check", deck, "--list", f"{lists}:2014.7 OCG", "--format", "json").out)[
        "decks"
    ][0]
    assert found["list"] == "2014.7 OCG"
    assert [one["code"] for one in found["problems"]] == ["main-size"]
    asked = judge("deck", "check", deck, "--list", f"{lists}:2014.7")
    assert asked.code == 2
    assert all(one in asked.err + asked.out for one in ("2014.7 OCG", "2014.7 TCG"))


def test_an_unknown_encoding_is_a_problem(judge: Any, tmp_path: Path) -> None:
    """It is only looked at for a file that is not UTF-8."""
    path = tmp_path / "deck.txt"
    path.write_bytes(HOSTILE["latin-1"])
    called = judge("deck", "check", path, "--game", "dbs", "--encoding", "latin-99")
    assert called.code == 2
    assert "latin-99" in called.out


def test_an_expectation_that_does_not_hold_fails(judge: Any, tmp_path: Path) -> None:
    """A deck fixture is a claim, and `check` is its test."""
    path = tmp_path / "claim.toml"
    path.write_text(
        LEGAL.read_text(encoding="utf-8").replace('verdict = "legal"', 'verdict = "illegal"'),
        encoding="utf-8",
    )
    called = judge("deck", "check", path, "--expect")
    assert called.code == 1
    assert "not as expected" in " ".join(
        called.out.split()
    )  # however long the path is, the line wraps somewhere


@pytest.mark.parametrize(
    ("expected", "code", "told"),
    [
        (
            'verdict = "illegal"\nfaults = [{ article = "deck.three", found = 4 }]',
            0,
            "As its [expect] says: verdict, faults.",
        ),
        ('verdict = "illegal"\nfaults = [{ article = "deck.star" }]', 1, "Not as its [expect] says: faults."),
        ('verdict = "legal"', 1, "Not as its [expect] says: verdict."),
        ("counts = { deck = 4 }", 0, "As its [expect] says: counts."),
    ],
)
def test_a_deck_that_is_meant_to_be_illegal_holds(
    judge: Any, tmp_path: Path, expected: str, code: int, told: str
) -> None:
    """Exit 0 where all that its file expects holds, whatever the verdict;
    which part holds or fails is said in every format.
    """
    path = tmp_path / "four.toml"
    path.write_text(
        f'game = "postures"\n[deck]\n"Wolf" = 4\n[cards]\nWolf = {{ kind = "creature" '
        f"}}\n[expect]\n{expected}\n",
        encoding="utf-8",
    )
    called = judge("deck", "check", path, "--expect")
    assert called.code == code
    assert called.out.startswith("Illegal.")
    assert told in called.out
    rows = json.loads(judge("deck", "check", path, "--expect", "--format", "json").out)["decks"][0][
        "expectations"
    ]
    assert all(row["ok"] for row in rows) == (code == 0)
    junit = judge("deck", "check", path, "--expect", "--format", "junit")
    assert junit.code == code
    assert ("<failure" in junit.out) == (code == 1)
    assert told.rstrip(".") in junit.out or code == 1


def test_a_strict_check_looks_at_what_a_deck_does_not_speak_of(judge: Any, tmp_path: Path) -> None:
    """What is unsure or not checked fails it, unless the file expects it."""
    text = (
        'game = "dbs"\n[leader]\n"L-001" = 1\n[deck]\n'
        + "".join(f'"N-{n:03}" = 4\n' for n in range(12))
        + '"N-100" = 2\n'
    )
    path = tmp_path / "unknown.toml"
    path.write_text(text + '[expect]\nverdict = "legal"\n', encoding="utf-8")
    assert judge("deck", "check", path, "--expect").code == 0
    assert judge("deck", "check", path, "--expect", "--strict").code == 1


def test_a_player_does_not_decide_whether_the_deck_is_in_order(judge: Any, tmp_path: Path) -> None:
    """What a handed-in file says in [expect] changes no verdict and no exit code; it is told."""
    path = tmp_path / "four.toml"
    path.write_text(
        'game = "postures"\n[deck]\n"Wolf" = 4\n[cards]\nWolf = { kind = "creature" }\n'
        '[expect]\nverdict = "illegal"\n',
        encoding="utf-8",
    )
    called = judge("deck", "check", path)
    assert called.code == 1
    assert "As its [expect] says" not in called.out
    assert f"{path}:6:2: what [expect] says is not looked at without --expect" in " ".join(called.out.split())
    french = judge("deck", "check", path, "--lang", "fr")
    assert "ce que dit [expect] n'est pas regardé sans --expect" in " ".join(french.out.split())


# --- reports ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("format", ["text", "json", "junit", "sarif", "github", "csv", "html"])
def test_every_format_names_every_fault(judge: Any, folder: Path, format: str) -> None:
    """The same content, whoever reads it; and a file holds what the screen would show."""
    called = judge("deck", "check", folder, "--game", "dbs", "--format", format, "--event", "Lyon Open")
    assert "5 copies of BT2-001" in called.out
    assert "48 cards in the deck" in called.out
    target = folder.parent / "report"
    again = judge(
        "deck", "check", folder, "--game", "dbs", "--format", format, "--event", "Lyon Open", "-o", target
    )
    assert (again.code, again.out) == (2, "")
    if format != "text":  # a file is not as wide as a terminal
        assert target.read_text(encoding="utf-8") == called.out


def test_sheets_have_a_page_for_each_player(judge: Any, folder: Path) -> None:
    """And none of a deck that cannot be read, which would be signed as if it were whole:
    it is told and listed, and the others are printed.
    """
    called = judge("deck", "sheet", folder, "--game", "dbs", "--event", "Lyon Open")
    assert called.code == 2
    assert called.out.startswith("<!DOCTYPE html>")
    assert called.out.count("Judge use only") == 3
    assert "Sheet 3 of 3" in called.out
    assert "d-unreadable.txt" in called.err
    assert "no sheet, unreadable: d-unreadable.txt:1:1" in called.out
    (folder / "d-unreadable.txt").unlink()
    again = judge("deck", "sheet", folder, "--game", "dbs", "--event", "Lyon Open")
    assert again.code == 0
    assert again.out.count("Judge use only") == 3


def test_there_are_no_sheets_of_nothing(judge: Any, folder: Path, tmp_path: Path) -> None:
    """Where no deck can be read, nothing is written."""
    target = tmp_path / "sheets.html"
    called = judge("deck", "sheet", folder / "d-unreadable.txt", "--game", "dbs", "-o", target)
    assert (called.code, called.out) == (2, "")
    assert "d-unreadable.txt:1:1" in called.err
    assert not target.exists()


# --- convert ---------------------------------------------------------------------------------------
def test_convert_tells_what_is_lost(judge: Any, tmp_path: Path) -> None:
    """On stderr, so that the deck itself can be piped."""
    deck = tmp_path / "deck.toml"
    deck.write_text(
        'game = "ygo"\nplayer = "Ann"\nevent = "Open"\nmain = ["3 46986414 Dark Magician"]\n',
        encoding="utf-8",
    )
    called = judge("deck", "convert", deck, "--to", "ydke")
    assert called.code == 0
    assert called.out == "ydke://rvTMAq70zAKu9MwC!!!\n"  # 46986414 is 0x02ccf4ae, thrice
    assert "player" in called.err
    assert "event" in called.err


def test_convert_refuses_what_a_format_cannot_name(judge: Any, tmp_path: Path) -> None:
    """A card without a passcode is not dropped, and nothing is written."""
    target = tmp_path / "out.ydk"
    called = judge("deck", "convert", FIVE, "--to", "ydk", "-o", target)
    assert called.code == 2
    assert not target.exists()


# --- two decks -------------------------------------------------------------------------------------
def test_diff(judge: Any) -> None:
    """0 the same, 1 not; what differs, part by part."""
    before = SIDING / "a-three-way-exchange.registered.toml"
    after = SIDING / "a-three-way-exchange.sided.toml"
    assert judge("deck", "diff", before, before).code == 0
    called = judge("deck", "diff", before, after)
    assert called.code == 1
    assert "Spell A" in called.out
    found = json.loads(judge("deck", "diff", before, after, "--format", "json").out)
    assert (found["added"], found["missing"]) == (4, 4)


def test_side(judge: Any, tmp_path: Path) -> None:
    """0 in order, or as its file expects, 1 not, 2 for a game whose book has no siding."""
    name = "the-side-deck-keeps-its-number"
    assert (
        judge(
            "deck",
            "side",
            SIDING / "a-three-way-exchange.registered.toml",
            SIDING / "a-three-way-exchange.sided.toml",
        ).code
        == 0
    )
    called = judge(
        "deck", "side", SIDING / f"{name}.registered.toml", SIDING / f"{name}.sided.toml", "--expect"
    )
    assert called.code == 0
    assert "As its [expect] says: verdict" in called.out
    bare = tmp_path / "sided.toml"
    bare.write_text(
        (SIDING / f"{name}.sided.toml").read_text(encoding="utf-8").partition("[expect")[0], encoding="utf-8"
    )
    called = judge("deck", "side", SIDING / f"{name}.registered.toml", bare)
    assert called.code == 1
    assert "deck.side.constant" in called.out
    assert judge("deck", "side", LEGAL, LEGAL).code == 2
    assert judge("deck", "side", LEGAL).code == 2


# --- hostile files ---------------------------------------------------------------------------------
HOSTILE = {
    "empty": b"",
    "blank": b"\n\n  \n",
    "binary": bytes(range(256)) * 40,
    "nul": b"4 BT1-001\0 Name\n",
    "latin-1": "4 BT1-001 Végéta\n".encode("latin-1"),
    "utf-16": "4 BT1-001 Name\n".encode("utf-16"),
    "negative": b"-3 BT1-001 Name\n4 BT1-002\n",
    "absurd": b"99999999999999999999 BT1-001 Name\n4 BT1-002\n",
    "zero": b"0 BT1-001 Name\n4 BT1-002\n",
    "fraction": b"2.5 BT1-001 Name\n4 BT1-002\n",
    "broken toml": b'game = "dbs"\n[deck\n',
    "broken json": b'["Exported from x", "BT1-001"',
    "broken xml": b"<cockatrice_deck><zone",
    "xml bomb": b'<!DOCTYPE x [<!ENTITY a "b">]><cockatrice_deck version="1"></cockatrice_deck>',
    "broken ydke": b"ydke://AAA!!!",
    "deep json": b"[" * 100_000,
    "deep toml": b"a = " + b"[" * 100_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_a_clear_problem(judge: Any, tmp_path: Path, name: str) -> None:
    """Exit 2, one line a problem with its file, no traceback; the other decks are judged."""
    path = tmp_path / "deck"
    path.write_bytes(HOSTILE[name])
    called = judge("deck", "check", path, LEGAL, "--game", "dbs", "--format", "json")
    assert called.code == 2
    bad, good = json.loads(called.out)["decks"]
    assert bad["verdict"] == "unreadable"
    assert [one for one in bad["problems"] if one["message"] and one["file"] == str(path)]
    assert good["verdict"] == "legal"


@pytest.mark.parametrize(("name", "encoding"), [("latin-1", "cp1252"), ("utf-16", "utf-16")])
def test_an_encoding_may_be_said(judge: Any, tmp_path: Path, name: str, encoding: str) -> None:
    """The problem says how, and then the file is read."""
    path = tmp_path / "deck.txt"
    path.write_bytes(HOSTILE[name])
    assert "--encoding" in judge("deck", "check", path, "--game", "dbs").out
    assert judge("deck", "check", path, "--game", "dbs", "--encoding", encoding).code == 1


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
def test_line_endings_do_not_matter(judge: Any, tmp_path: Path, ending: str) -> None:
    """Windows, an old Mac, and the rest."""
    path = tmp_path / "deck.txt"
    path.write_bytes(("\ufeff" + plain()).replace("\n", ending).encode())
    assert judge("deck", "check", path, "--game", "dbs").code == 0


@pytest.mark.soak
def test_a_hundred_thousand_lines(judge: Any, tmp_path: Path) -> None:
    """All of them count: nothing is cut off."""
    path = tmp_path / "deck.ydk"
    path.write_text(
        "#main\n" + "".join(f"{at}\n" for at in range(10_000_000, 10_100_000)) + "#extra\n", encoding="utf-8"
    )
    found = json.loads(judge("deck", "check", path, "--format", "json").out)["decks"][0]
    assert found["counts"]["main"] == 100_000
    assert found["verdict"] == "illegal"


def test_a_name_is_only_a_name(judge: Any, tmp_path: Path) -> None:
    """Paths and HTML in names go nowhere and do nothing."""
    path = tmp_path / "deck.toml"
    path.write_text(
        'game = "postures"\nplayer = "../../etc/passwd"\nname = "<script>alert(1)</script>"\n[deck]\n"<img '
        'src=x onerror=alert(1)>" = 4\n',
        encoding="utf-8",
    )
    for command in (("check", "--format", "html"), ("sheet",)):
        called = judge("deck", command[0], path, *command[1:])
        assert "<script>alert" not in called.out
        assert "<img src" not in called.out
        assert "&lt;img src=x" in called.out
    assert sorted(one.name for one in tmp_path.iterdir()) == ["deck.toml"]


@pytest.mark.parametrize("kind", ["missing", "folder link", "fifo", "large"])
def test_what_is_no_file_is_a_problem(judge: Any, tmp_path: Path, kind: str) -> None:
    """Opening a pipe would wait for ever; a huge file is not read."""
    path = tmp_path / "deck"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder link":
        path.symlink_to(tmp_path / "nowhere")
    elif kind == "large":
        with open(path, "wb") as stream:
            stream.truncate(6_000_000)
    called = judge("deck", "check", path, "--game", "dbs", "--format", "json")
    assert called.code == 2
    assert json.loads(called.out)["decks"][0]["verdict"] == "unreadable"


# --- full disks ------------------------------------------------------------------------------------
@contextmanager
def little_room(size: int) -> Iterator[None]:
    """Files may grow to `size` bytes and no further, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_leaves_the_old_report(judge: Any, folder: Path, tmp_path: Path) -> None:
    """A problem, exit 2, and nothing half-written."""
    target = tmp_path / "report.html"
    target.write_text("yesterday's", encoding="utf-8")
    with little_room(100):
        called = judge(
            "deck", "check", folder / "a-legal.txt", "--game", "dbs", "--format", "html", "-o", target
        )
    assert called.code == 2
    assert "cannot be written" in called.err
    assert target.read_text(encoding="utf-8") == "yesterday's"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["decks", "report.html"]


@pytest.mark.sample(2)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "command",
    [("deck", "check", str(LEGAL)), ("rules", "dbs"), ("deck", "check", str(LEGAL), "--format", "json")],
)
@pytest.mark.parametrize("where", ["/dev/full", "&-"])
def test_nowhere_to_print_to_is_a_problem(command: tuple[str, ...], where: str) -> None:
    """A full disk behind a pipe, or no standard output at all: exit 2, one line, no traceback."""
    shell = f"{shlex.join([sys.executable, '-m', 'judge', *command])} >{where}"
    done = subprocess.run(
        ["sh", "-c", shell], capture_output=True, text=True, cwd=HOME, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


# --- many hands ------------------------------------------------------------------------------------
@pytest.fixture
def many(tmp_path: Path) -> Path:
    """More decks than one batch holds."""
    home = tmp_path / "many"
    home.mkdir()
    for at in range(120):
        (home / f"{at:03}.txt").write_text(plain(4 + at % 2, 12 - at % 3), encoding="utf-8")
    return home


def test_two_processes_give_the_same_bytes(judge: Any, many: Path) -> None:
    """`--jobs` changes how long it takes, and nothing else."""
    one = judge("deck", "check", many, "--game", "dbs", "--format", "json")
    assert judge("deck", "check", many, "--game", "dbs", "--format", "json", "--jobs", "2") == one


@pytest.mark.soak
def test_a_cluster_gives_the_same_bytes(judge: Any, many: Path) -> None:
    """A scheduler with two workers, each a process of its own."""
    distributed = pytest.importorskip("distributed")
    one = judge("deck", "check", many, "--game", "dbs", "--format", "json")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        two = judge(
            "deck", "check", many, "--game", "dbs", "--format", "json", "--cluster", cluster.scheduler_address
        )
    assert two == one


def test_a_cluster_that_is_not_there_is_a_problem(judge: Any) -> None:
    """Exit 2, and which address."""
    pytest.importorskip("distributed")
    called = judge("deck", "check", LEGAL, "--cluster", "nonsense://nowhere")
    assert called.code == 2
    assert "nonsense" in called.err


def test_an_encrypted_cluster_needs_keys(judge: Any) -> None:
    """Without them none is looked for, for twenty seconds and in vain."""
    pytest.importorskip("distributed")
    called = judge("deck", "check", LEGAL, "--cluster", "tls://127.0.0.1:1")
    assert called.code == 2
    assert called.err.startswith("tls://127.0.0.1:1 is encrypted, and dask is not configured for that")


def test_the_closing_line_steers_no_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names the file that was written."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    path = tmp_path / "\x1b[31mo.txt"
    assert check(DeckOptions((str(LEGAL),), no_cards=True, output=str(path))) == 0
    told = capsys.readouterr().err
    assert "\\x1b[31mo.txt: " in told
    assert "\x1b" not in told


# --- how decks were read -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("format", "said"),
    [("text", "This is my list"), ("json", '"judge.echo/1"'), ("html", "How this deck was read")],
)
def test_confirm_tells_how_decks_were_read(judge: Any, tmp_path: Path, format: str, said: str) -> None:
    """Whatever the verdict; a line that was not understood is on the sheet, and in the exit code."""
    (tmp_path / "a.txt").write_text(plain(5), encoding="utf-8")
    found = judge("deck", "confirm", tmp_path / "a.txt", "--game", "dbs", "--format", format)
    assert (found.code, said in found.out) == (0, True)
    (tmp_path / "b.txt").write_text(plain() + "\n4 Foo side x4\n", encoding="utf-8")
    found = judge("deck", "confirm", tmp_path, "--game", "dbs", "--format", format)
    assert (found.code, "4 Foo side x4" in found.out) == (2, True)


def test_echo_is_for_people_and_json(judge: Any, folder: Path) -> None:
    """The list as it was understood, in the formats that hold one."""
    assert "Understood as" in judge("deck", "check", LEGAL, "--echo").out
    assert judge("deck", "check", LEGAL, "--echo", "--format", "csv").code == 2
    (deck,) = json.loads(judge("deck", "check", LEGAL, "--echo", "--format", "json").out)["decks"]
    assert sum(one["count"] for one in deck["echo"]) == deck["lines"]["cards_counted"] == 51
