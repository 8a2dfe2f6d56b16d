"""Claims that something is refused, and scripts that do not fit: a wrong line is never passed over.

Error texts are part of what a judge gets: the line, who was asked, the article, what may be answered.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from playing import dispute, ruled

import judge
from judge.errors import BadInput
from judge.fixture.load import parse_fixture
from judge.play.ruling import run
from judge.rulebook.act_names import acts_of
from judge.rulebook.load import load_rulebook

BOARD = """
A = { battle = ["raider"], hand = ["rookie"], energy = 1 }
B = { hand = ["halt", "cheap"], energy = 1, life = 3 }
[cards]
raider = { power = 15000 }
rookie = { power = 5000, cost = 2 }
halt = { type = "extra", cost = 1, contre = { against = "attack", do = [{ negate = "attack" }] } }
cheap = { type = "extra", contre = { against = "play", do = [{ negate = "play" }] } }
"""


def script(*lines: str) -> str:
    """A dispute on the board above."""
    return "script = [" + ", ".join(f'"{line}"' for line in lines) + "]\n" + BOARD


# What is claimed, and what the ruling says of it.
CLAIMS = [
    (["A: not play rookie by 6-3-1-2-1-1"], True, "refused by 6-3-1-2-1-1"),
    (["A: not play rookie"], True, "refused by 6-3-1-2-1-1"),
    (["A: not play rookie by 7-1"], False, "refused by 6-3-1-2-1-1"),
    (["A: not attack raider lb by 7-1"], False, "it may be done there (free timing)"),
    (["A: not attack raider lb"], False, "it may be done there (free timing)"),
    (["A: not attack rookie lb"], True, "refused by 7-1"),
    (["A: not attack rookie lb by 7-1"], True, "refused by 7-1"),
    (["A: not attack rookie lb by 4-6-2"], False, "refused by 7-1"),
    (["A: attack raider lb", "B: not counter cheap by 10-10-3-1"], True, "refused by 10-10-3-1"),
    (["A: attack raider lb", "B: not counter cheap by 10-10-3-2"], False, "refused by 10-10-3-1"),
    (
        ["A: attack raider lb", "B: not counter halt by 10-10-3-2"],
        False,
        "it may be done there (counter window)",
    ),
    (["A: attack raider lb", "B: counter halt", "A: not attack raider lb by 7-1"], True, "refused by 7-1"),
]


@pytest.mark.parametrize(("lines", "ok", "why"), CLAIMS, ids=[" / ".join(one[0]) for one in CLAIMS])
def test_a_claim_is_put_to_the_engine(lines: list[str], ok: bool, why: str) -> None:
    """It holds when the option is refused by that article (7-1: rookie is in the hand);
    not when it is legal, or refused by another.
    """
    ruling = ruled(script(*lines))
    (claim,) = ruling.claims
    assert (claim.ok, claim.why) == (ok, why)
    assert ruling.verdict == ("holds" if ok else "fails")


def test_a_claim_about_a_window_that_one_would_pass_by_oneself() -> None:
    """B can do nothing at all here, so nobody asks; the claim is tested at that offer all the same."""
    ruling = ruled(
        script("A: attack raider lb", "B: not counter cheap by 10-10-3-1").replace(
            '"halt", "cheap"', '"cheap"'
        )
    )
    assert ruling.verdict == "holds", ruling.claims


CHAIN = """
game = "ygo"
script = ["A: activate gift", "A: not activate more{by}", "A: end"]
A = {{ hand = ["gift", "more"] }}
[cards]
gift = {{ type = "spell", effect = {{ do = [{{ recover = 100 }}] }} }}
more = {{ type = "spell", effect = {{ do = [{{ recover = 100 }}] }} }}
"""


@pytest.mark.parametrize(("by", "ok"), [("", False), (" by speed.1", True)])
def test_a_claim_about_a_moment_that_passes_by_itself_names_its_article(by: str, ok: bool) -> None:
    """In the Chain a second Spell is too slow, and nobody asks; at A's next decision it is legal again."""
    ruling = run(parse_fixture(CHAIN.format(by=by), "dispute.toml"), readings=False)
    assert [claim.ok for claim in ruling.claims] == [ok]


XYZ = """
game = "ygo"
script = ["A: not xyz x by {rule}", "A: end"]
A = {{ monster = ["tok", {first}, "b"], extra = ["x"] }}
[cards]
tok = {{ token = true, level = {level} }}
a = {{ level = 4 }}
b = {{ level = 4 }}
c = {{ level = 3 }}
x = {{ kind = "xyz", rank = 4 }}
"""
DOWN = '{ card = "a", facing = "down" }'


