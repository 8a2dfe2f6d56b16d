"""Exceptions of a rule that refuses something, and what would have to be so for it to be allowed."""

from __future__ import annotations

import re

import pytest

from bench import FIXTURES
from judge.fixture.load import Fixture, load_fixture, parse_fixture
from judge.fixture.script import parse_line
from judge.page.inquired import inquired
from judge.page.inquired_parts import Inquired
from judge.page.page import page_of
from judge.play.inquiry import inquire
from judge.play.ruling import run
from judge.render.json import ruling_json
from judge.rulebook.shelf import rulebooks_folder
from judge.speech.catalogue import phrases

OWNERS = "dbs/published/a-permission-to-attack-cards-in-action-mode-is-about-the-opponents"
TOON = "ygo/summoning/a-toon-attacks-directly-while-the-toon-world-is-there"
THIRD = "postures/clash/a-creature-that-may-attack-a-second-time-attacks-no-third-time"


def text(name: str) -> str:
    """An accepted fixture."""
    return (FIXTURES / f"{name}.toml").read_text(encoding="utf-8")


def asked(fixture: Fixture, act: str, after: int | None = None, seat: str = "") -> Inquired:
    """May it be done?"""
    line = parse_line(act)
    assert not isinstance(line, str)
    return inquired(inquire(fixture, line, after, seat=seat), seat)


def here(page: Inquired) -> dict[str, str]:
    """What each article comes to on this board."""
    return {one.article: one.here[-1] for one in page.why}


CLASH = """
game = "postures"
turn = 5
at = "clash"
A = {{ c1 = "x" }}
B = {{ {creatures} }}
[cards]
x = {{ level = 0, atk = 500 }}
u1 = {{ level = 0, untargetable = true }}
u2 = {{ level = 0, untargetable = true }}
y = {{ level = 0 }}
"""


def test_an_exception_whose_condition_fails() -> None:
    """The PV may be attacked past the opponent's only creature, if that cannot be attacked
    (direct.untargetable): there are two.
    """
    page = asked(parse_fixture(CLASH.format(creatures='c3 = "u1", c4 = "u2"')), "A: attack x direct", 0)
    assert [one.article for one in page.why][:2] == ["clash.no-direct-past", "direct.untargetable"]
    assert here(page)["direct.untargetable"] == (
        "the exception is not met: at most 1 card in B's creature slots is asked for, but there are 2."
    )


def test_each_part_of_an_exception_that_fails_is_told() -> None:
    """There is one, and it can be attacked; of two, one of which cannot, the number is what fails."""
    page = asked(parse_fixture(CLASH.format(creatures='c3 = "y"')), "A: attack x direct", 0)
    assert "untargetable" in here(page)["direct.untargetable"]
    assert "there is none" in here(page)["direct.untargetable"]
    page = asked(parse_fixture(CLASH.format(creatures='c3 = "y", c4 = "u1"')), "A: attack x direct", 0)
    assert "there are 2" in here(page)["direct.untargetable"]


def test_an_exception_that_is_met_allows_it() -> None:
    """The only creature cannot be attacked."""
    assert asked(parse_fixture(CLASH.format(creatures='c3 = "u1"')), "A: attack x direct", 0).kind == "yes"


def test_a_text_that_lifts_a_rule_for_others() -> None:
    """hero may attack what stands (1-3-1), a1 may not (7-1)."""
    page = asked(load_fixture(FIXTURES / f"{OWNERS}.toml"), "A: attack a1 d1")
    assert here(page)["1-3-1"] == (
        "the exception is not met: the text of hero allows it to others, not to a1."
    )


def test_no_exception_is_told_of_another_condition_of_the_same_article() -> None:
    """a2 rests: that hero may attack what stands has nothing to do with it, though both are 7-1."""
    assert list(here(asked(load_fixture(FIXTURES / f"{OWNERS}.toml"), "A: attack a2 lb"))) == ["7-1"]


def test_a_text_that_is_not_in_force() -> None:
    """toon attacks directly only while World is there: it is called otherwise here."""
    other = text(TOON).replace('name = "World"\ntype', 'name = "Moon"\ntype')
    assert other != text(TOON)
    page = asked(parse_fixture(other), "A: attack toon direct", 0)
    assert here(page)["gl.direct-attack.effect"] == (
        "the exception is not met: the text of toon that allows it is not in force."
    )


