"""Why nothing of the kind is offered for what a claim names."""

from __future__ import annotations

import pytest

from judge.fixture.load import parse_fixture
from judge.play.ruling import run

LEADER = """
game = "dbs"
script = ["A: not activate {what}{by}"]
A = {{ leader = {{ card = "hero", face = "back" }}, battle = [{{ card = "top", under = ["low"] }}] }}
[cards]
hero = {{ type = "leader", activated = {{ name = "look", do = [{{ draw = 1 }}] }}, back = {{}} }}
top = {{ power = 5000 }}
low = {{ power = 5000, activated = {{ do = [{{ draw = 1 }}] }} }}
"""

CASES = [
    ("hero", " by 2-3-2-1-3", True, "2-3-2-1-3"),
    ("hero.look", " by 2-3-2-1-3", True, "2-3-2-1-3"),
    ("hero", " by 11-3-2", False, "2-3-2-1-3"),
    ("low", " by 11-3-2", True, "11-3-2"),
    ("low", "", True, "11-3-2"),
    ("top", "", True, "8-1-3"),
    ("top", " by 11-3-2", False, "8-1-3"),
]


@pytest.mark.parametrize(("what", "by", "ok", "rule"), CASES, ids=[f"{one[0]}{one[1]}" for one in CASES])
def test_what_is_not_there_is_refused_by_what_takes_it_away(what: str, by: str, ok: bool, rule: str) -> None:
    """The side that does not show and the card beneath name their article; a card that says nothing names
    when abilities are used.
    """
    ruling = run(parse_fixture(LEADER.format(what=what, by=by), "dispute.toml"), readings=False)
    (claim,) = ruling.claims
    assert (claim.ok, claim.rule) == (ok, rule)


PERMANENT = """
game = "victory-spark"
at = "6.6.1.2"
pending = ["b1"]
script = ["A: not cancel nix {what} by 7.4.1", "A: pass"]
A = {{ hand = ["nix"], f1 = "aura" }}
B = {{ f1 = "b1", f2 = "lamp" }}
[cards]
b1 = {{ auto = {{ zone = "bench", on = {{ chara-start = "opponent" }}, do = [{{ draw = 1 }}] }} }}
lamp = {{ static = {{ zone = "bench", add = 1000, of = {{ zone = "ring" }} }} }}
aura = {{ auto = {{ zone = "bench", on = {{ end-start = "me" }}, do = [{{ draw = 1 }}] }} }}
nix = {{ cancel = true }}
"""


@pytest.mark.parametrize(("what", "ok"), [("lamp", True), ("aura", False), ("b1", False)])
def test_a_permanent_is_nothing_that_could_be_answered(what: str, ok: bool) -> None:
    """Of a card that has but a permanent the claim holds, not of one whose ability waits, or could."""
    ruling = run(parse_fixture(PERMANENT.format(what=what), "dispute.toml"), readings=False)
    assert [claim.ok for claim in ruling.claims] == [ok]
