"""Where steps, offers, interrupts, verbs and checks are registered under their article numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from judge.engine.book import (
    CheckFunction,
    CondsFunction,
    CostTest,
    DueFunction,
    Interrupt,
    InterruptFunction,
    OfferFunction,
    StepFunction,
    SuitFunction,
)
from judge.state import EMPTY

# What may stand under a word of the vocabulary, under its other keys, which of them must be there, and what
# every other word takes but this one.
Grammar = tuple[str, Mapping[str, str], tuple[str, ...], tuple[str, ...]]


class Rules:
    """The functions of one game, or those that all games share, by the names data calls them."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.steps: dict[str, StepFunction] = {}
        self.jumps: dict[str, tuple[str, ...]] = {}
        self.takes: dict[str, tuple[str, ...]] = {}
        self.offers: dict[str, tuple[str, OfferFunction]] = {}
        self.interrupts: dict[str, Interrupt] = {}
        self.verbs: dict[str, StepFunction] = {}
        self.checks: dict[str, CheckFunction] = {}
        self.costs: dict[str, CostTest] = {}
        self.dues: dict[str, DueFunction] = {}
        self.conds: dict[str, CondsFunction] = {}
        self.words: dict[str, Grammar] = {}
        self.suits: dict[str, SuitFunction] = {}
        self.cites: set[str] = set()
        self.obliging: set[str] = set()
        self.spoken: dict[str, str] = {}
        self.beside: set[str] = set()

    def step(
        self, name: str, jumps: Iterable[str] = (), takes: Iterable[str] = ()
    ) -> Callable[[StepFunction], StepFunction]:
        """Register a step under its article number, or a shared one under its name;
        `takes` are the keys that its row has besides.
        """

        def register(function: StepFunction) -> StepFunction:
            self.steps[name] = function
            self.jumps[name] = tuple(jumps)
            self.takes[name] = tuple(takes)
            return function

        return register

    def offer(
        self, name: str, *rules: str, obliging: bool = False, spoken: str = "", beside: Iterable[str] = ()
    ) -> Callable[[OfferFunction], OfferFunction]:
        """Register a kind of action and the articles that its conditions cite; an `obliging` one may have
        options that have to be taken.

        `spoken` is what players call it, where that is not its name; `beside` are the fixed words of its
        options.
        """

        def register(function: OfferFunction) -> OfferFunction:
            self.offers[name] = (rules[0] if rules else "", function)
            self.obliging.update([name] if obliging else ())
            self.beside.update(beside)
            if spoken:
                self.spoken[name] = spoken
            self.cites.update(rules)
            return function

        return register

    def interrupt(self, rule: str, *verbs: str) -> Callable[[InterruptFunction], InterruptFunction]:
        """Register a rule that acts at once, in the middle of anything,
        and the verbs of the events that can call for it.
        """

        def register(function: InterruptFunction) -> InterruptFunction:
            self.interrupts[rule] = Interrupt(function, frozenset(verbs))
            return function

        return register

    def verb(self, name: str, *rules: str) -> Callable[[StepFunction], StepFunction]:
        """Register a word of the ability vocabulary that expands into instructions."""

        def register(function: StepFunction) -> StepFunction:
            self.verbs[name] = function
            self.cites.update(rules)
            return function

        return register

    def suit(self, name: str) -> Callable[[SuitFunction], SuitFunction]:
        """Register which cards a word of the vocabulary can be carried out on:
        no others are chosen for it.
        """

        def register(function: SuitFunction) -> SuitFunction:
            self.suits[name] = function
            return function

        return register

    def word(
        self,
        name: str,
        under: str,
        keys: Mapping[str, str] = EMPTY,
        needed: tuple[str, ...] = (),
        without: tuple[str, ...] = (),
    ) -> None:
        """Say what may be written with a word of this game:
        kinds of values that the grammar of cards knows; `without` what it does not take.
        """
        self.words[name] = (under, keys, needed, without)

    def check(self, name: str) -> Callable[[CheckFunction], CheckFunction]:
        """Register a test that chosen values must pass together."""

        def register(function: CheckFunction) -> CheckFunction:
            self.checks[name] = function
            return function

        return register

    def cost(self, name: str) -> Callable[[CostTest], CostTest]:
        """Register the test whether a word of the vocabulary can be paid as part of a cost."""

        def register(function: CostTest) -> CostTest:
            self.costs[name] = function
            return function

        return register

    def cond(self, name: str) -> Callable[[CondsFunction], CondsFunction]:
        """Register conditions that rows of `[action]` have in common and that need a function."""

        def register(function: CondsFunction) -> CondsFunction:
            self.conds[name] = function
            return function

        return register

    def due(self, name: str) -> Callable[[DueFunction], DueFunction]:
        """Register a rule processing that is not about single cards."""

        def register(function: DueFunction) -> DueFunction:
            self.dues[name] = function
            return function

        return register
