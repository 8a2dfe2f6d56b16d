"""The kinds of values in a pause, each declared once: what it is, whether a value is one, and the names
there are.

A kind that ends in `?` may be the empty text as well: nobody, nowhere, no card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import get_args

from judge.engine.flow.changes import VERBS
from judge.engine.flow.control import CONTROL
from judge.engine.kernel.book import BASE, CHANGES
from judge.engine.kernel.state import CHANCE, SEATS, Status
from judge.engine.language.limits import APART
from judge.grammar.tables import SEATS as PLAYERS
from judge.pauses.known import Known
from judge.text.numbers import MOST, is_figures
from judge.text.plain import Json
from judge.text.rows import NamedTuple

ASKS = ("act", "may", "chance", "number", "order", "shuffle", "pick")
IMPOSE = "impose"  # on the game, not on cards
STAGES = ("open", "offer", "resolve")


class Kind(NamedTuple):
    """A kind of value: what it is, for people, the test, and names to look for the nearest in."""

    says: str
    test: Callable[[Known, Json], bool]
    names: Callable[[Known], Iterable[str]] = lambda known: ()


def closed(says: str, names: Iterable[str]) -> Kind:
    """A word out of a closed set."""
    allowed = tuple(names)
    return Kind(says or " or ".join(allowed), lambda known, value: value in allowed, lambda known: allowed)


def named(says: str, names: Callable[[Known], Json]) -> Kind:
    """A name that the pause, the table or the rulebook has."""
    return Kind(says, lambda known, value: isinstance(value, str) and value in names(known), names)


def numbered(says: str, mark: str) -> Kind:
    """A number that has been given out, whether or not what it stands for is still there."""
    return Kind(says, lambda known, value: isinstance(value, str) and known.is_number(value, mark))


def is_int(known: Known, value: object) -> bool:
    """A whole number of a size that games have."""
    return type(value) is int and -MOST < value < MOST


def is_verb(known: Known, value: object) -> bool:
    """A word that begins an instruction."""
    return isinstance(value, str) and (value in CONTROL or value in known.book.verbs)


def is_span(known: Known, value: object) -> bool:
    """A span of the rulebook, or one that ends in a turn to come, as an effect keeps it."""
    name, *rest = value.split(APART) if isinstance(value, str) else ("",)
    turns, seat = rest if len(rest) == 2 else ("1", "")  # as after a plain span
    whole = len(rest) in (0, 2) and is_figures(turns) and 0 < len(turns) < 10
    return name in known.book.tables["until"] and whole and int(turns) > 0 and seat in ("", *SEATS)


KINDS: dict[str, Kind] = {
    "text": Kind("text", lambda known, value: isinstance(value, str)),
    "flag": Kind("true or false", lambda known, value: isinstance(value, bool)),
    "int": Kind("a whole number", is_int),
    "count": Kind("a whole number, 0 or more", lambda known, value: is_int(known, value) and value >= 0),
    "turn": Kind("a whole number, 1 or more", lambda known, value: is_int(known, value) and value > 0),
    "seen": Kind("a whole number or true", lambda known, value: value is True or is_int(known, value)),
    "any": Kind("a value", lambda known, value: True),
    "seat": closed("", SEATS),
    "player": closed("a player", PLAYERS),
    "asked": closed("", (*SEATS, CHANCE)),
    "ask": closed("a kind of decision", ASKS),
    "stage": closed("", STAGES),
    "status": closed("", get_args(Status)),
    "change": closed("what an effect does", (BASE, *CHANGES, IMPOSE)),
    "event": closed("what can happen to a game", VERBS),
    "face": closed("", ("front", "back")),
    "card": named("a card of the pause", lambda known: known.cards),
    "print": named("a card under [cards]", lambda known: known.table.prints),
    "token": named("a token", lambda known: known.tokens),
    "zone": named("a zone with its player", lambda known: known.zones),
    "place": named("a zone", lambda known: known.book.zones),
    "score": named("a score with its player", lambda known: known.scores),
    "points": named("a score", lambda known: known.book.tables["score"]),
    "until": Kind("a span", is_span, lambda known: known.book.tables["until"]),
    "attribute": named("an attribute", lambda known: (*known.book.attributes, *CHANGES, IMPOSE)),
    "procedure": named("a procedure", lambda known: known.book.procedures),
    "window": named("a window", lambda known: known.book.windows),
    "offer": named("an offer", lambda known: known.book.offers),
    "check": named("a test of what is chosen", lambda known: known.book.checks),
    "ability": Kind(
        "an ability of a card on the table",
        lambda known, value: isinstance(value, str) and known.has_ability(value),
        lambda known: known.table.abilities,
    ),
    "verb": Kind("a word of the vocabulary", is_verb, lambda known: (*CONTROL, *known.book.verbs)),
    "object": numbered("the number of an object, such as #7, that has been given out", "#"),
    "entry": numbered("the number of what waits, such as @9, that has been given out", "@"),
}


def kind_of(word: str) -> Kind:
    """The kind of a word, with the empty text where the word ends in `?`."""
    kind = OPTIONAL.get(word) or KINDS.get(word)
    if kind is None:
        plain = KINDS[word[:-1]]
        kind = OPTIONAL[word] = Kind(
            f'{plain.says}, or ""',
            lambda known, value: (isinstance(value, str) and value == "") or plain.test(known, value),
            plain.names,
        )
    return kind


OPTIONAL: dict[str, Kind] = {}
