"""Words that move cards or change how they lie:
move, draw, discard and its kin, mark, flip, create, control.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from judge.engine.arriving import arrival
from judge.engine.attachments import LENT, host_of
from judge.engine.book import Outcome
from judge.engine.events import forbidden
from judge.engine.feasibility import rest_check, rest_payable, sparing
from judge.engine.figures import is_number
from judge.engine.happenings import UNDER
from judge.engine.proposals import destination, event, events, move_event
from judge.engine.slots import slots_of
from judge.engine.values import said, seats
from judge.engine.view import Vars, View
from judge.engine.vocabulary import affected, often, tell_nothing, told_of, words
from judge.state import EMPTY, Ask, Card, Choice, Do, Ref


@words.verb("move")
def move(game: View, v: Vars) -> Outcome:
    """Move cards to a zone: one by one out of a zone that says so, otherwise together."""
    return move_cards(game, v, game.refs(v["move"], v), v.get("to", ""), "move")


def move_cards(game: View, v: Vars, refs: Sequence[Ref], zone: str, name: str) -> Outcome:
    """The moves of several cards under one name, in the order their owner chooses where that counts."""
    found = [card for card in (game.card(ref) for ref in affected(game, v, refs)) if card is not None]
    types = game.book.moves.get(name, EMPTY).get("types")
    found = [card for card in found if types is None or game.type(card) in types]
    if not found:
        tell_nothing(game, v, v["move"] if name == "move" else v.args[name], name)
        return None
    ordered = order_of(game, v, found, zone)
    if isinstance(ordered, Ask):
        return ordered
    shown = revealed(game, v, found, zone)
    fields = move_fields(game, v)
    if zone in game.book.zones and zone != game.book.moves.get(name, EMPTY).get("to", zone):
        fields["also"] = (
            str(game.book.zones[zone].get("rule", "")),
        )  # it is both: what the word says, and where it goes instead
    if v.args.get("at") == "top":
        ordered = ordered[::-1]  # the first named comes to lie on top, so it goes last
    given = arrivals(game, v, ordered, zone, name, fields)
    if isinstance(given, Ask):
        return given
    batch = [
        move_event(game, v, ref, zone, name, v.args.get("rule", ""), **one)
        for ref, one in zip(ordered, given, strict=True)
    ]
    single = next(
        (card.place for card in found if game.book.zones.get(card.place, EMPTY).get("one_by_one")), ""
    )
    if single and len(batch) > 1:
        batch = [{**one, "also": (str(game.book.zones[single]["one_by_one"]),)} for one in batch]
        return [*shown, *(events([one], v.args.get("as", "")) for one in batch)]
    return [*shown, events(batch, v.args.get("as", ""))]


def arrivals(
    game: View, v: Vars, refs: Sequence[Ref], zone: str, name: str, fields: dict[str, Any]
) -> Ask | list[dict[str, Any]]:
    """The details of each card's move, with what is chosen of it as it arrives."""
    row = game.book.moves.get(name, EMPTY)
    if "asks" not in row and not slots_of(game.book, zone):
        return [fields for _ in refs]
    seat = destination(game, refs[0], zone, fields["seat"], fields["said"])[0] if refs else ""
    coming = [ref for ref in refs if not kept_out(game, v, ref, zone, name, fields)]
    chosen = arrival(game, v, [game.game.objects[ref] for ref in coming], zone, seat, row)
    if isinstance(chosen, Ask):
        return chosen
    given = dict(zip(coming, chosen, strict=True))
    found = [given.get(ref, {}) for ref in refs]
    said_so = [
        mark for mark, states in row.get("asks", {}).items() if v.args.get(mark, states[0]) not in states
    ]  # only a text gives such a state
    more = {"also": (str(row["asks_rule"]),)} if said_so else {}
    return [{**fields, **more, "marks": {**fields.get("marks", {}), **one}} for one in found]


