"""Questions about a dispute: may an act be done and when, why an ability did nothing, why a fact is so."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import FIXTURES, name_of, rulings
from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import SEATS
from judge.errors import BadInput, Problem
from judge.fixture.acts import Words
from judge.fixture.load import Fixture, load_fixture, parse_fixture
from judge.fixture.queries import Door, Query
from judge.fixture.script import Line, parse_line
from judge.page.inquired import inquired
from judge.page.inquired_parts import Inquired
from judge.page.page import page_of
from judge.page.parts import Page
from judge.play.absences import Absence, absence_of
from judge.play.causes import Cause, cause_of
from judge.play.claim import Claim
from judge.play.inquiry import Inquiry, inquire
from judge.play.ruling import run
from judge.play.run import Run

CLAIMING = [one for one in rulings() if ": not " in one.read_text(encoding="utf-8")]
COUNTER = "dbs/counter-window/the-actor-may-not-start-a-window"
HERO = "dbs/published/leaders-ability-first-draws-nothing"
UNTOUCHABLE = "postures/direct/two-untouchable-creatures-block"
BALM = "ygo/damage-step/a-trap-that-heals-cannot-be-activated-in-the-damage-step"
PROMOTION = "tdg/alterations/confusion-i-lost"
TORRENT = "ygo/tournament/sanctioned-a-summon-in-answer-to-an-attack-is-answered-in-the-same-window"
SQUIRE = "ygo/tournament/sanctioned-an-optional-when-effect-of-a-sacrificed-monster-misses-its-moment"


def on_disk(name: str) -> Fixture:
    """An accepted fixture."""
    return load_fixture(FIXTURES / f"{name}.toml")


def query(fixture: Fixture, kind: str, text: str) -> Query:
    """A question, read against its fixture. Raises BadInput with what is wrong with it."""
    words = Words(fixture.book, fixture.table, fixture.start.cards, fixture.model)
    door = Door(words, Reader(fixture.table, fixture.start))

    def complain(message: str, expected: str = "", found: str = "", hint: str = "") -> Problem:
        return Problem("", 0, 0, "", "", message, expected, found, hint)

    found = door.read(kind, text, complain)
    if found is None:
        raise BadInput(door.problems)
    return found


def act(name: str, text: str, after: int | None = None, step: str = "") -> Inquiry:
    """An act in an accepted fixture."""
    fixture = on_disk(name)
    line = parse_line(text)
    assert not isinstance(line, str)
    return inquire(fixture, line, after, step)


def ability(fixture: Fixture, text: str, seat: str = "") -> Absence:
    """What became of an ability, as a player can know it."""
    return absence_of(fixture, query(fixture, "not", text), seat=seat)


def fact(fixture: Fixture, text: str) -> Cause:
    """Why a fact is so."""
    return cause_of(fixture, query(fixture, "fact", text))


def articles(page: Inquired) -> list[str]:
    """The articles of the reasons."""
    return [one.article for one in page.why]


# --- acts ------------------------------------------------------------------------------------------
def test_an_act_that_is_refused_at_every_moment() -> None:
    """Neither the attack nor B's counter is an attack of A's opponent (10-10-3-2)."""
    found = act(COUNTER, "A: counter mine")
    page = inquired(found)
    assert (found.kind, articles(page)) == ("no", ["10-10-3-2"])
    assert page.answer.answers == ("NO: A may not counter with mine.",)
    assert {one.after for one in found.moments} == {"A: attack k1 lb", "B: counter halt"}


def test_an_act_that_was_allowed() -> None:
    """Once k1 attacks, halt waits (10-10-3-2) and its master may begin the window (4-7-3-2)."""
    found = act(COUNTER, "B: counter halt")
    assert found.kind == "yes"
    assert [(one.claim.allowed, one.after, one.article) for one in found.moments] == [
        (True, "A: attack k1 lb", "7-1-2")
    ]


def test_an_act_that_depends_on_the_moment() -> None:
    """Within the Damage Step balm does nothing that is allowed there (ds.limits); before and after it may."""
    found = act(BALM, "A: activate balm")
    assert found.kind == "depends"
    told = [(one.claim.allowed, "ds.limits" in one.steps) for one in found.moments]
    assert (True, True) not in told
    assert (False, False) not in told
    assert told[-1] == (True, False)
    assert found.moments[-1].now
    assert {one.claim.rule for one in found.moments if not one.claim.allowed} == {"ds.limits"}


def test_a_moment_that_is_named_answers_alone() -> None:
    """A passed before the Damage Step, which begins then: after that line, No."""
    after = [line.text for line in on_disk(BALM).lines].index("A: pass") + 1
    assert act(BALM, "A: activate balm", after).kind == "no"
    assert act(BALM, "A: activate balm", 0).kind == "yes"


def test_a_step_between_two_lines_answers_where_a_later_one_is_asked_too() -> None:
    """After the only line A is asked in the promotion, then in Phase 2: cards are placed in Phase 3."""
    (one,) = act(PROMOTION, "A: place ona support-2", step="promotion").moments
    assert (one.article, one.claim.allowed, one.now) == ("leader.promotion", False, False)


def test_a_step_answers_where_only_another_one_knows_of_the_act() -> None:
    """Cards are engaged in Phase 2, which follows, and not in the promotion (phase2.engage)."""
    assert {one.article for one in act(PROMOTION, "A: engage kor").moments} == {"phase2.role"}
    (one,) = act(PROMOTION, "A: engage kor", step="promotion").moments
    assert (one.article, one.claim.allowed) == ("leader.promotion", False)


def test_a_card_that_a_rule_has_moved_is_refused_by_it() -> None:
    """A used Trap goes to the Graveyard (trap.normal); it was offered a line before."""
    after = [line.text for line in on_disk(TORRENT).lines].index("A: activate torrent")
    found = act(TORRENT, "A: activate torrent", after + 2)
    assert [one.claim.rule for one in found.moments] == ["trap.normal"]
    assert act(TORRENT, "A: activate torrent", after).kind == "yes"


def test_an_answer_that_hangs_on_a_reading() -> None:
    """Several creatures that cannot be attacked: 'the only one' or also several, the book says neither."""
    found = act(UNTOUCHABLE, "A: attack x direct")
    (other,) = found.deciding
    assert (found.kind, other.reading, other.other) == ("no", "untargetable", "several")
    page = inquired(found)
    assert articles(page)[0] == "clash.no-direct-past"
    (opened,) = page.open
    assert opened.decides
    assert [one.comes_to for one in opened.possibilities] == ["", "Then: yes."]


def refused(ruling: Path) -> list[tuple[int, Claim]]:
    """What a fixture claims to be refused and is, each with its place in the script."""
    fixture = load_fixture(ruling)
    claims = [one for one in run(fixture, readings=False).claims if one.kind == "not" and one.ok]
    lines = [(at, line.text) for at, line in enumerate(fixture.lines, 1) if line.claim == "not"]
    return [(at, one) for one in claims for at, text in lines if text == one.line]


@pytest.mark.sample(20)
@pytest.mark.parametrize("claiming", CLAIMING, ids=name_of)
def test_what_a_ruling_refuses_may_not_be_done_at_that_moment(claiming: Path) -> None:
    """The same answer, at the same line of the trace, by the article that the ruling prints."""
    fixture = load_fixture(claiming)
    told = refused(claiming)
    met: set[str] = set()
    for at, claim in told:
        line = fixture.lines[at - 1]
        found = inquire(fixture, line, at, readings=False)
        for one in (one for one in found.moments if one.claim.at == claim.at):
            assert not one.claim.allowed
            assert claim.rule in (one.claim.rules if line.rule else (one.claim.rule,))
            assert found.kind != "yes" or one.waits
            met.add(claim.line)
    assert met == {claim.line for _, claim in told}


# --- abilities -------------------------------------------------------------------------------------
def test_a_condition_that_failed_and_the_other_order() -> None:
    """hero resolved before k1's own +10000 (8-6-4 lets A choose): 5000 is less than 15000. The other way
    round A draws 1.
    """
    found = ability(on_disk(HERO), "hero draws")
    page = inquired(found)
    assert found.kind == "stopped"
    assert {"8-5-2-5-2", "4-5-3-2"} <= set(articles(page))
    assert "k1 has power 5000" in page.why[0].here[0]
    assert found.order is not None
    assert (found.order.swap.said, found.order.game.zones["A.hand"][0][:2]) == ("A: resolve k1", "A.")
    assert page.otherwise == (
        'The other way round ("A: resolve k1" first): A draws a card (deck 20 → 19, hand 0 → 1).',
    )


def test_a_missed_moment() -> None:
    """An optional 'when' effect needs its event to be the last thing that happened (sanctioned.timing)."""
    found = ability(on_disk(SQUIRE), "squire draws")
    page = inquired(found)
    assert (found.kind, articles(page)) == ("refused", ["sanctioned.timing"])
    assert "lord" in page.why[0].here[0]


def test_a_negated_ability() -> None:
    """nope negates halt, which therefore does nothing (10-10-5)."""
    found = ability(on_disk(COUNTER), "halt")
    assert found.kind == "stopped"
    assert "10-10-5" in articles(inquired(found))


def test_an_ability_that_did_it() -> None:
    """k1 has its +10000."""
    found = ability(on_disk(HERO), "k1 adds")
    assert found.kind == "did"
    assert inquired(found).answer.answers[0].startswith("IT DID: k1 power 5000 → 15000")


def test_an_ability_that_was_never_set_off() -> None:
    """hero waits for an attack by a Battle card, and hears of an attack by itself only."""
    text = (FIXTURES / f"{HERO}.toml").read_text(encoding="utf-8")
    script = text.replace('"A: attack k1 B.leader", "A: resolve hero"', '"A: attack hero B.leader"')
    assert script != text
    found = ability(parse_fixture(script), "hero draws")
    assert (found.kind, [one.misses for one in found.near]) == ("unheard", ["subject"])
    assert inquired(found).listens[-1].startswith("attack of hero:")


def test_an_ability_that_could_be_used_and_was_not() -> None:
    """B may counter the attack with halt (10-10-3-2) and passes."""
    text = (FIXTURES / f"{COUNTER}.toml").read_text(encoding="utf-8")
    head, _, tail = text.partition("script = [")
    script = f'{head}script = ["A: attack k1 lb", "B: pass"]{tail.partition("]")[2]}'
    found = ability(parse_fixture(script), "halt")
    assert found.kind == "declined"
    assert inquired(found).when == ('counter halt: instead of "B: pass".',)


# --- facts -----------------------------------------------------------------------------------------
def test_a_fact_goes_back_to_a_choice() -> None:
    """Damage (7-4-1-4-1-1) for a battle won (7-4-1-4), which goes on because nope (4-7-3-3) negates halt.
    Had A passed there, halt would have stopped it: 4.
    """
    found = fact(on_disk(COUNTER), "B.life")
    assert (found.was, found.now) == (4, 3)
    told = [one.article for one in inquired(found).back]
    wanted = ["4-10-2-1", "7-4-1-4-1-1", "7-4-1-4", "4-7-3-5", "4-7-3-3", "4-6-2-2"]
    assert told == wanted
    assert found.turned is not None
    assert (found.turned.swap.said, found.turned.value) == ("A: pass", 4)


def test_a_value_that_an_act_raised() -> None:
    """2200 against 2000 is 200 damage; without rage ogre is the stronger, and B loses none."""
    found = fact(on_disk(BALM), "B.lp")
    assert (found.was, found.now) == (8000, 7800)
    assert "A activates rage." in inquired(found).back[3].text
    assert found.turned is not None
    assert (found.turned.swap.line.text, found.turned.value) == ("A: activate rage", 8000)


def test_a_card_where_it_lies() -> None:
    """A used [Contre] goes to its owner's Drop Zone (10-10-4), whatever A or B does about it."""
    found = fact(on_disk(COUNTER), "halt")
    assert (found.was, found.now) == ("B.hand", "B.drop")
    assert inquired(found).answer.answers == ("halt's place is B's Drop Zone (was B's hand).",)


