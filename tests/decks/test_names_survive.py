"""Names with every sign of the keyboard: written in one format and read again, they are as they were."""

from __future__ import annotations

import json
from random import Random
from xml.sax.saxutils import quoteattr

import pytest

from judge.cli.decks import convert_deck, merged
from judge.decks.deck import Deck, Line
from judge.decks.desk import Judge, open_desk

DESK = Judge(open_desk("ygo"))
LIMITS = DESK.desk.limits["ygo"]
HOLDING = ("toml", "text", "csv", "json", "ydk")  # the formats that hold names
SIGNS = (
    "&", "<", ">", '"', "'", "\u201c", "\u201d", "\u201e", "\u2018", "\u2019", "\u00ab", "\u00bb", "\\",
    "#", "!", "[", "]", ",", ";", "(", ")", "|", "*", "_", "`", "~", "//", "=", "{", "}", "@", "+", "-",
    "/", ":", "?", "%", "^", "$",
)  # fmt: skip
PIECES = (
    "<b>", "</i>", "<br>", "<!--", "-->", "&amp;", "&#60;", "[b]", "[/b]", "[[", "]]",
    "[x](http://a.example)", "ydke://", "\\n", "\u2606", "\U0001f525", "x3", "3", "(UR)", "{}", "[LOB]",
    "4x", "*F*",
)  # fmt: skip
WORDS = ("Foo", "Dark", "of", "LV", "Mage", "\u00c9l")
NAMES = (
    "Ash & Spring", "A <b>bold</b> One", '"Quoted"', '5" Gun', "\u201cCurled\u201d", "\u00abFrench\u00bb",
    "Back\\slash", "#1 Fan", "!Yay", "[Box]", "One, Two", "One; Two", "'Tis", "=1+1", "@Ignister",
    "Main Deck", "1,000 Needles", "A // B", "A | B", "[b]A[/b]", "[[A]]", "[A](http://a.example)",
    "A &amp; B", "~~A~~", "ydke://A", "Foo [LOB]", "A      3", "\U0001f525 A", "4 A", "A x4", "A <!-- B",
    '"Both \u201ckinds" of\u201d', "Name: A", "Player: A",
)  # fmt: skip


def made(random: Random) -> str:
    """A name of some words and signs."""
    words = []
    for _ in range(random.randint(1, 4)):
        word, sign = random.choice(WORDS), random.choice((*SIGNS, *PIECES))
        forms = (
            word,
            sign + word,
            word + sign,
            f"{sign} {word}",
            f"{word} {sign}",
            word[:1] + sign + word[1:],
        )
        words.append(random.choice(forms))
    return random.choice(("", " ", " ")).join(words).strip()


def deck_of(names: list[str]) -> Deck:
    """A deck of some names, each beside a passcode."""
    lines = (Line(1 + at % 3, str(10_000_019 + 7919 * at), name, "main") for at, name in enumerate(names))
    return Deck("a", "text", tuple(lines), headings={"main": (1, 1)})


def again(deck: Deck, form: str) -> Deck:
    """The deck in a format, read again from a file that does not say which one it is."""
    written = convert_deck(deck, form, LIMITS, None)
    assert not [one for one in written.losses if "name" in one and "deck" not in one], written.losses
    (found,) = DESK.decks("a.deck", written.text.encode())
    assert (found.format, found.problems) == (form, ()), written.text
    return found


def held(deck: Deck) -> list[tuple[int, str, str]]:
    """What a deck has of each card."""
    return [(one.count, one.card, one.name) for one in merged(one._replace(section="") for one in deck.lines)]


@pytest.mark.parametrize("to", HOLDING)
@pytest.mark.parametrize("begun", HOLDING)
def test_from_each_format_to_each(begun: str, to: str) -> None:
    """Each name of the list is alone in its deck once, and all of them are in one."""
    for names in (*([one] for one in NAMES), list(NAMES)):
        deck = deck_of(names)
        assert held(again(again(deck, begun), to)) == held(deck)


@pytest.mark.parametrize("form", HOLDING)
def test_names_made_up(form: str) -> None:
    """Three hundred decks of names made of signs."""
    random = Random(f"names in {form}")
    for _ in range(300):
        deck = deck_of([one for one in (made(random) for _ in range(3)) if not mixes(one)])
        assert held(again(deck, form)) == held(deck)


def mixes(name: str) -> bool:
    """Whether a name has every kind of quotation marks, so that none is left to put around it."""
    return all(any(one in name for one in pair) for pair in ('"', "\u201c\u201d", "\u00ab\u00bb"))


@pytest.mark.parametrize("form", ["text", "csv"])
def test_what_a_format_cannot_hold_is_told(form: str) -> None:
    """A name with all kinds of quotation marks: plain ones are written for the others."""
    name = 'A "b" \u201cc\u201d \u00abd\u00bb & <e>'
    written = convert_deck(deck_of([name]), form, LIMITS, None)
    assert "quotation marks of a name" in written.losses
    (found,) = DESK.decks("a.deck", written.text.encode())
    assert (found.lines[0].name, found.problems) == ('A "b" "c" "d" & <e>', ())


def test_a_text_about_the_deck_with_marks_of_a_page_is_told() -> None:
    """A plain list has no quotes for who plays it: what would be read otherwise is a loss."""
    deck = deck_of(["Foo"])._replace(player="Ann <b>", event="A & B")
    assert convert_deck(deck, "text", LIMITS, None).losses == ("markup in a text",)


@pytest.mark.parametrize("to", HOLDING)
def test_out_of_cockatrice_and_tabletop_simulator(to: str) -> None:
    """What these two hold is kept."""
    cards = "".join(f'<card number="2" name={quoteattr(one)}/>' for one in NAMES)
    cod = f'<?xml version="1.0"?>\n<cockatrice_deck><zone name="main">{cards}</zone></cockatrice_deck>'
    for said in (cod, json.dumps([one for one in NAMES for _ in range(2)])):
        (deck,) = DESK.decks("a.deck", said.encode())
        assert [one[2] for one in held(deck)] == list(NAMES)
        numbered = tuple(
            one._replace(card=str(10_000_019 + at // (1 if one.count > 1 else 2)))
            for at, one in enumerate(deck.lines)
        )
        whole = deck._replace(lines=numbered)
        assert held(again(whole, to)) == held(whole)
