"""The small words of the vocabulary: seats, references, numbers, selectors and conditions.

They are plain data (strings, numbers, tables) read against a position and a context. The context is
a mapping with ``me`` (the master's seat), ``self`` (the source), ``it`` (the card of an event) and
whatever the running procedure has set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from judge.engine import trace
from judge.engine.kernel.references import KEPT
from judge.engine.kernel.state import NUMBER, SEATS, AppliedEvent, Card, Ref, Seat, opponent, within
from judge.engine.kernel.variables import value_of
from judge.engine.kernel.view import View
from judge.engine.language.figures import FIGURES, figure
from judge.engine.language.joint_costs import left
from judge.engine.language.traits import (
    BOUNDS,
    CARD_TESTS,
    TRAITS,
    Ctx,
    counters,
    fits_attribute,
    names,
    piled,
    place,
)
from judge.engine.layout.attachments import guests_of, host_of
from judge.engine.layout.attacks import foe_of
from judge.engine.layout.slots import above, opposite
from judge.text.plain import Fields, Json, Scope, TomlValue


def seats(view: View, word: str, me: Seat = "") -> tuple[Seat, ...]:
    """The seats a word names, active player first where there are two. Raises KeyError on a wrong word."""
    if word == "me":
        return (me,)
    if word == "opponent" and me:
        return (opponent(me),)
    active = view.game.active
    if word in ("any", "each", "opponent"):
        return (active, opponent(active))
    if word == "active":
        return (active,)
    if word == "non-active":
        return (opponent(active),)
    if word in SEATS:
        return (word,)
    raise KeyError(word)


def refs(view: View, what: TomlValue, ctx: Ctx) -> tuple[Ref, ...]:
    """The objects that a word, a ``$variable``, a list or a selector stands for."""
    if isinstance(what, str):
        return word_refs(view, what, ctx)
    if isinstance(what, dict):
        return tuple(card.object for card in select(view, what, ctx))
    return tuple(ref for part in what for ref in refs(view, part, ctx))


def word_refs(view: View, word: str, ctx: Ctx) -> tuple[Ref, ...]:
    """The objects behind one word: ``self``, ``it``, ``$t``, ``battle.attacker``, ``#7``."""
    if word.startswith("#"):
        return (word,)
    if word in ("self", "it", "each"):
        value = ctx.get(word, "")
        return value if isinstance(value, tuple) else (value,) if value else ()
    if word == "host":
        host = str(ctx.get("host") or host_of(view, ctx.get("self", "")))
        return (host,) if view.same(host) else ()
    if word == "guests":
        return guests_of(view, ctx.get("self", ""))
    if word == "foe":
        foe = foe_of(view, str(ctx.get("self", "")))
        return (foe,) if foe else ()
    if word == "opposite":
        card = view.card(ctx.get("self", ""))
        other = opposite(view, card) if card is not None and card.zone and not card.on else None
        return (other.object,) if other is not None else ()
    if word == "above":
        return tuple(card.object for card in above(view, view.card(ctx.get("self", ""))))
    value = variable(view, word, ctx)
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


def variable(view: View, word: str, ctx: Ctx) -> Json:
    """The value of ``$name``, ``event.name`` or ``procedure.name``; None when unset."""
    if word.startswith("$"):
        return value_of(ctx, word[1:], view.book.reads)
    head, _, tail = word.partition(".")
    if head == "event":
        event = ctx.get("event")  # one that has happened, or one that is about to be rewritten
        return (
            event.args.get(tail)
            if isinstance(event, AppliedEvent)
            else event.get(tail)
            if isinstance(event, Mapping)
            else None
        )
    frame = view.running(head)
    return frame.vars.get(tail) if frame is not None else None


def number(view: View, what: TomlValue, ctx: Ctx) -> int:
    """The number that a value stands for; unset variables count as 0."""
    if isinstance(what, bool) or what is None:
        return int(bool(what))
    if isinstance(what, int):
        return what
    if isinstance(what, str):
        value = variable(view, what, ctx)
        return len(value) if isinstance(value, (tuple, list)) else int(value or 0)
    if isinstance(what, (tuple, list)):
        return len(what)
    value = int(table_number(view, what, ctx) * what.get("times", 1))
    value = value // 2 if what.get("half") else value
    value += int(what.get("plus", 0)) - (number(view, what["minus"], ctx) if "minus" in what else 0)
    within(abs(value), NUMBER, "so large a number")
    return value