@pytest.mark.parametrize(
    ("first", "level", "rule", "ok"),
    [
        (DOWN, 1, "xyz.materials", True),
        (DOWN, 1, "token.no-xyz", False),
        ('"c"', 4, "token.no-xyz", True),
        ('"c"', 1, "token.no-xyz", False),
    ],
)
def test_a_refused_summon_names_what_keeps_it_from_being_made(
    first: str, level: int, rule: str, ok: bool
) -> None:
    """A Token that would be no material anyway is not why; one that would make up the materials is."""
    ruling = run(
        parse_fixture(XYZ.format(first=first, level=level, rule=rule), "dispute.toml"), readings=False
    )
    assert [claim.ok for claim in ruling.claims] == [ok]


FULL = """
game = "ygo"
script = ["A: not activate {spell} by zone.monster.capacity", "A: end"]
A = {{ hand = ["poly", "rite", "elf", "king", "h"], monster = ["m*5"], extra = ["chimera"], did = ["normal-summon"] }}
[cards]
poly = {{ type = "spell", effect = {{ do = [{{ fusion = {{}}, with = {{ zone = "hand" }} }}] }} }}
rite = {{ type = "spell", kind = "ritual", effect = {{ do = [{{ ritual = {{}}, with = {{ zone = "hand" }} }}] }} }}
elf = {{ name = "Elf", level = {level} }}
h = {{ name = "{name}", level = 1 }}
king = {{ kind = "ritual", level = 4 }}
chimera = {{ kind = "fusion", level = 6, materials = [{{ name = "Elf" }}, {{ name = "Imp" }}] }}
m = {{ level = 1 }}
"""  # noqa: E501


@pytest.mark.parametrize(
    ("spell", "level", "name", "ok"),
    [
        ("poly", 4, "Imp", True),
        ("poly", 4, "Ogre", False),
        ("rite", 4, "Imp", True),
        ("rite", 1, "Imp", False),
    ],
)
def test_a_full_zone_is_why_only_where_the_materials_are_there(
    spell: str, level: int, name: str, ok: bool
) -> None:
    """Without them there would be no Summon in an empty zone either."""
    ruling = run(
        parse_fixture(FULL.format(spell=spell, level=level, name=name), "dispute.toml"), readings=False
    )
    assert [claim.ok for claim in ruling.claims] == [ok]


def test_what_never_changes_is_said_before_what_is_used_up() -> None:
    """A Ritual Monster is never Normal Summoned, whether the Normal Summon of the turn is used or not."""
    text = FULL.format(spell="poly", level=4, name="Imp").replace(
        "activate poly by zone.monster.capacity", "summon king"
    )
    ruling = run(parse_fixture(text, "dispute.toml"), readings=False)
    assert ruling.claims[0].why.startswith("refused by summon.normal.who, ")


def test_several_claims_at_one_window() -> None:
    """Each is tested at the next window of its seat after the line above it."""
    ruling = ruled(
        script("A: not play rookie by 6-3-1-2-1-1", "A: not attack raider rookie", "A: attack raider lb")
    )
    assert [claim.ok for claim in ruling.claims] == [True, True]


def test_a_claim_for_a_seat_that_is_never_asked_fails() -> None:
    """A refusal that nothing put to the test has not been shown, whatever article it names."""
    ruling = ruled(
        script("A: pass", "B: not counter halt by 10-10-3-2").replace(
            "script", 'until = "6-3-1-3-1-1"\nscript'
        )
    )
    assert [claim.ok for claim in ruling.claims] == [False]


# --- strictness ----------------------------------------------------------------------------------
def refused(*lines: str) -> str:
    """What is said of a script that does not fit."""
    with pytest.raises(BadInput) as caught:
        run(dispute(script(*lines)), readings=False)
    return str(caught.value)


def test_an_illegal_line() -> None:
    """Named by its place in the file, with the question, its article and every legal answer."""
    text = refused("A: attack raider B.rookie")
    assert text.startswith("dispute.toml:2:11: not a legal option")
    assert "4-6-2-2" in text
    assert "A is asked (act): attack la lb | attack raider lb | pass" in text
    assert "found A: attack raider B.rookie" in text


