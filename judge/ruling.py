"""Running a fixture: the script answers, the facts are compared, other readings are tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from judge import facts
from judge.citations import cited, in_order
from judge.claims import Claim, judge_claim, why_not, within
from judge.engine.agenda import Engine
from judge.engine.book import Table
from judge.engine.proposals import event
from judge.engine.tracing import Entry, Tracer
from judge.engine.view import Vars, View
from judge.engine.windows import PASS
from judge.errors import BadInput, Problem
from judge.fixture import Fixture
from judge.script import Line, read_answer
from judge.stand import find_card
from judge.state import Ask, Frame, Game


class Other(NamedTuple):
    """A touched reading and what the script gives under another possibility of it."""

    reading: str
    taken: str
    other: str
    same: bool
    facts: tuple[facts.Fact, ...]
    parts: str


class Ruling(NamedTuple):
    """A fixture that was played: how it ended, what held, and the trace."""

    fixture: Fixture
    start: Game
    game: Game
    table: Table
    entries: tuple[Entry, ...]
    facts: tuple[facts.Fact, ...]
    claims: tuple[Claim, ...]
    missing: tuple[str, ...]
    articles: tuple[str, ...]
    order: int
    others: tuple[Other, ...]
    touched: tuple[str, ...]
    acts: Mapping[int, str]

    @property
    def verdict(self) -> str:
        """``holds``, ``fails`` or ``undecided``."""
        if self.game.result is not None and self.game.result.why.startswith("undecided:"):
            return "undecided"
        wanted = len(self.fixture.model.expect.get("order", ()))
        fine = all(one.ok for one in self.facts) and all(one.ok for one in self.claims)
        return "holds" if fine and not self.missing and self.order == wanted else "fails"


class Mark(NamedTuple):
    """Where a traced run stood when a line answered: how much had been told, the line, the game."""

    told: int
    at: int
    game: Game
    left_home: bool


LONG_IDLE = 8  # turns without a decision, of a script that has lines left
IDLE_TURNS = 2  # of a script that is over: so many turns may go by without a decision before the run stops


class Run:
    """One run of a fixture's script."""

    def __init__(self, fixture: Fixture, traced: bool = True, until: str = "") -> None:
        self.fixture = fixture
        self.until = until or fixture.model.until
        self.partly = bool(until)  # whoever looks at a part of a run leaves lines over
        self.table, self.start = fixture.table, fixture.start
        self.game = fixture.start.copy()
        self.game.forget()  # what another run worked out tells this one nothing of the readings that it rests on
        self.tracer = Tracer() if traced else None
        self.engine = Engine(self.table, self.game, self.tracer)
        self.lines = fixture.lines
        self.at = 0
        self.mark = 0
        self.claims: list[Claim] = []
        self.waiting: list[Line] = []
        self.home, self.base = home_of(fixture, self.game)
        steps = (step.id for name, one in self.table.book.procedures.items() if not name.startswith("window:") for step in one.steps)
        self.stepped = self.until in steps  # a step, and no window that goes by the same name
        self.left_home = False
        self.gave_up = False  # was the last answer a pass in the window of `at`? Then that is not come back to
        self.last_turn = self.game.turn
        self.acts: dict[int, str] = {}
        self.marks: list[Mark] = []

    def stand(self, mark: Mark) -> None:
        """Go on from where another run of the same script stood; what was worked out there may not hold here."""
        self.game = mark.game.copy()
        self.game.forget()
        self.engine = Engine(self.table, self.game, self.tracer)
        self.at, self.left_home = mark.at, mark.left_home

    # --- playing -----------------------------------------------------------------------------
    def play(self) -> None:
        """Play the script to its end. Raises BadInput at the first line that does not fit."""
        while True:
            self.take_asides()
            self.engine.run(self.stop)
            if self.engine.stopped:
                self.peek()
                break
            if self.game.ask is None or self.game.result is not None:
                break
            if not self.more():
                break
            if self.take_asides():
                continue
            if not self.more():
                break
            self.take_line()
        self.settle_claims(final=True)
        if self.more() and not (self.partly and self.engine.stopped):
            self.left_over()
        if self.until and not self.engine.stopped and self.game.result is None:
            asked = f": {describe_ask(self.game.ask)}" if self.game.ask is not None else ""
            raise BadInput((self.fixture.source.problem(["until"], f"the run never comes to step {self.until}{asked}"),))

    def peek(self) -> None:
        """Back at the window of `at`: show the decision that it offers, if there is one."""
        frame = self.game.agenda[-1] if self.game.agenda else None
        if frame is None or self.until or not frame.procedure.startswith("window:"):
            return
        step = self.table.book.procedures[frame.procedure].steps[0]
        found = step.function(self.engine.view, Vars(frame.vars, step.args, {}))
        if isinstance(found, Ask):
            self.game.ask = found

    def more(self) -> bool:
        """Are there lines left?"""
        return self.at < len(self.lines)

    def stop(self, frame: Frame) -> bool:
        """Is this where the run stops, with no decision to make?"""
        if self.until:
            return frame.step == self.until and frame is not self.home and not (self.stepped and frame.procedure.startswith("window:"))
        if not self.left_home:
            self.left_home = True
            return False
        idle = self.game.turn > self.last_turn + (LONG_IDLE if self.more() else IDLE_TURNS)
        return idle or (not self.more() and self.back(self.game, frame))

    def back(self, game: Game, frame: Frame) -> bool:
        """Is control back at the step named by `at`, or past it when the script is empty?"""
        depth = len(game.agenda)
        if frame.answers:
            return False
        if not self.lines:
            return depth < self.base
        if depth == self.base and frame.procedure == self.home.procedure and frame.step == self.home.step:
            return not any(one.status == "pending" for one in game.waiting)  # what waits belongs to what was done
        return depth == self.base + 1 and self.reoffers(game, frame)

    def reoffers(self, game: Game, frame: Frame) -> bool:
        """Is the window of the step named by `at` about to offer again?"""
        below = game.agenda[-2]
        if below.procedure != self.home.procedure or below.step != self.home.step or self.gave_up:
            return False
        row = self.table.book.windows.get(frame.procedure[7:])
        ready = row is not None and (not row.before or bool(frame.vars.get("before")))
        ready = ready and row is not None and frame.vars.get("passes", 0) < row.passes
        if row is not None and row.triggers and any(one.status == "pending" for one in game.waiting):
            return False
        return ready and frame.vars.get("stage") == "offer" and frame.vars.get("acted", 0) > 0

    def take_asides(self) -> bool:
        """Lines that answer nothing: claims, what a card is, concessions. True when something was changed."""
        changed = False
        while self.more() and self.lines[self.at].kind != "answer":
            line = self.lines[self.at]
            if line.kind == "claim":
                self.waiting.append(line)
                self.at += 1
                continue
            if self.game.ask is None and (line.kind != "know" or not self.in_hand(line)):
                break
            self.at += 1
            changed = True
            if line.kind == "know":
                self.know(line)
            else:
                self.concede(line)
        return changed

    def know(self, line: Line) -> None:
        """Say which card an unknown card is; what was offered is offered anew."""
        card = find_card(self.game, line.words[0]) or find_card(self.game, f"{line.seat}.{line.words[0]}")
        if card is None or line.words[1] not in self.table.prints:
            self.refuse(self.at - 1, "no such unknown card, or no such card under [cards]", "")
            return
        self.game.ask = None
        self.engine.apply([event({}, "know", card=card.object, print=line.words[1])], "", False)

    def concede(self, line: Line) -> None:
        """A player gives up: at once, and nothing can change it."""
        rule = str(self.table.book.raw.get("concede", {}).get("rule", ""))
        self.game.ask = None
        self.engine.apply([event({}, "end-game", "concede", rule, losers=(line.seat,), why="concede")], "", False)

    def take_line(self) -> None:
        """Give the next line to the decision that waits."""
        line, ask = self.lines[self.at], self.game.ask
        assert ask is not None
        self.settle_claims()
        if line.seat != ask.seat:
            self.refuse(self.at, f"{ask.seat} is asked here, not {line.seat}{why_not(self, line)}", "")
        answer = read_answer(self.engine.view, ask, line.words)
        if answer.error:
            self.refuse(self.at, answer.error + (why_not(self, line) if ask.kind == "act" else ""), line.text)
        if self.tracer is not None:
            self.mark = len(self.tracer.entries)
            self.acts[self.mark] = line.text
            self.marks.append(Mark(self.mark, self.at, self.game.copy(), self.left_home))
        self.gave_up = ask.kind == "act" and answer.value == PASS and len(self.game.agenda) == self.base + 1
        self.engine.answer(answer.value)
        self.last_turn = self.game.turn
        self.at += 1
        while self.more() and self.lines[self.at].kind == "know" and self.in_hand(self.lines[self.at]):
            self.at += 1
            self.know(self.lines[self.at - 1])

    def in_hand(self, line: Line) -> bool:
        """Is the card that a line tells in a zone that its owner looks at? Others are told at the next decision."""
        card = find_card(self.game, line.words[0]) or find_card(self.game, f"{line.seat}.{line.words[0]}")
        return card is not None and self.table.book.zones[card.place]["seen"] == "owner"

    # --- complaints --------------------------------------------------------------------------
    def refuse(self, at: int, message: str, said: str) -> None:
        """A line that does not fit: say what was asked of whom, and what may be answered."""
        ask = self.game.ask
        asked = describe_ask(ask) if ask is not None else "nothing is asked"
        found = self.lines[at].text
        more = {"article": ask.rule} if ask is not None else {}
        raise BadInput((self.fixture.source.problem(["script", at], message, expected=asked, found=found, **more),))

    def left_over(self) -> None:
        """Lines that nothing asked for."""
        why = "the game is over" if self.game.result is not None else f"the run stops at {self.until}" if self.engine.stopped and self.until else "nothing more is asked"
        problems = [
            self.fixture.source.problem(["script", at], f"this line is left over: {why}", found=self.lines[at].text)
            for at in range(self.at, len(self.lines))
        ]
        raise BadInput(tuple(problems))

    # --- claims ------------------------------------------------------------------------------
    def settle_claims(self, final: bool = False) -> None:
        """Test the claims that wait against what was offered since the line above them."""
        if self.tracer is None:
            self.waiting = []  # a silent run hears no offers and judges no claims
            return
        left = []
        for line in self.waiting:
            verdict = judge_claim(self, line, final)
            if verdict is None:
                left.append(line)
            else:
                self.claims.append(verdict)
        self.waiting = left