def table_number(view: View, what: Mapping[str, object], ctx: Ctx) -> int:
    """The number behind ``{count=…}``, ``{value=…, of=…}``, ``{sum=…, of=…}`` before times and plus."""
    for key in what:
        if key in FIGURES:
            return FIGURES[key].read(view, what, ctx)
    return 0


@figure("count", "cards")
def counted(view: View, what: Mapping[str, object], ctx: Ctx) -> int:
    """How many cards there are."""
    return len(refs(view, what["count"], ctx))


@figure("n", "number")
def named_number(view: View, what: Mapping[str, object], ctx: Ctx) -> int:
    """A number that was stored."""
    return number(view, what["n"], ctx)


@figure("score", "score", of="seat")
def scored(view: View, what: Fields, ctx: Ctx) -> int:
    """The score of a player, or of several together."""
    who = seats(view, what.get("of", "me"), ctx.get("me", ""))
    return sum(view.game.scores.get(f"{seat}.{what['score']}", 0) for seat in who)


@figure("counters", "text", of="cards")
def counters_on(view: View, what: Fields, ctx: Ctx) -> int:
    """The counters of a name on cards."""
    return sum(counters(card, what["counters"]) for card in cards_of(view, what.get("of", "self"), ctx))


@figure("original", "number-attribute", of="cards")
def printed_sum(view: View, what: Fields, ctx: Ctx) -> int:
    """What is printed on a card, or on several together."""
    cards = cards_of(view, what.get("of", "self"), ctx)
    return sum(int(view.printed(card, what["original"]) or 0) for card in cards)


@figure("value", "number-attribute", of="cards")
@figure("sum", "number-attribute", of="cards")
def value_sum(view: View, what: Fields, ctx: Ctx) -> int:
    """What a card has of an attribute, or several together."""
    attr = what["value"] if "value" in what else what["sum"]
    return sum(int(read(view, ref, attr, ctx) or 0) for ref in refs(view, what.get("of", "self"), ctx))


def cards_of(view: View, what: object, ctx: Ctx) -> list[Card]:
    """The cards of objects that are still there."""
    return [card for card in (view.card(ref) for ref in refs(view, what, ctx)) if card is not None]


def read(view: View, ref: Ref, attr: str, ctx: Ctx) -> Json:
    """The value of an object's attribute: for the card of the event, what the event recorded, otherwise what
    it is now.
    """
    info = ctx.get("info")
    if info is not None and ref == ctx.get("it"):
        return info.get(attr)
    last = last_of(view, ref, ctx)
    if last is not None:
        view.note(trace.LAST_INFORMATION, view.book.asks_last, attr=attr)
        return last.get(attr)
    card = view.card(ref)
    return view.value(card, attr) if card is not None else None


def last_of(view: View, ref: Ref, ctx: Ctx) -> Fields | None:
    """The last values of an object that has left its zone, in a book that uses them; otherwise None."""
    if view.same(ref) and not (view.book.asks_last and ref in ctx.get("left", ())):
        return None
    if ref == ctx.get("self") and "last" in ctx:
        last: Mapping[str, object] | None = ctx["last"]
        return last
    return view.game.memory.get(KEPT + ref) if view.book.asks_last else None


# --- selectors -----------------------------------------------------------------------------------
def select(view: View, sel: Fields, ctx: Ctx) -> tuple[Card, ...]:
    """The cards that fit a selector, zone by zone, top first, the active player's first."""
    cards = tuple([card for card in pool(view, sel, ctx) if fits(view, card, sel, ctx)])
    if SOME.isdisjoint(sel):
        return cards
    for key in ("highest", "lowest"):
        cards = extreme(view, cards, sel[key], max if key == "highest" else min) if key in sel else cards
    return end_of(view, cards, sel, ctx) if "top" in sel or "bottom" in sel else cards


def extreme(
    view: View, cards: tuple[Card, ...], attr: str, best: Callable[[Iterable[Json]], Json]
) -> tuple[Card, ...]:
    """The cards with the highest or the lowest value; several, where they are equal."""
    values = {card.id: view.value(card, attr) for card in cards}
    known = [value for value in values.values() if isinstance(value, int)]
    return tuple([card for card in cards if known and values[card.id] == best(known)])


def end_of(view: View, cards: tuple[Card, ...], sel: Mapping[str, object], ctx: Ctx) -> tuple[Card, ...]:
    """The first n of the cards from the top or from the bottom; n of each player's, where both players'
    cards are meant.
    """
    piles = (
        [cards]
        if "in" in sel
        else [
            tuple([card for card in cards if card.seat == seat])
            for seat in dict.fromkeys(card.seat for card in cards)
        ]
    )
    piles = [tuple([card for card in pile if left(ctx, card.object)]) for pile in piles]
    n = max(0, number(view, sel["top"] if "top" in sel else sel["bottom"], ctx))
    return tuple(
        [card for pile in piles for card in (pile[:n] if "top" in sel else pile[max(0, len(pile) - n) :])]
    )


