"""Boards that no rulebook allows are met at the door, each with its place and article, never half-built."""

from __future__ import annotations

import pytest
from playing import problems

from judge.errors import BadInput
from judge.fixture.load import parse_fixture
from judge.play.ruling import run

CARDS = """
[cards]
m = {}
n = {}
t = { token = true }
p = { kind = "pendulum" }
x = { kind = "xyz", rank = 4 }
f = { type = "spell", kind = "field" }
e = { type = "spell", kind = "equip" }
[expect]
"""


def faults(board: str, at: str = "") -> list[str]:
    """What is wrong with a board of A's: article and message of each problem."""
    found = problems(
        f'game = "ygo"\ntitle = "x"\n{at}script = []\nA = {{ {board} }}\nB = {{ monster = ["n"] }}\n{CARDS}'
    )
    return [f"{one.article} {one.message}".strip() for one in found]


@pytest.mark.parametrize(
    ("board", "wrong"),
    [
        (
            'monster = [{ card = "m", facing = "down", position = "attack" }]',
            ["zone.monster.positions position = 'attack' cannot be on a card that lies so"],
        ),
        ('monster = [{ card = "m", face = "down" }]', ["a card has no face 'down'"]),
        (
            'monster = [{ card = "t", facing = "down" }]',
            ["token.position t cannot lie so in the Monster Zone"],
        ),
        ('hand = ["t"]', ["token.removed t cannot lie so in the hand"]),
        ('hand = ["x"]', ["xyz.in-extra x cannot lie so in the hand"]),
        ('extra = ["m"]', ["deck.extra.types m cannot lie so in the Extra Deck"]),
        ('pendulum = ["m"]', ["zone.pendulum.place m cannot lie so in the Pendulum Zone"]),
        ('spell = ["f"]', ["zone.field.not-counted f cannot lie so in the Spell & Trap Zone"]),
        (
            'hand = ["m"], spell = [{ card = "e", host = "m" }]',
            ["spell.equip.lost nothing is attached to m as it lies"],
        ),
        (
            'monster = ["m"], hand = [{ card = "e", host = "m" }]',
            ["e cannot be attached to a card where it lies"],
        ),
        ('graveyard = [{ card = "m", owner = "B" }]', ["m is B's card and lies in A's Graveyard"]),
        ('monster = [{ card = "m", owner = "C" }]', ["there is no player 'C'"]),
        ('monster = [{ card = "m", proper = "yes" }]', ["proper is true or false"]),
        ('monster = [{ card = "m", did = ["sett"] }]', ["nothing is remembered of a turn as 'sett'"]),
        ('monster = [{ card = "m", counters = { spell = 0 } }]', ["a number of counters must be at least 1"]),
        ('monster = [{ card = "x", under = ["t"] }]', ["token.no-xyz t is never beneath another card"]),
        ('monster = [{ card = "m", under = ["p"] }]', ["xyzmat.definition no card lies beneath m"]),
        (
            'monster = [{ card = "m", effects = [{ strop = true }] }]',
            ["an effect needs one of add, make, gain, lose, grant, blank, strip"],
        ),
        ('monster = [{ card = "m", effects = [{ blank = false }] }]', ["blank is true, or is not written"]),
        (
            'monster = [{ card = "m", effects = [{ make = "$x", attr = "atk" }] }]',
            ["an effect that is under way has a plain value"],
        ),
        (
            'monster = [{ card = "m", effects = [{ make = { count = { zone = "hand" } }, attr = "atk" }] }]',
            ["an effect that is under way has a plain value"],
        ),
        (
            'monster = [{ card = "m", effects = [{ blank = true, attr = "atk" }] }]',
            ["an effect has no key 'attr'"],
        ),
        ('monster = [{ card = "m", effects = [{ grant = { atk = 5 } }] }]', ["abilities are given, no atk"]),
        ('monster = [{ card = "m", effects = [{ grant = {} }] }]', ["an effect gives an ability"]),
        (
            'monster = ["m"], spell = [{ card = "e", host = "e" }]',
            ["e cannot be attached to itself", "spell.equip.one e cannot lie so in the Spell & Trap Zone"],
        ),
        ("wins = -5", ["A has too little wins for the game to go on"]),
        ("lp = 0", ["A has too little lp for the game to go on"]),
        ('monster = ["m*"]', ["this is no number of copies"]),
        ('monster = ["m*0"]', ["this is no number of copies"]),
        ('monster = ["?"]', ["there is no card '?' under [cards]"]),
        (
            'monster = [{ card = "m", as = "pass" }]',
            ["a card cannot be called 'pass': that is a word of the rulebook"],
        ),
        (
            'monster = [{ card = "m", as = "monster" }]',
            ["a card cannot be called 'monster': that is a word of the rulebook"],
        ),
        ('monster = [{ card = "m", as = "" }]', ["a card cannot be called '': that name is empty"]),
        (
            'monster = [{ card = "m", as = "a b" }]',
            ["a card cannot be called 'a b': that name has blanks or signs that do not show"],
        ),
        (
            'monster = [{ card = "x", under = [{ card = "n", as = "it" }] }]',
            ["a card cannot be called 'it': that is a word of the rulebook"],
        ),
        ('monster = [{ card = "x", under = [{ card = "n", as = 5 }] }]', ["as has the wrong type"]),
        ('monster = [{ card = "x", under = [{ card = "n", owner = "C" }] }]', ["there is no player 'C'"]),
        ('monster = ["m*6"]', ["zone.monster.capacity A has 6 cards in the Monster Zone"]),
    ],
)
def test_what_cannot_lie_so(board: str, wrong: list[str]) -> None:
    """One fault, one problem."""
    assert faults(board) == wrong


