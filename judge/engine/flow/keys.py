"""The key of a position: equal for positions that are the same for every rule.

Serial numbers never enter it. An object number becomes the name of the card it stands for, numbers of
objects that are gone are counted in order of appearance, and unknown cards of a zone are alike.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter

from judge.engine.kernel.state import UNKNOWN, Card, Frame, FrozenRecord, Game, Instruction
from judge.engine.kernel.table import Table
from judge.text.plain import Json

MARKED = ("#", "@")
FIRST = itemgetter(0)
# frames, entries and effects whose reading is kept; each keeps the thing itself, so that no other takes its
# place
MOST = 4096
GAP = "\x00#"  # no text has it
Name = Callable[[str], str]  # what stands for an object number or a waiting entry


def plain(value: Json, name: Name) -> object:
    """A plain value as something hashable; `name` replaces every object number in it."""
    kind = type(value)
    if kind is str:
        return name(value) if value[:1] in MARKED else value
    if kind is int or kind is bool or value is None:
        return value
    if kind is dict:
        return rows_of(value, name)
    if kind is Instruction:
        return (value.verb, rows_of(value.args, name))
    if isinstance(value, (tuple, list, FrozenRecord)):
        return tuple([element if type(element) is int else plain(element, name) for element in value])
    return rows_of(dict(value), name) if isinstance(value, Mapping) else value


def rows_of(table: dict[str, object], name: Name) -> tuple[object, ...]:
    """The rows of a table by their keys, without unset entries."""
    rows = []
    for key in sorted(table):
        value = table[key]
        kind = type(value)
        if kind is int or kind is bool:
            rows.append((key, value))
        elif value is not None:
            rows.append((key, plain(value, name)))
    return tuple(rows)


def fields(frame: Frame) -> tuple[object, ...]:
    """The parts of a frame that a key contains."""
    return (frame.procedure, frame.step, frame.entered, frame.vars, frame.queue, frame.answers)


def without_numbers(value: object, gap: str = "#") -> tuple[object, list[str]]:
    """A plain value with a `gap` in place of every object number, and the numbers in their order."""
    taken: list[str] = []

    def blank(text: str) -> str:
        taken.append(text)
        return gap

    return plain(value, blank), taken


class Namer:
    """Gives every number its name within one position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.gone: dict[str, str] = {}
        self.entries = {entry.id: f"entry {at}" for at, entry in enumerate(game.waiting)}

    def name(self, text: str) -> str:
        """The name of an object number or of a waiting entry; any other text unchanged."""
        mark = text[:1]
        if mark == "#":
            card = self.game.objects.get(text)
            return card if card is not None else self.gone.setdefault(text, f"gone {len(self.gone)}")
        if mark == "@":
            return self.entries.get(text) or self.moment(text)
        return text

    def moment(self, text: str) -> str:
        """The name of a moment, or of an entry that no longer waits: how many entries began to wait before
        it.
        """
        if text not in self.gone:
            older = sum((len(entry), entry) < (len(text), text) for entry in self.entries)  # as numbers
            self.gone[text] = f"gone {len(self.gone)} after {older}" if older else f"gone {len(self.gone)}"
        return self.gone[text]

    def memory(self, memory: Mapping[str, object]) -> tuple[object, ...]:
        """The memory under named keys; what concerns objects that are gone is left out."""
        rows, ref = [], self.game.objects
        for key, value in memory.items():
            if not value:
                continue
            parts, numbered, objects = parted(key)
            for present in objects:
                if present not in ref:
                    break
            else:
                named = tuple([self.name(part) for part in parts]) if numbered else parts
                rows.append((named, value if type(value) is int else plain(value, self.name)))
        return tuple(sorted(rows, key=FIRST))


@functools.lru_cache(maxsize=4096)
def parted(key: str) -> tuple[tuple[str, ...], bool, tuple[str, ...]]:
    """The parts of a memory key, whether one of them is a number, and the object numbers among them."""
    parts = tuple(key.split(":"))
    return parts, any(part[:1] in MARKED for part in parts), tuple(part for part in parts if part[:1] == "#")


def token(card: Card) -> tuple[object, ...]:
    """The parts of a card's record that matter for the key."""
    name = "?" if card.print == UNKNOWN and not card.under else card.id
    return (name, card.print, card.owner, card.face, card.marks, card.under)


def by_name(entry: tuple[object, ...]) -> str:
    """The sort key of a token: its name."""
    return str(entry[0])


def lying(table: Table, game: Game, zone: str) -> tuple[object, ...]:
    """The tokens of a zone: in order where the zone has one, sorted otherwise."""
    tokens = [token(game.cards[card_id]) for card_id in game.zones[zone]]
    if len(tokens) > 1 and not table.book.zones[zone[2:]].get("ordered"):
        tokens.sort(key=repr if len({entry[0] for entry in tokens}) < len(tokens) else by_name)
    return tuple(tokens)


def beneath(game: Game, zone: str) -> tuple[object, ...]:
    """The tokens of the cards beneath the cards of a zone, each with the card above it."""
    hosts = [game.cards[card_id] for card_id in game.zones[zone]]
    return tuple(sorted((host.id, *token(game.cards[card_id])) for host in hosts for card_id in host.under))


