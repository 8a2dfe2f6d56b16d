"""Arrivals: keeps how a card came to lie where it lies, for abilities that ask about it.

Nothing is kept unless a card on the table asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects.pattern_match import Sight, fits_detail
from judge.engine.flow.snapshots import CAME, came_key, snapshot
from judge.engine.kernel.book import Book
from judge.engine.kernel.event import place_of
from judge.engine.kernel.state import EMPTY, AppliedEvent, Card
from judge.engine.kernel.turn_history import of_record
from judge.engine.kernel.view import View
from judge.engine.language.traits import Ctx, names, trait
from judge.engine.language.values import seats
from judge.engine.layout.attacks import attack_under_way, is_direct
from judge.text.plain import Fields, Json, Scope, TomlValue

KEPT = ("by", "who", "ability", "because", "marks", "n", "target", "attacker", "seat", "ways", "made_of")
OTHERS = ("by", "target", "attacker")  # second cards of an event, kept as they were
WITH = "with"  # asks of what it was made
DETAILS = ("from", "because", "by", "ability")  # what may be asked of how a card came


def came(view: View, records: Sequence[AppliedEvent]) -> Iterator[tuple[str, dict[str, Json]]]:
    """What is kept of how the cards of a batch came to their places, by memory key."""
    for record in records:
        after = record.after
        if after is None or not after.zone or after.on or record.quiet:
            continue
        card = record.before
        elsewhere = card is None or card.object != after.object or card.place != after.place
        if (record.verb in ("move", "create") and elsewhere) or anew(view.book, record.name):
            yield came_key(after.object), entry_of(view, record)


def anew(book: Book, name: str) -> bool:
    """Does a card count as newly arrived by this event, although it lay there before?"""
    return bool(book.tables["mark_word"].get(name, EMPTY).get("arrives"))


def entry_of(view: View, record: AppliedEvent) -> dict[str, Json]:
    """An event in the form in which it is asked about later: its names, its card's move, who caused it and
    why.
    """
    args = {key: record.args[key] for key in KEPT if record.args.get(key)}
    if attack_under_way(view) is not None:
        args["direct"] = is_direct(view)
    cards = ((key, view.card(str(args.get(key, "")))) for key in OTHERS)
    return {
        "names": of_record(view.book, record),
        "card": record.card,
        "from": place_of(record.before),
        "to": place_of(record.after),
        "args": args,
        "others": {key: (card, snapshot(view, card)) for key, card in cards if card is not None},
    }


@trait("came", "arrivals")
def test_came(view: View, card: Card, want: object, ctx: Ctx, seen: Scope | None) -> bool:
    """By how it came to where it lies, or last lay: by which event, from where, by whom or what, and why."""
    entry = seen[CAME] if seen is not None and CAME in seen else view.game.memory.get(came_key(card.object))
    wanted = want if isinstance(want, (list, tuple)) else (want,)
    if not entry:
        return False
    return any(fits_way(view, way, entry, ctx) for way in wanted)


def fits_way(view: View, want: TomlValue, entry: Fields, ctx: Ctx) -> bool:
    """Is this the way by which a card came?"""
    asked = {"way": want} if isinstance(want, str) else want
    if "way" in asked:
        for rule in way_rules(view, names(asked["way"])) if view.tracing else ():
            view.note(trace.READS, rule, attr="came")
        if set(names(asked["way"])).isdisjoint(entry["names"]):
            return False
    if WITH in asked:  # whatever has become of those cards since
        used = entry["args"].get("made_of", ())
        if not any(view.game.objects.get(ref) in used for ref in view.refs(asked[WITH], ctx)):
            return False
    return all(fits_then(view, key, asked[key], entry, ctx) for key in DETAILS if key in asked)


def way_rules(view: View, ways: Sequence[str]) -> Iterator[str]:
    """The articles on the ways by which cards come."""
    tables: tuple[Fields, ...] = (
        view.book.happenings,
        view.book.moves,
        view.book.tables["mark_word"],
    )
    for way in ways:
        yield from (str(table[way]["rule"]) for table in tables if way in table)


def fits_then(view: View, key: str, want: TomlValue, entry: Fields, ctx: Ctx) -> bool:
    """Does a detail of a past event fit? Cards that it names are read as they were then."""
    if key in OTHERS and not (isinstance(want, Mapping) and "ability" in want):
        return fits_other(view, key, want, entry, ctx)
    if key == "direct":
        return bool(entry["args"].get(key) == want)
    if key == "to":
        return entry["to"] in names(want)
    sight = Sight(entry["names"], None, None, "", entry["from"], entry["to"], entry["args"])
    return fits_detail(view, key, want, sight, ctx, "")


def fits_other(view: View, key: str, want: TomlValue, entry: Fields, ctx: Ctx) -> bool:
    """Does the second card of a past event fit: this card, one of a player's, or one that fits a selector?"""
    card, seen = entry["others"].get(key, (None, None))
    if card is None:
        return False
    if want == "self":
        own = view.card(ctx.get("self", ""))
        return card.object == ctx.get("self") or (own is not None and own.id == card.id == entry["card"])
    if isinstance(want, str):
        whose = entry["args"].get("who") if key == "by" else card.seat
        return whose in seats(view, want, ctx.get("me", ""))
    return view.matches(card, want, ctx, seen)
