"""`judge deck event` with two hundred players, every kind of trouble among them, in three games."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from decks.test_reports_pages import Page

PLAYERS = 200
MISSING, LATE, LATE_BY_DECK, DOUBLE, TWICE_THE_SAME, BAD_LINE, BINARY = 5, 3, 13, 7, 9, 11, 15
SAME, OTHER_NAME, UNTIMED, ILLEGAL, TWO_NAMES, NAMESAKES = (17, 19), 21, 23, 25, 27, (29, 31)
IN_TIME = "2020-03-30 18:05"


def dbs(at: int, **about: str) -> str:
    """A list with player and number."""
    head = "".join(f"{key}: {value}\n" for key, value in about.items())
    cards = "".join(f"4 BT{1 + at % 9}-{number:03} Card {number}\n" for number in range(1, 13))
    return f"{head}Leader\n1 BT1-{at:03}\nDeck\n{cards}2 BT12-{at:03} Own Card\n"


def ygo(at: int, **about: str) -> str:
    """A deck in TOML, by passcodes."""
    head = "".join(
        f'{ {"Player": "player", "Player ID": "player_id", "Submitted": "submitted"}[key] } = "{value}"\n'
        for key, value in about.items()
    )
    cards = "".join(f'"{10_000_000 + at * 100 + number}" = 3\n' for number in range(13))
    return f'game = "ygo"\n{head}[main]\n{cards}"{10_000_000 + at * 100 + 50}" = 1\n'


def postures(at: int, **about: str) -> str:
    """A list by names."""
    head = "".join(f"{key}: {value}\n" for key, value in about.items())
    return (
        head
        + "Deck\n"
        + "".join(
            f"3 Creature {chr(65 + at % 26)}{chr(65 + at // 26)} {word}\n" for word in ("Red", "Blue", "Grey")
        )
    )


DECKS = {"dbs": dbs, "ygo": ygo, "postures": postures}
BROKEN = {"dbs": ("2 BT12", "two BT12"), "ygo": ("= 1\n", "= 0\n"), "postures": ("3 Creature", "0 Creature")}
TOO_MANY = {"dbs": ("4 BT", "5 BT"), "ygo": ("= 3\n", "= 4\n"), "postures": ("3 Creature", "4 Creature")}


def name(at: int) -> str:
    """A player's name; two of them share one."""
    return f"Ann{'x' if at in NAMESAKES else at} Family{'y' if at in NAMESAKES else 999 - at}"


def lyon(home: Path, game: str) -> Path:
    """An event of two hundred with everything that can be wrong."""
    write, folder = DECKS[game], home / "decks"
    folder.mkdir(parents=True)
    rows = ["Name,Player ID,Table,Submitted"]
    for at in range(PLAYERS):
        submitted = {LATE: "2020-04-01 10:30", LATE_BY_DECK: "", UNTIMED: ""}.get(at, IN_TIME)
        rows.append(f"{name(at)},{5000 + at},{at // 2 + 1},{submitted}")
        text = write(
            at,
            **{
                "Player": name(at),
                "Player ID": str(5000 + at),
                **({"Submitted": "2020-03-31 20:01"} if at == LATE_BY_DECK else {}),
            },
        )
        ending = "toml" if game == "ygo" else "txt"
        file = folder / f"{at:03}.{ending}"
        if at == MISSING:
            continue
        if at == BINARY:
            (folder / f"{name(at)}.jpg").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
            continue
        if at == BAD_LINE:
            text = text.replace(*BROKEN[game], 1)
        elif at == ILLEGAL:
            text = text.replace(*TOO_MANY[game], 1)
        elif at == SAME[1]:
            text = write(SAME[0], Player=name(at))
        elif at == OTHER_NAME:
            text = text.replace(name(at), "Nickname")
        elif at == TWO_NAMES:
            text = text.replace(name(at), name(at + 5))
        elif at == DOUBLE:
            (folder / f"{at:03}-v2.{ending}").write_text(
                text.replace("Own Card", "Other Card")
                .replace("12-0", "13-0")
                .replace('50" = 1', '51" = 1')
                .replace("Grey", "Gold")
            )
        elif at == TWICE_THE_SAME:
            (folder / f"{at:03}-v2.{ending}").write_text(text)
        file.write_text(text, encoding="utf-8")
    (folder / "stranger.txt").write_text(write(210, Player="Zed Nobody"), encoding="utf-8")
    (home / "roster.csv").write_text("\ufeff" + "\r\n".join(rows) + "\r\n", encoding="utf-8")
    (home / "event.toml").write_text(
        f'name = "Lyon Open"\ngame = "{game}"\ndate = 2020-04-01\nroster = "roster.csv"\ndecks = '
        '"decks"\ndeadline = 2020-03-31T20:00:00\n',
        encoding="utf-8",
    )
    return home / "event.toml"