def test_a_fact_that_nothing_changed() -> None:
    """hero has drawn nothing; in the other order A holds 1."""
    found = fact(on_disk(HERO), "A.hand")
    assert (found.changed, found.chain, found.now) == (False, (), 0)
    assert found.turned is not None
    assert (found.turned.swap.said, found.turned.value) == ("A: resolve k1", 1)


def test_a_fact_that_hangs_on_a_reading() -> None:
    """The number of monsters is the same after the exchange: by it there is no Replay, and a destroys b1."""
    found = fact(on_disk("ygo/replay/an-exchange-of-another-monster-causes-a-replay"), "b1")
    assert found.now == "B.monster"
    assert found.others == (("replay-criterion", "number", "B.graveyard"),)
    (opened,) = inquired(found).open
    assert [one.comes_to for one in opened.possibilities] == ["", "Then b1's place is B's Graveyard."]


# --- what a player hears ---------------------------------------------------------------------------
def test_a_player_is_told_nothing_of_other_decisions() -> None:
    """What A could have done with nope is A's to know; what happened lies open."""
    page = inquired(fact(on_disk(COUNTER), "B.life"), "B")
    assert (page.otherwise, page.open) == ((), ())
    assert [one.article for one in page.back][:3] == ["4-10-2-1", "7-4-1-4-1-1", "7-4-1-4"]


