"""Which state of a card an ability reads when the card has just changed zones (8-6-5-1-1 to 8-6-5-1-3)."""

from __future__ import annotations

import pytest
from playing import ruled, view_of

from judge.engine.effects.pattern_match import information_row
from judge.engine.kernel.state import Card

# From and to, and by the book: the card as it left, or as it arrived.
WAYS = [
    ("battle", "drop", "left", "8-6-5-1-2"),
    ("battle", "hand", "left", "8-6-5-1-2"),
    ("battle", "combo", "left", "8-6-5-1-2"),
    ("battle", "parallel", "left", "8-6-5-1-2"),
    ("combo", "drop", "arrived", "8-6-5-1-3"),
    ("energy", "drop", "arrived", "8-6-5-1-3"),
    ("drop", "battle", "arrived", "8-6-5-1-3"),
    ("drop", "hand", "left", "8-6-5-1-1"),
    ("energy", "hand", "left", "8-6-5-1-1"),
    ("combo", "deck", "left", "8-6-5-1-1"),
    ("hand", "battle", "arrived", "8-6-5-1-1"),
    ("hand", "drop", "arrived", "8-6-5-1-1"),
    ("life", "drop", "arrived", "8-6-5-1-1"),
    ("deck", "battle", "arrived", "8-6-5-1-1"),
]


@pytest.mark.parametrize(("origin", "goal", "seen", "rule"), WAYS)
def test_the_open_zone_informs(origin: str, goal: str, seen: str, rule: str) -> None:
    """From the Battle Zone: as it was there. Open and hidden: as it is in the open one.

    Else: where it arrives.
    """
    view = view_of("")
    before = Card("one", "?", "A", f"A.{origin}", "#1")
    row = information_row(view.book, before, before._replace(zone=f"A.{goal}", object="#2"))
    assert row is not None
    assert (row["view"], row["rule"]) == (seen, rule)


KO = """
script = ["A: attack hero foe"]
A = {{ battle = ["hero"] }}
B = {{ battle = [{{ card = "foe", mode = "inertie", effects = [{{ add = 10000, until = "turn" }}] }}, "watch"] }}
[cards]
hero = {{ power = 30000 }}
foe = {{ power = 10000 }}
watch = {{ power = 1000, auto = {{ on = {{ ko = {{ of = "me" }} }}, when = {{ it = {{ {bound} }} }}, do = [{{ draw = 1 }}] }} }}
[expect]
B.hand = {hand}
"""  # noqa: E501


@pytest.mark.parametrize(
    ("bound", "hand"),
    [("min = { power = 20000 }", 1), ("max = { power = 10000 }", 0), ("min = { power = 20001 }", 0)],
)
def test_a_ko_is_read_with_the_power_it_had(bound: str, hand: int) -> None:
    """8-6-5-1-2: 10000 printed and +10000 until the end of the turn was 20000 when it left."""
    ruling = ruled(KO.format(bound=bound, hand=hand))
    assert ruling.verdict == "holds", ruling.facts


@pytest.mark.parametrize(("bound", "hand"), [("min = { power = 20000 }", 0), ("max = { power = 10000 }", 1)])
def test_a_combo_card_is_read_in_the_drop_zone(bound: str, hand: int) -> None:
    """8-6-5-1-3: the boost in the Combo Zone has stayed behind."""
    ruling = ruled(f"""
script = ["A: attack la lb", "A: combo help"]
A = {{ battle = [{{ card = "help", effects = [{{ add = 10000, until = "turn" }}] }}, "watch"] }}
[cards]
help = {{ power = 10000, combo_cost = 0, combo_power = 5000 }}
watch = {{ power = 1000, auto = {{ on = {{ move = {{ of = "me" }}, from = "combo", to = "drop" }}, when = {{ it = {{ {bound} }} }}, do = [{{ draw = 1 }}] }} }}
[expect]
A.hand = {hand}
""")  # noqa: E501
    assert ruling.verdict == "holds", ruling.facts


def test_an_amount_is_read_when_the_ability_resolves_from_what_was_seen() -> None:
    """ "As much power as the KO'd card had" is what it had, though the card lies in the Drop Zone by then."""
    ruling = ruled("""
script = ["A: attack hero foe"]
A = { battle = [{ card = "hero" }] }
B = { battle = [{ card = "foe", mode = "inertie", effects = [{ add = 5000, until = "turn" }] }] }
[cards]
hero = { power = 30000, auto = { on = { ko = { of = "opponent" } }, do = [{ add = { value = "power", of = "it" }, of = "self", until = "turn" }] } }
foe = { power = 10000 }
[expect]
hero = { power = 45000 }
""")  # noqa: E501
    assert ruling.verdict == "holds", ruling.facts
