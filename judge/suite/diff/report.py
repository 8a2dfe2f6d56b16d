"""The whole comparison: what was edited in the rulebooks, and every ruling under both of them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final

from judge.errors import BadInput, Problem
from judge.rulebook.articles import parsed, texts
from judge.rulebook.checked import content_key
from judge.suite.diff.compared import BY_NAME, GROUPS, Compared, Task, compare_batch
from judge.suite.diff.renumbered import Mapped, tables_of
from judge.suite.diff.renumbered import between as sides_of
from judge.suite.diff.sides import Rules, Side
from judge.suite.found import Found
from judge.suite.played import spread
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple
from judge.text.source import read_bytes

# --- what was edited in a rulebook ---------------------------------------------------------------------
NAMES: Final = ("id", "rule", "use", "name")  # by which a row of a list is known again
SAID: Final = ("title", "summary", "kind", "mechanical")  # of an article


class Edit(NamedTuple):
    """One difference of two rulebooks: the article it stands under ("" where there is none), and the text on
    either side ("" where there is none).
    """

    article: str
    where: str
    was: str
    now: str


def edits(was: Rules, now: Rules, modules: tuple[str, ...] = ()) -> list[Edit]:
    """All differences between two rulebooks of a game. Raises BadInput with the faults of either."""
    told = sides_of(was, now, "", modules).book_told
    before, after = (
        {**tables_of(rules, modules, not told), **numbers_of(rules, modules)} for rules in (was, now)
    )
    changes = list(between(before, after, (), ""))
    changes = [edit._replace(article=told.get(edit.article, edit.article)) for edit in changes]
    before, after = articles_of(was), articles_of(now)
    for article in dict.fromkeys((*before, *after)):
        if before.get(article) != after.get(article):
            changes.append(
                Edit(article, "articles", *(shown(side.get(article, "")) for side in (before, after)))
            )
    return changes


def numbers_of(rules: Rules, modules: tuple[str, ...]) -> Fields:
    """The articles that have other numbers than in the book, as one place of the rulebook."""
    return {"renumbered": tables_of(rules, modules)["renumbered"]}


def articles_of(rules: Rules) -> dict[str, dict[str, object]]:
    """The texts of all articles."""
    parts = parsed(texts(rules.folder, rules.version, rules.overlays), rules.version)
    return {id_: {key: getattr(article, key) for key in SAID} for id_, article in parts.items()}


def between(was: Json, now: Json, path: tuple[str, ...], article: str) -> Iterator[Edit]:
    """The places that differ, from the outside to the inside."""
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        was, now = bare(was), bare(now)
        for key in dict.fromkeys((*was, *now)):
            inner = cited(now, key) or cited(was, key) or article
            yield from between(was.get(key), now.get(key), (*path, str(key)), inner)
    elif rows(was) and rows(now):
        yield from of_rows(was, now, path, article)
    elif was != now:
        yield Edit(article or rule_of(now) or rule_of(was), ".".join(path), shown(was), shown(now))


def bare(table: Fields) -> Fields:
    """A table without names that only repeat its article, as these differ wherever a number does."""
    return {key: cell for key, cell in table.items() if key not in ("id", "use") or cell != table.get("rule")}


def rows(value: object) -> bool:
    """Is it a list of tables?"""
    return isinstance(value, (list, tuple)) and all(isinstance(row, Mapping) for row in value)


def of_rows(
    was: Sequence[Fields], now: Sequence[Fields], path: tuple[str, ...], article: str
) -> Iterator[Edit]:
    """The rows that were added, removed or changed."""
    before, after = [name_of(row) for row in was], [name_of(row) for row in now]
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            for old, other, name in zip(was[a:b], now[c:d], before[a:b], strict=True):
                inner = rule_of(other) or rule_of(old) or article
                yield from between(old, other, (*path, name), inner)
            continue
        yield from (Edit(rule_of(row) or article, place(path, row), shown(row), "") for row in was[a:b])
        yield from (Edit(rule_of(row) or article, place(path, row), "", shown(row)) for row in now[c:d])


def place(path: tuple[str, ...], row: Fields) -> str:
    """The name of a row's place; that of the table for a row without a name."""
    return ".".join((*path, *[str(row[key]) for key in NAMES if row.get(key)][:1]))