def test_a_card_that_was_never_seen() -> None:
    """mine has stayed in A's hand."""
    with pytest.raises(BadInput):
        inquired(ability(on_disk(COUNTER), "mine", "B"), "B")
    assert inquired(ability(on_disk(COUNTER), "mine", "A"), "A").kind == "refused"


# --- questions of a fixture ------------------------------------------------------------------------
def asking(name: str, *asks: str) -> Page:
    """The page of an accepted fixture that asks something more."""
    text = (FIXTURES / f"{name}.toml").read_text(encoding="utf-8")
    said = ", ".join(f"'{one}'" for one in asks)
    return page_of(run(parse_fixture(text.replace("title =", f"ask = [{said}]\ntitle =", 1))))


def test_a_fixture_asks() -> None:
    """Answered under ASKED, the reasons shown."""
    page = asking(HERO, "why not: hero draws", "why B.life", "who wins if A: attack hero B.leader")
    assert [(one.answer, one.article) for one in page.asked] == [
        ("No", "8-5-2-5-2"),
        ("B's life is 5 (was 6)", "4-10-2-1"),
        ("Nobody: the game goes on", ""),
    ]
    assert "8-5-2-5-2" in [one.article for one in page.why if one.main]
    assert [one.id for one in page.asked] == ["a1", "a2", "a3"]


