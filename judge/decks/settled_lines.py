"""The lines of a deck after its reader, before they are judged. In this order: numbers and names are written
one way, doubtful names are looked up in the catalogue, and many lines that are not understood for one reason
become one problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from judge.cards.card import TRANSLATIONS, Card, Cards
from judge.cards.hand import nearest_card
from judge.decks.deck import Deck, Doubt, Line, Row
from judge.decks.formats.draft import CARD_MISSING, shown, told_of
from judge.decks.formats.entries import EXPECTED, NO_CARD
from judge.decks.formats.known import PASSCODE, Known, is_number, number_of
from judge.decks.formats.list_line import NO_COUNT, is_clear
from judge.decks.formats.shapes import doubt_in
from judge.decks.items import latin, mixed
from judge.decks.selection import values_of
from judge.decks.speech import phrased
from judge.errors import Problem, nearest
from judge.text.folded_words import fold, plainly, seen, straight
from judge.text.rows import NamedTuple

# --- numbers and names written one way -----------------------------------------------------------------
_SIGNS: Final = re.compile(r"[\W_]+")
_DIGITS: Final = str.maketrans("oOlI", "0011")  # letters that are typed for digits
_APART: Final = re.compile(r"([A-Za-z]{1,3}[0-9]{0,2}) ?(0[0-9]{2,3})")  # N 001, N001
_LONGEST: Final = 40  # characters of a number with all that was typed into it


def straightened(deck: Deck, known: Known) -> Deck:
    """The deck with each number and name in the characters of a plain keyboard, so that two ways to write a
    card are one card. What looks like a number and is none, or has letters of two alphabets, is a doubt.
    """
    lines = tuple(_line(written, deck, known) for written in deck.lines)
    blank = tuple(line for line in lines if not line.card and not line.name)
    problems = (*deck.problems, *(_missing(deck.file, blank_line) for blank_line in blank))
    told = {earlier.place for earlier in deck.doubts}
    kept = tuple(line for line in lines if line.card or line.name)
    more = (
        doubt
        for kept_line in kept
        if (kept_line.line, kept_line.column) not in told
        for doubt in _doubts(deck.file, kept_line, known)
    )
    return deck._replace(lines=kept, problems=problems, doubts=(*deck.doubts, *more))


def _line(line: Line, deck: Deck, known: Known) -> Line:
    """A line in plain characters; a name that is surely a card number becomes its number."""
    card, name = plainly(line.card), seen(line.name).strip()
    if not card and name not in deck.cards:
        number = number_of(name, known, PASSCODE)
        if number and is_clear(number):
            card, name = number, ""
    return line if (card, name) == (line.card, line.name) else line._replace(card=card, name=name)


def _missing(file: str, line: Line) -> Problem:
    """The problem of a line with a count and no visible card."""
    message, expected = CARD_MISSING
    return Problem(file, line.line, line.column, "", "", message, expected)


def _doubts(file: str, line: Line, known: Known) -> Iterator[Doubt]:
    """The doubts about which card a line means: a misspelt number, or two alphabets in one word."""
    word = line.card or line.name
    if line.card and is_number(line.card, known, 1):
        return
    place = (line.line, line.column)
    if number := slip(word, known):
        message = phrased("read.misspelt", number=number)
        yield Doubt(place, Problem(file, *place, "", "", message, number, shown(word)))
    elif mixed_word := mixed(word):
        message, expected = phrased("read.alphabets"), phrased("read.one-alphabet")
        yield Doubt(place, Problem(file, *place, "", "", message, expected, shown(mixed_word)))


def slip(word: str, known: Known) -> str:
    """The card number that a word was meant to be, where it looks like one and is none; "" for a name."""
    plain = latin(straight(word))
    if len(plain) > _LONGEST or not any(map(str.isdigit, plain)):
        return ""
    if (plain == word and is_number(plain, known, 1)) or _is_name(plain):
        return ""
    return next((reading for reading in _readings(plain) if number_of(reading, known, PASSCODE)), "")


def _is_name(plain: str) -> bool:
    """Whether a word with digits is like a name: No.39, C39."""
    return doubt_in(plain, 0, len(plain), plain) is None and not _APART.fullmatch(plain)


def _readings(plain: str) -> Iterator[str]:
    """The numbers that may have been meant: with hyphens for other signs or for none, with digits for letters
    that look like them, without signs.
    """
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


# --- doubtful names, looked up in the catalogue --------------------------------------------------------
_MOST_HINTS: Final = 100  # of a deck: a search for the nearest name takes longer than reading a line
_ALIKE: Final = 0.8  # how alike two names must be for one to be the other with a typing error


def settled(deck: Deck, cards: Cards | None) -> Deck:
    """The deck without doubts: a doubtful name that the catalogue knows counts, any other line becomes a
    problem. Without a catalogue a weak doubt is only a remark.
    """
    deck = _counted(deck, cards)
    if not deck.doubts:
        return deck
    lines = {(line.line, line.column): line for line in deck.lines}
    left = [doubt for doubt in deck.doubts if not is_settled(lines[doubt.place], deck, cards)]
    weak = [doubt for doubt in left if doubt.weak and cards is None]
    wrong = [doubt for doubt in left if doubt not in weak]
    remarks = (
        doubt.problem._replace(
            message=phrased("read.as-name", doubt=doubt.problem.message), severity="warning"
        )
        for doubt in weak
    )
    return _without(deck, wrong)._replace(remarks=_sorted(*deck.remarks, *remarks), doubts=())


def _counted(deck: Deck, cards: Cards | None) -> Deck:
    """The deck, where "no count" is said only of lines that may be cards: other lines are no cards at all."""
    if cards is None or not any(problem.message == NO_COUNT and problem.found for problem in deck.problems):
        return deck
    uncounted = [problem for problem in deck.problems if problem.message == NO_COUNT]
    strange = {
        fault for at, fault in enumerate(uncounted) if not _may_be_card(fault.found, cards, at < _MOST_HINTS)
    }
    told = tuple(
        problem._replace(message=NO_CARD, expected=EXPECTED[NO_CARD]) if problem in strange else problem
        for problem in deck.problems
    )
    lines = {problem.line for problem in strange}
    rows = tuple(
        row._replace(why=NO_CARD) if row.line in lines and row.why == NO_COUNT else row for row in deck.rows
    )
    return deck._replace(problems=told, rows=rows)


def _may_be_card(text: str, cards: Cards, looks: bool) -> bool:
    """Whether a line names a card, or nearly does. Unless it `looks` for the nearest name, any line may."""
    if any(map(cards.find, text.split())) or cards.named(text):
        return True
    return not looks or bool(nearest(text, filter(None, [nearest_card(cards, text)]), _ALIKE))


def is_settled(line: Line, deck: Deck, cards: Cards | None) -> bool:
    """Whether the whole name is one that a card has: the file's own data or the catalogue say so."""
    if fold(line.name or line.card) in map(fold, deck.cards):
        return True
    if cards is None:
        return False
    if not line.card:
        return bool(cards.named(line.name)) or cards.find(line.name) is not None
    card = cards.find(line.card)
    return card is not None and (not line.name or is_name(line.name, card))


