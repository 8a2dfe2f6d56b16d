"""What is wrong with an event's file, its roster or what is asked of it:
all of it at once, at its place, and nothing is written.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from judge.cli.app import app
from judge.decks.event_owners import id_key, name_key, natural, surname, table_name
from judge.decks.event_roster import read_roster
from judge.decks.event_times import NoMoment, day_first, is_late, read_moment
from judge.errors import BadInput

DECK = "Deck\n3 Wolf\n"
EVENT = 'game = "postures"\nroster = "roster.csv"\n'


def judge(*args: object) -> Any:
    """`judge` by the full parser."""
    return CliRunner().invoke(app, [str(one) for one in args], prog_name="judge")


@pytest.fixture(autouse=True)
def no_catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever runs the tests may have a catalogue: it is not looked at."""
    monkeypatch.setenv("JUDGE_CARDS", str(tmp_path / "none.sqlite"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An event of two that is in order."""
    folder = tmp_path / "lyon"
    (folder / "decks").mkdir(parents=True)
    (folder / "event.toml").write_text(EVENT, encoding="utf-8")
    (folder / "roster.csv").write_text(
        "name,id,table\nAnn Example,1180,1\nBob Other,1181,1\n", encoding="utf-8"
    )
    for name in ("ann-example", "bob-other"):
        (folder / "decks" / f"{name}.txt").write_text(DECK, encoding="utf-8")
    return folder


def everything(folder: Path) -> dict[str, bytes]:
    """Every file there is, with what it holds."""
    return {str(one): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


# --- rosters ---------------------------------------------------------------------------------------
def players(text: str, encoding: str = "utf-8") -> list[tuple[str, str, str, str]]:
    """What a roster says of its players."""
    return [
        (one.name, one.surname, one.id, one.table)
        for one in read_roster(text.encode(encoding), "r.csv").players
    ]


@pytest.mark.parametrize(
    "text",
    [
        "name,id,table\nAnn Example,7,12\n",
        "\ufeffName;Player ID;Table number\r\nAnn Example;7;12\r\n",
        "Joueur\tN° de joueur\tN° de table\nAnn Example\t7\t012\n",
        "sep=;\nNom du joueur;Identifiant;Place\nAnn Example;7;12\n",
        '"Prénom","Nom","Licence","Table"\n"Ann","Example","7","12"\n',
        "Nom;Prénom;ID;Table\n Example ; Ann ;'7;12\n".replace("'", ""),
        "Last name,First name,Table,ID\nExample,Ann,12,7\n\n",
    ],
)
def test_rosters_as_they_come(text: str) -> None:
    """English and French headings, whatever parts the cells, with a mark in front or none."""
    assert players(text) == [("Ann Example", "Example", "7", "12")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "",
            "r.csv:1:1: this roster is empty (expected a row of headings such as name,id,table, found "
            "nothing)",
        ),
        (
            "nmae,id,table\nAnn,1,2\n",
            "r.csv:1:1: no column of this roster holds the players' names (expected a row of headings such "
            "as name,id,table, found nmae, id, table; did you mean name?)",
        ),
        ("Ann,1,2\n", "r.csv:1:1: no column of this roster holds the players' names"),
        (
            "name,id\n",
            "r.csv:1:1: there is nobody on this roster (expected one row per player, found headings only)",
        ),
        (
            "name,nom,id\nA,B,1\n",
            "r.csv:1:6: two columns for one thing: 'name' and 'nom' (expected one of them, found nom)",
        ),
        ("name,id\nAnn,1\n,2\n", "r.csv:3:1: a player's name is missing (expected a name, found nothing)"),
        ("name,id\nAnn,1,x\n", "r.csv:2:7: more cells than there are headings (expected 2 cells, found x)"),
        (
            "name,id\nAnn,0017\nBob,17\n",
            "r.csv:3:5: id given twice: first on line 2, for Ann (expected one number a player, found 17)",
        ),
        (
            "name,id\nAnn Lee,1\nLEE Ann,\n",
            "r.csv:3:1: name given twice: first on line 2, for Ann Lee (expected an id in both rows, where "
            "two players share a name, found LEE Ann)",
        ),
        (
            "name,deck\nAnn,a.txt\nBob,a.txt\n",
            "r.csv:3:5: deck given twice: first on line 2, for Ann (expected one file a player, found a.txt)",
        ),
        (
            "name,submitted\nAnn,soon\n",
            "r.csv:2:5: this is no time (expected a time such as 2020-03-31 20:00, found soon)",
        ),
        ("name,submitted\nAnn,03/04/2020 9:00\n", "r.csv:2:5: which of these is the day?"),
        ("name,submitted\nAnn,2020-02-31\n", "r.csv:2:5: there is no such time"),
        ('name,id\n"Ann,1\nBob,2\n', "r.csv:2:1: the quotes of this row do not match"),
    ],
)
def test_a_roster_that_is_wrong(text: str, said: str) -> None:
    """One line a problem: place, what was expected, what was found, the nearest."""
    with pytest.raises(BadInput) as caught:
        read_roster(text.encode(), "r.csv")
    assert str(caught.value).startswith(said)


def test_all_that_is_wrong_with_a_roster_is_told_at_once() -> None:
    """In the order of its lines."""
    with pytest.raises(BadInput) as caught:
        read_roster(b"name,id,submitted\nAnn,1,soon\n,2,\nBob,1,later\n", "r.csv")
    assert [(one.line, one.column) for one in caught.value.problems] == [(2, 7), (3, 1), (4, 5), (4, 7)]


def test_what_is_odd_about_a_roster_is_told() -> None:
    """A column that is not read, with the nearest; three at one table."""
    found = read_roster(b"name,tabel,table\nA,,1\nB,,1\nC,,01\n", "r.csv").remarks
    assert [one.text() for one in found] == [
        "r.csv:1:6: a column of the roster that is not read: 'tabel' (did you mean table?)",
        "r.csv:4:4: 3 players at table 1 (expected at most 2, found A, B, C)",
    ]
    found = read_roster(b"name,table\nA,1\nB,\n", "r.csv").remarks
    assert [one.text() for one in found] == [
        "r.csv:3:3: players without a table, whom no pick of tables can meet (expected a table, found B)"
    ]
    found = read_roster(b"name,table\nA,1\nB,A12\nC,x\nD,-5\nE,x\n", "r.csv").remarks
    assert [one.text() for one in found] == [
        "r.csv:4:3: x does not look like a table number (expected the number of a table, found C, E)",
        "r.csv:5:3: -5 does not look like a table number (expected the number of a table, found D)",
    ]
    assert read_roster(b"name,table\nA,North\nB,South\n", "r.csv").remarks == ()


@pytest.mark.parametrize(
    ("player", "last"),
    [
        ("Ann Example", "Example"),
        ("Example, Ann", "Example"),
        ("van der Berg, Jan", "van der Berg"),
        ("DE LA TOUR Jean", "DE LA TOUR"),
        ("山田太郎", "山田太郎"),
        ("", ""),
    ],
)
def test_last_names(player: str, last: str) -> None:
    """However people write their names."""
    assert surname(player) == last


def test_names_and_numbers_are_compared_as_people_mean_them() -> None:
    """Order, case, accents and commas of a name; blanks, hyphens and leading zeros of a number."""
    assert name_key("Hélène D'Arc") == name_key("D'ARC, Helene")
    assert name_key("Ann Lee") != name_key("Ann Lea")
    assert id_key("0000-117 3") == id_key("1173")
    assert id_key("A007") != id_key("A7")
    assert sorted(["10", "9", "A2", "A10", ""], key=natural) == ["", "9", "10", "A2", "A10"]
    assert (table_name(" 007 "), table_name("A 07")) == ("7", "A 07")


@pytest.mark.parametrize(
    ("said", "deadline", "late"),
    [
        ("2020-03-31 20:00", "2020-03-31 20:00", False),
        ("2020-03-31 20:01", "2020-03-31T20:00:00", True),
        ("2020-03-31", "2020-03-31 20:00", None),
        ("2020-03-30", "2020-03-31 20:00", False),
        ("2020-03-31 23:59", "2020-03-31", False),
        ("31.03.2020 20h05", "2020-03-31 20:00", True),
        ("2020-03-31 8:30 PM", "2020-03-31 20:00", True),
        ("2020-03-31 12:30 am", "2020-03-31 00:29", True),
        ("2020-03-31T19:30Z", "2020-03-31T21:00+02:00", True),
        ("2020-03-31T19:30", "2020-03-31T21:00+02:00", None),
    ],
)
def test_late_or_not(said: str, deadline: str, late: bool | None) -> None:
    """A day without a time leaves the day of the deadline open, as a time without a place does."""
    assert is_late(read_moment(said), read_moment(deadline)) is late


def test_which_is_the_day() -> None:
    """One date of a column that shows it shows it for all; two that differ show nothing."""
    assert day_first(["03/04/2020", "31/03/2020 9:00"]) is True
    assert day_first(["03/31/2020"], likely=True) is False
    assert day_first(["31/03/2020", "03/31/2020"], likely=True) is None
    assert day_first(["03/04/2020"], likely=True) is True
    assert read_moment("03/04/2020", False).first.month == 3
    assert read_moment("04/04/2020").first.month == 4
    with pytest.raises(NoMoment):
        read_moment("03/04/2020")


# --- the event's file ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            EVENT + 'deckz = "x"\n',
            "event.toml:3:1: unknown key (expected name, game, date, list, cap, roster, decks, deadline, "
            "found deckz; did you mean decks?)",
        ),
        (
            EVENT.replace("postures", "postrues"),
            "event.toml:1:8: there are no deck rules for 'postrues' (expected dbs, postures, tdg, "
            "victory-spark, ygo, found postrues; did you mean postures?)",
        ),
        (
            EVENT.replace("roster.csv", "rosters.csv"),
            "event.toml:2:10: there is no 'rosters.csv' beside this file (expected a file, found nothing of "
            "that name; did you mean roster.csv?)",
        ),
        (
            EVENT.replace("roster.csv", "decks"),
            "event.toml:2:10: 'decks' is no file (expected a CSV file, found a folder)",
        ),
        ('game = "postures"\n', 'event.toml:1:1: the roster is missing (expected roster = "roster.csv")'),
        (
            EVENT + 'decks = ["decks", "deks"]\n',
            "event.toml:3:19: there is no 'deks' beside this file (expected a folder of decks, found "
            "nothing of that name; did you mean decks?)",
        ),
        (
            EVENT + "decks = 7\n",
            "event.toml:3:9: wrong type (expected a folder, or a list of them, found a number)",
        ),
        (
            EVENT + 'date = "soon"\n',
            "event.toml:3:8: this is no day (expected a day such as 2020-04-01, found soon)",
        ),
        (
            EVENT + 'deadline = "soon"\n',
            "event.toml:3:12: this is no time (expected a time such as 2020-03-31 20:00, found soon)",
        ),
        (EVENT + "deadline = 20:00:00\n", "event.toml:3:12: wrong type (expected a string, found a time)"),
        (EVENT + "cap = 0\n", "event.toml:3:7: not a cap of points (expected a number above 0, found 0)"),
        (
            'game = "postures"\nroster = ""\n',
            "event.toml:2:10: wrong type (expected the path of a CSV file, found an empty string)",
        ),
        (
            EVENT + 'list = " "\n',
            "event.toml:3:8: wrong type (expected a limit list, by its file or its name, found an empty "
            "string)",
        ),
        (
            EVENT + 'date = ""\n',
            "event.toml:3:8: wrong type (expected a day such as 2020-04-01, found an empty string)",
        ),
        (EVENT + 'name = ""\n', "event.toml:3:8: wrong type (expected a string, found an empty string)"),
        (
            EVENT.replace("postures", ""),
            "event.toml:1:8: wrong type (expected dbs, postures, tdg, victory-spark, ygo, found an empty "
            "string)",
        ),
        (EVENT + "name = 7\n", "event.toml:3:8: wrong type (expected a string, found a number)"),
    ],
)
def test_an_event_file_that_is_wrong(home: Path, text: str, said: str) -> None:
    """Exit 2, one line a problem."""
    (home / "event.toml").write_text(text, encoding="utf-8")
    called = judge("deck", "event", home)
    assert (called.exit_code, called.stdout) == (2, "")
    assert called.stderr == f"{home}/{said}\n"


def test_everything_is_told_at_once_and_nothing_is_written(home: Path, tmp_path: Path) -> None:
    """The event's file, the roster and what was asked."""
    (home / "event.toml").write_text(EVENT + 'date = "soon"\nnmae = "x"\n', encoding="utf-8")
    (home / "roster.csv").write_text("name,submitted\nAnn,soon\n", encoding="utf-8")
    before = everything(tmp_path)
    called = judge(
        "deck",
        "event",
        home,
        "--sort",
        "tables",
        "--pick",
        "0",
        "--count-sheet",
        tmp_path / "x.pdf",
        "--sheets",
        tmp_path / "gone" / "x.html",
        "--messages",
        tmp_path / "m",
        "--lock",
        tmp_path / "l",
    )
    assert (called.exit_code, called.stdout) == (2, "")
    said = called.stderr
    for words in (
        "did you mean table?",
        "1 or more",
        "--seed TEXT",
        ".html or .txt",
        "there is no folder",
        "this is no day",
        "did you mean name?",
        "this is no time",
    ):
        assert words in said
    assert everything(tmp_path) == before


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--pick", "2", "--seed", "x"), "--pick: there are fewer tables (expected at most 1, found 2)"),
        (("--pick", "1"), "--pick needs a seed"),
        (("--seed", "x"), "--seed picks nothing by itself"),
        (("--format", "htlm"), "did you mean html"),
        (("--list", "2014.7 TCG"), "no limit lists"),
    ],
)
def test_options_are_checked(home: Path, args: tuple[str, ...], said: str) -> None:
    """What was expected, and the nearest."""
    called = judge("deck", "event", home, *args)
    assert (called.exit_code, called.stdout) == (2, "")
    assert said in called.stderr


