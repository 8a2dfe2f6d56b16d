"""Walking through rulings: every position kept, choices answered otherwise, what is saved plays the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.cli.step_commands import position_text, stepped_text
from judge.engine import trace
from judge.engine.flow.keys import position_key
from judge.errors import BadInput
from judge.fixture.load import load_fixture, parse_fixture
from judge.page.page import page_of
from judge.play.ruling import run
from judge.stepping.decision import NoAnswer
from judge.stepping.session import Session

RULINGS = Path(__file__).parent.parent.parent / "fixtures"
COUNTERED = "dbs/counter-window/a-countered-counter-lets-the-attack-go-on"
# Of each game rulings with several decisions: acts, choices, orders, chance, windows in which one speaks up.
WALKED = (
    COUNTERED,
    "dbs/keywords/chosen-options-resolve-in-the-order-picked",
    "ygo/damage-step/a-trap-that-heals-cannot-be-activated-in-the-damage-step",
    "postures/clash/the-order-inside-a-clash",
    "tdg/actions/an-action-between-two-effects",
    "tdg/leader/what-a-lost-leader-provides-for-comes-after-the-new-one",
    "victory-spark/abilities/two-cards-with-different-names-come-back-to-the-hand",
)
HALT = """\
game = "dbs"
script = {script}
A = {{ battle = ["raider"] }}
B = {{ hand = ["halt"], energy = 1 }}
[cards]
raider = {{ power = 15000 }}
halt = {{ type = "extra", cost = 1, contre = {{ against = "attack", do = [{{ negate = "attack" }}] }} }}
"""


def opened(name: str, every: bool = False) -> Session:
    """A shipped ruling on the table."""
    return Session(load_fixture(RULINGS / f"{name}.toml"), every=every)


def halted(*script: str) -> Session:
    """An attack that may be halted, with this script."""
    lines = ", ".join(f'"{line}"' for line in script)
    return Session(parse_fixture(HALT.format(script=f"[{lines}]")))


def as_played(text: str, session: Session) -> Session:
    """What was saved, opened anew where the first one came from."""
    return Session(parse_fixture(text, session.fixture.file))


def same_end(one: Session, other: Session) -> bool:
    """Are two runs at the same position, having been told the same?"""
    keys = [position_key(each.run.table, each.run.game) for each in (one, other)]
    told = [[(e.kind, e.rule, e.step, e.depth) for e in each.run.trace.entries] for each in (one, other)]
    return keys[0] == keys[1] and told[0] == told[1]


def asked(session: Session) -> str:
    """What is asked here."""
    decision = session.decision()
    assert decision is not None
    return decision.text


# --- going on and back ---------------------------------------------------------------------------
@pytest.mark.sample(5)
@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("name", WALKED)
def test_the_lines_are_those_of_the_ruling(name: str, every: bool) -> None:
    """Nothing is told otherwise because it is told line by line."""
    session = opened(name, every)
    fixture = load_fixture(RULINGS / f"{name}.toml")
    page = page_of(run(fixture.up_to("", len(fixture.lines))), every=every)
    assert [one.step for one in session.lines] == list(page.steps)


@pytest.mark.parametrize("name", WALKED)
def test_going_back_comes_by_every_stop_again(name: str) -> None:
    """And at each of them all is as it was."""
    session = opened(name)
    there: list[tuple[int, object]] = []
    while True:
        there.append((session.at, position_key(session.run.table, session.game)))
        if session.at == session.last:
            break
        session.forward()
    for place in reversed(there):
        assert (session.at, position_key(session.run.table, session.game)) == place
        session.back()
    assert session.at == 0
    assert not session.back()


def test_a_position_is_that_after_its_line() -> None:
    """B has three life cards up to the line that takes one."""
    session = opened(COUNTERED)
    lives = []
    while session.at < session.last:
        session.forward()
        lives.append(
            (len(session.game.zones["B.life"]), any("life 3 → 2" in one.step.text for one in session.here))
        )
    assert [life for life, takes in lives if takes] == [2]
    assert sorted({life for life, _ in lives}) == [2, 3]


def test_the_article_of_a_line_is_shown_with_what_the_book_says() -> None:
    """The number stands at the line, the words in the rulebook."""
    session = opened(COUNTERED)
    assert session.goto("halt was negated")
    assert [one.id for one in session.articles()] == ["10-10-5"]
    assert "negate" in session.articles()[0].summary


# --- to an article, a window or words --------------------------------------------------------------
def test_an_article_is_gone_to_and_again_to_the_next() -> None:
    """After the last place it is the first again."""
    session = opened(COUNTERED)
    assert session.goto("4-7-3-5")
    first = session.at
    assert session.goto("4-7-3-5")
    assert session.at > first
    while session.at != first:
        assert session.goto("4-7-3-5")


def test_a_window_is_gone_to_by_its_name() -> None:
    """It has just been opened, and nobody has acted in it."""
    session = opened(COUNTERED)
    assert session.goto("counter")
    assert session.game.agenda[-1].procedure == "window:counter"
    assert session.run.trace.entries[session.moment.told - 1].kind in (trace.WINDOW, trace.OFFER)


@pytest.mark.parametrize("words", ["", "4-7-3-55", "no such words"])
def test_what_is_not_told_is_not_gone_to(words: str) -> None:
    """One stays where one was."""
    session = opened(COUNTERED)
    session.forward()
    at = session.at
    assert not session.goto(words)
    assert session.at == at


# --- choosing --------------------------------------------------------------------------------------
def test_a_decision_tells_what_may_be_done_and_why_not_the_rest() -> None:
    """B holds two counters, and one answers plays only."""
    session = opened(COUNTERED)
    session.next_decision()
    session.next_decision()
    decision = session.decision()
    assert decision is not None
    assert (decision.seat, decision.choices, decision.taken) == (
        "B",
        ("counter halt", "pass"),
        "B: counter halt",
    )
    assert len(decision.refused) == 1
    assert "counter cheap" in decision.refused[0]
    assert "10-10-3-1" in decision.refused[0]


def test_another_choice_cuts_what_came_after() -> None:
    """Not halted, the attack takes a life card; taken back, all is as before."""
    session = opened(COUNTERED)
    session.next_decision()
    session.next_decision()
    at, lines = session.at, session.lines
    session.choose(["2"])
    assert [one.text for one in session.run.lines] == ["A: attack raider B.leader", "B: pass"]
    session.to(session.last)
    assert not any("nope" in one.step.text for one in session.lines)
    assert session.undo()
    assert (session.at, session.lines) == (at, lines)
    assert not session.undo()


def test_the_answer_of_the_script_cuts_nothing() -> None:
    """However it is written."""
    session = opened(COUNTERED)
    session.next_decision()
    before = session.run
    session.choose(["A:", "attack", "raider", "lb"])
    assert session.run is before
    assert session.at > 0


def answers_tried(session: Session) -> Iterator[list[str]]:
    """Numbers that may answer the decision: each alone, several, none."""
    ask, decision = session.game.ask, session.decision()
    assert ask is not None
    assert decision is not None
    numbers = [str(n) for n, _ in enumerate(decision.choices, 1)]
    if ask.kind == "number":
        yield from ([str(n)] for n in (ask.least, ask.least + 1))
    elif ask.kind in ("pick", "order", "shuffle"):
        yield from (one[: ask.most] or ["none"] for one in (numbers, numbers[::-1], numbers[: ask.least]))
    else:
        yield from ([one] for one in numbers)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", WALKED)
def test_what_is_saved_plays_to_the_same_place(name: str) -> None:
    """After any one answer to any decision, the chances to speak up included, and one more after it."""
    tried, opening = 0, opened(name, every=True)
    for at in opening.decisions():
        opening.to(at)
        for words in answers_tried(opening):
            session = opened(name, every=True)
            session.to(at)
            if not chosen(session, words):
                continue
            if session.next_decision():
                chosen(session, next(answers_tried(session)))
            session.to(session.last)
            assert same_end(as_played(stepped_text(session), session), session), (at, words)
            tried += 1
    assert tried > 1


def chosen(session: Session, words: list[str]) -> bool:
    """Is it an answer? It is given then."""
    try:
        session.choose(words)
    except NoAnswer:
        return False
    return True


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", WALKED)
def test_a_position_is_saved_as_it_is(name: str) -> None:
    """Wherever one stands."""
    session = opened(name)
    for at in session.stops()[::3]:
        session.to(at)
        saved = parse_fixture(position_text(session), session.fixture.file)
        assert position_key(saved.table, saved.start) == position_key(session.run.table, session.game)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["counter", "cheap"], "10-10-3-1"),
        (["3"], "no 3"),
        (["0"], "no 0"),
        (["1", "2"], "One of them"),
        (["counter", "hallt"], "Did you mean counter halt?"),
        (["A:", "pass"], "B is asked here"),
        (["concede"], "no answer"),
        (["know", "x"], "know hand1 = card"),
        (["B:"], "not a legal option"),
        ([], "which"),
    ],
)
def test_an_answer_that_may_not_be_given_is_told_why(words: list[str], why: str) -> None:
    """And nothing has changed."""
    session = opened(COUNTERED)
    session.next_decision()
    session.next_decision()
    before = session.run, session.at
    with pytest.raises(NoAnswer, match=why):
        session.choose(words)
    assert (session.run, session.at) == before


def test_where_nobody_is_asked_nothing_is_answered() -> None:
    """The start is no decision."""
    with pytest.raises(NoAnswer, match="Nobody is asked"):
        opened(COUNTERED).choose(["1"])


# --- where it ends -----------------------------------------------------------------------------------
def test_a_script_that_ends_early_is_gone_on_with() -> None:
    """B is asked where it ends; what is chosen is the next line of the script."""
    session = halted("A: attack raider B.leader")
    session.to(session.last)
    assert asked(session) == "B may:"
    session.choose(["counter", "halt"])
    session.to(session.last)
    assert len(session.game.zones["B.life"]) == 6
    assert same_end(as_played(stepped_text(session), session), session)


def test_before_a_line_that_the_rules_refuse_it_stops() -> None:
    """The ruling says why, and another answer is given in its place."""
    session = halted("A: attack raider B.leader", "B: pass", "A: attack raider B.leader")
    session.to(session.last)
    assert "refused, 7-1:" in session.why_ended()
    assert asked(session) == "A may:"
    assert not session.forward()
    session.choose(["pass"])
    assert [one.text for one in session.run.lines][-1] == "A: pass"


def test_before_a_line_that_does_not_fit_it_stops() -> None:
    """B has no card of that name to be asked about."""
    session = halted("B: counter halt")
    session.to(session.last)
    assert session.why_ended().startswith('The next line of the script does not fit, "B: counter halt"')


def test_where_control_is_back_it_is_played_on() -> None:
    """Past the end of the script up to the next decision; and that can be taken back."""
    session = Session(parse_fixture('game = "ygo"\n'))
    session.to(session.last)
    before = session.run
    assert "nobody is asked" in session.why_ended()
    assert session.forward()
    assert session.run is not before
    assert session.undo()
    assert session.run is before


def test_until_is_passed_over() -> None:
    """Who walks through a ruling goes on as far as it goes."""
    text = HALT.format(script='["A: attack raider B.leader", "B: pass"]').replace(
        "script", 'until = "7-1-3"\nscript', 1
    )
    session = Session(parse_fixture(text))
    session.to(session.last)
    assert len(session.game.zones["B.life"]) == 5
    assert "until" not in stepped_text(session)


def test_a_saved_pause_is_walked_through() -> None:
    """What one run saved, another goes on from."""
    session = opened(COUNTERED)
    session.next_decision()
    session.next_decision()
    paused = as_played(position_text(session), session)
    paused.to(paused.last)
    assert asked(paused) == asked(session)
    paused.choose(["2"])
    paused.to(paused.last)
    assert same_end(as_played(stepped_text(paused), paused), paused)


def test_a_pause_that_was_changed_answers_for_itself() -> None:
    """What it says and cannot be played on is a problem of the file, as it is for `judge run`."""
    session = opened(COUNTERED)
    session.next_decision()
    text = position_text(session).replace('step = "6-3-1-2"', 'step = "7-1-4"')
    with pytest.raises(BadInput):
        as_played(text, session)


def test_nobody_changes_a_position_that_is_kept() -> None:
    """Another choice leaves those of the first run as they were."""
    session = opened(COUNTERED)
    run_before = session.run
    keys = [position_key(run_before.table, one.game) for one in run_before.moments]
    session.next_decision()
    session.choose(["pass"])
    session.to(session.last)
    assert [position_key(run_before.table, one.game) for one in run_before.moments] == keys