def test_when_it_depends_the_moments_are_told() -> None:
    """k1 stands at the start, and rests after its attack (7-1)."""
    page = asking(HERO, "why not: A: attack k1 B.leader")
    assert [(one.answer, one.article) for one in page.asked] == [("It depends when", "7-1")]
    assert page.when == (
        "A: attack k1 B.leader: yes at the start (free timing, 6-3-1-2)",
        "A: attack k1 B.leader: no now (free timing, 6-3-1-2)",
    )


def test_who_wins_by_an_act_that_may_not_be_done() -> None:
    """k1 rests once it has attacked (7-1)."""
    (row,) = asking(HERO, "who wins if A: attack k1 B.leader").asked
    assert (row.answer, row.article) == ("NO: A may not attack B.leader with k1", "7-1")


def test_who_wins() -> None:
    """The attack succeeds and takes B's last life card; who has no life left has lost (1-2-1-1-1)."""
    text = """
game = "dbs"
ask = ["who wins if A: attack k1 B.leader"]
A = { battle = ["k1"] }
B = { life = 1, hand = 0 }
[cards]
k1 = { power = 15000 }
"""
    (row,) = page_of(run(parse_fixture(text))).asked
    assert row.answer == "A wins"


def test_who_wins_is_answered_under_the_other_readings() -> None:
    """A cost that may not take the last LP (note 18): gift may not be activated by that reading."""
    text = """
game = "ygo"
ask = ["who wins if A: activate gift"]
script = ["A: set other"]
[A]
lp = 1000
hand = ["gift", "other"]
[cards.gift]
type = "spell"
effect = { cost = [{ pay = 1000 }], do = [{ recover = 5000 }] }
[cards.other]
type = "spell"
effect = { do = [{ draw = 1 }] }
"""
    page = page_of(run(parse_fixture(text)))
    assert [one.answer for one in page.asked] == ["Open (as read here: B wins)"]
    (opened,) = [one for one in page.open if one.decides]
    assert (opened.name, opened.possibilities[1].name) == ("pay-to-zero", "no")


