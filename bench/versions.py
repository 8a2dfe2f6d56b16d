"""`make versions`: what each version that comes with a rulebook changes in the rulings, as `judge diff` finds
it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from typing import Any, Final

from bench import FIXTURES, HOME, startup

SHOWN: Final = 12  # patterns of a version, the most frequent first
HEAD: Final = """# What the versions change

Of each version that comes with a rulebook: all rulings of its game are played by the newest rules and by it (`judge diff GAME GAME@VERSION fixtures/GAME`, [docs/ci.md](ci.md)). A ruling that names a version itself is played by the two that are compared, as any other. Made by `make versions`.
"""  # noqa: E501


def versions() -> Iterator[tuple[str, str]]:
    """Every game with each of its versions."""
    for file in sorted((HOME / "rulebooks").glob("*/versions/*.toml")):
        yield file.parent.parent.name, file.stem


def compared(game: str, version: str) -> dict[str, Any]:
    """What `judge diff` finds. Raises RuntimeError where it finds nothing."""
    done = subprocess.run(
        [*startup.judge(), "diff", game, f"{game}@{version}", str(FIXTURES / game), "--format", "json"],
        env={**os.environ, "PYTHONPATH": str(HOME)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def of_version(game: str, version: str) -> Iterator[str]:
    """One version: how many rulings change how, where they part, and what was edited."""
    found = compared(game, version)
    about = tomllib.loads((HOME / "rulebooks" / game / "versions" / f"{version}.toml").read_text("utf-8"))
    counts = [f"{group} {count}" for group, count in found["counts"].items() if count]
    yield f"## {game} {version}\n\n{about['why']}\n"
    told = f"{found['changed']} change: {', '.join(counts) or 'none'}"
    yield f"{found['played']} rulings played by both, {told}.\n"
    yield from patterns(found["patterns"])
    yield from edited(found["edited"])


def patterns(found: list[dict[str, Any]]) -> Iterator[str]:
    """Where the rulings part, and by what, with one of them."""
    if not found:
        return
    most = sorted(found, key=lambda one: -one["count"])
    yield "| at | how | rulings | such as |\n|---|---|---:|---|"
    for one in most[:SHOWN]:
        how = f"{one['group']}: {one['pattern']}" if one["pattern"] else one["group"]
        yield f"| {one['article'] or '-'} | {how} | {one['count']} | {one['example']} |"
    left = most[SHOWN:]
    if left:
        yield f"| | {len(left)} more patterns | {sum(one['count'] for one in left)} | |"
    yield ""


def edited(found: list[dict[str, Any]]) -> Iterator[str]:
    """The articles that the version edits, and what they do in the rulings by the newest rules."""
    yield "| edited | | decides | acts | rulings part there | decided by it, unchanged |"
    yield "|---|---|---:|---:|---:|---:|"
    for one in found:
        name = one["article"] or "-"
        still = len(one["decides_unchanged"])
        yield f"| {name} | {one['title']} | {one['decides']} | {one['acts']} | {one['forks']} | {still} |"
    yield ""


def main() -> None:
    """Print the page."""
    print(HEAD)
    for game, version in versions():
        print(f"{game} {version}", file=sys.stderr)
        print("\n".join(of_version(game, version)))


if __name__ == "__main__":
    main()
