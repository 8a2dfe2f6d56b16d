"""Reading decks: finds the format of a file, calls its reader, and notes for every line of the file what it
was taken for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.decks.deck import ABOUT, Deck, Row
from judge.decks.formats.cod import read_cod
from judge.decks.formats.codes import deck_in, read_omega, read_ydke
from judge.decks.formats.csv_table import looks_like_csv, read_csv
from judge.decks.formats.data_tables import JsonText, Shape, described
from judge.decks.formats.draft import CARD_MISSING, Draft, left_out, no_deck, refusal
from judge.decks.formats.encodings import decode
from judge.decks.formats.json_deck import SCHEMA, is_parted, json_decks, read_json, read_sections, repeats
from judge.decks.formats.known import Known, heading, number_of
from judge.decks.formats.list_line import read_card
from judge.decks.formats.text import read_text
from judge.decks.formats.toml_deck import read_toml
from judge.decks.formats.ydk import read_ydk
from judge.decks.speech import phrased
from judge.errors import nearest
from judge.text.plain import Json
from judge.text.source import KeyPath

# --- Tabletop Simulator: a JSON list with one element a copy, or a saved object that contains cards.
_EXPORTED: Final = "exported from"
_PILE: Final = re.compile(r"bag|deck", re.IGNORECASE)  # what the game calls objects that hold others
_WORDS: Final = re.compile(r"[^\s\[\](){}<>,;]+")
_SHAPES: Final = phrased("join.comma", a=f'"schema": "{SCHEMA}"', b=phrased("read.saved"))


def read_tts(text: str, file: str, known: Known) -> list[Deck]:
    """The deck of a Tabletop Simulator file."""
    source = JsonText(file, text)
    if not _is_tts(source.data):
        expected = phrased("read.saved")
        raise refusal(
            file, source.position(()), phrased("read.no-json-deck"), expected, described(source.data)
        )
    return _decks(source, known)


def read_any_json(text: str, file: str, known: Known) -> list[Deck]:
    """The decks of a JSON file whose shape says which format it is."""
    source = JsonText(file, text)
    data = source.data
    if _is_tts(data):
        return _decks(source, known)
    if is_parted(data, known):
        return read_sections(source, known)
    if isinstance(data, list) or (isinstance(data, dict) and ("schema" in data or "sections" in data)):
        return json_decks(source, known)
    raise refusal(file, source.position(()), phrased("read.no-json-deck"), _SHAPES, described(data))


def _is_tts(data: object) -> bool:
    if isinstance(data, dict):
        return "ObjectStates" in data
    return isinstance(data, list) and not any(isinstance(element, dict) for element in data)


def _decks(source: JsonText, known: Known) -> list[Deck]:
    if not source.data:
        raise no_deck(source.file)
    reader = _Reader(source, known)
    if isinstance(source.data, list):
        reader.read_list(source.data)
    else:
        reader.read_saved(source.data)
    return [reader.draft.deck()]


class _Reader:
    def __init__(self, source: JsonText, known: Known) -> None:
        self.draft = Draft(source.file, "tts")
        self.shape = Shape(self.draft, source)
        self.source = source
        self.known = known

    def read_list(self, rows: list[object]) -> None:
        """Reads one copy for each element; the first may say where the list comes from."""
        for number, row in enumerate(rows):
            text = self.shape.text((number,), row).strip()
            if number == 0 and text.casefold().startswith(_EXPORTED):
                self.draft.tell("note", text, self.source.position((0,)))
            elif text:
                card = number_of(text, self.known)
                self.draft.add(1, card, "" if card else text, "", self.source.position((number,)))
            elif isinstance(row, str):
                self.shape.problem((number,), *CARD_MISSING)

    def read_saved(self, data: dict[str, object]) -> None:
        """Reads one copy for each card that the saved objects contain."""
        repeats(self.shape, self.source, ())
        self.shape.about(("SaveName",), "name", data.get("SaveName", ""))
        self._objects(("ObjectStates",), data["ObjectStates"], "")

    def _objects(self, path: KeyPath, value: object, section: str) -> None:
        for number, row in enumerate(self.shape.rows(path, value, phrased("read.objects"))):
            row_path = (*path, number)
            table = self.shape.table(row_path, row)
            if not table:
                if isinstance(row, dict):
                    self.shape.problem(row_path, phrased("read.card-missing"), phrased("read.nickname"))
            elif self._holds(table):
                self._pile(row_path, table, section)
            else:
                self._card(row_path, table, section)

    def _holds(self, table: Mapping[str, object]) -> bool:
        """Is an object a deck or bag? A card may have an empty list of what it contains as well."""
        if table.get("ContainedObjects", []) != []:
            return True
        kind, nickname = str(table.get("Name", "")), table.get("Nickname", "")
        empty = "CardID" not in table and (
            bool(_PILE.search(kind)) or not nickname or bool(heading(str(nickname), self.known))
        )
        return "ContainedObjects" in table and empty

    def _pile(self, path: KeyPath, table: dict[str, Json] | Json, section: str) -> None:
        """Reads a deck or bag; the nickname of one may be a heading."""
        nickname = self.shape.text((*path, "Nickname"), table.get("Nickname", ""))
        section = heading(nickname, self.known) or section
        self.draft.enter(section, self.source.position(path))
        inside, numbers = table["ContainedObjects"], table.get("DeckIDs")
        if isinstance(numbers, list) and isinstance(inside, list) and len(numbers) != len(inside):
            message = phrased("read.numbered-otherwise", n=str(len(numbers)), cards=str(len(inside)))
            self.draft.remark(self.source.position((*path, "DeckIDs")), message, phrased("read.as-cards"))
        self._objects((*path, "ContainedObjects"), inside, section)

    def _card(self, path: KeyPath, table: dict[str, object] | Json, section: str) -> None:
        nickname, description = (
            self.shape.text((*path, key), table.get(key, "")).strip() for key in ("Nickname", "Description")
        )
        words = read_card(nickname, self.known)
        card, name = words.card, words.name
        if not card:
            numbers = filter(None, (number_of(word, self.known, 5) for word in _WORDS.findall(description)))
            card = next(numbers, "")
        if card or name:
            self.draft.add(1, card, name, section, place := self.source.position(path), tail=words.tail)
            if words.doubt:
                self.draft.doubt(place, words.doubt.message, words.doubt.found, words.doubt.weak)
        else:
            self.shape.problem(path, phrased("read.card-missing"), phrased("read.as-nickname"))


# --- the format of a file: by what it holds, else by the ending of its name ----------------------------
_ENDINGS: Final = {".toml": "toml", ".ydk": "ydk", ".ydke": "ydke", ".csv": "csv", ".tsv": "csv",
                   ".json": "json", ".cod": "cod"}  # fmt: skip
_KEY: Final = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_KEYS: Final = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*+"
_HEADER: Final = re.compile(rf"\[\[?[ \t]*{_KEYS}[ \t]*\]\]?[ \t]*(?:#.*)?")
_PAIR: Final = re.compile(rf"""{_KEYS}[ \t]*=[ \t]*["'\[{{\dtf+-]""")
_JSON: Final = re.compile(r'\{|\[\s*(?:["{\]]|\[\s*["{\[\]0-9-])')
_XML: Final = re.compile(
    r"<(?:\?xml|!--(?!.*<(?:html|body|div|p|li|br|td)\b)|!DOCTYPE(?!\s+html)|cockatrice_deck)",
    re.IGNORECASE | re.DOTALL,
)
_LINK: Final = re.compile("ydke(?::|%3A)(?:/|%2F){2}", re.IGNORECASE)
# A card whose name has a link in it, or the beginning of one, stands in quotes beside its count.
_NAMED: Final = re.compile(r"(?:\s*[0-9]{1,3}x?\s|[^\"]*[,;\t]).*[\"\u201c\u00ab].*ydke", re.IGNORECASE)
_WHOLE: Final = re.compile(r"ydke(?::|%3A)\S*?(?:!|%21)\S*?(?:!|%21)\S*?(?:!|%21)", re.IGNORECASE)
_COMMENTS: Final = ("#", ";", "//")
_MARKER: Final = re.compile(
    r"^[ \t]*(?:#main|#extra|#created by\b.*|!side)[ \t]*$", re.IGNORECASE | re.MULTILINE
)
_COUNTED: Final = re.compile(r"[\[(]?[x\u00d7]?\d{1,3}[x\u00d7]?[\])]?\s+[^\s#\-0-9]")
_PASSCODE: Final = re.compile(r"\d{5,}")
_LOOKED_AT: Final = 50  # lines


