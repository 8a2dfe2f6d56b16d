"""Hostile fixtures and pauses, made from the rulings of every game."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from bench import rulings
from bench.fuzzing.trees import Pool, broken, changed, pooled

_SEEDS: Final = 900  # rulings that inputs are made of
_PAUSES: Final = 80
_RAW: Final = 0.12  # of the inputs as broken bytes
_FOREIGN: Final = 0.15  # of the inputs with values of any game
_SEVERAL: Final = 0.35  # of the inputs with one change more, and again


class Fixtures:
    """Boards, scripts, cards and what is expected, changed."""

    name = "fixtures"

    def __init__(self, chance: Random) -> None:
        self.seeds = [parsed(one) for one in chance.sample(rulings(), _SEEDS)]
        self.pools = by_game(self.seeds, chance)

    def make(self, chance: Random, folder: Path) -> list[str]:
        """Write one, and say with what it is called."""
        seed = chance.choice(self.seeds)
        file = folder / "a.toml"
        file.write_bytes(written(seed, of_game(seed, self.pools, chance), chance))
        return asked(file, seed, chance)


class Pauses:
    """Positions that a run left, changed; half of them without the mark that they were."""

    name = "pauses"

    def __init__(self, chance: Random) -> None:
        found = (saved(parsed(one), chance) for one in chance.sample(rulings(), _PAUSES * 2))
        self.seeds = [one for one in found if one is not None][:_PAUSES]
        self.pools = by_game(self.seeds, chance)

    def make(self, chance: Random, folder: Path) -> list[str]:
        """Write one, and say with what it is called."""
        seed = chance.choice(self.seeds)
        pool = of_game(seed, self.pools, chance)
        file = folder / "a.toml"
        file.write_bytes(written({**seed, "pause": twisted(seed["pause"], pool, chance)}, pool, chance, 0))
        return ["run", str(file), *options(chance)]


def by_game(trees: Sequence[dict[str, Any]], chance: Random) -> dict[str, Pool]:
    """The pool of each game's trees, and of all under no name."""
    games = sorted({tree["game"] for tree in trees})
    mine = {game: pooled([tree for tree in trees if tree["game"] == game], chance) for game in games}
    return {**mine, "": pooled(trees, chance)}


def of_game(tree: dict[str, Any], pools: dict[str, Pool], chance: Random) -> Pool:
    """What a tree is changed by: mostly what other trees of its game say."""
    return pools["" if chance.random() < _FOREIGN else tree["game"]]


def parsed(path: Path) -> dict[str, Any]:
    """What a file says."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def saved(tree: dict[str, Any], chance: Random) -> dict[str, Any] | None:
    """The position after some lines of a ruling's script; None where it cannot be played so far."""
    import tomli_w

    from judge.errors import JudgeError
    from judge.fixture.load import parse_fixture
    from judge.play.ruling import run
    from judge.render.fixtures import paused

    lines = tree.get("script", [])
    lines = lines[: chance.randrange(len(lines) + 1)] if isinstance(lines, list) else []
    kept = {key: value for key, value in tree.items() if key not in ("expect", "articles", "script", "order")}
    try:
        ruling = run(parse_fixture(tomli_w.dumps({**kept, "script": lines})), readings=False)
    except JudgeError:
        return None
    return paused(ruling.fixture, ruling.game)


def twisted(tree: Any, pool: Pool, chance: Random) -> Any:
    """A tree with some changes: one, and by chance one more, and again."""
    tree = changed(tree, pool, chance)
    while chance.random() < _SEVERAL:
        tree = changed(tree, pool, chance)
    return tree


def written(tree: Any, pool: Pool, chance: Random, least: int = 1) -> bytes:
    """A file with what a tree says, changed at least so often; by chance its bytes are broken instead."""
    import tomli_w

    raw = chance.random() < _RAW
    found = twisted(tree, pool, chance) if least and not raw else tree
    try:
        text = tomli_w.dumps(found if isinstance(found, dict) else {"game": found})
    except (TypeError, RecursionError, ValueError):  # TOML cannot say it, or its writer goes too deep
        text, raw = "game = 1\n" + "[" * chance.choice((10, 1000, 100_000)), True
    return broken(text, chance) if raw else text.encode("utf-8", "replace")


def asked(file: Path, seed: dict[str, Any], chance: Random) -> list[str]:
    """The command that reads it: a ruling mostly, else one of those that ask of it."""
    kind = chance.random()
    path = str(file)
    if kind < 0.78:
        return ["run", path, *options(chance)]
    if kind < 0.85:
        return [
            "test",
            path,
            "--no-cache",
            "--jobs",
            "1",
            "--format",
            chance.choice(("text", "json", "sarif", "junit")),
        ]
    if kind < 0.90:
        return ["migrate", path]
    card = chance.choice(list(seed.get("cards") or {"x": 1}))
    if kind < 0.95:
        return [
            "why",
            path,
            chance.choice(("winner", "A.life", "B.hand", card, f"{card}.atk", "A", "turn", "")),
        ]
    if kind < 0.98:
        question = chance.choice((f"A: activate {card}", f"B: attack {card}", card, "pass", ": x"))
        return ["why-not", path, question]
    return ["explore", path, "--limit", "40"]


def options(chance: Random) -> list[str]:
    """How the ruling is to be shown."""
    found = [
        [],
        [],
        [],
        ["--format", "json"],
        ["--as", "A"],
        ["--as", "B", "--format", "json"],
        ["--all"],
        ["--lenient"],
    ]
    return chance.choice(found)
