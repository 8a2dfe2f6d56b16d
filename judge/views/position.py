"""The start of a player's search: the position that this player knows after a number of lines."""

from __future__ import annotations

from judge.engine.flow.engine import Engine
from judge.engine.kernel.references import under_way
from judge.engine.kernel.state import Frame, Game, Seat
from judge.engine.kernel.table import Table
from judge.errors import NotImplementedYet
from judge.fixture.load import Fixture
from judge.fixture.script import gives_up
from judge.play.run import Mark, Run, following
from judge.views.known_run import KnownRun
from judge.views.true_run import TrueRun
from judge.views.veil import is_nameless


def known_position(fixture: Fixture, viewer: Seat, until: str, after: int) -> Run:
    """A run at the position after a number of script lines, in the world that a player knows. What the last
    of them began has been carried out, and no window has asked anybody yet. Raises BadInput where a line
    does not fit, and NotImplementedYet in the middle of something done with a card that the player has not
    seen.
    """
    seen = KnownRun(fixture, viewer, until)
    true = seen.true
    while after and true.other(fixture.lines[after - 1].seat) and gives_up(fixture.lines[after - 1]):
        after -= 1  # whether the other player was asked there hangs on cards that are not seen
    following(true, after)
    if after:
        settle(true)
    true.follow_script()
    seen.catch_up()
    game = seen.game
    if any(is_nameless(game.objects.get(ref, "")) for ref in under_way(game)):
        raise NotImplementedYet(
            f"a search in the midst of what is done with a card that {viewer} has not seen"
        )
    run = Run(without_texts(seen.fixture, game), until=until)
    assert run.tracer is not None
    run.tracer.entries, run.acts, run.mark, run.viewer = true.told, true.acts_told, true.mark_told, viewer
    run.stand(Mark(true.mark_told, after, game, true.begun, true.away, (), ()))
    return run


def settle(true: TrueRun) -> None:
    """Go on with what the last line began, until somebody is asked or a window is about to offer."""
    while true.game.agenda and true.game.result is None and not offers(true.game.agenda[-1]):
        before = true.game.copy()
        true.tick()
        if true.game.ask is not None:
            true.game, true.engine = before, Engine(true.table, before, true.tracer)
            return
        if true.engine.stopped:
            return


def offers(frame: Frame) -> bool:
    """Is a window about to offer something?"""
    done = frame.answers or frame.queue or frame.entered
    return frame.procedure.startswith("window:") and not done


def without_texts(fixture: Fixture, game: Game) -> Fixture:
    """The fixture without the texts that no seen card prints and that nothing under way uses: what they
    listen to, forbid or ask for, and their names, would influence a search.
    """
    seen = {card.print for card in game.cards.values()}
    spoken = repr((game.effects, game.waiting, game.agenda, game.memory))
    printed = fixture.table.prints
    gone = {key for key in printed if key not in seen and not printed[key].token and f"{key}/" not in spoken}
    prints = {name: print_ for name, print_ in printed.items() if name not in gone}
    table = Table(fixture.book, prints, fixture.table.given)
    return Fixture(fixture.source, fixture.model, fixture.book, table, fixture.start, fixture.lines)
