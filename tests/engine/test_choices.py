"""What is a decision and what is not: the engine never chooses, and never asks what makes no difference."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playing import notes, ruled, view_of

from judge.engine.kernel.picks import combine, forced_pick
from judge.engine.words import choosable

PAY = """
script = ["A: activate boss"]
A = {{ battle = ["boss"], energy = {energy} }}
[cards]
boss = {{ activated = {{ cost = [{cost}], do = [{{ draw = 1 }}] }} }}
"""

# energy in play, cost, whether A is asked
PAYMENTS = [
    ('["red*3"]', "{ energy = 1 }", False),  # three alike
    ("3", "{ energy = 2 }", False),  # three that nobody has seen
    ('["red", "blue"]', "{ energy = 1 }", True),  # two colours
    ('["red", "blue"]', "{ energy = 2 }", False),  # all there is
    ('["red", "blue"]', "{ energy = 1, red = 1 }", False),  # one that fits
    ('["red*2", "blue"]', "{ energy = 2, red = 1 }", True),  # the second may be either
    ('["red*2", "blue"]', "{ energy = 2, blue = 1 }", False),  # blue and one of two alike
    (
        '["red", { card = "red", as = "spent", mode = "inertie" }]',
        "{ energy = 1 }",
        False,
    ),  # the other is spent
    ('["red", 1]', "{ energy = 1 }", True),  # one is known to be red
]


@pytest.mark.parametrize(("energy", "cost", "asked"), PAYMENTS)
def test_energy_that_is_alike_is_not_a_choice(energy: str, cost: str, asked: bool) -> None:
    """A payment is asked for when two different sets of cards would pay it, and traced when it is not."""
    ruling = ruled(PAY.format(energy=energy, cost=cost))
    ask = ruling.game.ask
    assert (ask is not None and ask.prompt == "ask.pay") is asked
    if not asked:
        assert len(ruling.game.zones["A.hand"]) == 1
        assert [one for one in notes(ruling, "event") if one.data["record"].name == "pay"]


TWINS = """
script = ["A: activate boss"]
A = {{ battle = ["boss"] }}
B = {{ battle = {battle} }}
[cards]
boss = {{ activated = {{ do = [{{ choose = "t", from = {{ zone = "battle", of = "opponent" }} }}, {{ ko = "$t" }}] }} }}
grunt = {{ power = 5000 }}
other = {{ power = 5000 }}
"""  # noqa: E501


@pytest.mark.parametrize(
    ("battle", "asked"),
    [
        ('["grunt"]', False),
        ('["grunt*2"]', False),
        ('["grunt", "other"]', True),
        ('["grunt", { card = "grunt", as = "tired", mode = "inertie" }]', True),
        ('["grunt", { card = "grunt", as = "big", effects = [{ add = 1000 }] }]', True),
        ('["grunt", { card = "grunt", as = "pile", under = ["other"] }]', True),
        ('["grunt", { card = "grunt", as = "lent", owner = "A" }]', True),
    ],
)
def test_copies_are_alike_only_in_everything(battle: str, asked: bool) -> None:
    """Orientation, effects, what lies beneath and whose it is: each of them makes two copies two."""
    ask = ruled(TWINS.format(battle=battle)).game.ask
    assert (ask is not None and ask.prompt == "ask.choose") is asked


def test_a_card_that_something_refers_to_is_not_alike() -> None:
    """The attacking grunt is not just any grunt: what becomes of it decides the battle."""
    ruling = ruled("""
