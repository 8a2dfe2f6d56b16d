"""Cards that a text keeps in mind: what one ability of a card has named, its others find again.

"That monster" of a later sentence is the object that was meant, and no other: one that has left and come back
is not tied any more.
"""

from __future__ import annotations

from judge.engine.flow.changes import tied_key
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import event, events
from judge.engine.kernel.state import SEATS, Card
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.language.traits import trait
from judge.engine.language.unseen import looked_through, resting
from judge.text.plain import Context, Written


@words.word("tie", "cards", without=("as",))
def tie(view: View, v: Vars) -> Outcome:
    """Keep cards in mind: for the other abilities of this card they are `tied = "self"`."""
    held = view.game.memory.get(tied_key(v["self"]), ())
    found = [ref for ref in view.refs(v["tie"], v) if ref not in held and view.same(ref)]
    rests = resting(looked_through(view, v, v["tie"], SEATS))
    return [events([event(v, "tie", card=ref, host=v["self"], **rests) for ref in found])] if found else None


@trait("tied", "cards")
def test_tied(view: View, card: Card, want: Written, ctx: Context, seen: Context | None) -> bool:
    """Kept in mind by one of these cards (`tie`)."""
    if want == "self" and card.object in ctx.get("tied", ()):
        return True
    memory = view.game.memory
    return any(card.object in memory.get(tied_key(holder), ()) for holder in view.refs(want, ctx))
