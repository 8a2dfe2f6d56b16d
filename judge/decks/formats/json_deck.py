"""Our own JSON: everything that a deck can say, under `"schema": "judge.deck/1"`."""

from __future__ import annotations

from typing import Final

from judge.decks.deck import ABOUT, Deck
from judge.decks.formats.draft import CARD_MISSING, NO_HEADING, Draft, no_deck, refusal
from judge.decks.formats.json_text import JsonText
from judge.decks.formats.known import Known, heading
from judge.decks.formats.shape import Shape, described
from judge.decks.speech import phrased
from judge.text.source import KeyPath

SCHEMA: Final = "judge.deck/1"
_KEYS: Final = ("schema", *ABOUT, "sections", "cards", "limits", "expect")
_CARD_KEYS: Final = ("count", "card", "name")


def json_decks(source: JsonText, known: Known) -> list[Deck]:
    """The decks of parsed JSON. Raises BadInput when it has another shape."""
    if isinstance(source.data, dict):
        return [_Reader(source, (), known).read(source.data)]
    if not isinstance(source.data, list) or not all(isinstance(one, dict) for one in source.data):
        expected, found = f'"schema": "{SCHEMA}"', described(source.data)
        raise refusal(source.file, source.position(()), phrased("read.no-json-deck"), expected, found)
    if not source.data:
        raise no_deck(source.file)
    return [_Reader(source, (number,), known).read(one) for number, one in enumerate(source.data)]


class _Reader:
    """Reads one deck, at `root` of its file."""

    def __init__(self, source: JsonText, root: KeyPath, known: Known) -> None:
        self.draft = Draft(source.file, "json")
        self.shape = Shape(self.draft, source)
        self.source = source
        self.root = root
        self.known = known

    def read(self, data: dict[str, object]) -> Deck:
        """The deck with all that is wrong with it."""
        repeats(self.shape, self.source, self.root)
        if "schema" not in data:
            self.shape.problem(self.root, phrased("read.schema-missing"), f'"schema": "{SCHEMA}"')
        for key, value in data.items():
            self._key((*self.root, key), key, value)
        return self.draft.deck()

    def _key(self, path: KeyPath, key: str, value: object) -> None:
        if key in ABOUT:
            self.shape.about(path, key, value)
        elif key == "schema":
            if value != SCHEMA:
                self.shape.problem(
                    path, phrased("read.other-schema"), SCHEMA, str(self.shape.text(path, value))
                )
        elif key == "sections":
            for number, row in enumerate(self.shape.rows(path, value, phrased("read.sections"))):
                self._section((*path, number), row)
        elif key == "cards":
            self.draft.card_data = self.shape.cards(path, value)
        elif key == "limits":
            self.draft.limits = self.shape.limits(path, value)
        elif key == "expect":
            self.draft.expect = self.shape.plain_table(path, value)
        else:
            self.shape.unknown(path, _KEYS)

    def _section(self, path: KeyPath, value: object) -> None:
        table = self.shape.table(path, value)
        for key in table:
            if key not in ("section", "cards"):
                self.shape.unknown((*path, key), ("section", "cards"))
        section = self._heading((*path, "section"), table.get("section", ""))
        self.draft.enter(section, self.source.position(path))
        rows = self.shape.rows((*path, "cards"), table.get("cards", []), phrased("read.list-of-cards"))
        for number, row in enumerate(rows):
            read_card(self.shape, (*path, "cards", number), row, section)

    def _heading(self, path: KeyPath, value: object) -> str:
        said = self.shape.text(path, value)
        found = heading(said, self.known)
        if said and not found:
            hint = self.draft.nearest(said, self.known.meant)
            self.shape.problem(path, *NO_HEADING, said, hint)
        return found or said


def read_card(shape: Shape, path: KeyPath, value: object, section: str) -> None:
    """Reads `{count, card, name}` into the draft; the count is 1 when it is not there."""
    table = shape.table(path, value)
    if not table:
        if isinstance(value, dict):
            shape.problem(path, *CARD_MISSING)
        return
    for key in table:
        if key not in _CARD_KEYS:
            shape.unknown((*path, key), _CARD_KEYS)
    count = shape.copies((*path, "count"), table.get("count", 1))
    card, name = (shape.text((*path, key), table.get(key, "")) for key in ("card", "name"))
    if not card and not name:
        shape.problem(path, *CARD_MISSING)
    elif count:
        shape.draft.add(count, card, name, section, shape.placed.position(path))


def repeats(shape: Shape, source: JsonText, root: KeyPath) -> None:
    """Notes the keys that stand twice in one object: JSON keeps only the last."""
    for path in source.repeats(root):
        shape.problem(path, phrased("read.given-twice"), phrased("read.each-once"), str(path[-1]))
