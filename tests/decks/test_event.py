"""Whose deck it is, what a deck holds, and what is told between a roster and its decks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.cards.card import Card
from judge.decks.comparison import changes, contents, digest
from judge.decks.desk import Judge, open_desk
from judge.decks.event import Event, Trouble, clear_decks, draw, pick
from judge.decks.event_file import EventFile
from judge.decks.event_owners import Owners
from judge.decks.event_roster import Player, Roster
from judge.decks.event_submissions import hold
from judge.decks.event_times import read_moment
from judge.decks.limits import load_limits
from judge.decks.speech import Speech
from judge.render.decks import event_html, event_text
from judge.render.decks.event_messages import messages, safe
from judge.render.decks.event_sheets import count_sheet_html, count_sheet_text, registration_sheets
from judge.render.decks.event_words import states
from judge.render.decks.json import event_document

ANN, BOB = Player("Ann Example", "Example", "0001180", "1"), Player("Bob Other", "Other", "1181", "1")
LEE, TWIN, ELI = (
    Player("Kim Lee", "Lee", "2001"),
    Player("LEE Kim", "LEE", "2002"),
    Player("Éli Deck", "Deck", deck="table-9.txt"),
)
ALL = (ANN, BOB, LEE, TWIN, ELI)


@pytest.mark.parametrize(
    ("file", "player", "player_id", "whose", "kind"),
    [
        ("x.txt", "example, ANN", "", 0, ""),
        ("x.txt", "", "1180", 0, ""),
        ("x.txt", "Annie", "1180", 0, "differs"),
        ("x.txt", "Ann Example", "9999", 0, "differs"),
        ("x.txt", "Ann Example", "1181", -1, "whose"),
        ("bob-other.txt", "Ann Example", "", 0, ""),
        ("bob-other.txt", "Zed", "", -1, "stranger"),
        ("x.txt", "Kim Lee", "", -1, "whose"),
        ("x.txt", "Kim Lee", "2002", 3, ""),
        ("kim-lee-2002.txt", "Kim Lee", "", 3, ""),
        ("decks/ann_example.txt", "", "", 0, ""),
        ("Example Ann (2).ydk", "", "", 0, ""),
        ("ann-example-decklist-final-v3.ydk", "", "", 0, ""),
        ("0001180.ydk", "", "", 0, ""),
        ("1181 deck.ydk", "", "", 1, ""),
        ("2001 Kim Lee.ydk", "", "", 2, ""),
        ("kim-lee.ydk", "", "", -1, "whose"),
        ("ann-example-s-friend.ydk", "", "", -1, "stranger"),
        ("ann-exemple.ydk", "", "", -1, "stranger"),
        ("deck.ydk", "", "", -1, "stranger"),
        ("Éli Deck.ydk", "", "", 4, ""),
        ("decks/table-9.txt", "", "", 4, ""),
        ("decks/table-9.txt", "Eli Deck", "", 4, ""),
        ("decks/table-9.txt", "Bob Other", "", -1, "whose"),
        ("decks/table-9.txt", "Eli D.", "", 4, "differs"),
    ],
)
def test_whose_deck_it_is(file: str, player: str, player_id: str, whose: int, kind: str) -> None:
    """What the roster says of the file goes first, then number and name;
    the file's name only where the deck says nothing.
    """
    found = Owners(ALL).of(file, player, player_id)
    assert (found.player, found.kind) == (whose, kind)


def test_who_made_a_file_is_not_always_a_player() -> None:
    """A .ydk is "created by" a program as often as by its player: then the file's name tells."""
    assert Owners(ALL).of("ann-example.ydk", "YGO Build X", "", maker=True).player == 0
    assert Owners(ALL).of("deck.ydk", "Ann Example", "", maker=True).player == 0
    assert Owners(ALL).of("deck.ydk", "YGO Build X", "", maker=True).kind == "stranger"
    assert Owners(ALL).of("table-9.txt", "YGO Build X", "", maker=True) == Owners(ALL).of("table-9.txt")


def test_the_nearest_player_is_named() -> None:
    """A slip of the pen in a name, in the deck or in the name of its file."""
    assert Owners(ALL).of("x.txt", "Anne Exemple", "").hint == "Ann Example"
    assert Owners(ALL).of("ann-exemple.ydk").hint == "Ann Example"


def test_a_short_number_in_a_file_s_name_is_nobody_s() -> None:
    """It may number anything: player 2 is not who sent a second version."""
    players = (Player("Ann Example", "Example", "1"), Player("Bob Other", "Other", "2"))
    assert Owners(players).of("ann-example-2.txt").player == 0
    assert Owners(players).of("round 2.txt").player == -1
    assert Owners(players).of("2.txt").player == 1


