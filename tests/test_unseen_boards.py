"""Boards made by hand of which one player sees no difference: texts in a hand, under a deck, face-down. Each
folder of tests/unseen has two, and A is told the same of both.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli_w

from bench import FIXTURES
from bench.unseen.differences import said_otherwise
from bench.unseen.pairs import apart, on, told
from bench.unseen.questions import Question, answers, worded
from judge.fixture.load import load_fixture, parse_fixture
from judge.play.ruling import run
from judge.render.fixtures import paused
from judge.views.ruling import viewed

BOARDS = Path(__file__).parent / "unseen"


@pytest.mark.sample(25)
@pytest.mark.parametrize("folder", sorted(BOARDS.iterdir()), ids=lambda folder: folder.name)
def test_who_does_not_see_what_a_card_prints_is_not_told(folder: Path) -> None:
    """Neither text nor document, problem nor exit code."""
    boards = [parse_fixture((folder / f"{name}.toml").read_text("utf-8")) for name in ("one", "other")]
    assert apart(told(boards[0], "A"), told(boards[1], "A")) == []
    assert told(boards[0], "A")["text: exit"] == "0"


WAITING = [
    "a-card-of-the-hand-hears-of-tokens-and-is-not-used",
    "a-set-trap-hears-of-a-summon-and-is-not-used",
    "a-state-of-the-hand-sets-an-auto-of-the-hand-off",
    "an-omega-core-of-the-hand-is-not-played",
    "one-of-two-traps-that-were-looked-at-is-set",
]


@pytest.mark.parametrize("name", WAITING)
def test_nothing_tells_that_an_unseen_card_waits_to_be_used(name: str) -> None:
    """No window that it alone opens, and nothing that is kept in mind of it: not a word more is told."""
    boards = [parse_fixture((BOARDS / name / f"{one}.toml").read_text("utf-8")) for one in ("one", "other")]
    assert told(boards[0], "A") == told(boards[1], "A")


@pytest.mark.sample(15)
@pytest.mark.parametrize("folder", sorted(BOARDS.iterdir()), ids=lambda folder: folder.name)
def test_why_an_ability_did_nothing_does_not_hang_on_unseen_cards(folder: Path) -> None:
    """Of each ability on the board."""
    boards = [parse_fixture((folder / f"{name}.toml").read_text("utf-8")) for name in ("one", "other")]
    start = boards[0].start.cards.values()
    asked = [Question("why-not", one.id) for one in start if worded(boards[0], one.print)]
    told = [[answers(board, "A", question) for board in boards] for question in asked]
    assert [apart(*both) for both in told] == [[] for _ in asked]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a-refused-act-asks-for-something-seen-and-something-unseen", "at least 5 cards in A's hand"),
    ],
)
def test_why_an_act_is_refused_anyway_does_not_hang_on_unseen_cards(name: str, told: str) -> None:
    """Whether what else it asks for is there is not told, nor what would have to be so."""
    boards = [parse_fixture((BOARDS / name / f"{one}.toml").read_text("utf-8")) for one in ("one", "other")]
    one, other = (answers(board, "A", Question("why-not", "A: activate aa")) for board in boards)
    assert apart(one, other) == []
    assert told in one["text"]
    assert "its condition is not met" not in one["text"]


CHOSEN = """\
game = "ygo"
active = "B"
script = ["B: activate sp", "B: choose y"]
A = {{ deck = 20 }}
B = {{ hand = ["sp", "y", "x"], deck = 10 }}
[cards]
sp = {{ type = "spell", effect = {{ {key} = [
    {{ choose = "c", from = {{ zone = "hand", type = "monster" }} }},
], do = [{{ special-summon = "$c", position = "attack" }}, {{ draw = 1 }}] }} }}
y = {{ level = 2 }}
x = {{ level = 2 }}
"""


@pytest.mark.parametrize("key", ["cost", "targets"])
def test_what_a_cost_or_a_target_has_chosen_has_been_tested(key: str) -> None:
    """What is chosen for a Special Summon is a monster: that it comes to light tells no more."""
    assert "B draws a card" in told(parse_fixture(CHOSEN.format(key=key)), "A")["text"]


@pytest.mark.parametrize("script", [[], ["B: decline"]], ids=["asked", "declined"])
def test_a_pause_that_asks_what_replaces_something_does_not_tell_what_could(script: list[str]) -> None:
    """A saved pause waits for that decision before any line is taken."""
    folder, told_of = BOARDS / "a-seen-card-does-not-replace-what-a-card-of-the-hand-could-too", []
    for name in ("one", "other"):
        fixture = parse_fixture((folder / f"{name}.toml").read_text("utf-8"))
        fixture.lines = fixture.lines[:1]
        ruling = run(fixture, readings=False)
        pause = tomli_w.dumps({**paused(ruling.fixture, ruling.game), "script": script})
        told_of.append(told(parse_fixture(pause, "pause.toml"), "A"))
    assert apart(*told_of) == []


def test_no_run_stops_where_an_event_is_settled() -> None:
    """Whether it has to be settled hangs on what unseen cards forbid: it is no step of the rulebook."""
    folder = BOARDS / "a-card-of-the-hand-forbids-something"
    boards = [parse_fixture((folder / f"{name}.toml").read_text("utf-8")) for name in ("one", "other")]
    one, other = (answers(board, "A", Question("until", "event")) for board in boards)
    assert apart(one, other) == []


def test_a_search_goes_the_same_way_whatever_an_unseen_card_prints() -> None:
    """B has not seen g3, which forgoes attacks on the one board: it is a card that nobody has named, and its
    text is none of the search, where that is cut off, too.
    """
    text = (FIXTURES / "dbs/keywords/evolution-on-two-bases-covers-both.toml").read_text("utf-8")
    evolves = next(line for line in text.splitlines() if line.startswith("g3 = { character"))
    forgoes = (
        'g3 = { type = "extra", activated = { forgoes = { attack = { of = "me" } }, do = [{ draw = 2 }] } }'
    )
    boards = [parse_fixture(one) for one in (text, text.replace(evolves, forgoes))]
    one, other = (answers(on(board, board.start, []), "B", Question("explore", "")) for board in boards)
    assert apart(one, other) == []
    assert "text" in one


def test_a_search_knows_what_a_card_was_given_before_the_fixture_starts() -> None:
    """A table without the texts that are not seen still has what was given, which no card prints."""
    board = load_fixture(
        FIXTURES / "dbs/costs/a-given-ability-outlasts-the-card-that-leaves-to-pay-for-it.toml"
    )
    found = answers(on(board, board.start, []), "B", Question("explore", ""))
    assert "text" in found


def test_a_search_hears_of_no_name_that_only_unseen_cards_have() -> None:
    """B has not seen which of A's hand is called Wolf, or whether any is."""
    ruling = "postures/memory/a-declared-name-is-not-summoned-while-the-card-lies-there"
    board = load_fixture(FIXTURES / f"{ruling}.toml")
    wolf = board.start.cards["wolf"]
    start = board.start.copy()
    start.cards = {**start.cards, "wolf": wolf._replace(print="bear")}
    one, other = (
        answers(on(board, game, board.lines), "B", Question("explore", "B: attack fox owl", "A: choose Wolf"))
        for game in (board.start, start)
    )
    assert apart(one, other) == []
    assert "text" in one  # the line fits: it is one of the script