def test_a_text_that_allows_more_but_not_this() -> None:
    """A second attack is not a third."""
    fixture = load_fixture(FIXTURES / f"{THIRD}.toml")
    page = asked(fixture, "A: attack x y", 4)
    assert "allows x more than the rule does, but not this" in here(page)["skill.passive"]
    assert "skill.passive" not in here(asked(fixture, "A: attack z y", 0))


def test_a_ruling_tells_it_beside_the_rule_too() -> None:
    """Under WHY of a page, where a claim is refused; its JSON has what was found."""
    ruling = run(load_fixture(FIXTURES / f"{OWNERS}.toml"))
    assert "1-3-1" in [one.article for one in page_of(ruling).why]
    offers = [one for one in ruling_json(ruling)["steps"] if one["refused"]]
    conds = [cond for one in offers for option in one["refused"] for cond in option["conditions"]]
    (told,) = [one["values"]["unless"] for one in conds if one["values"].get("unless")][:1]
    assert told == [{"article": "1-3-1", "way": "others", "by": "hero", "of": "a1"}]


def test_a_text_on_a_card_that_a_player_has_not_seen_is_not_told() -> None:
    """haste, which would let a Trap be used in the turn in which it was Set, lies in the other hand."""
    fixture = parse_fixture("""
game = "ygo"
script = ["A: activate hole"]
[A]
hand = ["hole", "haste"]
[B]
monster = ["m"]
spell = [{ card = "t", facing = "down", did = "set" }]
[cards.hole]
type = "spell"
effect.do = { destroy = { zone = "monster", of = "opponent" } }
[cards.m]
level = 4
[cards.t]
type = "trap"
reaction = { on = { destroy = { of = "me" } }, do = { draw = 1 } }
[cards.haste]
type = "spell"
kind = "continuous"
allow = { what = "set-turn", of = { zone = "spell" } }
""")
    told = here(asked(fixture, "B: trigger t"))
    assert told["rules-vs-effects"].endswith("the text of haste that allows it is not in force.")
    assert "rules-vs-effects" not in here(asked(fixture, "B: trigger t", seat="B"))


# --- what would have to be so ------------------------------------------------------------------------
def test_what_one_condition_alone_refuses() -> None:
    """Nothing else speaks against it."""
    page = asked(parse_fixture(CLASH.format(creatures='c3 = "u1", c4 = "u2"')), "A: attack x direct", 0)
    assert page.otherwise == ("attack x direct would be allowed if the opponent controlled no creatures.",)


def test_where_several_conditions_fail_nothing_is_said() -> None:
    """x rests besides: without creatures of the opponent's it could not attack either."""
    resting = CLASH.replace('c1 = "x"', 'c1 = {{ card = "x", posture = "rest" }}')
    page = asked(parse_fixture(resting.format(creatures='c3 = "u1", c4 = "u2"')), "A: attack x direct", 0)
    assert (page.kind, page.otherwise) == ("no", ())


def test_what_a_condition_of_a_text_asks_for() -> None:
    """ring asks for two cards in hand beside it; with them nothing speaks against it."""
    page = asked(
        parse_fixture("""
game = "dbs"
A = { battle = ["r"], hand = 1 }
[cards.r]
power = 5000
activated = { when = { zone = "hand", at_least = 2 }, do = [{ draw = 1 }] }
"""),
        "A: activate r",
    )
    assert page.otherwise == ("activate r would be allowed if this were so: at least 2 cards in A's hand.",)


@pytest.mark.parametrize("game", ["dbs", "postures", "tdg", "victory-spark", "ygo"])
def test_it_is_said_of_conditions_that_there_are(game: str) -> None:
    """Each phrase has one that says why the condition fails, with the same values in it."""
    words = phrases(str(rulebooks_folder() / game), "en")
    blanks = re.compile(r"{(\w+)}")
    assert [key for key in words["would"] if not words["cond"].get(key)] == []
    loose = {
        key: found
        for key, said in words["would"].items()
        if (found := set(blanks.findall(said)) - set(blanks.findall(words["cond"][key])))
    }
    assert loose == {}