def test_a_missing_line() -> None:
    """B is to decide first (4-7-3-2), and A attacks again once the battle is over: not yet."""
    ruling = ruled(script("A: attack raider lb", "A: attack la lb"))
    assert ruling.refusal is not None
    assert ruling.refusal.answer == "not-yet"
    assert ruling.refusal.later is not None
    assert (ruling.refusal.later.seat, ruling.refusal.later.lines[0]) == ("B", "B: pass")
    text = refused("A: attack raider lb", "A: counter halt")
    assert text.startswith("dispute.toml:2:34: a line is missing: B is asked here")
    assert "4-7-3-2" in text
    assert "counter halt | pass" in text


def test_a_line_left_over() -> None:
    """After the end of the game nothing may be done, by the article that ended it (1-2-4)."""
    ruling = ruled(script("A: concede", "A: attack la lb", "B: pass"))
    assert ruling.verdict == "refused"
    assert ruling.refusal is not None
    assert (ruling.refusal.line, ruling.refusal.rule) == ("A: attack la lb", "1-2-4")


def test_a_pass_that_nobody_asks_for() -> None:
    """It is told as such and the check fails, unless who checks is lenient; nothing else is changed by it."""
    ruling = ruled(script("A: attack raider lb", "B: counter halt", "B: pass"))
    assert [one.text for one in ruling.surplus] == ["B: pass"]
    assert ruling.verdict == "fails"
    assert ruling._replace(lenient=True).verdict == "holds"


def test_a_line_for_the_wrong_player() -> None:
    """The seat is part of the answer."""
    assert "a line is missing: A is asked here" in refused("B: attack raider lb")


def test_chance_is_asked_nothing_here() -> None:
    """A result of chance where a player acts: chance has no options, and the line is missing something."""
    assert "a line is missing: A is asked here" in refused("chance: shuffle")


def test_an_act_in_the_turn_of_the_other_player() -> None:
    """In the free timing of the Main Phase only the active player acts: B may not attack (4-6-2-2)."""
    text = script("B: attack lb la").replace("B = {", "B = { ")
    ruling = ruled(text)
    assert ruling.refusal is not None
    assert (ruling.verdict, ruling.refusal.rule) == ("refused", "4-6-2-2")


def test_a_script_may_end_at_a_decision() -> None:
    """The ruling then says who decides next and between what; nothing is passed on anybody's behalf."""
    ruling = ruled(script("A: attack raider lb"))
    assert ruling.game.ask is not None
    assert [" ".join(choice.words) for choice in ruling.game.ask.choices] == ["counter halt", "pass"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("attack raider lb", 'a script line is "A: …", "B: …" or "chance: …"'),
        ("C: pass", 'a script line is "A: …", "B: …" or "chance: …"'),
        ("A:", "the line says nothing after the colon"),
        ("A: not", '"not" names nothing'),
        ("A: know hand1", 'write "A: know hand1 = card"'),
    ],
)
def test_a_line_that_says_nothing(line: str, says: str) -> None:
    """Found at the door, before anything is played."""
    with pytest.raises(BadInput) as caught:
        dispute(script(line))
    assert says in str(caught.value)


CHOICES = """
A = { battle = ["boss"], energy = ["red*2", "blue"] }
B = { battle = ["one", "two", "three"] }
[cards]
boss = { activated = { cost = [{ energy = 2, blue = 1 }], do = [{ choose = "t", from = { zone = "battle", of = "opponent" }, n = 2 }, { ko = "$t" }] } }
one = { power = 1000 }
two = { power = 1000 }
three = { power = 1000 }
"""  # noqa: E501


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("choose one", "2 must be chosen, not 1"),
        ("choose one two three", "2 must be chosen, not 3"),
        ("choose one one", "the same choice twice"),
        ("choose one raider", "'raider' is not among the choices"),
        ("choose none", "2 must be chosen, not 0"),
    ],
)
def test_a_choice_that_does_not_fit(answer: str, says: str) -> None:
    """How many, which, and each once: the rules refuse it; a card that is no choice at all is bad input."""
    text = f'script = ["A: activate boss", "A: {answer}"]\n' + CHOICES
    if "raider" in answer:
        with pytest.raises(BadInput, match=says):
            ruled(text)
        return
    refusal = ruled(text).refusal
    assert refusal is not None
    assert says in refusal.why
    assert refusal.rule == "8-5-3-1"


