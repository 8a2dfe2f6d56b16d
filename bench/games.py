"""`python -m bench.games > docs/games.md`: what the games share and what each has alone."""

from __future__ import annotations

import importlib
import inspect
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from bench import HOME
from judge.engine.kernel.registry import Rules
from judge.engine.mechanisms.steps import steps as shared
from judge.rulebook.load import load_rulebook
from judge.tables.documents import cell, says
from judge.tables.hints import keys_of
from judge.tables.rulebook import Tables

GAMES = ("dbs", "ygo", "postures", "victory-spark", "tdg")
APART = ("articles.toml", "cards.toml", "deck.toml", "new.toml", "editions.toml", "known.toml")
IDENTITY = ("id", "title", "version", "module", "playable", "reading", "fixture_defaults", "fixture_marks")
INTRODUCTION = """# What the games share

Made from the rulebooks and the code by `make docs`. A mechanism is a table of the rulebooks, a step or a
window of the engine, or a function of a game's own. What a game does that no table can say stands in
`judge/games`, and each module there says why.

"""
KINDS = {
    "steps": "steps",
    "offers": "offers",
    "interrupts": "rules that act at once",
    "dues": "rule processing",
    "verbs": "words of cards",
    "checks": "tests of choices",
}


def tables(game: str) -> dict[str, Any]:
    """What a game's own files say, as they are written."""
    found: dict[str, Any] = {}
    for path in sorted((HOME / "rulebooks" / game).glob("*.toml")):
        if path.name not in APART and "." not in path.stem:  # articles.fr.toml says the same in a language
            found.update(tomllib.loads(path.read_text(encoding="utf-8")))
    return found


def registry(game: str) -> Rules | None:
    """The functions of a game's own."""
    module = tables(game).get("module")
    found = getattr(importlib.import_module(module), "rules", None) if module else None
    return found if isinstance(found, Rules) else None


def head(title: str, *more: str) -> str:
    """The head of a table with a column for each game."""
    columns = [title, *more, *GAMES]
    return f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n"


def row(name: str, says_: str, cells: Mapping[str, object]) -> str:
    """One line of such a table; nothing where a game has none."""
    return f"| `{name}` | {cell(says_)} | {' | '.join(str(cells.get(game) or '') for game in GAMES)} |\n"


def in_figures() -> Iterator[str]:
    """How much each game is of everything."""
    yield f"## In figures\n\n{head('', '')}"
    written = {game: tables(game) for game in GAMES}
    found = {game: registry(game) for game in GAMES}
    yield row("tables", "of those below", {game: len(set(written[game]) - set(IDENTITY)) for game in GAMES})
    steps = {game: list(shared_steps(game)) for game in GAMES}
    yield row("steps", "of its procedures", {game: len(steps[game]) for game in GAMES})
    yield row("shared", "of these, run by the engine", {game: sum(map(bool, steps[game])) for game in GAMES})
    own = {game: sum(len(getattr(found[game], kind)) for kind in KINDS) for game in GAMES if found[game]}
    yield row("own", "functions of the game", own)
    yield "\n"


def of_tables() -> Iterator[str]:
    """Which game says what in its tables, with how many rows."""
    yield f"## Tables\n\nA number counts the rows.\n\n{head('table', 'what it is for')}"
    written = {game: tables(game) for game in GAMES}
    for name, hint in keys_of(Tables).items():
        cells = {game: extent(written[game][name]) for game in GAMES if name in written[game]}
        if cells and name not in IDENTITY:
            yield row(name, says(hint), cells)


def extent(value: Any) -> str:
    """How much stands in a table."""
    return str(len(value)) if isinstance(value, (dict, list)) else "yes"


def of_steps() -> Iterator[str]:
    """Which shared steps each game's procedures are made of."""
    yield f"\n## Steps of the engine\n\n{head('step', 'what it does')}"
    used = {game: Counter(shared_steps(game)) for game in GAMES}
    for name, function in sorted(shared.steps.items()):
        cells = {game: used[game][name] for game in GAMES}
        if any(cells.values()):
            yield row(name, first_line(function), cells)


def shared_steps(game: str) -> Iterator[str]:
    """The shared step of every line of a game's procedures that names one."""
    for procedure in tables(game).get("procedure", {}).values():
        for step in procedure["steps"]:
            written = step.get("do")
            yield "do" if isinstance(written, list) else str(written or "")


def of_windows() -> Iterator[str]:
    """How the windows of the games differ."""
    yield "\n## Windows\n\n| game | window | first | next | passes | must | built up | the rules act |\n"
    yield "|---|---|---|---|---|---|---|---|\n"
    for game in GAMES:
        for name, one in tables(game).get("window", {}).items():
            said = (one.get("first", "active"), one.get("next", "same"), one.get("passes", 1))
            more = (
                "yes" if one.get("must") else "",
                "yes" if one.get("stacks") else "",
                one.get("rules", ""),
            )
            yield f"| {game} | {name} | {' | '.join(map(str, (*said, *more)))} |\n"


def of_code() -> Iterator[str]:
    """What each game has as functions of its own, with what they do."""
    yield "\n## What only one game has\n"
    for game in GAMES:
        rules = registry(game)
        yield f"\n### {load_rulebook(game).tables['title']}\n"
        for kind, title in KINDS.items() if rules is not None else ():
            functions = {name: function_of(one) for name, one in getattr(rules, kind).items()}
            if functions:
                yield f"\n{title}:\n\n"
                yield from (f"- `{name}`: {first_line(one)}\n" for name, one in sorted(functions.items()))


def function_of(registered: Any) -> Any:
    """The function behind what is registered: itself, that of an interrupt, or that of an offer."""
    if hasattr(registered, "function"):
        return registered.function
    return registered[1] if isinstance(registered, tuple) else registered


def first_line(function: Any) -> str:
    """What a function does, in its own words."""
    return (inspect.getdoc(function) or "").partition("\n\n")[0].replace("\n", " ")


def page() -> str:
    """The whole page."""
    return "".join((INTRODUCTION, *in_figures(), *of_tables(), *of_steps(), *of_windows(), *of_code()))


if __name__ == "__main__":
    print(page(), end="")
