"""Articles whose numbers differ between the two sides: a ruling is played under the numbers of each side, and
the results are compared under those of side B.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judge.errors import BadInput, Problem, nearest
from judge.renumbering.citations import Numbers, rewritten
from judge.renumbering.files import Game, cited, game_in, renumbered
from judge.renumbering.numbering import Numbering, known_of, read_numbering
from judge.renumbering.tables import written
from judge.rulebook import versions
from judge.rulebook.checked import Checked, load_checked
from judge.rulebook.load import version_changes
from judge.rulebook.shelf import copy_tables
from judge.suite.diff.sides import Rules, Side
from judge.text.plain import Fields
from judge.text.rows import NamedTuple
from judge.text.source import Source, parse_source, read_bytes, read_source

# --- numbers of articles on the two sides --------------------------------------------------------------
Pairs = Mapping[str, str]


class Between(NamedTuple):
    """The articles that have different numbers: from a ruling's numbers to those of each side's rulebook, and
    from either side's to those that results are told by, or to the book's.
    """

    to_a: Pairs
    to_b: Pairs
    a_told: Pairs
    b_told: Pairs
    book_told: Pairs


SAME = Between({}, {}, {}, {}, {})


def tables_of(rules: Rules, modules: tuple[str, ...], numbered: bool = True) -> Fields:
    """The tables of a side, with the changes of its version and overlays; without those that renumber where
    the book's own numbers are wanted.
    """
    checked = load_checked(rules.folder, rules.overlays, modules)
    made = [change for change in changes_of(checked, rules) if numbered or "renumber" not in change]
    return versions.apply(checked.tables, made, rules.folder)


def changes_of(checked: Checked, rules: Rules) -> list[Fields]:
    """The changes of the version and the overlays."""
    return [*version_changes(checked, rules.version), *checked.overlays]


@functools.lru_cache(maxsize=64)
def renumbered_by(rules: Rules, modules: tuple[str, ...]) -> Pairs:
    """The numbers of articles by those of the book; none for rules that do not load, as that is told
    elsewhere.
    """
    try:
        checked = load_checked(rules.folder, rules.overlays, modules)
        renumbers = any("renumber" in change for change in changes_of(checked, rules))
        return tables_of(rules, modules)["renumbered"] if renumbers else {}
    except BadInput:
        return {}


@functools.lru_cache(maxsize=64)
def between(a: Rules, b: Rules, version: str, modules: tuple[str, ...]) -> Between:
    """The numbers for rulings that name a version. Results are told by the numbers of side B; by those of
    side A where only A differs from the book, as one of B's numbers may then mean two articles.
    """
    own = renumbered_by(Rules(a.folder, version), modules)
    in_a, in_b = (
        renumbered_by(rules._replace(version=rules.version or version), modules) for rules in (a, b)
    )
    told = in_b or in_a
    return Between(
        translated(own, in_a),
        translated(own, in_b),
        {} if told is in_a else translated(in_a, told),
        {} if told is in_b else translated(in_b, told),
        told,
    )


def translated(was: Pairs, now: Pairs) -> dict[str, str]:
    """The numbers of one set by those of another, both given by the book's; equal ones left out."""
    pairs = {was.get(number, number): now.get(number, number) for number in sorted({*was, *now})}
    return {old: other for old, other in pairs.items() if old != other}


def between_for(path: str, rules: tuple[Rules, Rules], modules: tuple[str, ...]) -> Between:
    """The numbers for one ruling; a file that cannot be read is told where it is played."""
    try:
        if not any_renumbers(rules, modules):
            return SAME
        version = str(read_source(path).data.get("version", ""))
        return between(*rules, version, modules)
    except BadInput:
        return SAME


@functools.lru_cache(maxsize=16)
def any_renumbers(rules: tuple[Rules, Rules], modules: tuple[str, ...]) -> bool:
    """Does a version or an overlay of either side renumber articles?"""
    checked = [load_checked(rule.folder, rule.overlays, modules) for rule in rules]
    changes = [
        change for book in checked for some in (*book.versions.values(), book.overlays) for change in some
    ]
    return any("renumber" in entry for entry in changes)


def ruling_under(source: Source, pairs: Pairs) -> Source:
    """A ruling rewritten in memory with other article numbers. Steps keep their names, as no version
    renumbers them.
    """
    if not pairs:
        return source
    numbers = Numbers(pairs, {}, frozenset(pairs))
    return parse_source(rewritten(source.text, written(source), numbers), source.file)


def ruling_on_b(source: Source, numbering: Numbering) -> Source:
    """A ruling by the numbers of side B, where it names an article by a number that only A has."""
    gone = numbering.pairs.keys() - set(numbering.pairs.values())
    if not any(citation.id in gone for citation in written(source)):
        return source
    numbers = numbering.numbers(str(source.data.get("version", "")))
    return parse_source(rewritten(source.text, written(source), numbers), source.file)


# --- side A renumbered by a map file -------------------------------------------------------------------
class Mapped(NamedTuple):
    """The game that a map renumbers, and how."""

    game: str
    numbering: Numbering


def mapped_side(a: Side, b: Side, map_file: str, played: Sequence[str], scratch: str) -> tuple[Side, Mapped]:
    """Side A with the articles of one game numbered as on side B, and the map.

    Raises BadInput for a map that fits no game, or not both sides.
    """
    keys = set(read_source(map_file).data)
    both = [name for name in played if name in a.rules and name in b.rules]
    game = max(both, key=lambda shared: len(keys & known_of(a.rules[shared].folder).articles), default="")
    if not game:
        raise BadInput([Problem("", 0, 0, "--map", "", "no rulings of a game that both sides have")])
    rules, home = a.rules[game], a.taken_out or scratch
    own_game = game_in(rules.folder)
    numbering = read_numbering(map_file, own_game.known, own=True)
    problems = list(not_there(map_file, numbering, b.rules[game].folder))
    if problems:
        raise BadInput(problems)
    new = rewritten_rules(rules, game, numbering, os.path.join(home, "renumbered"))
    side = a._replace(rules={**a.rules, game: new}, taken_out=home, revision=a.revision or a.name)
    return side, Mapped(game, numbering)


def not_there(map_file: str, numbering: Numbering, folder: str) -> Iterator[Problem]:
    """New ids that side B does not have."""
    source, articles = read_source(map_file), known_of(folder).articles
    for old, new in numbering.pairs.items():
        if new not in articles:
            hint = nearest(new, articles)
            yield source.problem([old], f"side B has no article {new!r}", found=new, hint=hint)


def rewritten_rules(rules: Rules, name: str, numbering: Numbering, below: str) -> Rules:
    """Rules with other numbers, written to a folder of their own."""
    copy = os.path.join(below, name)
    copy_tables(rules.folder, copy)
    game = game_in(copy)
    for path in filter(os.path.isfile, game.forms):
        if path.startswith(os.path.realpath(copy) + os.sep):
            write(path, game, numbering)
    laid_over = []
    for at, path in enumerate(rules.overlays):
        laid_over.append(os.path.join(below, f"{at}-{os.path.basename(path)}"))
        Path(laid_over[-1]).write_bytes(read_bytes(path))
        write(laid_over[-1], game, numbering)
    return rules._replace(folder=copy, overlays=tuple(laid_over))


def write(path: str, game: Game, numbering: Numbering) -> None:
    """Writes a file of a rulebook, or an overlay, with other numbers."""
    citations = cited(path, game)
    if citations is not None:
        Path(path).write_text(renumbered(citations, numbering).text, encoding="utf-8", newline="\n")
