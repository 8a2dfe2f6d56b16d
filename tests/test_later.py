"""An act for which it is too early: NOT YET, with who is asked first and the lines that lead there.

NO stays the answer where the moment does not come again in the turn, or where something else refuses the
act.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest
from extent import SOAK
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import loaded
from typer.testing import CliRunner

from bench import name_of, rulings
from bench.answers import checked, offered_then, questions, said
from judge.cli.app import app
from judge.engine.flow.keys import position_key
from judge.errors import BadInput
from judge.fixture.acts import most_of
from judge.fixture.load import load_fixture, parse_fixture
from judge.page.page import page_of
from judge.play.claim import Claim
from judge.play.inquiry import inquire
from judge.play.ruling import run
from judge.render.text import render
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import games
from judge.speech.catalogue import phrases

# A attacks; B may counter first (7-1-2), then A may combo (7-2-1), and only then B (7-3-1).
COMBO = """
game = "dbs"
script = ["A: attack raider", "B: {kind} combo helper"]
A = { battle = ["raider"], hand = ["ahelp"] }
B = { hand = ["helper", "halt"], energy = 1 }
[cards]
raider = { power = 15000 }
helper = { power = 5000, combo_power = 5000, combo_cost = 0 }
ahelp = { power = 5000, combo_power = 5000, combo_cost = 0 }
halt = { type = "extra", cost = 1, contre = { against = "attack", do = [{ negate = "attack" }] } }
"""
# A chooses a target before the activation can be answered (Chain Link 1).
TARGET = """
game = "ygo"
at = "main1.actions"
script = ["A: activate mst", "B: may activate bottom"]
A.hand = ["mst"]
B.spell = [{ card = "bottom", facing = "down" }, "other"]
[cards]
other = { type = "spell", kind = "continuous" }
bottom = { type = "trap", effect = { do = [{ draw = 1 }] } }
[cards.mst]
type = "spell"
kind = "quick-play"
effect.targets = [{ choose = "t", from = { zone = "spell", of = "opponent" } }]
effect.do = [{ destroy = "$t" }]
"""
# One energy of three pays for x; y asks for blue among what pays (2-11-1-1): not once the blue one is used.
ENERGY = """
game = "dbs"
script = ["A: play x", "A: {kind}activate y"]
A = { leader = { card = "la", mode = "inertie" }, hand = ["x", "y"], energy = ["red", "blue", "green"] }
[cards]
la = { type = "leader", power = 10000 }
x = { cost = 1, power = 5000 }
red = { color = "red" }
blue = { color = "blue" }
green = { color = "green" }
[cards.y]
type = "extra"
cost = 1
color_cost = { blue = 1 }
activated = { do = [{ draw = 1 }] }
"""
# Within the response window to the effect of kor, B may answer with nim but give up no card yet.
RESPONDED = """
game = "tdg"
until = "brief.interphase"
script = ["B: wait", "B: wait", "B: wait", "{line}", "B: pass"]
A = {{ leader = "kor" }}
B = {{ leader = "nim", support-1 = "sol" }}
[cards]
kor = {{ effect = {{ do = [{{ lose-pv = 2 }}] }} }}
nim = {{ answer = {{ against = "effect", do = [{{ negate = "effect" }}] }} }}
sol = {{}}
"""


def claim_of(text: str) -> Claim:
    """The one line of a script that asks or claims something."""
    (found,) = run(parse_fixture(text), readings=False).claims
    return found


def test_whoever_is_asked_first_passes() -> None:
    """B counters or passes, then A combos or passes; B's combo comes then."""
    found = claim_of(COMBO.replace("{kind}", "may"))
    assert found.answer == "not-yet"
    assert found.later is not None
    assert (found.later.seat, found.later.words) == ("B", ("counter halt", "pass"))
    assert found.later.lines == ("B: pass", "A: pass")
    page = " ".join(render(run(parse_fixture(COMBO.replace("{kind}", "may")))).split())
    assert page.startswith("NOT YET: B may not combo with helper yet.")
    assert 'first B is asked (counter halt, pass); after "B: pass", "A: pass" it may be done' in page


