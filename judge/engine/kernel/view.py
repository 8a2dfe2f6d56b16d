"""The read-only face of a game that steps, offers and interrupts receive, and the tracer that it tells.

A `View` has no verbs: whoever holds one can look and answer, never change. What it works out is
cached per position, and the cache is dropped by every verb. Values need conditions, conditions need values:
each has a module of its own, which reaches the others by `View`;
`judge/engine/effects/reader.py` makes it whole.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.kernel.book import Ability, Face
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import (
    EMPTY,
    UNKNOWN,
    AppliedEvent,
    Card,
    Decision,
    Frame,
    Game,
    Judgement,
    Option,
    Ref,
    Seat,
)
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Entry, repeated, settled_for, source
from judge.engine.trace.kinds import Kind
from judge.errors import OutOfPlace
from judge.text.plain import Fields, Json


class Vars(Fields):
    """What a step may read: its literal arguments, its frame's values and the answers given so far."""

    __slots__ = ("answers", "args", "over", "vars")

    def __init__(self, vars: dict[str, Json], args: dict[str, Json], answers: dict[str, Json]) -> None:
        self.vars = vars
        self.args = args
        self.answers = answers
        self.over = (
            answers if not args else {**args, **answers} if answers else args
        )  # what hides the frame's values

    def __getitem__(self, key: str) -> Json:
        try:
            return self.over[key] if key in self.over else self.vars[key]
        except KeyError:
            raise OutOfPlace(f"the value {key!r}") from None

    def __iter__(self) -> Iterator[str]:
        return iter({**self.vars, **self.over})

    def __len__(self) -> int:
        return len({**self.vars, **self.over})

    def get(self, key: str, default: object = None) -> Json:
        """The value under a key, or the default."""
        return self.over[key] if key in self.over else self.vars.get(key, default)

    def flag(self, key: str) -> bool:
        """True when the value is set and not empty."""
        return bool(self.get(key))

    def object(self, key: str) -> Ref:
        """An object number, ``""`` when there is none."""
        value = self.vars.get(key, "")
        return value if isinstance(value, str) else ""


