"""A run: the script answers the decisions of a fixture one after the other."""

from __future__ import annotations

from typing import TypeVar

from judge.board.limits import misplaced
from judge.board.position import find_card
from judge.engine import trace
from judge.engine.flow.engine import Engine
from judge.engine.flow.pipeline import watchers
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.instructions import event
from judge.engine.kernel.state import UNKNOWN, Decision, Frame, Game
from judge.engine.kernel.view import Tracer, Vars
from judge.errors import BadInput, OutOfPlace, Problem
from judge.explain.explainer import Explainer
from judge.fixture.acts import misspelt
from judge.fixture.load import Fixture
from judge.fixture.script import Line, find_choices, gives_up, read_answer
from judge.play.claim import Claim
from judge.play.claims import judge_claim
from judge.play.moments import Since
from judge.play.not_offered import forced_by
from judge.play.prompts import describe_ask
from judge.play.refusals import Misfit, over, told_of_misfit
from judge.play.stops import Home
from judge.text.plain import Json
from judge.text.rows import NamedTuple

# --- Marks in a run: where it stood when a script line answered, so that another run can go on from
# there.
Place = tuple[Json, ...]


class Mark(NamedTuple):
    """Where a traced run stood when a line answered: how much had been told, the line, the game."""

    told: int
    at: int
    game: Game
    begun: bool
    away: bool
    claims: tuple[Claim, ...]
    waiting: tuple[Line, ...]


def place(game: Game) -> Place:
    """The place of a decision: who is asked, in which window or step and its surroundings, and by whose
    ability. Empty without a decision.
    """
    if game.ask is None:
        return ()
    frames = [(frame.procedure, frame.step, str(frame.vars.get("ability", ""))) for frame in game.agenda[-2:]]
    return (game.ask.seat, game.ask.kind, game.turn, *frames)


LONG_IDLE = 8  # turns without a decision, of a script that has lines left
WAIT = ("wait",)  # of a script, in a window in which a player only speaks up
IDLE_TURNS = 2  # of a script that is over: so many turns may go by without a decision before the run stops


Followed = TypeVar("Followed", bound="Run")