def position_key(table: Table, game: Game, piled: bool = True) -> tuple[object, ...]:
    """The position as one hashable value. The decision that is asked follows from the agenda, so it is left
    out. Without `piled`, effects of the same ability that do the same count once. How often a loop will
    still go round, and which choices may not restart it, is left out as well.
    """
    filled = [zone for zone in sorted(game.zones) if game.zones[zone]]
    zones = tuple([(zone, lying(table, game, zone), beneath(game, zone)) for zone in filled])
    namer = Namer(game)
    memory = namer.memory(game.memory)
    # without their serials: their order is that of their places
    effects = [plain(tuple(effect)[1:], namer.name) for effect in game.effects]
    counted = tuple(effects if piled else dict.fromkeys(effects))
    waiting = tuple([plain(entry, namer.name) for entry in game.waiting])
    agenda = tuple([plain(frame, namer.name) for frame in game.agenda])
    return (zones, memory, counted, waiting, agenda, *figures(game))


def position_text(table: Table, game: Game, piled: bool = True, turns: bool = True) -> str:
    """The key of a position as a text, without the turn unless `turns` is set. Each waiting entry and each
    effect is written out once; afterwards only its numbers are. A position has hundreds of them, and the
    next position has the same ones.
    """
    filled = [zone for zone in sorted(game.zones) if game.zones[zone]]
    zones = tuple([(zone, lying(table, game, zone), beneath(game, zone)) for zone in filled])
    namer = Namer(game)
    memory = namer.memory(game.memory)
    told: dict[str, str] = {}
    effects = [spelled(table, effect, 1, namer.name, told) for effect in game.effects]
    counted = effects if piled else [*dict.fromkeys(effects)]
    waiting = [spelled(table, entry, 0, namer.name, told) for entry in game.waiting]
    agenda = tuple([plain(frame, namer.name) for frame in game.agenda])
    more = [repr(figure) for figure in (agenda, *figures(game))]
    parts = [repr(zones), repr(memory), as_tuple(counted), as_tuple(waiting), *more]
    return as_tuple(parts if turns else parts[:-1])


def as_tuple(texts: list[str]) -> str:
    """The text that Python writes for a tuple of these texts."""
    return f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"


def spelled(table: Table, record: Iterable[object], start: int, name: Name, told: dict[str, str]) -> str:
    """The text that Python writes for an effect or an entry, without its first fields; `told` is the text of
    its renamed numbers.
    """
    read = table.spelled.get(id(record))
    if read is None:
        if len(table.spelled) > MOST:
            table.spelled.clear()
        shape, taken = without_numbers(tuple(record)[start:], GAP)
        text = repr(shape).replace("%", "%%").replace(repr(GAP), "%s")
        read = table.spelled[id(record)] = (record, text, tuple(taken))
    _, text, numbers = read
    for number in numbers:
        if number not in told:
            told[number] = repr(name(number))
    return text % tuple([told[number] for number in numbers])


def figures(game: Game) -> tuple[object, ...]:
    """The parts of a position besides its cards, its memory and what is under way."""
    return (tuple(sorted(game.scores.items())), game.ask is not None, game.result, game.active, game.turn)


class PositionKeys:
    """Short keys of many positions of one table, equal where `position_key` is equal.

    Positions of one search differ in few zones, and most of what is under way is the same in many of them.
    What lies in a zone is worked out again only when it has changed, and stands in the key as the number
    under which it was first seen; frames, entries and effects are read once, and what their numbers stand for
    is looked up each time.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last: dict[str, tuple[list[Card], list[Card], int]] = {}
        self.numbers: dict[object, int] = {}
        self.read: dict[int, tuple[object, int, list[str]]] = {}

    def __call__(self, game: Game) -> tuple[object, ...]:
        """The key of a position."""
        namer = Namer(game)
        if len(self.read) > MOST:
            self.read.clear()
        memory = namer.memory(game.memory)
        effects = [self.shape(namer, effect, 1) for effect in game.effects]
        waiting = [self.shape(namer, entry, 0) for entry in game.waiting]
        agenda = [self.shape(namer, frame, 0) for frame in game.agenda]
        zones = tuple([self.number(game, zone) for zone in sorted(game.zones) if game.zones[zone]])
        return (zones, memory, len(effects), len(waiting), *effects, *waiting, *agenda, *figures(game))

    def shape(self, namer: Namer, frame: Iterable[object], start: int) -> int | tuple[object, ...]:
        """The number that stands for a frame, an entry or an effect, with the names of the other objects in
        it.
        """
        read = self.read.get(id(frame))
        if read is None:
            shape, taken = without_numbers(fields(frame) if type(frame) is Frame else tuple(frame)[start:])
            read = self.read[id(frame)] = (
                frame,
                self.numbers.setdefault(("shape", shape), len(self.numbers) + 1),
                taken,
            )
        return (read[1], *map(namer.name, read[2])) if read[2] else read[1]

    def number(self, game: Game, zone: str) -> int:
        """The number that stands for the contents of a zone."""
        cards = [game.cards[card_id] for card_id in game.zones[zone]]
        last = self.last.get(zone)
        if last is not None and last[0] == cards and (not last[1] or last[1] == piled(game, cards)):
            return last[2]
        lies = (zone, lying(self.table, game, zone), beneath(game, zone))
        number = self.numbers.setdefault(lies, len(self.numbers) + 1)
        self.last[zone] = (cards, piled(game, cards), number)
        return number


def piled(game: Game, cards: list[Card]) -> list[Card]:
    """The cards beneath these."""
    return [game.cards[card_id] for card in cards for card_id in card.under]