class View(ABC):
    """Looks at one game on one table."""

    __slots__ = ("book", "forced", "game", "table", "tracer", "tracing")

    def __init__(self, table: Table, game: Game, tracer: Tracer | None = None) -> None:
        self.table = table
        self.book = table.book
        self.game = game
        self.tracer = tracer
        self.tracing = tracer is not None  # is anybody listening?
        # what players did since the last line without being asked, as nothing else was left to do: cards that
        # they chose and acts that they had to do, in the words of a line
        self.forced: list[tuple[Seat, tuple[str, ...]]] = []

    # --- cards and zones -------------------------------------------------------------------
    def card(self, ref: Ref) -> Card | None:
        """The card an object number stands for now, or None when that object is gone."""
        card_id = self.game.objects.get(ref)
        return self.game.cards[card_id] if card_id is not None else None

    def present(self, ref: Ref) -> Card:
        """The card that a step is about. Raises OutOfPlace where that object is gone, or was never named."""
        card = self.card(ref)
        if card is None:
            raise OutOfPlace("a card")
        return card

    def ability(self, id_: str) -> Ability:
        """The ability that a step is about. Raises OutOfPlace where there is none."""
        ability = self.table.abilities.get(id_)
        if ability is None:
            raise OutOfPlace("an ability")
        return ability

    def same(self, ref: Ref) -> bool:
        """Is the object still there?"""
        return ref in self.game.objects

    def zone(self, seat: Seat, name: str) -> tuple[Card, ...]:
        """The cards of a zone, top first."""
        cards = self.game.cards
        return tuple([cards[card_id] for card_id in self.game.zones.get(f"{seat}.{name}", ())])

    def count(self, seat: Seat, name: str) -> int:
        """How many cards lie in a zone."""
        return len(self.game.zones.get(f"{seat}.{name}", ()))

    @property
    def active(self) -> Seat:
        """The seat whose turn it is."""
        return self.game.active

    @property
    def moment(self) -> str:
        """The present moment: an entry with a lower number has waited since before it, one with a higher
        number came later.
        """
        return f"@{self.game.serial}"

    @abstractmethod
    def seats(self, word: str, me: Seat = "") -> tuple[Seat, ...]:
        """The seats that a word such as ``me``, ``opponent``, ``each`` or ``active`` names."""

    # --- values ----------------------------------------------------------------------------
    @abstractmethod
    def value(self, card: Card, attr: str) -> Json:
        """The computed value of an attribute: printed, then continuous effects."""

    @abstractmethod
    def printed(self, card: Card, attr: str) -> Json:
        """The printed value on the visible face,
        None when nothing is printed or it does not count as the card lies.
        """

    def face(self, card: Card) -> Face:
        """The visible face as printed."""
        faces = self.table.prints[card.print].faces
        return faces.get(card.face) or faces["front"]

    def type(self, card: Card) -> str:
        """The card's type, ``""`` when it is unknown; a zone may make cards of one type count as another."""
        printed = self.table.prints[card.print].type
        makes = self.book.zones.get(card.zone[2:], EMPTY).get("makes") if card.zone and not card.on else None
        return makes.get(printed, printed) if makes else printed

    @abstractmethod
    def did(self, whose: str, word: str) -> bool:
        """Has a card (by its object) or a player done this in the current turn?"""

    @abstractmethod
    def times(self, whose: str, word: str) -> int:
        """How often a card or a player has done this in the current turn."""

    @abstractmethod
    def face_down(self, card: Card) -> bool:
        """Does the card lie face-down?"""

    def known(self, card: Card) -> bool:
        """Is it known which card this is?"""
        return card.print != UNKNOWN

    @abstractmethod
    def abilities(self, card: Card) -> tuple[Ability, ...]:
        """The card's abilities, granted ones included, none when they are invalid."""

    @abstractmethod
    def borne(self, card: Card) -> tuple[Ability, ...]:
        """The card's abilities, with the negated ones where a rulebook lets negated effects be activated."""

    @abstractmethod
    def works(self, card: Card, ability: Ability) -> bool:
        """Does this ability function where the card is, with its conditions of validity met?"""

    @abstractmethod
    def unaffected(self, ability: str, source: Card, card: Card) -> tuple[Ability, Card] | None:
        """The text by which a card is unaffected by a continuous effect of another one, with the card that
        has the text; None where there is none. The ability is "" where it is not known which it is.
        """

    def has(self, card: Card, keyword: str) -> bool:
        """Does the card have a keyword now? Any of the keyword's names will do."""
        word = self.book.keyword(keyword)
        return any(ability.keyword == word for ability in self.abilities(card))

    @abstractmethod
    def permissions(self, card: Card, what: str) -> int:
        """How many static abilities lift a named rule for this card; for some rules each counts."""

    @abstractmethod
    def lifts(self, what: str, seat: Seat = "") -> bool:
        """Does any static ability lift a rule, for whatever card? Only abilities of this player count, if
        one is named.
        """

    @abstractmethod
    def permits(self, card: Card, what: str) -> Ability | None:
        """The static ability that lifts a named rule for this card, if any."""

    # --- words of the vocabulary -----------------------------------------------------------
    @abstractmethod
    def refs(self, what: object, ctx: Mapping[str, object]) -> tuple[Ref, ...]:
        """The objects that a word, a variable or a selector stands for."""

    @abstractmethod
    def cards(self, what: object, ctx: Mapping[str, object]) -> tuple[Card, ...]:
        """The cards that a word, a variable or a selector stands for; objects that are gone are left out."""

    @abstractmethod
    def number(self, what: object, ctx: Mapping[str, object]) -> int:
        """The number that a value of the vocabulary stands for."""

    @abstractmethod
    def holds(self, what: object, ctx: Mapping[str, object]) -> bool:
        """Does a condition of the vocabulary hold?"""

    @abstractmethod
    def judge(self, what: object, ctx: Mapping[str, object]) -> Judgement:
        """The same, with what fails and what is there instead where somebody listens."""

    @abstractmethod
    def matches(
        self,
        card: Card,
        selector: Mapping[str, object],
        ctx: Mapping[str, object],
        seen: Mapping[str, object] | None = None,
    ) -> bool:
        """Does a card fit a selector? `seen` overrides its computed values."""

    # --- the agenda ------------------------------------------------------------------------
    def running(self, procedure: str) -> Frame | None:
        """The innermost running frame of a procedure."""
        frame: Frame
        for frame in self.game.agenda[::-1]:
            if frame.procedure == procedure:
                return frame
        return None

    def param(self, name: str) -> Json:
        """A literal of the rulebook; reading it marks the ruling as touching its reading."""
        for reading in self.book.param_touches.get(name, ()):
            self.touch(reading)
        return self.book.params[name]

    def ruled(self, name: str, *rules: str, kind: str = "param") -> tuple[str, ...]:
        """The articles to cite where a literal decides: its own first, if it names one, then the nearest
        ones of the book.
        """
        own = self.book.article(name, kind)
        return (own, *rules) if own else rules

    def cite(self, name: str, kind: str = "param") -> None:
        """Tells that a literal decides here, where nothing else tells it."""
        if self.tracer is not None and (own := self.book.article(name, kind)):
            self.note(trace.SAID, own)

    # --- telling ---------------------------------------------------------------------------
    def note(self, kind: Kind, rule: str = "", **data: object) -> None:
        """Adds a line to the trace; where no article is named, the one that the book cites for its kind."""
        if self.tracer is not None:
            self.tracer.note(self.game, kind, rule or str(self.book.cites.get(kind.cites, "")), data)

    def touch(self, reading: str) -> None:
        """Notes that a reading was applied."""
        if self.tracer is not None:
            self.tracer.touch(reading)

    def touch_row(self, kind: str, name: str) -> None:
        """Tells the tracer that the readings were applied that change this row of a table."""
        for reading in self.book.row_touches.get((kind, name), ()):
            self.touch(reading)

    # --- decisions -------------------------------------------------------------------------
    @abstractmethod
    def pick(
        self,
        v: Vars,
        into: str,
        seat: Seat,
        cards: Sequence[Card],
        least: int,
        most: int,
        rule: str,
        prompt: str,
        check: str = "",
        data: Mapping[str, object] | None = None,
    ) -> Decision | tuple[Ref, ...]:
        """The chosen objects when they are answered or forced, otherwise the question."""

    def interchangeability_key(self, card: Card, pinned: Container[Ref]) -> tuple[object, ...]:
        """The properties that two cards must share so that choosing between them makes no difference;
        `pinned` cards stand alone.
        """
        if card.print == UNKNOWN and not card.under:
            return (UNKNOWN, card.owner, card.zone, card.face, card.marks, "")
        alone = card.id if card.under or card.object in pinned else ""
        return (card.print, card.owner, card.zone, card.face, card.marks, alone)