@pytest.mark.parametrize(
    "board",
    [
        'monster = [{ card = "m", facing = "down" }, "t", { card = "x", under = [{ card = "n", as = "n2", '
        'owner = "B" }] }]',
        'pendulum = ["p"], field = ["f"]',
        'extra = ["x", { card = "p", facing = "up" }]',
        'monster = ["m"], spell = [{ card = "e", host = "m" }]',
    ],
)
def test_what_can_lie_so(board: str) -> None:
    """The other side of each bound."""
    assert faults(board) == []


def test_a_battle_needs_monsters_on_the_field() -> None:
    """Attacker and target are cards of the Monster Zone, on the sides that the procedure says."""
    at = 'at = { step = "battle.compare", attacker = "m", target = "B.n" }\n'
    assert faults('hand = ["m"]', at) == ["m lies elsewhere"]
    assert faults('monster = ["m"]', at) == []
    assert faults('monster = ["m"]', at.replace("B.n", "m")) == ["m is A's card"]


def test_unseen_cards_lie_between_known_ones() -> None:
    """Several numbers in one zone go on counting."""
    assert faults('deck = [2, "m", 3]') == []


@pytest.mark.parametrize(
    ("game", "procedure", "step"),
    [
        ("ygo", "summon", "summon.tribute"),
        ("ygo", "monster-set", "summon.set"),
        ("ygo", "flip-summon", "summon.flip"),
        ("ygo", "special", "summon.special.conditions"),
        ("ygo", "synchro", "synchro.summon.declare"),
        ("ygo", "xyz", "xyz.summon.choose"),
        ("ygo", "pendulum", "pendulum.summon.once"),
        ("dbs", "combo", "3-7-3"),
        ("postures", "summon", "stat.level.sacrifice"),
        ("postures", "movement", "move.when"),
        ("victory-spark", "take-damage", "take"),
        ("victory-spark", "play", "7.4.1.3"),
    ],
)
def test_nothing_starts_inside_an_act(game: str, procedure: str, step: str) -> None:
    """A Summon, a combo, a move or damage befalls a card: which it is, no board says."""
    at = f'at = {{ step = "{step}", procedure = "{procedure}" }}'
    assert [one.message for one in problems(f'game = "{game}"\n{at}\n[expect]\n')] == [
        f"a fixture cannot start inside {procedure}; start where it is called from, or from a saved pause"
    ]


