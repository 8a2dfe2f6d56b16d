"""Texts in Python code: which names the code calls, and which articles it cites."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from judge.text.source import read_text, refuse

_REGISTERS: Final = ("step", "offer", "interrupt", "verb", "check", "cost")

WINDOW: Final = "window:"  # so begins the procedure that the engine runs for a window
Strings = Iterator[tuple[int, str, str]]  # line, text, what stands there


def code_strings(text: str) -> Strings:
    """The strings of a Python module, each with the function that they stand in or are registered for."""
    yield from _strings_in(ast.parse(text), "")


def strings_of_code(path: Path) -> Strings:
    """The strings of a Python file, each with the function that they stand in or are registered for. Raises
    BadInput for one that cannot be read or is no Python.
    """
    text = read_text(path, what="a module of Python")
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last of what is nested too deeply
        refuse(str(path), "this is no Python")
    yield from _strings_in(tree, "")


def _strings_in(node: ast.AST, where: str) -> Strings:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.lineno, child.value, where
        elif isinstance(child, ast.FunctionDef):
            for call in child.decorator_list:
                yield from _strings_in(call, f"{_register(call)}{child.name}")
            for inner in (child.args, *child.body):
                yield from _strings_in(inner, f"in {child.name}")
        elif not isinstance(child, ast.JoinedStr):  # the parts of an f-string are no ids
            yield from _strings_in(child, where)


def _register(call: ast.expr) -> str:
    """The word under which a decorator registers a function: `step `, `offer `; "" for any other."""
    name = call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""
    return f"{name} " if name in _REGISTERS else ""


def code_files(module: str) -> list[Path]:
    """The source files of a game's module, or of all modules of its package; none for an unknown module, or
    one that is part of Python itself.
    """
    spec = find_spec(module) if module else None
    if spec is None or spec.origin is None or not spec.has_location:
        return []
    if spec.submodule_search_locations:
        return sorted(
            path for location in spec.submodule_search_locations for path in Path(location).rglob("*.py")
        )
    return [Path(spec.origin)]


def calls_in(text: str, functions: Collection[str]) -> Iterator[str]:
    """What a Python module gives to functions of these names: each text, and each that it puts together as a
    pattern of regular expressions.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and _name_of(node.func) in functions:
            for argument in node.args:
                yield from _patterns(argument)


def _name_of(function: ast.expr) -> str:
    """The last word of what is called."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _patterns(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.JoinedStr):
        parts = [piece.value if isinstance(piece, ast.Constant) else "" for piece in node.values]
        if "".join(map(str, parts)) not in (
            "",
            WINDOW,
        ):  # a name that a row has, and that is looked for there
            yield "".join(re.escape(str(part)) if part else ".+" for part in parts)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    else:
        for inner in ast.iter_child_nodes(node):
            yield from _patterns(inner)
