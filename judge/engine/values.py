"""The small words of the vocabulary: seats, references, numbers, selectors and conditions.

They are plain data (strings, numbers, tables) read against a position and a context. The context is
a mapping with ``me`` (the master's seat), ``self`` (the source), ``it`` (the card of an event) and
whatever the running procedure has set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from judge.engine.attachments import guests_of, host_of
from judge.engine.slots import above, opposite
from judge.state import SEATS, Card, Record, Ref, Seat, opponent

if TYPE_CHECKING:
    from judge.engine.view import View

Ctx = Mapping[str, Any]


def seats(game: View, word: str, me: Seat = "") -> tuple[Seat, ...]:
    """The seats a word names, active player first where there are two. Raises KeyError on a wrong word."""
    if word == "me":
        return (me,)
    if word == "opponent" and me:
        return (opponent(me),)
    active = game.game.active
    if word in ("any", "each", "opponent"):
        return (active, opponent(active))
    if word == "active":
        return (active,)
    if word == "non-active":
        return (opponent(active),)
    if word in SEATS:
        return (word,)
    raise KeyError(word)


def refs(game: View, what: Any, ctx: Ctx) -> tuple[Ref, ...]:
    """The objects that a word, a ``$variable``, a list or a selector stands for."""
    if isinstance(what, str):
        return word_refs(game, what, ctx)
    if isinstance(what, dict):
        return tuple(card.object for card in select(game, what, ctx))
    return tuple(ref for one in what for ref in refs(game, one, ctx))


def word_refs(game: View, word: str, ctx: Ctx) -> tuple[Ref, ...]:
    """The objects behind one word: ``self``, ``it``, ``$t``, ``battle.attacker``, ``#7``."""
    if word.startswith("#"):
        return (word,)
    if word in ("self", "it", "each"):
        value = ctx.get(word, "")
        return value if isinstance(value, tuple) else (value,) if value else ()
    if word == "host":
        host = str(ctx.get("host") or host_of(game, ctx.get("self", "")))
        return (host,) if game.same(host) else ()
    if word == "guests":
        return guests_of(game, ctx.get("self", ""))
    if word == "opposite":
        card = game.card(ctx.get("self", ""))
        other = opposite(game, card) if card is not None and card.zone and not card.on else None
        return (other.object,) if other is not None else ()
    if word == "above":
        return tuple(card.object for card in above(game, game.card(ctx.get("self", ""))))
    value = variable(game, word, ctx)
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


def variable(game: View, word: str, ctx: Ctx) -> Any:
    """The value of ``$name``, ``event.name`` or ``procedure.name``; None when unset."""
    if word.startswith("$"):
        return ctx.get(word[1:])
    head, _, tail = word.partition(".")
    if head == "event":
        event = ctx.get("event")  # one that has happened, or one that is about to be rewritten
        return (
            event.args.get(tail)
            if isinstance(event, Record)
            else event.get(tail)
            if isinstance(event, Mapping)
            else None
        )
    frame = game.running(head)
    return frame.vars.get(tail) if frame is not None else None


def number(game: View, what: Any, ctx: Ctx) -> int:
    """The number that a value stands for; unset variables count as 0."""
    if isinstance(what, bool) or what is None:
        return int(bool(what))
    if isinstance(what, int):
        return what
    if isinstance(what, str):
        found = variable(game, what, ctx)
        return len(found) if isinstance(found, (tuple, list)) else int(found or 0)
    found = int(table_number(game, what, ctx) * what.get("times", 1))
    found = found // 2 if what.get("half") else found
    return found + int(what.get("plus", 0)) - (number(game, what["minus"], ctx) if "minus" in what else 0)


def table_number(game: View, what: Mapping[str, Any], ctx: Ctx) -> int:
    """The number behind ``{count=…}``, ``{value=…, of=…}``, ``{sum=…, of=…}`` before times and plus."""
    if "count" in what:
        return len(refs(game, what["count"], ctx))
    if "score" in what:
        return sum(
            game.game.scores.get(f"{seat}.{what['score']}", 0)
            for seat in seats(game, what.get("of", "me"), ctx.get("me", ""))
        )
    if "counters" in what:
        return sum(counters(card, what["counters"]) for card in cards_of(game, what.get("of", "self"), ctx))
    if "original" in what:
        return sum(
            int(game.printed(card, what["original"]) or 0)
            for card in cards_of(game, what.get("of", "self"), ctx)
        )
    attr = what.get("value") or what.get("sum")
    if attr is None:
        return number(game, what.get("n", 0), ctx)
    return sum(int(read(game, one, attr, ctx) or 0) for one in refs(game, what.get("of", "self"), ctx))


def cards_of(game: View, what: Any, ctx: Ctx) -> list[Card]:
    """The cards of objects that are still there."""
    return [card for card in (game.card(ref) for ref in refs(game, what, ctx)) if card is not None]


def counters(card: Card, name: str) -> int:
    """How many counters of a name lie on a card."""
    return int(card.mark(f"counter:{name}") or 0)


