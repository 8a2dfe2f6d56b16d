"""Faults of a rulebook: of its files, the forms of their tables, dangling names, what is written in the
language of cards, patterns of card numbers, and numbers that a version gives articles.

What a rulebook may say is declared in `judge.tables`; this is its door.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from judge.errors import Problem, nearest
from judge.grammar.cards import CardChecker
from judge.grammar.sentences import check_hashed
from judge.reading.grammar import grammar_faults
from judge.rulebook import versions
from judge.rulebook.bindings import bind, readable
from judge.rulebook.lint.changed_wordings import changed_wordings, without_deck
from judge.rulebook.lint.fitting import check_limits, check_numbers
from judge.rulebook.lint.names import names_of, rows_of
from judge.rulebook.lint.overlays import Judge, check_changes, of_possibilities
from judge.rulebook.lint.phrases import of_phrases
from judge.rulebook.lint.sheets import Sheets, parsed, read_all, read_sheets
from judge.rulebook.lint.steps import Keys, check_procedures
from judge.rulebook.lint.texts import check_wording, outside_play
from judge.rulebook.lint.translations import of_deck_words, of_open_matters, texts_in
from judge.rulebook.shelf import overlays_of
from judge.tables.card_data import CardTables
from judge.tables.check import faults, filled
from judge.tables.decks import DeckTables, Editions
from judge.tables.hints import Path as Place
from judge.tables.overlays import Version
from judge.tables.phrases import PhraseTables
from judge.tables.references import Fault, Known, dangling
from judge.tables.rulebook import Tables
from judge.tables.texts import KnownTables, TextTables
from judge.tables.translations import (
    ArticleTables,
    ArticleTranslations,
    DeckTranslations,
    ReadingTranslations,
    TermTables,
)
from judge.text.numbers import CARD_NUMBER
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple
from judge.text.source import Source

# The patterns of card numbers that a rulebook gives, before any text is held against them: a text that fits
# almost must not take for ever to be found wrong.
MOST: Final = 4_000_000  # ways in which a text may be cut up
_LITERAL: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_GROUP_AGAIN: Final = re.compile(r"\)\s*[*+{]")
_FLAGS: Final = re.compile(r"\(\?[a-zA-Z-]*[:)]")
_PLAIN_GROUP: Final = "(?:"
_REPEATED: Final = re.compile(r"[*+?|]|\{(\d*)(,?)(\d*)\}")


def of_numbers(tables: Fields) -> Iterator[Fault]:
    """The faults of the pattern of `deck.toml`, if there is one."""
    pattern = tables.get("number", {}).get("pattern")
    message = fault_of(pattern) if isinstance(pattern, str) else ""
    if message:
        yield ("number", "pattern"), message, {"found": pattern[:60]}


def fault_of(pattern: str) -> str:
    """The reason why a pattern is not accepted; "" where it is."""
    try:
        re.compile(pattern, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        return f"this is no regular expression: {error}"
    bare = _LITERAL.sub("x", pattern)
    if _GROUP_AGAIN.search(bare):
        return "a group may be left out, and not be repeated: almost the same text could take for ever"
    if any(match[0] != _PLAIN_GROUP for match in _FLAGS.finditer(bare)):
        return "a pattern sets no flags"
    if ways(bare) > MOST:
        return "this pattern repeats so much that almost the same text could take for ever"
    return ""


def ways(bare: str) -> int:
    """Counts the ways in which a pattern's repetitions could cut up a text, at most."""
    count = 1
    for match in _REPEATED.finditer(bare.replace("(?", "(")):
        count *= 2 if match[0] in "?|" else lengths(match) if match[0][0] == "{" else CARD_NUMBER
    return count


def lengths(match: re.Match[str]) -> int:
    """How many lengths a repetition with bounds may have."""
    if not match[2]:
        return 1
    return max(1, int(match[3] or CARD_NUMBER) - int(match[1] or 0) + 1)


# --- other numbers that a version gives articles: of articles that there are, each its own -------------
def of_renumbering(source: Source, articles: Collection[str]) -> Iterator[Fault]:
    """The faults of an overlay's numbers; `articles` are those of the book. An older edition may give an
    article a number that this edition gives to another one; what that one was called there, if it existed,
    need not be known.
    """
    rows = [change.get("renumber") for change in rows_of(source.data, "change")]
    taken = {str(article.get("id")) for article in rows_of(source.data, "article")}
    for at, row in enumerate(rows):
        for old, new in row.items() if isinstance(row, Mapping) else ():
            path = ("change", at, "renumber", old)
            if old not in articles:
                details = {"found": old, "hint": nearest(old, articles)}
                yield path, f"there is no article {old!r} to give another number", details
            if new in (*taken, "", old):
                message = f"{new!r} is not the number of {old} alone"
                yield path, message, {"found": new, "expected": "a number of its own"}
            taken.add(new)


