"""The lines of a deck, whatever reader they come from, with their numbers and names written one way: two ways
to write one card are one card, and what nobody can read so is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from judge.decks.alike import latin, mixed
from judge.decks.deck import Deck, Doubt, Line
from judge.decks.formats.doubts import doubt_in
from judge.decks.formats.draft import CARD_MISSING, shown
from judge.decks.formats.known import PASSCODE, Known, is_number, number_of
from judge.decks.formats.list_line import is_clear
from judge.decks.speech import phrased
from judge.errors import Problem
from judge.text.folded_words import plainly, seen, straight

_SIGNS: Final = re.compile(r"[\W_]+")
_DIGITS: Final = str.maketrans("oOlI", "0011")  # letters that are typed for digits
_APART: Final = re.compile(r"([A-Za-z]{1,3}[0-9]{0,2}) ?(0[0-9]{2,3})")  # N 001, N001
_LONGEST: Final = 40  # characters of a number with all that was typed into it


def straightened(deck: Deck, known: Known) -> Deck:
    """The deck with each number and name as the plain keyboard has it; what looks like a number and is none,
    or has letters of two alphabets, is a doubt.
    """
    lines = tuple(_line(one, deck, known) for one in deck.lines)
    blank = tuple(one for one in lines if not one.card and not one.name)
    problems = (*deck.problems, *(_missing(deck.file, one) for one in blank))
    told = {one.place for one in deck.doubts}
    kept = tuple(one for one in lines if one.card or one.name)
    more = (
        doubt
        for one in kept
        if (one.line, one.column) not in told
        for doubt in _doubts(deck.file, one, known)
    )
    return deck._replace(lines=kept, problems=problems, doubts=(*deck.doubts, *more))


def _line(line: Line, deck: Deck, known: Known) -> Line:
    """A line with what it says written plainly; a name that is surely a number is one."""
    card, name = plainly(line.card), seen(line.name).strip()
    if not card and name not in deck.cards:
        number = number_of(name, known, PASSCODE)
        if number and is_clear(number):
            card, name = number, ""
    return line if (card, name) == (line.card, line.name) else line._replace(card=card, name=name)


def _missing(file: str, line: Line) -> Problem:
    """Copies of nothing that anybody sees."""
    message, expected = CARD_MISSING
    return Problem(file, line.line, line.column, "", "", message, expected)


def _doubts(file: str, line: Line, known: Known) -> Iterator[Doubt]:
    """Why a line hardly says which card it means."""
    word = line.card or line.name
    if line.card and is_number(line.card, known, 1):
        return
    place = (line.line, line.column)
    if number := slip(word, known):
        message = phrased("read.misspelt", number=number)
        yield Doubt(place, Problem(file, *place, "", "", message, number, shown(word)))
    elif found := mixed(word):
        message, expected = phrased("read.alphabets"), phrased("read.one-alphabet")
        yield Doubt(place, Problem(file, *place, "", "", message, expected, shown(found)))


def slip(word: str, known: Known) -> str:
    """The card number that was meant by a word that is none, though it looks like one; "" for a name."""
    plain = latin(straight(word))
    if len(plain) > _LONGEST or not any(map(str.isdigit, plain)):
        return ""
    if (plain == word and is_number(plain, known, 1)) or _is_name(plain):
        return ""
    return next((one for one in _readings(plain) if number_of(one, known, PASSCODE)), "")


def _is_name(plain: str) -> bool:
    """Whether a word is as names are, though digits stand in it: No.39, C39."""
    return doubt_in(plain, 0, len(plain), plain) is None and not _APART.fullmatch(plain)


def _readings(plain: str) -> Iterator[str]:
    """What may have been meant: other signs than those of a number, none, or letters for digits."""
    joined = _SIGNS.sub("-", plain).strip("-") if " " not in plain.strip() or "-" in plain else plain
    if apart := _APART.fullmatch(plain):
        yield f"{apart[1]}-{apart[2]}"
    yield joined
    head, dash, tail = joined.rpartition("-")
    if any(map(str.isdigit, tail)):
        yield head + dash + tail.translate(_DIGITS)
    digits = _SIGNS.sub("", plain)
    if digits.isdigit():
        yield digits
