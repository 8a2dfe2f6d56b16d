"""Of two boards that differ only in what a player cannot see, nothing is told of one in the place
of something else of the other; one page may say less.

The boards are those of the rulings, changed as bench/unseen/boards.py says: prints exchanged or replaced,
cards in each other's places, unseen cards that turn out to be this or that; or a script does with one unseen
card what it did with another. They are played whole, up to some line, from a decision in their midst, or to
a line that is refused or does not fit. Compared are the text, with and without `--all`, the document, the
page for a phone, the Markdown, the problems told and the exit code; and what `judge why`, `why-not` and
`explore` answer, as text, document and problems, to questions that bench/unseen/questions.py finds. Which
pairs are fair, bench/unseen/pairs.py says; `make soak` tries thousands.
"""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from extent import SOAK

from bench import FIXTURES, rulings
from bench.unseen.boards import exchanged, printed
from bench.unseen.pairs import Pair, apart, comparable, leaks, on, pairs, said, told
from bench.unseen.questions import Question, answers, questions, so_far, told_apart
from judge.fixture.load import load_fixture, parse_fixture
from judge.play.ruling import run
from judge.play.run import Run, misfit_of
from judge.views.ruling import viewed

GAMES = ("dbs", "postures", "tdg", "victory-spark", "ygo")
SAMPLE = 6 if SOAK else 2  # pairs of each game; `python -m bench.unseen` tries thousands
MANY = 120  # pairs among which there are some of every kind


def sample(game: str) -> list[Pair]:
    """A few pairs of a game, the same ones every time."""
    dice, found = random.Random(f"2026 {game}"), list[Pair]()
    paths = rulings(game)
    while len(found) < SAMPLE:
        found += pairs(dice.choice(paths), 1, dice)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_seen_changes_nothing(game: str) -> None:
    """Neither text nor document, problem nor exit code."""
    tried = sample(game)
    assert [
        (pair.boards[0].file, pair.reader, pair.how, found) for pair in tried if (found := leaks(pair))
    ] == []


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_seen_answers_nothing(game: str) -> None:
    """Neither why something is so, nor whether an act may be done, nor how it can end; and most of what is
    asked has an answer.
    """
    dice, told, answered = random.Random(f"2026 {game}"), list[object](), 0
    for pair in sample(game):
        asked = list(questions(pair, dice))
        answered += sum("text" in answers(pair.boards[0], pair.reader, one) for one in asked)
        told += [(pair.boards[0].file, pair.reader, pair.how, one) for one in told_apart(pair, asked)]
    assert told == []
    assert answered > SAMPLE


@pytest.mark.slow("it looks for a pair of every kind")
@pytest.mark.soak
def test_pairs_are_of_every_kind() -> None:
    """They are none of nothing: both players read, from the start and from the midst, scripts are refused and
    do not fit, prints and places are exchanged, cards print other texts.
    """
    found: Counter[str] = Counter()
    names = ("from line", "prints", "places", " as ", "other texts")
    wanted = ("A", "B", "refused", "unfit", "played", *names)
    dice = random.Random(2026)
    while not all(found[one] for one in wanted):
        assert sum(found[seat] for seat in "AB") < MANY, found
        for pair in pairs(dice.choice(rulings()), 1, dice):
            ruling = so_far(pair.boards[0], pair.reader)
            assert ruling is not None
            found.update(
                [pair.reader, "refused" if ruling.refusal else "unfit" if ruling.unfit else "played"]
            )
            found.update(name for name in names if name in pair.how)


# --- small boards ----------------------------------------------------------------------------------
SET = """\
game = "ygo"
script = ["A: set {card}", "B: not activate twister by priority.opponent-locked"]
A = {{ hand = ["t", "u"] }}
B = {{ spell = [{{ card = "twister", facing = "down" }}] }}
[cards]
t = {{ type = "trap", effect = {{ do = [{{ recover = 100 }}] }} }}
u = {{ type = "trap", effect = {{ do = [{{ recover = 200 }}] }} }}
twister = {{ type = "trap", effect = {{ do = [{{ recover = 100 }}] }} }}
"""
HIDDEN = """\
game = "postures"
at = "clash"
turn = 5
script = ["A: attack x direct"]
A = { c1 = "x" }
B = { c1 = { card = "h", posture = "hidden" }, c2 = { card = "i", posture = "hidden" } }
[cards]
x = { level = 0, atk = 100 }
h = { level = 0, def = 100 }
i = { level = 0, def = 900 }
"""


