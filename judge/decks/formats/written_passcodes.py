"""Decks as `.ydk` and `ydke://`: formats that know passcodes only."""

from __future__ import annotations

import base64
import struct
from collections import Counter
from collections.abc import Callable
from typing import Final

from judge.decks.deck import Deck, Line
from judge.decks.formats.draft import PASSCODES, passcode_of, shown
from judge.decks.formats.list_line import quoted, unwrapped
from judge.decks.formats.paste import is_as_seen
from judge.decks.formats.written import Losses, Written
from judge.decks.speech import cards, phrased
from judge.errors import BadInput, Problem

_MARKS: Final = {"main": "#main", "extra": "#extra", "side": "!side"}
_ELSE: Final = "main"  # where a card goes that has no part of these


def ydk_of(deck: Deck, passcode: Callable[[Line], str], part: Callable[[str], str]) -> Written:
    """The deck as `.ydk`, each name as a comment above its passcodes. Raises BadInput without passcodes."""
    losses = Losses()
    parts = _parted(deck, passcode, part, losses)
    losses.unsaid(deck, ("player",))
    rows = [f"#created by {losses.one_line(deck.player, 'text')}"] if deck.player else []
    headed = {_part(section, part) for section in deck.headings} | {
        _part(one.section, part) for one in deck.lines
    }
    # Without #extra, clients sort the cards themselves: that is what a card without a section asks for.
    marks = {"main": True, "extra": bool(headed & {"main", "extra"}), "side": "side" in headed}
    unsorted = sum(1 for line, _ in parts["main"] if not line.section) if marks["extra"] else 0
    losses.many(unsorted, "lost.unsorted")
    for word, mark in _MARKS.items():
        if marks[word]:
            rows += [mark, *_codes(parts[word], part, losses)]
    return losses.written("\n".join(rows) + "\n")


def ydke_of(deck: Deck, passcode: Callable[[Line], str], part: Callable[[str], str]) -> Written:
    """The deck as a `ydke://` link. Raises BadInput without passcodes."""
    losses = Losses()
    parts = _parted(deck, passcode, part, losses)
    losses.unsaid(deck, ())
    named = sum(1 for line in deck.lines if line.name)
    losses.many(named, "lost.names")
    blobs = []
    for word in _MARKS:
        codes = [int(code) for line, code in parts[word] for _ in range(line.count)]
        blobs.append(base64.b64encode(struct.pack(f"<{len(codes)}I", *codes)).decode("ascii"))
    return losses.written(f"ydke://{'!'.join(blobs)}!\n")


def _part(section: str, part: Callable[[str], str]) -> str:
    """Which of the three parts a section is; "" for no section, "?" for one that has no place there."""
    word = part(section) if section else ""
    if not section:
        return ""
    return word if word in _MARKS else "main" if word in ("deck", "leader") else "?"


def _parted(
    deck: Deck, passcode: Callable[[Line], str], part: Callable[[str], str], losses: Losses
) -> dict[str, list[tuple[Line, str]]]:
    """The lines of each part with their passcodes. Raises BadInput naming every line that has none."""
    parts: dict[str, list[tuple[Line, str]]] = {word: [] for word in _MARKS}
    left: Counter[str] = Counter()
    problems = []
    for line in deck.lines:
        word = _part(line.section, part)
        if word == "?":
            left[line.section] += line.count
        elif passcode_of(code := passcode(line)):
            parts[word or _ELSE].append((line, code))
        else:
            problems.append(_no_passcode(deck, line, code))
    if problems:
        raise BadInput(problems)
    for section, count in left.items():
        losses.add(phrased("lost.under", cards=cards(count), section=section))
    return parts


def _no_passcode(deck: Deck, line: Line, code: str) -> Problem:
    message = phrased("read.is-no-passcode", code=code) if code else phrased("read.no-passcode-known")
    found = shown(line.card or line.name)
    return Problem(deck.file, line.line, line.column, "", "", message, PASSCODES, found)


def _codes(lines: list[tuple[Line, str]], part: Callable[[str], str], losses: Losses) -> list[str]:
    """One row for each copy. A name stands above its copies; "#" ends it where the next card has none."""
    rows: list[str] = []
    above, named = ("", ""), False
    for line, code in lines:
        name = _commented(losses.one_line(line.name, "name"), losses)
        if (code, name) != above:
            if name and not part(name.lower()):
                rows.append(f"# {name}")
            elif named:
                rows.append("#")
            above, named = (code, name), bool(name)
        # A name that is a heading too would be read as a comment about a group of cards.
        after = f" # {name}" if name and part(name.lower()) else ""
        rows += [f"{code}{after}"] * line.count
    return rows


def _commented(name: str, losses: Losses) -> str:
    """A name as a comment has it: in quotes where it would be read as marks of a page, or as quoted."""
    plain = not name or (is_as_seen(f"# {name}") and unwrapped(name) == name)
    return name if plain else losses.quoted(name, quoted)
