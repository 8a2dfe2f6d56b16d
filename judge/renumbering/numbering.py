"""The map of old article ids to new ones: checked against a rulebook, and applied to each of its versions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from judge.errors import BadInput, Problem, nearest
from judge.renumbering.citations import OTHER, Numbers
from judge.renumbering.tables import forms_of, rows_in, spots
from judge.rulebook.shelf import overlays_of
from judge.rulebook.versions import step_id
from judge.tables.translations import ArticleTables
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import Source, read_source

ID: Final = re.compile(r"\w(?:[\w.-]*\w)?")
FORM: Final = '"OLD" = "NEW", one article a line'


class Known(NamedTuple):
    """The ids of a rulebook: its articles, those that versions add, the numbers of each version by those of
    the book, other names of steps, and all other names.
    """

    book: frozenset[str]
    added: Mapping[str, frozenset[str]]
    versions: Mapping[str, Mapping[str, str]]
    steps: frozenset[str]
    names: frozenset[str]

    @property
    def articles(self) -> frozenset[str]:
        """The articles of the book and of all its versions."""
        return self.book.union(*self.added.values())

    @property
    def past(self) -> frozenset[str]:
        """The numbers that articles have in versions only."""
        return frozenset(new for table in self.versions.values() for new in table.values())

    def of(self, version: str) -> Mapping[str, str]:
        """The numbers of a version by those of the book."""
        return self.versions.get(version, {})

    def ids(self, version: str) -> frozenset[str]:
        """The articles that a ruling of a version may cite."""
        articles = self.book | self.added.get(version, frozenset())
        return frozenset(self.of(version).get(article, article) for article in articles)


def known_of(folder: str) -> Known:
    """The ids of the rulebook in a folder, read again each time, as its files are changed. Raises BadInput
    for files that cannot be read.
    """
    names: set[str] = set()
    steps: set[str] = set()
    articles: set[str] = set()
    for source, form in forms_of(folder):
        names |= {spot.text for spot in spots(form, source.data) if spot.space == OTHER}
        articles |= articles_in(source) if form is ArticleTables else set()
        for row in tables_in(source.data.get("procedure")):
            steps |= {step_id(step) for step in rows_in(row, "steps") if "rule" in step}
    files = {name: read_source(path) for name, path in overlays_of(folder).items()}
    added = {name: frozenset(articles_in(overlay)) for name, overlay in files.items()}
    numbers = {name: numbers_in(overlay) for name, overlay in files.items()}
    return Known(frozenset(articles), added, numbers, frozenset(steps - articles), frozenset(names))


def articles_in(source: Source) -> set[str]:
    """The articles of a file."""
    return {str(row["id"]) for row in rows_in(source.data, "article") if "id" in row}


def tables_in(value: Json) -> Iterator[dict[str, Json]]:
    """The tables within a value."""
    yield from (
        (table for table in value.values() if isinstance(table, dict)) if isinstance(value, dict) else ()
    )


def numbers_in(source: Source) -> dict[str, str]:
    """The pairs that the changes of a version renumber."""
    numbers: dict[str, str] = {}
    for change in rows_in(source.data, "change"):
        if isinstance(change.get("renumber"), dict):
            numbers.update(change["renumber"])
    return numbers


class Numbering(NamedTuple):
    """The new ids of a rulebook's articles."""

    pairs: Mapping[str, str]
    known: Known

    def numbers(self, version: str = "") -> Numbers:
        """The new ids for a fixture of a version: articles that the version renumbers keep its numbers."""
        renumbered = self.known.of(version)
        past = set(renumbered.values())
        pairs = {old: new for old, new in self.pairs.items() if old not in renumbered and old not in past}
        return self.having(pairs)

    def numbers_in_version(self, version: str) -> Numbers:
        """The new ids for the file of a version."""
        past = set(self.known.of(version).values())
        return self.having({old: new for old, new in self.pairs.items() if old not in past})

    def having(self, articles: Mapping[str, str]) -> Numbers:
        """The old and new ids for a file, given those of its articles."""
        sure = frozenset(pair for pair in self.pairs if not pair.isalnum() and pair not in self.known.names)
        return Numbers(articles, self.pairs, sure)


def read_numbering(path: str, known: Known, own: bool) -> Numbering:
    """Reads the map for a rulebook, whose files are renumbered too (`own`), or have the new numbers already.
    Raises BadInput with every fault.
    """
    source = read_source(path)
    pairs, problems = read_pairs(source)
    problems += twice(source, pairs)
    problems += unknown(source, pairs, known) if own else not_there(source, pairs, known.articles)
    if problems:
        raise BadInput(sorted(problems))
    return Numbering({old: new for old, new in pairs.items() if old != new}, known)


def read_pairs(source: Source) -> tuple[dict[str, str], list[Problem]]:
    """The pairs of a map, and the problems of what is no pair."""
    pairs: dict[str, str] = {}
    problems = []
    if not source.data:
        problems.append(source.problem([], "this map renumbers nothing", expected=FORM))
    for old, new in source.data.items():
        if isinstance(new, dict):
            message = f"{old} is a table: an id with dots needs quotes"
            problems.append(source.problem([old], message, expected=FORM))
        elif not isinstance(new, str) or not ID.fullmatch(new):
            expected = "a text of letters, digits, '.', '-' and '_'"
            problems.append(source.problem([old], "the new id is no id", expected=expected, found=str(new)))
        else:
            pairs[old] = new
    return pairs, problems


def twice(source: Source, pairs: Mapping[str, str]) -> Iterator[Problem]:
    """The problems of articles that would get the same id."""
    first: dict[str, str] = {}
    for old, new in pairs.items():
        if new in first:
            yield source.problem([old], f"{first[new]} and {old} would both be {new}", found=new)
        first.setdefault(new, old)


def unknown(source: Source, pairs: Mapping[str, str], known: Known) -> Iterator[Problem]:
    """The problems of old ids that no article has, and of new ones that are in use and stay so."""
    for old, new in pairs.items():
        if old not in known.articles:
            near = nearest(old, known.articles)
            yield source.problem([old], f"there is no article {old!r}", found=old, hint=near)
        elif new in known.articles and new not in pairs:
            yield source.problem([old], f"{new} is another article, which is not renumbered", found=new)
        elif new in known.past and new != old:
            where = next(name for name, table in known.versions.items() if new in table.values())
            yield source.problem(
                [old], f"{new} is the number of another article in version {where}", found=new
            )
        elif new in known.steps:
            yield source.problem([old], f"{new} is the name of a step", found=new)


def not_there(source: Source, pairs: Mapping[str, str], articles: Collection[str]) -> Iterator[Problem]:
    """The problems of new ids that a rulebook which is not renumbered itself does not have."""
    for old, new in pairs.items():
        if new not in articles:
            message = f"the rulebook has no article {new!r}, and it is not among the paths"
            yield source.problem([old], message, found=new, hint=nearest(new, articles))
