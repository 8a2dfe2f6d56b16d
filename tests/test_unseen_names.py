"""A card that a player has not seen is as one that is not there: neither what is asked of it, nor a line that
names it, nor a hint tells which cards the other player has.
"""

from __future__ import annotations

import pytest

from bench import FIXTURES
from bench.unseen.pairs import apart, told
from bench.unseen.questions import Question, answers
from judge.errors import BadInput, NotOffered
from judge.fixture.load import Fixture, load_fixture, parse_fixture
from judge.play.ruling import run
from judge.stepping.player import PlayerSession
from judge.views.ruling import viewed
from judge.views.true_run import TrueRun

HANDS = """
game = "victory-spark"
script = [{script}]
A = {{ ring = ["ria"], deck = 9 }}
B = {{ hand = {hand}, deck = {deck} }}
[cards]
ria = {{ attack = 1000, activated = {{ zone = "ring", once = "turn", do = [{{ draw = 1 }}] }} }}
zedd1 = {{ }}
zedd2 = {{ }}
"""
NAMED = (
    Question("why", "zedd1"),
    Question("why", "zedd1.attack"),
    Question("why", "B.zedd1"),
    Question("why", "B.hand1"),
    Question("why", "B.hand.attack"),
    Question("why-not", "zedd1"),
    Question("why-not", "zedd1.rage"),
    Question("why-not", "zedd1 draws"),
    Question("why-not", "B.hand"),
    Question("why-not", "A: activate zedd1"),
    Question("explore", "A: activate zedd1"),
)
MISSPELT = (
    Question("why", "zedd"),
    Question("why-not", "zedd"),
    Question("why-not", "A: activate zedd"),
    Question("explore", "A: activate zedd"),
)


def of_hand(hand: str, script: str = '"A: activate ria"', deck: str = "9") -> Fixture:
    """A board on which B holds these cards."""
    return parse_fixture(HANDS.format(hand=hand, script=script, deck=deck))


BOARDS = (of_hand('["zedd1"]'), of_hand('["zedd2"]'), of_hand("1", deck='["zedd1", 8]'))


@pytest.mark.parametrize("question", [*NAMED, *MISSPELT], ids=str)
def test_a_card_that_was_not_seen_is_as_one_that_is_not_there(question: Question) -> None:
    """One sentence, with no hint to what B has."""
    one, *others = (answers(board, "A", question) for board in BOARDS)
    assert [one, one] == others
    assert "A " in one["problems"]
    assert "did you mean zedd" not in one["problems"]


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        (Question("why", "winer"), "winner"),
        (Question("why", "ria.atack"), "ria.attack"),
        (Question("why", "B.dek"), "B.deck"),
        (Question("why-not", "ris"), "ria"),
        (Question("why-not", "A: activate ris"), "ria"),
        (Question("explore", "", "A: activate rio"), "A: activate ria"),
    ],
    ids=str,
)
def test_a_player_is_told_what_may_be_meant_of_what_it_can_name(question: Question, meant: str) -> None:
    """Its own cards and lines, and facts that are no card."""
    assert f"did you mean {meant}?" in answers(BOARDS[0], "A", question)["problems"]


def test_without_a_player_everything_may_be_meant() -> None:
    """Who is told everything needs the hints."""
    assert "did you mean zedd1?" in answers(BOARDS[0], "", Question("why", "zedd"))["problems"]


def test_an_unseen_line_is_not_what_is_meant() -> None:
    """Of the lines of B nothing is told but that there are some."""
    text = 'game = "victory-spark"\nat = "6.4.1.2"\nactive = "B"\nscript = ["B: charge {}"]\n' + (
        'A = {{ deck = 9 }}\nB = {{ hand = ["qz1", "wug"], deck = 9 }}\n[cards]\nqz1 = {{ }}\nwug = {{ }}\n'
    )
    boards = [parse_fixture(text.format(card)) for card in ("qz1", "wug")]
    one, other = (answers(board, "A", Question("explore", "", "B: charge")) for board in boards)
    assert apart(one, other) == []
    assert "did you mean" not in one["problems"]


@pytest.mark.parametrize("line", ["A: activate zedd1", "A: activate B.zedd1"])
def test_a_line_with_a_card_that_its_player_has_not_seen_does_not_fit(line: str) -> None:
    """By which article it would be refused is not told."""
    found = told(of_hand('["zedd1"]', f'"{line}"'), "A")
    assert found["text: problems"].endswith("this line does not fit here")


COUNTER = """
game = "dbs"
script = ["A: attack raider B.leader", "B: counter h1"]
A = { battle = ["raider"], deck = 30 }
B = { hand = ["h1"], deck = 30 }
[cards]
raider = { power = 15000 }
h1 = { HELD }
"""


