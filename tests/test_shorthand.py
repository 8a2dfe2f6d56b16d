"""A dispute in few keystrokes: abbreviations, boards on one line, acts, points, slips at their columns."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.kernel.book import Book
from judge.fixture.load import parse_fixture
from judge.fixture.written import SECTIONS
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import find, games
from judge.shorthand.acts import read_question
from judge.shorthand.boards import Board
from judge.shorthand.dispute_fields import Draft
from judge.shorthand.known_cards import KnownCards
from judge.shorthand.points import points_of, read_place, row_of
from judge.shorthand.typed import Typed, Word, meant
from judge.speech.catalogue import phrases
from judge.text.source import parse_source
from judge.text.toml_text import document


def book_of(game: str) -> Book:
    """A game's rulebook."""
    return load_rulebook(str(find(game)))


def board(game: str, text: str) -> tuple[Board, list[str]]:
    """A board, and what is wrong with it."""
    found, typed = Board(book_of(game), KnownCards()), Typed("board", text)
    found.read(typed)
    return found, [one.text() for one in typed.problems]


# --- words -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("b", ("battle", "hand"), ["battle"]),
        ("h", ("hand", "hunt"), ["hand", "hunt"]),
        ("hand", ("hand", "hand-lock"), ["hand"]),
        ("le", ("leader", "leader-object"), ["leader"]),
        ("le", ("leader", "leader-object", "lead"), ["lead", "leader", "leader-object"]),
        ("s2", ("support-1", "support-2", "support-2-object"), ["support-2"]),
        ("ÉTIN", ("etincelle",), ["etincelle"]),
        ("double_f", ("double-frappe",), ["double-frappe"]),
        ("x", ("battle",), []),
    ],
)
def test_a_word_goes_by_its_beginning(word: str, known: tuple[str, ...], found: list[str]) -> None:
    assert meant(word, known) == found