@pytest.mark.parametrize(("kind", "ok"), [("may", True), ("not", True), ("can", False)])
def test_not_holds_and_can_fails(kind: str, ok: bool) -> None:
    """It is not allowed now, which is what both are about."""
    assert claim_of(COMBO.replace("{kind}", kind)).ok == ok


def test_the_article_that_is_printed_may_be_named() -> None:
    """Put behind `by`, it never fails."""
    rule = claim_of(COMBO.replace("{kind}", "not")).rule
    assert rule
    assert claim_of(COMBO.replace("{kind} combo helper", f"not combo helper by {rule}")).ok


def test_a_choice_comes_first() -> None:
    """Whatever A chooses, B is asked after it."""
    found = claim_of(TARGET)
    assert found.later is not None
    assert found.later.seat == "A"
    assert found.later.lines[0].startswith("A: choose ")
    assert found.later.only == ()


def test_a_choice_after_which_it_is_not_offered_is_told() -> None:
    """Who pays for x with the blue energy has none for y."""
    found = claim_of(ENERGY.replace("{kind}", "may "))
    assert found.later is not None
    assert found.later.only == ("A: choose red", "A: choose green")


def test_a_line_that_lacks_another_is_not_yet() -> None:
    """Which energy pays for x is still to be said: the ruling ends there, and no article refuses y."""
    ruling = run(parse_fixture(ENERGY.replace("{kind}", "")), readings=False)
    assert ruling.refusal is not None
    assert ruling.refusal.answer == "not-yet"
    assert ruling.refusal.later is not None
    assert ruling.refusal.later.lines == ("A: choose red",)


@pytest.mark.parametrize(
    ("board", "asked"),
    [
        ('A = { hand = ["x"] }', "A: may charge x"),  # 6-2-5: the step of the charge is over
        ('A = { hand = ["x"] }\nB = { hand = ["y"] }', "B: may play y"),  # it is A's turn (4-6-2)
        ('A = { hand = ["x"], energy = 0 }', "A: may play x"),  # the cost cannot be paid (2-11-1-1)
    ],
)
def test_what_does_not_come_this_turn_is_no(board: str, asked: str) -> None:
    """Neither later in the turn, nor for another reason than the moment."""
    text = f'game = "dbs"\nscript = ["{asked}"]\n{board}\n[cards]\nx = {{ cost = 1 }}\ny = {{ cost = 0 }}\n'
    assert claim_of(text).answer == "no"


def test_looking_ahead_changes_nothing() -> None:
    """The position at the end is that of the script without the question."""
    asked = parse_fixture(COMBO.replace("{kind}", "may"))
    plain = parse_fixture(COMBO.replace(', "B: {kind} combo helper"', ""))
    ends = [run(one, readings=False) for one in (asked, plain)]
    assert position_key(asked.table, ends[0].game) == position_key(plain.table, ends[1].game)


def test_why_not_says_it_too(tmp_path: Path) -> None:
    """And the document has the word."""
    path = tmp_path / "f.toml"
    path.write_text(COMBO.replace(', "B: {kind} combo helper"', ""), encoding="utf-8")
    called = CliRunner().invoke(app, ["why-not", str(path), "B: combo helper"])
    assert (called.exit_code, called.output.partition(".")[0]) == (
        0,
        "NOT YET: B may not combo with helper yet",
    )
    board = COMBO.replace(', "B: {kind} combo helper"', "")
    no_combo = board.replace(
        "ahelp = { power = 5000, combo_power = 5000, combo_cost = 0 }", 'ahelp = { type = "extra" }'
    )
    for text in (board, no_combo):  # whether A could combo before (7-2-1) is not told to B
        inquiry = inquire(parse_fixture(text), said("B: combo helper"), seat="B")
        later = inquiry.moments[-1].claim.later
        assert (inquiry.kind, later and later.lines) == ("not-yet", ("B: pass",))
    path.write_text(COMBO.replace("{kind}", "may"), encoding="utf-8")
    called = CliRunner().invoke(app, ["run", str(path), "--format", "json"])
    document = json.loads(called.output)
    assert [one["answer"] for one in document["claims"]] == ["not-yet"]
    assert document["page"]["answer"]["kind"] == "not-yet"


