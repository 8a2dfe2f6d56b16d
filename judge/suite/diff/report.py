"""All rulings by both rulebooks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from judge.errors import BadInput, Problem
from judge.rulebook.checked import content_key
from judge.suite.diff.compared import BY_NAME, GROUPS, Compared, Task, compare_batch
from judge.suite.diff.edits import Edit, articles_of, edits
from judge.suite.diff.mapped import Mapped
from judge.suite.diff.sides import Rules, Side
from judge.suite.found import Found
from judge.suite.spread import spread
from judge.text.source import read_bytes

_GAME: Final = re.compile(rb"""^[ \t]*"?game"?[ \t]*=[ \t]*["']([^"'\n]*)["']""", re.MULTILINE)
_BATCH: Final = 16  # rulings: sending them must cost little, and all hands stay busy


class Report(NamedTuple):
    """What a change changes: the rulings that differ, in their order, and what was edited, by game."""

    sides: tuple[str, str]
    edits: Mapping[str, Sequence[Edit]]
    compared: Sequence[Compared]  # all that were played
    same_rulebook: Mapping[str, int]  # rulings of games whose rulebook is the same on both sides, not played
    left_out: Mapping[str, int]  # rulings of games that one side lacks
    titles: Mapping[str, Mapping[str, str]]  # of articles, by game

    @property
    def changed(self) -> list[Compared]:
        """The rulings that differ."""
        return [one for one in self.compared if one.group]

    @property
    def unplayable(self) -> list[Compared]:
        """Those that neither side can play, for one reason."""
        return [one for one in self.compared if one.problem]

    def of(self, group: str) -> list[Compared]:
        """The rulings of a group."""
        return [one for one in self.compared if one.group == group]

    @property
    def by_name(self) -> list[Compared]:
        """Those that are to be read and accepted by name."""
        return [one for one in self.compared if one.group in BY_NAME]

    def articles(self, game: str) -> list[str]:
        """The articles that were edited."""
        return list(dict.fromkeys(one.article for one in self.edits[game] if one.article))

    def ranks(self, game: str, article: str) -> Counter[str]:
        """In how many rulings an article that was edited decides, acts or stands behind."""
        return Counter(dict(one.ranks).get(article, "") for one in self.compared if one.game == game)

    def untouched(self, game: str, article: str) -> list[Compared]:
        """The rulings that an edited article decides, and that are as they were all the same."""
        mine = (one for one in self.compared if one.game == game and not one.problem)
        return [
            one for one in mine if one.group in ("", "WORDS") and ("decides", article) in reversed_(one.ranks)
        ]

    def at(self, game: str, article: str) -> list[Compared]:
        """The rulings that part at an article."""
        mine = (one for one in self.compared if one.game == game and one.fork is not None)
        return [one for one in mine if one.fork is not None and one.fork.article == article]


def reversed_(pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Pairs the other way round."""
    return {(b, a) for a, b in pairs}


def by_game(found: Sequence[Found]) -> list[tuple[Found, str]]:
    """Rulings, each with the game that it says it is of; "" where it says none."""
    return [(one, game_of(one.path)) for one in found]


def game_of(path: str) -> str:
    """The game of a fixture, without parsing it."""
    try:
        named = _GAME.search(read_bytes(path))
    except BadInput:
        return ""
    return named[1].decode("utf-8", "replace") if named else ""


def report(
    found: Sequence[tuple[Found, str]], a: Side, b: Side, modules: tuple[str, ...] = (), jobs: int = 1,
    told: Callable[[int], None] = lambda done: None, mapped: Mapped | None = None,
) -> Report:  # fmt: skip
    """Play all rulings by both sides; those of a game whose rulebook is the same need no playing.

    Raises BadInput with the faults of the rulebooks.
    """
    tasks, same, missing = tasks_of(found, a, b)
    changes: dict[str, list[Edit]] = {}
    problems: list[Problem] = []
    for game, task in tasks.items():
        try:
            changes[game] = edits(*task.rules, modules)
        except BadInput as error:
            problems += (one._replace(file=b.told(a.told(one.file))) for one in error.problems)
    if problems:
        raise BadInput(problems)
    given = {
        game: task._replace(
            edited=frozenset(filter(None, (one.article for one in changes[game]))),
            modules=modules,
            numbering=mapped.numbering if mapped is not None and mapped.game == game else None,
        )
        for game, task in tasks.items()
    }
    work = [one for one in found if one[1] in tasks]
    titles = {
        game: {key: str(row["title"]) for rules in task.rules for key, row in articles_of(rules).items()}
        for game, task in tasks.items()
    }
    return Report((a.name, b.name), changes, all_compared(work, given, jobs, told), same, missing, titles)


def tasks_of(
    found: Sequence[tuple[Found, str]], a: Side, b: Side
) -> tuple[dict[str, Task], dict[str, int], dict[str, int]]:
    """What is to be done for each game; the rulings of those that are alike, and of those one side lacks."""
    counts = Counter(game for _, game in found)
    tasks, same, missing = {}, {}, {}
    for game in sorted(counts):
        if game not in a.rules or game not in b.rules:
            missing[game] = counts[game]
        elif key_of(a.rules[game]) == key_of(b.rules[game]):
            same[game] = counts[game]
        else:
            tasks[game] = Task(game, (a, b), (a.rules[game], b.rules[game]), frozenset())
    return tasks, same, missing


def key_of(rules: Rules) -> tuple[str, str]:
    """By what two rulebooks are the same."""
    return content_key(rules.folder, rules.overlays), rules.version


def all_compared(
    work: Sequence[tuple[Found, str]], tasks: dict[str, Task], jobs: int, told: Callable[[int], None]
) -> list[Compared]:
    """Every ruling by both rulebooks, in order, whatever the number of processes."""
    compared: list[Compared] = []
    for done, some in spread(work, _BATCH, jobs, compare_batch, tasks):
        compared += some
        told(done)
    return compared


class Pattern(NamedTuple):
    """Rulings of one group that part alike: what is told once, with an example."""

    article: str
    pattern: str
    rulings: Sequence[Compared]


def patterns(rulings: Sequence[Compared]) -> list[Pattern]:
    """Rulings by the article at the fork, then by how they part there, the most frequent first."""
    found: dict[tuple[str, str], list[Compared]] = {}
    for one in rulings:
        fork = one.fork
        key = (fork.article, fork.pattern) if fork is not None else ("", no_fork(one))
        found.setdefault(key, []).append(one)
    rows = [Pattern(*key, some) for key, some in found.items()]
    size = Counter[str]()
    for row in rows:
        size[row.article] += len(row.rulings)
    return sorted(rows, key=lambda row: (-size[row.article], row.article, -len(row.rulings), row.pattern))


def no_fork(one: Compared) -> str:
    """What rulings without a fork have in common: what changes, or why they are not played."""
    return " / ".join(f"{change.what} {change.was} → {change.now}" for change in one.changes)


def groups(compared: Report) -> list[tuple[str, list[Compared]]]:
    """The groups that are not empty, the gravest first."""
    return [(group, some) for group in GROUPS if (some := compared.of(group))]
