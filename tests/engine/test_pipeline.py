"""What may come between an event and its happening:
prohibitions, replacements, and other events of its batch.
"""

from __future__ import annotations

from playing import notes, ruled, view_of

from judge.engine.flow.pipeline import forbidden, replacements
from judge.engine.kernel.instructions import move_event

PING = """
script = ["A: activate boss"]
A = {{ battle = ["boss"] }}
B = {{ battle = ["ping"{more}] }}
[cards]
boss = {{ activated = {{ do = [{{ move = {{ zone = "battle", of = "opponent", name = "P" }}, to = "drop" }}] }} }}
ping = {{ name = "P", replace = [
  {{ name = "up", on = {{ move = "self", to = "drop" }}, with = {{ to = "parallel" }} }},
  {{ name = "down", on = {{ move = "self", to = "parallel" }}, with = {{ to = "drop" }} }} ] }}
pong = {{ name = "Q", replace = {{ name = "deck", on = {{ move = {{ name = "P" }}, to = "drop" }}, with = {{ to = "deck", at = "top" }} }} }}
"""  # noqa: E501


def one_line(text: str) -> str:
    """TOML keeps an inline table on one line; tests break it for the reader."""
    return text.replace(",\n  {", ", {").replace("[\n  {", "[ {")


def test_each_replacement_applies_once_to_an_event() -> None:
    """8-9-2-3: two that lead into each other end after each has been applied once."""
    ruling = ruled(one_line(PING).format(more=""))
    replaced = [entry.data["ability"].rsplit("/")[-1] for entry in notes(ruling, "replaced")]
    assert replaced == ["up1", "down2"]
    assert ruling.game.cards["ping"].zone == "B.drop"
    assert len([one for one in notes(ruling, "event") if one.data["record"].card == "ping"]) == 1


def test_what_was_applied_to_the_whole_is_not_applied_to_its_parts() -> None:
    """8-9-2-3: the damage was replaced once; the life cards taken for it come from that same event."""
    ruling = ruled("""
script = ["A: attack la lb"]
B = { battle = ["veil"] }
[cards]
veil = { replace = { on = [{ damage = "me" }, { take = "me" }], with = { n = 2 } } }
[expect]
B.life = 4
""")
    assert ruling.verdict == "holds", ruling.facts
    assert [entry.data["event"]["name"] for entry in notes(ruling, "replaced")] == ["damage"]


def test_a_replacement_applies_to_what_another_has_made_of_the_event() -> None:
    """The rewritten event is an event: what was not applied yet may be, and its master chooses (8-9-2-1)."""
    text = one_line(PING).format(more=', "pong"')
    ruling = ruled(text.replace('["A: activate boss"]', '["A: activate boss", "B: apply ping.up"]'))
    assert [entry.data["card"] for entry in notes(ruling, "replaced")] == ["ping", "ping", "pong"]
    assert ruling.game.cards["ping"].zone == "B.deck"


def test_the_first_choice_among_replacements_is_the_masters() -> None:
    """8-9-2-1: the card is B's, so B is asked, though A's effect moves it."""
    ruling = ruled(one_line(PING).format(more=', "pong"'))
    ask = ruling.game.ask
    assert ask is not None
    assert (ask.seat, ask.rule) == ("B", "8-9-2-1")
    assert [" ".join(choice.words) for choice in ask.choices] == ["apply ping.up", "apply pong.deck"]


def test_a_replacement_inside_a_cost_is_still_a_cost_paid() -> None:
    """A replaced payment has been paid: the effect follows (a replacement choice inside a cost is a plain
    pause).
    """
    ruling = ruled(
        one_line("""
script = ["A: activate boss"]
A = { battle = ["boss", "ember"] }
[cards]
boss = { activated = { cost = [{ choose = "c", from = { name = "E" } }, { move = "$c", to = "drop" }], do = [{ draw = 1 }] } }
ember = { name = "E", replace = { on = { move = "self", from = "battle" }, with = { to = "hand" } } }
[expect]
A = { hand = 2, ember = "hand", drop = 0 }
""")  # noqa: E501
    )
    assert ruling.verdict == "holds", ruling.facts


def test_a_prohibition_beats_a_replacement() -> None:
    """What cannot happen is not about to happen: there is nothing to replace (1-3-3)."""
    view = view_of("""
A = { battle = ["rock", "wind"] }
[cards]
rock = { name = "R", forbid = { on = { move = "self", from = "battle", by = "opponent" } } }
wind = { replace = { on = { move = { name = "R" }, to = "drop" }, with = { to = "hand" } } }
""")
    rock, wind = view.game.cards["rock"].object, view.game.cards["wind"].object
    by_wind = move_event(view, {"me": "B", "self": wind}, rock, "drop")
    assert forbidden(view, by_wind) is not None
    assert len(replacements(view, by_wind)) == 1
    assert forbidden(view, move_event(view, {"me": "A", "self": wind}, rock, "drop")) is None


