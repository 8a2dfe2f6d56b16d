"""History: keeps the past events of the turn or of the game, as far as an ability on the table asks about
them.

An event is kept as it was: its card with the values that it had, and who and what caused it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from judge.engine.effects.pattern_match import of_record
from judge.engine.flow.arrivals import came, entry_of, fits_then
from judge.engine.flow.snapshots import snapshot
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import RECALLED, SEATS, AppliedEvent
from judge.engine.kernel.state import within as bounded
from judge.engine.kernel.table import SPANS, chronicle_key
from judge.engine.kernel.turn_history import of_record as named
from judge.engine.kernel.turn_history import remembered
from judge.engine.kernel.view import View
from judge.engine.language.conditions import form, of_number, within
from judge.engine.language.figures import figure
from judge.engine.language.patterns import pattern
from judge.engine.language.traits import BOUNDS, EVENTS, TRAITS, Ctx, flat
from judge.engine.language.traits import count as looked_at
from judge.engine.language.values import seats
from judge.text.plain import Fields, TomlValue

Past = Fields
MANY = 32  # past events: fewer are counted anew each time
SEATED = frozenset(("me", "opponent", "any", *SEATS))  # whose it is, whoever's turn it is
FIXED = frozenset(("from", "to", "because", "who", "n"))  # details that are kept with the event


def remembrances(view: View, records: Sequence[AppliedEvent]) -> Iterator[tuple[str, object]]:
    """What memory keeps of a batch, by its keys: what abilities ask about, and for the turn what the
    rulebook lists.
    """
    if view.table.asks_came:
        yield from came(view, records)
    yield from kept(view, records)
    for key, n in Counter(remembered(view.book, records) if view.book.did else ()).items():
        yield key, view.game.memory.get(key, 0) + n


def kept(view: View, records: Sequence[AppliedEvent]) -> Iterator[tuple[str, tuple[Past, ...]]]:
    """The past events of a span, with those of this batch that some ability asks about."""
    for span, names in view.table.recalled.items():
        fresh = [past(view, record) for record in records if not names.isdisjoint(named(view.book, record))]
        if fresh:
            before = view.game.memory.get(chronicle_key(span), ())
            bounded(len(before) + len(fresh), RECALLED, "more past events that texts ask for")
            yield chronicle_key(span), (*before, *fresh)


def past(view: View, record: AppliedEvent) -> Past:
    """An event as it was, with its card."""
    sight = of_record(view, record)
    card = sight.card
    seen = sight.seen if sight.seen is not None or card is None else snapshot(view, card)
    objects = {side.object for side in (record.before, record.after) if side is not None}
    return {
        **entry_of(view, record),
        "subject": card,
        "seen": seen,
        "seat": sight.seat,
        "objects": tuple(sorted(objects)),
    }


def times(view: View, span: str, wanted: object, ctx: Ctx) -> int:
    """How often one of some events has happened in a span."""
    rows = wanted if isinstance(wanted, (list, tuple)) else (wanted,)
    return count(view, span, [pattern(view.book, row) for row in rows], ctx)


def count(view: View, span: str, patterns: Sequence[Mapping[str, object]], ctx: Ctx) -> int:
    """How often events that fit these patterns, in the engine's form, have happened in a span."""
    kept: Sequence[Past] = view.game.memory.get(chronicle_key(span), ())

    def fits(event: Past) -> bool:
        return any(fits_past(view, on, event, ctx) for on in patterns)

    key = tally_key(view.book, span, patterns, ctx) if len(kept) > MANY else ()
    if key:
        return counted_on(view, key, kept, fits)
    looked_at(view, len(kept), EVENTS)
    return sum(map(fits, kept))


def fits_past(view: View, on: Fields, entry: Past, ctx: Ctx) -> bool:
    """Does a past event fit one of the patterns?"""
    return (
        not set(on["events"]).isdisjoint(entry["names"])
        and fits_subject(view, on["subject"], entry, ctx)
        and all(fits_then(view, key, want, entry, ctx) for key, want in on["mods"].items())
    )


def fits_subject(view: View, want: TomlValue, entry: Past, ctx: Ctx) -> bool:
    """Does the card or player of a past event fit? `self` means this very object, not the same card at an
    earlier time.
    """
    own = ctx.get("self", "") in entry["objects"]
    if want == "self":
        return own
    if isinstance(want, str):
        return want == "any" or entry["seat"] in seats(view, want, ctx.get("me", ""))
    card = entry["subject"]
    if card is None or (want.get("not") == "self" and own):
        return False
    asked = {key: part for key, part in want.items() if (key, part) not in (("not", "self"), ("is", "self"))}
    return (want.get("is") != "self" or own) and view.matches(card, asked, ctx, entry["seen"])


@figure("happened", "past-event")
def happened(view: View, what: Mapping[str, object], ctx: Ctx) -> int:
    """How often something has happened this turn."""
    return times(view, SPANS["happened"], what["happened"], ctx)


@figure("ever", "past-event")
def ever(view: View, what: Mapping[str, object], ctx: Ctx) -> int:
    """How often something has happened in this game."""
    return times(view, SPANS["ever"], what["ever"], ctx)


for _word in SPANS:
    form((_word,), {**BOUNDS, _word: "past-event"}, of_number)(within)


# --- Counting on --------------------------------------------------------------------------------
# A pattern can be counted on only where a past event fits it for good or never: where it reads nothing but
# the event, and the event's card as it was.
def tally_key(book: Book, span: str, patterns: Sequence[Mapping[str, object]], ctx: Ctx) -> tuple[str, ...]:
    """The key of a count of past events; empty where the count cannot be continued."""
    if not all(stays(book, wanted) for wanted in patterns):
        return ()
    asked = repr(patterns)
    own = str(ctx.get("self", "")) if "'self'" in asked else ""
    return ("tally", span, asked, str(ctx.get("me", "")), own)


def stays(book: Book, on: Fields) -> bool:
    """Does a pattern read only what stays as it was when the event happened?"""
    mods, subject = on["mods"], on["subject"]
    if not (FIXED.issuperset(mods) and all(flat(mod) for mod in mods.values())):
        return False
    if isinstance(subject, Mapping):
        return all(is_kept(book, key, want) for key, want in subject.items())
    return subject == "self" or subject in SEATED


def is_kept(book: Book, key: str, want: object) -> bool:
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
        looked_at(view, len(past) - n, EVENTS)
        total += sum(map(fits, past[n:]))
        index[key] = (len(past), past[-1], total)
    return int(total)