def test_a_question_does_not_name_the_card_that_was_set_before_it() -> None:
    """ "After A set a card": which one is A's business."""
    texts = [told(parse_fixture(SET.format(card=card)), "B")["text"] for card in "tu"]
    assert texts[0] == texts[1]
    assert 'after "A: set a card"' in texts[0]


FACTS = """\
game = "dbs"
script = ["A: attack la lb"]
A = {{ life = ["z", 5] }}
B = {{ hand = ["h", 1] }}
[cards]
h = {{ power = {power} }}
z = {{ power = {power} }}
[expect]
h = {{ zone = "hand", power = {power} }}
A.z = {{ power = {power} }}
B.hand1 = {{ zone = "hand" }}
B.hand = 3
"""


def test_a_fact_about_an_unseen_card_is_none_for_who_has_not_seen_it() -> None:
    """Nor is the verdict, which tells whether such facts are so."""
    found = [told(parse_fixture(FACTS.format(power=power)), "A") for power in (5000, 6000)]
    assert apart(*found) == []
    document = json.loads(found[0]["json"])
    assert [one["path"] for one in document["expectations"]] == ["B.hand"]
    assert document["verdict"] == ""


def test_a_fact_about_a_slot_names_no_unseen_card() -> None:
    """Which of A's face-down cards lies on the fifth."""
    fixture = load_fixture(FIXTURES / "postures/equipment/an-equipped-card-frees-its-slot.toml")
    boards = (fixture.start, exchanged("s1", "e")(fixture.start))
    one, other = (on(fixture, board, []) for board in boards)
    assert apart(told(one, "B"), told(other, "B")) == []
    asked = Question("why", "A.m5")
    assert apart(answers(one, "B", asked), answers(other, "B", asked)) == []
    assert answers(one, "A", asked) != answers(other, "A", asked)


def test_hidden_creatures_are_alike() -> None:
    """An attack past them is refused, whichever they are."""
    fixture = parse_fixture(HIDDEN)
    for change in (exchanged("h", "i"), printed({"h": "i", "i": "h"})):
        other = on(fixture, change(fixture.start), fixture.lines)
        found = told(fixture, "A")
        assert found == told(other, "A")
        assert json.loads(found["json"])["refused"]["line"] == "A: attack x direct"


@pytest.mark.parametrize(
    ("name", "instead", "lines", "reader"),
    [
        ("postures/direct/a-hidden-untouchable-creature-is-an-ordinary-one", {"u": "x"}, 0, "A"),
        ("postures/direct/a-hidden-untouchable-creature-is-an-ordinary-one", {"u": "x"}, 1, "A"),
        (
            "postures/summoning/by-the-other-reading-a-replaced-sacrifice-pays-for-no-summon",
            {"n": "y"},
            1,
            "B",
        ),
        ("dbs/battle/a-card-played-on-the-attacker-attacks-in-its-place", {"k11": "k10"}, 1, "B"),
        ("dbs/costs/a-card-of-two-colours-pays-either-but-only-one", {"v1": "v2"}, 2, "B"),
        ("ygo/equips/a-monster-is-not-equipped-into-a-full-spell-and-trap-zone", {"u": "t"}, 2, "B"),
    ],
)
def test_what_hangs_on_an_unseen_card_is_not_told(
    name: str, instead: dict[str, str], lines: int, reader: str
) -> None:
    """A hidden creature's words, how many sacrifices one asks for, what a hand holds, what is weighed."""
    fixture = load_fixture(FIXTURES / f"{name}.toml")
    boards = (fixture.start, printed(instead)(fixture.start))
    found = [told(on(fixture, board, fixture.lines[:lines]), reader) for board in boards]
    assert apart(*found) == []
    assert found[0]["text: exit"] == "0"


BENCH = "victory-spark/abilities/an-auto-of-the-bench-is-not-used-while-its-card-is-in-the-hand"
KEPT_BACK = "postures/skills/a-card-that-another-replacement-needs-is-not-discarded-for-the-first"
LATE = "ygo/texts/a-trap-that-ends-the-battle-phase-leaves-no-attack-to-others"
NOTHING = ["A: choose nothing-of-that-name"]


