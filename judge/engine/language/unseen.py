"""What is done among cards that not everybody sees: who does not see them is not told what hangs on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.engine.kernel.event import Event
from judge.engine.kernel.recalled import SPANS, chronicle_key
from judge.engine.kernel.state import EMPTY, SEATS, Card, Condition, Decision, Instruction
from judge.engine.kernel.tracer import RESTS_ON
from judge.engine.kernel.view import View
from judge.engine.language.conditions import form_of
from judge.engine.language.figures import is_number
from judge.engine.language.patterns import pattern
from judge.engine.language.traits import names
from judge.engine.language.values import cards_of, seats
from judge.engine.language.walk import dos_in
from judge.text.plain import Fields, Json, Scope, TomlValue

INFORMATION: Final = frozenset(
    ("zone", "of", "top", "bottom", "in", "is", "not", "owner", "at_least", "at_most")
)
# What an instruction asks of all that are chosen together, and what of a card everybody sees that lies open.
WANTED: Final = "wanted"  # of a question which cards are chosen: how many a text wants
TOGETHER: Final = frozenset(("shows", "different", "total"))
OPEN_OF_ALL: Final = INFORMATION.union(
    ("and", "any", "attached", "attacks", "came", "counters"),
    ("did", "hosting", "lies", "pile", "token", "under"),
)


def veiled(view: View, sel: object) -> bool:
    """Does the choice need information on cards of a hidden zone? Then finding none is always allowed."""
    if not isinstance(sel, dict) or "in" in sel:
        return False
    zones = names(sel.get("zone", view.book.default_zone))
    hidden = any(
        view.book.zones[zone]["seen"] != "all"
        for zone in (view.book.zones if "any" in zones else zones)
        if zone in view.book.zones
    )
    return hidden and tests(sel)


def looked_through(
    view: View, v: Mapping[str, object], sel: object, by: Collection[str] = ()
) -> tuple[str, ...]:
    """The cards that not everybody sees and among which a selector finds those that fit, the face-down ones
    of those `by` whom it is decided too; where nobody listens, none, and none where it is about one card that
    is meant.
    """
    if not view.tracing or not isinstance(sel, dict) or "is" in sel or not tests(sel):
        return ()
    by = by if by and asks_of_print(view, sel) else ()
    if not (by or "in" in sel or veiled(view, sel)):
        return ()
    return kept_from_some(view, looked_at(view, v, sel), by)


def chosen_among(view: View, v: Scope, args: Fields, by: Collection[str] = ()) -> tuple[str, ...]:
    """The same of an instruction to choose, and where it asks something of all that are chosen, or a word of
    its own tests them.
    """
    if not view.tracing:
        return ()
    by = by or deciding(view, v, args)
    if TOGETHER.isdisjoint(args) and not any(seeks_of(view, word) for word in args.get("for", ())):
        return looked_through(view, v, args["from"], by)
    return kept_from_some(view, looked_at(view, v, args["from"]), by)


def asked_among(
    view: View, v: Mapping[str, object], args: Mapping[str, object], ask: Decision, wanted: int
) -> Decision:
    """The question which cards are chosen, with those of either player on which it hangs what can be chosen,
    as not everybody sees them, and how many are wanted: how many fit tells what they are.
    """
    cards = chosen_among(view, v, args, SEATS)
    return ask._replace(data={**ask.data, **resting(cards), WANTED: wanted}) if cards else ask


def kept_from_some(view: View, cards: Sequence[Card], by: Collection[str]) -> tuple[str, ...]:
    """Those of some cards that lie where not everybody sees them, and the face-down ones of some players."""
    down = [one.id for one in cards if one.seat in by and view.face_down(one)]
    return (*not_for_all(view, cards), *down)


def deciding(view: View, v: Scope, args: Fields) -> tuple[str, ...]:
    """Who decides at an instruction; where chance does, both players hear what comes of it."""
    if args.get("random"):
        return SEATS
    asks = "by" in args and ("choose" in args or "may" in args)
    return seats(view, args["by"] if asks else "me", v.get("me", ""))


def asks_of_print(view: View, sel: Fields) -> bool:
    """Does a selector ask of a card what nobody sees of one that lies face-down?"""
    inner = [sel.get("and"), sel.get("not"), *sel.get("any", ())]
    seen = (OPEN_OF_ALL, view.book.tables["mark"], view.book.unread)
    return any(all(key not in one for one in seen) for key in sel) or any(
        asks_of_print(view, one) for one in inner if isinstance(one, dict)
    )


def chosen_for(view: View, v: Mapping[str, object], what: object) -> tuple[str, ...]:
    """The same of the instruction of an ability's text that chooses what goes by a name (`$name`)."""
    found = choosing(view, v, what) if view.tracing else []
    return tuple([one for do in found if "from" in do.args for one in chosen_among(view, v, do.args)])


