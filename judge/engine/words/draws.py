"""Words by which cards are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.proposals import call, event, events, events_as, move_event
from judge.engine.kernel.state import Do
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
        view.note("no-times", str(view.book.cites.get("no-times", "")), n=n, verb="draw")
        view.note("times", str(view.book.cites.get("draw-times", "")), n=n)
        return None
    n = often(n)
    who = seats(view, v.args.get("of", "me"), v.get("me", ""))
    if v.args.get("upto"):
        return [call("draw-up-to", **{**context(v), "n": n, "seat": one}) for one in who]
    if n > 1:
        view.note("times", str(view.book.cites.get("draw-times", "")), n=n)
    if len(who) > 1:
        view.note("in-turn", str(view.book.cites.get("both-choose", "")), seat=who[0])
    more = {"as": v.args.get("as", ""), **({"rule": v.args["rule"]} if "rule" in v.args else {})}
    return [Do("draw-one", {"of": seat, **more}) for seat in who for _ in range(n)]


@words.verb("draw-one")
def draw_one(view: View, v: Vars) -> Outcome:
    """Draw the top card of the deck."""
    seat = seats(view, v["of"], v.get("me", ""))[0]
    spec = view.book.moves["draw"]
    cards = (view.game.cards[one] for one in view.game.zones.get(f"{seat}.{spec['from']}", ()))
    top = next((card for card in cards if left(v.vars, card.object)), None)
    if top is None:
        return undrawn(view, v, seat)
    by_effect = view.book.cites.get("draw-by-effect", "") if v.get("because") == "effect" else ""
    rule = str(v.args.get("rule") or by_effect)
    return [events_as(v, [move_event(view, v, top.object, spec["to"], "draw", rule, seat=seat)])]


def undrawn(view: View, v: Vars, seat: str) -> Outcome:
    """There is no card to draw: the player loses where the book has it so, otherwise nothing happens."""
    spec = view.book.moves["draw"]
    if "empty" in spec and ("empty_if" not in spec or view.param(spec["empty_if"])):
        loses = event(v, "end-game", "defeat", str(spec["empty"]), losers=(seat,), seat=seat, why="draw")
        return [events([{**loses, "because": "rules"}])]
    view.note("nothing", str(view.book.cites.get("draw-none") or spec["rule"]), verb="draw")
    return None


def context(v: Vars) -> dict[str, object]:
    """The values that say on whose behalf and for what a running ability acts."""
    return {key: v[key] for key in CONTEXT if key in v}
