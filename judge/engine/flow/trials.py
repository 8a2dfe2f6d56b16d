"""Trials: instructions are tried out on copies of the game to find whether they can all be carried out.

A cost is paid in full or not at all, and one part of it can make the next possible or impossible. So the
parts are played one after the other, with every choice on the way, until one way reaches the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine import trace
from judge.engine.flow.answers import answers
from judge.engine.flow.engine import Engine
from judge.engine.flow.feasibility import condition, still_due, strayed
from judge.engine.flow.pipeline import undone
from judge.engine.kernel.book import Book
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import AppliedEvent, Frame, Game, Instruction
from judge.engine.kernel.view import Tracer, View
from judge.engine.language.joint_costs import PAID, TOGETHER, gathers
from judge.errors import NotImplementedYet
from judge.text.plain import Fields, Json

TRIAL = "trial"  # the variable that marks a frame of instructions being tried
DEEPEST = 2  # trials within trials: what a replacement would do is tried as well
MANY = 20_000


def obstacle(
    view: View, dos: Sequence[Instruction], ctx: Mapping[str, object], measure: str
) -> tuple[str, str] | None:
    """None when some choices carry out every instruction. Otherwise the article of what prevents it, and the
    one by which that refuses by itself; each is ``""`` for none in particular. By the measure ``"whole"``,
    no instruction may be forbidden or done in part; by ``"begun"``, not all may be forbidden. Raises
    NotImplementedYet when there are too many ways to try.
    """
    if sum(TRIAL in frame.vars for frame in view.game.agenda) >= DEEPEST:
        return None
    start = view.game.copy(asked=False)  # options may be looked at while their question waits
    first: dict[str, object] = {**ctx, TRIAL: True}
    if ctx.get("because") == "cost" and TOGETHER not in ctx and gathers(view.book, dos):
        first, dos = {**first, TOGETHER: (), "befallen": ()}, (*dos, PAID)
    Engine(view.table, start).push("seq", first)
    trial = Trial(view, dos, measure)
    return None if trial.reaches(start, 0) else (trial.way, trial.narrow)


def spares(view: View, chosen: Sequence[Json], data: Fields) -> bool:
    """Can these cards be given and the rest of the cost, or what was taken on besides, still be done? `data`
    says into which answer they go: it is given on a copy, and the rest is tried out from there.
    """
    start = view.game.copy(asked=False)
    frame = start.agenda[-1]
    trial = Trial(view, still_due(view, frame.vars), "whole")
    engine = Engine(view.table, start, remembers=False)
    engine.push("seq", {**frame.vars, TRIAL: True}, frame.queue[:1])
    while start.ask is None and not trial.done(start):
        engine.tick()
    if start.ask is None:
        return trial.reaches(start, 0)
    return trial.goes_on(start, -1, ({**frame.answers, data["into"]: tuple(chosen)}[start.ask.into],))


class Trial:
    """The trial of one list of instructions; it counts the positions that were tried."""

    def __init__(self, view: View, dos: Sequence[Instruction], measure: str) -> None:
        self.view = view
        self.dos = dos
        self.measure = measure
        self.depth = len(view.game.agenda) + 1
        self.tried = 0
        self.way = self.narrow = ""

    def reaches(self, game: Game, at: int) -> bool:
        """Can the instructions from this one on be carried out?"""
        if at == len(self.dos):
            return True
        engine = Engine(self.view.table, game)
        cond = condition(engine.view, self.dos[at], game.agenda[-1].vars, "", {})
        if cond is not None and not cond.ok:
            return False
        engine.queue((self.dos[at],))
        return self.goes_on(game, at)

    def goes_on(self, game: Game, at: int, answer: tuple[object, ...] = ()) -> bool:
        """Carries out one instruction with every answer, then the rest. A game that is lost on the way goes
        on here: whether the rest could be carried out does not hang on that. Where the book does not say how
        the game goes on, all of it counts as carried out.
        """
        self.tried += 1
        if self.tried > MANY:
            raise NotImplementedYet("a cost with so many ways to pay it")
        tracer = MEASURES[self.measure](self.view.book) if self.measure else None
        engine = Engine(self.view.table, game, tracer, remembers=False)
        if answer:
            engine.answer(answer[0])
        while game.ask is None and not self.done(game) and not (game.result and game.result.gap):
            game.result = None
            engine.tick()
        if tracer is not None and self.fails(tracer):
            return False
        if game.result is not None and game.result.gap:
            return True
        game.result = None
        if game.ask is None:
            return self.reaches(game, at + 1)
        return any(self.goes_on(game.copy(), at, (choice,)) for choice in answers(engine.view, game.ask))

    def fails(self, tracer: Barred) -> bool:
        """Was the instruction prevented? The first articles are kept."""
        failed = tracer.barred or bool(tracer.displaced and undone(self.view, tracer.displaced))
        if failed:
            self.way, self.narrow = self.way or tracer.way, self.narrow or tracer.narrow
        return failed

    def done(self, game: Game) -> bool:
        """Is the frame of the trial on top again with nothing left in its queue?"""
        return len(game.agenda) < self.depth or (len(game.agenda) == self.depth and not game.agenda[-1].queue)


class Barred(Tracer):
    """A tracer that hears only whether something was forbidden, replaced, done in part or not at all, or
    took a card elsewhere than the cost says.
    """

    def __init__(self, book: Book) -> None:
        super().__init__()
        self.book = book
        self.barred = False
        self.displaced: Event = {}
        self.way = self.narrow = ""

    def note(self, game: Game, kind: trace.Kind, rule: str, data: Fields) -> None:
        """Remember what keeps a cost from being paid in full, forget everything else."""
        self.barred = self.barred or kind in (
            trace.FORBIDDEN,
            trace.FEWER,
            trace.TOO_FEW,
            trace.NOTHING,
            trace.LACKING,
        )
        pays = kind is trace.REPLACED and data["event"].get("because") == "cost"
        self.displaced = data["event"].copy() if pays else self.displaced
        if pays or kind in (trace.FORBIDDEN, trace.NOT_CHOOSABLE, trace.LACKING):
            self.way = self.way or rule
        if kind is trace.LACKING:
            self.narrow = self.narrow or rule

    def event(self, game: Game, record: AppliedEvent, data: Mapping[str, object] | None = None) -> None:
        """A cost that sends a card somewhere is not paid with one that goes elsewhere,
        where the rulebook has it so.
        """
        if self.book.params.get("costs-arrive") and strayed(self.book, record):
            self.barred, self.narrow = True, self.book.article("costs-arrive")
            self.way = self.way or record.rule

    def step(self, game: Game, frame: Frame, rule: str) -> None:
        """Steps are not told."""


class Begun(Barred):
    """A tracer that hears only whether everything was forbidden."""

    def __init__(self, book: Book) -> None:
        super().__init__(book)
        self.began = False

    def note(self, game: Game, kind: trace.Kind, rule: str, data: Mapping[str, object]) -> None:
        """Only what is forbidden counts."""
        if kind is trace.FORBIDDEN and not self.began:
            self.barred = True

    def event(self, game: Game, record: AppliedEvent, data: Mapping[str, object] | None = None) -> None:
        """Something is done: that the rest is forbidden does not matter."""
        self.barred, self.began = False, True


MEASURES: dict[str, type[Barred]] = {"whole": Barred, "begun": Begun}
