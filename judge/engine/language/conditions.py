"""Conditions of the vocabulary: does what a card or a rule asks for hold now, and what is there instead?

A form of condition is declared once, by the function that says fast whether it holds and by the one that
tells what it asks for and what is there, as plain values for phrases of any language.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import pairwise

from judge.engine import trace
from judge.engine.kernel.registry import first_sentence
from judge.engine.kernel.state import AppliedEvent, Card, Ref
from judge.engine.kernel.view import View
from judge.engine.language.figures import FIGURES, is_number
from judge.engine.language.traits import BOUNDS, Ctx, listed, names
from judge.engine.language.values import (
    cards_of,
    fits,
    last_of,
    matches,
    number,
    refs,
    said,
    seats,
    select,
    variable,
)
from judge.text.plain import Fields, Json, Scope, TomlValue
from judge.text.rows import NamedTuple

Finding = dict[str, Json]
Holding = Callable[["View", Fields, Ctx], bool]
Finder = Callable[["View", Fields, Ctx], Finding]


class Form(NamedTuple):
    """A form of condition, declared once; it is known by one of its keys."""

    takes: Mapping[str, str]  # by key, the kind of what stands under it
    needs: tuple[str, ...]
    holds: Holding
    fits: Callable[[Mapping[str, object]], bool] | None  # whether a table with its key is of this form
    tells: Finder  # what it asks for and what is there, whether it holds or not
    says: str  # one line for people


LIMITS = ("min", "max")
SAID = frozenset(("zone", "of", "in", "is", "under", *BOUNDS))  # of a selector, in other words than tests

FORMS: dict[str, Form] = {}  # by key


def form(
    keys: tuple[str, ...],
    takes: Mapping[str, str],
    tells: Finder,
    needs: tuple[str, ...] = (),
    fits: Callable[[Fields], bool] | None = None,
) -> Callable[[Holding], Holding]:
    """Declare a form of condition, known by any of some keys, by the function that says whether it holds;
    another one `tells` what it asks for and what is there.
    """

    def register(function: Holding) -> Holding:
        FORMS.update(dict.fromkeys(keys, Form(takes, needs, function, fits, tells, first_sentence(function))))
        return function

    return register


def form_of(what: Mapping[str, object]) -> Form | None:
    """The form of a condition; None for a selector of cards that must be there."""
    for key in what:
        shape = FORMS.get(key)
        if shape is not None and (shape.fits is None or shape.fits(what)):
            return shape
    return None


def holds(view: View, what: TomlValue, ctx: Ctx) -> bool:
    """Does a condition hold? A list holds when all its parts do; an empty one holds."""
    if what is None:
        return True
    if isinstance(what, str):
        return bool(variable(view, what if what[:1] == "$" else "$" + what, ctx))
    if isinstance(what, (tuple, list)):
        return all(holds(view, part, ctx) for part in what)
    shape = form_of(what)
    if shape is not None:
        return shape.holds(view, what, ctx)
    if view.book.asks_last and "is" in what and what.get("zone", "any") == "any":
        return bounded(len(as_they_were(view, what, ctx)), what, view, ctx, least=1)
    return bounded(len(select(view, what, ctx)), what, view, ctx, least=1)


# --- what a condition asks for, and what is there instead ------------------------------------------------
def findings(view: View, what: object, ctx: Ctx) -> tuple[Finding, ...]:
    """The findings of a condition's parts that do not hold; none where it holds."""
    if holds(view, what, ctx):
        return ()
    if isinstance(what, (tuple, list)):
        return tuple([entry for part in what for entry in findings(view, part, ctx)])
    return (finding(view, what, ctx),)


def finding(view: View, what: TomlValue, ctx: Ctx) -> Finding:
    """What one part of a condition asks for, and what is there."""
    if isinstance(what, str):
        return {"form": "variable", "name": what.removeprefix("$").rstrip("'")}
    known = form_of(what)
    if known is not None:
        return known.tells(view, what, ctx)
    return of_card(view, what, ctx) if isinstance(what.get("is"), str) else of_cards(view, what, ctx)


def of_any(view: View, what: Fields, ctx: Ctx) -> Finding:
    """The findings of all alternatives, where one of them would be enough."""
    each = [entry for part in what["any"] for entry in findings(view, part, ctx)]
    return {"form": "any", "each": tuple(each)}


def of_not(view: View, what: Mapping[str, object], ctx: Ctx) -> Finding:
    """The finding of a condition that must not hold."""
    if isinstance(what["not"], str):
        return {**finding(view, what["not"], ctx), "form": "not-variable"}
    return {"form": "not", "each": (finding(view, what["not"], ctx),)}


