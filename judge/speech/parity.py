"""Parity of languages: checks that every catalogue has every phrase of the others, with the same values."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

from judge.decks.limits import told_words
from judge.decks.speech import PHRASES, book_words
from judge.errors import Problem
from judge.rulebook.shelf import rulebooks_folder
from judge.rulebook.translations import HOME
from judge.speech.catalogue import languages, shared

Rows = Mapping[tuple[str, str], str]


def check_languages() -> list[Problem]:
    """The problems of phrases that all rulebooks share, that a shipped one has, or that the desk has, where
    another language lacks them or has other values; and of missing words for a shipped rulebook's deck
    rules.
    """
    others = [lang for lang in languages() if lang != HOME]
    folders = sorted(path.parent for path in rulebooks_folder().glob(f"*/phrases.{HOME}.toml"))
    pairs = [(shared(HOME), shared(lang)) for lang in others]
    pairs += [
        (folder / f"phrases.{HOME}.toml", folder / f"phrases.{lang}.toml")
        for folder in folders
        for lang in others
    ]
    pairs += [(PHRASES / f"{HOME}.toml", PHRASES / f"{lang}.toml") for lang in others]
    problems = [problem for home, other in pairs for problem in unlike(home, other)]
    return problems + [problem for folder in folders for lang in others for problem in unworded(folder, lang)]


def unworded(folder: Path, lang: str) -> Iterator[Problem]:
    """The problems that a language has no words for what the deck rules of a rulebook say."""
    if (folder / "deck.toml").is_file():
        known = book_words(str(folder), lang)
        for text in sorted(told_words(str(folder)) - set(known)):
            yield problem(folder / f"deck.{lang}.toml", "word", text, "a word is missing", text)


def unlike(home: Path, other: Path) -> Iterator[Problem]:
    """The problems of phrases that one catalogue has and the other lacks, and of values that only one fills
    in.
    """
    ours, theirs = rows_of(home), rows_of(other)
    for section, key in (pair for pair in ours if pair not in theirs):
        yield problem(other, section, key, "a phrase is missing", ours[section, key])
    for section, key in (pair for pair in theirs if pair not in ours):
        yield problem(other, section, key, f"{home.name} has no such phrase", found=theirs[section, key])
    for where in (pair for pair in ours if pair in theirs):
        text, told = ours[where], theirs[where]
        if values_of(text) != values_of(told) or (told and not text):
            yield problem(other, *where, "a phrase with other values", text, told)


def rows_of(path: Path) -> Rows:
    """The phrases of a catalogue; none where it is not there."""
    tables = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {(section, key): text for section, rows in tables.items() for key, text in rows.items()}


def values_of(text: str) -> set[str]:
    """The names of the values in a phrase."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def problem(path: Path, section: str, key: str, message: str, expected: str = "", found: str = "") -> Problem:
    """A problem at a phrase."""
    return Problem(str(path), 0, 0, f"{section}.{key}", "", f"{section}.{key}: {message}", expected, found)
