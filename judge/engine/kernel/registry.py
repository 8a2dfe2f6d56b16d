"""Where steps, offers, interrupts, verbs and checks are registered under their article numbers, and the types
of such functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.engine.kernel.book import Amiss, Book, Interrupt, Outcome, Word
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import EMPTY, AppliedEvent, Card, Condition, Instruction, Option
from judge.engine.kernel.view import Vars, View
from judge.text.plain import Fields, Json


# --- Descriptions: what the documents say of a declared function, taken from its docstring.
def first_sentence(function: Callable[..., Json]) -> str:
    """The first paragraph of a function's docstring, on one line."""
    paragraph = " ".join((function.__doc__ or "").strip().partition("\n\n")[0].split())
    return paragraph.partition(". ")[0].rstrip(".").replace("``", "`") + "."


# What the functions of a rulebook take and give: each kind of them, as a rulebook's modules declare it.
StepFunction = Callable[[View, Vars], Outcome]
OfferFunction = Callable[[View, Vars, str], Iterator[Option]]
InterruptFunction = Callable[[View, Sequence[AppliedEvent]], Sequence[Instruction] | None]
CostTest = Callable[[View, Fields, Fields, dict[str, int]], Condition]
SuitFunction = Callable[[View, Card, Fields], Condition]
CondsFunction = Callable[[View, Fields, Fields], Iterator[Condition]]
DueFunction = Callable[[View], Iterator[Event]]
CheckFunction = Callable[[View, Sequence[Json], Fields], bool]
AmissFunction = Callable[[Book, Fields], Iterator[Amiss]]


# What a line may name behind an act: a card of who acts or an ability of one, one of the other player's,
# anybody's, or something that is no card.
OWN_CARD: Final = "own"
THEIR_CARD: Final = "theirs"
ANY_CARD: Final = "any"
A_WORD: Final = "word"


