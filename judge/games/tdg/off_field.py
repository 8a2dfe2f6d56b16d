"""Off-field cards: the effects of one are carried out once, at the start of the Confrontation
(phase4.off-field, smash.*, bonus.*, anomaly.*).

Code because its effects are those of a Block of its own, and an Anomaly says in them for how long it lasts.
"""

from __future__ import annotations

from judge.engine.book import Outcome
from judge.engine.proposals import event, events, put_vars
from judge.engine.view import Vars, View
from judge.games.tdg.registry import rules


@rules.step("off-field-effects")
def effects_of(game: View, v: Vars) -> Outcome:
    """The effects of an off-field card are read now, and not again while it lasts (anomaly.persist)."""
    card = game.card(v.object("self"))
    assert card is not None
    found = [one for one in game.abilities(card) if one.kind == "activated"]
    lasts = max((int(one.data.get("lasts", 0)) for one in found), default=0)
    stays = {"established": True, "remaining": lasts}
    noted = event({}, "mark", "mark", "anomaly.persist", card=card.object, marks=stays)
    left, names = tuple((card.object, one.id) for one in found), ((card.object, card.id),)
    return [events([noted]), put_vars(block="off-field", left=left, names=names)]