def detect(text: str, file: str, known: Known) -> str:
    """The format of a text: one of FORMATS, "json" for every kind of JSON."""
    start = text.lstrip()
    lines = _statements(text)
    if _XML.match(start):
        return "cod"
    if _is_toml(lines):
        return "toml"
    if _JSON.match(start):
        return "json"
    if _is_linked(text, lines):
        return "ydke"
    if deck_in(start.rstrip()):
        return "omega"
    if _is_ydk(text, lines):
        return "ydk"
    if looks_like_csv(text, known):
        return "csv"
    return _by_name(file, lines)


def _statements(text: str) -> list[str]:
    """The first lines that are neither blank nor comments."""
    statements = []
    # Only the beginning: the rest of a file is in the same format.
    for line in text[:100_000].split("\n"):
        content = line.strip()
        if content and not content.startswith(_COMMENTS):
            statements.append(content)
        if len(statements) == _LOOKED_AT:
            break
    return statements


def _is_toml(lines: list[str]) -> bool:
    """Whether the first line that is no [header] is `key = value`."""
    inside = next((line for line in lines if not _HEADER.fullmatch(line)), "")
    return bool(_PAIR.match(inside))


def _is_linked(text: str, lines: list[str]) -> bool:
    """Whether there is a link; one in a comment beside a list is no deck of its own."""
    if not _LINK.search(text):
        return False
    rows = (line.strip() for line in text.split("\n") if not _NAMED.match(line) or _WHOLE.search(line))
    return not lines or any(_LINK.search(row) and not row.startswith(_COMMENTS) for row in rows)