@pytest.mark.parametrize("option", ["--pick", "--sort"])
def test_without_tables_nothing_goes_by_tables(home: Path, option: str) -> None:
    """It is said which columns there are."""
    (home / "roster.csv").write_text("name,id\nAnn Example,1180\nBob Other,1181\n", encoding="utf-8")
    called = judge(
        "deck", "event", home, option, *(("1", "--seed", "x") if option == "--pick" else ("table",))
    )
    assert called.exit_code == 2
    assert "has no tables (expected a column table, found id, name)" in called.stderr
    assert judge("deck", "event", home).exit_code == 0


def test_a_time_that_cannot_be_compared_is_told_at_the_door(home: Path) -> None:
    """One with its distance from Greenwich, the other without."""
    (home / "event.toml").write_text(EVENT + "deadline = 2020-03-31T20:00:00+02:00\n", encoding="utf-8")
    (home / "roster.csv").write_text("name,submitted\nAnn Example,2020-03-31 9:00\n", encoding="utf-8")
    called = judge("deck", "event", home)
    assert called.exit_code == 2
    assert "roster.csv:2:13: this time cannot be compared with the deadline" in called.stderr


def test_a_folder_without_a_roster_or_with_two(tmp_path: Path) -> None:
    """Which one is not guessed."""
    (tmp_path / "a.txt").write_text(DECK, encoding="utf-8")
    assert "there is no roster in this folder" in judge("deck", "event", tmp_path).stderr
    for name in ("roster.csv", "players.csv"):
        (tmp_path / name).write_text("name,table\nAnn,1\n", encoding="utf-8")
    called = judge("deck", "event", tmp_path)
    assert called.exit_code == 2
    assert "2 rosters in this folder: which one?" in called.stderr


