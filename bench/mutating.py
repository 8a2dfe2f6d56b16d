"""Small faults made on purpose: where the engine, the games and their tables can be wrong by a hair, and how
to make them so.

A mutant has a name that survives changes elsewhere: its file, the function or table, what is done, and the
how-manieth of its kind there.
"""

from __future__ import annotations

import ast
import copy
import functools
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench import HOME

PYTHON: Final = ("judge/engine/**/*.py", "judge/games/**/*.py")
TABLES: Final = (
    "rulebooks/dbs/*.toml",
    "rulebooks/ygo/*.toml",
    "rulebooks/postures/*.toml",
    "rulebooks/victory-spark/*.toml",
    "rulebooks/tdg/*.toml",
    "rulebooks/*/versions/*.toml",
)
LEFT: Final = (
    "articles.toml",
    "cards.toml",
    "deck.toml",
    "new.toml",
    "editions.toml",
    "known.toml",
)  # not what games are played by
SILENT: Final = (
    "behind",
    "title",
    "why",
    "says",
    "question",
    "renumber",
    "article",
    "source",
)  # words, and what stands behind articles
SMALL: Final = 12  # greater numbers are bounds for runaway games

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
WORDS: Final = {
    "me": "opponent",
    "opponent": "me",
    "active": "non-active",
    "non-active": "active",
    "all": "owner",
    "owner": "all",
    "top": "bottom",
    "bottom": "top",
    "same": "alternate",
    "alternate": "same",
    "left": "arrived",
    "arrived": "left",
}
ORDERED: Final = {"sorted": "reversed order", "min": "max", "max": "min"}


class Mutant(NamedTuple):
    """A fault: the file, where in it, its kind, its number among those of its kind there,
    and what becomes what.
    """

    file: str
    where: str
    kind: str
    number: int
    change: str

    @property
    def name(self) -> str:
        """What tests/mutants.toml calls it."""
        return f"{self.file} {self.where} {self.kind} {self.number}"


Made = tuple[Mutant, Callable[[], Any]]  # with it what makes the tree or the tables that have it


def every() -> Iterator[Mutant]:
    """All mutants of the package, file by file."""
    for path in files():
        yield from (mutant for mutant, _ in made(path))


def files() -> list[Path]:
    """The files that are mutated."""
    found = [one for pattern in (*PYTHON, *TABLES) for one in sorted(HOME.glob(pattern))]
    return [
        one
        for one in found
        if one.name not in LEFT and not one.name.startswith("phrases") and one.name != "__init__.py"
    ]


@functools.cache
def made(path: Path) -> tuple[Made, ...]:
    """The mutants of one file, each with what makes it: a syntax tree, or tables."""
    return tuple(found_in(path))


def found_in(path: Path) -> Iterator[Made]:
    """The same, as they are found."""
    name = str(path.relative_to(HOME))
    text = path.read_text(encoding="utf-8")
    found = of_code(ast.parse(text)) if path.suffix == ".py" else of_tables(tomllib.loads(text))
    counts: Counter[tuple[str, str]] = Counter()
    for where, kind, change, make in found:
        counts[where, kind] += 1
        yield Mutant(name, where, kind, counts[where, kind], change), make


Found = tuple[str, str, str, Callable[[], Any]]


# --- code --------------------------------------------------------------------------------------------
def of_code(tree: ast.Module) -> Iterator[Found]:
    """The mutants of a module, function by function."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for node in within(function):
            for kind, change, edit in edits(node):
                yield (
                    function.name,
                    kind,
                    f"{ast.unparse(node)[:70]} → {change[:70]}",
                    lambda node=node, edit=edit: edited(tree, node, edit),
                )


def within(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function's own body, those of functions in it left out, as are annotations."""
    left: list[ast.AST] = list(function.body)
    while left:
        node = left.pop(0)
        if isinstance(node, ast.FunctionDef):
            continue
        yield node
        left[:0] = [
            one
            for field, value in ast.iter_fields(node)
            if field != "annotation"
            for one in (value if isinstance(value, list) else [value])
            if isinstance(one, ast.AST)
        ]


