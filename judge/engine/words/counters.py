"""Counters on cards: placed, as many as a card can hold, and taken away, from one card or from several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from judge.engine import trace
from judge.engine.flow.feasibility import claim
from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.proposals import event, events_as
from judge.engine.kernel.state import SEATS, Ask, Card, Cond, Ref
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.language.traits import counters, trait
from judge.engine.language.unseen import looked_through, resting
from judge.engine.layout.face_down import losing
from judge.engine.words.affected import affected
from judge.text.plain import Context, Fields, Written


@words.word("place", "amount", {"counter": "counter-name", "on": "cards", "most": "amount"}, ("counter",))
def place(view: View, v: Vars) -> Outcome:
    """Put counters of a name on cards, no more than `most` on one."""
    return count_on(view, v, view.number(v["place"], v), "place")


def can_remove_counters(view: View, args: Fields, ctx: Context, needs: dict[str, int]) -> Cond:
    """Enough counters of the name lie on each card, or among several together."""
    on, counter = args.get("from") or args.get("on", "self"), args["counter"]
    lying = [counters(card, counter) for card in view.cards(on, ctx)]
    have = sum(lying) if "from" in args else min(lying, default=0)
    need = claim(needs, f"counters:{counter}:{on}", view.number(args["remove-counters"], ctx))
    return Cond("", have >= need, "cost.counters", {"need": need, "have": have, "counter": counter})


def from_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """Each of some cards, or several together."""
    if {"on", "from"} <= data.keys():
        yield Amiss("on", "on says nothing beside from")


def taken_from(view: View, v: Vars, n: int) -> Outcome:
    """Counters one by one from cards of the player's choice, taken away together."""
    word, rule = v["counter"], str(v.args.get("rule") or view.book.cites.get("counters-used", ""))
    cards = [card for card in view.cards(v["from"], v) if counters(card, word)]
    taken: Counter[Ref] = Counter()
    for at in range(min(n, sum(counters(card, word) for card in cards))):
        pool = [card for card in cards if counters(card, word) > taken[card.object]]
        chosen = view.pick(v, f"counter {at}", v["me"], pool, 1, 1, rule, "ask.counter")
        if isinstance(chosen, Ask):
            return chosen
        taken.update(chosen)
    batch = []
    for card in (one for one in cards if taken[one.object]):
        k = taken[card.object]
        more = {"marks": {f"counter:{word}": counters(card, word) - k}, "n": k, "counter": word}
        batch.append(event(v, "mark", "unplace", rule, card=card.object, **more))
    return [events_as(v, batch)]


@words.word(
    "remove-counters",
    "amount",
    {"counter": "counter-name", "on": "cards", "from": "cards"},
    ("counter",),
    possible=can_remove_counters,
    amiss=from_amiss,
)
def remove_counters(view: View, v: Vars) -> Outcome:
    """Take counters of a name off cards, as many as are there; `from` several cards so many together, of
    which the player says for each from where.
    """
    n = -view.number(v["remove-counters"], v)
    if "from" in v.args:
        return taken_from(view, v, -n)
    return count_on(view, v, n, "unplace")


def count_on(view: View, v: Vars, n: int, name: str) -> Outcome:
    """The marks of cards that hold so many counters more or fewer."""
    word = f"counter:{v['counter']}"
    usual = view.book.cites.get("counters-used" if name == "unplace" else "counters", "")
    rule = str(v.args.get("rule") or usual)
    said = view.number(v["most"], v) if "most" in v else None
    batch, unseen, on = [], "", v.args.get("on", "self")
    hung = looked_through(view, v, on, SEATS)
    for card in (view.card(ref) for ref in affected(view, v, view.refs(on, v), hung)):
        unseen = unseen or none_on(view, card)
        have = int(card.mark(word) or 0) if card is not None else 0
        most = [one for one in (said, held_by(view, card, v["counter"])) if one is not None]
        left = counters_left(have, n, min(most, default=None))
        if card is not None and left != have and not view.face_down(card):
            more = {"marks": {word: left}, "n": abs(left - have), "counter": v["counter"]}
            batch.append(event(v, "mark", name, rule, card=card.object, **more))
    if not batch:
        view.note(trace.NOTHING, unseen or rule, verb=name, **resting(hung))
    return [events_as(v, batch)]


def none_on(view: View, card: Card | None) -> str:
    """The article by which a face-down card has no counters; none for one that lies face-up."""
    if card is None or not view.face_down(card):
        return ""
    return next(losing(view.book, card), "")


def held_by(view: View, card: Card | None, counter: str) -> int | None:
    """How many counters of a name a card can hold, where it says that."""
    attr = next(iter(view.book.holding), "") if card is not None else ""
    found: int | None = (view.value(card, attr) or {}).get(counter) if card is not None and attr else None
    return found


@trait("room", "text", stands=lambda tables: any(row.get("counters") for row in tables["attribute"].values()))
def test_room(view: View, card: Card, want: Written, ctx: Context, seen: Context | None) -> bool:
    """That can hold another counter of a name, as it says itself."""
    return counters(card, want) < (held_by(view, card, want) or 0) and not view.face_down(card)


def counters_left(have: int, n: int, most: int | None) -> int:
    """How many counters lie on a card once so many have been put there or taken away."""
    return max(0, have + n if most is None else min(have + n, max(have, most)))