@pytest.fixture(autouse=True)
def no_catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever runs the tests may have a catalogue: it is not looked at."""
    monkeypatch.setenv("JUDGE_CARDS", str(tmp_path / "none.sqlite"))


@pytest.fixture(params=list(DECKS))
def event(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The event's file."""
    return lyon(tmp_path / "lyon", request.param)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder of two players in order, without a file of its own."""
    home = tmp_path / "club"
    home.mkdir()
    (home / "joueurs.csv").write_text(
        "Nom;Prénom;N° de joueur;Table\nZola;Émile;007;2\nHugo;Victor;008;1\n", encoding="utf-8"
    )
    (home / "zola.txt").write_text(dbs(1, Player="ZOLA Émile"), encoding="utf-8")
    (home / "victor_hugo.txt").write_text(dbs(2), encoding="utf-8")
    return home


# --- two hundred players ---------------------------------------------------------------------------
@pytest.mark.sample(1)
def test_everything_that_is_wrong_is_told(judge: Any, event: Path) -> None:
    """Each kind by its players, with its place in the roster or the deck; unreadable decks give 2."""
    called = judge("deck", "event", event, "--format", "json")
    assert called.code == 2
    found = json.loads(called.out)
    by_kind: dict[str, list[Any]] = {}
    for one in found["troubles"]:
        by_kind.setdefault(one["kind"], []).append(one)
    players = {kind: [name for one in some for name in one["players"]] for kind, some in by_kind.items()}
    assert players["missing"] == [name(MISSING), name(TWO_NAMES)]
    assert players["late"] == [name(LATE), name(LATE_BY_DECK)]
    assert players["untimed"] == [name(UNTIMED)]
    assert players["double"] == [name(DOUBLE), name(TWICE_THE_SAME)]
    assert players["unreadable"] == [name(BAD_LINE), name(BINARY)]
    assert players["identical"] == [name(SAME[0]), name(SAME[1])]
    assert players["differs"] == [name(OTHER_NAME)]
    assert [one["message"] for one in by_kind["stranger"]] == ["Zed Nobody is not on the roster"]
    assert [Path(one["file"]).stem for one in by_kind["whose"]] == [f"{TWO_NAMES:03}"]
    assert set(by_kind) == {
        "missing",
        "late",
        "untimed",
        "double",
        "unreadable",
        "identical",
        "differs",
        "stranger",
        "whose",
    }
    assert by_kind["late"][0]["line"] == LATE + 2
    assert by_kind["late"][0]["found"] == "2020-04-01 10:30"
    assert by_kind["late"][1]["file"].endswith(
        f"{LATE_BY_DECK:03}.{'toml' if 'ygo' in found['decks'][0]['game'] else 'txt'}"
    )
    assert "of the same cards" in by_kind["double"][1]["message"]
    assert "of the same cards" not in by_kind["double"][0]["message"]
    # of 200: two missing, a double more of two, a stranger and one of unknown owner
    assert (found["totals"]["players"], found["totals"]["decks"]) == (200, 202)
    assert found["totals"]["verdicts"]["unreadable"] == 2
    assert found["totals"]["verdicts"]["illegal"] == 1


@pytest.mark.sample(1)
def test_every_page_of_it(judge: Any, event: Path, tmp_path: Path) -> None:
    """Sheets for all that can be read, a message a player, a lock, a count sheet for the tables picked;
    all in one call.
    """
    out = tmp_path / "out"
    out.mkdir()
    called = judge(
        "deck",
        "event",
        event,
        "--sheets",
        out / "sheets.html",
        "--messages",
        out / "messages",
        "--lock",
        out / "lock.json",
        "--pick",
        "5",
        "--seed",
        "round 1",
        "--count-sheet",
        out / "counts.html",
        "-o",
        out / "report.html",
        "--format",
        "html",
        "--sort",
        "surname",
    )
    assert (called.code, called.out) == (2, "")
    sheets, report, counts = (
        Page((out / file).read_text(encoding="utf-8"))
        for file in ("sheets.html", "report.html", "counts.html")
    )
    assert sheets.open == report.open == counts.open == []
    assert len(sheets.all("section", "sheet")) == 200  # 202 decks, two of them unreadable
    assert len(sheets.all("tr")) == 1 + 200 + 2 + 2  # two of nobody; under two why they cannot be read
    assert sum("No sheet: " in one for one in sheets.texts) == 2
    assert len(list((out / "messages").iterdir())) == 200
    assert len(counts.all("table")) == 10
    locked = json.loads((out / "lock.json").read_text(encoding="utf-8"))
    assert len(locked["decks"]) == 200 - 2 - 2 - 2  # missing, double, unreadable
    assert len(locked["not_locked"]) == 2 + 2 + 2 + 2
    assert "194 decks locked" in called.err
    assert sorted(one.name for one in out.iterdir()) == [
        "counts.html",
        "lock.json",
        "messages",
        "report.html",
        "sheets.html",
    ]


@pytest.mark.sample(1)
@pytest.mark.parametrize("sort", ["table", "surname", "file"])
def test_the_order(judge: Any, tmp_path: Path, sort: str) -> None:
    """By table as numbers go, by last name, or by file; the same for players and decks."""
    event = lyon(tmp_path / "lyon", "postures")
    found = json.loads(judge("deck", "event", event, "--sort", sort, "--format", "json").out)
    players = [one["name"] for one in found["players"]]
    if sort == "table":
        assert [int(one["table"]) for one in found["players"]] == sorted(at // 2 + 1 for at in range(PLAYERS))
    elif sort == "surname":
        assert players[:2] == [name(199), name(198)]  # Family800, Family801
        assert players[-2:] == [name(NAMESAKES[0]), name(NAMESAKES[1])]  # Familyy
    else:
        assert players[0] == name(0)
        assert players[-2:] == [name(TWO_NAMES), name(MISSING)] or players[-2:] == [
            name(MISSING),
            name(TWO_NAMES),
        ]
    owners = [one["of"] for one in found["decks"] if one["of"]]
    assert list(dict.fromkeys(owners)) == [one for one in dict.fromkeys(players) if one in owners]


@pytest.mark.soak
def test_the_same_event_gives_the_same_bytes(judge: Any, tmp_path: Path) -> None:
    """No clock, no times of files, no chance."""
    event = lyon(tmp_path / "lyon", "dbs")
    first = judge("deck", "event", event, "--format", "json", "--pick", "3", "--seed", "x")
    for deck in (tmp_path / "lyon" / "decks").iterdir():
        deck.touch()
    assert judge("deck", "event", event, "--format", "json", "--pick", "3", "--seed", "x") == first


def test_tables_are_picked_by_a_hash_that_anybody_can_work_out(judge: Any, tmp_path: Path) -> None:
    """The order of SHA-256 over the seed, a line feed and the table."""
    event = lyon(tmp_path / "lyon", "postures")
    told = json.loads(
        judge("deck", "event", event, "--format", "json", "--pick", "5", "--seed", "round 3, 4711").out
    )["pick"]
    order = sorted(
        (hashlib.sha256(f"round 3, 4711\n{table}".encode()).hexdigest(), str(table))
        for table in range(1, 101)
    )
    assert [(one["hash"], one["table"]) for one in told["tables"]] == order[:5]
    assert told["seed"] == "round 3, 4711"
    assert all(len(one["players"]) == 2 for one in told["tables"])
    assert "Seed: 'round 3, 4711'" in " ".join(
        judge("deck", "event", event, "--pick", "5", "--seed", "round 3, 4711").out.split()
    )


def test_messages_tell_a_player_what_is_theirs(judge: Any, tmp_path: Path) -> None:
    """What arrived and what is wrong; no other player's name."""
    event, out = lyon(tmp_path / "lyon", "dbs"), tmp_path / "out"
    judge("deck", "event", event, "--messages", out)
    texts = {
        at: " ".join((out / f"player-ann{at}-family{999 - at}.txt").read_text(encoding="utf-8").split())
        for at in range(28)
    }
    assert (
        "No deck list of yours has arrived. Decks were to be handed in by 2020-03-31 20:00." in texts[MISSING]
    )
    assert "arrived after the deadline (expected by 2020-03-31 20:00, found 2020-04-01 10:30)" in texts[LATE]
    assert "2 deck lists of yours have arrived" in texts[DOUBLE]
    assert "could not be read as a whole" in texts[BAD_LINE]
    assert "- line 18: " in texts[BAD_LINE]
    assert "5 copies of BT8-001 Card 1 (5-1-3-1" in texts[ILLEGAL]
    assert "This is how it was read." in texts[0]
    assert "4 Card 1 (BT1-001)" in texts[0]
    for at, text in texts.items():
        assert not set(re.findall(r"Ann\d+ Family\d+", text)) - {name(at), name(TWO_NAMES + 5)}
    shared = sorted(one.name for one in out.glob("player-annx*"))
    assert shared == ["player-annx-familyy-5031.txt", "player-annx-familyy.txt"]