Edit = Callable[[Any], ast.AST]


def edits(node: ast.AST) -> Iterator[tuple[str, str, Edit]]:
    """What can be wrong by a hair at a node: kind, what it becomes, and how."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        other = COMPARED[type(node.ops[0])]()
        yield (
            "compare",
            ast.unparse(ast.Compare(node.left, [other], node.comparators)),
            lambda one: ast.Compare(one.left, [other], one.comparators),
        )
    elif isinstance(node, ast.BoolOp):
        swapped = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield (
            "and-or",
            ast.unparse(ast.BoolOp(swapped, node.values)),
            lambda one: ast.BoolOp(swapped, one.values),
        )
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", ast.unparse(node.operand), lambda one: one.operand
    elif isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) <= SMALL:
        yield "number", str(node.value + 1), lambda one: ast.Constant(one.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "flag", str(not node.value), lambda one: ast.Constant(not one.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in WORDS:
        yield "word", repr(WORDS[node.value]), lambda one: ast.Constant(WORDS[one.value])
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ORDERED:
        yield "order", ORDERED[node.func.id], reordered
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "call", "nothing", lambda one: ast.Pass()


def reordered(node: ast.Call) -> ast.AST:
    """The other way round: the last first, the greatest for the smallest."""
    assert isinstance(node.func, ast.Name)
    if node.func.id == "sorted":
        return ast.Call(
            node.func,
            node.args,
            [
                *(one for one in node.keywords if one.arg != "reverse"),
                ast.keyword("reverse", ast.Constant(True)),
            ],
        )
    return ast.Call(ast.Name(ORDERED[node.func.id], ast.Load()), node.args, node.keywords)


def edited(tree: ast.Module, node: ast.AST, edit: Edit) -> ast.Module:
    """The module with one node changed."""

    class Editor(ast.NodeTransformer):
        def visit(self, one: ast.AST) -> ast.AST:
            return edit(one) if one is node else self.generic_visit(one)

    spare = [
        (parent, field, value[:] if isinstance(value, list) else value)
        for parent in ast.walk(tree)
        for field, value in ast.iter_fields(parent)
    ]
    new = copy.deepcopy(ast.fix_missing_locations(Editor().visit(tree)))
    for parent, field, value in spare:  # the tree is used again
        setattr(parent, field, value)
    return new


# --- tables ------------------------------------------------------------------------------------------
def of_tables(tables: dict[str, Any]) -> Iterator[Found]:
    """The mutants of a file of tables: a number, a switch, a word, an entry or a step that is missing."""
    for path, value in leaves(tables, ()):
        where = ".".join(str(one) for one in path[:3] if not isinstance(one, int))
        for kind, change, new in table_edits(path, value):
            shown = f"{'.'.join(map(str, path))} = {value!r}"
            yield where, kind, f"{shown[:90]} → {change}", lambda path=path, new=new: put(tables, path, new)


def leaves(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value of the tables that says how games go, and every list."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key not in SILENT:
                yield from leaves(one, (*path, key))
        return
    yield path, value
    if isinstance(value, list):
        for at, one in enumerate(value):
            yield from leaves(one, (*path, at))


GONE: Final = object()


def table_edits(path: tuple[Any, ...], value: Any) -> Iterator[tuple[str, str, Any]]:
    """What can be wrong by a hair at a value of a table."""
    if type(value) is bool:
        yield "flag", str(not value).lower(), not value
    elif type(value) is int and abs(value) <= SMALL:
        yield "number", str(value + 1), value + 1
    elif isinstance(value, str) and value in WORDS and path[-1] not in ("name",):
        yield "word", WORDS[value], WORDS[value]
    elif isinstance(value, list) and len(value) > 1 and path[-1] != "articles":
        for at in range(len(value)):
            yield (
                "entry",
                f"without its entry {at}",
                [one for number, one in enumerate(value) if number != at],
            )


def put(tables: dict[str, Any], path: tuple[Any, ...], new: Any) -> dict[str, Any]:
    """A copy of the tables with another value at a path."""
    found = copy.deepcopy(tables)
    inner: Any = found
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = new
    return found
