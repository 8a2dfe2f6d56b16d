"""The position that a player knows of: a script followed to a moment, with cards that the player has not seen
as unknown ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import TypeVar

from judge.engine.flow.window_options import PASS
from judge.engine.kernel.references import under_way
from judge.engine.kernel.state import UNKNOWN, Frame, Game
from judge.engine.kernel.table import Table
from judge.engine.layout.face_down import lies_down
from judge.errors import BadInput, NotImplementedYet
from judge.fixture.load import Fixture
from judge.play.marks import Mark
from judge.play.player_run import PlayerRun
from judge.play.refusals import Misfit
from judge.play.run import Run
from judge.play.search import Tracks
from judge.play.suppressed_triggers import fitted
from judge.play.unseen_order import put_in_order
from judge.text.rows import NamedTuple

# --- following a script to a moment in its midst -------------------------------------------------------
Followed = TypeVar("Followed", bound=Run)


def following(run: Followed, lines: int) -> Followed:
    """A run that has taken so many lines of its script and nothing more. Raises BadInput where one does not
    fit.
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
        else:
            run.take_line()
            run.begun = True
    return run


class SeenPosition(NamedTuple):
    """A run that stands where a search begins, the cards that its player has not seen by then, and those that
    the player follows; None where every player asks.
    """

    run: Run
    hidden: frozenset[str]
    tracks: Tracks | None


def seen_position(fixture: Fixture, seat: str, until: str, after: int) -> SeenPosition:
    """The position after so many lines of the script, as a player knows it. Raises BadInput where a line does
    not fit, NotImplementedYet in the midst of what is done with a card that the player has not seen.
    """
    played = followed(partial(PlayerRun, fixture, seat, until, upto=after))
    if played.lines:
        settle(played)
    hidden = unseen(played)
    silent = hidden - played.sight().aloud
    if any(played.game.objects.get(one) in silent for one in under_way(played.game)):
        raise NotImplementedYet(f"a search in the midst of what is done with a card that {seat} has not seen")
    run = Run(without_texts(fixture, played.game, hidden), until=until)
    run.tracer, run.acts, run.mark = played.tracer, played.acts, played.mark
    game = without_names(played.game, hidden)
    put_in_order(game, played.unordered, hidden)  # others stand for them
    run.stand(Mark(played.mark, after, game, played.begun, played.away, (), ()))
    return SeenPosition(run, hidden, Tracks(played.sight()))


def followed(begin: Callable[..., PlayerRun]) -> PlayerRun:
    """The run that `begin` makes once it has taken all its lines; of one of the other player that does not
    fit only that is told. Raises BadInput.
    """
    begin, played, misfit = fitted(begin, misfit_upto)
    if misfit is None:
        return played
    if played.hidden(played.wrong):
        raise BadInput((played.unfitting(),)) from misfit
    _, missing = played.lacking(begin) or (played, misfit)
    raise missing or misfit


def misfit_upto(played: PlayerRun) -> Misfit | None:
    """Follow a run until it has taken all its lines, or to one that does not fit: that one is returned."""
    try:
        following(played, len(played.lines))
    except Misfit as misfit:
        return misfit
    return None


def settle(played: PlayerRun) -> None:
    """Go on with what the last line began, until somebody is asked or a window is about to offer something:
    whether anybody is asked there hangs on what that player holds.
    """
    while played.game.agenda and played.game.result is None and not offers(played.game.agenda[-1]):
        before, told = played.game.copy(), len(played.trace.entries)
        played.tick()
        if played.engine.stopped:
            return
        if played.game.ask is not None or played.chosen_unseen(told):
            played.cut(before, told)
            return


def offers(frame: Frame) -> bool:
    """Is a window about to offer something?"""
    done = frame.answers or frame.queue or frame.entered
    return frame.procedure.startswith("window:") and not done


def unseen(played: PlayerRun) -> frozenset[str]:
    """The cards that somebody has named, and of which the player has neither seen nor heard by now."""
    prints, cards = played.table.prints, played.game.cards.values()
    named = (card.id for card in cards if prints[card.print].key != UNKNOWN)
    sight = played.sight()
    down = {card.id for card in cards if lies_down(played.table.book, card)}  # what an act does with stays so
    return frozenset(named) - sight.named() - (sight.aloud - down)


def without_texts(fixture: Fixture, game: Game, hidden: Collection[str]) -> Fixture:
    """The fixture without what no card prints that was seen, and of which nothing is under way: what such
    texts hear of, forbid, ask for or are called changes how a search goes.
    """
    seen = {card.print for card in game.cards.values() if card.id not in hidden}
    spoken = repr((game.effects, game.waiting, game.agenda, game.memory))
    printed = fixture.table.prints
    gone = {one for one in printed if one not in seen and not printed[one].token and f"{one}/" not in spoken}
    prints = {name: found for name, found in printed.items() if name not in gone}
    table = Table(fixture.book, prints, fixture.table.given)
    start = without_names(fixture.start, hidden)
    return Fixture(fixture.source, fixture.model, fixture.book, table, start, fixture.lines)


def without_names(game: Game, hidden: Collection[str]) -> Game:
    """A position in which nobody has named these cards, and none of their abilities waits."""
    new = game.copy(asked=False)
    for card in hidden:
        new.cards[card] = game.cards[card]._replace(print=UNKNOWN)
    new.waiting = tuple([one for one in game.waiting if one.card not in hidden])
    new.print_index = {}
    new.forget()
    return new
