"""The code of a game: no more than a bar, and every module says why it is code and no data."""

from __future__ import annotations

import ast
import os
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.games import page

GAMES = Path(__file__).parent.parent / "judge" / "games"
# Lines of code that a game has beside its tables: a bar comes down, and goes up only for a rule of its book
# that was not played or a reason that was not told.
BARS = {"dbs": 737, "postures": 624, "tdg": 916, "victory_spark": 520, "ygo": 3_120}
EXPLAINED = ("tdg", "victory_spark")
FILES = [path for game in EXPLAINED for path in sorted((GAMES / game).glob("*.py"))]
SILENT = frozenset(
    (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
     tokenize.ENCODING, tokenize.ENDMARKER)
)  # fmt: skip


def docstrings(tree: ast.Module) -> Iterator[int]:
    """The lines of docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            first = node.body[0]
            yield from range(first.lineno, (first.end_lineno or 0) + 1)


def code_lines(path: Path) -> int:
    """How many lines of a file hold code: no blank line, comment, docstring or import; what is imported from
    where is the house's business, not the game's.
    """
    with path.open("rb") as file:
        tokens = [one for one in tokenize.tokenize(file.readline) if one.type not in SILENT]
    lines = {line for one in tokens for line in range(one.start[0], one.end[0] + 1)}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return len(lines - set(docstrings(tree)) - set(imports(tree)))


def imports(tree: ast.Module) -> Iterator[int]:
    """The lines of imports."""
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from range(node.lineno, (node.end_lineno or 0) + 1)


@pytest.mark.parametrize("game", sorted(BARS))
def test_a_game_is_mostly_data(game: str) -> None:
    """What can be said in a table is said there. The lines that a game tells are declared, and no code."""
    assert (
        sum(map(code_lines, (one for one in (GAMES / game).glob("*.py") if one.stem != "registry")))
        <= BARS[game]
    )


@pytest.mark.skipif("JUDGE_COMPILED" in os.environ, reason="machine code has no docstrings")
def test_the_page_says_what_is_shared() -> None:
    """docs/games.md is made from the rulebooks and the code: `make docs`."""
    assert (GAMES.parent.parent / "docs" / "games.md").read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("path", FILES, ids=[f"{one.parent.name}.{one.stem}" for one in FILES])
def test_a_module_says_why_it_is_code(path: Path) -> None:
    """A reason at its head, for whoever would move it to the tables."""
    assert "Code because" in (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "")


def test_only_code_is_counted(tmp_path: Path) -> None:
    """Blank lines, comments and docstrings are not; every line of a statement or a text is."""
    path = tmp_path / "some.py"
    said = '"""One.\n\nTwo.\n"""\n\n# three\n'
    path.write_text(said + 'X = (\n    1,\n)\n\n\ndef f():\n    """Four."""\n    return """a\nb"""\n')
    assert code_lines(path) == 6
