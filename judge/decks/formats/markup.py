"""The marks with which forums dress a list, BBCode and the links of Markdown: what is seen of a line.

Only marks that say nothing are taken away. What strikes a line out, pictures, and two links on one line stay,
to be told; the title of a part that folds away is a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

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
            frozenset(one[1].lower() for one in _ENDED.finditer(text)) if "[/" in text else frozenset()
        )
        self.titled = frozenset(one[1].lower() for one in _TITLE.finditer(text)) & self.ended
        self.linked = "](" in text and _LINK.search(text) is not None
        self.card_fields = "[[" in text and _CARD.search(text) is not None

    def __bool__(self) -> bool:
        return bool(self.ended) or self.linked or self.card_fields

    def marks(self, line: str) -> list[Mark]:
        """The marks of a line, in their order."""
        if "[" not in line:
            return []
        found = [*self._tags(line), *self._links(line)]
        return sorted(found) if self._links_at(line) <= 1 else [one for one in found if one.seen == _BREAK]

    def _links_at(self, line: str) -> int:
        """How many links a line has: each may be a card."""
        tags = sum(1 for one in _TAG.finditer(line) if one["shut"] and one["name"].lower() in _LINKS)
        return tags + sum(1 for _ in self._linked(line))

    def _linked(self, line: str) -> Iterator[re.Match[str]]:
        yield from _LINK.finditer(line) if self.linked else ()
        yield from _CARD.finditer(line) if self.card_fields else ()

    def _links(self, line: str) -> Iterator[Mark]:
        for one in self._linked(line):
            yield Mark(one.start(), one.start("text"))
            yield Mark(one.end("text"), one.end())

    def _tags(self, line: str) -> Iterator[Mark]:
        for one in _TAG.finditer(line) if self.ended else ():
            name, said = one["name"].lower(), one["said"]
            if name not in self.ended and name not in _ALONE:
                continue
            if said and name in _TITLED and not one["shut"]:
                yield Mark(one.start(), one.start("said"), _BREAK)
                yield Mark(one.end("said"), one.end(), _BREAK)
            elif not said or name in _DRESS:
                yield Mark(one.start(), one.end(), self._seen(name, bool(one["shut"]), one[0]))

    def _seen(self, name: str, shut: bool, tag: str) -> str:
        if name in _CELLS:
            return "\t"
        if shut and name in self.titled:
            return f"{_BREAK}{tag}{_BREAK}"
        return "" if name in (*_INLINE, *_LINKS) else _BREAK


def is_marked(text: str) -> bool:
    """Whether a line has what is a mark in some text."""
    return any(one.search(text) for one in (_TAG, _LINK, _CARD))


def is_end(text: str) -> bool:
    """Whether a line is the end of a part that had a title."""
    return _SHUT.fullmatch(text) is not None