def name_of(row: Fields) -> str:
    """The identity of a row: its name, or its whole content where it has none."""
    return next((str(row[key]) for key in NAMES if row.get(key)), "") or shown(row)


def cited(table: Fields, key: object) -> str:
    """The article beside a key; for a window, the one that it cites for this key."""
    cites = table.get("cites")
    if isinstance(cites, Mapping) and key != "cites":
        return str(cites.get(key) or cites.get("open") or "")
    return rule_of(table)


def rule_of(row: object) -> str:
    """The article of a row."""
    rule = row.get("rule", row.get("article")) if isinstance(row, Mapping) else None
    return rule if isinstance(rule, str) else ""


def shown(value: object) -> str:
    """A value on one line; a table without defaults."""
    if isinstance(value, Mapping):
        given = {key: cell for key, cell in value.items() if cell not in (None, "", [], {}, False)}
        return (
            "{ " + ", ".join(f"{key} = {shown(cell)}" for key, cell in given.items()) + " }" if given else ""
        )
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(shown, value)) + "]"
    return "" if value is None or value == "" else json.dumps(value, ensure_ascii=False, default=str)


# --- the comparison of all rulings ---------------------------------------------------------------------
_GAME: Final = re.compile(rb"""^[ \t]*"?game"?[ \t]*=[ \t]*["']([^"'\n]*)["']""", re.MULTILINE)
_BATCH: Final = 16  # rulings: sending them must cost little, and all hands stay busy


class Report(NamedTuple):
    """The comparison: the rulings, and the edits by game."""

    sides: tuple[str, str]
    edits: Mapping[str, Sequence[Edit]]
    compared: Sequence[Compared]  # all that were played
    same_rulebook: Mapping[str, int]  # rulings of games whose rulebook is the same on both sides, not played
    left_out: Mapping[str, int]  # rulings of games that one side lacks
    titles: Mapping[str, Mapping[str, str]]  # of articles, by game

    @property
    def changed(self) -> list[Compared]:
        """The rulings that differ."""
        return [ruling for ruling in self.compared if ruling.group]

    @property
    def unplayable(self) -> list[Compared]:
        """The rulings that neither side can play, for the same reason."""
        return [ruling for ruling in self.compared if ruling.problem]

    def of(self, group: str) -> list[Compared]:
        """The rulings of a group."""
        return [ruling for ruling in self.compared if ruling.group == group]

    @property
    def by_name(self) -> list[Compared]:
        """The rulings whose changes are accepted by name."""
        return [ruling for ruling in self.compared if ruling.group in BY_NAME]

    def articles(self, game: str) -> list[str]:
        """The articles that were edited."""
        return list(dict.fromkeys(edit.article for edit in self.edits[game] if edit.article))

    def ranks(self, game: str, article: str) -> Counter[str]:
        """The number of rulings in which an edited article decides, acts or stands behind."""
        return Counter(dict(ruling.ranks).get(article, "") for ruling in self.compared if ruling.game == game)

    def untouched(self, game: str, article: str) -> list[Compared]:
        """The rulings that an edited article decides, and that did not change."""
        mine = (ruling for ruling in self.compared if ruling.game == game and not ruling.problem)
        return [
            ruling
            for ruling in mine
            if ruling.group in ("", "WORDS") and (article, "decides") in ruling.ranks
        ]

    def at(self, game: str, article: str) -> list[Compared]:
        """The rulings that part at an article."""
        mine = (ruling for ruling in self.compared if ruling.game == game and ruling.fork is not None)
        return [ruling for ruling in mine if ruling.fork is not None and ruling.fork.article == article]