def test_what_a_question_names_has_to_be_there() -> None:
    """Each with its place and the nearest name."""
    with pytest.raises(BadInput) as raised:
        asking(HERO, "why not: herro draws", "why B.lief", "why not: hero flies", "wy not: hero draws")
    told = [(one.line, one.column, one.hint) for one in raised.value.problems]
    assert told == [(2, 8, "hero"), (2, 32, "B.life"), (2, 46, ""), (2, 69, "why not")]


REFUSED = """game = "dbs"
ask = ["why B.life", "who wins if A: pass"]
script = ["A: attack k1 lb", "B: counter halt", "A: counter mine"]
A = { battle = ["k1"], hand = ["mine", "nope"] }
B = { hand = ["halt"], life = 4 }
[cards]
k1 = { power = 15000 }
mine = { type = "extra", contre = { against = "attack", do = [{ draw = 1 }] } }
nope = { type = "extra", contre = { against = "counter", do = [{ negate = "$below" }] } }
halt = { type = "extra", contre = { against = "attack", do = [{ negate = "attack" }] } }
"""


def test_questions_are_answered_of_a_script_that_ends_with_a_refused_line() -> None:
    """[Contre : Attaque] answers the opponent's attack (10-10-3-2); with A's pass halt stops the attack, and
    nobody wins by that.
    """
    ruling = run(parse_fixture(REFUSED))
    assert ruling.refusal is not None
    assert ruling.refusal.rule == "10-10-3-2"
    refused, life, winner = page_of(ruling).asked
    assert (refused.allowed, refused.article) == (False, "10-10-3-2")
    assert life.answer.startswith("B's life is 4")
    assert winner.answer.startswith("Nobody")


UP_TO = """
game = "dbs"
ask = ["why B.life", "why not: A: attack k2 lb", "who wins if A: attack k2 lb"]
script = ["A: attack k1 lb", "A: attack k2 lb"]
A = { battle = ["k1", "k2"] }
B = { life = 4 }
[cards]
k1 = { power = 15000 }
k2 = { power = 15000 }
"""


def test_a_run_that_stops_on_its_way_is_asked_as_it_is_there() -> None:
    """Each attack takes a life card (7-4-1-4-1-1). As the first one's Damage Step begins B has all of them;
    k2 stands, and could have attacked first; it may do so once that battle is over. At the end it rests.
    """
    fixture = parse_fixture(UP_TO)
    whole, part = page_of(run(fixture)), page_of(run(fixture, until="7-4-1-1"))
    assert [one.answer for one in whole.asked][:2] == ["B's life is 2 (was 3)", "It depends when"]
    assert whole.asked[2].answer.startswith("NO")
    assert [one.answer for one in part.asked] == [
        "B's life is 4: nothing has changed it", "Yes", "Nobody: the game goes on",
    ]  # fmt: skip