# --- what is written -------------------------------------------------------------------------------
def spelt_otherwise(path: Path) -> Path:
    """The same path by a way round."""
    return path.parent / ".." / path.parent.name / path.name


def hard_link(path: Path) -> Path:
    """Another name of the same file, elsewhere."""
    other = path.parent.parent / "linked.html"
    os.link(path, other)
    return other


def soft_link(path: Path) -> Path:
    """A name that points at it, elsewhere."""
    other = path.parent.parent / "pointing.html"
    other.symlink_to(path)
    return other


WAYS = [lambda path: path, spelt_otherwise, hard_link, soft_link]


@pytest.mark.sample(12)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["event.toml", "roster.csv", "decks/ann-example.txt"])
@pytest.mark.parametrize("option", ["-o", "--sheets", "--lock", "--count-sheet"])
def test_nothing_that_is_read_is_overwritten(
    home: Path, tmp_path: Path, way: Callable[[Path], Path], name: str, option: str
) -> None:
    """Whatever the path looks like; nothing else is written either."""
    target = way(home / name)
    before = everything(tmp_path)
    called = judge("deck", "event", home, option, target, "--messages", tmp_path / "out")
    assert (called.exit_code, called.stdout) == (2, "")
    assert "would overwrite" in called.stderr
    assert everything(tmp_path) == before
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("option", ["-o", "--sheets", "--lock", "--messages"])
def test_nothing_is_written_among_the_decks(home: Path, option: str) -> None:
    """It would be read as a deck the next time."""
    called = judge("deck", "event", home, option, home / "decks" / "new")
    assert called.exit_code == 2
    assert "whose every file is read as a deck" in called.stderr


