"""Plain lists, as players type them: a heading, then "4 BT1-001 Name" in all its shapes."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from judge.decks.deck import Deck
from judge.decks.formats.beside_lines import (
    COMMENT,
    Block,
    Names,
    card_in,
    compare,
    headed_total,
    is_printed,
    remark_card,
    stated_total,
)
from judge.decks.formats.draft import DOUBTED, NO_HEADING, Draft, Place, count_of, refusal
from judge.decks.formats.entries import Entry, about_of, add_entries
from judge.decks.formats.known import LONGEST_LINE, Known, heading, is_number, stated_heading, unmarked
from judge.decks.formats.list_line import TWO_COUNTS, Words, read_words
from judge.decks.formats.paste import SIGNATURE, Paste, Piece, is_end, is_mail
from judge.decks.formats.shapes import LEFT_OVER, before, ends_plainly
from judge.decks.formats.table_rows import PipeTable
from judge.decks.speech import phrased
from judge.text.folded_words import fold, straight

_PAIR: Final = re.compile(r"([^:]{1,40}):\s*(.*)")
_WRAPPED: Final = re.compile(r"\[[^\[\]]*\]|==.*==")
_BULLET: Final = re.compile(
    r"[-*\u2022\u00b7\u2013\u2014\u2023\u25aa\u25cf\u25cb\u2610\u2611\u2713\u2714]\s+(?=\S)"
)
_STARTS_WITH_COUNT: Final = re.compile(r"[x\u00d7(\[]?[0-9]", re.IGNORECASE)
_SIDE: Final = {"sb": "side"}
_DASHED: Final = re.compile(r"([^\s\d].{0,39}?)\s+[-\u2013\u2014]\s+(\S.*)")
_ORDINAL: Final = re.compile(r"([0-9]{1,3})[.)]\s+(?=\S)")
_NOTES: Final = ("note", "name", "list")  # texts in which somebody may have written a card
_YAML: Final = re.compile(
    r"^[ \t]*- \{?[ \t]*\"?(?:name|card|card_?name|id|number|count|qty|quantity|copies)\"?[ \t]*:.*",
    re.IGNORECASE | re.MULTILINE,
)
# Only letters in the name, so that no count, second card or mark can be in it.
_PLAIN: Final = re.compile(
    r"([1-9][0-9]?) ([A-Za-z]{1,3}[0-9]{0,2}-[0-9]{1,4})(?: ([A-Za-z]+(?:(?: |, |'|-)[A-Za-z]+)*))?"
)
# Two words at least, the first of them no unit: "3 Copies …" and "50 Cards …" say something else.
_NAMED: Final = re.compile(
    r"([1-9][0-9]?) ((?!(?:Cop(?:y|ies)|Ex|Exemplaires?|Cards?|Cartes?|Pcs?|Pieces?|Times"
    r"|X)\b)[A-Z][a-z]+(?:(?: |, |'|-)[A-Za-z]+)+)"
)


def read_text(text: str, file: str, known: Known) -> list[Deck]:
    """The deck of a plain list; one for each player where several are named, each above his cards.

    Raises BadInput for YAML, whose lines look like those of a list and are none.
    """
    if len(matches := list(_YAML.finditer(text))) > 1:
        place = (text.count("\n", 0, matches[0].start()) + 1, 1)
        message, instead = phrased("looks.yaml", n=len(matches)), phrased("looks.yaml-instead")
        raise refusal(file, place, message, instead, matches[0][0].strip())
    paste = Paste(text)
    sheets = [_Sheet(Draft(file, "text"), known)]
    for piece in paste.pieces():
        if sheets[-1].ends_at(piece.text):
            sheets.append(_Sheet(Draft(file, "text"), known))
        sheets[-1].read(piece)
    for sheet in sheets:
        sheet.finish()
        if paste.columns:
            sheet.draft.shift(paste.columns)
    return [sheet.draft.deck() for sheet in sheets]


class _Sheet:
    """Reads one list: keeps the current heading and what was read so far."""

    def __init__(self, draft: Draft, known: Known) -> None:
        self.draft = draft
        self.known = known
        self.section = ""
        self.entries: list[Entry] = []
        self.blocks: list[Block] = []
        self.table = PipeTable(draft, known)
        self.names = Names(draft)
        self.late: Place | None = None  # where a player was named below cards that nobody is said to have
        self.owned = False  # whether its player was named above its first card
        self.ended = ""  # the mark that has ended a part with a title of its own
        self.signed = 0  # the line of a mail signature that may have begun
        self.signature: list[int] = []

    def ends_at(self, content: str) -> bool:
        """Whether a line names another player than the one who was named above the cards read so far."""
        pair = _PAIR.fullmatch(straight(content)) if self.entries and ":" in straight(content) else None
        if pair is None or not self.owned:
            return False
        value = content[pair.start(2) :]
        if about_of(pair[1]) == "player":
            return bool(value) and value != self.draft.about.get("player", self.names.whole())
        return self.names.other(pair[1], value)

    def read(self, piece: Piece) -> None:
        """Reads one line, or a piece of one."""
        content = piece.text
        before = len(self.entries)
        if not before:
            self.owned = "player" in self.draft.about or bool(self.names.parts)
        if "|" not in content:
            self.table.leave()
        if not content:
            self.draft.row(piece.line, "mark" if piece.raw.strip() else "blank", piece.raw)
        elif _is_torn(piece):
            self.draft.problem((piece.line, piece.column), LEFT_OVER, DOUBTED, content)
            self.draft.row(piece.line, "about", content, "", piece.column)
        elif len(content) > LONGEST_LINE and not content.startswith(COMMENT):
            self._too_long(piece)
        elif not self._plain(content, (piece.line, piece.column)):
            kind, why = self._read(piece, content, (piece.line, piece.column))
            self.draft.row(piece.line, kind, content, why, piece.column)
        if self.late and len(self.entries) > before:
            self.draft.problem(self.late, phrased("read.player-between"), phrased("read.player-above"), "")
            self.late = None
        if self.ended and any(entry.words.copies or entry.words.card for entry in self.entries[before:]):
            self._tell_ended((piece.line, piece.column), content)

    def _tell_ended(self, place: Place, content: str) -> None:
        """A problem for cards behind the end of a part: they may be of that part or of the one before it."""
        message = phrased("read.behind-end", mark=self.ended)
        self.draft.problem(place, message, phrased("read.heading-above"), content)
        self.ended = ""

    def _too_long(self, piece: Piece) -> None:
        """Notes a problem for a line that is too long to be a card; the line is not read."""
        place, length = (piece.line, piece.column), f"{len(piece.text):,} characters"
        self.draft.problem(place, "the line is too long", f"at most {LONGEST_LINE:,} characters", length)
        self.draft.row(piece.line, "cards", piece.text, "", piece.column)

    def _plain(self, content: str, place: Place) -> bool:
        """Reads "4 BT1-001 Name" and "4 Other Name", as most lines are:
        nothing in it can be anything else.
        """
        words = self._plain_words(content)
        if words is None or not ends_plainly(words.name):
            return False
        self.signed = 0
        self.entries.append(Entry(words, self.section, place, len(self.blocks) - 1, content, 0))
        self.draft.row(place[0], "cards", content, "", place[1])
        return True

    def _plain_words(self, content: str) -> Words | None:
        """The words of a line that is as most are; None for any other."""
        if plain := _PLAIN.fullmatch(content):
            at = plain.start(3) if plain[3] else 0
            known = is_number(plain[2], self.known)
            return Words(plain[1], 0, plain[2], plain[3] or "", name_at=at) if known else None
        plain = _NAMED.fullmatch(content)
        if plain is None or heading(plain[2], self.known):
            return None
        return Words(plain[1], 0, "", plain[2], name_at=plain.start(2))

    def _read(self, piece: Piece, content: str, place: Place) -> tuple[str, str]:
        """Reads one line, and returns what it was taken for, and why."""
        if piece.raw.lstrip("> ") == SIGNATURE and any(entry.words.copies for entry in self.entries):
            self.signed = piece.line
            return "left out", phrased("left.signature")
        if is_end(content):
            self.ended = content if self.section else ""
            return "mark", ""
        if self.table.holds(content):
            return self._row(content, place)
        words, stated = stated_heading(content, self.known)
        comment = content.startswith(COMMENT) or not any(map(str.isalnum, content))
        total, word = (-1, "") if comment else stated_total(straight(content))
        of = ""
        if total < 0 and not comment and not words:
            total, of = headed_total(straight(content), self.known)
        if self.signed and not words and total < 0 and not card_in(content, self.known):
            self.signature.append(piece.line)
            return "left out", phrased("left.signature")
        self.signed = 0
        if of:
            self.blocks.append(Block(total, of, place, True, True))
        elif total >= 0:
            self._total(total, word, place)
        elif words:
            self._heading(words, stated, place)
        else:
            return self._comment(content, place) if comment else self._mailed_or_said(content, place)
        return "heading", ""

    def _comment(self, content: str, place: Place) -> tuple[str, str]:
        marked = content.startswith(COMMENT)
        if marked:
            remark_card(self.draft, content, place, self.known)
        return (
            ("comment", phrased("left.comment"))
            if marked and any(map(str.isalnum, content))
            else ("mark", "")
        )

    def _mailed_or_said(self, content: str, place: Place) -> tuple[str, str]:
        """Reads what is about the deck or its cards; a line of a mail program is neither."""
        if is_printed(content):
            return "left out", phrased("left.form")
        if is_mail(content) and not card_in(content.partition(":")[2], self.known):
            return "left out", phrased("left.mail")
        return self._said(content, place), ""

    def _said(self, content: str, place: Place) -> str:
        """Reads a line about the deck, a heading or a card, and returns what it was taken for."""
        before = len(self.entries)
        if not self._about(content, place):
            self._card_or_heading(content, place)
        return "cards" if len(self.entries) > before else "about"

    def _row(self, content: str, place: Place) -> tuple[str, str]:
        """Reads a row of a table as a line of its own, under the part that a cell of it may name."""
        text, section, kind, why = self.table.cards(content, place)
        line = text.strip()
        if not line:
            return kind, why
        above, self.section = self.section, section or self.section
        kind = self._said(line, (place[0], place[1] + len(text) - len(text.lstrip())))
        self.section = above
        return kind, ""

    def _total(self, total: int, word: str, place: Place) -> None:
        """Reads "Total: 50" or "50 Cards"; what follows the latter may be another section."""
        used = bool(self.entries) and self.entries[-1].block == len(self.blocks) - 1
        if self.section and used and heading(word, self.known):
            self.section = word
        self.blocks.append(Block(total, self.section, place, True))

    def _heading(self, section: str, stated: str, place: Place) -> None:
        self.section, self.ended = section, ""
        self.draft.enter(section, place)
        self.blocks.append(Block(int(stated) if stated else -1, section, place))

    def _about(self, content: str, place: Place) -> bool:
        """Reads "Player: Ann", or "Side: 2 Name", whose section is for that one line."""
        pair = _PAIR.fullmatch(content) or _PAIR.fullmatch(straight(content))
        if pair and self.names.read(pair[1], content[pair.start(2) :], (place[0], place[1] + pair.start(2))):
            return True
        if pair and (what := about_of(pair[1])):
            value = content[pair.start(2) :]
            if what == "player" and value and self.entries and not self.owned:
                self.late = place
            place = (place[0], place[1] + pair.start(2))
            self.draft.tell(what, value, place)
            if what in _NOTES:
                remark_card(
                    self.draft,
                    value,
                    place,
                    self.known,
                    phrased("read.of-deck", what=phrased(f"about.{what}")),
                )
            return True
        return bool(pair and self._one_line(content, pair, place)) or self._dashed(content, place)

    def _one_line(self, content: str, pair: re.Match[str], place: Place) -> bool:
        section, stated = stated_heading(pair[1], self.known)
        key = fold(pair[1])
        section = _SIDE.get(key, section)
        value = content[pair.start(2) :]
        if not section or not value:
            return False
        place = place[0], place[1] + pair.start(2)
        words = read_words(value, self.known)
        if key == "deck" and not words.copies and not words.card:
            self.draft.tell("name", value, place)
            return True
        if stated:
            words = _stated(words, stated, pair[0].index(stated) - pair.start(2))
        self.draft.enter(section, place)
        self.entries.append(Entry(words, section, place, said=value, alone=section in self.known.single))
        return True

    def _dashed(self, content: str, place: Place) -> bool:
        """Reads "Leader - BT1-001 Name" as "Leader: BT1-001 Name"."""
        pair = _DASHED.fullmatch(content) if len(content) <= LONGEST_LINE else None
        if pair is None or not stated_heading(pair[1], self.known)[0]:
            return False
        words = read_words(pair[2], self.known)
        return bool(words.card or words.copies) and self._one_line(content, pair, place)

    def _card_or_heading(self, content: str, place: Place) -> None:
        """Reads a card, behind its bullet and its number in the list, or a heading that no game has."""
        if self._looks_like_heading(content):
            return self._no_heading(content, place)
        skipped = before(content)
        bullet = _BULLET.match(content, skipped)
        skipped = bullet.end() if bullet else skipped
        ordinal = _ORDINAL.match(content, skipped)
        skipped = ordinal.end() if ordinal else skipped
        rest = content[skipped:]
        place = (place[0], place[1] + skipped)
        number = int(ordinal[1]) if ordinal else 0
        words_of = read_words(rest, self.known)
        self.entries.append(Entry(words_of, self.section, place, len(self.blocks) - 1, rest, number))

    def _no_heading(self, content: str, place: Place) -> None:
        """A problem for a heading that no game has. What follows is not of the section before it."""
        words = unmarked(content)
        self.draft.problem(place, *NO_HEADING, content, self.draft.nearest(words, self.known.meant))
        self._heading(words, "", place)

    def _looks_like_heading(self, content: str) -> bool:
        """Whether it ends as a heading does, or has a heading's marks around it."""
        if content.endswith((":", "\uff1a")):
            return not _STARTS_WITH_COUNT.match(content)
        inside = content.strip("[] ")
        counted = is_number(inside, self.known) or inside.isdigit()
        return bool(_WRAPPED.fullmatch(content)) and not counted

    def finish(self) -> None:
        """Turns the lines with cards into copies, and compares what the headings state."""
        self.names.finish()
        add_entries(self.draft, self.entries, self.known.headings)
        block_of = {entry.place: entry.block for entry in self.entries}
        lines = [(block_of[line.line, line.column], line) for line in self.draft.lines]
        compare(self.draft, self.blocks, lines)
        if self.signature:
            first, last = self.signature[0], self.signature[-1]
            message = phrased("read.signed", n=len(self.signature), first=first, last=last)
            self.draft.remark((first, 1), message, phrased("read.before-signature"))


def _is_torn(piece: Piece) -> bool:
    """Whether a piece of a line is nothing but pictures, which may say something of the rest of it."""
    text = piece.text
    if text.isascii() or any(map(str.isalnum, text)):
        return False
    pictures = any(unicodedata.category(letter) == "So" for letter in text)
    return pictures and (len(piece.raw) > LONGEST_LINE or text != piece.raw.strip())


def _stated(words: Words, stated: str, at: int) -> Words:
    """The words of the line beside "Leader x1:", whose count may stand there."""
    if not words.copies:
        return words._replace(copies=stated, at=at)
    return words if count_of(words.copies) == count_of(stated) else words._replace(fault=TWO_COUNTS)
