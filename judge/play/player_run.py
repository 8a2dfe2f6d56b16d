"""A run that a player is told of: neither where it stops nor what it complains of hangs on what only the
other player sees.

Whether a player is asked in a window hangs on what that player holds. So the other player passes where the
script has nothing else for that player to do there, also after its last line, and a pass that nobody asked
for is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import TypeVar

from judge.engine import trace
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.state import JUDGE, Card, Choice, Decision, Frame, opponent
from judge.engine.kernel.tracer import Entry
from judge.errors import Problem
from judge.fixture.load import Fixture
from judge.fixture.script import Line, gives_up, read_answer
from judge.play.claim import Claim
from judge.play.prompts import describe_ask
from judge.play.refusals import Misfit
from judge.play.replays import passable
from judge.play.run import misfit_of
from judge.play.suppressed_triggers import fitted
from judge.play.viewer_run import ViewerRun

BETWEEN = 8  # passes that are added before a line of the other player
MOST = 200  # passes that are added elsewhere: a game in which nobody does anything comes to an end

RunT = TypeVar("RunT", bound="PlayerRun")


def run_for(fixture: Fixture, seat: str, until: str = "") -> tuple[PlayerRun, Misfit | None]:
    """The run of a fixture for a player, and what of its script does not fit. Raises BadInput where the run
    never comes to `until`.
    """
    return run_by(partial(PlayerRun, fixture, seat, until))


def run_by(begin: Callable[..., RunT]) -> tuple[RunT, Misfit | None]:
    """The run that `begin` makes, with `upto`, `stops_from` and `awaits` of a PlayerRun, and what of its
    script does not fit.

    Where a line of the other player does not fit hangs on what that player is asked, and so does whether the
    rules refuse it or say nothing of it. So the run is then that of the lines before it, and only that it
    does not fit is told.
    """
    begin, played, misfit = fitted(begin, misfit_of)
    if misfit is None:
        return played, misfit
    if not played.hidden(played.wrong):
        return played.lacking(begin) or (played, misfit)
    shorter = begin(upto=played.number(played.wrong))
    return shorter, misfit_of(shorter) or Misfit((played.unfitting(),))


def played_by(begin: Callable[..., RunT]) -> RunT:
    """The run that `begin` makes, played to its end or to a line that the rules refuse. Raises BadInput where
    one does not fit.
    """
    played, misfit = run_by(begin)
    if misfit is not None and misfit.refusal is None:
        raise misfit
    return played


def kept_for(seat: str, lines: Sequence[Line]) -> Iterator[tuple[int, Line]]:
    """The lines of a script with their places, without the passes after the other player's last act: there
    that player passes wherever it is asked, so often as that may be.
    """
    acts = [at for at, line in enumerate(lines) if line.seat != seat and not gives_up(line)]
    last = max((at for at in acts if lines[at].kind != "claim"), default=-1)
    for at, line in enumerate(lines):
        if at < last or line.seat == seat or not gives_up(line):
            yield at, line


class PlayerRun(ViewerRun):
    """A run as a player is told of it, of the lines before `upto`; before the line at `stops_from` it goes on
    as after the last one. Of the abilities that wait unread those with the numbers in `awaits` are not
    suppressed.
    """

    def __init__(
        self,
        fixture: Fixture,
        seat: str,
        until: str = "",
        upto: int | None = None,
        stops_from: int | None = None,
        awaits: Collection[int] = frozenset(),
    ) -> None:
        super().__init__(fixture, seat, until, awaits)
        self.reads = self.sight
        kept = [*kept_for(seat, fixture.lines[:upto])]
        self.lines, self.written_at = [line for _, line in kept], [at for at, _ in kept]
        self.stops_from = len(self.lines) if stops_from is None else stops_from
        self.passes = 0
        self.looked = 0  # what had been told when the window of `until` was last come by
        self.wrong = 0  # the line that does not fit
        self.trace.asks_blindly = lambda *asked: asked_blindly(self.lines[self.at : self.stops_from], *asked)
        self.settle_unseen()  # a saved pause may wait for a decision

    # --- passes --------------------------------------------------------------------------------
    def take_line(self) -> None:
        """Give the next line to the decision that waits, or pass, or leave a pass out."""
        line, ask = self.lines[self.at], self.game.ask
        assert ask is not None
        ask = self.game.ask = any_word(ask, line, self.seat)
        fits = line.seat == ask.seat and not read_answer(self.engine.view, ask, line.words).error
        if not fits and gives_up(line) and line.seat != self.seat:
            self.at += 1
        elif fits or not self.waits(line):
            self.passes = 0
            gave_up = self.gave_up
            if line.seat != self.seat and not gives_up(line):
                self.looks = []  # the script tells what was found
            super().take_line()
            if line.seat != self.seat and gives_up(line):  # nor does it stop elsewhere where nobody asked
                self.gave_up = gave_up

    def at_once(self, line: Line) -> bool:
        """Nor does one by which the other player gives up: what that player is asked next is not told."""
        return (line.kind == "concede" and line.seat != self.seat) or super().at_once(line)

    def waits(self, line: Line) -> bool:
        """Let the other player pass before a line: one of that player's own belongs to this turn."""
        if line.seat == self.seat:
            return self.passes_by(MOST)
        return self.game.turn == self.last_turn and self.passes_by(BETWEEN)

    def completes(self) -> bool:
        """Pass after the last line too."""
        return self.passes_by(MOST)

    def reached(self, frame: Frame) -> bool:
        """Does the window named by `until` open, or is it come back to after an act? Each pass comes back to
        it too, but whether the other player is asked for one is not told.
        """
        settles = frame.procedure == "event"  # which is no step of a rulebook
        if settles or not super().reached(frame):
            return False
        if self.hidden_calls.hide(self.game, self.trace.entries, self.sight):
            return False
        since, self.looked = self.trace.entries[self.looked :], len(self.trace.entries)
        opens = not frame.procedure.startswith("window:") or "stage" not in frame.vars
        return opens or any(one.kind is trace.ACT for one in since)

    def back(self, frame: Frame) -> bool:
        """Is control back at `at`, with the player not asked there? Whether the other one is, is not told."""
        if not self.returned(frame):
            return False
        asked = self.home.proposed(self.game, frame) if frame.procedure.startswith("window:") else None
        return not isinstance(asked, Decision) or (self.others(asked) and self.closes(frame))

    def closes(self, frame: Frame) -> bool:
        """Does a window close with the other player's pass, before this one is asked?"""
        row = self.table.book.windows[frame.procedure.removeprefix("window:")]
        ahead = frame.vars.get("seat") != self.seat and frame.vars.get("passes", 0) + 1 < row.passes
        return not ahead

    def peek(self) -> None:
        """Tell what is offered where the run stops, but not that nobody takes it up: the other player may. Of
        a window that opens only that it does: what it has to offer hangs on whether anybody can act in it.
        """
        if self.game.ask is not None:  # cut off
            return
        entries, told = self.trace.entries, len(self.trace.entries)
        super().peek()
        if self.until or not self.game.agenda or not self.game.agenda[-1].procedure.startswith("window:"):
            return
        if "stage" not in self.game.agenda[-1].vars:
            entries[told:] = [one for one in entries[told:] if one.kind is trace.WINDOW]
        elif entries[-1].kind is trace.WINDOW_CLOSE:
            entries.pop()
        self.game.ask = self.unseen

    def passes_by(self, most: int) -> bool:
        """Let the other player pass where that is who is asked and may: at most so often since a line."""
        ask = self.game.ask
        asked = ask is not None and ask.seat != self.seat and passable(ask)
        if not asked or self.passes >= most:
            return False
        self.engine.answer(PASS)
        self.passes += 1
        return True

    def is_told(self, line: Line) -> bool:
        """Not that the other player passed: that may be left out where nobody asked."""
        return super().is_told(line) and (line.seat == self.seat or not gives_up(line))

    # --- complaints ----------------------------------------------------------------------------
    def refuse(self, at: int, message: str, refusal: Claim | None = None) -> None:
        """A line that does not fit, without what the player may not see. Raises Misfit."""
        line, ask, self.wrong = self.lines[at], self.game.ask, at
        if self.hidden(at):  # what it is told as: see run_by
            raise Misfit(())
        if ask is None or not self.others(ask):
            hidden = ask is not None and self.hides(ask)
            super().refuse(at, "this line is no answer to what is asked here" if hidden else message, refusal)
        asked = f"{opponent(self.seat)} is asked"  # by which article may tell a card
        problem = self.fixture.source.problem(self.place(at), message, expected=asked, found=line.text)
        raise Misfit((problem,), refusal)

    def unfitting(self) -> Problem:
        """That a line of the other player does not fit."""
        return self.fixture.source.problem(self.place(self.wrong), "this line does not fit here")

    def left_over(self) -> None:
        """Lines that nothing asked for, or before which the other player chooses unseen. Raises Misfit."""
        self.wrong = self.at
        if self.cut_off:
            self.refuse(self.at, f"a line is missing: {opponent(self.seat)} is asked here")
        super().left_over()

    def lacking(self: RunT, begin: Callable[..., RunT]) -> tuple[RunT, Misfit | None] | None:
        """Where a line of this player does not fit and the other one had to choose before it, unseen: whether
        there was anything to choose is not told, but that a line is missing.
        """
        strict = begin(stops_from=self.wrong)
        misfit = misfit_of(strict)
        return (strict, misfit) if strict.cut_off else None

    def hidden(self, at: int) -> bool:
        """Is it a line of which the player is told no more than its place?"""
        return self.lines[at].seat not in (self.seat, JUDGE)

    def number(self, at: int) -> int:
        """Which line of the fixture's script it is."""
        return self.written_at[at]

    def described(self, ask: Decision) -> str:
        """What is asked; of the other player only that."""
        return f"{ask.seat} is asked" if self.others(ask) else describe_ask(self.veiled(ask))

    def written(self, line: Line) -> str:
        """A line of the script; of the other player's only whose it is."""
        return line.text if line.seat == self.seat else f"{line.seat}: …"

    def hides(self, ask: Decision) -> bool:
        """Are there cards among the choices that the player has not seen?"""
        return self.veiled(ask) != ask

    def veiled(self, ask: Decision) -> Decision:
        """What is asked, cards that the player has not seen hidden."""
        sight = self.sight()
        seen = sight.choices(ask)
        choices = (one._replace(words=tuple(sight.name(word) for word in one.words)) for one in seen)
        return ask._replace(choices=tuple(choices))

    def read(self) -> tuple[Entry, ...]:
        """The trace as the player reads it; in the places of lines that the player may not read stand blank
        ones.
        """
        veiled = self.sight().veiled
        blank = Entry(trace.BLANK, "", 0, "", "", {})
        return tuple(veiled.get(id(one), blank._replace(depth=one.depth)) for one in self.trace.entries)


# --- what a player is asked among unseen things in a run that this player is told of --------------
def any_word(ask: Decision, line: Line, seat: str) -> Decision:
    """What a player is asked to declare, with the word of a line among it: any may be declared, and
    whether an unseen card has it is not told.
    """
    if ask.prompt != "ask.declare" or ask.seat != seat or len(line.words) != 2:
        return ask
    word = line.words[1]
    there = any(word in one.words for one in ask.choices)
    return ask if there else ask._replace(choices=(*ask.choices, Choice((word,), word.replace("-", " "))))


def asked_blindly(lines: Sequence[Line], seat: str, cards: Sequence[Card]) -> bool:
    """Is a choice among unseen cards asked though they are alike? Where no line of the script is left, or
    the next one says which; else it is as the rulebook has it.
    """
    return not lines or (lines[0].seat == seat and any(card.id in lines[0].words for card in cards))