# --- what a deck holds -----------------------------------------------------------------------------
class Named:
    """A catalogue of one card in two artworks."""

    def find(self, number: str = "", name: str = "") -> Card | None:
        """The card."""
        return (
            Card(number or "46986414", {"name": "Dark Magician", "kind": ["monster"]})
            if "469864" in number or name == "Dark Magician"
            else None
        )

    def named(self, name: str) -> list[Card]:
        """The cards of a name."""
        found = self.find("", name)
        return [found] if found else []


def held(text: str, game: str = "ygo", cards: object = None) -> tuple[str, tuple[object, ...]]:
    """A deck's hash and contents."""
    desk = open_desk(game)
    judge = Judge(desk._replace(cards={game: cards}) if cards else desk)  # type: ignore[dict-item]
    (deck,) = judge.decks("x.txt", text.encode())
    found = contents(judge.items(deck))
    return digest(game, found), found


def test_the_hash_is_over_the_cards() -> None:
    """Not over the order, the spelling of a name, or how many lines they take;
    but over the part and the count.
    """
    first, _ = held("Main\n3 Foo\n2 Bar\n")
    assert held("Main\n1 foo\n2 BAR\n2 FOO\n")[0] == first
    assert held("Main\n3 Foo\n1 Bar\nSide\n1 Bar\n")[0] != first
    assert held("Main\n3 Foo\n3 Bar\n")[0] != first
    assert held("Deck\n3 Foo\n2 Bar\n", "postures")[0] != first
    assert (
        held("#main\n46986414\n46986415\n", cards=Named())[0]
        == held("#main\n46986414\n46986414\n", cards=Named())[0]
    )


def test_other_card_data_do_not_change_a_deck() -> None:
    """Locked with a catalogue and looked at without one, a card is known by its number or its name."""
    limits = load_limits("ygo")
    _, before = held("#main\n46986414\n46986414\n#extra\n", cards=Named())
    hash_, after = held("#main\n46986414\n46986414\n#extra\n")
    assert hash_ != held("#main\n46986414\n46986414\n#extra\n", cards=Named())[0]
    assert changes(before, after, limits) == []  # type: ignore[arg-type]
    _, fewer = held("#main\n46986414\n#extra\n")
    assert [one[3:] for one in changes(before, fewer, limits)] == [(2, 1)]  # type: ignore[arg-type]


def test_a_pick_is_the_first_of_an_order() -> None:
    """More tables are the same ones and more; a table that nobody sits at does not move the others."""
    some = pick(["1", "2", "3", "3", "10"], 2, "s")
    assert some.of == 4
    assert pick(["10", "3", "2", "1"], 3, "s").tables[:2] == some.tables
    assert (
        draw("s", "1") == "c232da6a00752fe9fafdef0fff9fd88921d547b118684d250d64148f5ccac835"
    )  # printf '%s\n%s' s 1 | sha256sum


# --- pages -----------------------------------------------------------------------------------------
HOSTILE = "=x\"'<script>alert(1)</script>&\x1b[31m\u202eevil é"


def event(tmp_path: Path, *players: Player, **decks: str) -> Event:
    """An event of these players and decks."""
    folder = tmp_path / "decks"
    folder.mkdir()
    for name, text in decks.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    about = EventFile("", "roster.csv", (str(folder),), HOSTILE, "postures")
    return hold(
        about,
        Roster("roster.csv", players, frozenset(("name", "table"))),
        Judge(open_desk("postures")._replace(sheets=True)),
        "table",
    )


def test_hostile_names_do_nothing_on_any_page(tmp_path: Path) -> None:
    """Neither in a browser nor on a terminal."""
    found = event(
        tmp_path,
        ANN._replace(name=HOSTILE),
        a=f"Player: {HOSTILE}\nDeck\n4 Wolf\n",
        b="Player: Zed <img>\nDeck\n3 Wolf\n",
    )
    pages = [render(found) for render in (event_html.render, registration_sheets, count_sheet_html)]
    texts = [event_text.render(found), count_sheet_text(found), *messages(found).values()]
    assert not any("<script" in one or "<img" in one for one in pages)
    assert not any("\x1b" in one or "\u202e" in one for one in (*pages, *texts))


def test_names_of_messages_are_no_paths() -> None:
    """Nothing leads out of the folder, whatever the system; two players have two files."""
    assert safe("../../etc/passwd") == "player-etc-passwd"
    assert safe("CON") == "player-con"
    assert safe("山田 太郎") == "player-山田-太郎"
    assert len(safe("x" * 500)) < 100


