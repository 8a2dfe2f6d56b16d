"""What comes along when a list is copied from a page, a mail or a PDF:
tags, quoting, page breaks, signatures.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Final, NamedTuple

from judge.decks.formats.markup import Mark, Markup, is_marked
from judge.text.folded_words import seen, seen_at

# Whatever ends a line for some program, but not in our counting of lines.
_BREAK: Final = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]")
_SPECIAL: Final = re.compile("[>\v\f\x1c-\x1e]")  # without these, a line of ASCII is one piece
_BLOCKS: Final = r"html|body|div|p|br|li|ul|ol|dl|dt|dd|table|thead|tbody|tr|h[1-6]|hr|pre|blockquote"
_INLINE: Final = r"span|b|i|u|em|strong|a|font|img|code|small|center|o:p"
_TAG: Final = re.compile(
    rf"</?(?:(?P<block>{_BLOCKS})|(?P<cell>td|th)|{_INLINE})(?:\s[^<>]*)?/?>", re.IGNORECASE
)
_ENTITY: Final = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_UNREAD: Final = re.compile(
    r"<(script|style|head)\b[^<>]*>.*?</\1\s*>|<!--.*?-->|<!doctype[^<>]*>", re.IGNORECASE | re.DOTALL
)
_QUOTED: Final = re.compile(r"\s*(?:>\s*)+")  # how mail programs mark the lines that they answer
_LONGEST_NAME: Final = 300  # characters
# A name in quotes is as it stands.
_NAMED: Final = re.compile(
    r"(?<!\S)(?:\"[^\"\n]*\"|\u201c[^\u201c\u201d\n]*\u201d|\u00ab[^\u00ab\u00bb\n]*\u00bb)(?!\S)"
)
_MAIL: Final = re.compile(
    r"(?:from|to|cc|bcc|subject|sent|reply-to|message-id|mime-version|content-[a-z-]+|received|return-path"
    r"|x-[\w-]+"
    r"|de|\u00e0|objet|envoy\u00e9|von|an|betreff|gesendet)\s?:\s.*"
    r"|.{0,200}\b(?:wrote|a \u00e9crit|schrieb)\s?:|-{3,}\s?(?:original message|forwarded message"
    r"|message d'origine).*",
    re.IGNORECASE,
)
SIGNATURE: Final = "-- "  # alone on its line, as mail programs write it


class Piece(NamedTuple):
    """A line of a text, or what stands between two breaks of it, without quoting and outer blanks."""

    line: int
    column: int
    text: str  # "" for a line on which nobody sees anything
    raw: str  # the whole line


class Paste:
    """A text as it came, read piece by piece; `columns` holds where the characters of changed lines stood."""

    def __init__(self, text: str) -> None:
        self.tagged = _TAG.search(text) is not None
        self.markup = Markup(text)
        self.text = _UNREAD.sub(_blank, text) if self.tagged else text
        self.columns: dict[int, list[int]] = {}

    def pieces(self) -> Iterator[Piece]:
        """Every piece in its order."""
        if not self.tagged and not self.markup and self.text.isascii() and not _SPECIAL.search(self.text):
            for number, raw in enumerate(self.text.split("\n"), 1):
                content = raw.strip()
                yield Piece(number, len(raw) - len(raw.lstrip()) + 1 if content else 1, content, raw)
            return
        for number, raw in enumerate(self.text.split("\n"), 1):
            line = self._cleaned(number, raw)
            if not line.strip():
                yield Piece(number, 1, "", raw)
                continue
            start = 0
            for end in (*(found.start() for found in _BREAK.finditer(line)), len(line)):
                if piece := self._piece(number, line, start, end, raw):
                    yield piece
                start = end + 1

    def _piece(self, number: int, line: str, start: int, end: int, raw: str) -> Piece | None:
        quoted = _QUOTED.match(line, start, end)
        text = line[quoted.end() if quoted else start : end]
        content = text.strip()
        if not content:
            return None
        return Piece(number, end - len(text.lstrip()) + 1, content, raw)

    def _cleaned(self, number: int, raw: str) -> str:
        line = raw
        if (self.tagged and "<" in raw) or ((self.tagged or self.markup) and "&" in raw):
            line, self.columns[number] = _without_tags(raw, self.tagged)
        if self.markup and (marks := self.markup.marks(line)):
            line, kept = _seen_instead(line, marks)
            self._keep(number, kept)
        if line.isascii() or seen(line) == line:
            return line
        plain, kept = seen_at(line)
        self._keep(number, kept)
        return plain

    def _keep(self, number: int, kept: list[int]) -> None:
        """Notes where the characters of a line stood of which some were taken out."""
        stood = self.columns.get(number)
        self.columns[number] = [stood[at] for at in kept] if stood else kept


def is_as_seen(text: str) -> bool:
    """Whether a line is read as it stands in any text, nothing of it being a mark of a page."""
    marked = _ENTITY.search(text) or _TAG.search(text) or is_marked(text)
    return not marked and [one.text for one in Paste(text).pieces()] == [text]


def is_mail(text: str) -> bool:
    """Whether a line is one that a mail program put there."""
    return len(text) <= 300 and (":" in text or "---" in text) and _MAIL.fullmatch(text) is not None


def _blank(found: re.Match[str]) -> str:
    begun = max(found.string.rfind("\n", 0, found.start()) + 1, found.start() - _LONGEST_NAME)
    named = _NAMED.finditer(found.string, begun, found.end() + _LONGEST_NAME)
    if any(one.start() < found.start() < one.end() for one in named):
        return found[0]
    return re.sub(r"[^\n]", " ", found[0])


def _without_tags(raw: str, tagged: bool) -> tuple[str, list[int]]:
    """A line of HTML, or one with signs of it, as it is seen; and where each of its characters stood."""
    found = (*(_TAG.finditer(raw) if tagged else ()), *_ENTITY.finditer(raw))
    return _seen_instead(raw, sorted(Mark(one.start(), one.end(), _shown(one)) for one in found))


def _seen_instead(raw: str, marks: Iterable[Mark]) -> tuple[str, list[int]]:
    """A line with what is seen in the place of its marks, and where each of its characters stood."""
    line: list[str] = []
    stood: list[int] = []
    at = 0
    names = deque(one.span() for one in _NAMED.finditer(raw))
    for start, end, letters in marks:
        while names and names[0][1] <= start:
            names.popleft()
        if start < at or (names and names[0][0] < start and end < names[0][1]):
            continue
        line += [*raw[at:start], *letters]
        stood += [*range(at, start), *(start for _ in letters)]
        at = end
    return "".join((*line, raw[at:])), [*stood, *range(at, len(raw))]


def _shown(found: re.Match[str]) -> str:
    if found.re is _ENTITY:
        return unescape(found[0])
    return "\f" if found["block"] else "\t" if found["cell"] else ""