NAMED = """game = "dbs"
script = []
A = { battle = ["k"] }
[cards]
k = { power = 1, WRITTEN }
"""


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        (
            'activated = [{ name = "x", do = [{ draw = 1 }] }, { name = "x", do = [{ draw = 2 }] }]',
            "an ability of this card is called 'x' already: which is meant could not be said",
        ),
        (
            'activated = [{ once = "turn", shares = "x", do = [{ draw = 1 }] }, '
            '{ once = "game", shares = "x", do = [{ draw = 2 }] }]',
            "what shares the limit 'x' is limited in the same way",
        ),
        (
            'activated = { once = "turn", shares = "x", do = [{ draw = 1 }] }',
            "nothing else on this card shares the limit 'x'",
        ),
        (
            'activated = { shares = "x", do = [{ draw = 1 }] }',
            "without once there is no limit to share",
        ),
        (
            'activated = { name = "a b", do = [{ draw = 1 }] }',
            "an ability cannot be called 'a b': that name has blanks or signs that do not show",
        ),
        (
            'activated = { name = "", do = [{ draw = 1 }] }',
            "an ability cannot be called '': that name is empty",
        ),
        (
            'activated = { do = [{ options = 1, among = [{ name = "a", do = [] }, { name = "a", do = [] }]'
            "}] }",
            "an option of this choice is called 'a' already: which is meant could not be said",
        ),
        (
            'activated = { do = [{ options = 1, among = [{ name = "none", do = [{ draw = 1 }] }] }] }',
            "an option cannot be called 'none': that name is the word for no choice",
        ),
        (
            'activated = { do = [{ options = 1, among = [{ name = "a b", do = [{ draw = 1 }] }] }] }',
            "an option cannot be called 'a b': that name has blanks or signs that do not show",
        ),
    ],
)
def test_a_line_can_say_which_ability_and_which_option_is_meant(written: str, wrong: str) -> None:
    """Each has a name in one word, and no two the same."""
    assert wrong in [one.message for one in problems(NAMED.replace("WRITTEN", written))]


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        (
            "quick = { must = true, answers = {}, do = [{ draw = 1 }] }",
            "without a limit it would have to answer itself for ever",
        ),
        (
            'quick = { must = true, once = "turn", do = [{ draw = 1 }] }',
            "what has to be activated answers an activation",
        ),
        (
            'quick = { must = false, once = "turn", answers = {}, do = [{ draw = 1 }] }',
            "what need not be done says nothing",
        ),
        (
            "quick = { answers = { does = { } }, do = [{ draw = 1 }] }",
            "what is included has to be said",
        ),
        (
            'quick = { answers = { does = { word = "send", at = "top" } }, do = [{ draw = 1 }] }',
            "what an effect includes has no key 'at'",
        ),
        (
            'ignition = { must = true, once = "turn", do = [{ draw = 1 }] }',
            "ignition ability has no key 'must'",
        ),
        (
            'trigger = { on = { activated = "any" }, do = [{ negate = "$below" }] }',
            "this waits until it is used and answers no link: nothing lies below it",
        ),
    ],
)
def test_only_an_answer_speaks_of_what_it_answers(written: str, wrong: str) -> None:
    """What waits until it has its turn has nothing below it; what has to be an answer says to what."""
    text = f'game = "ygo"\nA.monster = ["k"]\n[cards.k]\n{written}\n'
    assert [one.message for one in problems(text)] == [wrong]


@pytest.mark.parametrize("game", ["ygo", "dbs"])
def test_a_cost_is_laid_on_acts_of_which_the_rulebook_says_so(game: str) -> None:
    """A destruction is no act; a rulebook that names none has no such texts."""
    text = (
        f'game = "{game}"\n[cards.k]\nsurcharge = {{ on = {{ move = "self" }}, cost = [{{ draw = 1 }}] }}\n'
    )
    assert [one.message for one in problems(text)] == ["no cost can be laid on this act"]


