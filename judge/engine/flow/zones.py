"""Zones: moves cards between zones and piles, refuses what these do not allow, and decides which object a
card is afterwards.

It belongs to the only code that changes a game: `changes.py` lists these functions among the verbs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from judge.engine import trace
from judge.engine.flow.followers import drop_effects, follow, fresh, keep_effects, leave_behind, leave_for
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import Card, FrozenRecord, Game, Ref, new
from judge.engine.kernel.view import View
from judge.engine.layout.face_down import settled
from judge.engine.layout.slots import slotted
from judge.text.plain import Json


# What a pile of cards does not allow: it never goes round in a ring, and nothing is laid into its midst.
def top_of(view: View, card: Card) -> Card:
    """The card on top of the pile that a card lies in: the card itself where nothing covers it."""
    while card.on:
        card = view.game.cards[card.on]
    return card


def unpiled(view: View, event: Event) -> bool:
    """Would a card lie beneath itself, or on top of a card that another covers?"""
    card = view.card(event["card"]) if "under" in event or "onto" in event else None
    if card is None:
        return False
    return ringed(view, card, event) if "under" in event else covered(view, card, event)


def ringed(view: View, card: Card, event: Event) -> bool:
    """Does the card that another is to lie beneath already lie in that one's pile?"""
    host = view.card(event["under"])
    if host is None or top_of(view, host).id != card.id:
        return False
    view.note(trace.RINGED, str(view.book.tables["pile"]["under"]), card=card.id, host=host.id)
    return True


def covered(view: View, card: Card, event: Event) -> bool:
    """Does a card that another is to lie on already lie beneath one?"""
    hosts = [view.card(ref) for ref in event["onto"]]
    host = next((other for other in hosts if other is not None and other.on), None)
    if host is None:
        return False
    view.note(trace.NOT_ON_TOP, str(view.book.tables["pile"].get("other", "")), card=card.id, host=host.id)
    return True


class Change(FrozenRecord):
    """The change that one verb made to one card; `quiet` changes are heard by nobody."""

    __slots__ = ("after", "before", "card", "quiet", "ref", "rule")
    _fields = ("card", "ref", "before", "after", "quiet", "rule")

    def __init__(
        self,
        card: str,
        ref: Ref,
        before: Card | None,
        after: Card | None,
        quiet: bool = False,
        rule: str = "",
    ) -> None:
        self.card: Final = card
        self.ref: Final = ref
        self.before: Final = before
        self.after: Final = after
        self.quiet: Final = quiet
        self.rule: Final = rule


FALLS = "falls"  # the mark of a card whose pile has gone beneath another
UNCHANGED: list[Change] = []
PLAIN = Change("", "", None, None)


def put(game: Game, card: Card) -> None:
    """Writes a card record and enters its object number."""
    game.cards[card.id] = card
    game.objects[card.object] = card.id


def take_out(game: Game, card: Card) -> None:
    """Take a card out of its zone's list, or out from under the card that covers it."""
    if card.on:
        host = game.cards[card.on]
        game.cards[host.id] = host._replace(under=tuple(below for below in host.under if below != card.id))
    elif card.zone:
        row = game.zones[card.zone]
        at = row.index(card.id)
        game.zones[card.zone] = row[:at] + row[at + 1 :]


def insert(game: Game, zone: str, card: str, at: str) -> None:
    """Put a card's id into a zone's list at the top or the bottom."""
    row = game.zones.get(zone, ())
    game.zones[zone] = (card, *row) if at == "top" else (*row, card)


def end_of(view: View, zone: str) -> str:
    """The end of a zone, top or bottom, at which cards arrive unless something else is said."""
    return str(view.book.zones[zone[2:]].get("at", "bottom"))


def vanishes(view: View, card: Card, zone: str) -> bool:
    """Is the card a token on its way to a zone that can hold none?"""
    if not view.table.prints[card.print].token:
        return False
    view.touch_row("zone", zone[2:])
    return not view.book.zones[zone[2:]].get("tokens")


