"""Texts of cards that would do nothing are refused where they are written,
with the word that was meant where there is one.
"""

from __future__ import annotations

import pytest
from playing import problems

ATTACK = '{ on = "attack", do = [{ draw = 1 }] }'


UNSPOKEN = "it means nothing here: no event is spoken of, and nothing is answered"
BEFALLEN = "it is the very card that this event befalls: that says nothing"


def faults(card: str) -> list[str]:
    """What is wrong with a card."""
    zone = "extra" if "xyz" in card else "hand"
    found = problems(
        f'game = "ygo"\ntitle = "x"\nscript = []\nA = {{ {zone} = ["k"] }}\n[cards]\nk = {{ {card} '
        f"}}\n[expect]\n"
    )
    return [f"{one.message} {one.hint}".strip() for one in found]


@pytest.mark.parametrize(
    ("card", "wrong"),
    [
        (f"flip = {ATTACK}", ["flip ability has no key 'on' once"]),
        (
            'trigger = { on = "attack", answers = "attack", do = [{ draw = 1 }] }',
            ["trigger ability has no key 'answers' unanswerable"],
        ),
        ("effect = { do = [{ draw = 1 }] }", ["effect is for cards of the type spell, trap"]),
        (
            'type = "trap", special = { cost = [{ discard = 1 }] }',
            ["special is for cards of the type monster"],
        ),
        ("quick = { set-turn = true, do = [{ draw = 1 }] }", ["quick ability has no key 'set-turn'"]),
        ('ignition = { do = [{ coin = "got" }, { draw = 1, if = "gott" }] }', ["nothing stores $gott got"]),
        (
            'ignition = { do = [{ choose = "t", from = { of = "any" }, ignores = "piercing" }] }',
            ["[piercing] stops no choice"],
        ),
        (
            'ignition = { do = [{ blank = { of = "any" }, which = "this" }] }',
            ["all the abilities of a card are negated together"],
        ),
        ('ignition = { do = [{ destroy = "it" }] }', [UNSPOKEN]),
        ("ignition = { do = [{ draw = 1, when = { it = { level = 4 } } }] }", [UNSPOKEN]),
        ('ignition = { do = [{ impose = { forbid = { on = { attack = { not = "it" } } } } }] }', [UNSPOKEN]),
        ('static = { add = 500, attr = "atk", of = "it" }', [UNSPOKEN]),
        ('forbid = { on = { attack = { not = "it" } } }', [BEFALLEN]),
        ('forbid = { on = { attack = { any = [{ is = "it" }] } } }', [BEFALLEN]),
        ('trigger = { on = "flip", do = { impose = { forbid = { on = { flip = { not = "it" } } } } } }', []),
        (
            'ignition = { do = [{ choose = "t", from = { of = "any" } }, '
            '{ grant = { forbid = { on = { attack = { not = "$t" } } } } }] }',
            ["nothing stores $t"],
        ),
        (
            'ignition = { do = [{ coin = "got" }, { draw = 1, if = { not = "gott" } }] }',
            ["nothing stores $gott got"],
        ),
        (
            'quick = { when = { during = "lunch" }, do = [{ draw = 1 }] }',
            ["there is no procedure or step 'lunch'"],
        ),
        (
            'quick = { answers = { does = "destory" }, do = [{ draw = 1 }] }',
            ["there is no instruction 'destory' destroy"],
        ),
        ('kind = "xyz", rank = 4, level = 4', ["a card whose kind is xyz has no level"]),
        ("materials = [{ mroe = true }]", ["a selector has no key 'mroe' more"]),
        ('materials = [{ same = "levle" }]', ["there is no attribute 'levle' level"]),
        ('type = "trap", piercing = true', ["[piercing] is for cards of the type monster"]),
        ('type = "spell", materials = [{ level = 3 }]', ["materials is for cards of the type monster"]),
        ("scale = 3", ["scale is for cards whose kind is pendulum"]),
        (
            "pendulum_effect.ignition.do = { draw = 1 }",
            ["pendulum_effect is for cards whose kind is pendulum"],
        ),
        (
            'effect.do = { destroy = { zone = "monster" }, position = "attack" }, type = "trap"',
            ["the instruction 'destroy' has no key 'position'"],
        ),
        ('ignition.do = { draw = 1, facing = "up" }', ["the instruction 'draw' has no key 'facing'"]),
        ('kind = "normal", ignition.do = { draw = 1 }', ["a monster whose kind is normal has no ignition"]),
        (
            'ignition.do = { impose = { trigger = { on = "attack", do = { draw = 1 } } } }',
            ["trigger cannot be imposed: a card has to have it"],
        ),
        (
            'trigger = { on = { choose = "self" }, do = { draw = 1 } }',
            ["choose can be forbidden, and nothing hears of it"],
        ),
        ("quick = { speed = 1, do = { draw = 1 } }", ["quick ability has no key 'speed' needs"]),
        (
            'ignition.do = { destroy = "opposite" }',
            ["cards are self, it, $variable, procedure.value or a selector"],
        ),
        (
            'static = { strip = "self", blank = "self" }',
            ["a static ability needs one of add, blank, gain, grant, lose, make, strip"],
        ),
        (
            'quick.do = { strip = "self", of = { zone = "monster" } }',
            ["the instruction 'strip' has no key 'of'"],
        ),
        (
            'ignition = { when = { is = "self", came = "tribute-sumon" }, do = [{ draw = 1 }] }',
            ["there is no way in which a card comes 'tribute-sumon' tribute-summon"],
        ),
        (
            'ignition = { when = { is = "self", came = { from = "grave" } }, do = [{ draw = 1 }] }',
            ["there is no zone 'grave' graveyard"],
        ),
        (
            'ignition = { when = { is = "self", came = {} }, do = [{ draw = 1 }] }',
            ["nothing is asked of how the card came"],
        ),
        (
            'ignition = { when = { is = "self", came = [] }, do = [{ draw = 1 }] }',
            ["at least one way is needed here"],
        ),
        (
            'ignition = { when = { happened = { activatd = "self" } }, do = [{ draw = 1 }] }',
            ["no event is called 'activatd' activated"],
        ),
        (
            'ignition = { when = { ever = { state = { zone = "hand" } } }, do = [{ draw = 1 }] }',
            ["a situation is no event that has happened"],
        ),
        (
            'ignition = { when = { happened = { choose = "self" } }, do = [{ draw = 1 }] }',
            ["choose can be forbidden, and nothing hears of it"],
        ),
        (
            "ignition = { when = { happened = [] }, do = [{ draw = 1 }] }",
            ["at least one event is needed here"],
        ),
        (
            'ignition = { when = { is = "self", came = "attack" }, do = [{ draw = 1 }] }',
            ["there is no way in which a card comes 'attack'"],
        ),
        (
            'forbid = { on = { activate-card = { type = "trap" } } }',
            ["no text speaks of activate-card: it is a part of another event"],
        ),
        (
            'trigger = { on = "activate-card", do = [{ draw = 1 }] }',
            ["no text speaks of activate-card: it is a part of another event"],
        ),
        ('forbid = { on = "pending" }', ["pending can be heard, and nothing forbids or replaces it"]),
        (
            'replace = { on = { state = { zone = "hand" } }, do = [{ draw = 1 }] }',
            ["state can be heard, and nothing forbids or replaces it"],
        ),
        ('sacrifices = "3"', ["sacrifices must be a whole number"]),
    ],
)
def test_refused(card: str, wrong: list[str]) -> None:
    """Each names what is wrong."""
    assert faults(card) == wrong


