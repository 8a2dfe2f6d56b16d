"""Printed texts of cards: the keywords that stand in them by themselves, and whether they say more."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from judge.cards.vocabulary import Vocabulary
from judge.text.plain import Plain

_ICON: Final = re.compile(r"\[([^\[\]]*)\]")
_REMINDER: Final = re.compile(r"\([^()]*\)|\uff08[^\uff08\uff09]*\uff09")  # with brackets of either width
_GOES_ON: Final = re.compile(r"[\w,;:・]$")  # how a line ends whose sentence goes on below


class Line(NamedTuple):
    """A line of a text without its reminders."""

    text: str
    keywords: tuple[str, ...]  # where the line is nothing but icons: those that stand on it


def lines_of(words: Vocabulary, text: str) -> Iterator[Line]:
    """The lines that say something; a dash, as tables have it for no text, says nothing."""
    before = ""
    for line in _REMINDER.sub("", text).splitlines():
        said = line.strip()
        if not re.search(r"\w", said):
            continue
        alone = words.icons and not _ICON.sub("", said).strip() and not _GOES_ON.search(before)
        yield Line(said, tuple(map(words.keyword, _ICON.findall(said))) if alone else ())
        before = said


def told_by_text(words: Vocabulary, data: Mapping[str, Plain]) -> dict[str, Plain]:
    """Data of a card with the keywords that stand by themselves in its text among those that it surely has,
    and the others of which the text speaks among those that it only mentions.
    """
    text = data.get(words.texts[0])
    if not words.icons or text is None:
        return dict(data)
    own = [key for line in lines_of(words, text) for key in line.keywords if key in words.plain]
    spoken = [key for key in map(words.keyword, _ICON.findall(text)) if key in words.plain]
    has = list(dict.fromkeys([*data.get("keywords", ()), *own]))
    perhaps = [key for key in dict.fromkeys([*data.get("mentions", ()), *spoken]) if key not in has]
    kept = {name: value for name, value in data.items() if name not in ("keywords", "mentions")}
    return {**kept, "keywords": has, **({"mentions": perhaps} if perhaps else {})}


def is_read(words: Vocabulary, data: Mapping[str, Plain], keywords: Collection[str]) -> bool:
    """Whether a card that is played with these keywords, and nothing else, is played with all of its text. A
    text that nobody has given may say anything.
    """
    front, *others = words.texts
    if front not in data or any(True for one in others for _ in lines_of(words, data.get(one, ""))):
        return False
    rows = lines_of(words, data[front])
    return all(one.keywords and set(one.keywords) <= set(keywords) for one in rows)
