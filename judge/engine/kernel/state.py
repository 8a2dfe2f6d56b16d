"""The state of a game: frozen records in one thin holder that can be copied, keyed and saved.

Nothing here knows a game or changes one: `engine/flow/changes.py` is the only writer. A reference to a
card is an *object number* such as ``"#7"``: it stays with an object while the rules call it the
same card, passes to a card played on top of it, and is gone when the object is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final, Literal, Self, overload

from judge.errors import NotImplementedYet
from judge.text.plain import Fields, Json, Scope
from judge.text.rows import NamedTuple

# --- Bounds: how much a game may do and hold. They are far beyond every game that is played, but small
# enough to be played in seconds. A game that reaches a bound stops and names it.
OFTEN = 1_000  # times that one instruction is carried out, and cards that it moves together
QUEUED = 10_000  # instructions that wait to be carried out
UNDER_WAY = 500  # procedures and texts that one has set off in the middle of another
EFFECTS = 1_000  # effects that last: what a card is now is worked out of all of them
TOKENS = 2_000
OPTIONS = 20_000  # of a player in one window, refused ones among them
DEEPEST = 40  # values that are worked out of each other, one for the other
STEPS = 100_000  # instructions and steps without a decision of a player
LOOKED_AT = 3_000_000  # cards, one each time that a position is looked at, for positions that come back
HELD_AGAINST = 3_000_000  # cards held against others, selectors and abilities, and past events, in one step
HELD_SINCE = 5_000_000  # the same since a player has decided: what each step asks is asked again in the next
RECALLED = 50_000  # past events that are kept because a text asks for them
KEPT = 200_000  # of those, that are kept as they were; beyond, each position is named at once
DECIDED = 8_000_000  # cards, one each time that a position is kept because something was decided in it
NUMBER = 10**15  # of any number of a game; doubling is soon there


def within(n: int, most: int, what: str) -> int:
    """The number, where it is within the bound. Raises NotImplementedYet, which names the bound, where it is
    not.
    """
    if n > most:
        raise NotImplementedYet(f"{what} (at most {most:,})")
    return n


Seat = str
Ref = str
SEATS: tuple[Seat, Seat] = ("A", "B")
CHANCE: Seat = "chance"
JUDGE: Seat = "judge"  # who tells what is nobody's doing
UNKNOWN = "?"
Status = Literal["pending", "link", "negated", "later", "unrevealed"]  # how an ability waits
AskKind = Literal["act", "pick", "may", "number", "order", "chance", "shuffle"]


def opponent(seat: Seat) -> Seat:
    """The other player's seat."""
    return "B" if seat == "A" else "A"


class Card(NamedTuple):
    """One physical card. `zone` is ``"A.battle"`` or ``""`` (nowhere); `on` names the card above it."""

    id: str
    print: str
    owner: Seat
    zone: str
    object: Ref
    face: str = "front"
    marks: tuple[tuple[str, Json], ...] = ()
    under: tuple[str, ...] = ()
    on: str = ""

    @property
    def seat(self) -> Seat:
        """The seat whose zone the card is in: its master."""
        return self.zone[:1]

    @property
    def place(self) -> str:
        """The zone's name without its seat, ``"battle"``."""
        return self.zone[2:]

    def mark(self, name: str) -> Json:
        """The value of a mark, or None."""
        for key, value in self.marks:
            if key == name:
                return value
        return None


EMPTY: dict[str, Json] = {}  # nobody writes to it, as to no value of a record
new: Json = tuple.__new__  # makes a named tuple in half the time, all fields given


class FrozenRecord:
    """A record whose fields are set once. It is made and read faster than a named tuple, and is no tuple."""

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]] = ()
    _field_defaults: ClassVar[Mapping[str, object]] = {}

    def _replace(self, **changes: object) -> Self:
        """The same record with other values in some of its fields."""
        made = type(self)(
            *[changes.pop(name) if name in changes else getattr(self, name) for name in self._fields]
        )
        if changes:
            raise TypeError(f"{type(self).__name__} has no field {', '.join(changes)}")
        return made

    def __iter__(self) -> Iterator[object]:
        return iter([getattr(self, name) for name in self._fields])

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(
            getattr(self, name) == getattr(other, name) for name in self._fields
        )

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[Json, ...]:
        return (type(self), tuple(self))

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._fields)})"
        )


class Instruction(FrozenRecord):
    """One instruction, waiting in a frame's queue: a verb and its plain arguments."""

    __slots__ = ("args", "verb")
    _fields = ("verb", "args")

    def __init__(self, verb: str, args: dict[str, Json]) -> None:
        self.verb: Final = verb
        self.args: Final = args


