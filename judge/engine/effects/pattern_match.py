"""Event matching: does an event fit the pattern that an ability listens to? Triggers, replacements and
prohibitions ask here; so do selectors of abilities that are used.

An event that is about to happen is a plain table; one that has happened is an `AppliedEvent`. Both are read
through a `Sight`: the card concerned, where it came from and where it goes, who caused the event and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from judge.engine import trace
from judge.engine.effects.provenance import parts_of
from judge.engine.kernel.book import Ability, Book
from judge.engine.kernel.event import UNDER, UNPLACED, Event, place_of
from judge.engine.kernel.registry import first_sentence
from judge.engine.kernel.state import AppliedEvent, Card
from judge.engine.kernel.turn_history import of_record as of_named_record
from judge.engine.kernel.view import View
from judge.engine.language import values
from judge.engine.language.patterns import LIES
from judge.engine.language.traits import Stands, listed, names
from judge.engine.language.values import seats
from judge.engine.layout.attacks import attack_under_way, is_direct
from judge.errors import NotImplementedYet
from judge.text.plain import Fields, Json, Scope, TomlValue
from judge.text.rows import NamedTuple


# --- what is asked of an ability that is used, where a selector asks for what abilities print ----------
def asks_of_ability(view: View, want: Mapping[str, object]) -> bool:
    """Does a selector ask for something that abilities print, or for a card without it?"""
    inner = (selector for selector in listed(want.get("not", ())) if isinstance(selector, Mapping))
    nested = any(asks_of_ability(view, selector) for selector in inner)
    return nested or not want.keys().isdisjoint(view.book.of_abilities)


def is_use(view: View, called: Iterable[str]) -> bool:
    """Is the event the one that stands for the use of an ability, by one of its names?"""
    return not view.book.signals.keys().isdisjoint(called)


def seen_in_use(view: View, card: Card, ability: str) -> dict[str, object]:
    """The values of a card while one of its abilities is used. Attributes of abilities are read from that
    ability alone: printed, and added to it.
    """
    seen = {attr: view.value(card, attr) for attr in view.book.attributes}
    for attr in view.book.of_abilities:
        seen[attr] = words_of(view, card, ability, attr)
    seen["abilities"] = tuple(held.id for held in view.borne(card))
    seen["keywords"] = tuple(held.keyword for held in view.abilities(card) if held.keyword)
    return {key: value for key, value in seen.items() if value is not None}


def is_called(view: View, ability: Ability, words: Iterable[str], kind: str = "") -> bool:
    """Does an ability have one of these keywords or kinds, by its own kind or by a `kind` that it counts as?
    A rulebook may let abilities of one kind count as another kind too.
    """
    own = kind or ability.kind
    also = [more for inner, more in view.book.tables["kinds_within"].items() if inner == own]
    called = (ability.keyword, own, *also)
    return any(view.book.keyword(word) in called for word in words)


def words_of(view: View, card: Card, ability: str, attr: str) -> tuple[str, ...]:
    """The words of an attribute that one ability of a card has: those printed on it, and those added to the
    whole card.
    """
    added = [
        word for part in parts_of(view, card, attr) if part.makes == "gain" for word in names(part.amount)
    ]
    return (*names(view.table.abilities[ability].data.get(attr, ())), *added)


if TYPE_CHECKING:
    from judge.tables.board import Information


class Sight(NamedTuple):
    """One event as abilities see it. `seen` are the card's values when they are not those of now."""

    names: tuple[str, ...]
    card: Card | None
    seen: Scope | None
    seat: str
    origin: str
    goal: str
    args: Fields


Fitting = Callable[["View", Json, Sight, Fields, str], bool]


