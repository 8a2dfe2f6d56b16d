"""Words that move cards: move, those that a rulebook has for its own moves, control, attach, draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from judge.engine import trace
from judge.engine.flow.endings import TOGETHER, nobody_wins
from judge.engine.flow.feasibility import acts, claim, rest_check, rest_payable, sparing
from judge.engine.flow.pipeline import forbidden
from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.event import UNDER, Event
from judge.engine.kernel.instructions import call, destination, event, events, events_as, move_event
from judge.engine.kernel.state import (
    EMPTY,
    OFTEN,
    Card,
    Choice,
    Condition,
    Decision,
    Instruction,
    Ref,
    within,
)
from judge.engine.kernel.view import Vars, View
from judge.engine.language.figures import is_number
from judge.engine.language.joint_costs import left
from judge.engine.language.shared import words
from judge.engine.language.values import seats
from judge.engine.layout.attachments import LENT, guests_of, host_of
from judge.engine.layout.slots import slots_of
from judge.engine.words.arrivals import arrival, said_marks
from judge.engine.words.shuffles import shuffle_after, shuffle_amiss
from judge.engine.words.targets import affected, bounded_times, tell_nothing, told_of
from judge.text.plain import Fields, Json, Scope

# --- words by which cards are drawn --------------------------------------------------------------------
CONTEXT = ("me", "self", "ability", "because", "rule", "it", "event", "info")


def draw_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """Problems of a draw: cards that are drawn one by one, as long as the player wishes, cannot be stored
    under a name.
    """
    if "as" in data and data.get("upto"):
        yield Amiss("as", "as says nothing beside upto")


@words.word("draw", "amount", {"of": "seat", "upto": "flag"}, amiss=draw_amiss)
def draw(view: View, v: Vars) -> Outcome:
    """Draw a number of cards, one after the other; none when the number is 0 or less."""
    n = view.number(v["draw"], v)
    if n <= 0:
        view.note(trace.NO_TIMES, n=n, verb="draw")
        view.note(trace.TIMES, str(view.book.cites.get("draw-times", "")), n=n)
        return None
    n = bounded_times(n)
    who = seats(view, v.args.get("of", "me"), v.get("me", ""))
    if v.args.get("upto"):
        return [call("draw-up-to", **{**context(v), "n": n, "seat": player}) for player in who]
    if n > 1:
        view.note(trace.TIMES, str(view.book.cites.get("draw-times", "")), n=n)
    if len(who) > 1:
        view.note(trace.IN_TURN, seat=who[0])
    if view.book.moves["draw"].get("together"):
        return drawn_together(view, v, who, n)
    more = {"as": v.args.get("as", ""), **({"rule": v.args["rule"]} if "rule" in v.args else {})}
    return [Instruction("draw-one", {"of": seat, **more}) for seat in who for _ in range(n)]


def drawn_together(view: View, v: Vars, who: Sequence[str], n: int) -> list[Instruction]:
    """The instructions for cards that several players draw at once; then those lose who had too few, where
    the book says so. Where both had too few and the book counts that together, nobody wins.
    """
    by_seat = {seat: list(islice(tops(view, v, seat), n)) for seat in who}
    batch = [drawing(view, v, card, seat) for seat in who for card in by_seat[seat]]
    drawn = [events_as(v, batch)] if batch else []
    lacking = [seat for seat in who if len(by_seat[seat]) < n]
    if len(lacking) > 1 and TOGETHER in view.book.params and view.param(TOGETHER):
        return [*drawn, *nobody_wins(view, "draw")]
    return [*drawn, *(Instruction("undrawn", {"of": seat}) for seat in lacking[:1])]


def tops(view: View, v: Vars, seat: str) -> Iterator[Card]:
    """The cards that a player would draw, the top one first, without those that are already being paid."""
    zone = f"{seat}.{view.book.moves['draw']['from']}"
    cards = (view.game.cards[card_id] for card_id in view.game.zones.get(zone, ()))
    return (card for card in cards if left(v.vars, card.object))


def drawing(view: View, v: Vars, card: Card, seat: str) -> Event:
    """The event of drawing a card."""
    by_effect = view.book.cites.get("draw-by-effect", "") if v.get("because") == "effect" else ""
    rule = str(v.args.get("rule") or by_effect)
    return move_event(view, v, card.object, view.book.moves["draw"]["to"], "draw", rule, seat=seat)


@words.verb("draw-one")
def draw_one(view: View, v: Vars) -> Outcome:
    """Draw the top card of the deck."""
    seat = seats(view, v["of"], v.get("me", ""))[0]
    card = next(tops(view, v, seat), None)
    return [events_as(v, [drawing(view, v, card, seat)])] if card is not None else none_drawn(view, v, seat)


@words.verb("undrawn")
def undrawn(view: View, v: Vars) -> Outcome:
    """A player could not draw all that had to be drawn."""
    return none_drawn(view, v, str(v["of"]))


def none_drawn(view: View, v: Vars, seat: str) -> Outcome:
    """There is no card to draw: the player loses where the book has it so, otherwise nothing happens."""
    spec = view.book.moves["draw"]
    if "empty" in spec and ("empty_if" not in spec or view.param(spec["empty_if"])):
        loses = event(v, "end-game", "defeat", str(spec["empty"]), losers=(seat,), seat=seat, why="draw")
        return [events([{**loses, "because": "rules"}])]
    view.note(trace.NOTHING, str(view.book.cites.get("draw-none") or spec["rule"]), verb="draw")
    return None


def context(v: Vars) -> dict[str, object]:
    """The variables that say for whom and for what a running ability acts."""
    return {key: v[key] for key in CONTEXT if key in v}


NAMED_MOVED = {  # what any move says, also one that a rulebook has a name for
    "to": "zone",
    "at": "end",
    "of": "seat",
    "only": "only",
    "under": "cards",
    "onto": "cards",
    "upto": "flag",
    "random": "flag",
}
MOVED = {**NAMED_MOVED, "then": "sequel"}


def can_take(
    view: View, args: Mapping[str, object], ctx: Mapping[str, object], needs: dict[str, int]
) -> Condition:
    """A named move: so many cards of the zone that it takes from, or the cards named."""
    name = str(args["named"])
    spec = view.book.moves[name]
    if not is_number(args[name]) or "from" not in spec:
        return can_move(view, args, ctx, needs)
    sel: dict[str, object] = {"zone": spec["from"], "of": args.get("of", "me")}
    if spec["from"] == UNDER:
        sel = {"under": args.get("under", "self")}
    hidden = view.book.zones.get(spec["from"], EMPTY).get("seen") != "all"
    cards = [card for card in view.cards(sel, ctx) if not hidden or not acts(card, ctx)]
    need = claim(needs, str(spec["from"]), view.number(args[name], ctx))
    seen = {"need": need, "have": len(cards), "zone": spec["from"]}
    return Condition("", len(cards) >= need, "cost.move" if spec["from"] == UNDER else "cost.from", seen)


def can_move(view: View, args: Fields, ctx: Scope, needs: dict[str, int]) -> Condition:
    """As many cards as asked for are there, and still what they were when they were named."""
    what = args.get("move") if "move" in args else args[args["named"]]
    if isinstance(what, str) and what.startswith("$"):
        return Condition("", True, "cost.move")
    # one that has been given already is not there any more
    cards = [ref for ref in view.refs(what, ctx) if view.same(ref)]
    need = view.number(what.get("top", 1), ctx) if isinstance(what, Mapping) else 1
    return Condition("", len(cards) >= need, "cost.move", {"need": need, "have": len(cards)})


def number_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """Problems of a move: keys that concern a number of cards are not used with named cards."""
    word = next(key for key in data if key == "move" or key in book.moves)
    for key in ("upto", "random") if not is_number(data[word]) else ():
        if key in data:
            yield Amiss(key, f"{key} only says something of a number of cards")


def move_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """An instruction `move` has to say where to."""
    yield from number_amiss(book, data)
    if not {"to", "under", "onto"} & set(data):
        yield Amiss("", "move needs a zone", 'to = "zone"')
    yield from shuffle_amiss(book, data)


@words.word("move", "cards", MOVED, marks="arriving", possible=can_move, amiss=move_amiss)
def move(view: View, v: Vars) -> Outcome:
    """Move cards to a zone: one by one out of a zone that says so, otherwise together."""
    moved = move_cards(view, v, view.refs(v["move"], v), v.get("to", ""), "move")
    if "then" not in v.args or moved is None or isinstance(moved, Decision):
        return moved
    return [*moved, shuffle_after(view, v, v["to"])]


def move_cards(view: View, v: Vars, refs: Sequence[Ref], zone: str, name: str) -> Outcome:
    """Moves several cards under one name, in the order that their owner chooses where it matters."""
    reachable = within_reach(view, v, refs, name)
    cards = [card for card in reachable if fits_move(view, name, card)]
    unfit = len(cards) < len(reachable) and tell_unfit(view, name, reachable)
    if not cards:
        if not unfit:
            tell_nothing(view, v, v["move"] if name == "move" else v.args[name], name)
        return None
    within(len(cards), OFTEN, f"a move of {len(cards):,} cards")
    ordered = order_of(view, v, cards, zone)
    if isinstance(ordered, Decision):
        return ordered
    shown = revealed(view, v, cards, zone)
    fields = move_fields(view, v)
    if "at" not in v.args and end_of(view, v, zone):
        fields["seen"] = ("unsaid-end",)
    if end_of(view, v, zone) == "top":
        ordered = ordered[::-1]  # the first named comes to lie on top, so it goes last
    given = arrivals(view, v, ordered, zone, name, fields)
    if isinstance(given, Decision):
        return given
    moves, rule = zip(ordered, given, strict=True), v.args.get("rule", "")
    batch = [
        move_event(view, v, ref, zone, name, rule or jointly(view, ref, name), **more) for ref, more in moves
    ]
    return [*shown, *batches(view, v, cards, batch)]


def within_reach(view: View, v: Vars, refs: Sequence[Ref], name: str) -> list[Card]:
    """The cards that an ability may affect; attached cards are included where they go along."""
    row = view.book.moves.get(name, EMPTY)
    refs = [tied_ref for ref in refs for tied_ref in (ref, *tied(view, ref))] if "attached" in row else refs
    able = affected(view, v, tuple(dict.fromkeys(refs)))
    return [card for card in (view.card(ref) for ref in able) if card is not None]


def fits_move(view: View, name: str, card: Card) -> bool:
    """Is a card of the types of a move's word, and does it have the values that the word asks for?"""
    row = view.book.moves.get(name, EMPTY)
    if "types" in row and view.type(card) not in row["types"]:
        return False
    return all(view.value(card, attr) is not None for attr in row.get("values", ()))


