"""A table seen as one player sees it: nothing that is shown hangs on what only the other one sees."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from extent import SOAK

from bench import FIXTURES, rulings
from bench.unseen.boards import printed
from bench.unseen.pairs import on, pairs
from judge.cli.step import answered, mat, shown
from judge.cli.step_commands import Commands
from judge.errors import BadInput
from judge.fixture.load import Fixture, load_fixture, parse_fixture
from judge.page.page import page_of
from judge.play.ruling import Unfit
from judge.play.run import Run, misfit_of
from judge.stepping.decision import NoAnswer
from judge.stepping.mat import CardSeen, Unseen, mat_of
from judge.stepping.player import PlayerSession
from judge.views.ruling import viewed

GAMES = ("dbs", "postures", "tdg", "victory-spark", "ygo")
COUNTERED = FIXTURES / "dbs/counter-window/a-countered-counter-lets-the-attack-go-on.toml"
SAMPLE = 3  # pairs of each game
FARTHEST = 400 if SOAK else 60  # stops


def walked(board: Fixture, seat: str, every: bool) -> list[str]:
    """All that a player is shown on the way to the end, with the mat at each stop, and of what is looked
    for.
    """
    try:
        session = PlayerSession(board, seat, every=every)
    except BadInput as error:
        return [one.text() for one in error.problems]
    commands = Commands(session, ())
    rows = [*mat(session), *shown(session, session.told)]
    for text in ("n",) * min(session.last + 1, FARTHEST) + ("g counter", "g a", "d", "1", "b 3"):
        told = session.told
        rows += answered(commands, commands.obey(text), told)
        rows += mat(session)
    return rows


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_seen_changes_nothing(game: str) -> None:
    """To the byte, on boards that the player cannot tell apart."""
    dice, tried = random.Random(f"step {game}"), 0
    paths = rulings(game)
    while tried < SAMPLE:
        for pair in pairs(dice.choice(paths), 1, dice):
            tried += 1
            every = dice.random() < 0.5
            one, other = (walked(board, pair.reader, every) for board in pair.boards)
            assert one == other, (pair.boards[0].file, pair.reader, pair.how)


def test_the_article_at_the_start_is_none_of_an_unseen_decision() -> None:
    """Where a pause goes on with a cancel of the other player, who may have none."""
    name = (
        "victory-spark/cancels/the-ability-of-a-card-that-has-left-keeps-what-the-card-was-like-just-before"
    )
    played = Run(load_fixture(FIXTURES / f"{name}.toml"))
    misfit_of(played)
    mark = next(one for one in played.marks if one.at == 5)
    start = mark.game.copy(asked=False)
    boards = (start, printed({"any": "default-ring", "trim": "boss"})(start))
    one, other = (walked(on(played.fixture, board, played.lines[5:6]), "A", False) for board in boards)
    assert one == other


@pytest.mark.parametrize("seat", ["A", "B"])
@pytest.mark.parametrize("every", [False, True])
def test_the_lines_are_those_of_the_ruling_for_the_player(seat: str, every: bool) -> None:
    """One stop each, and one for each decision of that player."""
    fixture = load_fixture(COUNTERED)
    session = PlayerSession(fixture, seat, every=every)
    page = page_of(viewed(fixture, seat), seat, every=every)
    assert [one.step for one in session.lines] == list(page.steps)
    stops = 0
    while session.forward():
        stops += 1
        decision = session.decision()
        assert decision is None or decision.seat == seat
        assert len(session.here) == (decision is None)
    assert stops == session.last == len(session.lines) + len(list(session.decisions()))


HANDS = """\
game = "dbs"
A = { hand = ["mine", 1], deck = ["known", 5] }
B = { hand = ["theirs", 2], drop = ["open"] }
[cards]
mine = {}
known = {}
theirs = {}
open = {}
"""


def test_the_mat_hides_what_the_player_does_not_see() -> None:
    """The other hand and both decks; not how many cards lie there."""
    table = mat_of(PlayerSession(parse_fixture(HANDS), "A").narrator())
    places = {
        (one.seat, one.zone): one.cards
        for half in (table.above, table.below)
        for row in half.rows
        for one in row
    }
    assert places["A", "hand"] == (CardSeen("mine"), Unseen(1))
    assert places["B", "hand"] == (Unseen(3),)
    assert places["A", "deck"] == (Unseen(6),)
    assert places["B", "drop"] == (CardSeen("open"),)


def test_a_face_down_card_is_seen_to_lie_there() -> None:
    """By whom it is not controlled: neither its name nor its numbers."""
    fixture = parse_fixture("""\
game = "ygo"
B = { monster = [{ card = "m", facing = "down", position = "defence" }] }
[cards]
m = { type = "monster", atk = 1200, def = 900, level = 4 }
""")
    cards = {
        seat: next(
            one.cards for row in mat_of(PlayerSession(fixture, seat).narrator()).above.rows for one in row
            if one.zone == "monster"
        )
        for seat in ("A", "B")
    }  # fmt: skip
    assert [one.name for one in cards["A"] if isinstance(one, CardSeen)] == ["?"]
    assert [one.numbers for one in cards["A"] if isinstance(one, CardSeen)] == [()]
    assert [(one.name, one.numbers) for one in cards["B"] if isinstance(one, CardSeen)] == [
        ("m", ("1200", "900"))
    ]


def test_nothing_is_chosen() -> None:
    """Nor played on at the end."""
    session = PlayerSession(load_fixture(COUNTERED), "A")
    session.next_decision()
    with pytest.raises(NoAnswer, match="as A sees it"):
        session.choose(["1"])
    session.to(session.last)
    assert not session.forward()


def test_of_a_line_of_the_other_player_that_does_not_fit_nothing_is_told() -> None:
    """But that there is one."""
    text = 'game = "dbs"\nscript = ["A: attack la lb", "B: counter secret"]\nB.hand = ["secret"]\n'
    fixture = parse_fixture(f"{text}[cards]\nsecret = {{}}\n")
    with pytest.raises(Unfit):
        viewed(fixture, "A")
    session = PlayerSession(fixture, "A")
    session.to(session.last)
    assert session.why_ended() == session.words["misfit"]


def test_a_file_of_that_player_is_none(tmp_path: Path) -> None:
    """What is saved would have every card."""
    commands = Commands(PlayerSession(load_fixture(COUNTERED), "A"), ())
    assert "does not see them all" in commands.obey(f"s {tmp_path}/x.toml").says
    assert list(tmp_path.iterdir()) == []


def prompt_at(session: PlayerSession, at: int) -> str:
    """What is asked at a stop."""
    ask = session.run.moments[at].game.ask
    return ask.prompt if ask is not None else ""
