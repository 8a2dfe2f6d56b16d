"""What the headings of a list state, compared with the lines: "Main Deck (40)", "Total: 50"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from judge.decks.deck import Line
from judge.decks.formats.draft import Draft, Place
from judge.decks.formats.known import Known, heading
from judge.decks.speech import cards, phrased

_TOTAL: Final = re.compile(
    r"\W*(?:(?:(?:deck\s+)?total(?:\s+(?:cards|cartes|deck|de cartes|de cartas|carte))?|gesamt"
    r"|insgesamt|totale|(?P<heading>cards|cartes)"
    r"|\u5408\u8a08|card count|count|number of cards|nombre de cartes)\s*[:=]?"
    r"\s*(?P<after>[0-9]{1,9})\s*(?:cards?|cartes?|karten|cartas?|carte|\u679a)?"
    r"|(?P<before>[0-9]{1,9})\s*(?P<word>cards?|cartes?|karten|cartas?|\u679a)(?:\s+(?:in\s+)?total|\s+au\s+total)?)\W*",
    re.IGNORECASE,
)
# "Total Spell Cards: 16", "Main Deck Total: 40": of one heading, and cards as far as the list has come.
_HEADED: Final = re.compile(
    r"\W*(?:total\s+(?:of\s+)?(?P<of>[^\W\d][^:=]*?)|(?P<what>[^\W\d][^:=]*?)\s+total)\s*[:=]?\s*(?P<count>[0-9]{1,9})\W*",
    re.IGNORECASE,
)
_LONGEST: Final = 60  # characters
_NEAR: Final = 8  # headings after one that may be parts of it


class Block(NamedTuple):
    """A heading, or a line that states a total, and the section of what follows."""

    stated: int  # -1 when it states nothing
    section: str
    place: Place
    total: bool = False
    named: bool = False  # whether the line names the section itself: "Total Spell Cards: 16"


def stated_total(text: str) -> tuple[int, str]:
    """The number of cards that a line states of a whole deck, and its word; -1 when it states none."""
    found = _TOTAL.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None:
        return -1, ""
    return int(found["after"] or found["before"]), (found["heading"] or found["word"] or "").lower()


def headed_total(text: str, known: Known) -> tuple[int, str]:
    """The number of cards that a line states of a heading, and that heading; -1 when it states none."""
    found = _HEADED.fullmatch(text) if len(text) <= _LONGEST else None
    section = heading(found["of"] or found["what"], known) if found else ""
    return (int(found["count"]), section) if found and section else (-1, "")


def compare(draft: Draft, blocks: Sequence[Block], lines: Iterable[tuple[int, Line]]) -> None:
    """Remarks every heading whose number fits no reading of the lines, each with its block, or -1."""
    counts = [0] * len(blocks)
    sections: Counter[str] = Counter()
    for block, line in lines:
        sections[line.section] += line.count
        if block >= 0:
            counts[block] += line.count
    runs = _runs(blocks, counts)
    for number, one in enumerate(blocks):
        if one.stated >= 0:
            _compare(draft, one, counts, number, sections, runs[number])


def _runs(blocks: Sequence[Block], counts: Sequence[int]) -> list[int]:
    """What the headings without lines that stand together state in sum, for each of them."""
    sums = [0] * len(blocks)
    start = 0
    while start < len(blocks):
        end = start
        while end < len(blocks) and blocks[end].stated >= 0 and not counts[end]:
            end += 1
        sums[start:end] = [sum(one.stated for one in blocks[start:end])] * (end - start)
        start = end + 1
    return sums


def _compare(
    draft: Draft, one: Block, counts: Sequence[int], number: int, sections: Counter[str], run: int
) -> None:
    """Remarks a heading whose number fits no reading of the lines."""
    whole, kin = sections.total(), _kin(one.section, sections)
    fits: set[int] = set()
    if one.named and kin:
        held, where = kin, "section"
    elif counts[number]:
        held, where = counts[number], "under"
    elif kin:
        held, where = kin, "section"
    else:
        held, where = whole, "deck"
        # A heading over other headings, or one of several in a row that speak of the deck together.
        fits = {0, *accumulate(counts[number : number + _NEAR])}
        fits |= {one.stated} if run == whole or run in sections.values() else set()
    if one.total and not (one.named and kin):
        parts = sections.values()
        fits |= {held, whole, *parts, *(whole - part for part in parts), *accumulate(parts)}
        held, where = whole, "deck"
    if one.stated not in (held, *fits):
        what = phrased("stated.line" if one.total else "stated.heading", number=cards(one.stated))
        message = phrased(f"stated.{where}", what=what, number=cards(held))
        draft.remark(one.place, message, cards(one.stated), cards(held))


def _kin(section: str, sections: Counter[str]) -> int:
    """The cards of a section, whether it is called "main" or "main deck"."""
    kin = (one for one in sections if section and (_begins(one, section) or _begins(section, one)))
    return sum(sections[one] for one in kin)


def _begins(words: str, more: str) -> bool:
    return bool(words) and f"{more} ".startswith(f"{words} ")
