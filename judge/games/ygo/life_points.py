"""LP that have reached 0: who has lost, and when the rules check it (duel.win.lp, duel.draw)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events
from judge.engine.kernel.state import SEATS, AppliedEvent, Instruction
from judge.engine.kernel.view import View
from judge.games.ygo import registry
from judge.games.ygo.registry import rules

AFTER_LINK: Final = "after-link"
AFTER_CHAIN: Final = "after-chain"


@rules.interrupt("duel.win.lp", "score")
def run_out(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """A player with 0 LP loses at once; by the other readings only when the resolving link, or the Chain, is
    done.
    """
    # the wins of a Match are scores too
    changed = any(record.args.get("score") == "lp" for record in records)
    loss = lost(view) if changed else None
    if loss is None or view.running("resolve-link") is None:
        return None if loss is None else over(view, loss)
    if view.param("lp-looked-at") != "at-once":
        return None
    own = view.book.article("lp-looked-at")
    return over(view, {**loss, "rule": own, "usual": (loss["rule"],)} if own else loss)


def over(view: View, end: Event) -> list[Instruction]:
    """The end of the Duel; tells what was still to happen and does not (duel.single)."""
    resolving = view.game.agenda[-1] if view.running("resolve-link") is not None else None
    if view.game.waiting or (resolving is not None and resolving.queue):
        view.note(registry.CUT_OFF, "duel.single")
    return [events([end])]


def at_nought(view: View, moment: str) -> list[Instruction]:
    """The instructions by which, by the other readings, a player at 0 LP loses after a link or the Chain."""
    loss = lost(view)
    return [events([loss])] if loss is not None and view.param("lp-looked-at") == moment else []


def lost(view: View) -> Event | None:
    """The event that a player with 0 LP loses, or the draw if both have 0; None if neither has."""
    row = view.book.tables["score"]["lp"]
    losers = tuple(seat for seat in SEATS if view.game.scores.get(f"{seat}.lp", 1) <= 0)
    if not losers:
        return None
    rule = row["both"] if len(losers) > 1 else row["lose"]
    return event({}, "end-game", "defeat", rule, losers=losers, seat=losers[0], why="lp")