def test_a_late_deck_needs_a_deadline(judge: Any, tmp_path: Path) -> None:
    """Without one nobody is late; with one and no times that is said."""
    event = lyon(tmp_path / "lyon", "postures")
    event.write_text(event.read_text(encoding="utf-8").replace("deadline", "# deadline"), encoding="utf-8")
    assert json.loads(judge("deck", "event", event, "--format", "json").out)["totals"]["late"] == 0
    club = tmp_path / "club"
    club.mkdir()
    (club / "roster.csv").write_text("name,table\nAnn Example,1\n", encoding="utf-8")
    (club / "ann-example.txt").write_text(postures(1), encoding="utf-8")
    (club / "event.toml").write_text(
        'game = "postures"\nroster = "roster.csv"\ndecks = ["ann-example.txt"]\ndeadline = 2020-03-31\n',
        encoding="utf-8",
    )
    called = judge("deck", "event", club)
    assert called.code == 0
    assert "neither the roster nor a deck says when" in called.out


# --- the small ones --------------------------------------------------------------------------------
def test_a_folder_with_a_roster_will_do(judge: Any, small: Path) -> None:
    """French headings, a semicolon, file names in place of players; nothing is wrong."""
    called = judge("deck", "event", small, "--game", "dbs")
    assert called.code == 0
    assert called.out.startswith("2 players, 2 decks: 2 legal.")
    assert called.out.index("Victor Hugo") < called.out.index("Émile Zola")
    found = json.loads(judge("deck", "event", small, "--game", "dbs", "--format", "json").out)
    assert [(one["name"], one["surname"], one["id"], one["table"]) for one in found["players"]] == [
        ("Victor Hugo", "Hugo", "008", "1"), ("Émile Zola", "Zola", "007", "2"),
    ]  # fmt: skip


