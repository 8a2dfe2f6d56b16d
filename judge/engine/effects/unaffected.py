"""Cards that continuous effects of other cards do not affect, since a text says so (`forbid` of `affect`).

What instructions do to such a card is asked as they are carried out; what holds continuously is asked here.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.effects import pattern_match as matching
from judge.engine.effects.imposed import imposed
from judge.engine.effects.scopes import AFFECT
from judge.engine.effects.sources import sources
from judge.engine.effects.validity import works
from judge.engine.kernel.book import Ability
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View

Ban = tuple[Ability, Card]  # the ability that forbids to affect cards, and the card that has it

BANS = "bans on affecting"  # of what is worked out


def unaffected(view: View, ability: str, source: Card, card: Card) -> Ban | None:
    """The text by which a card is not affected by a continuous effect of another card: what a card says of
    itself always counts. None where there is no such text.
    """
    if AFFECT not in view.table.watched or source.id == card.id:
        return None
    cause: Event = {"by": source.object, "ability": ability, "who": source.seat, "because": "effect"}
    affecting: Event = {"verb": AFFECT, "name": AFFECT, "rule": "", "card": card.object, **cause}
    sight = matching.of_event(view, affecting)
    for ban, holder in bans(view):
        ctx = {"me": holder.seat, "self": holder.object, "it": card.object}
        if any(matching.fits(view, on, sight, ctx, holder.id) for on in ban.on):
            return ban, holder
    return None


def bans(view: View) -> list[Ban]:
    """The abilities that forbid to affect cards and work now; while they are looked for, there is none."""
    memo = view.game.standing
    if BANS not in memo:
        memo[BANS] = []
        memo[BANS] = list(find_bans(view))
    found: list[Ban] = memo[BANS]
    return found


def find_bans(view: View) -> Iterator[Ban]:
    """Look through the board for them."""
    yield from ((ability, card) for _, ability, card in imposed(view) if about(ability))
    for card in sources(view):
        yield from ((one, card) for one in view.abilities(card) if about(one) and works(view, card, one))


def about(ability: Ability) -> bool:
    """Does an ability forbid to affect cards?"""
    return ability.kind == "forbid" and any(AFFECT in on["events"] for on in ability.on)
