"""Phrases: the catalogue of a language, with the words of a rulebook laid over it."""

from __future__ import annotations

import functools
import tomllib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import Card
from judge.errors import BadInput, Problem, nearest
from judge.rulebook.checked import kept_or_made
from judge.rulebook.translations import HOME
from judge.text.source import read_text

Phrases = Mapping[str, Mapping[str, str]]


def languages() -> list[str]:
    """The languages that have a catalogue."""
    return sorted(path.stem for path in (Path(__file__).parent / "phrases").glob("*.toml"))


@functools.lru_cache(maxsize=16)
def phrases(folder: str, lang: str = "en") -> Phrases:
    """The phrases of a language for one rulebook; without a folder, those that all rulebooks share. Raises
    BadInput for a language without phrases.
    """
    if not shared(lang).is_file():
        raise BadInput([no_language(lang)])
    merged: dict[str, dict[str, str]] = defaultdict(dict)  # zones of which nothing is said go by their names
    for language in dict.fromkeys((HOME, lang)):  # what a rulebook of one's own lacks is told in English
        own = [Path(folder, f"phrases.{language}.toml")] if folder else []  # and none of the working folder
        for path in (shared(language), *own):
            if path.exists():
                text = read_text(path)
                # parsing takes longer than all else that a short ruling does with phrases
                tables = kept_or_made(
                    "phrases",
                    (text,),
                    functools.partial(tomllib.loads, text),
                    fits=lambda kept: all(isinstance(rows, dict) for rows in kept.values()),
                )
                for section, rows in tables.items():
                    merged[section].update(rows)
    return merged


def shared(lang: str) -> Path:
    """The path of the phrases of a language that all rulebooks share."""
    return Path(__file__).parent / "phrases" / f"{lang}.toml"


def no_language(lang: str) -> Problem:
    """The problem that a language has no catalogue."""
    message, near = f"there are no phrases in {lang!r}", nearest(lang, languages())
    return Problem("--lang", 0, 0, "lang", "", message, ", ".join(languages()), lang, near)


def fill(template: str, values: Mapping[str, object]) -> str:
    """A template with its values filled in; a missing value is a bug and raises KeyError."""
    return template.format_map(values)


def is_one(words: Phrases, n: int) -> bool:
    """Does a language use the singular for this number?"""
    return str(n) in words["text"]["singular"].split()


def grouped(words: Phrases, n: int) -> str:
    """A number as prose writes it, with its thousands separated."""
    return f"{n:,}".replace(",", words["text"]["thousands"])


def joined(options: Sequence[str], words: Collection[str]) -> list[str]:
    """The options, in which consecutive ones that differ only in their last word are joined; this is for
    actions that have many options.
    """
    rows: list[str] = []
    for option in options:
        head, _, tail = option.rpartition(" ")
        last = rows[-1] if rows else ""
        if head.partition(" ")[0] in words and (last.startswith(f"{head} ") and " for " not in option + last):
            rows[-1] = f"{last}/{tail}"
        else:
            rows.append(option)
    return rows


def states(words: Phrases, book: Book, card: Card | None) -> dict[str, str]:
    """The states of a card, for the marks that have several states."""
    if card is None:
        return {}
    names = words.get("mark", {})
    stateful = (key for key, values in book.tables["mark"].items() if isinstance(values, list))
    marks = {key: card.mark(key) for key in stateful}
    return {key: names.get(str(state), str(state)) for key, state in marks.items() if state is not None}