def test_whether_the_rules_refuse_a_line_of_the_other_player_is_not_told() -> None:
    """A card that counters and is too dear is refused; one that counters nothing is no answer."""
    dear = 'type = "extra", cost = 3, contre = { against = "attack", do = [{ negate = "attack" }] }'
    boards = [parse_fixture(COUNTER.replace("HELD", held)) for held in (dear, "power = 5000")]
    one, other = (told(board, "A") for board in boards)
    assert apart(one, other) == []
    assert one["text: exit"] == "2"
    assert "this line does not fit here" in one["text: problems"]


SLOTS = """
game = "postures"
turn = 5
script = ["A: activate m"]
A = { hand = ["m"], deck = 9 }
B = { c1 = { card = "h", posture = "hidden" }, c2 = "o", deck = 9 }
[cards]
o = { level = 0, atk = 1000 }
m = { type = "magic", effect = { do = [{ return = { zone = "creature", of = "opponent" } }] } }
h = { level = 0, atk = 500 }
"""


@pytest.mark.parametrize("slot", ["B.c1", "B.c2"])
def test_why_a_slot_is_empty_does_not_hang_on_an_unseen_text(slot: str) -> None:
    """What a hidden card does not do any more as it leaves is a line that A does not read."""
    hears = ', timed = { on = { leaves = "self" }, do = [{ draw = 1 }] } }'
    boards = [parse_fixture(text) for text in (SLOTS, SLOTS.replace("atk = 500 }", f"atk = 500{hears}"))]
    one, other = (answers(board, "A", Question("why", slot)) for board in boards)
    assert apart(one, other) == []
    assert f"{'an unseen card' if slot == 'B.c1' else 'o'} returns to B's hand" in one["text"]


def test_no_word_is_listed_that_only_an_unseen_card_has() -> None:
    """`judge step --as A` lists what A may declare, as `judge run --as A` does."""
    text = HANDS.format(hand='["zedd1"]', script='"A: activate ria"', deck="9")
    text = text.replace("draw = 1", 'declare = "name"').replace("ria = {", 'ria = { name = "Ria",')
    boards = [parse_fixture(text.replace("zedd1 = { }", f'zedd1 = {{ name = "{name}" }}')) for name in "XY"]
    assert [listed(board) for board in boards] == [{"Ria"}] * 2


def listed(board: Fixture) -> set[str]:
    """What A may declare, as it is listed where A is asked last."""
    session = PlayerSession(board, "A")
    session.at = max(session.decisions())
    decision = session.decision()
    assert decision is not None
    return set(decision.choices) - {"default-ring", "rb"}


def test_a_player_reads_the_ability_that_its_own_line_names() -> None:
    """The name of a card with that of its ability is read as it was written, as the card alone is."""
    board = load_fixture(FIXTURES / "dbs/keywords/a-field-in-play-is-not-dropped-by-its-own-activation.toml")
    assert told(board, "A")["text"].startswith("NO: A may not activate f1.look.")


HANGS = """
game = "ygo"
script = ["A: activate mov"]
A = { hand = ["mov"], deck = 9 }
B = { monster = ["zib"], hand = ["s1"], deck = 9 }
[cards]
mov = { type = "spell", effect = { do = [{ destroy = { zone = "monster", of = "opponent" } }] } }
s1 = { type = "spell", effect = { do = [{ recover = 1 }] } }
"""
WHEN = 'when = { zone = "hand", type = "TYPE" }, do = [{ recover = 100 }]'
SET_OFF = 'zib = { trigger = { zone = "graveyard", on = { destroy = "self" }, may = true, ' + WHEN + " } }"
INSTEAD = 'zib = { replace = { on = { destroy = "self" }, may = true, ' + WHEN + " } }"


@pytest.mark.parametrize(
    ("text", "script", "said"),
    [
        (INSTEAD, "", "A CANNOT TELL: whether the ability of zib is in force depends on cards"),
    ],
    ids=["in force"],
)
def test_it_is_told_that_an_answer_hangs_on_unseen_cards(text: str, script: str, said: str) -> None:
    """Whether the condition of an ability holds is told to nobody who does not see what it counts."""
    rows = (text.replace("TYPE", kind) for kind in ("spell", "monster"))
    boards = [parse_fixture(f"{HANGS}{row}\n".replace('"A: activate mov"', script)) for row in rows]
    whole = [answers(board, "", Question("why-not", "zib"))["text"] for board in boards]
    one, other = (answers(board, "A", Question("why-not", "zib")) for board in boards)
    assert apart(one, other) == []
    assert sum(page["text"].replace("\n", " ").startswith(said) for page in (one, other)) == 1
    assert whole[0] != whole[1]


