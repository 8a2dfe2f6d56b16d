"""Conditions of the vocabulary: does what a card or a rule asks for hold now?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from judge.engine import trace
from judge.engine.kernel.says import says
from judge.engine.kernel.state import AppliedEvent, Card, Ref
from judge.engine.kernel.view import View
from judge.engine.language.figures import FIGURES, is_number
from judge.engine.language.traits import BOUNDS, Ctx, names
from judge.engine.language.values import last_of, matches, number, refs, seats, select, variable
from judge.text.plain import Fields, TomlValue
from judge.text.rows import NamedTuple

Holding = Callable[["View", Fields, Ctx], bool]


class Form(NamedTuple):
    """A form of condition, declared once; it is known by one of its keys."""

    takes: Mapping[str, str]  # by key, the kind of what stands under it
    needs: tuple[str, ...]
    holds: Holding
    fits: Callable[[Mapping[str, object]], bool] | None  # whether a table with its key is of this form
    says: str  # one line for people


FORMS: dict[str, Form] = {}  # by key


def form(
    keys: tuple[str, ...],
    takes: Mapping[str, str],
    needs: tuple[str, ...] = (),
    fits: Callable[[Fields], bool] | None = None,
) -> Callable[[Holding], Holding]:
    """Declares a form of condition, known by any of some keys, by the function that says whether it holds."""

    def register(function: Holding) -> Holding:
        FORMS.update(dict.fromkeys(keys, Form(takes, needs, function, fits, says(function))))
        return function

    return register


def form_of(what: Mapping[str, object]) -> Form | None:
    """The form of a condition; None for a selector of cards that must be there."""
    for key in what:
        found = FORMS.get(key)
        if found is not None and (found.fits is None or found.fits(what)):
            return found
    return None


def holds(view: View, what: TomlValue, ctx: Ctx) -> bool:
    """Does a condition hold? A list holds when all its parts do; an empty one holds."""
    if what is None:
        return True
    if isinstance(what, str):
        return bool(variable(view, what if what[:1] == "$" else "$" + what, ctx))
    if isinstance(what, (tuple, list)):
        return all(holds(view, one, ctx) for one in what)
    found = form_of(what)
    if found is not None:
        return found.holds(view, what, ctx)
    if view.book.asks_last and "is" in what and what.get("zone", "any") == "any":
        return bounded(len(as_they_were(view, what, ctx)), what, view, ctx, least=1)
    return bounded(len(select(view, what, ctx)), what, view, ctx, least=1)


@form(("any",), {"any": "condition"}, fits=lambda what: len(what) == 1)
def any_holds(view: View, what: Fields, ctx: Ctx) -> bool:
    """One of several conditions holds."""
    return any(holds(view, one, ctx) for one in what["any"])


@form(
    ("not",),
    {"not": "condition"},
    fits=lambda what: len(what) == 1 and not isinstance(what["not"], (list, tuple)),
)
def fails(view: View, what: Mapping[str, object], ctx: Ctx) -> bool:
    """A condition does not hold."""
    return not holds(view, what["not"], ctx)


@form(("during", "turn"), {"during": "running", "turn": "seat"})
def going_on(view: View, what: Mapping[str, object], ctx: Ctx) -> bool:
    """A procedure or a step is under way, in some player's turn."""
    if "during" in what and not any(during(view, name) for name in names(what["during"])):
        return False
    return turn_of(view, what, ctx)


@form(("did",), {"did": "deeds", "by": "seat"}, fits=lambda what: what.keys() <= {"did", "by"})
def was_done(view: View, what: Fields, ctx: Ctx) -> bool:
    """A player did it this turn."""
    who = seats(view, what.get("by", "me"), ctx.get("me", ""))
    return any(view.did(seat, word) for seat in who for word in names(what["did"]))


def within(view: View, what: Mapping[str, object], ctx: Ctx) -> bool:
    """A number is within bounds."""
    return bounded(number(view, what, ctx), what, view, ctx, least=None)


# every number can be asked for, but how many cards there are, which a selector asks
for _name, _figure in FIGURES.items():
    _of = {"of": _figure.of} if _figure.of else {}
    if _name != "count":
        form((_name,), {**BOUNDS, _name: _figure.kind, **_of}, fits=is_number)(within)


@form(
    ("shows",),
    {"shows": "words", "attr": "words-attribute", "printed": "flag", "among": "selector"},
    ("attr", "among"),
)
def words_shown(view: View, what: Fields, ctx: Ctx) -> bool:
    """Cards show certain words, all of them together."""
    return shown(view, select(view, what["among"], ctx), what)


@form(("it",), {"it": "selector"})
def it_fits(view: View, what: Fields, ctx: Ctx) -> bool:
    """The card that the event is about fits."""
    return event_card_fits(view, what["it"], ctx)


def as_they_were(view: View, what: Mapping[str, object], ctx: Ctx) -> list[Ref]:
    """The named objects that fit; one that has left its zone is read as it last was there."""
    found = []
    for ref in refs(view, what["is"], ctx):
        last = last_of(view, ref, ctx)
        card = view.card(ref) if last is None else view.game.cards.get(last.get("card", ""))
        asked = {key: one for key, one in what.items() if key != "is"}
        if last is None:
            asked = {"zone": view.book.default_zone, **asked}
        else:
            view.note(trace.LAST_INFORMATION, view.book.asks_last, attr=", ".join(told(asked)))
        if card is not None and matches(view, card, {"of": "me", **asked}, ctx, last):
            found.append(ref)
    return found


def told(asked: Mapping[str, object]) -> list[str]:
    """The attributes that a selector tests."""
    inner = [key for one in asked.values() if isinstance(one, Mapping) for key in one]
    return [*(key for key in asked if not isinstance(asked[key], Mapping)), *inner]


def shown(view: View, cards: Iterable[Card], what: Fields) -> bool:
    """Do the cards show every word that is asked for, as often as it is asked for? A card shows each of its
    words.
    """
    read, asked = view.printed if what.get("printed") else view.value, names(what["shows"])
    have = [names(read(card, what["attr"]) or ()) for card in cards]
    return all(sum(word in words for words in have) >= asked.count(word) for word in asked)


def event_card_fits(view: View, sel: Mapping[str, object], ctx: Ctx) -> bool:
    """Does the card of the triggering event fit, by the information that its article says to use?"""
    record, info = ctx.get("event"), ctx.get("info")
    card = view.card(ctx.get("it", ""))
    if isinstance(record, AppliedEvent) and info is not None:
        left = record.before
        card = left if info.get("zone") == (left and left.zone) else record.after
    return card is not None and matches(view, card, sel, ctx, info)


def bounded(found: int, what: Mapping[str, object], view: View, ctx: Ctx, least: int | None) -> bool:
    """Is a number within ``at_least``, ``at_most``, ``exactly``? Without any of them, it must be at least
    `least`.
    """
    if "exactly" in what:
        return found == number(view, what["exactly"], ctx)
    if "at_least" not in what and "at_most" not in what:
        return found >= (least if least is not None else 1)
    low = number(view, what["at_least"], ctx) if "at_least" in what else found
    high = number(view, what["at_most"], ctx) if "at_most" in what else found
    return low <= found <= high


def during(view: View, name: str) -> bool:
    """Is a procedure of this name running, or the step of this article?"""
    return any(frame.procedure == name or frame.step == name or frame.step.startswith(name + "-")
               for frame in view.game.agenda)  # fmt: skip


def turn_of(view: View, what: Fields, ctx: Ctx) -> bool:
    """Is it the named player's turn?"""
    return "turn" not in what or view.active in seats(view, what["turn"], ctx.get("me", ""))