def test_a_payment_that_does_not_cover_the_colour() -> None:
    """The cards are right in number; together they do not meet the requirement (8-4-2-4)."""
    text = CHOICES.replace('["red*2", "blue"]', '["red", "blue", "green"]')
    refusal = ruled('script = ["A: activate boss", "A: pay red green"]\n' + text).refusal
    assert refusal is not None
    assert "together, the chosen ones do not meet the requirement" in refusal.why
    assert refusal.rule == "8-4-2-4"


# --- claims that would hold for want of what they speak of ----------------------------------------
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("A: not activate zzz", "there is no card 'zzz'"),
        ("A: not activate rayder", "did you mean raider?"),
        ("A: not frobnicate raider", "'frobnicate' is nothing that a player does"),
        ("A: not win", "'win' is nothing that a player does"),
        ("A: not atack raider lb", "did you mean attack?"),
        ("A: not summon raider", "'summon' is nothing that a player does"),  # of another game
        ("A: not activate raider.zzz", "raider has no ability that is called 'zzz'"),
        ("A: not attack raider B.zzz", "there is no card 'B.zzz'"),
        ("A: not choose zzz", "there is no card 'zzz'"),
        ("A: not know zzz = raider", "'know' is nothing that a player does"),
        ("A: not zzz", "'zzz' is nothing that a player does"),
        ("B: not counter cheap by 99-9", "has no article '99-9'"),
        ("B: not counter halt cheap", "'counter' names 1 at most, and there is 'cheap' too"),
        ("A: not attack raider lb none", "'attack' names 2 at most, and there is 'none' too"),
        ("A: not pass raider", "'pass' stands alone"),
        ("A: not number 4 5", "one number answers a question for a number"),
    ],
)
def test_a_claim_about_nothing_is_bad_input(line: str, told: str) -> None:
    """An act, a card or an ability that there is not;
    the place is that of the line, lines that cannot be read before it or not.
    """
    for lines, column in (([line], 11), (["nonsense", line], 23)):
        with pytest.raises(BadInput) as error:
            dispute(script(*lines))
        (found,) = [one for one in error.value.problems if told in one.text()]
        assert (found.line, found.column) == (2, column)


@pytest.mark.parametrize(
    "line",
    [
        "A: not play B.cheap",
        "A: not attack raider B.leader",
        "A: not attack raider lb",
        "A: not activate raider.1",
        "A: not activate raider.auto",
        "A: not activate raider.double-frappe",
        "A: not pay red blue",
        "A: not choose none",
        "A: not number 4",
        "A: not number -1",
        "A: not life B.life1",
        "A: not discard rookie",
        "A: not resolve raider",
        "A: not pass",
        "A: not yes",
        "A: not choose life1",
        "chance: not first B",
        "A: not apply raider.guard",
    ],
)
def test_a_claim_may_speak_of_whatever_there_is(line: str) -> None:
    """Cards of either side, unseen ones, leaders, plain energy, abilities by name, kind, keyword or number,
    numbers, answers.
    """
    text = script(line).replace(
        "raider = { power = 15000 }",
        'raider = { power = 15000, replace = { name = "guard", on = "ko", with = { to = "hand" } } }',
    )
    assert dispute(text).lines


REACTING = """
game = "ygo"
title = "A Set Trap that reacts"
script = ["B: not {word} grief"]
[A]
hand = ["k"]
[B]
spell = [{{ card = "grief", facing = "down" }}]
[cards]
k = {{ level = 4 }}
grief = {{ type = "trap", reaction = {{ on = {{ destroy = {{ of = "me" }} }}, do = [{{ damage = 500 }}] }} }}
[expect]
grief = "spell"
"""


def test_a_claim_uses_the_word_of_the_line_and_not_that_of_the_window() -> None:
    """What a Set Trap does within a Chain is an offer of its own, and is triggered like any other."""
    assert parse_fixture(REACTING.format(word="trigger")).lines
    with pytest.raises(BadInput, match="'react' is nothing that a player does"):
        parse_fixture(REACTING.format(word="react"))


TOKENS = """
game = "postures"
title = "Tokens, slots and states"
script = [{lines}]
[A]
creature = [{{ card = "a", slot = "c1" }}]
[B]
[cards.a]
atk = 1000
skill = {{ name = "call", do = [{{ create = "tok", slot = "c2" }}] }}
[cards.tok]
token = true
atk = 500
"""


