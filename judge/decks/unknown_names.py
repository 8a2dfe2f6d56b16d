"""Cards that the catalogue does not have, and names beside a number that are not its card's: more than the
name, another card's name, or perhaps the name in another language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from judge.cards.card import Card, Cards
from judge.cards.hand import nearest_card
from judge.decks.deck import Deck, Line
from judge.decks.faults import concern
from judge.decks.formats.draft import shown
from judge.decks.items import Item, grouped, label
from judge.decks.report import Concerned, Fault
from judge.decks.settled_lines import begins, is_name, names
from judge.decks.speech import phrased
from judge.errors import nearest
from judge.text.folded_words import fold

# --- text beside a card number -------------------------------------------------------------------------
_WORDS: Final = 20  # of a line in which a card's name is looked for
_KANA: Final = 0x2E80  # from this code point on scripts have no blanks between words
_LEAST: Final = 3  # letters of a name in another language, written with an alphabet
_ROMAN: Final = re.compile(r"[ivx]{1,6}")
# Words that count copies or say where a card is: no name consists of them alone.
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
    """Whether the name of a line is the card's, with or without its tail. A comment may say more than the
    name.
    """
    if is_name(line.name, card) or not names(card):
        return True
    if line.tail and is_name(line.whole, card):
        return True
    return line.beside and any(begins(fold(line.name), name) for name in names(card))


def left_over(text: str, card: Card) -> str:
    """The part of a text behind the card's name; the whole text where it cannot be a name in any language;
    else "".
    """
    name = max((spelling for spelling in names(card) if fold(text).startswith(spelling)), key=len, default="")
    if name:
        return text[_end(text, name) :].strip()
    within = any(len(spelling) >= _LEAST and spelling in fold(text) for spelling in names(card))
    return text if within or not is_plausible(text, card) else ""


def _end(text: str, name: str) -> int:
    """Where a folded name ends in the text that begins with it."""
    return max((at for at in range(len(text) + 1) if fold(text[:at]) == name), default=0)


def is_plausible(text: str, card: Card) -> bool:
    """Whether a text may be a card's name in another language:
    letters enough, and no number that the card has not.
    """
    numbers = {char for char in map(_digit, text) if char} - {char for char in map(_digit, card.name) if char}
    letters = [sign for sign in text if sign.isalpha() and not sign.isnumeric()]
    words = re.findall(r"[^\W\d_]+", fold("".join(" " if sign.isnumeric() else sign for sign in text)))
    spoken = any(word not in _NO_NAME and not _ROMAN.fullmatch(word) for word in words)
    alphabet = all(ord(letter) < _KANA for letter in letters)
    counted = alphabet and any(
        sign.isnumeric() for sign in text if sign.isalpha()
    )  # a numeral of another script
    return not numbers and not counted and spoken and len(letters) >= (_LEAST if alphabet else 2)


def _digit(letter: str) -> str:
    digit = unicodedata.digit(letter, None)
    return "" if digit is None else str(digit)


def other_card(text: str, card: Card, cards: Cards) -> str:
    """The name of another card that text is, or ends in."""
    words = text.rstrip(" .,;:!*)]").split()[-_WORDS:]
    for at in range(len(words)):
        others = [other for other in cards.named(" ".join(words[at:])) if fold(other.name) not in names(card)]
        if others:
            return others[0].name
    return ""


# --- cards that are not known, and names of other cards ------------------------------------------------
_HINTS = 100  # unknown cards of a file for which the nearest name is looked for


def unknown_cards(deck: Deck, items: Sequence[Item], cards: Cards | None) -> Iterator[Fault]:
    """A fault for each card that the catalogue does not have, with the nearest name, and for each name that
    does not fit its number.
    """
    if cards is None:
        return
    wrong = [found for item in items if (found := misnamed(deck, item, cards)) is not None]
    yield from wrong if wrong == [] or in_another_language(items) else map(sternly, wrong)
    groups = grouped((item for item in items if item.card is None), label)
    for at, group in enumerate(groups.values()):
        yield unheard_of(deck, group, cards, hinted=at < _HINTS)


def unheard_of(deck: Deck, group: Sequence[Item], cards: Cards, hinted: bool) -> Fault:
    """The fault of a card that is not known: its name is that of several cards, has more words than a card's
    name, or is no card's.
    """
    first, name = group[0].line, label(group[0])
    numbers = [card.id for card in cards.named(first.name)] if first.name and not first.card else []
    if len(numbers) > 1:
        return ambiguous(deck, name, group, numbers)
    hint = near(group[0], cards) if hinted else ""
    known = known_start(first, cards) if hinted else ""
    if known and hint in ("", known):
        return not_understood(deck, group[0], known, first.name[len(known) :].strip())
    return unknown(deck, name, group, hint)


def known_start(line: Line, cards: Cards) -> str:
    """The first words of an unknown name, where they are a card's name themselves; else ""."""
    words = line.name.split(" ")[:_WORDS] if not line.card else []
    starts = (" ".join(words[:end]) for end in range(len(words) - 1, 0, -1))
    return next((start for start in starts if cards.named(start)), "")


