"""`judge minimise`: padded boards come back to what a person would write, and what is small stays so."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from judge.errors import BadInput
from judge.fixture.load import parse_fixture
from judge.play.ruling import run
from judge.reduction.reduce import Reduced, Rules, reduce
from judge.text.source import parse_source, read_source
from judge.text.toml_text import cut, rewritten

FIXTURES = Path(__file__).parent.parent / "fixtures"
SAMPLE = [one for game in sorted(FIXTURES.iterdir()) for one in sorted(game.rglob("*.toml"))[40:1000:130]
          if "decks" not in one.parts]  # fmt: skip

# By game: what a person would write, and the same dispute with all that lay on the table.
PADDED = {
    "dbs": (
        """\
game = "dbs"
title = "A counter that has no energy is refused"
articles = ["10-10-1"]
script = ["A: attack raider", "B: not counter halt by 10-10-1"]
[A]
battle = ["raider"]
[B]
hand = ["halt"]
[cards]
raider = {}
halt = { type = "extra", cost = 1, contre = { against = "attack", do = [{ negate = "attack" }] } }
""",
        """\
game = "dbs"
title = "A counter that has no energy is refused"
articles = ["10-10-1", "7-1"]
script = ["A: play helper", "B: pass", "A: attack raider", "B: not counter halt by 10-10-1"]
[A]
battle = ["raider", { card = "rested", mode = "inertie" }, "grunt*3"]
hand = ["c1", "helper", 3]
energy = ["red*2"]
life = 5
deck = 22
[B]
hand = ["halt", "other"]
battle = ["wall"]
drop = ["old1", "old2"]
[cards]
raider = { power = 15000, color = "red", double-frappe = true }
rested = { power = 5000 }
grunt = { power = 1000 }
c1 = {}
helper = { power = 5000 }
halt = { type = "extra", cost = 1, contre = { against = "attack", do = [{ negate = "attack" }] } }
other = { type = "extra", contre = { against = "play", do = [{ negate = "play" }] } }
wall = { power = 10000, bloqueur = true }
old1 = {}
old2 = {}
[expect]
rested = { zone = "battle", mode = "inertie" }
wall = "battle"
""",
    ),
    "ygo": (
        """\
game = "ygo"
title = "A Trap waits for the turn after it was Set"
articles = ["trap.set-turn"]
script = ["A: not activate pot by trap.set-turn"]
[A]
spell = [{ card = "pot", did = "set" }]
[cards]
pot = { type = "trap", effect = { do = [{ draw = 1 }] } }
""",
        """\
game = "ygo"
title = "A Trap waits for the turn after it was Set"
articles = ["trap.set-turn"]
script = ["A: summon ogre", "A: not activate pot by trap.set-turn"]
[A]
lp = 3000
monster = ["rat", "bear"]
spell = [{ card = "pot", facing = "down", did = "set" }, { card = "old", facing = "down" }]
hand = ["ogre", 4]
graveyard = ["gone"]
[B]
monster = [{ card = "mole", facing = "down" }]
deck = 20
[cards]
pot = { type = "trap", effect = { do = [{ draw = 1 }] } }
old = { type = "spell" }
rat = { level = 2, atk = 300 }
bear = { level = 4, atk = 1500, piercing = true }
ogre = { level = 4, atk = 1000 }
gone = {}
mole = { level = 2, def = 1200 }
[expect]
bear = "monster"
mole = { zone = "monster", facing = "down" }
""",
    ),
    "postures": (
        """\
game = "postures"
title = "No attack past a creature"
turn = 5
at = "clash"
articles = ["clash.no-direct-past"]
script = ["A: not attack wolf direct by clash.no-direct-past"]
[A]
c1 = "wolf"
[B]
c2 = "cow"
[cards]
wolf = {}
cow = {}
""",
        """\
game = "postures"
title = "No attack past a creature"
turn = 5
at = "clash"
articles = ["clash.no-direct-past"]
script = ["A: not attack wolf direct by clash.no-direct-past"]
[A]
c1 = "wolf"
c3 = "bear"
magic = ["spur"]
hand = 3
[B]
c2 = { card = "cow", posture = "defensive" }
deck = 12
graveyard = ["fallen"]
[cards]
wolf = { level = 0, atk = 1000, def = 500 }
bear = { level = 0, atk = 700, def = 100 }
cow = { level = 0, atk = 0, def = 1100 }
spur = { type = "magic", effect = { do = [{ draw = 1 }] } }
fallen = { level = 0 }
[expect]
bear = "offensive"
fallen = "B.graveyard"
""",
    ),
    "tdg": (
        """\
game = "tdg"
title = "A disabled Support does not answer"
articles = ["golden.source"]
script = ["B: not answer sol by golden.source"]
[A]
leader = "kor"
[B]
support-2 = { card = "sol", position = "disabled" }
[cards]
kor = { effect = { do = [{ draw = 1 }] } }
sol = { answer = { against = ["effect"], do = [{ negate = "effect" }] } }
""",
        """\
