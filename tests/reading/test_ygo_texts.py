"""Printed texts of Yu-Gi-Oh!: how they are cut, what limits what, what their sentences mean, held against
cards written by hand, against the door of fixtures, against sentences made of the rows, and against texts
with a word too few or too many.
"""

from __future__ import annotations

import functools
import random
import re
import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from readings import HERE, YGO, Maker, alike, by_hand, ygo
from ygo_cards import cards, kinds, printed, read_cards, sides

from judge.cards.card import Card
from judge.fixture.load import load_fixture
from judge.grammar.cards import check_card
from judge.play.ruling import run
from judge.reading.cutting import portions_of
from judge.reading.meanings import same
from judge.reading.texts import READ, Sentence, card_table, read_sentence, read_sides, read_text
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import named
from judge.text.source import parse_source
from judge.text.toml_text import document

real = pytest.mark.skipif(not YGO.is_dir(), reason="no card data beside this repository")
OWN = tomllib.loads((HERE / "own.ygo.toml").read_text("utf-8"))
ANKA: dict[str, Any] = {"name": "Anka of the Moss"}
HELD = 60  # real sentences that are tried together with a word too few or too many


# --- sentences of our own --------------------------------------------------------------------------
@pytest.mark.parametrize("row", OWN["sentence"], ids=lambda row: row["text"][:60])
def test_a_sentence_means_what_it_says(row: dict[str, Any]) -> None:
    found = read_sentence(ygo(), row["text"], "", ANKA, row.get("kind", ""))
    assert found.state == READ, found
    assert alike([{key: one} for key, one in found.abilities]) == alike(row["means"])


@pytest.mark.parametrize("row", OWN["doubtful"], ids=lambda row: row["text"][:60])
def test_what_is_in_doubt_is_declined(row: dict[str, Any]) -> None:
    """An old text that may target or pay, a pronoun that may mean two cards, a card in two places."""
    found = read_sentence(ygo(), row["text"], "", ANKA, row.get("kind", ""))
    assert (found.state, found.abilities) == ("unsure", ())
    assert row["why"] in found.why


@pytest.mark.parametrize(
    "text",
    [
        "Destroy 1 monster.",
        "Once per turn: You can draw 1 card, but show it.",
        "If this card is Normal Summoned by anybody: Draw 1 card.",
        "You can target 1 monster on the field; smell it.",
        "This card gains 500 ATK and loses.",
        'You can only use this effect of "Old Anka" once per turn.',
        "This card cannot be destroyed by battle or.",
    ],
)
def test_what_is_not_wholly_understood_is_not_read(text: str) -> None:
    assert read_sentence(ygo(), text, "", ANKA).state == "unread"


# --- texts cut up ----------------------------------------------------------------------------------
def cut(text: str, **printed: Any) -> list[tuple[str, str, str]]:
    """The sentences of a text with their portions and kinds."""
    return [
        (one.key, each.kind, each.text)
        for one in portions_of(ygo(), text, {**ANKA, **printed})
        for each in one.sentences
    ]


def test_sentences_end_with_a_point_outside_names_and_brackets() -> None:
    text = 'Draw 1 card (max. 3). Destroy "Dr. Anka". It smells. (Quick Effect): Draw.'
    assert [one for _, _, one in cut(text)] == [
        "Draw 1 card (max. 3).", 'Destroy "Dr. Anka". It smells.', "(Quick Effect): Draw.",
    ]  # fmt: skip


def test_a_list_is_one_sentence_with_what_is_before_it() -> None:
    text = "Draw 1 card. Activate 1 of these effects;\n● Draw 2 cards. Banish them.\n● Draw 3 cards."
    assert [one for _, _, one in cut(text)] == [
        "Draw 1 card.",
        "Activate 1 of these effects; ● Draw 2 cards. Banish them. ● Draw 3 cards.",
    ]