def _is_ydk(text: str, lines: list[str]) -> bool:
    codes = [line for line in lines if not line.startswith("!")]
    if not _MARKER.search(text):
        return bool(codes) and all(_PASSCODE.fullmatch(line) for line in codes)
    return not (codes and _COUNTED.match(codes[0]))


def _by_name(file: str, lines: list[str]) -> str:
    dot = file.rfind(".")
    form = _ENDINGS.get(file[dot:].lower(), "text") if dot >= 0 else "text"
    # A list of cards is a list of cards, whatever its file is called.
    counted = any(_COUNTED.match(line) for line in lines)
    return "text" if counted and form != "csv" else form


# --- reading -------------------------------------------------------------------------------------------
LIMIT: Final = 5_000_000  # bytes: a larger file is no deck, and is refused unread by whoever opens it
_READERS: Final[Mapping[str, Callable[[str, str, Known], list[Deck]]]] = {
    "toml": read_toml,
    "ydk": read_ydk,
    "ydke": read_ydke,
    "omega": read_omega,
    "text": read_text,
    "csv": read_csv,
    "tts": read_tts,
    "cod": read_cod,
    "json": read_json,
}
FORMATS: Final[tuple[str, ...]] = tuple(_READERS)


def read_decks(raw: bytes, file: str, known: Known, form: str = "", encoding: str = "") -> list[Deck]:
    """The decks that a file holds, in one of FORMATS or, when `form` is "", in the one that it looks like.

    A line that cannot be understood is in the deck's `problems`. Raises BadInput when nothing can be read:
    the file is no text in UTF-8 (or, failing that, `encoding`), is empty, or breaks the syntax of its format.
    """
    if form and form not in _READERS:
        raise refusal("--from", (0, 0), "no such format", ", ".join(FORMATS), form, nearest(form, FORMATS))
    text = decode(raw, file, encoding)
    if not text.strip():
        raise no_deck(file)
    format_name = form or detect(text, file, known)
    # JSON that was detected may be a list of Tabletop Simulator as well; JSON that was asked for is not.
    read = read_any_json if format_name == "json" and not form else _READERS[format_name]
    return with_rows(read(text, file, known), text)