game = "tdg"
title = "A disabled Support does not answer"
articles = ["golden.source"]
script = ["B: not answer sol by golden.source"]
[A]
leader = "kor"
support-1 = "ona"
hand = 3
pv = 6
[B]
leader = "nim"
support-2 = { card = "sol", position = "disabled" }
discard = ["gone"]
deck = 4
[cards]
kor = { atq = 2, effect = { do = [{ draw = 1 }] } }
ona = { atq = 1 }
nim = { def = 1 }
sol = { def = 2, answer = { against = ["effect"], do = [{ negate = "effect" }] } }
gone = {}
""",
    ),
    "victory-spark": (
        """\
game = "victory-spark"
title = "A play that is too dear"
articles = ["7.4.1.3"]
at = "6.5.1.2"
script = ["A: not play ria by 7.4.1.3"]
[A]
hand = ["ria"]
[cards]
ria = { level = 3 }
""",
        """\
game = "victory-spark"
title = "A play that is too dear"
articles = ["7.4.1.3"]
at = "6.5.1.2"
script = ["A: not play ria by 7.4.1.3"]
[A]
ring = ["old"]
hand = ["ria", "nix", 2]
energy = 2
f1 = "left"
[B]
hand = ["trim"]
f2 = { card = "right", orientation = "rest" }
deck = 15
[cards]
ria = { level = 3, attack = 2000, defence = 2000 }
old = { attack = 500, defence = 500 }
left = { level = 1, attack = 500, defence = 500 }
right = { level = 1, attack = 500, defence = 500 }
nix = { cancel = true }
trim = { cancel = { of = { max = { level = 2 } } } }
[expect]
left = "f1"
""",
    ),
}


def small(text: str, limit: int = 5000) -> Reduced:
    """A fixture cut down."""
    return reduce(parse_source(text, "mine.toml"), limit, Rules(), lambda n: None)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", PADDED)
def test_a_padded_board_comes_back_to_what_a_person_would_write(game: str) -> None:
    wanted, padded = PADDED[game]
    assert run(parse_fixture(wanted)).verdict == run(parse_fixture(padded)).verdict == "holds"
    found = small(padded)
    assert (found.whole, found.source.data) == (True, tomllib.loads(wanted))
    assert run(parse_fixture(found.source.text)).verdict == "holds"


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", PADDED)
def test_what_is_small_stays_as_it_is(game: str) -> None:
    wanted, padded = PADDED[game]
    assert small(wanted).source.text == wanted
    once = small(padded).source.text
    assert small(once).source.text == once


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", SAMPLE, ids=lambda one: one.stem)
def test_every_ruling_keeps_what_it_shows_and_is_cut_once(path: Path) -> None:
    """It holds as before, and cut again it is the same, byte for byte."""
    source = read_source(path)
    found = reduce(source, 5000, Rules(), lambda n: None)
    before, after = run(parse_fixture(source.text)), run(parse_fixture(found.source.text))
    assert after.verdict == before.verdict
    assert [(one.line, one.allowed, one.rule) for one in after.claims] == [
        (one.line, one.allowed, one.rule) for one in before.claims
    ]
    assert len(found.source.text) <= len(source.text)
    assert reduce(found.source, 5000, Rules(), lambda n: None).source.text == found.source.text


def test_a_line_that_is_needed_stays() -> None:
    """Without the play of the helper nobody holds a card less; without its energy it is not played."""
    text = """\
game = "dbs"
script = ["A: play helper", "A: attack raider", "A: attack helper"]
until = "7-2-1-1"
A = { battle = ["raider", "idle"], hand = ["helper"], energy = 3 }
cards = { raider = { power = 15000 }, helper = { cost = 2, power = 5000 }, idle = { power = 1 } }
[expect]
helper = { zone = "battle", mode = "inertie" }
A.energy = { count = 3, inertie = 2 }
"""
    text = text.replace(
        'script = ["A: play helper", "A: attack raider", "A: attack helper"]',
        'script = ["A: play helper", "A: attack helper"]',
    )
    assert run(parse_fixture(text)).verdict == "holds"
    data = small(text).source.data
    assert data["script"] == ["A: play helper", "A: attack helper"]
    assert data["A"] == {"hand": ["helper"], "energy": 3}


def test_numbers_shrink_to_what_is_needed() -> None:
    """Two energy are rested: of nine two are left, of five copies the one that is played."""
    text = (
        'game = "dbs"\nscript = ["A: play helper"]\nA = { hand = ["helper*5", 4], energy = 9 }\n'
        "cards = { helper = { cost = 2, power = 5000 } }\nexpect = { A.energy.inertie = 2 }\n"
    )
    assert small(text).source.data["A"] == {"hand": ["helper"], "energy": 2}


def test_without_questions_and_facts_the_answer_stays() -> None:
    text = (
        'game = "dbs"\nscript = ["A: attack raider"]\nA = { battle = ["raider", "idle"] }\nB = { life = 1 }\n'
        "cards = { raider = { power = 15000 }, idle = { power = 1 } }\n"
    )
    data = small(text).source.data
    assert data["cards"] == {"raider": {"power": 15000}}
    assert data["B"] == {"life": 1}  # A wins


def test_a_question_of_the_fixture_keeps_its_answer() -> None:
    text = (
        'game = "dbs"\nask = ["why not: A: play helper"]\nA = { hand = ["helper", "idle"], energy = 1 }\n'
        "cards = { helper = { cost = 2, power = 5000 }, idle = {} }\n"
    )
    assert small(text).source.data["cards"] == {"helper": {"cost": 2}}


def test_comments_and_layout_stay() -> None:
    text = """\
