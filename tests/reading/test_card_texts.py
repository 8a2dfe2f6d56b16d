"""Printed texts of Dragon Ball: what their sentences mean, held against cards written by hand, against the
door of fixtures, against sentences made of the rows, and against texts with a word too few or too many.
"""

from __future__ import annotations

import csv
import functools
import random
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from readings import DATA, HERE, Maker, alike, by_hand, dbs

from judge.fixture.load import load_fixture
from judge.grammar.cards import check_card
from judge.play.ruling import run
from judge.reading.meanings import same
from judge.reading.texts import READ, Sentence, card_table, read_sentence, read_sides, read_text
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import named
from judge.text.source import parse_source
from judge.text.toml_text import document

real = pytest.mark.skipif(not DATA.is_dir(), reason="no card data beside this repository")
HELD = 60  # real sentences that are tried together with a word too few or too many


@functools.cache
def texts() -> dict[str, dict[str, str]]:
    """The real texts by number."""
    with (DATA / "dbs-texts-2021-04.csv").open(encoding="utf-8") as file:
        return {row["number"]: row for row in csv.DictReader(file)}


@functools.cache
def types() -> dict[str, str]:
    """The types of the real cards by number."""
    with (DATA / "cards-2021-04.csv").open(encoding="utf-8") as file:
        return {row["base"]: row["type"].lower() for row in csv.DictReader(file)}


# --- sentences of our own --------------------------------------------------------------------------
OWN = tomllib.loads((HERE / "own.dbs.toml").read_text("utf-8"))


@pytest.mark.parametrize("row", OWN["sentence"], ids=lambda row: row["text"][:60])
def test_a_sentence_means_what_it_says(row: dict[str, Any]) -> None:
    found = read_sentence(dbs(), row["text"], "ZZ1-001")
    assert found.state == READ, found
    assert alike([{key: one} for key, one in found.abilities]) == alike(row["means"])


@pytest.mark.parametrize("row", OWN["doubtful"], ids=lambda row: row["text"][:60])
def test_what_is_in_doubt_is_declined(row: dict[str, Any]) -> None:
    """A pronoun that may mean two cards, cards that may lie anywhere."""
    found = read_sentence(dbs(), row["text"])
    assert (found.state, found.abilities) == ("unsure", ())
    assert row["why"] in found.why


@pytest.mark.parametrize(
    "text",
    [
        "[Auto] When you play this card, choose up to 1 of your opponent's cards and KO it.",
        "[Auto] When you play this card, discard 1 card in your Drop Area.",
        "[Activate Main] Draw 1 card, but reveal it.",
        "[Activate Main] Draw 1 card (if you like).",
        "Draw 1 card.",
        "[Blocker] Draw 1 card.",
        "[Activate Main] Draw 1 card. [Activate Main] Draw 1 card.",
        "[Auto] When this card attacks, if you can, draw 1 card.",
        "[Nothing like it]",
        "[Permanent] If your Leader Card is red, this card gets +5000 power; it can't attack.",
        "[Auto] When you play this card, choose up to 1 card in your hand and 1 of your Battle Cards, "
        "ignoring [Barrier], and return them to their owners' hands.",
        "[Auto] When you play this card, you may discard 1 card in your hand. If you do, draw 1 card. "
        "Then, draw 2 cards.",
        "[Auto] When you play this card, choose 1 of your opponent's Battle Cards and place it "
        "at the bottom of its owner's deck in any order.",
        "[Auto] When you play this card, if your Leader Card is red, draw 1 card. Then, draw 2 cards.",
        "[Auto] When you play this card, if your Leader Card is red, choose up to 1 <Anka> card from your "
        "deck and add it to your hand. Then, shuffle your deck.",
    ],
)
def test_what_is_not_wholly_understood_is_not_read(text: str) -> None:
    assert read_sentence(dbs(), text).state == "unread"