def test_a_rule_that_cannot_be_applied_does_not_come_back_for_ever() -> None:
    """9-5-2 would move a card that may not leave: it stays at 0 power, and the game goes on."""
    ruling = ruled("""
script = ["A: attack la lb"]
A = { battle = [{ card = "rock", effects = [{ add = -10000 }] }] }
[cards]
rock = { power = 10000, forbid = { on = { move = "self", from = "battle" } } }
[expect]
rock = { zone = "battle", power = 0 }
B.life = 5
result = "none"
next = "A"
""")
    assert ruling.verdict == "holds", ruling.facts
    assert notes(ruling, "forbidden")


def test_a_forbidden_rule_does_not_stop_its_twin() -> None:
    """One of two cards may not leave: the other one does, once."""
    ruling = ruled("""
script = ["A: attack la lb"]
A = { battle = [{ card = "rock", effects = [{ add = -10000 }] }, { card = "sand", effects = [{ add = -10000 }] }] }
[cards]
rock = { power = 10000, forbid = { on = { move = "self", from = "battle" } } }
sand = { power = 10000 }
[expect]
rock = "battle"
sand = "drop"
""")  # noqa: E501
    assert ruling.verdict == "holds", ruling.facts
    assert len([one for one in notes(ruling, "event") if one.data["record"].card == "sand"]) == 1


def test_a_batch_leaves_together() -> None:
    """Cards that leave at once see each other leave: nothing happened first (1-2-3, 8-6-5-1-2)."""
    ruling = ruled("""
script = ["A: resolve left"]
A = { battle = [{ card = "left", effects = [{ add = -10000 }] }, { card = "right", effects = [{ add = -10000 }] }], deck = 10 }
[cards]
left = { power = 10000, auto = { on = { move = { of = "me", not = "self" }, from = "battle", to = "drop" }, do = [{ draw = 1 }] } }
right = { power = 10000, auto = { on = { move = { of = "me", not = "self" }, from = "battle", to = "drop" }, do = [{ draw = 2 }] } }
[expect]
A = { hand = 3, drop = 2 }
""")  # noqa: E501
    assert ruling.verdict == "holds", ruling.facts


def test_losing_at_once_is_a_draw() -> None:
    """1-2-3: one batch empties both Life Zones, so both meet the condition in the same instant."""
    ruling = ruled("""
script = ["A: activate bomb"]
A = { battle = ["bomb"], life = 1 }
B = { life = 1 }
[cards]
bomb = { activated = { do = [{ move = { zone = "life", of = "any" }, to = "drop" }] } }
[expect]
result = "draw"
""")
    assert ruling.verdict == "holds", ruling.facts
    assert ruling.game.result is not None
    assert ruling.game.result.rule == "1-2-3"


def test_losing_one_after_the_other_is_not() -> None:
    """Two instructions are two instants: who falls first has lost, in the middle of the effect."""
    ruling = ruled("""
script = ["A: activate bomb"]
A = { battle = ["bomb"], life = 1 }
B = { life = 1 }
[cards]
bomb = { activated = { do = [{ move = { zone = "life", of = "me" }, to = "drop" }, { move = { zone = "life", of = "opponent" }, to = "drop" }] } }
[expect]
result = "B"
B.life = 1
""")  # noqa: E501
    assert ruling.verdict == "holds", ruling.facts


def test_what_is_in_the_state_already_is_not_done() -> None:
    """1-3-2-1: resting a rested card is nothing, sets off nothing, and pays nothing."""
    ruling = ruled("""
script = ["A: activate boss", "A: not activate payer"]
A = { battle = ["boss", { card = "payer", mode = "inertie" }, "bell"] }
[cards]
boss = { activated = { once = "turn", do = [{ mark = { name = "P" }, mode = "inertie" }] } }
payer = { name = "P", activated = { cost = [{ mark = "self", mode = "inertie" }], do = [{ draw = 1 }] } }
bell = { auto = { on = { mark = { name = "P" }, mode = "inertie" }, do = [{ draw = 1 }] } }
[expect]
A.hand = 0
""")
    assert ruling.verdict == "holds", (ruling.facts, ruling.claims)