@pytest.mark.parametrize(("game", "rule"), [("dbs", "combo-inertie"), ("ygo", "hand-limit")])
def test_something_is_paid_instead_only_where_a_rule_has_something_paid(game: str, rule: str) -> None:
    """Not where it says what may be done, nor in a rulebook that names no such rule."""
    text = f'game = "{game}"\n[cards.k]\nallow = {{ what = "{rule}", cost = [{{ draw = 1 }}] }}\n'
    assert [one.message for one in problems(text)] == ["this rule has nothing paid"]


@pytest.mark.parametrize(
    ("game", "card", "refused"),
    [
        ("ygo", 'type = "spell", effect = { do = [{ destroy = "foe" }] }', True),
        ("postures", 'type = "magic", activated = { do = [{ destroy = "foe" }] }', True),
        ("ygo", 'type = "monster", ignition = { do = [{ destroy = "foe" }] }', False),
        (
            "ygo",
            'type = "spell", effect = { do = [{ grant = { ignition = { do = [{ destroy = "foe" }] } } }] }',
            False,
        ),
        ("dbs", "auto = { on = 'attack', do = [{ draw = 1, when = { would-lose = 'me' } }] }", True),
    ],
)
def test_what_means_nothing_on_a_card_is_refused(game: str, card: str, refused: bool) -> None:
    """A card of a type that never fights has no foe, but for what it grants; a game whose battles cost no
    score has no such number.
    """
    found = problems(f'game = "{game}"\nscript = []\n[cards]\nk = {{ {card} }}\n')
    told = [one for one in found if "fights nobody" in one.message or "no such number" in one.message]
    assert bool(told) == refused, found
    assert all(one.line == 4 and one.column for one in told)


@pytest.mark.parametrize("name", ["?", "a b", "k*2", "", "end\\n"])
def test_a_card_has_a_name_that_a_line_can_say(name: str) -> None:
    """What stands under [cards] is called by one word, which means nothing else."""
    wrong = [
        one.message for one in problems(NAMED.replace(", WRITTEN", "") + f'"{name}" = {{ power = 2 }}\n')
    ]
    assert len(wrong) == 1
    assert wrong[0].startswith("a card cannot be called ")


def dbs(board: str, more: str = "") -> list[str]:
    """What is wrong with a board of A's where cards can attack."""
    draws = "do = [{ draw = 1 }]"
    uses = f'activated = {{ once = "turn*2", {draws} }}, auto = {{ on = "attack", {draws} }}'
    card = f"k = {{ power = 5000, {uses} }}"
    text = f'game = "dbs"\nscript = ["A: pass"]\n{more}\nA = {{ {board} }}\n[cards]\n{card}\n'
    return [one.message for one in problems(text)]


def test_what_is_asked_of_the_start_of_a_game_is_of_its_kind() -> None:
    """A number is one, a switch is true or false; what fights lies where a card can fight."""
    at = 'game = "ygo"\nscript = []\nat = { step = "draw-phase.draw", '
    for number in ('"\u00b2"', '"abc"', "-3", "true"):
        wrong = problems(at + f"match = true, played = {number} }}\n")
        assert [one.message for one in wrong] == ["played is a whole number"]
    assert [one.message for one in problems(at + 'match = "no" }\n')] == ["match is true or false"]
    battle = 'at = { step = "7-1-3", attacker = "k", target = "B.leader" }'
    assert dbs('hand = ["k"]', battle) == ["k lies elsewhere"]
    assert dbs('battle = ["k"]', battle) == []


def test_what_waits_is_of_the_player_named() -> None:
    """`B.k` is no card of A's."""
    assert dbs('battle = ["k"]', 'pending = ["B.k"]') == ["nothing waits as 'B.k': there is no such card"]
    assert dbs('battle = ["k"]', 'pending = ["A.k"]') == []


