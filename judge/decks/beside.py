"""Text beside a card number that is not the card's name:
more than the name, another card, or perhaps another language.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from judge.cards.card import Card, Cards
from judge.decks.deck import Line
from judge.decks.settled_names import begins, is_name, names
from judge.text.folded_words import fold

_WORDS: Final = 20  # of a line in which a card's name is looked for
_KANA: Final = 0x2E80  # from here on scripts have no blanks between words
_LEAST: Final = 3  # letters of a name in another language, written with an alphabet
_ROMAN: Final = re.compile(r"[ivx]{1,6}")
# Words that count, or say where a card is: no name is made of them alone.
_COUNTING: Final = (
    "one two three four five six seven eight nine ten un une deux trois quatre cinq sept huit neuf dix ein "
    "eins"
    " zwei drei vier funf sechs sieben acht neun zehn uno dos tres cuatro cinco due tre quattro cinque once "
    "twice"
    " thrice single double triple playset copies copy times pcs pieces each off of in not no and or only "
    "just more"
    " missing lost proxy cut out removed played card cards carte cartes deck side sideboard main extra maybe"
    " maybeboard sb leader see below total x qty quantity number them nothing"
)
_NO_NAME: Final = frozenset(_COUNTING.split())


def fits(line: Line, card: Card) -> bool:
    """Whether a name is the card's, with or without what stands behind it; a comment may say more."""
    if is_name(line.name, card) or not names(card):
        return True
    if line.tail and is_name(line.whole, card):
        return True
    return line.beside and any(begins(fold(line.name), one) for one in names(card))


def left_over(text: str, card: Card) -> str:
    """What a text has beside the card's name; all of it when it cannot be a name in any language; else ""."""
    name = max((one for one in names(card) if fold(text).startswith(one)), key=len, default="")
    if name:
        return text[_end(text, name) :].strip()
    within = any(len(one) >= _LEAST and one in fold(text) for one in names(card))
    return text if within or not is_plausible(text, card) else ""


def _end(text: str, name: str) -> int:
    """Where a folded name ends in the text that begins with it."""
    return max((at for at in range(len(text) + 1) if fold(text[:at]) == name), default=0)


def is_plausible(text: str, card: Card) -> bool:
    """Whether a text may be a card's name in another language:
    letters enough, and no number that the card has not.
    """
    numbers = {one for one in map(_digit, text) if one} - {one for one in map(_digit, card.name) if one}
    letters = [one for one in text if one.isalpha() and not one.isnumeric()]
    words = re.findall(r"[^\W\d_]+", fold("".join(" " if one.isnumeric() else one for one in text)))
    spoken = any(one not in _NO_NAME and not _ROMAN.fullmatch(one) for one in words)
    alphabet = all(ord(one) < _KANA for one in letters)
    counted = alphabet and any(
        one.isnumeric() for one in text if one.isalpha()
    )  # a numeral of another script
    return not numbers and not counted and spoken and len(letters) >= (_LEAST if alphabet else 2)


def _digit(letter: str) -> str:
    digit = unicodedata.digit(letter, None)
    return "" if digit is None else str(digit)


def other_card(text: str, card: Card, cards: Cards) -> str:
    """The name of another card that text is, or ends in."""
    words = text.rstrip(" .,;:!*)]").split()[-_WORDS:]
    for at in range(len(words)):
        found = [one for one in cards.named(" ".join(words[at:])) if fold(one.name) not in names(card)]
        if found:
            return found[0].name
    return ""
