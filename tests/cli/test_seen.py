"""What a seat may read of the other's play:
all that comes to light, in text and in JSON, and nothing that does not.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

EXTRA = """\
game = "dbs"
script = ["A: activate ex", "A: choose h1"]
A = { battle = ["k"], hand = ["ex", "h1", "h2"], energy = 1 }
[cards]
k = { power = 10000 }
h1 = { power = 10000 }
h2 = { power = 10000 }
ex = { type = "extra", cost = 1, activated = { do = [{ draw = 1 }, { discard = 1 }] } }
"""

CHOICE = """\
game = "dbs"
script = ["A: activate z", "A: choose d2", "A: choose h1"]
A = { battle = ["z"], hand = ["h1", "h2"] }
B = { battle = ["d1", "d2"] }
[cards]
z = { power = 10000, activated = { do = [{ choose = "t", from = { of = "opponent" } }, { add = -1000, of = "$t" }, { discard = 1 }] } }
d1 = { power = 10000 }
d2 = { power = 11000 }
h1 = { power = 5000 }
h2 = { power = 6000 }
"""  # noqa: E501

CHEAPER = """\
game = "dbs"
script = ["A: play v"]
A = { hand = ["v"], energy = 1 }
[cards]
v = { power = 5000, cost = 2, static = { add = -1, attr = "cost", of = "self", zone = "hand" } }
"""

SHUFFLED = """\
game = "dbs"
script = ["A: activate back", "chance: shuffle v", "A: activate more"]
A = { battle = ["v"], hand = ["back", "more"] }
[cards]
v = { power = 5000 }
back = { type = "extra", activated = { do = [{ move = { zone = "battle" }, to = "deck" }, { shuffle = "deck" }] } }
more = { type = "extra", activated = { do = [{ draw = 1 }] } }
"""  # noqa: E501

DUAL = """\
game = "ygo"
script = ["A: set {held}"]
A = {{ hand = ["{held}"], deck = ["{left}"] }}
[cards]
plain = {{ level = 4 }}
dual = {{ level = 4, kind = ["effect", "pendulum"], scale = 3, activated = {{ do = [{{ draw = 1 }}] }} }}
"""

TAKEN = """\
game = "dbs"
script = ["A: attack la lb", "B: life z"]
B = { life = ["z", 5] }
[cards]
z = { power = 5000, auto = { on = "take", do = [{ draw = 1 }] } }
"""

SET = """\
game = "ygo"
script = ["A: set m", "A: set t", "A: activate s"]
A = { hand = ["m", "t", "s"] }
[cards]
m = { level = 4, atk = 1000 }
t = { type = "trap", effect = { do = { draw = 1 } } }
s = { type = "spell", effect = { do = [{ turn-up = { zone = "monster" } }] } }
"""

RETURNED = """\
game = "ygo"
script = ["A: activate a", "A: {act} m"]
A = {{ hand = ["a"], monster = ["m"], deck = ["k", 10] }}
[cards]
a = {{ type = "spell", effect = {{ do = [{{ return = {{ zone = "monster" }} }}{drawn}] }} }}
k = {{ level = 4, atk = 7 }}
m = {{ level = 4 }}
"""

PUT_BACK = """\
game = "ygo"
script = ["A: activate a", "A: activate b", "A: choose m"]
A = {{ hand = ["a", "b", "k"], monster = ["m"] }}
[cards]
a = {{ type = "spell", effect = {{ do = [{{ return = {{ zone = "monster" }} }}] }} }}
b = {{ type = "spell", effect = {{ do = [{{ choose = "t", from = {{ zone = "hand" }} }}, {show}{{ move = "$t", to = "deck", at = "top" }}] }} }}
k = {{ level = 4, atk = 7 }}
m = {{ level = 4 }}
"""  # noqa: E501

HIDDEN = """\
game = "postures"
script = ["A: summon h", "A: hidden", "A: c1", "A: activate m"]
A = { hand = ["h", "m"] }
[cards]
h = { level = 0, atk = 100 }
m = { type = "magic", effect = { do = [{ recover = 100 }] } }
"""

ATTACKED = {
    "postures": """\