def is_name(name: str, card: Card) -> bool:
    """Whether text is a card's name, or the first words of it. A number alone is no word: it is a count."""
    written = fold(name)
    words = any(map(str.isalpha, written))
    return any(card_name == written or (words and begins(card_name, written)) for card_name in names(card))


def names(card: Card) -> list[str]:
    """Every name of a card, in every language at hand, folded."""
    return [
        fold(str(value)) for value in (*values_of(card, "name"), *card.data.get(TRANSLATIONS, {}).values())
    ]


def begins(text: str, start: str) -> bool:
    """Whether a text begins with another that ends where a word ends."""
    return text.startswith(start) and not text[len(start) : len(start) + 1].isalnum()


def _without(deck: Deck, doubts: list[Doubt]) -> Deck:
    """The deck without the lines of these doubts; each doubt becomes a problem."""
    if not doubts:
        return deck
    places = {doubt.place for doubt in doubts}
    lines = tuple(line for line in deck.lines if (line.line, line.column) not in places)
    told = [(doubt.problem.line, doubt.problem.column, "problem", doubt.problem.message) for doubt in doubts]
    rows = tuple(told_of(deck.rows, told))
    return deck._replace(
        lines=lines, rows=rows, problems=_sorted(*deck.problems, *(doubt.problem for doubt in doubts))
    )


