"""What is done among cards that not everybody sees: who does not see them is not told what hangs on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.engine.kernel.state import EMPTY, SEATS, Card, Do
from judge.engine.kernel.tracer import RESTS_ON
from judge.engine.kernel.view import View
from judge.engine.language.conditions import form_of
from judge.engine.language.figures import is_number
from judge.engine.language.traits import names
from judge.engine.language.values import seats
from judge.text.plain import Context, Fields, Plain, Written

INFORMATION: Final = frozenset(
    ("zone", "of", "top", "bottom", "in", "is", "not", "owner", "at_least", "at_most")
)


def veiled(view: View, sel: Written) -> bool:
    """Does the choice need information on cards of a hidden zone? Then finding none is always allowed."""
    if not isinstance(sel, dict) or "in" in sel:
        return False
    zones = names(sel.get("zone", view.book.default_zone))
    hidden = any(
        view.book.zones[zone]["seen"] != "all"
        for zone in (view.book.zones if "any" in zones else zones)
        if zone in view.book.zones
    )
    return hidden and any(key not in INFORMATION for key in sel)


def looked_through(view: View, v: Context, sel: Written) -> tuple[str, ...]:
    """The cards that not everybody sees and among which a selector finds those that fit; where nobody
    listens, none, and none where it is about one card that is meant.
    """
    if not view.tracing or not isinstance(sel, dict) or "is" in sel or not veiled(view, sel):
        return ()
    return not_for_all(view, lying(view, v, sel))


def sought(view: View, v: Context, what: object) -> tuple[str, ...]:
    """The cards that not everybody sees and among which instructions look for some; where nobody listens,
    none.
    """
    inner = what.args if isinstance(what, Do) else what
    if isinstance(inner, Mapping) and inner.get("by") == "each":
        alone = {key: value for key, value in inner.items() if key != "by"}
        return tuple([one for me in SEATS for one in sought(view, {**v, "me": me}, alone)])
    found = looked_through(view, v, inner)
    parts = (
        inner.values() if isinstance(inner, Mapping) else inner if isinstance(inner, (tuple, list)) else ()
    )
    for part in parts if view.tracing else ():
        found += sought(view, v, part)
    return found


def counted_unseen(view: View, v: Context, what: Written) -> tuple[str, ...]:
    """The cards that not everybody sees, those face-down too, where a condition counts cards of some kind."""
    if isinstance(what, (tuple, list)):
        return tuple([one for part in what for one in counted_unseen(view, v, part)])
    if not isinstance(what, dict):
        return ()
    there = list(lying(view, v, what)) if tests(what) and ("zone" in what or counts(what)) else []
    if "it" in what and tests(what["it"]):
        there += view.cards("it", v)
        what = {key: one for key, one in what.items() if key != "it"}
    if isinstance(what.get("is"), str) and tests(what):
        there += view.cards(what["is"], v)
    if is_number(what) and isinstance(what.get("of"), dict):  # what those cards have is counted
        there += lying(view, v, what["of"])
    return (*hidden_or_down(view, there), *counted_unseen(view, v, tuple(what.values())))


def tests(what: Written) -> bool:
    """Does a selector ask what cards are, and not only where they lie?"""
    return isinstance(what, dict) and any(key not in INFORMATION for key in what)


def counts(what: Fields) -> bool:
    """Does a condition name no zone, and ask for cards of some kind where cards lie that are in play?"""
    return form_of(what) is None and not is_number(what) and not what.keys() & {"is", "in"}


def conditions_unseen(view: View, v: Context, *conditions: Written) -> tuple[str, ...]:
    """The cards that not everybody sees and on which it hangs whether conditions hold together: none where
    one fails by what everybody sees.
    """
    parts = [(one, counted_unseen(view, v, one)) for one in parts_of(conditions)]
    if any(not cards and not view.holds(one, v) for one, cards in parts):
        return ()
    return tuple(dict.fromkeys(card for _, cards in parts for card in cards))


def parts_of(conditions: Written) -> Iterator[Written]:
    """The conditions of which each has to hold."""
    if not isinstance(conditions, (tuple, list)):
        yield conditions
        return
    for one in conditions:
        yield from parts_of(one)


def lying(view: View, v: Context, sel: Fields) -> Iterator[Card]:
    """The cards that lie where a selector looks."""
    zones = names(sel.get("zone", view.book.default_zone))
    for seat in seats(view, sel.get("of", "me"), v.get("me", "")):
        for zone in view.book.zones if "any" in zones else zones:
            yield from view.zone(seat, zone)


def not_for_all(view: View, cards: Iterable[Card]) -> tuple[str, ...]:
    """Those of some cards that lie where not everybody sees them."""
    return tuple([one.id for one in cards if view.book.zones.get(one.place, EMPTY).get("seen") != "all"])


def hidden_or_down(view: View, cards: Sequence[Card]) -> tuple[str, ...]:
    """Those of some cards that not everybody sees: where they lie, or face-down."""
    return (*not_for_all(view, cards), *(one.id for one in cards if view.face_down(one)))


def out_of_sight(view: View, seat: str, card: Card) -> bool:
    """Can a player, or chance, not see which card it is where it lies?"""
    seen = view.book.zones.get(card.place, EMPTY).get("seen")
    own = card.seat == seat
    return not (own and seen == "owner") and (seen != "all" or (view.face_down(card) and not own))


def resting(cards: tuple[str, ...]) -> dict[str, Plain]:
    """What a line carries that hangs on cards which not everybody sees."""
    return {RESTS_ON: cards} if cards else {}


def closed(view: View, cards: Iterable[Card]) -> dict[str, Plain]:
    """What a line carries that hangs on those of some cards which lie where not everybody sees them."""
    return resting(not_for_all(view, cards))


def down_with(view: View, cards: Iterable[Card], trait: str) -> tuple[bool, dict[str, Plain]]:
    """Does one of the face-down cards have a trait? And what a line carries that hangs on it."""
    down = [one for one in cards if view.face_down(one)]
    return any(view.has(one, trait) for one in down), resting(tuple([one.id for one in down]))