def read(game: View, ref: Ref, attr: str, ctx: Ctx) -> Any:
    """An attribute of an object: what its event recorded when it is that event's card,
    else what it is now.
    """
    info = ctx.get("info")
    if info is not None and ref == ctx.get("it"):
        return info.get(attr)
    card = game.card(ref)
    if card is None and ref == ctx.get("self") and "last" in ctx:
        return ctx["last"].get(attr)
    return game.value(card, attr) if card is not None else None


# --- selectors -----------------------------------------------------------------------------------
def select(game: View, sel: Mapping[str, Any], ctx: Ctx) -> tuple[Card, ...]:
    """The cards that fit a selector, zone by zone, top first, the active player's first."""
    found = tuple([card for card in pool(game, sel, ctx) if fits(game, card, sel, ctx)])
    return end_of(game, found, sel, ctx) if "top" in sel or "bottom" in sel else found


def end_of(game: View, found: tuple[Card, ...], sel: Mapping[str, Any], ctx: Ctx) -> tuple[Card, ...]:
    """So many of them from the top or the bottom: of each player's, where both players' cards are meant."""
    piles = (
        [found]
        if "in" in sel
        else [
            tuple([card for card in found if card.seat == seat])
            for seat in dict.fromkeys(card.seat for card in found)
        ]
    )
    n = max(0, number(game, sel["top"] if "top" in sel else sel["bottom"], ctx))
    return tuple(
        [card for pile in piles for card in (pile[:n] if "top" in sel else pile[max(0, len(pile) - n) :])]
    )


def pool(game: View, sel: Mapping[str, Any], ctx: Ctx) -> list[Card]:
    """The cards a selector looks at before its tests."""
    if "in" in sel:
        there = {
            key: sel[key] for key in ("zone", "of") if key in sel
        }  # what is said of their place counts for named ones too
        return [
            card for card in cards_of(game, sel["in"], ctx) if not there or matches(game, card, there, ctx)
        ]
    if type(sel.get("is")) is str:  # one card is asked about: no need to look through its zone
        return [
            card
            for card in cards_of(game, sel["is"], ctx)
            if matches(game, card, whereabouts(game, sel), ctx)
        ]
    if "under" in sel:
        hosts = [
            card for card in (game.card(ref) for ref in refs(game, sel["under"], ctx)) if card is not None
        ]
        return [game.game.cards[one] for host in hosts for one in host.under]
    found: list[Card] = []
    whose = seats(game, sel.get("of", "me"), ctx.get("me", ""))
    zones = names(sel.get("zone", game.book.default_zone))
    for seat in whose:
        for name in game.book.zones if "any" in zones else zones:
            found += game.zone(seat, name)
    if game.book.shared and len(whose) < len(SEATS):
        for name in game.book.shared.intersection(names(sel.get("zone", ()))):
            found += game.zone(opponent(whose[0]), name)
    return found