def test_what_a_spell_does_is_one_effect() -> None:
    """Up to what stands by itself; the sentences of a monster are told apart."""
    text = 'Draw 1 card. Destroy all monsters. You can only activate 1 "Anka" per turn. Draw.'
    assert [(kind, one) for _, kind, one in cut(text, type="spell")] == [
        ("spell", "Draw 1 card. Destroy all monsters."),
        ("by-itself", 'You can only activate 1 "Anka" per turn.'),
        ("by-itself", "Draw."),
    ]
    assert len(cut(text, type="monster")) == 4


def test_what_goes_on_after_the_limits_of_a_spell_is_no_second_effect() -> None:
    """It would be a choice between the two."""
    rest = 'Draw 1 card. You can only activate 1 "Anka of the Moss" per turn. Gain 500 LP.'
    assert [one.state for one in read_text(ygo(), rest, "", {**ANKA, "type": "spell"})] == [
        "read", "read", "unread",
    ]  # fmt: skip


def test_kinds_of_cards_are_read_by_rows_of_their_own() -> None:
    for own, wanted in (
        ({"type": "monster", "kind": ["xyz", "effect"]}, ["made-of", "monster"]),
        ({"type": "spell", "kind": "equip"}, ["equipment", "equipment"]),
        ({"type": "spell", "kind": ["field"]}, ["lasting-spell", "lasting-spell"]),
        ({"type": "trap", "kind": ["continuous"]}, ["lasting-trap", "lasting-trap"]),
        ({"type": "trap", "kind": ["counter"]}, ["trap"]),
        ({"type": "monster", "kind": ["effect"]}, ["monster", "monster"]),
        ({"type": "monster", "kind": ["normal"]}, []),
    ):
        assert [kind for _, kind, _ in cut("2 Level 3 monsters\nDraw 1 card.", **own)] == wanted, own


def test_the_halves_of_a_pendulum_card() -> None:
    text = (
        "[ Pendulum Effect ]\nDraw 1 card.\n----------------------------------------\n"
        "[ Monster Effect ]\n2 Level 3 monsters\nDraw 2 cards."
    )
    assert cut(text, type="monster", kind=["xyz", "pendulum"]) == [
        ("pendulum_effect", "pendulum", "Draw 1 card."),
        ("", "made-of", "2 Level 3 monsters"),
        ("", "monster", "Draw 2 cards."),
    ]
    quiet = text.replace("Monster Effect", "Flavor Text")
    assert [key for key, _, _ in cut(quiet)] == ["pendulum_effect"]
    once = "[ Pendulum Effect ]\nOnce per turn: You can draw 1 card.\n[ Monster Effect ]\nCannot attack."
    assert card_table(read_sides(ygo(), [once], "", ANKA)) == {
        "pendulum_effect": {"ignition": {"once": "turn", "do": [{"draw": 1}]}},
        "forbid": {"on": {"attacking": "self"}},
    }


def test_what_only_explains_is_left_out() -> None:
    text = "You can draw. (This is not treated as a Fusion Summon.) (This card is always treated as an Elf.)"
    assert [one for _, _, one in cut(text)] == ["You can draw.", "(This card is always treated as an Elf.)"]


# --- limits ----------------------------------------------------------------------------------------
DRAW, GAIN = "Once per turn: You can draw 1 card.", "If this card is banished: You can gain 500 LP."
EACH = 'You can only use each effect of "Anka of the Moss" once per turn.'
THIS = 'You can only use this effect of "Anka of the Moss" once per turn.'
SHARE = 'You can only use 1 "Anka of the Moss" effect per turn, and only once that turn.'
DISCARD = "You can discard 1 card; draw 1 card."


def read(*sentences: str, **printed: Any) -> list[Sentence]:
    """The sentences of a text of our card."""
    return read_text(ygo(), " ".join(sentences), "", {**ANKA, **printed})


def onces(found: list[Sentence]) -> list[Any]:
    """The state of each sentence, and the limits of what it says."""
    return [
        (one.state, [(value.get("once"), value.get("shares")) for _, value in one.abilities]) for one in found
    ]  # type: ignore[union-attr]


def test_a_limit_lies_on_the_effect_before_it() -> None:
    assert onces(read(DISCARD, GAIN, THIS)) == [
        ("read", [(None, None)]), ("read", [("turn/name", None)]), ("read", []),
    ]  # fmt: skip


