"""Every way that a dispute can end: as many ends as are pinned, each line leads where it says, and a search
that was cut off claims no more than it saw.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from extent import SAMPLE, SOAK, evenly

from bench import FIXTURES, name_of, rulings
from bench.outcomes import limit_of, pinned
from judge.engine.effects.reader import Reader
from judge.engine.flow.answers import answers
from judge.engine.kernel.state import SEATS, Game
from judge.errors import BadInput
from judge.fixture.load import Fixture, load_fixture, parse_fixture
from judge.fixture.script import parse_line, read_answer
from judge.play.exploration import Explored, explore
from judge.play.outcomes import End, Outcomes
from judge.play.question import read_question
from judge.play.search import LIMIT, Search
from judge.render.explored import explored_text
from judge.render.explored_json import explored_json
from judge.render.fixtures import found_text

PINS = pinned()
WINDOW = FIXTURES / "dbs/counter-window/the-actor-may-not-start-a-window.toml"
GIFT = FIXTURES / "ygo/chains/paying-the-last-lp-as-a-cost-loses-the-duel-at-once.toml"
UNPAID = FIXTURES / "ygo/chains/by-the-other-reading-the-last-lp-cannot-be-paid.toml"
BALM = FIXTURES / "ygo/damage-step/a-trap-that-heals-cannot-be-activated-in-the-damage-step.toml"
FEW = 300  # positions of a long search; all of them by `make soak`


TRIED = 10
# Rulings that have few outcomes: `make test` tries some of the sample.
SMALL = [
    one if one in SAMPLE else pytest.param(one, marks=pytest.mark.soak)
    for one in rulings()
    if isinstance(PINS[name_of(one)], int)
]


def asked(path: Path, **options: object) -> Explored:
    """The answer to a question about a ruling."""
    fixture = load_fixture(path)
    return explore(fixture, read_question(fixture, **options))  # type: ignore[arg-type]


def text(path: Path, **options: object) -> str:
    """The same as text of 80 columns."""
    return explored_text(asked(path, **options), 80)


def all_ends(fixture: Fixture) -> Outcomes:
    """Every outcome of a fixture, with lines."""
    search = Outcomes(fixture, limit_of(name_of(Path(fixture.file))))
    search.look(search.first(), lambda end: False)
    return search


# --- the search ---------------------------------------------------------------------------------------
def test_the_sample_has_every_game() -> None:
    tried = evenly([one for one in SMALL if one in SAMPLE], TRIED, "")
    assert {name_of(one).partition("/")[0] for one in tried} == {
        "dbs", "ygo", "postures", "victory-spark", "tdg",
    }  # fmt: skip


@pytest.mark.sample(TRIED)
@pytest.mark.parametrize("path", SMALL, ids=name_of)
def test_as_many_outcomes_as_are_pinned_and_each_line_leads_to_its_own(path: Path) -> None:
    """Read as a script, answer for answer, a line comes to the very position."""
    fixture = load_fixture(path)
    search = all_ends(fixture)
    if not (search.wide or search.cut):
        assert len(search.found) == PINS[name_of(path)]
    for key, end in search.found.items():
        assert replayed(fixture, search, end) == key


def replayed(fixture: Fixture, search: Outcomes, end: End) -> object:
    """The key of the position that the lines of an end lead to."""
    other = Search(fixture)
    game = other.run.game
    goes_on = other.goes_on(game)
    for said in end.lines:
        assert goes_on
        ask = game.ask
        assert ask is not None
        line = parse_line(said.text)
        assert not isinstance(line, str)
        assert line.seat == ask.seat
        silent = line.words == ("wait",)
        answer = read_answer(Reader(other.table, game), ask, ("pass",) if silent else line.words)
        assert answer.error == "", (said.text, answer.error)
        goes_on = other.goes_on(game, (answer.value,))
    assert not goes_on
    return search.key(game)


def brute(fixture: Fixture, most: int = 3_000) -> tuple[dict[object, int], int]:
    """Every line of a small board followed without merging: each end with the fewest decisions to it."""
    search = Search(fixture)
    ends: dict[object, int] = {}
    start = search.run.game
    waiting: list[tuple[Game, int, bool]] = []
    if search.goes_on(start):
        waiting.append((start, 0, search.away))
    else:
        ends[search.key(start)] = 0
    looked = 0
    while waiting and looked <= most:
        game, decisions, away = waiting.pop()
        assert game.ask is not None
        values = list(answers(Reader(search.table, game), game.ask))
        for value in values:
            looked += 1
            child, n = game.copy(), decisions + (len(values) > 1)
            search.away = away
            if search.goes_on(child, (value,)):
                waiting.append((child, n, search.away))
            else:
                key = search.key(child)
                ends[key] = min(n, ends.get(key, n))
    return ends, looked


BRUTE = [
    "dbs/counter-window/the-actor-may-not-start-a-window",
    "dbs/counter-window/deflect-saves-the-card-while-the-counter-does-the-rest",
    "postures/hidden/type-effects-miss-hidden-creatures",
    "postures/skills/a-card-that-another-replacement-needs-is-not-discarded-for-the-first",
    "victory-spark/cancels/a-play-cannot-be-cancelled",
]


@pytest.mark.parametrize("name", BRUTE)
def test_without_merging_the_same_ends_are_found_by_lines_as_short(name: str) -> None:
    fixture = load_fixture(FIXTURES / f"{name}.toml")
    ends, looked = brute(fixture)
    assert looked <= 3_000
    search = all_ends(fixture)
    found = {
        plain_key(search, end): sum(not line.quiet for line in end.lines) for end in search.found.values()
    }
    assert sorted(found.values()) == sorted(ends.values())
    assert len(found) == len(ends)


def plain_key(search: Outcomes, end: End) -> object:
    return search.key(end.game)


# --- what is asked ------------------------------------------------------------------------------------
def test_after_a_line_the_three_ways_of_the_window() -> None:
    """By 4-7-3: B answers or not, and what B answers with A may answer."""
    found = asked(WINDOW, after="A: attack k1 lb")
    lines = [[one.text for one in way.end.lines if not one.quiet] for way in found.ways]
    assert sorted(lines) == [
        ["B: counter halt", "A: counter nope"], ["B: counter halt", "A: pass"], ["B: pass"],
    ]  # fmt: skip
    life = {tuple(line): way.end.game.zones["B.life"] for line, way in zip(lines, found.ways, strict=True)}
    assert {line: len(cards) for line, cards in life.items()} == {
        ("B: counter halt", "A: counter nope"): 3, ("B: counter halt", "A: pass"): 4, ("B: pass",): 3,
    }  # fmt: skip
    assert found.played.at is not None
    assert lines[found.played.at] == ["B: counter halt", "A: counter nope"]
    page = explored_text(found, 80)
    assert "nobody wins by any of them" in page.replace("\n", " ")
    assert page.count("<- as played") == 1
    assert max(map(len, page.splitlines())) <= 80


def test_an_act_that_ends_the_game() -> None:
    """gl.cost.before: the last LP are paid, and B has won before gift resolves."""
    found = asked(GIFT, first="A: activate gift")
    assert [way.end.told[0].value for way in found.ways] == ["B"]
    assert "B wins" in explored_text(found, 80)


def test_an_act_that_is_refused_is_answered_with_its_article() -> None:
    page = text(BALM, after="A: pass", first="A: activate balm")
    assert page.startswith("NO: A may not activate balm here (ds.limits")
    assert explored_json(asked(BALM, after="A: pass", first="A: activate balm"))["answer"] == "refused"


def comes(explored: Explored) -> list[tuple[str, str]]:
    """What the act that a question begins with comes to by other possibilities, where that is another."""
    found = explored_json(explored)["open"]
    return [(other["name"], other["comes_to"]) for one in found for other in one["possibilities"][1:]]


def test_who_wins_hangs_on_a_reading() -> None:
    """Whether a cost may take the last LP is open (note 18): by the other possibility A may not activate gift
    at all, and where that one is taken B wins by this one.
    """
    assert comes(asked(GIFT, first="A: activate gift")) == [
        ("no", "Then: A may not activate gift (main1.activate).")
    ]
    assert comes(asked(UNPAID, first="A: activate gift")) == [("yes", "Then: B wins.")]
    assert "OPEN: DECIDES  May a player pay all of the remaining LP" in text(GIFT, first="A: activate gift")


def test_a_reading_that_does_not_matter_is_not_told() -> None:
    """Whether a used [Contre] leaves when used or when resolved: nobody wins by either."""
    found = asked(WINDOW, first="A: attack k1 lb")
    assert ("contre-leaves", True) in {(one.reading, one.found is not None) for one in found.others}
    assert comes(found) == []
    assert "OPEN" not in explored_text(found, 80)


def test_nothing_is_claimed_of_readings_where_the_search_was_cut_off() -> None:
    """Who else may win there was not looked at."""
    found = asked(WINDOW, first="A: attack k1 lb", limit=1)
    assert found.bounds.cut
    assert found.others
    assert comes(found) == []


@pytest.mark.slow("soak: every position")
def test_listening_for_readings_changes_no_way() -> None:
    """The same ends by the same lines."""
    for path in (WINDOW, BALM):
        fixture = load_fixture(path)
        deaf, hearing = (Outcomes(fixture, LIMIT if SOAK else FEW) for _ in range(2))
        hearing.listen()
        for one in (deaf, hearing):
            one.look(one.first(), lambda end: False)
        assert deaf.found
        assert list(deaf.found) == list(hearing.found)
        assert [end.lines for end in deaf.found.values()] == [end.lines for end in hearing.found.values()]


def test_a_player_who_is_not_asked() -> None:
    assert "B is not asked here." in text(BALM, first="B: activate rage")


def test_a_fact_is_found_by_a_shortest_line() -> None:
    found = asked(WINDOW, find=["B.life=4", "halt=drop"])
    assert found.found is not None
    assert len([one for one in found.found.lines if not one.quiet]) == 3
    assert explored_text(found, 80).startswith("YES: B.life = 4, halt = drop can be reached.")


def test_a_fact_that_no_end_has() -> None:
    """One battle takes one life."""
    assert text(WINDOW, find=["B.life=2"]).startswith("NO: B.life = 2 is reached by none of the 9 ends.")


def test_a_search_that_was_cut_off_says_so() -> None:
    page = text(WINDOW, limit=10).replace("\n", " ")
    assert "nobody wins by those" in page
    assert "Not exhausted: stopped after 10 answers" in page
    assert " any of them" not in page
    assert text(WINDOW, find=["B.life=2"], limit=3).startswith("NOT FOUND")


def test_unseen_cards_are_said_not_to_be_searched() -> None:
    fixture = parse_fixture('game = "dbs"\nA = { hand = 2 }\n')
    found = explore(fixture, read_question(fixture))
    assert found.bounds.unseen == {SEATS[0]: 2}
    assert "the unseen cards in hand (A 2)" in explored_text(found, 80).replace("\n", " ")


def test_a_question_may_have_its_accents_apart(tmp_path: Path) -> None:
    """As a line that is copied from elsewhere."""
    window = tmp_path / "window.toml"
    text = WINDOW.read_text(encoding="utf-8").replace("halt", "hâlt").replace("hâlt =", '"hâlt" =')
    window.write_text(text, encoding="utf-8")
    found, same = (
        asked(window, after="A: attack k1 lb", first=f"B: counter {one}", find=[f'"{one}"=drop'])
        for one in ("ha\u0302lt", "hâlt")
    )
    assert explored_text(found, 80) == explored_text(same, 80)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"after": "A: attack k2 lb"}, "did you mean A: attack k1 lb"),
        ({"after": "A: attack k1 lb#2"}, "1 times, not 2"),
        ({"first": "A: atack k1 lb"}, "did you mean attack"),
        ({"first": "attack"}, "a script line is"),
        ({"find": ["B.lief=3"]}, "did you mean"),
        ({"find": ["B.drop=['hald']"]}, "there is no card 'hald' (found hald; did you mean halt?)"),
        ({"find": ["B.life"]}, "takes a fact and its value"),
        ({"find": ["options=[]"]}, "no fact of an end"),
        ({"limit": 0}, "--limit takes a number"),
    ],
)
def test_a_question_that_cannot_be_read(options: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput) as caught:
        asked(WINDOW, **options)
    assert any(said in problem.text() for problem in caught.value.problems)


# --- a line that is kept ------------------------------------------------------------------------------
def test_a_line_that_was_found_holds_as_a_fixture(tmp_path: Path) -> None:
    from judge.play.ruling import run

    target = tmp_path / "line.toml"
    target.write_text(found_text(asked(WINDOW, find=["B.life=4", "halt=drop"])), encoding="utf-8")
    ruling = run(load_fixture(target))
    assert ruling.verdict == "holds"
    assert len(ruling.facts) == 2


@pytest.mark.parametrize("path", [WINDOW, GIFT, FIXTURES / f"{BRUTE[3]}.toml", FIXTURES / f"{BRUTE[4]}.toml"])
def test_each_way_kept_comes_out_as_it_was_told(path: Path, tmp_path: Path) -> None:
    """Played by `judge run`, who wins, counts, and places are what the way says."""
    from judge.play.outcomes import told_of
    from judge.play.ruling import run

    found = asked(path)
    assert found.ways
    for take, way in enumerate(found.ways[:12], 1):
        target = tmp_path / "way.toml"
        target.write_text(found_text(found, take), encoding="utf-8")
        ruling = run(load_fixture(target), readings=False)
        assert told_of(ruling.table, ruling.game) == way.end.told


def names_in(found: object) -> set[str]:
    """Every word of an answer."""
    return set(re.findall(r"[\w-]+", json.dumps(found)))


@pytest.mark.parametrize(("seat", "hidden"), [("A", {"halt"}), ("B", {"nope", "mine"})])
def test_what_a_player_has_not_seen_is_neither_searched_nor_told(seat: str, hidden: set[str]) -> None:
    """halt lies in B's hand, nope and mine in A's; B's own halt is searched for B."""
    found = asked(WINDOW, after="A: attack k1 lb", seat=seat)
    told = explored_json(found)
    assert not hidden & names_in(told)
    assert not hidden & names_in(explored_text(found, 80))
    assert ("halt" in names_in(told)) == (seat == "B")
    assert told["not_searched"]["hidden"]
    assert f"cards that {seat} has not seen" in " ".join(explored_text(found, 80).split())


def test_a_card_that_came_to_light_is_searched() -> None:
    """Once B has used halt, A sees it: A may let it be, or answer with nope."""
    found = asked(WINDOW, after="B: counter halt", seat="A")
    lines = [[line.text for line in way.end.lines if not line.quiet] for way in found.ways]
    assert sorted(lines) == [["A: counter nope"], ["A: pass"]]


def test_a_player_is_told_of_no_reading_and_asks_of_own_acts() -> None:
    """A reading may have been applied to what only the other one sees."""
    assert asked(GIFT, first="A: activate gift", seat="A").others == ()
    with pytest.raises(BadInput):
        asked(WINDOW, first="B: counter halt", seat="A")


OMEGA = FIXTURES / "tdg/variants/an-omega-core-before-the-off-field-cards.toml"


def test_a_search_for_who_has_not_seen_what_is_chosen_comes_to_an_end() -> None:
    """B knows the Core that A has named, not the Omega-X that it asks for: nothing is told of that one."""
    found = asked(OMEGA, after="A: transform core", seat="B")
    assert "zen-o" not in names_in(explored_json(found)["ways"])
