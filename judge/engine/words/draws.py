"""Words by which cards are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from judge.engine import trace
from judge.engine.flow.endings import TOGETHER, nobody_wins
from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import call, event, events, events_as, move_event
from judge.engine.kernel.state import Card, Do
from judge.engine.kernel.view import Vars, View
from judge.engine.language.joint_costs import left
from judge.engine.language.shared import words
from judge.engine.language.values import seats
from judge.engine.words.affected import often

CONTEXT = ("me", "self", "ability", "because", "rule", "it", "event", "info")


def draw_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """What is drawn card by card, as long as the player wishes, has no name."""
    if "as" in data and data.get("upto"):
        yield Amiss("as", "as says nothing beside upto")


@words.word("draw", "amount", {"of": "seat", "upto": "flag"}, amiss=draw_amiss)
def draw(view: View, v: Vars) -> Outcome:
    """Draw so many cards, one after the other; none when the number is zero or less."""
    n = view.number(v["draw"], v)
    if n <= 0:
        view.note(trace.NO_TIMES, n=n, verb="draw")
        view.note(trace.TIMES, str(view.book.cites.get("draw-times", "")), n=n)
        return None
    n = often(n)
    who = seats(view, v.args.get("of", "me"), v.get("me", ""))
    if v.args.get("upto"):
        return [call("draw-up-to", **{**context(v), "n": n, "seat": one}) for one in who]
    if n > 1:
        view.note(trace.TIMES, str(view.book.cites.get("draw-times", "")), n=n)
    if len(who) > 1:
        view.note(trace.IN_TURN, seat=who[0])
    if view.book.moves["draw"].get("together"):
        return drawn_together(view, v, who, n)
    more = {"as": v.args.get("as", ""), **({"rule": v.args["rule"]} if "rule" in v.args else {})}
    return [Do("draw-one", {"of": seat, **more}) for seat in who for _ in range(n)]


def drawn_together(view: View, v: Vars, who: Sequence[str], n: int) -> list[Do]:
    """Cards that are drawn at once, of every player who draws them; then those lose who had too few, where
    the book has it so: nobody wins where that is so for both and it takes that together.
    """
    found = {seat: list(islice(tops(view, v, seat), n)) for seat in who}
    batch = [drawing(view, v, card, seat) for seat in who for card in found[seat]]
    drawn = [events_as(v, batch)] if batch else []
    lacking = [seat for seat in who if len(found[seat]) < n]
    if len(lacking) > 1 and TOGETHER in view.book.params and view.param(TOGETHER):
        return [*drawn, *nobody_wins(view, "draw")]
    return [*drawn, *(Do("undrawn", {"of": seat}) for seat in lacking[:1])]


def tops(view: View, v: Vars, seat: str) -> Iterator[Card]:
    """The cards from which a player draws, the top one first, but for those that pay already."""
    zone = f"{seat}.{view.book.moves['draw']['from']}"
    cards = (view.game.cards[one] for one in view.game.zones.get(zone, ()))
    return (card for card in cards if left(v.vars, card.object))


def drawing(view: View, v: Vars, card: Card, seat: str) -> Event:
    """The draw of a card."""
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
    """The values that say on whose behalf and for what a running ability acts."""
    return {key: v[key] for key in CONTEXT if key in v}
