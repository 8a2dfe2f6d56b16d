"""What an event is before it has happened: plain data that steps propose, and that verbs carry out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from judge.engine.kernel.state import Card, Do, Ref, Seat, Status
from judge.text.plain import Context, Plain


class Event(TypedDict, total=False):
    """A proposed event. Which keys stand beside the first seven is its verb's to say; a signal carries
    besides what its own row names.
    """

    verb: str
    name: str  # the rulebook's own word for it, else the verb
    rule: str
    by: Ref  # the card that causes it
    ability: str
    who: Seat
    because: str  # a reason: effect, cost, rules, or one of the rulebook's own
    used: tuple[str, ...]  # the replacements that it went through already
    redirected: tuple[str, ...]  # the events of those by which one of them has led its card elsewhere
    seen: tuple[str, ...]  # words for what was seen besides, of those that the rulebook's `[cites]` names
    usual: tuple[str, ...]  # the articles of the book's own text, where a version's or a reading's rules
    texts: tuple[str, ...]  # the abilities that it rests on
    ways: tuple[str, ...]  # what it is called besides
    card: Ref
    seat: Seat
    to: Plain  # "A.drop"; the objects that an effect is on
    at: str  # an end of a zone
    under: Ref
    onto: Sequence[Ref]
    print: str
    face: str
    zone: str
    host: Ref
    beneath: Sequence[Ref]
    marks: Context
    meant: str  # the zone that a cost names
    n: Plain  # a whole number, or one without end
    sign: int
    turn: int
    since: str  # when its ability was put to use, where the rulebook dates it so
    swapped: Sequence[Ref]
    rewritten: bool
    score: str
    key: str
    value: Plain
    again: bool  # once more, for another card or event
    belongs: bool  # its card belongs to another zone than the one said
    singly: bool  # one by one, for so the zone has it
    proper: bool  # its monster came by its proper summon before
    reasons: tuple[str, ...]  # why a player loses, where there are several
    entries: tuple[str, ...]
    effects: tuple[int, ...]  # the stamps of continuous effects that end
    entry: str
    rests_on: tuple[str, ...]  # the cards on which it hangs that it happens, of those that not everybody sees
    holder: str
    hearer: Ref
    hearing: Card  # as it was when it heard
    now: Card
    event: str  # the name of another that it is about
    status: Status
    vars: Mapping[str, object]
    procedure: str
    makes: str
    attr: str
    until: str
    scope: Mapping[str, object]
    order: Sequence[Ref]
    losers: Sequence[Seat]
    why: str
    do: Sequence[Do]
