"""Rewritten events: what a replacement turns an event into, which is another event or other instructions,
and what these leave to be done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from judge.engine import trace
from judge.engine.effects.provenance import source_of
from judge.engine.flow.replacements import Candidate, Company
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import covering
from judge.engine.kernel.state import Instruction
from judge.engine.kernel.view import View
from judge.engine.language.limits import use_key, uses
from judge.text.plain import Json, Scope


def rewrite(
    view: View, event: Event, candidate: Candidate, instead: list[Instruction], about: Company
) -> Event | None:
    """The event with the replacement applied; None when other instructions take its place."""
    ability, fields = candidate.ability, candidate.ability.data.get("with")
    new = None if fields is None else rewritten(view, event, candidate, fields)
    tell_replaced(view, event, candidate, new)
    if ability.once:
        instead.append(noted_use(view, candidate))
    if ability.do:
        vars = {**background(view, event, candidate, about), "used": used_with(event, candidate)}
        instead.append(Instruction("within", {"vars": vars, "do": ability.do, "rule": ability.rule}))
    return new


def tell_replaced(view: View, event: Event, candidate: Candidate, new: Event | None) -> None:
    """Tells which effect replaces an event, and that another one did before; `new` is the resulting event."""
    card = view.card(event.get("card", ""))
    seen = ("replaced-again",) if event.get("used") else ()
    view.note(
        trace.REPLACED, candidate.ability.rule, event=dict(event), ability=candidate.ability.id,
        card=laid_by(view, candidate), affected=card.id if card else "", seen=seen,
    )  # fmt: skip
    instead = candidate.ability.data.get("with", {"to": ""})
    if view.tracer is not None and ("to" in instead or instead.get("n") == 0):
        view.tracer.replaced(view, event, new)


def laid_by(view: View, candidate: Candidate) -> str:
    """The card by which an ability is told: the one that has it, or whose effect has laid it on another."""
    ability, on = candidate.ability.id, candidate.card.object
    effects = view.game.effects if view.tracing else ()
    for effect in effects:
        if effect.makes == "impose" and ability in effect.value and on in effect.to:
            return source_of(view, effect)
    return candidate.card.id


def used_with(event: Event, candidate: Candidate) -> tuple[str, ...]:
    """The replacements that have been applied to an event, with this one."""
    return (*event.get("used", ()), candidate.mark)


def noted_use(view: View, candidate: Candidate) -> Instruction:
    """The instruction that records one more use of a limited replacement."""
    key = use_key(view.game, candidate.ability, candidate.card.object, candidate.card.id)
    use = {"verb": "remember", "name": "once", "rule": view.book.cites["once"], "key": key}
    return Instruction("events", {"events": ({**use, "value": uses(view.game, key) + 1},), "as": ""})


def background(view: View, event: Event, candidate: Candidate, about: Company) -> dict[str, object]:
    """The variables with which instructions that replace an event are carried out."""
    values: dict[str, object] = {
        "me": candidate.card.seat,
        "self": candidate.card.object,
        "it": event.get("card", ""),
        "ability": candidate.ability.id,
        "because": "effect",
    }
    if "n" in event:
        values["event"] = {"n": event["n"]}
    if about.others and candidate.ability.data.get("with") is None and view.param("replaced-once"):
        values["befallen"] = about.others
    if candidate.ability.may:
        values["taken-on"] = True
    return values


def rewritten(view: View, event: Event, candidate: Candidate, fields: Mapping[str, object]) -> Event:
    """The event with the fields that a replacement changes."""
    new: Event = {**event, "used": used_with(event, candidate)}
    if "to" in fields:
        lead_elsewhere(view, new)
        new["rule"] = candidate.ability.rule
        spoken = [name for on in candidate.ability.on for name in on["events"]]
        once = tuple(name for name in view.book.tables["redirected_once"] if name in spoken)
        if once:
            new["redirected"] = (*event.get("redirected", ()), *once)
    me, ref, it = candidate.card.seat, candidate.card.object, event.get("card", "")
    ctx = {"me": me, "self": ref, "it": it, "by": ref, "n": event.get("n", 0), "event": event}
    for key, value in fields.items():
        put_field(view, new, key, value, ctx)
    return new


def lead_elsewhere(view: View, event: Event) -> None:
    """Adjusts a move that now leads to another zone: does it still count as done?"""
    keeps = view.book.tables["replaced_move"] == "keeps"
    if not keeps or event["name"] in view.book.tables["named_by_place"]:
        event["rewritten"] = True  # it does not count as done


def put_field(view: View, event: Event, key: str, value: Json, ctx: Scope) -> None:
    """Rewrite one field of an event; another destination makes it a plain move."""
    if key == "to":
        put_destination(view, event, value)
    elif key in view.book.tables["mark"]:
        event["marks"] = {**event.get("marks", {}), key: value}
    elif isinstance(value, (int, Mapping)) or (isinstance(value, str) and value.startswith(("$", "event."))):
        cast(dict[str, Json], event)[key] = view.number(value, ctx)
    else:
        cast(dict[str, Json], event)[key] = value


def put_destination(view: View, event: Event, zone: str) -> None:
    """Makes a move lead to another zone of the card's owner, and no longer to another card there, under its
    plain name where the book says so.
    """
    ref = event.get("card", "")
    card = view.card(ref)
    owner = card.owner if card is not None else event["to"][0]
    event["to"] = f"{owner}.{zone}"
    if view.book.tables["replaced_move"] != "keeps":
        event["name"] = covering(view, ref, zone) if card is not None else event["verb"]
    event.pop("at", None)
    event.pop("onto", None)
    event.pop("under", None)


def indebted(instead: Sequence[Instruction]) -> Iterator[Instruction]:
    """The instructions that replace events, each with those after it that the player has taken on: what is
    given for one must leave these possible.
    """
    for at, do in enumerate(instead):
        owed = tuple(instruction for instruction in instead[at + 1 :] if taken_on(instruction))
        if owed and do.verb == "within":
            yield Instruction("within", {**do.args, "vars": {**do.args["vars"], "owed": owed}})
        else:
            yield do


def taken_on(do: Instruction) -> bool:
    """Is it something that a player has taken on instead of an event, without having to?"""
    return do.verb == "within" and bool(do.args["vars"].get("taken-on"))