# a dispute
game = "dbs"
script = [
    "A: attack raider",      # first
    "B: not counter halt by 10-10-1",   # the question
]

# what lies there
[A]
battle = ["raider", "idle"]  # two of them
deck = 25                    # nobody asks

[B]
hand = ["halt"]              # only this

# the cards
[cards.raider]
power = 15000                # enough

[cards.idle]
power = 1

[cards.halt]                 # it costs
cost = 1
contre = { against = "attack" }
"""
    wanted = """\
# a dispute
game = "dbs"
script = [
    "A: attack raider",      # first
    "B: not counter halt by 10-10-1",   # the question
]

# what lies there
[A]
battle = ["raider"]  # two of them

[B]
hand = ["halt"]              # only this

# the cards
[cards.raider]

[cards.halt]                 # it costs
cost = 1
contre = { against = "attack" }
"""
    found = small(text).source.text
    assert found == wanted


def test_a_layout_that_cannot_be_kept_is_written_anew() -> None:
    """Cards by dotted keys are gone with their last key."""
    text = (
        'game = "dbs"\nscript = ["A: can attack raider"]\nA.battle = ["raider"]\ncards.raider.power = 15000\n'
    )
    assert small(text).source.data == {
        "game": "dbs", "script": ["A: can attack raider"],
        "A": {"battle": ["raider"]}, "cards": {"raider": {}},
    }  # fmt: skip


def test_a_line_that_the_rules_refuse_stays_refused() -> None:
    text = PADDED["dbs"][1].replace('"B: not counter halt by 10-10-1"', '"B: counter halt"')
    found = small(text)
    ruling = run(parse_fixture(found.source.text))
    assert ruling.refusal is not None
    assert (ruling.refusal.line, ruling.refusal.rule) == ("B: counter halt", "10-10-1")
    assert found.source.data["A"] == {"battle": ["raider"]}


def test_it_stops_where_it_is_told_to() -> None:
    found = small(PADDED["dbs"][1], limit=5)
    assert (found.plays, found.whole) == (5, False)
    assert run(parse_fixture(found.source.text)).verdict == "holds"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('game = "dbs"\nscript = ["A: charge x"]\n', "not"),
        ('game = "dbs"\nscirpt = []\n', "there is no key 'scirpt'"),
        ('game = "dbs"\n[pause]\nx = 1\n', "a saved pause has no board to cut"),
    ],
)
def test_what_cannot_be_cut(text: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        small(text)


# --- the edits -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "path", "left"),
    [
        ("a = [1, [2, 3], 4]\n", ("a", 1), "a = [1, 4]\n"),
        ("a = [[2, 3]]\n", ("a", 0), "a = []\n"),
        ("a = [ 1 ]\n", ("a", 0), "a = []\n"),
        ("a = { b = 1, c = [2], d = 3 }\n", ("a", "c"), "a = { b = 1, d = 3 }\n"),
        ("a = { b = 1, c = { d = 2 } }\n", ("a", "c"), "a = { b = 1 }\n"),
        ("a = { b = 1 }\n", ("a", "b"), "a = {}\n"),
        ("[t]\na = 1 # x\nb = 2\n", ("t", "a"), "[t]\nb = 2\n"),
        ("x = 1\n\n[t]\na = 1\n\n[u]\nb = 2\n", ("t",), "x = 1\n\n[u]\nb = 2\n"),
        ("[t]\na = 1\n[t.u]\nb = 2\n", ("t",), ""),
        ("t.a = 1\nt.b = 2\nc = 3\n", ("t",), "c = 3\n"),
        ("a = [\n    1,\n    2, # two\n]\n", ("a", 0), "a = [\n    2, # two\n]\n"),
    ],
)
def test_a_part_is_cut_out_of_a_text(text: str, path: tuple[str | int, ...], left: str) -> None:
    assert cut(parse_source(text, "x"), path).text == left


def test_a_value_is_written_otherwise() -> None:
    source = parse_source("a = [1, { b = 2 }] # c\n", "x")
    assert rewritten(source, ("a", 1), '"d"').text == 'a = [1, "d"] # c\n'
    with pytest.raises(KeyError):
        cut(source, ("b",))