@pytest.mark.parametrize("after", ["", "A: activate mov", "A: activate mow"])
def test_a_search_does_not_tell_which_of_two_seen_cards_chance_puts_away(after: str) -> None:
    """A has looked at B's hand and cannot tell afterwards which of it lies under the deck."""
    folder = BOARDS / "chance-puts-one-of-two-seen-cards-under-the-deck"
    boards = [parse_fixture((folder / f"{name}.toml").read_text("utf-8")) for name in ("one", "other")]
    one, other = (answers(board, "A", Question("explore", "", after)) for board in boards)
    assert apart(one, other) == []
    assert "text" in one


def test_a_refusal_of_a_window_that_went_by_does_not_hang_on_who_was_asked_there() -> None:
    """Whether B was asked in the window hangs on its hand; that A could not begin it does not."""
    ruling = viewed(load_fixture(FIXTURES / "dbs/counter-window/the-actor-may-not-start-a-window.toml"), "A")
    assert [(one.answer, one.rule) for one in ruling.claims] == [("no", "10-10-3-2")] * 2


COUNTERED = """\
game = "dbs"
script = ["A: play q", "B: pass"]
A = {{ hand = ["q"], deck = 9 }}
B = {{ hand = ["c"], deck = 9 }}
[cards]
q = {{ power = 5000 }}
c = {{ {print} }}
"""


def test_a_search_after_a_pass_of_b_begins_where_it_would_if_b_had_not_been_asked() -> None:
    """A counter against plays has B asked as q is played."""
    counter = 'type = "extra", contre = { against = "play", do = [{ negate = "play" }] }'
    boards = [parse_fixture(COUNTERED.format(print=one)) for one in (counter, "power = 1000")]
    one, other = (answers(board, "A", Question("explore", "", "B: pass")) for board in boards)
    assert one == other
    assert "q → A's Battle Zone" in one["text"]


def test_cards_in_another_order_are_no_omission() -> None:
    """Neither is a word the same."""
    assert [*said_otherwise({"order": ["x", "y"]}, {"order": ["y", "x"]})] != []
    assert [*said_otherwise({"order": ["x", "y"]}, {"order": ["y"]})] == []