def test_a_lock_is_not_locked_again(home: Path, tmp_path: Path) -> None:
    """The same lock may be written again; another one would forget what was locked."""
    lock = tmp_path / "lyon.lock"
    assert judge("deck", "event", home, "--lock", lock).exit_code == 0
    assert judge("deck", "event", home, "--lock", lock).exit_code == 0
    before = lock.read_bytes()
    (home / "decks" / "ann-example.txt").write_text("Deck\n3 Bear\n", encoding="utf-8")
    called = judge("deck", "event", home, "--lock", lock, "--messages", tmp_path / "out")
    assert (called.exit_code, called.stdout) == (2, "")
    assert "is there already, and holds something else" in called.stderr
    assert lock.read_bytes() == before
    assert not (tmp_path / "out").exists()


def test_problems_for_machines(home: Path) -> None:
    """As one document on standard output."""
    (home / "roster.csv").write_text("name,submitted\nAnn,soon\n,\n", encoding="utf-8")
    called = judge("deck", "event", home, "--format", "json")
    assert called.exit_code == 2
    found = json.loads(called.stdout)
    assert (found["schema"], len(found["problems"])) == ("judge.problems/1", 1)


def test_one_file_may_hold_the_decks_of_many(home: Path) -> None:
    """A CSV with a column of players; one of them has another deck besides."""
    for deck in (home / "decks").iterdir():
        deck.unlink()
    (home / "decks" / "all.csv").write_text(
        "player,count,name\nAnn Example,3,Wolf\nBob Other,3,Bear\n", encoding="utf-8"
    )
    (home / "decks" / "bob-other.txt").write_text(DECK, encoding="utf-8")
    found = json.loads(judge("deck", "event", home, "--format", "json").stdout)
    assert [(one["kind"], one["players"]) for one in found["troubles"]] == [
        ("double", ["Bob Other"]),
        ("identical", ["Ann Example", "Bob Other"]),
    ]