def test_sentences_of_a_text() -> None:
    """One to a line; a line that begins otherwise goes on with the one before; reminders are left out."""
    text = (
        "[Blocker] (When one of your other cards is attacked, it may step in.)\n-\n"
        "[Auto] When you play this card, choose one-\n・ Draw 1 card.\n・ Draw 2 cards.\n[Critical]"
    )
    assert [one.text for one in read_text(dbs(), text)] == [
        "[Blocker]",
        "[Auto] When you play this card, choose one- ・ Draw 1 card. ・ Draw 2 cards.",
        "[Critical]",
    ]


def test_a_reminder_that_is_never_closed_ends_with_its_line() -> None:
    text = "[Blocker] (When one of your other cards is attacked, it may step in.\n[Critical]"
    assert [one.text for one in read_text(dbs(), text)] == ["[Blocker]", "[Critical]"]


@pytest.mark.parametrize(
    "text", ["you can't play {Anka} for the turn.", "your <Anka> gets +5000 power for the turn."]
)
def test_what_is_called_as_its_card_is_read_as_on_any_card(text: str) -> None:
    """No row of this game asks whether a name is that of the card itself."""
    found = [
        read_sentence(dbs(), f"[Activate Main] {text}", "ZZ1-001", {"name": name}) for name in ("Anka", "")
    ]
    assert found[0] == found[1]


def test_a_sentence_that_is_not_read_may_limit_the_others() -> None:
    """Then they are in doubt; one that stands by itself limits nothing."""
    others = "[Critical]\n[Activate Main] Draw 1 card.\n"
    for last, state in (
        ("[Permanent] You can only use skills at noon.", "unsure"),
        ("[Auto] When it rains, draw 1 card with this skill.", "read"),
        ("[Permanent] This card smells of roses.", "read"),
    ):
        assert [one.state for one in read_text(dbs(), others + last)] == [state, state, "unread"]


def test_several_abilities_of_a_kind_are_a_list() -> None:
    sides = read_sides(
        dbs(), ["[Activate Main] Draw 1 card.\n[Activate Main] Draw 2 cards.\n[Blocker]", "[Critical]"]
    )
    assert card_table(sides) == {
        "activated": [{"do": [{"draw": 1}]}, {"do": [{"draw": 2}]}],
        "bloqueur": True,
        "back": {"coup-critique": True},
    }


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5000,
        "(" * 5000,
        "<" * 3000,
        "[Auto] " + "red " * 20_000,
        "\0\x1b[31m",
        "[Auto]" * 400,
        "[Activate Main] " + "draw 1 card and " * 300,
    ],
)
def test_hostile_texts_take_no_time(text: str) -> None:
    """Nothing breaks, and nothing is read that is not there."""
    assert all(one.state != READ for one in read_text(dbs(), text))


# --- sentences made of rows ------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(4))
def test_what_rows_make_is_read_as_they_mean_it(seed: int) -> None:
    """A sentence that follows the rows has what they say among its meanings."""
    grammar = dbs()
    for text, value in Maker(grammar.rows, seed).sentences("line", 100):
        read = grammar.rows.read(text, "line")
        assert read.too_long or same(value) in set(map(same, read.meanings)), text


def test_every_row_can_be_said() -> None:
    """None has slots that are nowhere to be had."""
    maker = Maker(dbs().rows, 0)
    assert [kind for kind in dbs().rows.rows if maker.least[kind] > 90] == []


# --- real texts ------------------------------------------------------------------------------------
@real
@pytest.mark.parametrize("number", by_hand())
def test_cards_written_by_hand(number: str) -> None:
    """What is read is what was written before; what was held to be in doubt is not read."""
    row, wrong = texts()[number], []
    for side in read_sides(dbs(), [row["text"], row["back_text"]], number):
        wanted = by_hand()[number].get("back", {}) if side.key else by_hand()[number]
        assert {str(at) for at, _ in enumerate(side.sentences, 1)} == wanted.keys() - {"back"}
        for at, one in enumerate(side.sentences, 1):
            found = [{key: value} for key, value in one.abilities]
            if one.state == READ and alike(found) != alike(wanted[str(at)]):
                wrong.append((at, found))
    assert wrong == []