def test_a_search_says_it_too(tmp_path: Path) -> None:
    """Where the act with which it begins comes too early."""
    path = tmp_path / "f.toml"
    path.write_text(COMBO.replace(', "B: {kind} combo helper"', ""), encoding="utf-8")
    asked = ["explore", str(path), "--after", "A: attack raider", "--if", "B: combo helper"]
    called = CliRunner().invoke(app, asked)
    assert called.output.startswith("NOT YET: B may not combo with helper here yet (7-3-1-2).")
    assert 'after "B: pass", "A: pass" it may be done' in " ".join(called.output.split())
    document = json.loads(CliRunner().invoke(app, [*asked, "--format", "json"]).output)
    assert document["refused"]["answer"] == "not-yet"


CLAIMING = [one for one in rulings() if ": not " in one.read_text(encoding="utf-8")]
EARLY = [
    "ygo/phases/no-normal-summon-in-the-battle-phase",
    "tdg/phases/no-card-comes-into-play-in-the-adjustment",
    "postures/responses/too-late-once-the-target-is-named",
]


@pytest.mark.parametrize(
    "claiming",
    [one if name_of(one) in EARLY else pytest.param(one, marks=pytest.mark.soak) for one in CLAIMING],
    ids=name_of,
)
def test_what_is_not_yet_is_offered_where_it_says(claiming: Path) -> None:
    """The lines that lead there, played from the claim on: the same act is allowed then."""
    fixture = load_fixture(claiming)
    early = [one for one in run(fixture, readings=False).claims if one.later is not None]
    assert early or name_of(claiming) not in EARLY
    for one in early:
        at = next(n for n, line in enumerate(fixture.lines) if line.text == one.line)
        before = [line for line in fixture.lines[:at] if line.kind != "claim"]
        assert offered_then(claiming, before, one), (one.line, one.later)


@pytest.mark.sample(3)
def test_whatever_is_asked_has_a_true_answer(ruling: Path) -> None:
    """Every act with cards of both sides, at every decision of a ruling; in `make test`, some of them."""
    for before, asked in questions(ruling, 1 if SOAK else 4):
        some = asked if SOAK else asked[::5]
        wrong = [(one.claim.line, one.fault) for one in checked(ruling, before, some) if one.fault]
        assert not wrong, [line.text for line in before]


class Asking(NamedTuple):
    """A question at a decision of a ruling, all of it by numbers."""

    board: int
    taken: int
    seat: str
    act: int
    cards: tuple[int, ...]


