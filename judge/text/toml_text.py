"""Plain data as TOML that a person would write: short tables on one line, long ones a line for each key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from judge.text.edits import quoted
from judge.text.plain import Plain

WIDE: Final = 110  # characters of a line
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def document(data: Mapping[str, Plain], sections: tuple[str, ...], apart: tuple[str, ...] = ()) -> str:
    """A whole text: what stands under `sections` as tables with a line for each key, tables in those of
    `apart` under dotted keys; everything else on a line.
    """
    head = [line for key, value in data.items() if key not in sections for line in pair(key, value)]
    blocks = ["\n".join(head)]
    for name in sections:
        if name in data:
            blocks.append("\n".join(section(name, data[name], name in apart)))
    return "\n\n".join(blocks) + "\n"


def section(name: str, table: Mapping[str, Plain], dotted: bool) -> Iterator[str]:
    """A table under its heading; what is too long for a line comes as a table of its own after it."""
    yield f"[{name}]"
    late: list[tuple[str, Mapping[str, Plain]]] = []
    for key, value in table.items():
        if isinstance(value, Mapping) and dotted and len(key) == 1:
            yield from (
                line for inner, one in value.items() for line in pair(f"{key}.{bare(inner)}", one, True)
            )
        elif isinstance(value, Mapping) and value and len(f"{bare(key)} = {inline(value)}") > WIDE:
            late.append((f"{name}.{bare(key)}", value))
        else:
            yield from pair(key, value)
    for where, value in late:
        yield ""
        yield from section(where, value, False)


def pair(key: str, value: Plain, written: bool = False) -> Iterator[str]:
    """A key with its value; a list that is too long for a line has one for each element."""
    name = key if written else bare(key)
    line = f"{name} = {inline(value)}"
    if len(line) <= WIDE or not isinstance(value, (list, tuple)):
        yield line
        return
    yield f"{name} = ["
    yield from (f"    {inline(one)}," for one in value)
    yield "]"


def inline(value: Plain, quote: Callable[[str], str] = quoted) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        rows = (f"{bare(str(key), quote)} = {inline(one, quote)}" for key, one in value.items())
        return f"{{ {', '.join(rows)} }}" if value else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(inline(one, quote) for one in value)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return quote(value) if isinstance(value, str) else str(value)


def bare(key: str, quote: Callable[[str], str] = quoted) -> str:
    """A key, in quotes where TOML needs them."""
    return key if _BARE.fullmatch(key) else quote(key)


def show(value: Plain) -> str:
    """What a message has found, as it stands in the file but in single quotes, shortened."""
    text = inline(value, repr)
    return text if len(text) <= 60 else text[:57] + "..."