def kept_out(game: View, v: Vars, ref: Ref, zone: str, name: str, fields: Mapping[str, Any]) -> bool:
    """Is the move of a card forbidden? Nothing is chosen for what does not arrive."""
    return (
        bool(game.table.watched_by["forbid"])
        and forbidden(game, move_event(game, v, ref, zone, name, v.args.get("rule", ""), **fields))
        is not None
    )


def revealed(game: View, v: Vars, cards: Sequence[Card], zone: str) -> list[Do]:
    """Cards found by what they are and moved from one hidden zone to another are shown to both players."""
    hidden = zone in game.book.zones and game.book.zones[zone]["seen"] != "all"
    found = [card for card in cards if card.object in v.get("veiled", ()) and hidden
             and game.book.zones[card.place]["seen"] != "all"]  # fmt: skip
    rule = str(game.book.cites.get("reveal", ""))
    return (
        [events([event(v, "show", "reveal", rule, card=card.object, to="each") for card in found])]
        if found
        else []
    )


def move_fields(game: View, v: Vars) -> dict[str, Any]:
    """The details of a move that an instruction may give."""
    fields: dict[str, Any] = {key: v.args[key] for key in ("at", "only", "keeps") if key in v.args}
    marks = {key: said(game, v.args[key], v) for key in game.book.tables["mark"] if key in v.args}
    if marks:
        fields["marks"] = marks
    if "onto" in v.args:
        fields["onto"] = game.refs(v.args["onto"], v)
    if "under" in v.args:
        host = game.refs(v.args["under"], v)
        fields["under"] = host[0] if host else ""
    fields["seat"] = seats(game, v.args.get("of", "me"), v.get("me", ""))[0]
    fields["said"] = "of" in v.args
    return fields


def order_of(game: View, v: Vars, cards: Sequence[Card], zone: str) -> Ask | tuple[Ref, ...]:
    """Several cards put into an ordered hidden zone at once are ordered by their owner."""
    refs = tuple(card.object for card in cards)
    spec = game.book.zones.get(zone, EMPTY)
    if len(cards) < 2 or not spec.get("ordered") or "at" not in v.args:
        return refs
    if v.args.get("then") == "shuffle":
        return refs
    rule = str(game.book.cites.get("order-into-zone", ""))
    ordered: list[Ref] = []
    for owner in game.seats("any"):
        own = [card for card in cards if card.owner == owner]
        into = f"order-{owner}"
        if len(own) < 2 or not any(game.known(card) for card in own):
            ordered.extend(card.object for card in own)
        elif into in v.answers:
            ordered.extend(v.answers[into])
        else:
            choices = tuple(Choice((card.id,), card.object) for card in own)
            return Ask(owner, "order", rule, into, choices, len(own), len(own), "ask.order", {"zone": zone})
    return tuple(ordered)


@words.verb("named-move")
def named_move(game: View, v: Vars) -> Outcome:
    """A move that the rulebook has a word for: ``{ko = …}``, ``{discard = 2}``, ``{transfer = …}``."""
    name = v["named"]
    spec = game.book.moves[name]
    what = v.args[name]
    for rule in told_of(game, what) if isinstance(what, Mapping) else ():
        game.note("reads", rule, attr=name)
    if is_number(what):
        return choose_and_move(game, v, name, spec, what)
    return move_cards(game, v, game.refs(what, v), v.args.get("to", spec["to"]), name)


def leaves_payable(game: View, v: Vars, name: str, card: Card) -> bool:
    """Could the rest of the cost be paid once this card has been given?"""
    return rest_payable(game, (Do("named-move", {**v.args, name: card.object}),), v.vars)