def _sorted(*problems: Problem) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: (problem.line, problem.column)))


# --- many lines that are not understood for one reason -------------------------------------------------
_LOOKED_AT: Final = 400  # characters of a line
_FEW: Final = 3  # lines: fewer have each its own problem


class Likeness(NamedTuple):
    """What lines that are not understood look like: the key of its phrases, a pattern that they have, and how
    many lines at least become one problem.
    """

    key: str
    pattern: re.Pattern[str]
    least: int = _FEW


# A line is of the first of these that it fits.
_LIKENESSES: Final = (
    Likeness("struck", re.compile(r"~~.+~~|(?:<|\[)(?:s|del|strike)(?:>|\])", re.IGNORECASE)),
    Likeness("image", re.compile(r"!\[[^\]]*\]\(|\[img\b|<img\b", re.IGNORECASE)),
    Likeness("bbcode", re.compile(r"\[/[a-z*]{1,12}\]|\[[a-z]{1,12}=[^\]]*\]", re.IGNORECASE)),
    Likeness("html", re.compile(r"</?[a-z][a-z0-9:-]*(?:\s[^<>]*)?/?>", re.IGNORECASE)),
    Likeness("address", re.compile(r"<?(?:https?://|www\.)\S+>?", re.IGNORECASE), 1),
    Likeness("code", re.compile(r"(?=\S*[a-z])(?=\S*[A-Z])[A-Za-z0-9+/_-]{24,}={0,2}"), 1),
    Likeness(
        "arena", re.compile(r".*\s[(\[][A-Z0-9]{2,6}[)\]]\s+#?[A-Z]{0,3}[0-9]{1,4}[a-z]?(?:\s+\*[A-Z]\*)?")
    ),
    Likeness("expansion", re.compile(r".*[^\s(]\s+\((?=[^()]*[a-z])[A-Z0-9][^()]{2,}\)")),
)
_ANYWHERE: Final = ("struck", "image", "bbcode", "html")  # a line of these has more than the mark


def told_once(deck: Deck) -> Deck:
    """The deck, with similar problems of several lines replaced by one."""
    wrong = {problem.line for problem in deck.problems}
    rows = [row for row in deck.rows if row.line in wrong and row.kind == "problem"]
    for key, alike in _alike(rows).items():
        deck = deck._replace(problems=_instead(deck, key, alike))
    return deck


def _alike(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The lines of each likeness that has enough of them."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if likeness := next((candidate for candidate in _LIKENESSES if _has(candidate, row.said)), None):
            groups.setdefault(likeness.key, []).append(row)
    return {kind.key: groups[kind.key] for kind in _LIKENESSES if len(groups.get(kind.key, ())) >= kind.least}


def _has(likeness: Likeness, text: str) -> bool:
    look = likeness.pattern.search if likeness.key in _ANYWHERE else likeness.pattern.fullmatch
    return len(text) <= _LOOKED_AT and look(text) is not None


def _instead(deck: Deck, key: str, alike: Sequence[Row]) -> tuple[Problem, ...]:
    """The problems of a deck, one for all of some lines."""
    first = min(alike)
    message = phrased(f"looks.{key}", n=len(alike))
    told = Problem(
        deck.file,
        first.line,
        first.column,
        "",
        "",
        message,
        phrased(f"looks.{key}-instead"),
        shown(first.said),
    )
    lines = {row.line for row in alike}
    kept = (problem for problem in deck.problems if problem.line not in lines)
    return tuple(sorted((*kept, told), key=lambda problem: (problem.line, problem.column)))