def test_a_limit_of_each_effect_and_one_that_they_share() -> None:
    on = ("read", [("turn/name", None)])
    assert onces(read(DISCARD, GAIN, EACH)) == [on, on, ("read", [])]
    on = ("read", [("turn/name", "one")])
    assert onces(read(DISCARD, GAIN, SHARE)) == [on, on, ("read", [])]
    assert onces(read(DISCARD, SHARE)) == [("read", [("turn/name", None)]), ("read", [])]  # nothing shares it


def test_a_limit_of_what_is_not_read_or_has_another_one_is_in_doubt() -> None:
    assert [one.state for one in read("Sing a song.", THIS)] == ["unread", "unsure"]
    assert [one.state for one in read(DRAW, THIS)] == ["unsure", "read"]
    assert [one.state for one in read("Cannot attack.", THIS)] == ["unsure", "read"]
    assert [one.state for one in read("Cannot attack.", SHARE)] == ["read", "unsure"]


def test_a_limit_of_a_spell_lies_on_its_activation() -> None:
    text = ["Draw 1 card.", 'You can only activate 1 "Anka of the Moss" per turn.']
    first, _ = read(*text, type="spell")
    assert first.abilities == (("effect", {"do": [{"draw": 1}], "once": "turn/name", "says": "activate"}),)


def test_what_has_to_hold_twice() -> None:
    """As it is activated, and as it is carried out."""
    first, _ = read(DISCARD, "You must have no cards in your hand to activate and to resolve this effect.")
    none = {"zone": "hand", "at_most": 0}
    assert first.abilities == (
        ("ignition", {"cost": [{"discard": 1}], "when": none, "do": [{"do": [{"draw": 1}], "when": none}]}),
    )


def test_what_has_to_hold_twice_tells_where_the_effect_works_and_how_cards_lie() -> None:
    """An effect whose card must be in the Graveyard works there; what is asked of a monster's Type is asked
    of face-up monsters.
    """
    first, _ = read(DISCARD, "This card must be in your GY to activate and to resolve this effect.")
    ((_, ability),) = first.abilities
    assert isinstance(ability, dict)
    assert ability["zone"] == "graveyard"
    first, _ = read(DISCARD, "You must control a Rock monster to activate and to resolve this effect.")
    ((_, ability),) = first.abilities
    assert isinstance(ability, dict)
    assert ability["when"] == {"zone": "monster", "race": "rock", "facing": "up"}


def test_what_is_not_read_and_may_limit_others_puts_them_in_doubt() -> None:
    assert [one.state for one in read(DRAW, "You cannot activate other effects.")] == ["unsure", "unread"]
    assert [one.state for one in read(DRAW, "This card smells of roses.")] == ["read", "unread"]


@pytest.mark.parametrize(
    "text",
    [
        "Once per turn: You can target 1 face-up monster you control; reduce its Level by 1.",  # or none
        "Once per turn: You can reduce this card's Level by 1.",  # it may be 1
        "A Synchro Monster that used this card as material gains 500 ATK.",  # once, or always?
    ],
)
def test_what_no_row_reads(text: str) -> None:
    """Each was read once, and did what is not printed."""
    assert [sentence.state for sentence in read(DRAW, text)] == ["read", "unread"]


def test_two_limits_on_one_effect_are_declined() -> None:
    """An effect holds one limit: which of the two it would be is not guessed."""
    limits = 'You can only use 1 "Anka of the Moss" effect per turn, and only once that turn. '
    limits += 'You can only use each effect of "Anka of the Moss" once per Duel.'
    told = "If this card is sent to the GY: Draw 1 card. If this card is banished: Draw 1 card. "
    assert [sentence.state for sentence in read(told + limits)][:2] == ["unsure", "unsure"]


def test_what_a_text_adds_to_what_is_printed() -> None:
    (only,) = read("Cannot be Normal Summoned/Set.", kind=["effect"])
    assert only.abilities == (("kind", ["effect", "special-summon"]),)