@pytest.mark.parametrize(
    "line",
    [
        "A: not attack tok direct",
        "A: not attack tok2 direct",
        "A: not posture a hidden",
        "A: not move a c3 for a",
        "A: not activate a.call",
        "B: not attack a c1",
        "A: not offensive",
    ],
)
def test_a_claim_may_speak_of_tokens_and_slots(line: str) -> None:
    """Cards that the game makes, the places they lie on, and the states they take."""
    assert parse_fixture(TOKENS.format(lines=f'"{line}"')).lines


@pytest.mark.parametrize("game", ["dbs", "ygo", "postures"])
def test_every_act_that_is_offered_can_be_claimed(game: str) -> None:
    """What the code of a game calls its options is among the acts that a line may speak of."""
    folder = Path(judge.__file__).parent / "games" / game
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))]
    calls = [
        node
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Option"
    ]
    names = {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}
    assert names
    assert names - acts_of(load_rulebook(game)) == set()


# --- lines with words too many, and claims of nothing ----------------------------------------------
@pytest.mark.parametrize("line", ["B: not yes", "B: not halt", "B: not 7", "B: not counter B.raider"])
def test_a_claim_that_names_nothing_to_be_done_there_is_bad_input(line: str) -> None:
    """A card, a number or a yes is no act; where nothing asks for one, a No would say nothing."""
    with pytest.raises(BadInput, match=r"is nothing that a player does|is no card of B") as error:
        ruled(script("A: attack raider lb", line, "B: counter halt"))
    (found,) = error.value.problems
    assert found.line == 2


def test_a_line_longer_than_any_act_is_no_refusal() -> None:
    """The rules say nothing of it: it is bad input, and no No."""
    with pytest.raises(BadInput, match="not a legal option"):
        ruled(script("A: attack raider lb", "B: counter halt raider"))


ASKING = """
A = { battle = ["k"], hand = ["rookie"] }
[cards]
k = { power = 1, activated = { do = [{ WORD }, { draw = 1 }] } }
rookie = { power = 5000 }
"""


@pytest.mark.parametrize(
    ("asks", "answer", "told"),
    [
        ('may = "x", do = [{ draw = 1 }]', "yes no never", "one word answers this, not 3"),
        ('may = "x", do = [{ draw = 1 }]', "activate k", "one word answers this, not 2"),
        ('number = "x", max = 3', "number 99 2", 'one number answers this: "number 3"'),
        ('number = "x", max = 3', "attack k 2", 'one number answers this: "number 3"'),
    ],
)
def test_an_answer_has_no_words_that_are_passed_over(asks: str, answer: str, told: str) -> None:
    """What is neither the answer nor part of it does not fit."""
    with pytest.raises(BadInput, match=told):
        ruled(f'script = ["A: activate k", "A: {answer}"]' + ASKING.replace("WORD", asks))


def test_who_concedes_says_no_more() -> None:
    """Nothing stands behind it."""
    with pytest.raises(BadInput, match="nothing stands behind it"):
        dispute(script("A: concede foo bar"))


UNSEEN = """
A = { battle = ["k"], hand = ["g", 3] }
[cards]
k = { power = 5000 }
g = { power = 5000 }
tok = { power = 1000, token = true }
lead = { type = "leader", power = 10000, back = { power = 15000 } }
"""


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["know hand1 = lead"], "no such card can lie where this one lies"),
        (["know hand1 = tok"], "no such card can lie where this one lies"),
        (["know hand1 = k", "know hand1 = g"], "this card is known already, and is another one"),
        (["know k = g"], "this card is known already, and is another one"),
        (["know hand1 = k", "know hand1 = k"], ""),
    ],
)
def test_an_unseen_card_is_told_once_and_is_one_that_can_lie_there(lines: list[str], told: str) -> None:
    """What a card is told to be holds: nothing else is said of it later on."""
    script = ", ".join(f'"A: {one}"' for one in (*lines, "attack k B.leader"))
    text = f"script = [{script}]" + UNSEEN
    if not told:
        assert ruled(text).refusal is None
        return
    with pytest.raises(BadInput, match=told) as error:
        ruled(text)
    assert error.value.problems[0].line == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'game = "dbs"\nscript = ["A: attack k lb", "B: may counter halt"]\nA.battle = ["k"]\n',
            "2:29: halt lies nowhere (expected B.hand, B.battle …, found B: may counter halt)",
        ),
        (
            'game = "dbs"\nscript = ["A: attack k lb", "B: counter halt"]\nA.battle = ["k"]\nB.hand = 1\n',
            "halt lies nowhere (expected B.hand, B.battle …; or B: know hand1 = halt, found B: counter halt)",
        ),
        (
            'game = "ygo"\nscript = ["A: not activate halt"]\n',
            "halt lies nowhere (expected A.hand",
        ),
        ('game = "tdg"\nscript = ["A: may answer halt"]\nA.lock = ["k"]\n', "halt lies nowhere (expected A."),
    ],
)
def test_a_card_that_lies_nowhere_is_bad_input(text: str, told: str) -> None:
    """It was forgotten on the board, and the answer would be a No for want of it."""
    fixture = parse_fixture(f"{text}[cards]\nk = {{}}\nhalt = {{}}\n", "f.toml")
    with pytest.raises(BadInput) as caught:
        run(fixture)
    assert told in caught.value.problems[0].text()