class Tracer:
    """Collects entries and the readings that were applied."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.readings: dict[str, int] = {}

    def note(self, game: Game, kind: trace.Kind, rule: str, data: Mapping[str, object]) -> None:
        """Adds a line, with the step under way. Raises TypeError for what its kind does not declare."""
        frame = game.agenda[-1] if game.agenda else Frame("", "")
        if trace.Role.SOURCED in kind.roles and not data.get("card"):
            data = {**data, "source": source(game, frame), "ability": str(frame.vars.get("ability") or "")}
        n = repeated(game)
        if n:
            data = {**data, "round": n}
        if trace.Role.SETTLED in kind.roles:
            frame = settled_for(game, frame)
        kind.check(data)
        self.entries.append(Entry(kind, rule, len(game.agenda), frame.procedure, frame.step, data))

    def step(self, game: Game, frame: Frame, rule: str) -> None:
        """A step begins."""
        self.entries.append(Entry(trace.STEP, rule, len(game.agenda), frame.procedure, frame.step, {}))

    def event(self, game: Game, record: AppliedEvent, data: Mapping[str, object]) -> None:
        """An event happened."""
        self.note(game, trace.EVENT, record.rule, {"record": record, **data})

    def ask(self, game: Game, ask: Decision) -> None:
        """A decision is waited for."""
        self.note(game, trace.ASK, ask.rule, {"ask": ask})

    def answer(self, game: Game, ask: Decision, value: object) -> None:
        """A decision was made: by a player, or in a counted loop as it was made before."""
        again = game.loop is not None and game.loop.rounds >= 0
        self.note(
            game, trace.ANSWER, ask.rule, {"ask": ask, "value": value, **({"again": True} if again else {})}
        )

    def touch(self, reading: str) -> None:
        """A reading was applied; where first, is remembered."""
        self.readings.setdefault(reading, len(self.entries))

    # --- what did not happen -------------------------------------------------------------------
    # A tracer that explains tells more here; the engine does nothing with it.
    def replaced(self, view: View, event: Event, instead: Event | None) -> None:
        """An event was replaced, by nothing or by another event."""

    def happened(self, view: View, records: Sequence[AppliedEvent]) -> None:
        """The events of a batch happened."""

    def listened(self, view: View, records: Sequence[AppliedEvent]) -> None:
        """Abilities are about to hear the events of a batch."""

    def heard(self, view: View, record: AppliedEvent, ids: Mapping[str, None]) -> None:
        """An event is about to be heard by those of the listed abilities that may hear it."""

    def chosen(self, view: View, card: Card, choice: Event) -> None:
        """A card may be chosen, although something could forbid it."""

    def refused(self, view: View, seat: Seat, option: Option) -> Option:
        """An option is told of, legal or not: the option with every condition at hand."""
        return option._replace(conds=tuple(option.conds))


class DetachedTracer(Tracer):
    """A tracer that knows what another one has been told and keeps nothing itself, for asking what could be
    done and why not, which is no event of the game.
    """

    def __init__(self, heard: Tracer) -> None:
        super().__init__()
        self.entries = heard.entries

    def note(self, game: Game, kind: trace.Kind, rule: str, data: Mapping[str, object]) -> None:
        """Keeps nothing."""

    def step(self, game: Game, frame: Frame, rule: str) -> None:
        """Keeps nothing."""

    def touch(self, reading: str) -> None:
        """Keeps nothing."""
