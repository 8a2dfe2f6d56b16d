"""Writing decks: a deck as text in one of the formats, and in words what that format cannot hold."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final

import tomli_w

from judge.decks.deck import ABOUT, Deck, Line
from judge.decks.formats.draft import PASSCODES, passcode_of, refusal, shown
from judge.decks.formats.json_deck import SCHEMA
from judge.decks.formats.list_line import guarded, quoted, unwrapped
from judge.decks.formats.paste import is_as_seen
from judge.decks.formats.table_rows import inert
from judge.decks.formats.toml_deck import PLAIN_NUMBER, RESERVED, UNDER_NO_HEADING
from judge.decks.speech import cards, phrased
from judge.errors import BadInput, Problem, nearest
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple
from judge.text.visible import BIDI, CONTROL, escaped_json

# --- what all formats need -----------------------------------------------------------------------------
# Characters that some program takes for the end of a line, or a terminal for a command: a name must not forge
# a second line.
_BREAKS: Final = re.compile(f"[{CONTROL}\u2028\u2029]+")


class DeckText(NamedTuple):
    """The text of a file, and in words everything of the deck that is not in it: "the event"."""

    text: str
    losses: tuple[str, ...]


class Losses:
    """Gathers what a format cannot hold, while a deck is being written."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._bent: dict[str, int] = {}

    def add(self, words: str) -> None:
        """Notes one loss in words."""
        self.words.append(words)

    def many(self, count: int, key: str) -> None:
        """Notes a loss of so many things, by the key of its phrase. None is no loss."""
        if count:
            self.words.append(phrased(key, n=count))

    def unsaid(self, deck: Deck, written: Iterable[str]) -> None:
        """Notes as lost the texts and tables of the deck that are not among those written."""
        kept = set(written)
        self.words += [
            phrased(f"lost.{what.replace('_', '-')}")
            for what in ABOUT
            if getattr(deck, what) and what not in kept
        ]
        tables = (
            ("lost.cards", deck.cards),
            ("lost.limits", deck.limits),
            ("lost.expect", deck.expect),
        )
        self.words += [phrased(key) for key, table in tables if table]

    def one_line(self, text: str, what: str) -> str:
        """Text without line breaks and outer blanks; what that changes is a loss of `what`."""
        plain = _BREAKS.sub(" ", text).strip()
        if plain != text:
            self._bent[what] = self._bent.get(what, 0) + 1
        return plain

    def seen(self, text: str) -> str:
        """A text that stands in a list as it is; what of it is taken for marks of a page is a loss."""
        if text and not is_as_seen(text):
            self._bent["marks"] = self._bent.get("marks", 0) + 1
        return text

    def quoted(self, name: str, guard: Callable[[str], str]) -> str:
        """A name in the quotes that `guard` puts around it; what that changes of its own quotes is a loss."""
        held = guard(name)
        if name not in held:
            self._bent["quotes"] = self._bent.get("quotes", 0) + 1
        return held

    def written(self, text: str) -> DeckText:
        """The text with its losses."""
        for what, count in self._bent.items():
            self.many(count, f"bent.{what}")
        return DeckText(text, tuple(self.words))


def runs(deck: Deck) -> list[str]:
    """The sections of the deck's lines in their order; one that is returned to is listed again."""
    sections: list[str] = []
    for line in deck.lines:
        if not sections or sections[-1] != line.section:
            sections.append(line.section)
    return sections


# --- .ydk and ydke://, which hold passcodes only -------------------------------------------------------
_MARKS: Final = {"main": "#main", "extra": "#extra", "side": "!side"}
_ELSE: Final = "main"  # where a card goes that has no part of these


def ydk_of(deck: Deck, passcode: Callable[[Line], str], part: Callable[[str], str]) -> DeckText:
    """The deck as `.ydk`, each name as a comment above its passcodes. Raises BadInput without passcodes."""
    losses = Losses()
    parts = _parted(deck, passcode, part, losses)
    losses.unsaid(deck, ("player",))
    rows = [f"#created by {losses.one_line(deck.player, 'text')}"] if deck.player else []
    headed = {_part(section, part) for section in deck.headings} | {
        _part(deck_line.section, part) for deck_line in deck.lines
    }
    # Without #extra, clients sort the cards themselves: that is what a card without a section asks for.
    marks = {"main": True, "extra": bool(headed & {"main", "extra"}), "side": "side" in headed}
    unsorted = sum(1 for line, _ in parts["main"] if not line.section) if marks["extra"] else 0
    losses.many(unsorted, "lost.unsorted")
    for word, mark in _MARKS.items():
        if marks[word]:
            rows += [mark, *_codes(parts[word], part, losses)]
    return losses.written("\n".join(rows) + "\n")