def join_effects(view: View, card: Card) -> None:
    """Makes lasting effects on the cards of a zone apply to a card that enters it."""
    state = view.game
    if not card.zone or not any(effect.scope is not None for effect in state.effects):
        return
    state.forget()
    state.effects = tuple(
        effect._replace(to=(*effect.to, card.object))
        if effect.scope is not None and card.object not in effect.to
        and view.matches(card, effect.scope, {"me": effect.seat, "self": effect.source})
        else effect
        for effect in state.effects
    )  # fmt: skip


def move(view: View, event: Event) -> list[Change]:
    """Move one card to a zone, on top of a card, or beneath one."""
    card = view.card(event["card"])
    if card is None or not card.zone:
        return UNCHANGED
    if event.get("only") == "top" and card.under:
        return lift_top(view, card, event)
    if "under" in event:
        return slip_under(view, card, event)
    if "onto" in event:
        return cover(view, card, event)
    return bring(view, card, event)


def bring(view: View, card: Card, event: Event) -> list[Change]:
    """Brings a card into a zone, with the cards that go along beneath it."""
    state = view.game
    to: str = event["to"]
    keeps = keeps_object(view, card, to)
    take_out(state, state.cards[card.id])
    spilled = [] if keeps else spill(view, card)
    kept = event.get("pile") == "kept"
    taken = absorb(view, card.id, to, event["beneath"], kept) if "beneath" in event else []
    after = arrive(view, card, to, event, keeps)
    beneath = view.book.tables["pile"].get("after") and card.under
    if taken or beneath:
        after = after._replace(under=state.cards[card.id].under)
    put(state, after)
    if after.zone:
        insert(state, to, card.id, event.get("at") or end_of(view, to))
    if keeps or beneath:
        carry(state, after)
    if not keeps:
        join_effects(view, after)
    return [Change(card.id, card.object, card, after), *spilled, *taken]


def absorb(view: View, host: str, zone: str, refs: Sequence[Ref], kept: bool = False) -> list[Change]:
    """Put cards beneath one that arrives, in the order given; cards beneath them fall unless kept."""
    state, changes = view.game, []
    for card in (card for card in map(view.card, refs) if card is not None and card.id != host):
        take_out(state, state.cards[card.id])
        forget_object(state, card)
        marks = tuple(sorted(kept_marks(view, card, zone).items()))
        after = card._replace(zone=zone, object=fresh(state), marks=marks, on=host, under=())
        put(state, after)
        inherit(state, card, host, zone, () if kept else ((FALLS, True),))
        rule = str(view.book.tables["pile"]["under"])
        changes.append(Change(card.id, card.object, card, after, True, rule))
    ids = [change.card for change in changes]
    left = [card_id for card_id in state.cards[host].under if card_id not in ids]
    state.cards[host] = state.cards[host]._replace(under=(*ids, *left))
    return changes


def forget_object(game: Game, card: Card) -> None:
    """Removes a card's object number and every effect on it."""
    game.objects.pop(card.object, None)
    drop_effects(game, card.object)


def inherit(game: Game, card: Card, host: str, zone: str, marks: tuple[tuple[str, object], ...]) -> None:
    """Puts the cards beneath a card that goes beneath another there as well; `marks` may say that they have
    yet to fall.
    """
    for card_id in card.under:
        game.cards[card_id] = game.cards[card_id]._replace(on=host, zone=zone, marks=marks)
    game.cards[host] = game.cards[host]._replace(under=(*game.cards[host].under, *card.under))


def fall_later(view: View, card: Card, host: str, zone: str) -> None:
    """Keeps the cards beneath a card that goes into another pile there until they fall by an event of their
    own, in a game in which they do not fall at once.
    """
    if view.book.tables["pile"].get("after"):
        inherit(view.game, card, host, zone, ((FALLS, True),))


