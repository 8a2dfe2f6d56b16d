"""An ability that says under which condition it is valid, where that is not met: it is refused by that alone,
and not as one of a card that is silent.
"""

from __future__ import annotations

import pytest

from judge.engine import trace
from judge.fixture.load import parse_fixture
from judge.play.ruling import run

BOARDS = {
    "dbs": """\
game = "dbs"
script = ["A: not activate k"]
A = { battle = ["k"], deck = 9 }
[cards]
k = { activated = { needs = { zone = "drop" }, do = [{ draw = 1 }] } }
""",
    "ygo": """\
game = "ygo"
script = ["A: not activate k"]
A = { monster = ["k"], deck = 9 }
[cards]
k = { level = 4, ignition = { needs = { zone = "graveyard" }, do = [{ draw = 1 }] } }
""",
    "postures": """\
game = "postures"
script = ["A: not activate k"]
A = { c1 = "k", deck = 9 }
[cards]
k = { level = 0, skill = { needs = { zone = "graveyard" }, do = [{ draw = 1 }] } }
""",
}
ARTICLES = {"dbs": "8-3-3", "ygo": "st.text", "postures": "partial.apply"}


@pytest.mark.parametrize("game", sorted(BOARDS))
def test_it_is_refused_by_the_condition_alone(game: str) -> None:
    """Its card lies where it works, face-up (8-3-3, st.text, partial.apply)."""
    ruling = run(parse_fixture(BOARDS[game]))
    offers = [one.data for one in ruling.entries if one.kind is trace.OFFER and one.data["seat"] == "A"]
    refused = [one for data in offers for one in data["refused"] if one.key == "activate k"]
    assert refused
    assert {cond.rule for one in refused for cond in one.conds if not cond.ok} == {ARTICLES[game]}


NEEDS = 'needs = { zone = "leader", atq = 9 }'
HEAD = 'game = "tdg"\nuntil = "brief.interphase"\n'
READ = {
    "effect": f"""{HEAD}
A = {{ leader = "kor" }}
[cards]
kor = {{ effect = {{ {NEEDS}, do = [{{ draw = 1 }}] }} }}
[expect]
A.hand = 0
""",
    "action": f"""{HEAD}
script = ["B: play dash"]
A = {{ leader = "kor" }}
B = {{ hand = ["dash"] }}
[cards]
kor = {{}}
dash = {{ type = "action", effect = {{ {NEEDS}, do = [{{ disable = {{ zone = "leader", of = "any" }} }}] }} }}
[expect]
kor = {{ position = "upright" }}
dash = "discard"
""",
    "off-field": f"""{HEAD}
A = {{ leader = "kor", off-field = ["odd"] }}
[cards]
kor = {{}}
odd = {{ type = "smash", effect = {{ {NEEDS}, do = [{{ draw = 1 }}] }} }}
[expect]
A.hand = 0
""",
    "answer": f"""{HEAD}
script = ["B: not answer nim by phase4.declare"]
A = {{ leader = "kor", support-1 = "ona" }}
B = {{ leader = "nim" }}
[cards]
kor = {{}}
ona = {{ effect = {{ do = [{{ draw = 1 }}] }} }}
nim = {{ answer = {{ against = "effect", {NEEDS}, do = [{{ pv = 1 }}] }} }}
[expect]
A.hand = 1
""",
}


@pytest.mark.parametrize("what", sorted(READ))
def test_what_is_read_in_a_confrontation_does_nothing_while_its_needs_are_not_met(what: str) -> None:
    """All effects of a Block are announced, and an Action applies if its conditions hold (phase4.declare,
    action.condition): what is not met then does nothing.
    """
    ruling = run(parse_fixture(READ[what]))
    assert ruling.verdict == "holds", [*ruling.facts, *ruling.claims]


HEARD = {
    "dbs": ("8-3-3", """\
game = "dbs"
script = ["A: play k"]
A = { hand = ["k"], energy = 3, deck = 9 }
[cards]
k = { cost = 1, auto = { on = "play", needs = { zone = "drop" }, do = [{ draw = 1 }] } }
[expect]
A.hand = 0
"""),
    "dbs, out of the hand": ("8-3-3", """\
game = "dbs"
script = ["A: play k"]
A = { hand = ["k", "x"], energy = 3, deck = 9 }
[cards]
k = { cost = 1, auto = { on = "play", do = [{ discard = 1 }] } }
x = { auto = { on = "discard", zone = "hand", needs = { zone = "battle", power = 9 }, do = [{ draw = 1 }] } }
[expect]
A.hand = 0
"""),
    "ygo": ("effect.trigger", """\
game = "ygo"
script = ["A: summon k"]
A = { hand = ["k"], deck = 9 }
[cards]
k = { level = 4, trigger = { on = "summon", needs = { zone = "graveyard" }, do = [{ recover = 100 }] } }
[expect]
A.lp = 8000
"""),
    "ygo, destroyed": ("effect.trigger", """\
game = "ygo"
script = ["A: activate s"]
A = { hand = ["s"], monster = ["k"], deck = 9 }
[cards]
s = { type = "spell", effect = { do = [{ destroy = { zone = "monster" } }] } }
k = { level = 4, trigger = { on = "destroy", needs = { zone = "field" }, do = [{ recover = 100 }] } }
[expect]
A.lp = 8000
"""),
    "postures": ("skill.passive.timed", """\
game = "postures"
script = ["A: activate q"]
A = { hand = ["q"], c1 = "k", deck = 9 }
[cards]
q = { type = "magic", effect = { do = [{ destroy = { zone = "creature" } }] } }
k = { level = 0, timed = { on = { destroy = "self" }, needs = { zone = "field" }, do = [{ draw = 1 }] } }
[expect]
A.hand = 0
"""),
}  # fmt: skip


@pytest.mark.parametrize("case", sorted(HEARD))
def test_what_is_not_valid_hears_nothing_and_that_is_told_by_its_article(case: str) -> None:
    """What is valid under a condition is invalid while that is not met (8-3-3), also of its own card's way to
    where it works, and out of where it does.
    """
    article, board = HEARD[case]
    ruling = run(parse_fixture(board))
    assert ruling.verdict == "holds", ruling.facts
    assert [one.rule for one in ruling.entries if one.kind is trace.NOT_VALID] == [article]


def test_that_an_invalid_skill_may_be_used_rests_on_a_reading_from_where_it_is_offered() -> None:
    """By the other reading it could not have been (7.3.2): the script does not fit there."""
    ruling = run(
        parse_fixture("""\
game = "victory-spark"
script = ["A: activate ria", "A: activate lio"]
A = { ring = ["ria"], f1 = "lio", hand = 0, deck = 20 }
[cards]
ria = { activated = { zone = "ring", once = "turn", needs = { zone = "hand" }, do = [{ draw = 1 }] } }
lio = { activated = { zone = "bench", once = "turn", do = [{ draw = 1 }] } }
[expect]
A.hand = 1
""")
    )
    assert ruling.verdict == "holds", ruling.facts
    parted = {one.reading: bool(one.parts) for one in ruling.others}
    assert parted["invalid-autos"]
