"""Where the Python of a game names articles: texts that are an id and nothing else."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from judge.errors import BadInput, Problem
from judge.renumbering.citations import LOOSE, Citation
from judge.text.plain import Plain


def literals(text: str, file: str) -> Iterator[Citation]:
    """Every plain text of a module that is one word. Raises BadInput for what is no Python."""
    starts = [0, *(one.end() for one in re.finditer("\n", text))]
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.STRING and token.string[0] in "\"'" and token.string[:3] not in LONG:
                start = starts[token.start[0] - 1] + token.start[1] + 1
                id_ = value_of(token.string)
                if id_ and token.string[1:-1] == id_:
                    yield Citation(start, start + len(id_), id_, LOOSE)
    except (SyntaxError, tokenize.TokenError) as error:
        raise BadInput([Problem(file, 0, 0, "", "", f"this is no Python: {error}")]) from None


LONG = ('"""', "'''")


def value_of(literal: str) -> str:
    """What a literal says, where it is one word."""
    value: Plain = ast.literal_eval(literal)
    return value if isinstance(value, str) and value and " " not in value else ""
