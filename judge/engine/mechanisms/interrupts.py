"""Interrupts: rules that act at every moment, for games whose rulebook lists them, such as scores that run
out, attachments without a host, places with too many cards or none, and zones that lose the game.

Each is asked after every batch of events, and what it returns is carried out before anything else goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from judge.engine.effects.scopes import tell_unaffected
from judge.engine.flow.zones import FALLS
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import call, event, events, move_event, named_move
from judge.engine.kernel.state import SEATS, AppliedEvent, Card, Instruction, Ref
from judge.engine.kernel.turn_history import of_record
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.layout.attachments import LENT, PREFIX, given_back, host_of, stranded
from judge.engine.layout.slots import SLOT
from judge.engine.mechanisms.steps import steps
from judge.text.plain import Fields

# --- losing by what lies in a zone: too many cards, or none --------------------------------------------
if TYPE_CHECKING:
    from judge.tables.upkeep import Loss


@words.due("losses")
def losses(view: View) -> Iterator[Event]:
    """The event by which all players lose at once for whom a row of the book's table holds, if any."""
    table = view.book.tables["losing"]
    pairs = [(seat, row) for seat in SEATS for row in table["by"] if met(view, row, seat)]
    losers = tuple(dict.fromkeys(seat for seat, _ in pairs))
    if losers:
        row = pairs[0][1]
        rule = table["both"] if len(losers) > 1 else row["rule"]
        why = tuple(dict.fromkeys(by["zone"] for _, by in pairs))
        about = {"losers": losers, "seat": losers[0], "why": row["zone"]}
        about |= {"reasons": why} if len(losers) + len(why) > 2 else {}
        yield event({}, "end-game", "defeat", rule, **about)


def met(view: View, row: Loss, seat: str) -> bool:
    """Does a player lose by the number of cards in the row's zone, because there are `at_least` so many, or
    none?
    """
    n = view.count(seat, row["zone"])
    return n >= row["at_least"] if "at_least" in row else not n


