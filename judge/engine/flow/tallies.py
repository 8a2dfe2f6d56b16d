"""How often something has happened that is asked for again and again: counted on from where it stood.

Only what stays as it is can be counted on: a past event is one of a pattern for good, or never, where the
pattern asks for nothing but the event and its card as they were.
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
FIXED = frozenset(("from", "to", "because", "n"))  # details that are kept with the event


def tally_key(book: Book, span: str, patterns: Sequence[Mapping[str, object]], ctx: Ctx) -> tuple[str, ...]:
    """What tells a count of past events from others; empty where it cannot be counted on."""
    if not all(stays(book, one) for one in patterns):
        return ()
    asked = repr(patterns)
    own = str(ctx.get("self", "")) if "'self'" in asked else ""
    return ("tally", span, asked, str(ctx.get("me", "")), own)


def stays(book: Book, on: Fields) -> bool:
    """Does a pattern ask for nothing that can become another than it was when the event happened?"""
    mods, subject = on["mods"], on["subject"]
    if not (FIXED.issuperset(mods) and all(flat(one) for one in mods.values())):
        return False
    if isinstance(subject, Mapping):
        return all(kept(book, key, want) for key, want in subject.items())
    return subject == "self" or subject in SEATED


def kept(book: Book, key: str, want: object) -> bool:
    """Is a part of a selector about what is kept of a card: its place, its marks and its values?"""
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
    """How many past events fit: those that came since they were counted are added. It is the same past
    where the last that was counted stands where it stood, as each event is written down once.
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
