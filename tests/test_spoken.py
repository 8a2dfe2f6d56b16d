"""Questions as they are typed: every act of every game, in English and French, in any order of words."""

from __future__ import annotations

from functools import lru_cache

import pytest

from judge.rulebook.act_names import acts_of
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import find, games
from judge.shorthand.acts import read_question
from judge.shorthand.boards import Board
from judge.shorthand.dispute_fields import Draft
from judge.shorthand.known_cards import KnownCards
from judge.shorthand.lines import Acts
from judge.shorthand.typed import Typed
from judge.speech.catalogue import phrases

BOARDS = {
    "dbs": "A b raider 15000, h fodder cost 1 + mine contre(attack), e red; "
           "B b wall 10000 blocker, h halt contre(attack)",
    "ygo": "A m ogre 1000 + rat 300, h imp 500, s pot trap down did=set ef(draw 1), ex star kind=synchro; "
           "B m mole 500/500 + newt 5/5 + \"Big Mole\" 5/5",
    "victory-spark": "A ri ria 2000/2000 activated(zone ring, draw 2), f1 pip 1, h gol 5 + nix cancel; "
                     "B f2 tia 1, h trim cancel",
    "postures": "A c1 wolf 1000, c2 lynx 1000, h bear 5 + sword equipment + hill field + fort boost, "
                "magic spur; B c1 cow 0",
    "tdg": "A le kor ef(draw 1), s1 ona an(effect, draw 1), h tom + act action, programming zed; "
           "B s2 sol an(effect, draw 1)",
}  # fmt: skip


@lru_cache(maxsize=8)
def acts(game: str) -> Acts:
    """What can be done on the board of a game."""
    found = Draft(load_rulebook(str(find(game))), "mine.toml", phrases("", "en")["form"])
    found.board, typed = Board(found.book, KnownCards()), Typed("board", BOARDS[game])
    found.board.read(typed)
    assert typed.problems == []
    return found.acts()


def said(game: str, text: str) -> tuple[str, list[str]]:
    """A question as a line of the script, and what is wrong with it."""
    typed = Typed("question", text)
    question = read_question(typed, acts(game).spoken)
    if typed.problems or not question.words:
        return "", [one.text() for one in typed.problems]
    words = acts(game).asked(typed, question.seat, question.words)
    return f"{question.seat}: {' '.join(words)}", [one.text() for one in typed.problems]