# --- boards ----------------------------------------------------------------------------------------
YGO = "B lp 3000; m ogre 1000/1200 tuner effect level 4 def race=Beast; s t trap down did=set ef(draw 1)"
SPARK = "A ri ria 2000/2000 activated(zone ring, draw 2); wr 3; B h trim cancel(of={max={level=2}})"
BOARDS = {
    ("dbs", "A: leader la 10000; battle k1 15000 rest; hand mine contre(attack) ; B: life 4, hand halt"): (
        {
            "A": {"leader": "la", "battle": [{"card": "k1", "mode": "inertie"}], "hand": ["mine"]},
            "B": {"life": 4, "hand": ["halt"]},
        },
        {
            "la": {"type": "leader", "power": 10000},
            "k1": {"power": 15000},
            "mine": {"contre": {"against": "attack"}},
            "halt": {},
        },
    ),
    ("dbs", "A h c1+2, de c2 + 28; e red*2"): (
        {"A": {"hand": ["c1", 2], "deck": ["c2", 28], "energy": ["red*2"]}, "B": {}},
        {"c1": {}, "c2": {}},
    ),
    ("ygo", YGO): (
        {
            "A": {},
            "B": {
                "lp": 3000,
                "monster": [{"card": "ogre", "position": "defence"}],
                "spell": [{"card": "t", "facing": "down", "did": "set"}],
            },
        },
        {
            "ogre": {"atk": 1000, "def": 1200, "kind": ["tuner", "effect"], "level": 4, "race": "Beast"},
            "t": {"type": "trap", "effect": {"do": [{"draw": 1}]}},
        },
    ),
    ("postures", "A c1 x 1000/500 untargetable hid; magic spur; pv 2000"): (
        {"A": {"c1": {"card": "x", "posture": "hidden"}, "magic": ["spur"], "pv": 2000}, "B": {}},
        {"x": {"atk": 1000, "def": 500, "untargetable": True}, "spur": {"type": "magic"}},
    ),
    ("tdg", "A s2 sol /2 cool 1 an(effect, negate effect)"): (
        {"A": {"support-2": [{"card": "sol", "cooldown": 1}]}, "B": {}},
        {"sol": {"def": 2, "answer": {"against": "effect", "do": [{"negate": "effect"}]}}},
    ),
    ("victory-spark", SPARK): (
        {"A": {"ring": ["ria"], "waiting-room": 3}, "B": {"hand": ["trim"]}},
        {
            "ria": {"attack": 2000, "defence": 2000, "activated": {"zone": "ring", "do": [{"draw": 2}]}},
            "trim": {"cancel": {"of": {"max": {"level": 2}}}},
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize(("game", "text"), list(BOARDS))
def test_a_board_on_one_line(game: str, text: str) -> None:
    found, problems = board(game, text)
    assert problems == []
    assert (found.tables(), found.cards) == BOARDS[game, text]


def test_a_name_of_several_words_and_an_ability_as_toml() -> None:
    found, problems = board("dbs", 'B b "Son Goku" blue auto={on="attack", do=[{draw=1}]}')
    assert problems == []
    assert found.tables()["B"] == {"battle": ["son-goku"]}
    assert found.cards == {"son-goku": {"color": "blue", "auto": {"on": "attack", "do": [{"draw": 1}]}}}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("b k1", ["board:1:1: whose board is it?"]),
        ("A batle k1", ["board:1:3: 'batle' is no zone", "did you mean battle?"]),
        ("A l k1", ["board:1:3: 'l' may be more than one thing (expected leader or life"]),
        ("A b k1 15000 inertee", ["board:1:14: 'inertee' is no word for a card", "did you mean inertie?"]),
        ("A b k1 cost", ["board:1:8: cost needs its value (expected a whole number after it"]),
        ("A b k1 1/2", ["board:1:8: '1/2' is no number of a card (expected power"]),
        ("A b k1 5 6", ["board:1:10: power is said twice"]),
        ("A b k1 5, h k1 6", ["board:1:16: power of k1 was said before"]),
        ("A b 3 rest", ["board:1:7: nothing can be said of cards that nobody has seen"]),
        ("A h 99999999999", ["board:1:5: no zone holds so many cards"]),
        ("A b k1 +", ["board:1:3: a card is missing in battle"]),
        ("A b k1 contre(attack", ["board:1:14: '(' is not closed"]),
        ('A b "k1', ["board:1:5: the quote that begins here is not closed"]),
        ("A b k1 auto={on=}", ["board:1:13: this is no value as TOML has it"]),
        ("A b k1 contre(attack, hop)", ["board:1:23: 'hop' alone says nothing of contre"]),
    ],
)
def test_every_slip_has_its_column(text: str, told: list[str]) -> None:
    problems = board("dbs", text)[1]
    assert problems
    assert [one for one in told if not any(one in problem for problem in problems)] == []


def test_all_slips_are_told_at_once() -> None:
    problems = board("dbs", "A batle k1 restt; h k2 7 8; zzz 3")[1]
    assert [one.split(": ")[0] for one in problems] == ["board:1:3", "board:1:12", "board:1:26", "board:1:29"]


# --- questions and acts ----------------------------------------------------------------------------
def draft(game: str, text: str) -> Draft:
    """A dispute of which the board is told."""
    found = Draft(book_of(game), "mine.toml", phrases("", "en")["form"])
    found.board = board(game, text)[0]
    return found


@pytest.mark.parametrize(
    "text", ["May B counter with halt?", "B counter halt", "b cou halt?", "B: can counter halt"]
)
def test_a_question_in_words_and_in_short(text: str) -> None:
    found = draft("dbs", "A b raider 15000; B h halt contre(attack), e 1")
    found.asked = Typed("question", text.replace("can ", ""))
    found.question = read_question(found.asked, {"counter", "combo"})
    source, problems = found.check()
    assert problems == []
    assert source is not None
    assert (source.data["script"], source.data["title"]) == (["B: may counter halt"], "May B counter halt?")


@pytest.mark.parametrize(
    ("text", "ask"),
    [("why B.life?", "why B.life"), ("B.life", "why B.life"), ("Who wins if A: pass", "who wins if A: pass"),
     ("what happens?", ""), ("", ""), ("what", "")],
)  # fmt: skip
def test_a_question_that_is_no_act(text: str, ask: str) -> None:
    typed = Typed("question", text)
    found = read_question(typed, {"counter"})
    assert (found.ask, found.words, typed.problems) == (ask, (), [])


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("A at rai", ["A: attack raider"]),
        ("A attacks the leader with raider", ["A: attack raider B.leader"]),
        ("A attaks", None),
        ("A at raider with leader; B pass", ["A: attack raider B.leader", "B: pass"]),
        ("A at raider the B.sc, A choose scout", ["A: attack raider B.scout", "A: choose scout"]),
        ("A not at scout by 7-1", ["A: not attack scout by 7-1"]),
        ("chance: first A", ["chance: first A"]),
        ("A know hand1 = scout", ["A: know hand1 = scout"]),
        ("A: number 3", ["A: number 3"]),
        ("C at raider", None),
        ("A at nobody", None),
    ],
)
def test_what_happened_before(text: str, lines: list[str] | None) -> None:
    found, typed = draft("dbs", "A b raider 15000, h 2; B b scout 5000 rest"), Typed("before", text)
    said = found.acts().lines(typed)
    if lines is None:
        assert typed.problems
    else:
        assert (said, typed.problems) == (lines, [])


