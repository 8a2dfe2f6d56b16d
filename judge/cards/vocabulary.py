"""What card data of a game looks like, from its `cards.toml`: attributes, their words, headings of tables."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from judge.cards.numbers import Numbering
from judge.errors import BadInput, Problem, nearest
from judge.folding import fold
from judge.rulebook import rulebooks_folder


class Vocabulary(NamedTuple):
    """The words of one game's card data. Headings and spellings are folded."""

    game: str
    kinds: Mapping[str, str]  # attribute → text, texts, int, int?, flag, counts, lists, deck
    allowed: Mapping[str, tuple[str, ...]]  # attribute → the only words it takes
    words: Mapping[str, Mapping[str, str]]  # attribute → spelling → word
    columns: Mapping[str, str]  # heading → attribute
    mentions: Mapping[str, str]  # heading → keyword that the text speaks of
    has: Mapping[str, str]  # heading → keyword that the card has
    separators: Mapping[str, str]  # attribute → what parts several in one cell
    left_out: frozenset[str]  # headings that are known and not kept
    no_keywords: frozenset[str]  # what stands among keywords and is none
    keywords: Mapping[str, str]  # name of a keyword → its key in the rulebook
    number: str  # the attribute that is the id unless a source gives it; "" for none
    numbering: Numbering

    def keyword(self, name: str) -> str:
        """A keyword as the rulebook calls it, its parameter left off; a slug when the rulebook has none."""
        words = slug(name).split("-")
        colors = self.allowed.get("color", ())
        shorter = (
            "-".join(words[:end]) for end in range(len(words), 0, -1) if _is_parameter(words[end:], colors)
        )
        return next((self.keywords[one] for one in shorter if one in self.keywords), "-".join(words))

    def knows(self, heading: str) -> bool:
        """Whether a table of this game may have such a heading."""
        known: tuple[Iterable[str], ...] = (self.columns, self.mentions, self.has, self.left_out)
        return any(heading in one for one in known)


def slug(text: str) -> str:
    """A name as a key: folded, its words parted by "-"."""
    return "-".join(re.findall(r"[a-z0-9+?]+", fold(text.replace("'", ""))))


def heading(text: str) -> str:
    """A column's heading, whatever its case, accents and underscores."""
    return fold(re.sub(r"[_\-\s]+", " ", text))


def _is_parameter(words: Iterable[str], colors: Iterable[str]) -> bool:
    """What may follow a keyword's name: a number, or colours."""
    known = set(colors)
    return all(one.isdecimal() or one in known for one in words)


def card_games() -> list[str]:
    """The games that card data can be read for."""
    return sorted(one.parent.name for one in rulebooks_folder().glob("*/cards.toml"))


@functools.lru_cache(maxsize=16)
def load_vocabulary(game: str) -> Vocabulary:
    """The card data of a game. Raises BadInput for an unknown game, with the nearest."""
    if game not in card_games():
        known = card_games()
        raise BadInput([Problem("", 0, 0, "--game", "", f"no card data are known for a game {game!r}",
                                ", ".join(known), game, nearest(game, known))])  # fmt: skip
    folder = rulebooks_folder() / game
    raw = _read(folder / "cards.toml")
    kinds, allowed = _attributes(raw)
    return Vocabulary(
        game, kinds, allowed, _spellings(raw, allowed), _columns(raw),
        {heading(one): word for one, word in raw.get("mentions", {}).items()},
        {heading(one): word for one, word in raw.get("has", {}).items()},
        raw.get("separator", {}), frozenset(map(heading, raw.get("left_out", {}).get("columns", ()))),
        frozenset(map(slug, raw.get("left_out", {}).get("keywords", ()))), _keywords(folder, raw),
        raw.get("number", {}).get("attribute", ""), _numbering(folder),
    )  # fmt: skip


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _attributes(raw: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """What each attribute is, and the words of those that take only some."""
    rows: Mapping[str, str | list[str]] = raw["attribute"]
    kinds = {name: row if isinstance(row, str) else "text" for name, row in rows.items()}
    allowed = {name: tuple(row) for name, row in rows.items() if not isinstance(row, str)}
    allowed |= {name: tuple(words) for name, words in raw.get("only", {}).items()}
    return kinds, allowed


def _spellings(raw: Mapping[str, Any], allowed: Mapping[str, tuple[str, ...]]) -> dict[str, dict[str, str]]:
    found = {name: {heading(word): word for word in words} for name, words in allowed.items()}
    for name, row in raw.get("words", {}).items():
        found.setdefault(name, {}).update((heading(spelling), word) for spelling, word in row.items())
    return found


def _columns(raw: Mapping[str, Any]) -> dict[str, str]:
    found = {heading(name): name for name in raw["attribute"]}
    for name, headings in raw.get("columns", {}).items():
        found |= {heading(one): name for one in headings}
    return found


def _keywords(folder: Path, raw: Mapping[str, Any]) -> dict[str, str]:
    rows = _read(folder / "keywords.toml").get("keyword", {})
    found = {slug(name): key for key, row in rows.items() for name in (key, *row.get("also", ()))}
    return found | {slug(name): key for name, key in raw.get("keyword_names", {}).items()}


def _numbering(folder: Path) -> Numbering:
    deck = _read(folder / "deck.toml")
    by = set(deck.get("identity", {}).get("by", ()))
    return Numbering(deck.get("number", {}).get("pattern", ""), bool(by) and by <= {"name", "counts_as"})
