"""Decks as TOML and JSON: nothing is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

import tomli_w

from judge.decks.deck import ABOUT, Deck, Line
from judge.decks.formats.json_deck import SCHEMA
from judge.decks.formats.toml_deck import PLAIN_NUMBER, RESERVED, UNDER_NO_HEADING
from judge.decks.formats.written import Written, runs
from judge.text.plain import Fields, Plain
from judge.text.visible import BIDI, CONTROL, escaped_json

# Words that no game reads as a number: beside plain numbers, only these stand alone as keys.
_NAME: Final = re.compile(r"(?=.*[a-z])[^\W\d_][^\W\d_]*(?:[ '\u2019,.!:-]+[^\W\d_]+)*[.!]?")
_ESCAPED: Final = re.compile(f'["\\\\{CONTROL}{BIDI}\u2028\u2029]')
_SHORT: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_BARE: Final = re.compile("[A-Za-z0-9_-]+")


def json_of(deck: Deck) -> Written:
    """The deck as our own JSON."""
    data: dict[str, object] = {"schema": SCHEMA}
    data |= {what: getattr(deck, what) for what in ABOUT if getattr(deck, what)}
    sections = [
        _section(section, lines) for section, lines in groupby(deck.lines, key=lambda line: line.section)
    ]
    data["sections"] = sections + [_section(section, ()) for section in _empty(deck)]
    data |= {what: getattr(deck, what) for what in ("cards", "limits", "expect") if getattr(deck, what)}
    return Written(escaped_json(json.dumps(data, indent=2, ensure_ascii=False)) + "\n", ())


def _section(section: str, lines: Iterable[Line]) -> dict[str, object]:
    return {"section": section, "cards": [_card(line) for line in lines]}


def _card(line: Line) -> dict[str, Plain]:
    return {
        "count": line.count,
        **{key: said for key, said in (("card", line.card), ("name", line.name)) if said},
    }


def _empty(deck: Deck) -> list[str]:
    """The sections that have a heading and no card."""
    used = {line.section for line in deck.lines}
    return [section for section in deck.headings if section not in used]


def toml_of(deck: Deck) -> Written:
    """The deck as TOML: a table of counts for each section where it can be one, else a list of cards."""
    about = {what: getattr(deck, what) for what in ABOUT if getattr(deck, what)}
    tables = {key: table for key, table in (("cards", deck.cards), ("expect", deck.expect)) if table}
    if deck.limits:
        tables["limits" if deck.list else "list"] = deck.limits
    blocks = ["".join(f"{key} = {_quoted(said)}\n" for key, said in about.items())]
    blocks += _sections(deck)
    blocks.append(escaped_json(tomli_w.dumps(tables, multiline_strings=False)))
    return Written("\n".join(block for block in blocks if block), ())


def _sections(deck: Deck) -> list[str]:
    order = runs(deck)
    own_keys = len(set(order)) == len(order) and not set(RESERVED) & {*order, *deck.headings}
    if not own_keys:
        empty = (f"  {{ section = {_quoted(section)} }},\n" for section in _empty(deck))
        rows = [*(f"  {_row(line, deck, True)},\n" for line in deck.lines), *empty]
        return [f"{UNDER_NO_HEADING} = [\n{''.join(rows)}]\n"]
    parts: dict[str, list[Line]] = {section: [] for section in (*order, *_empty(deck))}
    for line in deck.lines:
        parts[line.section].append(line)
    if all(_is_table(section, lines, deck) for section, lines in parts.items()):
        return [_table(section, lines) for section, lines in parts.items()]
    return [_list(section or UNDER_NO_HEADING, lines, deck) for section, lines in parts.items()]


def _is_table(section: str, lines: list[Line], deck: Deck) -> bool:
    """Whether cards can be the keys of a table: each once, and read again as what it is."""
    keys = [line.card or line.name for line in lines]
    clear = all(
        line.name if line.card else _is_name(line.name, deck) for line in lines if not _is_number(line, deck)
    )
    return len(set(keys)) == len(keys) and clear and all(keys)


def _is_number(line: Line, deck: Deck) -> bool:
    return not line.name and (line.card in deck.cards or bool(PLAIN_NUMBER.fullmatch(line.card)))


def _is_name(name: str, deck: Deck) -> bool:
    return name not in deck.cards and len(name) <= 60 and bool(_NAME.fullmatch(name))


def _table(section: str, lines: Iterable[Line]) -> str:
    rows = [f"{_key(line.card or line.name)} = {_copies(line)}\n" for line in lines]
    return f"[{_key(section or UNDER_NO_HEADING)}]\n" + "".join(rows)


def _copies(line: Line) -> str:
    both = line.card and line.name
    return f"{{ count = {line.count}, name = {_quoted(line.name)} }}" if both else str(line.count)


def _list(section: str, lines: Iterable[Line], deck: Deck) -> str:
    rows = [f"  {_row(line, deck, False)},\n" for line in lines]
    return f"{_key(section)} = [\n{''.join(rows)}]\n" if rows else f"{_key(section)} = []\n"


def _row(line: Line, deck: Deck, named: bool) -> str:
    if not named and not line.name and PLAIN_NUMBER.fullmatch(line.card):
        return _quoted(f"{line.count} {line.card}")
    fields: Fields = {
        **_card(line),
        **({"section": line.section} if named and line.section else {}),
    }
    said = (f"{key} = {value if isinstance(value, int) else _quoted(value)}" for key, value in fields.items())
    return f"{{ {', '.join(said)} }}"


def _key(word: str) -> str:
    return word if _BARE.fullmatch(word) else _quoted(word)


def _quoted(text: str) -> str:
    """Text as a TOML string on one line."""
    escaped = _ESCAPED.sub(lambda found: _SHORT.get(found[0], f"\\u{ord(found[0]):04x}"), text)
    return f'"{escaped}"'
