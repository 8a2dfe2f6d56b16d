"""The word that makes tokens: cards that are in no deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine import trace
from judge.engine.flow.pipeline import forbidden
from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.bounds import TOKENS, within
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event, events_as
from judge.engine.kernel.state import EMPTY, Decision, Instruction
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.language.values import seats
from judge.engine.words.affected import often
from judge.engine.words.arrivals import arrival


def create_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """Problems of a text that creates tokens: a token is not created in a state in which no token can be."""
    for mark, state in book.tables.get("token", {}).get("never", {}).items():
        if data.get(mark) == state:
            yield Amiss(mark, f"a token never has {mark} = {state!r}")


@words.word(
    "create",
    "card-name",
    {"n": "amount", "of": "seat", "to": "zone"},
    marks="all",
    stands=lambda tables: "token" in tables,
    amiss=create_amiss,
)
def create(view: View, v: Vars) -> Outcome:
    """Create tokens; several players get theirs one after the other."""
    seat, *others = seats(view, v.args.get("of", "me"), v.get("me", ""))
    if others:
        return [Instruction("create", {**v.args, "of": one}) for one in (seat, *others)]
    row = view.book.tables.get("token", {})
    zone = str(v.args.get("to", row.get("zone", "")))
    n = often(view.number(v.args.get("n", 1), v))
    tokens = sum(view.table.prints[card.print].token for card in view.game.cards.values())
    within(tokens + n, TOKENS, f"{tokens + n:,} tokens")
    marks = {key: v.args[key] for key in view.book.tables["mark"] if key in v.args}
    made = new_token(view, v, seat, zone, row)
    free = n if barred(view, made) else free_places(view, seat, zone, n)
    if free < n and none_of_several(view, v, row, n, zone):
        return None
    named = [f"{v['create']} {at + 1}" if n > 1 else str(v["create"]) for at in range(n)]
    asked = [] if barred(view, made) else named[:free]
    chosen = arrival(view, v, asked, zone, seat, row)
    if isinstance(chosen, Decision):
        return chosen
    view.cite("name", "token")
    states = [{**marks, **one} for one in chosen] + [marks] * (n - len(chosen))
    return [events_as(v, [{**made, "marks": one} if one else made for one in states])]


def new_token(view: View, v: Vars, seat: str, zone: str, row: Mapping[str, object]) -> Event:
    """The event that makes one token, under the name and the article that the book has for it."""
    view.touch_row("token", "name")
    rule, word = str(v.args.get("rule") or row.get("rule", "")), str(row.get("name", "create"))
    return event(v, "create", word, rule, print=v["create"], to=f"{seat}.{zone}")


def barred(view: View, made: Event) -> bool:
    """Does a text forbid the token to come? Nothing is chosen for a token that does not arrive."""
    return bool(view.table.watched_by["forbid"]) and forbidden(view, made) is not None


def free_places(view: View, seat: str, zone: str, n: int) -> int:
    """The number of tokens, out of n, for which a zone has room; all of them if no number limits the zone."""
    spec: Mapping[str, object] = view.book.zones.get(zone, EMPTY)
    if "limit" not in spec or "slots" in spec:
        return n
    return max(0, min(n, int(str(spec["limit"])) - view.count(seat, zone)))


def none_of_several(view: View, v: Vars, row: Mapping[str, object], n: int, zone: str) -> bool:
    """Are none made when there is too little room for all, where the book says so?"""
    if n < 2:
        return False
    view.touch_row("token", "whole")
    if row.get("whole"):
        rule, *usual = view.ruled("whole", str(view.book.zones[zone]["full"]), kind="token")
        view.note(trace.NOT_ALL_FIT, rule, token=v["create"], n=n, usual=tuple(usual))
    return bool(row.get("whole"))
