"""Undecided order: reports replacements of one event where no article says who chooses among them, and rules
that act at once twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Final

from judge.rulebook.bindings import interrupt_row
from judge.tables.hints import Path
from judge.tables.references import Fault
from judge.text.plain import Fields, Json, TomlValue
from judge.text.rows import NamedTuple

OF_CARDS: Final = "choose-replacement"
OF_ACTS: Final = "choose-replacement-of-action"
SAYS: Final = {OF_CARDS: "that befalls a card", OF_ACTS: "that befalls no card"}
NO_CARD: Final = ("score", "shuffle", "create", "end-game")  # events of the engine that are about no card
NARROWS: Final = ("from", "to", "by", "because")  # details that set events of one name apart


class Replacing(NamedTuple):
    """Something that replaces events: its place, its name for people, and the events. What the rules give to
    cards (`inherent`) applies only where no card's text does.
    """

    path: Path
    what: str
    events: tuple[TomlValue, ...] = ()  # none: cards say which
    inherent: bool = False


def check_order(tables: Fields, names: Collection[str]) -> Iterator[Fault]:
    """Every place where the rulebook does not decide the order. `names` are those of events."""
    yield from repeated(tables)
    found = [*of_texts(tables), *of_keywords(tables), *of_rules(tables)]
    for article in (one for one in (OF_CARDS, OF_ACTS) if not tables["cites"].get(one)):
        pairs = combinations_with_replacement(found, 2)
        pair = next((one for one in pairs if meet(*one) and article in befall(*one, tables, names)), None)
        if pair is not None:
            message = f"{together(*pair)} may replace one event {SAYS[article]}: who says which comes first?"
            yield pair[1].path, message, {"expected": f'[cites] {article} = "…"'}


def repeated(tables: Fields) -> Iterator[Fault]:
    """Rules that act at once and are listed again: both would act after the same event."""
    seen: set[str] = set()
    for at, row in enumerate(map(interrupt_row, tables["interrupts"])):
        if row["use"] in seen:
            message = f"{row['use']} acts at once already: after one event it would twice"
            yield ("interrupts", at), message, {"found": row["rule"]}
        seen.add(row["use"])


def of_texts(tables: Fields) -> Iterator[Replacing]:
    """The abilities of cards, where the book has an article for those that replace."""
    kinds = [("kind_rules", one) for one in tables["kind_rules"] if one.split()[-1] == "replace"]
    kinds += [("ability", name) for name, row in tables["ability"].items() if row["kind"] == "replace"]
    yield from (Replacing(one, "an ability of a card") for one in kinds[:1])


def of_keywords(tables: Fields) -> Iterator[Replacing]:
    """The keywords that replace."""
    for name, row in tables["keyword"].items():
        if "replace" in row:
            events = tuple(events_of(row["replace"]))
            yield Replacing(("keyword", name, "replace"), f"the keyword {name}", events, row["inherent"])


def of_rules(tables: Fields) -> Iterator[Replacing]:
    """The abilities that the rules give to cards."""
    for at, row in enumerate(tables["inherent"]):
        if "replace" in row:
            what = f"what the rules give to cards of the type {row['type']}"
            yield Replacing(("inherent", at, "replace"), what, tuple(events_of(row["replace"])), True)


def events_of(abilities: Json) -> Iterator[TomlValue]:
    """The patterns of the events that abilities replace."""
    for one in abilities if isinstance(abilities, list) else [abilities]:
        on = one.get("on", ())
        yield from on if isinstance(on, list) else [on]


def meet(one: Replacing, other: Replacing) -> bool:
    """Can both replace one event? Two copies of one that concerns its own card never meet."""
    if one.inherent != other.inherent:
        return False
    return one is not other or not one.events or any(not own(event) for event in one.events)


def own(event: TomlValue) -> bool:
    """Does the event happen to the card that names it?"""
    return isinstance(event, str) or "self" in event.values()


def befall(
    one: Replacing, other: Replacing, tables: Mapping[str, object], names: Collection[str]
) -> set[str]:
    """The article, of the two, that gives the order of both, by the events that they have in common."""
    if not one.events and not other.events:
        return {OF_CARDS, OF_ACTS}
    mine, theirs = one.events or other.events, other.events or one.events
    return {
        article
        for first in mine
        for second in theirs
        if overlap(first, second, names)
        for article in concerns(name_of(first, names), tables)
    }


def overlap(one: TomlValue, other: TomlValue, names: Collection[str]) -> bool:
    """Can one event fit both patterns?"""
    if name_of(one, names) != name_of(other, names):
        return False
    if isinstance(one, str) or isinstance(other, str):
        return True
    said = [(one[key], other[key]) for key in NARROWS if key in one and key in other]
    return all(not texts(mine) or not texts(theirs) or texts(mine) & texts(theirs) for mine, theirs in said)


def texts(value: Json) -> set[str]:
    """The words of a detail; none where it is no plain word, so that nothing can be concluded."""
    found = value if isinstance(value, list) else [value]
    return set(found) if all(isinstance(one, str) and one[:1] != "$" for one in found) else set()


def name_of(event: TomlValue, names: Collection[str]) -> str:
    """The name of an event in a pattern."""
    return event if isinstance(event, str) else next((one for one in event if one in names), "")


def concerns(name: str, tables: Fields) -> tuple[str, ...]:
    """The article by which replacements of an event are ordered; of an event that may be either, none for
    sure.
    """
    if name in NO_CARD or name in tables["score_word"] or name in tables["score"]:
        return (OF_ACTS,)
    signal: Mapping[str, object] | None = tables["signal"].get(name)
    if signal is not None:
        return (OF_CARDS,) if signal["card"] else (OF_ACTS,)
    about_cards = ("move", "mark", "turn", *tables["move"], *tables["mark_word"], *tables["mark_event"])
    return (OF_CARDS,) if name in about_cards else ()


def together(one: Replacing, other: Replacing) -> str:
    """Two replacements in words."""
    if one is other:
        return "abilities of two cards" if not one.events else f"{one.what} on two cards"
    return f"{one.what} and {other.what}"