SPOKEN: Final = {
    "phrases": PhraseTables,
    "articles": ArticleTranslations,
    "readings": ReadingTranslations,
    "terms": TermTables,
    "deck": DeckTranslations,
    "text": TextTables,
}  # files in each language
BESIDE: Final = {
    "articles": ArticleTables,
    "deck": DeckTables,
    "cards": CardTables,
    "editions": Editions,
    "known": KnownTables,
}


class Files(NamedTuple):
    """The files of a rulebook: its own tables, what stands beside them and what changes them, each with its
    form.
    """

    sheets: Sheets
    beside: list[tuple[Source, object]]
    overlays: list[tuple[Source, object]]


def lint(folder: str, laid_over: Sequence[str] = (), modules: Sequence[str] = ()) -> list[Problem]:
    """Every fault with which a rulebook cannot be loaded, of its versions and of the files laid over it too,
    in the order of its files.

    `modules` are the Python modules that it may bring, if it is not shipped; no other is imported.
    """
    problems: list[Problem] = []
    files = read_files(folder, laid_over, problems)
    return problems or faults_of(files, modules)


def read_files(folder: str, laid_over: Sequence[str], problems: list[Problem]) -> Files:
    """The files of a rulebook and those laid over it; what cannot be read becomes problems."""
    sheets = read_sheets(folder, problems)
    beside = read_all(beside_tables(folder), problems)
    changing = (*overlays_of(folder).values(), *map(Path, laid_over))
    return Files(sheets, beside, read_all(dict.fromkeys(changing, Version), problems))


def faults_of(files: Files, modules: Sequence[str]) -> list[Problem]:
    """Every fault of files that could be read."""
    sheets, beside, overlays = files
    problems: list[Problem] = []
    known = names_of(sheets, beside, problems, modules)
    problems.extend(sheets.problem(*table) for table in of_tables(sheets.tables, known))
    for source, form in beside:
        names = with_versions(overlays, known) if form is ArticleTranslations else known
        flaws = [*of_file(form, source.data, names)]
        problems.extend(placed(source, flaws or (grammar_checked(source.text) if form is TextTables else ())))
    for source, form in overlays:
        flaws = list(of_file(form, source.data, with_own(source, known)))
        problems.extend(placed(source, flaws or of_renumbering(source, known.get("article", ()))))
    if not problems:
        problems.extend(of_whole(sheets, beside, overlays, known))
    return problems


def beside_tables(folder: str) -> dict[Path, Json]:
    """The files beside the rulebook's own tables, and the form that each must have."""
    own = {Path(folder, f"{name}.toml"): form for name, form in BESIDE.items()}
    spoken = {
        path: form for name, form in SPOKEN.items() for path in sorted(Path(folder).glob(f"{name}.*.toml"))
    }
    return {**own, **spoken}


def of_tables(tables: Fields, known: Known, new: Fields | None = None) -> Iterator[Fault]:
    """The faults in the forms of the rulebook's own tables and in their names, or only in those of the
    tables that are `new`.
    """
    renumbered = tables.get("renumbered", {})
    if renumbered:
        known = {**known, "article": {*known["article"], *renumbered.values()}}
    # that others are missing beside new ones, which is told at no place, is no fault: they are as they were
    yield from (fault for fault in faults(Tables, tables if new is None else new) if new is None or fault[0])
    yield from dangling(Tables, tables if new is None else new, known)
    yield from check_numbers(tables if new is None else new)
    yield from of_possibilities(tables.get("reading", {}))


def with_own(source: Source, known: Known) -> Known:
    """The known names, with the articles of an overlay and its new numbers."""
    articles = {str(row.get("id")) for row in rows_of(source.data, "article")}
    for change in rows_of(source.data, "change"):
        if isinstance(change.get("renumber"), Mapping):
            articles.update(number for number in change["renumber"].values() if isinstance(number, str))
    return {**known, "article": {*known.get("article", ()), *articles}}


def with_versions(overlays: list[tuple[Source, object]], known: Known) -> Known:
    """The known names, with the articles of every version."""
    for source, _ in overlays:
        known = with_own(source, known)
    return known


def of_file(form: object, tables: Mapping[str, object], known: Known) -> Iterator[Fault]:
    """The faults in the forms of a file's tables and in their names."""
    flaws = [*faults(form, tables), *dangling(form, tables, known), *check_numbers(tables)]
    yield from flaws
    if not flaws and form is DeckTables:
        yield from check_limits(tables)


# The texts of cards are read by the same rows in every version and changed copy of a rulebook.
@functools.lru_cache(maxsize=16)
def grammar_checked(text: str) -> tuple[Fault, ...]:
    """The faults in the grammar of a file whose tables have their forms."""
    return tuple(grammar_faults(filled(TextTables, parsed(text).data)))


