"""Revelation: programmed cards are turned up and put into their slots; Variants wait off-field and are
converted at its end (phase3.*, sx.*, meka.*, fx.*, fieldlimit.*).

Code because whether a card fits a slot is asked of its type, of what lies there and of its copies.
"""

from __future__ import annotations

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import events, move_event
from judge.engine.kernel.view import Vars, View
from judge.engine.language.values import said
from judge.engine.words.affected import tell_nothing
from judge.games.tdg import rv
from judge.games.tdg.registry import rules
from judge.games.tdg.variants import OFF


@rules.word(
    "install",
    "cards",
    {"to": "goal"},
    ("to",),
    ("as", "rule"),
    cites=("phase3.place", "support.slot-replace", "support.play-window", "support.slot-empty"),
)
def install(view: View, v: Vars) -> Outcome:
    """What lay in the slot is discarded, then the card comes."""
    cards, to = view.cards(view.refs(v["install"], v), v), str(said(view, v.args["to"], v))
    if not cards:
        tell_nothing(view, v, v["install"], "install")
        return None
    card = cards[0]
    ctx = {"me": card.seat, "because": "rules"}
    old, rule = view.zone(card.seat, to) if to != OFF else (), "support.slot-replace"
    out = [events([move_event(view, ctx, one.object, "discard", "discard", rule)]) for one in old]
    arrives = move_event(view, ctx, card.object, to, "move", "phase3.place", marks={"new": True})
    return [*out, *rv.shown(view, card), events([arrives])]
