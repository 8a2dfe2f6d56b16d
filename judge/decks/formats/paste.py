"""Lists that were copied from a page, a forum, a mail or a PDF: takes away tags, forum marks and quoting,
splits lines at page breaks, and keeps the column in which each character stood.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Final

from judge.text.folded_words import seen, seen_at
from judge.text.rows import NamedTuple

# --- marks of forums: BBCode and the links of Markdown -------------------------------------------------
# Only marks that say nothing are taken away. Marks that strike a line out, pictures, and two links on one
# line stay, and become problems; the title of a part that folds away becomes a line of its own.
_INLINE: Final = (
    "b",
    "i",
    "u",
    "bold",
    "italic",
    "size",
    "color",
    "colour",
    "font",
    "highlight",
    "sub",
    "sup",
)
_LINKS: Final = ("url", "link", "card")
_CELLS: Final = ("td", "th")
_TITLED: Final = ("spoiler", "hide", "hider", "expand", "collapse", "tab", "box")
_BLOCKS: Final = (
    "center", "left", "right", "indent", "list", "ol", "ul", "li", "quote", "code", "table", "tr", "p",
    "deck", "decklist", "cards", "h1", "h2", "h3", "h4", "h5", "h6",
)  # fmt: skip
_ALONE: Final = ("*", "hr", "br")  # have no end
_DRESS: Final = ("size", "color", "colour", "font", "highlight", "url", "link", "list", "td", "th", "table")
_NAMES: Final = (*_INLINE, *_LINKS, *_CELLS, *_TITLED, *_BLOCKS)
_ENDED: Final = re.compile(rf"\[/({'|'.join(_NAMES)})\]", re.IGNORECASE)
_TAG: Final = re.compile(
    rf"\[(?P<shut>/)?(?P<name>{'|'.join((*_NAMES, *map(re.escape, _ALONE)))})"
    r"(?:=(?P<quote>[\"']?)(?P<said>[^\[\]\n]{0,300}?)(?P=quote))?\]",
    re.IGNORECASE,
)
_TITLE: Final = re.compile(rf"\[({'|'.join(_TITLED)})=[^\[\]\n]", re.IGNORECASE)
_LINK: Final = re.compile(
    r"(?<![!\\])\[(?P<text>[^\[\]\n]{1,200})\](?P<to>\((?:https?://|www\.)[^\s()]*(?:\([^\s()]*\)[^\s()]*)*\))",
    re.IGNORECASE,
)
_CARD: Final = re.compile(r"\[\[(?P<text>[^\[\]|\n]{1,200})\]\](?!\()")
_SHUT: Final = re.compile(rf"\[/(?:{'|'.join(_TITLED)})\]", re.IGNORECASE)
_BREAK: Final = "\f"


class Mark(NamedTuple):
    """Some characters of a line, and what is seen in their place."""

    start: int
    end: int
    seen: str = ""


class Markup:
    """Which marks a text has."""

    def __init__(self, text: str) -> None:
        self.ended = (
            frozenset(match[1].lower() for match in _ENDED.finditer(text)) if "[/" in text else frozenset()
        )
        self.titled = frozenset(match[1].lower() for match in _TITLE.finditer(text)) & self.ended
        self.linked = "](" in text and _LINK.search(text) is not None
        self.carded = "[[" in text and _CARD.search(text) is not None

    def __bool__(self) -> bool:
        return bool(self.ended) or self.linked or self.carded

    def marks(self, line: str) -> list[Mark]:
        """The marks of a line, in their order."""
        if "[" not in line:
            return []
        marks = [*self._tags(line), *self._links(line)]
        return sorted(marks) if self._links_at(line) <= 1 else [mark for mark in marks if mark.seen == _BREAK]

    def _links_at(self, line: str) -> int:
        """How many links a line has: each may be a card."""
        tags = sum(1 for match in _TAG.finditer(line) if match["shut"] and match["name"].lower() in _LINKS)
        return tags + sum(1 for _ in self._linked(line))

    def _linked(self, line: str) -> Iterator[re.Match[str]]:
        yield from _LINK.finditer(line) if self.linked else ()
        yield from _CARD.finditer(line) if self.carded else ()

    def _links(self, line: str) -> Iterator[Mark]:
        for match in self._linked(line):
            yield Mark(match.start(), match.start("text"))
            yield Mark(match.end("text"), match.end())

    def _tags(self, line: str) -> Iterator[Mark]:
        for match in _TAG.finditer(line) if self.ended else ():
            name, value = match["name"].lower(), match["said"]
            if name not in self.ended and name not in _ALONE:
                continue
            if value and name in _TITLED and not match["shut"]:
                yield Mark(match.start(), match.start("said"), _BREAK)
                yield Mark(match.end("said"), match.end(), _BREAK)
            elif not value or name in _DRESS:
                yield Mark(match.start(), match.end(), self._seen(name, bool(match["shut"]), match[0]))

    def _seen(self, name: str, shut: bool, tag: str) -> str:
        if name in _CELLS:
            return "\t"
        if shut and name in self.titled:
            return f"{_BREAK}{tag}{_BREAK}"
        return "" if name in (*_INLINE, *_LINKS) else _BREAK


def is_marked(text: str) -> bool:
    """Whether a line has something that may be a mark."""
    return any(pattern.search(text) for pattern in (_TAG, _LINK, _CARD))


def is_end(text: str) -> bool:
    """Whether a line is the end mark of a part with a title."""
    return _SHUT.fullmatch(text) is not None


# --- pasted text ---------------------------------------------------------------------------------------
# Characters that end a line for some programs, but not where we count lines.
_BREAKS: Final = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]")
_SPECIAL: Final = re.compile("[>\v\f\x1c-\x1e]")  # without these, a line of ASCII is one piece
_BLOCK_TAGS: Final = r"html|body|div|p|br|li|ul|ol|dl|dt|dd|table|thead|tbody|tr|h[1-6]|hr|pre|blockquote"
_INLINE_TAGS: Final = r"span|b|i|u|em|strong|a|font|img|code|small|center|o:p"
_HTML_TAG: Final = re.compile(
    rf"</?(?:(?P<block>{_BLOCK_TAGS})|(?P<cell>td|th)|{_INLINE_TAGS})(?:\s[^<>]*)?/?>", re.IGNORECASE
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
    """A line of a text, or a part of one between page breaks, without quoting and outer blanks."""

    line: int
    column: int
    text: str  # "" for a line on which nobody sees anything
    raw: str  # the whole line


class Paste:
    """A pasted text, read piece by piece. `columns` has, for each changed line, where its
    characters stood.
    """

    def __init__(self, text: str) -> None:
        self.tagged = _HTML_TAG.search(text) is not None
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
            for end in (*(match.start() for match in _BREAKS.finditer(line)), len(line)):
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
        """Notes where the characters that are left of a line stood."""
        stood = self.columns.get(number)
        self.columns[number] = [stood[at] for at in kept] if stood else kept


def is_as_seen(text: str) -> bool:
    """Whether a line is read as it stands in any text, with nothing taken away."""
    marked = _ENTITY.search(text) or _HTML_TAG.search(text) or is_marked(text)
    return not marked and [piece.text for piece in Paste(text).pieces()] == [text]


def is_mail(text: str) -> bool:
    """Whether a line was put there by a mail program."""
    return len(text) <= 300 and (":" in text or "---" in text) and _MAIL.fullmatch(text) is not None


def _blank(match: re.Match[str]) -> str:
    begun = max(match.string.rfind("\n", 0, match.start()) + 1, match.start() - _LONGEST_NAME)
    named = _NAMED.finditer(match.string, begun, match.end() + _LONGEST_NAME)
    if any(other.start() < match.start() < other.end() for other in named):
        return match[0]
    return re.sub(r"[^\n]", " ", match[0])


def _without_tags(raw: str, tagged: bool) -> tuple[str, list[int]]:
    """A line without its HTML tags and entities, and where each of its characters stood."""
    matches = (*(_HTML_TAG.finditer(raw) if tagged else ()), *_ENTITY.finditer(raw))
    return _seen_instead(raw, sorted(Mark(match.start(), match.end(), _shown(match)) for match in matches))


def _seen_instead(raw: str, marks: Iterable[Mark]) -> tuple[str, list[int]]:
    """A line with its marks replaced by what is seen, and where each of its characters stood."""
    line: list[str] = []
    stood: list[int] = []
    at = 0
    names = deque(match.span() for match in _NAMED.finditer(raw))
    for start, end, letters in marks:
        while names and names[0][1] <= start:
            names.popleft()
        if start < at or (names and names[0][0] < start and end < names[0][1]):
            continue
        line += [*raw[at:start], *letters]
        stood += [*range(at, start), *(start for _ in letters)]
        at = end
    return "".join((*line, raw[at:])), [*stood, *range(at, len(raw))]


def _shown(match: re.Match[str]) -> str:
    if match.re is _ENTITY:
        return unescape(match[0])
    return "\f" if match["block"] else "\t" if match["cell"] else ""