# By hand: by game and line, the ways of asking for it. The first is English, the second French.
QUESTIONS = {
    "dbs": {
        "A: attack raider wall": (
            "May A attack wall with raider?", "A peut-il attaquer wall avec raider ?",
            "A attack raider wall", "A attack wall raider", "With raider may A attack wall",
            "May A with raider attack wall?", "Can A declare an attack on wall with raider?",
            "Est-ce que A peut attaquer wall avec raider\u202f?", "A attaque wall avec raider",
            "A at wall rai",
        ),
        "A: attack raider B.wall": (
            "May A attack B's wall with raider?", "A peut-il attaquer wall de B avec raider ?",
        ),
        "A: attack raider B.leader": (
            "May A attack the leader with raider?", "Avec raider, A a-t-il le droit d'attaquer le leader ?",
            "A attack raider at the leader", "May A attack the leader of B with raider?",
        ),
        "A: attack A.leader B.leader": ("May A attack the leader with leader?",),
        "A: attack A.leader wall": ("May A attack wall with the leader?", "A attaque wall avec A.leader"),
        "B: counter halt": (
            "May B counter with halt?", "B peut-il contrer avec halt ?", "B cou halt", "b counter halt",
            "B: counter halt", "Is B allowed to counter with halt", "May B now counter with halt?",
        ),
        "A: counter halt": ("May A counter with halt?", "A contre avec halt"),
        "B: combo halt": ("May B combo with halt?", "B peut-il effectuer une Combo avec halt ?"),
        "A: activate mine": ("May A activate the effect of mine?", "A peut-il activer l'effet de mine ?"),
        "A: attack raider A.leader": (
            "May A attack the leader of A with raider?",
            "Est-ce qu'A peut attaquer le leader d'A avec raider ?",
        ),
        "A: play fodder": ("May A play fodder?", "A peut-il jouer fodder ?", "May A fodder play?"),
        "A: charge fodder": ("May A charge fodder?", "A peut-il placer fodder en Zone d'Énergie ?"),
        "A: resolve raider": ("May A resolve raider?", "A peut-il résoudre raider ?"),
        "A: pass": ("May A pass?", "A peut-il passer ?"),
        "A: end": ("May A end?", "A peut-il terminer ?", "May A end the turn?"),
        "B: block wall": ("May B block with wall?", "B peut-il bloquer avec wall ?", "May B block wall"),
        "B: block": ("May B block?", "B peut-il bloquer ?"),
        "B: yes": ("May B say yes?", "B peut-il dire oui ?", "B yes"),
        "B: no": ("May B say no?", "B peut-il dire non ?"),
        "A: choose wall": ("May A choose wall?", "A peut-il choisir wall ?"),
        "A: pay red": ("May A pay with red?", "A peut-il payer avec red ?", "May A pay red"),
        "A: pay": ("May A pay?", "A peut-il payer ?"),
        "A: discard fodder mine": ("May A discard fodder mine?", "A peut-il se défausser de fodder, mine ?"),
        "A: order mine fodder": ("May A order mine fodder?", "A peut-il ranger mine fodder ?"),
        "B: apply wall": ("May B apply wall?", "B peut-il appliquer wall ?"),
        "B: decline": ("May B decline?", "B peut-il renoncer ?"),
        "A: number 3": ("May A choose the number 3?", "A peut-il choisir le nombre 3 ?"),
    },
    "ygo": {
        "A: attack ogre mole": (
            "May A attack mole with ogre?", "A peut-il attaquer mole avec ogre ?", "A attack mole ogre",
            "May A attack with ogre mole", "May A declare an attack with ogre on mole?",
        ),
        "A: attack ogre direct": (
            "May A attack directly with ogre?", "A peut-il attaquer directement avec ogre ?",
            "attack direct with ogre, may A?", "A attack ogre direct", "A attaque direct avec ogre",
        ),
        "A: attack ogre rat": ("May A attack rat with ogre?", "A peut-il attaquer rat avec ogre ?"),
        "A: attack newt mole": ("May A attack mole with newt?", "A peut-il attaquer mole avec newt ?"),
        "A: attack mole": ("May A attack with mole?", "A peut-il attaquer avec mole ?"),
        "A: attack ogre big-mole": (
            'May A attack "Big Mole" with ogre?', 'A peut-il attaquer "Big Mole" avec ogre ?',
        ),
        "A: choose mole newt": ("May A choose mole and newt?", "A peut-il choisir mole et newt ?"),
        "A: summon imp defence": (
            "May A summon imp in Defence Position?", "A peut-il invoquer imp en Position de Défense ?",
        ),
        "A: activate pot": ("May A activate pot?", "A peut-il activer pot ?", "A act pot"),
        "A: summon imp": ("May A Normal Summon imp?", "A peut-il invoquer imp ?", "May A summon imp"),
        "A: set imp": ("May A set imp?", "A peut-il poser imp ?"),
        "A: flip ogre": ("May A Flip Summon ogre?", "A peut-il Invoquer ogre par Flip ?"),
        "A: position ogre": ("May A change the position of ogre?", "A peut-il changer la position d'ogre ?",
                             "May A change ogre's position?"),
        "A: special imp": ("May A Special Summon imp?", "A peut-il invoquer spécialement imp ?"),
        "A: synchro star": ("May A Synchro Summon star?", "A peut-il Invoquer star par Synchro ?"),
        "A: xyz star": ("May A Xyz Summon star?", "A peut-il Invoquer star par Xyz ?"),
        "A: pendulum": ("May A Pendulum Summon?", "A peut-il Invoquer par Pendule ?"),
        "A: trigger rat": ("May A use the effect of rat?", "A peut-il utiliser l'effet de rat ?"),
        "A: battle": ("May A enter the Battle Phase?", "A peut-il entrer en Battle Phase ?", "May A battle?"),
        "A: stop": ("May A stop?", "A peut-il arrêter ?"),
        "A: end": ("May A end?", "A peut-il terminer ?"),
        "A: pass": ("May A pass?", "A peut-il passer ?"),
        "A: choose newt": ("May A choose newt?", "A peut-il choisir newt ?"),
    },
    "victory-spark": {
        "A: attack": ("May A attack?", "A peut-il attaquer ?"),
        "A: support pip": ("May A support with pip?", "A peut-il soutenir avec pip ?"),
        "B: block trim": ("May B block with trim?", "B peut-il bloquer avec trim ?"),
        "B: cancel trim ria": ("May B cancel ria with trim?", "B peut-il annuler ria avec trim ?",
                               "B cancel ria trim", "B cancel trim ria"),
        "A: cancel nix ria": ("May A cancel ria with nix?", "A peut-il annuler ria avec nix ?"),
        "A: play gol f2": ("May A play gol to f2?", "A peut-il jouer gol en f2 ?", "A play f2 gol"),
        "A: play gol ring": ("May A play gol to the ring?", "A peut-il jouer gol sur le ring ?"),
        "A: activate ria": ("May A activate ria?", "A peut-il activer ria ?"),
        "A: resolve ria": ("May A resolve ria?", "A peut-il résoudre ria ?"),
        "A: reveal ria": ("May A reveal ria?", "A peut-il révéler ria ?"),
        "A: charge gol": ("May A charge gol?", "A peut-il charger gol ?"),
        "A: end": ("May A end?", "A peut-il finir ?"),
        "A: pass": ("May A pass?", "A peut-il passer ?"),
    },
    "postures": {
        "A: attack wolf cow": ("May A attack cow with wolf?", "A peut-il attaquer cow avec wolf ?",
                               "A attack cow wolf"),
        "A: attack wolf direct": ("May A attack the PV with wolf?", "A peut-il attaquer les PV avec wolf ?",
                                  "A at wolf direct"),
        "A: summon bear": ("May A summon bear?", "A peut-il invoquer bear ?"),
        "A: set spur": ("May A set spur?", "A peut-il poser spur ?"),
        "A: activate spur": ("May A activate spur?", "A peut-il activer spur ?"),
        "A: equip sword wolf": ("May A equip wolf with sword?", "A peut-il équiper wolf avec sword ?",
                                "A equip wolf sword", "A equip sword wolf", "May A equip sword to wolf?"),
        "A: equip sword cow": ("May A equip cow with sword?", "A peut-il équiper cow de sword ?"),
        "A: field hill": ("May A play the field hill?", "A peut-il jouer le terrain hill ?"),
        "A: boost fort c3": ("May A boost c3 with fort?", "A peut-il booster c3 avec fort ?"),
        "A: move wolf c3": ("May A move wolf to c3?", "A peut-il déplacer wolf en c3 ?", "A move c3 wolf"),
        "A: move wolf c3 for lynx": (
            "May A move wolf to c3 for lynx?", "A peut-il déplacer wolf en c3 pour lynx ?",
        ),
        "A: posture wolf defensive": ("May A change the posture of wolf to defensive?",
                                      "A peut-il mettre wolf en posture défensive ?"),
        "A: resolve wolf": ("May A resolve wolf?", "A peut-il résoudre wolf ?"),
        "A: end": ("May A end?", "A peut-il terminer ?"),
        "A: pass": ("May A pass?", "A peut-il passer ?"),
    },
    "tdg": {
        "B: answer sol": ("May B answer with sol?", "B peut-il répondre avec sol ?", "B an sol"),
        "A: program tom": ("May A program tom?", "A peut-il programmer tom ?"),
        "A: engage ona": ("May A engage ona?", "A peut-il engager ona ?"),
        "A: disable ona": ("May A disable ona?", "A peut-il désactiver ona ?"),
        "A: shift ona support-2": ("May A shift ona to support-2?", "A peut-il décaler ona en support-2 ?"),
        "A: place zed support-2": ("May A place zed at support-2?", "A peut-il placer zed en support-2 ?"),
        "A: play act": ("May A play act?", "A peut-il jouer act ?"),
        "A: promote ona": ("May A promote ona?", "A peut-il promouvoir ona ?"),
        "A: transform tom": ("May A transform tom?", "A peut-il transformer tom ?"),
        "A: give-up ona discard": ("May A give up ona discard?", "A peut-il abandonner ona discard ?"),
        "A: last-chance": ("May A use the Last Chance?", "A peut-il utiliser la Dernière Chance ?"),
        "A: resolve ona": ("May A resolve ona?", "A peut-il résoudre ona ?"),
        "A: lock": ("May A lock?", "A peut-il verrouiller ?"),
        "A: done": ("Is A done?", "A a-t-il fini ?"),
        "A: end": ("May A end?", "A peut-il terminer ?"),
        "A: pass": ("May A pass?", "A peut-il passer ?"),
    },
}  # fmt: skip


