"""What ends of a game differ in, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.play.exploration import Explored
from judge.play.outcomes import BENEATH, COUNTER, Item
from judge.play.ruling import bare
from judge.rulebook.translations import HOME
from judge.speech.catalogue import Phrases, fill
from judge.speech.names import Namer

Told = Mapping[tuple[str, str, str], object]
ARROW = "\N{RIGHTWARDS ARROW}"


class Change(NamedTuple):
    """How one thing is at an end, and how it was at the start; None for what was not there."""

    item: Item
    was: object

    @property
    def changed(self) -> bool:
        """Is it otherwise than at the start?"""
        return self.item.value != self.was


class Outcomer:
    """Tells ends of one exploration by what they differ in."""

    def __init__(self, explored: Explored, lang: str = "en") -> None:
        fixture, start = explored.fixture, explored.start
        self.namer = Namer(bare(fixture, start), "", lang)
        self.words: Phrases = self.namer.words
        self.start: Told = {item.key: item.value for item in explored.told}
        self.ends = [way.end.told for way in explored.ways]
        self.values: dict[tuple[str, str, str], set[object]] = defaultdict(set)
        self.counts: dict[tuple[str, str, str], int] = defaultdict(int)
        self.moving: dict[tuple[str, str, str], int] = defaultdict(int)  # at how many ends it has changed
        for told in self.ends:
            for item in told:
                self.values[item.key].add(item.value)
                self.counts[item.key] += 1
                self.moving[item.key] += item.value != self.start.get(item.key)

    def changes(self, told: Sequence[Item], all: bool = False) -> list[Change]:
        """What is otherwise than at the start, or than at other ends; `all` tells what every end shares."""
        found = (Change(item, self.start.get(item.key)) for item in told)
        return [one for one in found if self.matters(one) and (all or self.differs(one.item))]

    def differs(self, item: Item) -> bool:
        """Is it otherwise at some other end? Where there is only one, everything is told."""
        alone = len(self.ends) < 2
        return alone or len(self.values[item.key]) > 1 or self.counts[item.key] < len(self.ends)

    def matters(self, one: Change) -> bool:
        """Is it to be told? A count or a score that is as it was is where most ends have it otherwise; what a
        card is like is where it was seen before, or where it comes out otherwise elsewhere.
        """
        key = one.item.key
        if one.item.kind in ("count", "score") and not one.changed:
            return self.moving[key] * 2 >= len(self.ends) > 0
        if one.item.kind in ("state", "value") and one.was is None:
            return len(self.values[key]) > 1
        return one.changed

    def text(self, told: Sequence[Item]) -> str:
        """An end in words."""
        changes = self.changes(told)
        parts = [*map(self.figure, self.of(changes, "result", "count", "score"))]
        parts += self.moved(self.of(changes, "place"))
        parts += self.stated(self.of(changes, "state"))
        parts += map(self.figure, self.of(changes, "value"))
        return self.words["text"]["then"].join(parts) or self.words["explore"]["as-it-was"]

    def of(self, changes: Iterable[Change], *kinds: str) -> list[Change]:
        """The changes of some kinds."""
        return [one for one in changes if one.item.kind in kinds]

    def figure(self, one: Change) -> str:
        """A winner, or a number of a player or a card."""
        item = one.item
        if item.kind == "result":
            return winner(self.words["explore"], str(item.value))
        name = self.namer.zone(f"{item.of}.{item.attr}") if item.kind == "count" else ""
        of = {"seat": item.of, "what": self.namer.score(item.attr)}
        name = name or (fill(self.words["verdict"]["of"], of) if item.kind == "score" else "")
        name = name or self.namer.value_of(item.of, self.attr(item.attr))
        fresh = one.was is None or not one.changed
        return f"{name} {item.value}" if fresh else f"{name} {one.was} {ARROW} {item.value}"

    def attr(self, name: str) -> str:
        """A number of cards, by its word; in English as the rulebook names it."""
        plain = name.replace("_", " ")
        return plain if self.namer.lang == HOME else self.words["attr"].get(name, plain)

    def moved(self, changes: Sequence[Change]) -> Iterator[str]:
        """Cards that came to the same place, named together."""
        groups: dict[str, list[str]] = defaultdict(list)
        for one in changes:
            groups[self.become(one.item)].append(self.namer.card(one.item.of))
        yield from (f"{', '.join(cards)} {ARROW} {place}" for place, cards in groups.items())

    def stated(self, changes: Sequence[Change]) -> Iterator[str]:
        """Cards that are in the same states now, named together."""
        states: dict[str, list[str]] = defaultdict(list)
        for one in changes:
            states[one.item.of].append(self.become(one.item))
        groups: dict[str, list[str]] = defaultdict(list)
        for card, said in states.items():
            groups[", ".join(said)].append(self.namer.card(card))
        for told, names in groups.items():
            yield fill(self.words["text"]["stated"], {"cards": ", ".join(names), "said": told})

    def become(self, item: Item) -> str:
        """A place or a state in words."""
        value = str(item.value)
        if item.kind == "place":
            _, beneath, card = value.rpartition(BENEATH)
            return (
                fill(self.words["verdict"]["beneath"], {"card": card}) if beneath else self.namer.zone(value)
            )
        if item.attr.startswith(COUNTER):
            return f"{value} {item.attr.removeprefix(COUNTER)}"
        return self.words.get("mark", {}).get(value, value)


def winner(table: Mapping[str, str], result: str) -> str:
    """How a game ended."""
    known = {"none": "goes-on", "draw": "draw", "undecided": "undecided"}
    return table[known[result]] if result in known else table["wins"].format_map({"seat": result})
