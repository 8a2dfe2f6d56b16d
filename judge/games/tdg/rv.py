"""RV: played like a base card, where its Terrain and its Smash allow it (rv.*).

Code because the Smash is looked for among all of a player's cards, shown, and put back where it was.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.kernel.proposals import event, events
from judge.engine.kernel.state import Card, Do
from judge.engine.kernel.view import View


def shown(view: View, card: Card) -> Iterator[Do]:
    """The Smash of an RV is shown to the other player, who shuffles the deck if it was there."""
    its = view.book.tables["selectors"]["its-smash"] if view.type(card) == "rv" else ()
    for one in (one for sel in its for one in view.cards(sel, {"me": card.seat, "self": card.object})):
        yield events([event({"me": card.seat}, "show", "reveal", "rv.smash", card=one.object, to="each")])
        if one.place == "deck":
            yield Do("shuffle", {"shuffle": "deck", "of": card.seat, "rule": "rv.smash"})
