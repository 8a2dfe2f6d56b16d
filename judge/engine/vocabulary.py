"""The registry of the words that all games share, and what several of them tell the tracer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.engine.events import forbidden
from judge.engine.facing import unread
from judge.engine.proposals import event
from judge.engine.registry import Rules
from judge.engine.traits import names
from judge.engine.unsaid import meant
from judge.engine.view import Vars, View
from judge.errors import NotImplementedYet
from judge.state import EMPTY, SEATS, Ref

words = Rules("shared")
OFTEN = 1000  # no text asks for more; a longer row would only look as if the program hung
INFORMATION = frozenset(("zone", "of", "top", "bottom", "in", "is", "not", "owner", "at_least", "at_most"))


def often(times: int) -> int:
    """So many times, none where that is less than nothing.

    Raises NotImplementedYet for more than any text asks for.
    """
    if times > OFTEN:
        raise NotImplementedYet(f"something that is done {times} times")
    return max(0, times)


def tell_nothing(game: View, v: Vars, what: Any, verb: str) -> None:
    """Nothing is there to do it to: for want of a target, or because it is impossible."""
    chosen = isinstance(what, str) and what.startswith("$")
    game.note("nothing", str(game.book.cites.get("choose-none" if chosen else "nothing", "")), verb=verb)


def affected(game: View, v: Mapping[str, Any], refs: Sequence[Ref]) -> tuple[Ref, ...]:
    """The objects of a list that an ability may affect at all."""
    if v.get("befallen"):  # a replacement does without the cards to which the same happens
        refs = [ref for ref in refs if ref not in v["befallen"]]
    if "affect" not in game.table.watched:
        return tuple(refs)
    left = []
    for ref in refs:
        ban = forbidden(game, event(v, "affect", card=ref))
        if ban is None:
            left.append(ref)
        else:
            also = ban.ability.data.get("cites", ())
            game.note(
                "unaffected",
                ban.ability.rule,
                card=ban.card.id,
                ability=str(v.get("ability") or ""),
                also=also,
            )
    return tuple(left)


def tell_reads(game: View, sel: Any) -> None:
    """Articles that say how a word of a selector is to be read."""
    if not game.tracing:
        return
    if isinstance(sel, dict) and "under" in sel:
        game.note("reads", str(game.book.tables["pile"].get("other", "")), attr="under")
    if isinstance(sel, dict) and meant(game.book, sel):
        game.note("reads", str(game.book.tables["unsaid_zone"]["rule"]), attr="zone")
    if isinstance(sel, dict) and veiled(game, sel):
        for zone in names(sel.get("zone", game.book.default_zone)):
            game.note("reads", str(game.book.zones.get(zone, EMPTY).get("search", "")), attr="zone")
    for zone in names(sel.get("zone", ())) if isinstance(sel, dict) else ():
        game.note("reads", str(game.book.zones.get(zone, EMPTY).get("seen_rule", "")), attr="zone")
        game.note("reads", str(game.book.zones.get(zone, EMPTY).get("named_rule", "")), attr="zone")
    for defined in told_of(game, sel) if isinstance(sel, dict) else ():
        game.note("reads", defined, attr="words")
    if isinstance(sel, dict) and "no_ability" in sel:
        game.note("reads", str(game.book.cites.get("no-ability", "")), attr="no_ability")


def told_of(game: View, sel: Mapping[str, Any]) -> Iterator[str]:
    """The articles that define a type, a word of an attribute, or a group of zones that a selector names."""
    if "type" in sel and "types_rule" in game.book.tables:
        yield str(game.book.tables["types_rule"])
    for attr, spec in game.book.attributes.items():
        defined = spec.get("word_rules", {})
        yield from (
            str(defined[word])
            for word in (names(sel[attr]) if attr in sel and defined else ())
            if word in defined
        )
    yield from (rule for attr, rule in game.book.used_attributes if attr in sel)
    yield from (str(rule) for attr in tested(sel) if (rule := game.book.attributes[attr].get("read_rule")))
    zones = set(names(sel.get("zone", ())))
    if game.book.unread.intersection(sel) and any(
        unread(game, card) for seat in SEATS for zone in zones for card in game.zone(seat, zone)
    ):
        yield str(game.book.tables["face_down"]["rule"])
    yield from (
        str(row["rule"]) for row in game.book.tables["zone_group"].values() if set(row["zones"]) <= zones
    )
    for zone in sorted(zones) if "type" in sel else ():
        makes = game.book.zones.get(zone, EMPTY).get("makes_rule")
        there = [card for seat in SEATS for card in game.zone(seat, zone)] if makes else []
        if any(game.type(card) != game.table.prints[card.print].type for card in there):
            yield str(makes)


def veiled(game: View, sel: Any) -> bool:
    """Does the choice need information on cards of a hidden zone? Then finding none is always allowed."""
    if not isinstance(sel, dict) or "in" in sel:
        return False
    zones = names(sel.get("zone", game.book.default_zone))
    hidden = any(
        game.book.zones[zone]["seen"] != "all"
        for zone in (game.book.zones if "any" in zones else zones)
        if zone in game.book.zones
    )
    return hidden and any(key not in INFORMATION for key in sel)


def tested(sel: Any) -> list[str]:
    """The numbers that a selector tests."""
    return [*sel.get("min", {}), *sel.get("max", {})] if isinstance(sel, dict) else []