def tell_unfit(view: View, name: str, cards: Iterable[Card]) -> bool:
    """Tells which of these cards cannot be moved so; True where the book has an article for that."""
    rule = str(view.book.moves.get(name, EMPTY).get("unfit", ""))
    for card in cards if rule and view.tracing else ():
        if not fits_move(view, name, card):
            view.note(trace.NOTHING, rule, verb=name, card=card.id)
    return bool(rule)


def tied(view: View, ref: Ref) -> tuple[Ref, ...]:
    """The object to which one is attached, if any, and those that are attached to it."""
    host = host_of(view, ref)
    return (*((host,) if host else ()), *guests_of(view, ref))


def jointly(view: View, ref: Ref, name: str) -> str:
    """The article by which a card moves together with the cards attached to it, if there is one."""
    rule = view.book.moves.get(name, EMPTY).get("attached", "")
    return str(rule) if rule and tied(view, ref) else ""


def batches(view: View, v: Vars, cards: Sequence[Card], moves: Sequence[Event]) -> list[Instruction]:
    """The instructions that move cards together, or one by one out of a zone that says so."""
    rules = (view.book.zones.get(card.place, EMPTY).get("one_by_one") for card in cards)
    rule = next((article for article in rules if article), None)
    if rule is None or len(moves) < 2:
        return [events_as(v, moves)]
    return [events_as(v, [{**moved, "singly": True}]) for moved in moves]