def home_of(fixture: Fixture, game: Game) -> tuple[Frame, int]:
    """The frame that stands at the step named by `at`, and how deep it lies."""
    at = fixture.model.at if isinstance(fixture.model.at, str) else fixture.model.at.get("step", "")
    for depth in range(len(game.agenda), 0, -1):
        if game.agenda[depth - 1].step == at:
            return game.agenda[depth - 1], depth
    return (game.agenda[-1] if game.agenda else Frame("", "")), len(game.agenda)


def describe_ask(ask: Ask) -> str:
    """What is asked of whom, and the legal answers."""
    words = [" ".join(one.words) for one in ask.choices]
    many = "" if ask.kind in ("act", "may", "chance") else f" {ask.least} to {ask.most} of" if ask.least != ask.most else f" {ask.least} of"
    return f"{ask.seat} is asked ({ask.kind}{many}): " + (" | ".join(words) or "a number")


def run(fixture: Fixture, until: str = "", readings: bool = True) -> Ruling:
    """Play a fixture and judge its facts. Raises BadInput where the script does not fit."""
    played = Run(fixture, until=until)
    played.play()
    return rule_on(fixture, played, readings, judged=not until)


def rule_on(fixture: Fixture, played: Run, readings: bool, judged: bool) -> Ruling:
    """The ruling of a finished run; one that was stopped on the way (`judged` false) has no facts to meet."""
    tracer = played.tracer
    assert tracer is not None
    view = View(played.table, played.game)
    found = tuple(facts.facts(view, fixture.model.expect)) if judged else ()
    articles = cited(tracer.entries, fixture.book.raw.get("grounds", {}), fixture.book.raw.get("told", ()))
    articles += [one.rule for one in played.claims if one.ok and one.rule and one.rule not in articles]
    numbers = fixture.book.raw.get("renumbered", {})
    articles = [numbers.get(one, one) for one in articles]
    missing = tuple(one for one in fixture.model.articles if judged and not any(within(rule, one) for rule in articles))
    wanted = fixture.model.expect.get("order", ())
    order = in_order(wanted, tracer.entries, fixture.book.raw.get("grounds", {})) if judged else len(wanted)
    touched = tuple(name for name in fixture.book.readings if name in tracer.readings)
    others = tuple(other for name in touched for other in try_others(fixture, name, found, before(played, name))) if readings else ()
    return Ruling(fixture, played.start, played.game, played.table, tuple(tracer.entries), found,
                  tuple(played.claims), missing, tuple(articles), order, others, touched, played.acts)  # fmt: skip