def test_an_ability_has_been_used_as_often_as_is_written() -> None:
    """Twice is twice, and three times is more than its limit."""
    assert dbs('battle = [{ card = "k", used = ["activated", "activated"] }]') == []
    thrice = dbs('battle = [{ card = "k", used = ["activated", "activated", "activated"] }]')
    assert thrice == ["'activated' of k is used 2 times at most"]


def test_nothing_is_attached_where_no_card_ever_is() -> None:
    """A game without attachments has no hosts."""
    assert dbs('battle = [{ card = "k", host = "k" }]') == [
        "k cannot be attached to another card in this game"
    ]


def test_a_token_of_dbs_lies_where_tokens_do() -> None:
    """Out of the Battle Zone and the Combo Zone it would be in no zone of the game."""
    tok = "tok = { power = 1000, token = true }"
    text = 'game = "dbs"\nscript = []\nA = {{ {zone} = ["tok"] }}\n[cards]\n{tok}\n'
    for zone in ("hand", "energy", "drop"):
        (wrong,) = problems(text.format(zone=zone, tok=tok))
        assert wrong.article == "10-18-7"
    assert problems(text.format(zone="battle", tok=tok)) == []


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ('type = ["battle"]', "a card has one type"),
        ('name = ""', "a card prints no empty name"),
        ("back = { power = 1, back = { power = 2 } }", "the back of a card has no key 'back'"),
        ("back = { token = true }", "the back of a card has no key 'token'"),
        ("static = { add = 1000, when = {} }", "a condition says what has to hold"),
        ("static = { add = 1000, when = { any = [] } }", "a condition says what has to hold"),
        ('auto = { on = { state = "x" }, do = [{ draw = 1 }] }', "a state is described by a condition"),
        ("static = { grant = { power = 5 } }", "abilities are given, no power"),
    ],
)
def test_what_a_card_says_is_not_passed_over(written: str, wrong: str) -> None:
    """What would say nothing, or something else than is written, is a problem."""
    assert wrong in [one.message for one in problems(NAMED.replace("WRITTEN", written))]


APART = "e\u0301pe"  # as some keyboards and programs write it
ACCENT = 'game = "dbs"\nscript = ["A: attack %s B.leader"]\nA = { battle = ["%s"] }\n[cards]\n'


def test_accents_are_on_their_letters_whoever_wrote_them() -> None:
    """A name is one name, and two cards cannot have it."""
    one = f'{ACCENT % (APART, "épe")}"{APART}" = {{ power = 15000 }}\n'
    ruling = run(parse_fixture(one))
    assert ruling.verdict == "holds"
    assert ruling.fixture.model.cards.keys() == {"épe"}
    line = 'missing = { power = 1 }\n"épe" = { power = 1 }\n'
    assert [one.message for one in problems(one + line)] == ["given twice, first on line 5"]


def test_an_accent_apart_from_its_letter_is_told_where_it_is_escaped() -> None:
    """As it stands there it is to be seen."""
    (wrong,) = problems(f'{ACCENT % ("épe", "épe")}"épe" = {{ power = 1 }}\n"e\\u0301p" = {{ power = 1 }}\n')
    assert "has an accent apart from its letter" in wrong.message
    assert wrong.hint == "ép"


@pytest.mark.parametrize(
    "fact",
    [
        'B.drop = ["kk"]', 'B.life = "kk"', 'B.deck = { top = ["kk"] }', 'B.deck = { bottom = "kk" }',
        'B.hand = { has = ["kk"] }', 'B.hand = { order = ["kk"] }', 'k = { under = ["kk"] }',
        'k = { host = "kk" }', 'pending = ["kk"]', 'order = ["7-1-3 kk"]', 'A.drop = ["k", "kk"]',
    ],
)  # fmt: skip
def test_a_fact_names_cards_that_there_are(fact: str) -> None:
    """One that names another is never met, in a search for it either: it is a slip."""
    (one,) = problems(f"{NAMED.replace(', WRITTEN', '')}[expect]\n{fact}\n")
    assert (one.message, one.hint) == ("there is no card 'kk'", "k")


