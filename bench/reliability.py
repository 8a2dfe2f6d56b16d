"""docs/reliability.md, from the runs that bench/reliability.toml lists: `python -m bench.reliability`.

A run is written down by hand from what `make fuzz`, `make soak` and `python -m bench.faults` printed: its
seed, so that it can be done again, and its figures.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any, Final

from bench import HOME

RUNS: Final = HOME / "bench" / "reliability.toml"


def page() -> Iterator[str]:
    """The page, line by line."""
    found: dict[str, Any] = tomllib.loads(RUNS.read_text(encoding="utf-8"))
    yield f"# Reliability\n\n{found['about'].strip()}\n"
    for title in ("hostile", "lists", "faults", "properties", "unseen", "play", "mutants"):
        table = found[title]
        yield f"## {table['title']}\n\n{table['about'].strip()}\n"
        yield from rows(table)


def rows(table: dict[str, Any]) -> Iterator[str]:
    """The runs of one kind, and their sums where they can be added up."""
    heads = table["columns"]
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join('---:' if at else '---' for at in range(len(heads)))}|"
    for run in table["runs"]:
        yield f"| {' | '.join(shown(one) for one in run)} |"
    if len(table["runs"]) > 1 and table.get("sums"):
        columns = list(zip(*table["runs"], strict=True))
        sums = [shown(sum(one)) if all(isinstance(n, int) for n in one) else "" for one in columns[1:]]
        yield f"| all | {' | '.join(sums)} |"
    yield ""


def shown(value: Any) -> str:
    """A number with its thousands apart."""
    return f"{value:,}" if isinstance(value, int) else str(value)


if __name__ == "__main__":
    print("\n".join(page()))
