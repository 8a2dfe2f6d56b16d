"""Articles that have other numbers on the two sides: rulings are played by those of a side and compared by
those of B.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import NamedTuple

from judge.errors import BadInput
from judge.renumbering.citations import Numbers, rewritten
from judge.renumbering.fixtures import written
from judge.renumbering.numbering import Numbering
from judge.rulebook import versions
from judge.rulebook.checked import Checked, load_checked
from judge.rulebook.load import version_changes
from judge.suite.diff.sides import Rules
from judge.text.plain import Fields
from judge.text.source import Source, parse_source, read_source

Pairs = Mapping[str, str]


class Between(NamedTuple):
    """What articles are called, where they are not called the same: on either side by their names in a
    ruling, and in what is told by their names on either side, or in the book.
    """

    to_a: Pairs
    to_b: Pairs
    a_told: Pairs
    b_told: Pairs
    book_told: Pairs


SAME = Between({}, {}, {}, {}, {})


def tables_of(rules: Rules, modules: tuple[str, ...], numbered: bool = True) -> Fields:
    """The tables that are played by, with the changes of a version and of what is laid over made in them; or
    by the numbers of the book, whatever renumbers articles left out.
    """
    checked = load_checked(rules.folder, rules.overlays, modules)
    made = [one for one in changes_of(checked, rules) if numbered or "renumber" not in one]
    return versions.apply(checked.tables, made, rules.folder)


def changes_of(checked: Checked, rules: Rules) -> list[Fields]:
    """The changes of a version and of what is laid over."""
    return [*version_changes(checked, rules.version), *checked.overlays]


@functools.lru_cache(maxsize=64)
def renumbered_by(rules: Rules, modules: tuple[str, ...]) -> Pairs:
    """The numbers of articles by those of the book; none by rules that do not load, which is
    told elsewhere.
    """
    try:
        checked = load_checked(rules.folder, rules.overlays, modules)
        renumbers = any("renumber" in one for one in changes_of(checked, rules))
        return tables_of(rules, modules)["renumbered"] if renumbers else {}
    except BadInput:
        return {}


@functools.lru_cache(maxsize=64)
def between(a: Rules, b: Rules, version: str, modules: tuple[str, ...]) -> Between:
    """What articles are called in rulings that name a version, and on both sides. It is told by the names of
    B; by those of A where A alone has other names than the book: one of them may be that of two articles.
    """
    own = renumbered_by(Rules(a.folder, version), modules)
    in_a, in_b = (renumbered_by(one._replace(version=one.version or version), modules) for one in (a, b))
    told = in_b or in_a
    return Between(
        translated(own, in_a),
        translated(own, in_b),
        {} if told is in_a else translated(in_a, told),
        {} if told is in_b else translated(in_b, told),
        told,
    )


def translated(was: Pairs, now: Pairs) -> dict[str, str]:
    """From one set of names to another, both by those of the book; what is called the same left out."""
    pairs = {was.get(one, one): now.get(one, one) for one in sorted({*was, *now})}
    return {one: other for one, other in pairs.items() if one != other}


def between_for(path: str, rules: tuple[Rules, Rules], modules: tuple[str, ...]) -> Between:
    """The same for one ruling; a file that cannot be read is told where it is played."""
    try:
        return between(*rules, version_of(path), modules) if any_renumbers(rules, modules) else SAME
    except BadInput:
        return SAME


def version_of(path: str) -> str:
    """The version that a ruling names. Raises BadInput for what cannot be read."""
    return str(read_source(path).data.get("version", ""))


@functools.lru_cache(maxsize=16)
def any_renumbers(rules: tuple[Rules, Rules], modules: tuple[str, ...]) -> bool:
    """Does any version of the two sides, or anything laid over them, renumber articles?"""
    checked = [load_checked(one.folder, one.overlays, modules) for one in rules]
    changes = [
        change for one in checked for some in (*one.versions.values(), one.overlays) for change in some
    ]
    return any("renumber" in one for one in changes)


def ruling_under(source: Source, pairs: Pairs) -> Source:
    """A ruling that cites articles by other numbers, in memory; no version renumbers steps."""
    if not pairs:
        return source
    numbers = Numbers(pairs, {}, frozenset(pairs))
    return parse_source(rewritten(source.text, written(source), numbers), source.file)


def ruling_on_b(source: Source, numbering: Numbering) -> Source:
    """A ruling by the numbers of side B, where it names an article by one that is A's only."""
    gone = numbering.pairs.keys() - set(numbering.pairs.values())
    if not any(one.id in gone for one in written(source)):
        return source
    numbers = numbering.numbers(str(source.data.get("version", "")))
    return parse_source(rewritten(source.text, written(source), numbers), source.file)
