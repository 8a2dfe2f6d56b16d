"""Conditions of the vocabulary: does what a card or a rule asks for hold now?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from judge.engine.traits import Ctx, names
from judge.engine.values import last_of, matches, number, refs, seats, select, variable
from judge.state import Card, Record, Ref

if TYPE_CHECKING:
    from judge.engine.view import View


NUMBERS = frozenset(("n", "value", "sum", "score", "original"))  # words that make a table a number


def holds(game: View, what: Any, ctx: Ctx) -> bool:
    """Does a condition hold? A list holds when all of it does; nothing at all holds."""
    if what is None:
        return True
    if isinstance(what, str):
        return bool(variable(game, what if what[:1] == "$" else "$" + what, ctx))
    if isinstance(what, (tuple, list)):
        return all(holds(game, one, ctx) for one in what)
    if "any" in what:
        return any(holds(game, one, ctx) for one in what["any"])
    if what.keys() == {"not"}:
        return not holds(game, what["not"], ctx)
    return fact(game, what, ctx)


def fact(game: View, what: Mapping[str, Any], ctx: Ctx) -> bool:
    """Does a single condition hold: of what is running, of what was done, of a number, or of cards?"""
    if "during" in what:
        return any(during(game, name) for name in names(what["during"])) and turn_of(game, what, ctx)
    if "turn" in what:
        return turn_of(game, what, ctx)
    if "did" in what and what.keys() <= {"did", "by"}:
        who = seats(game, what.get("by", "me"), ctx.get("me", ""))
        return any(game.did(seat, word) for seat in who for word in names(what["did"]))
    if not NUMBERS.isdisjoint(what) or isinstance(what.get("counters"), str):
        return bounded(number(game, what, ctx), what, game, ctx, least=None)
    if "shows" in what:
        return shown(game, select(game, what["among"], ctx), what)
    if "it" in what:
        return event_card_fits(game, what["it"], ctx)
    if game.book.asks_last and "is" in what and what.get("zone", "any") == "any":
        return bounded(len(as_they_were(game, what, ctx)), what, game, ctx, least=1)
    return bounded(len(select(game, what, ctx)), what, game, ctx, least=1)


def as_they_were(game: View, what: Mapping[str, Any], ctx: Ctx) -> list[Ref]:
    """The objects named that fit: those that have left their zone as they last were there."""
    found = []
    for ref in refs(game, what["is"], ctx):
        last = last_of(game, ref, ctx)
        card = game.card(ref) if last is None else game.game.cards.get(last.get("card", ""))
        asked = {key: one for key, one in what.items() if key != "is"}
        if last is None:
            asked = {"zone": game.book.default_zone, **asked}
        else:
            game.note("last-information", game.book.asks_last, attr=", ".join(told(asked)))
        if card is not None and matches(game, card, {"of": "me", **asked}, ctx, last):
            found.append(ref)
    return found


def told(asked: Mapping[str, Any]) -> list[str]:
    """The attributes that a selector asks for."""
    inner = [key for one in asked.values() if isinstance(one, Mapping) for key in one]
    return [*(key for key in asked if not isinstance(asked[key], Mapping)), *inner]


def shown(game: View, cards: Iterable[Card], what: Mapping[str, Any]) -> bool:
    """Do cards show every word asked for, as often as it is asked? A card shows each of its words."""
    read, asked = game.printed if what.get("printed") else game.value, names(what["shows"])
    have = [names(read(card, what["attr"]) or ()) for card in cards]
    return all(sum(word in words for words in have) >= asked.count(word) for word in asked)


def event_card_fits(game: View, sel: Mapping[str, Any], ctx: Ctx) -> bool:
    """Does the card of the event that set this off fit, by the information its article says to use?"""
    record, info = ctx.get("event"), ctx.get("info")
    card = game.card(ctx.get("it", ""))
    if isinstance(record, Record) and info is not None:
        left = record.before
        card = left if info.get("zone") == (left and left.zone) else record.after
    return card is not None and matches(game, card, sel, ctx, info)


def bounded(found: int, what: Mapping[str, Any], game: View, ctx: Ctx, least: int | None) -> bool:
    """Is a number within ``at_least``, ``at_most``, ``exactly``? Without any of them, `least` is asked."""
    if "exactly" in what:
        return found == number(game, what["exactly"], ctx)
    if "at_least" not in what and "at_most" not in what:
        return found >= (least if least is not None else 1)
    low = number(game, what["at_least"], ctx) if "at_least" in what else found
    high = number(game, what["at_most"], ctx) if "at_most" in what else found
    return low <= found <= high


def during(game: View, name: str) -> bool:
    """Is a procedure of this name running, or the step of this article?"""
    return any(frame.procedure == name or frame.step == name or frame.step.startswith(name + "-")
               for frame in game.game.agenda)  # fmt: skip


def turn_of(game: View, what: Mapping[str, Any], ctx: Ctx) -> bool:
    """Is it the named player's turn?"""
    return "turn" not in what or game.active in seats(game, what["turn"], ctx.get("me", ""))