def choose_and_move(game: View, v: Vars, name: str, spec: Mapping[str, Any], what: Any) -> Outcome:
    """So many cards of the zone the word takes from, chosen by the player whose they are."""
    seat = seats(game, v.args.get("of", "me"), v.get("me", ""))
    outcome: list[Do] = []
    both = (str(game.book.cites.get("both-choose", "")),) if len(seat) > 1 else ()
    for one in seat:
        if both and f"chosen-{one}" not in v.answers:
            game.note("in-turn", both[0], seat=one)
        hidden = (
            game.book.zones.get(spec["from"], EMPTY).get("seen") != "all"
        )  # the card that acts is on its way from there
        pool = [
            card for card in pool_of(game, v, one, spec["from"]) if not hidden or card.object != v.get("self")
        ]
        pool = [card for card in pool if card.object not in v.get("befallen", ())]
        wanted = game.number(what, v)
        if wanted == 1 and not v.args.get("random"):
            pool = sparing(v, pool, partial(leaves_payable, game, v, name))
        n = max(0, min(wanted, len(pool)))
        if n < wanted:
            game.note(
                "nothing" if not n else "fewer",
                str(game.book.cites.get("nothing", "")),
                verb=name,
                n=n,
                wanted=wanted,
            )
        least = 0 if v.args.get("upto") else n
        who = "chance" if v.args.get("random") else one
        rule = (
            str(game.book.cites.get("random") or v.get("rule", "")) if who == "chance" else v.get("rule", "")
        )
        check = rest_check(game, v, pool, (least, n), f"chosen-{one}") if wanted > 1 and who == one else ""
        chosen = game.pick(
            v,
            f"chosen-{one}",
            who,
            pool,
            least,
            n,
            rule,
            f"ask.{name}",
            check,
            {"into": f"chosen-{one}"} if check else None,
        )
        if isinstance(chosen, Ask):
            return chosen
        moved = move_cards(game, v, chosen, v.args.get("to", spec["to"]), name)
        outcome.extend(moved if isinstance(moved, list) else [])
    return outcome


def pool_of(game: View, v: Vars, seat: str, zone: str) -> list[Card]:
    """The cards that a word takes from: a player's zone, or what lies beneath the card that acts."""
    if zone != UNDER:
        return list(game.zone(seat, zone))
    return list(game.cards({"under": v.args.get("under", "self")}, v))


@words.verb("draw")
def draw(game: View, v: Vars) -> Outcome:
    """Draw so many cards, one after the other; none when the number is zero or less."""
    n = game.number(v["draw"], v)
    if n <= 0:
        game.note("no-times", str(game.book.cites.get("no-times", "")), n=n, verb="draw")
        game.note("times", str(game.book.cites.get("draw-times", "")), n=n)
        return None
    who = seats(game, v.args.get("of", "me"), v.get("me", ""))
    if v.args.get("upto"):
        return [
            Do("call", {"procedure": "draw-up-to", "vars": {**context(v), "n": n, "seat": one}})
            for one in who
        ]
    if n > 1:
        game.note("times", str(game.book.cites.get("draw-times", "")), n=n)
    if len(who) > 1:
        game.note("in-turn", str(game.book.cites.get("both-choose", "")), seat=who[0])
    more = {"rule": v.args["rule"]} if "rule" in v.args else {}
    return [
        Do("draw-one", {"of": seat, "as": v.args.get("as", ""), **more}) for seat in who for _ in range(n)
    ]


@words.verb("draw-one")
def draw_one(game: View, v: Vars) -> Outcome:
    """Draw the top card of the deck."""
    seat = seats(game, v["of"], v.get("me", ""))[0]
    spec = game.book.moves["draw"]
    top = game.zone(seat, spec["from"])[:1]
    if not top and "empty" in spec and ("empty_if" not in spec or game.param(spec["empty_if"])):
        loses = event(v, "end-game", "defeat", str(spec["empty"]), losers=(seat,), seat=seat, why="draw")
        return [events([{**loses, "because": "rules"}])]
    if not top:
        game.note("nothing", str(game.book.cites.get("draw-none") or spec["rule"]), verb="draw")
        return None
    rule = str(
        v.args.get("rule")
        or (game.book.cites.get("draw-by-effect", "") if v.get("because") == "effect" else "")
    )
    return [
        events(
            [move_event(game, v, top[0].object, spec["to"], "draw", rule, seat=seat)], v.args.get("as", "")
        )
    ]


