"""Side A under the numbers of side B, by a map that was written for `judge renumber`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.errors import BadInput, Problem, nearest
from judge.renumbering.files import Game, cited, game_in
from judge.renumbering.numbering import Numbering, known_of, read_numbering
from judge.renumbering.renumbered import renumbered
from judge.rulebook.shelf import copy_tables
from judge.suite.diff.sides import Rules, Side
from judge.text.source import read_bytes, read_source


class Mapped(NamedTuple):
    """What a map renumbers: of which game, and how."""

    game: str
    numbering: Numbering


def mapped_side(a: Side, b: Side, map_file: str, played: Sequence[str], scratch: str) -> tuple[Side, Mapped]:
    """Side A with the articles of one game called as on side B, and the map. Raises BadInput for a map that
    fits no game, or not both sides.
    """
    keys = set(read_source(map_file).data)
    both = [one for one in played if one in a.rules and one in b.rules]
    game = max(both, key=lambda one: len(keys & known_of(a.rules[one].folder).articles), default="")
    if not game:
        raise BadInput([Problem("", 0, 0, "--map", "", "no rulings of a game that both sides have")])
    rules, home = a.rules[game], a.taken_out or scratch
    found = game_in(rules.folder)
    numbering = read_numbering(map_file, found.known, own=True)
    problems = list(not_there(map_file, numbering, b.rules[game].folder))
    if problems:
        raise BadInput(problems)
    new = rewritten_rules(rules, game, numbering, os.path.join(home, "renumbered"))
    side = a._replace(rules={**a.rules, game: new}, taken_out=home, revision=a.revision or a.name)
    return side, Mapped(game, numbering)


def not_there(map_file: str, numbering: Numbering, folder: str) -> Iterator[Problem]:
    """New ids that side B does not have."""
    source, there = read_source(map_file), known_of(folder).articles
    for old, new in numbering.pairs.items():
        if new not in there:
            hint = nearest(new, there)
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
    """A file of a rulebook, or one laid over it, with other numbers."""
    found = cited(path, game)
    if found is not None:
        Path(path).write_text(renumbered(found, numbering).text, encoding="utf-8", newline="\n")