def arrivals(
    view: View, v: Vars, refs: Sequence[Ref], zone: str, name: str, fields: dict[str, Json]
) -> Decision | list[dict[str, Json]]:
    """The details of each card's move, with the choices for its arrival; or the next decision."""
    row = view.book.moves.get(name, EMPTY)
    if "asks" not in row and not slots_of(view.book, zone):
        return [fields for _ in refs]
    seat = destination(view, refs[0], zone, fields["seat"], fields["said"])[0] if refs else ""
    coming = [ref for ref in refs if not kept_out(view, v, ref, zone, name, fields)]
    chosen = arrival(view, v, [view.game.objects[ref] for ref in coming], zone, seat, row)
    if isinstance(chosen, Decision):
        return chosen
    given = dict(zip(coming, chosen, strict=True))
    marks = fields.get("marks", {})
    return [{**fields, "marks": {**marks, **given.get(ref, {})}} for ref in refs]


def kept_out(view: View, v: Vars, ref: Ref, zone: str, name: str, fields: Mapping[str, object]) -> bool:
    """Is the move of a card forbidden? Nothing is chosen for a card that does not arrive."""
    if not view.table.watched_by["forbid"]:
        return False
    meant = move_event(view, v, ref, zone, name, v.args.get("rule", ""), **fields)
    return forbidden(view, meant) is not None