game = "postures"
at = "clash"
turn = 5
script = ["A: attack x h", "B: activate n"]
A = { c1 = "x" }
B = { c1 = { card = "h", posture = "hidden" }, magic = ["n"] }
[cards]
x = { level = 0, atk = 100 }
h = { level = 0 }
n = { type = "magic", effect = { answers = "attack", do = [{ negate = "attack" }] } }
""",
    "ygo": """\
game = "ygo"
at = "battle-step.declare"
script = ["A: attack x h"]
A = { monster = ["x"] }
B = { monster = [{ card = "h", position = "defence", facing = "down" }] }
[cards]
x = { level = 4, atk = 1000 }
h = { level = 4, def = 500 }
""",
}

WATCHED = """\
game = "victory-spark"
at = "6.7.3"
script = ["A: attack", "A: support lio", "B: pass"]
A = { f1 = "lio" }
B = { hand = ["ward"] }
[cards]
lio = {}
ward = { auto = { zone = "hand", on = { attacked = { of = "me" } }, do = [{ draw = 1 }] } }
"""


def told(judge: Any, tmp_path: Path, dispute: str, seat: str) -> tuple[str, list[dict[str, Any]]]:
    """A run as a seat reads it: the page, and the lines of the document."""
    path = tmp_path / "seen.toml"
    path.write_text(dispute, encoding="utf-8")
    page = judge("run", path, "--as", seat, "--all")
    assert page.code == 0, page.out + page.err
    return page.out, json.loads(judge("run", path, "--as", seat, "--format", "json").out)["steps"]


def acts(steps: list[dict[str, Any]]) -> list[str]:
    """What was done in windows, in the words of the document."""
    return [step["cause"]["option"] for step in steps if step["kind"] == "act"]


def moved(steps: list[dict[str, Any]], name: str) -> list[str]:
    """The cards of the events of a name."""
    return [
        step["cause"]["card"] for step in steps if step["kind"] == "event" and step["cause"]["event"] == name
    ]


def test_a_card_that_is_activated_from_the_hand_is_named(judge: Any, tmp_path: Path) -> None:
    """It is revealed (8-5-2-1) and goes to an open zone (3-4-2); the rest of the hand stays unseen."""
    page, steps = told(judge, tmp_path, EXTRA, "B")
    assert "A activates ex." in page
    assert "ex goes from A's hand to A's Drop Zone" in page
    assert "card goes" not in page
    assert "h1: hand" in page
    assert "h2" not in page
    assert acts(steps) == ["activate ex"]
    assert moved(steps, "move") == ["ex"]
    assert all("h2" not in json.dumps(step) for step in steps)


def test_a_choice_among_what_both_see_is_public(judge: Any, tmp_path: Path) -> None:
    """Whom an ability chooses in an open zone is said; from which cards a hand discards is not."""
    page, steps = told(judge, tmp_path, CHOICE, "B")
    assert "A: chooses d2." in page
    assert [step["cause"]["answer"] for step in steps if step["kind"] == "answer"] == [["d2"]]
    assert "h2" not in page


def test_a_card_is_named_as_soon_as_it_is_revealed(judge: Any, tmp_path: Path) -> None:
    """What it costs is told after it was revealed (6-3-1-2-1-1)."""
    page, _ = told(judge, tmp_path, CHEAPER, "B")
    assert "The cost of v is now 1." in page
    assert "unseen card" not in page


def test_nobody_follows_a_card_through_a_shuffle(judge: Any, tmp_path: Path) -> None:
    """A card that was seen goes into a deck that is shuffled (3-2-4):
    drawn, it is any card, and where chance put it nobody knows.
    """
    page, steps = told(judge, tmp_path, SHUFFLED, "B")
    assert "v goes from A's Battle Zone" in page
    assert "A draws a card" in page
    assert moved(steps, "draw") == ["?"]
    assert not any(step["kind"] == "answer" and step["player"] == "chance" for step in steps)
    assert moved(told(judge, tmp_path, SHUFFLED, "A")[1], "draw") == ["v"]


def test_an_auto_of_a_card_in_the_hand_is_revealed(judge: Any, tmp_path: Path) -> None:
    """Nobody else sees which life card was taken until its ability is activated (8-5-2-1)."""
    page, steps = told(judge, tmp_path, TAKEN, "A")
    assert "B takes a card from life to hand" in page
    assert "B resolves an unseen card." in page
    assert "B reveals z." in page
    assert moved(steps, "take") == ["?"]
    assert acts(steps)[-1] == "resolve ?"


@pytest.mark.parametrize("seat", ["A", "B"])
def test_what_is_set_is_named_once_it_lies_face_up(judge: Any, tmp_path: Path, seat: str) -> None:
    """The other player reads that a card was set; which one only when it is turned up."""
    page, steps = told(judge, tmp_path, SET, seat)
    named = [one if seat == "A" else "?" for one in ("m", "t")]
    assert acts(steps)[:3] == [f"set {named[0]}", f"set {named[1]}", "activate s"]
    assert moved(steps, "activate-card") == ["s"]
    assert moved(steps, "turn-up") == ["m"]
    assert ("A Sets an unseen card." in page) == (seat == "B")


def test_nobody_follows_a_card_into_a_hand_and_out_of_it_unseen(judge: Any, tmp_path: Path) -> None:
    """A monster that came back to the hand is one of two cards there:
    which of them is Set (gl.set) the other player cannot see.
    """
    drawn = ", { draw = 1 }"
    page, steps = told(judge, tmp_path, RETURNED.format(act="set", drawn=drawn), "B")
    assert "m returns to A's hand" in page
    assert "A Sets an unseen card." in page
    assert moved(steps, "set-monster") == ["?"]
    assert moved(told(judge, tmp_path, RETURNED.format(act="set", drawn=drawn), "A")[1], "set-monster") == [
        "m"
    ]
    assert moved(
        told(judge, tmp_path, RETURNED.format(act="summon", drawn=drawn), "B")[1], "normal-summon"
    ) == ["m"]
    assert moved(told(judge, tmp_path, RETURNED.format(act="set", drawn=""), "B")[1], "set-monster") == [
        "m"
    ]  # the only one


def test_a_card_that_is_put_back_is_named_if_it_was_shown(judge: Any, tmp_path: Path) -> None:
    """Which card of a hand goes onto the Deck is seen by its player alone,
    unless the text has it revealed before.
    """
    page, steps = told(judge, tmp_path, PUT_BACK.format(show=""), "B")
    assert moved(steps, "move") == ["?"]
    assert "chooses m" not in page
    page, steps = told(judge, tmp_path, PUT_BACK.format(show='{ reveal = "$t" }, '), "B")
    assert moved(steps, "move") == ["m"]


def test_a_hidden_creature_is_not_named_and_magic_is(judge: Any, tmp_path: Path) -> None:
    """A creature may be summoned unseen; an activated card lies open."""
    page, steps = told(judge, tmp_path, HIDDEN, "B")
    assert acts(steps)[:2] == ["summon ?", "activate m"]
    assert "A activates m." in page
    assert "h" not in moved(steps, "normal-summon")


@pytest.mark.parametrize("game", ATTACKED)
def test_who_attacks_a_face_down_card_does_not_name_it(judge: Any, tmp_path: Path, game: str) -> None:
    """It comes to light later than it is attacked, or not at all."""
    page, steps = told(judge, tmp_path, ATTACKED[game], "A")
    assert acts(steps)[0] == "attack x ?"
    assert "A attacks an unseen card with x." in page


SETUP = """\
game = "dbs"
at = "5-2-1-2"
until = "5-2-1-4"
turn = 1
script = []
A = { leader = "hero", life = 0, deck = 50 }
B = { life = 0, deck = 50 }
[cards]
hero = { type = "leader", power = 10000, auto = { on = "leader-placed", do = [{ flip = "self" }] }, back = { power = 15000 } }
"""  # noqa: E501


def test_nobody_holds_cards_that_are_not_placed_yet(judge: Any, tmp_path: Path) -> None:
    """Before 5-2-1-4 the decks lie nowhere, and no window speaks of cards that a player holds."""
    page, steps = told(judge, tmp_path, SETUP, "A")
    assert "unseen" not in page
    assert {step["cause"].get("unseen") for step in steps if step["kind"] == "offer"} == {0}


def test_what_is_placed_before_the_game_is_one_line(judge: Any, tmp_path: Path) -> None:
    """The Leaders, the decks and the eight life cards (5-2-1-2, 5-2-1-4, 5-2-1-7) have lines,
    also in the full trace; which cards they are nobody reads.
    """
    script = '["chance: shuffle d1", "chance: first B", "B: choose none", "A: choose none"]'
    dispute = (
        SETUP.replace('until = "5-2-1-4"', 'until = "5-2-1-8"')
        .replace("script = []", f"script = {script}")
        .replace("deck = 50 }\nB", 'deck = ["d1", 49] }\nB')
    )
    page, _ = told(judge, tmp_path, dispute + "d1 = { power = 5000 }\n", "B")
    assert "hero → A's Leader Zone." in page
    assert page.count("50 cards → ") == 2
    assert "8 cards → A's life (deck 44 → 36, life 0 → 8)." in page
    assert "8 cards → B's life" in page
    assert "d1" not in page


WARD = """\
game = "victory-spark"
script = ["A: activate ria", "{ward}"]
A = {{ ring = ["ria"], deck = 20 }}
B = {{ hand = ["ward"], deck = 20 }}
[cards]
ria = {{ activated = {{ zone = "ring", once = "turn", do = [{{ draw = 1 }}] }} }}
ward = {{ auto = {{ zone = "hand", on = {{ draw = "opponent" }}, do = [{{ draw = 1 }}] }} }}
"""


def test_nobody_hears_of_an_ability_of_a_hand_that_is_not_revealed(judge: Any, tmp_path: Path) -> None:
    """That one waits, and that its player lets it go, would tell what the hand holds."""
    page, steps = told(judge, tmp_path, WARD.format(ward="B: pass"), "A")
    assert "ward" not in page
    assert [step for step in steps if step["cause"].get("event") == "unrevealed"] == []
    page, steps = told(judge, tmp_path, WARD.format(ward="B: reveal ward"), "A")
    assert "B reveals ward." in page
    assert moved(steps, "private") == ["ward"]


def test_nobody_learns_that_a_card_of_a_hand_could_be_revealed(judge: Any, tmp_path: Path) -> None:
    """Its player is asked (4.5.1); the other reads nothing of that."""
    page, _ = told(judge, tmp_path, WATCHED, "B")
    assert "B may: reveal ward, pass." in page
    page, _ = told(judge, tmp_path, WATCHED, "A")
    assert "ward" not in page


@pytest.mark.parametrize("options", [(), ("--all",), ("--format", "json")])
def test_what_a_set_card_prints_decides_nothing_for_who_does_not_see_it(
    judge: Any, tmp_path: Path, options: tuple[str, ...]
) -> None:
    """That it is a Pendulum card, by an article or by a text of its own that does not apply, is not told."""
    path, told = tmp_path / "set.toml", set()
    for held, left in (("plain", "dual"), ("dual", "plain")):
        path.write_text(DUAL.format(held=held, left=left), encoding="utf-8")
        told.add(judge("run", path, "--as", "B", *options).out)
    assert len(told) == 1
    assert "pendulum.dual" in judge("run", path).out