@words.interrupt("emptied", "move")
def emptied(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """A player with no card left in a zone that must not be empty loses at once, even in the middle of
    something else.
    """
    left = {record.before.zone for record in records if record.before is not None}
    empty = sorted(zone for zone in left if not view.game.zones.get(zone))
    table = view.book.tables["losing"]
    rows = {row["zone"]: row for row in table["by"] if "at_least" not in row} if empty else {}
    empty = [zone for zone in empty if zone[2:] in rows]
    if not empty or any(view.running(procedure) for procedure in table["spared"]):
        return None
    losers = tuple(seat for seat in SEATS if any(zone[0] == seat for zone in empty))
    rule = table["both"] if len(losers) > 1 else rows[empty[0][2:]]["rule"]
    return [events([event({}, "end-game", "defeat", rule, losers=losers, seat=losers[0], why=empty[0])])]


# Zones that always hold a card: an empty one is filled, at once or when what goes on is done, by the top
# card of another zone or as a procedure says.
if TYPE_CHECKING:
    from judge.tables.upkeep import Filled


@words.interrupt("refilled", "move")
def refill_at_once(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """A zone a card has left is filled again, unless something is under way that has to be finished first."""
    left = {record.before.place for record in records if record.before is not None}
    rows = [row for row in view.book.tables["filled"] if kept(view, row) in left]
    free = [row for row in rows if not any(view.running(procedure) for procedure in row["finished"])]
    moves = [move for row in free for move in filling(view, row, row["rule"])]
    calls = [instruction for row in free for instruction in searching(view, row)]
    return [*([events(moves)] if moves else ()), *calls] or None


def kept(view: View, row: Filled) -> str:
    """The zone that must never be empty."""
    return str(view.book.moves[row["move"]]["to"]) if "move" in row else row["zone"]


def filling(view: View, row: Filled, rule: str) -> Iterator[Event]:
    """The events by which each player puts the top card into the zone where it is empty."""
    if "move" not in row:
        return
    spec = view.book.moves[row["move"]]
    for seat in view.seats("any"):
        pile = view.zone(seat, spec["from"])
        if pile and not view.count(seat, spec["to"]):
            yield named_move(view, {"me": seat, "because": "rules"}, pile[0].object, row["move"], rule)


def searching(view: View, row: Filled) -> Iterator[Instruction]:
    """The procedure by which each player fills the zone where it is empty."""
    if "procedure" in row:
        empty = [seat for seat in view.seats("any") if not view.count(seat, kept(view, row))]
        yield from (call(row["procedure"], me=seat) for seat in empty)


@steps.step("fill", takes=("param",))
def fill(view: View, v: Vars) -> Outcome:
    """Fill the zones that must not be empty; with `param`, only where that literal says so."""
    moves = [move for row in view.book.tables["filled"] for move in filling(view, row, v["rule_here"])]
    wanted = "param" not in v.args or (moves and view.param(v.args["param"]))
    return [events(moves)] if moves and wanted else None


# Places that hold one card, and on which several may come to lie for a time: all but the last placed leave,
# and all of them where several were placed last at once.
TOGETHER = "together:"  # of a card that came to its place at once with others: the last of them


@words.due("overlap")
def overlap(view: View) -> Iterator[Event]:
    """The events by which cards leave crowded places, each zone's by its own article and move."""
    for seat in SEATS:
        for zone, row in view.book.zones.items():
            for cards in by_place(view.zone(seat, zone)) if makes_way(view, row) else ():
                for card in too_many(view, cards):
                    ctx = {"because": "rules"}
                    yield named_move(view, ctx, card.object, row["overlap_goes"], row["overlaps"])


def makes_way(view: View, row: Fields) -> bool:
    """Do cards of this zone make way for those that were placed later?"""
    return "overlaps" in row and ("overlaps_if" not in row or bool(view.param(row["overlaps_if"])))


def by_place(cards: Sequence[Card]) -> list[list[Card]]:
    """The cards of a zone by slot; a zone without slots is one place."""
    by_slot: dict[object, list[Card]] = {}
    for card in cards:
        by_slot.setdefault(card.mark(SLOT), []).append(card)
    return list(by_slot.values())


def too_many(view: View, cards: list[Card]) -> list[Card]:
    """The cards that leave a place for one card: all but the newest, or all where several arrived last
    together. Object numbers rise in the order of arrival.
    """
    if len(cards) < 2:
        return []
    newest = max(cards, key=lambda card: int(card.object[1:]))
    last = batch(view, newest)
    placed_last = sum(batch(view, card) == last for card in cards)
    return cards if placed_last > 1 else [card for card in cards if card is not newest]


def batch(view: View, card: Card) -> Ref:
    """The last of the cards that came to one place together with this one; the card itself where it came
    alone.
    """
    return str(view.game.memory.get(TOGETHER + card.object, card.object))


@words.interrupt("placed-together", "move")
def placed_together(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Remembers the cards that came to one place at the same time, because none of them was placed last."""
    places: dict[tuple[str, object], list[Ref]] = {}
    for record in records:
        if (
            record.after is not None
            and record.after.zone
            and "overlaps" in view.book.zones[record.after.place]
        ):
            places.setdefault((record.after.zone, record.after.mark(SLOT)), []).append(record.after.object)
    batch = [
        event({}, "remember", rule=view.book.zones[zone[2:]]["overlaps"], key=TOGETHER + ref, value=refs[-1])
        for (zone, _), refs in places.items()
        for ref in refs
        if len(refs) > 1
    ]
    return [events(batch)] if batch else None


@words.interrupt("scores", "score")
def run_out(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """A player whose score has reached zero loses. If both have, the game ends under the article `both`."""
    changed = {record.args["score"] for record in records if record.verb == "score"}
    for score in sorted(changed):
        row = view.book.tables["score"][score]
        losers = tuple(seat for seat in SEATS if view.game.scores.get(f"{seat}.{score}", 1) <= 0)
        if losers and "lose" in row:
            rule = row["both"] if len(losers) > 1 else row["lose"]
            return [events([event({}, "end-game", "defeat", rule, losers=losers, seat=losers[0], why=score)])]
    return None


@words.interrupt("attached", "move", "mark", "turn", "attach")
def leave_host(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """If a card has left or was turned face-down, the cards attached to it go where `[attach] lost` says."""
    row = view.book.tables["attach"]
    lost = list(stranded(view, {record.ref for record in records}))
    if not lost:
        return None
    cards = [card for card in lost if spoken_of(view, row, host_of(view, card.object), records)]
    left = [card for card in lost if card not in cards]
    goes = [*cards, *(left if left and view.param(row["otherwise"]) else ())]
    # one that was turned face-down is no host any more by the time the card goes
    stays = [card for card in lost if card not in goes or view.same(host_of(view, card.object))]
    freed = [event({}, "remember", "host", key=PREFIX + card.object, value="") for card in stays]
    ctx = {"because": row.get("because", "rules")}
    rules = ((card, str(row["rule"] if card in cards else row["cite"])) for card in goes)
    return [
        events([*freed, *(named_move(view, ctx, guest.object, row["lost"], rule) for guest, rule in rules)])
    ]


def spoken_of(view: View, row: Fields, host: str, records: Sequence[AppliedEvent]) -> bool:
    """Did the host leave in a way that the article on lost cards covers, by one of its events `lost_by`
    where it names any?
    """
    names = row.get("lost_by")
    return names is None or any(
        record.ref == host and not set(names).isdisjoint(of_record(view.book, record)) for record in records
    )


@words.interrupt("lent", "move", "attach", "remember", "gain", "expire", "mark", "turn")
def give_back(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Ends control that lasts as long as another card is attached: the controlled card goes back when that
    card is no longer attached, or when a text makes the controlled card unaffected by it.
    """
    back = given_back(view)
    if not back:
        return None
    for guest, ref, _ in back:
        tell_kept_off(view, view.card(guest), view.card(ref))
    left = tuple(row for row in view.game.memory[LENT] if row not in back)
    return [
        events([event({}, "remember", "lent", key=LENT, value=left)]),
        *[Instruction("control", {"control": (ref,), "of": "me", "me": seat}) for _, ref, seat in back],
    ]


def tell_kept_off(view: View, source: Card | None, card: Card | None) -> None:
    """Tells by which text a card is unaffected by the card attached to it, if there is one."""
    if source is None or card is None:
        return
    ban = view.unaffected("", source, card)
    if ban is not None:
        tell_unaffected(view, *ban, "", source.id, card.id)


@words.interrupt("piles", "move")
def fall(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """If the card on top of a pile has left, the cards below it go to their own zone as separate events."""
    cards, pile = view.game.cards, view.book.tables["pile"]
    ids = {record.card for record in records}
    ids |= {record.after.on for record in records if record.after is not None and record.after.on}
    hosts = [cards[card_id] for card_id in sorted(ids) if card_id in cards and cards[card_id].under]
    beneath = [(host, cards[card_id]) for host in hosts for card_id in host.under]
    left = [lower for host, lower in beneath if host.place not in pile["zones"] or lower.mark(FALLS)]
    if not left:
        return None
    to, name, rule = pile["to"], pile.get("name", "move"), pile["rule"]
    return [events([move_event(view, {}, card.object, to, name, rule) for card in left])]


@words.interrupt("totals", "move", "create", "mark", "turn")
def one_in_all(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """If a zone may hold only so many cards of both players, older cards leave for a new one."""
    for zone, row in view.book.zones.items():
        if "total" in row and any(
            record.after is not None and record.after.place == zone for record in records
        ):
            old = oldest(view, zone, row["total"])
            if old:
                word, ctx = row["makes_way"], {"because": "rules"}
                rule = row["way_rule"]
                return [events([named_move(view, ctx, card.object, word, rule) for card in old])]
    return None


def oldest(view: View, zone: str, total: int) -> list[Card]:
    """The oldest cards of both players in a zone, as many as it holds too many."""
    cards = [card for seat in SEATS for card in view.zone(seat, zone)]
    cards.sort(key=lambda card: int(card.object[1:]))
    return cards[: max(0, len(cards) - total)]