# --- sentences made of rows ------------------------------------------------------------------------
@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["monster", "spell", "trap", "equipment", "made-of"])
def test_what_rows_make_is_read_as_they_mean_it(kind: str, seed: int) -> None:
    """A sentence that follows the rows has what they say among its meanings."""
    grammar = ygo()
    for text, value in Maker(grammar.rows, seed).sentences(kind, 20):
        read = grammar.rows.read(text, kind, ANKA["name"])
        assert read.too_long or same(value) in set(map(same, read.meanings)), text


def test_every_row_can_be_said() -> None:
    maker = Maker(ygo().rows, 0)
    assert [kind for kind in ygo().rows.rows if maker.least[kind] > 90] == []


# --- real texts ------------------------------------------------------------------------------------
@real
@pytest.mark.parametrize("number", by_hand("ygo"))
def test_cards_written_by_hand(number: str) -> None:
    """What is read is what was written before; what was held to be in doubt is not read."""
    wanted, wrong = by_hand("ygo")[number], []
    found = [one for side in sides(cards()[number]) for one in side.sentences]
    assert {str(at) for at, _ in enumerate(found, 1)} == wanted.keys()
    for at, one in enumerate(found, 1):
        abilities = [{key: value} for key, value in one.abilities]
        if one.state == READ and alike(abilities) != alike(wanted[str(at)]):
            wrong.append((at, abilities))
    assert wrong == []


@real
@pytest.mark.slow("reads ten thousand texts")
def test_every_reading_passes_the_door() -> None:
    """What the grammar of cards refuses nobody may read."""
    book, told, many = load_rulebook(str(named("ygo"))), [], 0
    for number, found in read_cards().items():
        table = card_table(found)
        if not table:
            continue
        many += 1
        card = {**printed(cards()[number]), **table}
        source = parse_source(document({"game": "ygo", "cards": {"k": card}}, ("cards",)), number)
        told += [
            one.text() for one in check_card(book, source, ["cards", "k"], "k", source.data["cards"]["k"])
        ]
    assert told == []
    assert many > 4_000


@real
@pytest.mark.soak
def test_cards_that_are_read_whole_are_played(tmp_path: Path) -> None:
    """Each on a board of its own, until somebody is asked for the first time."""
    path = tmp_path / "one.toml"
    extra = {"fusion", "synchro", "xyz"}
    for number, found in read_cards().items():
        if not all(one.whole for one in found):
            continue
        card, own = cards()[number], kinds(cards()[number])
        place = "extra" if extra & set(own) else "hand"
        table = {**printed(card), **card_table(found)}
        data = {"game": "ygo", "title": number, "script": [], "A": {place: ["k"]}, "cards": {"k": table}}
        path.write_text(document(data, ("cards",)), encoding="utf-8")
        assert run(load_fixture(path)).game.ask is not None, number


@functools.cache
def read_sentences() -> list[tuple[Card, str, Sentence]]:
    """Every real sentence that is read by itself as it is in its text, with its card and the rows for it."""
    found = []
    for number, portions in read_cards().items():
        card = cards()[number]
        own = {**card.data, "name": card.name}
        cuts = [
            one for portion in portions_of(ygo(), str(card.data["text"]), own) for one in portion.sentences
        ]
        for one, each in zip(cuts, [one for side in portions for one in side.sentences], strict=True):
            if each.state == READ:
                found.append((card, one.kind, read_sentence(ygo(), one.text, "", own, one.kind)))
    return found


# Words that mean nothing where they are left out: what joins and ends sentences, the noun that a name or a
# kind stands for, "then" before "target"; what all fit without `all`.
MUTE = {*".,:;", "then", "card", "cards", "a", "an", "the", "you", "currently", "points", "any", "all"}
# In their places only: one card that is named, what is asked of face-up cards anyway, what is detached.
PLACED = re.compile(
    r"1 \"|face-up (?!monsters?\b(?! to)|cards?\b|position)|(?<=this )face-up card|Xyz Materials?"
    r"|(its )?owner|directly from|Normal Summoned or flipped|monsters?\b|Fusion Materials?|only be Ritual"
    r"|during the turn|Ritual Spell|Pendulum Effect|player's|opponent's|your (side|field|Deck)"
    r"|of your|LP|Life|in the|is face|on the|from|face-up[:,]|by card effects|targets into"
    r"|other monsters for|do\b(?=:|,)|destroyed monster|face-down monster\.|only\."
    r"|that, |your opponent's|Main Deck",
    re.IGNORECASE,
)