@pytest.mark.parametrize(
    "card",
    [
        "flip = { do = [{ draw = 1 }] }",
        'static = { strip = { zone = "monster" } }, quick.do = { strip = { zone = "monster", of = '
        '"opponent" }, until = "turn" }',
        f"trigger = {ATTACK}",
        'quick = { when = { during = "damage-step" }, answers = { does = "destroy" }, do = [{ coin = "got" '
        '}, { draw = 1, if = "got" }] }',
        'ignition.do = { return = { zone = "monster" }, to = "monster", facing = "down" }',
        'kind = ["normal", "pendulum"], scale = 3, pendulum_effect.quick.do = { draw = 1 }',
        'ignition.do = { add = { value = "atk", of = "each" }, of = { zone = "monster" }, until = "turn" }',
        'kind = "pendulum", scale = 3, pendulum_effect.ignition.do = { draw = 1 }',
        'kind = "xyz", rank = 4, materials = [{ level = 4 }, { more = true, same = "level" }]',
    ],
)
def test_accepted(card: str) -> None:
    """What differs from these by one word is not."""
    assert faults(card) == []


@pytest.mark.parametrize("game", ["dbs", "postures"])
def test_a_game_in_which_negated_abilities_do_not_work_at_all_has_one_word_for_it(game: str) -> None:
    """There a second word for the same would say nothing."""
    found = problems(
        f'game = "{game}"\ntitle = "x"\nscript = []\n[cards]\nk = {{ static = {{ strip = "self" }} '
        f"}}\n[expect]\n"
    )
    assert "static ability has no key 'strip'" in [one.message for one in found]