@pytest.mark.parametrize("game", games())
def test_a_question_becomes_the_line_that_it_asks_for(game: str) -> None:
    """Whatever the order of its words: sides and types say which card stands where."""
    wrong = []
    for line, texts in QUESTIONS[game].items():
        for text in texts:
            found = said(game, text)
            if found != (line, []):
                wrong.append((text, *found))
    assert wrong == []


@pytest.mark.parametrize("game", games())
def test_what_happened_before_is_told_in_the_same_words(game: str) -> None:
    wrong = []
    for line, texts in QUESTIONS[game].items():
        for text in texts:
            typed = Typed("before", text)
            if text[:2] in ("A ", "B ") and "?" not in text:
                found = acts(game).lines(typed)
                wrong += [(text, found, typed.problems)] if (found, typed.problems) != ([line], []) else []
    assert wrong == []


# What is not understood: the column, what is told, the nearest word.
REFUSED = [
    ("dbs", "May B conter with halt?", 7, "'conter' is no act", "counter"),
    ("dbs", "B peut-il contrre avec halt ?", 11, "'contrre' is no act", "counter"),
    ("dbs", "May A summon raider?", 7, "'summon' is no act", ""),
    ("ygo", "May B block with mole?", 7, "'block' is no act", ""),
    ("dbs", "May B counter with hlt?", 20, "'hlt' is no card that is there", "halt"),
    ("dbs", "May A attack wall with raider quickly?", 31, "'quickly' is no card that is there", ""),
    ("victory-spark", "May A attack with ria?", 19, "'attack' stands alone", ""),
    ("ygo", "May A summon imp with rat?", 23, "summon does not name this", ""),
    ("dbs", "May B pass halt?", 12, "pass is said alone", ""),
    ("dbs", "What happens if A attack wall with raider?", 1, "'What' is not understood", ""),
    ("dbs", "May A not attack wall with raider?", 7, "'not' is not understood", ""),
    ("dbs", "May B?", 1, "who asks to do what?", ""),
    ("dbs", "May it attack?", 1, "who asks to do what?", ""),
    ("dbs", "May A use mine?", 7, "'use' is no act", ""),
    ("dbs", "Must A attack wall with raider?", 1, "'Must' is not understood", ""),
    ("dbs", "A doit-il attaquer wall avec raider ?", 3, "'doit-il' is not understood", ""),
    ("ygo", "May A attack B with ogre?", 14, "attack does not name this", ""),
    ("postures", "May A move c3 wolf for lynx?", 12, "move names so much in another order", ""),
    ("dbs", "May A choose wall with raider?", 24, "choose names what is answered", ""),
]

