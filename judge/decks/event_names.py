"""Names and numbers of players as they are compared and sorted, however a roster,
a deck or a file writes them.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import east_asian_width
from urllib.parse import unquote

from judge.text.folded_words import fold

_WORDS: Final = re.compile(r"[^\W_]+")
_PARTS: Final = re.compile(r"(\d+)")
# What people add to the name of a deck's file, and what says nothing of whose it is.
_ADDED: Final = re.compile(
    r"deck|decks|decklist|list|liste|final|finale|new|nouveau|copy|copie|bis|updated|v?\d{1,3}"
)


def surname(player: str) -> str:
    """The last name: what stands before a comma, what is in capitals, or the last word."""
    first, comma, _ = player.partition(",")
    names = first.split()
    loud = [one for one in names if len(one) > 1 and one.isupper()]
    if loud and len(loud) < len(names):
        return " ".join(loud)
    return " ".join(names) if comma else " ".join(names[-1:])


def name_key(name: str) -> tuple[str, ...]:
    """The words of a name, in whatever order they are written: "Example, Ann" is "Ann Example". Scripts that
    have no blanks between words are joined: "李+小龙" is "李小龙".
    """
    return name_keys(name)[0]


def name_keys(name: str) -> list[tuple[str, ...]]:
    """The key of a name, and that of the name whose parts stand the other way round where its script has no
    blanks: who wrote them in two fields may have begun with either.
    """
    words = _WORDS.findall(fold(unquote(name)))
    wide = [one for one in words if _is_wide(one)]
    rest = [one for one in words if not _is_wide(one)]
    joined = dict.fromkeys(("".join(wide), "".join(wide[1:] + wide[:1]))) if wide else {}
    return [tuple(sorted((one, *rest))) for one in joined] or [tuple(sorted(rest))]


def _is_wide(word: str) -> bool:
    """Whether a word is of a script that has no blanks between words."""
    return all(east_asian_width(letter) == "W" for letter in word)


def id_key(id_: str) -> str:
    """A player's number without what spreadsheets drop or people put in: blanks, hyphens, leading zeros."""
    plain = "".join(_WORDS.findall(fold(id_)))
    return plain.lstrip("0") or plain if plain.isdecimal() else plain


def table_name(said: str) -> str:
    """A table as it is told: numbers without leading zeros."""
    plain = " ".join(said.split())
    return str(int(plain)) if plain.isdecimal() and len(plain) < 10 else plain


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """What sorts texts as people do: table 2 before table 10, whatever the case."""
    parts = (one for one in _PARTS.split(fold(text)) if one)
    return tuple((0, int(one), "") if one.isdecimal() else (1, 0, one) for one in parts)


def stem_words(file: str) -> list[str]:
    """The words of a file's name without its ending."""
    name = re.split(r"[\\/]", file)[-1]
    stem = unquote(name.rpartition(".")[0] or name)
    return _WORDS.findall(fold(stem))


def is_added(word: str) -> bool:
    """Whether a word of a file's name says nothing of whose deck it is."""
    return _ADDED.fullmatch(word) is not None