def pool(view: View, sel: Fields, ctx: Ctx) -> list[Card]:
    """The cards a selector looks at before its tests."""
    if "in" in sel:
        where = {
            key: sel[key] for key in ("zone", "of") if key in sel
        }  # what is said of their place counts for named ones too
        return [
            card for card in cards_of(view, sel["in"], ctx) if not where or matches(view, card, where, ctx)
        ]
    if type(sel.get("is")) is str:  # one card is asked about: no need to look through its zone
        return [
            card
            for card in cards_of(view, sel["is"], ctx)
            if matches(view, card, whereabouts(view, sel), ctx)
        ]
    if "under" in sel:
        hosts = [
            card for card in (view.card(ref) for ref in refs(view, sel["under"], ctx)) if card is not None
        ]
        return [view.game.cards[card_id] for host in hosts for card_id in host.under]
    cards: list[Card] = []
    whose = seats(view, sel.get("of", "me"), ctx.get("me", ""))
    zones = names(sel.get("zone", view.book.default_zone))
    for seat in whose:
        for name in view.book.zones if "any" in zones else zones:
            cards += view.zone(seat, name)
    if view.book.shared and len(whose) < len(SEATS):
        for name in view.book.shared.intersection(names(sel.get("zone", ()))):
            cards += view.zone(opponent(whose[0]), name)
    return cards


def whereabouts(view: View, sel: Mapping[str, object]) -> dict[str, Json]:
    """The part of a selector that says in which zone its cards lie and whose they are."""
    return {"zone": sel.get("zone", view.book.default_zone), "of": sel.get("of", "me")}


def matches(view: View, card: Card, sel: Fields, ctx: Ctx, seen: Scope | None = None) -> bool:
    """Does a card fit a selector, its zone and seat included? `seen` overrides its computed values."""
    if "zone" in sel and card.place not in (zones := names(sel["zone"])) and "any" not in zones:
        return False
    if "in" in sel and card.object not in refs(view, sel["in"], ctx):
        return False
    if "under" in sel and card.on not in [host.id for host in cards_of(view, sel["under"], ctx)]:
        return False
    # every card of a zone that both players share is either's, where a selector names that zone
    anybodys = card.place in view.book.shared and card.place in names(sel.get("zone", ()))
    if "of" in sel and not anybodys and card.seat not in seats(view, sel["of"], ctx.get("me", "")):
        return False
    if not EXTREMES.isdisjoint(sel) and card not in select(view, sel, ctx):
        return False
    return fits(view, card, sel, ctx, seen)


def fits(
    view: View, card: Card, sel: Mapping[str, object], ctx: Ctx, seen: Mapping[str, object] | None = None
) -> bool:
    """Does a card pass every test of a selector, wherever it is?"""
    for key, want in sel.items():
        test = CARD_TESTS.get(key)
        if test is not None:
            if not test(view, card, want, ctx, seen):
                return False
        elif key not in PLACES and not fits_attribute(view, card, key, said(view, want, ctx), seen):
            return False
    return True


def said(view: View, want: object, ctx: Ctx) -> Json:
    """The value itself, or the value of a ``$variable``."""
    if type(want) is dict and "has" in want:
        return {"has": said(view, want["has"], ctx) or ()}
    return variable(view, want, ctx) if type(want) is str and want[:1] == "$" else want


place("zone", "lying", "Where it lies: a zone, several, a group of zones, or any.")
place("of", "seat", "Whose it is: in whose zones it lies.")
place("in", "cards", "Among cards that are named.")
place("under", "cards", "Beneath a card.", piled)
place("top", "amount", "So many from the top.")
place("bottom", "amount", "So many from the bottom.")
place("highest", "number-attribute", "With the highest value of all that fit: several, where they are equal.")
place("lowest", "number-attribute", "With the lowest value of all that fit: several, where they are equal.")
EXTREMES = frozenset(("highest", "lowest"))
SOME = EXTREMES | {"top", "bottom"}  # keys by which some are taken of the cards that fit
PLACES = frozenset((*(key for key, trait in TRAITS.items() if trait.test is None), *BOUNDS, "count"))


__all__ = ["SEATS", "matches", "number", "refs", "seats", "select"]