LOST = """
game = "postures"
turn = 5
at = "final"
script = ["A: activate m", "A: end", "B: summon h", "B: hidden", "B: c1", "B: end", "B: end"{more}]
A = { c1 = "x", hand = ["m", "n", "e"], deck = 9 }
B = { c3 = "y", hand = ["h", "g"], deck = 9 }
[cards]
x = { level = 0, atk = 1000 }
n = { type = "magic", effect = { phase = "primary", do = [{ choose = "t", from = THERE }] } }
y = { level = 0 }
e = { type = "equipment", equips = { of = "opponent" } }
m = { type = "magic", effect = { phase = "final", do = [{ look = { zone = "hand", of = "opponent" } }] } }
h = { level = 0, def = 200 }
g = { level = 0, def = 300 }
"""


def one_of_two_hidden(more: str = "") -> list[Fixture]:
    """Boards on which B has summoned hidden one of two creatures that A has seen in B's hand."""
    text = LOST.replace("{more}", more).replace("THERE", '{ zone = "creature", of = "opponent" }')
    return [parse_fixture(one) for one in (text, text.replace("summon h", "summon g"))]


@pytest.mark.sample(1)
@pytest.mark.parametrize("act", ["attack x g", "attack x h", "equip e g", "move g c3"])
def test_an_act_on_a_card_that_its_player_does_not_follow_is_not_answered(act: str) -> None:
    """Neither asked nor claimed: whether it is offered would tell which card lies where."""
    one, other = (
        answers(board, "A", Question("why-not", f"A: {act}")) for board in one_of_two_hidden(', "A: end"')
    )
    assert apart(one, other) == []
    one, other = (told(board, "A") for board in one_of_two_hidden(f', "A: not {act}", "A: end"'))
    assert apart(one, other) == []


def test_a_choice_of_a_card_that_its_player_does_not_follow_is_not_answered() -> None:
    """An answer to what is asked tells the same."""
    boards = one_of_two_hidden(', "A: activate n", "A: not choose g"')
    one, other = (told(board, "A") for board in boards)
    assert apart(one, other) == []


@pytest.mark.parametrize("asked", ["A: move x c4", "x"], ids=["an-act", "an-ability"])
@pytest.mark.parametrize("magic", [True, False], ids=["a-magic-card", "a-creature"])
def test_why_not_says_nothing_of_what_b_is_asked_where_the_script_ends_too_soon(
    magic: bool, asked: str
) -> None:
    """The script leaves B at a decision, and the answer to A is the same whatever B could do there."""
    board = parse_fixture(f"""\
game = "postures"
active = "B"
until = "turn.start"
[A]
c1 = "x"
[B]
hand = ["m"]
[cards.x]
level = 1
atk = 1000
def = 1000
timed = {{ on = "turn-start", do = [{{ draw = 1 }}] }}
[cards.m]
{'type = "magic"' if magic else "level = 1"}
{"effect = { do = [{ draw = 1 }] }" if magic else "atk = 100"}
""")
    told = answers(board, "A", Question("why-not", asked))
    assert "is asked" not in told.get("problems", "")
    assert "activate m" not in str(told)
    assert "summon m" not in str(told)


def test_what_is_done_with_an_ability_that_was_not_read_is_not_told() -> None:
    """Whatever looks it up stops there in the player's world, as at an act that is not offered."""
    text = """
game = "victory-spark"
script = []
A = { ring = ["ria"], hand = 0, deck = ["d1", 20] }
[cards]
ria = { level = 1, attack = 1000, defence = 1000 }
d1 = { level = 1, attack = 1000, defence = 1000, auto = { on = "attack", do = [{ draw = 1 }] } }
"""
    table = TrueRun(parse_fixture(text), "B").known_table()
    assert "d1/auto1" not in table.abilities
    with pytest.raises(NotOffered):
        table.abilities["d1/auto1"]
    assert TrueRun(parse_fixture(text), "A").table.abilities["d1/auto1"].kind == "auto"


def test_the_order_of_unseen_cards_is_not_told_by_a_complaint() -> None:
    """Where a shuffle needs a line, whoever does not see the deck is told only that chance is asked."""
    ruling = FIXTURES / "ygo/glossary/a-shuffle-before-the-look-is-not-the-one-after-it.toml"
    text = ruling.read_text("utf-8").replace('"chance: shuffle d1"]', '"B: choose nothing"]')
    for seat, words in (("", "d1 | d2"), ("B", "chance is asked")):
        with pytest.raises(BadInput) as refused:
            _ = viewed(parse_fixture(text), seat) if seat else run(parse_fixture(text))
        (problem,) = refused.value.problems
        assert (words in problem.expected, "|" in problem.expected) == (True, not seat), problem