@real
@pytest.mark.sample(3)
@pytest.mark.parametrize("twice", [False, True], ids=["dropped", "doubled"])
@pytest.mark.parametrize("seed", range(40))
def test_a_word_too_few_or_too_many_changes_the_meaning(seed: int, twice: bool) -> None:
    """Or the sentence is declined; what means nothing is listed."""
    found: Counter[str] = Counter()
    for card, kind, one in random.Random(seed).sample(read_sentences(), HELD):
        own = {**card.data, "name": card.name}
        for start, end in {(token.start, token.end) for token in ygo().rows.signs.tokens(one.text)}:
            text = one.text[: end if twice else start] + " " + one.text[start if twice else end :]
            other = read_sentence(ygo(), text, "", own, kind)
            if other.state != READ or other.abilities != one.abilities or PLACED.match(one.text, start):
                continue
            found[one.text[start:end].lower()] += 1
    assert found.keys() <= ({",", "."} if twice else MUTE), found


def words_of(card: Card, text: str) -> Counter[str]:
    """The words of a sentence, each with how often it is there, small differences of editions left out."""
    tokens = ygo().rows.signs.tokens(text, card.name)
    return Counter(
        "@own" if one.kind == "own" else one.text.removesuffix("-type")
        for one in tokens
        if re.search(r"\w", one.text)
    )


# Words that make no difference between two texts of one meaning: joints, editions ("Graveyard", "GY"),
# tenses, turns of phrase; the old words for piercing damage, a second attack, discarding at random.
LOOSE = """
    a also an and any as atk atk/def attack attacked attacking attacks battle battles be between by can
    card control controls deck def difference discard discards during each effect either every face-down
    field for from gain gains graveyard gy hand higher his/her if in is it its life lower lp main make
    may monster monster's monsters more no of on once only opponent opponent's or owner's per phase
    piercing player's points possession quick random randomly return returns same second select set side
    summoned summoned/set target targeted than that the their then this time to turn twice was when
    whose with xyz you your
"""
# Words that together make no difference. What has to be Summoned in one way comes in no other, whether or not
# a text adds that; and by which way a monster comes at all its kind says.
SAME_WAY = {
    "cannot other special ways",
    "cannot fusion other special synchro ways",
    "cannot fusion other ritual special ways",
    "cannot fusion other special ways",
    "cannot except must special summon",
    "cannot except fusion must special summon synchro",
    "fusion ritual",
    "fusion synchro",
    "above fusion materials",
    "above fusion materials synchro",
    "above cannot fusion materials other special ways",
    "above cannot fusion material other special ways",
    "material materials",
    "material summon",
    "spell spell/trap trap",
    "beast winged winged-beast",
}


@real
@pytest.mark.slow("reads ten thousand texts")
def test_two_texts_of_one_meaning_differ_in_words_that_mean_nothing() -> None:
    """A word that is swallowed shows here: `original`, `banished`, `Level` …"""
    groups: defaultdict[str, list[tuple[Counter[str], str]]] = defaultdict(list)
    for card, kind, one in read_sentences():
        if one.abilities:
            meaning = same(alike([{key: value} for key, value in one.abilities]))
            groups[kind + meaning.replace(same(card.name), "@own")].append(
                (words_of(card, one.text), one.text)
            )
    told = [
        (sorted(more), text, first_text)
        for (first, first_text), *others in groups.values()
        for words, text in others
        if (more := ((words - first) + (first - words)).keys() - set(LOOSE.split()))
        and " ".join(sorted(more)) not in SAME_WAY
    ]
    assert told == []
    assert len(groups) > 3_500