@settings(
    max_examples=1000 if SOAK else 25,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(
    st.builds(
        Asking,
        st.integers(0, 4000),
        st.integers(0, 12),
        st.sampled_from("AB"),
        st.integers(0, 20),
        st.lists(st.integers(0, 30), max_size=2).map(tuple),
    )
)
def test_any_question_has_a_true_answer(asking: Asking) -> None:
    """Wherever it is put, and whatever it names; cards that a script names are named most."""
    every = rulings()
    ruling = every[asking.board % len(every)]
    fixture = loaded(ruling)
    script = [line for line in fixture.lines if line.kind == "answer"]
    acts = sorted(fixture.book.tables["timing"])
    lying = sorted(one.id for one in fixture.start.cards.values() if one.place not in ("deck", "box"))
    cards = [*lying, *sorted(fixture.start.cards)]
    named = " ".join(cards[one % len(cards)] for one in asking.cards)
    line = said(f"{asking.seat}: may {acts[asking.act % len(acts)]} {named}".rstrip())
    assert not [one.fault for one in checked(ruling, script[: asking.taken], [line]) if one.fault]


@pytest.mark.parametrize("game", games())
def test_every_act_has_its_articles_of_when(game: str) -> None:
    """The rulebook says of each act by which articles it has its moment."""
    book = load_rulebook(game)
    unnamed = {"pass", "end", "done", "lock", "stop", "resolve", "reveal"}  # they answer what is asked
    assert set(book.tables["timing"]) == set(most_of(book)) - unnamed


def test_a_card_with_which_the_act_is_not_done() -> None:
    """Attacks are made on the opponent's cards (7-1): that is no matter of the moment."""
    text = """
game = "dbs"
script = ["A: not attack k mine"]
A.battle = ["k", "mine"]
[cards]
k = { power = 15000 }
mine = { power = 5000 }
"""
    found = claim_of(text)
    assert (found.answer, found.ok, found.rule) == ("no", True, "7-1")
    (why,) = page_of(run(parse_fixture(text), readings=False)).why
    assert why.here == ("attack k mine: mine is A's, but a card with B as its player is asked for.",)


@pytest.mark.parametrize(
    ("game", "board", "asked", "rule", "here"),
    [
        # 6-3-1-2-1: Battle cards are played from the hand; an Extra card is activated
        ("dbs", 'A.drop = ["x"]', "A: play x", "6-3-1-2-1", "x lies in the Drop Zone"),
        # 10-10-1: [Contre] is a keyword, and x has none
        ("dbs", 'A.hand = ["x"]', "A: counter x", "10-10-1", 'x has no ability that "counter" could use'),
        # summon.normal: a monster is played from the hand
        ("ygo", 'A.graveyard = ["x"]', "A: summon x", "summon.normal", "x lies in Graveyard"),
        # 6.7.3.2.2: a card of the own bench supports
        ("victory-spark", 'A.hand = ["x"]', "A: support x", "6.7.3.2.2", "x lies in hand"),
        # move.when: creatures of one's own
        ("postures", 'B.creature = ["x"]', "A: move x c2", "move.when", "it is the other player's"),
        # phase1.allowed: cards of the hand are programmed
        ("tdg", 'A.discard = ["x"]', "A: program x", "phase1.allowed", "x lies in the discard pile"),
    ],
)
def test_why_a_card_is_none_with_which_an_act_is_done(
    game: str, board: str, asked: str, rule: str, here: str
) -> None:
    """It is told by what the card is like and where it lies, not by the moment."""
    asked = asked.replace(": ", ": may ")
    text = f'game = "{game}"\nscript = ["{asked}"]\n{board}\n[cards]\nx = {{}}\n'
    ruling = run(parse_fixture(text), readings=False)
    assert [(one.answer, one.rule) for one in ruling.claims] == [("no", rule)]
    assert here in page_of(ruling).why[0].here[0]


LOOP = """
game = "victory-spark"
script = ["A: activate ria", "A: may activate {card}"]
A = {{ ring = ["ria"], f1 = "lio", f2 = "dan", deck = 20 }}
[cards]
dan = {{ activated = {{ zone = "bench", once = "turn", do = [{{ draw = 1 }}] }} }}
[cards.ria.activated]
zone = "ring"
do = [{{ rest = {{ zone = "bench", name = "Lio" }} }}]
[cards.lio]
name = "Lio"
auto = {{ zone = "bench", on = {{ rest = "self" }}, do = [{{ stand = "self" }}] }}
"""


@pytest.mark.parametrize(
    ("card", "answer", "rule"),
    [
        # 9.1.3: A names a number; in the position that the loop leaves ria may not be chosen again
        ("ria", "no", "9.1.3"),
        # 4.9.3: dan is no part of the loop, and may be activated once the number is named
        ("dan", "not-yet", "4.9.3"),
    ],
)
def test_in_a_loop_the_number_of_rounds_comes_first(card: str, answer: str, rule: str) -> None:
    """ria rests lio, who stands up again: the position comes back, and A is asked how often."""
    found = claim_of(LOOP.format(card=card))
    assert (found.answer, found.rule) == (answer, rule)


def test_an_act_named_without_its_way_is_told_by_what_bars_the_possible_ones() -> None:
    """x has attacked: posture.no-after-attack bars both postures that may be chosen at all."""
    found = claim_of(
        """
game = "postures"
turn = 7
at = "clash"
script = ["A: attack x direct", "A: end", "A: may posture x"]
A.creature = ["x", "y"]
[cards]
x = { level = 0, atk = 1000, def = 100 }
y = { level = 0, atk = 1000, def = 100 }
"""
    )
    assert (found.answer, found.rule) == ("no", "posture.no-after-attack")


def test_an_act_has_its_article_by_the_type_of_its_card() -> None:
    """Spells are Set by main1.set-st, monsters by summon.set; both from the hand."""
    board = 'game = "ygo"\nscript = ["A: may set x"]\nA.graveyard = ["x"]\n[cards]\nx = {{ type = "{}" }}\n'
    rules = {one: claim_of(board.format(one)).rule for one in ("spell", "monster")}
    assert rules == {"spell": "main1.set-st", "monster": "summon.set"}


def test_a_question_stays_where_it_was_put() -> None:
    """Above `A: wait` it is about that moment, not the next: cards are engaged in the Adjustment."""
    found = claim_of(
        """
game = "tdg"
script = ["A: not engage kor by phase2.engage", "A: wait"]
A = { leader = "kor", support-1 = "ona" }
[cards]
kor = {}
ona = {}
"""
    )
    assert (found.answer, found.ok, found.rule) == ("no", True, "phase2.engage")


def test_no_window_before_the_last_line_answers() -> None:
    """B may give up no card within the response window, but once it has closed."""
    found = claim_of(RESPONDED.format(line="B: not give-up sol discard"))
    assert (found.answer, found.ok) == ("not-yet", True)
    assert found.later is not None
    assert found.later.lines == ("B: pass",)


def test_a_condition_of_the_moment_alone_is_not_yet() -> None:
    """A Normal Spell is for a Main Phase (spell.main-phase); the second comes after the Battle Phase."""
    found = claim_of(
        """
game = "ygo"
at = "battle-step.declare"
script = ["A: not activate s"]
A = { monster = ["m"], hand = ["s"] }
[cards]
m = {}
s = { type = "spell", effect = { do = [{ draw = 1 }] } }
"""
    )
    assert (found.answer, found.rule, found.ok) == ("not-yet", "spell.main-phase", True)
    assert found.later is not None
    assert found.later.lines[-1] == "A: end"


def test_what_fails_besides_the_moment_is_the_reason() -> None:
    """While B is asked about a counter A may not attack; k rests, so A may not do it then either (7-1)."""
    found = claim_of(
        """
game = "dbs"
script = ["A: attack la lb", "A: may attack k lb"]
A.battle = [{ card = "k", mode = "inertie" }]
B = { hand = ["halt"], energy = 1 }
[cards]
k = { power = 15000 }
halt = { type = "extra", cost = 1, contre = { against = "attack", do = [{ negate = "attack" }] } }
"""
    )
    assert (found.answer, found.rule) == ("no", "7-1")
    assert found.cond is not None
    assert (found.cond.message_key, found.cond.values["card"]) == ("attack.ready", "k")


def test_where_it_could_have_been_done_before() -> None:
    """One card is charged a turn (6-2-5): y could have been it."""
    text = """
game = "dbs"
at = "6-2-5"
script = ["A: charge x", "A: may charge y"]
A.hand = ["x", "y"]
[cards]
x = {}
y = {}
"""
    page = page_of(run(parse_fixture(text), readings=False))
    assert page.answer.kind == "no"
    assert page.when == ('charge y: allowed earlier, instead of "A: charge x".',)
    (told,) = page_of(run(parse_fixture(text), readings=False), lang="fr").when
    assert told.endswith("\u202f: permis plus tôt, au lieu de «\u202fA: charge x\u202f».")


CHOICE = """
game = "ygo"
at = "main1.actions"
script = ["A: activate mst", "A: not choose {card}"]
A = {{ hand = ["mst"], monster = ["m"] }}
B.spell = [{{ card = "down", facing = "down" }}, "other", "third"]
[cards]
m = {{}}
other = {{ type = "spell", kind = "continuous" }}
third = {{ type = "spell", kind = "continuous" }}
down = {{ type = "trap", effect = {{ do = [{{ draw = 1 }}] }} }}
[cards.mst]
type = "spell"
kind = "quick-play"
effect.targets = [{{ choose = "t", from = {{ zone = "spell", of = "opponent", facing = "up" }} }}]
effect.do = [{{ destroy = "$t" }}]
"""


@pytest.mark.parametrize(
    ("card", "here"),
    [
        ("down", "down has facing down, but a card with facing up is asked for"),
        ("mst", "mst is A's, but a card with B as its player is asked for"),
        (
            "m",
            "m lies in the Monster Zone and is A's, but a card with a place in the Spell & Trap Zone and B "
            "as its player is asked for",
        ),
    ],
)
def test_a_card_that_may_not_be_chosen_is_told_by_what_it_lacks(card: str, here: str) -> None:
    """The text asks for a face-up card in B's Spell & Trap Zone."""
    ruling = run(parse_fixture(CHOICE.format(card=card)), readings=False)
    assert [(one.answer, one.rule, one.ok) for one in ruling.claims] == [("no", "gl.effect", True)]
    (why,) = page_of(ruling).why
    assert why.here == (f"choose {card}: {here}.",)


def test_a_word_of_the_card_has_its_article() -> None:
    """Of an Exclusive Support and another card, only the other one becomes Leader."""
    found = claim_of(
        """
game = "tdg"
at = "leader.opening"
until = "setup.shifumi"
turn = 1
script = ["A: not choose pup by type.support-exclusive", "A: choose kor"]
A = { terrain = [], leader = [], deck = ["arena", "kor", "pup", "ona", 22] }
B = { terrain = [], leader = [], deck = ["dock", "nim", 24] }
[cards]
arena = { type = "terrain" }
kor = {}
pup = { exclusive = "support" }
ona = {}
dock = { type = "terrain" }
nim = {}
"""
    )
    assert (found.rule, found.ok) == ("type.support-exclusive", True)


@pytest.mark.parametrize("game", games())
def test_conditions_of_the_moment_have_their_words(game: str) -> None:
    """Each is a condition that refuses something in this game."""
    book = load_rulebook(game)
    known = phrases(book.folder, "en")["cond"]
    assert [one for one in book.tables["moment_conditions"] if one not in known] == []


def test_a_line_may_say_what_could_not_be_otherwise() -> None:
    """The one creature there is the Sacrifice (stat.level.sacrifice), whether a line says so or not; a line
    that names another one does not fit.
    """
    text = """
game = "postures"
script = ["A: summon b", "A: choose {card}", "A: offensive", "A: c1"]
A = {{ creature = ["fodder"], hand = ["b", "c"] }}
[cards]
fodder = {{}}
b = {{ level = 1 }}
c = {{ level = 2 }}
[expect]
b = "A.creature"
fodder = "A.graveyard"
"""
    assert run(parse_fixture(text.format(card="fodder")), readings=True).verdict == "holds"
    assert run(parse_fixture(text.format(card="c")), readings=False).verdict == "refused"


@pytest.mark.parametrize("kind", ["may ", "not "])
def test_a_choice_that_nobody_makes_is_told_as_that(kind: str) -> None:
    """The one creature there is the Sacrifice (stat.level.sacrifice): that is no No, the line is to go."""
    text = f"""
game = "postures"
script = ["A: summon b", "A: {kind}choose fodder"]
A = {{ creature = ["fodder"], hand = ["b"] }}
[cards]
fodder = {{}}
b = {{ level = 1 }}
"""
    with pytest.raises(BadInput, match="only fodder could be chosen, so nobody is asked: take the line out"):
        run(parse_fixture(text), readings=False)


def test_of_several_articles_the_one_of_its_moment_is_printed() -> None:
    """A card is given up in the Confrontation, which voluntary.confrontation is about and not .revelation."""
    found = claim_of(RESPONDED.format(line="B: not give-up sol discard by voluntary.confrontation"))
    assert (found.answer, found.rule, found.ok) == ("not-yet", "voluntary.confrontation", True)


def test_a_line_that_fits_several_acts_is_asked_back_where_they_are_offered() -> None:
    """B may give up sol to be discarded or to be destroyed; the first window that offers it asks which."""
    text = """
game = "tdg"
script = ["B: give-up sol"]
A = { leader = "kor" }
B = { leader = "nim", support-1 = "sol" }
[cards]
kor = {}
nim = {}
sol = {}
"""
    with pytest.raises(BadInput, match="more than one option fits: give-up sol discard, give-up sol destroy"):
        run(parse_fixture(text), readings=False)


def test_could_have_been_done_before_speaks_of_this_turn_alone() -> None:
    """Until it was turned down, two turns ago, cloud could use its strike; in this turn it never could."""
    (ruling,) = [
        one for one in rulings() if one.stem == "a-flip-summon-is-the-last-way-in-which-a-monster-came"
    ]
    assert page_of(run(load_fixture(ruling), readings=False)).when == ()