# What is asked back: several players, several cards that may be meant, none that does it.
ASKED_BACK = [
    ("dbs", "May anybody counter with halt?", 5, "several players"),
    ("dbs", "May A or B counter with halt?", 7, "several players"),
    ("dbs", "May A/B counter with halt?", 5, "several players"),
    ("dbs", "Peut-on contrer avec halt ?", 1, "several players"),
    ("dbs", "Est-ce qu'on peut contrer avec halt ?", 8, "several players"),
    ("dbs", "A ou B peut-il contrer avec halt ?", 3, "several players"),
    ("dbs", "Who may counter with halt?", 1, "several players"),
    ("ygo", "May A attack mole or newt with ogre?", 19, "several things"),
    ("ygo", "May A attack mole?", 14, "mole is what this is done to: with which card?"),
    ("ygo", "May A attack directly?", 14, "direct is what this is done to: with which card?"),
    ("ygo", "May A attack ogre with mole?", 24, "sides say otherwise"),
    ("victory-spark", "May B cancel tia trim?", 14, "which of these is meant?"),
    ("postures", "A peut-il équiper wolf ?", 19, "wolf is what this is done to: with which card?"),
]


@pytest.mark.parametrize(("game", "text", "column", "told", "hint"), REFUSED)
def test_a_question_that_is_not_understood_is_refused_at_its_place(
    game: str, text: str, column: int, told: str, hint: str
) -> None:
    """It is never dropped, and never turned into another one."""
    _, problems = said(game, text)
    assert len(problems) == 1
    assert problems[0].startswith(f"question:1:{column}: {told}")
    assert problems[0].endswith(f"did you mean {hint}?)") if hint else "did you mean" not in problems[0]


@pytest.mark.parametrize(("game", "text", "column", "told"), ASKED_BACK)
def test_what_may_mean_several_things_is_asked_back(game: str, text: str, column: int, told: str) -> None:
    (problem,) = said(game, text)[1]
    assert problem.startswith(f"question:1:{column}: ")
    assert told in problem


@pytest.mark.parametrize("game", games())
def test_a_refused_act_is_told_with_all_that_there_are(game: str) -> None:
    (problem,) = said(game, "May A frobnicate?")[1]
    assert [act for act in acts_of(acts(game).words.book) if act not in problem] == []


@pytest.mark.parametrize("game", games())
def test_every_act_has_an_english_and_a_french_question_here(game: str) -> None:
    asked = {line.split()[1] for line in QUESTIONS[game]}
    assert acts_of(acts(game).words.book) - asked == set()
    assert [line for line, texts in QUESTIONS[game].items() if not texts] == []


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_act_has_words_in_every_language(game: str, lang: str) -> None:
    words = phrases(acts(game).words.book.folder, lang)["spoken"]
    assert acts_of(acts(game).words.book) - words.keys() == set()