@pytest.mark.parametrize(
    ("name", "begins", "script", "instead", "reader"),
    [
        # does an ability of a hidden hand work elsewhere? Told in the document only
        (BENCH, 0, ["A: activate ria"], {"ward": "ria"}, "B"),
        # can B pay for what would replace the destruction? A line of A fits nothing there
        (KEPT_BACK, 2, NOTHING, {"k": "e"}, "A"),
        # can A answer in the Main Phase that opens in B's turn?
        (LATE, 4, ["A: set late"], {"late": "wall"}, "B"),
    ],
)
def test_choices_among_unseen_cards_are_not_told(
    name: str, begins: int, script: list[str], instead: dict[str, str], reader: str
) -> None:
    """From the decision before a line of the ruling: whether there is anything to choose, for a cost or an
    answer, is the other player's business.
    """
    fixture = load_fixture(FIXTURES / f"{name}.toml")
    start, lines = fixture.start, [*map(said, script)]
    if begins:
        played = Run(fixture)
        misfit_of(played)
        start = next(mark.game.copy(asked=False) for mark in played.marks if mark.at == begins)
    one, other = (told(on(fixture, board, lines), reader) for board in (start, printed(instead)(start)))
    assert apart(one, other) == []


REVIVE = "ygo/special-summon/sent-from-the-extra-deck-it-cannot-be-revived"
TALLY = "ygo/glossary/numbers-of-hidden-cards-are-public"


@pytest.mark.parametrize(
    ("name", "begins", "lines", "instead", "reader", "until"),
    [
        (TALLY, 1, 1, {"trap1": "g1"}, "A", "response"),  # could B answer?
    ],
)
def test_a_run_stops_at_a_window_whether_or_not_the_other_player_can_act_in_it(
    name: str, begins: int, lines: int, instead: dict[str, str], reader: str, until: str
) -> None:
    """From a decision in its midst: where `--until` stops is not told by a pass."""
    fixture = load_fixture(FIXTURES / f"{name}.toml")
    played = Run(fixture)
    misfit_of(played)
    start = next(mark.game.copy(asked=False) for mark in played.marks if mark.at == begins)
    boards = (on(fixture, board, fixture.lines[lines:]) for board in (start, printed(instead)(start)))
    asked = Question("until", until)
    one, other = (answers(board, reader, asked) for board in boards)
    assert apart(one, other) == []


def test_an_act_comes_back_to_the_window_that_is_asked_for() -> None:
    """As it does for a judge."""
    fixture = load_fixture(FIXTURES / f"{REVIVE}.toml")
    played = Run(fixture)
    misfit_of(played)
    start = next(mark.game.copy(asked=False) for mark in played.marks if mark.at == 2)
    board = on(fixture, start, fixture.lines[2:])
    ends = [run(board, "main").game, *(viewed(board, seat, "main").game for seat in "AB")]
    assert [one.turn for one in ends] == [start.turn] * 3
    assert ends[0].agenda == ends[1].agenda == ends[2].agenda


def test_an_ability_that_no_seen_card_prints_is_not_named() -> None:
    """It waits, and its card lies in a hand: which one, the other player is not told."""
    name = "a-card-that-has-been-revealed-can-cancel-and-its-auto-resolves-all-the-same"
    fixture = load_fixture(FIXTURES / f"victory-spark/hand/{name}.toml")
    played = Run(fixture)
    misfit_of(played)
    start = next(mark.game.copy(asked=False) for mark in played.marks if mark.at == 2)
    boards = (on(fixture, board, []) for board in (start, printed({"dual": "ria"})(start)))
    one, other = (told(board, "A") for board in boards)
    assert apart(one, other) == []
    assert "dual/auto2" not in one["json"]


@pytest.mark.parametrize(("level", "fair"), [(5, True), (8, True), (1, False)])
def test_whether_anything_is_sacrificed_is_seen(level: int, fair: bool) -> None:
    """How many are, who reads of a Set is told once they go; a monster that asks for none lies there."""
    board = (
        TRIBUTE.replace('["lamb"]', '["lamb", "ewe", "ram"]') + "ewe = { level = 1 }\nram = { level = 2 }\n"
    )
    boards = (parse_fixture(board), parse_fixture(board.replace("level = 6", f"level = {level}")))
    pair = Pair("B", "another level", frozenset({"big"}), boards)
    assert comparable(pair) == fair
    assert fair == (leaks(pair) == [])


ASKED = [
    ("why-not", "A: attack x h", ""),  # it may be done, whichever it is
    ("why-not", "A: attack x direct", ""),  # it may not
    ("why-not", "h", ""),  # A has not seen h: not even what it prints is told
    ("why", "h.level", ""),
    ("explore", "", ""),
    ("explore", "A: attack x direct", ""),
    ("explore", "", "A: attack x direct"),  # which does not fit
]