class Rules:
    """The functions of one game, or those that all games share, by the names that tables use for them."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.steps: dict[str, StepFunction] = {}
        self.jumps: dict[str, tuple[str, ...]] = {}
        self.takes: dict[str, tuple[str, ...]] = {}
        self.needs: dict[str, tuple[str, ...]] = {}
        self.offers: dict[str, tuple[str, OfferFunction]] = {}
        self.interrupts: dict[str, Interrupt] = {}
        self.verbs: dict[str, StepFunction] = {}
        self.checks: dict[str, CheckFunction] = {}
        self.dues: dict[str, DueFunction] = {}
        self.conds: dict[str, CondsFunction] = {}
        self.words: dict[str, Word] = {}
        self.suits: dict[str, SuitFunction] = {}
        self.cites: set[str] = set()
        self.obliging: set[str] = set()
        self.spoken: dict[str, str] = {}
        self.most: dict[str, int] = {}
        self.places: dict[str, tuple[str, ...]] = {}
        self.beside: set[str] = set()
        self.memories: dict[str, str] = {}
        self.heeded: set[str] = set()
        self.unsettled: set[str] = set()  # names of events that nothing can forbid or replace
        self.events: dict[str, bool] = {}  # by name that no change and no table has: is it only asked for?
        self.parts: dict[str, tuple[str, ...]] = {}  # by the same name, what its events may have

    def step(
        self, name: str, jumps: Iterable[str] = (), takes: Iterable[str] = (), needs: Iterable[str] = ()
    ) -> Callable[[StepFunction], StepFunction]:
        """Registers a step under its article number, or a shared step under its name. `takes` are the
        further keys of its row, and `needs` those without which it has no meaning: one each, `this or that`,
        or `this with that`, which is needed beside another key.
        """

        def register(function: StepFunction) -> StepFunction:
            self.steps[name] = function
            self.jumps[name] = tuple(jumps)
            self.takes[name] = tuple(takes)
            self.needs[name] = tuple(needs)
            return function

        return register

    def offer(
        self,
        name: str,
        *rules: str,
        obliging: bool = False,
        spoken: str = "",
        beside: Iterable[str] = (),
        most: int = 1,
        places: tuple[str, ...] = (),
    ) -> Callable[[OfferFunction], OfferFunction]:
        """Registers a kind of act and the articles that its conditions cite. An `obliging` offer may have
        options that must be taken. `spoken` is what players call it, where that is not its name; `beside`
        are the fixed words of its options. Its options name at most `most` things; a longer line is bad
        input. `places` say whose card each of these things is, where it is not one's own card first and
        words behind it; a question may name them in any order.
        """

        def register(function: OfferFunction) -> OfferFunction:
            self.offers[name] = (rules[0] if rules else "", function)
            self.obliging.update([name] if obliging else ())
            self.beside.update(beside)
            self.most[name] = most
            self.places[name] = places or (OWN_CARD, *(A_WORD for _ in range(most - 1)))[:most]
            if spoken:
                self.spoken[name] = spoken
            self.cites.update(rules)
            return function

        return register

    def remembers(self, name: str, span: str = "", kind: str = "plain") -> str:
        """Registers a memory key, whole or by its beginning, with its span, and the kind of its values as a
        saved pause checks them.
        """
        self.memories[name] = kind
        return f"{span}:{name}" if span else name

    def interrupt(self, rule: str, *verbs: str) -> Callable[[InterruptFunction], InterruptFunction]:
        """Registers a rule that acts at once, in the middle of anything, with the verbs of the events after
        which it looks.
        """

        def register(function: InterruptFunction) -> InterruptFunction:
            self.interrupts[rule] = Interrupt(function, frozenset(verbs))
            return function

        return register

    def verb(
        self, name: str, *rules: str, inner: bool = False, possible: CostTest | None = None
    ) -> Callable[[StepFunction], StepFunction]:
        """Registers an instruction for rulebooks, not for cards; other words stand for an `inner` one."""

        def register(function: StepFunction) -> StepFunction:
            self.verbs[name] = function
            self.words[name] = Word(name, function, possible=possible, inner=inner)
            self.cites.update(rules)
            return function

        return register

    def word(
        self,
        name: str,
        under: str,
        takes: Mapping[str, str] = EMPTY,
        needs: tuple[str, ...] = (),
        without: tuple[str, ...] = (),
        *,
        cites: Iterable[str] = (),
        marks: str = "",
        possible: CostTest | None = None,
        amiss: AmissFunction | None = None,
        made: Callable[[str, dict[str, Json]], Instruction] | None = None,
        stands: Callable[[Fields], bool] | None = None,
        says: str = "",
        event: str = "",
        parts: tuple[str, ...] = ("card",),
    ) -> Callable[[StepFunction], StepFunction]:
        """Declares a word that cards may say, by the function that carries it out (see `Word`). Kinds of
        values are those that the grammar of cards knows. Without `says`, people read the first line of the
        function's docstring. `event` says that its events have its name: "heard", or only "asked" for;
        `parts` are the details that they may have (see `event`).
        """

        def register(function: StepFunction) -> StepFunction:
            line = says or first_sentence(function)
            self.words[name] = Word(
                name, function, under, takes, needs, without, marks, possible, amiss, made, stands, line,
            )  # fmt: skip
            if event:
                self.event(name, event == "asked", parts)
            if made is None:
                self.verbs[name] = function
            self.cites.update(cites)
            return function

        return register

    def event(
        self, name: str, asked: bool = False, parts: tuple[str, ...] = ("card",), settled: bool = True
    ) -> None:
        """Declares an event name. One that is only `asked` for before it happens can only be forbidden; one
        that is not `settled` can only be heard. `parts` are the details that abilities may read: the card or
        the player that it is about, a number.
        """
        self.events[name], self.parts[name] = asked, parts
        self.unsettled.update(() if settled else (name,))

    def only_heeded(self, name: str) -> None:
        """Declares an event that occurs only where something on the table could hear it. Whoever does not
        see the listener is not told of it.
        """
        self.heeded.add(name)

    def suit(self, name: str) -> Callable[[SuitFunction], SuitFunction]:
        """Registers the cards on which a word of the vocabulary can be carried out; no others are chosen for
        it.
        """

        def register(function: SuitFunction) -> SuitFunction:
            self.suits[name] = function
            return function

        return register

    def check(self, name: str) -> Callable[[CheckFunction], CheckFunction]:
        """Register a test that chosen values must pass together."""

        def register(function: CheckFunction) -> CheckFunction:
            self.checks[name] = function
            return function

        return register

    def cond(self, name: str) -> Callable[[CondsFunction], CondsFunction]:
        """Registers conditions that rows of `[action]` share and that need a function."""

        def register(function: CondsFunction) -> CondsFunction:
            self.conds[name] = function
            return function

        return register

    def due(self, name: str) -> Callable[[DueFunction], DueFunction]:
        """Registers a rule processing that does not concern single cards."""

        def register(function: DueFunction) -> DueFunction:
            self.dues[name] = function
            return function

        return register