def keeps_object(view: View, card: Card, to: str) -> bool:
    """Does the card stay the same object on this move?"""
    return (card.place, to[2:]) in view.book.same_object


def arrive(view: View, card: Card, to: str, event: Event, keeps: bool) -> Card:
    """The card as it lies in its new zone: new number, fresh marks, unless it stays the same object."""
    goal = "" if vanishes(view, card, to) else to
    usual = view.book.zones[to[2:]].get("arrive", {})
    marks = dict(card.marks) if keeps else {**usual, **kept_marks(view, card, to)}
    marks = settled(view.book, to[2:], {**marks, **event.get("marks", {})})
    marks = slotted(view, card, to, marks) if goal else marks
    number = card.object if keeps else renewed(view, card, to[2:])
    under = view.game.cards[card.id].under if keeps else ()
    face, lies = card.face if keeps else "front", tuple(sorted(marks.items()))
    arrived: Card = new(Card, (card.id, card.print, card.owner, goal, number, face, lies, under, ""))
    return arrived


def renewed(view: View, card: Card, to: str) -> Ref:
    """The new object number of a card. Effects follow it unless it leaves play; so do instructions left for
    later, when it comes into play in a book where only leaving makes a new object.
    """
    state, zones = view.game, view.book.zones
    state.objects.pop(card.object, None)
    number = fresh(state)
    if zones[card.place].get("leaves"):
        drop_effects(state, card.object)
    else:
        follow(state, card.object, number)
        if zones[to].get("leaves") and "new-object" in view.book.cites:
            leave_for(state, card.object, number)
    return number


def kept_marks(view: View, card: Card, to: str) -> dict[str, Json]:
    """The marks that a card does not lose on its way, unless it goes where they are lost."""
    kept = view.book.tables["kept"] if card.marks else None
    if not kept:
        return {}
    return {key: value for key, value in card.marks if key in kept and to[2:] not in kept[key]}


def carry(game: Game, host: Card) -> None:
    """Moves the cards beneath a card along with it."""
    for card_id in host.under:
        game.cards[card_id] = game.cards[card_id]._replace(zone=host.zone)


def spill(view: View, card: Card) -> list[Change]:
    """Moves the cards beneath a leaving card to their owners' zone for them; nobody hears of it."""
    state, changes = view.game, []
    if view.book.tables["pile"].get("after"):  # they go along and follow by events of their own
        return []
    for name in card.under:
        below = state.cards[name]
        to = f"{below.owner}.{view.book.tables['pile']['to']}"
        state.objects.pop(below.object, None)
        gone = vanishes(view, below, to)
        after = below._replace(zone="" if gone else to, object=fresh(state), marks=(), on="", under=())
        put(state, after)
        if not gone:
            insert(state, to, name, end_of(view, to))
        changes.append(Change(name, below.object, below, after, True, str(view.book.tables["pile"]["rule"])))
    state.cards[card.id] = state.cards[card.id]._replace(under=())
    return changes


def lift_top(view: View, card: Card, event: Event) -> list[Change]:
    """Takes only the top card off a pile: the next card takes its place, its number, marks and effects."""
    state = view.game
    heir = state.cards[card.under[0]]
    succeed(state, card, heir)
    to: str = event["to"]
    marks = tuple(sorted(view.book.zones[to[2:]].get("arrive", {}).items()))
    after = card._replace(zone=to, object=fresh(state), marks=marks, under=(), face="front")
    put(state, after)
    insert(state, to, card.id, event.get("at") or end_of(view, to))
    rule = str(view.book.tables["pile"]["top"])
    uncovered = Change(heir.id, card.object, heir, state.cards[heir.id], True, rule)
    return [Change(card.id, card.object, card, after), uncovered]


