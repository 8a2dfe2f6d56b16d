"""What replacements make of an event: another one, or instructions in its place,
and what those leave to be done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.engine.limits import use_key, uses
from judge.engine.proposals import covering
from judge.engine.replacing import Candidate, Company, Event
from judge.engine.view import View
from judge.state import Do


def rewrite(
    game: View, event: Event, one: Candidate, instead: list[Do], about: Company
) -> dict[str, Any] | None:
    """The event with the replacement applied; None when other instructions take its place."""
    ctx = {
        "me": one.card.seat,
        "self": one.card.object,
        "it": event.get("card", ""),
        "by": one.card.object,
        "n": event.get("n", 0),
        "event": event,
    }
    fields = one.ability.data.get("with")
    card = game.card(event.get("card", ""))
    again = (str(game.book.cites.get("replaced-again", "")),) if event.get("used") else ()
    game.note("replaced", one.ability.rule, event=dict(event), ability=one.ability.id, card=one.card.id,
              affected=card.id if card else "", also=again)  # fmt: skip
    told = {"event": {"n": event["n"]}} if "n" in event else {}
    context = {
        "me": one.card.seat,
        "self": one.card.object,
        "it": event.get("card", ""),
        "ability": one.ability.id,
        "because": "effect",
        **told,
    }
    used = (*event.get("used", ()), one.mark)
    if one.ability.once:
        key = use_key(game.game, one.ability, one.card.object, one.card.id)
        count = uses(game.game, key) + 1
        use = {
            "verb": "remember",
            "name": "once",
            "rule": game.book.cites["once"],
            "key": key,
            "value": count,
        }
        instead.append(Do("events", {"events": (use,), "as": ""}))
    if one.ability.do:
        if about.others and fields is None and game.param("replaced-once"):
            context["befallen"] = about.others
        if one.ability.may:
            context["taken-on"] = True
        instead.append(
            Do("within", {"vars": {**context, "used": used}, "do": one.ability.do, "rule": one.ability.rule})
        )
    if fields is None:
        return None
    new = dict(event)
    new["used"] = used
    if "to" in fields:
        keeps = game.book.tables["replaced_move"] == "keeps"
        if not keeps or event["name"] in game.book.tables["named_by_place"]:
            new["rewritten"] = True  # it does not count as done
        if keeps:
            new["also"] = (
                *new.get("also", ()),
                str(new["rule"]),
                str(game.book.zones[fields["to"]].get("rule", "")),
            )
        new["rule"] = one.ability.rule
    for key, value in fields.items():
        put_field(game, new, key, value, ctx)
    return new


def put_field(game: View, event: dict[str, Any], key: str, value: Any, ctx: Mapping[str, Any]) -> None:
    """Rewrite one field of an event; another destination makes it a plain move."""
    if key == "to":
        card = game.card(event.get("card", ""))
        owner = card.owner if card is not None else event["to"][0]
        event["to"] = f"{owner}.{value}"
        if game.book.tables["replaced_move"] != "keeps":
            event["name"] = (
                covering(game, event.get("card", ""), value) if card is not None else event["verb"]
            )
        event.pop("at", None)
    elif key in game.book.tables["mark"]:
        event["marks"] = {**event.get("marks", {}), key: value}
    elif isinstance(value, (int, Mapping)) or (isinstance(value, str) and value.startswith(("$", "event."))):
        event[key] = game.number(value, ctx)
    else:
        event[key] = value


def indebted(instead: Sequence[Do]) -> Iterator[Do]:
    """What takes the place of events, each with what a player has taken on after it:
    what is given for one must leave that to be done.
    """
    for at, do in enumerate(instead):
        owed = tuple(
            one for one in instead[at + 1 :] if one.verb == "within" and one.args["vars"].get("taken-on")
        )
        yield (
            Do("within", {**do.args, "vars": {**do.args["vars"], "owed": owed}})
            if owed and do.verb == "within"
            else do
        )