class Run:
    """One run of a fixture's script."""

    viewer = ""  # the player whose world it is the run of, where it is one's
    keeps_marks = False  # for who answers the decisions otherwise; a reading needs those where it comes in

    def __init__(
        self, fixture: Fixture, traced: bool = True, until: str = "", start: Game | None = None
    ) -> None:  # fmt: skip
        self.fixture = fixture
        self.until = until or fixture.model.until
        self.partly = bool(until)  # whoever looks at a part of a run leaves lines over
        self.table, self.start = fixture.table, start or fixture.start
        self.game = self.start.copy()
        self.game.forget()  # what another run worked out tells nothing of the readings that it rests on
        self.tracer = Explainer() if traced else None
        self.engine = Engine(self.table, self.game, self.tracer)
        self.lines = fixture.lines
        self.at, self.mark = 0, 0
        self.claims: list[Claim] = []
        self.waiting: list[Line] = []
        self.surplus: list[Line] = []  # lines that give up where nobody asks
        self.home = Home(fixture, self.game)
        procedures = self.table.book.procedures.items()
        steps = (procedure.steps for name, procedure in procedures if not name.startswith("window:"))
        # is it a step, and no window that goes by the same name?
        self.stepped = any(step.id == self.until for some in steps for step in some)
        self.begun = False  # has the step named by `at` begun to run?
        self.away = False  # has control been elsewhere since?
        self.gave_up = False  # was the last answer a pass in the window of `at`? It is not come back to then
        self.last_turn = self.game.turn
        self.acts, self.marks = dict[int, str](), list[Mark]()
        self.places: dict[int, Place] = {}  # where each line answered
        # the game before the last line was taken, and what that answered; none where it is not known any more
        self.departure: tuple[Game, tuple[object, ...]] | None = (self.start, ())
        tell_again(fixture, self.game, self.tracer)

    def stand(self, mark: Mark) -> None:
        """Go on from where another run of the script stood; what was worked out there may not hold here."""
        self.game = mark.game.copy()
        self.game.forget()
        self.engine = Engine(self.table, self.game, self.tracer)
        self.at, self.begun, self.away, self.last_turn = mark.at, mark.begun, mark.away, mark.game.turn
        self.departure = None
        self.claims, self.waiting = list(mark.claims), list(mark.waiting)

    # --- playing -----------------------------------------------------------------------------
    def play(self) -> None:
        """Play the script to its end. Raises BadInput for cards that lie nowhere, and at the first line that
        does not fit.
        """
        if self.fixture.lost:
            raise BadInput(self.fixture.lost)
        while True:
            self.take_asides()
            self.advance()
            if self.engine.stopped:
                self.peek()
                break
            if self.game.ask is None or self.game.result is not None:
                break
            if self.more() and self.take_asides():
                continue
            if self.unasked():
                self.engine.answer(PASS)
                continue
            if self.more() and self.tells_forced():
                self.at += 1
            elif self.more():
                self.take_line()
            elif not self.completes():
                break
        self.settle_claims(final=True)
        if self.more() and not (self.partly and self.engine.stopped):
            self.left_over()
        if self.until and not self.engine.stopped and self.game.result is None:
            asked = f": {self.described(self.game.ask)}" if self.game.ask is not None else ""
            message = f"the run never comes to step {self.until}{asked}"
            raise BadInput((self.fixture.source.problem(["until"], message),))

    def advance(self) -> None:
        """Go on to the next decision, or to where the run stops."""
        self.engine.run(self.stop)

    def go_on(self) -> None:
        """Goes on to the next decision or stop, one step after the other, for whoever examines each."""
        self.engine.set_off()
        while self.engine.goes_on():
            self.tick()

    def tick(self) -> None:
        """Does the next step that nobody has to decide. Raises NotImplementedYet."""
        agenda = self.game.agenda
        try:
            self.engine.tick(self.stop)
        except OutOfPlace as error:
            raise error.at(agenda[-1].procedure, agenda[-1].step) from None

    def play_out(self) -> None:
        """Play the script to its end, or to a line that the rules refuse. Raises Misfit, a BadInput, at one
        that does not fit.
        """
        try:
            self.play()
        except Misfit as misfit:
            if misfit.refusal is None:
                raise

    def unasked(self) -> bool:
        """Is it a window in which a player may only speak up, and does the next line not do so there? A pass
        is not speaking up: it answers a decision that is asked. `wait` passes over one such chance.
        """
        ask = self.game.ask
        window = self.table.book.windows.get(str(ask.data.get("window", ""))) if ask is not None else None
        if ask is None or window is None or not window.unasked:
            return False
        line = self.lines[self.at] if self.more() else None
        if line is None or line.seat != ask.seat:
            return True
        if line.words == WAIT:
            self.settle_claims(final=True)  # what stands above it is judged here
            self.mark = len(self.tracer.entries) if self.tracer is not None else 0
            self.at += 1
            return True
        return all(choice.value == PASS for choice in find_choices(ask, line.words, self.engine.view))

    def completes(self) -> bool:
        """May something be added to a script that is over? Not under its own readings."""
        return False

    def peek(self) -> None:
        """Tells what the window of `at` has to offer to players who can do nothing there."""
        frame = self.game.agenda[-1] if self.game.agenda else Frame("", "")
        if self.until or not frame.procedure.startswith("window:"):
            return
        step = self.table.book.procedures[frame.procedure].steps[0]
        step.function(self.engine.view, Vars(frame.vars, step.args, {}))

    def more(self) -> bool:
        """Are there lines left?"""
        return self.at < len(self.lines)

    def stop(self, frame: Frame) -> bool:
        """Is this where the run stops, with no decision to make?"""
        if self.until:
            return self.reached(frame)
        if not self.begun:
            self.begun = True
            return False
        self.away = self.away or self.home.left(self.game, frame)
        idle = self.game.turn > self.last_turn + (LONG_IDLE if self.more() else IDLE_TURNS)
        return idle or (not self.more() and self.back(frame))

    def reached(self, frame: Frame) -> bool:
        """Is the step named by `until` about to run? One that was asked and has its answer is running."""
        if frame.step != self.until or frame is self.home.frame or frame.answers:
            return False
        return not (self.stepped and frame.procedure.startswith("window:"))

    def back(self, frame: Frame) -> bool:
        """Is control back at `at`, with nobody to ask there? The engine asks whoever has to decide."""
        if not self.returned(frame):
            return False
        return not (frame.procedure.startswith("window:") and self.home.asks(self.game, frame))

    def returned(self, frame: Frame) -> bool:
        """Is control back at `at`? Not in its window, where the last answer passed."""
        passed = self.gave_up and len(self.game.agenda) > self.home.depth
        return not passed and self.home.back(self.game, frame, self.away)

    def take_asides(self) -> bool:
        """Takes lines that answer nothing: claims, what a card is, concessions. Says whether anything has
        changed.
        """
        changed = False
        while self.more() and self.lines[self.at].kind != "answer":
            line = self.lines[self.at]
            if line.kind == "claim":
                self.waiting.append(line)
                self.at += 1
                continue
            if self.game.ask is None and not self.at_once(line):
                break
            self.at += 1
            changed = True
            if line.kind == "know":
                self.know(line)
            elif line.kind == "outside":
                self.befall(line)
            else:
                self.concede(line)
        return changed

    def at_once(self, line: Line) -> bool:
        """Is a line taken without waiting for the next decision?"""
        return line.kind == "outside" or (line.kind == "know" and self.in_hand(line))

    def know(self, line: Line) -> None:
        """Records which card an unknown card is; options are then offered anew."""
        card = find_card(self.game, line.words[0]) or find_card(self.game, f"{line.seat}.{line.words[0]}")
        if card is None or line.words[1] not in self.table.prints or line.words[1] == UNKNOWN:
            self.refuse(self.at - 1, "no such unknown card, or no such card under [cards]")
            return
        if self.engine.view.known(card) and card.print != line.words[1]:
            self.refuse(self.at - 1, "this card is known already, and is another one")
        for _, article, _, _ in misplaced(self.engine.view, card._replace(print=line.words[1])):
            why = f" ({article})" if article else ""
            self.refuse(self.at - 1, f"no such card can lie where this one lies{why}")
        self.game.ask = self.departure = None
        self.engine.apply([event({}, "know", card=card.object, print=line.words[1])], "", False)

    def befall(self, line: Line) -> None:
        """Makes something happen that no player does; the steps that ask for it find it remembered."""
        word, rows = line.words[0], self.table.book.tables["outside"]
        if word not in rows or len(line.words) > 1:
            self.refuse(self.at - 1, "nothing of that name happens to this game")
        self.game.ask = self.departure = None
        key = f"outside:{word}"
        self.engine.apply([event({}, "remember", word, rows[word]["rule"], key=key, value=1)], "", False)

    def concede(self, line: Line) -> None:
        """A player gives up: at once, and nothing can change it."""
        row = self.table.book.tables.get("concede", {})
        new = event({}, "end-game", "concede", str(row.get("rule", "")), losers=(line.seat,), why="concede")
        self.game.ask = None
        for watcher in watchers(self.engine.view, "replace", new) if "untouched" in row else ():
            self.engine.view.note(trace.UNTOUCHED, str(row["untouched"]), card=watcher.card.id)
        self.engine.apply([new], "", False)

    def take_line(self) -> None:
        """Give the next line to the decision that waits."""
        line, ask = self.lines[self.at], self.game.ask
        assert ask is not None
        self.settle_claims()
        answer = read_answer(self.engine.view, ask, line.words)
        error = answer.error if line.seat == ask.seat else f"a line is missing: {ask.seat} is asked here"
        if error and gives_up(line):
            self.surplus.append(line)
            self.at += 1
            return
        if error:
            self.refuse(self.at, *told_of_misfit(self.since, line, ask, error))
        if self.tracer is not None:
            self.mark_line(line, len(self.tracer.entries))
            self.departure = self.marks[-1].game, (answer.value,)
        passed = ask.kind == "act" and answer.value == PASS
        self.gave_up = passed and len(self.game.agenda) == self.home.depth + 1
        self.engine.view.forced.clear()
        self.engine.answer(answer.value)
        self.last_turn, self.at = self.game.turn, self.at + 1
        while self.more() and self.lines[self.at].kind == "know" and self.in_hand(self.lines[self.at]):
            self.at += 1
            self.know(self.lines[self.at - 1])

    def tells_forced(self) -> bool:
        """Does the next line only say what nobody was asked, as nothing else could be chosen?"""
        line, ask = self.lines[self.at], self.game.ask
        if line.kind != "answer" or not forced_by(self.engine.view, line):
            return False
        return (
            ask is None or line.seat != ask.seat or bool(read_answer(self.engine.view, ask, line.words).error)
        )

    def mark_line(self, line: Line, told: int) -> None:
        """Keeps the position before a line is answered, so that another run can go on from here."""
        self.mark = told
        self.acts[told] = line.text
        self.places[self.at] = place(self.game)
        self.forget_mark(told)
        claims, waiting = tuple(self.claims), tuple(self.waiting)
        copy = self.game.copy()
        self.marks.append(Mark(told, self.at, copy, self.begun, self.away, claims, waiting))

    def forget_mark(self, told: int) -> None:
        """Drops the last mark, given how much has been told: otherwise a game would be kept for each line.
        The last mark before the first touched reading stays.
        """
        assert self.tracer is not None
        last = self.marks[-1].told if self.marks else told
        needed = self.keeps_marks or any(last <= at < told for at in self.tracer.readings.values())
        if last < told and not needed:
            self.marks.pop()

    def in_hand(self, line: Line) -> bool:
        """Does a line name a card in a zone that its owner sees? Lines about others are taken at the next
        decision.
        """
        card = find_card(self.game, line.words[0]) or find_card(self.game, f"{line.seat}.{line.words[0]}")
        return card is not None and self.table.book.zones[card.place]["seen"] == "owner"

    # --- complaints --------------------------------------------------------------------------
    def refuse(self, at: int, message: str, refusal: Claim | None = None) -> None:
        """Refuses a line that does not fit: says who is asked what, and which answers are possible. Raises
        Misfit.
        """
        ask = self.game.ask
        asked = self.described(ask) if ask is not None else "nothing is asked"
        article = ask.rule if ask is not None else ""
        raise Misfit((self.unfit(at, message, expected=asked, article=article),), refusal)

    def unfit(self, at: int, message: str, **more: str) -> Problem:
        """A line that does not fit; with the nearest act, where it begins with none."""
        more |= {"message": message, "found": self.written(self.lines[at])}
        more |= misspelt(self.table.book, self.lines[at])
        return self.fixture.source.problem(self.place(at), **more)

    def left_over(self) -> None:
        """Handles lines that nothing asked for: concessions are taken, others do not fit. Raises Misfit."""
        while self.more() and self.tells_forced():
            self.at += 1
        left = [at for at in range(self.at, len(self.lines)) if not gives_up(self.lines[at])]
        if not left:
            self.surplus += self.lines[self.at :]
            self.at = len(self.lines)
            return
        result = self.game.result
        stops = f"the run stops at {self.until}" if self.engine.stopped and self.until else ""
        why = "the game is over" if result is not None else stops or "nothing more is asked"
        message = f"this line is left over: {why}"
        problems = [self.unfit(at, message) for at in left]
        raise Misfit(problems, over(self.lines[left[0]], result.rule) if result is not None else None)

    def place(self, at: int) -> list[str | int]:
        """The place of a line in the fixture."""
        return ["script", at]

    def described(self, ask: Decision) -> str:
        """The present decision, for a reader who is told that a line does not fit."""
        return describe_ask(ask)

    def written(self, line: Line) -> str:
        """A line of the script, for whoever is told that it does not fit."""
        return line.text

    # --- claims ------------------------------------------------------------------------------
    @property
    def since(self) -> Since:
        """The basis for judging claims: the game now, and what was told since the last line."""
        told = (line.text for line in reversed(self.lines[: self.at]) if self.is_told(line))
        return Since(self.engine, self.mark, next(told, ""), self.as_answered)

    def as_answered(self) -> Game | None:
        """The game as the last line left it, before it went on from there; None where that is not known."""
        if self.departure is None:
            return None
        before, answers = self.departure
        game = before.copy()
        for value in answers:
            Engine(self.table, game).answer(value)
        return game

    def is_told(self, line: Line) -> bool:
        """Can this line be named as the one after which a moment comes?"""
        return line.kind == "answer"

    def settle_claims(self, final: bool = False) -> None:
        """Test the claims that wait against what was offered since the line above them."""
        if self.tracer is None:
            self.waiting = []  # a silent run hears no offers and judges no claims
            return
        left, since = [], self.since
        for line in self.waiting:
            verdict = judge_claim(since, line, final)
            if verdict is None:
                left.append(line)
            else:
                self.claims.append(verdict)
        self.waiting = left


