"""Plain data as TOML that a person would write, and parts of a TOML text changed in place: what stands around
them stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from judge.text.plain import Json
from judge.text.source import KeyPath, Source, parse_source
from judge.text.visible import BIDI, CONTROL

# --- parts of a TOML text changed in place: what stands around them, comments too, stays as it is ------
# Patterns are compiled where they are used: most commands only show a value.
_AFTER: Final = r"[ \t]*,[ \t]*"
_BEFORE: Final = r",[ \t]*\Z"
_ALONE: Final = r"[\[{][ \t]*\Z"  # an opening bracket with nothing behind it
_OWN_LINE: Final = r"[ \t]*"  # before the first thing of a line
_ENDED: Final = r"[ \t]*,?[ \t]*(?:#[^\n]*)?\r?\n"  # behind the only one
_STEERING: Final = f"[{CONTROL}{BIDI}\\u2028\\u2029]"
_PLAIN: Final = f'[^{CONTROL}{BIDI}\\u2028\\u2029"\\\\]*'


def replaced(source: Source, path: KeyPath, new: str) -> Source:
    """The text with another string at `path`. Raises KeyError where no value stands there."""
    start, end = source.span(path)
    return parse_source(source.text[:start] + quoted(new) + source.text[end:], source.file)


def rewritten(source: Source, path: KeyPath, toml: str) -> Source:
    """The text with another value at `path`, as TOML has it. Raises KeyError where no value stands there."""
    start, end = source.value_extent(path)
    return parse_source(source.text[:start] + toml + source.text[end:], source.file)


def removed(source: Source, path: KeyPath) -> Source:
    """The text without one element of a list, or one key of an inline table, its comma, and its line where
    nothing else stands on it.

    Raises KeyError where no such thing stands there.
    """
    text = source.text
    start, end = source.extent(path)
    after = re.compile(_AFTER).match(text, end)
    if after is not None:
        end = after.end()
    else:  # the last of its list: the comma before it would do no harm, but for how it looks
        before = re.search(_BEFORE, text[:start])
        start = before.start() if before is not None else start
    alone = re.search(_ALONE, text[:start]) if before_closing(text, end) else None
    if alone is not None:  # nothing is left: no blanks between the brackets
        return parse_source(text[: alone.start() + 1] + text[end:].lstrip(), source.file)
    return parse_source("".join(without(text, start, end)), source.file)


def before_closing(text: str, at: int) -> bool:
    """Does a bracket close here?"""
    return text[at:].lstrip()[:1] in ("]", "}")


def without(text: str, start: int, end: int) -> tuple[str, str]:
    """The text before and behind a removed part; a line that would be left empty is removed too."""
    begin, over = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    over = len(text) if over < 0 else over
    if not (text[begin:start] + text[end:over]).strip():
        start, end = begin, min(over + 1, len(text))
    elif text[end:over].strip(" \t\r") == "":  # the last on its line: no blanks at the line's end
        kept = text[:start].rstrip(" \t")
        start, end = len(kept), end + len(text[end:over]) - len(text[end:over].lstrip(" \t"))
    return text[:start], text[end:]


def cut(source: Source, path: KeyPath) -> Source:
    """The text without what stands at `path`, wherever parts of it are written: an element, a key, a table
    with its heading. Comments on lines of their own stay, those beside it go.

    Raises KeyError where nothing stands there.
    """
    statements, text = source.statements(path), source.text
    if not statements:
        start, end = source.extent(path)
        line = re.compile(_OWN_LINE).match(text, text.rfind("\n", 0, start) + 1)
        if line is None or line.end() != start or not re.compile(_ENDED).match(text, end):
            return removed(source, path)
        return parse_source(text[: line.start()] + text[text.find("\n", end) + 1 :], source.file)
    for statement in reversed(statements):
        text = without_lines(text, statement.start, statement.end)
    return parse_source(text, source.file)


def without_lines(text: str, start: int, end: int) -> str:
    """The text without the lines of a statement, and without a second empty line where it stood."""
    begin, over = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    before, behind = text[:begin], text[over + 1 :] if over >= 0 else ""
    if not before.strip() or before.endswith("\n\n"):
        behind = behind.lstrip("\n")
    return before + behind


def quoted(text: str) -> str:
    """A string as TOML writes it."""
    if re.fullmatch(_PLAIN, text):
        return f'"{text}"'
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(_STEERING, lambda match: f"\\u{ord(match[0]):04x}", escaped) + '"'


WIDE: Final = 110  # characters of a line
_BARE: Final = r"[A-Za-z0-9_-]+"


def document(data: Mapping[str, Json], sections: tuple[str, ...], apart: tuple[str, ...] = ()) -> str:
    """A whole text: what stands under `sections` as tables with a line for each key, tables in those of
    `apart` under dotted keys; everything else on a line.
    """
    head = [line for key, value in data.items() if key not in sections for line in pair(key, value)]
    blocks = ["\n".join(head)]
    for name in sections:
        if name in data:
            blocks.append("\n".join(section(name, data[name], name in apart)))
    return "\n\n".join(blocks) + "\n"


def section(name: str, table: Mapping[str, Json], dotted: bool) -> Iterator[str]:
    """A table under its heading; what is too long for a line comes as a table of its own after it."""
    yield f"[{name}]"
    late: list[tuple[str, Mapping[str, Json]]] = []
    for key, value in table.items():
        if isinstance(value, Mapping) and dotted and len(key) == 1:
            yield from (
                line for inner, cell in value.items() for line in pair(f"{key}.{bare(inner)}", cell, True)
            )
        elif isinstance(value, Mapping) and value and len(f"{bare(key)} = {inline(value)}") > WIDE:
            late.append((f"{name}.{bare(key)}", value))
        else:
            yield from pair(key, value)
    for where, value in late:
        yield ""
        yield from section(where, value, False)


def pair(key: str, value: object, written: bool = False) -> Iterator[str]:
    """A key with its value; a list that is too long for a line has one for each element."""
    name = key if written else bare(key)
    line = f"{name} = {inline(value)}"
    if len(line) <= WIDE or not isinstance(value, (list, tuple)):
        yield line
        return
    yield f"{name} = ["
    yield from (f"    {inline(part)}," for part in value)
    yield "]"


def inline(value: object, quote: Callable[[str], str] = quoted) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        rows = (f"{bare(str(key), quote)} = {inline(inner, quote)}" for key, inner in value.items())
        return f"{{ {', '.join(rows)} }}" if value else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(inline(part, quote) for part in value)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return quote(value) if isinstance(value, str) else str(value)


def bare(key: str, quote: Callable[[str], str] = quoted) -> str:
    """A key, in quotes where TOML needs them."""
    return key if re.fullmatch(_BARE, key) else quote(key)


def show(value: object) -> str:
    """A value in a message, as it is written in the file but in single quotes, shortened."""
    text = inline(value, repr)
    return text if len(text) <= 60 else text[:57] + "..."
