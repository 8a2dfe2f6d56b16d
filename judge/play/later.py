"""Later acts: is an act that is not offered now offered later in the turn, and who has to do what first?

Play goes on from the waiting decision, on a copy: whoever is asked passes, and where nobody may pass, each
answer is tried. The result is what a judge would say at the table: "not yet, first B answers the attack".
Where the act is refused whenever its moment comes, the conditions that fail there are the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.flow.answers import answers
from judge.engine.flow.engine import Engine
from judge.engine.flow.replacements import DECLINE
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.state import CHANCE, Decision, Game, Option
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Entry
from judge.errors import JudgeError
from judge.explain.explainer import Explainer
from judge.fixture.script import LEADS, NO, YES, Line, fits, read_answer
from judge.play.not_offered import act_with_choice
from judge.play.reasons import failed
from judge.play.script_lines import said
from judge.text.rows import NamedTuple

MOST: Final = 300  # decisions that are looked at
REFUSING: Final = (False, DECLINE)  # answers by which nothing is done
WIDE: Final = 12  # answers to a decision at which nobody may pass


class Later(NamedTuple):
    """The place at which an act is offered later in the same turn. `lines` are the script lines that lead
    there (none where the next decision offers it), and `rules` the articles by which it is offered. `seat`
    is asked first and may say one of `words`. `only` are the answers after which it is offered, where it is
    not offered after all that were tried.
    """

    lines: tuple[str, ...]
    rules: tuple[str, ...]
    seat: str
    words: tuple[str, ...]
    only: tuple[str, ...] = ()
    window: str = ""  # the title of the window that offers it
    around: frozenset[str] = frozenset()  # the words by which the steps are called that are under way there


def steps_around(game: Game) -> frozenset[str]:
    """The names of the steps under way: ``main1`` and ``actions`` for main1.actions."""
    names = (name for frame in game.agenda for name in (frame.procedure, frame.step))
    return frozenset(word for name in names for word in name.split("."))


class Ahead(NamedTuple):
    """What the rest of a turn offers for an act: where it is offered when everybody passes, or otherwise
    after which act of whoever is asked; and the options by which it is refused when its moment comes.
    """

    later: Later | None = None
    opened: Later | None = None
    refused: tuple[Option, ...] = ()
    readings: tuple[str, ...] = ()  # that were applied on the way


def look_ahead(engine: Engine, line: Line) -> Ahead:
    """What the rest of the turn offers for the act of a line, as far as the bounds of the search allow. The
    engine's game stays unchanged.
    """
    game = engine.game
    if game.result is not None:
        return Ahead()
    start = game.copy()
    start.forget()
    lookout = Lookout(engine.table, line, game.turn, waits=game.ask is not None)
    later = opened = None
    try:
        later = lookout.follow(start.copy(), ())
        if later is None and not lookout.refused:
            opened = lookout.after_acts(start)
    except JudgeError:
        pass  # what is not written yet lies on the way
    return Ahead(later, opened, lookout.refused, tuple(lookout.readings))


def articles_of_moment(table: Table, game: Game) -> tuple[str, ...]:
    """The articles of the decision that waits: of the step that opened its window, and of its question."""
    *below, frame = game.agenda
    articles: list[str] = []
    if below and frame.procedure.startswith("window:"):
        procedure = table.book.procedures.get(below[-1].procedure)
        if procedure is not None and below[-1].step in procedure.places:
            articles.append(procedure.steps[procedure.places[below[-1].step]].rule)
    if game.ask is not None:
        articles.append(game.ask.rule)
    return tuple(dict.fromkeys(filter(None, articles)))


class Lookout:
    """Looks for an act in the rest of a turn."""

    def __init__(self, table: Table, line: Line, turn: int, waits: bool) -> None:
        self.table = table
        self.waits = waits  # does a decision wait already, at which the act is not offered?
        self.line = line
        self.turn = turn
        self.left = MOST
        self.refused: tuple[Option, ...] = ()
        self.readings: dict[str, None] = {}

    def follow(self, game: Game, lines: tuple[str, ...], first: Decision | None = None) -> Later | None:
        """Plays on to where the act is offered."""
        while self.left > 0:
            self.left -= 1
            tracer = Explainer()
            Engine(self.table, game, tracer).run(lambda frame: game.turn != self.turn)
            self.readings.update(dict.fromkeys(tracer.readings))
            self.listen(Reader(self.table, game), tracer.entries)
            ask = game.ask
            if ask is None or game.result is not None or game.turn != self.turn:
                return None
            if (first is not None or not self.waits) and self.offers(game, ask):
                words = tuple(" ".join(choice.words) for choice in (first or ask).choices)
                rules = articles_of_moment(self.table, game)
                row = self.table.book.windows.get(str(ask.data.get("window", "")))
                window = row.title if row is not None else ""
                return Later(lines, rules, (first or ask).seat, words, (), window, steps_around(game))
            first = first or ask
            values = list(islice(self.answers_to(game, ask), WIDE))
            if len(values) != 1:
                return self.fork(game, ask, values, lines, first)
            lines = self.answered(game, ask, values[0], lines)
        return None

    def after_acts(self, game: Game) -> Later | None:
        """The place at which the act is offered once somebody acts instead of passing, as by opening its
        phase. A refusal that comes after every possible act at a decision is a reason; one that only one act
        brings about is not.
        """
        lines: tuple[str, ...] = ()
        while self.left > 0 and game.turn == self.turn and game.result is None:
            ask = game.ask
            passes = ask is not None and any(choice.value == PASS for choice in ask.choices)
            if ask is None or not passes:
                return None
            later = self.instead(game, ask, lines)
            if later is not None or self.refused:
                return later
            lines = self.answered(game, ask, PASS, lines)
            self.left -= 1
            Engine(self.table, game).run(lambda frame: game.turn != self.turn)
        return None

    def instead(self, game: Game, ask: Decision, lines: tuple[str, ...]) -> Later | None:
        """The place at which the act is offered after another answer to one decision."""
        refused: list[tuple[Option, ...]] = []
        acts = [choice.value for choice in ask.choices if choice.value != PASS][:WIDE]
        for value in acts:
            other, self.refused = game.copy(), ()
            later = self.follow(other, self.answered(other, ask, value, lines), ask)
            if later is not None:
                return later
            refused += [self.refused] if self.refused else []
        failing = [
            {(cond.rule, cond.message_key) for option in some for cond in failed(option)} for some in refused
        ]
        alike = len(failing) == len(acts) and all(reasons == failing[0] for reasons in failing)
        self.refused = refused[0] if refused and alike else ()
        return None

    def fork(
        self, game: Game, ask: Decision, values: Sequence[object], lines: tuple[str, ...], first: Decision
    ) -> Later | None:
        """The place at which the act is offered after the first answer that leads there. `only` names the
        answers that do, and is empty where all of them do.
        """
        ways: list[Later] = []
        for value in values:
            other = game.copy()
            ahead = self.answered(other, ask, value, lines)
            later = self.follow(other, ahead, first)
            if later is not None:
                ways.append(later._replace(only=(ahead[-1],)))
        if not ways:
            return None
        every = len(ways) == len(values)
        return ways[0]._replace(only=() if every else tuple(way.only[0] for way in ways))

    def answered(self, game: Game, ask: Decision, value: object, lines: tuple[str, ...]) -> tuple[str, ...]:
        """Answer a decision; the lines of the script with the one that does so."""
        line = said(Reader(self.table, game), ask, value, False)
        Engine(self.table, game).answer(value)
        return lines if line.quiet else (*lines, line.text)

    def answers_to(self, game: Game, ask: Decision) -> Iterator[object]:
        """The answers that are tried: to pass, where that is allowed, otherwise every answer. Chance has one
        result.
        """
        if any(choice.value == PASS for choice in ask.choices):
            yield PASS
        elif ask.seat == CHANCE:
            yield from islice(answers(Reader(self.table, game), ask), 1)
        else:
            # the way that is told does nothing where that may be said
            yield from sorted(answers(Reader(self.table, game), ask), key=lambda value: value not in REFUSING)

    def listen(self, view: Reader, entries: Sequence[Entry]) -> None:
        """Keep the options by which the act is refused where it is first told of."""
        told = [
            entry.data
            for entry in entries
            if entry.kind is trace.OFFER and entry.data["seat"] == self.line.seat
        ]
        for data in told if not self.refused else ():
            options = [act for act in data["refused"] if fits(self.line.words, (act.name, *act.args), view)]
            self.refused = self.refused or tuple(options)

    def offers(self, game: Game, ask: Decision) -> bool:
        """May the line be said in answer to this decision?"""
        if ask.seat != self.line.seat:
            return False
        view, words = Reader(self.table, game), self.line.words
        if ask.kind == "act":
            legal = any(fits(words, choice.words, view) for choice in ask.choices if choice.value != PASS)
            return legal or bool(act_with_choice(self.table, game, self.line))
        return words[0] in (*LEADS, *YES, *NO) and not read_answer(view, ask, words).error