def of_time(view: View, what: Fields, ctx: Ctx) -> Finding:
    """The finding of what must be under way, and whose turn it must be."""
    facts: Finding = {"form": "time", "active": view.active}
    if "during" in what:
        form_of = "during-first" if what.get("first") else "during"
        facts |= {"form": form_of, "during": names(what["during"])}
    if "turn" in what:
        facts["seats"] = seats(view, what["turn"], ctx.get("me", ""))
    return facts


def of_deeds(view: View, what: Fields, ctx: Ctx) -> Finding:
    """The finding of what players must have done this turn."""
    who = seats(view, what.get("by", "me"), ctx.get("me", ""))
    return {"form": "did", "seats": who, "deeds": names(what["did"])}


def of_words(view: View, what: Fields, ctx: Ctx) -> Finding:
    """The finding of the words that cards must show together, and of those that they show."""
    cards, read = select(view, what["among"], ctx), view.printed if what.get("printed") else view.value
    have = tuple([word for card in cards for word in names(read(card, what["attr"]) or ())])
    about = {"attr": what["attr"], "words": names(what["shows"])}
    return {"form": "shows", **about, "cards": tuple(card.id for card in cards), "have": have}


def of_event(view: View, what: Fields, ctx: Ctx) -> Finding:
    """The finding of what the event's card must be like, by the information of it that counts."""
    record, seen = ctx.get("event"), ctx.get("info")
    card = view.card(ctx.get("it", ""))
    if isinstance(record, AppliedEvent) and seen is not None:
        left = record.before
        card = left if seen.get("zone") == (left and left.zone) else record.after
    return of_one(view, [(card, seen)] if card is not None else [], what["it"], ctx)


def of_number(view: View, what: Fields, ctx: Ctx) -> Finding:
    """The finding of a number and its bounds."""
    key = next(word for word in what if word in FIGURES)
    figure, facts = FIGURES[key], {"form": key, "found": number(view, what, ctx), **bounds(view, what, ctx)}
    if figure.kind == "past-event":
        facts["what"] = names(plain(what[key]))
    elif figure.kind == "seat":
        facts["seats"] = seats(view, what[key], ctx.get("me", ""))
    elif isinstance(what[key], str):
        facts["attr"] = what[key]
    if figure.of == "seat":
        facts["seats"] = seats(view, what.get("of", "me"), ctx.get("me", ""))
    elif figure.of:
        facts["cards"] = ids(view, refs(view, what.get("of", "self"), ctx))
    return facts


def of_cards(view: View, what: Fields, ctx: Ctx) -> Finding:
    """The finding of how many cards fit, and how many must."""
    asked = {key: value for key, value in what.items() if key not in SAID}
    facts = (
        as_they_were if view.book.asks_last and "is" in what and what.get("zone") in (None, "any") else select
    )
    search: Finding = {
        "form": "cards",
        "zones": names(what.get("zone", "any" if "in" in what else view.book.default_zone)),
        "seats": seats(view, what.get("of", "any" if "in" in what else "me"), ctx.get("me", "")),
        "tests": tuple([test for key in asked for test in tests(view, key, asked[key], ctx)]),
        "found": len(facts(view, what, ctx)),
        **bounds(view, what, ctx, least=1),
    }
    for key in ("in", "is", "under"):
        if key in what:
            search |= {
                "form": "among" if key != "under" else "under",
                "cards": ids(view, refs(view, what[key], ctx)),
            }
    return search


def of_card(view: View, what: Mapping[str, object], ctx: Ctx) -> Finding:
    """The finding of what a named card must be like, and where it must lie."""
    last = [
        (named, last_of(view, named, ctx) if view.book.asks_last else None)
        for named in refs(view, what["is"], ctx)
    ]
    cards = [(card_of(view, ref, seen), seen) for ref, seen in last]
    usual = {"zone": view.book.default_zone, "of": "me"}
    asked = {key: value for key, value in {**usual, **what}.items() if key != "is" and key not in BOUNDS}
    if any(seen is not None for _, seen in cards) and "zone" not in what:
        del asked["zone"]
    return of_one(view, [(card, seen) for card, seen in cards if card is not None], asked, ctx)


def card_of(view: View, ref: Ref, seen: Fields | None) -> Card | None:
    """The card of an object as it is, or as it was when it had the values `seen`."""
    return view.card(ref) if seen is None else view.game.cards.get(seen.get("card", ""))