def of_event(view: View, event: Event) -> Sight:
    """An event that is about to happen, as abilities see it."""
    verb = event["verb"]
    card = coming(event) if verb == "create" else view.card(event["card"]) if "card" in event else None
    seat = card.seat if card is not None and verb != "score" else event.get("seat", "")
    origin = place_of(card) if verb != "create" else ""
    goal = UNDER if "under" in event else event.get("to", "")[2:]
    card = off_board(card) if origin == UNPLACED else card
    if card is not None and "lay" in event:  # it is asked about as it lay, and was, at an earlier moment
        card = card._replace(zone=event["lay"])
    called = (*view.book.names_of(event["name"], verb, origin, goal), *event.get("ways", ()))
    return Sight(called, card, event.get("values"), seat, origin, goal, event)


def coming(event: Event) -> Card:
    """The token that an event is about to create."""
    stem, to = str(event["print"]), str(event["to"])
    marks = tuple(sorted(event.get("marks", {}).items()))
    return Card(f"new {stem}", stem, to[0], to, "", marks=marks)


def of_record(view: View, record: AppliedEvent) -> Sight:
    """A recorded event, with the card in the state in which the event's article says that it is read."""
    card, seen = informed(view, record)
    before, after, args = record.before, record.after, record.args
    own = card is not None and record.verb != "score"
    seat = card.seat if own and card is not None else str(args.get("seat") or record.seat)
    shown = off_board(card) if card is before and place_of(card) == UNPLACED else card
    called = of_named_record(view.book, record)
    return Sight(called, shown, seen, seat, place_of(before), place_of(after), args)


def off_board(card: Card | None) -> Card | None:
    """The card without a zone: so is a card read that no longer counts as being in its old zone."""
    return card._replace(zone=f"{card.seat}.{UNPLACED}") if card is not None else None


def informed(view: View, record: AppliedEvent) -> tuple[Card | None, Fields | None]:
    """The card of a zone change in the state that the rulebook's information table names."""
    before, after = record.before, record.after
    if before is None or after is None or before.zone == after.zone:
        return after or before, None
    if not after.zone:  # it is nowhere now: what it was counts
        return before, record.values
    row = information_row(view.book, before, after)
    if row is not None and row["view"] == "left":
        return before, record.values
    return after, None


def information_row(book: Book, before: Card, after: Card) -> Information | None:
    """The first row of the information table that fits a change of zone."""
    for row in book.information:
        if fits_place(book, before, row.get("from")) and fits_place(book, after, row.get("to")):
            return row
    return None


def fits_place(book: Book, card: Card, want: object) -> bool:
    """Is the card in a zone of this name, or in an ``open`` or ``closed`` one?"""
    if want is None:
        return True
    spec = book.zones.get(card.place)
    hidden = spec is not None and spec["seen"] != "all"
    return card.place in names(want) or (want == "closed" and hidden) or (want == "open" and not hidden)


def fits(view: View, on: Fields, sight: Sight, ctx: Scope, source: str) -> bool:
    """Does the event fit one listening pattern of an ability? `source` is the id of the card that has it."""
    if not any(name in on["events"] for name in sight.names):
        return False
    return (
        fits_subject(view, on["subject"], sight, ctx, source)
        and all(fits_detail(view, key, want, sight, ctx, source) for key, want in on["mods"].items())
        and (LIES not in on or lies(view, on[LIES], sight))
    )


def lies(view: View, zones: Mapping[str, str], sight: Sight) -> bool:
    """Is the card in the zone a text without a named zone refers to, or does it move from or to that zone?"""
    zone = zones.get(view.type(sight.card)) if sight.card is not None else None
    meant = zone is None or zone in (sight.origin, sight.goal, place_of(sight.card))
    if not meant and sight.card is not None:
        view.note(trace.NOT_MEANT, str(view.book.tables["unsaid_zone"]["rule"]), card=sight.card.id)
    return meant


