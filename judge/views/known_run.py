"""The run that a player knows: a run like any other, of the world in which unseen cards are unknown."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine import trace
from judge.engine.flow.engine import Engine
from judge.engine.kernel.state import Frame, Game, Seat
from judge.engine.kernel.view import Tracer
from judge.errors import JudgeError, NotOffered
from judge.fixture.load import Fixture
from judge.fixture.script import Line
from judge.play.claim import CANNOT_TELL, Claim, answer
from judge.play.claims import judge_claim
from judge.play.moments import Since
from judge.play.refusals import Misfit
from judge.play.run import Run
from judge.views.true_run import TrueRun
from judge.views.veil import unnamed


def cannot_tell(claim: Claim) -> Claim:
    """A claim to which the two worlds give different answers, so that the player cannot tell."""
    return Claim(
        claim.line, True, CANNOT_TELL, "", claim.kind, at=claim.at, after=claim.after,
        seat=claim.seat, words=claim.words,
    )  # fmt: skip


class KnownRun(Run):
    """A run of the viewer's world. Its position is that of the `true` run without what the viewer has not
    seen; its trace is what the viewer is told.
    """

    looks_at_steps = False  # does it want to look at each step?

    def __init__(
        self, fixture: Fixture, viewer: Seat, until: str = "", true: TrueRun | None = None
    ) -> None:  # fmt: skip
        self.true = true or TrueRun(fixture, viewer, until)
        self.viewer = viewer
        self.true.on_step, self.true.on_settled = self.step, self.settle
        first, source = self.true.first, fixture
        known = Fixture(
            source.source, source.model, source.book, source.table, first, source.lines, source.notes
        )
        super().__init__(known, until=until)
        self.viewer = viewer
        assert self.tracer is not None
        self.tracer.entries = self.true.told
        self.acts = self.true.acts_told

    # --- playing ---------------------------------------------------------------------------------
    def play(self) -> None:
        """Play the script to its end. Raises BadInput at the first line that does not fit, Misfit with how
        the viewer's world refuses it.
        """
        try:
            self.true.play()
        except Misfit as misfit:
            refusal = misfit.refusal
            self.catch_up()
            raise Misfit(misfit.problems, refusal and self.told_of(self.lines[self.at], refusal)) from None
        finally:
            self.true.follow_script()
            self.catch_up()

    def step(self, frame: Frame) -> None:
        """Notes that the true run is about to do a step."""
        if self.looks_at_steps:
            self.catch_up()
            self.stop(frame)

    def stop(self, frame: Frame) -> bool:
        """False: the true run stops by itself."""
        return False

    def catch_up(self) -> None:
        """Brings this run to where the true run stands."""
        true = self.true
        self.game = true.known()
        self.table = true.known_table()
        self.engine = Engine(self.table, self.game, self.tracer, remembers=False)
        self.engine.stopped = true.engine.stopped
        self.at, self.mark, self.begun, self.away = true.at, true.mark_told, true.begun, true.away
        self.partly, self.last_turn, self.gave_up = true.partly, true.last_turn, true.gave_up
        self.surplus = [line for line in true.surplus if not true.other(line.seat)]

    def is_told(self, line: Line) -> bool:
        """Can this line be named? Not one of the other player: it may name unseen cards, or tell that
        nothing is done.
        """
        return self.true.is_told(line)

    def sees_why(self, claim: Claim) -> bool:
        """Does the viewer see why a claim is answered so?"""
        own = () if claim.cond is None else (claim.cond,)
        return self.true.reasons_seen((*own, *(cond for option in claim.options for cond in option.conds)))

    @property
    def since(self) -> Since:
        """The basis for judging claims; an act of the other player is told as everybody has seen it."""
        since = super().since
        acts = [entry for entry in self.true.told[self.mark :] if entry.kind is trace.ACT]
        last = next((act.data for act in acts if self.true.other(act.data["seat"])), None)
        if last is not None:
            option = last["option"]
            since.after = f"{last['seat']}: {unnamed(' '.join((option.name, *option.args)), 'a card')}"
        return since

    def as_answered(self) -> Game | None:
        """The game as the last line left it, as far as the viewer knows it; None where it does not go on from
        there without what the viewer has not seen.
        """
        left = self.true.as_answered()
        game = left and self.true.veil(left).game(left)
        try:
            if game is not None:
                Engine(self.table, game.copy(), Tracer(), remembers=False).run()
        except (JudgeError, NotOffered):
            return None
        return game

    # --- claims ----------------------------------------------------------------------------------
    def settle(self, lines: Sequence[Line], claims: Sequence[Claim], final: bool) -> None:
        """Test the viewer's claims here too, as they are settled in the true run."""
        self.catch_up()
        for line, claim in zip(lines, claims, strict=True):
            if not self.true.other(line.seat):
                self.claims.append(self.told_of(line, claim))
        self.settle_claims(final)

    def told_of(self, line: Line, true: Claim) -> Claim:
        """The answer to a line; cannot tell, where the two worlds give different answers."""
        since = self.since
        known = judge_claim(since, line, True)
        agreed = known is not None and (known.answer, known.rule) == (true.answer, true.rule)
        if known is not None and agreed and not known.amiss and self.sees_why(known):
            return known
        return cannot_tell(answer(line, False, "")._replace(after=since.after, at=-1))
