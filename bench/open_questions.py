"""`python -m bench.open_questions > docs/open-questions.md`: what each book leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.games import GAMES
from judge.rulebook.load import load_rulebook
from judge.rulebook.open_matters import OpenMatter, open_matters

INTRODUCTION = """# What the books leave open

Made from the rulebooks by `make docs`. Where a book is silent or contradicts itself, its rulebook declares
what may be meant. A *reading* can be played each way: a fixture takes another side with
`readings = { NAME = "…" }`, a command with `--reading NAME=…`, and a ruling that touches it tells what
would come of the others. A *question* is played one way, and told by the rulings that it bears on. What is
*left without either* no ruling tells; why not stands beside it.

"""
TITLES = {
    "reading": "Readings: every side can be played",
    "question": "Questions: one side is played",
    "left": "Left without either",
}


def count(matters: Sequence[OpenMatter], kind: str) -> int:
    """How many matters are of a kind."""
    return sum(one.kind == kind for one in matters)


def overview(found: dict[str, list[OpenMatter]]) -> Iterator[str]:
    """How much each book leaves open."""
    yield f"| game | {' | '.join(TITLES)} |\n|{'---|' * (len(TITLES) + 1)}\n"
    for game, matters in found.items():
        yield f"| {game} | {' | '.join(str(count(matters, kind)) for kind in TITLES)} |\n"


def of_game(title: str, matters: Sequence[OpenMatter]) -> Iterator[str]:
    """What one book leaves open, by its kinds."""
    yield f"\n## {title}\n"
    for kind, head in TITLES.items():
        if count(matters, kind):
            yield f"\n### {head}\n\n"
            yield from (told(one) for one in matters if one.kind == kind)


def told(one: OpenMatter) -> str:
    """A matter with its articles, how it is taken, the other sides, and why."""
    name = f"**{one.name}**: " if one.name else ""
    rows = [f"Taken: {one.taken}"] if one.taken else []
    rows += [f"Or: {side}" for side in one.other]
    lines = [f"- {name}{one.question} ({', '.join(one.articles)})", *rows, f"Why: {one.why}"]
    return "\n  - ".join(lines) + "\n"


def page() -> str:
    """The whole page."""
    books = {game: load_rulebook(game).tables for game in GAMES}
    found = {game: list(open_matters(tables)) for game, tables in books.items()}
    parts = [INTRODUCTION, *overview(found)]
    for game, tables in books.items():
        parts += of_game(tables["title"], found[game])
    return "".join(parts)


if __name__ == "__main__":
    print(page(), end="")