def context(v: Vars) -> dict[str, Any]:
    """The values that say on whose behalf and for what a running ability acts."""
    return {
        key: v[key] for key in ("me", "self", "ability", "because", "rule", "it", "event", "info") if key in v
    }


@words.verb("create")
def create(game: View, v: Vars) -> Outcome:
    """Create tokens; several players get theirs one after the other."""
    seat, *others = seats(game, v.args.get("of", "me"), v.get("me", ""))
    if others:
        return [Do("create", {**v.args, "of": one}) for one in (seat, *others)]
    zone = v.args.get("to", game.book.tables.get("token", {}).get("zone", ""))
    rule = str(v.args.get("rule") or game.book.tables.get("token", {}).get("rule", ""))
    n = often(game.number(v.args.get("n", 1), v))
    name = game.book.tables.get("token", {}).get("name", "create")
    marks = {key: v.args[key] for key in game.book.tables["mark"] if key in v.args}
    chosen = arrival(
        game,
        v,
        [f"{v['create']} {at + 1}" if n > 1 else str(v["create"]) for at in range(n)],
        zone,
        seat,
        game.book.tables.get("token", {}),
    )
    if isinstance(chosen, Ask):
        return chosen
    given = [{**marks, **one} for one in chosen]
    batch = [
        event(
            v, "create", name, rule, print=v["create"], to=f"{seat}.{zone}", **({"marks": one} if one else {})
        )
        for one in given
    ]
    return [events(batch, v.args.get("as", ""))]


@words.verb("control")
def control(game: View, v: Vars) -> Outcome:
    """Take control of cards: they come into one's own zone of the same name and stay the same objects.

    `of` gives them to a player by name; `until` names a moment at which they go back. With `attached` it
    lasts as long as the card whose text it is stays attached to the one card.
    """
    seat = seats(game, v.args.get("of", "me"), v["me"])[0]
    rule = str(v.args.get("rule") or game.book.cites.get("control", ""))
    found = [
        card for card in game.cards(affected(game, v, game.refs(v["control"], v)), v) if card.seat != seat
    ]
    places = [
        arrival(game, v, [card.id], card.place, seat, {}) for card in found
    ]  # one at a time: several free slots are asked one by one
    asked = next((one for one in places if isinstance(one, Ask)), None)
    if asked is not None:
        return asked
    if v.args.get("attached") and [card.object for card in found] != [host_of(game, v.object("self"))]:
        tell_nothing(game, v, v["control"], "control")
        return None
    marks = [{"marks": one[0]} if not isinstance(one, Ask) and one[0] else {} for one in places]
    batch = [
        event(v, "move", "control", rule, card=card.object, to=f"{seat}.{card.place}", **more)
        for card, more in zip(found, marks, strict=True)
    ]
    if v.args.get("attached"):
        return [events(batch, v.args.get("as", "")), events([lent(game, v, found[0])])]
    if "until" not in v.args:
        return [events(batch, v.args.get("as", ""))]
    back = tuple(Do("control", {"control": (card.object,), "of": card.seat}) for card in found)
    return [events(batch, v.args.get("as", "")), Do("later", {"later": v.args["until"], "do": back})]


def lent(game: View, v: Vars, card: Card) -> dict[str, Any]:
    """The note that a card goes back to its seat when the card whose text this is comes off it."""
    notes = (*game.game.memory.get(LENT, ()), (v.object("self"), card.object, card.seat))
    return event(v, "remember", "lent", key=LENT, value=notes)


@words.verb("attach")
def attach(game: View, v: Vars) -> Outcome:
    """Attach cards to a card."""
    host = game.refs(v["to"], v)
    if not host or not game.same(host[0]):
        tell_nothing(game, v, v["to"], "attach")
        return None
    rule = str(v.args.get("rule") or game.book.tables.get("attach", {}).get("cite", ""))
    refs = affected(game, v, game.refs(v["attach"], v))
    return [
        events(
            [event(v, "attach", "attach", rule, card=ref, host=host[0]) for ref in refs], v.args.get("as", "")
        )
    ]
