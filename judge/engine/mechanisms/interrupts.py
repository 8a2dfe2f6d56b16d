"""Rules that hold at every moment, for games whose rulebook lists them: scores run out, attached cards
stranded, piles left.

Each is asked after every batch of events, and what it returns is carried out before anything else goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.effects.scopes import tell_unaffected
from judge.engine.flow.zones import FALLS
from judge.engine.kernel.deeds import of_record
from judge.engine.kernel.proposals import event, events, move_event, named_move
from judge.engine.kernel.state import SEATS, Card, Do, Record
from judge.engine.kernel.view import View
from judge.engine.language.shared import words
from judge.engine.layout.attachments import LENT, PREFIX, given_back, host_of, stranded
from judge.text.plain import Fields


@words.interrupt("scores", "score")
def run_out(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """A player whose score has run out loses;
    where both have, `both` says under which article nobody wins.
    """
    changed = {record.args["score"] for record in records if record.verb == "score"}
    for score in sorted(changed):
        row = view.book.tables["score"][score]
        losers = tuple(seat for seat in SEATS if view.game.scores.get(f"{seat}.{score}", 1) <= 0)
        if losers and "lose" in row:
            rule = row["both"] if len(losers) > 1 else row["lose"]
            return [events([event({}, "end-game", "defeat", rule, losers=losers, seat=losers[0], why=score)])]
    return None


@words.interrupt("attached", "move", "mark", "turn", "attach")
def leave_host(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """Cards attached to a card that has left or was turned face-down go where `[attach] lost` says."""
    row = view.book.tables["attach"]
    lost = list(stranded(view, {record.ref for record in records}))
    if not lost:
        return None
    said = [card for card in lost if spoken_of(view, row, host_of(view, card.object), records)]
    left = [card for card in lost if card not in said]
    goes = [*said, *(left if left and view.param(row["otherwise"]) else ())]
    # one that was turned face-down is no host any more by the time the card goes
    stays = [card for card in lost if card not in goes or view.same(host_of(view, card.object))]
    freed = [event({}, "remember", "host", key=PREFIX + card.object, value="") for card in stays]
    ctx = {"because": row.get("because", "rules")}
    rules = ((card, str(row["rule"] if card in said else row["cite"])) for card in goes)
    return [events([*freed, *(named_move(view, ctx, one.object, row["lost"], rule) for one, rule in rules)])]


def spoken_of(view: View, row: Fields, host: str, records: Sequence[Record]) -> bool:
    """Did the host leave in a way of which the article on lost cards speaks:
    by one of the events `lost_by`, where there are such?
    """
    names = row.get("lost_by")
    return names is None or any(
        record.ref == host and not set(names).isdisjoint(of_record(view.book, record)) for record in records
    )


@words.interrupt("lent", "move", "attach", "remember", "gain", "expire", "mark", "turn")
def give_back(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """Control that lasts as long as a card is attached ends with that, or where a text says that the other
    card is unaffected by it: it goes back.
    """
    back = given_back(view)
    if not back:
        return None
    for guest, ref, _ in back:
        tell_kept_off(view, view.card(guest), view.card(ref))
    left = tuple(one for one in view.game.memory[LENT] if one not in back)
    return [
        events([event({}, "remember", "lent", key=LENT, value=left)]),
        *[Do("control", {"control": (ref,), "of": "me", "me": seat}) for _, ref, seat in back],
    ]


def tell_kept_off(view: View, source: Card | None, card: Card | None) -> None:
    """Tell by which text a card is unaffected by the one that is attached to it, if there is one."""
    if source is None or card is None:
        return
    ban = view.unaffected("", source, card)
    if ban is not None:
        tell_unaffected(view, *ban, "", source.id, card.id)


@words.interrupt("piles", "move")
def fall(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """Cards whose pile has left go after it to their own place, as events of their own."""
    cards, pile = view.game.cards, view.book.tables["pile"]
    ids = {record.card for record in records}
    ids |= {record.after.on for record in records if record.after is not None and record.after.on}
    hosts = [cards[one] for one in sorted(ids) if one in cards and cards[one].under]
    beneath = [(host, cards[one]) for host in hosts for one in host.under]
    left = [one for host, one in beneath if host.place not in pile["zones"] or one.mark(FALLS)]
    if not left:
        return None
    to, name, rule = pile["to"], pile.get("name", "move"), pile["rule"]
    return [events([move_event(view, {}, card.object, to, name, rule) for card in left])]


@words.interrupt("totals", "move", "create", "mark", "turn")
def one_in_all(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """Where a zone holds only so many cards of both players together,
    the older ones make way for a new one.
    """
    for zone, row in view.book.zones.items():
        if "total" in row and any(one.after is not None and one.after.place == zone for one in records):
            old = oldest(view, zone, row["total"])
            if old:
                word, ctx = row["makes_way"], {"because": "rules"}
                rule = row["way_rule"]
                return [events([named_move(view, ctx, card.object, word, rule) for card in old])]
    return None


def oldest(view: View, zone: str, total: int) -> list[Card]:
    """The cards of both players in a zone that are more than it holds, the oldest first."""
    there = [card for seat in SEATS for card in view.zone(seat, zone)]
    there.sort(key=lambda card: int(card.object[1:]))
    return there[: max(0, len(there) - total)]