def fits_subject(view: View, want: TomlValue, sight: Sight, ctx: Scope, source: str) -> bool:
    """Does the event concern the card or player the pattern names: ``self``, a seat word, or a selector?"""
    if want == "self":
        return sight.card is not None and sight.card.id == source
    if isinstance(want, str):
        concerned = sight.args.get("losers") or (sight.seat,)
        return want == "any" or any(seat in seats(view, want, ctx["me"]) for seat in concerned)
    card = sight.card
    if card is None:
        return False
    if want.get("not") == "self":
        if card.id == source:
            return False
        want = {key: value for key, value in want.items() if key != "not"}
    own = view.game.cards.get(source) if want.get("is") == "self" else None
    if own is not None and own.object == ctx["self"]:  # the event may have made another object of that card
        if card.id != source:
            return False
        want = {key: value for key, value in want.items() if key != "is"}
    used = str(sight.args.get("ability") or "")
    if view.book.of_abilities and used and is_use(view, sight.names) and asks_of_ability(view, want):
        sight = sight._replace(seen=seen_in_use(view, card, used))
    return view.matches(card, want, ctx) if sight.seen is None else matches_seen(view, want, sight, ctx)


def matches_seen(view: View, want: Mapping[str, object], sight: Sight, ctx: Mapping[str, object]) -> bool:
    """Does a card fit a selector, by the values that it had before it left?"""
    return sight.card is not None and values.matches(view, sight.card, want, ctx, sight.seen)


class Detail(NamedTuple):
    """A key that the pattern of a listening ability may have, declared once."""

    kind: str  # of what stands under it
    fits: Fitting
    says: str  # one line for people
    stands: Stands | None = None  # whether a book with these tables has it
    asks: str = ""  # the part of an event that it asks of; "" of none that not every event has


DETAILS: dict[str, Detail] = {}  # by key


def detail(key: str, kind: str, stands: Stands | None = None, asks: str = "") -> Callable[[Fitting], Fitting]:
    """Declares a key that the pattern of a listening ability may have, by its test whether an event fits."""

    def register(function: Fitting) -> Fitting:
        DETAILS[key] = Detail(kind, function, first_sentence(function), stands, asks)
        return function

    return register


def fits_detail(
    view: View, key: str, want: object, sight: Sight, ctx: Mapping[str, object], source: str
) -> bool:
    """Does the event fit one modifier of a pattern: one of the declared details, or a mark the event sets?"""
    known = DETAILS.get(key)
    return known.fits(view, want, sight, ctx, source) if known is not None else field_is(key, want, sight)


def field_is(key: str, want: object, sight: Sight) -> bool:
    """Does a field of the event, or a mark that it sets, have the value that the pattern asks for?"""
    return bool(sight.args.get(key, sight.args.get("marks", {}).get(key)) == want)


@detail("from", "places", asks="card")
def fits_origin(view: View, want: object, sight: Sight, ctx: Mapping[str, object], source: str) -> bool:
    """From where the card comes."""
    return sight.origin in names(want)


@detail("to", "places", asks="card")
def fits_goal(view: View, want: object, sight: Sight, ctx: Mapping[str, object], source: str) -> bool:
    """Where the card goes."""
    return sight.goal in names(want)


@detail("out", "flag", asks="card")
def fits_leaving(view: View, want: object, sight: Sight, ctx: Mapping[str, object], source: str) -> bool:
    """Whether it leaves its zone."""
    return (sight.origin != sight.goal) == bool(want)


@detail("because", "reasons")
def fits_reason(view: View, want: object, sight: Sight, ctx: Mapping[str, object], source: str) -> bool:
    """Why it happens: by an effect, as a cost, by the rules."""
    return sight.args.get("because") in names(want)


@detail("n", "int", asks="n")
def fits_number(view: View, want: object, sight: Sight, ctx: Mapping[str, object], source: str) -> bool:
    """How much, or how many."""
    return field_is("n", want, sight)


@detail("target", "subject", asks="target")
def fits_target(view: View, want: object, sight: Sight, ctx: Mapping[str, object], source: str) -> bool:
    """What is attacked or meant."""
    return fits_other(view, want, view.card(str(sight.args.get("target", ""))), ctx, source)


def attacking_players(tables: Fields) -> bool:
    """Are there attacks on a player?"""
    return bool(tables.get("attacks", {}).get("direct"))


@detail("direct", "flag", attacking_players)
def fits_direct(view: View, want: object, sight: Sight, ctx: Mapping[str, object], source: str) -> bool:
    """Whether it happens in an attack on a player, or in one on a card."""
    if "direct" in sight.args:  # an attack that is only proposed
        return bool(sight.args["direct"]) == bool(want)
    return is_direct(view) == bool(want) if attack_under_way(view) is not None else False