def test_two_outputs_are_two_files(home: Path, tmp_path: Path) -> None:
    """Neither would be whole."""
    called = judge(
        "deck", "event", home, "--sheets", tmp_path / "x.html", "--count-sheet", tmp_path / "x.html"
    )
    assert called.exit_code == 2
    assert "--count-sheet and --sheets are one file" in called.stderr


@pytest.mark.parametrize("option", ["--lock", "--sheets", "--count-sheet", "--output"])
def test_a_file_is_not_the_folder_of_the_messages(home: Path, tmp_path: Path, option: str) -> None:
    """It is told by the option, and nothing is written."""
    both = tmp_path / "out.html"
    called = judge("deck", "event", home, "--messages", both, option, both)
    assert called.exit_code == 2
    assert f"{option} and --messages are one path" in called.stderr
    assert not both.exists()


def test_stale_messages_are_not_left_among_new_ones(home: Path, tmp_path: Path) -> None:
    """A second call replaces the first one's;
    a player who is gone leaves a message that must be taken away.
    """
    out = tmp_path / "out"
    judge("deck", "event", home, "--messages", out)
    assert len(list(out.iterdir())) == 2
    (out / "player-ann-example.txt").write_text("stale", encoding="utf-8")
    judge("deck", "event", home, "--messages", out)
    assert "stale" not in (out / "player-ann-example.txt").read_text(encoding="utf-8")
    (home / "roster.csv").write_text("name,id,table\nBob Other,1181,1\n", encoding="utf-8")
    before = everything(tmp_path)
    called = judge("deck", "event", home, "--messages", out)
    assert called.exit_code == 2
    assert "player-ann-example.txt" in called.stderr
    assert everything(tmp_path) == before


