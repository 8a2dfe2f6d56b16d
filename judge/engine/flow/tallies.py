"""Tallies: count how often something has happened, continuing from the last count.

A pattern can be counted on only where a past event fits it for good or never: where it reads nothing but the
event, and the event's card as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS
from judge.engine.kernel.view import View
from judge.engine.language.traits import EVENTS, TRAITS, Ctx, count, flat
from judge.text.plain import Fields

MANY = 32  # past events: fewer are counted anew each time
SEATED = frozenset(("me", "opponent", "any", *SEATS))  # whose it is, whoever's turn it is
FIXED = frozenset(("from", "to", "because", "who", "n"))  # details that are kept with the event


def tally_key(book: Book, span: str, patterns: Sequence[Mapping[str, object]], ctx: Ctx) -> tuple[str, ...]:
    """The key of a count of past events; empty where the count cannot be continued."""
    if not all(stays(book, one) for one in patterns):
        return ()
    asked = repr(patterns)
    own = str(ctx.get("self", "")) if "'self'" in asked else ""
    return ("tally", span, asked, str(ctx.get("me", "")), own)


def stays(book: Book, on: Fields) -> bool:
    """Does a pattern read only what stays as it was when the event happened?"""
    mods, subject = on["mods"], on["subject"]
    if not (FIXED.issuperset(mods) and all(flat(one) for one in mods.values())):
        return False
    if isinstance(subject, Mapping):
        return all(kept(book, key, want) for key, want in subject.items())
    return subject == "self" or subject in SEATED


def kept(book: Book, key: str, want: object) -> bool:
    """Does a part of a selector read what is kept of a card: its place, its marks or its values?"""
    if key in ("is", "not"):
        return bool(want == "self")
    if key == "of":
        return want in SEATED
    own = key not in TRAITS and (key in book.attributes or key in book.tables["mark"])
    return flat(want) and (own or key in ("zone", "type"))


def counted_on(
    view: View,
    key: tuple[str, ...],
    past: Sequence[Mapping[str, object]],
    fits: Callable[[Mapping[str, object]], bool],
) -> int:
    """How many past events fit; only those that came since the last count are examined. The past is the same
    where the last counted event stands in the same place, as each event is recorded once.
    """
    index = view.game.print_index
    n, last, total = index.get(key, (0, None, 0))
    if n > len(past) or (n and past[n - 1] is not last):
        n = total = 0
    if n < len(past):
        count(view, len(past) - n, EVENTS)
        total += sum(map(fits, past[n:]))
        index[key] = (len(past), past[-1], total)
    return int(total)