def misfit(view: View, card: Card, sel: Fields, ctx: Ctx) -> Finding:
    """The finding of what a selector asks of a card and what the card has instead. It has no tests where
    nothing could be told; of a named selector it takes the alternative that comes nearest.
    """
    asked = {"zone": view.book.default_zone, "of": "me", **sel} if "in" not in sel else dict(sel)
    name = asked.pop("fits", None)
    ways = [{**asked, **row} for row in view.book.tables["selectors"].get(name, ())] if name else [asked]
    faults = [of_one(view, [(card, None)], way, ctx) for way in ways if unlike(view, card, way, ctx)]
    nearest = min(faults, key=lambda fault: (wrong_type(fault), len(fault["tests"])), default={"tests": ()})
    return {**nearest, "form": "chosen"}


def wrong_type(finding: Finding) -> bool:
    """Does a card fail for its type?"""
    return any(test["key"] == "type" for test in finding["tests"])


def unlike(view: View, card: Card, sel: Mapping[str, object], ctx: Ctx) -> bool:
    """Does a card fail a test of a selector that can be told?"""
    return any(
        not passes(view, card, key, want, test, ctx, None)
        for key, want in sel.items()
        for test in tests(view, key, want, ctx)
    )


def of_one(
    view: View, cards: list[tuple[Card, Fields | None]], asked: Mapping[str, object], ctx: Ctx
) -> Finding:
    """The finding of the tests that a card, or the first of several, does not pass, each with what it has
    instead.
    """
    every: list[Finding] = []
    failed: list[Finding] = []
    for card, seen in cards:
        for key, want in asked.items():
            for test in tests(view, key, want, ctx):
                row = {**test, "have": had(view, card, test, seen)}
                every.append(row)
                failed += [] if passes(view, card, key, want, test, ctx, seen) else [row]
        if failed:
            break
    return {"form": "is", "cards": tuple([card.id for card, _ in cards]), "tests": tuple(failed or every)}


def passes(
    view: View, card: Card, key: str, want: object, test: Finding, ctx: Ctx, seen: Scope | None
) -> bool:
    """Does a card pass one test of a selector?"""
    if key == "zone":
        return "any" in test["want"] or card.place in test["want"]
    if key == "of":
        return card.seat in test["want"]
    asked = {test["attr"]: test["want"]} if key in LIMITS else want
    return fits(view, card, {key: asked}, ctx, seen)


def tests(view: View, key: str, want: TomlValue, ctx: Ctx) -> Iterator[Finding]:
    """The tests behind a key of a selector: one for each attribute that it bounds."""
    if key in LIMITS:
        yield from ({"key": key, "attr": attr, "want": number(view, n, ctx)} for attr, n in want.items())
    elif key == "zone":
        yield {"key": key, "want": names(want)}
    elif key == "of":
        yield {"key": key, "want": seats(view, want, ctx.get("me", ""))}
    elif key in view.book.attributes or key in view.book.tables["mark"]:
        yield {"key": "attribute", "attr": key, "want": plain(said(view, want, ctx))}
    elif key == "not":
        for part in listed(want):
            yield {"key": "without" if isinstance(part, Mapping) else key, "want": plain(part)}
    elif key != "and" or want:  # one that asks for nothing is no test
        yield {"key": key, "want": plain(want)}


def had(view: View, card: Card, test: Fields, seen: Scope | None) -> Json:
    """What a card has instead of what a test asks for; None where it has nothing that could be named."""
    key, attr = test["key"], test.get("attr", "")
    if key == "zone":
        return card.place
    if key == "of":
        return card.seat
    if key == "type":
        return view.type(card)
    if attr not in view.book.attributes:
        have = card.mark(attr) if attr else None
        return view.book.clear.get(attr) if have is None else have
    return seen.get(attr) if seen is not None else view.value(card, attr)


def bounds(view: View, what: Mapping[str, object], ctx: Ctx, least: int = 1) -> Finding:
    """The bounds that are asked for, as numbers; a selector without any asks for at least one card."""
    limits = {key: number(view, what[key], ctx) for key in BOUNDS if key in what}
    return limits or {"at_least": least}


def ids(view: View, objects: tuple[Ref, ...]) -> tuple[str, ...]:
    """The ids of the objects that are still there."""
    return tuple(card.id for card in cards_of(view, objects, {}))