def before(played: Run, reading: str) -> Mark | None:
    """The last decision before a reading was first applied: up to there every possibility plays alike."""
    first = played.tracer.readings[reading] if played.tracer is not None else 0
    return next((mark for mark in reversed(played.marks) if mark.told <= first), None)


def try_others(fixture: Fixture, name: str, found: tuple[facts.Fact, ...], mark: Mark | None) -> list[Other]:
    """Replay the script under each other possibility of one reading."""
    taken = fixture.book.readings[name]
    others = []
    for value in fixture.book.raw["reading"][name]["value"]:
        if value != taken:
            others.append(try_other(fixture, name, taken, value, found, mark))
    return others


def try_other(
    fixture: Fixture, name: str, taken: str, value: str, found: tuple[facts.Fact, ...], mark: Mark | None
) -> Other:
    """Replay the script under one other possibility, from where it could first matter, and compare the facts."""
    other = fixture.under({**fixture.model.readings, name: value})
    played = Run(other, traced=False)
    if mark is not None and other.start is fixture.start:
        played.stand(mark)
    parts = ""
    try:
        played.play()
    except BadInput as error:
        parts = part_text(played, error.problems[0])
    view = View(played.table, played.game)
    facts_there = tuple(facts.facts(view, fixture.model.expect))
    same = not parts and facts_there == found
    return Other(name, taken, value, same, tuple(one for one in facts_there if one not in found), parts)


def part_text(played: Run, problem: Problem) -> str:
    """At which script line a replay under another reading parts from the script."""
    line = played.lines[min(played.at, len(played.lines) - 1)].text if played.lines else ""
    asked = describe_ask(played.game.ask) if played.game.ask else "nothing more is asked"
    return f"{line!r} does not fit: {asked}"
