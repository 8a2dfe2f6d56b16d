"""Outcomes of a position: for each, a shortest line of decisions that leads to it, and what a reader is told
of it.

Positions are examined in the order of the number of decisions that lead to them, so the first line that
reaches an end is a shortest one. Forced answers are not counted as decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from judge.engine.effects.reader import Reader
from judge.engine.flow.answers import ORDERS, answers
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import CHANCE, SEATS, UNKNOWN, Card, Decision, Game
from judge.engine.kernel.table import Table
from judge.fixture.facts import ending
from judge.fixture.load import Fixture
from judge.play.run import Run
from judge.play.script_lines import Said, said
from judge.play.search import LIMIT, PILED, Pause, Search
from judge.text.rows import NamedTuple
from judge.views.veil import is_nameless

# What a reader is told of how a position ended: who won, counts, scores, where named cards are, values.
COUNTER = "counter:"
BENEATH = "beneath "  # of where a card lies that lies beneath another one


class Item(NamedTuple):
    """One thing told of an end: its kind, its owner or card, its attribute, and its value."""

    kind: str  # result, count, score, place, state, value
    of: str
    attr: str
    value: object

    @property
    def key(self) -> tuple[str, str, str]:
        """The item without its value."""
        return (self.kind, self.of, self.attr)


def told_of(table: Table, game: Game) -> tuple[Item, ...]:
    """Everything that is told of a position, in a fixed order."""
    return (*figures(table.book, game), *places(table, game), *looks(table, game))


def figures(book: Book, game: Game) -> Iterator[Item]:
    """Who won, and the counts and scores that the rulebook sums up by."""
    yield Item("result", "", "", ending(game))
    summary = book.tables["summary"]
    for zone in summary.get("zones", ()):
        yield from (Item("count", seat, zone, len(game.zones.get(f"{seat}.{zone}", ()))) for seat in SEATS)
    for score in summary.get("scores", ()):
        yield from (Item("score", seat, score, game.scores.get(f"{seat}.{score}", 0)) for seat in SEATS)


def places(table: Table, game: Game) -> Iterator[Item]:
    """Where every card is that has a name."""
    for card in game.cards.values():
        if named(table, card):
            yield Item("place", card.id, "", f"{BENEATH}{card.on}" if card.on else card.zone)


def looks(table: Table, game: Game) -> Iterator[Item]:
    """The states, counters and numbers of the named cards that both players can see."""
    view, book = Reader(table, game), table.book
    stateful = [name for name, states in book.tables["mark"].items() if isinstance(states, list)]
    numbers = [name for name, row in book.attributes.items() if row.get("type") == "int"]
    for card in game.cards.values():
        if not card.zone or card.on or not named(table, card) or book.zones[card.place]["seen"] != "all":
            continue
        for name, value in card.marks:
            if name in stateful or (name.startswith(COUNTER) and value):
                yield Item("state", card.id, name, value)
        for name in numbers:
            value = view.value(card, name)
            if value is not None:
                yield Item("value", card.id, name, value)


def named(table: Table, card: Card) -> bool:
    """Does a card have a name that a reader knows?"""
    return table.prints[card.print].key != UNKNOWN


WIDE = 60  # answers to one decision that are tried: numbers and sets of cards may be many more

Trail = tuple["Trail | None", Said]  # the last line said, and the trail before it
Key = tuple[object, ...]


class Reached(NamedTuple):
    """A position that was reached: the game, the trail of lines to it, and the path, which is the number of
    each answer. The game is None where another process has reached it.
    """

    pause: Pause | None
    trail: Trail | None
    path: tuple[int, ...] = ()


class Step(NamedTuple):
    """The result of one answer: its line, the key of the position with the number of chance results so far,
    and the readings that were applied. `over` says that the way ends there, `piled` that it is given up. An
    end without its game keeps what is told of it, and whether it is looked for.
    """

    said: Said
    key: Key
    fallen: int
    over: bool
    piled: bool
    pause: Pause | None
    told: tuple[Item, ...] = ()
    met: bool = False
    readings: tuple[str, ...] = ()


class End(NamedTuple):
    """A way that the game ended: what a reader is told of it, the trail to it, and the position; without the
    position, whether it is looked for.
    """

    told: tuple[Item, ...]
    trail: Trail | None
    game: Game | None
    met: bool = False

    @property
    def lines(self) -> list[Said]:
        """Every line to it, in order."""
        return list(lines_of(self.trail))[::-1]


def lines_of(trail: Trail | None) -> Iterator[Said]:
    """The lines of a trail, the last first."""
    while trail is not None:
        trail, line = trail
        yield line


class Outcomes(Search):
    """Looks for the outcomes of one fixture and for the lines to them."""

    def __init__(self, fixture: Fixture, limit: int = LIMIT, begun: Run | None = None) -> None:
        super().__init__(fixture, limit, begun)
        self.found: dict[Key, End] = {}
        self.cut = False  # was the limit met?
        self.piled = False  # was a line given up that goes round without end?
        self.chance = False  # did chance fall as the script says?
        self.wide: set[str] = set()  # decisions of which not every answer was tried, by their articles
        self.asked_of = fixture  # as it is asked about, with the texts that whoever asks has not seen
        self.later: dict[Key, Reached] = {}
        self.later_ends: dict[Key, End] = {}

    def first(self) -> Reached | End:
        """Where the search begins: the first decision, or the end when there is none."""
        start = self.run.game
        if self.goes_on(start):
            return Reached(Pause(start, 0, self.away), None)
        return End(self.telling(start), None, start)

    def look(self, start: Reached | End, enough: Callable[[End], bool]) -> End | None:
        """Examines every position that can be reached, the nearest first. Stops at the first end that is
        enough and gives it; None where there is none.
        """
        if isinstance(start, End):
            assert start.game is not None
            self.found[self.key(start.game)] = start
            return start if enough(start) else None
        frontier = [start]
        while frontier:
            before = len(self.found)
            self.walk(frontier)
            for key, end in self.later_ends.items():
                self.found.setdefault(key, end)
            best = next((goal for goal in islice(self.found.values(), before, None) if enough(goal)), None)
            if best is not None or self.cut:
                return best
            frontier = self.next_ones()
        return None

    def next_ones(self) -> list[Reached]:
        """The positions that are one decision away and were not reached by fewer."""
        fresh = [position for key, position in self.later.items() if key not in self.seen]
        self.seen.update(self.later)
        self.later, self.later_ends = {}, {}
        return fresh

    def walk(self, reached: list[Reached]) -> None:
        """Tries every answer to the decisions of some equally near positions. Positions reached by answers
        that are no real decision are equally near, and join them.
        """
        for frontier in reached:
            for at, step in enumerate(self.steps(frontier)):
                if self.looked >= self.limit:
                    self.cut = True
                    return
                self.looked += 1
                self.take(frontier, at, step, reached)

    def steps(self, reached: Reached) -> Iterator[Step]:
        """The result of each answer to a decision."""
        pause = reached.pause
        assert pause is not None
        assert pause.game.ask is not None
        values = self.tried(pause, pause.game.ask)
        yield from (self.step(pause, pause.game.ask, value, len(values) == 1) for value in values)

    def step(self, pause: Pause, ask: Decision, value: object, forced: bool) -> Step:
        """The result of one answer."""
        game, fallen = pause.game.copy(), pause.fallen + (ask.seat == CHANCE)
        line = said(Reader(self.table, pause.game), ask, value, forced)
        self.away = pause.away
        over = not self.goes_on(game, (value,))
        piled = not over and len(game.effects) > PILED
        return Step(line, self.key(game), fallen, over, piled, Pause(game, fallen, self.away))

    def take(self, frontier: Reached, at: int, step: Step, origin: list[Reached]) -> None:
        """Keeps the result of one answer, given by its number."""
        self.heard.update(dict.fromkeys(step.readings))
        if step.over:
            ends = self.found if step.said.quiet else self.later_ends
            if step.key not in self.found and step.key not in ends:
                ends[step.key] = self.end(step, (frontier.trail, step.said))
        elif step.piled:
            self.piled = True
        else:
            reached = Reached(step.pause, (frontier.trail, step.said), (*frontier.path, at))
            self.note(reached, (step.key, step.fallen), step.said.quiet, origin)

    def end(self, step: Step, trail: Trail) -> End:
        """A way that has ended."""
        if step.pause is None:
            return End(step.told, trail, None, step.met)
        return End(self.telling(step.pause.game), trail, step.pause.game)

    def telling(self, game: Game) -> tuple[Item, ...]:
        """The part of a position that is told: without cards that the asking player has not seen."""
        return tuple([item for item in told_of(self.table, game) if not is_nameless(item.of)])

    def note(self, reached: Reached, key: Key, quiet: bool, frontier: list[Reached]) -> None:
        """Keeps a position to continue from, unless it has been reached as early before."""
        if key in self.seen:
            return
        if quiet:
            self.seen.add(key)
            frontier.append(reached)
        else:
            self.later.setdefault(key, reached)

    def tried(self, pause: Pause, ask: Decision) -> list[object]:
        """The answers that are tried: all, or the first of very many."""
        view = Reader(self.table, pause.game)
        scripted = self.scripted(view, ask, pause.fallen)
        if scripted is not None:
            self.chance = True
            return list(scripted)
        values = list(islice(answers(view, self.seen_first(ask)), WIDE + 1))
        if len(values) > WIDE or bounded(ask):
            self.wide.add(ask.rule)
        if self.run.viewer:
            named = (cards_in(said(view, ask, value, False).text) for value in values)
            values = [
                answer
                for answer, words in zip(values, [*named], strict=True)
                if not any(map(is_nameless, words))
            ]
        return values[:WIDE]

    def seen_first(self, ask: Decision) -> Decision:
        """A decision in which cards that the asking player has not seen come last: of equal cards, the seen
        ones stand for all.
        """
        if not self.run.viewer:
            return ask
        choices = sorted(ask.choices, key=lambda choice: any(map(is_nameless, choice.words)))
        return ask._replace(choices=tuple(choices))


def cards_in(line: str) -> set[str]:
    """The words of a line that may name a card, itself or by an ability of it."""
    return {part for word in line.split()[1:] for part in (word, word.partition(".")[0])}


def bounded(ask: Decision) -> bool:
    """Are there more answers to a decision than a search tries?"""
    if ask.kind == "number":
        return ask.most < 0
    ways = 1
    for n in range(len(ask.choices) - ask.least + 1, len(ask.choices) + 1):
        ways *= n
    return ask.kind in ("order", "shuffle") and ways > ORDERS


class Way(NamedTuple):
    """Ends that look the same to the reader: a shortest line to one of them, and their number."""

    end: End
    positions: int


def ways(ends_by_key: Mapping[Key, End]) -> list[Way]:
    """The ends grouped by what the reader is told of them, those with the shortest lines first."""
    groups: dict[tuple[Item, ...], list[End]] = {}
    for end in ends_by_key.values():
        groups.setdefault(end.told, []).append(end)
    return [Way(ends[0], len(ends)) for ends in groups.values()]
