"""YGOPRODeck's card data: `{"data": [{"id": …, "name": …, "type": …}, …]}`, or the list alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.cards.card import Card
from judge.cards.source import CARDS, VALUES, Source, most, remark, within
from judge.cards.values import Wrong, from_data
from judge.cards.vocabulary import game_with, load_vocabulary, slug, sorted_types
from judge.errors import BadInput, Problem, nearest
from judge.text.places import Places
from judge.text.plain import Json
from judge.text.source import refuse

FORMAT: Final = "json"
_PLAIN: Final = {
    "name": "name",
    "desc": "text",
    "atk": "atk",
    "def": "def",
    "scale": "scale",
    "linkval": "link",
}
_READ: Final = frozenset(
    (
        *_PLAIN,
        "id",
        "type",
        "typeline",
        "frameType",
        "race",
        "attribute",
        "level",
        "linkmarkers",
        "card_images",
        "misc_info",
    )
)
_NOTES: Final = {
    "banlist_info": "banlist_info (it has no date: import a limit list)",
    "humanReadableCardType": "",
}
_GIVEN: Final = frozenset(
    (
        "name",
        "type",
        "kind",
        "attribute",
        "race",
        "level",
        "rank",
        "link",
        "markers",
        "scale",
        "atk",
        "def",
        "printing",
        "text",
        "tcg_date",
        "ocg_date",
    )
)


class Reader:
    """The cards of one file."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.words = load_vocabulary(game_with(FORMAT))
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []
        self.seen: dict[str, int] = {}
        self.left_out: set[str] = set()
        self._places: tuple[list[int], Places] | None = None  # where cards begin, once one is wrong

    def cards(self, rows: Sequence[Json]) -> Iterator[Card]:
        """Every card, its other artworks after it."""
        known = {str(row["id"]) for row in rows if isinstance(row, dict) and "id" in row}
        for at, row in enumerate(rows):
            card = self.card(at, row)
            if card is None:
                continue
            yield card
            for other in artworks(row):
                if other not in known:
                    known.add(other)
                    yield Card(other, {**card.data, "printing": card.id})

    def card(self, at: int, row: object) -> Card | None:
        """One card; None when it has no passcode, which is then a problem."""
        if not isinstance(row, dict):
            self.fault(at, "", "not a card", "an object with id and name")
            return None
        id = str(row.get("id", ""))
        if not re.fullmatch(r"0*[1-9]\d{0,9}", id) or isinstance(row.get("id"), bool):
            self.fault(at, "id", "a card without a passcode", "a number", id[:40])
            return None
        if not row.get("name"):
            near = nearest("name", (key for key in row if key not in _READ))
            self.fault(at, "name", "a card without a name", "a text", hint=near)
        self.left_out |= row.keys() - _READ
        id = id.lstrip("0")
        self.note_twice(at, id)
        return Card(id, {**sorted_types(self.words, dict(self.values(at, row))), "printing": id})

    def note_twice(self, at: int, id: str) -> None:
        """Remark on a passcode that two cards have."""
        first = self.seen.setdefault(id, at)
        if first != at:
            message = f"data[{at}]: given twice, first as data[{first}]: the later one counts"
            self.remarks.append(remark(self.file, message, *self.place(at), found=id))

    def values(self, at: int, row: Mapping[str, object]) -> Iterator[tuple[str, object]]:
        """The attributes of a card."""
        for name, value in _said(row).items():
            if value not in (None, "", []):
                try:
                    yield name, from_data(self.words, name, value)
                except Wrong as wrong:
                    self.fault(at, name, "a value that cannot be", wrong.expected, wrong.found, wrong.hint)

    def place(self, at: int) -> tuple[int, int]:
        """Where a card begins."""
        starts, lines = self._places = self._places or (list(places(self.text)), Places(self.text))
        return lines.of(starts[at] if at < len(starts) else 0)

    def fault(
        self, at: int, key: str, message: str, expected: str = "", actual: str = "", hint: str = ""
    ) -> None:
        """A problem of one card, placed where the card begins."""
        line, column = self.place(at)
        path = f"data[{at}]" + f".{key}" * bool(key)
        self.problems.append(
            Problem(self.file, line, column, path, "", f"{path}: {message}", expected, actual, hint)
        )


def read_dump(file: str, text: str, digest: str) -> Source:
    """Every card of a file. Raises BadInput with all that is wrong in it."""
    within(file, "values", text.count(","), VALUES)
    data = _parse(file, text)
    rows = data.get("data") if isinstance(data, dict) else data
    if not isinstance(rows, list):
        refuse(file, "this JSON holds no cards", 'a list of cards, or an object with one under "data"')
    within(file, "cards", len(rows), CARDS)
    reader = Reader(file, text)
    cards = tuple(reader.cards(rows))
    if reader.problems:
        raise BadInput(most(file, reader.problems))
    within(file, "cards and artworks", len(cards), CARDS)
    game, told = reader.words.game, tuple(_told(reader.left_out))
    return Source(
        file, FORMAT, game, digest, cards, settles=_GIVEN, left_out=told, remarks=tuple(reader.remarks)
    )