def plain(want: object) -> Json:
    """A value in plain words: words as they are written, tables by their keys and what stands under them."""
    if isinstance(want, Mapping):
        written = [(key, value) for key, value in want.items() if key != "has"]
        told = [f"{key} {value}" if isinstance(value, (str, int)) else key for key, value in written]
        return (*names(plain(want.get("has", ()))), *told)
    if isinstance(want, (tuple, list)):
        return tuple(
            [word for part in want for word in (names(plain(part)) if not isinstance(part, int) else (part,))]
        )
    return want


# --- the forms --------------------------------------------------------------------------------------------
@form(("any",), {"any": "condition"}, of_any, fits=lambda what: len(what) == 1)
def any_holds(view: View, what: Fields, ctx: Ctx) -> bool:
    """One of several conditions holds."""
    return any(holds(view, part, ctx) for part in what["any"])


@form(
    ("not",),
    {"not": "condition"},
    of_not,
    fits=lambda what: len(what) == 1 and not isinstance(what["not"], (list, tuple)),
)
def fails(view: View, what: Mapping[str, object], ctx: Ctx) -> bool:
    """A condition does not hold."""
    return not holds(view, what["not"], ctx)


@form(("during", "turn"), {"during": "running", "turn": "seat", "first": "flag"}, of_time)
def going_on(view: View, what: Fields, ctx: Ctx) -> bool:
    """A procedure or a step is under way, in some player's turn; with `first` nobody has acted in it yet."""
    if what.get("first") and not untouched(view, names(what.get("during", ()))):
        return False
    if "during" in what and not any(during(view, name) for name in names(what["during"])):
        return False
    return "turn" not in what or view.active in seats(view, what["turn"], ctx.get("me", ""))


def untouched(view: View, called: Container[str]) -> bool:
    """Is the window of a procedure open in which nobody has acted yet?"""
    frames = view.game.agenda
    return any(inner.vars.get("acted") == 0 for outer, inner in pairwise(frames) if outer.procedure in called)


@form(("did",), {"did": "deeds", "by": "seat"}, of_deeds, fits=lambda what: what.keys() <= {"did", "by"})
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
        form((_name,), {**BOUNDS, _name: _figure.kind, **_of}, of_number, fits=is_number)(within)


@form(
    ("shows",),
    {"shows": "words", "attr": "words-attribute", "printed": "flag", "among": "selector"},
    of_words,
    ("attr", "among"),
)
def words_shown(view: View, what: Fields, ctx: Ctx) -> bool:
    """Cards show certain words, all of them together."""
    return shown(view, select(view, what["among"], ctx), what)


@form(("it",), {"it": "selector"}, of_event)
def it_fits(view: View, what: Fields, ctx: Ctx) -> bool:
    """The card that the event is about fits."""
    return event_card_fits(view, what["it"], ctx)


def as_they_were(view: View, what: Mapping[str, object], ctx: Ctx) -> list[Ref]:
    """The named objects that fit; one that has left its zone is read as it last was there."""
    fitting = []
    for ref in refs(view, what["is"], ctx):
        last = last_of(view, ref, ctx)
        card = view.card(ref) if last is None else view.game.cards.get(last.get("card", ""))
        asked = {key: value for key, value in what.items() if key != "is"}
        if last is None:
            asked = {"zone": view.book.default_zone, **asked}
        else:
            view.note(trace.LAST_INFORMATION, view.book.asks_last, attr=", ".join(told(asked)))
        if card is not None and matches(view, card, {"of": "me", **asked}, ctx, last):
            fitting.append(ref)
    return fitting


def told(asked: Mapping[str, object]) -> list[str]:
    """The attributes that a selector tests."""
    inner = [key for value in asked.values() if isinstance(value, Mapping) for key in value]
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


def bounded(amount: int, what: Mapping[str, object], view: View, ctx: Ctx, least: int | None) -> bool:
    """Is a number within ``at_least``, ``at_most``, ``exactly``? Without any of them, it must be at least
    `least`.
    """
    if "exactly" in what:
        return amount == number(view, what["exactly"], ctx)
    if "at_least" not in what and "at_most" not in what:
        return amount >= (least if least is not None else 1)
    low = number(view, what["at_least"], ctx) if "at_least" in what else amount
    high = number(view, what["at_most"], ctx) if "at_most" in what else amount
    return low <= amount <= high


def during(view: View, name: str) -> bool:
    """Is a procedure of this name running, or the step of this article?"""
    return any(frame.procedure == name or frame.step == name or frame.step.startswith(name + "-")
               for frame in view.game.agenda)  # fmt: skip