def ydke_of(deck: Deck, passcode: Callable[[Line], str], part: Callable[[str], str]) -> DeckText:
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
    value = shown(line.card or line.name)
    return Problem(deck.file, line.line, line.column, "", "", message, PASSCODES, value)


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


# --- plain lists and CSV -------------------------------------------------------------------------------
_LABELS: Final = {
    "version": "Version",
    "name": "Name",
    "player": "Player",
    "player_id": "Player ID",
    "event": "Event",
    "date": "Date",
    "submitted": "Submitted",
    "game": "Game",
    "list": "List",
    "note": "Note",
}
# A number that a list shows beside a name has to look like one.
_NUMBER: Final = re.compile(r"[A-Z]{1,3}[0-9]{0,2}-[0-9]{1,4}(?:_[A-Z][A-Z0-9_]*)?|[0-9]{5,9}")
_TIMES: Final = re.compile(r"[x\u00d7]\s", re.IGNORECASE)
_COLUMNS: Final = ("section", "count", "number", "name")


def text_of(deck: Deck) -> DeckText:
    """The deck as a plain list: who and what it is, then "4 BT1-001 Name" under its headings."""
    losses = Losses()
    losses.unsaid(deck, _LABELS)
    pairs = ((label, getattr(deck, what)) for what, label in _LABELS.items())
    about = [f"{label}: {losses.seen(losses.one_line(value, 'text'))}" for label, value in pairs if value]
    lines = _headless_first(deck, losses)
    body = list(_body(deck, lines, losses))
    odd = sum(1 for line in lines if line.card and not _NUMBER.fullmatch(line.card))
    losses.many(odd, "lost.number")
    text = "\n".join([*about, *([""] if about and body and body[0] else []), *body])
    return losses.written(f"{text}\n".lstrip("\n"))


def _body(deck: Deck, lines: list[Line], losses: Losses) -> Iterator[str]:
    """The lines under their headings, then the headings without any."""
    section = ""
    for line in lines:
        if line.section != section:
            section = line.section
            yield from ("", f"{section.title()}:")
        yield _line(line, losses)
    used = {line.section for line in lines}
    for empty in (heading for heading in deck.headings if heading not in used):
        yield from ("", f"{empty.title()}:")


def _headless_first(deck: Deck, losses: Losses) -> list[Line]:
    """The lines, those under no heading first: a list cannot leave a section again."""
    headless = [line for line in deck.lines if not line.section]
    lines = headless + [line for line in deck.lines if line.section]
    moved = len(headless) * (lines != list(deck.lines))
    losses.many(moved, "lost.place")
    return lines


def _line(line: Line, losses: Losses) -> str:
    words = (line.card, losses.quoted(losses.one_line(line.name, "name"), guarded))
    card = " ".join(word for word in words if word)
    # "4 x Foo" would be four of Foo: where the name has the x, the count takes its own.
    return f"{line.count}{'x' if _TIMES.match(card) else ''} {card}"


def csv_of(deck: Deck) -> DeckText:
    """The deck as CSV: section, count, number, name;
    a name that a spreadsheet would run has an apostrophe in front.
    """
    losses = Losses()
    losses.unsaid(deck, ())
    used = {line.section for line in deck.lines}
    empty = [section for section in deck.headings if section not in used]
    losses.many(len(empty), "lost.empty")
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for line in _headless_first(deck, losses):
        number = losses.one_line(line.card, "number")
        name = losses.quoted(losses.one_line(line.name, "name"), guarded)
        writer.writerow((inert(line.section), line.count, inert(number), inert(name)))
    return losses.written(stream.getvalue())


# --- TOML and JSON, which hold everything --------------------------------------------------------------
# Words that no game reads as a number: beside plain numbers, only these stand alone as keys.
_NAME: Final = re.compile(r"(?=.*[a-z])[^\W\d_][^\W\d_]*(?:[ '\u2019,.!:-]+[^\W\d_]+)*[.!]?")
_ESCAPED: Final = re.compile(f'["\\\\{CONTROL}{BIDI}\u2028\u2029]')
_SHORT: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_BARE: Final = re.compile("[A-Za-z0-9_-]+")


