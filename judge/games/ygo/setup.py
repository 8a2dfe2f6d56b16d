"""Preparing a Duel (setup.*)."""

from __future__ import annotations

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import event, events
from judge.engine.kernel.state import SEATS, Ask, Choice
from judge.engine.kernel.view import Vars, View
from judge.engine.mechanisms.setup import chosen
from judge.games.ygo.registry import rules


@rules.step("setup.first-player")
def first_player(view: View, v: Vars) -> Outcome:
    """The winner of a toss chooses whether to play first;
    in later Duels of a Match the loser of the last (setup.loser-chooses).
    """
    match = view.running("match")
    last = match.vars if match is not None else {}
    loser = v.get("loser") or last.get("loser", "")
    if not loser and "toss" not in v.answers:
        return toss("setup.after-draw" if last.get("drawn") else "setup.first-player")
    chooser = str(loser or v.answers["toss"])
    if "first" not in v.answers:
        return chosen(chooser, "setup.loser-chooses" if loser else "setup.first-player", ("first", "second"))
    return [events([event({}, "lead", "lead", "setup.first-player", seat=v.answers["first"])])]


def toss(rule: str) -> Ask:
    """The question who wins the toss, which chance answers."""
    choices = tuple(Choice((seat,), seat) for seat in SEATS)
    return Ask("chance", "chance", rule, "toss", choices, prompt="ask.toss")