@pytest.mark.parametrize(
    "board",
    [
        'B.hand = ["halt"]',
        'B.hand = 1\nscript = ["B: know hand1 = halt", "A: attack k lb", "B: may counter halt"]',
        'B.battle = [{ card = "under", under = ["halt"] }]',
    ],
)
def test_a_card_that_lies_somewhere_is_none(board: str) -> None:
    """Beneath another counts, and so does an unseen card that turns out to be it."""
    script = "" if "script" in board else 'script = ["A: attack k lb", "B: may counter halt"]\n'
    cards = "[cards]\nk = {}\nunder = {}\nhalt = {}\n"
    assert parse_fixture(f'game = "dbs"\n{script}A.battle = ["k"]\n{board}\n{cards}').lost == ()


BLOCKING = """
script = ["A: attack raider lb", LINES]
A = { battle = ["raider"] }
B = { battle = ["wall", "scout"] }
[cards]
raider = { power = 15000 }
wall = { power = 20000, bloqueur = true }
scout = { power = 5000 }
"""


@pytest.mark.parametrize(
    ("line", "allowed", "why"),
    [
        ("block wall", True, ""),
        ("block", True, ""),
        ("block scout", False, "this asks for wall, not for scout"),
    ],
)
def test_an_answer_may_name_the_card_that_asks(line: str, allowed: bool, why: str) -> None:
    """wall blocks by 10-4-1; scout has no [Bloqueur], and a yes is not said of it."""
    (claim,) = ruled(BLOCKING.replace("LINES", f'"B: may {line}"')).claims
    assert claim.allowed is allowed
    assert not why or claim.why == why


def test_the_card_that_asks_is_answered_by_its_name() -> None:
    """15000 against 20000: no damage to B."""
    ruling = ruled(
        BLOCKING.replace("LINES", '"B: block wall"') + "[expect]\nB.life = 6\nwall = { mode = 'inertie' }"
    )
    assert [one.ok for one in ruling.facts] == [True, True]
    refusal = ruled(BLOCKING.replace("LINES", '"B: block scout"')).refusal
    assert refusal is not None
    assert (refusal.answer, refusal.why) == ("no", "this asks for wall, not for scout")


@pytest.mark.parametrize(
    ("line", "hint"), [("A: atack raider lb", "attack"), ("B: pss", "pass"), ("A: chose raider", "choose")]
)
def test_a_line_that_begins_with_no_act_names_the_nearest(line: str, hint: str) -> None:
    """Whoever is asked there."""
    with pytest.raises(BadInput) as error:
        ruled(BLOCKING.replace('"A: attack raider lb", LINES', f'"{line}"'))
    (found,) = error.value.problems
    assert (found.message, found.hint) == (f"{line.split()[1]!r} is no act", hint)


@pytest.mark.parametrize(
    ("game", "word", "hint"),
    [
        ("ygo", "change-position", "to-attack, to-defence"),
        ("ygo", "put-in-defence", "to-defence"),
        ("postures", "change-position", "change-posture"),
        ("dbs", "frobnicate", ""),
    ],
)
def test_an_instruction_that_is_not_there_names_those_of_the_same_parts(
    game: str, word: str, hint: str
) -> None:
    """By the parts of a name, and by what the rulebook says that a word makes."""
    auto = f'auto = {{ on = "draw", do = [{{ {word} = "x" }}] }}'
    text = f'game = "{game}"\n[cards]\nk = {{ {auto} }}'
    with pytest.raises(BadInput) as error:
        parse_fixture(text)
    found = [one.hint for one in error.value.problems if "no instruction is called" in one.message]
    assert found == [hint]
