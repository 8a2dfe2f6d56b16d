"""RV: played like a base card, where its Terrain and its Smash allow it (rv.*).

Code because the Smash is looked for among all of a player's cards, shown, and put back where it was.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.proposals import event, events
from judge.engine.view import View
from judge.games.tdg.blocks import TERRAIN, same_universe, there
from judge.state import Card, Cond, Do

OF_THE_DECK = ("box", "deck", "hand", "lock", "programming", "off-field", "discard")


def smash(game: View, card: Card) -> Card | None:
    """The Smash of the player's deck that names the base character of an RV and its new universe."""
    base, universe = (tuple(game.printed(card, attr) or ()) for attr in ("variant_of", "universe"))
    known = {"zone": OF_THE_DECK, "known": True, "type": "smash"}
    named = {"requires": base, "and": {"requires": universe}}
    return next(iter(game.cards({**known, **named}, {"me": card.seat})), None)


def conditions(game: View, card: Card, terrain: Card | None = None) -> Iterator[Cond]:
    """What an RV needs: a Terrain of its new universe, and its Smash. Other cards need nothing."""
    if game.type(card) == "rv":
        lies = terrain or there(game, card.seat, TERRAIN)
        yield Cond("rv.terrain", same_universe(game, lies, card), "rv.terrain")
        yield Cond("rv.smash", smash(game, card) is not None, "rv.smash")


def shown(game: View, card: Card) -> Iterator[Do]:
    """The Smash of an RV is shown to the other player, who shuffles the deck if it was there."""
    one = smash(game, card) if game.type(card) == "rv" else None
    if one is not None:
        yield events([event({"me": card.seat}, "show", "reveal", "rv.smash", card=one.object, to="each")])
        if one.place == "deck":
            yield Do("shuffle", {"shuffle": "deck", "of": card.seat, "rule": "rv.smash"})