def test_a_count_sheet_as_text(judge: Any, small: Path, tmp_path: Path) -> None:
    """Every card with a place for the number counted; a player without a deck is told."""
    (small / "zola.txt").unlink()
    assert (
        judge(
            "deck", "event", small, "--game", "dbs", "--count-sheet", tmp_path / "counts.txt", "--no-cards"
        ).code
        == 1
    )
    said = (tmp_path / "counts.txt").read_text(encoding="utf-8")
    assert "Table 1: Victor Hugo (008)" in said
    assert "  4 [    ] Card 1" in said
    assert "In all: 51 registered" in said
    assert "Table 2: Émile Zola (007)\nNothing to count by: no deck was handed in." in said
    assert all(len(line) <= 80 for line in said.splitlines())


# --- what is locked --------------------------------------------------------------------------------
def locked(judge: Any, home: Path, tmp_path: Path) -> Path:
    """The lock of a folder."""
    judge("deck", "event", home, "--game", "dbs", "--lock", tmp_path / "club.lock")
    return tmp_path / "club.lock"


def test_a_lock_is_over_the_cards_and_not_the_bytes(judge: Any, small: Path, tmp_path: Path) -> None:
    """Other lines, another order, a reprint, another format: the same deck."""
    lock = locked(judge, small, tmp_path)
    lines = dbs(1).replace("BT2-003 Card 3", "bt02-003_PR").splitlines()
    played = tmp_path / "table-2.txt"
    played.write_text(
        "Player: Emile Zola\n" + "\n".join([*lines[:3], *reversed(lines[3:])]) + "\n# played\n",
        encoding="utf-8",
    )
    called = judge("deck", "diff", "--lock", lock, played, "--game", "dbs")
    assert called.code == 0
    assert called.out.startswith("The same: ")