script = ["A: attack grunt lb"]
A = { battle = ["grunt*2"] }
B = { battle = ["trap"] }
[cards]
grunt = { power = 15000 }
trap = { auto = { on = { attack = { of = "opponent" } }, do = [{ mark = { zone = "battle", of = "opponent" }, mode = "inertie" }, { choose = "t", from = { zone = "battle", of = "opponent" } }, { ko = "$t" }] } }
""")  # noqa: E501
    assert ruling.game.ask is not None
    assert (ruling.game.ask.seat, len(ruling.game.ask.choices)) == ("B", 2)


def test_fewer_than_asked_for_are_all_taken() -> None:
    """Choosing two of one is choosing that one; choosing of none is nothing, and no question."""
    view = view_of('A = { battle = ["a", "b"] }\n[cards]\na = {}\nb = {}')
    cards = view.zone("A", "battle")
    assert forced_pick(view, cards, 2, 2, "", {}) == tuple(card.object for card in cards)
    assert forced_pick(view, (), 0, 0, "", {}) == ()
    assert forced_pick(view, cards, 1, 1, "", {}) is None
    assert forced_pick(view, cards[:1], 0, 1, "", {}) is None, "up to one is a choice even of one"


def test_combinations_count_twins_once() -> None:
    """Two of {a a, b}: a a, or a b. The order is fixed, so that two runs enumerate alike."""
    assert list(combine([["a1", "a2"], ["b"]], 2, 2)) == [("a1", "a2"), ("a1", "b")]
    assert list(combine([["a1", "a2"], ["b"]], 0, 1)) == [("a1",), ("b",), ()]


DISCARDS = """
script = ["A: activate boss"]
A = {{ battle = ["boss"], hand = ["a1", "a2"] }}
B = {{ hand = ["b1", "b2"] }}
[cards]
boss = {{ activated = {{ do = [{{ discard = 1, of = "{of}" }}] }} }}
a1 = {{ power = 1000 }}
a2 = {{ power = 2000 }}
b1 = {{ power = 1000 }}
b2 = {{ power = 2000 }}
"""


@pytest.mark.parametrize(("of", "told"), [("me", []), ("opponent", []), ("any", ["A"])])
def test_who_chooses_first_is_told_only_where_two_choose(of: str, told: list[str]) -> None:
    """The order of 1-3-4 is for choices that both players make."""
    ruling = ruled(DISCARDS.format(of=of))
    assert ruling.game.ask is not None
    assert ruling.game.ask.seat == ("B" if of == "opponent" else "A")
    assert [(one.rule, one.data["seat"]) for one in notes(ruling, "in-turn")] == [
        ("1-3-4", one) for one in told
    ]


def test_one_of_very_many_cards_is_a_choice_like_any_other() -> None:
    """As deep as the cards are many, no Python would go."""
    every = combine([[f"#{at}"] for at in range(5_000)], 1, 1)
    assert [next(every), next(every)] == [("#0",), ("#1",)]


class Looked(list[str]):
    """A group of cards that counts how often it is looked at, up to so many times in all."""

    times = 0

    def __len__(self) -> int:
        Looked.times += 1
        assert Looked.times < 20_000, "partial picks are walked that come to nothing"
        return super().__len__()


@pytest.mark.parametrize("n", [38, 39, 40])
def test_only_what_can_still_be_enough_is_put_together(n: int) -> None:
    """Of 40 cards all but a few: as many sets as there are, and no walk through all the smaller ones."""
    Looked.times = 0
    found = list(combine([Looked([str(card)]) for card in range(40)], n, n))
    assert len(found) == {38: 780, 39: 40, 40: 1}[n]
    assert found == sorted(found, key=lambda chosen: [int(card) for card in chosen])


SCALE = """
script = ["A: activate scale", "A: choose {chosen}"]
A = {{ battle = ["scale"] }}
B = {{ battle = [{cards}] }}
[cards]
scale = {{ activated = {{ do = [{{ choose = "t", from = {{ zone = "battle", of = "opponent" }}, total = {{ power = {{ {sum} }} }} }}, {{ ko = "$t" }}] }} }}
"""  # noqa: E501


@pytest.mark.parametrize("many", [16, 40])
@pytest.mark.parametrize(("bound", "chosen"), [("exactly = 8000", "m0 m1"), ("at_most = 8000", "m0")])
def test_so_many_cards_that_their_sum_is_too_much_are_not_tried(
    many: int, bound: str, chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among 40 cards of 4000 power two make 8000; sets of three and more are not looked at."""

    def listened(groups: list[list[str]], least: int, most: int) -> Iterator[tuple[str, ...]]:
        assert most == 2
        return combine(groups, least, most)

    monkeypatch.setattr(choosable, "combine", listened)
    names = [f"m{at}" for at in range(many)]
    text = SCALE.format(chosen=chosen, cards=", ".join(f'"{one}"' for one in names), sum=bound)
    ruling = ruled(
        text + "".join(f"{one} = {{ power = 4000, cost = {at} }}\n" for at, one in enumerate(names))
    )
    assert len(ruling.game.zones["B.drop"]) == len(chosen.split())
