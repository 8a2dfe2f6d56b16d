"""Why no materials make up an Xyz or a Synchro Summon:
what keeps the monsters that would do from being material.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial

from judge.engine.flow.offers import bans
from judge.engine.flow.reasons import fewest_reasons
from judge.engine.kernel.proposals import move_event
from judge.engine.kernel.state import Card, Cond, Ref
from judge.engine.kernel.view import View
from judge.games.ygo.sums import possible

Choices = Callable[..., Iterator[tuple[Ref, ...]]]


def material_conds(view: View, new: Card, choices: Choices, none: Cond, tokens: bool) -> Iterator[Cond]:
    """The condition that materials are there;
    where they are not, what keeps back those that would make them up, or `none`.
    """
    if possible(view, new, choices):
        yield none._replace(ok=True)
    elif not view.tracing:
        yield none
    else:
        yield from kept_back(view, new, choices, none, tokens) or [none]


def kept_back(view: View, new: Card, choices: Choices, none: Cond, tokens: bool) -> list[Cond]:
    """The fewest reasons without which the Summon could be made;
    none where even without all of them it could not.
    """
    cards = list(view.zone(new.owner, "monster"))
    reasons = {
        card.id: {f"{cond.say} {cond.values}": cond for cond in reasons_of(view, new, card, none, tokens)}
        for card in cards
    }

    def enough(free: Collection[str]) -> bool:
        return any(True for _ in choices(view, new, [card for card in cards if card.id in free]))

    return fewest_reasons(reasons, enough)


def reasons_of(view: View, new: Card, card: Card, none: Cond, tokens: bool) -> list[Cond]:
    """What keeps one monster from being material: it is a Token, lies face-down, or a text forbids it."""
    found: list[Cond] = []
    if tokens and view.table.prints[card.print].token:
        found.append(Cond("token.no-xyz", False, "token-material"))
    if view.face_down(card):
        found.append(none)
    ctx = {"me": new.owner, "self": new.object, "because": "material"}
    return [*found, *bans(view, partial(move_event, view, ctx, card.object, "graveyard", "material"))]
