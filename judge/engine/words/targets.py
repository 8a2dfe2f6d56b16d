"""Affected cards: what words of all games share, which is how often they act, on which cards, and what is
told when there are none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects.sources import printed_abilities
from judge.engine.flow.option_conditions import failure
from judge.engine.flow.pipeline import forbidden, tell_kept_off
from judge.engine.kernel.instructions import event
from judge.engine.kernel.state import EMPTY, OFTEN, Card, Ref, within
from judge.engine.kernel.view import Vars, View
from judge.engine.language.hidden_zones import lying, veiled
from judge.engine.language.patterns import meant
from judge.engine.language.shared import words
from judge.engine.language.traits import names
from judge.engine.layout.face_down import unread
from judge.text.plain import Scope


def bounded_times(times: int) -> int:
    """A number of times, 0 where it is negative. Raises NotImplementedYet for more than any text asks for."""
    return within(max(0, times), OFTEN, f"something that is done {times:,} times")


def tell_nothing(view: View, v: Vars, what: object, verb: str) -> None:
    """Tells that there is nothing to do it to: because no target is left, or because it is impossible."""
    cites, rule = view.book.cites, str(view.book.cites.get("nothing", ""))
    if isinstance(what, str) and what.startswith("$"):
        left = str(cites.get("chosen-gone", "")) if view.refs(what, v) else ""
        rule = left or str(cites.get("choose-none", ""))
    if isinstance(what, str) and failure(view, v.vars):  # nothing was chosen, or it is not found any more
        nothing = cites.get("nothing", "")
        rule = str(cites.get("gone", nothing) if what == "self" else nothing)
    if what == "self" and not view.same(v.get("self", "")):  # it is another object now
        rule = str(cites.get("new-object", rule))
    view.note(trace.NOTHING, rule, verb=verb)


words.event("affect", asked=True)


def affected(view: View, v: Scope, refs: Sequence[Ref]) -> tuple[Ref, ...]:
    """The objects of a list that an ability may affect; the rules may affect all."""
    if v.get("befallen"):  # a replacement does without the cards to which the same happens
        refs = [ref for ref in refs if ref not in v["befallen"]]
    if "affect" not in view.table.watched or v.get("because") == "rules":
        return tuple(refs)
    left = []
    for ref in refs:
        ban = forbidden(view, event(v, "affect", card=ref))
        if ban is None:
            left.append(ref)
        else:
            tell_kept_off(view, ban, str(v.get("ability") or ""), ref)
    return tuple(left)


def tell_reads(view: View, v: Mapping[str, object], sel: object) -> None:
    """Tells the articles that say how a selector's words are to be read."""
    if not view.tracing or not isinstance(sel, dict):
        return
    if "under" in sel:
        view.note(trace.READS, str(view.book.tables["pile"].get("other", "")), attr="under")
    for rule in zone_rules(view, sel):
        view.note(trace.READS, rule, attr="zone")
    for defined in told_of(view, v, sel):
        view.note(trace.READS, defined, attr="words")
    if "no_ability" in sel:
        view.note(trace.READS, str(view.book.cites.get("no-ability", "")), attr="no_ability")


def tell_several(view: View, sel: object, chosen: Sequence[Ref]) -> None:
    """Records that a chosen card has several words of an attribute, but the text asks for one."""
    asked = [key for key in sel if key in view.book.attributes] if isinstance(sel, Mapping) else ()
    for attr in asked if view.tracing else ():
        rule, cards = view.book.attributes[attr].get("several"), map(view.card, chosen)
        for card in cards if rule else ():
            words = names(view.value(card, attr) or ()) if card is not None else ()
            if card is not None and len(words) > 1:
                view.note(trace.SEVERAL, str(rule), card=card.id, words=words)


