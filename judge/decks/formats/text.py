"""Plain lists, as players type them: a heading, then "4 BT1-001 Name" in all its shapes."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from judge.decks.deck import Deck
from judge.decks.formats.draft import NO_HEADING, Draft, Place
from judge.decks.formats.known import Known, is_number, stated_heading, unmarked
from judge.decks.formats.listing import Words, read_words
from judge.folding import fold

ABOUT: Final = {
    "player": "player", "joueur": "player", "joueuse": "player",
    "player id": "player_id", "id": "player_id", "id joueur": "player_id",
    "name": "name", "deck name": "name", "nom": "name", "nom du deck": "name",
    "event": "event", "tournament": "event", "evenement": "event", "tournoi": "event",
    "date": "date", "game": "game", "note": "note", "notes": "note", "list": "list", "limit list": "list",
}  # fmt: skip

_PAIR: Final = re.compile(r"([^:]{1,40}):\s*(.*)")
_WRAPPED: Final = re.compile(r"\[[^\[\]]*\]|==.*==")
_BULLET: Final = re.compile(r"[-*•]\s+(?=\S)")
_STARTS_WITH_COUNT: Final = re.compile(r"[x\u00d7(\[]?[0-9]", re.IGNORECASE)
_SIDE: Final = {"sb": "side"}
_MISREAD: Final = ("O", "o", "l", "I", "i", "|")  # "l BT1-001" is a slip of the pen for a count


class Entry(NamedTuple):
    """A line with a card, before it is known whether the file counts its cards."""

    words: Words
    section: str
    place: Place  # of the line's first character
    block: int  # which heading it stands under; -1 when it names its section itself


class _Block(NamedTuple):
    stated: int
    words: str
    place: Place


def read_text(text: str, file: str, known: Known) -> list[Deck]:
    """The deck of a plain list."""
    sheet = _Sheet(Draft(file, "text"), known)
    for number, line in enumerate(text.split("\n"), 1):
        content = line.strip()
        if content:
            sheet.read(content, (number, len(line) - len(line.lstrip()) + 1))
    sheet.finish()
    return [sheet.draft.deck()]


class _Sheet:
    """A list on its way through the reader: under which heading it stands, and what it held so far."""

    def __init__(self, draft: Draft, known: Known) -> None:
        self.draft = draft
        self.known = known
        self.section = ""
        self.entries: list[Entry] = []
        self.blocks: list[_Block] = []

    def read(self, content: str, place: Place) -> None:
        """Reads one line that is not blank."""
        words, stated = stated_heading(content, self.known)
        if words:
            self._heading(words, stated, content, place)
        elif content.startswith(("//", "#", ";")) or not any(map(str.isalnum, content)):
            return
        elif not self._about(content, place):
            self._card_or_heading(content, place)

    def _heading(self, section: str, stated: str, content: str, place: Place) -> None:
        self.section = section
        self.draft.enter(section, place)
        self.blocks.append(_Block(int(stated) if stated else -1, content, place))

    def _about(self, content: str, place: Place) -> bool:
        """Reads "Player: Ann", or "Side: 2 Name", whose section is for that one line."""
        pair = _PAIR.fullmatch(content)
        if pair is None:
            return False
        key = fold(pair[1])
        column = place[1] + pair.start(2)
        if key in ABOUT:
            self.draft.tell(ABOUT[key], pair[2], (place[0], column))
            return True
        section = _SIDE.get(key) or stated_heading(pair[1], self.known)[0]
        if not section or not pair[2]:
            return False
        words = read_words(pair[2], self.known)
        if key == "deck" and not words.copies and not words.card:
            self.draft.tell("name", pair[2], (place[0], column))
            return True
        self.draft.enter(section, place)
        self.entries.append(Entry(words, section, (place[0], column), -1))
        return True

    def _card_or_heading(self, content: str, place: Place) -> None:
        if self._looks_like_heading(content):
            words = unmarked(content)
            hint = self.draft.nearest(words, self.known.headings)
            self.draft.problem(place, *NO_HEADING, content, hint)
            # What follows does not belong to the section before it.
            self.section = words
            self.draft.enter(words, place)
            self.blocks.append(_Block(-1, content, place))
            return
        bullet = _BULLET.match(content)
        skipped = bullet.end() if bullet else 0
        words_of = read_words(content[skipped:], self.known)
        place = (place[0], place[1] + skipped)
        self.entries.append(Entry(words_of, self.section, place, len(self.blocks) - 1))

    def _looks_like_heading(self, content: str) -> bool:
        if content.endswith(":"):
            return not _STARTS_WITH_COUNT.match(content)
        inside = content.strip("[] ")
        return (
            bool(_WRAPPED.fullmatch(content)) and not is_number(inside, self.known) and not inside.isdigit()
        )

    def finish(self) -> None:
        """Turns the lines with cards into copies, and compares what the headings state."""
        add_entries(self.draft, self.entries)
        self._compare()

    def _compare(self) -> None:
        block_of = {entry.place: entry.block for entry in self.entries}
        counts = [0] * len(self.blocks)
        for line in self.draft.lines:
            block = block_of[line.line, line.column]
            if block >= 0:
                counts[block] += line.count
        for one, count in zip(self.blocks, counts, strict=True):
            if one.stated not in (-1, count):
                message = f"the heading states {one.stated}, the lines under it give {count}"
                self.draft.remark(one.place, message, f"{one.stated} cards", f"{count} cards")


def add_entries(draft: Draft, entries: list[Entry]) -> None:
    """Adds the copies that the lines of a list say.

    A line without count and number is one copy of that name in a list where no line has a count.
    """
    counted = any(entry.words.copies for entry in entries)
    for entry in entries:
        add_entry(draft, entry, counted)


def add_entry(draft: Draft, entry: Entry, counted: bool) -> None:
    """Adds the copies that one line of a list says, or the problem that it has."""
    words, place = entry.words, entry.place
    if words.copies:
        count = draft.copies(words.copies, (place[0], place[1] + words.at))
    elif not counted or (words.card and words.name not in _MISREAD):
        count = 1
    else:
        hint = draft.nearest(words.name.split(":")[0], ABOUT) if ":" in words.name else ""
        draft.problem(place, "a count is missing", COUNTED, " ".join((words.name, words.card)).strip(), hint)
        return
    if not words.card and not words.name:
        draft.problem(place, "a card is missing", "a card number or name", words.copies)
    elif count:
        draft.add(count, words.card, words.name, entry.section, place)


COUNTED: Final = 'copies and card, such as "4 BT1-001"'
