"""`.ydk`: one passcode a line, under `#main`, `#extra` and `!side`."""

from __future__ import annotations

import re
from typing import Final

from judge.decks.deck import Deck, Line
from judge.decks.formats.beside_lines import remark_card
from judge.decks.formats.counts import ending, leading
from judge.decks.formats.draft import PASSCODES, Draft, Place, passcode_of
from judge.decks.formats.known import PASSCODE, Known, heading, number_of
from judge.decks.formats.list_line import read_card, unwrapped
from judge.decks.formats.paste import Paste
from judge.decks.formats.shapes import Doubt
from judge.decks.speech import phrased
from judge.text.folded_words import fold, straight
from judge.text.rows import NamedTuple

_PROGRAM: Final = re.compile(  # of letters and digits alone, whatever version follows
    r"(?:ygo(?:pro|omega|mobile|build|deck|vi|core)|yugioh|projectignis|dueling(?:book|nexus|network)).*"
    r"|(?:(?:edo|md|dev|koishi)pro|duellinks|masterduel|mycard|tdoane|neuron|deck(?:builder|editor|maker))v?\d*"
)
# What programs write for somebody whom they do not know, and what stands for nobody.
_NOBODY: Final = re.compile(
    r"(?:player|user|duelist|guest|joueur|duelliste|invite)\d*"
    r"|unknown|anonymous|unnamed|untitled|nobody|none|null|nil|me|moi|inconnu|anonyme|"
)
_DECOR: Final = re.compile(r"[\W_]+")


def is_player(maker: str) -> bool:
    """Whether what a file was created by may be a player: it is no program's name, and it names somebody."""
    plain = _DECOR.sub("", fold(maker))
    return not (_PROGRAM.fullmatch(plain) or _NOBODY.fullmatch(plain))


_CREATOR: Final = re.compile(r"#created by\b\s*(.*)", re.IGNORECASE)
_CODE: Final = re.compile(r"([0-9]+)(.*)", re.DOTALL)
_COPIES: Final = re.compile(r"[x*][0-9]+|[0-9]+x", re.IGNORECASE)
_PARTING: Final = " \t\u00a0-\u2013\u2014#/;:,|"
_PARTS: Final = ("main", "extra", "side")
_BEGINS: Final = {"main": "#main", "extra": "#extra", "side": "!side"}
_NO_NUMBERS: Final = Known(frozenset(), re.compile("(?!)"), {})


class _Row(NamedTuple):
    """A line with a passcode, and the comment right above it (None when there is none)."""

    line: Line
    above: str | None
    doubt: Doubt | None = None


def read_ydk(text: str, file: str, known: Known) -> list[Deck]:
    """The deck of a `.ydk` file."""
    paste = Paste(text)
    sheet = _Sheet(Draft(file, "ydk"), known)
    for piece in paste.pieces():
        kind = sheet.read(piece.text, (piece.line, piece.column)) if piece.text else "blank"
        sheet.draft.row(
            piece.line, kind, piece.text, phrased("left.comment") if kind == "comment" else "", piece.column
        )
    sheet.finish()
    if paste.columns:
        sheet.draft.shift(paste.columns)
    return [sheet.draft.deck()]