def tell_emptied(view: View, v: Vars, sel: object) -> None:
    """Tells that a card counts as one without abilities because all its abilities are invalid."""
    rule = str(view.book.cites.get("all-invalid", "")) if view.tracing else ""
    if rule and isinstance(sel, dict) and sel.get("no_ability"):
        for card in view.cards(sel, v):
            if printed_abilities(view, card):
                view.note(trace.EMPTIED, rule, card=card.id)


def zone_rules(view: View, sel: Mapping[str, object]) -> Iterator[str]:
    """The articles on where a selector searches: with no zone named, in a hidden zone, or in a named one."""
    zones = view.book.zones
    if meant(view.book, sel):
        yield str(view.book.tables["unsaid_zone"]["rule"])
    for zone in names(sel.get("zone", view.book.default_zone)) if veiled(view, sel) else ():
        yield str(zones.get(zone, EMPTY).get("search", ""))
    for zone in names(sel.get("zone", ())):
        yield str(zones.get(zone, EMPTY).get("seen_rule", ""))
        yield str(zones.get(zone, EMPTY).get("named_rule", ""))


def told_of(view: View, v: Mapping[str, object], sel: Mapping[str, object]) -> Iterator[str]:
    """The articles that define what a selector names: a type, a word of an attribute, or a group of zones;
    and those that the cards lying there add.
    """
    zones = set(names(sel.get("zone", ())))
    if "type" in sel and "types_rule" in view.book.tables:
        yield str(view.book.tables["types_rule"])
    yield from attribute_rules(view, sel)
    yield from number_rules(view, v, sel)
    down = view.book.unread.intersection(sel)  # that cards lie face-down everybody sees
    if down and any(unread(view, card) for card in lying_in(view, v, sel, zones)):
        yield str(view.book.tables["face_down"]["rule"])
    groups = view.book.tables["zone_group"].values()
    yield from (str(row["rule"]) for row in groups if set(row["zones"]) <= zones)
    for zone in sorted(zones) if "type" in sel else ():
        makes = view.book.zones.get(zone, EMPTY).get("makes_rule")
        cards = lying_in(view, v, sel, (zone,)) if makes else []
        if any(made_otherwise(view, card) for card in cards):
            yield str(makes)


def attribute_rules(view: View, sel: Mapping[str, object]) -> Iterator[str]:
    """The articles that define the words and the uses of attributes in a selector."""
    for attr, spec in view.book.attributes.items():
        defined = spec.get("word_rules") if attr in sel else None
        if defined:
            yield from (str(defined[word]) for word in names(sel[attr]) if word in defined)
    yield from (rule for attr, rule in view.book.used_attributes if attr in sel)


def number_rules(view: View, v: Mapping[str, object], sel: Mapping[str, object]) -> Iterator[str]:
    """The articles on the numbers that a selector tests; also on a number that some cards lack, where such a
    card lies there.
    """
    for attr in tested(sel):
        row = view.book.attributes[attr]
        rule, lacked = row.get("read_rule"), row.get("lacked_by")
        where = names(sel.get("zone", view.book.default_zone))
        cards = lying_in(view, v, sel, where) if rule and lacked else []
        if rule and (not lacked or any(prints_one(view, lacked, card) for card in cards)):
            yield str(rule)


def lying_in(
    view: View, v: Mapping[str, object], sel: Mapping[str, object], zones: Collection[str]
) -> list[Card]:
    """The cards in these zones that belong to the players a selector means."""
    return [card for zone in zones for card in lying(view, v, {**sel, "zone": zone})]


def prints_one(view: View, lacked: Mapping[str, object], card: Card) -> bool:
    """Does a card print one of the words whose bearers lack an attribute?"""
    return any(word in (view.printed(card, key) or ()) for key, word in lacked.items())


def made_otherwise(view: View, card: Card) -> bool:
    """Does its zone make a card count as another type than it prints?"""
    return view.type(card) != view.table.prints[card.print].type


def tested(sel: object) -> list[str]:
    """The numbers that a selector tests."""
    return [*sel.get("min", {}), *sel.get("max", {})] if isinstance(sel, dict) else []