def whereabouts(game: View, sel: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a selector that says where its cards lie and whose they are."""
    return {"zone": sel.get("zone", game.book.default_zone), "of": sel.get("of", "me")}


def names(value: Any) -> tuple[str, ...]:
    """One name or several, as a tuple."""
    return (value,) if isinstance(value, str) else tuple(value)


def matches(
    game: View, card: Card, sel: Mapping[str, Any], ctx: Ctx, seen: Mapping[str, Any] | None = None
) -> bool:
    """Does a card fit a selector, its zone and seat included? `seen` overrides its computed values."""
    if "zone" in sel and card.place not in (zones := names(sel["zone"])) and "any" not in zones:
        return False
    if "in" in sel and card.object not in refs(game, sel["in"], ctx):
        return False
    if "under" in sel and card.on not in [one.id for one in cards_of(game, sel["under"], ctx)]:
        return False
    if (
        "of" in sel
        and card.seat not in seats(game, sel["of"], ctx.get("me", ""))
        and card.place not in game.book.shared
    ):
        return False
    return fits(game, card, sel, ctx, seen)


def fits(
    game: View, card: Card, sel: Mapping[str, Any], ctx: Ctx, seen: Mapping[str, Any] | None = None
) -> bool:
    """Does a card pass every test of a selector, wherever it is?"""
    for key, want in sel.items():
        test = TESTS.get(key)
        if test is not None:
            if not test(game, card, want, ctx, seen):
                return False
        elif key not in PLACES and not fits_attribute(game, card, key, said(game, want, ctx), seen):
            return False
    return True


def said(game: View, want: Any, ctx: Ctx) -> Any:
    """The value itself, or the one that a ``$variable`` holds."""
    return variable(game, want, ctx) if type(want) is str and want[:1] == "$" else want


PLACES = frozenset(("zone", "of", "top", "bottom", "in", "under", "at_least", "at_most", "exactly", "count"))


def fits_attribute(game: View, card: Card, key: str, want: Any, seen: Mapping[str, Any] | None) -> bool:
    """A test by a mark or an attribute's name: equal, or one of several."""
    if key in game.book.attributes:
        have = seen.get(key) if seen is not None else game.value(card, key)
        return overlap(have, want)
    return overlap(card.mark(key), want)


def overlap(have: Any, want: Any) -> bool:
    """Do two values meet? Lists meet when they share an element; nothing meets nothing."""
    if have is None:
        return False
    left = have if isinstance(have, (tuple, list)) else (have,)
    right = want if isinstance(want, (tuple, list)) else (want,)
    return any(one in right for one in left)


Test = Callable[["View", Card, Any, Ctx, "Mapping[str, Any] | None"], bool]


def test_type(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """By type."""
    return game.type(card) in names(want)


def test_has(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """By keyword."""
    if seen is not None:
        return any(game.book.keyword(word) in seen.get("keywords", ()) for word in names(want))
    return any(game.has(card, word) for word in names(want))


def test_is(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """Is it this very object?"""
    return card.object in refs(game, want, ctx)


def test_not(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """Anything but: an object, or whatever fits a selector."""
    if isinstance(want, dict):
        return not matches(game, card, want, ctx, seen)
    return card.object not in refs(game, want, ctx)


def limit(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None, sign: int) -> bool:
    """Numbers of attributes at least (sign 1) or at most (sign -1) as given; an absent number fails."""
    for attr, bound in want.items():
        have = seen.get(attr) if seen is not None else game.value(card, attr)
        if have is None or sign * int(have) < sign * (
            bound if type(bound) is int else number(game, bound, ctx)
        ):
            return False
    return True


def test_min(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """At least."""
    return limit(game, card, want, ctx, seen, 1)


def test_max(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """At most."""
    return limit(game, card, want, ctx, seen, -1)


def test_original(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """By printed values, whatever effects say."""
    return all(overlap(game.printed(card, attr), value) for attr, value in want.items())


def test_blank(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """With or without any ability that it has now;
    those that the rules give to cards of its kind are none of its own.
    """
    found = (
        game.borne(card) if seen is None else [game.table.abilities[one] for one in seen.get("abilities", ())]
    )
    return all(one.data.get("inherent") for one in found) == bool(want)


def test_owner(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """By owner."""
    return card.owner in seats(game, want, ctx.get("me", ""))


def test_known(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """Only cards whose identity somebody has told."""
    return game.known(card) == bool(want)


def test_many(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """With several words of an attribute, such as several colours."""
    have = seen.get(want) if seen is not None else game.value(card, want)
    return isinstance(have, tuple) and len(have) > 1


def test_and(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """By a second selector as well."""
    return matches(game, card, want, ctx, seen)


def test_pile(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """With or without cards beneath."""
    return bool(card.under) == bool(want)


def test_paired(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """With another card that fits a selector and has the same value of an attribute."""
    have = game.value(card, want["same"])
    return any(
        one.object != card.object and game.value(one, want["same"]) == have
        for one in select(game, want["with"], ctx)
    )


def test_did(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """By what it did or what befell it this turn."""
    return any(game.did(card.object, word) for word in names(want))


def test_token(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """Tokens, or no tokens."""
    return game.table.prints[card.print].token == bool(want)


def test_attached(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """Attached to one of some cards, or attached at all or not."""
    host = host_of(game, card.object)
    return bool(host) == want if isinstance(want, bool) else host in refs(game, want, ctx)


def test_hosting(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """With or without a card attached to it."""
    return bool(guests_of(game, card.object)) == bool(want)


def test_counters(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """With at least so many counters of each name."""
    return all(counters(card, name) >= number(game, n, ctx) for name, n in want.items())


def test_lies(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """By where cards of its type are meant that a text names without a zone."""
    zone = want.get(game.type(card))
    return zone is None or (card.place == zone and not card.on)


def test_attacks(game: View, card: Card, want: Any, ctx: Ctx, seen: Mapping[str, Any] | None) -> bool:
    """Attacking now, or not: its attack goes on, has not been negated,
    and it lies as one that attacks has to.
    """
    row = game.book.tables["attacks"]
    frames = [
        frame
        for frame in game.game.agenda
        if frame.procedure == row["procedure"] and frame.vars.get(row["card"]) == card.object
    ]
    going_on = bool(frames) and not frames[-1].vars.get("negated") and matches(game, card, row["while"], ctx)
    return (going_on and not card.on) == bool(want)


TESTS: dict[str, Test] = {
    "lies": test_lies,
    "attacks": test_attacks,
    "did": test_did,
    "token": test_token,
    "attached": test_attached,
    "hosting": test_hosting,
    "counters": test_counters,
    "type": test_type,
    "has": test_has,
    "is": test_is,
    "not": test_not,
    "min": test_min,
    "max": test_max,
    "original": test_original,
    "no_ability": test_blank,
    "owner": test_owner,
    "known": test_known,
    "pile": test_pile,
    "and": test_and,
    "many": test_many,
    "paired": test_paired,
}


__all__ = ["SEATS", "matches", "number", "refs", "seats", "select"]