@functools.cache
def cards() -> dict[str, dict[str, Any]]:
    """What is read of every real card of a type that is played."""
    return {
        number: {"type": types()[number]} | {key: one for key, one in table.items() if key != "deck"}
        for number, row in texts().items()
        if types().get(number) in ("battle", "extra", "leader")
        and (table := card_table(read_sides(dbs(), [row["text"], row["back_text"]], number)))
    }


@real
@pytest.mark.slow("reads three thousand texts")
def test_every_reading_passes_the_door() -> None:
    """What the grammar of cards refuses nobody may read."""
    assert len(cards()) > 1_900
    book = load_rulebook(str(named("dbs")))
    told = []
    for number, card in cards().items():
        source = parse_source(document({"game": "dbs", "cards": {"k": card}}, ("cards",)), number)
        told += [
            one.text() for one in check_card(book, source, ["cards", "k"], "k", source.data["cards"]["k"])
        ]
    assert told == []


@real
@pytest.mark.soak
def test_cards_that_are_read_whole_are_played(tmp_path: Path) -> None:
    """Each on a board of its own, until somebody is asked for the first time."""
    place, path = {"battle": "battle", "extra": "hand"}, tmp_path / "one.toml"
    for number, card in cards().items():
        row = texts()[number]
        if all(one.whole for one in read_sides(dbs(), [row["text"], row["back_text"]], number)):
            lies = {place[card["type"]]: ["k"]} if card["type"] in place else {"leader": "k"}
            data = {"game": "dbs", "title": number, "script": [], "A": lies, "cards": {"k": card}}
            path.write_text(document(data, ("cards",)), encoding="utf-8")
            assert run(load_fixture(path)).game.ask is not None, number


# Words that mean nothing where they are left out: what joins and ends sentences, nouns that a name in
# brackets stands for, "at" in "at 4 or less", "Area" in "Energy Area".
MUTE = {
    *".,:;",
    "of",
    "card",
    "cards",
    "then",
    "at",
    "and",
    "you",
    "so",
    "a",
    "an",
    "the",
    "area",
    "skill",
    "skills",
}
MUTE |= {"if", "when"}  # before a condition that stands before a colon
MUTE |= {"current", "total"}  # "your current energy"
MUTE |= {"afterwards"}  # behind a shuffle, which comes in its place anyway
# In their places only: what alone is played, costs of all that fit, rules for decks, whose deck or hand.
PLACED = re.compile(
    r"^(Battle Card(, | being played| other than| from your)|all [^.]* in your hand by"
    r"|(Extra |《[^》]*》 )[Cc]ards [^.]*in your deck|from among|owners?'s? |(their|your) hand"
    r"|from under |your \{[^}]*\} is played in your |each (gain|get)|also gains|1 energy you have|its \["
    r"|Battle Cards [^.]*in your deck)"
)
TWICE = {",", ".", "you", "of"}


@functools.cache
def read_sentences() -> list[tuple[str, Sentence]]:
    """Every real sentence that is read, with the number of its card."""
    return [
        (number, one)
        for number, row in texts().items()
        for side in read_sides(dbs(), [row["text"], row["back_text"]], number)
        for one in side.sentences
        if one.state == READ
    ]


@real
@pytest.mark.sample(6)
@pytest.mark.parametrize("twice", [False, True], ids=["dropped", "doubled"])
@pytest.mark.parametrize("seed", range(40))
def test_a_word_too_few_or_too_many_changes_the_meaning(seed: int, twice: bool) -> None:
    """Or the sentence is declined; what means nothing is listed."""
    found: Counter[str] = Counter()
    for number, one in random.Random(seed).sample(read_sentences(), HELD):
        for start, end in {(token.start, token.end) for token in dbs().rows.signs.tokens(one.text)}:
            text = one.text[: end if twice else start] + " " + one.text[start if twice else end :]
            other = read_sentence(dbs(), text, number)
            if (
                other.state == READ
                and other.abilities == one.abilities
                and not PLACED.search(one.text[start:])
            ):
                found[one.text[start:end].lower()] += 1
    assert found.keys() <= (TWICE if twice else MUTE), found
