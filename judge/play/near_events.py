"""Events of a kind that an ability waits for, and what about them is not as its text has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from judge.engine.effects import pattern_match as matching
from judge.engine.effects.validity import placed
from judge.engine.flow.triggers import asked_of
from judge.engine.flow.unmet import asked
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card, Cond, Record
from judge.engine.kernel.view import View
from judge.engine.language.unseen import INFORMATION, counted_unseen, parts_of, tests
from judge.text.plain import Context, Fields, Written

UNSEEN: Final = "unseen"
Unseen = Callable[[tuple[str, ...]], bool]  # has who asks not seen some of these cards?


class Near(NamedTuple):
    """An event of a kind that an ability waits for, and what about it is not as its text has it: `subject`, a
    detail by its key, `when`, `zone` where it does not work where its card lies; "" where nothing is, and
    `unseen` where that hangs on cards that who asks has not seen.
    """

    at: int
    misses: str


def came_near(
    view: View, record: Record, card: Card, abilities: Sequence[Ability], unseen: Unseen
) -> Iterator[str]:
    """What each ability of a card misses of an event of a kind that it waits for."""
    sight = matching.of_record(view, record)
    ctx = {"me": card.seat, "self": card.object, "event": record}
    for ability in abilities:
        for on in ability.on:
            if any(name in on.get("events", ()) for name in sight.names):
                blind = unseen(asked_of(view, on, record))
                missed = misses(view, on, sight, ctx, card.id, blind) or idle(
                    view, ability, card, ctx, unseen
                )
                yield UNSEEN if blind and not missed else missed


def misses(view: View, on: Fields, sight: matching.Sight, ctx: Context, source: str, blind: bool) -> str:
    """What of a pattern an event misses; to who is `blind` to its card, of what everybody sees of that."""
    subject = laid(on["subject"]) if blind else on["subject"]
    if not matching.fits_subject(view, subject, sight, ctx, source):
        return "subject"
    for key, want in on["mods"].items():
        if not matching.fits_detail(view, key, laid(want) if blind else want, sight, ctx, source):
            return str(key)
    return ""


def laid(want: Written) -> Written:
    """What a selector asks of where cards lie, and whose they are."""
    return {key: one for key, one in want.items() if key in INFORMATION} if tests(want) else want


def idle(view: View, ability: Ability, card: Card, ctx: Context, unseen: Unseen) -> str:
    """Why an ability that fits does not hear now; "" where nothing keeps it from that."""
    if ability not in view.borne(card):
        return "ability"
    works = view.works(card, ability) or not fails(view, ability.validity, ctx, unseen)
    if not (works and placed(view, card, ability)):
        return "zone"
    if fails(view, ability.when, ctx, unseen):
        return "when"
    return UNSEEN if rests(view, (ability.validity, ability.when), ctx, unseen) else ""


def fails(view: View, when: Written, ctx: Context, unseen: Unseen) -> bool:
    """Does a condition fail, by what who asks has seen?"""
    return any(not view.holds(one, ctx) for one in parts_of(when) if not rests(view, one, ctx, unseen))


def rests(view: View, when: Written, ctx: Context, unseen: Unseen) -> bool:
    """Does a condition count cards that who asks has not seen?"""
    return unseen(counted_unseen(view, ctx, when))


# --- abilities that hold as long as their card lies there -------------------------------------------
def hangs(view: View, ability: Ability, card: Card, unseen: Unseen) -> bool:
    """Does it hang on cards that who asks has not seen whether an ability holds?"""
    ctx = {"me": card.seat, "self": card.object}
    resting = rests(view, (ability.validity, ability.when), ctx, unseen)
    return resting and placed(view, card, ability) and not any(unmet_of(view, ability, card, unseen))


def unmet_of(view: View, ability: Ability, card: Card, unseen: Unseen) -> Iterator[Cond]:
    """The conditions of an ability that fail, by what who asks has seen."""
    ctx = {"me": card.seat, "self": card.object}
    for when in (ability.validity, ability.when):
        parts = [one for one in parts_of(when) if not rests(view, one, ctx, unseen)]
        whole = parts if rests(view, when, ctx, unseen) else [when]
        yield from (one for one in (asked(view, ability.rule, part, ctx) for part in whole) if not one.ok)