def _parse(file: str, text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_object)
    except _Twice as error:
        key = str(error)
        place, message = Places(text).of(_second(text, key)), f"the key {key!r} is given twice in one object"
        raise BadInput([Problem(file, *place, key, "", message, "each key once", key)]) from None
    except json.JSONDecodeError as error:
        message = f"JSON syntax: {error.msg[:1].lower()}{error.msg[1:]}"
        raise BadInput([Problem(file, error.lineno, error.colno, "", "", message)]) from None
    except RecursionError:
        refuse(file, "nested too deeply to be read")
    except ValueError:  # int() of a number with more digits than Python converts
        refuse(file, "holds a number that is too long to be read")


class _Twice(Exception):
    """Raised at a key that an object has twice."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """One object. Raises _Twice."""
    fields: dict[str, object] = {}
    for key, value in pairs:
        if key in fields:
            raise _Twice(key)
        fields[key] = value
    return fields


_PIECES: Final = re.compile(r'"(?:[^"\\]|\\.)*+"(?P<key>\s*:)?|[{}]')


def _second(text: str, key: str) -> int:
    """Where a key begins for the second time in one object."""
    held: list[set[str]] = []
    for piece in _PIECES.finditer(text):
        if piece[0] == "{":
            held.append(set())
        elif piece[0] == "}":
            held.pop()
        elif piece["key"]:
            word = json.loads(piece[0][: -len(piece["key"])])
            if word == key and word in held[-1]:
                return piece.start()
            held[-1].add(word)
    return 0


def _told(names: Iterable[str]) -> list[str]:
    """What was left out, in words."""
    return [text for text in (_NOTES.get(name, name) for name in sorted(names)) if text]


def artworks(row: Mapping[str, object]) -> Iterator[str]:
    """The passcodes of a card's other artworks."""
    images = row.get("card_images")
    for image in images if isinstance(images, list) else ():
        id = str(image.get("id", "")).lstrip("0") if isinstance(image, dict) else ""
        if id.isdecimal() and id != str(row["id"]).lstrip("0"):
            yield id


def days(row: Mapping[str, object]) -> dict[str, object]:
    """When a card came out in each region, where the site was asked for that."""
    more = row.get("misc_info")
    first = more[0] if isinstance(more, list) and more and isinstance(more[0], dict) else {}
    return {name: first[name] for name in ("tcg_date", "ocg_date") if first.get(name)}


def kinds_of(row: Mapping[str, object]) -> list[str]:
    """What kind of card it is, from the words of its type: "Pendulum Tuner Effect Monster"."""
    line = row.get("typeline")
    written = [row.get("type"), row.get("frameType"), *(line if isinstance(line, list) else ())]
    known = _kind_words()
    words = {word for text in written if isinstance(text, str) for word in slug(text).split("-")}
    if words & {"spell", "trap"}:
        words = (words & {"spell", "trap", "card"}) | {slug(str(row.get("race", "")))} - {"normal"}
    elif "skill" not in words:
        words.add("monster")
    return [kind for kind in known if kind in words]


def _kind_words() -> tuple[str, ...]:
    words = load_vocabulary(game_with(FORMAT))
    return (*words.allowed["type"], *words.allowed["kind"])


def _slugs(value: object) -> object:
    """Words in the spelling of keys: "Winged Beast" is winged-beast; anything else as it is."""
    if isinstance(value, list):
        return [_slugs(element) for element in value]
    return slug(value) if isinstance(value, str) else value


def places(text: str) -> Iterator[int]:
    """Where each card begins."""
    start = re.match(r'\s*(?:\{(?:.*?)"data"\s*:\s*)?\[', text, re.DOTALL)
    decoder = json.JSONDecoder()
    at = start.end() if start else len(text)
    while at < len(text):
        gap = re.compile(r"[\s,]*").match(text, at)
        at = gap.end() if gap else at
        if text[at : at + 1] in ("]", ""):
            return
        yield at
        _, at = decoder.raw_decode(text, at)


def _said(row: Mapping[str, object]) -> dict[str, object]:
    """What a row says of each attribute, as far as cards of its kind have it."""
    kinds = kinds_of(row)
    values: dict[str, object] = {mine: row.get(theirs) for theirs, mine in _PLAIN.items()}
    values["kind"] = kinds
    values |= days(row)
    if "monster" in kinds:
        values["rank" if "xyz" in kinds else "level"] = row.get("level")
        values |= {"race": _slugs(row.get("race")), "attribute": _slugs(row.get("attribute"))}
    if "link" in kinds:
        values |= {"markers": _slugs(row.get("linkmarkers")), "def": None, "level": None}
    return values