def revealed(view: View, v: Vars, cards: Sequence[Card], zone: str) -> list[Instruction]:
    """The instructions that show cards to both players, where they were found by what they are and go from
    one hidden zone to another.
    """
    hidden = zone in view.book.zones and view.book.zones[zone]["seen"] != "all"
    veiled = [card for card in cards if card.object in v.get("veiled", ()) and hidden
             and view.book.zones[card.place]["seen"] != "all"]  # fmt: skip
    rule = str(view.book.cites.get("reveal", ""))
    shown = [event(v, "show", "reveal", rule, card=card.object, to="each") for card in veiled]
    return [events(shown)] if shown else []


def move_fields(view: View, v: Vars) -> dict[str, Json]:
    """The details of a move that an instruction may give."""
    fields: dict[str, object] = {key: v.args[key] for key in ("at", "only", "keeps") if key in v.args}
    marks = said_marks(view, v)
    if marks:
        fields["marks"] = marks
    if v.get("because") == "cost" and "named" in v.args and "to" in v.args:
        fields["stated"] = True  # the text says where they go
    if "onto" in v.args:
        fields["onto"] = view.refs(v.args["onto"], v)
    if "under" in v.args:
        host = view.refs(v.args["under"], v)
        fields["under"] = host[0] if host else ""
    fields["seat"] = seats(view, v.args.get("of", "me"), v.get("me", ""))[0]
    fields["said"] = "of" in v.args
    return fields