class _Sheet:
    def __init__(self, draft: Draft, known: Known) -> None:
        self.draft = draft
        self.known = known
        self.section = "main"
        self.rows: list[_Row] = []
        self.above: str | None = None
        self.comments: list[tuple[str, Place]] = []  # those above which no passcode has said what they are

    def read(self, content: str, place: Place) -> str:
        """Reads one line that is not blank, and returns what it was taken for."""
        if content.lower() in ("#main", "#extra"):
            self._enter(content[1:].lower(), place)
        elif content.startswith("!"):
            self._side(content, place)
        elif content.startswith("#"):
            return self._comment(content, place)
        else:
            self._code(content, place)
            return "cards"
        return "heading"

    def _side(self, content: str, place: Place) -> None:
        if fold(content) not in ("!side", "!side deck", "!sidedeck", "!sideboard"):
            message = phrased("read.begins-side", line=content)
            self.draft.remark(place, message, phrased("read.marks"), content)
        self._enter("side", place)

    def _enter(self, section: str, place: Place) -> None:
        self.section, self.above = section, None
        self.draft.enter(section, place)
        self.rows.append(_Row(Line(0), ""))  # no card: it only ends the run before it

    def _comment(self, content: str, place: Place) -> str:
        creator = _CREATOR.fullmatch(content)
        self.above = None if creator else content[1:].strip()
        # Clients write "..." for a player whom they do not know, or their own name.
        if creator and is_player(creator[1]) and "player" not in self.draft.about:
            self.draft.tell("player", creator[1], place)
        if creator:
            return "about"
        if meant := self._meant(content):
            message = phrased("read.still", line=content, part=self.section)
            self.draft.remark(place, message, _BEGINS[meant], content)
        elif self.above:
            self.comments.append((content, place))
        return "comment"

    def _meant(self, content: str) -> str:
        """The part that a comment nearly names; "" for none, and for the part that it stands in."""
        words = heading(content.strip("#!=-* \t:"), self.known) or fold(content.strip("#!=-* \t:"))
        part = next((key for key in _PARTS if words.split(" ")[0] in (key, f"{key}deck", f"{key}board")), "")
        return part if part != self.section and len(words.split()) <= 2 else ""

    def _code(self, content: str, place: Place) -> None:
        """Reads a passcode, and what stands beside it."""
        above, self.above = self.above, None
        code = _CODE.fullmatch(straight(content))
        if code is None:
            self.draft.problem(place, phrased("read.no-passcode"), phrased("read.digits"), content)
        elif not passcode_of(code[1]):
            self.draft.problem(place, phrased("read.no-passcode"), PASSCODES, code[1])
        elif (at := self._beside(code[2])) >= 0:
            at += len(code[1])
            place, rest = (place[0], place[1] + at), content[at:].strip()
            self.draft.problem(place, phrased("read.code-alone"), phrased("read.name-or-nothing"), rest)
        else:
            self._card(content, code[1], place, above)

    def _beside(self, rest: str) -> int:
        """The place behind a passcode where a count, or what is no name, begins; -1 for neither."""
        after = rest.strip(_PARTING)
        at = rest.find(after)
        if not after or (unwrapped(after) != after and any(map(str.isalpha, after))):
            return -1
        tail = ending(after, 0, len(after), _NO_NUMBERS)
        lead = leading(after)
        begun = lead is not None and lead.form not in ("plain", "parted", "glued")
        if _COPIES.fullmatch(after) or begun or not any(map(str.isalpha, after)):
            return at
        if tail is not None and "#" not in rest[:at]:
            return at + tail.start + len(after[tail.start :]) - len(after[tail.start :].lstrip())
        return -1

    def _card(self, content: str, code: str, place: Place, above: str | None) -> None:
        rest = content[len(code) :]
        after = rest.strip(_PARTING)
        words = read_card(after, _NO_NUMBERS)
        at = place[1] + len(code) + rest.find(after) if after else 0
        comment = "#" in rest[: rest.find(after)]
        line = Line(
            1, code, words.name, self.section, *place, at + words.name_at, words.tail, comment and bool(after)
        )
        doubt = self._doubt(words.doubt, after, at)
        if comment:
            remark_card(self.draft, after, (place[0], at), self.known)
        self.rows.append(_Row(line, above, None if comment else doubt))

    def _doubt(self, doubt: Doubt | None, after: str, at: int) -> Doubt | None:
        return doubt._replace(at=doubt.at + at, weak=False) if doubt else None

    def finish(self) -> None:
        """Gives every card its name and section. Without `#extra`, clients sort the main part by type."""
        named = _named(self.rows, self.known)
        unsorted = "extra" not in self.draft.headings
        if unsorted:
            self.draft.headings.pop("main", None)
        for row, line in zip(self.rows, named, strict=True):
            section = "" if unsorted and row.line.section == "main" else row.line.section
            if line.count:
                self.draft.lines.append(line._replace(section=section))
                self.draft.enter(section, (line.line, line.column))
                if row.doubt:
                    self.draft.doubt((line.line, row.doubt.at), row.doubt.message, row.doubt.found)
        for content, place in self.comments:
            self._tell_comment(content, place)

    def _tell_comment(self, content: str, place: Place) -> None:
        """A remark where a comment holds a card, unless it is that of the passcodes under it."""
        under = next((row for row in self.rows if row.line.line > place[0]), None)
        if under is None or under.above != content[1:].strip():
            remark_card(self.draft, content, place, self.known)
            return
        codes = [word.lstrip("0") for word in content[1:].split() if number_of(word, self.known, PASSCODE)]
        if codes and codes != [under.line.card.lstrip("0")]:
            remark_card(self.draft, content, place, self.known)


def _named(rows: list[_Row], known: Known) -> list[Line]:
    """The line of each row with its name: its own, or that of the comment above its run of equal passcodes.

    A comment above several different passcodes is about a group of cards ("# Monsters"), and names none.
    """
    lines = [row.line for row in rows]
    start = 0
    while start < len(rows):
        end = start + 1
        while end < len(rows) and rows[end].above is None and rows[end].line.card == rows[start].line.card:
            end += 1
        comment = rows[start].above
        alone = end == len(rows) or rows[end].above is not None
        if comment and alone and not heading(comment, known):
            name = unwrapped(comment)
            lines[start:end] = [
                line if line.name else line._replace(name=name, beside=True) for line in lines[start:end]
            ]
        start = end
    return lines