def of_whole(
    sheets: Sheets, beside: list[tuple[Source, object]], overlays: list[tuple[Source, object]], known: Known
) -> Iterator[Problem]:
    """The faults of tables whose forms are right: in procedures, changes, and what is written in the
    language of cards.
    """
    step_faults = list(check_procedures(sheets.tables, keys_of_steps(known)))
    yield from (sheets.problem(*fault) for fault in step_faults)
    if step_faults:
        return
    deck = next((source.data for source, form in beside if form is DeckTables), {})
    whole, more = {**sheets.tables, "deck": deck}, words_of_cards(beside)
    yield from (sheets.problem(*reading) for reading in of_readings(whole, partial(judged, known, more)))
    for source, _ in overlays:
        own = partial(judged, with_own(source, known), more)
        yield from placed(source, check_changes(("change",), source.data.get("change", ()), whole, own))
    for source, form in beside:
        if form is Editions:
            yield from placed(source, of_editions(source, whole, partial(judged, known, more)))
        if form is DeckTables:
            yield from placed(source, of_numbers(source.data))
        if form is PhraseTables:
            yield from placed(source, of_phrases(source, sheets.tables))
        if form is ReadingTranslations:
            yield from placed(source, of_open_matters(source, sheets.tables))
        if form is DeckTranslations:
            yield from placed(
                source, of_deck_words(source, {str(sheets.tables["title"]), *deck_texts(beside)})
            )
    yield from worded(sheets, beside)


def deck_texts(beside: list[tuple[Source, object]]) -> Iterator[str]:
    """Every text and name that the files about decks and cards have."""
    for source, form in beside:
        if form in (DeckTables, CardTables, Editions):
            yield from texts_in(source.data)


def words_of_cards(beside: list[tuple[Source, object]]) -> Fields:
    """The words that only card data have, by attribute."""
    data: Fields = next((source.data for source, form in beside if form is CardTables), {})
    more: Fields = data.get("more", {})
    return more


def of_readings(whole: Fields, judged: Judge) -> Iterator[Fault]:
    """The faults in the changes of every possibility of a reading."""
    for name, row in whole.get("reading", {}).items():
        for value, possible in row["value"].items():
            path: Place = ("reading", name, "value", value, "change")
            yield from check_changes(path, possible.get("change", ()), whole, judged)


def of_editions(source: Source, whole: Mapping[str, object], judged: Judge) -> Iterator[Fault]:
    """The faults in the changes of every edition of the deck rules."""
    for at, row in enumerate(source.data["edition"]):
        yield from check_changes(("edition", at, "change"), row["change"], whole, judged)


def judged(known: Known, more: Fields, whole: Fields, new: Fields, before: Fields) -> Iterator[Fault]:
    """The faults of tables after changes, with those of the deck under `deck`. Tables that are not `new`
    name what they named before. `more` are words that only card data have.
    """
    tables = without_deck(whole)
    table_faults = [
        *of_tables(tables, known, without_deck(new)),
        *(of_file(DeckTables, whole["deck"], known) if new.get("deck") else ()),
    ]
    table_faults = table_faults or list(check_procedures(tables, keys_of_steps(known)))
    yield from table_faults or changed_wordings(whole, new, before, more)


def keys_of_steps(known: Known) -> Keys:
    """The keys that each step's function reads and needs, and the steps to which it may jump."""
    kinds = ("keys of a step", "needed keys of a step", "jumps of a step")
    takes, needs, jumps = (known.get(kind, {}) for kind in kinds)
    assert isinstance(takes, Mapping)
    assert isinstance(needs, Mapping)
    assert isinstance(jumps, Mapping)
    return Keys(takes, needs, jumps)


def worded(sheets: Sheets, beside: list[tuple[Source, object]]) -> Iterator[Problem]:
    """The faults of what is written in the language of cards, under the readings that the rulebook takes, in
    its own tables and in its deck rules. Only sound tables are made into a book.
    """
    tables: Tables = filled(Tables, sheets.tables)
    if not tables["playable"]:
        return
    changes = [
        change for row in tables["reading"].values() for change in row["value"][row["taken"]]["change"]
    ]
    taken = versions.apply(tables, changes, sheets.folder)
    problems = list(wordings(taken, sheets, beside))
    yield from problems
    if not problems:
        bind(taken, {})


def wordings(tables: Tables, sheets: Sheets, beside: list[tuple[Source, object]]) -> Iterator[Problem]:
    """The faults of these texts."""
    book = readable(tables)
    for source in dict.fromkeys(sheets.sources.values()):
        yield from check_wording(book, Tables, source)
    for source, form in beside:
        if form is DeckTables:
            yield from check_wording(outside_play(tables, words_of_cards(beside)), DeckTables, source)
        if form is KnownTables:
            for number, row in source.data["cards"].items():
                path = ["cards", number, "sentence"]
                yield from check_hashed(CardChecker(book, source, {}), [*path], row["sentence"])


def placed(source: Source, file_faults: Iterable[Fault]) -> Iterator[Problem]:
    """Faults of one file as problems at their places in it."""
    for path, message, details in file_faults:
        yield source.problem(path, message, **details)