def test_two_players_of_one_name_have_a_message_each(tmp_path: Path) -> None:
    """Told apart by number, else by line."""
    found = event(
        tmp_path, LEE, TWIN, ANN._replace(name="!!!", id="", line=7), BOB._replace(name="???", id="", line=8)
    )
    assert sorted(messages(found)) == [
        "player-kim-lee.txt",
        "player-lee-kim.txt",
        "player-line-8.txt",
        "player.txt",
    ]


def test_a_file_that_the_roster_gives_and_is_not_there(tmp_path: Path) -> None:
    """With the nearest that is."""
    found = event(tmp_path, ANN._replace(deck="an.txt"), ann="Deck\n3 Wolf\n")
    told = [one.problem for one in found.troubles if one.kind == "roster"]
    (problem,) = told
    assert "gives an.txt as the deck of Ann Example, and there is no such file" in problem.message
    assert (problem.found, problem.hint) == ("", "ann.txt")


def test_an_ending_is_no_likeness_of_two_files(tmp_path: Path) -> None:
    """What nearly every file ends in makes none of them the one that is meant."""
    found = event(tmp_path, ANN._replace(deck="lea-final.txt"), ann="Deck\n3 Wolf\n")
    assert [one.problem.hint for one in found.troubles if one.kind == "roster"] == [""]


def test_only_clear_decks_are_locked(tmp_path: Path) -> None:
    """Neither what cannot be read, nor one of two, nor a stranger's."""
    text = "Player: {}\nDeck\n3 Wolf\n"
    found = event(
        tmp_path,
        ANN,
        BOB,
        LEE,
        a=text.format("Ann Example"),
        b=text.format("Bob Other"),
        c=text.format("Bob Other"),
        d=text.format("Kim Lee") + "x Wolf\n",
        e=text.format("Zed"),
    )
    assert [found.shown(at) for at in clear_decks(found)] == ["a.txt"]


class Walked(tuple[Trouble, ...]):
    """Troubles that count how often somebody goes through them."""

    times = 0

    def __iter__(self) -> Iterator[Trouble]:
        type(self).times += 1
        return super().__iter__()


def test_nobody_goes_through_all_troubles_for_each_player(tmp_path: Path) -> None:
    """An event of twenty thousand would take the square of it."""
    players = [Player(f"Player {at}", str(at), str(3000 + at), str(at)) for at in range(200)]
    found = event(tmp_path, *players, a="Player: Zed\nDeck\n3 Wolf\n")
    assert len(found.troubles) > 200
    found = found._replace(troubles=Walked(found.troubles))
    states(found, Speech())
    messages(found)
    event_document(found)
    assert Walked.times < 10