def test_a_lock_says_which_cards_changed(judge: Any, small: Path, tmp_path: Path) -> None:
    """Exit 1, each card with both numbers; the player is known by name, number or file."""
    lock = locked(judge, small, tmp_path)
    played = tmp_path / "anything.txt"
    played.write_text(
        dbs(2, **{"Player ID": "8"}).replace("4 BT3-005 Card 5", "3 BT3-005 Card 5\n1 BT9-099 New"),
        encoding="utf-8",
    )
    called = judge("deck", "diff", "--lock", lock, played, "--game", "dbs")
    assert called.code == 1
    assert "1 card missing, 1 added" in called.out
    assert "BT3-005  Card 5  4 → 3" in called.out
    assert "BT9-099  New     0 → 1" in called.out
    told = json.loads(judge("deck", "diff", "--lock", lock, played, "--game", "dbs", "--format", "json").out)
    assert [(one["card"], one["change"]) for one in told["decks"][0]["cards"]] == [
        ("BT3-005", -1),
        ("BT9-099", 1),
    ]
    assert (told["same"], told["decks"][0]["player"]) == (False, "Victor Hugo")


def test_a_locked_deck_is_its_player_s_whatever_the_file_is_called(
    judge: Any, small: Path, tmp_path: Path
) -> None:
    """A file's name tells only where the deck says nothing."""
    lock = locked(judge, small, tmp_path)
    played = tmp_path / "zola.txt"
    for text, player in ((dbs(2, Player="Hugo, Victor"), "Victor Hugo"), (dbs(1), "Émile Zola")):
        played.write_text(text, encoding="utf-8")
        told = json.loads(judge("deck", "diff", "--lock", lock, played, "--format", "json").out)
        assert (told["same"], told["decks"][0]["player"]) == (True, player)


def test_a_folder_against_a_lock_misses_nobody(judge: Any, small: Path, tmp_path: Path) -> None:
    """A locked deck that is not there is told; a deck of nobody is a problem."""
    lock = locked(judge, small, tmp_path)
    played = tmp_path / "played"
    played.mkdir()
    (played / "zola.txt").write_text(dbs(1, Player="Zola, Émile"), encoding="utf-8")
    called = judge("deck", "diff", "--lock", lock, played, "--game", "dbs")
    assert called.code == 1
    assert "Not there: victor_hugo.txt of Victor Hugo" in called.out
    (played / "x.txt").write_text(dbs(1, Player="Emil Zolla"), encoding="utf-8")
    called = judge("deck", "diff", "--lock", lock, played, "--game", "dbs")
    assert called.code == 2
    assert (
        "Emil Zolla is not in the lock (expected a player of the lock; did you mean Émile Zola?)"
        in called.err
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('"count": 4', '"count": 3'), "was changed: its cards have another hash"),
        (('"count": 4', '"count": "4"'), "wrong type (expected a whole number, found 4)"),
        (
            ('"hash"', '"hahs"'),
            "unknown key (expected player, player_id, table, file, game, hash, cards, found hahs; did you "
            "mean hash?)",
        ),
        (
            ("judge.deck-lock/1", "judge.deck/1"),
            "this is no lock of decks (expected judge.deck-lock/1, found judge.deck/1)",
        ),
        (("{", "["), "this is no JSON"),
    ],
)
def test_a_lock_that_was_touched_is_refused(
    judge: Any, small: Path, tmp_path: Path, change: tuple[str, str], said: str
) -> None:
    """At its line and column."""
    lock = locked(judge, small, tmp_path)
    lock.write_text(lock.read_text(encoding="utf-8").replace(*change, 1), encoding="utf-8")
    called = judge("deck", "diff", "--lock", lock, small / "zola.txt", "--game", "dbs")
    assert (called.code, called.out) == (2, "")
    assert said in called.err
    assert re.match(rf"{re.escape(str(lock))}:\d+:\d+: ", called.err)