# --- points ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", games())
def test_every_point_is_one_at_which_a_game_can_stand(game: str) -> None:
    """With the cards that it needs, if any; and each is found by number, by name and by its beginning."""
    book = book_of(game)
    zone = {"dbs": "battle", "ygo": "monster", "postures": "creature", "tdg": "s1", "victory-spark": "f1"}[
        game
    ]
    for n, name in enumerate(points_of(book), 1):
        typed = Typed("where", name)
        place = read_place(typed, book)
        needs = len(typed.problems) > 0
        words = " mine theirs" if needs else ""
        for word in (str(n), name):
            typed = Typed("where", f"{word}{words}")
            place = read_place(typed, book)
            assert typed.problems == []
        found = draft(game, f"A {zone} mine; B {zone} theirs")
        found.place = place
        assert found.check()[1] == []


def test_a_point_that_is_not_there() -> None:
    typed = Typed("where", "mian")
    read_place(typed, book_of("dbs"))
    (problem,) = typed.problems
    assert problem.text().startswith("where:1:1: 'mian' is no point, nor a step of the book")
    assert problem.hint == "main"


def test_a_point_that_needs_cards() -> None:
    typed = Typed("where", "offence")
    read_place(typed, book_of("dbs"))
    assert [one.text() for one in typed.problems] == [
        "where:1:1: this needs attacker and target (expected offence ATTACKER TARGET)"
    ]


# --- the text --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "data",
    [
        {"game": "dbs", "script": ["A: pass"] * 20, "A": {"hand": ["a", 2]}, "cards": {"a": {}}},
        {
            "game": "dbs",
            "cards": {"x y": {"note": 'say "hi"', "auto": [{"do": [{"draw": n}]} for n in range(20)]}},
        },
        {"game": "dbs", "expect": {"A": {"hand": 1, "drop": ["b"]}, "k1": {"power": 5, "up": True}}},
    ],
)
def test_what_is_written_is_read_again(data: dict[str, Any]) -> None:
    assert parse_source(document(data, SECTIONS, ("expect",)), "x").data == data


def test_what_is_written_is_a_fixture() -> None:
    found = draft("dbs", "A b raider 15000")
    source, _ = found.check()
    assert source is not None
    assert parse_fixture(source.text).model.title == "What happens?"


@pytest.mark.parametrize("word", ["²", "٢", "9" * 5000])
def test_a_point_is_named_by_figures(word: str) -> None:
    """What other scripts count with is no number of a point."""
    typed = Typed("where", word)
    assert row_of(typed, book_of("dbs"), Word(word, 1)) == {}
    (problem,) = typed.problems
    assert "is no point" in problem.text()
