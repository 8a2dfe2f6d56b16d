"""Counts that nobody takes for a name: x4, 4x, (4), [4], and 4 after a colon, a tab or a card number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from judge.decks.formats.known import LONGEST_LINE, PASSCODE, Known, number_of, straight

COUNT: Final = r"[+\u2212-]?[0-9]++(?:[.,/][0-9]++)*+"
_FEW: Final = r"[0-9]{1,3}"  # digits: more are a year or a passcode
_TIMES: Final = re.compile(
    rf"[\[(]?[x\u00d7](?P<after>{COUNT})[\])]?|(?P<before>{COUNT})(?P<x>[x\u00d7])", re.IGNORECASE
)
_BRACKETS: Final = re.compile(
    rf"\(\s*[x\u00d7]?(?P<round>{_FEW})\s?[x\u00d7]?\s*\)"
    rf"|\[\s*[x\u00d7]?(?P<square>{_FEW})\s?[x\u00d7]?\s*\]",
    re.IGNORECASE,
)
_PARTED: Final = re.compile(
    rf"\s*[:=]\s*[x\u00d7]?(?P<colon>{COUNT})"
    rf"|\s[-\u2013\u2014]\s+(?P<dash>{COUNT})"
    rf"|[^\S\t]*\t\s*(?P<tab>{COUNT})"
)
_WORD: Final = re.compile(r"\S+")
_PLAIN: Final = re.compile(_FEW)
_LAST: Final = 40  # characters at the end of a line that may part a count from a name
_AROUND: Final = '[](),:;=*_"\u201c\u201d'


class Said(NamedTuple):
    """A count in a line: as written, where, from where to where it is no name, and in what form."""

    copies: str
    at: int
    start: int
    end: int
    form: str  # "x" for x4, "bracket", "parted" by a colon or dash, "tab", "number" right after a card number
    last: bool  # nothing follows
    inside: bool = False  # "4x" in the middle: some names have it
    after_number: bool = False  # right after a card number


def said_in(text: str, known: Known | None) -> Said | None:
    """The count that a line without its leading count still says; without `known` no word is a number."""
    if len(text) > LONGEST_LINE:
        return None
    flat = straight(text)
    words = list(_WORD.finditer(flat))
    if not words:
        return None
    return _at_end(flat, words, known) or _amid(flat, words, known)


def _at_end(text: str, words: list[re.Match[str]], known: Known | None) -> Said | None:
    last = words[-1]
    if found := _TIMES.fullmatch(last[0]):
        return _said(found, last.start(), last.start(), "x", True)
    if len(words) > 2 and words[-2][0] in ("x", "X", "\u00d7") and re.fullmatch(COUNT, last[0]):
        return Said(last[0], last.start(), words[-2].start(), len(text), "x", True)
    if len(words) == 1:
        return None
    if known and _PLAIN.fullmatch(last[0]) and _is_card(words[-2][0], known, len(words)):
        return Said(last[0], last.start(), last.start(), len(text), "number", True)
    start = max(words[0].end(), len(text) - _LAST)
    for found in _PARTED.finditer(text, start):
        if found.end() == len(text) and not _is_passcode(found[found.lastgroup or 0], known):
            return _said(found, 0, found.start(), "tab" if found.lastgroup == "tab" else "parted", True)
    return next((one for one in _bracketed(text) if one.last), None)


def _amid(text: str, words: list[re.Match[str]], known: Known | None) -> Said | None:
    for number, one in enumerate(words):
        if found := _TIMES.fullmatch(one[0]):
            said = _said(found, one.start(), one.start(), "x", False)
            after = number > 0 and known is not None and _is_card(words[number - 1][0], known, len(words))
            return said._replace(inside=bool(found["before"]), after_number=after)
    for here, following in pairwise(words[1:]):
        if here[0] in ("x", "X", "\u00d7") and _PLAIN.fullmatch(following[0]):
            return Said(following[0], following.start(), here.start(), following.end(), "x", False)
    return next(_bracketed(text), None)


def _bracketed(text: str) -> Iterator[Said]:
    for found in _BRACKETS.finditer(text):
        last = found.end() == len(text)
        if found.start() and (last or text[found.end()].isspace()):
            yield _said(found, 0, found.start(), "bracket", last)


def _said(found: re.Match[str], shift: int, start: int, form: str, last: bool) -> Said:
    kind = found.lastgroup if found.lastgroup != "x" else "before"
    copies = found[kind or 0]
    return Said(copies, shift + found.start(kind or 0), start, shift + found.end(), form, last)


def _is_card(word: str, known: Known, words: int) -> bool:
    """Whether a word before a bare number is a card number; short digits only when there is nothing else."""
    return bool(number_of(word.strip(_AROUND), known, 4 if words == 2 else PASSCODE))


def _is_passcode(word: str, known: Known | None) -> bool:
    return known is not None and len(word) >= PASSCODE and bool(number_of(word, known))
