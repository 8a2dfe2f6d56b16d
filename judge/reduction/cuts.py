"""The parts of a fixture that may be cut, and the fixture written without some of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import EMPTY, SEATS
from judge.engine.words.ability_kinds import KINDS
from judge.fixture.script import parse_line
from judge.grammar.names import COPIES
from judge.text.numbers import ordinal
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple
from judge.text.source import KeyPath

LISTS: Final = ("pending", "library")  # of which each element may go
EMPTIED: Final = (
    *SEATS,
    "cards",
    "expect",
    "script",
    "articles",
    *LISTS,
)  # keys that go with their last part
CARD: Final = "card"


class State(NamedTuple):
    """The parts that are cut of a fixture, and the numbers that are smaller, by path in the original."""

    cut: frozenset[KeyPath] = frozenset()
    less: Mapping[KeyPath, Json] = {}

    def without(self, paths: Collection[KeyPath]) -> State:
        """The state with more paths cut."""
        return State(self.cut | frozenset(paths), self.less)

    def with_less(self, path: KeyPath, value: Json) -> State:
        """The state with another value at a path."""
        return State(self.cut, {**self.less, path: value})

    def has(self, path: KeyPath) -> bool:
        """Is it still there?"""
        return not any(path[:n] in self.cut for n in range(1, len(path) + 1))


Part = tuple[KeyPath, ...]  # what goes together
KEPT: Final = (CARD, "type")  # keys of a card without which it is another


def parts(
    data: Fields, book: Book, still: Mapping[str, KeyPath], asked: Mapping[str, bool] = EMPTY
) -> Iterator[Part]:
    """Every part that may be cut, large ones first. A card is cut together with the fact that it is `still`
    as it was; cards that are `asked` about keep their abilities, or all that they print.
    """
    for seat in SEATS:
        for zone, value in data.get(seat, {}).items():
            yield ((seat, zone), *(still[name] for name in names_in(value) if name in still))
            yield from entries((seat, zone), value, still)
    yield from ((("cards", name),) for name in data.get("cards", {}))
    for at, line in enumerate(data.get("script", [])):
        parsed = parse_line(line)
        if isinstance(parsed, str) or parsed.kind != "claim":
            yield (("script", at),)
    for name in LISTS:
        yield from (((name, at),) for at, _ in enumerate(data.get(name, [])))
    for name, card in data.get("cards", {}).items():
        if not asked.get(name):
            every = texts(("cards", name), card, book)
            yield from ((path,) for path in every if name not in asked or not of_ability(path, book))


def names_in(value: Json) -> Iterator[str]:
    """The names of the cards in a zone, if they have some."""
    for entry in value if isinstance(value, list) else [value]:
        name = entry.get("as", entry.get(CARD)) if isinstance(entry, Mapping) else entry
        if isinstance(name, str):
            yield name.partition(COPIES)[0]


def entries(path: KeyPath, value: Json, still: Mapping[str, KeyPath]) -> Iterator[Part]:
    """The cards of a zone, and the states that the fixture gives them."""
    rows: list[tuple[KeyPath, Json]] = [(path, value)] if isinstance(value, Mapping) else []
    for at, entry in enumerate(value if isinstance(value, list) else ()):
        rows.append(((*path, at), entry))
        yield ((*path, at), *(still[name] for name in names_in(entry) if name in still))
    for where, entry in rows:
        if isinstance(entry, Mapping):
            yield from (((*where, key),) for key in entry if key != CARD)


def texts(path: KeyPath, card: Json, book: Book) -> Iterator[KeyPath]:
    """The parts of a card's text: each value, each keyword, each whole ability."""
    for key, value in card.items() if isinstance(card, Mapping) else ():
        if key in KEPT:
            continue
        yield (*path, key)
        if key == "back":
            yield from texts((*path, key), value, book)
        elif isinstance(value, list) and (key in KINDS or key in book.kinds or key in book.keyword_names):
            yield from ((*path, key, at) for at, _ in enumerate(value))


def of_ability(path: KeyPath, book: Book) -> bool:
    """Is it an ability of a card, a part of one, or the side that has them?"""
    names = (str(key) for key in path[2:])
    return any(
        name == "back" or name in KINDS or name in book.kinds or name in book.keyword_names for name in names
    )


def numbers(data: Fields) -> Iterator[KeyPath]:
    """The places with a number of unseen cards, or of copies of a card."""
    for seat in SEATS:
        for zone, value in data.get(seat, {}).items():
            if isinstance(value, list):
                yield from ((seat, zone, at) for at, entry in enumerate(value) if count(entry))
            elif count(value):
                yield (seat, zone)


def count(entry: Json) -> int:
    """The number of cards that an entry stands for; 0 where it has none."""
    name = entry.get(CARD) if isinstance(entry, Mapping) else entry
    if isinstance(name, int) and not isinstance(name, bool):
        return name
    times = name.partition(COPIES)[2] if isinstance(name, str) else ""
    return ordinal(times)


def counted(entry: Json, n: int) -> Json:
    """The entry with another number of cards."""
    if isinstance(entry, Mapping):
        return {**entry, CARD: counted(entry[CARD], n)}
    if isinstance(entry, str):
        return f"{entry.partition(COPIES)[0]}{COPIES}{n}" if n > 1 else entry.partition(COPIES)[0]
    return n


def remaining(data: Fields, state: State) -> dict[str, Json]:
    """The fixture that is left: without tables that have become empty, and with an entry that has only its
    card as the card's name.
    """
    rest: dict[str, Json] = left(data, state, ())
    return {key: value for key, value in rest.items() if value or key not in EMPTIED or value == data[key]}


def edits(data: Fields, state: State) -> Iterator[tuple[KeyPath, Json]]:
    """The places at which the text changes, outer ones only, with the new value; None where it is cut."""
    kept = remaining(data, state)
    for key, value in data.items():
        yield from edits_in(value, state, (key,)) if key in kept else (((key,), None),)


def edits_in(value: Json, state: State, path: KeyPath) -> Iterator[tuple[KeyPath, Json]]:
    """The places within a value at which the text changes, with the new value; None where it is cut."""
    new = left(value, state, path)
    if path in state.cut:
        yield path, None
    elif path in state.less or isinstance(new, Mapping) != isinstance(value, Mapping):
        yield path, new
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from edits_in(part, state, (*path, key))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from edits_in(part, state, (*path, at))


def left(value: Json, state: State, path: KeyPath) -> Json:
    """The rest of a value."""
    if path in state.less:
        value = state.less[path]
    if isinstance(value, Mapping):
        kept = {
            key: left(inner, state, (*path, key))
            for key, inner in value.items()
            if (*path, key) not in state.cut
        }
        bare = len(kept) < len(value) and set(kept) == {CARD} and path[:1] != ("cards",)
        return kept[CARD] if bare else kept
    if isinstance(value, list):
        places = (at for at, _ in enumerate(value) if (*path, at) not in state.cut)
        return [left(value[at], state, (*path, at)) for at in places]
    return value


def value_at(data: Json, path: KeyPath) -> Json:
    """The value at a path of the original fixture."""
    for part in path:
        data = data[part]
    return data