def json_of(deck: Deck) -> DeckText:
    """The deck as our own JSON."""
    data: dict[str, object] = {"schema": SCHEMA}
    data |= {what: getattr(deck, what) for what in ABOUT if getattr(deck, what)}
    sections = [
        _section(section, lines) for section, lines in groupby(deck.lines, key=lambda line: line.section)
    ]
    data["sections"] = sections + [_section(section, ()) for section in _empty(deck)]
    data |= {what: getattr(deck, what) for what in ("cards", "limits", "expect") if getattr(deck, what)}
    return DeckText(escaped_json(json.dumps(data, indent=2, ensure_ascii=False)) + "\n", ())


def _section(section: str, lines: Iterable[Line]) -> dict[str, object]:
    return {"section": section, "cards": [_card(line) for line in lines]}


def _card(line: Line) -> dict[str, object]:
    return {
        "count": line.count,
        **{key: value for key, value in (("card", line.card), ("name", line.name)) if value},
    }


def _empty(deck: Deck) -> list[str]:
    """The sections that have a heading and no card."""
    used = {line.section for line in deck.lines}
    return [section for section in deck.headings if section not in used]


def toml_of(deck: Deck) -> DeckText:
    """The deck as TOML: a table of counts for each section where it can be one, else a list of cards."""
    about = {what: getattr(deck, what) for what in ABOUT if getattr(deck, what)}
    tables = {key: table for key, table in (("cards", deck.cards), ("expect", deck.expect)) if table}
    if deck.limits:
        tables["limits" if deck.list else "list"] = deck.limits
    blocks = ["".join(f"{key} = {_quoted(value)}\n" for key, value in about.items())]
    blocks += _sections(deck)
    blocks.append(escaped_json(tomli_w.dumps(tables, multiline_strings=False)))
    return DeckText("\n".join(block for block in blocks if block), ())


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
    rows = (f"{key} = {value if isinstance(value, int) else _quoted(value)}" for key, value in fields.items())
    return f"{{ {', '.join(rows)} }}"


def _key(word: str) -> str:
    return word if _BARE.fullmatch(word) else _quoted(word)


def _quoted(text: str) -> str:
    """Text as a TOML string on one line."""
    escaped = _ESCAPED.sub(lambda match: _SHORT.get(match[0], f"\\u{ord(match[0]):04x}"), text)
    return f'"{escaped}"'


# --- writing -------------------------------------------------------------------------------------------
Passcode = Callable[[Line], str]
Part = Callable[[str], str]

_WRITERS: Final[Mapping[str, Callable[[Deck, Passcode, Part], DeckText]]] = {
    "toml": lambda deck, passcode, part: toml_of(deck),
    "text": lambda deck, passcode, part: text_of(deck),
    "ydk": ydk_of,
    "ydke": ydke_of,
    "csv": lambda deck, passcode, part: csv_of(deck),
    "json": lambda deck, passcode, part: json_of(deck),
}
WRITERS: Final[tuple[str, ...]] = tuple(_WRITERS)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_TURNING: Final = re.compile(f"[{BIDI}]")


def write_deck(deck: Deck, form: str, passcode: Passcode, part: Part) -> DeckText:
    """The deck in one of WRITERS, and what that format cannot hold.

    `passcode` gives the decimal passcode of a line, "" when there is none; `part` the word that games have
    for a section. Raises BadInput for an unknown format, and when a format of passcodes meets lines without
    one.
    """
    if form not in _WRITERS:
        raise refusal("--to", (0, 0), "no such format", ", ".join(WRITERS), form, nearest(form, WRITERS))
    whole = _changed(deck, _SURROGATE, "\ufffd")
    plain = _changed(whole, _TURNING, "")
    written = _WRITERS[form](plain, passcode, part)
    lost = {
        phrased("lost.half"): whole is not deck,
        phrased("lost.turning"): plain is not whole,
    }
    return DeckText(written.text, (*written.losses, *(what for what, is_lost in lost.items() if is_lost)))


def _changed(deck: Deck, signs: re.Pattern[str], instead: str) -> Deck:
    """The deck with `instead` in the place of some signs; the same deck if it has none of them."""

    def mended(value: object) -> Json:
        if isinstance(value, str):
            return signs.sub(instead, value)
        if isinstance(value, Mapping):
            return {mended(key): mended(inner) for key, inner in value.items()}
        return [mended(element) for element in value] if isinstance(value, list) else value

    def mended_line(line: Line) -> Line:
        return line._replace(card=mended(line.card), name=mended(line.name), section=mended(line.section))

    fields = [*ABOUT, "cards", "limits", "expect", "headings"]
    changed = {field: mended(getattr(deck, field)) for field in fields}
    lines = tuple(map(mended_line, deck.lines))
    if lines == deck.lines and all(changed[field] == getattr(deck, field) for field in fields):
        return deck
    return deck._replace(lines=lines, **changed)