# --- what each line was taken for, in formats whose readers go by keys, cells, elements or links -------
_TOLD_BY_READER: Final = ("text", "ydk")  # formats whose readers tell every line themselves
_COMMENT_SIGNS: Final = {"toml": ("#",), "ydke": ("#", "//", ";"), "cod": ("<!--",), "csv": ("\0",)}
_BESIDE: Final = phrased("left.beside-link")
_JSON_KEY: Final = re.compile(r'"((?:[^"\\]|\\.)*)"\s*:')
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')


def with_rows(decks: Sequence[Deck], text: str) -> list[Deck]:
    """The decks of a file, each with the rows of its lines. Lines that belong to no deck are added to the
    first one.
    """
    length = text.count("\n") + (not text.endswith("\n"))
    decks = [each_deck._replace(length=length) for each_deck in decks]
    if all(each_deck.format in _TOLD_BY_READER for each_deck in decks):
        return decks
    lines = [raw.strip() for raw in text.split("\n")]  # once: thousands of links may stand on one line
    owned = [_owned(each_deck, lines) for each_deck in decks]
    free = set(range(1, len(lines) + 1)).difference(*owned)
    free = free.difference(row.line for each_deck in decks for row in each_deck.rows)
    first, *others = [_with_own(owner, mine, lines) for owner, mine in zip(decks, owned, strict=True)]
    heads = {line for deck in decks for line, _ in deck.headings.values()}
    rows = (
        Row(number, *_unowned(first.format, lines[number - 1], number in heads)) for number in sorted(free)
    )
    return [first._replace(rows=_sorted(first.rows, rows)), *others]


def _with_own(deck: Deck, owned: set[int], lines: Sequence[str]) -> Deck:
    """A deck with rows for those of its lines that its reader made none for."""
    told = {row.line for row in deck.rows if row.kind in ("cards", "problem")}
    return deck._replace(rows=_sorted(deck.rows, _rows(deck, sorted(owned - told), lines)))


def _sorted(*rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(sorted(row for group in rows for row in group))


def _owned(deck: Deck, lines: Sequence[str]) -> set[int]:
    """The lines with the cards and problems of a deck; a card of JSON may go on over several."""
    numbers = {card.line for card in deck.lines} | {problem.line for problem in deck.problems}
    if deck.format in ("json", "tts"):
        numbers.update(line for card in deck.lines for line in _going_on(card.line, lines))
    return {number for number in numbers if 0 < number <= len(lines)}


def _going_on(line: int, lines: Sequence[str]) -> Iterator[int]:
    """The lines after one on which an object begins, to its end."""
    depth = _depth(lines[line - 1]) if lines[line - 1].endswith("{") else 0
    while depth > 0 and line < len(lines):
        line += 1
        depth += _depth(lines[line - 1])
        yield line


def _depth(raw: str) -> int:
    """How many objects and lists more begin than end on a line."""
    plain = _STRING.sub("", raw)
    return sum(plain.count(sign) for sign in "{[") - sum(plain.count(sign) for sign in "}]")


def _rows(deck: Deck, owned: Sequence[int], lines: Sequence[str]) -> Iterator[Row]:
    tails = {line.line: left_out(line) for line in deck.lines if line.tail}
    wrong = {problem.line: problem.message for problem in reversed(deck.problems)}
    for number in owned:
        kind, why = ("problem", wrong[number]) if number in wrong else ("cards", tails.get(number, ""))
        yield Row(number, kind, lines[number - 1], why)


def _unowned(form: str, line: str, headed: bool) -> tuple[str, str, str]:
    kind, why = _kind(form, line, headed)
    return kind, line, why


def _kind(form: str, line: str, headed: bool) -> tuple[str, str]:
    """What a line is that holds no card of any deck."""
    if not line:
        return "blank", ""
    if line.startswith(_COMMENT_SIGNS.get(form, "//")):
        return "comment", phrased("left.comment")
    if headed:
        return "heading", ""
    if form == "ydke":
        return "left out", _BESIDE
    return ("about", "") if _is_about(form, line) else ("mark", "")


def _is_about(form: str, line: str) -> bool:
    """Whether a line says something about the deck, and is not only the format's own syntax."""
    if form in ("json", "tts"):
        return any(key in (*ABOUT, "SaveName") for key in _JSON_KEY.findall(line))
    if form == "cod" and line.startswith("<"):
        return line.startswith(("<deckname", "<comments"))
    return any(map(str.isalnum, line))