def test_a_fact_about_what_may_be_done_names_no_unseen_card() -> None:
    """Which of B's cards lies face-down where A may attack."""
    fixture = load_fixture(FIXTURES / "ygo/battle/a-direct-attack-needs-an-empty-field.toml")
    board = printed({"B.deck1": "b"})(fixture.start)
    boards = (on(fixture, one, fixture.lines[:1]) for one in (board, exchanged("B.deck1", "b")(board)))
    one, other = (told(board, "A") for board in boards)
    assert apart(one, other) == []


TRIBUTE = """\
game = "ygo"
script = ["A: set big"]
A = { hand = ["big"], monster = ["lamb"] }
[cards]
big = { level = 6 }
lamb = { level = 1 }
"""


def test_what_is_forced_by_an_unseen_card_comes_to_light_by_itself() -> None:
    """The monster is Set once the only Sacrifice there is has been made."""
    page = told(parse_fixture(TRIBUTE), "B")["text"]
    assert "lamb → A's Graveyard" in page
    assert "A Sets an unseen card." in page


def test_a_moment_is_not_told_by_a_pass_that_may_not_have_been_asked_for() -> None:
    """With a second Counter Trap A is not asked after the attack, and the line that passes is left out."""
    name = "ygo/damage-step/a-quick-effect-that-raises-def-works-and-is-answered-by-a-counter-trap"
    fixture = load_fixture(FIXTURES / f"{name}.toml")
    boards = (fixture.start, printed({"t": "seal"})(fixture.start))
    one, other = (on(fixture, board, fixture.lines) for board in boards)
    asked = Question("why-not", "B: activate b")
    assert "text" in answers(one, "B", asked)
    assert apart(answers(one, "B", asked), answers(other, "B", asked)) == []


@pytest.mark.parametrize("asked", ASKED)
def test_questions_about_hidden_creatures_are_answered_alike(asked: tuple[str, str, str]) -> None:
    """One of them cannot be attacked by its words, which do not count while it is hidden."""
    fixture = parse_fixture(HIDDEN.replace("def = 900", "def = 900, untargetable = true"))
    exchange = printed({"h": "i", "i": "h"})(fixture.start)
    other = on(fixture, exchange, fixture.lines)
    question = Question(*asked)  # type: ignore[arg-type]
    assert apart(answers(fixture, "A", question), answers(other, "A", question)) == []
    quiet = (on(fixture, one, []) for one in (fixture.start, exchange))  # A's attack does not fit for B
    one, swapped = (answers(board, "B", Question("why-not", "i")) for board in quiet)
    assert one != swapped


HELD = """\
game = "dbs"
script = ["A: attack la lb"]
A = { life = 5 }
B = { hand = ["h", "i"], energy = 1, life = 5 }
[cards]
h = { type = "extra", cost = 1, counter = { against = "attack", do = [{ negate = "attack" }] } }
i = { type = "extra", cost = 1, activated = { do = [{ draw = 1 }] } }
"""


@pytest.mark.parametrize(
    "asked", [("why", "B.life", ""), ("explore", "", ""), ("explore", "", "A: attack la lb")]
)
def test_what_the_other_player_holds_changes_no_way(asked: tuple[str, str, str]) -> None:
    """Whether B can answer the attack is B's business: neither is it asked nor searched for A."""
    fixture = parse_fixture(HELD)
    other = on(fixture, printed({"h": "i"})(fixture.start), fixture.lines)
    question = Question(*asked)  # type: ignore[arg-type]
    assert apart(answers(fixture, "A", question), answers(other, "A", question)) == []
    assert "text" in answers(fixture, "A", question)
    if asked[0] == "explore":
        assert answers(fixture, "B", question) != answers(other, "B", question)


def test_a_difference_that_can_be_seen_is_found() -> None:
    """The comparison is no formality: the same boards, read by who holds the cards."""
    fixture = load_fixture(FIXTURES / "ygo/positions/a-monster-does-not-hear-that-it-is-set.toml")
    dice = random.Random(1)
    found = [pair for _ in range(20) if (pair := next(pairs(fixture.file, 1, dice), None)) is not None]
    assert any(leaks(pair._replace(reader="BA"["AB".index(pair.reader)])) for pair in found)