def succeed(game: Game, card: Card, heir: Card) -> None:
    """Makes the card beneath a leaving one the top of the pile, as the same object."""
    game.objects.pop(heir.object, None)
    rest = card.under[1:]
    game.zones[card.zone] = tuple(heir.id if name == card.id else name for name in game.zones[card.zone])
    put(game, heir._replace(object=card.object, marks=card.marks, on="", under=rest))
    for card_id in rest:
        game.cards[card_id] = game.cards[card_id]._replace(on=heir.id)


def slip_under(view: View, card: Card, event: Event) -> list[Change]:
    """Put a card at the very bottom of the pile that another card lies in."""
    state = view.game
    named = view.card(event["under"])
    if named is None:
        return UNCHANGED
    host = top_of(view, named)
    take_out(state, state.cards[card.id])
    spilled = spill(view, card)
    forget_object(state, card)
    after = card._replace(zone=host.zone, object=fresh(state), marks=(), on=host.id, under=())
    put(state, after)
    host = state.cards[host.id]
    state.cards[host.id] = host._replace(under=(*host.under, card.id))
    fall_later(view, card, host.id, host.zone)
    rule = str(view.book.tables["pile"]["under"])
    return [Change(card.id, card.object, card, after, False, rule), *spilled]


def cover(view: View, card: Card, event: Event) -> list[Change]:
    """Plays a card on top of one or more. It takes over the number and marks of the first of them in play,
    and those of its effects that are kept; effects put on the card itself on its way stay on it. The other
    cards come beneath it from where they lie. Where none lies in play, it covers none in play.
    """
    state = view.game
    named = (view.card(ref) for ref in event["onto"])
    hosts = [host for host in named if host is not None and host.id != card.id]
    if not hosts:
        return UNCHANGED
    base = next((host for host in hosts if piled(view, host)), None)
    if base is None:
        fetched: Event = {**event, "beneath": tuple(host.object for host in hosts)}
        return bring(view, card, fetched)
    take_out(state, state.cards[card.id])
    spill(view, card)
    played = renewed(view, card, base.place)
    under: list[str] = []
    came = [host for host in hosts if not piled(view, host)]
    for host in came:
        forget_object(state, host)
    for host in hosts:
        take_over(state, host, base, card.id, under)
    rule = str(view.book.tables["pile"]["under"])
    brought = [Change(guest.id, guest.object, guest, state.cards[guest.id], True, rule) for guest in came]
    marks = tuple(sorted({**dict(base.marks), **event.get("marks", {})}.items()))
    after = card._replace(zone=base.zone, object=base.object, marks=marks, under=tuple(under), on="")
    row = state.zones[base.zone]
    state.zones[base.zone] = tuple(card.id if card_id == base.id else card_id for card_id in row)
    put(state, after)
    fall_later(view, card, card.id, base.zone)
    keeps = event.get("keeps")
    if keeps not in (None, "all"):
        keep_effects(state, base.object, keeps)
        leave_behind(state, base.object)
    follow(state, played, base.object)
    leave_for(state, played, base.object)
    join_effects(view, after)
    return [Change(card.id, card.object, card, after), *brought]


def piled(view: View, host: Card) -> bool:
    """Does a card lie in play, where others are laid on cards?"""
    zones = view.book.zones
    return bool(zones[host.place].get("leaves")) or not any(zone.get("leaves") for zone in zones.values())


def take_over(game: Game, host: Card, base: Card, top: str, beneath: list[str]) -> None:
    """Put one covered card beneath the new top card; its effects pass to the pile."""
    if host is not base:
        game.zones[host.zone] = tuple(card_id for card_id in game.zones[host.zone] if card_id != host.id)
        game.objects.pop(host.object, None)
        follow(game, host.object, base.object)
    put(game, host._replace(zone=base.zone, object=fresh(game), marks=(), on=top, under=()))
    beneath.append(host.id)
    for under_id in host.under:
        game.cards[under_id] = game.cards[under_id]._replace(on=top)
        beneath.append(under_id)