def order_of(view: View, v: Vars, cards: Sequence[Card], zone: str) -> Decision | tuple[Ref, ...]:
    """The cards in the order in which they enter a zone, or the owner's decision, where several enter an
    ordered hidden zone at once.
    """
    shuffled = not {"unordered", "then"}.isdisjoint(v.args)
    unordered = shuffled or not view.book.zones.get(zone, EMPTY).get("ordered")
    if len(cards) < 2 or unordered or not end_of(view, v, zone):
        return tuple(card.object for card in cards)
    ordered: list[Ref] = []
    for owner in view.seats("any"):
        own = [card for card in cards if card.owner == owner]
        into = f"order-{owner}"
        if len(own) < 2 or not any(view.known(card) for card in own):
            ordered.extend(card.object for card in own)
        elif into in v.answers:
            ordered.extend(v.answers[into])
        else:
            return ask_order(view, owner, own, into, zone)
    return tuple(ordered)


def end_of(view: View, v: Vars, zone: str) -> object:
    """The end of a zone at which cards are put: as the text says, otherwise the end at which a hidden pile
    takes them.
    """
    spec = view.book.zones.get(zone, EMPTY)
    hidden = spec.get("ordered") and spec["seen"] != "all"
    return v.args.get("at") or (spec.get("at", "") if hidden else "")


def ask_order(view: View, owner: str, cards: Sequence[Card], into: str, zone: str) -> Decision:
    """The decision in which order a player's cards enter a zone."""
    choices, n = tuple(Choice((card.id,), card.object) for card in cards), len(cards)
    rule = str(view.book.cites.get("order-into-zone", ""))
    return Decision(owner, "order", rule, into, choices, n, n, "ask.order", {"zone": zone})


@words.verb("named-move", inner=True, possible=can_take)
def named_move(view: View, v: Vars) -> Outcome:
    """A move that the rulebook has a word for: ``{ko = …}``, ``{discard = 2}``, ``{transfer = …}``."""
    name = v["named"]
    what = v.args[name]
    for rule in told_of(view, v, what) if view.tracing and isinstance(what, Mapping) else ():
        view.note(trace.READS, rule, attr=name)
    if is_number(what):
        return choose_and_move(view, v, name)
    return move_cards(view, v, view.refs(what, v), goal_of(view, v, name), name)


def goal_of(view: View, v: Vars, name: str) -> str:
    """The zone to which a named move leads: its own, unless the text says another."""
    return str(v.args.get("to", view.book.moves[name]["to"]))


def leaves_payable(view: View, v: Vars, name: str, card: Card) -> bool:
    """Could the rest of the cost be paid once this card has been given?"""
    return rest_payable(view, (Instruction("named-move", {**v.args, name: card.object}),), v.vars)


def choose_and_move(view: View, v: Vars, name: str) -> Outcome:
    """Moves a number of cards from the zone of the move's word, chosen by their player."""
    who = seats(view, v.args.get("of", "me"), v.get("me", ""))
    outcome: list[Instruction] = []
    for seat in who:
        if len(who) > 1 and f"chosen-{seat}" not in v.answers:
            view.note(trace.IN_TURN, seat=seat)
        chosen = chosen_by(view, v, name, seat)
        if isinstance(chosen, Decision):
            return chosen
        moved = move_cards(view, v, chosen, goal_of(view, v, name), name)
        outcome.extend(moved if isinstance(moved, list) else [])
    return outcome


def chosen_by(view: View, v: Vars, name: str, seat: str) -> Decision | tuple[Ref, ...]:
    """The cards that a player moves, by choice or at random; fewer only when there are fewer."""
    into, at_random = f"chosen-{seat}", v.args.get("random")
    pool = takeable(view, v, seat, view.book.moves[name]["from"])
    wanted = view.number(v.args[name], v)
    if wanted == 1 and not at_random:
        pool = sparing(view, v, pool, partial(leaves_payable, view, v, name))
    n = max(0, min(wanted, len(pool)))
    if n < wanted:
        view.note(trace.FEWER if n else trace.NOTHING, verb=name, n=n, wanted=wanted)
    least = 0 if v.args.get("upto") else n
    if at_random:
        rule = str(view.book.cites.get("random") or v.get("rule", ""))
        return view.pick(v, into, "chance", pool, least, n, rule, f"ask.{name}")
    check = rest_check(view, v, pool, (least, n), into) if wanted > 1 else ""
    data = {"into": into} if check else None
    return view.pick(v, into, seat, pool, least, n, v.get("rule", ""), f"ask.{name}", check, data)