def test_the_nearest_player_is_looked_for_a_hundred_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look goes through the whole roster."""
    looked = []
    monkeypatch.setattr("judge.decks.event_owners.nearest", lambda *given: looked.append(given) or "")
    owners = Owners(ALL)
    for at in range(150):
        owners.of("x.txt", f"Zed {at}", "")
    assert len(looked) == 100


# --- names as programs and forms write them ----------------------------------------------------------
ASIAN = (
    Player("李小龙", "李小龙", "1"),
    Player("山田 太郎", "山田", "2"),
    Player("김민준", "김민준", "3"),
    Player("Ann Example", "Example", "4"),
)


@pytest.mark.parametrize(
    ("file", "player", "whose"),
    [
        ("x.txt", "李小龙", 0),
        ("x.txt", "李+小龙", 0),
        ("x.txt", "李-小龙", 0),
        ("x.txt", "李_小龙", 0),
        ("x.txt", "李%20小龙", 0),
        ("x.txt", "李, 小龙", 0),
        ("x.txt", "小龙 李", 0),  # the given name first
        ("李+小龙.txt", "", 0),
        ("李%20小龙 final.ydk", "", 0),
        ("%E6%9D%8E+%E5%B0%8F%E9%BE%99.txt", "", 0),  # as a form sends it
        ("x.txt", "山田太郎", 1),
        ("太郎_山田.txt", "", 1),
        ("김 민준.txt", "", 2),
        ("Ann%20Example.txt", "", 3),
        ("x.txt", "Ann+Example", 3),
        ("x.txt", "李小虎", -1),
        ("x.txt", "龙小李", -1),  # the letters of a name in another order are another name
        ("李.txt", "", -1),
    ],
)
def test_a_name_that_a_form_put_together(file: str, player: str, whose: int) -> None:
    """Scripts that have no blanks between words: whatever stands between the parts of a name."""
    assert Owners(ASIAN).of(file, player).player == whose


def test_two_players_of_one_name_with_or_without_a_blank_are_told_apart_by_nobody() -> None:
    twins = (Player("李小龙", "李小龙", "1"), Player("小龙 李", "李", "2"))
    assert Owners(twins).of("x.txt", "李-小龙").kind == "whose"


@pytest.mark.parametrize(
    ("maker", "player"),
    [
        *((one, "") for one in ("...", "MDPro3", "EDOPro", "YGO Omega", "Dueling Book", "ygopro2", "Player")),
        *((one, "") for one in ("YGO Build X", "DuelingBook", "Project Ignis: EDOPro 40", "…", "player1")),
        *(
            (one, one)
            for one in ("Ann Example", "InsanityCry", "3 Kings", "Ed Proctor", "Hugo Playerson", "李小龙")
        ),
    ],
)
def test_a_program_is_no_player(maker: str, player: str) -> None:
    """What a .ydk was created by, as every page tells the player."""
    (found,) = Judge(open_desk("ygo")).file("x.ydk", f"#created by {maker}\n#main\n5\n#extra\n".encode())
    assert found.player == player


def test_who_made_a_file_is_named_as_its_player_only_where_the_roster_has_them(tmp_path: Path) -> None:
    """Whom the roster has not may be anybody: the deck is told by its file."""
    made = "#created by {}\n#main\n5\n#extra\n"
    found = event(tmp_path, ANN, a=made.format("InsanityCry"), b=made.format("Ann Example"))
    assert [(one.report.player, one.player) for one in found.decks] == [("Ann Example", 0), ("", -1)]
    assert "a.txt (not on the roster)" in event_text.render(found)
    assert "InsanityCry" not in event_text.render(found) + event_html.render(found)


def test_of_two_players_of_one_name_it_may_be_either(tmp_path: Path) -> None:
    """Both are on the roster, and both are asked."""
    found = event(tmp_path, LEE, TWIN, a="Player: Kim Lee\nDeck\n3 Wolf\n")
    told = event_text.render(found)
    assert "Kim Lee (which of the 2?)" in told
    assert "not on the roster" not in told
    assert "Kim Lee (lequel des 2\u202f?)" in event_text.render(found, speech=Speech("fr"))
    assert "Kim Lee (which of the 2?)" in event_html.render(found)
    assert [found.kinds(at) for at in (0, 1)] == [["missing", "whose"]] * 2
    for one in messages(found).values():
        assert "A deck list has arrived that may be yours or another player's: a.txt." in one
        assert "No deck list of yours" not in one


def test_what_is_to_be_seen_to_is_told_in_whole_words(tmp_path: Path) -> None:
    """Not "2 double, 1 of unknown players, 1 of the roster"; and no heading ends in two signs."""
    found = event(
        tmp_path,
        ANN,
        LEE,
        TWIN,
        BOB._replace(table="", deck="away.txt"),
        a="Player: Ann Example\nDeck\n3 Wolf\n",
        b="Player: Ann Example\nDeck\n2 Wolf\n",
        c="Player: Kim Lee\nDeck\n1 Wolf\n",
        d="Player: Zed\nDeck\n1 Bear\n",
    )
    told, french = (
        " ".join(event_text.render(found, width=400, speech=one).replace("\u202f", " ").split())
        for one in (Speech(), Speech("fr"))
    )
    assert "1 player with several decks, 1 deck of nobody on the roster, 1 deck of an uncertain" in told
    assert "Player uncertain: " in told
    assert "1 joueur avec plusieurs decks, 1 deck de personne de la liste, 1 deck d'un joueur" in french
    assert "Joueur incertain : " in french


def test_a_message_is_in_one_language(tmp_path: Path) -> None:
    """What the organiser is told of a deck too; and the same is told once of two decks."""
    one = "Player: Ann Example\nSubmitted: soon\nDeck\n{} Wolf\n"
    found = event(tmp_path, ANN, a=one.format(2), b=one.format(3))
    about = found.about._replace(deadline=read_moment("2020-03-31"))
    found = hold(about, found.roster, Judge(open_desk("postures")._replace(sheets=True)), "table")
    (told,) = messages(found, speech=Speech("fr")).values()
    told = " ".join(told.replace("\u202f", " ").split())
    when = (
        "On ne sait pas quand votre liste de deck est arrivée (attendu une heure telle que 2020-03-31 20:00"
    )
    assert told.count(when) == 1
    assert "expected" not in told
    assert "such as" not in told