def misfit_of(run: Run) -> Misfit | None:
    """Play a run to its end, or to a line that does not fit: that one is returned.

    Raises BadInput where the run never comes to the step at which it stops.
    """
    try:
        run.play()
    except Misfit as misfit:
        return misfit
    return None


def following(run: Followed, lines: int) -> Followed:
    """A run that has taken the first n lines of its script and nothing more. Raises BadInput where one does
    not fit.
    """
    while run.at < lines:
        run.take_asides()
        if run.at >= lines:
            break
        run.advance()
        if run.engine.stopped or run.game.ask is None or run.game.result is not None:
            run.left_over()
        elif run.take_asides():
            continue
        elif run.unasked():
            run.engine.answer(PASS)
        elif run.tells_forced():
            run.at += 1
        else:
            run.take_line()
            run.begun = True
    return run


# --- the decision for which a saved pause waits: what was told as it came up is told anew, so that claims,
def tell_again(fixture: Fixture, game: Game, tracer: Tracer | None) -> None:
    """Tells a tracer the waiting decision once more, on a copy: a step that asks has done nothing but ask.
    Raises BadInput where a pause that was changed cannot be played on.
    """
    if tracer is None or game.ask is None:
        return
    from judge.pauses.validate import answerable  # no other fixture pays for it

    copy = game.copy(asked=False)
    copy.forget()
    with answerable(fixture.source, copy):
        Engine(fixture.table, copy, tracer).tick()