def near(item: Item, cards: Cards) -> str:
    """The card that may be meant: by the name where there is one; a passcode only when one digit is off."""
    number = item.line.card
    if item.line.name or not number.isdecimal():
        return nearest_card(cards, item.line.name or number)
    ids = {card.id for card in map(cards.find, slips(number)) if card is not None}
    return ids.pop() if len(ids) == 1 else ""


def slips(number: str) -> Iterator[str]:
    """Every number with one other digit, or with two neighbouring digits exchanged."""
    for at, old in enumerate(number):
        yield from (number[:at] + new + number[at + 1 :] for new in "0123456789" if new != old)
        yield number[:at] + number[at + 1 : at + 2] + old + number[at + 2 :]


def unknown(deck: Deck, name: str, group: Sequence[Item], hint: str) -> Fault:
    """The fault of a card that the catalogue lacks."""
    fault = at_card("unknown-card", deck, group, phrased("finding.unknown", card=name))
    return fault._replace(hint=hint)


def ambiguous(deck: Deck, name: str, group: Sequence[Item], numbers: Sequence[str]) -> Fault:
    """A name that several cards have, where only a number tells them apart."""
    message = phrased("finding.ambiguous", number=len(numbers), card=name)
    return at_card("ambiguous-card", deck, group, message)._replace(
        allowed=phrased("bound.one-of", names=", ".join(numbers))
    )


def unknown_entries(deck: Deck, entries: Sequence[str], cards: Cards | None) -> Iterator[Fault]:
    """Entries of the deck's own limit list that no card answers."""
    if cards is None:
        return
    place = deck.headings.get("list", (1, 1))
    for entry in entries:
        hint = "" if entry.isdecimal() else nearest_card(cards, entry)
        message = phrased("finding.entry", card=entry)
        yield Fault("list-entry", "", "unsure", message, "", "", (), deck.file, *place, hint=hint)


def misnamed(deck: Deck, item: Item, cards: Cards) -> Fault | None:
    """The fault of a name beside a number; None where it is the card's name, or the first words of it.

    More words than the card's name are not understood. Another card's name is an error: the line names two
    cards. Any other text is a warning, since it may be the name in another language.
    """
    line, card = item.line, item.card
    if not (line.card and line.name and card) or fits(line, card):
        return None
    if not line.beside:
        if rest := left_over(line.name, card):
            return not_understood(deck, item, card.name, rest)
        if other := other_card(line.name, card, cards):
            return two_cards(deck, item, card, other)
    return other_name(deck, line, card)


def other_name(deck: Deck, line: Line, card: Card) -> Fault:
    """The warning that a name is not that of the number's card."""
    message = phrased("finding.other-name", number=line.card, name=card.name, other=line.name)
    concerned = (Concerned(line.card, line.name, line.count, (line.line,)),)
    place = (deck.file, line.line, line.column)
    return Fault("other-name", "", "warning", message, line.name, card.name, concerned, *place)


def in_another_language(items: Sequence[Item]) -> bool:
    """Whether most names beside numbers are not the cards' names: then the list is in another language, and
    no single name is suspicious.
    """
    named = [
        item for item in items if item.line.card and item.line.name and item.card and not item.line.beside
    ]
    return 2 * sum(fits(item.line, item.card) for item in named if item.card) < len(named)


def sternly(fault: Fault) -> Fault:
    """The warning about a name, made an error, as in a list in which the other names fit; it stays a warning
    where the name only has a typing error.
    """
    if fault.severity != "warning" or nearest(str(fault.found), [fault.allowed]):
        return fault
    return fault._replace(severity="error")


def two_cards(deck: Deck, item: Item, card: Card, other: str) -> Fault:
    """The fault of a line whose number and name are those of two cards."""
    line = item.line
    message = phrased("finding.two-cards", number=line.card, name=card.name, other=other)
    fault = at_card("bad-line", deck, [item], message)
    return fault._replace(found=line.name, allowed=card.name, column=line.at or line.column)


def not_understood(deck: Deck, item: Item, name: str, rest: str) -> Fault:
    """The fault of text behind a card's name that is none of what may stand there."""
    line = item.line
    column = line.at + line.name.rindex(rest) if line.at else line.column
    where = "beside" if rest == line.name else "behind"
    message, expected = (
        phrased(f"finding.{where}", card=name, rest=shown(rest)),
        phrased("finding.beside-expected"),
    )
    fault = at_card("bad-line", deck, [item], message)
    return fault._replace(found=shown(rest), allowed=expected, column=column)


def at_card(code: str, deck: Deck, group: Sequence[Item], message: str) -> Fault:
    """An error about a card, without an article, at the first line that has the card."""
    first = group[0].line
    place = (deck.file, first.line, first.column)
    return Fault(code, "", "error", message, "", "", concern(group), *place)
