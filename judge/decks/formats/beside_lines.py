"""Lines of a plain list that hold no card of their own: stated totals, comments that hold a card, and the
printed words and name fields of a registration form.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

from judge.decks.deck import Line
from judge.decks.formats.draft import Draft, Place, shown
from judge.decks.formats.known import LONGEST_LINE, PASSCODE, Known, heading, number_of, stated_heading
from judge.decks.formats.list_line import is_clear, read_words
from judge.decks.speech import cards, phrased
from judge.text.folded_words import fold, straight
from judge.text.rows import NamedTuple

# --- totals that a list states, compared with its lines: "Main Deck (40)", "Total: 50" -----------------
_TOTAL: Final = re.compile(
    r"\W*(?:(?:(?:deck\s+)?total(?:\s+(?:cards|cartes|deck|de cartes|de cartas|carte))?|gesamt"
    r"|insgesamt|totale|(?P<heading>cards|cartes)"
    r"|\u5408\u8a08|card count|count|number of cards|nombre de cartes)\s*[:=]?"
    r"\s*(?P<after>[0-9]{1,9})\s*(?:cards?|cartes?|karten|cartas?|carte|\u679a)?"
    r"|(?P<before>[0-9]{1,9})\s*(?P<word>cards?|cartes?|karten|cartas?|\u679a)(?:\s+(?:in\s+)?total|\s+au\s+total)?)\W*",
    re.IGNORECASE,
)
# "Total Spell Cards: 16", "Main Deck Total: 40": the total of one heading.
_HEADED: Final = re.compile(
    r"\W*(?:total\s+(?:of\s+)?(?P<of>[^\W\d][^:=]*?)|(?P<what>[^\W\d][^:=]*?)\s+total)\s*[:=]?\s*(?P<count>[0-9]{1,9})\W*",
    re.IGNORECASE,
)
_LONGEST: Final = 60  # characters
_NEAR: Final = 8  # headings after one that may be parts of it


class Block(NamedTuple):
    """The section that begins at a line: at a heading, or at a line that states a total."""

    stated: int  # -1 when it states nothing
    section: str
    place: Place
    total: bool = False
    named: bool = False  # whether the line names the section itself: "Total Spell Cards: 16"


def stated_total(text: str) -> tuple[int, str]:
    """The number of cards that a line states of a whole deck, and its word; -1 when it states none."""
    match = _TOTAL.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return -1, ""
    return int(match["after"] or match["before"]), (match["heading"] or match["word"] or "").lower()


def headed_total(text: str, known: Known) -> tuple[int, str]:
    """The number of cards that a line states of a heading, and that heading; -1 when it states none."""
    match = _HEADED.fullmatch(text) if len(text) <= _LONGEST else None
    section = heading(match["of"] or match["what"], known) if match else ""
    return (int(match["count"]), section) if match and section else (-1, "")


def compare(draft: Draft, blocks: Sequence[Block], lines: Iterable[tuple[int, Line]]) -> None:
    """A remark for every stated total that fits no reading of the lines. Each line comes with the number of
    its block, or -1.
    """
    counts = [0] * len(blocks)
    sections: Counter[str] = Counter()
    for block, line in lines:
        sections[line.section] += line.count
        if block >= 0:
            counts[block] += line.count
    runs = _runs(blocks, counts)
    for number, chunk in enumerate(blocks):
        if chunk.stated >= 0:
            _compare(draft, chunk, counts, number, sections, runs[number])


def _runs(blocks: Sequence[Block], counts: Sequence[int]) -> list[int]:
    """For each heading without lines, the sum of what it and its neighbours without lines state."""
    sums = [0] * len(blocks)
    start = 0
    while start < len(blocks):
        end = start
        while end < len(blocks) and blocks[end].stated >= 0 and not counts[end]:
            end += 1
        sums[start:end] = [sum(block.stated for block in blocks[start:end])] * (end - start)
        start = end + 1
    return sums


def _compare(
    draft: Draft, block: Block, counts: Sequence[int], number: int, sections: Counter[str], run: int
) -> None:
    """A remark where the total of one heading fits no reading of the lines."""
    whole, kin = sections.total(), _kin(block.section, sections)
    fits: set[int] = set()
    if block.named and kin:
        held, where = kin, "section"
    elif counts[number]:
        held, where = counts[number], "under"
    elif kin:
        held, where = kin, "section"
    else:
        held, where = whole, "deck"
        # A heading over other headings, or one of several in a row that state the deck together.
        fits = {0, *accumulate(counts[number : number + _NEAR])}
        fits |= {block.stated} if run == whole or run in sections.values() else set()
    if block.total and not (block.named and kin):
        parts = sections.values()
        fits |= {held, whole, *parts, *(whole - part for part in parts), *accumulate(parts)}
        held, where = whole, "deck"
    if block.stated not in (held, *fits):
        what = phrased("stated.line" if block.total else "stated.heading", number=cards(block.stated))
        message = phrased(f"stated.{where}", what=what, number=cards(held))
        draft.remark(block.place, message, cards(block.stated), cards(held))


def _kin(section: str, sections: Counter[str]) -> int:
    """The number of cards of a section, whether it is called "main" or "main deck"."""
    kin = (other for other in sections if section and (_begins(other, section) or _begins(section, other)))
    return sum(sections[other] for other in kin)


def _begins(words: str, more: str) -> bool:
    return bool(words) and f"{more} ".startswith(f"{words} ")


# --- comments that hold a card: it does not count, and its writer may have thought that it does --------
COMMENT: Final = ("//", "#", ";")
COMMENTED: Final = phrased("left.comment")
_COUNTED: Final = re.compile(r"[\[(]?x?[0-9]{1,2}x?[\])]?[\s*:]+\S", re.IGNORECASE)


def card_in(comment: str, known: Known) -> str:
    """The card that a comment names, as it is written; "" if it names none."""
    text = comment.lstrip("#/;!-* \t")
    if not text or len(text) > LONGEST_LINE or stated_heading(text, known)[0] or stated_total(text)[0] >= 0:
        return ""
    words = read_words(text, known)
    if words.card and is_clear(words.card):
        return text
    first = text.split(None, 1)[0]
    if number_of(first, known, PASSCODE) and is_clear(first):
        return text
    counted = _COUNTED.match(straight(text)) and words.copies and any(map(str.isalpha, words.name))
    return text if counted and not heading(words.name, known) else ""


def remark_card(draft: Draft, comment: str, place: Place, known: Known, what: str = COMMENTED) -> None:
    """A remark where a comment holds a card."""
    if card := card_in(comment, known):
        at = place[1] + comment.index(card)
        message = phrased("read.holds-card", what=what, card=shown(card))
        draft.remark((place[0], at), message, phrased("read.alone-or-nothing"), card)


# --- registration forms: their printed lines, and the fields for a player's name -----------------------
# Lines that stand on every sheet. None of them has room for a card.
_PRINTED: Final = re.compile(
    r"(?:KDE-[A-Z]{1,3}\s+)?(?:Yu-?Gi-?Oh!?\s+)?(?:TCG|OCG|Trading Card Game)\s+Deck\s+List"
    r"|(?:for\s+)?judge\s+use\s+only:?"
    r"|(?:deck\s+check(?:ed)?(?:\s+by)?|initials?|infractions?|(?:judge|player)(?:'s)?\s+(?:initials?|signature)"
    r"|signature)\s*:[\s_.]*"
    r"|country(?:\s+of\s+residency)?\s*:(?:\s*[^\W\d]+){0,4}"
    r"|(?:qty|quantity|card\s+name)\.?(?:\s+(?:qty|quantity|card\s+name)\.?)*",
    re.IGNORECASE,
)
_NAMES: Final = {
    "first & middle name(s)": 0, "first name": 0, "first name(s)": 0, "given name": 0,
    "prenom": 0, "vorname": 0,
    "last name": 1, "last name(s)": 1, "family name": 1, "surname": 1, "nom de famille": 1, "nachname": 1,
}  # fmt: skip


def is_printed(text: str) -> bool:
    """Whether a line is printed on an empty form."""
    return len(text) <= 100 and _PRINTED.fullmatch(text) is not None


class Names:
    """The name of a player, its first and its last words each in a field of their own."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.parts: dict[int, tuple[str, Place]] = {}

    def read(self, key: str, value: str, place: Place) -> bool:
        """Reads a field; False when it is none of a name."""
        part = _NAMES.get(fold(key))
        if part is None:
            return False
        if value and self.parts.setdefault(part, (value, place))[0] != value:
            self.draft.tell("player", self.whole(), self.parts[part][1])
            self.draft.tell("player", value, place)
        return True

    def finish(self) -> None:
        """Puts the name together."""
        if self.parts and "player" not in self.draft.about:
            self.draft.tell("player", self.whole(), min(place for _, place in self.parts.values()))

    def other(self, key: str, value: str) -> bool:
        """Whether a field holds another name than the one that was filled in."""
        part = _NAMES.get(fold(key))
        return bool(value) and part in self.parts and self.parts[part][0] != value

    def whole(self) -> str:
        """The name, its first words first."""
        return " ".join(self.parts[part][0] for part in sorted(self.parts))
