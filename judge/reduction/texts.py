"""The text of a fixture after it was cut: what stays keeps its place and its comments."""

from __future__ import annotations

from judge.errors import BadInput
from judge.fixture.written import written_out
from judge.reduction.parts import State, edits, remaining
from judge.text.edits import cut, rewritten
from judge.text.source import KeyPath, Source
from judge.text.toml_text import inline


def text_of(source: Source, state: State) -> Source:
    """The fixture as a state leaves it: edited in place; written anew where its layout cannot be kept."""
    wanted = remaining(source.data, state)
    try:
        edited = source
        for path, new in sorted(edits(source.data, state), key=lambda one: order(one[0]), reverse=True):
            edited = cut(edited, path) if new is None else rewritten(edited, path, inline(new))
        if edited.data == wanted:
            return edited
    except (KeyError, BadInput):  # it is written as no edit could keep it
        pass
    return written_out(wanted, source.file)


def order(path: KeyPath) -> tuple[tuple[int, str], ...]:
    """The elements of a list in their order, so that those before one keep their places."""
    return tuple((one, "") if isinstance(one, int) else (0, one) for one in path)