class Frame(FrozenRecord):
    """A running procedure: where it stands, its plain values, and the instructions still to do."""

    __slots__ = ("answers", "entered", "procedure", "queue", "step", "vars")
    _fields = ("procedure", "step", "entered", "vars", "queue", "answers")

    def __init__(
        self,
        procedure: str,
        step: str,
        entered: bool = False,
        vars: dict[str, Json] = EMPTY,
        queue: tuple[Instruction, ...] = (),
        answers: dict[str, Json] = EMPTY,
    ) -> None:
        self.procedure: Final = procedure
        self.step: Final = step
        self.entered: Final = entered
        self.vars: Final = vars
        self.queue: Final = queue
        self.answers: Final = answers


class Effect(NamedTuple):
    """A continuous effect on objects (`to`), or on whatever fits `scope`, until the moment that `until`
    names.
    """

    id: int
    makes: str
    attr: str
    value: Json
    to: tuple[Ref, ...]
    until: str
    source: Ref
    ability: str
    seat: Seat
    rule: str
    scope: Mapping[str, object] | None = None


class AppliedEvent(NamedTuple):
    """An event that happened. `values` are the computed values the card had before it left."""

    verb: str
    name: str
    rule: str
    card: str
    ref: Ref
    seat: Seat
    args: Fields
    before: Card | None
    after: Card | None
    values: Scope | None
    quiet: bool = False


class Waiting(NamedTuple):
    """An ability that waits: a triggered one that is pending, or a link built up in a window."""

    id: str
    ability: str
    source: Ref
    card: str
    master: Seat
    status: Status
    vars: Scope


class Choice(NamedTuple):
    """One answer that may be given: the words that say it and the plain value it stands for."""

    words: tuple[str, ...]
    value: Json