@pytest.mark.parametrize(
    "fact",
    [
        'B.drop = ["life1"]', 'B.deck = { top = ["B.deck1"] }', 'k = { host = "none" }',
        'order = ["7-1-3 A k", "7-1-3 A.k", "7-1-3 k.auto", "6-4-1-3 pass-turn"]',
        'order = ["6-4-1-2 expire", "7-1 action", "9-1 3"]',
    ],
)  # fmt: skip
def test_a_fact_may_name_what_a_line_can_be_about(fact: str) -> None:
    """Cards that lie unseen, players, and words of the book."""
    assert problems(f"{NAMED.replace(', WRITTEN', '')}[expect]\n{fact}\n") == []


def test_a_slot_holds_a_card_that_there_is_or_none() -> None:
    """Where cards lie at places with names."""
    head = 'game = "postures"\nA = { creature = ["k"] }\n[cards]\nk = { type = "creature" }\n[expect]\n'
    assert not problems(f'{head}A.c2 = "none"\nA.c1 = "k"\n')
    assert [one.message for one in problems(f'{head}A.c1 = "kk"\n')] == ["there is no card 'kk'"]


@pytest.mark.parametrize(
    ("fact", "wrong"),
    [
        ('A.hand = { without = ["zzz"] }', "there is no card 'zzz'"),
        ("A.hand = {}", "hand says no fact"),
        ("A.hand = { has = [] }", "has names nothing, so it always holds"),
        ("A = {}", "A says no fact"),
        ("k = {}", "k says no fact"),
        ("k = { lacks = [] }", "lacks names nothing, so it always holds"),
        ('A.hand = { without = ["k", "deck1"], order = [] }', ""),
    ],
)
def test_a_fact_can_fail(fact: str, wrong: str) -> None:
    """What holds of every board is none."""
    text = f"{NAMED.replace(', WRITTEN', '')}[expect]\n{fact}\n"
    assert [one.message for one in problems(text)] == ([wrong] if wrong else [])


LOST = {
    "ygo": ("B = { lp = 0 }", "duel.win.lp"),
    "postures": ("B = { pv = 0 }", "win.zero"),
    "tdg": ("B = { pv = 0 }", "win.ko"),
    "victory-spark": ('at = "6.5.1.2"\nB = { deck = 0 }', "8.2.3"),
}


@pytest.mark.parametrize("game", list(LOST))
def test_a_board_that_is_lost_before_it_begins_is_told(game: str) -> None:
    """By the article of the loss: no decision stands there."""
    board, article = LOST[game]
    with pytest.raises(BadInput) as error:
        parse_fixture(f'game = "{game}"\n{board}\n')
    (problem,) = error.value.problems
    assert problem.key.partition(".")[0] == "B"
    assert article in problem.text()


def test_ten_retired_cards_are_one_too_many_and_nine_are_not() -> None:
    """Victory Spark 8.2.2; at a step that begins with check timing the ruling tells the end itself."""
    text = 'game = "victory-spark"\nat = "{at}"\nB = {{ retire = {n} }}\n'
    assert parse_fixture(text.format(at="6.5.1.2", n=9))
    with pytest.raises(BadInput, match=r"B has lost before anything begins.*8\.2\.2"):
        parse_fixture(text.format(at="6.5.1.2", n=10))
    result = run(parse_fixture(text.format(at="6.3.1.1", n=10))).game.result
    assert result is not None
    assert (result.winner, result.rule) == ("A", "8.2.2")


@pytest.mark.parametrize(("zone", "article"), [("life", "9-2-3"), ("deck", "9-2-4")])
def test_a_game_that_rule_processing_ends_at_once_is_over_for_every_question(zone: str, article: str) -> None:
    """Dragon Ball: the check timing of the Main Phase comes before anybody acts."""
    ruling = run(parse_fixture(f'game = "dbs"\nscript = ["A: may attack la lb"]\nA = {{ {zone} = 0 }}\n'))
    (claim,) = ruling.claims
    assert (claim.answer, claim.rule, claim.why) == ("no", article, "the game is over")