def test_a_message_is_written_through_no_link(home: Path, tmp_path: Path) -> None:
    """Wherever it leads."""
    out, secret = tmp_path / "out", tmp_path / "secret"
    out.mkdir()
    secret.write_text("mine", encoding="utf-8")
    (out / "player-ann-example.txt").symlink_to(secret)
    called = judge("deck", "event", home, "--messages", out)
    assert (called.exit_code, called.stdout) == (2, "")
    assert "is a link" in called.stderr
    assert secret.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("link", [os.link, os.symlink])
def test_a_message_is_not_written_onto_a_deck(
    home: Path, tmp_path: Path, link: Callable[[Path, Path], None]
) -> None:
    """Nor through a link in the folder of messages."""
    out = tmp_path / "out"
    out.mkdir()
    link(home / "decks" / "ann-example.txt", out / "player-ann-example.txt")
    before = everything(home)
    called = judge("deck", "event", home, "--messages", out)
    assert (called.exit_code, called.stdout) == (2, "")
    assert "would overwrite" in called.stderr
    assert everything(home) == before
    assert len(list(out.iterdir())) == 1


def test_a_strict_check_fails_on_what_is_to_be_looked_at(home: Path) -> None:
    """Two decks of the same cards are no fault, but a doubt."""
    assert judge("deck", "event", home).exit_code == 0
    assert judge("deck", "event", home, "--strict").exit_code == 1


def test_all_files_are_written_or_none(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full at the last of them leaves the others as they were."""
    old = tmp_path / "sheets.html"
    old.write_text("yesterday's", encoding="utf-8")
    from judge.cli import atomic_write

    whole = atomic_write.put

    def full(part: str, text: str, lasting: bool) -> None:
        if "player-bob" in part:
            raise OSError(28, "No space left on device", part)
        whole(part, text, lasting)

    monkeypatch.setattr(atomic_write, "put", full)
    called = judge("deck", "event", home, "--sheets", old, "--messages", tmp_path / "out")
    assert called.exit_code == 2
    assert "no space left on device; nothing was" in called.stderr
    assert ".part" not in called.stderr
    assert old.read_text(encoding="utf-8") == "yesterday's"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["lyon", "sheets.html"]