class Choices(Sequence[Choice]):
    """The answers to a decision, worked out only when somebody looks at them: at the end of a line of search
    nobody does.
    """

    __slots__ = ("found", "make")

    def __init__(self, make: Callable[[], tuple[Choice, ...]]) -> None:
        self.make: Callable[[], tuple[Choice, ...]] | None = make
        self.found: tuple[Choice, ...] = ()

    def all(self) -> tuple[Choice, ...]:
        """Every choice."""
        if self.make is not None:
            self.found, self.make = self.make(), None
        return self.found

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self.all())

    @overload
    def __getitem__(self, at: int) -> Choice: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Choice]: ...
    def __getitem__(self, at: int | slice) -> Choice | Sequence[Choice]:
        return self.all()[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.all() == tuple(other)

    def __hash__(self) -> int:
        return hash(self.all())


class Decision(NamedTuple):
    """A decision the game waits for. `check` names a test that the chosen values must pass together."""

    seat: Seat
    kind: AskKind
    rule: str
    into: str
    choices: Sequence[Choice]
    least: int = 1
    most: int = 1
    prompt: str = ""
    data: Mapping[str, Json] = {}
    check: str = ""


class Judgement(NamedTuple):
    """Whether a condition of the vocabulary holds; for who listens to the game, of each part that does not
    hold what it asks for and what is there instead, as plain values.
    """

    ok: bool
    found: tuple[dict[str, Json], ...] = ()


UNLESS: Final = "unless"  # among the values of a condition: the exceptions of its rule that are not met


class Condition(FrozenRecord):
    """One condition of an option: its article, whether it holds, and the values that were read."""

    __slots__ = ("message_key", "ok", "rule", "values")
    _fields = ("rule", "ok", "message_key", "values")

    def __init__(self, rule: str, ok: bool, message_key: str, values: Mapping[str, object] = EMPTY) -> None:
        self.rule: Final = rule
        self.ok: Final = ok
        self.message_key: Final = message_key
        self.values: Final = values

    def under(self, article: str) -> Condition:
        """The same condition, citing an article that comes before its own; unchanged without one."""
        return self._replace(rule=article) if article else self

    def refused_by(self, article: str) -> Condition:
        """The same condition; where it does not hold, it cites an article that comes before its own."""
        return self if self.ok else self.under(article)


class Option(FrozenRecord):
    """An action offered or refused: the action word, its arguments (card ids) and what it would do.

    An offer may give the conditions one by one: whoever only wants the legal options stops at the first that
    fails.
    """

    __slots__ = ("args", "aside", "conds", "do", "must", "name")
    _fields = ("name", "args", "do", "conds", "must", "aside")

    def __init__(
        self,
        name: str,
        args: tuple[str, ...],
        do: tuple[Instruction, ...],
        conds: Iterable[Condition] = (),
        must: bool = False,
        aside: bool = False,
    ) -> None:
        self.name: Final = name
        self.args: Final = args
        self.do: Final = do
        self.conds: Final = conds
        self.must: Final = must
        self.aside: Final = aside

    @property
    def key(self) -> str:
        """The words of the option, as one string."""
        return " ".join((self.name, *self.args))

    @property
    def legal(self) -> bool:
        """Does every condition hold? Conditions that come one by one are used up by asking."""
        return all(cond.ok for cond in self.conds)


UNDECIDED: Final = "undecided:"  # how the reason begins where a game ends because the book decides nothing


class Result(NamedTuple):
    """How the game ended: the winner's seat, or ``""`` for a draw, and the article."""

    winner: Seat
    rule: str
    why: str

    @property
    def gap(self) -> str:
        """What the book does not decide, where the game ends by that; "" for any other end."""
        return self.why.removeprefix(UNDECIDED).strip() if self.why.startswith(UNDECIDED) else ""


class Game:
    """The whole position. Every value in it is frozen; copying copies the dicts, not what they hold."""

    __slots__ = (
        "active",
        "agenda",
        "ask",
        "barred",
        "cards",
        "effects",
        "loop",
        "memory",
        "objects",
        "offer_cache",
        "past",
        "print_index",
        "result",
        "scores",
        "seen",
        "serial",
        "static_cache",
        "turn",
        "waiting",
        "zones",
    )  # fmt: skip

    def __init__(self) -> None:
        self.cards: dict[str, Card] = {}
        self.zones: dict[str, tuple[str, ...]] = {}
        self.objects: dict[Ref, str] = {}
        self.scores: dict[str, int] = {}
        self.memory: dict[str, Json] = {}
        self.effects: tuple[Effect, ...] = ()
        self.waiting: tuple[Waiting, ...] = ()
        self.agenda: list[Frame] = []
        self.ask: Decision | None = None
        self.result: Result | None = None
        self.serial: int = 0
        self.active: Seat = "A"
        self.turn: int = 1
        self.seen: dict[Json, Json] = {}  # since the last decision: see flow/loops.py
        self.past: tuple[Json, ...] = ()  # what was decided this turn, with the position: see flow/loops.py
        self.loop: Json = None
        self.barred: tuple[Json, ...] = ()
        self.offer_cache: dict[Json, Json] = {}
        self.static_cache: dict[Json, Json] = {}
        self.print_index: dict[Json, Json] = {}  # what follows from which cards there are, wherever they lie

    def copy(self, asked: bool = True) -> Game:
        """An independent copy; it waits for the same decision, unless `asked` is false."""
        new = Game.__new__(Game)
        new.cards = self.cards.copy()
        new.zones = self.zones.copy()
        new.objects = self.objects.copy()
        new.scores, new.memory = self.scores.copy(), self.memory.copy()
        new.effects, new.waiting = self.effects, self.waiting
        new.agenda, new.ask = self.agenda[:], self.ask if asked else None
        new.result, new.serial = self.result, self.serial
        new.active, new.turn = self.active, self.turn
        new.seen = self.seen.copy()
        new.past, new.loop, new.barred = self.past, self.loop, self.barred
        # true of the same position; a change replaces the cache, never empties it
        new.offer_cache, new.static_cache, new.print_index = (
            self.offer_cache,
            self.static_cache,
            self.print_index,
        )
        return new

    def apart(self) -> Game:
        """The present position without cached results. It shares its contents with the game, so it may be
        read until something changes, and never written.
        """
        new = Game.__new__(Game)
        new.cards, new.zones, new.objects = self.cards, self.zones, self.objects
        new.scores, new.memory, new.seen = self.scores, self.memory, self.seen
        new.effects, new.waiting, new.agenda, new.ask = self.effects, self.waiting, self.agenda, None
        new.result, new.serial, new.active, new.turn = self.result, self.serial, self.active, self.turn
        new.past, new.loop, new.barred = self.past, self.loop, self.barred
        new.offer_cache, new.static_cache, new.print_index = {}, {}, self.print_index
        return new

    def forget(self) -> None:
        """Drops what was worked out about the position, because it has changed."""
        self.offer_cache = {}
        self.static_cache = {}

    def having(self, effects: tuple[Effect, ...]) -> Game:
        """A copy with these lasting effects and no others."""
        game = self.copy(asked=False)
        game.effects, game.offer_cache, game.static_cache = effects, {}, {}
        return game

    def suppose(self, known: dict[Json, Json]) -> None:
        """Works things out from here on as if this were known; copies keep what they share."""
        self.static_cache = known