def by_game(rulings: Sequence[Found]) -> list[tuple[Found, str]]:
    """Rulings with the game that each names; "" where it names none."""
    return [(ruling, game_of(ruling.path)) for ruling in rulings]


def game_of(path: str) -> str:
    """The game of a fixture, without parsing it."""
    try:
        named = _GAME.search(read_bytes(path))
    except BadInput:
        return ""
    return named[1].decode("utf-8", "replace") if named else ""


def report(
    rulings: Sequence[tuple[Found, str]], a: Side, b: Side, modules: tuple[str, ...] = (), jobs: int = 1,
    told: Callable[[int], None] = lambda done: None, mapped: Mapped | None = None,
) -> Report:  # fmt: skip
    """Plays all rulings under both sides, except those of games whose rulebook is the same on both. Raises
    BadInput with the faults of the rulebooks.
    """
    tasks, same, missing = tasks_of(rulings, a, b)
    changes: dict[str, list[Edit]] = {}
    problems: list[Problem] = []
    for game, task in tasks.items():
        try:
            changes[game] = edits(*task.rules, modules)
        except BadInput as error:
            problems += (problem._replace(file=b.told(a.told(problem.file))) for problem in error.problems)
    if problems:
        raise BadInput(problems)
    given = {
        game: task._replace(
            edited=frozenset(filter(None, (edit.article for edit in changes[game]))),
            modules=modules,
            numbering=mapped.numbering if mapped is not None and mapped.game == game else None,
        )
        for game, task in tasks.items()
    }
    work = [pair for pair in rulings if pair[1] in tasks]
    titles = {
        game: {key: str(row["title"]) for rules in task.rules for key, row in articles_of(rules).items()}
        for game, task in tasks.items()
    }
    return Report((a.name, b.name), changes, all_compared(work, given, jobs, told), same, missing, titles)


def tasks_of(
    rulings: Sequence[tuple[Found, str]], a: Side, b: Side
) -> tuple[dict[str, Task], dict[str, int], dict[str, int]]:
    """The task for each game; the number of rulings whose rulebook is the same, and of those that one side
    lacks.
    """
    counts = Counter(game for _, game in rulings)
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
    """The identity of a rulebook."""
    return content_key(rules.folder, rules.overlays), rules.version


def all_compared(
    work: Sequence[tuple[Found, str]], tasks: dict[str, Task], jobs: int, told: Callable[[int], None]
) -> list[Compared]:
    """Every ruling under both rulebooks, in order, whatever the number of processes."""
    compared: list[Compared] = []
    for done, some in spread(work, _BATCH, jobs, compare_batch, tasks):
        compared += some
        told(done)
    return compared


class Pattern(NamedTuple):
    """Rulings of one group that part alike, told once with an example."""

    article: str
    pattern: str
    rulings: Sequence[Compared]


def patterns(rulings: Sequence[Compared]) -> list[Pattern]:
    """Rulings by the article at the fork, then by how they part there, the most frequent first."""
    by_fork: dict[tuple[str, str], list[Compared]] = {}
    for ruling in rulings:
        fork = ruling.fork
        key = (fork.article, fork.pattern) if fork is not None else ("", no_fork(ruling))
        by_fork.setdefault(key, []).append(ruling)
    rows = [Pattern(*key, some) for key, some in by_fork.items()]
    size = Counter[str]()
    for row in rows:
        size[row.article] += len(row.rulings)
    return sorted(rows, key=lambda row: (-size[row.article], row.article, -len(row.rulings), row.pattern))


def no_fork(ruling: Compared) -> str:
    """What rulings without a fork have in common: their changes, or why they are not played."""
    return " / ".join(f"{change.what} {change.was} → {change.now}" for change in ruling.changes)


def groups(compared: Report) -> list[tuple[str, list[Compared]]]:
    """The groups that are not empty, the gravest first."""
    return [(group, some) for group in GROUPS if (some := compared.of(group))]
