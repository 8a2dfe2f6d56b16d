"""Missing materials: tells why no materials make up an Xyz or a Synchro Summon, by what keeps the monsters
that would do from being material.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from itertools import combinations

from judge.engine.flow.offers import bans
from judge.engine.kernel.instructions import move_event
from judge.engine.kernel.picks import subsets
from judge.engine.kernel.state import Card, Condition, Ref
from judge.engine.kernel.view import View
from judge.engine.language.assignment import met, spans
from judge.engine.language.traits import names
from judge.games.ygo.cards import is_kind, level
from judge.games.ygo.sums import fusion_candidates, fusion_monsters, possible
from judge.text.plain import Fields, Scope


# --- which of many reasons decide: the fewest without which something could be done --------------------
def fewest_reasons(
    reasons: Mapping[str, Mapping[str, Condition]], enough: Callable[[Collection[str]], bool]
) -> list[Condition]:
    """The fewest of the reasons that keep cards back, each by its name, without which enough cards would be
    free; none where even all cards would not be enough.
    """
    every = {name: cond for reason in reasons.values() for name, cond in reason.items()}
    for n in range(1, len(every) + 1):
        for lifted in combinations(every, n):
            if enough([card for card, conds in reasons.items() if all(name in lifted for name in conds)]):
                return [every[name] for name in lifted]
    return []


Choices = Callable[..., Iterator[tuple[Ref, ...]]]


def material_conds(
    view: View, new: Card, choices: Choices, none: Condition, tokens: bool
) -> Iterator[Condition]:
    """The condition that there are enough materials. If there are not, the conditions say what keeps the
    missing ones from being used, or `none`.
    """
    if possible(view, new, choices):
        yield none._replace(ok=True)
    elif not view.tracing:
        yield none
    else:
        yield from kept_back(view, new, choices, none, tokens) or [none]


def kept_back(view: View, new: Card, choices: Choices, none: Condition, tokens: bool) -> list[Condition]:
    """The smallest set of reasons without which the Summon could be made. None if it could not be made even
    without all of them, unless a Rank were a Level.
    """
    cards = list(view.zone(new.owner, "monster"))
    reasons = {
        card.id: {
            f"{cond.message_key} {cond.values}": cond for cond in reasons_of(view, new, card, none, tokens)
        }
        for card in cards
    }

    def enough(free: Collection[str]) -> bool:
        return any(True for _ in choices(view, new, [card for card in cards if card.id in free]))

    if not tokens and made_by_ranks(view, new):
        return [Condition("xyz.rank", False, "rank-level")]
    return fewest_reasons(reasons, enough)


def made_by_ranks(view: View, new: Card) -> bool:
    """Would face-up monsters make up a Synchro Monster's Level if a Rank counted as a Level (xyz.rank)?"""
    cards = [card for card in view.zone(new.owner, "monster") if not view.face_down(card)]
    tuners = [card for card in cards if is_kind(view, card, "tuner") and level(view, card)]
    others = [card for card in cards if not is_kind(view, card, "tuner")]
    ranked = [card for card in others if is_kind(view, card, "xyz")]
    sums = {
        sum(level(view, monster) or int(view.value(monster, "rank") or 0) for monster in chosen)
        for n in range(1, len(others) + 1)
        for chosen in combinations(others, n)
        if any(monster in ranked for monster in chosen)
    }
    return any(level(view, tuner) + total == level(view, new) for tuner in tuners for total in sums)


def made_with_beneath(view: View, ctx: Scope, args: Fields) -> bool:
    """Would a Fusion Monster's materials be there if the cards beneath Xyz Monsters were on the Field
    (xyzmat.not-on-field)?
    """
    if "monster" not in names(args.get("with", {}).get("zone", "monster")):
        return False
    lying = [view.game.cards[id_] for host in view.zone(ctx["me"], "monster") for id_ in host.under]
    for new in fusion_monsters(view, ctx, args) if lying else ():
        slots, data = view.printed(new, "materials") or (), {"for": new.id, "me": ctx["me"], "roomy": True}
        fitting = [card for card in lying if any(met(view, [slot], [card], ctx) for slot in slots)]
        pool = [*fusion_candidates(view, ctx, args, new), *fitting]
        if any(True for _ in subsets(view, pool, *spans(slots, pool), "fusion", data)):
            return True
    return False


def reasons_of(view: View, new: Card, card: Card, none: Condition, tokens: bool) -> list[Condition]:
    """What keeps one monster from being material: it is a Token, lies face-down, or a text forbids it."""
    conditions: list[Condition] = []
    if tokens and view.table.prints[card.print].token:
        conditions.append(Condition("token.no-xyz", False, "token-material"))
    if view.face_down(card):
        conditions.append(none)
    ctx = {"me": new.owner, "self": new.object, "because": "material"}
    return [*conditions, *bans(view, partial(move_event, view, ctx, card.object, "graveyard", "material"))]