def choosing(view: View, v: Scope, what: TomlValue) -> list[Instruction]:
    """The instructions of an ability's text that choose what goes by a name."""
    if not is_name(what):
        return []
    return [do for do in text_of(view, v) if do.verb == "choose" and do.args["choose"] == what[1:]]


def text_of(view: View, v: Mapping[str, object]) -> list[Instruction]:
    """The instructions of the text that is carried out, nested ones included; none where it is none's."""
    ability = view.table.abilities.get(str(v.get("ability", "")))
    if ability is None:
        return []
    return [*dos_in((*ability.cost, *ability.data.get("targets", ()), *ability.do))]


def is_name(what: object) -> bool:
    """Does it say what goes by a name (`$name`)?"""
    return isinstance(what, str) and what[:1] == "$"


def sought(view: View, v: Mapping[str, object], what: object, by: Collection[str] = ()) -> tuple[str, ...]:
    """The cards that not everybody sees and among which instructions look for some; where nobody listens,
    none.
    """
    if not view.tracing:
        return ()
    inner = spelled(view, what) if isinstance(what, Instruction) else what
    if not isinstance(inner, Mapping):
        return tuple([one for part in members(inner) for one in sought(view, v, part, by)])
    if inner.get("by") == "each":
        alone = {key: value for key, value in inner.items() if key != "by"}
        own = Instruction(what.verb, alone) if isinstance(what, Instruction) else alone
        return tuple([one for me in SEATS for one in sought(view, {**v, "me": me}, own)])
    chooses = "choose" in inner and "from" in inner
    laid = by if "zone" in inner or "in" in inner else ()
    found = chosen_among(view, v, inner) if chooses else looked_through(view, v, inner, laid)
    found += tested_by(view, v, what) if isinstance(what, Instruction) else ()
    for key, part in inner.items():
        known = deciding(view, v, inner) if key == "when" or (key == "do" and "may" in inner) else by
        found += sought(view, v, part, known) + (counted_unseen(view, v, part) if key == "when" else ())
    return found


def spelled(view: View, do: Instruction) -> Fields:
    """What an instruction says, with the zone that its text leaves unsaid."""
    for key in (do.verb, str(do.args.get("named", ""))):
        sel = do.args.get(key)
        if isinstance(sel, Mapping) and "zone" not in sel and counts(sel):
            return {**do.args, key: {"zone": view.book.default_zone, **sel}}
    return do.args


def tested_by(view: View, v: Mapping[str, object], do: Instruction) -> tuple[str, ...]:
    """The cards that not everybody sees and which a word tests itself, whatever its text asks of them."""
    there: list[Card] = []
    for key, zones in seeks_of(view, str(do.args.get("named", do.verb))).items():
        said = do.args.get(key)
        asked = {**({"zone": zones} if zones else {}), **(said if isinstance(said, Mapping) else {})}
        there += looked_at(view, v, asked) if asked else stored_untested(view, v, said)
    return hidden_or_down(view, there)


def stored_untested(view: View, v: Mapping[str, object], what: object) -> Sequence[Card]:
    """The cards that go by a name, unless they were chosen: then they were tested."""
    return view.cards(what, v) if is_name(what) and not choosing(view, v, what) else ()


def seeks_of(view: View, name: str) -> Mapping[str, tuple[str, ...]]:
    """Whose cards a word tests itself, and where they lie unless the text says."""
    word = view.book.vocabulary.get(name)
    return EMPTY if word is None else word.seeks


def members(what: object) -> Sequence[object]:
    """What a list of instructions or of selectors holds."""
    return what if isinstance(what, (tuple, list)) else ()


def counted_unseen(view: View, v: Mapping[str, object], what: object) -> tuple[str, ...]:
    """The cards that not everybody sees, those face-down too, where a condition counts cards of some kind."""
    if isinstance(what, (tuple, list)):
        return tuple([one for part in what for one in counted_unseen(view, v, part)])
    if not isinstance(what, dict):
        return ()
    there = list(lying(view, v, what)) if tests(what) and ("zone" in what or counts(what)) else []
    if "it" in what and tests(what["it"]):
        there += view.cards("it", v)
        what = {key: one for key, one in what.items() if key != "it"}
    if isinstance(what.get("is"), str) and tests(what):
        there += view.cards(what["is"], v)
    # what those cards have is counted, or what they show between them
    whose = what.get("of") if is_number(what) else what.get("among") if "shows" in what else None
    there += looked_at(view, v, whose) if isinstance(whose, dict) else []
    past = [card for span in SPANS if span in what for card in been(view, span, what[span])]
    return (*hidden_or_down(view, there), *past, *counted_unseen(view, v, tuple(what.values())))