def takeable(view: View, v: Vars, seat: str, zone: str) -> list[Card]:
    """The cards that a move's word may take: without the acting card on its way from a zone that not
    everybody sees, and without those already undergoing the same.
    """
    hidden = view.book.zones.get(zone, EMPTY).get("seen") != "all"
    cards = [card for card in pool_of(view, v, seat, zone) if not hidden or not acts(card, v)]
    return [card for card in cards if card.object not in v.get("befallen", ())]


def pool_of(view: View, v: Vars, seat: str, zone: str) -> list[Card]:
    """The cards among which a move's word takes: a player's zone, or the cards beneath the acting one."""
    if zone != UNDER:
        return list(view.zone(seat, zone))
    return list(view.cards({"under": v.args.get("under", "self")}, v))


@words.word(
    "control",
    "cards",
    {"of": "seat", "until": "moment", "attached": "flag"},
    event="heard",
    parts=("card", "marks"),
)
def control(view: View, v: Vars) -> Outcome:
    """Take control of cards: they come into one's own zone of the same name and stay the same objects.

    `of` gives them to a player by name; `until` names a moment at which they go back. With `attached` it
    lasts as long as the card whose text it is stays attached to the one card.
    """
    seat = seats(view, v.args.get("of", "me"), v["me"])[0]
    refs = affected(view, v, view.refs(v["control"], v))
    cards = [card for card in view.cards(refs, v) if card.seat != seat]
    batch = coming_over(view, v, cards, seat)
    if isinstance(batch, Decision):
        return batch
    if v.args.get("attached"):
        if [card.object for card in cards] != [host_of(view, v.object("self"))]:
            tell_nothing(view, v, v["control"], "control")
            return None
        return [events_as(v, batch), events([lent(view, v, cards[0])])]
    if "until" not in v.args:
        return [events_as(v, batch)]
    back = tuple(Instruction("control", {"control": (card.object,), "of": card.seat}) for card in cards)
    return [events_as(v, batch), Instruction("later", {"later": v.args["until"], "do": back})]


def coming_over(view: View, v: Vars, cards: Sequence[Card], seat: str) -> Decision | list[Event]:
    """The events by which cards come under a player's control, or the decision on which slot one arrives.
    Cards come one at a time, as several free slots are asked one by one.
    """
    rule = str(v.args.get("rule") or view.book.cites.get("control", ""))
    batch = []
    for card in cards:
        chosen = arrival(view, v, [card.id], card.place, seat, {})
        if isinstance(chosen, Decision):
            return chosen
        more = {"marks": chosen[0]} if chosen[0] else {}
        batch.append(event(v, "move", "control", rule, card=card.object, to=f"{seat}.{card.place}", **more))
    return batch


def lent(view: View, v: Vars, card: Card) -> Event:
    """The event that records that a card goes back when the attached card with this text leaves it."""
    notes = (*view.game.memory.get(LENT, ()), (v.object("self"), card.object, card.seat))
    return event(v, "remember", "lent", key=LENT, value=notes)


@words.word("attach", "cards", {"to": "cards"}, ("to",))
def attach(view: View, v: Vars) -> Outcome:
    """Attach cards to a card."""
    host = view.refs(v["to"], v)
    if not host or not view.same(host[0]):
        tell_nothing(view, v, v["to"], "attach")
        return None
    rule = str(v.args.get("rule") or view.book.tables.get("attach", {}).get("cite", ""))
    refs = affected(view, v, view.refs(v["attach"], v))
    return [events_as(v, [event(v, "attach", "attach", rule, card=ref, host=host[0]) for ref in refs])]