@pytest.mark.sample(8)
def test_every_step_at_which_a_player_is_asked_is_found(ruling: Path) -> None:
    """By its name and by its article, whatever is asked there: an act of a window or a choice."""
    fixture = load_fixture(ruling)
    played = Run(fixture)
    played.play_out()
    assert played.tracer is not None
    asks = [one for one in played.tracer.entries if one.kind is trace.ASK and one.data["ask"].seat in SEATS]
    act, card = sorted(fixture.book.tables["timing"])[0], sorted(fixture.start.cards)[0]
    for seat, procedure, step in sorted({(one.data["ask"].seat, one.procedure, one.step) for one in asks}):
        found = fixture.book.procedures.get(procedure)
        if found is None or procedure == "event":
            continue
        for name in {step, found.steps[found.places[step]].rule} - {""}:
            line = parse_line(f"{seat}: {act} {card}")
            assert isinstance(line, Line)
            assert inquire(fixture, line, None, name, readings=False).moments, (seat, procedure, name)


WINDOW = """
game = "dbs"
script = ["A: attack k1 lb", {lines}]
A = {{ battle = ["k1"] }}
B = {{ hand = ["halt"] }}
[cards]
k1 = {{ power = 15000 }}
halt = {{ type = "extra", contre = {{ against = "attack", do = [{{ negate = "attack" }}] }} }}
"""


def inquired_at(lines: str, question: str, after: int | None = None) -> Inquired:
    """The answer to a question about the attack of k1."""
    line = parse_line(question)
    assert isinstance(line, Line)
    return inquired(inquire(parse_fixture(WINDOW.format(lines=lines)), line, after))


@pytest.mark.parametrize(
    ("question", "lines", "after", "answer", "moment"),
    [
        ("B: counter halt", "", None, "yes", "now (counter window, 7-1-2)"),
        ("B: counter halt", '"B: pass"', None, "no", 'after "B: pass" (free timing, 6-3-1-2)'),
        ("B: counter halt", '"B: pass"', 1, "yes", 'after "A: attack k1 lb" (counter window, 7-1-2)'),
        ("A: attack k1 lb", '"B: pass"', None, "no", "now (free timing, 6-3-1-2)"),
        ("A: attack k1 lb", '"B: pass"', 0, "yes", "at the start (free timing, 6-3-1-2)"),
        ("A: attack la lb", "", None, "not-yet", 'after "A: attack k1 lb" (counter window, 7-1-2)'),
    ],
)
def test_the_end_of_the_script_is_asked_about_unless_a_moment_is_named(
    question: str, lines: str, after: int | None, answer: str, moment: str
) -> None:
    """k1 rests after its attack (7-1); la stands, and attacks once the counter window is over (4-7-3)."""
    here = inquired_at(lines, question, after).here
    assert here is not None
    assert (here.answer, here.moment) == (answer, moment)
    assert bool(here.found) == (answer != "yes")


def test_an_act_that_is_none_there_is_told_the_one_that_is() -> None:
    """halt is an Extra card: used as a [Contre] (10-10-2), and not played as a Battle card (6-3-1-2-1)."""
    page = inquired_at("", "B: play halt")
    assert (page.kind, page.instead) == ("no", ("B: counter halt",))
    assert any('"B: counter halt"' in one for one in page.otherwise)
    told = page_of(run(parse_fixture(WINDOW.format(lines='"B: may play halt"'))))
    assert any('in another way: "B: counter halt"' in text for one in told.why for text in one.here)


def test_an_act_that_is_looked_at_and_refused_is_told_its_reason_alone() -> None:
    """k1 rests (7-1); what la may do is another matter."""
    page = inquired_at('"B: pass"', "A: attack k1 lb")
    assert page.instead == ()