def been(view: View, span: str, wanted: object) -> Iterator[str]:
    """The cards of past events of a span that not everybody saw then, where such are asked for of a kind."""
    said = wanted if isinstance(wanted, (list, tuple)) else (wanted,)
    rows: list[Fields] = [pattern(view.book, one) for one in said]
    asking = {one for row in rows if tests(row["subject"]) for one in row["events"]}
    for past in view.game.memory.get(chronicle_key(SPANS[span]), ()) if asking else ():
        if past["subject"] is not None and not asking.isdisjoint(past["names"]):
            yield from hidden_or_down(view, (past["subject"],))


def tests(what: object) -> bool:
    """Does a selector ask what cards are, and not only where they lie?"""
    return isinstance(what, dict) and any(key not in INFORMATION for key in what)


def counts(what: Mapping[str, object]) -> bool:
    """Does a condition name no zone, and ask for cards of some kind where cards lie that are in play?"""
    return form_of(what) is None and not is_number(what) and not what.keys() & {"is", "in"}


def conditions_unseen(view: View, v: Mapping[str, object], *conditions: TomlValue) -> tuple[str, ...]:
    """The cards that not everybody sees and on which it hangs whether conditions hold together: none where
    one fails by what everybody sees.
    """
    parts = [(one, counted_unseen(view, v, one)) for one in parts_of(conditions)]
    if any(not cards and not view.holds(one, v) for one, cards in parts):
        return ()
    return tuple(dict.fromkeys(card for _, cards in parts for card in cards))


def parts_of(conditions: object) -> Iterator[TomlValue]:
    """The conditions of which each has to hold."""
    if not isinstance(conditions, (tuple, list)):
        yield conditions
        return
    for one in conditions:
        yield from parts_of(one)


def lying(view: View, v: Scope, sel: Fields) -> Iterator[Card]:
    """The cards that lie where a selector looks."""
    zones = names(sel.get("zone", view.book.default_zone))
    for seat in seats(view, sel.get("of", "me"), v.get("me", "")):
        for zone in view.book.zones if "any" in zones else zones:
            yield from view.zone(seat, zone)


def looked_at(view: View, v: Mapping[str, object], what: object) -> list[Card]:
    """The cards among which a selector looks: those that lie there, or that are named."""
    if not isinstance(what, dict):
        return cards_of(view, what, v)
    return looked_at(view, v, what["in"]) if "in" in what else list(lying(view, v, what))


def not_for_all(view: View, cards: Iterable[Card]) -> tuple[str, ...]:
    """Those of some cards that lie where not everybody sees them."""
    return tuple([one.id for one in cards if view.book.zones.get(one.place, EMPTY).get("seen") != "all"])


def hidden_or_down(view: View, cards: Sequence[Card]) -> tuple[str, ...]:
    """Those of some cards that not everybody sees: where they lie, or face-down."""
    return (*not_for_all(view, cards), *(one.id for one in cards if view.face_down(one)))


def out_of_sight(view: View, seat: str, card: Card) -> bool:
    """Can a player, or chance, not see which card it is where it lies?"""
    seen = view.book.zones.get(card.place, EMPTY).get("seen")
    own = card.seat == seat
    return not (own and seen == "owner") and (seen != "all" or (view.face_down(card) and not own))


def resting(cards: tuple[str, ...]) -> dict[str, Json]:
    """What a line carries that hangs on cards which not everybody sees."""
    return {RESTS_ON: cards} if cards else {}


def hanging(cond: Condition, cards: tuple[str, ...]) -> Condition:
    """A condition, with the cards on which it hangs that not everybody sees."""
    values: Fields = cond.values
    return cond._replace(values={**values, RESTS_ON: (*values.get(RESTS_ON, ()), *cards)}) if cards else cond


def told_with(wait: Event, new: Event) -> Event:
    """An event that only who is told that an ability waits is told of."""
    return {**new, RESTS_ON: wait[RESTS_ON]} if RESTS_ON in wait else new


def if_down(card: Card, down: bool) -> dict[str, Json]:
    """What a line carries that tells what a card is, of one that may come to lie face-down."""
    return resting((card.id,)) if down else {}


def closed(view: View, cards: Iterable[Card]) -> dict[str, Json]:
    """What a line carries that hangs on those of some cards which lie where not everybody sees them."""
    return resting(not_for_all(view, cards))


def down_with(view: View, cards: Iterable[Card], trait: str) -> tuple[bool, dict[str, Json]]:
    """Does one of the face-down cards have a trait? And what a line carries that hangs on it."""
    down = [one for one in cards if view.face_down(one)]
    return any(view.has(one, trait) for one in down), resting(tuple([one.id for one in down]))