@detail("attacker", "subject", asks="attacker")
def fits_attacker(view: View, want: object, sight: Sight, ctx: Mapping[str, object], source: str) -> bool:
    """What attacks."""
    return fits_other(view, want, view.card(str(sight.args.get("attacker", ""))), ctx, source)


@detail("ability", "abilities-named")
def fits_named(view: View, want: object, sight: Sight, ctx: Mapping[str, object], source: str) -> bool:
    """By which ability or keyword."""
    return fits_ability(view, {"ability": want}, sight, ctx)


def has_seasons(tables: Mapping[str, Mapping[str, object]]) -> bool:
    """Are there abilities for several seasons?"""
    return len(names(tables["works"].get("all_modes", ()))) > 1


@detail("in", "modes", has_seasons)
def fits_modes(view: View, want: object, sight: Sight, ctx: Mapping[str, object], source: str) -> bool:
    """By an ability that is used in these seasons, and in no other."""
    ability = view.table.abilities.get(str(sight.args.get("ability", "")))
    return ability is not None and set(ability.modes) == set(names(want))


@detail("by", "cause")
def fits_cause(view: View, want: TomlValue, sight: Sight, ctx: Scope, source: str) -> bool:
    """Who or what caused the event: a seat word, ``self``, or a selector on the card that did."""
    if want in ("me", "opponent"):
        return sight.args.get("who") in seats(view, want, ctx["me"]) and bool(sight.args.get("by"))
    if isinstance(want, dict) and "ability" in want:
        return fits_ability(view, want, sight, ctx)
    card = view.card(str(sight.args.get("by", ""))) or sight.args.get("made_by")
    return fits_other(view, want, card or as_it_was(view, want, sight.args), ctx, source)


def as_it_was(view: View, want: object, args: Mapping[str, object]) -> Card | None:
    """The card that causes an event although its object is no more, as it is printed: it has paid with
    itself, or has left since its ability was used. It counts as lying where the ability works.
    """
    used = view.table.abilities.get(str(args.get("ability", "")))
    if used is None or not args.get("by") or not isinstance(want, dict):
        return None
    stem, _, given = used.id.partition("/")
    if stem not in view.table.prints:
        return None
    if "+" in given:
        raise NotImplementedYet("whose effect it is that a card had been given which has left")
    asked = names(want.get("zone", "any"))
    places = [place for place in used.zones if place in asked or "any" in asked]
    if places and len(places) < len(used.zones):
        raise NotImplementedYet(f"where {stem} lay, which has left and whose ability works in several zones")
    place = (*places, *used.zones, "")[0]
    who = str(args["who"])
    return Card(stem, stem, who, f"{who}.{place}", str(args["by"]))


@detail("who", "one-seat")
def fits_player(view: View, want: object, sight: Sight, ctx: Mapping[str, object], source: str) -> bool:
    """Which player does it, by a card or without one."""
    return sight.args.get("who") in seats(view, str(want), str(ctx["me"]))


def fits_ability(view: View, want: Fields, sight: Sight, ctx: Scope) -> bool:
    """Was it caused by an ability of this keyword or kind, of the named player?"""
    ability = view.table.abilities.get(str(sight.args.get("ability", "")))
    if ability is None or ("of" in want and sight.args.get("who") not in seats(view, want["of"], ctx["me"])):
        return False
    if not is_called(view, ability, names(want["ability"])):
        return False
    return "against" not in want or any(name in ability.against for name in names(want["against"]))


def fits_other(view: View, want: TomlValue, card: Card | None, ctx: Scope, source: str) -> bool:
    """Does a second card of the event fit: ``self``, a seat word, or a selector?"""
    if card is None:
        return False
    if want == "self":
        return card.id == source
    if isinstance(want, str):
        return card.seat in seats(view, want, ctx["me"])
    return view.matches(card, want, ctx)
